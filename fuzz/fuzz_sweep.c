// Any 48 doubles, or as many floats, are two candidates for an impact: single calls, batches and
// other orders of the points must give one answer.

#include <mote/geometry.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { CANDIDATES = 2, POINTS = 4 * CANDIDATES };

typedef struct motion {
    mote_dvec3 start[POINTS], end[POINTS];
} motion;

static void require(bool holds)
{
    if (!holds) abort();
}

static bool ask(bool edges, const mote_dvec3 *start, const mote_dvec3 *end, mote_impact_time *time)
{
    return edges ? mote_edges_impact_double(start, end, time)
                 : mote_vertex_face_impact_double(start, end, time);
}

static bool is_same(mote_impact_time a, mote_impact_time b)
{
    return a.low == b.low && a.high == b.high;
}

static void check_one(bool edges, const mote_dvec3 *start, const mote_dvec3 *end)
{
    mote_impact_time time = {0, 0}, other = {0, 0};
    bool meet = ask(edges, start, end, &time);
    require(ask(edges, start, end, NULL) == meet);
    if (meet) require(time.low >= 0 && time.low <= time.high && time.high <= 1);
    require(time.high - time.low <= 0x1p-40);
    const mote_dvec3 from[4] = {start[0], start[1], start[3], start[2]};
    const mote_dvec3 to[4] = {end[0], end[1], end[3], end[2]};
    require(ask(edges, from, to, &other) == meet);
    require(!meet || is_same(time, other));
    require(ask(edges, end, start, NULL) == meet);
    bool near = edges ? mote_edges_approach_double(start, end, 0, &other)
                      : mote_vertex_face_approach_double(start, end, 0, &other);
    require(!meet || (near && other.low <= time.high));
}

static const mote_index_quad quads[CANDIDATES] = {{{0, 1, 2, 3}}, {{4, 5, 6, 7}}};

// Both candidates up to a time, against single calls.
static void check_hits(bool edges, const motion *m, double until, const mote_impact_hit *hits,
                       size_t count)
{
    size_t next = 0;
    for (uint32_t i = 0; i < CANDIDATES; i++) {
        mote_impact_time time;
        if (!ask(edges, m->start + 4 * i, m->end + 4 * i, &time) || !(time.low <= until)) continue;
        require(next < count && hits[next].index == i && is_same(hits[next].time, time));
        next++;
    }
    require(next == count);
}

static void check_batch(bool edges, const motion *m, double until)
{
    mote_impact_hit hits[CANDIDATES];
    const mote_impact_batch_double batch = {m->start, m->end,     m->start, m->end,
                                            quads,    CANDIDATES, until,    false};
    size_t count = edges ? mote_edges_impact_batch_double(&batch, hits, NULL)
                         : mote_vertex_face_impact_batch_double(&batch, hits, NULL);
    check_hits(edges, m, until, hits, count);
}

static void check_batch_single(bool edges, const mote_vec3 *start, const mote_vec3 *end,
                               const motion *m, double until)
{
    mote_impact_hit hits[CANDIDATES];
    const mote_impact_batch batch = {start, end, start, end, quads, CANDIDATES, until, false};
    size_t count = edges ? mote_edges_impact_batch(&batch, hits, NULL)
                         : mote_vertex_face_impact_batch(&batch, hits, NULL);
    check_hits(edges, m, until, hits, count);
}

// The first byte: edges or not, floats or doubles, and how much of the step counts.
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    motion m;
    mote_vec3 start[POINTS], end[POINTS];
    if (size < 1) return 0;
    bool edges = data[0] & 1, single = data[0] & 2;
    double until = data[0] & 4 ? 1 : (data[0] >> 3) / 32.0;
    if (size < 1 + (single ? sizeof start + sizeof end : sizeof m)) return 0;
    if (single) {
        memcpy(start, data + 1, sizeof start);
        memcpy(end, data + 1 + sizeof start, sizeof end);
        for (int i = 0; i < POINTS; i++) {
            m.start[i] = (mote_dvec3){(double)start[i].x, (double)start[i].y, (double)start[i].z};
            m.end[i] = (mote_dvec3){(double)end[i].x, (double)end[i].y, (double)end[i].z};
        }
        check_batch_single(edges, start, end, &m, until);
    } else {
        memcpy(&m, data + 1, sizeof m);
    }
    for (int i = 0; i < CANDIDATES; i++) check_one(edges, m.start + 4 * i, m.end + 4 * i);
    check_batch(edges, &m, until);
    return 0;
}
