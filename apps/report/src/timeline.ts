// The timeline: a row for each pair of parts, the worst first, and a column for each frame, or for several if there is not
// enough space, of the selected clip. It works like a slider: a click or the arrow keys select the frame.

import { element, find } from "../../shared/dom";
import { count, integer, measure } from "../../shared/format";
import { seconds, styleValue } from "./format";
import {
  type Clip, type Frame, type Pair, type Report, type Track, clipName, clipOf, countFrames, framesOf, momentName, pairKey,
  pairName, timeOf, tracksOf,
} from "./report";
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
  /** Of the selected clip: */
  private shownClip: number;
  private clip: Clip;
  private tracks: Track[] = [];
  private frames: Frame[] = [];
  private badFrames: number[] = [];
  private frameCount = 0;
  private readonly rows: Row[] = [];
  private readonly grid = element("div", { class: "grid" });
  private readonly slider: HTMLElement;
  private readonly axis = element("div", { class: "axis", "aria-hidden": "true" });
  private readonly cursor = element("div", { class: "cursor", hidden: true });
  private readonly legend = element("div", { class: "legend" });
  private readonly number: HTMLInputElement;
  private readonly about = element("span", { class: "about", role: "status" });
  private readonly showAll: HTMLButtonElement;
  private readonly chooser: HTMLSelectElement;
  private scale: Scale;

  constructor(
    private readonly report: Report,
    private readonly selection: Selection,
  ) {
    this.shownClip = selection.selected.clip;
    this.clip = clipOf(report, this.shownClip);
    const known = report.episodes.some((episode) => episode.severity === "penetrate" && episode.depth !== null);
    this.scale = this.makeScale(known ? "depth" : "face pairs");
    this.slider = this.makeSlider();
    this.number = this.makeNumber();
    this.showAll = element("button", { type: "button", click: () => this.makeRows(this.tracks.length) });
    this.chooser = this.makeChooser();
    this.build();
    this.setClip(this.shownClip);
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
        ...(this.report.clips.length > 1 ? [element("label", { class: "choice" }, "clip ", this.chooser)] : []),
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
        keydown: (event) => this.key(event as KeyboardEvent),
      },
      this.grid,
      this.axis,
      this.cursor,
    );
  }

  /** The clips, each with how many pairs of parts were found in it. */
  private makeChooser(): HTMLSelectElement {
    const text = (clip: number) => {
      const { wanted, checked } = countFrames(this.report, clip);
      const pairs = tracksOf(this.report, clip).length;
      const found = pairs > 0 ? count(pairs, "pair of parts", "pairs of parts") : "clean";
      return `${clipName(this.report, clip)}: ${pairs === 0 && checked < wanted ? "not checked" : found}`;
    };
    return element(
      "select",
      { id: "clip", change: (event) => this.selection.select(null, null, Number((event.target as HTMLSelectElement).value)) },
      ...this.report.clips.map((_, i) => element("option", { value: i, selected: i === this.shownClip }, text(i))),
    );
  }

  private setClip(clip: number): void {
    this.shownClip = clip;
    this.clip = clipOf(this.report, clip);
    this.tracks = tracksOf(this.report, clip);
    this.frames = framesOf(this.report, clip);
    this.badFrames = this.frames.filter((frame) => frame.pairs.length > 0).map((frame) => frame.frame);
    this.frameCount = countFrames(this.report, clip).wanted;
    const { first_frame, last_frame } = this.clip;
    this.chooser.value = String(clip);
    this.slider.setAttribute("aria-valuemin", String(first_frame));
    this.slider.setAttribute("aria-valuemax", String(last_frame));
    this.number.min = String(first_frame);
    this.number.max = String(last_frame);
    this.makeRows(firstRows);
  }

  private makeNumber(): HTMLInputElement {
    return element("input", {
      type: "number",
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
      : this.frames.flatMap((frame) => frame.pairs.map((pair) => ({ frame: frame.frame, pair })));
    for (const finding of findings) {
      const column = Math.floor(((finding.frame - this.clip.first_frame) * columns) / this.frameCount);
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
      const [left, right] = cell.pair.at === undefined
        ? [Math.floor(column * each), Math.ceil((column + 1) * each)]
        : this.markOf(cell.pair.at, row.canvas.width, ratio);
      context.fillRect(left, 0, Math.max(1, right - left), row.canvas.height);
    }
  }

  /** From where to where the mark of a moment is: a line between the middles of two frames. */
  private markOf(at: number, width: number, ratio: number): [number, number] {
    const middle = ((at - this.clip.first_frame + 0.5) * width) / this.frameCount;
    return [Math.round(middle - ratio), Math.round(middle + ratio)];
  }

  /** Labels at round numbers, as many as fit. */
  private drawAxis(): void {
    const width = this.rows[0]?.canvas.clientWidth ?? 0;
    const room = Math.max(1, Math.floor(width / 64));
    const step = [1, 2, 5]
      .flatMap((digit) => [1, 10, 100, 1e3, 1e4, 1e5, 1e6].map((power) => digit * power))
      .sort((a, b) => a - b)
      .find((size) => this.frameCount / size <= room);
    const first = this.clip.first_frame;
    const ticks: HTMLElement[] = [];
    for (let at = Math.ceil(first / (step ?? 1e6)) * (step ?? 1e6); at <= this.clip.last_frame; at += step ?? 1e6) {
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
    this.cursor.style.left = `${canvas.offsetLeft + (frame - this.clip.first_frame) * each}px`;
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
    const middle = this.clip.first_frame + Math.floor(((column + 0.5) * this.frameCount) / columns);
    this.selection.select(cell?.frame ?? middle, cell && track ? pairKey(track) : null);
  }

  private go(frame: number): void {
    this.selection.select(Math.min(this.clip.last_frame, Math.max(this.clip.first_frame, frame)));
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
    const now = this.selection.selected.frame ?? this.clip.first_frame - 1;
    const acts: Record<string, () => void> = {
      ArrowRight: () => this.go(now + 1),
      ArrowLeft: () => this.go(now - 1),
      ArrowUp: () => this.stepToBad(1),
      ArrowDown: () => this.stepToBad(-1),
      PageUp: () => this.go(now + 10),
      PageDown: () => this.go(now - 10),
      Home: () => this.go(this.clip.first_frame),
      End: () => this.go(this.clip.last_frame),
      Escape: () => this.selection.select(null),
    };
    const act = acts[event.key];
    if (!act) return;
    event.preventDefault();
    act();
  }

  private describe(frame: number | null): string {
    if (frame === null) return "no frame selected";
    const found = this.frames.find((f) => f.frame === frame);
    const pairs = found?.pairs.length ?? 0;
    const { checked } = countFrames(this.report, this.shownClip);
    const clean = frame - this.clip.first_frame < checked ? "clean" : "not checked";
    const moments = (found?.pairs ?? []).flatMap(({ at }) => (at === undefined ? [] : [at]));
    const between = moments.length > 0 ? ` · ${momentName(Math.min(...moments))}` : "";
    return `${seconds(timeOf(this.report, this.shownClip, frame))} · ${pairs > 0 ? count(pairs, "pair of parts", "pairs of parts") : clean}${between}`;
  }

  private show({ clip, frame }: Selected): void {
    if (clip !== this.shownClip) this.setClip(clip);
    this.number.value = frame === null ? "" : String(frame);
    const text = this.describe(frame);
    this.about.textContent = text;
    this.slider.setAttribute("aria-valuenow", String(frame ?? this.clip.first_frame));
    this.slider.setAttribute("aria-valuetext", frame === null ? text : `frame ${frame}, ${text}`);
    this.drawCursor();
  }
}
