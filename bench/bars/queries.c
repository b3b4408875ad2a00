// Bars of points and rays that are asked of one body, the blob: a model whose every vertex was
// displaced.

#include <math.h>
#include <mote/view.h>
#include <stdio.h>
#include <stdlib.h>

#include "bench/bars/bars.h"
#include "core/random.h"
#include "io/io.h"

enum { QUERIES = 20000, ONE_BY_ONE = 2000 };

// What is asked.
typedef enum question { ASK_SIGNED, ASK_WINDING, ASK_CLOSEST, ASK_RAY } question;

typedef struct field {
    mote_mesh *mesh;
    mote_world *world;
    mote_body_id body;
    mote_vec3 *points; // in a box a tenth larger than that of the body
    mote_ray *rays;    // from these points
    void *answers;     // room for QUERIES of any kind
} field;

static mote_result create_world(const char *model_name, field *f)
{
    io_model model;
    mote_result result = scene_model_make(model_name, &model);
    if (result) return result;
    mote_mesh_def def = mote_default_mesh_def();
    def.positions = (mote_positions){.data = model.positions, .count = model.vertex_count};
    def.indices = model.triangles;
    def.index_count = (size_t)model.triangle_count * 3;
    result = mote_mesh_create(&def, &f->mesh);
    io_model_release(&model);
    if (result) return result;
    mote_world_def wd = mote_default_world_def();
    result = mote_world_create(&wd, &f->world);
    if (result) return result;
    mote_body_def bd = mote_default_body_def();
    bd.mesh = f->mesh;
    return mote_body_create(f->world, &bd, &f->body);
}

static mote_vec3 point_in(const mote_box *box, mote_random *random)
{
    mote_vec3 p;
    float by = 0.1f * (box->max.x - box->min.x);
    p.x = mote_random_between(random, box->min.x - by, box->max.x + by);
    p.y = mote_random_between(random, box->min.y - by, box->max.y + by);
    p.z = mote_random_between(random, box->min.z - by, box->max.z + by);
    return p;
}

static mote_result create_field(const char *model_name, field *f)
{
    *f = (field){0};
    mote_result result = create_world(model_name, f);
    if (result) return result;
    f->points = malloc(QUERIES * sizeof *f->points);
    f->rays = malloc(QUERIES * sizeof *f->rays);
    f->answers = malloc(QUERIES * sizeof(mote_signed_distance));
    if (!f->points || !f->rays || !f->answers) return MOTE_ERROR_MEMORY;
    mote_mesh_info info;
    mote_mesh_get_info(f->mesh, &info);
    mote_random random = mote_random_stream(1, 0, 0);
    for (int i = 0; i < QUERIES; i++) {
        f->points[i] = point_in(&info.box, &random);
        f->rays[i] = (mote_ray){f->points[i], mote_random_direction(&random), INFINITY};
    }
    return MOTE_OK;
}

static void release_field(field *f)
{
    mote_world_destroy(f->world);
    mote_mesh_destroy(f->mesh);
    free(f->points);
    free(f->rays);
    free(f->answers);
}

static mote_result ask_batch(const field *f, const mote_view *view, question asked)
{
    switch (asked) {
    case ASK_SIGNED:
        return mote_view_signed_distances(view, f->body, f->points, QUERIES, f->answers);
    case ASK_WINDING: return mote_view_windings(view, f->body, f->points, QUERIES, f->answers);
    case ASK_CLOSEST:
        return mote_view_closest_points(view, 1, f->points, QUERIES, INFINITY, f->answers);
    case ASK_RAY: return mote_view_rays(view, 1, f->rays, QUERIES, f->answers);
    }
    return MOTE_ERROR_ARGUMENT;
}

// Microseconds per query of a batch.
static mote_result time_batch(const bars_suite *bars, const field *f, question asked, double *out)
{
    const mote_view *view;
    mote_result result = mote_world_freeze(f->world, UINT64_MAX, &view);
    *out = 1e9;
    for (uint32_t i = 0; i < bars_fewer(bars, 9) && !result; i++) {
        double start = bench_clock_now(bars->clock);
        result = ask_batch(f, view, asked);
        double each = 1e6 * (bench_clock_now(bars->clock) - start) / QUERIES;
        bench_keep_least(out, &each, 1);
    }
    mote_world_thaw(f->world);
    return result;
}

// The same one by one, as mote/world.h has it.
static mote_result time_singles(const bars_suite *bars, const field *f, question asked, double *out)
{
    mote_result result = MOTE_OK;
    *out = 1e9;
    for (uint32_t i = 0; i < bars_fewer(bars, 9); i++) {
        double start = bench_clock_now(bars->clock);
        for (int k = 0; k < ONE_BY_ONE && !result; k++) {
            mote_surface_point found;
            result = asked == ASK_RAY ? mote_world_ray(f->world, f->rays[k].origin,
                                                       f->rays[k].direction, INFINITY, 1, &found)
                                      : mote_world_closest_point(f->world, f->body, f->points[k],
                                                                 INFINITY, &found);
        }
        double each = 1e6 * (bench_clock_now(bars->clock) - start) / ONE_BY_ONE;
        bench_keep_least(out, &each, 1);
    }
    return result;
}

static bars_bar_outcome finish(const bars_bar *bar, mote_result result)
{
    if (result) fprintf(stderr, "%s: %s\n", bar->name, mote_last_message());
    return result ? BARS_BAR_FAILED : BARS_BAR_MEASURED;
}

static mote_result time_model(const bars_suite *bars, const char *model, question asked,
                              double *out)
{
    field f;
    mote_result result = create_field(model, &f);
    if (!result) result = time_batch(bars, &f, asked, out);
    release_field(&f);
    return result;
}

bars_bar_outcome bars_bar_query(bars_suite *bars, const bars_bar *bar, double *out)
{
    return finish(bar, time_model(bars, "blob-70000", (question)bar->flag, out));
}

bars_bar_outcome bars_bar_query_growth(bars_suite *bars, const bars_bar *bar, double *out)
{
    double small = 1, large = 0;
    mote_result result = time_model(bars, "blob-70000", (question)bar->flag, &small);
    if (!result) result = time_model(bars, "blob-1000000", (question)bar->flag, &large);
    *out = large / small;
    return finish(bar, result);
}

bars_bar_outcome bars_bar_query_batch(bars_suite *bars, const bars_bar *bar, double *out)
{
    field f;
    double singles = 0, batch = 1;
    mote_result result = create_field("blob-70000", &f);
    if (!result) result = time_singles(bars, &f, (question)bar->flag, &singles);
    if (!result) result = time_batch(bars, &f, (question)bar->flag, &batch);
    release_field(&f);
    *out = singles / batch;
    return finish(bar, result);
}
