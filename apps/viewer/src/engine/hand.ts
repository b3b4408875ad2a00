// The visitor's hand: takes hold of a body at a point, moves it, turns it, or pulls a patch of its surface.

import type { Pull } from "mote-collision";
import type { Quaternion, Tool, Vector } from "../protocol.js";
import type { Lane } from "./lane.js";
import type { OwnBodies } from "./own_bodies.js";
import { moved, product, rotationAbout, subtract, translation, type Transform } from "./transform.js";

export class Hand {
  /** Where the grasped point is; of a pull, where it was when the hands of the lanes closed. */
  #point: Vector;
  /** About which it turns: the middle of the body, in its own frame. */
  readonly #middle: Vector;
  readonly #pulls = new Map<Lane, Pull>();
  #target: Vector | null = null;
  #pulledTo: Vector | null = null;

  constructor(
    readonly tool: Tool,
    readonly body: number,
    point: Vector,
    middle: Vector,
    private readonly radius: number,
    private readonly own: OwnBodies,
  ) {
    this.#point = point;
    this.#middle = middle;
  }

  /** Where the grasped point is to be; done by `carried` or `pull`. Places that floats cannot hold are none. */
  drag(to: Vector): void {
    if (to.every((value) => Number.isFinite(Math.fround(value)))) this.#target = to;
  }

  /** Where the body is after turning it on the spot. */
  rotated(by: Quaternion): Transform {
    const now = this.own.transform(this.body);
    return product(rotationAbout(moved(now, this.#middle), by), now);
  }

  /** Where the body is to be now; null where it stays. */
  carried(): Transform | null {
    if (this.tool === "pull" || !this.#target) return null;
    const by = subtract(this.#target, this.#point);
    this.#point = this.#target;
    this.#target = null;
    return product(translation(by), this.own.transform(this.body));
  }

  /** Pulls the patch to where it is dragged; false where nothing changes. */
  pull(lanes: readonly Lane[]): boolean {
    if (this.tool !== "pull" || !this.#target) return false;
    const target = this.#target;
    for (const lane of lanes) {
      lane.act(this.body, (body) => {
        const pull = this.#pulls.get(lane) ?? body.pull(this.#point, this.radius);
        this.#pulls.set(lane, pull);
        pull.moveTo(target);
      });
    }
    this.#pulledTo = target;
    this.#target = null;
    return true;
  }

  /** Lets go of the patch, which stays as it is: before lanes are given up, and at the end. */
  letGo(): void {
    for (const pull of this.#pulls.values()) pull.dispose();
    this.#pulls.clear();
    this.#point = this.#pulledTo ?? this.#point;
    this.#pulledTo = null;
  }
}
