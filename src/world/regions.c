// The pairs of each face of a are a sorted run. Pairs that are joined lie in one run or in the runs
// of two neighboring faces, which are looked up in a hash table once per run. Runs are short, and
// only four faces are searched in them. Joined pairs become one class of a union-find structure
// with path halving (Tarjan and van Leeuwen 1984). A link also stores whether the two pairs name
// their sides in the same order. This matters for a body with itself, where the lower face comes
// first whichever side it lies on.

#include "world/contacts.h"

#include <string.h>

#include "mesh/lists.h"

void mote_regions_release(mote_regions *regions, const mote_allocator *allocator)
{
    mote_array_release(&regions->region_of, allocator);
    mote_array_release(&regions->first, allocator);
    mote_array_release(&regions->members, allocator);
    mote_array_release(&regions->links, allocator);
    mote_array_release(&regions->runs, allocator);
    mote_array_release(&regions->table, allocator);
}

// ---------------------------------------------------------------------------------------------
// Classes of face pairs; the first pair represents its class

static uint32_t find_class(mote_region_link *links, uint32_t pair, uint32_t *flip)
{
    *flip = 0;
    while (links[pair].parent != pair) {
        mote_region_link *link = &links[pair];
        link->flip ^= links[link->parent].flip;
        link->parent = links[link->parent].parent;
        *flip ^= link->flip;
        pair = link->parent;
    }
    return pair;
}

static void join(mote_region_link *links, uint32_t p, uint32_t q, bool swapped)
{
    if (links[p].parent == links[q].parent) return; // the most common case
    uint32_t flip_p, flip_q;
    uint32_t class_p = find_class(links, p, &flip_p), class_q = find_class(links, q, &flip_q);
    if (class_p == class_q) return;
    uint32_t flip = flip_p ^ flip_q ^ (swapped ? 1u : 0u);
    if (class_p < class_q) {
        links[class_q] = (mote_region_link){class_p, flip};
    } else {
        links[class_p] = (mote_region_link){class_q, flip};
    }
}

// ---------------------------------------------------------------------------------------------
// Runs

typedef struct search {
    const mote_mesh *a, *b;
    const mote_face_pair *pairs;
    mote_region_link *links;
    const mote_region_run *runs;
    uint32_t run_count;
    uint32_t *table;
    uint32_t shift; // 64 minus the log2 of the table's size
    size_t mask;
} search;

// A face and its edge-adjacent faces; MOTE_NONE if there is none.
typedef struct ring {
    uint32_t faces[4];
} ring;

static ring ring_of(const mote_mesh *mesh, uint32_t face)
{
    const uint32_t *across = mesh->face_neighbors + 3 * (size_t)face;
    return (ring){{face, across[0], across[1], across[2]}};
}

static bool is_in_ring(const ring *r, uint32_t face)
{
    // Without branches, which would be mispredicted.
    return (face == r->faces[0]) | (face == r->faces[1]) | (face == r->faces[2]) |
           (face == r->faces[3]);
}

static size_t place_of(const search *s, uint32_t face)
{
    return (size_t)(face * 0x9e3779b97f4a7c15u >> s->shift);
}

// Returns the index of a face's run, or MOTE_NONE.
static uint32_t find_run(const search *s, uint32_t face)
{
    for (size_t at = place_of(s, face); s->table[at]; at = (at + 1) & s->mask) {
        if (s->runs[s->table[at] - 1].face == face) return s->table[at] - 1;
    }
    return MOTE_NONE;
}

static bool list_runs(search *s, mote_regions *regions, const mote_allocator *allocator,
                      uint32_t count)
{
    regions->runs.count = 0;
    mote_region_run *runs = mote_array_room(&regions->runs, allocator, (size_t)count + 1);
    if (!runs) return false;
    s->runs = runs;
    s->run_count = 0;
    for (uint32_t i = 0; i < count; i++) {
        uint32_t face = s->pairs[i].face_a;
        if (i == 0 || face != s->pairs[i - 1].face_a)
            runs[s->run_count++] = (mote_region_run){face, i};
    }
    runs[s->run_count] = (mote_region_run){MOTE_NONE, count};
    return true;
}

static bool fill_table(search *s, mote_regions *regions, const mote_allocator *allocator)
{
    uint32_t bits = 4;
    while ((uint64_t)1 << bits < 2 * (uint64_t)s->run_count) bits++;
    size_t size = (size_t)1 << bits;
    regions->table.count = 0;
    s->table = mote_array_room(&regions->table, allocator, size);
    if (!s->table) return false;
    s->shift = 64 - bits;
    s->mask = size - 1;
    memset(s->table, 0, size * sizeof *s->table);
    for (uint32_t run = 0; run < s->run_count; run++) {
        size_t at = place_of(s, s->runs[run].face);
        while (s->table[at]) at = (at + 1) & s->mask;
        s->table[at] = run + 1;
    }
    return true;
}

