#include "check/regions.h"

#include <math.h>
#include <mote/geometry.h>
#include <string.h>

#include "check/grouping.h"
#include "check/pierce.h"
#include "core/result.h"
#include "core/vec.h"

void check_region_work_release(check_region_work *w)
{
    mote_array_release(&w->first, &mote_libc_allocator);
    mote_array_release(&w->members, &mote_libc_allocator);
    mote_array_release(&w->first_contact, &mote_libc_allocator);
    mote_array_release(&w->contact_members, &mote_libc_allocator);
    mote_array_release(&w->mark_a, &mote_libc_allocator);
    mote_array_release(&w->mark_b, &mote_libc_allocator);
    mote_array_release(&w->bone_areas, &mote_libc_allocator);
    mote_array_release(&w->material_areas, &mote_libc_allocator);
    mote_array_release(&w->points, &mote_libc_allocator);
}

static mote_result fail_memory(size_t bytes)
{
    return mote_fail_memory(bytes, "the regions of a frame");
}

// ---------------------------------------------------------------------------------------------
// Faces

static void get_corners(const asset_part *part, const uint32_t *triangles, uint32_t face,
                        mote_vec3 out[3])
{
    for (size_t i = 0; i < 3; i++) out[i] = part->positions[triangles[face * (size_t)3 + i]];
}

static double area_of(const asset_part *part, const uint32_t *triangles, uint32_t face)
{
    mote_vec3 t[3];
    get_corners(part, triangles, face, t);
    mote_dvec3 p = mote_vec_widen(t[0]);
    mote_dvec3 cross = mote_dvec_cross(mote_dvec_sub(mote_vec_widen(t[1]), p),
                                       mote_dvec_sub(mote_vec_widen(t[2]), p));
    return mote_dvec_length(cross) / 2;
}

// ---------------------------------------------------------------------------------------------
// Severity and depth

static mote_check_severity severity_of(const check_region_work *w, const check_region_input *in,
                                       uint32_t region)
{
    mote_check_severity worst = MOTE_CHECK_NEAR;
    for (uint32_t i = w->first.data[region]; i < w->first.data[region + 1]; i++) {
        mote_face_pair faces = in->pairs[w->members.data[i]];
        mote_vec3 a[3], b[3];
        get_corners(in->a, in->triangles_a, faces.face_a, a);
        get_corners(in->b, in->triangles_b, faces.face_b, b);
        if (check_faces_pierce(a, b)) return MOTE_CHECK_PENETRATE;
        if (worst == MOTE_CHECK_NEAR && (!in->tolerant || mote_triangles_intersect(a, b)))
            worst = MOTE_CHECK_TOUCH;
    }
    return worst;
}

// Sets the depth and the point of the deepest contact, or the point of the largest contact if no
// depth is known.
static void find_depths(const check_region_input *in, mote_check_region *regions)
{
    for (uint32_t i = 0; i < in->region_count; i++) regions[i].face_pair_count = 0;
    for (uint32_t i = 0; i < in->contact_count; i++) {
        const mote_contact *c = &in->contacts[i];
        mote_check_region *r = &regions[in->contact_region[i]];
        bool first = r->face_pair_count == 0;
        bool deeper = c->depth_kind && (!r->depth_kind || c->depth > r->depth);
        bool larger = !c->depth_kind && !r->depth_kind && c->face_pair_count > r->face_pair_count;
        if (first || deeper || larger) r->point = c->point;
        if (first || larger) r->face_pair_count = c->face_pair_count;
        if (deeper) r->depth = c->depth, r->depth_kind = c->depth_kind;
    }
}

// Clears the depth of regions in which a piercing contact has no depth.
static void forget_partial_depths(const check_region_input *in, mote_check_region *regions)
{
    for (uint32_t i = 0; i < in->contact_count; i++) {
        mote_check_region *r = &regions[in->contact_region[i]];
        if (in->contacts[i].depth_kind == MOTE_DEPTH_NONE && r->severity == MOTE_CHECK_PENETRATE &&
            in->contacts[i].segment_count > 1)
            r->depth = 0, r->depth_kind = MOTE_DEPTH_NONE;
    }
}

// Solid parts can overlap without crossing faces, for example boxes with sides in one plane.
static bool is_deep(const check_region_input *in, const mote_check_region *region)
{
    static const float rounding = 1e-6f;
    mote_mesh_info info;
    mote_mesh_get_info(in->a->mesh, &info);
    return in->a != in->b && region->depth_kind == MOTE_DEPTH_ESTIMATE &&
           region->depth > rounding * info.mean_edge_length;
}

// ---------------------------------------------------------------------------------------------
// Reach

enum { MAX_REACH_POINTS = 512 };

static mote_result find_reach(check_region_work *w, const check_region_input *in, uint32_t region,
                              float *reach)
{
    w->points.count = 0;
    for (uint32_t i = w->first_contact.data[region]; i < w->first_contact.data[region + 1]; i++) {
        const mote_contact *c = &in->contacts[w->contact_members.data[i]];
        mote_vec3 *to =
            mote_array_room(&w->points, &mote_libc_allocator, (size_t)c->segment_count * 2);
        if (!to) return fail_memory(c->segment_count * sizeof(mote_segment));
        for (uint32_t k = 0; k < c->segment_count; k++) {
            to[(size_t)k * 2] = in->segments[c->first_segment + k].p;
            to[(size_t)k * 2 + 1] = in->segments[c->first_segment + k].q;
        }
        w->points.count += (size_t)c->segment_count * 2;
    }
    size_t step = w->points.count / MAX_REACH_POINTS + 1;
    double most = 0;
    for (size_t i = 0; i < w->points.count; i += step) {
        for (size_t k = i + step; k < w->points.count; k += step) {
            mote_dvec3 d =
                mote_dvec_sub(mote_vec_widen(w->points.data[i]), mote_vec_widen(w->points.data[k]));
            double squared = mote_dvec_dot(d, d);
            if (squared > most) most = squared; // fmax is a call, too slow here
        }
    }
    *reach = (float)sqrt(most);
    return MOTE_OK;
}

