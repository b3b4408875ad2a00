// How hard bodies of a script meet: their speeds are all that is known of them.

import type { Body, Report } from "mote-collision";
import type { Vector } from "../protocol.js";
import type { Box } from "./bounds.js";
import { length, middle, subtract } from "./transform.js";

/**
 * The highest speed, in units a frame, at which two bodies that have just met came together; 0 if none have. Boxes are
 * those of the bodies, in the frame before and now.
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
    return subtract(middle(later.min, later.max), middle(then.min, then.max));
  };
  const begun = report.pairs().filter((pair) => pair.state === "begin" && pair.a !== pair.b);
  return Math.max(0, ...begun.map((pair) => length(subtract(velocity(pair.a), velocity(pair.b)))));
}
