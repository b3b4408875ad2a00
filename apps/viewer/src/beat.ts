// Scenes and clips are made for sixty frames a second: a screen that is faster must not make them faster.

const FRAMES_A_SECOND = 60;
/** Part of a frame by which screens are early or late. */
const SLACK = 0.25;
/** What a slow screen has missed is not made up for. */
const MOST_DUE = 2;

export class Beat {
  /** Frames for which it is time, and which have not been asked for. */
  #due = 0;
  #last = 0;

  /** Whether it is time for a frame; asked whenever the screen is drawn, at a time in milliseconds. */
  comes(now: number): boolean {
    this.#due = Math.min(this.#due + ((now - this.#last) * FRAMES_A_SECOND) / 1000, MOST_DUE);
    this.#last = now;
    if (this.#due < 1 - SLACK) return false;
    this.#due--;
    return true;
  }
}
