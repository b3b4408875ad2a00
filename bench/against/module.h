// Loading the modules of builds of mote (bench/against/runner.h).

#ifndef MOTE_BENCH_MODULE_H
#define MOTE_BENCH_MODULE_H

#include <mote/base.h>

#include "bench/against/runner.h"

typedef struct bench_module {
    char path[1024];
    void *handle;
    const bench_runner *runner;
} bench_module;

// `path` is a module, or a build directory with a libmote_bench_runner.so; null is the build of
// this program. MOTE_ERROR_IO if there is none or it cannot be loaded, MOTE_ERROR_DATA if it was
// built for another version of the runner's interface.
mote_result bench_module_load(const char *path, bench_module *out);
void bench_module_unload(bench_module *module);

#endif
