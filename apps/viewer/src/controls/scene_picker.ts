// Selects the scene, and shows its title, summary and size.

import type { Opened, SceneInfo } from "../protocol.js";
import type { Settings, Store } from "../settings.js";
import { element, find, setText } from "../../../shared/dom.js";
import { count } from "../../../shared/format.js";

// Scenes are listed as "spheres-N" and opened as "spheres" or "spheres-40".

function takesNumber(listed: string): boolean {
  return listed.endsWith("-N");
}

function stemOf(listed: string): string {
  return takesNumber(listed) ? listed.slice(0, -2) : listed;
}

/** `number` is null for the scene's default. */
export function nameToOpen(listed: string, number: number | null): string {
  return takesNumber(listed) && number !== null ? `${stemOf(listed)}-${number}` : stemOf(listed);
}

/** The number in a name, if the name opens the listed scene; otherwise null. */
export function fits(name: string, listed: string): { number: number | null } | null {
  const stem = stemOf(listed);
  if (name === stem) return { number: null };
  if (!takesNumber(listed) || !name.startsWith(`${stem}-`)) return null;
  const digits = name.slice(stem.length + 1);
  return /^\d+$/.test(digits) ? { number: Number(digits) } : null;
}

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

/** The default number of a scene, from its summary. */
function ownNumber(scene: SceneInfo): string {
  return /default (\d+)/.exec(scene.summary)?.[1] ?? "default";
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
    else this.#scene.selectedIndex = -1; // a link with an unknown scene
    this.#scene.title = listed?.scene.summary ?? "";
    const numbered = listed !== null && takesNumber(listed.scene.name);
    find(this.#root, "#scene-number-field", HTMLElement).hidden = !numbered;
    if (!numbered) return;
    this.#number.value = listed.number === null ? "" : String(listed.number);
    this.#number.placeholder = ownNumber(listed.scene);
    this.#number.title = listed.scene.summary;
  }
}
