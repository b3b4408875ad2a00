// Areas by LBG quantization, in color, and how many of them are empty or in pieces.
//
// Eqs. 3 and 4 split a code vector C into (1 + eps) C and (1 - eps) C, so that the result depends
// on where the origin is: the paper does not say. In the body's own coordinates there is one case
// per model; in the world the body may be anywhere, and each seed puts it elsewhere.

#include <mote/mesh.h>
#include <mote/papers.h>
#include <stdio.h>
#include <stdlib.h>

#include "bench/paper/lbg/lbg.h"
#include "core/random.h"
#include "core/result.h"
#include "core/transform.h"
#include "scenes/motion.h"
#include "scenes/render/renderer.h"

enum { AREAS = 12, SEEDS = 600 };

// A model of the paper as a mesh, and room for its vertices in the world.
typedef struct subject {
    io_model model;
    mote_mesh *mesh;
    mote_vec3 *positions, *normals;
} subject;

static void release(subject *s)
{
    mote_mesh_destroy(s->mesh);
    io_model_release(&s->model);
    free(s->positions);
    free(s->normals);
}

static mote_result make_mesh(subject *s)
{
    mote_mesh_def def = mote_default_mesh_def();
    def.positions = (mote_positions){.data = s->model.positions, .count = s->model.vertex_count};
    def.indices = s->model.triangles;
    def.index_count = 3 * (size_t)s->model.triangle_count;
    def.weld = MOTE_WELD_EXACT;
    return mote_mesh_create(&def, &s->mesh);
}

static mote_result make_subject(const char *name, subject *out)
{
    *out = (subject){0};
    mote_result result = scene_model_make(name, &out->model);
    if (result) return result;
    size_t count = out->model.vertex_count;
    out->positions = malloc(count * sizeof *out->positions);
    out->normals = malloc(count * sizeof *out->normals);
    result = out->positions && out->normals
                 ? make_mesh(out)
                 : mote_fail_memory(2 * count * sizeof *out->normals, "a model in the world");
    if (result) release(out);
    return result;
}

// Turned about any axis and moved by up to 10 along each, by a seed.
static void place(subject *s, uint64_t seed)
{
    mote_mesh_view view;
    mote_random random = mote_random_stream(seed, 12, 0);
    mote_mesh_get_view(s->mesh, &view);
    mote_rotation turn = scene_rotation_about(mote_vec_widen(mote_random_direction(&random)),
                                              (double)mote_random_unit(&random));
    mote_dvec3 by = {(double)mote_random_between(&random, -10, 10),
                     (double)mote_random_between(&random, -10, 10),
                     (double)mote_random_between(&random, -10, 10)};
    for (uint32_t v = 0; v < s->model.vertex_count; v++) {
        mote_dvec3 at = mote_rotate(turn, mote_vec_widen(view.positions[v]));
        s->positions[v] = mote_dvec_narrow(mote_dvec_add(at, by));
        s->normals[v] = mote_dvec_narrow(mote_rotate(turn, mote_vec_widen(view.vertex_normals[v])));
    }
}

static mote_result divide(const subject *s, bool letter, bool in_world, mote_areas **out)
{
    mote_areas_def def = letter ? mote_literal_areas_def() : mote_default_areas_def();
    def.mesh = s->mesh;
    def.count = AREAS;
    if (in_world) {
        def.positions = s->positions;
        def.normals = s->normals;
    }
    return mote_areas_create(&def, out);
}

// ---------------------------------------------------------------------------------------------
// Counts

typedef struct area_counts {
    double all, filled, whole; // whole: with vertices, and all of them connected
} area_counts;

static mote_result count_areas(const subject *s, bool letter, bool in_world, area_counts *out)
{
    mote_areas *areas;
    mote_areas_view view;
    mote_result result = divide(s, letter, in_world, &areas);
    if (result) return result;
    mote_areas_get_view(areas, &view);
    for (uint32_t i = 0; i < view.area_count; i++) {
        out->all++;
        out->filled += view.fragments[i] > 0;
        out->whole += view.fragments[i] == 1;
    }
    mote_areas_destroy(areas);
    return MOTE_OK;
}

typedef struct pair_of_models {
    subject teapot, sphere;
} pair_of_models;

// Of both models.
static mote_result count_both(const pair_of_models *models, bool letter, bool in_world,
                              area_counts *out)
{
    *out = (area_counts){0, 0, 0};
    mote_result result = count_areas(&models->teapot, letter, in_world, out);
    return result ? result : count_areas(&models->sphere, letter, in_world, out);
}

enum { ALL, FILLED, WHOLE, FILLED_OURS, WHOLE_OURS, VALUES };

static mote_result count_in_world(const void *context, uint64_t seed, double *values)
{
    // The trial changes nothing but the room for positions.
    pair_of_models models = *(const pair_of_models *)context;
    area_counts letter, ours;
    place(&models.teapot, seed);
    place(&models.sphere, seed);
    mote_result result = count_both(&models, true, true, &letter);
    if (!result) result = count_both(&models, false, true, &ours);
    if (result) return result;
    values[ALL] = letter.all;
    values[FILLED] = letter.filled;
    values[WHOLE] = letter.whole;
    values[FILLED_OURS] = ours.filled;
    values[WHOLE_OURS] = ours.whole;
    return MOTE_OK;
}

static void judge(paper_page *page, paper_claim_def def)
{
    def.section = "surface partitioning";
    paper_page_judge(page, &def);
}

// In single precision, as here, a sphere around the origin is not split: (1 + eps) C and (1 - eps)
// C round to the same distances. With more digits the rounding errors of its coordinates would
// decide where it is cut.
static const char own_reading[] = "positions in own coordinates, single precision; teapot and "
                                  "sphere, 12 areas each";

