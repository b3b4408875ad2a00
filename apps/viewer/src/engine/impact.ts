// How hard animated bodies hit each other, judged by their speeds.

import type { Body, Report } from "mote-collision";
import type { Vector } from "../protocol.js";
import type { Box } from "./bounds.js";
import { length, midpoint, subtract } from "./transform.js";

/**
 * The highest relative speed, in units per frame, of two bodies that began to touch in this frame; 0 if none did.
 * `before` and `now` are the boxes of the bodies in the previous and in this frame.
 */
export function approachSpeed(
  report: Report,
  bodies: readonly Body[],
  before: readonly Box[],
  now: readonly Box[],
): number {
  const velocity = (index: number): Vector => {
    const body = bodies.findIndex((one) => one.index === index);
    const [then, later] = [before[body], now[body]];
    if (!then || !later) return [0, 0, 0];
    return subtract(midpoint(later.min, later.max), midpoint(then.min, then.max));
  };
  const begun = report.pairs().filter((pair) => pair.state === "begin" && pair.a !== pair.b);
  return Math.max(0, ...begun.map((pair) => length(subtract(velocity(pair.a), velocity(pair.b)))));
}
