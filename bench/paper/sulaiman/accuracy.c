// How often a technique gives the true distance, of many random pairs of triangles that do not
// meet; and how often the dynamic origin point selects the corners that are nearest, of pairs that
// nearly touch.

#include <math.h>
#include <stdio.h>

#include "bench/paper/sulaiman/sulaiman.h"
#include "scenes/trig.h"

typedef struct technique {
    const char *name;
    mote_sulaiman_technique technique;
    mote_sulaiman_choice choice;
} technique;

enum {
    VECTORS_ALL,
    VECTORS_DYOP,
    HERON_ALL,
    HERON_DYOP,
    STABLE_ALL,
    CENTERS,
    AROUND,
    TECHNIQUES,
    EXACT = TECHNIQUES,
    JUDGED
};

static const technique techniques[TECHNIQUES] = {
    {"vectors, all vertices and edges", MOTE_SULAIMAN_VECTOR, MOTE_SULAIMAN_ALL},
    {"vectors, origin in the gap of the boxes", MOTE_SULAIMAN_VECTOR, MOTE_SULAIMAN_DYOP},
    {"Heron, all vertices and edges", MOTE_SULAIMAN_HERON, MOTE_SULAIMAN_ALL},
    {"Heron, origin in the gap of the boxes", MOTE_SULAIMAN_HERON, MOTE_SULAIMAN_DYOP},
    {"stable Heron, all vertices and edges", MOTE_SULAIMAN_HERON_STABLE, MOTE_SULAIMAN_ALL},
    {"vectors, origin between the centers", MOTE_SULAIMAN_VECTOR, MOTE_SULAIMAN_DYOP_CENTERS},
    {"vectors, origin in the middle of both", MOTE_SULAIMAN_VECTOR, MOTE_SULAIMAN_DYOP_AROUND}};

// ---------------------------------------------------------------------------------------------
// Pairs

typedef struct sample {
    uint32_t count;
    uint32_t right[JUDGED];
    double worst[JUDGED];
} sample;

typedef paper_triangle_pair pair_maker(mote_random *random);

static paper_triangle_pair anywhere_in_plane(mote_random *random)
{
    return paper_random_pair(random, true);
}

static paper_triangle_pair anywhere_in_space(mote_random *random)
{
    return paper_random_pair(random, false);
}

static paper_triangle_pair nearly_touching(mote_random *random)
{
    paper_triangle_pair pair;
    paper_random_triangle(random, true, mote_random_between(random, 0.2f, 1), pair.a);
    paper_random_triangle(random, true, mote_random_between(random, 0.2f, 1), pair.b);
    double turns = (double)mote_random_unit(random);
    mote_vec3 side = {(float)scene_cos_turns(turns), (float)scene_sin_turns(turns), 0};
    paper_bring_near(&pair, side, mote_random_between(random, 0.05f, 0.09f));
    return pair;
}

static void count_pair(const paper_triangle_pair *pair, sample *out)
{
    double truth = paper_true_distance(pair->a, pair->b);
    out->count++;
    for (int t = 0; t < JUDGED; t++) {
        double found = t == EXACT
                           ? (double)mote_triangles_distance(pair->a, pair->b, NULL, NULL)
                           : paper_distance_by(pair, techniques[t].technique, techniques[t].choice);
        double error = paper_relative_error(truth, found);
        out->right[t] += error <= PAPER_SULAIMAN_TOLERANCE;
        out->worst[t] = fmax(out->worst[t], error);
    }
}

static sample take_sample(const paper_run *run, uint64_t stream, pair_maker *make)
{
    sample s = {.count = 0};
    uint32_t count = run->quick ? 1000 : 50000;
    for (uint32_t i = 0; i < count; i++) {
        mote_random random = mote_random_stream(paper_seed(run, i), stream, i);
        paper_triangle_pair pair = make(&random);
        count_pair(&pair, &s);
    }
    return s;
}

static paper_estimate right_of(const sample *s, int which)
{
    return paper_share(s->right[which], s->count);
}

