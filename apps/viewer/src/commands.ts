// Translates settings of the page into commands for the engine.

import type { MethodName } from "mote-collision";

import { withPageDefaults } from "./controls/option_fields.js";
import type { Command, EngineSettings, SceneChoice, SourceChoice, WorldOptions } from "./protocol.js";
import type { Settings } from "./settings.js";

/** Each method ignores the options that it does not read. */
export function laneOptions({ methods, options }: Settings): WorldOptions[] {
  const filled = withPageDefaults(options);
  return methods.map((method) => ({ ...filled, method: method as MethodName })) // the engine reports unknown ones;
}

/** Methods that draw something in layers that are on by default. */
const METHODS_WITH_PARTICLES = ["senin", "lbg"];
const METHODS_WITH_CLOSEST = ["separating-plane", "closest-feature"];

export function engineSettings({ layers, methods, selfCollision }: Settings): EngineSettings {
  const { boxes, regions, clusters, cells, particles, trails, forces, seeds, hints, closest } = layers;
  const anyOf = (names: string[]) => methods.some((method) => names.includes(method));
  const byDefault =
    ((particles || trails) && anyOf(METHODS_WITH_PARTICLES)) || (closest && anyOf(METHODS_WITH_CLOSEST));
  return {
    drawing: boxes || regions || clusters || cells || forces || seeds || hints || byDefault,
    areas: layers.areas,
    distance: layers.closest,
    onDemand: layers.touched,
    selfCollision,
    recall: true,
    impacts: layers.impacts,
    costs: layers.costs,
  };
}

export function sceneChoice({ scene, seed, detail }: Settings): SceneChoice | null {
  return scene === null ? null : { kind: "scene", name: scene, seed, speed: 1, detail };
}

function equal(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}

/** Commands for a change of settings. The scene comes first, because opening it creates the lanes. */
export function changeCommands(now: Settings, before: Settings): Command[] {
  const commands: Command[] = [];
  const scene = sceneChoice(now);
  if (scene && !equal(scene, sceneChoice(before))) commands.push({ kind: "open", source: scene, frame: 0 });
  if (now.clip !== before.clip) commands.push({ kind: "clip", clip: now.clip });
  if (!equal(laneOptions(now), laneOptions(before))) commands.push({ kind: "lanes", lanes: laneOptions(now) });
  if (!equal(engineSettings(now), engineSettings(before)))
    commands.push({ kind: "settings", settings: engineSettings(now) });
  if (now.playing !== before.playing || now.rate !== before.rate) commands.push(playCommand(now));
  if (now.flush !== before.flush) commands.push({ kind: "flush", on: now.flush });
  if (!equal(now.bounce, before.bounce)) commands.push({ kind: "bounce", bounce: now.bounce });
  return commands;
}

function playCommand({ playing, rate }: Settings): Command {
  return { kind: "play", playing, rate };
}

/** Everything that a new engine must be told. */
export function initialCommands(settings: Settings, source: SourceChoice, frame: number): Command[] {
  const commands: Command[] = [
    { kind: "settings", settings: engineSettings(settings) },
    { kind: "lanes", lanes: laneOptions(settings) },
    playCommand(settings),
    { kind: "open", source, frame },
  ];
  if (settings.flush) commands.push({ kind: "flush", on: true });
  if (settings.clip > 0) commands.push({ kind: "clip", clip: settings.clip });
  if (settings.bounce.on) commands.push({ kind: "bounce", bounce: settings.bounce });
  return commands;
}
