// The settings of the page: written by the controls, read by everything, stored in links.

import type { BounceSettings, Tool, WorldOptions } from "./protocol.js";

/** Which layers are drawn. */
export interface Layers {
  faces: boolean;
  contacts: boolean;
  segments: boolean;
  closest: boolean;
  impacts: boolean;
  boxes: boolean;
  regions: boolean;
  clusters: boolean;
  cells: boolean;
  particles: boolean;
  trails: boolean;
  forces: boolean;
  areas: boolean;
  seeds: boolean;
  hints: boolean;
  touched: boolean;
  costs: boolean;
  wireframe: boolean;
}

export type Layer = keyof Layers;

export type Theme = "system" | "light" | "dark";

export interface Settings {
  /** Name of a built-in scene; null while files are shown. */
  scene: string | null;
  seed: number;
  detail: number;
  clip: number;
  playing: boolean;
  /** Frames per tick. */
  rate: number;
  /** One, or two side by side. */
  methods: string[];
  /** Options of all methods; each uses its own group. */
  options: Omit<WorldOptions, "method">;
  selfCollision: boolean;
  layers: Layers;
  tool: Tool;
  /** Radius of a pulled patch, relative to the size of the scene. */
  pullRadius: number;
  /** A held face stays flush against another that it comes near. */
  flush: boolean;
  bounce: BounceSettings;
  sound: boolean;
  theme: Theme;
  /** The step of the tour, from 1; 0 if there is none. */
  tour: number;
}

export const DEFAULT_LAYERS: Layers = {
  faces: true,
  contacts: true,
  segments: true,
  closest: true,
  impacts: false,
  boxes: false,
  regions: false,
  clusters: false,
  cells: false,
  particles: true,
  trails: true,
  forces: false,
  areas: false,
  seeds: false,
  hints: false,
  touched: false,
  costs: false,
  wireframe: false,
};

/** Scenes of what happens between frames: their impacts are shown unless the visitor says otherwise. */
export const BETWEEN_FRAMES: readonly string[] = [
  "bullet-wall", "bullet-cloth", "crossing-cloths", "twisting-rod", "gears", "resting-stacks", "spike-crack",
  "sliding-wedge", "cliff-edges",
];

export function defaultLayers(scene: string | null): Layers {
  return { ...DEFAULT_LAYERS, impacts: scene !== null && BETWEEN_FRAMES.includes(scene) };
}

/** The layers for a new scene: the layer of impacts changes with it, unless it was chosen. */
function layersFor(scene: string | null, before: Settings): Layers {
  const { layers } = before;
  const wasChosen = layers.impacts !== defaultLayers(before.scene).impacts;
  return wasChosen ? layers : { ...layers, impacts: defaultLayers(scene).impacts };
}

export const DEFAULT_SETTINGS: Settings = {
  scene: "teapot-sphere",
  seed: 1,
  detail: 0,
  clip: 0,
  playing: true,
  rate: 1,
  methods: ["hybrid"],
  options: {},
  selfCollision: false,
  layers: DEFAULT_LAYERS,
  tool: "move",
  pullRadius: 0.2,
  flush: false,
  bounce: { on: false, restitution: 0.6, gravity: 2 },
  sound: false,
  theme: "system",
  tour: 0,
};

type Listener = (now: Settings, before: Settings) => void;

/** Holds the settings and notifies listeners of every change. */
export class Store {
  #settings: Settings;
  readonly #listeners: Listener[] = [];

  constructor(settings: Settings) {
    this.#settings = settings;
  }

  get current(): Settings {
    return this.#settings;
  }

  update(changes: Partial<Settings>): void {
    const before = this.#settings;
    const { scene } = changes;
    const isOther = scene !== undefined && scene !== before.scene && !changes.layers;
    this.#settings = { ...before, ...(isOther && { layers: layersFor(scene, before) }), ...changes };
    for (const listener of this.#listeners) listener(this.#settings, before);
  }

  updateLayers(changes: Partial<Layers>): void {
    this.update({ layers: { ...this.#settings.layers, ...changes } });
  }

  subscribe(listener: Listener): void {
    this.#listeners.push(listener);
  }
}
