#include "papers/senin/pursuit.h"

typedef struct approach {
    mote_vec3 target;
    mote_site best;
    mote_vec3 best_at;
    double least; // squared distance
} approach;

static void consider(void *context, mote_site site, mote_vec3 at)
{
    approach *a = context;
    double squared = mote_squared_distance(at, a->target);
    if (!(squared < a->least)) return;
    a->least = squared;
    a->best = site;
    a->best_at = at;
}

static bool approach_other(const mote_terrain *terrain, mote_close_pair *pair, int body)
{
    approach a = {pair->at[1 - body], pair->sites[body], pair->at[body], pair->squared};
    terrain->neighbors(terrain, pair->sites[body], &(mote_site_visitor){consider, &a});
    if (!(a.least < pair->squared)) return false;
    pair->sites[body] = a.best;
    pair->at[body] = a.best_at;
    pair->squared = a.least;
    return true;
}

uint32_t mote_pursue(const mote_terrain *const terrains[2], mote_close_pair *pair,
                     uint32_t most_hops)
{
    uint32_t hops = 0, at_rest = 0;
    for (int body = 0; at_rest < 2 && hops < most_hops; body = 1 - body) {
        uint32_t before = hops;
        while (hops < most_hops && approach_other(terrains[body], pair, body)) hops++;
        at_rest = hops == before ? at_rest + 1 : 0;
    }
    return hops;
}
