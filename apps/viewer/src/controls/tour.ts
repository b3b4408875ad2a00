// The guided tour: a card on the 3-D view that goes from step to step. Everything else stays usable.

import type { Actions } from "../actions.js";
import type { Settings, Store } from "../settings.js";
import { TOUR, tourSettings } from "../tour_steps.js";
import { find, setText } from "../../../shared/dom.js";

export class Tour {
  readonly #card: HTMLElement;
  readonly #count: HTMLElement;
  readonly #title: HTMLElement;
  readonly #text: HTMLElement;
  readonly #page: HTMLAnchorElement;
  readonly #start: HTMLButtonElement;
  readonly #back: HTMLButtonElement;
  readonly #next: HTMLButtonElement;

  constructor(root: HTMLElement, private readonly store: Store, private readonly actions: Actions) {
    this.#card = find(root, "#tour", HTMLElement);
    this.#count = find(root, "#tour-count", HTMLElement);
    this.#title = find(root, "#tour-title", HTMLElement);
    this.#text = find(root, "#tour-text", HTMLElement);
    this.#page = find(root, "#tour-page", HTMLAnchorElement);
    this.#back = find(root, "#tour-back", HTMLButtonElement);
    this.#next = find(root, "#tour-next", HTMLButtonElement);
    this.#back.addEventListener("click", () => this.#go(store.current.tour - 1));
    this.#next.addEventListener("click", () => this.#go(store.current.tour + 1));
    find(root, "#tour-end", HTMLButtonElement).addEventListener("click", () => this.#end());
    this.#start = find(root, ".presets [data-tour]", HTMLButtonElement);
    for (const button of root.querySelectorAll<HTMLButtonElement>("[data-tour]")) {
      button.addEventListener("click", () => {
        this.#go(1);
        this.#title.focus({ preventScroll: true }); // the pressed button is gone
      });
    }
    store.subscribe((now, before) => {
      if (now.tour !== before.tour) this.#show(now);
    });
    this.#show(store.current);
  }

  /** Beyond the last step the tour ends. */
  #go(number: number): void {
    const step = TOUR[number - 1];
    if (!step) return this.#end();
    this.store.update({ ...tourSettings(step, this.store.current), playing: !matchMedia("(prefers-reduced-motion: reduce)").matches });
    this.actions.reset();
    this.actions.seek(step.frame);
  }

  #end(): void {
    this.store.update({ tour: 0 });
    this.#start.focus({ preventScroll: true });
  }

  #show({ tour }: Settings): void {
    const step = TOUR[tour - 1];
    this.#card.hidden = !step;
    document.documentElement.toggleAttribute("data-tour", step !== undefined);
    if (!step) return;
    setText(this.#count, `${tour} of ${TOUR.length}`);
    setText(this.#title, step.title);
    setText(this.#text, step.text);
    setText(this.#page, step.page.label);
    this.#page.href = `./docs/${step.page.name}.html`;
    this.#back.disabled = tour === 1;
    setText(this.#next, tour === TOUR.length ? "Finish" : "Next");
  }
}