// ---------------------------------------------------------------------------------------------
// Joining

// Longer runs are searched by bisection.
enum { SHORT_RUN = 16 };

static uint32_t find_in_run(const search *s, uint32_t low, uint32_t end, uint32_t face_b)
{
    uint32_t high = end;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (s->pairs[middle].face_b < face_b) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low < end && s->pairs[low].face_b == face_b ? low : MOTE_NONE;
}

// Joins `pair` with the earlier pairs of a run whose second face is in the ring.
static void join_with_run(search *s, uint32_t pair, uint32_t run, const ring *wanted, bool swapped)
{
    uint32_t first = s->runs[run].first, end = s->runs[run + 1].first;
    if (end > pair) end = pair;
    if (first >= end) return;
    if (end - first <= SHORT_RUN) {
        for (uint32_t i = first; i < end; i++) {
            if (is_in_ring(wanted, s->pairs[i].face_b)) join(s->links, pair, i, swapped);
        }
        return;
    }
    for (int k = 0; k < 4; k++) {
        uint32_t found = find_in_run(s, first, end, wanted->faces[k]);
        if (found != MOTE_NONE) join(s->links, pair, found, swapped);
    }
}

static void join_run_with_earlier(search *s, uint32_t run)
{
    ring around_a = ring_of(s->a, s->runs[run].face);
    uint32_t runs[4] = {run};
    for (int k = 1; k < 4; k++)
        runs[k] = around_a.faces[k] <= s->runs[run].face ? find_run(s, around_a.faces[k])
                                                         : MOTE_NONE; // later, or no run
    for (uint32_t i = s->runs[run].first; i < s->runs[run + 1].first; i++) {
        ring around_b = ring_of(s->b, s->pairs[i].face_b);
        for (int k = 0; k < 4; k++) {
            if (runs[k] != MOTE_NONE) join_with_run(s, i, runs[k], &around_b, false);
        }
    }
}

// For a body with itself: joins the pair with pairs that name the neighbors of its faces in the
// opposite order.
static void join_with_swapped(search *s, uint32_t pair)
{
    ring around_a = ring_of(s->a, s->pairs[pair].face_a);
    ring around_b = ring_of(s->b, s->pairs[pair].face_b);
    for (int k = 0; k < 4; k++) {
        uint32_t run = around_b.faces[k] == MOTE_NONE ? MOTE_NONE : find_run(s, around_b.faces[k]);
        if (run != MOTE_NONE) join_with_run(s, pair, run, &around_a, true);
    }
}

// ---------------------------------------------------------------------------------------------
// Numbering classes as regions and listing their members

static bool number_regions(mote_regions *regions, const mote_allocator *allocator, uint32_t count)
{
    mote_region_link *links = regions->links.data;
    regions->region_of.count = 0;
    uint32_t *region_of = mote_array_room(&regions->region_of, allocator, count);
    if (!region_of) return false;
    regions->count = 0;
    for (uint32_t i = 0; i < count; i++) {
        uint32_t flip, root = find_class(links, i, &flip);
        links[i] = (mote_region_link){root, flip};
        region_of[i] = root == i ? regions->count++ : region_of[root];
    }
    regions->region_of.count = count;
    return true;
}

static bool list_members(mote_regions *regions, const mote_allocator *allocator, uint32_t count)
{
    const uint32_t *region_of = regions->region_of.data;
    size_t ends = (size_t)regions->count + 1;
    regions->first.count = regions->members.count = 0;
    uint32_t *first = mote_array_room(&regions->first, allocator, ends);
    uint32_t *members = mote_array_room(&regions->members, allocator, count);
    if (!first || !members) return false;
    memset(first, 0, ends * sizeof *first);
    for (uint32_t i = 0; i < count; i++) first[region_of[i]]++;
    mote_lists_start(first, regions->count);
    for (uint32_t i = 0; i < count; i++) members[first[region_of[i]]++] = i;
    mote_lists_rewind(first, regions->count);
    regions->first.count = ends;
    regions->members.count = count;
    return true;
}

bool mote_regions_find(mote_regions *regions, const mote_allocator *allocator, const mote_mesh *a,
                       const mote_mesh *b, bool self, const mote_face_pair *pairs, uint32_t count)
{
    search s = {.a = a, .b = b, .pairs = pairs};
    regions->links.count = 0;
    s.links = mote_array_room(&regions->links, allocator, count);
    if (!s.links || !list_runs(&s, regions, allocator, count) ||
        !fill_table(&s, regions, allocator))
        return false;
    regions->links.count = count;
    for (uint32_t i = 0; i < count; i++) s.links[i] = (mote_region_link){i, 0};
    for (uint32_t run = 0; run < s.run_count; run++) join_run_with_earlier(&s, run);
    for (uint32_t i = 0; self && i < count; i++) join_with_swapped(&s, i);
    return number_regions(regions, allocator, count) && list_members(regions, allocator, count);
}
