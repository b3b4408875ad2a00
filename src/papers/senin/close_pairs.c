#include "papers/senin/close_pairs.h"

#include <math.h>

#include "core/vec.h"

double mote_squared_distance(mote_vec3 a, mote_vec3 b)
{
    mote_dvec3 d = mote_dvec_sub(mote_vec_widen(a), mote_vec_widen(b));
    double squared = mote_dvec_dot(d, d);
    return isnan(squared) ? HUGE_VAL : squared;
}

static bool has(const mote_close_pairs *pairs, const mote_close_pair *pair)
{
    for (uint32_t i = 0; i < pairs->count; i++) {
        const mote_close_pair *one = &pairs->items[i];
        if (mote_sites_equal(one->sites[0], pair->sites[0]) &&
            mote_sites_equal(one->sites[1], pair->sites[1]))
            return true;
    }
    return false;
}

void mote_close_pairs_offer(mote_close_pairs *pairs, const mote_close_pair *pair)
{
    bool is_full = pairs->count == pairs->most;
    if (!isfinite(pair->squared)) return;
    if (is_full && pair->squared >= pairs->items[pairs->count - 1].squared) return;
    if (has(pairs, pair)) return;
    uint32_t at = is_full ? pairs->count - 1 : pairs->count++;
    for (; at > 0 && pair->squared < pairs->items[at - 1].squared; at--)
        pairs->items[at] = pairs->items[at - 1];
    pairs->items[at] = *pair;
}
