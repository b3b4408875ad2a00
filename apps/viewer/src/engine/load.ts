// Loads the library into the worker: with threads if they are wanted and can be had, without them otherwise.

import type { Mote } from "mote-collision";
import { load } from "mote-collision/slim";
import type { ThreadStart } from "../../../../bindings/js/dist/threads.js";

export interface Loaded {
  mote: Mote;
  threads: number;
}

/** `lost` is called for each thread that could not be started or has failed. */
async function loadThreads(module: WebAssembly.Module, count: number, lost: () => void): Promise<Loaded> {
  const started: Worker[] = [];
  const start = (thread: ThreadStart) => {
    const worker = new Worker(new URL("./thread.ts", import.meta.url), { type: "module" });
    worker.onerror = (event) => {
      event.preventDefault(); // if it has failed at work, so has the call that it worked for, which reports it
      lost();
    };
    worker.postMessage(thread);
    started.push(worker);
  };
  try {
    const mote = await load(module, { count, processors: navigator.hardwareConcurrency, start });
    return { mote, threads: started.length + 1 };
  } catch (error) {
    for (const worker of started) worker.terminate();
    throw error;
  }
}

export async function loadMote(module: WebAssembly.Module | null, count: number, lost: () => void): Promise<Loaded> {
  if (module && count > 1) {
    const loaded = await loadThreads(module, count, lost).catch(() => null);
    if (loaded) return loaded;
  }
  const single = new URL("../../../../bindings/js/dist/mote-scenes.wasm", import.meta.url);
  return { mote: await load(count === 1 && module ? module : single), threads: 1 };
}
