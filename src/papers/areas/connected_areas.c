// Connected areas from the cells of a quantization. Not in the paper (Saenghaengtham and
// Kanongchaiyos 2006), whose areas are the cells themselves: a cell of (position, normal) consists
// of many fragments, and a particle that moves along edges cannot get from one to the other.
//
// Each fragment starts as a region. The smallest region merges with a neighbor until the wanted
// number is left. The neighbor is the one by which the distortion grows least (Ward 1963).
//
// A region without neighbors is a whole component. If there are no more components than areas, it
// stays an area. Otherwise it merges, unconnected, with the region of the largest fragment of its
// cell, so that at most one region per cell is left. Large components are therefore still divided
// if there are a thousand small ones beside them.
//
// There can be too few regions only where vectors coincide. Then the largest areas are split in
// two.

#include <string.h>

#include "core/result.h"
#include "core/union_find.h"
#include "papers/areas/areas.h"

mote_result mote_regions_of_cells(const mote_quantizer *q, mote_arena *scratch,
                                  mote_area_regions *out)
{
    *out = (mote_area_regions){.count = q->code_count, .area_of = q->cell};
    out->cell = mote_arena_take(scratch, q->code_count, sizeof *out->cell);
    if (!out->cell) return mote_fail_memory(q->code_count * sizeof *out->cell, "areas");
    for (uint32_t c = 0; c < q->code_count; c++) out->cell[c] = c;
    return MOTE_OK;
}

// ---------------------------------------------------------------------------------------------
// A binary heap of regions: the smallest is on top, of equal ones the one with the lowest number. Entries are not updated:
// after a pop the caller must check whether the size is still right.

typedef struct region_heap {
    uint64_t *keys; // size in the upper half, region in the lower
    size_t count;
} region_heap;

static void heap_push(region_heap *heap, uint32_t size, uint32_t region)
{
    uint64_t key = (uint64_t)size << 32 | region;
    size_t at = heap->count++;
    for (; at > 0 && heap->keys[(at - 1) / 2] > key; at = (at - 1) / 2)
        heap->keys[at] = heap->keys[(at - 1) / 2];
    heap->keys[at] = key;
}

static bool heap_pop(region_heap *heap, uint32_t *size, uint32_t *region)
{
    if (heap->count == 0) return false;
    uint64_t top = heap->keys[0], key = heap->keys[--heap->count];
    *size = (uint32_t)(top >> 32);
    *region = (uint32_t)top;
    size_t at = 0;
    for (size_t child = 1; child < heap->count; child = 2 * at + 1) {
        if (child + 1 < heap->count && heap->keys[child + 1] < heap->keys[child]) child++;
        if (heap->keys[child] >= key) break;
        heap->keys[at] = heap->keys[child];
        at = child;
    }
    heap->keys[at] = key;
    return true;
}

// ---------------------------------------------------------------------------------------------
// Merging

// A region is identified by one of its fragments, its root.
typedef struct merger {
    const mote_area_points *points;
    mote_fragments fragments; // size[root] is the size of the region
    mote_lists neighbors;     // of fragments
    uint32_t *parent;         // union-find over fragments
    uint32_t *next;           // the next fragment of the same region, in a ring
    double *sums;             // per root: the sum of the vectors of its region
    uint32_t *main_of_cell;   // per cell: its largest fragment, or MOTE_NONE
    region_heap heap;
    uint32_t count; // regions
    bool crowded;   // there are more components than areas
} merger;

// The larger region stays the root, so that it keeps its place in the split tree. That is why this
// does not use mote_union_join.
static void join_regions(merger *m, uint32_t root, uint32_t smaller)
{
    uint32_t dimensions = m->points->dimensions, swap = m->next[root];
    double *sum = m->sums + (size_t)root * dimensions;
    for (uint32_t k = 0; k < dimensions; k++) sum[k] += m->sums[(size_t)smaller * dimensions + k];
    m->fragments.size[root] += m->fragments.size[smaller];
    m->parent[smaller] = root;
    m->next[root] = m->next[smaller];
    m->next[smaller] = swap;
    m->count--;
    heap_push(&m->heap, m->fragments.size[root], root);
}

