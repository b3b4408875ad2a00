// Bodies that no longer follow the animation of their source: grabbed by the visitor, or bouncing.

import type { Body } from "mote-collision";
import type { Lane } from "./lane.js";
import { IDENTITY, type Transform } from "./transform.js";

interface DetachedBody {
  transform: Transform;
  /** Positions in the body's frame; null for the rest shape. */
  shape: Float32Array | null;
}

/** Their places and shapes, which are the same in every lane. */
export class DetachedBodies {
  readonly #bodies = new Map<number, DetachedBody>();

  get indices(): ReadonlySet<number> {
    return new Set(this.#bodies.keys());
  }

  has(body: number): boolean {
    return this.#bodies.has(body);
  }

  transform(body: number): Transform {
    return this.#bodies.get(body)?.transform ?? IDENTITY;
  }

  shape(body: number): Float32Array | null {
    return this.#bodies.get(body)?.shape ?? null;
  }

  /**
   * The body keeps its present place and shape. `transform` is where the source has it; if that is null, `current`, the
   * body of the primary lane, provides its positions.
   */
  detach(body: number, transform: Transform | null, current: Body, lanes: readonly Lane[]): void {
    if (this.#bodies.has(body)) return;
    const shape = transform ? null : current.present().slice();
    this.#bodies.set(body, { transform: transform ?? IDENTITY, shape });
    if (shape) for (const lane of lanes) lane.runOnBody(body, (each) => each.setPositions(shape));
    this.place(body, transform ?? IDENTITY, lanes);
  }

  place(body: number, transform: Transform, lanes: readonly Lane[]): void {
    this.#bodies.get(body)!.transform = transform;
    for (const lane of lanes) lane.runOnBody(body, (each) => each.setTransform(transform));
  }

  /** Keeps the shape that a pull has given the body. */
  keepShape(body: number, current: Body): void {
    this.#bodies.get(body)!.shape = current.positions.slice();
  }

  /** Applies places and shapes to lanes that were just created. */
  applyTo(lanes: readonly Lane[]): void {
    for (const [body, { transform, shape }] of this.#bodies) {
      for (const lane of lanes) {
        lane.runOnBody(body, (each) => {
          if (shape) each.setPositions(shape);
          each.setTransform(transform);
        });
      }
    }
  }

  clear(): void {
    this.#bodies.clear();
  }
}
