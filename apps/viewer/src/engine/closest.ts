// Finds the two bodies that are closest without touching, and their closest points.

import type { Body, Report, World } from "mote-collision";
import type { ClosestPoints } from "../protocol.js";
import { gap, type Box } from "./bounds.js";

/** Exact distance queries per frame. */
const MAX_QUERIES = 24;
const MAX_BODIES = 400;

interface NearPair {
  a: number;
  b: number;
  gap: number;
}

function nearPairs(boxes: readonly Box[], touching: ReadonlySet<string>): NearPair[] {
  const pairs: NearPair[] = [];
  for (let a = 0; a < boxes.length; a++) {
    for (let b = a + 1; b < boxes.length; b++) {
      if (!touching.has(`${a} ${b}`)) pairs.push({ a, b, gap: gap(boxes[a]!, boxes[b]!) });
    }
  }
  return pairs.sort((p, q) => p.gap - q.gap);
}

/** Queries exact distances of the pairs with the nearest boxes; null if all touch or there are too many bodies. */
export function exactClosest(world: World, bodies: readonly Body[], boxes: readonly Box[], report: Report): ClosestPoints | null {
  if (bodies.length > MAX_BODIES) return null;
  const ordinals = new Map(bodies.map((body, i) => [body.index, i]));
  const touching = new Set(
    report.pairs().filter((pair) => pair.state !== "end").map((pair) => `${ordinals.get(pair.a)} ${ordinals.get(pair.b)}`),
  );
  let best: ClosestPoints | null = null;
  for (const { a, b, gap: least } of nearPairs(boxes, touching).slice(0, MAX_QUERIES)) {
    const limit = best ? best.distance : Infinity;
    if (least >= limit) break;
    const found = world.distance(bodies[a]!, bodies[b]!, limit);
    if (found.faceA === null || !(found.distance < limit)) continue;
    const { distance, onA, onB } = found;
    best = { a, b, distance, onA, onB, exact: found.worth === "exact" };
  }
  return best && best.distance > 0 ? best : null;
}

/** The closest points by the estimate of an approximate method. */
export function estimatedClosest(bodies: readonly Body[], report: Report): ClosestPoints | null {
  const ordinals = new Map(bodies.map((body, i) => [body.index, i]));
  const apart = report.estimates().filter((estimate) => estimate.verdict !== "touch" && estimate.faceA !== null);
  if (apart.length === 0) return null;
  const { a, b, distance, onA, onB } = apart.reduce((p, q) => (q.distance < p.distance ? q : p));
  if (!(distance > 0)) return null;
  return { a: ordinals.get(a)!, b: ordinals.get(b)!, distance, onA, onB, exact: false };
}
