// The lines in the corner of the 3-D view: what each method has found in this frame.

import type { MethodInfo, Opened } from "../protocol.js";
import type { FrameSummary, LaneSummary } from "./frame_summary.js";
import { element, find, setText } from "../../../shared/dom.js";
import { compare, statusText } from "./status_text.js";

/** Screen readers are updated no more often than this. */
const MIN_ANNOUNCE_INTERVAL_MS = 4000;

interface Line {
  box: HTMLElement;
  method: HTMLElement;
  sentence: HTMLElement;
  verdict: HTMLElement;
}

function makeLine(): Line {
  const method = element("span", { class: "method" });
  const sentence = element("span", { class: "sentence" });
  const verdict = element("span", { class: "verdict", hidden: true });
  const box = element("p", { class: "lane" }, method, " ", verdict, " ", sentence);
  return { box, method, sentence, verdict };
}

/** Numbers bodies that have the same name. */
function uniqueNames(names: readonly string[]): string[] {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  const seen = new Map<string, number>();
  return names.map((name) => {
    if (counts.get(name) === 1) return name;
    seen.set(name, (seen.get(name) ?? 0) + 1);
    return `${name} ${seen.get(name)}`;
  });
}

export class Status {
  readonly #container: HTMLElement;
  readonly #announcement: HTMLElement;
  #lines: Line[] = [];
  #names: string[] = [];
  #methods = new Map<string, MethodInfo>();
  #announcedState = "";
  #announcedAt = -Infinity;

  constructor(root: HTMLElement) {
    this.#container = find(root, "#lanes", HTMLElement);
    this.#announcement = find(root, "#announcement", HTMLElement);
  }

  ready(methods: readonly MethodInfo[]): void {
    this.#methods = new Map(methods.map((info) => [info.name, info]));
  }

  opened(opened: Opened): void {
    this.#names = uniqueNames(opened.bodies.map((body) => body.name || "body"));
    this.#announcedState = "";
  }

  nameOf(body: number): string {
    return this.#names[body] ?? `body ${body + 1}`;
  }

  /** Tells screen readers something at once. */
  say(text: string): void {
    this.#announcedAt = performance.now();
    setText(this.#announcement, text);
  }

  frame(summary: FrameSummary): void {
    this.#setLineCount(summary.lanes.length);
    const name = (body: number) => this.nameOf(body);
    const sentences = summary.lanes.map((lane) => statusText(lane, name));
    summary.lanes.forEach((lane, i) => this.#showLane(this.#lines[i]!, lane, sentences[i]!));
    this.#showVerdict(summary.lanes);
    this.#announce(summary, sentences);
  }

  #setLineCount(wanted: number): void {
    if (this.#lines.length === wanted) return;
    this.#lines = Array.from({ length: wanted }, makeLine);
    this.#container.replaceChildren(...this.#lines.map((line) => line.box));
    this.#container.classList.toggle("two", wanted === 2);
  }

  #showLane(line: Line, lane: LaneSummary, sentence: string): void {
    setText(line.method, lane.method);
    setText(line.sentence, sentence);
    line.box.dataset["state"] = lane.error !== null ? "error" : lane.pairs > 0 ? "touch" : "apart";
  }

  #showVerdict(lanes: readonly LaneSummary[]): void {
    const [a, b] = lanes;
    const second = this.#lines[1];
    if (!a || !b || !second) return;
    const infoA = this.#methods.get(a.method);
    const infoB = this.#methods.get(b.method);
    const verdict = infoA && infoB ? compare(a, b, infoA, infoB) : null;
    second.verdict.hidden = !verdict;
    if (!verdict) return;
    setText(second.verdict, verdict.text);
    second.verdict.dataset["kind"] = verdict.kind;
  }

  /** While playing, announces only changes of what touches; while paused, everything. */
  #announce(summary: FrameSummary, sentences: readonly string[]): void {
    const state = summary.playing
      ? summary.lanes.map((lane) => `${lane.method} ${lane.pairs} ${lane.error}`).join()
      : sentences.join();
    const now = performance.now();
    if (state === this.#announcedState || now - this.#announcedAt < MIN_ANNOUNCE_INTERVAL_MS) return;
    this.#announcedState = state;
    this.#announcedAt = now;
    const announcement = summary.lanes.map(
      (lane, i) => `${lane.method}: ${sentences[i]}${lane.error ? `, ${lane.error}` : ""}`,
    );
    setText(this.#announcement, announcement.join(". "));
  }
}
