// What the race has measured so far: times of both sides, and whether they have found the same.

/** The first frames of a side compile and warm up: they are not counted. */
const FIRST_FRAMES = 10;
/** Times of so many frames are kept. */
const MAX_TIMES = 100;

export type Side = 0 | 1;

export class Comparison {
  readonly #times: [number[], number[]] = [[], []];
  readonly #frames: [number, number] = [0, 0];
  /** The last face pairs of each frame, until the other side has been there. */
  readonly #found: [Map<number, Uint32Array>, Map<number, Uint32Array>] = [new Map(), new Map()];
  readonly #compared = new Set<number>();
  /** The first frame in which the sides differ. */
  #different: number | null = null;

  constructor(readonly frameCount: number) {}

  add(side: Side, frame: number, ms: number, facePairs: Uint32Array): void {
    if (++this.#frames[side] > FIRST_FRAMES) this.#times[side].push(ms);
    if (this.#times[side].length > MAX_TIMES) this.#times[side].shift();
    this.#found[side].set(frame, facePairs);
    const other = this.#found[side === 0 ? 1 : 0].get(frame);
    if (!other) return;
    this.#compared.add(frame);
    if (!equal(facePairs, other)) this.#different ??= frame;
  }

  /** Frames that a side has done. */
  frames(side: Side): number {
    return this.#frames[side];
  }

  /**
   * The mean of the middle half of the times, because clocks of browsers have steps of a tenth of a millisecond; null until there
   * are enough frames.
   */
  ms(side: Side): number | null {
    const sorted = [...this.#times[side]].sort((a, b) => a - b);
    const middle = sorted.slice(sorted.length >> 2, Math.ceil(0.75 * sorted.length));
    return sorted.length >= 4 ? middle.reduce((sum, ms) => sum + ms, 0) / middle.length : null;
  }

  /** Frames in which both have found the same, of those that both have done. */
  get compared(): { frames: number; different: number | null } {
    return { frames: this.#compared.size, different: this.#different };
  }
}

function equal(a: Uint32Array, b: Uint32Array): boolean {
  return a.length === b.length && a.every((value, i) => value === b[i]);
}
