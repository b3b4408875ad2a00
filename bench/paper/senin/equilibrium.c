// Section 3.5: "about 10% of particles, in average, are placed near equilibrium position. By this
// means N_min should be about 10 times smaller then number of particles n."
//
// A query that ends by N_min is held against the same query, from the same start, that goes on until no particle moves at all:
// that is the equilibrium. Measured are the particles that N_min leaves away from it, which the stopping rule itself does
// not determine (it counts those that moved in the last step), and what that does to the closest distance.

#include <math.h>
#include <mote/papers.h>
#include <stdio.h>

#include "bench/paper/senin/flight.h"
#include "bench/paper/senin/senin.h"

enum { PARTICLES = 50, BODIES = 2, POINTS = BODIES * PARTICLES };
enum { LETTER, OURS, WAYS };
enum { BY_N_MIN, RELAXED, ENDS };

typedef struct places {
    mote_vec3 at[POINTS];
    uint32_t count;
} places;

// Of both ways and both ends, after one query.
typedef struct ends {
    places places[WAYS * ENDS];
    double distance[WAYS * ENDS];
} ends;

static void keep_place(void *context, mote_draw_kind kind, mote_body_id body, uint32_t id,
                       mote_vec3 at)
{
    (void)body, (void)id;
    places *p = context;
    if (kind == MOTE_DRAW_PARTICLE && p->count < POINTS) p->at[p->count++] = at;
}

static mote_result keep_ends(void *context, const paper_flight_moment *moment)
{
    ends *e = context;
    const mote_debug_draw draw = {.point = keep_place, .context = &e->places[moment->setting]};
    e->distance[moment->setting] = moment->report->estimate_count
                                       ? (double)moment->report->estimates[0].distance
                                       : (double)NAN;
    return mote_world_draw(moment->world, &draw);
}

static bool is_same(mote_vec3 a, mote_vec3 b)
{
    return a.x == b.x && a.y == b.y && a.z == b.z;
}

static double share_displaced(const places *a, const places *b)
{
    uint32_t displaced = 0;
    for (uint32_t i = 0; i < a->count && i < b->count; i++)
        displaced += !is_same(a->at[i], b->at[i]);
    return a->count ? (double)displaced / a->count : (double)NAN;
}

// Per way: the share of particles away from equilibrium, and by how much the distance is too large,
// in parts of it.
enum { VALUES = 2 * WAYS };

static mote_result query_once(const void *context, uint64_t seed, double *values)
{
    (void)context;
    ends e = {.distance = {0}};
    bench_method_settings settings[WAYS * ENDS];
    recall_score scores[WAYS * ENDS];
    for (int i = 0; i < WAYS * ENDS; i++) {
        settings[i] =
            i / ENDS == LETTER ? paper_senin_literal(PARTICLES) : paper_senin_improved(PARTICLES);
        settings[i].world.seed = seed;
        mote_senin_options options = mote_world_def_get_senin(&settings[i].world);
        options.while_apart = true;
        if (i % ENDS == RELAXED) options.min_moving = 1;
        if (i % ENDS == RELAXED) options.max_steps = 100000;
        mote_world_def_set_senin(&settings[i].world, &options);
    }
    // The letters W while they drift apart slowly, before they bounce.
    paper_flight_def def = {.scene = "senin-w",
                            .seed = seed,
                            .first_frame = PAPER_SENIN_ACTIVE_FIRST - 1,
                            .frame_count = 1,
                            .unscored = true,
                            .settings = settings,
                            .count = WAYS * ENDS,
                            .after = keep_ends,
                            .context = &e};
    mote_result result = paper_fly(&def, scores);
    for (int i = 0; i < WAYS * ENDS && !result; i++) recall_score_release(&scores[i]);
    for (int way = 0; way < WAYS && !result; way++) {
        int by_n_min = way * ENDS + BY_N_MIN, relaxed = way * ENDS + RELAXED;
        values[way] = share_displaced(&e.places[by_n_min], &e.places[relaxed]);
        values[WAYS + way] = fabs(e.distance[by_n_min] / e.distance[relaxed] - 1);
    }
    return result;
}

void paper_senin_equilibrium(paper_page *page, const paper_run *run)
{
    paper_begin(run, "equilibrium");
    double values[VALUES * PAPER_SEEDS];
    uint32_t n = paper_seed_count(run);
    if (!paper_page_check(page, paper_over_seeds(run, n, query_once, NULL, values, VALUES))) return;
    paper_claim_def claim = {
        .section = "3.5",
        .claim = "about 10 % of the particles are near equilibrium, so that N_min is a tenth",
        .reading = "when a query ends by N_min, a tenth of the particles are not at equilibrium",
        .rule = paper_within("the share of particles that would still move to another place",
                             0.1 * (1 - PAPER_ABOUT), 0.1 * (1 + PAPER_ABOUT), "%"),
        .letter = paper_mean(values, n),
        .ours = paper_mean(values + n, n),
        .seeds = n,
        .settle = paper_senin_settle(run)};
    paper_page_judge_with(page, &claim, "%d particles on each W, first query", PARTICLES);
    claim.reading = "with N_min a tenth of the particles, a query ends near equilibrium";
    claim.rule = paper_at_most("the error of the closest distance against that at equilibrium",
                               1 - PAPER_ACCURATE, "%");
    claim.letter = paper_mean(values + (size_t)2 * n, n);
    claim.ours = paper_mean(values + (size_t)3 * n, n);
    paper_page_judge_with(page, &claim, "%d particles on each W, first query", PARTICLES);
}
