// Section "Algorithm analysis": O(M) for the number of particles, O(kMN) for the areas, O(N^2) for
// detection, O(N) for the repartition check, each apart. An O() is an upper bound: growing slower
// holds.

#include <math.h>
#include <mote/papers.h>
#include <stdio.h>

#include "bench/paper/lbg/lbg.h"
#include "bench/times.h"

enum { SIZES = 5, REPEATS = 4, POINTS = SIZES * REPEATS };

// ---------------------------------------------------------------------------------------------
// Over the vertices, and areas over their number

static mote_result mesh_of(const char *name, mote_mesh **out)
{
    io_model model;
    mote_result result = scene_model_make(name, &model);
    if (result) return result;
    mote_mesh_def def = mote_default_mesh_def();
    def.positions = (mote_positions){.data = model.positions, .count = model.vertex_count};
    def.indices = model.triangles;
    def.index_count = 3 * (size_t)model.triangle_count;
    result = mote_mesh_create(&def, out);
    io_model_release(&model);
    return result;
}

// Seconds of one iteration with all code vectors: those of the doublings before have fewer.
static mote_result time_areas(const mote_mesh *mesh, mote_areas_def def, uint32_t count,
                              double *seconds)
{
    mote_areas *areas;
    mote_areas_view view;
    def.mesh = mesh;
    def.count = count;
    double start = bench_clock_now(BENCH_CLOCK_CPU);
    mote_result result = mote_areas_create(&def, &areas);
    *seconds = bench_clock_now(BENCH_CLOCK_CPU) - start;
    if (result) return result;
    mote_areas_get_view(areas, &view);
    double work = 0;
    for (uint32_t i = 0; i < view.step_count; i++) work += view.steps[i].code_count;
    *seconds *= count / work;
    mote_areas_destroy(areas);
    return MOTE_OK;
}

static mote_result time_count(const mote_mesh *mesh, double *seconds)
{
    enum { ROOM = 4096 };
    static mote_part_sphere spheres[ROOM];
    mote_part_spheres_def def = mote_default_part_spheres_def();
    uint32_t count;
    def.mesh = mesh;
    double start = bench_clock_now(BENCH_CLOCK_CPU);
    mote_result result = mote_find_part_spheres(&def, spheres, ROOM, &count);
    *seconds = bench_clock_now(BENCH_CLOCK_CPU) - start;
    return result;
}

// REPEATS points at each size, one after the other.
typedef struct times {
    uint32_t points; // so far
    double x[POINTS], count[POINTS], letter[POINTS], ours[POINTS];
} times;

static mote_result time_mesh(const mote_mesh *mesh, double x, uint32_t areas, times *out)
{
    mote_result result = MOTE_OK;
    for (int i = 0; i < REPEATS && !result; i++) {
        uint32_t p = out->points++;
        out->x[p] = x;
        result = time_count(mesh, &out->count[p]);
        if (!result) result = time_areas(mesh, mote_literal_areas_def(), areas, &out->letter[p]);
        if (!result) result = time_areas(mesh, mote_default_areas_def(), areas, &out->ours[p]);
    }
    return result;
}

static bool measure_meshes(paper_page *page, const paper_run *run, times *out)
{
    uint32_t faces = 2000;
    for (int i = 0; i < SIZES; i++, faces *= run->quick ? 2 : 4) {
        char name[32];
        mote_mesh *mesh = NULL;
        mote_mesh_info info;
        // The blob is not centered on the origin, so that the paper's split divides it.
        snprintf(name, sizeof name, "blob-%u", faces);
        if (!paper_page_check(page, mesh_of(name, &mesh))) return false;
        mote_mesh_get_info(mesh, &info);
        bool done = paper_page_check(page, time_mesh(mesh, info.vertex_count, 12, out));
        mote_mesh_destroy(mesh);
        if (!done) return false;
    }
    return true;
}

static bool measure_areas(paper_page *page, times *out)
{
    mote_mesh *mesh = NULL;
    if (!paper_page_check(page, mesh_of("blob-20000", &mesh))) return false;
    bool done = true;
    for (uint32_t i = 0, areas = 6; i < SIZES && done; i++, areas *= 2)
        done = paper_page_check(page, time_mesh(mesh, areas, areas, out));
    mote_mesh_destroy(mesh);
    return done;
}

