// The experiments of Sulaiman et al. 2013: distances of two triangles by vectors and by Heron's formula.
//
// The paper's triangles are drawn, not listed. Ours are seeded: in the plane and nearly touching, as
// its figures show them.

#include <math.h>
#include <mote/papers.h>
#include <mote/world.h>
#include <stdlib.h>

#include "bench/paper/paper.h"
#include "bench/times.h"
#include "core/random.h"
#include "core/vec.h"
#include "scenes/scenes.h"

typedef struct triangle_pair {
    mote_vec3 a[3], b[3];
} triangle_pair;

static mote_vec3 random_point(mote_random *random, bool in_plane)
{
    mote_vec3 p = {mote_random_between(random, -0.5f, 0.5f),
                   mote_random_between(random, -0.5f, 0.5f),
                   mote_random_between(random, -0.5f, 0.5f)};
    if (in_plane) p.z = 0;
    return p;
}

static float area_of(const mote_vec3 t[3])
{
    return 0.5f *
           mote_vec_length(mote_vec_cross(mote_vec_sub(t[1], t[0]), mote_vec_sub(t[2], t[0])));
}

// No needles: the paper's ten types of triangle are plump.
static void random_triangle(mote_random *random, bool in_plane, mote_vec3 out[3])
{
    do {
        for (int k = 0; k < 3; k++) out[k] = random_point(random, in_plane);
    } while (area_of(out) < 0.08f);
}

static void move(mote_vec3 t[3], mote_vec3 by)
{
    for (int k = 0; k < 3; k++) t[k] = mote_vec_add(t[k], by);
}

// Two triangles that are apart by about `gap`.
static triangle_pair near_pair(mote_random *random, bool in_plane, float gap)
{
    triangle_pair pair;
    random_triangle(random, in_plane, pair.a);
    random_triangle(random, in_plane, pair.b);
    mote_vec3 away = mote_random_direction(random);
    if (in_plane) away.z = 0;
    move(pair.b, mote_vec_scale(away, 3 / fmaxf(mote_vec_length(away), 1e-6f)));
    for (int step = 0; step < 40; step++) { // towards each other, until the gap is right
        mote_vec3 p, q;
        float distance = mote_triangles_distance(pair.a, pair.b, &p, &q);
        if (distance <= gap * 1.001f) break;
        mote_vec3 between = mote_vec_sub(p, q);
        move(pair.b, mote_vec_scale(between, (distance - gap) / distance));
    }
    return pair;
}

// Two triangles somewhere, which do not meet.
static triangle_pair random_pair(mote_random *random, bool in_plane)
{
    triangle_pair pair;
    do {
        random_triangle(random, in_plane, pair.a);
        random_triangle(random, in_plane, pair.b);
        move(pair.b, mote_vec_scale(random_point(random, in_plane), 2));
    } while (mote_triangles_intersect(pair.a, pair.b));
    return pair;
}

static float by_vectors(const triangle_pair *pair, mote_sulaiman_choice choice)
{
    return mote_sulaiman_distance(pair->a, pair->b, MOTE_SULAIMAN_VECTOR, choice);
}

static float by_heron(const triangle_pair *pair, mote_sulaiman_choice choice)
{
    return mote_sulaiman_distance(pair->a, pair->b, MOTE_SULAIMAN_HERON, choice);
}

// ---------------------------------------------------------------------------------------------
// Tables 1 and 2

typedef struct published_row {
    const char *name;
    double vectors, heron;
} published_row;

static const published_row table_1[] = {
    {"(a)", 0.0859907, 0.0859835}, {"(b)", 0.0500157, 0.0500232}, {"(c)", 0.0700004, 0.0700134},
    {"(d)", 0.0679097, 0.0679067}, {"(e)", 0.0606312, 0.0606284}, {"(f)", 0.0599999, 0.0600008}};

static const published_row table_2[] = {
    {"1", 0.9873790, 0.9873830},   {"2", 0.0895392, 0.0895405}, {"3", 0.0928680, 0.0928632},
    {"4", 0.0760477, 0.0763010},   {"5", 0.0414124, 0.0414956}, {"6", 0.0926698, 0.0926732},
    {"7", 0.0551529, 0.0551470},   {"8", 0.0754026, 0.0753153}, {"9", 0.00175346, 0.00241474},
    {"10", 0.00999012, 0.00902168}};

