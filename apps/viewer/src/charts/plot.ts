// A chart of the last frames: lines or filled areas.

import "uplot/dist/uPlot.min.css";
import uPlot from "uplot";
import { HISTORY_LENGTH } from "./history.js";
import type { CssColors } from "./css_colors.js";

export interface Curve {
  label: string;
  /** A custom property of the style sheet. */
  color: string;
  isFilled: boolean;
}

export interface PlotOptions {
  curves: readonly Curve[];
  /** Formats the values of the axis. */
  format(value: number): string;
  /** Maximum of the axis; absent if it depends on the values. */
  max?: number;
}

const HEIGHT = 112;
const AXIS_WIDTH = 52;

/** X values: 0 for the latest frame, negative for earlier ones. */
function ages(length: number): number[] {
  return Array.from({ length }, (_, i) => i - length + 1);
}

function optionsOf(shape: PlotOptions, colors: CssColors, width: number, top: () => number): uPlot.Options {
  const line = () => colors.color("--line");
  return {
    width,
    height: HEIGHT,
    padding: [6, 2, 4, 0],
    cursor: { show: false },
    legend: { show: false },
    select: { show: false, left: 0, top: 0, width: 0, height: 0 },
    scales: {
      x: { time: false, range: () => [1 - HISTORY_LENGTH, 0] },
      y: { range: () => [0, top()] },
    },
    axes: [
      { show: false },
      {
        size: AXIS_WIDTH,
        space: 26,
        gap: 4,
        font: "11px system-ui, sans-serif",
        stroke: () => colors.color("--quiet"),
        grid: { stroke: line, width: 1 },
        ticks: { show: false },
        values: (_plot, splits) => splits.map((value) => shape.format(value)),
      },
    ],
    series: [
      {},
      ...shape.curves.map(({ label, color, isFilled }): uPlot.Series => ({
        label,
        stroke: () => colors.color(color),
        width: isFilled ? 0 : 1.5,
        points: { show: false },
        ...(isFilled ? { fill: () => colors.color(color) } : {}),
      })),
    ],
  };
}

export class Plot {
  readonly #plot: uPlot;
  readonly #observer: ResizeObserver;
  #top = 1;

  constructor(
    container: HTMLElement,
    readonly shape: PlotOptions,
    colors: CssColors,
  ) {
    const width = () => Math.max(120, Math.floor(container.clientWidth));
    const empty: uPlot.AlignedData = [[], ...shape.curves.map(() => [])];
    this.#plot = new uPlot(
      optionsOf(shape, colors, width(), () => this.#top),
      empty,
      container,
    );
    this.#observer = new ResizeObserver(() => {
      if (width() !== this.#plot.width) this.#plot.setSize({ width: width(), height: HEIGHT });
    });
    this.#observer.observe(container);
  }

  /** One column per curve; `max` is the maximum of all charts to be compared. */
  show(columns: (number | null)[][], max: number): void {
    this.#top = this.shape.max ?? (max > 0 ? 1.08 * max : 1);
    this.#plot.setData([ages(columns[0]?.length ?? 0), ...columns]);
  }

  /** Redraws with the present colors. */
  redraw(): void {
    this.#plot.redraw(false, true);
  }

  remove(): void {
    this.#observer.disconnect();
    this.#plot.destroy();
  }
}
