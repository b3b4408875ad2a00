#include "bench/against/module.h"

#include <dlfcn.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#include "bench/machine.h"
#include "core/result.h"

static const char file_name[] = "libmote_bench_runner.so";

static mote_result find_own(bench_module *module)
{
    if (bench_path_beside_program(file_name, module->path, sizeof module->path)) return MOTE_OK;
    return mote_fail(MOTE_ERROR_IO, "the directory of this program is unknown");
}

static mote_result find(const char *path, bench_module *module)
{
    if (!path) return find_own(module);
    struct stat status;
    bool is_directory = stat(path, &status) == 0 && S_ISDIR(status.st_mode);
    // A name without a slash would be searched for among the system's libraries.
    const char *prefix = strchr(path, '/') ? "" : "./";
    int length = snprintf(module->path, sizeof module->path, "%s%s%s%s", prefix, path,
                          is_directory ? "/" : "", is_directory ? file_name : "");
    if (length < 0 || (size_t)length >= sizeof module->path)
        return mote_fail(MOTE_ERROR_IO, "%.64s...: path too long", path);
    return MOTE_OK;
}

// POSIX requires that functions are read through a pointer to data.
static const bench_runner *(*getter_of(void *handle))(void)
{
    const bench_runner *(*getter)(void) = NULL;
    *(void **)&getter = dlsym(handle, BENCH_RUNNER_SYMBOL);
    return getter;
}

mote_result bench_module_load(const char *path, bench_module *out)
{
    *out = (bench_module){0};
    mote_result result = find(path, out);
    if (result) return result;
    struct stat status;
    if (stat(out->path, &status))
        return mote_fail(MOTE_ERROR_IO,
                         "%s does not exist; tools/build_runner.sh BUILD makes it for a build of "
                         "another version",
                         out->path);
    out->handle = dlopen(out->path, RTLD_NOW | RTLD_LOCAL);
    if (!out->handle) return mote_fail(MOTE_ERROR_IO, "%s: %s", out->path, dlerror());
    const bench_runner *(*getter)(void) = getter_of(out->handle);
    out->runner = getter ? getter() : NULL;
    if (out->runner && out->runner->version >= BENCH_RUNNER_OLDEST_VERSION &&
        out->runner->version <= BENCH_RUNNER_VERSION)
        return MOTE_OK;
    result = mote_fail(MOTE_ERROR_DATA, "%s: not a runner of version %d; build it again", out->path,
                       BENCH_RUNNER_VERSION);
    bench_module_unload(out);
    return result;
}

void bench_module_unload(bench_module *module)
{
    if (module->handle) dlclose(module->handle);
    *module = (bench_module){0};
}
