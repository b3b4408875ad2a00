// Section 3.5: "about 10 % of particles, in average, are placed near equilibrium position", from which N_min
// follows. The paper does not say how near, nor when. Here a particle is at rest if it stays where it is
// when the same query is made once more, with no body moved.

#include "bench/paper/runs.h"
#include "bench/paper/senin/senin.h"

enum { PARTICLES = 50, MAX_POINTS = 2 * PARTICLES };

typedef struct places {
    mote_vec3 at[MAX_POINTS];
    uint32_t count;
} places;

static void keep_place(void *context, mote_draw_kind kind, mote_body_id body, uint32_t id,
                       mote_vec3 at)
{
    (void)body, (void)id;
    places *p = context;
    if (kind == MOTE_DRAW_PARTICLE && p->count < MAX_POINTS) p->at[p->count++] = at;
}

static mote_result look(paper_played *played, places *out)
{
    *out = (places){.count = 0};
    mote_debug_draw draw = {.point = keep_place, .context = out};
    return mote_world_draw(played->world, &draw);
}

static bool is_same(mote_vec3 a, mote_vec3 b)
{
    return a.x == b.x && a.y == b.y && a.z == b.z;
}

// Adds the particles of a frame, and those of them that stay when it is played again.
static mote_result count_at_rest(paper_played *played, uint32_t frame, recall_share *share)
{
    places before = {.count = 0}, after = before;
    mote_result result = paper_played_show(played, frame);
    if (!result) result = look(played, &before);
    if (!result) result = paper_played_show(played, frame);
    if (!result) result = look(played, &after);
    for (uint32_t i = 0; i < before.count && i < after.count && !result; i++)
        recall_share_count(share, is_same(before.at[i], after.at[i]));
    return result;
}

void paper_senin_equilibrium(paper_page *page, const paper_run *run)
{
    paper_begin(run, "equilibrium");
    bench_method_settings literal = paper_senin_literal(PARTICLES);
    paper_played played;
    recall_share share = {0, 0};
    uint32_t frames = run->quick ? 10 : 100;
    if (!paper_page_check(page,
                          paper_played_open("letters-ww", 60, 59 + frames, &literal, &played)))
        return;
    mote_result result = MOTE_OK;
    for (uint32_t frame = 0; frame < frames && !result; frame++)
        result = count_at_rest(&played, frame, &share);
    paper_played_close(&played);
    if (!paper_page_check(page, result) || !share.of) return;
    double rest = recall_share_value(share);
    paper_page_claim(
        page,
        &(paper_claim){
            "3.5",
            "about 10 % of the particles are near equilibrium, so that N_min is a tenth of "
            "them",
            "at least nine tenths rest after a query that ends when fewer than a tenth move",
            paper_claim_if(rest >= 0.9)},
        "%.0f %% of %u particles on each W do not move when the query is repeated", 100 * rest,
        PARTICLES);
}
