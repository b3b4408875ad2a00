// The table of what a frame cost, one column a method.

import { element, find } from "../../../shared/dom.js";
import { integer } from "../../../shared/format.js";
import { bytes, milliseconds, percent } from "./format.js";
import type { FrameSummary, LaneSummary } from "./frame_summary.js";

interface Row {
  label: string;
  title: string;
  /** Of the page, not of a method. */
  isShared?: true;
  show(lane: LaneSummary, digest: FrameSummary, pace: Averages): string;
}

/** Means of the last frames. */
interface Averages {
  detectMs: number;
  framesPerSecond: number;
}

function partOf(found: number, there: number): string {
  return there === 0 ? "–" : `${percent(found, there)} of ${integer(there)}`;
}

const ROWS: readonly Row[] = [
  { label: "pairs of bodies", title: "Bodies that meet", show: (lane) => integer(lane.pairs) },
  {
    label: "face pairs",
    title: "Triangles that share a point with one of another body",
    show: (lane) => integer(lane.facePairs),
  },
  { label: "contacts", title: "Connected regions of face pairs", show: (lane) => integer(lane.contacts) },
  {
    label: "candidates",
    title: "Face pairs with overlapping boxes that were looked at",
    show: (lane) => integer(lane.stats.candidates),
  },
  {
    label: "exact calls",
    title: "Face pairs that floating point could not decide",
    show: (lane) => integer(lane.stats.exactCalls),
  },
  {
    label: "vertices touched",
    title: "Read one by one, each counted once a body",
    show: (lane) => integer(lane.stats.touchedVertices),
  },
  {
    label: "vertices evaluated",
    title: "By deformers, on demand",
    show: (lane) => integer(lane.stats.evaluatedVertices),
  },
  {
    label: "hops",
    title: "Of particles and descents, from one vertex or face to another",
    show: (lane) => integer(lane.stats.hops),
  },
  {
    label: "force evaluations",
    title: "Of one particle on another",
    show: (lane) => integer(lane.stats.forceEvaluations),
  },
  {
    label: "time of detect",
    title: "Mean of the last frames, in the worker",
    show: (_lane, _digest, pace) => milliseconds(pace.detectMs),
  },
  { label: "memory", title: "Held by the world, meshes not included", show: (lane) => bytes(lane.stats.bytes) },
  {
    label: "recall, frames",
    title: "Of the frames in which the exact method finds something, those in which this one does",
    show: ({ recall }) => (recall ? partOf(recall.foundFrames, recall.collidingFrames) : "exact"),
  },
  {
    label: "recall, pairs",
    title: "Of all pairs of bodies that the exact method finds, those that this one does",
    show: ({ recall }) => (recall ? partOf(recall.foundPairs, recall.pairs) : "exact"),
  },
  {
    label: "frames a second",
    title: "That were detected and drawn, while playing",
    isShared: true,
    show: (_lane, digest, pace) => (digest.playing && pace.framesPerSecond > 0 ? pace.framesPerSecond.toFixed(0) : "–"),
  },
  {
    label: "main thread",
    title: "Work of the page for a frame: drawing and controls",
    isShared: true,
    show: (_lane, digest) => milliseconds(digest.mainThreadMs),
  },
  { label: "hash", title: "Of all pairs and faces; the same on every machine", show: (lane) => lane.hash },
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
  /** Milliseconds of detect in the last frames, of each lane. */
  #times: number[][] = [];
  /** When they came. */
  #arrivals: number[] = [];

  constructor(root: HTMLElement) {
    this.#section = find(root, "#numbers-section", HTMLDetailsElement);
    this.#head = find(root, "#numbers thead tr", HTMLTableRowElement);
    this.#body = find(root, "#numbers tbody", HTMLTableSectionElement);
  }

  /** Of every frame. */
  addFrame(digest: FrameSummary): void {
    const methods = digest.lanes.map((lane) => lane.method).join();
    if (methods !== this.#methods) this.#makeTable(digest.lanes, methods);
    digest.lanes.forEach((lane, i) => keep(this.#times[i]!, 1e3 * lane.stats.totalSeconds));
    keep(this.#arrivals, performance.now());
  }

  show(digest: FrameSummary): void {
    if (!this.#section.open) return;
    const framesPerSecond = this.#framesPerSecond();
    ROWS.forEach((row, r) => {
      this.#cells[r]!.forEach((cell, i) => {
        const lane = digest.lanes[i]!;
        const isEmpty = lane.error !== null && !row.isShared;
        const text = isEmpty ? "–" : row.show(lane, digest, { detectMs: mean(this.#times[i]!), framesPerSecond: framesPerSecond });
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
