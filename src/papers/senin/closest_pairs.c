// The closest pairs of sites of two bodies, around which faces are tested.
//
// Senin et al. 2003, section 3.5, tests the closest pair of particles only. By default up to
// `closest_pairs` pairs are tested, and with the option `pursue` they are improved first, which is
// not in the paper: the sum of all forces leaves a particle at a compromise, and repulsion drives
// it away from a contact that it has found. So the particles stay where the forces bring them, and
// from each of the closest pairs two sites approach each other, whatever the other particles do.
// The pairs that were tested in the last frame take part.

#include <math.h>

#include "papers/particle/neighborhood.h"
#include "papers/senin/senin.h"

// ---------------------------------------------------------------------------------------------
// A list of the closest pairs

static bool contains(const mote_closest_pairs *pairs, const mote_site_pair *pair)
{
    for (uint32_t i = 0; i < pairs->count; i++) {
        const mote_site_pair *one = &pairs->items[i];
        if (mote_sites_equal(one->sites[0], pair->sites[0]) &&
            mote_sites_equal(one->sites[1], pair->sites[1]))
            return true;
    }
    return false;
}

// Adds the pair if it is among the closest and not yet contained.
static void offer(mote_closest_pairs *pairs, const mote_site_pair *pair)
{
    bool is_full = pairs->count == pairs->capacity;
    if (!isfinite(pair->squared)) return;
    if (is_full && pair->squared >= pairs->items[pairs->count - 1].squared) return;
    if (contains(pairs, pair)) return;
    uint32_t at = is_full ? pairs->count - 1 : pairs->count++;
    for (; at > 0 && pair->squared < pairs->items[at - 1].squared; at--)
        pairs->items[at] = pairs->items[at - 1];
    pairs->items[at] = *pair;
}

// ---------------------------------------------------------------------------------------------
// Approach

typedef struct approach {
    mote_vec3 target;
    mote_site best;
    mote_vec3 best_at;
    double smallest; // squared distance
} approach;

static void consider(void *context, mote_site site, mote_vec3 at)
{
    approach *a = context;
    double squared = mote_squared_distance(at, a->target);
    if (!(squared < a->smallest)) return;
    a->smallest = squared;
    a->best = site;
    a->best_at = at;
}

static bool approach_other(const mote_senin_surface *surface, mote_site_pair *pair, int body)
{
    approach a = {pair->at[1 - body], pair->sites[body], pair->at[body], pair->squared};
    surface->neighbors(surface, pair->sites[body], &(mote_site_visitor){consider, &a});
    if (!(a.smallest < pair->squared)) return false;
    pair->sites[body] = a.best;
    pair->at[body] = a.best_at;
    pair->squared = a.smallest;
    return true;
}

// Moves each site in turn to the neighbor that is closest to the other site, as long as that brings
// them closer. Returns the number of hops, at most `max_hops`.
static uint32_t approach_in_turn(const mote_senin_surface *const surfaces[2], mote_site_pair *pair,
                                 uint32_t max_hops)
{
    uint32_t hops = 0, at_rest = 0;
    for (int body = 0; at_rest < 2 && hops < max_hops; body = 1 - body) {
        uint32_t before = hops;
        while (hops < max_hops && approach_other(surfaces[body], pair, body)) hops++;
        at_rest = hops == before ? at_rest + 1 : 0;
    }
    return hops;
}

static void pursue(mote_senin_query *q, mote_site_pair pair)
{
    // Each of the two sites may have to move over its whole body.
    q->sink->hops += approach_in_turn(q->interaction.surfaces, &pair, 2 * q->max_steps);
    offer(&q->ends, &pair);
}

static void pursue_kept(mote_senin_query *q)
{
    const mote_site *kept = mote_senin_pair_kept(q->pair, q->worker->capacity);
    for (uint32_t i = 0; i < q->pair->kept; i++) {
        mote_site_pair pair = {.sites = {kept[2 * (size_t)i], kept[2 * (size_t)i + 1]}};
        for (int body = 0; body < 2; body++) {
            const mote_senin_surface *surface = q->interaction.surfaces[body];
            pair.at[body] = surface->locate(surface, pair.sites[body]);
        }
        pair.squared = mote_squared_distance(pair.at[0], pair.at[1]);
        pursue(q, pair);
    }
}

// ---------------------------------------------------------------------------------------------
// The pairs to test

static void keep(mote_senin_query *q)
{
    mote_site *kept = mote_senin_pair_kept(q->pair, q->worker->capacity);
    q->pair->kept = q->ends.count;
    for (uint32_t i = 0; i < q->ends.count; i++) {
        *kept++ = q->ends.items[i].sites[0];
        *kept++ = q->ends.items[i].sites[1];
    }
}

static void find_starts(mote_senin_query *q)
{
    for (int body = 0; body < 2; body++)
        for (uint32_t i = 0; i < q->interaction.particles[body].count; i++)
            offer(&q->starts, &q->interaction.nearest[body][i]);
}

// Section 3.4: "The size of this neighborhood should depend on sizes of faces which contain vertex
// particle located at".
static void set_radius(const mote_senin_query *q, mote_site_pair *pair)
{
    for (int body = 0; body < 2; body++)
        pair->radius[body] = q->options->neighborhood *
                             mote_face_size(q->shapes[body].shape, pair->sites[body].corners[0]);
}

// Whether two pairs have most of their neighborhoods in common.
static bool is_beside(const mote_site_pair *a, const mote_site_pair *b)
{
    for (int body = 0; body < 2; body++) {
        double near = 0.5 * (double)a->radius[body];
        if (!(mote_squared_distance(a->at[body], b->at[body]) < near * near)) return false;
    }
    return true;
}

static bool is_beside_a_closer_one(const mote_site_pair *pair, const mote_site_pair *closer,
                                   uint32_t count)
{
    for (uint32_t i = 0; i < count; i++)
        if (is_beside(pair, &closer[i])) return true;
    return false;
}

// Removes pairs whose neighborhoods a closer pair covers.
static void remove_covered(mote_senin_query *q)
{
    uint32_t kept = 0;
    for (uint32_t i = 0; i < q->ends.count && kept < q->options->closest_pairs; i++) {
        mote_site_pair *pair = &q->ends.items[i];
        set_radius(q, pair);
        if (!is_beside_a_closer_one(pair, q->ends.items, kept)) q->ends.items[kept++] = *pair;
    }
    q->ends.count = kept;
}

void mote_senin_choose_pairs(mote_senin_query *query)
{
    find_starts(query);
    for (uint32_t i = 0; i < query->starts.count; i++) {
        if (query->options->pursue)
            pursue(query, query->starts.items[i]);
        else
            offer(&query->ends, &query->starts.items[i]);
    }
    if (query->options->pursue) pursue_kept(query);
    remove_covered(query);
    keep(query);
}
