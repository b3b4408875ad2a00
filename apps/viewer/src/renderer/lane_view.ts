// The results of one lane, except those that are drawn on bodies.

import * as THREE from "three";
import type { LaneFrame } from "../protocol.js";
import type { Layers } from "../settings.js";
import type { BodyView } from "./body_view.js";
import { Boxes } from "./boxes.js";
import { ClosestLine } from "./closest_line.js";
import { Contacts, Segments } from "./contacts.js";
import { Vectors } from "./vectors.js";
import { COST_LEVELS } from "../engine/face_costs.js";
import { HitBuffer } from "./hit_buffer.js";
import { Points } from "./points.js";
import type { SharedUniforms } from "./shared_uniforms.js";
import { Trails } from "./trails.js";

const EMPTY = new Float32Array(0);
/** A larger step is a jump, which clears the trails. */
const MAX_FRAMES_PER_TICK = 8;

export class LaneView {
  readonly object = new THREE.Group();
  readonly #lane: number;
  readonly #boxes: Boxes;
  readonly #trails: Trails;
  readonly #forces: Vectors;
  readonly #segments: Segments;
  readonly #contacts: Contacts;
  readonly #particles: Points;
  readonly #closest: ClosestLine;
  #hits = new HitBuffer();
  #costs = new HitBuffer();
  #showsClosest = true;
  #method = "";
  #error: string | null = null;
  #frame = -1;

  constructor(lane: number, shared: SharedUniforms) {
    this.#lane = lane;
    this.#boxes = new Boxes(shared);
    this.#trails = new Trails(shared);
    this.#forces = new Vectors(shared);
    this.#segments = new Segments(shared);
    this.#contacts = new Contacts(shared);
    this.#particles = new Points(shared);
    this.#closest = new ClosestLine(shared);
    this.object.add(
      this.#boxes.object, this.#trails.object, this.#forces.object, this.#segments.object, this.#contacts.object,
      this.#particles.object, this.#closest.object,
    );
  }

  get error(): string | null {
    return this.#error;
  }

  get hitBuffer(): THREE.BufferAttribute {
    return this.#hits.buffer;
  }

  get costBuffer(): THREE.BufferAttribute {
    return this.#costs.buffer;
  }

  get closestLabel(): ClosestLine["label"] {
    return this.#showsClosest ? this.#closest.label : null;
  }

  /** A new source: no results yet. */
  open(): void {
    this.#hits = new HitBuffer();
    this.#costs = new HitBuffer();
    this.#method = "";
    this.#error = null;
    this.#frame = -1;
    this.#trails.clear();
    this.#boxes.show(null);
    this.#particles.show(null);
    this.#forces.show(null);
    this.#closest.show(null);
    this.#segments.show({ segments: EMPTY });
    this.#contacts.show({ contacts: EMPTY });
  }

  setLayers(layers: Layers): void {
    this.#boxes.setLayers(layers);
    this.#particles.setLayers(layers);
    this.#trails.object.visible = layers.trails;
    this.#forces.setLayers(layers);
    this.#segments.object.visible = layers.segments && !layers.costs; // they have one of its colors
    this.#contacts.object.visible = layers.contacts;
    this.#closest.object.visible = layers.closest;
    this.#showsClosest = layers.closest;
  }

  show(found: LaneFrame, frame: number, bodies: readonly BodyView[], spent: ArrayBuffer[]): void {
    const otherMethod = found.method !== this.#method;
    const jumped = Math.abs(frame - this.#frame) > MAX_FRAMES_PER_TICK || frame < this.#frame;
    this.#method = found.method;
    this.#error = found.error;
    this.#frame = frame;
    if (otherMethod || jumped) this.#trails.clear();
    this.#showHits(found, bodies);
    this.#showCosts(found, bodies);
    bodies.forEach((body, i) => {
      const areas = found.areas[i] ?? null;
      if (areas || otherMethod) body.showAreas(this.#lane, areas, spent);
    });
    this.#boxes.show(found.drawing);
    this.#particles.show(found.drawing);
    this.#trails.show(found.drawing);
    this.#forces.show(found.drawing);
    this.#segments.show(found);
    this.#contacts.show(found);
    this.#closest.show(found.closest);
  }

  #showHits({ hits, hitStarts }: LaneFrame, bodies: readonly BodyView[]): void {
    this.#hits.fill(hits, (buffer) => bodies.forEach((body) => body.useHitBuffer(this.#lane, buffer)));
    bodies.forEach((body, i) => {
      const first = hitStarts[i] ?? 0;
      body.showHits(this.#lane, first, (hitStarts[i + 1] ?? first) - first);
    });
  }

  #showCosts({ costs }: LaneFrame, bodies: readonly BodyView[]): void {
    if (costs) this.#costs.fill(costs.faces, (buffer) => bodies.forEach((body) => body.useCostBuffer(this.#lane, buffer)));
    bodies.forEach((body, i) => {
      const first = i * COST_LEVELS;
      body.showCosts(this.#lane, costs ? costs.starts.subarray(first, first + COST_LEVELS + 1) : null);
    });
  }
}
