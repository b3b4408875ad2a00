// Limits frames to 60 per second, the rate that scenes and clips are made for, on screens that refresh faster.

const FRAMES_PER_SECOND = 60;
/** Fraction of a frame by which a screen may be early. */
const SLACK = 0.25;
/** A slow screen does not catch up on more than this many missed frames. */
const MAX_DUE = 2;

export class FrameClock {
  /** Frames that are due and have not been taken. */
  #due = 0;
  #last = 0;

  /** Advances to `now`, in milliseconds. Returns true, and takes the frame, if one is due. */
  advance(now: number): boolean {
    this.#due = Math.min(this.#due + ((now - this.#last) * FRAMES_PER_SECOND) / 1000, MAX_DUE);
    this.#last = now;
    if (this.#due < 1 - SLACK) return false;
    this.#due--;
    return true;
  }
}
