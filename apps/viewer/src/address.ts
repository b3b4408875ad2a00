// Keeps the address of the page at what is seen: changes replace it, a new scene is a new entry of the history.

import { type PageState, readLink, writeLink } from "./link.js";

/** Browsers allow about a hundred changes in ten seconds. */
const INTERVAL_MS = 400;

export class Address {
  #timer = 0;
  #pushes = false;

  /** `show` is called when the visitor goes back or forward. */
  constructor(
    private readonly seen: () => PageState,
    show: (state: PageState) => void,
  ) {
    addEventListener("popstate", () => {
      const state = readLink(location.hash);
      this.#cancel();
      if (state) show(state);
    });
  }

  /** What is seen has changed. `isNew`: so much that going back should return to what was seen before. */
  changed(isNew: boolean): void {
    this.#pushes ||= isNew;
    this.#timer ||= window.setTimeout(() => this.write(), INTERVAL_MS);
  }

  /** Writes the address at once. */
  write(): void {
    const hash = writeLink(this.seen());
    const pushes = this.#pushes;
    this.#cancel();
    if (hash === location.hash) return;
    if (pushes) history.pushState(null, "", hash);
    else history.replaceState(null, "", hash);
  }

  #cancel(): void {
    clearTimeout(this.#timer);
    this.#timer = 0;
    this.#pushes = false;
  }
}