// By how much the distortion grows if two regions merge.
static double ward_cost(const merger *m, uint32_t a, uint32_t b)
{
    uint32_t dimensions = m->points->dimensions;
    double size_a = m->fragments.size[a], size_b = m->fragments.size[b], squared = 0.0;
    for (uint32_t k = 0; k < dimensions; k++) {
        double difference = m->sums[(size_t)a * dimensions + k] / size_a -
                            m->sums[(size_t)b * dimensions + k] / size_b;
        squared += difference * difference;
    }
    return squared * (size_a * size_b / (size_a + size_b));
}

// The neighbor of lowest cost, of equal ones the lowest root; MOTE_NONE for a whole component.
static uint32_t best_neighbor(merger *m, uint32_t root)
{
    uint32_t best = MOTE_NONE, fragment = root;
    double lowest = 0.0;
    do {
        for (uint32_t i = m->neighbors.first[fragment]; i < m->neighbors.first[fragment + 1]; i++) {
            uint32_t other = mote_union_find(m->parent, m->neighbors.items[i]);
            if (other == root || other == best) continue;
            double cost = ward_cost(m, root, other);
            if (best != MOTE_NONE && (cost > lowest || (cost == lowest && other > best))) continue;
            best = other;
            lowest = cost;
        }
        fragment = m->next[fragment];
    } while (fragment != root);
    return best;
}

static uint32_t main_region_of_cell(merger *m, uint32_t root)
{
    uint32_t main_root = mote_union_find(m->parent, m->main_of_cell[m->fragments.label[root]]);
    return main_root == root ? MOTE_NONE : main_root;
}

static void merge_down_to(merger *m, uint32_t wanted)
{
    uint32_t size, root;
    while (m->count > wanted && heap_pop(&m->heap, &size, &root)) {
        bool stale = m->parent[root] != root || m->fragments.size[root] != size;
        if (stale) continue;
        uint32_t other = best_neighbor(m, root);
        if (other == MOTE_NONE && m->crowded) other = main_region_of_cell(m, root);
        if (other == MOTE_NONE) continue;
        if (m->fragments.size[other] >= size)
            join_regions(m, other, root);
        else
            join_regions(m, root, other);
    }
}

static void count_components(merger *m, uint32_t wanted)
{
    uint32_t fragments = m->fragments.count, components = fragments;
    mote_union_start(m->parent, fragments);
    for (uint32_t f = 0; f < fragments; f++)
        for (uint32_t i = m->neighbors.first[f]; i < m->neighbors.first[f + 1]; i++) {
            uint32_t a = mote_union_find(m->parent, f);
            uint32_t b = mote_union_find(m->parent, m->neighbors.items[i]);
            components -= a != b;
            mote_union_join(m->parent, a, b);
        }
    m->crowded = components > wanted;
}

static void start_regions(merger *m, uint32_t cells)
{
    uint32_t dimensions = m->points->dimensions;
    const mote_fragments *f = &m->fragments;
    m->count = f->count;
    memset(m->main_of_cell, 0xff, cells * sizeof *m->main_of_cell); // MOTE_NONE
    memset(m->sums, 0, (size_t)f->count * dimensions * sizeof *m->sums);
    for (uint32_t i = 0; i < f->count; i++) {
        m->parent[i] = m->next[i] = i;
        uint32_t *main = &m->main_of_cell[f->label[i]];
        if (*main == MOTE_NONE || f->size[i] > f->size[*main]) *main = i;
        heap_push(&m->heap, f->size[i], i);
    }
    for (uint32_t p = 0; p < m->points->count; p++)
        for (uint32_t k = 0; k < dimensions; k++)
            m->sums[(size_t)f->fragment_of[p] * dimensions + k] +=
                (double)m->points->columns[k * m->points->stride + p];
}

