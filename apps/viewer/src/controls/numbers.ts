// The table of what a frame cost, one column a method.

import { milliseconds, bytes, integer, share } from "./format.js";
import type { FrameDigest, LaneDigest } from "./digest.js";
import { element, find, setText } from "./dom.js";

interface Row {
  label: string;
  title: string;
  show(lane: LaneDigest, digest: FrameDigest, detectMs: number): string;
}

const ROWS: readonly Row[] = [
  { label: "pairs of bodies", title: "Bodies that meet", show: (lane) => integer(lane.pairs) },
  { label: "face pairs", title: "Triangles that share a point with one of another body", show: (lane) => integer(lane.facePairs) },
  { label: "contacts", title: "Connected regions of face pairs", show: (lane) => integer(lane.contacts) },
  { label: "candidates", title: "Face pairs with overlapping boxes that were looked at", show: (lane) => integer(lane.stats.candidates) },
  { label: "exact calls", title: "Face pairs that floating point could not decide", show: (lane) => integer(lane.stats.exactCalls) },
  { label: "vertices touched", title: "Read one by one, each counted once a body", show: (lane) => integer(lane.stats.touchedVertices) },
  { label: "vertices evaluated", title: "By deformers, on demand", show: (lane) => integer(lane.stats.evaluatedVertices) },
  { label: "hops", title: "Of particles and descents, from one vertex or face to another", show: (lane) => integer(lane.stats.hops) },
  { label: "force evaluations", title: "Of one particle on another", show: (lane) => integer(lane.stats.forceEvaluations) },
  { label: "time of detect", title: "Mean of the last frames, in the worker", show: (_lane, _digest, ms) => milliseconds(ms) },
  { label: "memory", title: "Held by the world, meshes not included", show: (lane) => bytes(lane.stats.bytes) },
  {
    label: "recall, frames",
    title: "Of the frames in which the exact method finds something, those in which this one does",
    show: ({ recall }) => (recall ? `${share(recall.foundFrames, recall.collidingFrames)} of ${integer(recall.collidingFrames)}` : "exact"),
  },
  {
    label: "recall, pairs",
    title: "Of all pairs of bodies that the exact method finds, those that this one does",
    show: ({ recall }) => (recall ? `${share(recall.foundPairs, recall.pairs)} of ${integer(recall.pairs)}` : "exact"),
  },
  { label: "main thread", title: "Work of the page for this frame: drawing and controls", show: (_lane, digest) => milliseconds(digest.mainThreadMs) },
  { label: "hash", title: "Of all pairs and faces; the same on every machine", show: (lane) => lane.hash },
];

/** Of the page, not of a lane. */
const SHARED_ROWS = new Set(["main thread"]);
const NARROW_ROWS = new Set(["hash"]);

const SMOOTHED_FRAMES = 30;

export class Numbers {
  readonly #section: HTMLDetailsElement;
  readonly #head: HTMLTableRowElement;
  readonly #body: HTMLTableSectionElement;
  #methods = "";
  #cells: HTMLTableCellElement[][] = [];
  #times: number[][] = [];

  constructor(root: HTMLElement) {
    this.#section = find(root, "#numbers-section", HTMLDetailsElement);
    this.#head = find(root, "#numbers thead tr", HTMLTableRowElement);
    this.#body = find(root, "#numbers tbody", HTMLTableSectionElement);
  }

  /** Of every frame. */
  note(digest: FrameDigest): void {
    const methods = digest.lanes.map((lane) => lane.method).join();
    if (methods !== this.#methods) this.#makeTable(digest.lanes, methods);
    digest.lanes.forEach((lane, i) => {
      const times = this.#times[i]!;
      times.push(1e3 * lane.stats.totalSeconds);
      if (times.length > SMOOTHED_FRAMES) times.shift();
    });
  }

  show(digest: FrameDigest): void {
    if (!this.#section.open) return;
    const means = this.#times.map((times) => times.reduce((sum, time) => sum + time, 0) / times.length);
    ROWS.forEach((row, r) => {
      this.#cells[r]!.forEach((cell, lane) => setText(cell, this.#textOf(row, digest, lane, means[lane]!)));
    });
  }

  #textOf(row: Row, digest: FrameDigest, index: number, detectMs: number): string {
    const lane = digest.lanes[index]!;
    return lane.refused !== null && !SHARED_ROWS.has(row.label) ? "–" : row.show(lane, digest, detectMs);
  }

  #makeTable(lanes: readonly LaneDigest[], methods: string): void {
    this.#methods = methods;
    this.#times = lanes.map(() => []);
    const heads = lanes.map((lane, i) => element("th", { scope: "col" }, element("span", { class: `mark lane-${i}` }), lane.method));
    this.#head.replaceChildren(element("td"), ...heads);
    this.#cells = ROWS.map((row) =>
      SHARED_ROWS.has(row.label) ? [element("td", { colspan: lanes.length })] : lanes.map(() => element("td")),
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
