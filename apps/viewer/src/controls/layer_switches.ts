// A switch for each thing that can be drawn.

import type { MethodInfo, Opened } from "../protocol.js";
import { DEFAULT_LAYERS, type Layer, type Settings, type Store } from "../settings.js";
import { element, find } from "../../../shared/dom.js";

interface Drawable {
  layer: Layer;
  label: string;
  title: string;
  /** Whether the method ever has some of it; absent: it always may. */
  by?(info: MethodInfo): boolean;
}

const named =
  (...names: string[]) =>
  (info: MethodInfo) =>
    names.includes(info.name);

const namesFaces = (info: MethodInfo) => info.abilities.includes("face-pairs");

const GROUPS: readonly { label: string; drawables: readonly Drawable[] }[] = [
  {
    label: "Found",
    drawables: [
      {
        layer: "faces",
        label: "Faces that meet",
        title: "Triangles that share a point with another body, in red",
        by: namesFaces,
      },
      { layer: "contacts", label: "Contacts", title: "A point and a normal for each connected region", by: namesFaces },
      {
        layer: "segments",
        label: "Crossings",
        title: "The lines along which surfaces pass through each other",
        by: namesFaces,
      },
      {
        layer: "closest",
        label: "Closest points",
        title: "The shortest way between two bodies that are apart, with its length; the plane between them, where a method has one",
      },
    ],
  },
  {
    label: "How it was found",
    drawables: [
      { layer: "boxes", label: "Boxes", title: "The box around each body" },
      { layer: "regions", label: "Overlap regions", title: "Where the boxes of two bodies overlap" },
      {
        layer: "clusters",
        label: "Clusters",
        title: "Boxes of neighboring triangles that were looked into",
        by: named("hybrid", "refit"),
      },
      {
        layer: "cells",
        label: "Octree cells",
        title: "Cells in which faces of two bodies met",
        by: named("smith", "octree-update"),
      },
      { layer: "particles", label: "Particles", title: "Sensors that live on the surfaces", by: named("senin", "lbg") },
      {
        layer: "trails",
        label: "Trails",
        title: "The way of each particle over the last frames",
        by: named("senin", "lbg"),
      },
      {
        layer: "forces",
        label: "Forces",
        title: "What draws each particle, and where to",
        by: named("senin", "lbg"),
      },
      { layer: "areas", label: "Areas", title: "The patch that each particle stays in, in color", by: named("lbg") },
      { layer: "seeds", label: "Seeds", title: "Places where descents may start", by: named("paired") },
      { layer: "hints", label: "Hints", title: "The faces that one frame leaves to the next, to start from" },
    ],
  },
  {
    label: "Bodies",
    drawables: [
      {
        layer: "touched",
        label: "Needed vertices",
        title: "Bodies are evaluated on demand: vertices of this frame bright, of earlier ones pale, the others grey",
        by: (info) => info.abilities.includes("on-demand") || info.abilities.includes("points"),
      },
      { layer: "wireframe", label: "Wireframe", title: "The edges of all triangles" },
    ],
  },
];

export class LayerSwitches {
  readonly #store: Store;
  readonly #inputs = new Map<Drawable, HTMLInputElement>();
  #methods = new Map<string, MethodInfo>();
  #canOnDemand = false;

  constructor(root: HTMLElement, store: Store) {
    this.#store = store;
    find(root, "#layers", HTMLElement).append(
      ...GROUPS.map(({ label, drawables }) =>
        element(
          "fieldset",
          { class: "switches" },
          element("legend", {}, label),
          ...drawables.map((drawable) => this.#makeSwitch(drawable)),
        ),
      ),
      element(
        "button",
        { type: "button", class: "quiet", click: () => store.updateLayers(DEFAULT_LAYERS) },
        "As at first",
      ),
    );
    store.subscribe((now, before) => {
      if (now.layers !== before.layers || now.methods !== before.methods) this.#show(now);
    });
    this.#show(store.current);
  }

  ready(methods: readonly MethodInfo[]): void {
    this.#methods = new Map(methods.map((info) => [info.name, info]));
    this.#show(this.#store.current);
  }

  opened(opened: Opened): void {
    this.#canOnDemand = opened.hasDeformers;
    this.#show(this.#store.current);
  }

  #makeSwitch(drawable: Drawable): HTMLElement {
    const change = () => this.#store.updateLayers({ [drawable.layer]: input.checked });
    const input = element("input", { type: "checkbox", role: "switch", id: `layer-${drawable.layer}`, change });
    this.#inputs.set(drawable, input);
    return element("label", { class: "switch", title: drawable.title }, input, element("span", {}, drawable.label));
  }

  #isOffered({ layer, by }: Drawable, methods: readonly string[]): boolean {
    if (layer === "touched" && !this.#canOnDemand) return false;
    const infos = methods.map((name) => this.#methods.get(name)).filter((info) => info !== undefined);
    return infos.length === 0 || !by || infos.some(by);
  }

  #show(settings: Settings): void {
    for (const [drawable, input] of this.#inputs) {
      input.checked = settings.layers[drawable.layer];
      input.disabled = !this.#isOffered(drawable, settings.methods);
    }
  }
}
