// The worker that runs the engine, and the module that it is given: fetched by the page, so that it is compiled while it
// arrives and while the scripts of page and worker are loaded, and compiled once for all workers.

import { compileResponse } from "../../../bindings/js/dist/compile_response.js";
import type { Command, EngineEvent } from "./protocol.js";
import { canHaveThreads, threadCount } from "./thread_count.js";

/** With and without threads; null for one that could not be loaded. */
const modules = new Map<boolean, Promise<WebAssembly.Module | null>>();

function moduleFor(hasThreads: boolean): Promise<WebAssembly.Module | null> {
  const url = hasThreads
    ? new URL("../../../bindings/js/dist/mote-scenes-threads.wasm", import.meta.url)
    : new URL("../../../bindings/js/dist/mote-scenes.wasm", import.meta.url);
  const known = modules.get(hasThreads);
  if (known) return known;
  const compiled = fetch(url).then(compileResponse).catch(() => null);
  modules.set(hasThreads, compiled);
  return compiled;
}

export class EngineWorker {
  readonly #worker: Worker;
  #early: EngineEvent[] = [];
  #receive: ((event: EngineEvent) => void) | null = null;

  /** Loads the module without threads if the page cannot have any. */
  constructor(threads: number) {
    const count = canHaveThreads() ? threads : 1;
    const module = moduleFor(count > 1);
    this.#worker = new Worker(new URL("./engine/worker.ts", import.meta.url), { type: "module" });
    this.#worker.onmessage = ({ data }: MessageEvent<EngineEvent>) => this.#take(data);
    this.#worker.onerror = ({ message }) => {
      const reason = message || "the worker script could not be loaded"; // browsers do not say more
      this.#take({ kind: "failed", what: "engine", message: reason, opening: false });
    };
    void module.then((compiled) => this.send({ kind: "load", module: compiled, threads: count }));
  }

  #take(event: EngineEvent): void {
    if (this.#receive) this.#receive(event);
    else this.#early.push(event);
  }

  /** All events go there, those that came earlier at once. */
  connect(receive: (event: EngineEvent) => void): void {
    this.#receive = receive;
    const early = this.#early;
    this.#early = [];
    for (const event of early) receive(event);
  }

  send(command: Command, transfer: Transferable[] = []): void {
    this.#worker.postMessage(command, transfer);
  }

  terminate(): void {
    this.#receive = () => undefined;
    this.#worker.terminate();
  }
}

let early: EngineWorker | null = null;

/** Starts the worker that `firstEngineWorker` returns, before the rest of the page is loaded. */
export function startEarly(): void {
  early = new EngineWorker(threadCount(location.search, navigator.hardwareConcurrency));
}

export function firstEngineWorker(): EngineWorker {
  if (!early) startEarly();
  const worker = early!;
  early = null;
  return worker;
}
