// States of the page to start from: the examples of the introduction, and the buttons on the 3-D view.

import type { Actions } from "../actions.js";
import type { Opened } from "../protocol.js";
import { DEFAULT_SETTINGS, type Settings, type Store } from "../settings.js";
import { find, setText } from "../../../shared/dom.js";

export interface Preset {
  settings: Partial<Settings>;
  frame: number;
}

const { bounce, layers } = DEFAULT_SETTINGS;

export const PRESETS: Record<string, Preset> = {
  /** A frame in which the sphere is close to the spout. */
  pull: { settings: { scene: "teapot-sphere", methods: ["hybrid"], tool: "pull", playing: false }, frame: 150 },
  /** In slow motion, shortly before the letters touch. */
  particles: {
    settings: {
      scene: "senin-mv",
      methods: ["senin", "hybrid"],
      rate: 0.5,
      layers: { ...layers, particles: true, trails: true, forces: true },
    },
    frame: 20,
  },
  /** A frame in which no spheres overlap. */
  throw: { settings: { scene: "spheres", bounce: { ...bounce, on: true, gravity: 0, restitution: 0.9 }, sound: true }, frame: 210 },
  /** Everything touches everything: without the layers that show it. */
  topple: {
    settings: {
      scene: "stack",
      bounce: { ...bounce, on: true, restitution: 0.1 },
      layers: { ...layers, faces: false, contacts: false, segments: false, closest: false },
      sound: true,
    },
    frame: 0,
  },
  juggle: { settings: { scene: "spheres-6", bounce: { ...bounce, on: true, restitution: 0.95 }, sound: true }, frame: 30 },
};

/** Bodies start to bounce from where they are, so they are first moved to the frame. */
export function startPreset({ settings, frame }: Preset, store: Store, actions: Actions): void {
  const { seed, detail, playing, rate, methods, options, tool } = DEFAULT_SETTINGS;
  store.update({ seed, detail, playing, rate, methods, options, layers, tool, ...settings, bounce });
  actions.reset();
  actions.seek(frame);
  if (settings.bounce) store.update({ bounce: settings.bounce });
}

/** The buttons on the 3-D view. */
export class PresetButtons {
  readonly #placement: HTMLButtonElement;
  #next: "files" | "beside" = "files";

  constructor(root: HTMLElement, store: Store, actions: Actions) {
    this.#placement = find(root, "#placement", HTMLButtonElement);
    for (const button of root.querySelectorAll<HTMLButtonElement>(".presets [data-preset]")) {
      button.addEventListener("click", () => startPreset(PRESETS[button.dataset["preset"]!]!, store, actions));
    }
    this.#placement.addEventListener("click", () => actions.place(this.#next));
  }

  opened({ placement }: Opened): void {
    this.#placement.hidden = placement === null;
    this.#next = placement === "files" ? "beside" : "files";
    setText(this.#placement, this.#next === "files" ? "As in the files" : "Side by side");
  }
}