static double relative(double a, double b)
{
    return fabs(a - b) / fmax(fabs(a), 1e-30);
}

typedef struct worst {
    double published, here, against_truth;
} worst;

// As many pairs as the table has, at the distances that it prints.
static worst write_table(paper_page *page, const paper_run *run, const published_row *rows,
                         size_t count, uint64_t stream)
{
    worst most = {0, 0, 0};
    paper_page_table(page,
                     "case | paper: vectors | paper: Heron | they differ by | here: vectors | "
                     "here: Heron | they differ by | true distance");
    for (size_t i = 0; i < count; i++) {
        mote_random random = mote_random_stream(run->seed, stream, i);
        triangle_pair pair = near_pair(&random, true, (float)rows[i].vectors);
        double vectors = (double)by_vectors(&pair, MOTE_SULAIMAN_DYOP);
        double heron = (double)by_heron(&pair, MOTE_SULAIMAN_DYOP);
        double truth = (double)mote_triangles_distance(pair.a, pair.b, NULL, NULL);
        double printed = relative(rows[i].vectors, rows[i].heron), here = relative(vectors, heron);
        paper_page_row(page, "%s | %.7g | %.7g | %.3f %% | %.7g | %.7g | %.4f %% | %.7g",
                       rows[i].name, rows[i].vectors, rows[i].heron, 100 * printed, vectors, heron,
                       100 * here, truth);
        most.published = fmax(most.published, printed);
        most.here = fmax(most.here, here);
        most.against_truth = fmax(most.against_truth, relative(truth, vectors));
    }
    return most;
}

static void write_tables(paper_page *page, const paper_run *run)
{
    paper_begin(run, "tables 1 and 2");
    paper_page_heading(page, "Table 1: nearly touching triangles, not turned");
    paper_page_text(page,
                    "Both techniques with the dynamic origin point, as the paper uses them. Our "
                    "triangles are brought as near to each other as the paper's are.");
    worst one = write_table(page, run, table_1, sizeof table_1 / sizeof *table_1, 1);
    paper_page_heading(page, "Table 2: turned at random");
    worst two = write_table(page, run, table_2, sizeof table_2 / sizeof *table_2, 2);
    paper_page_claim(page,
                     &(paper_claim){"C, table 1",
                                    "vectors and Heron's formula give almost the same "
                                    "value on triangles that are not turned",
                                    "they differ by at most 0.1 %",
                                    paper_claim_if(one.here <= 1e-3)},
                     "at most %.4f %% (paper: %.4f %%)", 100 * one.here, 100 * one.published);
    paper_page_claim(page,
                     &(paper_claim){"D, table 2",
                                    "the same for turned triangles, to three or four "
                                    "digits",
                                    "they differ by at most 0.1 %",
                                    paper_claim_if(two.here <= 1e-3)},
                     "at most %.4f %%; the paper's own rows differ by up to %.0f %%",
                     100 * two.here, 100 * two.published);
    paper_page_claim(
        page,
        &(paper_claim){"A",
                       "the dynamic origin point finds the vertices and edges that "
                       "are nearest, so that the others need not be tested",
                       "the distance is the true one to 0.1 % in all cases of both tables",
                       paper_claim_if(fmax(one.against_truth, two.against_truth) <= 1e-3)},
        "too large by up to %.1f %%", 100 * fmax(one.against_truth, two.against_truth));
}

// ---------------------------------------------------------------------------------------------
// Figure 9: the time of 90 tests

enum { TRIANGLES = 10, TESTS = TRIANGLES * (TRIANGLES - 1) };

static volatile float kept; // so that no call is left out

