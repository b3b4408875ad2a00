// How many threads the engine has, and the choice of another number.

import type { Actions } from "../actions.js";
import { find } from "../../../shared/dom.js";
import { canHaveThreads, threadCount } from "../thread_count.js";

export class ThreadChoice {
  readonly #select: HTMLSelectElement;
  readonly #note: HTMLElement;

  constructor(root: HTMLElement, actions: Actions) {
    this.#select = find(root, "#threads", HTMLSelectElement);
    this.#note = find(root, "#threads-note", HTMLElement);
    this.#select.disabled = !canHaveThreads();
    this.#select.value = String(canHaveThreads() ? threadCount(location.search, navigator.hardwareConcurrency) : 1);
    this.#select.addEventListener("change", () => actions.setThreads(Number(this.#select.value)));
  }

  /** The number of threads that are in use, which may be fewer than were chosen. */
  show(count: number): void {
    this.#note.textContent = this.#select.disabled ? `1 in use: ${reason()}` : `${count} in use`;
  }
}

function reason(): string {
  if (navigator.hardwareConcurrency < 2) return "this device has one processor";
  return "this server does not isolate the page";
}
