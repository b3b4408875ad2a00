// Opens files by button or drag and drop, and saves recordings, pictures and films.

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
    for (const id of ["#open", "#intro-open"]) find(root, id, HTMLButtonElement).addEventListener("click", () => this.choose());
    const menu = find(root, "#save-menu", HTMLElement);
    const items = {
      "#save-frame": () => actions.save("one"),
      "#save-all": () => actions.save("all"),
      "#save-picture": () => void actions.savePicture(),
      "#save-film": () => void actions.saveFilm(),
    };
    for (const [selector, act] of Object.entries(items)) {
      find(root, selector, HTMLButtonElement).addEventListener("click", () => {
        menu.hidePopover();
        act();
      });
    }
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
