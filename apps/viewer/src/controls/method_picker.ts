// Selects the method, and a second one to compare with.

import type { MethodInfo, Opened } from "../protocol.js";
import type { Settings, Store } from "../settings.js";
import { element, find } from "../../../shared/dom.js";

const NONE = "";

function optionOf(info: MethodInfo): HTMLOptionElement {
  return element("option", { value: info.name, title: info.summary }, info.name);
}

/** Exact methods come first. */
function groups(methods: readonly MethodInfo[]): HTMLOptGroupElement[] {
  const isExact = (info: MethodInfo) => info.abilities.includes("exact");
  const usesPoints = (info: MethodInfo) => info.abilities.includes("points");
  const group = (label: string, members: readonly MethodInfo[]) =>
    element("optgroup", { label }, ...members.map(optionOf));
  return [
    group("exact", methods.filter(isExact)),
    group("approximate, may miss contacts", methods.filter(usesPoints)),
    group(
      "only convex rigid bodies",
      methods.filter((info) => !isExact(info) && !usesPoints(info)),
    ),
  ];
}

export class MethodPicker {
  readonly #method: HTMLSelectElement;
  readonly #compare: HTMLSelectElement;
  readonly #store: Store;
  #methods: readonly MethodInfo[] = [];

  constructor(root: HTMLElement, store: Store) {
    this.#store = store;
    this.#method = find(root, "#method", HTMLSelectElement);
    this.#compare = find(root, "#compare", HTMLSelectElement);
    for (const select of [this.#method, this.#compare]) select.addEventListener("change", () => this.#choose());
    store.subscribe((now, before) => {
      if (now.methods !== before.methods) this.#show(now);
    });
  }

  /** Methods that cannot run here cannot be chosen, and say why. */
  opened({ refusals }: Opened): void {
    for (const option of [...this.#method.options, ...this.#compare.options]) {
      const reason = refusals[option.value];
      option.disabled = reason !== undefined;
      option.textContent = reason === undefined ? (option.value === NONE ? "nothing" : option.value) : `${option.value}: ${reason}`;
    }
  }

  ready(methods: readonly MethodInfo[]): void {
    this.#methods = methods;
    this.#method.replaceChildren(...groups(methods));
    this.#compare.replaceChildren(element("option", { value: NONE }, "nothing"), ...groups(methods));
    this.#show(this.#store.current);
  }

  #choose(): void {
    const other = this.#compare.value;
    this.#store.update({ methods: other === NONE ? [this.#method.value] : [this.#method.value, other] });
  }

  #show(settings: Settings): void {
    const [method = "", other = NONE] = settings.methods;
    this.#method.value = method;
    this.#compare.value = other;
    this.#method.title = this.#methods.find((info) => info.name === method)?.summary ?? "";
    this.#compare.title =
      this.#methods.find((info) => info.name === other)?.summary ?? "A second method on the same frames";
  }
}
