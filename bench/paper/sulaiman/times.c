// Figure 9: the time of 90 tests. "Ten randomized sizes and types of triangle", each against the
// nine others, nearly intersecting as everywhere in the paper. All 16 distances of its tables
// differ between the techniques, and so are measured at an edge: from vertex to vertex both
// techniques compute the same. Our pairs are moved together so that they are nearest at an edge
// too.

#include <math.h>

#include "bench/paper/sulaiman/sulaiman.h"
#include "bench/times.h"
#include "core/vec.h"
#include "scenes/trig.h"

enum { TRIANGLES = 10, TESTS = TRIANGLES * (TRIANGLES - 1), REPEATS = 7 };

static volatile float kept; // so that no call is left out

// ---------------------------------------------------------------------------------------------
// Ninety tests

static void make_tests(uint64_t seed, paper_triangle_pair *out)
{
    mote_vec3 triangles[TRIANGLES][3];
    for (uint32_t i = 0; i < TRIANGLES; i++) {
        mote_random random = mote_random_stream(seed, 4, i);
        float size = mote_random_between(&random, 0.2f, 1);
        paper_random_triangle(&random, true, size, triangles[i]);
    }
    for (uint32_t i = 0, test = 0; i < TRIANGLES; i++) {
        for (uint32_t k = 0; k < TRIANGLES; k++) {
            if (i == k) continue;
            mote_random random = mote_random_stream(seed, 5, test);
            paper_triangle_pair *pair = &out[test++];
            for (int c = 0; c < 3; c++) {
                pair->a[c] = triangles[i][c];
                pair->b[c] = triangles[k][c];
            }
            double turns = (double)mote_random_unit(&random);
            mote_vec3 side = {(float)scene_cos_turns(turns), (float)scene_sin_turns(turns), 0};
            paper_bring_near(pair, side, mote_random_between(&random, 0.05f, 0.09f));
        }
    }
}

// Whether an edge is nearer than any two vertices.
static bool is_at_edge(const paper_triangle_pair *pair)
{
    double least = (double)INFINITY;
    for (int i = 0; i < 9; i++)
        least = fmin(least, (double)mote_vec_length(mote_vec_sub(pair->a[i / 3], pair->b[i % 3])));
    return paper_true_distance(pair->a, pair->b) < least * (1 - 1e-6);
}

// ---------------------------------------------------------------------------------------------
// Times

// Seconds per test.
static double time_once(const paper_triangle_pair *pairs, int count,
                        mote_sulaiman_technique technique, mote_sulaiman_choice choice,
                        uint32_t rounds)
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

static double time_exact(const paper_triangle_pair *pairs, uint32_t rounds)
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

typedef struct timed {
    const char *name;
    mote_sulaiman_technique technique;
    mote_sulaiman_choice choice;
} timed;

enum {
    VECTORS,
    HERON,
    ANEW,
    STABLE,
    ALL_VECTORS,
    ALL_HERON,
    ALL_ANEW,
    ALL_STABLE,
    TIMED,
    EXACT = TIMED,
    AT_EDGE,
    VALUES
};

static const timed list[TIMED] = {
    {"vectors", MOTE_SULAIMAN_VECTOR, MOTE_SULAIMAN_DYOP},
    {"Heron, lengths of Eq. 1", MOTE_SULAIMAN_HERON, MOTE_SULAIMAN_DYOP},
    {"Heron, lengths computed again", MOTE_SULAIMAN_HERON_ANEW, MOTE_SULAIMAN_DYOP},
    {"Heron, stable", MOTE_SULAIMAN_HERON_STABLE, MOTE_SULAIMAN_DYOP},
    {"vectors", MOTE_SULAIMAN_VECTOR, MOTE_SULAIMAN_ALL},
    {"Heron, lengths of Eq. 1", MOTE_SULAIMAN_HERON, MOTE_SULAIMAN_ALL},
    {"Heron, lengths computed again", MOTE_SULAIMAN_HERON_ANEW, MOTE_SULAIMAN_ALL},
    {"Heron, stable", MOTE_SULAIMAN_HERON_STABLE, MOTE_SULAIMAN_ALL}};

// The least of several runs, interleaved, so that a busy machine hurts all alike.
static mote_result time_all(const void *context, uint64_t seed, double *values)
{
    uint32_t rounds = *(const uint32_t *)context;
    static paper_triangle_pair pairs[TESTS];
    make_tests(seed, pairs);
    values[AT_EDGE] = 0;
    for (int i = 0; i < TESTS; i++) values[AT_EDGE] += is_at_edge(&pairs[i]);
    for (int i = 0; i <= EXACT; i++) values[i] = (double)INFINITY;
    for (int repeat = 0; repeat < REPEATS; repeat++) {
        for (int i = 0; i < TIMED; i++)
            values[i] =
                fmin(values[i], time_once(pairs, TESTS, list[i].technique, list[i].choice, rounds));
        values[EXACT] = fmin(values[EXACT], time_exact(pairs, rounds));
    }
    return MOTE_OK;
}

// ---------------------------------------------------------------------------------------------
// The page

