// What the colors of the layer of costs mean, on the 3-D view.

import { COST_LEVELS } from "../engine/face_costs.js";
import { COSTS, cssColor } from "../renderer/colors.js";
import { element, find } from "../../../shared/dom.js";
import type { FrameSummary } from "./frame_summary.js";

/** The lowest number of tests of a level, as in face_costs.ts. */
function levelText(level: number): string {
  return `${2 ** level}${level === COST_LEVELS - 1 ? "+" : ""}`;
}

export class CostLegend {
  readonly #legend: HTMLElement;

  constructor(root: HTMLElement) {
    this.#legend = find(root, "#cost-legend", HTMLElement);
    const levels = COSTS.map((color, level) => {
      const swatch = element("i");
      swatch.style.background = cssColor(color);
      return element("span", {}, swatch, levelText(level));
    });
    this.#legend.append("Tests of each triangle: ", ...levels);
  }

  show({ lanes }: FrameSummary): void {
    this.#legend.hidden = !lanes.some((lane) => lane.hasCosts);
  }
}