// Seconds per test.
static double time_tests(const triangle_pair *pairs, int count, mote_sulaiman_technique technique,
                         mote_sulaiman_choice choice, uint32_t rounds)
{
    double start = bench_clock_now(BENCH_CLOCK_CPU);
    for (uint32_t r = 0; r < rounds; r++) {
        float sum = 0;
        for (int i = 0; i < count; i++)
            sum += mote_sulaiman_distance(pairs[i].a, pairs[i].b, technique, choice);
        kept = sum;
    }
    return (bench_clock_now(BENCH_CLOCK_CPU) - start) / rounds / count;
}

static double time_exact(const triangle_pair *pairs, uint32_t rounds)
{
    double start = bench_clock_now(BENCH_CLOCK_CPU);
    for (uint32_t r = 0; r < rounds; r++) {
        float sum = 0;
        for (int i = 0; i < TESTS; i++)
            sum += mote_triangles_distance(pairs[i].a, pairs[i].b, NULL, NULL);
        kept = sum;
    }
    return (bench_clock_now(BENCH_CLOCK_CPU) - start) / rounds / TESTS;
}

// Ten triangles, each against the nine others.
static void ninety_tests(const paper_run *run, triangle_pair *out)
{
    mote_vec3 triangles[TRIANGLES][3];
    int count = 0;
    for (int i = 0; i < TRIANGLES; i++) {
        mote_random random = mote_random_stream(run->seed, 3, (uint64_t)i);
        random_triangle(&random, true, triangles[i]);
        move(triangles[i], (mote_vec3){1.1f * (float)i, 0, 0});
    }
    for (int i = 0; i < TRIANGLES; i++) {
        for (int k = 0; k < TRIANGLES; k++) {
            if (i == k) continue;
            for (int c = 0; c < 3; c++) {
                out[count].a[c] = triangles[i][c];
                out[count].b[c] = triangles[k][c];
            }
            count++;
        }
    }
}

typedef struct technique_time {
    double vectors, heron, stable;
} technique_time;

// The least of several runs, interleaved, so that a busy machine hurts all alike.
static technique_time time_techniques(const triangle_pair *pairs, mote_sulaiman_choice choice,
                                      uint32_t rounds)
{
    technique_time least = {(double)INFINITY, (double)INFINITY, (double)INFINITY};
    for (int repeat = 0; repeat < 7; repeat++) {
        least.vectors =
            fmin(least.vectors, time_tests(pairs, TESTS, MOTE_SULAIMAN_VECTOR, choice, rounds));
        least.heron =
            fmin(least.heron, time_tests(pairs, TESTS, MOTE_SULAIMAN_HERON, choice, rounds));
        least.stable = fmin(least.stable,
                            time_tests(pairs, TESTS, MOTE_SULAIMAN_HERON_STABLE, choice, rounds));
    }
    return least;
}

// Each triangle with its nine tests.
static void plot_times(paper_page *page, const triangle_pair *pairs, uint32_t rounds)
{
    double numbers[TRIANGLES], vectors[TRIANGLES], heron[TRIANGLES];
    for (int i = 0; i < TRIANGLES; i++) {
        const triangle_pair *own = pairs + (size_t)i * (TRIANGLES - 1);
        numbers[i] = i + 1;
        vectors[i] = heron[i] = (double)INFINITY;
        for (int repeat = 0; repeat < 7; repeat++) {
            vectors[i] = fmin(vectors[i], 1e9 * time_tests(own, TRIANGLES - 1, MOTE_SULAIMAN_VECTOR,
                                                           MOTE_SULAIMAN_DYOP, rounds));
            heron[i] = fmin(heron[i], 1e9 * time_tests(own, TRIANGLES - 1, MOTE_SULAIMAN_HERON,
                                                       MOTE_SULAIMAN_DYOP, rounds));
        }
    }
    const bench_plot_series series[] = {{"vectors", numbers, vectors, TRIANGLES, BENCH_PLOT_LINE},
                                        {"Heron", numbers, heron, TRIANGLES, BENCH_PLOT_LINE}};
    paper_page_plot(page, "times",
                    &(bench_plot){.title = "Vectors against Heron's formula",
                                  .note = "ten triangles, each against the nine others",
                                  .x_title = "triangle",
                                  .y_title = "nanoseconds per test",
                                  .series = series,
                                  .series_count = 2});
}

