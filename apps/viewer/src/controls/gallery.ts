// All scenes with pictures and plain titles, and all methods with what they can do and why they cannot be used here.

import type { MethodInfo, Opened, Ready } from "../protocol.js";
import type { Store } from "../settings.js";
import { element, find } from "../../../shared/dom.js";
import { METHOD_CARDS, SCENE_TITLES } from "./gallery_texts.js";
import { nameToOpen } from "./scene_picker.js";

/** The plain title of a listed scene. */
export function sceneTitle(listed: string): string {
  return SCENE_TITLES[listed] ?? listed;
}

/** What a method can and cannot do, in a few words. */
export function abilitiesText({ abilities }: MethodInfo): string {
  const can = (ability: MethodInfo["abilities"][number]) => abilities.includes(ability);
  const bodies = !can("concave") ? "convex rigid bodies" : !can("deforming") ? "rigid bodies" : "bodies that deform";
  const answer = can("exact") ? "exact" : can("points") ? "may miss contacts" : "tells whether bodies touch, not where";
  return `${bodies}; ${answer}; ${can("self") ? "finds" : "no"} self-collision`;
}

export class Gallery {
  readonly #dialog: HTMLDialogElement;
  readonly #methods: HTMLElement;
  readonly #scenes: HTMLElement;
  #infos: readonly MethodInfo[] = [];

  constructor(root: HTMLElement, private readonly store: Store) {
    this.#dialog = find(root, "#gallery", HTMLDialogElement);
    this.#methods = find(root, "#method-cards", HTMLElement);
    this.#scenes = find(root, "#scene-cards", HTMLElement);
    find(root, "#gallery-open", HTMLButtonElement).addEventListener("click", () => this.#dialog.showModal());
    find(root, "#gallery-close", HTMLButtonElement).addEventListener("click", () => this.#dialog.close());
    const methods = find(root, "#methods-title", HTMLElement);
    find(root, "#to-methods", HTMLButtonElement).addEventListener("click", () => {
      methods.scrollIntoView();
      methods.focus();
    });
    this.#dialog.addEventListener("click", (event) => {
      if (event.target === this.#dialog) this.#dialog.close(); // a click on the backdrop
    });
  }

  ready({ scenes, methods }: Ready): void {
    this.#infos = methods;
    const groups = new Map<string, HTMLElement>();
    for (const { name, group } of scenes) {
      let cards = groups.get(group);
      if (!cards) groups.set(group, (cards = element("div", { class: "cards" })));
      cards.append(this.#sceneCard(name));
    }
    this.#scenes.replaceChildren(
      ...[...groups].flatMap(([group, cards]) => [element("h3", {}, group === "general" ? "Scenes" : group), cards]),
    );
    this.#showMethods({});
  }

  opened({ refusals }: Opened): void {
    this.#showMethods(refusals);
  }

  #sceneCard(listed: string): HTMLElement {
    const name = nameToOpen(listed, null);
    const image = element("img", { src: `./thumbs/${name}.jpg`, alt: "", loading: "lazy", width: 160, height: 110 });
    const open = () => {
      this.#dialog.close();
      this.store.update({ scene: name, tour: 0 });
    };
    return element("button", { type: "button", class: "card", click: open }, image, element("span", {}, sceneTitle(listed)));
  }

  #showMethods(refusals: Opened["refusals"]): void {
    this.#methods.replaceChildren(...this.#infos.map((info) => this.#methodCard(info, refusals[info.name])));
  }

  #methodCard(info: MethodInfo, refusal: string | undefined): HTMLElement {
    const { year, sentence } = METHOD_CARDS[info.name] ?? { year: "", sentence: info.summary };
    const choose = () => {
      if (refusal !== undefined) return;
      this.#dialog.close();
      this.store.update({ methods: [info.name], tour: 0 });
    };
    return element(
      "button",
      { type: "button", class: "card", click: choose, "aria-disabled": String(refusal !== undefined) },
      element("strong", {}, info.name, year && " ", year && element("small", {}, year)),
      element("span", {}, sentence),
      element("span", { class: "note" }, abilitiesText(info)),
      refusal === undefined ? null : element("span", { class: "refusal" }, `Not here: ${refusal}`),
    );
  }
}
