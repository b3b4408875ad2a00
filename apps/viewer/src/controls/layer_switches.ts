// A switch for each layer of the 3-D view.

import type { MethodInfo, Opened } from "../protocol.js";
import { defaultLayers, type Layer, type Settings, type Store } from "../settings.js";
import { METHODS_WITH_COSTS } from "../engine/face_costs.js";
import { element, find } from "../../../shared/dom.js";

interface LayerSwitch {
  layer: Layer;
  label: string;
  title: string;
  /** Whether a method has this layer; absent if all do. */
  isOfferedBy?(info: MethodInfo): boolean;
}

const named =
  (...names: string[]) =>
  (info: MethodInfo) =>
    names.includes(info.name);

const namesFaces = (info: MethodInfo) => info.abilities.includes("face-pairs");

const GROUPS: readonly { label: string; switches: readonly LayerSwitch[] }[] = [
  {
    label: "Results",
    switches: [
      {
        layer: "faces",
        label: "Touching faces",
        title: "Triangles that share a point with another body, in red",
        isOfferedBy: namesFaces,
      },
      { layer: "contacts", label: "Contacts", title: "A point and a normal for each connected region of touching faces", isOfferedBy: namesFaces },
      {
        layer: "segments",
        label: "Intersection lines",
        title: "The lines along which surfaces intersect",
        isOfferedBy: namesFaces,
      },
      {
        layer: "closest",
        label: "Closest points",
        title: "The shortest line between the two closest bodies, with its length; also separating planes, if the method uses them",
      },
      {
        layer: "impacts",
        label: "Impacts",
        title: "What bodies run into on the way to the next frame, by an exact sweep: dark early, bright late in the step, in boxes around the way of each body",
      },
    ],
  },
  {
    label: "How the method works",
    switches: [
      { layer: "boxes", label: "Boxes", title: "The box around each body" },
      { layer: "regions", label: "Overlap regions", title: "Where the boxes of two bodies overlap" },
      {
        layer: "costs",
        label: "Cost of each face",
        title: "How often each triangle was tested with one of another body in this frame; dark: never",
        isOfferedBy: named(...METHODS_WITH_COSTS),
      },
      {
        layer: "clusters",
        label: "Clusters",
        title: "Boxes of neighboring triangles that were opened",
        isOfferedBy: named("hybrid", "refit"),
      },
      {
        layer: "cells",
        label: "Octree cells",
        title: "Cells that contain faces of two bodies",
        isOfferedBy: named("smith", "octree-update"),
      },
      { layer: "particles", label: "Particles", title: "Points that move over the surfaces in search of contacts", isOfferedBy: named("senin", "lbg") },
      {
        layer: "trails",
        label: "Trails",
        title: "The path of each particle over the last frames",
        isOfferedBy: named("senin", "lbg"),
      },
      {
        layer: "forces",
        label: "Forces",
        title: "The forces that move the particles",
        isOfferedBy: named("senin", "lbg"),
      },
      { layer: "areas", label: "Areas", title: "The patch of surface that each particle covers, in color", isOfferedBy: named("lbg") },
      { layer: "seeds", label: "Seeds", title: "Points at which descents may start", isOfferedBy: named("paired") },
      { layer: "hints", label: "Hints", title: "Faces that the next frame starts from" },
    ],
  },
  {
    label: "Bodies",
    switches: [
      {
        layer: "touched",
        label: "Evaluated vertices",
        title: "Bodies are evaluated on demand. Bright: vertices evaluated in this frame; pale: in earlier frames; gray: never",
        isOfferedBy: (info) => info.abilities.includes("on-demand") || info.abilities.includes("points"),
      },
      { layer: "wireframe", label: "Wireframe", title: "The edges of all triangles" },
    ],
  },
];

export class LayerSwitches {
  readonly #store: Store;
  readonly #inputs = new Map<LayerSwitch, HTMLInputElement>();
  #methods = new Map<string, MethodInfo>();
  #hasDeformers = false;

  constructor(root: HTMLElement, store: Store) {
    this.#store = store;
    find(root, "#layers", HTMLElement).append(
      ...GROUPS.map(({ label, switches }) =>
        element(
          "fieldset",
          { class: "switches" },
          element("legend", {}, label),
          ...switches.map((layerSwitch) => this.#makeSwitch(layerSwitch)),
        ),
      ),
      element(
        "button",
        { type: "button", class: "quiet", click: () => store.updateLayers(defaultLayers(store.current.scene)) },
        "Reset to defaults",
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
    this.#hasDeformers = opened.hasDeformers;
    this.#show(this.#store.current);
  }

  #makeSwitch(layerSwitch: LayerSwitch): HTMLElement {
    const change = () => this.#store.updateLayers({ [layerSwitch.layer]: input.checked });
    const input = element("input", { type: "checkbox", role: "switch", id: `layer-${layerSwitch.layer}`, change });
    this.#inputs.set(layerSwitch, input);
    return element("label", { class: "switch", title: layerSwitch.title }, input, element("span", {}, layerSwitch.label));
  }

  #isOffered({ layer, isOfferedBy }: LayerSwitch, methods: readonly string[]): boolean {
    if (layer === "touched" && !this.#hasDeformers) return false;
    const infos = methods.map((name) => this.#methods.get(name)).filter((info) => info !== undefined);
    return infos.length === 0 || !isOfferedBy || infos.some(isOfferedBy);
  }

  #show(settings: Settings): void {
    for (const [layerSwitch, input] of this.#inputs) {
      input.checked = settings.layers[layerSwitch.layer];
      input.disabled = !this.#isOffered(layerSwitch, settings.methods);
    }
  }
}
