// Two stable counting sorts, by the higher and then by the lower vertex.

#include "mesh/sides.h"

#include "core/result.h"
#include "mesh/lists.h"

typedef struct half_sorted {
    uint32_t low;
    uint32_t bits;
} half_sorted;

// Counts the sides of each vertex as the lower and as the higher end.
static void count_ends(const mote_mesh *mesh, uint32_t *low_first, uint32_t *high_first)
{
    for (size_t t = 0; t < mesh->triangle_count; t++) {
        const uint32_t *corner = mesh->triangles + 3 * t;
        if (mote_triangle_is_collapsed(corner)) continue;
        for (int i = 0; i < 3; i++) {
            uint32_t a = corner[i], b = corner[i == 2 ? 0 : i + 1];
            low_first[a < b ? a : b]++;
            high_first[a < b ? b : a]++;
        }
    }
}

static void place_by_high(const mote_mesh *mesh, uint32_t *high_first, half_sorted *by_high)
{
    for (uint32_t t = 0; t < mesh->triangle_count; t++) {
        const uint32_t *corner = mesh->triangles + 3 * (size_t)t;
        if (mote_triangle_is_collapsed(corner)) continue;
        for (uint32_t i = 0; i < 3; i++) {
            uint32_t a = corner[i], b = corner[i == 2 ? 0 : i + 1];
            uint32_t number = 3 * t + i;
            if (a < b)
                by_high[high_first[b]++] = (half_sorted){a, number};
            else
                by_high[high_first[a]++] = (half_sorted){b, number | MOTE_SIDE_DOWN};
        }
    }
}

// `high_first` as place_by_high leaves it: where each list ends.
static void place_by_low(const mote_mesh *mesh, const uint32_t *high_end,
                         const half_sorted *by_high, mote_sides *sides)
{
    uint32_t i = 0;
    for (uint32_t high = 0; high < mesh->vertex_count; high++)
        for (; i < high_end[high]; i++)
            sides->items[sides->first[by_high[i].low]++] = (mote_side){high, by_high[i].bits};
}

mote_result mote_sides_sort(const mote_mesh *mesh, mote_arena *scratch, mote_sides *out)
{
    size_t lists = (size_t)mesh->vertex_count + 1, most = 3 * (size_t)mesh->triangle_count;
    uint32_t *high_first = mote_arena_take(scratch, lists, sizeof *high_first);
    half_sorted *by_high = mote_arena_take(scratch, most, sizeof *by_high);
    out->first = mote_arena_take(scratch, lists, sizeof *out->first);
    out->items = mote_arena_take(scratch, most, sizeof *out->items);
    if (!high_first || !by_high || !out->first || !out->items)
        return mote_fail_memory(most * (sizeof *by_high + sizeof *out->items), "sorting edges");
    memset(high_first, 0, lists * sizeof *high_first);
    memset(out->first, 0, lists * sizeof *out->first);
    count_ends(mesh, out->first, high_first);
    mote_lists_start(high_first, mesh->vertex_count);
    mote_lists_start(out->first, mesh->vertex_count);
    place_by_high(mesh, high_first, by_high);
    place_by_low(mesh, high_first, by_high, out);
    mote_lists_rewind(out->first, mesh->vertex_count);
    return MOTE_OK;
}
