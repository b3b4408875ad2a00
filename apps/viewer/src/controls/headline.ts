// What is remarkable about the present frame, in large letters on the 3-D view.

import type { Opened } from "../protocol.js";
import { find, setText } from "../../../shared/dom.js";
import { integer } from "../../../shared/format.js";
import { milliseconds } from "./format.js";
import type { FrameSummary } from "./frame_summary.js";

/** Frames for which a meeting stays on the view while playing. */
const MEETING_FRAMES = 40;

/** The median of so many times is shown, and none before the third while playing: the first frame takes much longer than others. */
const MAX_TIMES = 31;
const MIN_TIMES = 3;

function total(opened: Opened, array: "positions" | "triangles"): number {
  return opened.bodies.reduce((sum, body) => sum + (opened.meshes[body.mesh]?.[array].length ?? 0) / 3, 0);
}

function pairsOf({ bodies, meshes }: Opened): number {
  const counts = bodies.map((body) => (meshes[body.mesh]?.triangles.length ?? 0) / 3);
  const all = counts.reduce((sum, count) => sum + count, 0);
  return (all * all - counts.reduce((sum, count) => sum + count * count, 0)) / 2;
}

export class Headline {
  readonly #text: HTMLElement;
  #vertices = 0;
  #triangles = 0;
  /** Of different bodies. */
  #trianglePairs = 0;
  #times: number[] = [];
  #method = "";
  /** The last moment at which bodies have met between frames. */
  #met: { at: string; framesAgo: number } | null = null;

  constructor(root: HTMLElement) {
    this.#text = find(root, "#headline", HTMLElement);
  }

  opened(opened: Opened): void {
    this.#vertices = total(opened, "positions");
    this.#triangles = total(opened, "triangles");
    this.#trianglePairs = pairsOf(opened);
    this.#times = [];
    this.#met = null;
    setText(this.#text, "");
  }

  /** To be called for every frame. */
  addFrame({ lanes: [lane], impacts, playing }: FrameSummary): void {
    this.#noteMeeting(impacts?.first ?? null, playing && impacts !== null);
    if (!lane || lane.error !== null) return;
    if (lane.method !== this.#method) this.#times = [];
    this.#method = lane.method;
    this.#times = [...this.#times.slice(1 - MAX_TIMES), 1e3 * lane.stats.totalSeconds];
  }

  #noteMeeting(at: string | null, keepsLast: boolean): void {
    const last = this.#met;
    if (at !== null) this.#met = { at, framesAgo: 0 };
    else this.#met = last && keepsLast && last.framesAgo < MEETING_FRAMES ? { ...last, framesAgo: last.framesAgo + 1 } : null;
  }

  show({ lanes, onDemand, playing }: FrameSummary): void {
    if (this.#met) return setText(this.#text, `met between frames, at ${this.#met.at}`);
    const [lane] = lanes;
    if (!lane || lane.error !== null || lanes.length > 1 || this.#times.length < (playing ? MIN_TIMES : 1)) return setText(this.#text, "");
    if (lane.hasCosts) {
      const { candidates } = lane.stats;
      return setText(this.#text, `${integer(candidates)} of ${integer(this.#trianglePairs)} pairs of triangles tested`);
    }
    const { evaluatedVertices } = lane.stats;
    const median = [...this.#times].sort((a, b) => a - b)[this.#times.length >> 1]!;
    setText(
      this.#text,
      onDemand && evaluatedVertices < this.#vertices
        ? `${integer(evaluatedVertices)} of ${integer(this.#vertices)} vertices evaluated`
        : `${milliseconds(median)} for ${integer(this.#triangles)} triangles`,
    );
  }
}
