// Calls that come too often become fewer; the last one is never lost.

export class Throttle {
  readonly #every: number;
  readonly #act: () => void;
  #last = -Infinity;
  #timer = 0;

  /** `every` in milliseconds. */
  constructor(every: number, act: () => void) {
    this.#every = every;
    this.#act = act;
  }

  call(): void {
    if (this.#timer) return;
    const wait = this.#last + this.#every - performance.now();
    if (wait <= 0) this.#run();
    else this.#timer = window.setTimeout(() => this.#run(), wait);
  }

  #run(): void {
    this.#timer = 0;
    this.#last = performance.now();
    this.#act();
  }
}
