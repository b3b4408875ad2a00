// Writing over the picture: why a method does nothing, the value of a distance. It is HTML, so that it is sharp, can be
// read aloud and follows the page's fonts.

import type { Ambience } from "./palette.js";
import type { Point, Rectangle } from "./viewports.js";

export interface LaneWriting {
  area: Rectangle;
  refused: string | null;
  /** The distance and where its middle is; null without. */
  distance: { text: string; at: Point } | null;
}

const PLATE: Partial<CSSStyleDeclaration> = {
  position: "absolute",
  left: "0",
  top: "0",
  padding: "2px 8px",
  borderRadius: "6px",
  font: "600 12px/1.5 system-ui, sans-serif",
  color: "var(--stage-ink)",
  background: "var(--stage-paper)",
  whiteSpace: "nowrap",
};

function plate(className: string, style: Partial<CSSStyleDeclaration> = {}): HTMLElement {
  const element = document.createElement("div");
  element.className = className;
  Object.assign(element.style, PLATE, style);
  element.hidden = true;
  return element;
}

/** Moves without laying out the page again; `part` of its own size is taken off. */
function put(element: HTMLElement, { x, y }: Point, partX: number, partY: number): void {
  element.style.transform = `translate(${x.toFixed(1)}px, ${y.toFixed(1)}px) translate(${partX}%, ${partY}%)`;
}

function write(element: HTMLElement, text: string | null): void {
  element.hidden = !text;
  if (text && element.textContent !== text) element.textContent = text;
}

class LaneLabels {
  readonly refused = plate("stage-refused", {
    whiteSpace: "normal", textAlign: "center", fontWeight: "500", padding: "10px 14px", maxWidth: "min(32em, 80%)",
    boxSizing: "border-box",
  });
  readonly distance = plate("stage-distance", { fontVariantNumeric: "tabular-nums", padding: "0 5px" });

  show(writing: LaneWriting): void {
    const { area } = writing;
    write(this.refused, writing.refused);
    this.refused.style.width = `${Math.max(0, area.width - 32)}px`;
    put(this.refused, { x: area.x + area.width / 2, y: area.y + area.height / 2 }, -50, -50);
    const { distance } = writing;
    const seen = distance && distance.at.x > area.x && distance.at.x < area.x + area.width;
    write(this.distance, seen ? distance.text : null);
    if (seen) put(this.distance, { x: distance.at.x + 10, y: distance.at.y }, 0, -50);
  }

  hide(): void {
    for (const element of [this.refused, this.distance]) element.hidden = true;
  }
}

export class Labels {
  readonly #overlay = document.createElement("div");
  readonly #divider = document.createElement("div");
  readonly #lanes: readonly LaneLabels[];

  constructor(container: HTMLElement, lanes: number) {
    Object.assign(this.#overlay.style, { position: "absolute", inset: "0", overflow: "hidden", pointerEvents: "none" });
    Object.assign(this.#divider.style, { position: "absolute", background: "var(--stage-ink)", opacity: "0.35" });
    this.#overlay.append(this.#divider);
    this.#lanes = Array.from({ length: lanes }, () => new LaneLabels());
    for (const { refused, distance } of this.#lanes) this.#overlay.append(refused, distance);
    container.append(this.#overlay);
  }

  set ambience({ ink, paper }: Ambience) {
    this.#overlay.style.setProperty("--stage-ink", ink);
    this.#overlay.style.setProperty("--stage-paper", paper);
  }

  show(writings: readonly LaneWriting[]): void {
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
