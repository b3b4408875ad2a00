#include "check/traces.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "check/grouping.h"
#include "check/region_names.h"
#include "core/result.h"

void check_traces_release(check_traces *traces)
{
    mote_array_release(&traces->list, &mote_libc_allocator);
    mote_array_release(&traces->vertices, &mote_libc_allocator);
    mote_array_release(&traces->first, &mote_libc_allocator);
    mote_array_release(&traces->members, &mote_libc_allocator);
}

void check_linker_release(check_linker *linker)
{
    mote_array_release(&linker->links, &mote_libc_allocator);
    mote_array_release(&linker->vertices, &mote_libc_allocator);
    mote_array_release(&linker->hits, &mote_libc_allocator);
    mote_array_release(&linker->hit, &mote_libc_allocator);
}

static mote_result fail_memory(void)
{
    return mote_fail_memory(sizeof(check_trace), "the episodes");
}

// ---------------------------------------------------------------------------------------------
// Making traces

static int compare_u32(const void *x, const void *y)
{
    uint32_t a = *(const uint32_t *)x, b = *(const uint32_t *)y;
    return (a > b) - (a < b);
}

static int compare_u64(const void *x, const void *y)
{
    uint64_t a = *(const uint64_t *)x, b = *(const uint64_t *)y;
    return (a > b) - (a < b);
}

static void measure_side(const mote_vec3 *rest, const uint32_t *vertices, check_trace_side *side)
{
    mote_dvec3 sum = {0, 0, 0};
    for (uint32_t i = 0; i < side->count; i++)
        sum = mote_dvec_add(sum, mote_vec_widen(rest[vertices[side->first + i]]));
    side->center = mote_dvec_scale(sum, side->count ? 1.0 / side->count : 0);
    for (uint32_t i = 0; i < side->count; i++)
        side->radius =
            fmax(side->radius, mote_dvec_length(mote_dvec_sub(
                                   mote_vec_widen(rest[vertices[side->first + i]]), side->center)));
}

// Sorts the vertices starting at `first` and removes duplicates.
static void settle_side(check_traces *traces, const mote_vec3 *rest, check_trace_side *side)
{
    uint32_t *list = traces->vertices.data + side->first, kept = 0;
    size_t count = traces->vertices.count - side->first;
    if (count) qsort(list, count, sizeof *list, compare_u32);
    for (size_t i = 0; i < count; i++)
        if (i == 0 || list[i] != list[i - 1]) list[kept++] = list[i];
    side->count = kept;
    traces->vertices.count = (size_t)side->first + kept;
    measure_side(rest, traces->vertices.data, side);
}

// Allocates memory for the vertices of all face pairs of a finding.
static mote_result make_room(check_traces *traces, const mote_check_finding *finding)
{
    size_t vertices = (size_t)finding->face_pair_count * 6;
    uint32_t *room = mote_array_room(&traces->vertices, &mote_libc_allocator, vertices);
    check_trace *list = mote_array_room(&traces->list, &mote_libc_allocator, finding->region_count);
    if (!room || !list || traces->vertices.count + vertices >= UINT32_MAX) return fail_memory();
    return check_list_members(finding->region_of, finding->face_pair_count, finding->region_count,
                              &traces->first, &traces->members);
}

static void add_side(check_traces *traces, const asset_part *part,
                     const mote_check_finding *finding, uint32_t region, bool second,
                     check_trace_side *side)
{
    mote_mesh_view mesh;
    mote_mesh_get_view(part->mesh, &mesh);
    *side = (check_trace_side){.first = (uint32_t)traces->vertices.count};
    for (uint32_t i = traces->first.data[region]; i < traces->first.data[region + 1]; i++) {
        uint32_t pair = traces->members.data[i];
        mote_face_pair faces = finding->face_pairs[pair];
        uint32_t face = second != finding->swapped[pair] ? faces.face_b : faces.face_a;
        memcpy(traces->vertices.data + traces->vertices.count, &mesh.triangles[(size_t)face * 3],
               3 * sizeof(uint32_t));
        traces->vertices.count += 3;
    }
    settle_side(traces, mesh.positions, side);
}

static void add_bones(check_trace *trace, const check_animation *animation,
                      const check_bone_sizes *sizes, const mote_check_region *region)
{
    trace->bones[0] = check_bone_name(animation->parts[trace->a], region->bone_a);
    trace->bones[1] = check_bone_name(animation->parts[trace->b], region->bone_b);
    trace->thickness = fmin(check_bone_thickness(sizes, trace->a, region->bone_a),
                            check_bone_thickness(sizes, trace->b, region->bone_b));
}

