// One chart over the last frames: lines, or sums with filled areas below them.

import uPlot from "uplot";
import { HISTORY_LENGTH } from "./history.js";
import type { CssColors } from "./css_colors.js";

export interface Curve {
  label: string;
  /** A property of the style. */
  color: string;
  isFilled: boolean;
}

export interface PlotOptions {
  curves: readonly Curve[];
  /** Of the values beside the axis. */
  format(value: number): string;
  /** Of the values: fixed, or as high as they are. */
  max?: number;
}

const HEIGHT = 112;
const AXIS_WIDTH = 52;

/** Frames before the latest one. */
function ages(length: number): number[] {
  return Array.from({ length }, (_, i) => i - length + 1);
}

function optionsOf(shape: PlotOptions, palette: CssColors, width: number, top: () => number): uPlot.Options {
  const line = () => palette.color("--line");
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
        stroke: () => palette.color("--quiet"),
        grid: { stroke: line, width: 1 },
        ticks: { show: false },
        values: (_plot, splits) => splits.map((value) => shape.format(value)),
      },
    ],
    series: [
      {},
      ...shape.curves.map(({ label, color, isFilled }): uPlot.Series => ({
        label,
        stroke: () => palette.color(color),
        width: isFilled ? 0 : 1.5,
        points: { show: false },
        ...(isFilled ? { fill: () => palette.color(color) } : {}),
      })),
    ],
  };
}

export class Plot {
  readonly #plot: uPlot;
  readonly #observer: ResizeObserver;
  #top = 1;

  constructor(
    room: HTMLElement,
    readonly shape: PlotOptions,
    palette: CssColors,
  ) {
    const width = () => Math.max(120, Math.floor(room.clientWidth));
    const empty: uPlot.AlignedData = [[], ...shape.curves.map(() => [])];
    this.#plot = new uPlot(
      optionsOf(shape, palette, width(), () => this.#top),
      empty,
      room,
    );
    this.#observer = new ResizeObserver(() => {
      if (width() !== this.#plot.width) this.#plot.setSize({ width: width(), height: HEIGHT });
    });
    this.#observer.observe(room);
  }

  /** One column a curve; `most` is the highest value of all charts that are to be compared. */
  show(columns: (number | null)[][], most: number): void {
    this.#top = this.shape.max ?? (most > 0 ? 1.08 * most : 1);
    this.#plot.setData([ages(columns[0]?.length ?? 0), ...columns]);
  }

  /** With the colors of now. */
  redraw(): void {
    this.#plot.redraw(false, true);
  }

  remove(): void {
    this.#observer.disconnect();
    this.#plot.destroy();
  }
}
