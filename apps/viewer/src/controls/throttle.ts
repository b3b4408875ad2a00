// Limits how often a function is called. The last call is never dropped.

export class Throttle {
  readonly #interval: number;
  readonly #action: () => void;
  #last = -Infinity;
  #timer = 0;

  /** `interval` is in milliseconds. */
  constructor(interval: number, action: () => void) {
    this.#interval = interval;
    this.#action = action;
  }

  call(): void {
    if (this.#timer) return;
    const wait = this.#last + this.#interval - performance.now();
    if (wait <= 0) this.#run();
    else this.#timer = window.setTimeout(() => this.#run(), wait);
  }

  #run(): void {
    this.#timer = 0;
    this.#last = performance.now();
    this.#action();
  }
}
