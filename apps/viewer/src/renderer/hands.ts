// Two hands: each finger on the canvas uses one. A hand can keep its body when its finger is lifted, so that a mouse, too,
// can hold one body and move another.

import type { Hand, Quaternion, Ray, Tool, Vector } from "../protocol.js";
import { Grab, type View } from "./grab.js";
import type { Point } from "./viewports.js";

/** Calls to the engine. */
export interface HandHandlers {
  grab(hand: Hand, tool: Tool, ray: Ray): Promise<{ body: number; point: Vector } | null>;
  /** Target of the grabbed point. */
  drag(hand: Hand, to: Vector): void;
  /** Relative to the present rotation. */
  rotate(hand: Hand, by: Quaternion): void;
  release(hand: Hand): void;
  /** Takes a body by its index. */
  take(hand: Hand, tool: Tool, body: number, eye: Vector): Promise<{ body: number; point: Vector } | null>;
}

const HANDS: readonly Hand[] = [0, 1];

export class Hands {
  readonly #grabs: readonly Grab[];
  /** The hand of each finger that is down. */
  readonly #ofFinger = new Map<number, Hand>();
  /** The hand that keeps its body. */
  #kept: Hand | null = null;

  constructor(handlers: HandHandlers, view: View) {
    this.#grabs = HANDS.map(
      (hand) =>
        new Grab(
          {
            grab: (tool, ray) => handlers.grab(hand, tool, ray),
            drag: (to) => handlers.drag(hand, to),
            rotate: (by) => handlers.rotate(hand, by),
            release: () => handlers.release(hand),
          },
          view,
        ),
    );
  }

  /** What each hand holds. */
  get held(): readonly Grab["held"][] {
    return this.#grabs.map((grab) => grab.held);
  }

  /** Returns false if both hands are full. */
  start(finger: number, tool: Tool, at: Point): boolean {
    const used = [...this.#ofFinger.values()];
    if (this.#kept !== null && !this.#grabs[this.#kept]!.mayHold) this.keep(); // it was kept in vain
    const hand = HANDS.find((each) => each !== this.#kept && !used.includes(each));
    if (hand === undefined) return false;
    this.#ofFinger.set(finger, hand);
    this.#grabs[hand]!.start(tool, at);
    return true;
  }

  move(finger: number, at: Point, by: Point): void {
    const hand = this.#ofFinger.get(finger);
    if (hand !== undefined) this.#grabs[hand]!.move(at, by);
  }

  /** Moves what the last finger holds. */
  wheel(steps: number): void {
    const hand = [...this.#ofFinger.values()].at(-1);
    if (hand !== undefined) this.#grabs[hand]!.wheel(steps);
  }

  /** Ends all presses unless one of them holds a body. Returns true if it did. */
  cancelUnlessHeld(): boolean {
    const pressed = [...this.#ofFinger.values()];
    if (pressed.some((hand) => this.#grabs[hand]!.held)) return false;
    for (const hand of pressed) this.#grabs[hand]!.end();
    this.#ofFinger.clear();
    return true;
  }

  end(finger: number): void {
    const hand = this.#ofFinger.get(finger);
    if (hand === undefined) return;
    this.#ofFinger.delete(finger);
    if (hand !== this.#kept) this.#grabs[hand]!.end();
  }

  /** Keeps the body that a finger holds when it is lifted; lets go what was kept before. */
  keep(): void {
    const kept = this.#kept;
    this.#kept = null;
    if (kept !== null) {
      if (![...this.#ofFinger.values()].includes(kept)) this.#grabs[kept]!.end();
      return;
    }
    const holding = [...this.#ofFinger.values()].find((hand) => this.#grabs[hand]!.mayHold);
    if (holding !== undefined) this.#kept = holding;
  }

  /** Lets go everything. */
  endAll(): void {
    this.#kept = null;
    this.#ofFinger.clear();
    for (const grab of this.#grabs) grab.end();
  }
}
