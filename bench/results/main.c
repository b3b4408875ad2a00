// mote_benchmarks: measures the scenes of docs/benchmarks.md and writes that page with its
// pictures.

#include <mote/base.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bench/results/results.h"

static int print_usage(FILE *to, int code)
{
    fprintf(to, "usage: mote_benchmarks [--out FOLDER] [--quick] [--cpu] [--peers]\n\n"
                "  --out FOLDER  where benchmarks.md and benchmarks/ go (.)\n"
                "  --quick       small scenes and few frames: tries the program\n"
                "  --cpu         processor time in comparisons, for busy machines\n"
                "  --peers       ignored here; ./run builds the other libraries if it is given\n");
    return code;
}

static mote_result measure_all(bench_results *results)
{
    for (size_t i = 0; i < bench_result_scene_count; i++) {
        fprintf(stderr, "%s\n", bench_result_scenes[i].title);
        mote_result result =
            bench_result_measure(&bench_result_scenes[i], results, &results->scenes[i]);
        if (result) return result;
    }
    return MOTE_OK;
}

int main(int argc, char **argv)
{
    bench_results results = {0};
    const char *folder = ".";
    for (int i = 1; i < argc; i++) {
        if (strcmp(argv[i], "--out") == 0 && i + 1 < argc) {
            folder = argv[++i];
        } else if (strcmp(argv[i], "--quick") == 0) {
            results.quick = true;
        } else if (strcmp(argv[i], "--cpu") == 0) {
            results.clock = BENCH_CLOCK_CPU;
        } else if (strcmp(argv[i], "--peers") != 0) {
            bool asked = strcmp(argv[i], "--help") == 0;
            return print_usage(asked ? stdout : stderr, asked ? 0 : 2);
        }
    }
    results.scenes = calloc(bench_result_scene_count, sizeof *results.scenes);
    if (!results.scenes) return 2;
    mote_result result = measure_all(&results);
    if (!result) result = bench_results_write(&results, folder);
    if (result) fprintf(stderr, "mote_benchmarks: %s\n", mote_last_message());
    for (size_t i = 0; i < bench_result_scene_count; i++)
        bench_breakdown_release(&results.scenes[i].breakdown);
    free(results.scenes);
    return result ? 2 : 0;
}
