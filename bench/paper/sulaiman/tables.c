// Tables 1 and 2: "two different types of triangle" at "six different locations", not turned; then
// turned, at ten random positions. The distances are those that the paper prints. The tables show
// the first seed, the claims are judged by all.

#include <math.h>

#include "bench/paper/sulaiman/sulaiman.h"
#include "scenes/trig.h"

typedef struct published_row {
    const char *name;
    double vectors, heron;
} published_row;

enum { PLACES = 6, TURNS = 10, SEEDS = 100 };

static const published_row table_1[PLACES] = {
    {"(a)", 0.0859907, 0.0859835}, {"(b)", 0.0500157, 0.0500232}, {"(c)", 0.0700004, 0.0700134},
    {"(d)", 0.0679097, 0.0679067}, {"(e)", 0.0606312, 0.0606284}, {"(f)", 0.0599999, 0.0600008}};

static const published_row table_2[TURNS] = {
    {"1", 0.9873790, 0.9873830},   {"2", 0.0895392, 0.0895405}, {"3", 0.0928680, 0.0928632},
    {"4", 0.0760477, 0.0763010},   {"5", 0.0414124, 0.0414956}, {"6", 0.0926698, 0.0926732},
    {"7", 0.0551529, 0.0551470},   {"8", 0.0754026, 0.0753153}, {"9", 0.00175346, 0.00241474},
    {"10", 0.00999012, 0.00902168}};

// ---------------------------------------------------------------------------------------------
// Places and turns of one pair

// The two triangles of a seed. One of them is about half as large, as in the paper's figures.
static paper_triangle_pair pair_of(uint64_t seed)
{
    paper_triangle_pair pair;
    mote_random random = mote_random_stream(seed, 1, 0);
    paper_random_triangle(&random, true, 0.5f, pair.a);
    paper_random_triangle(&random, true, 1, pair.b);
    return pair;
}

// One of six sides of the first triangle.
static paper_triangle_pair pair_at_place(uint64_t seed, uint32_t place)
{
    paper_triangle_pair pair = pair_of(seed);
    mote_random random = mote_random_stream(seed, 2, place);
    double turns = (place + 0.4 * (double)mote_random_unit(&random)) / PLACES;
    mote_vec3 side = {(float)scene_cos_turns(turns), (float)scene_sin_turns(turns), 0};
    paper_bring_near(&pair, side, (float)table_1[place].vectors);
    return pair;
}

// Both turned at random, on a random side.
static paper_triangle_pair pair_turned(uint64_t seed, uint32_t number)
{
    paper_triangle_pair pair = pair_of(seed);
    mote_random random = mote_random_stream(seed, 3, number);
    paper_turn_triangle(pair.a, (double)mote_random_unit(&random));
    paper_turn_triangle(pair.b, (double)mote_random_unit(&random));
    double turns = (double)mote_random_unit(&random);
    mote_vec3 side = {(float)scene_cos_turns(turns), (float)scene_sin_turns(turns), 0};
    paper_bring_near(&pair, side, (float)table_2[number].vectors);
    return pair;
}

// ---------------------------------------------------------------------------------------------
// What is measured

typedef struct table {
    const published_row *rows;
    uint32_t count;
    paper_triangle_pair (*pair)(uint64_t seed, uint32_t row);
} table;

static const table tables[2] = {{table_1, PLACES, pair_at_place}, {table_2, TURNS, pair_turned}};

static void write_table(paper_page *page, const table *t, uint64_t seed)
{
    paper_page_table(page,
                     "case | paper: vectors | paper: Heron | they differ by | here: vectors | "
                     "here: Heron | they differ by | true distance");
    for (uint32_t i = 0; i < t->count; i++) {
        const published_row *row = &t->rows[i];
        paper_triangle_pair pair = t->pair(seed, i);
        double vectors = paper_distance_by(&pair, MOTE_SULAIMAN_VECTOR, MOTE_SULAIMAN_DYOP);
        double heron = paper_distance_by(&pair, MOTE_SULAIMAN_HERON, MOTE_SULAIMAN_DYOP);
        paper_page_row(
            page, "%s | %.7g | %.7g | %.3f %% | %.7g | %.7g | %.4f %% | %.7g", row->name,
            row->vectors, row->heron, 100 * paper_relative_error(row->vectors, row->heron), vectors,
            heron, 100 * paper_relative_error(vectors, heron), paper_true_distance(pair.a, pair.b));
    }
}

