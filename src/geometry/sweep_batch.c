// Batches of vertex-face and edge-edge impacts: blocks of candidates pass the filter, and the
// remaining candidates pass the pipeline for a single candidate.

#include <math.h>

#include "core/float_env.h"
#include "core/vec.h"
#include "geometry/sweep.h"
#include "geometry/sweep_filter.h"

// Both kinds of public batches.
typedef struct asked {
    mote_sweep_block block; // quads, count and until are those of the current block
    const mote_index_quad *quads;
    size_t count;
    bool is_double;
    mote_sweep_filter *filter;
    double until;
    bool earliest;
    mote_impact_hit *hits;
    mote_impact_batch_stats stats; // of this call
} asked;

static mote_dvec3 fetch(const void *from, uint32_t index, bool is_double)
{
    if (is_double) return ((const mote_dvec3 *)from)[index];
    return mote_vec_widen(((const mote_vec3 *)from)[index]);
}

// Fetches the points of a candidate. Returns false if a point is not finite.
static bool fetch_points(const asked *b, const mote_index_quad *quad, mote_dvec3 start[4],
                         mote_dvec3 end[4])
{
    bool finite = true;
    for (int i = 0; i < 4; i++) {
        int side = mote_sweep_side(&b->block, i);
        start[i] = fetch(b->block.start[side], quad->v[i], b->is_double);
        end[i] = fetch(b->block.end[side], quad->v[i], b->is_double);
        finite &= mote_dvec_finite(start[i]) && mote_dvec_finite(end[i]);
    }
    return finite;
}

static void ask_one(asked *b, size_t index)
{
    mote_dvec3 start[4], end[4];
    mote_impact_time time;
    if (!fetch_points(b, &b->quads[index], start, end)) return;
    const mote_sweep_layout *has = b->block.edges ? &mote_sweep_edges : &mote_sweep_vertex_face;
    if (!mote_sweep_meet(has, start, end, b->until, &time, &b->stats)) return;
    b->hits[b->stats.hits++] = (mote_impact_hit){(uint32_t)index, time};
    if (b->earliest) b->until = time.low;
}

// The first grid point after a time. Impacts from that point on have a later `low`.
static double end_of_step(double time)
{
    if (!(time < 1)) return 1;
    return ldexp(floor(ldexp(time, MOTE_SWEEP_TIME_BITS)) + 1, -MOTE_SWEEP_TIME_BITS);
}

static void ask_block(asked *b, size_t first)
{
    uint8_t left[MOTE_SWEEP_BLOCK + 8];
    size_t rest = b->count - first;
    b->block.quads = b->quads + first;
    b->block.count = rest < MOTE_SWEEP_BLOCK ? (uint32_t)rest : MOTE_SWEEP_BLOCK;
    b->block.until = end_of_step(b->until);
    uint32_t count = b->filter(&b->block, left);
    b->stats.filtered += count;
    for (uint32_t i = 0; i < count; i++) ask_one(b, first + left[i]);
}

static size_t ask_all(asked *b, mote_impact_batch_stats *stats)
{
    mote_float_env before = mote_float_env_enter();
    if (b->until < 0) b->count = 0;
    for (size_t i = 0; i < b->count; i += MOTE_SWEEP_BLOCK) ask_block(b, i);
    MOTE_FLOAT_SETTLE(b->stats);
    mote_float_env_leave(before);
    if (stats) {
        stats->candidates += b->count;
        stats->filtered += b->stats.filtered;
        stats->bracketed += b->stats.bracketed;
        stats->exact += b->stats.exact;
        stats->hits += b->stats.hits;
    }
    return b->stats.hits;
}

static size_t ask_singles(const mote_impact_batch *in, bool edges, mote_impact_hit *hits,
                          mote_impact_batch_stats *stats)
{
    asked b = {.block = {.start = {in->start_a, in->start_b},
                         .end = {in->end_a, in->end_b},
                         .edges = edges},
               .quads = in->quads,
               .count = in->count,
               .filter = mote_sweep_pick_filter_single(),
               .until = in->until,
               .earliest = in->earliest,
               .hits = hits};
    return ask_all(&b, stats);
}

static size_t ask_doubles(const mote_impact_batch_double *in, bool edges, mote_impact_hit *hits,
                          mote_impact_batch_stats *stats)
{
    asked b = {.block = {.start = {in->start_a, in->start_b},
                         .end = {in->end_a, in->end_b},
                         .edges = edges},
               .quads = in->quads,
               .count = in->count,
               .is_double = true,
               .filter = mote_sweep_pick_filter_double(),
               .until = in->until,
               .earliest = in->earliest,
               .hits = hits};
    return ask_all(&b, stats);
}

size_t mote_vertex_face_impact_batch(const mote_impact_batch *batch, mote_impact_hit *hits,
                                     mote_impact_batch_stats *stats)
{
    return ask_singles(batch, false, hits, stats);
}

size_t mote_vertex_face_impact_batch_double(const mote_impact_batch_double *batch,
                                            mote_impact_hit *hits, mote_impact_batch_stats *stats)
{
    return ask_doubles(batch, false, hits, stats);
}

size_t mote_edges_impact_batch(const mote_impact_batch *batch, mote_impact_hit *hits,
                               mote_impact_batch_stats *stats)
{
    return ask_singles(batch, true, hits, stats);
}

size_t mote_edges_impact_batch_double(const mote_impact_batch_double *batch, mote_impact_hit *hits,
                                      mote_impact_batch_stats *stats)
{
    return ask_doubles(batch, true, hits, stats);
}
