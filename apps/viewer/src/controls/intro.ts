// The introduction: what the page shows, three examples to try, and the keyboard shortcuts.

import type { Actions } from "../actions.js";
import type { Opened } from "../protocol.js";
import type { Store } from "../settings.js";
import { element, find, setText } from "../../../shared/dom.js";
import { readStored, writeStored } from "./local_storage.js";
import { PRESETS, startPreset } from "./presets.js";
import { KEYS } from "./shortcuts.js";

const SEEN = "mote-intro";

function hasLinkState(): boolean {
  return location.hash.length > 1 || location.search.length > 1;
}

export class Intro {
  readonly #dialog: HTMLDialogElement;
  readonly #version: HTMLElement;

  constructor(root: HTMLElement, store: Store, actions: Actions) {
    this.#dialog = find(root, "#intro", HTMLDialogElement);
    this.#version = find(root, "#version", HTMLElement);
    find(root, "#keys", HTMLElement).append(
      ...KEYS.map(({ keys, what }) =>
        element("div", {}, element("dt", {}, ...keys.map((key) => element("kbd", {}, key))), element("dd", {}, what)),
      ),
    );
    for (const button of this.#dialog.querySelectorAll<HTMLButtonElement>("[data-example]")) {
      button.addEventListener("click", () => {
        this.#dialog.close();
        const chosen = PRESETS[button.dataset["example"] ?? ""];
        if (chosen) startPreset(chosen, store, actions);
      });
    }
    for (const link of this.#dialog.querySelectorAll("#intro-tour, a[href^='#']"))
      link.addEventListener("click", () => this.#dialog.close());
    find(root, "#intro-close", HTMLButtonElement).addEventListener("click", () => this.#dialog.close());
    find(root, "#help", HTMLButtonElement).addEventListener("click", () => this.open());
    this.#dialog.addEventListener("click", (event) => {
      if (event.target === this.#dialog) this.#dialog.close(); // a click on the backdrop
    });
    if (readStored(SEEN) === null && !hasLinkState()) this.open();
    writeStored(SEEN, "seen");
  }

  open(): void {
    if (!this.#dialog.open) this.#dialog.showModal();
  }

  /** Files that are dropped on it close it. */
  opened({ source }: Opened): void {
    if (source !== "scene") this.#dialog.close();
  }

  ready(version: string): void {
    setText(this.#version, `mote ${version}. Files that you open stay on your computer.`);
  }
}
