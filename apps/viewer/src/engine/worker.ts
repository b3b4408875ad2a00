// The worker that the engine runs in.

import { load, MoteError } from "mote-collision";
import type { Answer, Order } from "../protocol.js";
import { Engine } from "./engine.js";
import { buffersOf } from "./pool.js";
import { Refusal } from "./refusal.js";

/** The worker's own scope; the type of `self` is that of a page. */
const port = self as unknown as {
  postMessage(message: Answer, handOver: ArrayBuffer[]): void;
  onmessage: ((event: MessageEvent<Order>) => void) | null;
};

function answer(message: Answer): void {
  port.postMessage(message, message.kind === "frame" ? buffersOf(message) : []);
}

function describe(order: Order): string {
  if (order.kind !== "open") return order.kind;
  return order.source.kind === "scene" ? order.source.name : order.source.files.map((file) => file.name).join(", ");
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

function fail(order: Order, opening: boolean, error: unknown): void {
  const isExpected = [MoteError, RangeError, Refusal].some((kind) => error instanceof kind);
  if (!isExpected) console.warn(error);
  answer({ kind: "failed", what: describe(order), message: messageOf(error), opening });
}

function obey(engine: Engine, order: Order): void {
  const { session } = engine;
  try {
    if (order.kind === "tick") {
      engine.giveBack(order.used);
      answer(engine.tick() ?? { kind: "same" });
    } else {
      engine.obey(order);
    }
  } catch (error) {
    fail(order, order.kind === "open" && engine.session === session, error);
    if (order.kind === "tick") answer({ kind: "same" });
  }
}

const early: Order[] = [];
port.onmessage = (event) => void early.push(event.data);

try {
  const mote = await load();
  const engine = new Engine(mote, answer);
  port.onmessage = (event) => obey(engine, event.data);
  answer({ kind: "ready", version: mote.version, methods: mote.methods, scenes: mote.scenes });
  for (const order of early) obey(engine, order);
} catch (error) {
  answer({ kind: "failed", what: "mote.wasm", message: messageOf(error), opening: false });
}
