// The tools for dragging, and actions on bodies.

import type { Actions } from "../actions.js";
import type { Tool } from "../protocol.js";
import type { Settings, Store } from "../settings.js";
import type { FrameSummary } from "./frame_summary.js";
import { find } from "../../../shared/dom.js";

export const TOOLS: readonly Tool[] = ["look", "move", "turn", "pull"];

export class Toolbar {
  readonly #tools: HTMLInputElement[];
  readonly #bounce: HTMLButtonElement;
  readonly #sound: HTMLButtonElement;
  readonly #reset: HTMLButtonElement;

  constructor(root: HTMLElement, store: Store, actions: Actions) {
    this.#tools = [...find(root, "#tools", HTMLElement).querySelectorAll("input")];
    this.#bounce = find(root, "#bounce", HTMLButtonElement);
    this.#sound = find(root, "#sound", HTMLButtonElement);
    this.#reset = find(root, "#reset", HTMLButtonElement);
    for (const input of this.#tools) {
      input.addEventListener("change", () => {
        const tool = TOOLS.find((name) => name === input.value);
        if (tool) store.update({ tool });
      });
    }
    this.#bounce.addEventListener("click", () => toggleBounce(store));
    this.#sound.addEventListener("click", () => store.update({ sound: !store.current.sound }));
    this.#reset.addEventListener("click", () => actions.reset());
    find(root, "#frame-all", HTMLButtonElement).addEventListener("click", () => actions.frameAll());
    store.subscribe((now) => this.#show(now));
    this.#show(store.current);
  }

  frame(summary: FrameSummary): void {
    this.#reset.disabled = !summary.hasDetachedBodies && !summary.bouncing;
  }

  #show(settings: Settings): void {
    for (const input of this.#tools) input.checked = input.value === settings.tool;
    this.#bounce.setAttribute("aria-pressed", String(settings.bounce.on));
    this.#sound.setAttribute("aria-pressed", String(settings.sound));
  }
}

/** Switching bouncing on also starts playing. */
export function toggleBounce(store: Store): void {
  const { bounce, playing } = store.current;
  const on = !bounce.on;
  store.update({ bounce: { ...bounce, on }, playing: playing || on });
}