// Of a seed: the rows, and in how many of them two distances agree. By the letter these are Heron's
// formula and vectors, both in float with the origin point; ours are the stable formula with all
// vertices and edges, and the true distance.
enum { ROWS, LETTER_DIGITS, LETTER_PLACES, OURS_DIGITS, OURS_PLACES, WORST, VALUES };

static mote_result compare(const void *context, uint64_t seed, double *values)
{
    const table *t = context;
    for (int k = 0; k < VALUES; k++) values[k] = 0;
    values[ROWS] = t->count;
    for (uint32_t i = 0; i < t->count; i++) {
        paper_triangle_pair pair = t->pair(seed, i);
        double vectors = paper_distance_by(&pair, MOTE_SULAIMAN_VECTOR, MOTE_SULAIMAN_DYOP);
        double heron = paper_distance_by(&pair, MOTE_SULAIMAN_HERON, MOTE_SULAIMAN_DYOP);
        double stable = paper_distance_by(&pair, MOTE_SULAIMAN_HERON_STABLE, MOTE_SULAIMAN_ALL);
        double truth = paper_true_distance(pair.a, pair.b);
        double letter = paper_relative_error(vectors, heron);
        values[LETTER_DIGITS] += letter <= PAPER_SULAIMAN_TOLERANCE;
        values[LETTER_PLACES] += fabs(vectors - heron) <= 1e-3;
        values[OURS_DIGITS] += paper_relative_error(truth, stable) <= PAPER_SULAIMAN_TOLERANCE;
        values[OURS_PLACES] += fabs(truth - stable) <= 1e-3;
        values[WORST] = fmax(values[WORST], letter);
    }
    return MOTE_OK;
}

static double largest_published(const table *t)
{
    double largest = 0;
    for (uint32_t i = 0; i < t->count; i++)
        largest = fmax(largest, paper_relative_error(t->rows[i].vectors, t->rows[i].heron));
    return largest;
}

typedef struct reading {
    const char *text, *of;
    int letter, ours;
} reading;

static const reading by_digits = {"to three digits",
                                  "the share of distances that differ by at most 0.1 %",
                                  LETTER_DIGITS, OURS_DIGITS};
static const reading by_places = {"to three decimal places",
                                  "the share of distances that differ by at most 0.001",
                                  LETTER_PLACES, OURS_PLACES};

static void judge(paper_page *page, const table *t, const char *section, const char *claim,
                  const reading *r, const double *values, uint32_t seeds)
{
    double most = 0;
    for (uint32_t i = 0; i < seeds; i++) most = fmax(most, values[WORST * seeds + i]);
    paper_page_judge_with(
        page,
        &(paper_claim_def){
            .section = section,
            .claim = claim,
            .reading = r->text,
            .rule = paper_more_than(r->of, PAPER_ACCURATE, "%"),
            .letter = paper_share_in_groups(values + (size_t)r->letter * seeds, values, seeds),
            .ours = paper_share_in_groups(values + (size_t)r->ours * seeds, values, seeds),
            .seeds = seeds},
        "the paper's own rows differ by up to %.2g %%, the worst of all here by %.2g %%; ours: the "
        "stable formula against the true distance",
        100 * largest_published(t), 100 * most);
}

static void judge_tables(paper_page *page, const paper_run *run)
{
    static double still[VALUES * SEEDS], turned[VALUES * SEEDS];
    uint32_t seeds = run->quick ? PAPER_SEEDS : SEEDS;
    if (!paper_page_check(page, paper_over_seeds(run, seeds, compare, &tables[0], still, VALUES)) ||
        !paper_page_check(page, paper_over_seeds(run, seeds, compare, &tables[1], turned, VALUES)))
        return;
    judge(page, &tables[0], "C, table 1",
          "vectors and Heron's formula give almost the same distance for triangles that are not "
          "turned",
          &by_digits, still, seeds);
    const char *claim = "vectors and Heron's formula give almost the same distance for turned "
                        "triangles";
    judge(page, &tables[1], "D, table 2", claim, &by_digits, turned, seeds);
    judge(page, &tables[1], "D, table 2", claim, &by_places, turned, seeds);
}

void paper_sulaiman_tables(paper_page *page, const paper_run *run)
{
    paper_begin(run, "tables 1 and 2");
    paper_page_heading(page, "Table 1: two triangles at six places, not turned (letter)");
    paper_page_text(page, "Both techniques use the dynamic origin point, as in the paper. Our "
                          "triangles are moved to the same distance as the paper's.");
    write_table(page, &tables[0], run->seed);
    paper_page_heading(page, "Table 2: the same two, turned at random (letter)");
    write_table(page, &tables[1], run->seed);
    judge_tables(page, run);
}
