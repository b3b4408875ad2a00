// The worker that runs the engine.

import { load } from "mote-collision/slim";
import type { Command, EngineEvent } from "../protocol.js";
import { transferablesOf } from "./buffer_pool.js";
import { Engine } from "./engine.js";
import { isExpected, messageOf } from "./errors.js";

/** The scope of a worker; TypeScript types `self` as that of a page. */
const scope = self as unknown as {
  postMessage(message: EngineEvent, transfer: ArrayBuffer[]): void;
  onmessage: ((event: MessageEvent<Command>) => void) | null;
};

function emit(event: EngineEvent): void {
  scope.postMessage(event, event.kind === "frame" ? transferablesOf(event) : []);
}

function describe(command: Command): string {
  if (command.kind !== "open") return command.kind;
  const { source } = command;
  return source.kind === "scene" ? source.name : source.files.map((file) => file.name).join(", ");
}

function handle(engine: Engine, command: Command): void {
  const { session } = engine;
  try {
    if (command.kind === "tick") emit(engine.tick(command.buffers) ?? { kind: "unchanged" });
    else engine.execute(command);
  } catch (error) {
    if (!isExpected(error)) console.warn(error);
    const opening = command.kind === "open" && engine.session === session;
    emit({ kind: "failed", what: describe(command), message: messageOf(error), opening });
    if (command.kind === "tick") emit({ kind: "unchanged" });
  }
}

/** Commands that arrive while the library is loading. */
const early: Command[] = [];
scope.onmessage = (event) => void early.push(event.data);

try {
  const mote = await load(new URL("../../../../bindings/js/dist/mote-scenes.wasm", import.meta.url));
  const engine = new Engine(mote, emit);
  scope.onmessage = (event) => handle(engine, event.data);
  const { version, methods, scenes } = mote;
  emit({ kind: "ready", version, methods, options: mote.options(), scenes });
  for (const command of early) handle(engine, command);
} catch (error) {
  emit({ kind: "failed", what: "mote.wasm", message: messageOf(error), opening: false });
}
