// Opens files by button or drag and drop, and saves a recording.

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
      this.#openFiles(this.#input.files);
      this.#input.value = ""; // so that choosing the same file again is a change
    });
    this.#listenToDrops();
  }

  choose(): void {
    this.#input.click();
  }

  #openFiles(files: FileList | null | undefined): void {
    if (files?.length) this.#actions.openFiles([...files]);
  }

  #listenToDrops(): void {
    const hasFiles = (event: DragEvent) => event.dataTransfer?.types.includes("Files") ?? false;
    const show = (shown: boolean) => (this.#overlay.hidden = !shown);
    addEventListener("dragenter", (event) => show(hasFiles(event)));
    addEventListener("dragover", (event) => {
      if (hasFiles(event)) event.preventDefault();
    });
    addEventListener("dragleave", (event) => {
      if (event.relatedTarget === null) show(false); // the pointer has left the window
    });
    addEventListener("drop", (event) => {
      show(false);
      if (!hasFiles(event)) return;
      event.preventDefault();
      this.#openFiles(event.dataTransfer?.files);
    });
  }
}
