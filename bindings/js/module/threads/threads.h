// The exports of the module with threads that the others have not. JavaScript starts workers
// (src/threads.ts), each of which runs one thread of the module in an instance of its own, in the
// same memory.
//
// The thread that has created the instance with _initialize is the owner. It waits only for threads
// that are at work: those that start late or never are not missed. If a thread traps, or has not
// finished its part after a minute, the owner traps too, as a module without threads would have.

#ifndef MOTE_JS_THREADS_H
#define MOTE_JS_THREADS_H

#include "bindings/js/module/module.h"

// Makes room for `thread_count` threads, the owner included; for the others see core/pool.c. To be
// called once.
JS_EXPORT(threads_create)
mote_result js_threads_create(uint32_t thread_count, uint32_t processor_count, bool is_eager);

// Where the stack of a thread starts, which grows down, and its thread-local variables. Indices
// count from 0, without the owner.
JS_EXPORT(thread_stack) void *js_thread_stack(uint32_t index);
JS_EXPORT(thread_locals) void *js_thread_locals(uint32_t index);

// Runs the thread; called in the instance of the worker, after stack pointer and locals are set.
// Never returns.
JS_EXPORT(thread_work) _Noreturn void js_thread_work(uint32_t index);

// To be called after thread_work has trapped, in any instance.
JS_EXPORT(thread_failed) void js_thread_failed(uint32_t index);

#endif