// ---------------------------------------------------------------------------------------------
// Labels and faces

static bool begin_marks(mote_u32_array *marks, const asset_part *part)
{
    size_t count = part->triangle_count;
    if (count <= marks->count) return true;
    if (!mote_array_reserve(marks, &mote_libc_allocator, count)) return false;
    memset(marks->data + marks->count, 0, (count - marks->count) * sizeof *marks->data);
    marks->count = count;
    return true;
}

static bool begin_areas(check_double_array *areas, const asset_face_names *names)
{
    areas->count = 0;
    double *data = mote_array_room(areas, &mote_libc_allocator, names->count);
    if (!data) return false;
    for (uint32_t i = 0; i < names->count; i++) data[i] = 0;
    areas->count = names->count;
    return true;
}

static uint32_t largest(const check_double_array *areas)
{
    uint32_t best = MOTE_NONE;
    for (uint32_t i = 0; i < areas->count; i++)
        if (areas->data[i] > (best == MOTE_NONE ? 0 : areas->data[best])) best = i;
    return best;
}

// Computes the labels of one side. Each face counts once, weighted by its area.
static mote_result look_at_side(check_region_work *w, const check_region_input *in, uint32_t region,
                                bool second, double *area, check_side_labels *labels)
{
    const asset_part *part = second ? in->b : in->a;
    const asset_labels *names = &part->labels;
    mote_u32_array *marks = second ? &w->mark_b : &w->mark_a;
    if (!begin_areas(&w->bone_areas, &names->bones) ||
        !begin_areas(&w->material_areas, &names->materials) || !begin_marks(marks, part))
        return fail_memory(part->triangle_count * sizeof(uint32_t));
    *area = 0;
    labels->painted = names->painted ? UINT32_MAX : 0;
    for (uint32_t i = w->first.data[region]; i < w->first.data[region + 1]; i++) {
        uint32_t pair = w->members.data[i];
        bool take_b = in->a == in->b ? second != in->swapped[pair] : second;
        uint32_t face = take_b ? in->pairs[pair].face_b : in->pairs[pair].face_a;
        if (marks->data[face] == w->mark) continue;
        marks->data[face] = w->mark;
        double own = area_of(part, second ? in->triangles_b : in->triangles_a, face);
        *area += own;
        if (names->bones.count) w->bone_areas.data[names->bones.of_face[face]] += own;
        if (names->materials.count) w->material_areas.data[names->materials.of_face[face]] += own;
        if (names->painted) labels->painted &= names->painted[face];
    }
    labels->bone = largest(&w->bone_areas);
    labels->material = largest(&w->material_areas);
    return MOTE_OK;
}

// Orders the sides of a self-collision by their names, because their order is otherwise arbitrary.
static void order_sides(const check_region_input *in, check_region_labels *labels)
{
    const char **names = in->a->labels.bones.names;
    if (in->a != in->b || labels->a.bone == MOTE_NONE || labels->b.bone == MOTE_NONE) return;
    int order = strcmp(names[labels->a.bone], names[labels->b.bone]);
    if (order < 0 || (order == 0 && labels->a.bone <= labels->b.bone)) return;
    check_side_labels swap = labels->a;
    labels->a = labels->b;
    labels->b = swap;
}

static mote_result look_at_faces(check_region_work *w, const check_region_input *in,
                                 uint32_t region, mote_check_region *out,
                                 check_region_labels *labels)
{
    double area_a, area_b;
    w->mark++;
    mote_result result = look_at_side(w, in, region, false, &area_a, &labels->a);
    if (!result) result = look_at_side(w, in, region, true, &area_b, &labels->b);
    if (result) return result;
    order_sides(in, labels);
    out->area = (float)fmin(area_a, area_b);
    out->bone_a = labels->a.bone;
    out->bone_b = labels->b.bone;
    return MOTE_OK;
}

// ---------------------------------------------------------------------------------------------

mote_result check_regions_measure(check_region_work *w, const check_region_input *in,
                                  mote_check_region *regions, check_region_labels *labels)
{
    mote_result result =
        check_list_members(in->region_of, in->pair_count, in->region_count, &w->first, &w->members);
    if (!result)
        result = check_list_members(in->contact_region, in->contact_count, in->region_count,
                                    &w->first_contact, &w->contact_members);
    if (result) return result;
    memset(regions, 0, in->region_count * sizeof *regions);
    find_depths(in, regions);
    for (uint32_t i = 0; i < in->region_count && !result; i++) {
        mote_check_region *r = &regions[i];
        r->severity = severity_of(w, in, i);
        r->face_pair_count = w->first.data[i + 1] - w->first.data[i];
        result = look_at_faces(w, in, i, r, &labels[i]);
        if (!result) result = find_reach(w, in, i, &r->reach);
    }
    if (result) return result;
    forget_partial_depths(in, regions);
    for (uint32_t i = 0; i < in->region_count; i++)
        if (regions[i].severity == MOTE_CHECK_TOUCH && is_deep(in, &regions[i]))
            regions[i].severity = MOTE_CHECK_PENETRATE;
    return MOTE_OK;
}
