// The timeline: a row for each pair of parts, the worst first, and a column for each frame, or for several if there is not
// enough space. It works like a slider: a click or the arrow keys select the frame.

import { element, find } from "../../shared/dom";
import { count, integer, measure } from "../../shared/format";
import { seconds, styleValue } from "./format";
import { type Pair, type Report, type Track, pairKey, pairName, timeOf, tracksOf } from "./report";
import { type Measure, Scale } from "./scale";
import type { Selected, Selection } from "./selection";

const firstRows = 12;
const rowHeight = 20;
/** In pixels; narrower columns are merged. */
const minColumnWidth = 3;

interface Row {
  track: Track | null;
  canvas: HTMLCanvasElement;
}

/** The worst finding of the frames of a column. */
interface Cell {
  frame: number;
  pair: Pair;
}

export class Timeline {
  private readonly tracks: Track[];
  private readonly badFrames: number[];
  private readonly frameCount: number;
  private readonly rows: Row[] = [];
  private readonly grid = element("div", { class: "grid" });
  private readonly slider: HTMLElement;
  private readonly axis = element("div", { class: "axis", "aria-hidden": "true" });
  private readonly cursor = element("div", { class: "cursor", hidden: true });
  private readonly legend = element("div", { class: "legend" });
  private readonly number: HTMLInputElement;
  private readonly about = element("span", { class: "about", role: "status" });
  private readonly showAll: HTMLButtonElement;
  private scale: Scale;

