// Bodies that have left the script of their source: grasped by the visitor, or let bounce.

import type { Body } from "mote-collision";
import type { Lane } from "./lane.js";
import { IDENTITY, type Transform } from "./transform.js";

interface Own {
  transform: Transform;
  /** In the body's own frame; null: the rest shape. */
  shape: Float32Array | null;
}

/** Where they are and how they are formed, in every lane alike. */
export class OwnBodies {
  readonly #own = new Map<number, Own>();

  get indices(): ReadonlySet<number> {
    return new Set(this.#own.keys());
  }

  has(body: number): boolean {
    return this.#own.has(body);
  }

  transform(body: number): Transform {
    return this.#own.get(body)?.transform ?? IDENTITY;
  }

  shape(body: number): Float32Array | null {
    return this.#own.get(body)?.shape ?? null;
  }

  /**
   * The body stays as it is now in the leading lane: `place` is where the source has it, or null if only its positions
   * tell.
   */
  take(body: number, place: Transform | null, leader: Body, lanes: readonly Lane[]): void {
    if (this.#own.has(body)) return;
    const shape = place ? null : leader.present().slice();
    this.#own.set(body, { transform: place ?? IDENTITY, shape });
    if (shape) for (const lane of lanes) lane.act(body, (one) => one.setPositions(shape));
    this.place(body, place ?? IDENTITY, lanes);
  }

  place(body: number, transform: Transform, lanes: readonly Lane[]): void {
    this.#own.get(body)!.transform = transform;
    for (const lane of lanes) lane.act(body, (one) => one.setTransform(transform));
  }

  /** Remembers the shape that a pull has given the body. */
  keepShape(body: number, leader: Body): void {
    this.#own.get(body)!.shape = leader.positions.slice();
  }

  /** Lanes that are new get them as they are. */
  enter(lanes: readonly Lane[]): void {
    for (const [body, { transform, shape }] of this.#own) {
      for (const lane of lanes) {
        lane.act(body, (one) => {
          if (shape) one.setPositions(shape);
          one.setTransform(transform);
        });
      }
    }
  }

  clear(): void {
    this.#own.clear();
  }
}
