// Files come by the button or by being dropped anywhere on the page; a recording goes out.

import type { Actions } from "../actions.js";
import { find } from "../../../shared/dom.js";

export class FileInput {
  readonly #input: HTMLInputElement;
  readonly #overlay: HTMLElement;
  readonly #actions: Actions;

  constructor(root: HTMLElement, actions: Actions) {
    this.#actions = actions;
    this.#input = find(root, "#files", HTMLInputElement);
    this.#overlay = find(root, "#drop", HTMLElement);
    find(root, "#open", HTMLButtonElement).addEventListener("click", () => this.choose());
    find(root, "#save", HTMLButtonElement).addEventListener("click", () => actions.save());
    this.#input.addEventListener("change", () => {
      this.#take(this.#input.files);
      this.#input.value = ""; // the same file again is a change, too
    });
    this.#listenToDrops();
  }

  choose(): void {
    this.#input.click();
  }

  #take(files: FileList | null | undefined): void {
    if (files?.length) this.#actions.openFiles([...files]);
  }

  #listenToDrops(): void {
    const brings = (event: DragEvent) => event.dataTransfer?.types.includes("Files") ?? false;
    const show = (shown: boolean) => (this.#overlay.hidden = !shown);
    addEventListener("dragenter", (event) => show(brings(event)));
    addEventListener("dragover", (event) => {
      if (brings(event)) event.preventDefault();
    });
    addEventListener("dragleave", (event) => {
      if (event.relatedTarget === null) show(false); // it has left the window
    });
    addEventListener("drop", (event) => {
      show(false);
      if (!brings(event)) return;
      event.preventDefault();
      this.#take(event.dataTransfer?.files);
    });
  }
}
