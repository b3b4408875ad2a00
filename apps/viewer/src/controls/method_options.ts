// The options of the chosen methods, each with a form field.

import type { MethodInfo, Opened, OptionInfo, Ready } from "../protocol.js";
import type { Settings, Store } from "../settings.js";
import { element, find } from "../../../shared/dom.js";
import { ChoiceField, NumberField, type NumberRange, SwitchField } from "./fields.js";
import { fieldsFor, type OptionField, type Value, valueOf, withValue } from "./option_fields.js";

type Show = (settings: Settings) => void;

/** Rounds up to one significant digit. */
function roundUp(length: number): number {
  const unit = 10 ** Math.floor(Math.log10(length));
  return Math.ceil(length / unit) * unit;
}

export class MethodOptions {
  readonly #store: Store;
  readonly #container: HTMLElement;
  readonly #section: HTMLElement;
  #methods = new Map<string, MethodInfo>();
  #options: readonly OptionInfo[] = [];
  #shows: Show[] = [];
  /** The diagonal of the bounds of the scene. */
  #size = 1;

  constructor(root: HTMLElement, store: Store) {
    this.#store = store;
    this.#container = find(root, "#options", HTMLElement);
    this.#section = find(root, "#method-section", HTMLElement);
    store.subscribe((now, before) => {
      if (now.methods !== before.methods) this.#make(now);
      else if (now.options !== before.options) this.#show(now);
    });
  }

  ready({ methods, options }: Ready): void {
    this.#methods = new Map(methods.map((info) => [info.name, info]));
    this.#options = options;
    this.#make(this.#store.current);
  }

  opened(opened: Opened): void {
    this.#size = Math.hypot(...opened.max.map((max, axis) => max - opened.min[axis]!)) || 1;
    this.#make(this.#store.current);
  }

  #make(settings: Settings): void {
    const infos = settings.methods.map((name) => this.#methods.get(name)).filter((info) => info !== undefined);
    const fields = fieldsFor(infos.map((info) => info.name), this.#options);
    const groups = [...new Set(fields.map((field) => field.group))];
    this.#shows = [];
    this.#container.replaceChildren(
      ...infos.map((info) => element("p", { class: "about" }, element("strong", {}, info.name), ` ${info.summary}`)),
      ...groups.map((group) => this.#makeGroup(group, fields.filter((field) => field.group === group))),
      this.#makeReset(),
    );
    this.#section.hidden = infos.length === 0;
    this.#show(settings);
  }

  #makeGroup(group: string | null, fields: readonly OptionField[]): HTMLElement {
    const legend = element("legend", group === null ? { class: "hidden-text" } : {}, group ?? "all methods");
    return element("fieldset", { class: "fields" }, legend, ...fields.map((field) => this.#makeField(field)));
  }

  #makeReset(): HTMLElement {
    const reset = element(
      "button",
      { type: "button", class: "quiet", click: () => this.#store.update({ options: {} }) },
      "Reset to defaults",
    );
    this.#shows.push(({ options }) => (reset.disabled = Object.keys(options).length === 0));
    return reset;
  }

  #makeField(option: OptionField): HTMLElement {
    const { label, info } = option;
    const change = (value: Value) =>
      this.#store.update({ options: withValue(this.#store.current.options, option, value) });
    const value = (settings: Settings) => valueOf(option, settings.options);
    if (info.kind === "boolean") {
      const field = new SwitchField(label, info.summary, change);
      this.#shows.push((settings) => field.set(value(settings) === true));
      return field.box;
    }
    if (info.kind === "choice") {
      const field = new ChoiceField(label, info.summary, info.choices!, change);
      this.#shows.push((settings) => field.set(String(value(settings))));
      return field.box;
    }
    const field = new NumberField(label, info.summary, change);
    field.setRange(this.#rangeOf(option));
    this.#shows.push((settings) => field.set(Number(value(settings))));
    return field.box;
  }

  #rangeOf({ info, sliderMax = info.max, step = 1, isLength }: OptionField): NumberRange {
    const max = isLength ? roundUp(sliderMax * this.#size) : sliderMax;
    return { min: info.min, max, step: (max * step) / sliderMax, limit: info.max };
  }

  #show(settings: Settings): void {
    for (const show of this.#shows) show(settings);
  }
}