static double mean_at(const double *values, int size)
{
    double sum = 0;
    for (int i = 0; i < REPEATS; i++) sum += values[size * REPEATS + i] / REPEATS;
    return sum;
}

static void judge_time(paper_page *page, const char *claim, const char *of, const times *t,
                       const double *letter, const double *ours)
{
    paper_claim_def def = {.section = "analysis",
                           .claim = claim,
                           .rule = paper_order(of, 1),
                           .letter = paper_growth(t->x, letter, t->points),
                           .processor_time = true};
    if (ours) def.ours = paper_growth(t->x, ours, t->points);
    paper_page_judge(page, &def);
}

static void write_meshes(paper_page *page, const paper_run *run)
{
    static times meshes, areas;
    meshes.points = areas.points = 0;
    if (!measure_meshes(page, run, &meshes) || !measure_areas(page, &areas)) return;
    paper_page_text(page,
                    "Blobs of M vertices. The time of the areas is that of one iteration over all "
                    "code vectors. Figures are means of %d runs.",
                    REPEATS);
    paper_page_table(page,
                     "M | the number of particles by spheres | 12 areas, one iteration: letter "
                     "| ours");
    for (int i = 0; i < SIZES; i++)
        paper_page_row(page, "%.0f | %.3f ms | %.3f ms | %.3f ms", meshes.x[i * REPEATS],
                       1e3 * mean_at(meshes.count, i), 1e3 * mean_at(meshes.letter, i),
                       1e3 * mean_at(meshes.ours, i));
    paper_page_text(page, "N areas of a blob of 20,000 faces.");
    paper_page_table(page, "N | one iteration: letter | ours");
    for (int i = 0; i < SIZES; i++)
        paper_page_row(page, "%.0f | %.3f ms | %.3f ms", areas.x[i * REPEATS],
                       1e3 * mean_at(areas.letter, i), 1e3 * mean_at(areas.ours, i));
    judge_time(page, "the number of particles takes O(M)",
               "the time, as a function of the number of vertices,", &meshes, meshes.count, NULL);
    judge_time(page, "areas take O(kMN): in M",
               "the time of an iteration, as a function of the number of vertices,", &meshes,
               meshes.letter, meshes.ours);
    judge_time(page, "areas take O(kMN): in N",
               "the time of an iteration, as a function of the number of areas,", &areas,
               areas.letter, areas.ours);
}

// ---------------------------------------------------------------------------------------------
// Detection and the repartition check, over the number of particles

static bench_method_settings with_limit(bench_method_settings settings, float acceptable)
{
    mote_lbg_options options = mote_world_def_get_lbg(&settings.world);
    options.acceptable = acceptable;
    mote_world_def_set_lbg(&settings.world, &options);
    return settings;
}

// Of one seed and all numbers of particles: force evaluations per query, and what a query takes
// with the check, which never finds an area too large, less what it takes without.
typedef struct by_particles {
    double particles[SIZES], forces[SIZES], check[SIZES];
} by_particles;

enum { LETTER, OURS, RULES };

// Seconds, the least of several plays, and force evaluations of a query.
static mote_result mean_query(bench_method_settings settings, uint64_t seed, uint32_t frames,
                              double *seconds, double *forces)
{
    enum { PLAYS = 2 };
    mote_result result = MOTE_OK;
    settings.world.seed = seed;
    *seconds = (double)INFINITY;
    for (int play = 0; play < PLAYS && !result; play++) {
        recall_score score;
        result = paper_recalled(
            &(paper_recalled_def){
                .scene = "lbg-teapot-sphere", .subject = &settings, .frames = frames, .seed = seed},
            &score);
        if (result) break;
        double mean = recall_samples_sum(&score.seconds) / (double)score.frame_count;
        if (mean < *seconds) *seconds = mean;
        *forces = (double)score.cost.force_evaluations / (double)score.frame_count;
        recall_score_release(&score);
    }
    return result;
}

static mote_result measure(bool ours, uint64_t seed, uint32_t frames, by_particles *out)
{
    mote_result result = MOTE_OK;
    for (uint32_t i = 0, n = 6; i < SIZES && !result; i++, n *= 2) {
        bench_method_settings settings =
            ours ? paper_lbg_ours(n) : paper_lbg_letter(n, PAPER_LBG_WORLD);
        double with = 0, without = 0;
        out->particles[i] = n;
        result = mean_query(with_limit(settings, 1e30f), seed, frames, &with, &out->forces[i]);
        if (!result)
            result =
                mean_query(with_limit(settings, INFINITY), seed, frames, &without, &out->forces[i]);
        out->check[i] = with - without;
    }
    return result;
}