static mote_result prepare_merger(merger *m, const mote_quantizer *q, mote_arena *scratch)
{
    *m = (merger){.points = q->points};
    mote_result result = mote_fragments_find(q->points, q->cell, scratch, &m->fragments);
    if (result != MOTE_OK) return result;
    size_t count = m->fragments.count;
    result = mote_labels_adjacency(q->points, m->fragments.fragment_of, m->fragments.count, scratch,
                                   &m->neighbors);
    if (result != MOTE_OK) return result;
    m->parent = mote_arena_take(scratch, count, sizeof *m->parent);
    m->next = mote_arena_take(scratch, count, sizeof *m->next);
    m->sums = mote_arena_take(scratch, count, q->points->dimensions * sizeof *m->sums);
    m->main_of_cell = mote_arena_take(scratch, q->code_count, sizeof *m->main_of_cell);
    // Each fragment is pushed once, and the result of each merge once.
    m->heap.keys = mote_arena_take(scratch, count, 2 * sizeof *m->heap.keys);
    if (!m->parent || !m->next || !m->sums || !m->main_of_cell || !m->heap.keys)
        return mote_fail_memory(count * q->points->dimensions * sizeof *m->sums,
                                "the regions of areas");
    return MOTE_OK;
}

// ---------------------------------------------------------------------------------------------
// Splitting

// The points of area a are members[first[a]] .. members[first[a] + size[a] - 1].
typedef struct splitter {
    const mote_area_points *points;
    mote_area_regions *regions;
    uint32_t *members, *first, *size;
    uint32_t *queue; // points.count
    region_heap heap;
} splitter;

static void list_members(splitter *s)
{
    uint32_t sum = 0;
    memset(s->size, 0, s->regions->count * sizeof *s->size);
    for (uint32_t p = 0; p < s->points->count; p++) s->size[s->regions->area_of[p]]++;
    for (uint32_t a = 0; a < s->regions->count; a++) {
        s->first[a] = sum;
        sum += s->size[a];
        s->size[a] = 0;
    }
    for (uint32_t p = 0; p < s->points->count; p++) {
        uint32_t a = s->regions->area_of[p];
        s->members[s->first[a] + s->size[a]++] = p;
    }
}

static uint32_t farthest_from(const splitter *s, uint32_t area, uint32_t from)
{
    const mote_area_points *points = s->points;
    const uint32_t *members = s->members + s->first[area];
    uint32_t best = members[0] == from ? members[1] : members[0];
    double greatest = 0.0;
    for (uint32_t i = 0; i < s->size[area]; i++) {
        double squared = 0.0;
        for (uint32_t k = 0; k < points->dimensions; k++) {
            const float *column = points->columns + k * points->stride;
            double difference = (double)column[members[i]] - (double)column[from];
            squared += difference * difference;
        }
        if (!(squared > greatest)) continue;
        greatest = squared;
        best = members[i];
    }
    return best;
}

// Grows two parts from points `a` and `b` in turn, breadth first: both are connected if the area
// was. Points that neither part reaches stay MOTE_NONE.
static void grow_two_parts(splitter *s, uint32_t area, uint32_t new_area, uint32_t a, uint32_t b)
{
    uint32_t *area_of = s->regions->area_of, end = 0, untouched = MOTE_NONE;
    for (uint32_t i = 0; i < s->size[area]; i++)
        area_of[s->members[s->first[area] + i]] = untouched;
    area_of[a] = area;
    area_of[b] = new_area;
    s->queue[end++] = a;
    s->queue[end++] = b;
    for (uint32_t next = 0; next < end; next++) {
        uint32_t count, owner = area_of[s->queue[next]];
        const uint32_t *vertices = mote_point_neighbors(s->points, s->queue[next], &count);
        for (uint32_t i = 0; i < count; i++) {
            uint32_t other = s->points->point_of[vertices[i]];
            if (area_of[other] != untouched) continue;
            area_of[other] = owner;
            s->queue[end++] = other;
        }
    }
}

static void split_area(splitter *s, uint32_t area)
{
    uint32_t new_area = s->regions->count++;
    uint32_t *members = s->members + s->first[area], kept = 0, given = 0;
    uint32_t a = farthest_from(s, area, members[0]), b = farthest_from(s, area, a);
    grow_two_parts(s, area, new_area, a, b);
    for (uint32_t i = 0; i < s->size[area]; i++) {
        uint32_t p = members[i], *area_of = &s->regions->area_of[p];
        if (*area_of == MOTE_NONE) *area_of = area;
        if (*area_of == area)
            members[kept++] = p;
        else
            s->queue[given++] = p;
    }
    memcpy(members + kept, s->queue, given * sizeof *members);
    s->size[area] = kept;
    s->first[new_area] = s->first[area] + kept;
    s->size[new_area] = given;
    s->regions->cell[new_area] = s->regions->cell[area];
}