mote_result check_traces_add(check_traces *traces, const check_animation *animation,
                             const check_bone_sizes *sizes, const mote_check_finding *finding,
                             uint32_t frame)
{
    mote_result result = make_room(traces, finding);
    for (uint32_t i = 0; i < finding->region_count && !result; i++) {
        check_trace *trace = &traces->list.data[traces->list.count++];
        *trace =
            (check_trace){.a = finding->a, .b = finding->b, .episode = MOTE_NONE, .last = frame};
        add_bones(trace, animation, sizes, &finding->regions[i]);
        add_side(traces, animation->parts[finding->a], finding, i, false, &trace->sides[0]);
        add_side(traces, animation->parts[finding->b], finding, i, true, &trace->sides[1]);
    }
    return result;
}

// ---------------------------------------------------------------------------------------------
// Links by common vertices

static bool is_bare(const check_trace *trace)
{
    return trace->sides[0].count == 0;
}

static bool add_link(check_linker *linker, size_t old, size_t new)
{
    const check_trace_link link = {(uint32_t)old, (uint32_t) new};
    return mote_array_push(&linker->links, &mote_libc_allocator, link);
}

// Lists the vertices of the old traces in ascending order. Each entry packs the vertex, the trace
// within the span, and the side.
static bool list_old_vertices(check_linker *linker, const check_trace_span *old)
{
    linker->vertices.count = linker->hits.count = linker->hit.count = 0;
    uint8_t *hits = mote_array_room(&linker->hits, &mote_libc_allocator, old->end - old->first);
    uint32_t *hit = mote_array_room(&linker->hit, &mote_libc_allocator, old->end - old->first);
    if (!hits || !hit) return false;
    memset(hits, 0, old->end - old->first);
    for (size_t i = old->first; i < old->end; i++) {
        for (uint64_t k = 0; k < 2; k++) {
            const check_trace_side *side = &old->traces->list.data[i].sides[k];
            uint64_t *to = mote_array_room(&linker->vertices, &mote_libc_allocator, side->count);
            if (!to) return false;
            const uint32_t *vertices = old->traces->vertices.data + side->first;
            for (uint32_t v = 0; v < side->count; v++)
                to[v] = (uint64_t)vertices[v] << 32 | (uint64_t)(i - old->first) << 1 | k;
            linker->vertices.count += side->count;
        }
    }
    if (linker->vertices.count)
        qsort(linker->vertices.data, linker->vertices.count, sizeof(uint64_t), compare_u64);
    return true;
}

