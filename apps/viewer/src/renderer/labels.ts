// Writing over the picture: why a method does nothing, the value of a distance. It is HTML, so that it is sharp, can be
// read aloud and follows the page's fonts.

import type { SceneTheme } from "./colors.js";
import type { Point, Rectangle } from "./viewports.js";

export interface LaneLabel {
  area: Rectangle;
  error: string | null;
  /** The distance and where its middle is; null without. */
  distance: { text: string; at: Point } | null;
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

/** Moves without laying out the page again; `part` of its own size is taken off. */
function moveTo(element: HTMLElement, { x, y }: Point, partX: number, partY: number): void {
  element.style.transform = `translate(${x.toFixed(1)}px, ${y.toFixed(1)}px) translate(${partX}%, ${partY}%)`;
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

  show(writing: LaneLabel): void {
    const { area } = writing;
    setLabel(this.error, writing.error);
    this.error.style.width = `${Math.max(0, area.width - 32)}px`;
    moveTo(this.error, { x: area.x + area.width / 2, y: area.y + area.height / 2 }, -50, -50);
    const { distance } = writing;
    const seen = distance && distance.at.x > area.x && distance.at.x < area.x + area.width;
    setLabel(this.distance, seen ? distance.text : null);
    if (seen) moveTo(this.distance, { x: distance.at.x + 10, y: distance.at.y }, 0, -50);
  }

  hide(): void {
    for (const element of [this.error, this.distance]) element.hidden = true;
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
    for (const { error: refused, distance } of this.#lanes) this.#overlay.append(refused, distance);
    container.append(this.#overlay);
  }

  set theme({ ink, paper }: SceneTheme) {
    this.#overlay.style.setProperty("--viewport-ink", ink);
    this.#overlay.style.setProperty("--viewport-paper", paper);
  }

  show(writings: readonly LaneLabel[]): void {
    this.#lanes.forEach((lane, i) => {
      const writing = writings[i];
      if (writing) lane.show(writing);
      else lane.hide();
    });
    this.#divide(writings[1]?.area ?? null);
  }

  /** A thin line where the second lane starts. */
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