// Each triangle with its nine tests.
static void plot_times(paper_page *page, const paper_run *run, uint32_t rounds)
{
    static paper_triangle_pair pairs[TESTS];
    double numbers[TRIANGLES], vectors[TRIANGLES], heron[TRIANGLES];
    make_tests(run->seed, pairs);
    for (int i = 0; i < TRIANGLES; i++) {
        const paper_triangle_pair *own = pairs + (size_t)i * (TRIANGLES - 1);
        numbers[i] = i + 1;
        vectors[i] = heron[i] = (double)INFINITY;
        for (int repeat = 0; repeat < REPEATS; repeat++) {
            vectors[i] = fmin(vectors[i], 1e9 * time_once(own, TRIANGLES - 1, MOTE_SULAIMAN_VECTOR,
                                                          MOTE_SULAIMAN_DYOP, rounds));
            heron[i] = fmin(heron[i], 1e9 * time_once(own, TRIANGLES - 1, MOTE_SULAIMAN_HERON,
                                                      MOTE_SULAIMAN_DYOP, rounds));
        }
    }
    const bench_plot_series series[] = {{"vectors", numbers, vectors, TRIANGLES, BENCH_PLOT_LINE},
                                        {"Heron", numbers, heron, TRIANGLES, BENCH_PLOT_LINE}};
    paper_page_plot(page, "times",
                    &(bench_plot){.title = "Figure 9 (letter): vectors against Heron's formula",
                                  .note = "ten triangles, each against the nine others",
                                  .x_title = "triangle",
                                  .y_title = "nanoseconds per test",
                                  .series = series,
                                  .series_count = 2});
}

static double mean(const double *values, uint32_t seeds)
{
    double sum = 0;
    for (uint32_t i = 0; i < seeds; i++) sum += values[i] / seeds;
    return sum;
}

static void write_times(paper_page *page, const double *values, uint32_t seeds)
{
    paper_page_heading(page, "Figure 9: the time of 90 tests");
    paper_page_text(
        page,
        "Ten triangles of random size and type are tested, each against the nine others, at "
        "distances of 0.05 to 0.09. In %.0f %% of the pairs the triangles are nearest at an edge, "
        "in the others at two vertices. All 16 pairs of the paper's tables are nearest at an edge: "
        "from vertex to vertex both techniques compute the same value, and the values in the "
        "tables differ. The paper reports 1701 ms by vectors and 1607 ms by Heron's formula for "
        "all 90 tests, apparently including the time to draw (Windows 8, OpenGL). The table shows "
        "nanoseconds of processor time per test: the minimum of %d interleaved runs, as the mean "
        "over %u sets of triangles.",
        100 * mean(values + AT_EDGE * seeds, seeds) / TESTS, REPEATS, seeds);
    paper_page_table(page, "technique | with dynamic origin point | all vertices and edges");
    for (int i = 0; i < ALL_VECTORS; i++)
        paper_page_row(page, "%s | %.1f ns | %.1f ns", list[i].name,
                       1e9 * mean(values + (size_t)i * seeds, seeds),
                       1e9 * mean(values + (size_t)(i + ALL_VECTORS) * seeds, seeds));
    paper_page_row(page, "exact (mote_triangles_distance) | | %.1f ns",
                   1e9 * mean(values + EXACT * seeds, seeds));
}

static void judge(paper_page *page, const char *section, const char *claim, double times,
                  const double *values, uint32_t seeds)
{
    static const struct {
        const char *reading;
        int vectors, heron;
    } readings[] = {{"Heron's formula takes the lengths of Eq. 1", VECTORS, HERON},
                    {"Heron's formula computes its lengths again", VECTORS, ANEW}};
    for (size_t i = 0; i < sizeof readings / sizeof *readings; i++) {
        paper_claim_def def = {
            .section = section,
            .claim = claim,
            .reading = readings[i].reading,
            .rule = paper_more_than("the time by vectors, relative to that by Heron's formula,",
                                    times, "times"),
            .letter = paper_ratio(values + (size_t)readings[i].vectors * seeds,
                                  values + (size_t)readings[i].heron * seeds, seeds),
            .seeds = seeds,
            .processor_time = true};
        if (i == 0)
            def.ours =
                paper_ratio(values + ALL_VECTORS * seeds, values + ALL_STABLE * seeds, seeds);
        paper_page_judge(page, &def);
    }
}

void paper_sulaiman_times(paper_page *page, const paper_run *run)
{
    enum { SEEDS = 3 * PAPER_SEEDS }; // the two techniques are within a few percent of each other
    static double values[VALUES * SEEDS];
    uint32_t seeds = run->quick ? PAPER_SEEDS_QUICK : SEEDS, rounds = run->quick ? 20 : 1000;
    paper_begin(run, "figure 9");
    if (!paper_page_check(page, paper_over_seeds(run, seeds, time_all, &rounds, values, VALUES)))
        return;
    write_times(page, values, seeds);
    plot_times(page, run, rounds);
    judge(page, "abstract", "Heron's formula is slightly faster than vectors", 1, values, seeds);
    judge(page, "E, fig. 9", "Heron's formula is more than 5 % faster than vectors", 1.05, values,
          seeds);
    paper_page_judge(
        page, &(paper_claim_def){
                  .section = "abstract",
                  .claim = "Heron's formula has minimum memory requirements",
                  .rule = paper_at_most("the memory, relative to that of vectors,", 1, "times"),
                  .letter = paper_not_tried(),
                  .settle = "figures in the paper: here no technique keeps or "
                            "allocates anything"});
}
