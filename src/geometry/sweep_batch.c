// Batches of vertex-face and edge-edge impacts.

#include <mote/geometry.h>

typedef bool ask_single(const mote_vec3 start[4], const mote_vec3 end[4], mote_impact_time *time);
typedef bool ask_double(const mote_dvec3 start[4], const mote_dvec3 end[4], mote_impact_time *time);

// Which of the four vertices belong to the first side.
enum { OF_VERTEX = 1, OF_EDGE = 2 };

typedef struct collector {
    mote_impact_hit *hits;
    size_t count;
    double until;
    bool earliest;
} collector;

static void collect(collector *c, size_t index, const mote_impact_time *time)
{
    if (time->low > c->until) return;
    c->hits[c->count++] = (mote_impact_hit){(uint32_t)index, *time};
    if (c->earliest) c->until = time->low;
}

static size_t finish(const collector *c, size_t candidates, mote_impact_batch_stats *stats)
{
    if (stats) {
        stats->candidates += candidates;
        stats->hits += c->count;
    }
    return c->count;
}

static size_t ask_all(const mote_impact_batch *batch, ask_single *ask, int first_side,
                      mote_impact_hit *hits, mote_impact_batch_stats *stats)
{
    collector c = {hits, 0, batch->until, batch->earliest};
    for (size_t i = 0; i < batch->count; i++) {
        mote_vec3 start[4], end[4];
        for (int k = 0; k < 4; k++) {
            uint32_t v = batch->quads[i].v[k];
            start[k] = k < first_side ? batch->start_a[v] : batch->start_b[v];
            end[k] = k < first_side ? batch->end_a[v] : batch->end_b[v];
        }
        mote_impact_time time;
        if (ask(start, end, &time)) collect(&c, i, &time);
    }
    return finish(&c, batch->count, stats);
}

static size_t ask_all_double(const mote_impact_batch_double *batch, ask_double *ask, int first_side,
                             mote_impact_hit *hits, mote_impact_batch_stats *stats)
{
    collector c = {hits, 0, batch->until, batch->earliest};
    for (size_t i = 0; i < batch->count; i++) {
        mote_dvec3 start[4], end[4];
        for (int k = 0; k < 4; k++) {
            uint32_t v = batch->quads[i].v[k];
            start[k] = k < first_side ? batch->start_a[v] : batch->start_b[v];
            end[k] = k < first_side ? batch->end_a[v] : batch->end_b[v];
        }
        mote_impact_time time;
        if (ask(start, end, &time)) collect(&c, i, &time);
    }
    return finish(&c, batch->count, stats);
}

size_t mote_vertex_face_impact_batch(const mote_impact_batch *batch, mote_impact_hit *hits,
                                     mote_impact_batch_stats *stats)
{
    return ask_all(batch, mote_vertex_face_impact, OF_VERTEX, hits, stats);
}

size_t mote_vertex_face_impact_batch_double(const mote_impact_batch_double *batch,
                                            mote_impact_hit *hits, mote_impact_batch_stats *stats)
{
    return ask_all_double(batch, mote_vertex_face_impact_double, OF_VERTEX, hits, stats);
}

size_t mote_edges_impact_batch(const mote_impact_batch *batch, mote_impact_hit *hits,
                               mote_impact_batch_stats *stats)
{
    return ask_all(batch, mote_edges_impact, OF_EDGE, hits, stats);
}

size_t mote_edges_impact_batch_double(const mote_impact_batch_double *batch, mote_impact_hit *hits,
                                      mote_impact_batch_stats *stats)
{
    return ask_all_double(batch, mote_edges_impact_double, OF_EDGE, hits, stats);
}
