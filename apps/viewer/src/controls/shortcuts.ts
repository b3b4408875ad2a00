// Keys. What is typed into a field, or belongs to the control that has the focus, is left alone.

import type { Actions } from "../actions.js";
import type { Store } from "../settings.js";
import { nextTheme } from "./theme.js";
import { toggleBounce, TOOLS } from "./toolbar.js";

export const KEYS: readonly { keys: readonly string[]; what: string }[] = [
  { keys: ["Space"], what: "play or pause" },
  { keys: [",", "."], what: "one frame back, one forward; so do ← and →" },
  { keys: ["Home"], what: "to the first frame" },
  { keys: ["1", "2", "3", "4"], what: "look, move, turn, pull" },
  { keys: ["←", "→", "↑", "↓"], what: "orbit, while the scene has the focus" },
  { keys: ["+", "−"], what: "nearer, farther" },
  { keys: ["F"], what: "show all" },
  { keys: ["B"], what: "bounce" },
  { keys: ["S"], what: "sound" },
  { keys: ["R"], what: "all bodies back as the scene has them" },
  { keys: ["W"], what: "wireframe" },
  { keys: ["O"], what: "open files" },
  { keys: ["L"], what: "copy a link" },
  { keys: ["T"], what: "light or dark" },
  { keys: ["?"], what: "this introduction" },
  { keys: ["Esc"], what: "close what is open" },
];

/** In pixels of a drag. */
const ORBIT_STEP = 24;
const ZOOM_STEP = 1.15;

/** Those of a control that are not typed but press or shift it. */
const PRESSING = new Set([" ", "Enter"]);
const SHIFTING = new Set([" ", "ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown", "Home", "End", "PageUp", "PageDown"]);

function belongsTo(target: EventTarget | null, key: string): boolean {
  if (target instanceof HTMLInputElement)
    return ["radio", "checkbox", "range"].includes(target.type) ? SHIFTING.has(key) : true;
  if (target instanceof HTMLSelectElement || target instanceof HTMLTextAreaElement) return true;
  if (target instanceof HTMLButtonElement || target instanceof HTMLAnchorElement) return PRESSING.has(key);
  return target instanceof HTMLElement && target.tagName === "SUMMARY" && PRESSING.has(key);
}

export interface ShortcutTargets {
  openFiles(): void;
  copyLink(): void;
  openIntro(): void;
  /** True if something was open. */
  closeAll(): boolean;
}

export class Shortcuts {
  readonly #store: Store;
  readonly #actions: Actions;
  readonly #viewport: HTMLElement;
  readonly #acts: ReadonlyMap<string, () => void>;

  constructor(stage: HTMLElement, store: Store, actions: Actions, targets: ShortcutTargets) {
    this.#store = store;
    this.#actions = actions;
    this.#viewport = stage;
    this.#acts = new Map<string, () => void>([
      [" ", () => store.update({ playing: !store.current.playing })],
      [",", () => actions.step(-1)],
      [".", () => actions.step(1)],
      ["Home", () => actions.seek(0)],
      ["+", () => actions.zoom(ZOOM_STEP)],
      ["=", () => actions.zoom(ZOOM_STEP)],
      ["-", () => actions.zoom(1 / ZOOM_STEP)],
      ["f", () => actions.frameAll()],
      ["b", () => toggleBounce(store)],
      ["s", () => store.update({ sound: !store.current.sound })],
      ["r", () => actions.reset()],
      ["w", () => store.updateLayers({ wireframe: !store.current.layers.wireframe })],
      ["o", () => targets.openFiles()],
      ["l", () => targets.copyLink()],
      ["t", () => nextTheme(store)],
      ["?", () => targets.openIntro()],
    ]);
    document.addEventListener("keydown", (event) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
      if (document.querySelector("dialog[open]")) return;
      const done =
        event.key === "Escape" ? targets.closeAll() : !belongsTo(event.target, event.key) && this.#act(event);
      if (done) event.preventDefault();
    });
  }

  #act(event: KeyboardEvent): boolean {
    const tool = TOOLS[Number(event.key) - 1];
    if (tool) this.#store.update({ tool });
    if (tool || this.#actOnArrow(event)) return true;
    const act = this.#acts.get(event.key.length === 1 ? event.key.toLowerCase() : event.key);
    act?.();
    return act !== undefined;
  }

  #actOnArrow(event: KeyboardEvent): boolean {
    const right = Number(event.key === "ArrowRight") - Number(event.key === "ArrowLeft");
    const down = Number(event.key === "ArrowDown") - Number(event.key === "ArrowUp");
    if (right === 0 && down === 0) return false;
    if (event.target instanceof Node && this.#viewport.contains(event.target))
      this.#actions.orbit(right * ORBIT_STEP, down * ORBIT_STEP);
    else if (right !== 0) this.#actions.step(right);
    else return false;
    return true;
  }
}
