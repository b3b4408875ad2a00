// The result of a method as a sentence.

import type { MethodInfo } from "../protocol.js";
import type { LaneSummary } from "./frame_summary.js";
import { count, measure } from "../../../shared/format.js";

/** The name of a body by its index. */
type Names = (body: number) => string;

function touchingBodies(lane: LaneSummary, name: Names): string {
  const [a, b, more] = lane.hitBodies;
  if (lane.pairs !== 1) return `${count(lane.pairs, "pair")} of bodies touch`;
  if (a === undefined || more !== undefined) return "one pair of bodies touches";
  return b === undefined ? `${name(a)} touches itself` : `${name(a)} and ${name(b)} touch`;
}

function touchingFaces(lane: LaneSummary): string {
  if (lane.facePairs === 0) return "";
  const faces = count(lane.facePairs, "face pair");
  return lane.contacts === 0 ? `: ${faces}` : `: ${faces} in ${count(lane.contacts, "contact")}`;
}

function distanceText(lane: LaneSummary, name: Names): string {
  const { closest } = lane;
  if (!closest || !Number.isFinite(closest.distance)) return "";
  const pair = `${name(closest.a)} and ${name(closest.b)}`;
  const distance = measure(closest.distance);
  return closest.exact ? `${pair} are ${distance} apart` : `${pair} are at most ${distance} apart`;
}

export function statusText(lane: LaneSummary, name: Names): string {
  if (lane.error !== null) return "cannot be used here";
  if (lane.pairs > 0) return touchingBodies(lane, name) + touchingFaces(lane);
  if (lane.ignoresSelf) return "looks for no self-collision";
  return distanceText(lane, name) || "nothing touches";
}

// ------------------------------------------------------------------------------------------------
// Comparing two methods

export interface Verdict {
  text: string;
  /** "bad" if two exact methods contradict each other. */
  kind: "same" | "fewer" | "bad";
}

function has(info: MethodInfo, ability: MethodInfo["abilities"][number]): boolean {
  return info.abilities.includes(ability);
}

function compareWithExact(approximate: LaneSummary, exact: LaneSummary, namesFaces: boolean): Verdict {
  if (approximate.pairs < exact.pairs) {
    return {
      text: `${approximate.method} finds ${approximate.pairs} of ${count(exact.pairs, "pair")} of bodies`,
      kind: "fewer",
    };
  }
  if (!namesFaces) return { text: "same bodies", kind: "same" };
  return { text: `same bodies, ${approximate.facePairs} of ${count(exact.facePairs, "face pair")}`, kind: "same" };
}

/** Null if there is nothing to compare. */
export function compare(a: LaneSummary, b: LaneSummary, infoA: MethodInfo, infoB: MethodInfo): Verdict | null {
  if (a.error !== null || b.error !== null) return null;
  if (a.hash === b.hash) return { text: "same pairs", kind: "same" };
  const exactA = has(infoA, "exact");
  const exactB = has(infoB, "exact");
  if (exactA && exactB) return { text: "differ", kind: "bad" };
  if (exactB) return compareWithExact(a, b, has(infoA, "face-pairs"));
  if (exactA) return compareWithExact(b, a, has(infoB, "face-pairs"));
  return a.pairs === b.pairs ? { text: "same number of bodies", kind: "same" } : { text: "differ", kind: "fewer" };
}