// The smallest key is on top of the heap, so the largest area gets the smallest key.
static void push_largest_first(splitter *s, uint32_t area)
{
    heap_push(&s->heap, UINT32_MAX - s->size[area], area);
}

static mote_result split_up_to(const mote_area_points *points, mote_area_regions *regions,
                               uint32_t wanted, mote_arena *scratch)
{
    if (regions->count == wanted) return MOTE_OK;
    splitter s = {.points = points, .regions = regions};
    s.members = mote_arena_take(scratch, points->count, sizeof *s.members);
    s.queue = mote_arena_take(scratch, points->count, sizeof *s.queue);
    s.first = mote_arena_take(scratch, wanted, sizeof *s.first);
    s.size = mote_arena_take(scratch, wanted, sizeof *s.size);
    s.heap.keys = mote_arena_take(scratch, wanted, sizeof *s.heap.keys);
    if (!s.members || !s.queue || !s.first || !s.size || !s.heap.keys)
        return mote_fail_memory(points->count * sizeof *s.members, "the split of areas");
    list_members(&s);
    for (uint32_t a = 0; a < regions->count; a++) push_largest_first(&s, a);
    uint32_t size, largest;
    while (regions->count < wanted && heap_pop(&s.heap, &size, &largest)) {
        split_area(&s, largest);
        push_largest_first(&s, largest);
        push_largest_first(&s, regions->count - 1);
    }
    return MOTE_OK;
}

// ---------------------------------------------------------------------------------------------
// Areas

// Turns the regions of a merger into areas, in the order of their roots.
static void take_regions(merger *m, mote_area_regions *out, uint32_t *area_of_root)
{
    out->count = 0;
    for (uint32_t f = 0; f < m->fragments.count; f++) {
        if (m->parent[f] != f) continue;
        out->cell[out->count] = m->fragments.label[f];
        area_of_root[f] = out->count++;
    }
    for (uint32_t p = 0; p < m->points->count; p++) {
        uint32_t root = mote_union_find(m->parent, m->fragments.fragment_of[p]);
        out->area_of[p] = area_of_root[root];
    }
}

static void number_by_lowest_point(mote_area_regions *regions, uint32_t points, uint32_t *number,
                                   uint32_t *cells)
{
    uint32_t next = 0;
    memset(number, 0xff, regions->count * sizeof *number); // MOTE_NONE
    memcpy(cells, regions->cell, regions->count * sizeof *cells);
    for (uint32_t p = 0; p < points; p++) {
        uint32_t area = regions->area_of[p];
        if (number[area] == MOTE_NONE) {
            regions->cell[next] = cells[area];
            number[area] = next++;
        }
        regions->area_of[p] = number[area];
    }
}

mote_result mote_regions_connect(const mote_quantizer *q, uint32_t wanted, mote_arena *scratch,
                                 mote_area_regions *out)
{
    merger m;
    mote_result result = prepare_merger(&m, q, scratch);
    if (result != MOTE_OK) return result;
    uint32_t count = q->points->count;
    *out = (mote_area_regions){.area_of = mote_arena_take(scratch, count, sizeof(uint32_t)),
                               .cell = mote_arena_take(scratch, wanted, sizeof(uint32_t))};
    uint32_t *numbers = mote_arena_take(scratch, (size_t)count + wanted, sizeof *numbers);
    if (!out->area_of || !out->cell || !numbers)
        return mote_fail_memory(count * sizeof *numbers, "areas");
    count_components(&m, wanted);
    start_regions(&m, q->code_count);
    merge_down_to(&m, wanted);
    take_regions(&m, out, numbers);
    result = split_up_to(q->points, out, wanted, scratch);
    if (result == MOTE_OK) number_by_lowest_point(out, count, numbers, numbers + wanted);
    return result;
}
