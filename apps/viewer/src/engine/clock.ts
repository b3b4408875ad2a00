// Which frame is shown, and how it goes on.

export class Clock {
  #count = 1;
  #frame = 0;
  /** Part of a frame that has passed. */
  #part = 0;
  #rate = 1;
  playing = false;

  /** Another source, from a frame on. */
  restart(frameCount: number, frame: number): void {
    this.#count = Math.max(1, frameCount);
    this.seek(frame);
  }

  get frame(): number {
    return this.#frame;
  }

  /** `rate`: frames a tick. */
  play(playing: boolean, rate: number): void {
    this.playing = playing;
    this.#rate = rate;
  }

  seek(frame: number): void {
    const whole = Math.trunc(frame) % this.#count;
    this.#frame = whole < 0 ? whole + this.#count : whole;
    this.#part = 0;
  }

  /** How many frames have passed; begins anew behind the last one. */
  tick(): number {
    if (!this.playing) return 0;
    this.#part += this.#rate;
    const steps = Math.floor(this.#part);
    this.#part -= steps;
    this.#frame = (this.#frame + steps) % this.#count;
    return steps;
  }
}
