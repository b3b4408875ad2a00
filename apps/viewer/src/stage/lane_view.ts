// All that one method found, apart from what is painted on bodies.

import * as THREE from "three";
import type { LaneFrame } from "../protocol.js";
import type { Layers } from "../settings.js";
import type { BodyView } from "./body_view.js";
import { Boxes } from "./boxes.js";
import { Closest } from "./closest.js";
import { Contacts, Segments } from "./contacts.js";
import { Forces } from "./forces.js";
import { Hits } from "./hits.js";
import { Particles } from "./particles.js";
import type { Shared } from "./shared.js";
import { Trails } from "./trails.js";

const NOTHING = new Float32Array(0);
/** More than that is a jump, and trails would cross it. */
const MOST_FRAMES_A_TICK = 8;

export class LaneView {
  readonly object = new THREE.Group();
  readonly #lane: number;
  readonly #boxes: Boxes;
  readonly #trails: Trails;
  readonly #forces: Forces;
  readonly #segments: Segments;
  readonly #contacts: Contacts;
  readonly #particles: Particles;
  readonly #closest: Closest;
  #hits = new Hits();
  #showsClosest = true;
  #method = "";
  #refused: string | null = null;
  #frame = -1;

  constructor(lane: number, shared: Shared) {
    this.#lane = lane;
    this.#boxes = new Boxes(shared);
    this.#trails = new Trails(shared);
    this.#forces = new Forces(shared);
    this.#segments = new Segments(shared);
    this.#contacts = new Contacts(shared);
    this.#particles = new Particles(shared);
    this.#closest = new Closest(shared);
    this.object.add(
      this.#boxes.object, this.#trails.object, this.#forces.object, this.#segments.object, this.#contacts.object,
      this.#particles.object, this.#closest.object,
    );
  }

  get refused(): string | null {
    return this.#refused;
  }

  get hitBuffer(): THREE.BufferAttribute {
    return this.#hits.buffer;
  }

  get closestLabel(): Closest["label"] {
    return this.#showsClosest ? this.#closest.label : null;
  }

  /** Nothing has been found yet. */
  open(): void {
    this.#hits = new Hits();
    this.#method = "";
    this.#refused = null;
    this.#frame = -1;
    this.#trails.clear();
    this.#boxes.show(null);
    this.#particles.show(null);
    this.#forces.show(null);
    this.#closest.show(null);
    this.#segments.show({ segments: NOTHING });
    this.#contacts.show({ contacts: NOTHING });
  }

  setLayers(layers: Layers): void {
    this.#boxes.setLayers(layers);
    this.#particles.setLayers(layers);
    this.#trails.object.visible = layers.trails;
    this.#forces.setLayers(layers);
    this.#segments.object.visible = layers.segments;
    this.#contacts.object.visible = layers.contacts;
    this.#closest.object.visible = layers.closest;
    this.#showsClosest = layers.closest;
  }

  show(found: LaneFrame, frame: number, bodies: readonly BodyView[], spent: ArrayBuffer[]): void {
    const otherMethod = found.method !== this.#method;
    const jumped = Math.abs(frame - this.#frame) > MOST_FRAMES_A_TICK || frame < this.#frame;
    this.#method = found.method;
    this.#refused = found.refused;
    this.#frame = frame;
    if (otherMethod || jumped) this.#trails.clear();
    this.#hits.show(this.#lane, found, bodies);
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
}
