// The introduction: what this is, three things to try, and the keys.

import type { Actions } from "../actions.js";
import { DEFAULT_SETTINGS, type Settings, type Store } from "../settings.js";
import { element, find, setText } from "../../../shared/dom.js";
import { readStored, writeStored } from "./local_storage.js";
import { KEYS } from "./shortcuts.js";

const SEEN = "mote-intro";

interface Example {
  settings: Partial<Settings>;
  frame: number;
}

const EXAMPLES: Record<string, Example> = {
  /** The sphere is within reach of the spout. */
  pull: { settings: { scene: "teapot-sphere", methods: ["hybrid"], tool: "pull", playing: false }, frame: 150 },
  /** Slowly, and shortly before they meet. */
  particles: {
    settings: {
      scene: "senin-mv",
      methods: ["senin", "hybrid"],
      tool: "look",
      rate: 0.5,
      layers: { ...DEFAULT_SETTINGS.layers, particles: true, trails: true, forces: true },
    },
    frame: 20,
  },
  /** Where none of them is within another. */
  throw: {
    settings: {
      scene: "spheres",
      methods: ["hybrid"],
      tool: "move",
      bounce: { ...DEFAULT_SETTINGS.bounce, on: true },
      sound: true,
    },
    frame: 210,
  },
};

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
    for (const button of this.#dialog.querySelectorAll<HTMLButtonElement>("[data-try]")) {
      button.addEventListener("click", () => {
        this.#dialog.close();
        const chosen = EXAMPLES[button.dataset["try"] ?? ""];
        if (!chosen) return;
        this.#start(chosen, store, actions);
      });
    }
    find(root, "#intro-close", HTMLButtonElement).addEventListener("click", () => this.#dialog.close());
    find(root, "#help", HTMLButtonElement).addEventListener("click", () => this.open());
    this.#dialog.addEventListener("click", (event) => {
      if (event.target === this.#dialog) this.#dialog.close(); // the backdrop
    });
    if (readStored(SEEN) === null && !hasLinkState()) this.open();
    writeStored(SEEN, "seen");
  }

  /** Bodies bounce from where they are, so they are first put where the try begins. */
  #start({ settings, frame }: Example, store: Store, actions: Actions): void {
    const { seed, detail, playing, rate, options, layers, bounce } = DEFAULT_SETTINGS;
    store.update({ seed, detail, playing, rate, options, layers, ...settings, bounce });
    actions.reset();
    actions.seek(frame);
    if (settings.bounce) store.update({ bounce: settings.bounce });
  }

  open(): void {
    if (!this.#dialog.open) this.#dialog.showModal();
  }

  ready(version: string): void {
    setText(this.#version, `mote ${version}. Nothing you open here leaves your machine.`);
  }
}
