// Which scene is shown, and what it is called on the stage.

import type { Opened, SceneInfo } from "../protocol.js";
import type { Settings, Store } from "../settings.js";
import { element, find, setText } from "../../../shared/dom.js";
import { count } from "../../../shared/format.js";
import { fits, nameToOpen, takesNumber } from "./scene_name.js";

const FILES = "";

function groupsOf(scenes: readonly SceneInfo[]): HTMLOptGroupElement[] {
  const groups = new Map<string, HTMLOptGroupElement>();
  for (const { name, summary, group } of scenes) {
    let list = groups.get(group);
    if (!list) groups.set(group, (list = element("optgroup", { label: group })));
    list.append(element("option", { value: name, title: summary }, name));
  }
  return [...groups.values()];
}

/** The scene's own number, where its summary tells it. */
function ownNumber(scene: SceneInfo): string {
  return /default (\d+)/.exec(scene.summary)?.[1] ?? "own";
}

function trianglesOf(opened: Opened): number {
  return opened.bodies.reduce((sum, body) => sum + (opened.meshes[body.mesh]?.triangles.length ?? 0) / 3, 0);
}

export class ScenePicker {
  readonly #root: HTMLElement;
  readonly #store: Store;
  readonly #scene: HTMLSelectElement;
  readonly #number: HTMLInputElement;
  readonly #files = element("option", { value: FILES, hidden: true }, "your files");
  #scenes: readonly SceneInfo[] = [];

  constructor(root: HTMLElement, store: Store) {
    this.#root = root;
    this.#store = store;
    this.#scene = find(root, "#scene", HTMLSelectElement);
    this.#number = find(root, "#scene-number", HTMLInputElement);
    this.#scene.addEventListener("change", () => this.#open(null));
    this.#number.addEventListener("change", () => {
      if (this.#number.reportValidity()) this.#open(this.#number.value === "" ? null : this.#number.valueAsNumber);
    });
    store.subscribe((now, before) => {
      if (now.scene !== before.scene) this.#show(now);
    });
  }

  ready(scenes: readonly SceneInfo[]): void {
    this.#scenes = scenes;
    this.#scene.replaceChildren(this.#files, ...groupsOf(scenes));
    this.#show(this.#store.current);
  }

  opened(opened: Opened): void {
    if (opened.source !== "scene") setText(this.#files, opened.title);
    setText(find(this.#root, "#title", HTMLElement), opened.title);
    setText(find(this.#root, "#summary", HTMLElement), opened.source === "scene" ? this.#summary() : "");
    const size = `${count(opened.bodies.length, "body", "bodies")}, ${count(trianglesOf(opened), "triangle")}`;
    setText(find(this.#root, "#size", HTMLElement), size);
  }

  #open(number: number | null): void {
    if (this.#scene.value !== FILES) this.#store.update({ scene: nameToOpen(this.#scene.value, number) });
  }

  #listed(name: string): { scene: SceneInfo; number: number | null } | null {
    for (const scene of this.#scenes) {
      const fit = fits(name, scene.name);
      if (fit) return { scene, number: fit.number };
    }
    return null;
  }

  #summary(): string {
    const { scene } = this.#store.current;
    return (scene !== null && this.#listed(scene)?.scene.summary) || "";
  }

  #show(settings: Settings): void {
    const listed = settings.scene === null ? null : this.#listed(settings.scene);
    if (listed || settings.scene === null) this.#scene.value = listed?.scene.name ?? FILES;
    else this.#scene.selectedIndex = -1; // of a link that is wrong
    this.#scene.title = listed?.scene.summary ?? "";
    const numbered = listed !== null && takesNumber(listed.scene.name);
    find(this.#root, "#scene-number-field", HTMLElement).hidden = !numbered;
    if (!numbered) return;
    this.#number.value = listed.number === null ? "" : String(listed.number);
    this.#number.placeholder = ownNumber(listed.scene);
    this.#number.title = listed.scene.summary;
  }
}
