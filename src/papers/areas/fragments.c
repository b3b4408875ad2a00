// Fragments: the connected pieces of labeled points, and which labels share an edge.

#include <string.h>

#include "core/result.h"
#include "core/sort.h"
#include "mesh/lists.h"
#include "papers/areas/areas.h"

// Marks all points of the fragment of `start`, breadth first. Returns their number.
static uint32_t flood(const mote_area_points *points, const uint32_t *label_of, uint32_t start,
                      uint32_t fragment, uint32_t *fragment_of, uint32_t *queue)
{
    uint32_t end = 0;
    queue[end++] = start;
    fragment_of[start] = fragment;
    for (uint32_t next = 0; next < end; next++) {
        uint32_t count;
        const uint32_t *vertices = mote_point_neighbors(points, queue[next], &count);
        for (uint32_t i = 0; i < count; i++) {
            uint32_t other = points->point_of[vertices[i]];
            if (fragment_of[other] != MOTE_NONE || label_of[other] != label_of[start]) continue;
            fragment_of[other] = fragment;
            queue[end++] = other;
        }
    }
    return end;
}

mote_result mote_fragments_find(const mote_area_points *points, const uint32_t *label_of,
                                mote_arena *scratch, mote_fragments *out)
{
    uint32_t count = points->count;
    *out = (mote_fragments){.fragment_of = mote_arena_take(scratch, count, sizeof(uint32_t)),
                            .label = mote_arena_take(scratch, count, sizeof(uint32_t)),
                            .size = mote_arena_take(scratch, count, sizeof(uint32_t))};
    uint32_t *queue = mote_arena_take(scratch, count, sizeof *queue);
    if (!out->fragment_of || !out->label || !out->size || !queue)
        return mote_fail_memory((size_t)count * sizeof *queue, "fragments of areas");
    memset(out->fragment_of, 0xff, (size_t)count * sizeof *out->fragment_of); // MOTE_NONE
    for (uint32_t p = 0; p < count; p++) {
        if (out->fragment_of[p] != MOTE_NONE) continue;
        out->label[out->count] = label_of[p];
        out->size[out->count] = flood(points, label_of, p, out->count, out->fragment_of, queue);
        out->count++;
    }
    return MOTE_OK;
}

// One key (own label, other label) for each edge between two labels, from both ends. Returns the
// number of keys. If `keys` is null, it only counts them.
static size_t gather_borders(const mote_area_points *points, const uint32_t *label_of,
                             uint64_t *keys)
{
    size_t found = 0;
    for (uint32_t p = 0; p < points->count; p++) {
        uint32_t count;
        const uint32_t *vertices = mote_point_neighbors(points, p, &count);
        for (uint32_t i = 0; i < count; i++) {
            uint32_t other = label_of[points->point_of[vertices[i]]];
            if (other == label_of[p]) continue;
            if (keys) keys[found] = (uint64_t)label_of[p] << 32 | other;
            found++;
        }
    }
    return found;
}

static size_t drop_repeated(uint64_t *keys, size_t count)
{
    size_t kept = 0;
    for (size_t i = 0; i < count; i++)
        if (i == 0 || keys[i] != keys[i - 1]) keys[kept++] = keys[i];
    return kept;
}

mote_result mote_labels_adjacency(const mote_area_points *points, const uint32_t *label_of,
                                  uint32_t label_count, mote_arena *scratch, mote_lists *out)
{
    size_t borders = gather_borders(points, label_of, NULL);
    uint64_t *keys = mote_arena_take(scratch, borders, sizeof *keys);
    uint64_t *spare = mote_arena_take(scratch, borders, sizeof *spare);
    uint32_t *first = mote_arena_take(scratch, (size_t)label_count + 1, sizeof *first);
    if (!keys || !spare || !first)
        return mote_fail_memory(2 * borders * sizeof *keys, "borders of areas");
    gather_borders(points, label_of, keys);
    mote_sort_keys(keys, borders, spare);
    borders = drop_repeated(keys, borders);
    uint32_t *items = (uint32_t *)spare; // the sort no longer needs it
    memset(first, 0, ((size_t)label_count + 1) * sizeof *first);
    for (size_t i = 0; i < borders; i++) {
        first[keys[i] >> 32]++;
        items[i] = (uint32_t)keys[i];
    }
    mote_lists_start(first, label_count);
    *out = (mote_lists){.first = first, .items = items, .count = label_count};
    return MOTE_OK;
}
