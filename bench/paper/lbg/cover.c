// "Each area filled with a particle ... can assure that the particles always cover the entire
// surface": how far the surface of a body is from its nearest particle, when another body has
// attracted them to one side.

#include <math.h>
#include <stdlib.h>

#include "bench/paper/lbg/lbg.h"
#include "core/result.h"
#include "core/vec.h"

// The first striker of lbg-many is as near as it waits from frame 58 on; the others are far away.
enum { FIRST = 50, LAST = 80, PARTICLES = 12, FULL_SEEDS = 100 };

typedef struct gathered {
    mote_vec3 at[PARTICLES];
    uint32_t count;
} gathered;

static void gather(void *context, mote_draw_kind kind, mote_body_id body, uint32_t id, mote_vec3 at)
{
    (void)id;
    gathered *g = context;
    if (kind == MOTE_DRAW_PARTICLE && body.index == 0 && g->count < PARTICLES)
        g->at[g->count++] = at;
}

// The largest distance of a vertex of the first body from its nearest particle; NaN without
// particles, which by our settings start when boxes overlap.
static double largest_gap(const paper_played *played, const gathered *particles)
{
    const bench_stage_body *body = &played->stage.bodies[0];
    double largest = particles->count ? 0 : (double)NAN;
    for (uint32_t v = 0; v < body->count; v++) {
        mote_vec3 at = played->stage.positions[body->first + v];
        double nearest = (double)INFINITY;
        for (uint32_t i = 0; i < particles->count; i++) {
            double distance = (double)mote_vec_length(mote_vec_sub(particles->at[i], at));
            if (distance < nearest) nearest = distance; // gcc 12 for AArch64 fails on fmin here
        }
        if (nearest > largest) largest = nearest;
    }
    return largest;
}

static mote_result play(paper_played *played, double *gap)
{
    mote_result result = MOTE_OK;
    for (uint32_t f = 0; f <= LAST - FIRST && !result; f++) result = paper_played_show(played, f);
    if (result) return result;
    gathered particles = {.count = 0};
    result =
        mote_world_draw(played->world, &(mote_debug_draw){.point = gather, .context = &particles});
    *gap = largest_gap(played, &particles);
    return result;
}

enum { LETTER, WORLD, OURS, SENIN, SENIN_OURS, METHODS };

static mote_result measure(const void *context, uint64_t seed, double *gaps)
{
    (void)context;
    bench_method_settings methods[METHODS] = {
        paper_lbg_letter(PARTICLES, PAPER_LBG_OWN), paper_lbg_letter(PARTICLES, PAPER_LBG_WORLD),
        paper_lbg_ours(PARTICLES), paper_lbg_senin(PARTICLES, true, true),
        paper_lbg_senin(PARTICLES, false, true)};
    mote_result result = MOTE_OK;
    for (int m = 0; m < METHODS && !result; m++) {
        paper_played played;
        methods[m].world.seed = seed;
        scene_def scene = scene_default_def();
        scene.name = "lbg-many";
        scene.seed = seed;
        result = paper_played_open_scene(&scene, FIRST, LAST, &methods[m], &played);
        if (result) break;
        result = play(&played, &gaps[m]);
        paper_played_close(&played);
    }
    return result;
}

// The gaps of one method and of another, in the seeds in which both have particles.
typedef struct both_gaps {
    double of[FULL_SEEDS], against[FULL_SEEDS];
    uint32_t count;
} both_gaps;

static both_gaps gaps_of(const double *gaps, uint32_t seeds, int method, int other)
{
    both_gaps both = {.count = 0};
    for (uint32_t i = 0; i < seeds; i++) {
        double gap = gaps[(size_t)method * seeds + i], against = gaps[(size_t)other * seeds + i];
        if (isnan(gap) || isnan(against)) continue;
        both.of[both.count] = gap;
        both.against[both.count++] = against;
    }
    return both;
}

static paper_estimate relative_gap(const double *gaps, uint32_t seeds, int method, int other)
{
    both_gaps both = gaps_of(gaps, seeds, method, other);
    return paper_ratio(both.of, both.against, both.count);
}

void paper_lbg_cover(paper_page *page, const paper_run *run)
{
    static const char *const names[METHODS] = {"lbg, letter, own coordinates",
                                               "lbg, letter, in the world", "lbg, ours",
                                               "senin, letter", "senin, ours"};
    static double gaps[METHODS * FULL_SEEDS];
    uint32_t seeds = run->quick ? PAPER_LBG_QUICK_SEEDS : FULL_SEEDS;
    paper_begin(run, "cover");
    if (!paper_page_check(page, paper_over_seeds(run, seeds, measure, NULL, gaps, METHODS))) return;
    paper_page_heading(page, "Particles all over the body");
    paper_page_text(
        page, "The table shows the largest distance from a vertex to the nearest particle, in "
              "radii. It is that of the sphere in the middle of `lbg-many`, with 12 particles, at "
              "the time when the first of the other spheres is near and the eleven that strike "
              "later are not. For particles at the corners of an icosahedron it would be 0.64.");
    paper_page_table(page, "method | seeds with particles | largest gap");
    for (int m = 0; m < METHODS; m++) {
        char text[64];
        both_gaps known = gaps_of(gaps, seeds, m, m);
        paper_estimate_text(paper_mean(known.of, known.count), "radii", text, sizeof text);
        paper_page_row(page, "%s | %u | %s", names[m], known.count, text);
    }
    paper_claim_def def = {
        .section = "algorithm",
        .claim = "a particle per area assures that the particles always cover the entire surface",
        .reading = "areas in own coordinates",
        .rule = paper_less_than("the largest gap between a vertex and the nearest particle, "
                                "relative to that of senin,",
                                1, "times"),
        .letter = relative_gap(gaps, seeds, LETTER, SENIN),
        .ours = relative_gap(gaps, seeds, OURS, SENIN_OURS),
        .seeds = seeds};
    paper_page_judge(page, &def);
    def.reading = "areas in the world";
    def.letter = relative_gap(gaps, seeds, WORLD, SENIN);
    def.ours = (paper_estimate){0};
    paper_page_judge(page, &def);
}
