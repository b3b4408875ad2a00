// Text over the 3-D view: errors of methods and distances. It is HTML, so that it is sharp, accessible, and uses the
// fonts of the page.

import type { Vector } from "../protocol.js";
import type { SceneTheme } from "./colors.js";
import type { Point, Rectangle } from "./viewports.js";

/** A text to the right of points of the scene, so that it does not cover what is between them. */
export interface ScenePlace {
  text: string;
  beside: readonly Vector[];
}

export interface PlacedText {
  text: string;
  at: Point;
}

export interface LaneLabel {
  area: Rectangle;
  error: string | null;
  /** Text and position of the distance label; null if there is none. */
  distance: PlacedText | null;
  /** The moment of the first impact. */
  impact: PlacedText | null;
}

const LABEL_STYLE: Partial<CSSStyleDeclaration> = {
  position: "absolute",
  left: "0",
  top: "0",
  padding: "2px 8px",
  borderRadius: "6px",
  font: "600 12px/1.5 system-ui, sans-serif",
  color: "var(--viewport-ink)",
  background: "var(--viewport-paper)",
  whiteSpace: "nowrap",
};

function createLabel(className: string, style: Partial<CSSStyleDeclaration> = {}): HTMLElement {
  const element = document.createElement("div");
  element.className = className;
  Object.assign(element.style, LABEL_STYLE, style);
  element.hidden = true;
  return element;
}

/** Moves without a layout; the offsets are percentages of the element's size. */
function moveTo(element: HTMLElement, { x, y }: Point, offsetX: number, offsetY: number): void {
  element.style.transform = `translate(${x.toFixed(1)}px, ${y.toFixed(1)}px) translate(${offsetX}%, ${offsetY}%)`;
}

function setLabel(element: HTMLElement, text: string | null): void {
  element.hidden = !text;
  if (text && element.textContent !== text) element.textContent = text;
}

class LaneLabels {
  readonly error = createLabel("viewport-error", {
    whiteSpace: "normal", textAlign: "center", fontWeight: "500", padding: "10px 14px", maxWidth: "min(32em, 80%)",
    boxSizing: "border-box",
  });
  readonly distance = createLabel("viewport-distance", { fontVariantNumeric: "tabular-nums", padding: "0 5px" });
  readonly impact = createLabel("viewport-impact", { fontVariantNumeric: "tabular-nums", padding: "0 5px" });

  show(label: LaneLabel): void {
    const { area } = label;
    setLabel(this.error, label.error);
    this.error.style.width = `${Math.max(0, area.width - 32)}px`;
    moveTo(this.error, { x: area.x + area.width / 2, y: area.y + area.height / 2 }, -50, -50);
    this.#place(this.distance, label.distance, area, -50);
    this.#place(this.impact, label.impact, area, -150);
  }

  #place(element: HTMLElement, placed: PlacedText | null, area: Rectangle, offsetY: number): void {
    const seen = placed && placed.at.x > area.x && placed.at.x < area.x + area.width;
    setLabel(element, seen ? placed.text : null);
    if (seen) moveTo(element, { x: placed.at.x + 10, y: placed.at.y }, 0, offsetY);
  }

  hide(): void {
    for (const element of [this.error, this.distance, this.impact]) element.hidden = true;
  }
}

export class Labels {
  readonly #overlay = document.createElement("div");
  readonly #divider = document.createElement("div");
  readonly #lanes: readonly LaneLabels[];

  constructor(container: HTMLElement, lanes: number) {
    Object.assign(this.#overlay.style, { position: "absolute", inset: "0", overflow: "hidden", pointerEvents: "none" });
    Object.assign(this.#divider.style, { position: "absolute", background: "var(--viewport-ink)", opacity: "0.35" });
    this.#overlay.append(this.#divider);
    this.#lanes = Array.from({ length: lanes }, () => new LaneLabels());
    for (const { error: refused, distance, impact } of this.#lanes) this.#overlay.append(refused, distance, impact);
    container.append(this.#overlay);
  }

  set theme({ ink, paper }: SceneTheme) {
    this.#overlay.style.setProperty("--viewport-ink", ink);
    this.#overlay.style.setProperty("--viewport-paper", paper);
  }

  show(labels: readonly LaneLabel[]): void {
    this.#lanes.forEach((lane, i) => {
      const label = labels[i];
      if (label) lane.show(label);
      else lane.hide();
    });
    this.#divide(labels[1]?.area ?? null);
  }

  /** Draws a thin line between the lanes. */
  #divide(second: Rectangle | null): void {
    this.#divider.hidden = second === null;
    if (!second) return;
    const across = second.x > 0;
    Object.assign(this.#divider.style, {
      left: `${across ? second.x - 0.5 : 0}px`,
      top: `${across ? 0 : second.y - 0.5}px`,
      width: across ? "1px" : "100%",
      height: across ? "100%" : "1px",
    });
  }
}
