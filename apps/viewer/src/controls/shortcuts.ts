// Keyboard shortcuts. Keys that the focused control needs are left to it.

import type { Actions } from "../actions.js";
import type { Store } from "../settings.js";
import { nextTheme } from "./theme.js";
import { toggleBounce, TOOLS } from "./toolbar.js";

export const KEYS: readonly { keys: readonly string[]; what: string }[] = [
  { keys: ["Space"], what: "play or pause" },
  { keys: [",", "."], what: "one frame back or forward, also ← and →" },
  { keys: ["Home"], what: "go to the first frame" },
  { keys: ["1", "2", "3", "4"], what: "look, move, turn, pull" },
  { keys: ["N", "P"], what: "take the next or the previous body" },
  { keys: ["←", "→", "↑", "↓"], what: "move, turn or pull the body that was taken, with Page Up and Page Down in depth; else orbit, when the 3-D view has the focus" },
  { keys: ["+", "−"], what: "zoom in or out" },
  { keys: ["F"], what: "show all" },
  { keys: ["B"], what: "bounce" },
  { keys: ["H"], what: "keep a body in one hand and take another, or let it go" },
  { keys: ["G"], what: "flush faces" },
  { keys: ["S"], what: "sound" },
  { keys: ["R"], what: "reset all bodies" },
  { keys: ["W"], what: "wireframe" },
  { keys: ["O"], what: "open files" },
  { keys: ["L"], what: "copy a link" },
  { keys: ["T"], what: "light or dark colors" },
  { keys: ["?"], what: "this introduction" },
  { keys: ["Esc"], what: "close messages and dialogs, let go" },
];

/** Equivalent drag, in pixels. */
const ORBIT_STEP = 24;
const ZOOM_STEP = 1.15;

/** Keys that press a button, and keys that change a slider or switch. */
const PRESS_KEYS = new Set([" ", "Enter"]);
const CHANGE_KEYS = new Set([" ", "ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown", "Home", "End", "PageUp", "PageDown"]);

function isUsedBy(target: EventTarget | null, key: string): boolean {
  if (target instanceof HTMLInputElement)
    return ["radio", "checkbox", "range"].includes(target.type) ? CHANGE_KEYS.has(key) : true;
  if (target instanceof HTMLSelectElement || target instanceof HTMLTextAreaElement) return true;
  if (target instanceof HTMLButtonElement || target instanceof HTMLAnchorElement) return PRESS_KEYS.has(key);
  return target instanceof HTMLElement && target.tagName === "SUMMARY" && PRESS_KEYS.has(key);
}

export interface ShortcutTargets {
  openFiles(): void;
  copyLink(): void;
  openIntro(): void;
  chooseBody(by: 1 | -1): void;
  /** True if something was open. */
  closeAll(): boolean;
}

export class Shortcuts {
  readonly #store: Store;
  readonly #actions: Actions;
  readonly #viewport: HTMLElement;
  readonly #actionOfKey: ReadonlyMap<string, () => void>;

  constructor(viewport: HTMLElement, store: Store, actions: Actions, targets: ShortcutTargets) {
    this.#store = store;
    this.#actions = actions;
    this.#viewport = viewport;
    this.#actionOfKey = new Map<string, () => void>([
      [" ", () => store.update({ playing: !store.current.playing })],
      [",", () => actions.step(-1)],
      [".", () => actions.step(1)],
      ["Home", () => actions.seek(0)],
      ["+", () => actions.zoom(ZOOM_STEP)],
      ["=", () => actions.zoom(ZOOM_STEP)],
      ["-", () => actions.zoom(1 / ZOOM_STEP)],
      ["f", () => actions.frameAll()],
      ["b", () => toggleBounce(store)],
      ["h", () => actions.keepHold()],
      ["n", () => targets.chooseBody(1)],
      ["p", () => targets.chooseBody(-1)],
      ["g", () => store.update({ flush: !store.current.flush })],
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
        event.key === "Escape" ? targets.closeAll() : !isUsedBy(event.target, event.key) && this.#act(event);
      if (done) event.preventDefault();
    });
  }

  #act(event: KeyboardEvent): boolean {
    const tool = TOOLS[Number(event.key) - 1];
    if (tool) this.#store.update({ tool });
    if (tool || this.#actOnArrow(event)) return true;
    const act = this.#actionOfKey.get(event.key.length === 1 ? event.key.toLowerCase() : event.key);
    act?.();
    return act !== undefined;
  }

  #actOnArrow(event: KeyboardEvent): boolean {
    const right = Number(event.key === "ArrowRight") - Number(event.key === "ArrowLeft");
    const down = Number(event.key === "ArrowDown") - Number(event.key === "ArrowUp");
    const near = Number(event.key === "PageDown") - Number(event.key === "PageUp");
    if (right === 0 && down === 0 && near === 0) return false;
    if (this.#actions.moveChosen([right, -down, near])) return true;
    if (event.target instanceof Node && this.#viewport.contains(event.target))
      this.#actions.orbit(right * ORBIT_STEP, down * ORBIT_STEP);
    else if (right !== 0) this.#actions.step(right);
    else return false;
    return true;
  }
}
