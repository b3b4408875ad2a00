// The part of the address behind '#': what is seen, so that a link shows it again. Only what differs from the
// defaults is written; whatever cannot be read is left out.

import type { CameraState } from "./renderer/renderer.js";
import { DEFAULT_LAYERS, DEFAULT_SETTINGS, type Layer, type Layers, type Settings } from "./settings.js";
import type { Tool, Vector } from "./protocol.js";

export interface PageState {
  settings: Settings;
  frame: number;
  camera: CameraState | null;
}

/** Beyond this options are no options of ours. */
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

function writeLayers(layers: Layers): string {
  const names = Object.keys(layers) as Layer[];
  const changed = names.filter((name) => layers[name] !== DEFAULT_LAYERS[name]);
  return changed.map((name) => (layers[name] ? name : `-${name}`)).join(",");
}

function readLayers(text: string): Layers {
  const layers = { ...DEFAULT_LAYERS };
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

/** Of files only how they are looked at: a link cannot hold them, and frame and camera are theirs. */
export function writeLink({ settings, frame, camera }: PageState): string {
  const isScene = settings.scene !== null;
  const words = new URLSearchParams();
  const put = (name: string, value: string, usual: string) => value !== usual && words.set(name, value);
  const usual = DEFAULT_SETTINGS;
  words.set("scene", settings.scene ?? usual.scene!);
  words.set("method", settings.methods.join(","));
  words.set("frame", String(isScene ? frame : 0));
  put("seed", String(settings.seed), String(usual.seed));
  put("detail", String(settings.detail), String(usual.detail));
  put("rate", String(settings.rate), String(usual.rate));
  put("paused", String(!settings.playing), String(!usual.playing));
  put("tool", settings.tool, usual.tool);
  put("self", String(settings.selfCollision), String(usual.selfCollision));
  put("bounce", String(settings.bounce.on), String(usual.bounce.on));
  put("restitution", String(settings.bounce.restitution), String(usual.bounce.restitution));
  put("gravity", String(settings.bounce.gravity), String(usual.bounce.gravity));
  put("patch", String(settings.pullRadius), String(usual.pullRadius));
  put("options", JSON.stringify(settings.options), "{}");
  put("layers", writeLayers(settings.layers), "");
  if (camera && isScene) words.set("camera", writeCamera(camera));
  return `#${words}`;
}

function readNumber(words: URLSearchParams, name: string, usual: number, least: number, most: number): number {
  const text = words.get(name);
  const value = text === null || text === "" ? NaN : Number(text);
  return value >= least && value <= most ? value : usual;
}

function readBoolean(words: URLSearchParams, name: string, usual: boolean): boolean {
  const text = words.get(name);
  return text === null ? usual : text === "true";
}

/** Names of scenes and methods are checked by the engine, which says what is wrong with them. */
export function readLink(hash: string): PageState | null {
  const words = new URLSearchParams(hash.replace(/^#/, ""));
  const scene = words.get("scene");
  if (!scene) return null;
  const usual = DEFAULT_SETTINGS;
  const tool = words.get("tool") as Tool;
  const methods = (words.get("method") ?? "").split(",").filter((name) => name !== "").slice(0, 2);
  const settings: Settings = {
    ...usual,
    scene,
    seed: Math.trunc(readNumber(words, "seed", usual.seed, 0, Number.MAX_SAFE_INTEGER)),
    detail: Math.trunc(readNumber(words, "detail", usual.detail, 0, 1e7)),
    rate: readNumber(words, "rate", usual.rate, 0.01, 16),
    playing: !readBoolean(words, "paused", !usual.playing),
    methods: methods.length > 0 ? methods : usual.methods,
    options: readOptions(words.get("options") ?? "{}"),
    selfCollision: readBoolean(words, "self", usual.selfCollision),
    layers: readLayers(words.get("layers") ?? ""),
    tool: TOOLS.includes(tool) ? tool : usual.tool,
    pullRadius: readNumber(words, "patch", usual.pullRadius, 0.001, 10),
    bounce: {
      on: readBoolean(words, "bounce", usual.bounce.on),
      restitution: readNumber(words, "restitution", usual.bounce.restitution, 0, 1),
      gravity: readNumber(words, "gravity", usual.bounce.gravity, -1e6, 1e6),
    },
  };
  const frame = Math.trunc(readNumber(words, "frame", 0, 0, 1e9));
  return { settings, frame, camera: readCamera(words.get("camera")) };
}
