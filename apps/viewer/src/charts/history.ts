// The costs of one method over the last frames, oldest first.

import type { LaneSummary } from "../controls/frame_summary.js";

export const HISTORY_LENGTH = 240;

/** The first four are in milliseconds and are stacked in the chart; recall is from 0 to 1. */
export type Column =
  | "update"
  | "broad"
  | "pairs"
  | "report"
  | "candidates"
  | "exactCalls"
  | "touchedVertices"
  | "hops"
  | "facePairs"
  | "recall";

export const STAGES = ["update", "broad", "pairs", "report"] as const satisfies readonly Column[];
export const COUNTERS = [
  "candidates",
  "exactCalls",
  "touchedVertices",
  "hops",
  "facePairs",
] as const satisfies readonly Column[];
export type Counter = (typeof COUNTERS)[number];

function valuesOf({ stats, facePairs, recall }: LaneSummary): Record<Column, number | null> {
  return {
    update: 1e3 * stats.updateSeconds,
    broad: 1e3 * stats.broadSeconds,
    pairs: 1e3 * stats.pairsSeconds,
    report: 1e3 * stats.reportSeconds,
    candidates: stats.candidates,
    exactCalls: stats.exactCalls,
    touchedVertices: stats.touchedVertices,
    hops: stats.hops,
    facePairs,
    recall: recall && recall.collidingFrames > 0 ? recall.foundFrames / recall.collidingFrames : null,
  };
}

export class History {
  readonly #columns = new Map<Column, (number | null)[]>();
  #hasRecall = false;

  constructor(readonly method: string) {}

  get hasRecall(): boolean {
    return this.#hasRecall;
  }

  add(lane: LaneSummary): void {
    this.#hasRecall = lane.recall !== null;
    for (const [column, value] of Object.entries(valuesOf(lane)) as [Column, number | null][]) {
      const values = this.column(column);
      values.push(value);
      if (values.length > HISTORY_LENGTH) values.shift();
    }
  }

  column(name: Column): (number | null)[] {
    let values = this.#columns.get(name);
    if (!values) this.#columns.set(name, (values = []));
    return values;
  }
}
