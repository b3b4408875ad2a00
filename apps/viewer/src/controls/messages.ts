// Boxes over the page: what went wrong, the link that was made, what is being waited for.

import type { Actions } from "../actions.js";
import type { Store } from "../settings.js";
import { find, setText } from "../../../shared/dom.js";

export class ErrorMessage {
  readonly #box: HTMLElement;
  readonly #what: HTMLElement;
  readonly #message: HTMLElement;

  constructor(root: HTMLElement, store: Store) {
    this.#box = find(root, "#failure", HTMLElement);
    this.#what = find(root, "#failure-what", HTMLElement);
    this.#message = find(root, "#failure-message", HTMLElement);
    find(root, "#failure-close", HTMLButtonElement).addEventListener("click", () => this.close());
    // What was wrong may be right now; if not, the engine says so again.
    store.subscribe((now, before) => {
      if (now.scene !== before.scene || now.methods !== before.methods || now.options !== before.options) this.close();
    });
  }

  show(what: string, message: string): void {
    this.#box.hidden = false;
    setText(this.#what, what);
    setText(this.#message, message);
  }

  close(): boolean {
    const wasOpen = !this.#box.hidden;
    this.#box.hidden = true;
    return wasOpen;
  }
}

export class LinkNotice {
  readonly #box: HTMLElement;
  readonly #text: HTMLInputElement;
  readonly #label: HTMLElement;
  readonly #store: Store;
  readonly #actions: Actions;

  constructor(root: HTMLElement, store: Store, actions: Actions) {
    this.#store = store;
    this.#actions = actions;
    this.#box = find(root, "#notice", HTMLElement);
    this.#text = find(root, "#link-text", HTMLInputElement);
    this.#label = find(root, "[for=link-text]", HTMLElement);
    find(root, "#link", HTMLButtonElement).addEventListener("click", () => void this.copy());
    find(root, "#notice-close", HTMLButtonElement).addEventListener("click", () => this.close());
  }

  async copy(): Promise<void> {
    this.#text.value = await this.#actions.copyLink();
    const isScene = this.#store.current.scene !== null;
    setText(this.#label, isScene ? "This link restores what you see" : "This link restores your choices, not your files");
    this.#box.hidden = false;
    this.#text.focus();
    this.#text.select();
  }

  close(): boolean {
    const wasOpen = !this.#box.hidden;
    this.#box.hidden = true;
    return wasOpen;
  }
}

export class BusyMessage {
  readonly #line: HTMLElement;

  constructor(root: HTMLElement) {
    this.#line = find(root, "#busy", HTMLElement);
  }

  show(text: string | null): void {
    this.#line.hidden = text === null;
    if (text !== null) setText(this.#line, text);
  }
}
