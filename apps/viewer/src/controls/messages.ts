// Messages over the page: errors, the copied link, and what is in progress.

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
    // The change may have fixed the error; if not, the engine reports it again.
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
    const { link, isCopied } = await this.#actions.copyLink();
    this.#text.value = link;
    const isScene = this.#store.current.scene !== null;
    const what = isScene ? "This link restores what you see" : "This link restores your settings, but not your files";
    setText(this.#label, isCopied ? `${what}. It is copied.` : what);
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