enum { VALUES = RULES * (1 + 2 * SIZES) }; // of each rules: the power, then forces and check

static mote_result measure_seed(const void *context, uint64_t seed, double *values)
{
    for (int r = 0; r < RULES; r++) {
        by_particles b;
        double *to = values + r * (1 + 2 * SIZES);
        mote_result result = measure(r == OURS, seed, *(const uint32_t *)context, &b);
        if (result) return result;
        to[0] = paper_power(b.particles, b.forces, SIZES);
        for (int i = 0; i < SIZES; i++) {
            to[1 + i] = b.forces[i];
            to[1 + SIZES + i] = b.check[i];
        }
    }
    return MOTE_OK;
}

// The mean of value k of the rules over all seeds.
static double mean_of(const double *values, uint32_t seeds, int rules, int k)
{
    double sum = 0;
    for (uint32_t i = 0; i < seeds; i++)
        sum += values[(size_t)(rules * (1 + 2 * SIZES) + k) * seeds + i] / seeds;
    return sum;
}

// The median over all seeds of what the check takes, which noise in some of them does not change.
static double check_of(const double *values, uint32_t seeds, int rules, int size)
{
    const double *all = values + (size_t)(rules * (1 + 2 * SIZES) + 1 + SIZES + size) * seeds;
    return paper_median(all, seeds).value;
}

// The power of these times; undefined if one of them is lost in noise.
static paper_estimate growth_of_check(const double *values, uint32_t seeds, int rules)
{
    double x[SIZES], y[SIZES];
    for (int i = 0; i < SIZES; i++) {
        x[i] = 6 << i;
        y[i] = check_of(values, seeds, rules, i);
        if (!(y[i] > 0)) return paper_not_tried();
    }
    return paper_growth(x, y, SIZES);
}

static void write_detection(paper_page *page, const paper_run *run)
{
    static double values[VALUES * PAPER_SEEDS];
    uint32_t seeds = paper_seed_count(run), frames = 100;
    if (run->quick) seeds = 1;
    if (!paper_page_check(page,
                          paper_over_seeds(run, seeds, measure_seed, &frames, values, VALUES)))
        return;
    paper_page_text(page, "The teapot and the sphere of `lbg-teapot-sphere` have N areas each. The "
                          "time of the repartition check is that of a query with it, minus that of "
                          "a query without it; it is the median over the seeds.");
    paper_page_table(page, "N | force evaluations per query: letter | ours | repartition check: "
                           "letter | ours");
    for (int i = 0; i < SIZES; i++)
        paper_page_row(page, "%d | %.0f | %.0f | %.4f ms | %.4f ms", 6 << i,
                       mean_of(values, seeds, LETTER, 1 + i), mean_of(values, seeds, OURS, 1 + i),
                       1e3 * check_of(values, seeds, LETTER, i),
                       1e3 * check_of(values, seeds, OURS, i));
    paper_page_judge(
        page,
        &(paper_claim_def){
            .section = "analysis",
            .claim = "detection takes O(N^2)",
            .rule = paper_order(
                "the number of force evaluations, as a function of the number of particles,", 2),
            .letter = paper_mean(values, seeds),
            .ours = paper_mean(values + (size_t)OURS * (1 + 2 * SIZES) * seeds, seeds),
            .seeds = seeds});
    paper_page_judge(
        page, &(paper_claim_def){
                  .section = "analysis",
                  .claim = "the repartition check takes O(N)",
                  .rule = paper_order("the time, as a function of the number of particles,", 1),
                  .letter = growth_of_check(values, seeds, LETTER),
                  .ours = growth_of_check(values, seeds, OURS),
                  .settle = "a machine that is quiet enough for microseconds",
                  .seeds = seeds,
                  .processor_time = true});
}

void paper_lbg_growth(paper_page *page, const paper_run *run)
{
    paper_begin(run, "growth");
    paper_page_heading(page, "Growth");
    write_meshes(page, run);
    write_detection(page, run);
}