static void judge_own(paper_page *page, const pair_of_models *models)
{
    area_counts letter, ours;
    if (!paper_page_check(page, count_both(models, true, false, &letter)) ||
        !paper_page_check(page, count_both(models, false, false, &ours)))
        return;
    judge(page, (paper_claim_def){
                    .claim = "LBG quantization gives N groups of vertices",
                    .reading = own_reading,
                    .rule = paper_more_than("the share of areas with vertices", PAPER_ALWAYS, "%"),
                    .letter = paper_counted(letter.filled / letter.all),
                    .ours = paper_counted(ours.filled / ours.all)});
    judge(page, (paper_claim_def){
                    .claim = "a particle moves between all vertices of its group",
                    .reading = own_reading,
                    .rule = paper_more_than("the share of areas that are one connected piece",
                                            PAPER_ALWAYS, "%"),
                    .letter = paper_counted(letter.whole / letter.all),
                    .ours = paper_counted(ours.whole / ours.all)});
}

static void judge_in_world(paper_page *page, const paper_run *run, const pair_of_models *models)
{
    static double values[VALUES * SEEDS];
    uint32_t seeds = run->quick ? PAPER_SEEDS_QUICK : SEEDS;
    if (!paper_page_check(page,
                          paper_over_seeds(run, seeds, count_in_world, models, values, VALUES)))
        return;
    const double *all = values + ALL * seeds;
    judge(page, (paper_claim_def){
                    .claim = "LBG quantization gives N groups of vertices",
                    .reading = "positions in the world",
                    .rule = paper_more_than("the share of areas with vertices", PAPER_ALWAYS, "%"),
                    .letter = paper_share_in_groups(values + FILLED * seeds, all, seeds),
                    .ours = paper_share_in_groups(values + FILLED_OURS * seeds, all, seeds),
                    .seeds = seeds});
    judge(page, (paper_claim_def){
                    .claim = "a particle moves between all vertices of its group",
                    .reading = "positions in the world",
                    .rule = paper_more_than("the share of areas that are one connected piece",
                                            PAPER_ALWAYS, "%"),
                    .letter = paper_share_in_groups(values + WHOLE * seeds, all, seeds),
                    .ours = paper_share_in_groups(values + WHOLE_OURS * seeds, all, seeds),
                    .seeds = seeds});
}

// ---------------------------------------------------------------------------------------------
// Pictures

enum { WIDTH = 640, HEIGHT = 420 };

// In the body's own coordinates, wherever it was divided. A face has the area of its first corner.
static mote_result draw(const subject *s, const mote_areas *areas, scene_image *out)
{
    mote_mesh_info info;
    mote_mesh_view view;
    mote_areas_view found;
    scene_renderer *renderer;
    mote_mesh_get_info(s->mesh, &info);
    mote_mesh_get_view(s->mesh, &view);
    mote_areas_get_view(areas, &found);
    mote_result result = scene_renderer_create(WIDTH, HEIGHT, (scene_color){1, 1, 1}, &renderer);
    if (result) return result;
    scene_renderer_look(renderer, &info.box, (mote_vec3){0.5f, -1, 0.45f});
    for (uint32_t f = 0; f < info.triangle_count; f++) {
        const uint32_t *t = view.triangles + 3 * (size_t)f;
        mote_vec3 corners[3] = {view.positions[t[0]], view.positions[t[1]], view.positions[t[2]]};
        scene_render_triangle(renderer, corners, NULL, scene_color_of(found.area_of[t[0]]), 0.08f);
    }
    result = scene_renderer_finish(renderer, out);
    scene_renderer_destroy(renderer);
    return result;
}

typedef struct area_picture {
    const char *file, *what;
    bool letter, in_world;
} area_picture;

static void show(paper_page *page, const subject *s, const area_picture *picture)
{
    mote_areas *areas;
    mote_areas_view view;
    scene_image image;
    char caption[192];
    if (!paper_page_check(page, divide(s, picture->letter, picture->in_world, &areas))) return;
    mote_areas_get_view(areas, &view);
    snprintf(caption, sizeof caption, "%s (%s): twelve areas, %u connected pieces, %u empty.",
             picture->what, picture->letter ? "letter" : "ours", view.fragment_count,
             view.empty_count);
    if (paper_page_check(page, draw(s, areas, &image))) {
        paper_page_picture(page, picture->file, &image, caption);
        scene_image_release(&image);
    }
    mote_areas_destroy(areas);
}

static void show_all(paper_page *page, pair_of_models *models)
{
    place(&models->sphere, 2);
    show(page, &models->teapot, &(area_picture){"areas-letter", "A teapot", true, false});
    show(page, &models->teapot, &(area_picture){"areas-ours", "The same", false, false});
    show(page, &models->sphere,
         &(area_picture){"sphere-letter", "A sphere around the origin", true, false});
    show(page, &models->sphere,
         &(area_picture){"sphere-letter-moved", "The sphere elsewhere in the world", true, true});
    show(page, &models->sphere,
         &(area_picture){"sphere-ours", "The sphere around the origin", false, false});
}

void paper_lbg_areas(paper_page *page, const paper_run *run)
{
    pair_of_models models;
    paper_begin(run, "areas");
    if (!paper_page_check(page, make_subject("teapot", &models.teapot))) return;
    if (paper_page_check(page, make_subject("sphere-1260", &models.sphere))) {
        paper_page_heading(page, "Areas");
        show_all(page, &models);
        judge_own(page, &models);
        judge_in_world(page, run, &models);
        release(&models.sphere);
    }
    release(&models.teapot);
}