  constructor(
    private readonly report: Report,
    private readonly selection: Selection,
  ) {
    this.tracks = tracksOf(report);
    this.badFrames = report.frames.filter((frame) => frame.pairs.length > 0).map((frame) => frame.frame);
    this.frameCount = report.last_frame - report.first_frame + 1;
    const known = report.episodes.some((episode) => episode.severity === "penetrate" && episode.depth !== null);
    this.scale = this.makeScale(known ? "depth" : "face pairs");
    this.slider = this.makeSlider();
    this.number = this.makeNumber();
    this.showAll = element("button", { type: "button", click: () => this.makeRows(this.tracks.length) });
    this.build();
    this.makeRows(firstRows);
    selection.subscribe((selected) => this.show(selected));
    new ResizeObserver(() => this.draw()).observe(this.grid);
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => this.setMeasure(this.scale.measure));
  }

  // -------------------------------------------------------------------------------------------
  // Elements

  private build(): void {
    const choice = element(
      "select",
      { id: "measure", change: (event) => this.setMeasure((event.target as HTMLSelectElement).value as Measure) },
      ...(["depth", "face pairs"] as const).map((name) =>
        element("option", { value: name, selected: name === this.scale.measure }, name),
      ),
    );
    find(document, "#timeline", HTMLElement).append(
      element("div", { class: "title" }, element("h2", { id: "timeline-title" }, "Timeline"), this.legend,
        element("label", { class: "choice" }, "color by ", choice)),
      this.slider,
      this.showAll,
      element("div", { class: "controls", role: "group", "aria-label": "Frame" },
        this.button("‹", "Previous frame with findings", () => this.stepToBad(-1)),
        element("label", { class: "number" }, "frame ", this.number),
        this.button("›", "Next frame with findings", () => this.stepToBad(1)),
        this.button("all frames", "Select no frame", () => this.selection.select(null)),
        this.about),
    );
    this.drawLegend();
  }

  private button(text: string, label: string, act: () => void): HTMLButtonElement {
    return element("button", { type: "button", "aria-label": label, title: label, click: act }, text);
  }

  private makeSlider(): HTMLElement {
    return element(
      "div",
      {
        class: "slider",
        role: "slider",
        tabindex: 0,
        "aria-label": "Frame; up and down go to the next frame with findings",
        "aria-valuemin": this.report.first_frame,
        "aria-valuemax": this.report.last_frame,
        keydown: (event) => this.key(event as KeyboardEvent),
      },
      this.grid,
      this.axis,
      this.cursor,
    );
  }

  private makeNumber(): HTMLInputElement {
    return element("input", {
      type: "number",
      min: this.report.first_frame,
      max: this.report.last_frame,
      placeholder: "–",
      change: () => this.typed(),
    });
  }

  private makeRows(max: number): void {
    this.grid.replaceChildren();
    this.rows.length = 0;
    const tracks = this.tracks.slice(0, max);
    if (tracks.length !== 1) this.addRow(null, "all");
    for (const track of tracks) this.addRow(track, pairName(this.report, track));
    this.showAll.hidden = this.tracks.length <= tracks.length;
    this.showAll.textContent = `show all ${integer(this.tracks.length)} pairs of parts`;
    this.draw();
  }

  private addRow(track: Track | null, name: string): void {
    const canvas = element("canvas", {
      "aria-hidden": "true",
      click: (event) => this.click(event as MouseEvent, track),
    });
    this.grid.append(element("div", { class: "name", title: name }, name), canvas);
    this.rows.push({ track, canvas });
  }

  // -------------------------------------------------------------------------------------------
  // Drawing

  private makeScale(name: Measure): Scale {
    return new Scale(name, this.report.frames.flatMap((frame) => frame.pairs));
  }

  private setMeasure(name: Measure): void {
    this.scale = this.makeScale(name);
    this.drawLegend();
    this.draw();
  }

  private drawLegend(): void {
    const all = this.report.frames.flatMap((frame) => frame.pairs);
    const swatch = (kind: string, text: string) =>
      element("span", {}, element("i", { class: `swatch ${kind}` }), text);
    const unknown = all.some((p) => p.severity === "penetrate" && (this.scale.value(p) ?? 0) === 0);
    this.legend.replaceChildren(
      ...(all.some((p) => p.severity === "near") ? [swatch("near", "near")] : []),
      ...(all.some((p) => p.severity === "touch") ? [swatch("touch", "touch")] : []),
      ...(unknown ? [swatch("unknown", this.scale.measure === "depth" ? "depth unknown" : "inside")] : []),
      ...(this.scale.max > 0
        ? [element("span", {}, "0", element("i", { class: "swatch ramp" }), measure(this.scale.max))]
        : []),
    );
  }

  private columns(width: number): number {
    return Math.max(1, Math.min(this.frameCount, Math.floor(width / minColumnWidth)));
  }

  /** The worst finding of each column. */
  private cells(track: Track | null, columns: number): Map<number, Cell> {
    const cells = new Map<number, Cell>();
    const findings = track
      ? track.findings
      : this.report.frames.flatMap((frame) => frame.pairs.map((pair) => ({ frame: frame.frame, pair })));
    for (const finding of findings) {
      const column = Math.floor(((finding.frame - this.report.first_frame) * columns) / this.frameCount);
      const present = cells.get(column);
      if (!present || this.scale.isWorse(finding.pair, present.pair)) cells.set(column, finding);
    }
    return cells;
  }

  private draw(): void {
    for (const row of this.rows) this.drawRow(row);
    this.drawAxis();
    this.drawCursor();
  }

  private drawRow(row: Row): void {
    const width = row.canvas.clientWidth;
    const context = row.canvas.getContext("2d");
    if (!context || width === 0) return;
    const ratio = devicePixelRatio;
    row.canvas.width = Math.round(width * ratio);
    row.canvas.height = Math.round(rowHeight * ratio);
    context.fillStyle = styleValue("--strip");
    context.fillRect(0, 0, row.canvas.width, row.canvas.height);
    const columns = this.columns(width);
    const each = row.canvas.width / columns;
    for (const [column, cell] of this.cells(row.track, columns)) {
      context.fillStyle = this.scale.color(cell.pair);
      const left = Math.floor(column * each);
      context.fillRect(left, 0, Math.max(1, Math.ceil((column + 1) * each) - left), row.canvas.height);
    }
  }

  /** Labels at round numbers, as many as fit. */
  private drawAxis(): void {
    const width = this.rows[0]?.canvas.clientWidth ?? 0;
    const room = Math.max(1, Math.floor(width / 64));
    const step = [1, 2, 5]
      .flatMap((digit) => [1, 10, 100, 1e3, 1e4, 1e5, 1e6].map((power) => digit * power))
      .sort((a, b) => a - b)
      .find((size) => this.frameCount / size <= room);
    const first = this.report.first_frame;
    const ticks: HTMLElement[] = [];
    for (let at = Math.ceil(first / (step ?? 1e6)) * (step ?? 1e6); at <= this.report.last_frame; at += step ?? 1e6) {
      const share = (at - first + 0.5) / this.frameCount;
      if (share * width > width - 16) break; // it would be cut off
      const tick = element("span", {}, String(at));
      tick.style.left = `${share * 100}%`;
      ticks.push(tick);
    }
    this.axis.replaceChildren(...ticks);
    this.axis.style.marginLeft = `${this.rows[0]?.canvas.offsetLeft ?? 0}px`;
  }

  private drawCursor(): void {
    const { frame } = this.selection.selected;
    const canvas = this.rows[0]?.canvas;
    this.cursor.hidden = frame === null || !canvas;
    if (frame === null || !canvas) return;
    const each = canvas.clientWidth / this.frameCount;
    this.cursor.style.left = `${canvas.offsetLeft + (frame - this.report.first_frame) * each}px`;
    this.cursor.style.width = `${Math.max(2, each)}px`;
  }

  // -------------------------------------------------------------------------------------------
  // Selecting

  private click(event: MouseEvent, track: Track | null): void {
    const box = (event.currentTarget as HTMLCanvasElement).getBoundingClientRect();
    const share = Math.min(0.999999, Math.max(0, (event.clientX - box.left) / box.width));
    const columns = this.columns(box.width);
    const column = Math.floor(share * columns);
    const cell = this.cells(track, columns).get(column);
    const middle = this.report.first_frame + Math.floor(((column + 0.5) * this.frameCount) / columns);
    this.selection.select(cell?.frame ?? middle, cell && track ? pairKey(track) : null);
  }

  private go(frame: number): void {
    this.selection.select(Math.min(this.report.last_frame, Math.max(this.report.first_frame, frame)));
  }

  private stepToBad(by: 1 | -1): void {
    const { frame } = this.selection.selected;
    const beyond = (other: number) => frame === null || (other - frame) * by > 0;
    const next = by > 0 ? this.badFrames.find(beyond) : this.badFrames.findLast(beyond);
    if (next !== undefined) this.selection.select(next);
  }

  private typed(): void {
    const frame = Math.round(this.number.valueAsNumber);
    if (Number.isFinite(frame)) this.go(frame);
    else this.selection.select(null);
  }

  private key(event: KeyboardEvent): void {
    const now = this.selection.selected.frame ?? this.report.first_frame - 1;
    const acts: Record<string, () => void> = {
      ArrowRight: () => this.go(now + 1),
      ArrowLeft: () => this.go(now - 1),
      ArrowUp: () => this.stepToBad(1),
      ArrowDown: () => this.stepToBad(-1),
      PageUp: () => this.go(now + 10),
      PageDown: () => this.go(now - 10),
      Home: () => this.go(this.report.first_frame),
      End: () => this.go(this.report.last_frame),
      Escape: () => this.selection.select(null),
    };
    const act = acts[event.key];
    if (!act) return;
    event.preventDefault();
    act();
  }

  private describe(frame: number | null): string {
    if (frame === null) return "no frame selected";
    const found = this.report.frames.find((f) => f.frame === frame);
    const pairs = found?.pairs.length ?? 0;
    const clean = frame - this.report.first_frame < this.report.summary.frames_checked ? "clean" : "not checked";
    return `${seconds(timeOf(this.report, frame))} · ${pairs > 0 ? count(pairs, "pair of parts", "pairs of parts") : clean}`;
  }

  private show({ frame }: Selected): void {
    this.number.value = frame === null ? "" : String(frame);
    const text = this.describe(frame);
    this.about.textContent = text;
    this.slider.setAttribute("aria-valuenow", String(frame ?? this.report.first_frame));
    this.slider.setAttribute("aria-valuetext", frame === null ? text : `frame ${frame}, ${text}`);
    this.drawCursor();
  }
}
