// Threads of a module that was built with them: workers that run instances of the module in one shared memory. The module of
// the package has none.

import type { Exports, ThreadExports } from './exports.js';
import { wasiImports } from './wasi.js';

/** What the worker of a thread is given; it can be sent by postMessage. */
export interface ThreadStart {
    module: WebAssembly.Module;
    memory: WebAssembly.Memory;
    /** From 0, without the thread that loads the module. */
    index: number;
    /** performance.timeOrigin of the thread that loads the module: all threads use its clock. */
    timeOrigin: number;
}

/** The threads of a module that is loaded. */
export interface ThreadOptions {
    /** The loading thread included. */
    count: number;
    /** Processors of the machine. Threads that have one each spin for some microseconds before they sleep. */
    processors: number;
    /** Shares the shortest work too, for tests. */
    eager?: boolean;
    /** Starts a worker that calls `runThread`. Nobody waits for it: work is shared with those that have started. */
    start(thread: ThreadStart): void;
}

const PAGES_PER_MEGABYTE = 16;
/** As in cmake/js.cmake. */
const INITIAL_PAGES = 16 * PAGES_PER_MEGABYTE;
/** Browsers reserve addresses for the maximum, which some refuse. */
const MAXIMUM_PAGES = [4096 * PAGES_PER_MEGABYTE, 1024 * PAGES_PER_MEGABYTE];

/** @internal */
export function sharedMemory(): WebAssembly.Memory {
    let refusal: unknown;
    for (const maximum of MAXIMUM_PAGES) {
        try {
            return new WebAssembly.Memory({ initial: INITIAL_PAGES, maximum, shared: true });
        } catch (error) {
            refusal = error;
        }
    }
    throw refusal;
}

/** @internal Starts the threads of an instance that the calling thread has initialized. */
export function startThreads(module: WebAssembly.Module, exports: Exports, options: ThreadOptions): void {
    const { threads_create: create } = exports as Exports & ThreadExports;
    if (!create) throw new Error('the module has no threads');
    if (create(options.count, options.processors, Number(options.eager ?? false)) !== 0)
        throw new Error(`the module refuses ${options.count} threads`);
    exports.set_worker_count(options.count);
    const { memory } = exports;
    const { timeOrigin } = performance;
    for (let index = 0; index < options.count - 1; index++) {
        try {
            options.start({ module, memory, index, timeOrigin });
        } catch {
            return; // a browser that cannot start workers within workers: this thread does all the work
        }
    }
}

/** Runs one thread of a module, in the worker that was started for it. Returns only by an exception, if the thread traps. */
export function runThread({ module, memory, index, timeOrigin }: ThreadStart): void {
    const imports = {
        wasi_snapshot_preview1: wasiImports(() => memory, performance.timeOrigin - timeOrigin),
        env: { memory },
    };
    const exports = new WebAssembly.Instance(module, imports).exports as Exports & ThreadExports;
    exports.__stack_pointer.value = exports.thread_stack(index);
    exports.__wasm_init_tls(exports.thread_locals(index));
    try {
        exports.thread_work(index);
    } finally {
        exports.thread_failed(index);
    }
}
