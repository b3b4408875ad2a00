// Which frame of the source is shown, and how playing advances it.

export class Playback {
  #frameCount = 1;
  #frame = 0;
  /** Fraction of a frame that has passed. */
  #fraction = 0;
  #rate = 1;
  playing = false;

  /** Starts a source or clip of `frameCount` frames at `frame`. */
  restart(frameCount: number, frame: number): void {
    this.#frameCount = Math.max(1, frameCount);
    this.seek(frame);
  }

  get frame(): number {
    return this.#frame;
  }

  /** `rate` is in frames per tick. */
  play(playing: boolean, rate: number): void {
    this.playing = playing;
    this.#rate = rate;
  }

  /** Wraps around at both ends. */
  seek(frame: number): void {
    const whole = Math.trunc(frame) % this.#frameCount;
    this.#frame = whole < 0 ? whole + this.#frameCount : whole;
    this.#fraction = 0;
  }

  step(by: number): void {
    this.seek(this.#frame + by);
  }

  /** Advances by one tick. Returns the number of frames that have passed. */
  advance(): number {
    if (!this.playing) return 0;
    this.#fraction += this.#rate;
    const steps = Math.floor(this.#fraction);
    this.#fraction -= steps;
    this.#frame = (this.#frame + steps) % this.#frameCount;
    return steps;
  }
}
