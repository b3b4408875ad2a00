#define _DEFAULT_SOURCE
#include "bench/machine.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "core/simd.h"

#if defined(__clang__)
#define COMPILER __VERSION__
#else
#define COMPILER "GCC " __VERSION__
#endif

// From Linux's /proc/cpuinfo; other systems stay unknown.
static void read_processor(char *out, size_t size)
{
    snprintf(out, size, "unknown processor");
    FILE *file = fopen("/proc/cpuinfo", "r");
    if (!file) return;
    char line[256];
    while (fgets(line, sizeof line, file)) {
        char *colon = strchr(line, ':');
        if (strncmp(line, "model name", 10) != 0 || !colon) continue;
        snprintf(out, size, "%.*s", (int)strcspn(colon + 2, "\n"), colon + 2);
        break;
    }
    fclose(file);
}

bench_machine bench_machine_here(void)
{
    bench_machine machine = {.compiler = COMPILER,
                             .flags = MOTE_BENCH_FLAGS,
                             .kernels = mote_cpu_has_avx2() ? "AVX2" : "baseline"};
    read_processor(machine.processor, sizeof machine.processor);
    machine.processor_count = (unsigned)sysconf(_SC_NPROCESSORS_ONLN);
    if (getloadavg(&machine.load, 1) != 1) machine.load = -1.0;
    return machine;
}

void bench_machine_write(io_json_writer *json)
{
    bench_machine machine = bench_machine_here();
    io_json_write_object(json, "machine");
    io_json_write_string(json, "processor", machine.processor);
    io_json_write_integer(json, "processors", machine.processor_count);
    io_json_write_string(json, "compiler", machine.compiler);
    io_json_write_string(json, "flags", machine.flags);
    io_json_write_string(json, "kernels", machine.kernels);
    io_json_write_double(json, "load", machine.load);
    io_json_write_end_object(json);
}

bool bench_path_beside_program(const char *name, char *path, size_t size)
{
    long length = readlink("/proc/self/exe", path, size - 1);
    if (length <= 0) return false;
    path[length] = '\0';
    char *slash = strrchr(path, '/');
    if (!slash) return false;
    size_t room = size - (size_t)(slash + 1 - path);
    return (size_t)snprintf(slash + 1, room, "%s", name) < room;
}
