// The introduction: what this is, three things to try, and the keys.

import { DEFAULT_SETTINGS, type Settings, type Store } from "../settings.js";
import { element, find, setText } from "./dom.js";
import { recall, remember } from "./memory.js";
import { KEYS } from "./shortcuts.js";

const SEEN = "mote-intro";

const TRIES: Record<string, Partial<Settings>> = {
  pull: { scene: "teapot-sphere", methods: ["hybrid"], tool: "pull", playing: false },
  particles: {
    scene: "senin-mv",
    methods: ["senin", "hybrid"],
    tool: "look",
    layers: { ...DEFAULT_SETTINGS.layers, particles: true, trails: true, forces: true },
  },
  throw: {
    scene: "spheres",
    methods: ["hybrid"],
    tool: "move",
    bouncing: { ...DEFAULT_SETTINGS.bouncing, on: true },
    sound: true,
  },
};

function hasLinkState(): boolean {
  return location.hash.length > 1 || location.search.length > 1;
}

export class Intro {
  readonly #dialog: HTMLDialogElement;
  readonly #version: HTMLElement;

  constructor(root: HTMLElement, store: Store) {
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
        const { options, layers, playing, bouncing, detail } = DEFAULT_SETTINGS;
        store.change({ options, layers, playing, bouncing, detail, ...TRIES[button.dataset["try"]!] });
      });
    }
    find(root, "#intro-close", HTMLButtonElement).addEventListener("click", () => this.#dialog.close());
    find(root, "#help", HTMLButtonElement).addEventListener("click", () => this.open());
    this.#dialog.addEventListener("click", (event) => {
      if (event.target === this.#dialog) this.#dialog.close(); // the backdrop
    });
    if (recall(SEEN) === null && !hasLinkState()) this.open();
    remember(SEEN, "seen");
  }

  open(): void {
    if (!this.#dialog.open) this.#dialog.showModal();
  }

  ready(version: string): void {
    setText(this.#version, `mote ${version}. Nothing you open here leaves your machine.`);
  }
}
