// The lines in the corner of the stage: what each method has found in this frame.

import type { MethodInfo, Opened } from "../protocol.js";
import type { FrameSummary, LaneSummary } from "./frame_summary.js";
import { element, find, setText } from "../../../shared/dom.js";
import { compare, statusText } from "./status_text.js";

/** In milliseconds: a screen reader is told no more often. */
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

/** Bodies of one name get numbers. */
function tellApart(names: readonly string[]): string[] {
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
  readonly #room: HTMLElement;
  readonly #announcement: HTMLElement;
  #lines: Line[] = [];
  #names: string[] = [];
  #methods = new Map<string, MethodInfo>();
  #state = "";
  #spokenAt = -Infinity;

  constructor(root: HTMLElement) {
    this.#room = find(root, "#lanes", HTMLElement);
    this.#announcement = find(root, "#announcement", HTMLElement);
  }

  ready(methods: readonly MethodInfo[]): void {
    this.#methods = new Map(methods.map((info) => [info.name, info]));
  }

  opened(opened: Opened): void {
    this.#names = tellApart(opened.bodies.map((body) => body.name || "body"));
    this.#state = "";
  }

  frame(digest: FrameSummary): void {
    this.#setLineCount(digest.lanes.length);
    const name = (body: number) => this.#names[body] ?? `body ${body + 1}`;
    const sentences = digest.lanes.map((lane) => statusText(lane, name));
    digest.lanes.forEach((lane, i) => this.#showLane(this.#lines[i]!, lane, sentences[i]!));
    this.#showVerdict(digest.lanes);
    this.#announce(digest, sentences);
  }

  #setLineCount(wanted: number): void {
    if (this.#lines.length === wanted) return;
    this.#lines = Array.from({ length: wanted }, makeLine);
    this.#room.replaceChildren(...this.#lines.map((line) => line.box));
    this.#room.classList.toggle("two", wanted === 2);
  }

  #showLane(line: Line, lane: LaneSummary, sentence: string): void {
    setText(line.method, lane.method);
    setText(line.sentence, sentence);
    line.box.dataset["state"] = lane.error !== null ? "refused" : lane.pairs > 0 ? "touch" : "apart";
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

  /** Numbers change all the time; told is who begins and ends to touch, and all of a frame that stands still. */
  #announce(digest: FrameSummary, sentences: readonly string[]): void {
    const state = digest.playing
      ? digest.lanes.map((lane) => `${lane.method} ${lane.pairs} ${lane.error}`).join()
      : sentences.join();
    const now = performance.now();
    if (state === this.#state || now - this.#spokenAt < MIN_ANNOUNCE_INTERVAL_MS) return;
    this.#state = state;
    this.#spokenAt = now;
    const spoken = digest.lanes.map(
      (lane, i) => `${lane.method}: ${sentences[i]}${lane.error ? `, ${lane.error}` : ""}`,
    );
    setText(this.#announcement, spoken.join(". "));
  }
}
