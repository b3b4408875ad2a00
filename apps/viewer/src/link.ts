// The state of the page in the fragment of its address, so that a link restores it. Only differences from the defaults
// are written; invalid values are ignored.

import type { CameraState } from "./renderer/renderer.js";
import { defaultLayers, DEFAULT_SETTINGS, type Layer, type Layers, type Settings } from "./settings.js";
import { TOUR, tourSettings } from "./tour_steps.js";
import type { Tool, Vector } from "./protocol.js";

export interface PageState {
  settings: Settings;
  frame: number;
  camera: CameraState | null;
}

/** Longer options were not written by this page. */
const MAX_OPTIONS_LENGTH = 4000;
const TOOLS: readonly Tool[] = ["look", "move", "turn", "pull"];

function round(value: number): string {
  return String(Number(value.toPrecision(6)));
}

function writeCamera({ target, yaw, pitch, distance }: CameraState): string {
  return [...target, yaw, pitch, distance].map(round).join(",");
}

function readCamera(text: string | null): CameraState | null {
  const numbers = (text ?? "").split(",").map(Number);
  if (numbers.length !== 6 || !numbers.every(Number.isFinite) || numbers[5]! <= 0) return null;
  return { target: numbers.slice(0, 3) as Vector, yaw: numbers[3]!, pitch: numbers[4]!, distance: numbers[5]! };
}

function writeLayers(layers: Layers, defaults: Layers): string {
  const names = Object.keys(layers) as Layer[];
  const changed = names.filter((name) => layers[name] !== defaults[name]);
  return changed.map((name) => (layers[name] ? name : `-${name}`)).join(",");
}

function readLayers(text: string, defaults: Layers): Layers {
  const layers = { ...defaults };
  for (const word of text.split(",")) {
    const name = word.replace(/^-/, "");
    if (name in layers) layers[name as Layer] = !word.startsWith("-");
  }
  return layers;
}

function readOptions(text: string): Settings["options"] {
  if (text.length > MAX_OPTIONS_LENGTH) return {};
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null && !Array.isArray(value) ? value : {};
  } catch {
    return {};
  }
}

/** A link cannot hold files. It then keeps the settings, without frame and camera. */
export function writeLink({ settings, frame, camera }: PageState): string {
  const isScene = settings.scene !== null;
  const params = new URLSearchParams();
  const put = (name: string, value: string, defaults: string) => value !== defaults && params.set(name, value);
  const defaults = DEFAULT_SETTINGS;
  params.set("scene", settings.scene ?? defaults.scene!);
  params.set("method", settings.methods.join(","));
  params.set("frame", String(isScene ? frame : 0));
  put("seed", String(settings.seed), String(defaults.seed));
  put("detail", String(settings.detail), String(defaults.detail));
  put("rate", String(settings.rate), String(defaults.rate));
  put("paused", String(!settings.playing), String(!defaults.playing));
  put("tool", settings.tool, defaults.tool);
  put("self", String(settings.selfCollision), String(defaults.selfCollision));
  put("bounce", String(settings.bounce.on), String(defaults.bounce.on));
  put("restitution", String(settings.bounce.restitution), String(defaults.bounce.restitution));
  put("gravity", String(settings.bounce.gravity), String(defaults.bounce.gravity));
  put("flush", String(settings.flush), String(defaults.flush));
  put("patch", String(settings.pullRadius), String(defaults.pullRadius));
  put("options", JSON.stringify(settings.options), "{}");
  put("tour", String(settings.tour), String(defaults.tour));
  put("layers", writeLayers(settings.layers, defaultLayers(settings.scene)), "");
  if (camera && isScene) params.set("camera", writeCamera(camera));
  return `#${params}`;
}

function readNumber(params: URLSearchParams, name: string, defaults: number, min: number, max: number): number {
  const text = params.get(name);
  const value = text === null || text === "" ? NaN : Number(text);
  return value >= min && value <= max ? value : defaults;
}

function readBoolean(params: URLSearchParams, name: string, defaults: boolean): boolean {
  const text = params.get(name);
  return text === null ? defaults : text === "true";
}

/** A link to a step of the tour needs no more than its number. */
function readTour(params: URLSearchParams): PageState | null {
  const step = TOUR[Math.trunc(readNumber(params, "tour", 0, 0, 100)) - 1];
  return step ? { settings: tourSettings(step, DEFAULT_SETTINGS), frame: step.frame, camera: null } : null;
}

/** Null if the fragment is not a link of this page. Names of scenes and methods are checked by the engine. */
export function readLink(hash: string): PageState | null {
  const params = new URLSearchParams(hash.replace(/^#/, ""));
  const scene = params.get("scene");
  if (!scene) return readTour(params);
  const defaults = DEFAULT_SETTINGS;
  const tool = params.get("tool") as Tool;
  const methods = (params.get("method") ?? "").split(",").filter((name) => name !== "").slice(0, 2);
  const settings: Settings = {
    ...defaults,
    scene,
    seed: Math.trunc(readNumber(params, "seed", defaults.seed, 0, Number.MAX_SAFE_INTEGER)),
    detail: Math.trunc(readNumber(params, "detail", defaults.detail, 0, 1e7)),
    rate: readNumber(params, "rate", defaults.rate, 0.01, 16),
    playing: !readBoolean(params, "paused", !defaults.playing),
    methods: methods.length > 0 ? methods : defaults.methods,
    options: readOptions(params.get("options") ?? "{}"),
    selfCollision: readBoolean(params, "self", defaults.selfCollision),
    layers: readLayers(params.get("layers") ?? "", defaultLayers(scene)),
    tool: TOOLS.includes(tool) ? tool : defaults.tool,
    tour: Math.trunc(readNumber(params, "tour", 0, 0, 100)),
    flush: readBoolean(params, "flush", defaults.flush),
    pullRadius: readNumber(params, "patch", defaults.pullRadius, 0.001, 10),
    bounce: {
      on: readBoolean(params, "bounce", defaults.bounce.on),
      restitution: readNumber(params, "restitution", defaults.bounce.restitution, 0, 1),
      gravity: readNumber(params, "gravity", defaults.bounce.gravity, -1e6, 1e6),
    },
  };
  const frame = Math.trunc(readNumber(params, "frame", 0, 0, 1e9));
  return { settings, frame, camera: readCamera(params.get("camera")) };
}
