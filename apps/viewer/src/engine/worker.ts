// The worker that runs the engine.

import type { Command, EngineEvent } from "../protocol.js";
import { transferablesOf } from "./buffer_pool.js";
import { Engine } from "./engine.js";
import { isExpected, messageOf } from "./errors.js";
import { loadMote } from "./load.js";

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
scope.onmessage = ({ data }) => {
  if (data.kind === "load") void begin(data);
  else early.push(data);
};

async function begin({ module, threads }: Extract<Command, { kind: "load" }>): Promise<void> {
  try {
    let count = threads;
    const lost = () => emit({ kind: "threads", count: --count });
    const loaded = await loadMote(module, threads, lost);
    const { mote } = loaded;
    const engine = new Engine(mote, emit);
    scope.onmessage = (event) => handle(engine, event.data);
    count = loaded.threads;
    emit({ kind: "threads", count });
    const { version, methods, scenes } = mote;
    emit({ kind: "ready", version, methods, options: mote.options(), scenes });
    for (const command of early) handle(engine, command);
  } catch (error) {
    emit({ kind: "failed", what: "mote.wasm", message: messageOf(error), opening: false });
  }
}
