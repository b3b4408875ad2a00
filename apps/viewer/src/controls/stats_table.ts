// The table of results and costs of a frame, one column per method.

import { element, find } from "../../../shared/dom.js";
import { integer } from "../../../shared/format.js";
import { bytes, milliseconds, percent } from "./format.js";
import type { FrameSummary, LaneSummary } from "./frame_summary.js";

interface Row {
  label: string;
  title: string;
  /** One value for all methods. */
  isShared?: true;
  show(lane: LaneSummary, summary: FrameSummary, averages: Averages): string;
}

/** Averages over the last frames. */
interface Averages {
  detectMs: number;
  framesPerSecond: number;
}

function recallText(found: number, total: number, ignoresSelf: boolean): string {
  if (total === 0) return ignoresSelf ? "no self-collision" : "–";
  return `${percent(found, total)} of ${integer(total)}`;
}

const ROWS: readonly Row[] = [
  { label: "pairs of bodies", title: "Pairs of bodies that touch", show: (lane) => integer(lane.pairs) },
  {
    label: "face pairs",
    title: "Pairs of triangles of two bodies that share a point",
    show: (lane) => integer(lane.facePairs),
  },
  { label: "contacts", title: "Connected regions of face pairs", show: (lane) => integer(lane.contacts) },
  {
    label: "between frames",
    title: "The first moment after this frame at which two bodies meet that do not touch in it, by the sweep of the layer Impacts",
    isShared: true,
    show: (_lane, { impacts }) => (!impacts ? "–" : impacts.first ? `met at ${impacts.first}` : impacts.count > 0 ? "already touching" : "nothing met"),
  },
  {
    label: "detection time",
    title: "Average over the last frames, in the worker",
    show: (_lane, _summary, averages) => milliseconds(averages.detectMs),
  },
  {
    label: "recall, frames",
    title: "Share of the frames with a collision in which this method found one",
    show: ({ recall, ignoresSelf }) =>
      recall ? recallText(recall.foundFrames, recall.collidingFrames, ignoresSelf) : "exact",
  },
  {
    label: "recall, pairs",
    title: "Share of all colliding pairs of bodies that this method found",
    show: ({ recall, ignoresSelf }) => (recall ? recallText(recall.foundPairs, recall.pairs, ignoresSelf) : "exact"),
  },
  {
    label: "candidates",
    title: "Face pairs with overlapping boxes that were tested",
    show: (lane) => integer(lane.stats.candidates),
  },
  {
    label: "exact calls",
    title: "Face pairs that floating-point arithmetic could not decide",
    show: (lane) => integer(lane.stats.exactCalls),
  },
  {
    label: "vertices touched",
    title: "Vertices that were read individually, each counted once per body",
    show: (lane) => integer(lane.stats.touchedVertices),
  },
  {
    label: "vertices evaluated",
    title: "Vertices that deformers evaluated on demand",
    show: (lane) => integer(lane.stats.evaluatedVertices),
  },
  {
    label: "hops",
    title: "Steps of particles and descents from one vertex or face to the next",
    show: (lane) => integer(lane.stats.hops),
  },
  {
    label: "force evaluations",
    title: "Evaluations of the force of one particle on another",
    show: (lane) => integer(lane.stats.forceEvaluations),
  },
  { label: "memory", title: "Memory of the world, without meshes", show: (lane) => bytes(lane.stats.bytes) },
  {
    label: "frames per second",
    title: "Frames detected and drawn, while playing",
    isShared: true,
    show: (_lane, summary, averages) => (summary.playing && averages.framesPerSecond > 0 ? averages.framesPerSecond.toFixed(0) : "–"),
  },
  {
    label: "main thread",
    title: "Time per frame for drawing and controls",
    isShared: true,
    show: (_lane, summary) => milliseconds(summary.mainThreadMs),
  },
  { label: "hash", title:
      "Hash of the report: pairs of bodies, whether each begins or persists, and all face pairs; the same on every machine. " +
      "After a jump, a touching pair begins anew, so the hash of a frame depends on the frame before", show: (lane) => lane.hash },
];

const NARROW_ROWS = new Set(["hash"]);

const SMOOTHED_FRAMES = 30;

function keep(values: number[], value: number): void {
  values.push(value);
  if (values.length > SMOOTHED_FRAMES) values.shift();
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

export class StatsTable {
  readonly #section: HTMLDetailsElement;
  readonly #head: HTMLTableRowElement;
  readonly #body: HTMLTableSectionElement;
  #methods = "";
  #cells: HTMLTableCellElement[][] = [];
  /** Detection times of the last frames, for each lane. */
  #times: number[][] = [];
  /** Arrival times of the last frames. */
  #arrivals: number[] = [];

  constructor(root: HTMLElement) {
    this.#section = find(root, "#numbers-section", HTMLDetailsElement);
    this.#head = find(root, "#numbers thead tr", HTMLTableRowElement);
    this.#body = find(root, "#numbers tbody", HTMLTableSectionElement);
  }

  /** To be called for every frame. */
  addFrame(summary: FrameSummary): void {
    const methods = summary.lanes.map((lane) => lane.method).join();
    if (methods !== this.#methods) this.#makeTable(summary.lanes, methods);
    summary.lanes.forEach((lane, i) => keep(this.#times[i]!, 1e3 * lane.stats.totalSeconds));
    keep(this.#arrivals, performance.now());
  }

  show(summary: FrameSummary): void {
    if (!this.#section.open) return;
    const framesPerSecond = this.#framesPerSecond();
    ROWS.forEach((row, r) => {
      this.#cells[r]!.forEach((cell, i) => {
        const lane = summary.lanes[i]!;
        const isEmpty = lane.error !== null && !row.isShared;
        const text = isEmpty ? "–" : row.show(lane, summary, { detectMs: mean(this.#times[i]!), framesPerSecond: framesPerSecond });
        if (cell.textContent === text) return;
        cell.textContent = text;
        cell.classList.toggle("nothing", text === "0" || text === "–");
      });
    });
  }

  #framesPerSecond(): number {
    const [first] = this.#arrivals;
    const last = this.#arrivals.at(-1);
    return first === undefined || last === undefined || last === first
      ? 0
      : (1e3 * (this.#arrivals.length - 1)) / (last - first);
  }

  #makeTable(lanes: readonly LaneSummary[], methods: string): void {
    this.#methods = methods;
    this.#times = lanes.map(() => []);
    const heads = lanes.map((lane, i) => element("th", { scope: "col", "data-lane": i }, lane.method));
    this.#head.replaceChildren(element("td"), ...heads);
    this.#cells = ROWS.map((row) =>
      row.isShared ? [element("td", { colspan: lanes.length })] : lanes.map(() => element("td")),
    );
    this.#body.replaceChildren(
      ...ROWS.map((row, r) =>
        element(
          "tr",
          NARROW_ROWS.has(row.label) ? { class: "narrow" } : {},
          element("th", { scope: "row", title: row.title }, row.label),
          ...this.#cells[r]!,
        ),
      ),
    );
  }
}
