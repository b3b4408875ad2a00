// Hybrid under a budget: the cluster pairs of one candidate are tested in the order of their
// positions, in chunks that are small compared to any practical budget. The work can begin and end
// at any face pair.

#include "method/hybrid/hybrid.h"

// Cluster pairs tested at once, per worker.
enum { PAIRS_PER_CHUNK = 32 };

typedef struct turn {
    mote_frame *frame;
    mote_candidate *candidates;
    uint32_t number;
    mote_hybrid_limits limits;
    bool over;   // the budget or the range has ended, or the first face pair was found
    bool failed; // no memory
} turn;

static void stop_at(turn *t, uint64_t at, uint64_t skip)
{
    mote_candidate *candidate = &t->candidates[t->number];
    candidate->complete = false;
    candidate->stopped = (mote_turn){at, skip};
    t->over = true;
}

// Tests the collected pairs.
static void test_chunk(turn *t)
{
    mote_hybrid_world *world = t->frame->state;
    size_t count = world->pairs.count;
    if (count == 0) return;
    t->limits.stopped_at = count;
    t->limits.stopped_skip = 0;
    if (t->frame->detect == MOTE_DETECT_FIRST) {
        t->over = mote_hybrid_test_first(t->frame, t->candidates, &t->limits);
    } else {
        mote_hybrid_test_all(t->frame, t->candidates, &t->limits);
    }
    size_t stopped = t->limits.stopped_at;
    if (stopped < count && !t->over)
        stop_at(t, mote_cluster_pair_position(&world->pairs.data[stopped]), t->limits.stopped_skip);
    world->pairs.count = 0;
}

// Called in the order of the pairs' positions.
static void add(turn *t, const mote_cluster_pair *pair)
{
    mote_hybrid_world *world = t->frame->state;
    uint64_t at = mote_cluster_pair_position(pair);
    if (at < t->limits.begin.at || at > t->limits.end.at) return;
    if (!mote_array_push(&world->pairs, t->frame->allocator, *pair)) t->failed = t->over = true;
    if (world->pairs.count == (size_t)PAIRS_PER_CHUNK * t->frame->tasks.worker_count) test_chunk(t);
}

// Adds the pairs of one cluster of a.
static void add_row(turn *t, const mote_candidate *candidate, uint32_t cluster_a)
{
    const mote_hybrid_world *world = t->frame->state;
    if (!mote_ask_clusters(t->frame, candidate, cluster_a)) {
        t->failed = t->over = true;
        return;
    }
    const uint32_t *to = mote_reach_of_b(world, candidate)->data, *found = world->found.data;
    for (size_t k = 0; k < world->found.count && !t->over; k++) {
        uint32_t cluster_b = to[found[k]];
        if (mote_candidate_is_self(candidate) && cluster_b < cluster_a) continue;
        add(t, &(mote_cluster_pair){.candidate = t->number, .a = cluster_a, .b = cluster_b});
    }
}

static void add_fresh(turn *t, const mote_candidate *candidate)
{
    const mote_hybrid_world *world = t->frame->state;
    mote_sink *sink = &t->frame->sinks[0];
    if (!mote_reach_clusters(t->frame, candidate)) {
        t->failed = t->over = true;
        return;
    }
    for (size_t i = 0; i < world->reach_a.count && !t->over; i++) {
        uint32_t cluster = world->reach_a.data[i];
        if (cluster < t->limits.begin.at >> 32 || cluster > t->limits.end.at >> 32) continue;
        add_row(t, candidate, cluster);
        // Rows without pairs take time too.
        if (!t->over && world->pairs.count == 0 && mote_budget_is_over(t->frame->budget, sink))
            stop_at(t, ((uint64_t)cluster + 1) << 32, 0);
    }
}

// Lists all pairs at once, because bodies on demand have only pairs of close clusters. False if a
// body left the on-demand state instead.
static bool add_on_demand(turn *t, const mote_candidate *candidate)
{
    mote_hybrid_world *world = t->frame->state;
    bool left;
    if (!mote_list_nodes(t->frame, candidate, t->number, &left)) {
        t->failed = t->over = true;
        return false;
    }
    if (left) return false;
    mote_cluster_pair_array swap = world->listed;
    world->listed = world->pairs;
    world->pairs = swap;
    world->pairs.count = 0;
    for (size_t i = 0; i < world->listed.count && !t->over; i++) add(t, &world->listed.data[i]);
    return true;
}

static void add_all(turn *t, const mote_candidate *candidate)
{
    while (!t->over) {
        if (mote_shape_is_broken(candidate->a) || mote_shape_is_broken(candidate->b)) return;
        if (!mote_shape_is_on_demand(candidate->a) && !mote_shape_is_on_demand(candidate->b)) {
            add_fresh(t, candidate);
            return;
        }
        if (add_on_demand(t, candidate)) return;
    }
}

bool mote_hybrid_take_turn(mote_frame *frame, mote_candidate *candidates, uint32_t number)
{
    mote_hybrid_world *world = frame->state;
    mote_candidate *candidate = &candidates[number];
    turn t = {.frame = frame,
              .candidates = candidates,
              .number = number,
              .limits = {.begin = candidate->begin, .end = candidate->end}};
    candidate->complete = true;
    world->pairs.count = 0;
    if (mote_budget_is_over(frame->budget, &frame->sinks[0]))
        stop_at(&t, candidate->begin.at, candidate->begin.skip);
    add_all(&t, candidate);
    if (!t.over) test_chunk(&t);
    world->pairs.count = 0;
    return !t.failed;
}
