// Which method detects, and with which one it is compared.

import type { MethodInfo } from "../protocol.js";
import type { Settings, Store } from "../settings.js";
import { element, find } from "./dom.js";

const NONE = "";

function isExact(info: MethodInfo): boolean {
  return info.abilities.includes("exact");
}

function optionOf(info: MethodInfo): HTMLOptionElement {
  return element("option", { value: info.name, title: info.summary }, info.name);
}

/** Exact methods first: they are what the others are held against. */
function groups(methods: readonly MethodInfo[]): HTMLOptGroupElement[] {
  const exact = methods.filter(isExact);
  const others = methods.filter((info) => !isExact(info));
  return [
    element("optgroup", { label: "exact" }, ...exact.map(optionOf)),
    element("optgroup", { label: "may miss" }, ...others.map(optionOf)),
  ];
}

export class MethodChoice {
  readonly #method: HTMLSelectElement;
  readonly #compare: HTMLSelectElement;
  readonly #store: Store;
  #methods: readonly MethodInfo[] = [];

  constructor(root: HTMLElement, store: Store) {
    this.#store = store;
    this.#method = find(root, "#method", HTMLSelectElement);
    this.#compare = find(root, "#compare", HTMLSelectElement);
    for (const select of [this.#method, this.#compare]) select.addEventListener("change", () => this.#choose());
    store.listen((now, before) => {
      if (now.methods !== before.methods) this.#show(now);
    });
  }

  ready(methods: readonly MethodInfo[]): void {
    this.#methods = methods;
    this.#method.replaceChildren(...groups(methods));
    this.#compare.replaceChildren(element("option", { value: NONE }, "nothing"), ...groups(methods));
    this.#show(this.#store.now);
  }

  #choose(): void {
    const other = this.#compare.value;
    this.#store.change({ methods: other === NONE ? [this.#method.value] : [this.#method.value, other] });
  }

  #show(settings: Settings): void {
    const [method = "", other = NONE] = settings.methods;
    this.#method.value = method;
    this.#compare.value = other;
    this.#method.title = this.#methods.find((info) => info.name === method)?.summary ?? "";
    this.#compare.title = this.#methods.find((info) => info.name === other)?.summary ?? "A second method on the same frames";
  }
}
