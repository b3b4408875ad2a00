// The options of the chosen methods, each with a form field.

import type { MethodInfo, Opened } from "../protocol.js";
import type { Settings, Store } from "../settings.js";
import { element, find } from "../../../shared/dom.js";
import { ChoiceField, NumberField, SwitchField } from "./fields.js";
import { knobsOf } from "./knob_list.js";
import { type Knob, type NumberKnob, type Value, valueOf, withValue } from "./knobs.js";

type Show = (settings: Settings) => void;

/** Rounds up to one significant digit. */
function roundUp(length: number): number {
  const unit = 10 ** Math.floor(Math.log10(length));
  return Math.ceil(length / unit) * unit;
}

export class MethodOptions {
  readonly #store: Store;
  readonly #room: HTMLElement;
  readonly #section: HTMLElement;
  #methods = new Map<string, MethodInfo>();
  #shows: Show[] = [];
  /** The diagonal of the bounds of the scene. */
  #size = 1;

  constructor(root: HTMLElement, store: Store) {
    this.#store = store;
    this.#room = find(root, "#options", HTMLElement);
    this.#section = find(root, "#method-section", HTMLElement);
    store.subscribe((now, before) => {
      if (now.methods !== before.methods) this.#make(now);
      else if (now.options !== before.options) this.#show(now);
    });
  }

  ready(methods: readonly MethodInfo[]): void {
    this.#methods = new Map(methods.map((info) => [info.name, info]));
    this.#make(this.#store.current);
  }

  opened(opened: Opened): void {
    this.#size = Math.hypot(...opened.max.map((max, axis) => max - opened.min[axis]!)) || 1;
    this.#make(this.#store.current);
  }

  #make(settings: Settings): void {
    const infos = settings.methods.map((name) => this.#methods.get(name)).filter((info) => info !== undefined);
    const knobs = knobsOf(infos);
    this.#shows = [];
    this.#room.replaceChildren(
      ...infos.map((info) => element("p", { class: "about" }, element("strong", {}, info.name), ` ${info.summary}`)),
      ...[null, "smith", "senin", "lbg", "paired"].map((group) =>
        this.#makeGroup(
          group,
          knobs.filter((knob) => knob.group === group),
        ),
      ),
      this.#makeReset(),
    );
    this.#section.hidden = infos.length === 0;
    this.#show(settings);
  }

  #makeGroup(group: string | null, knobs: readonly Knob[]): DocumentFragment | HTMLElement {
    if (knobs.length === 0) return document.createDocumentFragment();
    const legend = element("legend", group === null ? { class: "hidden-text" } : {}, group ?? "all methods");
    return element("fieldset", { class: "fields" }, legend, ...knobs.map((knob) => this.#makeField(knob)));
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

  #makeField(knob: Knob): HTMLElement {
    const change = (value: Value) => this.#store.update({ options: withValue(this.#store.current.options, knob, value) });
    const now = (settings: Settings) => valueOf(knob, settings.options);
    if (knob.kind === "switch") {
      const field = new SwitchField(knob.label, knob.title, change);
      this.#shows.push((settings) => field.set(now(settings) === true));
      return field.box;
    }
    if (knob.kind === "choice") {
      const field = new ChoiceField(knob.label, knob.title, knob.choices, change);
      this.#shows.push((settings) => field.set(String(now(settings))));
      return field.box;
    }
    const field = new NumberField(knob.label, knob.title, change);
    field.setRange(this.#rangeOf(knob));
    this.#shows.push((settings) => field.set(Number(now(settings))));
    return field.box;
  }

  #rangeOf({ min, max, step, limit, isLength }: NumberKnob): {
    min: number;
    max: number;
    step: number;
    limit?: number | undefined;
  } {
    if (!isLength) return { min, max, step, limit };
    const longest = roundUp(max * this.#size);
    return { min, max: longest, step: (longest * step) / max };
  }

  #show(settings: Settings): void {
    for (const show of this.#shows) show(settings);
  }
}
