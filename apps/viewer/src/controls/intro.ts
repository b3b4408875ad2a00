// The introduction: what the page shows, three examples to try, and the keyboard shortcuts.

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
  /** A frame in which the sphere is close to the spout. */
  pull: { settings: { scene: "teapot-sphere", methods: ["hybrid"], tool: "pull", playing: false }, frame: 150 },
  /** In slow motion, shortly before the letters touch. */
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
  /** A frame in which no spheres overlap. */
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
    for (const button of this.#dialog.querySelectorAll<HTMLButtonElement>("[data-example]")) {
      button.addEventListener("click", () => {
        this.#dialog.close();
        const chosen = EXAMPLES[button.dataset["example"] ?? ""];
        if (!chosen) return;
        this.#start(chosen, store, actions);
      });
    }
    find(root, "#intro-close", HTMLButtonElement).addEventListener("click", () => this.#dialog.close());
    find(root, "#help", HTMLButtonElement).addEventListener("click", () => this.open());
    this.#dialog.addEventListener("click", (event) => {
      if (event.target === this.#dialog) this.#dialog.close(); // a click on the backdrop
    });
    if (readStored(SEEN) === null && !hasLinkState()) this.open();
    writeStored(SEEN, "seen");
  }

  /** Bodies start to bounce from where they are, so they are first moved to the frame of the example. */
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
    setText(this.#version, `mote ${version}. Files that you open stay on your computer.`);
  }
}