static size_t first_not_below(const mote_u64_array *list, uint64_t value)
{
    size_t low = 0, high = list->count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (list->data[middle] < value)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

// Marks the sides of old traces that share vertices with this side of the new trace.
static void hit_old(check_linker *linker, const uint32_t *vertices, uint32_t count, uint32_t side)
{
    for (uint32_t i = 0; i < count; i++) {
        size_t at = first_not_below(&linker->vertices, (uint64_t)vertices[i] << 32);
        for (; at < linker->vertices.count && linker->vertices.data[at] >> 32 == vertices[i];
             at++) {
            uint32_t entry = (uint32_t)linker->vertices.data[at];
            uint8_t *hits = &linker->hits.data[entry >> 1];
            if (!*hits) linker->hit.data[linker->hit.count++] = entry >> 1;
            *hits |= (uint8_t)(1u << (side * 2 + (entry & 1)));
        }
    }
}

enum { FIRST_FIRST = 1, FIRST_SECOND = 2, SECOND_FIRST = 4, SECOND_SECOND = 8 };

static bool overlaps(uint8_t hits, bool self)
{
    bool straight = hits & FIRST_FIRST && hits & SECOND_SECOND;
    return straight || (self && hits & FIRST_SECOND && hits & SECOND_FIRST);
}

static bool link_overlapping(check_linker *linker, const check_trace_span *old,
                             const check_trace_span *new)
{
    if (!list_old_vertices(linker, old)) return false;
    for (size_t i = new->first; i < new->end; i++) {
        const check_trace *trace = &new->traces->list.data[i];
        for (uint32_t k = 0; k < 2; k++)
            hit_old(linker, new->traces->vertices.data + trace->sides[k].first,
                    trace->sides[k].count, k);
        for (size_t k = 0; k < linker->hit.count; k++) {
            uint8_t *hits = &linker->hits.data[linker->hit.data[k]];
            bool same = overlaps(*hits, trace->a == trace->b);
            if (same && !add_link(linker, old->first + linker->hit.data[k], i)) return false;
            *hits = 0;
        }
        linker->hit.count = 0;
    }
    return true;
}

static bool has_bare(const check_trace_span *span)
{
    for (size_t i = span->first; i < span->end; i++)
        if (is_bare(&span->traces->list.data[i])) return true;
    return false;
}

// A part inside another has no position on a surface, so its trace is linked with all old and new
// traces.
static bool link_all(check_linker *linker, const check_trace_span *old, const check_trace_span *new)
{
    for (size_t i = old->first; i < old->end; i++)
        if (!add_link(linker, i, new->first)) return false;
    for (size_t i = new->first + 1; i < new->end; i++)
        if (!add_link(linker, old->first, i)) return false;
    return true;
}

// ---------------------------------------------------------------------------------------------
// Links by distance

static bool same_names(const char *a, const char *b)
{
    return a == b || (a && b && strcmp(a, b) == 0);
}

static bool has_bones(const check_trace *trace)
{
    return trace->bones[0] && trace->bones[1];
}

// Counts the different bones around two regions. Sets `common` if the regions share a bone.
static uint32_t count_bones(const check_trace *p, const check_trace *q, bool *common)
{
    const char *all[4] = {p->bones[0], p->bones[1], q->bones[0], q->bones[1]};
    uint32_t count = 0;
    *common = false;
    for (int i = 0; i < 4; i++) {
        bool known = false;
        for (int k = 0; k < i; k++) {
            known |= same_names(all[i], all[k]);
            *common |= k < 2 && i >= 2 && same_names(all[i], all[k]);
        }
        count += !known;
    }
    return count;
}

// The allowed gap between the spheres around two regions: `times` the thickness of the thinner
// limb.
static double gap_between(const check_trace *p, const check_trace *q, double times)
{
    bool common;
    if (!has_bones(p) || !has_bones(q) || count_bones(p, q, &common) != 2) return 0;
    return times * fmin(p->thickness, q->thickness);
}

// The distance of two regions in the rest pose, summed over both sides. Infinity if the spheres
// around them are farther apart than `gap` on one side. With a negative gap, one sphere must
// contain the center of the other.
static double distance_on(const check_trace *old, const check_trace *new, bool crosswise,
                          double gap)
{
    double sum = 0;
    for (int k = 0; k < 2; k++) {
        const check_trace_side *p = &old->sides[k], *q = &new->sides[crosswise ? 1 - k : k];
        double distance = mote_dvec_length(mote_dvec_sub(p->center, q->center));
        double most = gap < 0 ? fmax(p->radius, q->radius) : p->radius + q->radius + gap;
        if (distance > most) return (double)INFINITY;
        sum += distance;
    }
    return sum;
}

// The order of the sides is arbitrary for a part with itself, so both are tried.
static double distance_of(const check_trace *p, const check_trace *q, double gap)
{
    double straight = distance_on(p, q, false, gap);
    return p->a == p->b ? fmin(straight, distance_on(p, q, true, gap)) : straight;
}

bool check_traces_are_one_place(const check_trace *p, const check_trace *q)
{
    bool common, named = has_bones(p) && has_bones(q);
    if (count_bones(p, q, &common) > 2 || !common) return false;
    return distance_of(p, q, named ? gap_between(p, q, 1) : -1) < (double)INFINITY;
}

static bool is_linked(const check_linker *linker, size_t number, bool old)
{
    for (size_t i = 0; i < linker->links.count; i++)
        if ((old ? linker->links.data[i].old : linker->links.data[i].new) == number) return true;
    return false;
}

// Finds the nearest two unlinked traces. Returns false if there are none.
static bool find_nearest(const check_linker *linker, const check_trace_span *old,
                         const check_trace_span *new, check_trace_link *out)
{
    double least = (double)INFINITY;
    for (size_t i = old->first; i < old->end; i++) {
        if (is_linked(linker, i, true)) continue;
        const check_trace *p = &old->traces->list.data[i];
        for (size_t k = new->first; k < new->end; k++) {
            const check_trace *q = &new->traces->list.data[k];
            bool common;
            count_bones(p, q, &common);
            double distance = common ? distance_of(p, q, gap_between(p, q, 0.5)) : (double)INFINITY;
            if (!(distance < least) || is_linked(linker, k, false)) continue;
            least = distance;
            *out = (check_trace_link){(uint32_t)i, (uint32_t)k};
        }
    }
    return least < (double)INFINITY;
}

// More traces that change at once are noise and are not compared.
enum { MAX_NEAR = 64 };

mote_result check_link_traces(check_linker *linker, const check_trace_span *old,
                              const check_trace_span *new)
{
    linker->links.count = 0;
    if (old->first == old->end || new->first == new->end) return MOTE_OK;
    if (has_bare(old) || has_bare(new)) return link_all(linker, old, new) ? MOTE_OK : fail_memory();
    if (!link_overlapping(linker, old, new)) return fail_memory();
    if (old->end - old->first > MAX_NEAR || new->end - new->first > MAX_NEAR) return MOTE_OK;
    check_trace_link link = {0, 0};
    while (find_nearest(linker, old, new, &link))
        if (!add_link(linker, link.old, link.new)) return fail_memory();
    return MOTE_OK;
}