// ---------------------------------------------------------------------------------------------
// The page

static void write_samples(paper_page *page, const sample *near, const sample *plane,
                          const sample *space)
{
    paper_page_heading(page, "How often each technique is right");
    paper_page_text(
        page,
        "Three sets of %u pairs that do not meet are tested: in the plane and 0.05 to 0.09 apart, "
        "as in the paper's tables; anywhere in the plane; and anywhere in space. Corners are "
        "random in a square or cube of side 1, or of side 0.2 to 1 for nearly touching pairs. "
        "Triangles with an area of less than 0.08 of the square are left out. The second triangle "
        "is moved by up to 1 along each axis, or moved near the first from a random side. A "
        "distance is right if it is off by at most 0.1 %%. The true distance is computed in double "
        "from all edges and faces, by code that only this page uses.",
        near->count);
    paper_page_table(page,
                     "technique | right, nearly touching | worst error | right in the plane | "
                     "worst error | right in space | worst error");
    for (int t = 0; t < JUDGED; t++)
        paper_page_row(page, "%s | %.2f %% | %.2g | %.2f %% | %.2g | %.2f %% | %.2g",
                       t == EXACT ? "ours, mote_triangles_distance" : techniques[t].name,
                       100 * right_of(near, t).value, near->worst[t],
                       100 * right_of(plane, t).value, plane->worst[t],
                       100 * right_of(space, t).value, space->worst[t]);
}

static const char of_right[] = "the share of pairs with the right distance";

static void judge_origin(paper_page *page, const sample *near)
{
    static const struct {
        const char *reading;
        int technique;
    } readings[] = {{"the point is in the middle of the gap of the boxes", VECTORS_DYOP},
                    {"the point is between the centers of the boxes", CENTERS},
                    {"the point is in the middle of the box around both", AROUND}};
    for (size_t i = 0; i < sizeof readings / sizeof *readings; i++) {
        paper_claim_def def = {.section = "A",
                               .claim = "the dynamic origin point finds the nearest vertices and "
                                        "edges, so that the others need not be tested",
                               .reading = readings[i].reading,
                               .rule = paper_more_than(of_right, PAPER_ALWAYS, "%"),
                               .letter = right_of(near, readings[i].technique),
                               .seeds = near->count};
        if (i == 0) def.ours = right_of(near, VECTORS_ALL);
        paper_page_judge_with(page, &def, "nearly touching pairs in the plane%s",
                              i == 0 ? "; ours: all vertices and edges" : "");
    }
}

static void judge_kind(paper_page *page, const char *section, const char *claim,
                       const char *reading, const sample *s, int letter)
{
    paper_page_judge_with(page,
                          &(paper_claim_def){.section = section,
                                             .claim = claim,
                                             .reading = reading,
                                             .rule = paper_more_than(of_right, PAPER_ALWAYS, "%"),
                                             .letter = right_of(s, letter),
                                             .ours = right_of(s, EXACT),
                                             .seeds = s->count},
                          "ours: `mote_triangles_distance`");
}

void paper_sulaiman_accuracy(paper_page *page, const paper_run *run)
{
    paper_begin(run, "accuracy");
    sample near = take_sample(run, 6, nearly_touching);
    sample plane = take_sample(run, 7, anywhere_in_plane);
    sample space = take_sample(run, 8, anywhere_in_space);
    write_samples(page, &near, &plane, &space);
    judge_origin(page, &near);
    const char *edges = "edge against edge needs no test of its own";
    judge_kind(page, "A", edges, "triangles in a plane", &plane, VECTORS_ALL);
    judge_kind(page, "A", edges, "triangles in space", &space, VECTORS_ALL);
    const char *accurate = "it maintains the accuracy of the collision checking";
    judge_kind(page, "abstract", accurate, "triangles in a plane", &plane, HERON_DYOP);
    judge_kind(page, "abstract", accurate, "triangles in space", &space, HERON_DYOP);
}