static void write_times(paper_page *page, const paper_run *run)
{
    paper_begin(run, "figure 9");
    static triangle_pair pairs[TESTS];
    uint32_t rounds = run->quick ? 50 : 2000;
    ninety_tests(run, pairs);
    technique_time dyop = time_techniques(pairs, MOTE_SULAIMAN_DYOP, rounds);
    technique_time all = time_techniques(pairs, MOTE_SULAIMAN_ALL, rounds);
    double exact = (double)INFINITY;
    for (int repeat = 0; repeat < 7; repeat++) exact = fmin(exact, time_exact(pairs, rounds));
    paper_page_heading(page, "Figure 9: the time of 90 tests");
    paper_page_text(
        page, "Ten triangles, each against the nine others. The paper: 1701 ms by vectors and "
              "1607 ms by Heron's formula for all 90, drawing included as it seems (Windows 8, "
              "OpenGL). Here nanoseconds per test, the least of 7 interleaved runs.");
    paper_page_table(page, "technique | with dynamic origin point | all vertices and edges");
    paper_page_row(page, "vectors | %.1f ns | %.1f ns", 1e9 * dyop.vectors, 1e9 * all.vectors);
    paper_page_row(page, "Heron, in float | %.1f ns | %.1f ns", 1e9 * dyop.heron, 1e9 * all.heron);
    paper_page_row(page, "Heron, stable | %.1f ns | %.1f ns", 1e9 * dyop.stable, 1e9 * all.stable);
    paper_page_row(page, "exact (mote_triangles_distance) | | %.1f ns", 1e9 * exact);
    plot_times(page, pairs, rounds);
    double gain = dyop.vectors / dyop.heron - 1;
    paper_page_claim(
        page,
        &(paper_claim){"E, fig. 9", "Heron's formula is more than 5 % faster than vectors",
                       "the time by vectors is at least 1.05 times that by Heron",
                       paper_claim_if(gain >= 0.05)},
        "%+.0f %% with the dynamic origin point, %+.0f %% with all pairs (paper: +5.8 %%)",
        100 * gain, 100 * (all.vectors / all.heron - 1));
    paper_page_claim(page,
                     &(paper_claim){"abstract", "with minimum memory requirements",
                                    "the paper prints no figure to compare with", PAPER_CLAIM_OPEN},
                     "no technique keeps or allocates anything");
}

// ---------------------------------------------------------------------------------------------
// How often each is wrong

typedef struct accuracy {
    uint32_t wrong; // by more than 0.1 %
    double worst;   // relative
} accuracy;

static void judge(accuracy *a, double truth, double distance)
{
    double error = relative(truth, distance);
    a->wrong += error > 1e-3;
    a->worst = fmax(a->worst, error);
}

typedef struct technique {
    const char *name;
    mote_sulaiman_technique technique;
    mote_sulaiman_choice choice;
} technique;

static const technique techniques[] = {
    {"vectors, all", MOTE_SULAIMAN_VECTOR, MOTE_SULAIMAN_ALL},
    {"vectors, origin point", MOTE_SULAIMAN_VECTOR, MOTE_SULAIMAN_DYOP},
    {"Heron, all", MOTE_SULAIMAN_HERON, MOTE_SULAIMAN_ALL},
    {"Heron, origin point", MOTE_SULAIMAN_HERON, MOTE_SULAIMAN_DYOP},
    {"stable Heron, all", MOTE_SULAIMAN_HERON_STABLE, MOTE_SULAIMAN_ALL},
    {"stable Heron, origin point", MOTE_SULAIMAN_HERON_STABLE, MOTE_SULAIMAN_DYOP}};

enum { TECHNIQUES = sizeof techniques / sizeof *techniques };

static void judge_all(const paper_run *run, bool in_plane, uint32_t count, accuracy *out)
{
    for (uint32_t i = 0; i < count; i++) {
        mote_random random = mote_random_stream(run->seed, in_plane ? 4 : 5, i);
        triangle_pair pair = random_pair(&random, in_plane);
        double truth = (double)mote_triangles_distance(pair.a, pair.b, NULL, NULL);
        for (int t = 0; t < TECHNIQUES; t++)
            judge(&out[t], truth,
                  (double)mote_sulaiman_distance(pair.a, pair.b, techniques[t].technique,
                                                 techniques[t].choice));
    }
}

