// From what the visitor has chosen to what the engine is told.

import type { Bouncing, Order, SceneChoice, SourceChoice, Wishes, WorldOptions } from "./protocol.js";
import type { Settings } from "./settings.js";

/** Methods whose options bear their own name. */
const WITH_OPTIONS = ["smith", "senin", "lbg", "paired"] as const;

/** Each method gets the general options and those of its own name. */
export function lanesOf({ methods, options }: Settings): WorldOptions[] {
  return methods.map((method) => {
    const own: WorldOptions = { ...options, method };
    for (const name of WITH_OPTIONS) if (name !== method) delete own[name];
    return own;
  });
}

/** Methods that draw something for layers that are on by default. */
const WITH_PARTICLES = ["senin", "lbg"];
const WITH_CLOSEST = ["separating-plane", "closest-feature"];

export function wishesOf({ layers, methods, selfCollision }: Settings): Wishes {
  const { boxes, regions, clusters, cells, particles, trails, forces, seeds, hints, closest } = layers;
  const some = (names: string[]) => methods.some((method) => names.includes(method));
  const usual = ((particles || trails) && some(WITH_PARTICLES)) || (closest && some(WITH_CLOSEST));
  return {
    drawing: boxes || regions || clusters || cells || forces || seeds || hints || usual,
    areas: layers.areas,
    distance: layers.closest,
    onDemand: layers.touched,
    selfCollision,
    recall: true,
  };
}

export function sceneOf({ scene, seed, detail }: Settings): SceneChoice | null {
  return scene === null ? null : { kind: "scene", name: scene, seed, motion: 1, detail };
}

function same(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}

/** What a change of settings asks of the engine; the scene comes first, for it makes the lanes anew. */
export function ordersOf(now: Settings, before: Settings): Order[] {
  const orders: Order[] = [];
  const scene = sceneOf(now);
  if (scene && !same(scene, sceneOf(before))) orders.push({ kind: "open", source: scene, frame: 0 });
  if (now.clip !== before.clip) orders.push({ kind: "clip", clip: now.clip });
  if (!same(lanesOf(now), lanesOf(before))) orders.push({ kind: "lanes", lanes: lanesOf(now) });
  if (!same(wishesOf(now), wishesOf(before))) orders.push({ kind: "wishes", wishes: wishesOf(now) });
  if (now.playing !== before.playing || now.rate !== before.rate) orders.push(playOf(now));
  if (!same(now.bouncing, before.bouncing)) orders.push(bounceOf(now.bouncing));
  return orders;
}

function playOf({ playing, rate }: Settings): Order {
  return { kind: "play", playing, rate };
}

function bounceOf(bouncing: Bouncing): Order {
  return { kind: "bounce", bouncing };
}

/** All that a fresh engine must know. */
export function firstOrders(settings: Settings, source: SourceChoice, frame: number): Order[] {
  const orders: Order[] = [
    { kind: "wishes", wishes: wishesOf(settings) },
    { kind: "lanes", lanes: lanesOf(settings) },
    playOf(settings),
    { kind: "open", source, frame },
  ];
  if (settings.clip > 0) orders.push({ kind: "clip", clip: settings.clip });
  if (settings.bouncing.on) orders.push(bounceOf(settings.bouncing));
  return orders;
}
