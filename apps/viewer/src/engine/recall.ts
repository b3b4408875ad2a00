// How much of what there is a method finds, against the exact one on the same frames.

import type { Report } from "mote-collision";
import type { Recall } from "../protocol.js";

export class RecallCount {
  #count: Recall = { collidingFrames: 0, foundFrames: 0, pairs: 0, foundPairs: 0 };

  /** Of one frame. */
  add(truth: Report, found: Report): void {
    const there = touching(truth);
    const seen = touching(found);
    const common = [...there].filter((pair) => seen.has(pair)).length;
    const { collidingFrames, foundFrames, pairs, foundPairs } = this.#count;
    this.#count = {
      collidingFrames: collidingFrames + Number(there.size > 0),
      foundFrames: foundFrames + Number(common > 0),
      pairs: pairs + there.size,
      foundPairs: foundPairs + common,
    };
  }

  get now(): Recall {
    return this.#count;
  }
}

function touching(report: Report): Set<string> {
  const meeting = report.pairs().filter((pair) => pair.relation === "touch");
  return new Set(meeting.map((pair) => `${pair.a} ${pair.b}`));
}