static void write_accuracy(paper_page *page, const paper_run *run)
{
    paper_begin(run, "accuracy");
    uint32_t count = run->quick ? 500 : 50000;
    accuracy plane[TECHNIQUES] = {{0, 0}}, space[TECHNIQUES] = {{0, 0}};
    judge_all(run, true, count, plane);
    judge_all(run, false, count, space);
    paper_page_heading(page, "How often each technique is wrong");
    paper_page_text(page,
                    "%u random pairs that do not meet, each in the plane and "
                    "in space, against the true distance of the two triangles. A distance is wrong "
                    "if it is off "
                    "by more than 0.1 %%.",
                    count);
    paper_page_table(page, "technique | wrong in the plane | worst relative error | wrong in space "
                           "| worst relative error");
    for (int t = 0; t < TECHNIQUES; t++)
        paper_page_row(page, "%s | %.2f %% | %.2g | %.2f %% | %.2g", techniques[t].name,
                       100.0 * plane[t].wrong / count, plane[t].worst,
                       100.0 * space[t].wrong / count, space[t].worst);
    double in_plane = 100.0 * plane[0].wrong / count, in_space = 100.0 * space[0].wrong / count;
    paper_page_claim(page,
                     &(paper_claim){"A", "edge against edge needs no test of its own",
                                    "no pair is wrong without it",
                                    in_space > 0
                                        ? in_plane > 0 ? PAPER_CLAIM_FAILS : PAPER_CLAIM_PARTLY
                                        : PAPER_CLAIM_HOLDS},
                     "%.2f %% of pairs wrong in the plane, %.0f %% in space", in_plane, in_space);
    paper_page_claim(
        page,
        &(paper_claim){"abstract", "it maintains the accuracy of the collision check",
                       "no pair of random triangles in space is off by more than 0.1 %",
                       paper_claim_if(space[3].wrong == 0)},
        "%.0f %% are off with Heron and the origin point", 100.0 * space[3].wrong / count);
}

// ---------------------------------------------------------------------------------------------
// Meshes: the nearest triangles of two objects first

typedef struct mesh_scene {
    mote_world *world;
    mote_mesh *meshes[2];
    mote_body_id ids[2];
    io_model models[2];
} mesh_scene;

static void close_meshes(mesh_scene *s)
{
    mote_world_destroy(s->world);
    for (int i = 0; i < 2; i++) {
        mote_mesh_destroy(s->meshes[i]);
        io_model_release(&s->models[i]);
    }
}

static mote_result add_mesh(mesh_scene *s, int i, const char *name)
{
    mote_result result = scene_model_make(name, &s->models[i]);
    if (result) return result;
    mote_mesh_def def = mote_default_mesh_def();
    def.positions =
        (mote_positions){.data = s->models[i].positions, .count = s->models[i].vertex_count};
    def.indices = s->models[i].triangles;
    def.index_count = 3 * (size_t)s->models[i].triangle_count;
    result = mote_mesh_create(&def, &s->meshes[i]);
    mote_body_def body = mote_default_body_def();
    body.mesh = s->meshes[i];
    return result ? result : mote_body_create(s->world, &body, &s->ids[i]);
}

static mote_result open_meshes(mesh_scene *s, const char *a, const char *b)
{
    *s = (mesh_scene){0};
    mote_world_def def = mote_default_world_def();
    mote_result result = mote_world_create(&def, &s->world);
    if (!result) result = add_mesh(s, 0, a);
    if (!result) result = add_mesh(s, 1, b);
    if (result) close_meshes(s);
    return result;
}

static mote_transform pose(mote_random *random, float away)
{
    mote_vec3 x = mote_random_direction(random), y = mote_random_direction(random);
    mote_vec3 z = mote_vec_cross(x, y);
    z = mote_vec_scale(z, 1 / mote_vec_length(z));
    return (mote_transform){x, mote_vec_cross(z, x), z,
                            mote_vec_scale(mote_random_direction(random), away)};
}

