// Bars of building meshes and reading files.

#define _POSIX_C_SOURCE 200809L
#include <mote/mesh.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "bench/bars/bars.h"
#include "io/io.h"

static mote_mesh_def def_of(const io_model *model)
{
    mote_mesh_def def = mote_default_mesh_def();
    def.positions = (mote_positions){.data = model->positions, .count = model->vertex_count};
    def.indices = model->triangles;
    def.index_count = (size_t)model->triangle_count * 3;
    return def;
}

static bars_bar_outcome fail(const char *what)
{
    fprintf(stderr, "%s: %s\n", what, mote_last_message());
    return BARS_BAR_FAILED;
}

bars_bar_outcome bars_bar_mesh_seconds(bars_suite *bars, const bars_bar *bar, double *out)
{
    io_model model;
    if (scene_model_make("blob-2000000", &model)) return fail(bar->name);
    mote_mesh_def def = def_of(&model);
    mote_result result = MOTE_OK;
    *out = 1e9;
    for (uint32_t i = 0; i < bars_fewer(bars, 3) && !result; i++) {
        mote_mesh *mesh;
        double start = bench_clock_now(bars->clock);
        result = mote_mesh_create(&def, &mesh);
        double seconds = bench_clock_now(bars->clock) - start;
        bench_keep_least(out, &seconds, 1);
        mote_mesh_destroy(mesh);
    }
    io_model_release(&model);
    return result ? fail(bar->name) : BARS_BAR_MEASURED;
}

// Bytes of a mesh with these flags and nothing else.
static mote_result mesh_bytes(const io_model *model, uint32_t flags, double *out)
{
    mote_mesh_def def = def_of(model);
    def.flags = flags;
    mote_mesh *mesh;
    mote_result result = mote_mesh_create(&def, &mesh);
    if (result) return result;
    mote_mesh_info info;
    mote_mesh_get_info(mesh, &info);
    *out = (double)info.bytes;
    mote_mesh_destroy(mesh);
    return MOTE_OK;
}

bars_bar_outcome bars_bar_mesh_bytes(bars_suite *bars, const bars_bar *bar, double *out)
{
    (void)bars;
    io_model model;
    if (scene_model_make("blob-200000", &model)) return fail(bar->name);
    double with = 0.0, without = 0.0;
    mote_result result = mesh_bytes(&model, bar->flag, &with);
    if (!result && bar->flag) result = mesh_bytes(&model, 0, &without);
    enum { FIXED_BYTES = 999 }; // what mesh.h calls a few hundred bytes in all
    *out = (with - without - FIXED_BYTES) / model.triangle_count;
    io_model_release(&model);
    return result ? fail(bar->name) : BARS_BAR_MEASURED;
}

static mote_result time_reading(const bars_suite *bars, const char *path, double *out)
{
    *out = 1e9;
    for (uint32_t i = 0; i < bars_fewer(bars, 5); i++) {
        io_model model;
        double start = bench_clock_now(bars->clock);
        mote_result result = io_read(path, &model);
        double seconds = bench_clock_now(bars->clock) - start;
        if (result) return result;
        bench_keep_least(out, &seconds, 1);
        io_model_release(&model);
    }
    return MOTE_OK;
}

bars_bar_outcome bars_bar_ply_seconds(bars_suite *bars, const bars_bar *bar, double *out)
{
    char path[] = "/tmp/mote_bars_XXXXXX";
    int file = mkstemp(path);
    if (file < 0) {
        fprintf(stderr, "%s: no temporary file\n", bar->name);
        return BARS_BAR_FAILED;
    }
    close(file);
    io_model model;
    mote_result result = scene_model_make("blob-1000000", &model);
    if (!result) {
        result = io_write_as(path, IO_PLY, &model);
        io_model_release(&model);
    }
    if (!result) result = time_reading(bars, path, out);
    unlink(path);
    return result ? fail(bar->name) : BARS_BAR_MEASURED;
}
