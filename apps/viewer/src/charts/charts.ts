// The charts of the side panel: time per stage for each method, one counter, and recall.

import type { FrameSummary } from "../controls/frame_summary.js";
import { element, find } from "../../../shared/dom.js";
import { measure } from "../../../shared/format.js";
import type { Store } from "../settings.js";
import { type Column, COUNTERS, type Counter, History, STAGES } from "./history.js";
import { CssColors } from "./css_colors.js";
import type { Plot, PlotOptions } from "./plot.js";

const LANE_COLORS = ["--lane-0", "--lane-1"];

const compact = new Intl.NumberFormat("en", { notation: "compact", maximumFractionDigits: 1 });

function maxOf(columns: readonly (number | null)[][]): number {
  let most = 0;
  for (const column of columns) for (const value of column) if (value !== null && value > most) most = value;
  return most;
}

/** Share of frames that may exceed the chart: slow ones, such as the first frame of a method. */
const TRIMMED_FRACTION = 0.02;
const MIN_FRAMES_TO_TRIM = 8;

function trimmedMax(columns: readonly number[][]): number {
  let most = 0;
  for (const column of columns) {
    const spared = column.length < MIN_FRAMES_TO_TRIM ? 0 : Math.ceil(TRIMMED_FRACTION * column.length);
    most = Math.max(most, column.toSorted((a, b) => a - b).at(-1 - spared) ?? 0);
  }
  return most;
}

/** Cumulative sums of the stages, the total first, so that later curves are drawn over earlier ones. */
function stacked(history: History): number[][] {
  const sums: number[][] = [];
  for (const stage of STAGES) {
    const below = sums[0];
    sums.unshift(history.column(stage).map((value, i) => (value ?? 0) + (below?.[i] ?? 0)));
  }
  return sums;
}

export class Charts {
  readonly #section: HTMLDetailsElement;
  readonly #timeContainer: HTMLElement;
  readonly #counterContainer: HTMLElement;
  readonly #recallContainer: HTMLElement;
  readonly #recallSection: HTMLElement;
  readonly #legend: HTMLElement;
  readonly #counterSelect: HTMLSelectElement;
  readonly #colors: CssColors;
  /** Draws the charts. Loaded once there is a frame to draw, so that the first frame does not wait for it. */
  #Plot: typeof Plot | null = null;
  #isLoading = false;
  #histories: History[] = [];
  #timePlots: Plot[] = [];
  #counterPlot: Plot | null = null;
  #recallPlot: Plot | null = null;

  constructor(root: HTMLElement, store: Store) {
    this.#section = find(root, "#charts-section", HTMLDetailsElement);
    this.#timeContainer = find(root, "#time-charts", HTMLElement);
    this.#counterContainer = find(root, "#counter-chart", HTMLElement);
    this.#recallContainer = find(root, "#recall-chart", HTMLElement);
    this.#recallSection = find(root, "#recall-section", HTMLElement);
    this.#legend = find(root, "#lane-legend", HTMLElement);
    this.#counterSelect = find(root, "#counter", HTMLSelectElement);
    this.#colors = new CssColors(this.#section);
    find(root, "#time-legend", HTMLElement).append(
      ...STAGES.map((stage) => element("li", {}, element("span", { class: `mark stage-${stage}` }), stage)),
    );
    this.#counterSelect.addEventListener("change", () => this.show());
    this.#section.addEventListener("toggle", () => this.show());
    store.subscribe((now, before) => {
      if (now.theme !== before.theme) this.#recolor();
    });
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => this.#recolor());
  }

  /** A new source was opened. */
  clear(): void {
    this.#histories = [];
  }

  /** To be called for every frame. */
  addFrame(summary: FrameSummary): void {
    const isKnown =
      summary.lanes.length === this.#histories.length &&
      summary.lanes.every((lane, i) => lane.method === this.#histories[i]!.method);
    if (!isKnown) this.#histories = summary.lanes.map((lane) => new History(lane.method));
    summary.lanes.forEach((lane, i) => this.#histories[i]!.add(lane));
    if (!isKnown && this.#Plot) this.#makePlots(this.#Plot);
  }

  async #load(): Promise<void> {
    if (this.#isLoading) return;
    this.#isLoading = true;
    this.#Plot = (await import("./plot.js")).Plot;
    this.#makePlots(this.#Plot);
    this.show();
  }

  show(): void {
    if (!this.#section.open || this.#histories.length === 0) return;
    if (!this.#Plot) return void this.#load();
    const times = this.#histories.map(stacked);
    const longest = trimmedMax(times.map((sums) => sums[0]!));
    this.#timePlots.forEach((plot, i) => plot.show(times[i]!, longest));
    const counts = this.#columns(this.#counter);
    this.#counterPlot?.show(counts, maxOf(counts));
    const hasRecall = this.#histories.some((history) => history.hasRecall);
    this.#recallSection.hidden = !hasRecall;
    if (hasRecall) this.#recallPlot?.show(this.#columns("recall"), 1);
  }

  get #counter(): Counter {
    return COUNTERS.find((counter) => counter === this.#counterSelect.value) ?? "candidates";
  }

  #columns(name: Column): (number | null)[][] {
    return this.#histories.map((history) => history.column(name));
  }

  #makePlots(PlotClass: typeof Plot): void {
    for (const plot of [...this.#timePlots, this.#counterPlot, this.#recallPlot]) plot?.remove();
    const perLane = (extra: Pick<PlotOptions, "format" | "max">): PlotOptions => ({
      curves: this.#histories.map(({ method }, i) => ({
        label: method,
        color: LANE_COLORS[i] ?? "--ink",
        isFilled: false,
      })),
      ...extra,
    });
    this.#recallSection.hidden = false;
    this.#timeContainer.replaceChildren();
    this.#timePlots = this.#histories.map((history) => this.#makeTimePlot(PlotClass, history));
    this.#counterPlot = new PlotClass(
      this.#counterContainer,
      perLane({ format: (value) => compact.format(value) }),
      this.#colors,
    );
    this.#recallPlot = new PlotClass(
      this.#recallContainer,
      perLane({ format: (value) => `${Math.round(100 * value)} %`, max: 1 }),
      this.#colors,
    );
    this.#legend.hidden = this.#histories.length < 2;
    this.#legend.replaceChildren(
      ...this.#histories.map(({ method }, i) =>
        element("li", {}, element("span", { class: `mark lane-${i}` }), method),
      ),
    );
  }

  #makeTimePlot(PlotClass: typeof Plot, { method }: History): Plot {
    const container = element("div", { role: "img", "aria-label": `Time per stage of ${method} over the last frames` });
    const head = this.#histories.length < 2 ? "Time per stage" : `Time per stage, ${method}`;
    this.#timeContainer.append(element("p", { class: "chart-head" }, head), container);
    const curves = STAGES.map((stage) => ({ label: stage, color: `--stage-${stage}`, isFilled: true })).reverse();
    return new PlotClass(container, { curves, format: (value) => `${measure(value)} ms` }, this.#colors);
  }

  #recolor(): void {
    this.#colors.clear();
    for (const plot of [...this.#timePlots, this.#counterPlot, this.#recallPlot]) plot?.redraw();
  }
}
