// A body that the visitor has grabbed at a point and moves, turns, or pulls a patch of.

import type { Pull } from "mote-collision";
import type { Quaternion, Tool, Vector } from "../protocol.js";
import type { DetachedBodies } from "./detached_bodies.js";
import type { Lane } from "./lane.js";
import { multiply, rotationAbout, subtract, transformPoint, translation, type Transform } from "./transform.js";

export class Drag {
  /** Where the grabbed point is; for a pull, where it was when the pulls began. */
  #point: Vector;
  /** Center of rotation, in the body's frame. */
  readonly #center: Vector;
  readonly #pulls = new Map<Lane, Pull>();
  /** Where the hand has the body, if nothing keeps it from there. */
  #free: Transform;
  #target: Vector | null = null;
  #pulledTo: Vector | null = null;

  constructor(
    readonly tool: Tool,
    readonly body: number,
    point: Vector,
    center: Vector,
    private readonly radius: number,
    detached: DetachedBodies,
  ) {
    this.#point = point;
    this.#center = center;
    this.#free = detached.transform(body);
  }

  /** Where the hand has the body. */
  get free(): Transform {
    return this.#free;
  }

  /** Sets the target of the grabbed point, for `move` or `pull`. Ignores targets that overflow a float. */
  setTarget(to: Vector): void {
    if (to.every((value) => Number.isFinite(Math.fround(value)))) this.#target = to;
  }

  /** Rotates the body about its center. */
  rotate(by: Quaternion): void {
    this.#free = multiply(rotationAbout(transformPoint(this.#free, this.#center), by), this.#free);
  }

  /** Moves the body to the target. Returns false if it stays. */
  move(): boolean {
    if (this.tool === "pull" || !this.#target) return false;
    const by = subtract(this.#target, this.#point);
    this.#point = this.#target;
    this.#target = null;
    this.#free = multiply(translation(by), this.#free);
    return true;
  }

  /** Pulls the patch to the target in all lanes. Returns false if nothing changes. */
  pull(lanes: readonly Lane[]): boolean {
    if (this.tool !== "pull" || !this.#target) return false;
    const target = this.#target;
    for (const lane of lanes) {
      lane.runOnBody(this.body, (body) => {
        const pull = this.#pulls.get(lane) ?? body.pull(this.#point, this.radius);
        this.#pulls.set(lane, pull);
        pull.moveTo(target);
      });
    }
    this.#pulledTo = target;
    this.#target = null;
    return true;
  }

  /** Ends the pulls, which keeps the shape: before lanes are disposed, and at the end. */
  releasePulls(): void {
    for (const pull of this.#pulls.values()) pull.dispose();
    this.#pulls.clear();
    this.#point = this.#pulledTo ?? this.#point;
    this.#pulledTo = null;
  }
}
