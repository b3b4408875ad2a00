// Runs the chosen methods on one source: a lane for each of them, and a hidden one for the reference method.

import type { Body, Mote, WorldOptions } from "mote-collision";
import type { EngineSettings, Ray, Vector } from "../protocol.js";
import { DetachedBodies } from "./detached_bodies.js";
import { UserError } from "./errors.js";
import { Lane } from "./lane.js";
import type { Source, SourceWorld } from "./sources/source.js";
import type { Transform } from "./transform.js";

const REFERENCE_METHOD = "hybrid";

export class Runner {
  readonly detached = new DetachedBodies();
  #lanes: Lane[] = [];
  /** The exact method, hidden: for recall, and to hold the bodies if no visible lane accepts all of them. */
  #reference: Lane | null = null;
  /** Bodies are evaluated on demand; without contacts, because their depth needs every vertex. */
  #onDemand = false;
  /** Some bodies are detached: they keep their shapes, so none is evaluated on demand. */
  #hasLeftAnimation = false;

  constructor(
    private readonly mote: Mote,
    readonly source: Source,
  ) {}

  /** Replaces all lanes. Detached bodies keep their places and shapes. */
  createLanes(options: readonly WorldOptions[], settings: EngineSettings): void {
    this.disposeLanes();
    const { mote, source } = this;
    const selfCollision = settings.selfCollision ? "all" : "source";
    const onDemand = settings.onDemand && source.hasDeformers && !this.#hasLeftAnimation;
    const createLane = (chosen: WorldOptions) =>
      new Lane(mote, source, onDemand ? { ...chosen, contacts: false } : chosen, { onDemand, selfCollision });
    this.#onDemand = onDemand;
    this.#lanes = options.map(createLane);
    const isApproximate = this.#lanes.some((lane) => lane.sourceWorld && !lane.exact);
    if ((isApproximate && settings.recall) || !this.#findPrimary())
      this.#reference = createLane({ method: REFERENCE_METHOD, tolerance: options[0]?.tolerance ?? 0 });
    if (!this.#findPrimary()) this.#reference = createLane({ method: REFERENCE_METHOD }); // the tolerance was invalid
    this.detached.applyTo(this.allLanes);
  }

  disposeLanes(): void {
    for (const lane of this.allLanes) lane.dispose();
    this.#lanes = [];
    this.#reference = null;
  }

  /** The visible lanes. */
  get lanes(): readonly Lane[] {
    return this.#lanes;
  }

  /** The visible lanes and the reference. */
  get allLanes(): readonly Lane[] {
    return this.#reference ? [...this.#lanes, this.#reference] : this.#lanes;
  }

  get onDemand(): boolean {
    return this.#onDemand;
  }

  #findPrimary(): Lane | null {
    return this.allLanes.find((lane) => lane.sourceWorld && lane.deforms) ?? null;
  }

  /** The lane whose bodies are shown and grabbed: the first one whose method accepts any shape. */
  get primary(): Lane {
    const primary = this.#findPrimary();
    if (primary) return primary;
    throw new UserError(this.allLanes.find((lane) => lane.error)?.error ?? "no method accepts these bodies");
  }

  get primaryWorld(): SourceWorld {
    return this.primary.sourceWorld!;
  }

  body(index: number): Body {
    return this.primaryWorld.bodies[index]!;
  }

  /** Moves all bodies that are not detached to a frame of the source. */
  showFrame(clip: number, frame: number): void {
    const { indices } = this.detached;
    for (const lane of this.allLanes) lane.run((world) => world.showFrame(clip, frame, indices));
  }

  /** Recordings may add and remove bodies between frames. Returns true if they did. */
  updateBodies(): boolean {
    if (!this.source.updateBodies?.(this.primaryWorld.bodies)) return false;
    for (const lane of this.allLanes) lane.updateBodies(this.source);
    return true;
  }

  detect(): void {
    const reference = this.#reference?.detect() ?? null;
    for (const lane of this.#lanes) {
      lane.detect();
      lane.compareWith(reference);
    }
  }

  /** The first body that a ray hits, and where. */
  castRay({ origin, direction }: Ray): { body: number; point: Vector } | null {
    const { world, bodies } = this.primaryWorld;
    const hit = world.ray(origin, direction);
    return hit && { body: bodies.findIndex((body) => body.index === hit.body), point: hit.point };
  }

  /** To be called before bodies are detached. Returns true if the lanes must be created again for it. */
  leaveAnimation(): boolean {
    this.#hasLeftAnimation = true;
    return this.#onDemand;
  }

  /** The body keeps the place and shape that it has in a frame, until it is placed elsewhere. */
  detach(body: number, clip: number, frame: number): void {
    const transform = this.source.transform(body, clip, frame);
    this.detached.detach(body, transform, this.body(body), this.allLanes);
  }

  place(body: number, transform: Transform): void {
    this.detached.place(body, transform, this.allLanes);
  }

  /** All bodies follow the animation again, once the lanes are created again. */
  returnToAnimation(): void {
    this.detached.clear();
    this.#hasLeftAnimation = false;
  }

  dispose(): void {
    this.disposeLanes();
    this.source.dispose();
  }
}
