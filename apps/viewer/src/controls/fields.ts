// Form fields of the side panel: a number with a slider, a switch, a choice.

import { element } from "../../../shared/dom.js";
import { measure } from "../../../shared/format.js";

interface Field<T> {
  readonly box: HTMLElement;
  set(value: T): void;
}

export interface NumberRange {
  min: number;
  /** Maximum of the slider. */
  max: number;
  step: number;
  /** Maximum of the number field; none if absent or infinite. */
  limit?: number | undefined;
}

let fieldCount = 0;

/** Without a delay, dragging a slider would restart the method at every pixel. */
const DEBOUNCE_MS = 120;

export class NumberField implements Field<number> {
  readonly box: HTMLElement;
  readonly #slider: HTMLInputElement;
  readonly #number: HTMLInputElement;

  constructor(label: string, title: string, change: (value: number) => void) {
    const id = `field-${fieldCount++}`;
    let timer = 0;
    const later = (value: number) => {
      clearTimeout(timer);
      timer = window.setTimeout(change, DEBOUNCE_MS, value);
    };
    this.#slider = element("input", { type: "range", "aria-label": label });
    this.#number = element("input", { type: "number", id, inputmode: "decimal" });
    this.#slider.addEventListener("input", () => {
      this.#number.value = measure(this.#slider.valueAsNumber);
      later(this.#number.valueAsNumber);
    });
    this.#number.addEventListener("change", () => {
      if (this.#number.value !== "" && this.#number.reportValidity()) change(this.#number.valueAsNumber);
    });
    this.box = element(
      "div",
      { class: "number", title },
      element("label", { for: id }, label),
      this.#slider,
      this.#number,
    );
  }

  setRange(range: NumberRange): void {
    for (const input of [this.#slider, this.#number]) input.min = String(range.min);
    this.#slider.max = String(range.max);
    this.#slider.step = String(range.step);
    this.#number.step = Number.isInteger(range.step) ? "1" : "any";
    this.#number.max = Number.isFinite(range.limit ?? Infinity) ? String(range.limit) : "";
  }

  set(value: number): void {
    this.#slider.value = String(value);
    if (document.activeElement !== this.#slider) this.#number.value = measure(value);
  }
}

export class SwitchField implements Field<boolean> {
  readonly box: HTMLElement;
  readonly #input: HTMLInputElement;

  constructor(label: string, title: string, change: (value: boolean) => void) {
    this.#input = element("input", { type: "checkbox", role: "switch", change: () => change(this.#input.checked) });
    this.box = element("label", { class: "switch", title }, this.#input, element("span", {}, label));
  }

  set(value: boolean): void {
    this.#input.checked = value;
  }

  enable(enabled: boolean): void {
    this.#input.disabled = !enabled;
  }
}

export class ChoiceField implements Field<string> {
  readonly box: HTMLElement;
  readonly #select: HTMLSelectElement;

  constructor(
    label: string,
    title: string,
    choices: readonly string[],
    change: (value: string) => void,
  ) {
    const id = `field-${fieldCount++}`;
    this.#select = element("select", { id, change: () => change(this.#select.value) });
    this.#select.append(...choices.map((choice) => element("option", { value: choice }, choice)));
    this.box = element("div", { class: "choice", title }, element("label", { for: id }, label), this.#select);
  }

  set(value: string): void {
    this.#select.value = value;
  }
}
