// Frames in which an approximate method has missed a contact: marks above the time line, and a button to the next one.

import type { Actions } from "../actions.js";
import type { Store } from "../settings.js";
import { find } from "../../../shared/dom.js";
import type { FrameSummary } from "./frame_summary.js";

export class Misses {
  readonly #strip: HTMLElement;
  readonly #button: HTMLButtonElement;
  readonly #frames = new Set<number>();
  #frame = 0;
  #frameCount = 1;
  #shown = -1;

  constructor(root: HTMLElement, store: Store, actions: Actions) {
    this.#strip = find(root, "#misses", HTMLElement);
    this.#button = find(root, "#next-miss", HTMLButtonElement);
    this.#button.addEventListener("click", () => {
      const next = this.next();
      store.update({ playing: false });
      if (next !== null) actions.seek(next);
    });
    store.subscribe((now, before) => {
      if (now.methods !== before.methods || now.options !== before.options || now.clip !== before.clip) this.clear();
    });
  }

  clear(): void {
    this.#frames.clear();
  }

  /** The next frame with a miss, after the present one and around; null if there is none. */
  next(): number | null {
    const frames = [...this.#frames].sort((a, b) => a - b);
    return frames.find((frame) => frame > this.#frame) ?? frames[0] ?? null;
  }

  /** To be called for every frame. A moved body makes another animation, whose misses are not kept. */
  addFrame(summary: FrameSummary): void {
    this.#frame = summary.frame;
    this.#frameCount = summary.frameCount;
    if (summary.hasDetachedBodies) return;
    if (summary.lanes.some((lane) => lane.missed)) this.#frames.add(summary.frame);
  }

  show(): void {
    if (this.#shown === this.#frames.size) return;
    this.#shown = this.#frames.size;
    this.#button.hidden = this.#frames.size === 0;
    const at = (frame: number) => (100 * frame) / Math.max(1, this.#frameCount - 1);
    this.#strip.replaceChildren(
      ...[...this.#frames].map((frame) => {
        const mark = document.createElement("i");
        mark.style.left = `${at(frame)}%`;
        return mark;
      }),
    );
  }
}