static void face_of(const mesh_scene *s, int body, uint32_t face, mote_vec3 out[3])
{
    mote_vec3 *all = malloc(s->models[body].vertex_count * sizeof *all);
    const uint32_t *t = s->models[body].triangles + 3 * (size_t)face;
    if (!all) return;
    mote_body_get_positions(s->world, s->ids[body], all, s->models[body].vertex_count);
    for (int k = 0; k < 3; k++) out[k] = all[t[k]];
    free(all);
}

typedef struct mesh_figures {
    accuracy vectors, heron;
    uint32_t poses;
    double seconds; // of all distance queries
} mesh_figures;

static mote_result measure_meshes(mesh_scene *s, const paper_run *run, mesh_figures *out)
{
    *out = (mesh_figures){.poses = run->quick ? 10 : 200};
    for (uint32_t i = 0; i < out->poses; i++) {
        mote_random random = mote_random_stream(run->seed, 6, i);
        mote_transform at = pose(&random, 8);
        mote_distance nearest;
        triangle_pair pair;
        mote_body_set_transform(s->world, s->ids[1], &at);
        double start = bench_clock_now(BENCH_CLOCK_CPU);
        mote_result result =
            mote_world_distance(s->world, s->ids[0], s->ids[1], INFINITY, &nearest);
        out->seconds += bench_clock_now(BENCH_CLOCK_CPU) - start;
        if (result) return result;
        face_of(s, 0, nearest.face_a, pair.a);
        face_of(s, 1, nearest.face_b, pair.b);
        judge(&out->vectors, (double)nearest.distance,
              (double)by_vectors(&pair, MOTE_SULAIMAN_ALL));
        judge(&out->heron, (double)nearest.distance, (double)by_heron(&pair, MOTE_SULAIMAN_DYOP));
    }
    return MOTE_OK;
}

static void write_meshes(paper_page *page, const paper_run *run)
{
    paper_begin(run, "meshes");
    static const char *const pairs[][2] = {
        {"teapot", "sphere-5000"}, {"bust", "shuttle"}, {"letter-w", "teapot"}};
    paper_page_heading(page, "Meshes of thousands of triangles");
    paper_page_text(
        page, "The paper leaves meshes to future work. Here the nearest triangles of two bodies "
              "are found first, by the exact distance query of `hybrid`, in random poses in "
              "which the bodies are apart; then each technique computes the distance of "
              "those two triangles.");
    paper_page_table(
        page, "bodies | poses | query | vectors wrong | at worst by | Heron with origin point "
              "wrong | at worst by");
    for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++) {
        mesh_scene s;
        mesh_figures f;
        if (!paper_page_check(page, open_meshes(&s, pairs[i][0], pairs[i][1]))) return;
        mote_result result = measure_meshes(&s, run, &f);
        if (paper_page_check(page, result))
            paper_page_row(page, "%s, %s | %u | %.0f us | %.1f %% | %.2g | %.1f %% | %.2g",
                           pairs[i][0], pairs[i][1], f.poses, 1e6 * f.seconds / f.poses,
                           100.0 * f.vectors.wrong / f.poses, f.vectors.worst,
                           100.0 * f.heron.wrong / f.poses, f.heron.worst);
        close_meshes(&s);
    }
}

static void run_sulaiman(paper_page *page, const paper_run *run)
{
    paper_page_text(
        page, "Sulaiman, Othman, Ramlee, Misran, Zainudin, Bade, Abdullah: *Measuring Distance "
              "between Nearly Intersected Objects in Narrow Phase Collision Detection*, 2013. "
              "The techniques are `mote_sulaiman_distance` in `include/mote/papers.h`.");
    write_tables(page, run);
    write_times(page, run);
    write_accuracy(page, run);
    write_meshes(page, run);
}

const paper_entry paper_sulaiman = {
    .name = "sulaiman",
    .title = "Sulaiman et al. 2013, reproduced",
    .short_title = "Sulaiman et al. 2013",
    .about = "Distances of two triangles by vectors and by Heron's formula, at the vertices near a "
             "dynamic origin point.",
    .not_repeated = "see the page.",
    .run = run_sulaiman,
};
