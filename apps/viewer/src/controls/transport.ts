// Playback: play, pause, step, seek, speed, clip and seed.

import type { Actions } from "../actions.js";
import type { Opened } from "../protocol.js";
import type { Settings, Store } from "../settings.js";
import type { FrameSummary } from "./frame_summary.js";
import { element, find, setText } from "../../../shared/dom.js";
import { integer } from "../../../shared/format.js";

const MAX_RANDOM_SEED = 9999;

export class Transport {
  readonly #store: Store;
  readonly #play: HTMLButtonElement;
  readonly #scrubber: HTMLInputElement;
  readonly #number: HTMLOutputElement;
  readonly #speed: HTMLSelectElement;
  readonly #seed: HTMLInputElement;
  readonly #seedField: HTMLElement;
  readonly #clip: HTMLSelectElement;
  readonly #clipField: HTMLElement;
  #isScrubbing = false;

  constructor(root: HTMLElement, store: Store, actions: Actions) {
    this.#store = store;
    this.#play = find(root, "#play", HTMLButtonElement);
    this.#scrubber = find(root, "#scrubber", HTMLInputElement);
    this.#number = find(root, "#frame-number", HTMLOutputElement);
    this.#speed = find(root, "#speed", HTMLSelectElement);
    this.#seed = find(root, "#seed", HTMLInputElement);
    this.#seedField = find(root, "#seed-field", HTMLElement);
    this.#clip = find(root, "#clip", HTMLSelectElement);
    this.#clipField = find(root, "#clip-field", HTMLElement);
    this.#play.addEventListener("click", () => store.update({ playing: !store.current.playing }));
    find(root, "#step-back", HTMLButtonElement).addEventListener("click", () => actions.step(-1));
    find(root, "#step-forward", HTMLButtonElement).addEventListener("click", () => actions.step(1));
    this.#listenToScrubber(actions);
    this.#speed.addEventListener("change", () => store.update({ rate: Number(this.#speed.value) }));
    this.#clip.addEventListener("change", () => store.update({ clip: Number(this.#clip.value) }));
    this.#seed.addEventListener("change", () => {
      if (this.#seed.value !== "" && this.#seed.reportValidity()) store.update({ seed: this.#seed.valueAsNumber });
    });
    find(root, "#dice", HTMLButtonElement).addEventListener("click", () => this.#chooseRandomSeed());
    store.subscribe((now) => this.#show(now));
    // Visitors who prefer reduced motion see a still frame first.
    if (matchMedia("(prefers-reduced-motion: reduce)").matches) store.update({ playing: false });
    this.#show(store.current);
  }

  opened(opened: Opened): void {
    this.#setLength(opened.frameCount);
    this.#seedField.hidden = opened.source !== "scene";
    this.#clipField.hidden = opened.clips.length === 0;
    this.#clip.replaceChildren(
      ...opened.clips.map((clip, i) => element("option", { value: i }, clip.name || `clip ${i + 1}`)),
    );
    this.#show(this.#store.current);
  }

  frame(summary: FrameSummary): void {
    this.#setLength(summary.frameCount); // differs between clips
    if (!this.#isScrubbing) {
      this.#scrubber.value = String(summary.frame);
      this.#showNumber();
    }
  }

  #setLength(frameCount: number): void {
    const max = String(Math.max(0, frameCount - 1));
    if (this.#scrubber.max !== max) this.#scrubber.max = max;
    this.#scrubber.disabled = frameCount < 2;
  }

  #listenToScrubber(actions: Actions): void {
    this.#scrubber.addEventListener("input", () => {
      actions.seek(this.#scrubber.valueAsNumber);
      this.#showNumber();
    });
    this.#scrubber.addEventListener("pointerdown", () => (this.#isScrubbing = true));
    for (const end of ["pointerup", "pointercancel"]) addEventListener(end, () => (this.#isScrubbing = false));
  }

  #chooseRandomSeed(): void {
    let seed = this.#store.current.seed;
    while (seed === this.#store.current.seed) seed = Math.floor(1 + MAX_RANDOM_SEED * Math.random());
    this.#store.update({ seed });
  }

  #showNumber(): void {
    const { value, max } = this.#scrubber;
    setText(this.#number, `${integer(Number(value))} / ${integer(Number(max))}`);
  }

  #show(settings: Settings): void {
    const label = settings.playing ? "Pause" : "Play";
    if (this.#play.getAttribute("aria-label") !== label) {
      this.#play.setAttribute("aria-label", label);
      this.#play.querySelector("use")?.setAttribute("href", settings.playing ? "#icon-pause" : "#icon-play");
    }
    this.#speed.value = String(settings.rate);
    this.#clip.value = String(settings.clip);
    if (document.activeElement !== this.#seed) this.#seed.value = String(settings.seed);
  }
}
