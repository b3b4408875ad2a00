// Section "Algorithm analysis": O(M) for the number of particles, O(kMN) for the areas, O(N^2) for detection, O(N)
// for the repartition check, each apart.

#include <math.h>
#include <mote/papers.h>
#include <stdio.h>

#include "bench/paper/lbg/lbg.h"
#include "bench/times.h"

enum { POINTS = 5 };

// The power p with which y grows as x^p, between the ends.
static double power_of(const double *x, const double *y)
{
    return log(y[POINTS - 1] / y[0]) / log(x[POINTS - 1] / x[0]);
}

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

static mote_result time_areas(const mote_mesh *mesh, uint32_t count, double *seconds)
{
    mote_areas_def def = mote_literal_areas_def();
    mote_areas *areas;
    mote_areas_view view;
    def.mesh = mesh;
    def.count = count;
    double start = bench_clock_now(BENCH_CLOCK_CPU);
    mote_result result = mote_areas_create(&def, &areas);
    *seconds = bench_clock_now(BENCH_CLOCK_CPU) - start;
    if (result) return result;
    mote_areas_get_view(areas, &view);
    // Of one iteration with all code vectors: those of the doublings before have fewer.
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

typedef struct growth {
    double vertices[POINTS], count_seconds[POINTS], area_seconds[POINTS];
    double particles[POINTS], area_by_count[POINTS], forces[POINTS], checks[POINTS];
} growth;

static bool measure_meshes(paper_page *page, const paper_run *run, growth *g)
{
    uint32_t faces = 2000;
    for (int i = 0; i < POINTS; i++, faces *= run->quick ? 2 : 4) {
        char name[32];
        mote_mesh *mesh = NULL;
        mote_mesh_info info;
        snprintf(name, sizeof name, "sphere-%u", faces);
        if (!paper_page_check(page, mesh_of(name, &mesh))) return false;
        mote_mesh_get_info(mesh, &info);
        g->vertices[i] = info.vertex_count;
        bool done = paper_page_check(page, time_count(mesh, &g->count_seconds[i])) &&
                    paper_page_check(page, time_areas(mesh, 12, &g->area_seconds[i]));
        mote_mesh_destroy(mesh);
        if (!done) return false;
    }
    return true;
}

static bool seconds_a_query(paper_page *page, const paper_run *run, uint32_t particles,
                            float acceptable, double *out)
{
    bench_method_settings literal = paper_lbg_literal(particles);
    mote_lbg_options options = mote_world_def_get_lbg(&literal.world);
    options.acceptable = acceptable;
    mote_world_def_set_lbg(&literal.world, &options);
    paper_recalled_def def = {.scene = "teapot-sphere",
                              .subject = &literal,
                              .frames = run->quick ? 25 : 200,
                              .seed = run->seed};
    *out = (double)INFINITY;
    for (int repeat = 0; repeat < 3; repeat++) {
        recall_score score;
        if (!paper_page_check(page, paper_recalled(&def, &score))) return false;
        *out = fmin(*out, recall_samples_sum(&score.seconds) / (double)score.frame_count);
        recall_score_release(&score);
    }
    return true;
}

// What a query takes with the check, which never finds an area too large, less what it takes without.
static bool measure_checks(paper_page *page, const paper_run *run, growth *g)
{
    for (int i = 0; i < POINTS; i++) {
        double with, without;
        uint32_t particles = (uint32_t)g->particles[i];
        if (!seconds_a_query(page, run, particles, 1e30f, &with) ||
            !seconds_a_query(page, run, particles, INFINITY, &without))
            return false;
        g->checks[i] = with - without;
    }
    return true;
}

static bool measure_particles(paper_page *page, const paper_run *run, growth *g)
{
    mote_mesh *mesh = NULL;
    if (!paper_page_check(page, mesh_of("sphere-20000", &mesh))) return false;
    bool done = true;
    uint32_t particles = 6;
    for (int i = 0; i < POINTS && done; i++, particles *= 2) {
        bench_method_settings literal = paper_lbg_literal(particles);
        paper_recalled_def def = {.scene = "teapot-sphere",
                                  .subject = &literal,
                                  .frames = run->quick ? 25 : 200,
                                  .seed = run->seed};
        recall_score score;
        g->particles[i] = particles;
        done = paper_page_check(page, time_areas(mesh, particles, &g->area_by_count[i])) &&
               paper_page_check(page, paper_recalled(&def, &score));
        if (!done) break;
        g->forces[i] = (double)score.cost.force_evaluations / (double)score.frame_count;
        recall_score_release(&score);
    }
    mote_mesh_destroy(mesh);
    return done;
}

static void claim_power(paper_page *page, const char *claim, double expected, double power,
                        const char *what)
{
    char threshold[96];
    snprintf(threshold, sizeof threshold, "grows with a power between %.1f and %.1f",
             expected - 0.4, expected + 0.4);
    paper_page_claim(
        page,
        &(paper_claim){"analysis", claim, threshold, paper_claim_if(fabs(power - expected) <= 0.4)},
        "%s grows with the power %.2f", what, power);
}

void paper_lbg_growth(paper_page *page, const paper_run *run)
{
    paper_begin(run, "growth");
    growth g;
    if (!measure_meshes(page, run, &g) || !measure_particles(page, run, &g) ||
        !measure_checks(page, run, &g))
        return;
    paper_page_heading(page, "Growth");
    paper_page_text(page, "Spheres of M vertices; the time of the areas is that of one iteration "
                          "over all code vectors.");
    paper_page_table(page, "M | the number of particles by spheres | 12 areas, one iteration");
    for (int i = 0; i < POINTS; i++)
        paper_page_row(page, "%.0f | %.3f ms | %.3f ms", g.vertices[i], 1e3 * g.count_seconds[i],
                       1e3 * g.area_seconds[i]);
    paper_page_text(page, "N areas of a sphere of 10,000 vertices, and of teapot and sphere each.");
    paper_page_table(page,
                     "N | areas, one iteration | force evaluations per query | repartition check");
    for (int i = 0; i < POINTS; i++)
        paper_page_row(page, "%.0f | %.3f ms | %.0f | %.4f ms", g.particles[i],
                       1e3 * g.area_by_count[i], g.forces[i], 1e3 * g.checks[i]);
    claim_power(page, "the number of particles takes O(M)", 1,
                power_of(g.vertices, g.count_seconds), "the time over the vertices");
    claim_power(page, "areas take O(kMN): in M", 1, power_of(g.vertices, g.area_seconds),
                "the time of an iteration over the vertices");
    claim_power(page, "areas take O(kMN): in N", 1, power_of(g.particles, g.area_by_count),
                "the time of an iteration over the areas");
    claim_power(page, "detection takes O(N^2)", 2, power_of(g.particles, g.forces),
                "the number of force evaluations over the particles");
    if (g.checks[0] > 0 && g.checks[POINTS - 1] > 0) {
        double power = power_of(g.particles, g.checks);
        paper_page_claim(page,
                         &(paper_claim){"analysis", "the repartition check takes O(N)",
                                        "grows with a power of at most 1.4",
                                        paper_claim_if(power <= 1.4)},
                         "its time over the particles grows with the power %.2f: paths in areas of "
                         "fewer vertices "
                         "are shorter",
                         power);
    } else {
        paper_page_claim(page,
                         &(paper_claim){"analysis", "the repartition check takes O(N)",
                                        "grows with a power of at most 1.4", PAPER_CLAIM_OPEN},
                         "too short to be measured within a query");
    }
}
