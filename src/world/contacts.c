// From regions of face pairs to contacts.
//
// Point: the center of the curve in which the surfaces cross, by length. Of surfaces that are only
// near, the middle of the area where they are (near_area.c).
//
// Normal: two closed surfaces cross in closed curves. Run through in the direction of n_a x n_b at
// each of its segments, such a curve has a vector area, which points out of a into b: for two balls
// it is that of their common disc. Faces that lie on each other add the area they share. Where
// there is no such area (open surfaces, points, lines), the sum of the normals of the faces that
// meet is used, and if these cancel, the direction from body to body.
//
// Between an open surface and a closed body the winding of the open one does not matter. It may
// leave on either side of the curve's area, and the shorter way out of the closed body counts
// (depth.c). Where there is no such area, it leaves in the direction of the closed body's normals.
//
// Depth: how far the two surfaces reach through each other along the normal, from the vertices of
// each inside the other and the curve between them. Faces that are near but do not touch have an
// exact separation instead.

#include "world/contacts.h"

#include "core/result.h"
#include "core/timer.h"
#include "core/vec.h"
#include "geometry/tri_distance.h"
#include "shape/points.h"
#include "world/world.h"

// The curve counts as closed if the gap between its ends is at most this share of its length.
static const double open_share = 1e-2;
// Areas and sums of normals below this share of what they could be are rounding, not directions.
static const double least_share = 1e-6;
// The sine of an angle between planes below which they are the same one but for rounding.
static const double least_sine = 1e-12;

void mote_contact_work_release(mote_contact_work *work, const mote_allocator *allocator)
{
    mote_regions_release(&work->regions, allocator);
    mote_depth_release(&work->depth, allocator);
    mote_array_release(&work->undirected, allocator);
}

// ---------------------------------------------------------------------------------------------
// Directions

// Of any length from 1e-300 to 1e300; zero stays zero.
static mote_dvec3 unit(mote_dvec3 v)
{
    double largest = fmax(fabs(v.x), fmax(fabs(v.y), fabs(v.z)));
    if (!(largest > 0)) return (mote_dvec3){0, 0, 0};
    v = (mote_dvec3){v.x / largest, v.y / largest, v.z / largest};
    return mote_dvec_scale(v, 1 / mote_dvec_length(v));
}

static mote_dvec3 face_normal(const mote_vec3 t[3])
{
    mote_dvec3 p = mote_vec_widen(t[0]);
    return unit(mote_dvec_cross(mote_dvec_sub(mote_vec_widen(t[1]), p),
                                mote_dvec_sub(mote_vec_widen(t[2]), p)));
}

static mote_dvec3 box_center(const mote_box *box)
{
    return mote_dvec_scale(mote_dvec_add(mote_vec_widen(box->min), mote_vec_widen(box->max)), 0.5);
}

// ---------------------------------------------------------------------------------------------
// What the face pairs of a region add up to

typedef struct region_sum {
    mote_dvec3 origin;    // the first point found; all else is relative to it
    uint32_t point_count; // 0: no faces touch
    double length;        // of all segments
    mote_dvec3 points;    // sum of the ends of segments
    mote_dvec3 midpoints; // sum weighted by length
    mote_dvec3 swept;     // sum of p x q over the directed segments: twice an area
    mote_dvec3 way;       // sum of q - p over the directed segments: 0 for closed curves
    double directed;      // length of the directed segments
    mote_dvec3 lean;      // sum of n_a - n_b; only that of the closed body if just one is closed
    mote_dvec3 lean_by_length;
    // Of faces that are near.
    double nearest_squared;
    mote_dvec3 nearest_on_a, nearest_on_b;
} region_sum;

// One face pair, sides as the region names them.
typedef struct member {
    uint32_t face_a, face_b;
    mote_vec3 a[3], b[3];
    mote_dvec3 normal_a, normal_b;
} member;

// One pair of bodies.
typedef struct contact_job {
    mote_world *world;
    const mote_shape *a, *b;
    uint32_t pair;
    const mote_face_pair *face_pairs;
    bool has_depth;  // a surface is closed, and all face pairs are known
    bool one_closed; // and the other is not
} contact_job;

static void read_face(const mote_shape *shape, uint32_t face, mote_vec3 out[3])
{
    if (mote_shape_is_fresh(shape) ||
        !shape->points) { // on demand: faces that meet have been evaluated
        mote_shape_face_corners(shape, face, out);
    } else {
        mote_shape_face_points(shape, face, out);
    }
}

static member get_member(const contact_job *job, uint32_t number)
{
    mote_face_pair faces = job->face_pairs[number];
    bool flip = mote_region_flips(&job->world->contact_work.regions, number);
    member m = {.face_a = flip ? faces.face_b : faces.face_a,
                .face_b = flip ? faces.face_a : faces.face_b};
    read_face(job->a, m.face_a, m.a);
    read_face(job->b, m.face_b, m.b);
    m.normal_a = face_normal(m.a);
    m.normal_b = face_normal(m.b);
    return m;
}

static bool push_segment(mote_world *world, mote_dvec3 p, mote_dvec3 q)
{
    mote_segment segment = {mote_dvec_narrow(p), mote_dvec_narrow(q)};
    return mote_array_push(&world->report.segments, &world->allocator, segment);
}

// Adds a segment to the curve's center.
static double add_segment(region_sum *sum, mote_dvec3 p, mote_dvec3 q)
{
    if (!sum->point_count) sum->origin = p;
    p = mote_dvec_sub(p, sum->origin);
    q = mote_dvec_sub(q, sum->origin);
    double length = mote_dvec_length(mote_dvec_sub(q, p));
    mote_dvec3 ends = mote_dvec_add(p, q);
    sum->point_count += 2;
    sum->points = mote_dvec_add(sum->points, ends);
    sum->midpoints = mote_dvec_add(sum->midpoints, mote_dvec_scale(ends, 0.5 * length));
    sum->length += length;
    return length;
}

static void sweep(region_sum *sum, mote_dvec3 p, mote_dvec3 q)
{
    p = mote_dvec_sub(p, sum->origin);
    q = mote_dvec_sub(q, sum->origin);
    mote_dvec3 way = mote_dvec_sub(q, p);
    sum->swept = mote_dvec_add(sum->swept, mote_dvec_cross(p, q));
    sum->way = mote_dvec_add(sum->way, way);
    sum->directed += mote_dvec_length(way);
}

static void sweep_crossing(region_sum *sum, const member *m, mote_dvec3 p, mote_dvec3 q)
{
    mote_dvec3 along = mote_dvec_cross(m->normal_a, m->normal_b);
    if (mote_dvec_length(along) < least_sine) return;
    double forward = mote_dvec_dot(along, mote_dvec_sub(q, p));
    if (forward > 0) sweep(sum, p, q);
    if (forward < 0) sweep(sum, q, p);
}

static mote_dvec3 lean_of(const contact_job *job, const member *m)
{
    if (!job->one_closed) return mote_dvec_sub(m->normal_a, m->normal_b);
    return job->a->mesh->closed ? m->normal_a : mote_dvec_scale(m->normal_b, -1);
}

// Points come as a segment without length. A polygon runs around the normal of a, which is the
// right way round for faces that lie on each other from opposite sides.
static bool add_overlap(contact_job *job, region_sum *sum, const member *m, const mote_overlap *o)
{
    uint32_t edges = o->count < 3 ? 1 : o->count;
    bool opposed = !job->one_closed && mote_dvec_dot(m->normal_a, m->normal_b) < 0;
    double length = 0;
    for (uint32_t i = 0; i < edges; i++) {
        mote_dvec3 p = o->points[i], q = o->points[(i + 1) % o->count];
        if (!push_segment(job->world, p, q)) return false;
        length += add_segment(sum, p, q);
        if (o->kind == MOTE_OVERLAP_SEGMENT) sweep_crossing(sum, m, p, q);
        if (o->kind == MOTE_OVERLAP_POLYGON && opposed) sweep(sum, p, q);
    }
    mote_dvec3 lean = lean_of(job, m);
    sum->lean = mote_dvec_add(sum->lean, lean);
    sum->lean_by_length = mote_dvec_add(sum->lean_by_length, mote_dvec_scale(lean, length));
    return true;
}

static bool add_to_depth(contact_job *job, const member *m, const mote_overlap *o)
{
    if (!job->has_depth) return true;
    const mote_allocator *allocator = &job->world->allocator;
    mote_depth *depth = &job->world->contact_work.depth;
    bool a_is_closed = job->a->mesh->closed;
    if (job->one_closed && !mote_depth_add_touched(a_is_closed ? &depth->a : &depth->b, allocator,
                                                   a_is_closed ? m->face_a : m->face_b))
        return false;
    if (o->kind == MOTE_OVERLAP_POLYGON) return true;
    const mote_crossing on_a = {
        m->face_a, m->a, m->normal_a, m->normal_b, {o->points[0], o->points[o->count - 1]}};
    const mote_crossing on_b = {
        m->face_b, m->b, m->normal_b, m->normal_a, {o->points[0], o->points[o->count - 1]}};
    return mote_depth_add_crossing(&depth->a, allocator, &on_a) &&
           mote_depth_add_crossing(&depth->b, allocator, &on_b);
}

static void add_near(region_sum *sum, const member *m)
{
    mote_tri_distance found;
    if (!mote_tri_distance_below(m->a, m->b, sum->nearest_squared, &found)) return;
    sum->nearest_squared = found.squared;
    sum->nearest_on_a = found.on_a;
    sum->nearest_on_b = found.on_b;
}

static bool add_members(contact_job *job, uint32_t region, region_sum *sum)
{
    const mote_regions *regions = &job->world->contact_work.regions;
    const uint32_t *first = regions->first.data, *members = regions->members.data;
    *sum = (region_sum){.nearest_squared = HUGE_VAL};
    for (uint32_t i = first[region]; i < first[region + 1]; i++) {
        member m = get_member(job, members[i]);
        mote_overlap overlap;
        if (!mote_triangles_intersection(m.a, m.b, &overlap)) {
            add_near(sum, &m);
        } else if (!add_overlap(job, sum, &m, &overlap) || !add_to_depth(job, &m, &overlap)) {
            return false;
        }
    }
    return true;
}

// ---------------------------------------------------------------------------------------------
// One contact

// From the center of one body to that of the other; +z if they have the same center.
static mote_dvec3 between_bodies(const mote_shape *a, const mote_shape *b)
{
    mote_dvec3 normal = unit(mote_dvec_sub(box_center(&b->box), box_center(&a->box)));
    return mote_dvec_dot(normal, normal) > 0 ? normal : (mote_dvec3){0, 0, 1};
}

// The normal of the area inside the curve. False where the curve is not closed, or has none.
static bool find_axis(const region_sum *sum, mote_dvec3 center, mote_dvec3 *axis)
{
    mote_dvec3 arm = mote_dvec_sub(center, sum->origin);
    // Twice the area as seen from the center, which matters where the curve is not quite closed.
    mote_dvec3 area = mote_dvec_sub(sum->swept, mote_dvec_cross(arm, sum->way));
    bool closed = mote_dvec_length(sum->way) <= open_share * sum->directed;
    *axis = unit(area);
    return closed && mote_dvec_length(area) > least_share * sum->directed * sum->directed;
}

// False where the normals of the faces cancel.
static bool find_lean(const region_sum *sum, mote_dvec3 *direction)
{
    mote_dvec3 lean = sum->length > 0 ? sum->lean_by_length : sum->lean;
    double most = sum->length > 0 ? sum->length : 0.5 * sum->point_count;
    *direction = unit(lean);
    return mote_dvec_length(lean) > least_share * most;
}

static mote_dvec3 find_center(const region_sum *sum)
{
    mote_dvec3 arm = sum->length > 0 ? mote_dvec_scale(sum->midpoints, 1 / sum->length)
                                     : mote_dvec_scale(sum->points, 1.0 / sum->point_count);
    return mote_dvec_add(sum->origin, arm);
}

static const mote_segment *segments_of(const contact_job *job, const mote_contact *contact)
{
    return job->world->report.segments.data + contact->first_segment;
}

// An open surface and a closed body, both fresh.
static bool make_one_closed(contact_job *job, const region_sum *sum, mote_contact *contact)
{
    mote_open_crossing c = {.closed_is_a = job->a->mesh->closed,
                            .segments = segments_of(job, contact),
                            .segment_count = contact->segment_count,
                            .origin = find_center(sum)};
    mote_dvec3 lean;
    c.has_axis = find_axis(sum, c.origin, &c.axis);
    if (!find_lean(sum, &lean)) lean = between_bodies(job->a, job->b);
    c.outward = mote_dvec_scale(lean, c.closed_is_a ? 1 : -1);
    contact->point = mote_dvec_narrow(c.origin);
    return mote_depth_find_exit(&job->world->contact_work.depth, &job->world->allocator, &c,
                                contact);
}

// False where the region says nothing about a direction, and the bodies' places must do.
static bool find_normal(const contact_job *job, const region_sum *sum, mote_dvec3 center,
                        mote_dvec3 *normal)
{
    mote_dvec3 lean;
    bool has_axis = find_axis(sum, center, normal), leans = find_lean(sum, &lean);
    if (!has_axis || job->one_closed) *normal = lean;
    return leans || (has_axis && !job->one_closed);
}

static bool make_touching(contact_job *job, const region_sum *sum, mote_contact *contact,
                          bool *has_direction)
{
    if (job->one_closed && job->has_depth) {
        *has_direction = true;
        return make_one_closed(job, sum, contact);
    }
    mote_dvec3 normal, center = find_center(sum);
    *has_direction = find_normal(job, sum, center, &normal);
    contact->point = mote_dvec_narrow(center);
    contact->normal = mote_dvec_narrow(normal);
    if (!job->has_depth || !*has_direction) return true;
    return mote_depth_estimate(&job->world->contact_work.depth, &job->world->allocator,
                               segments_of(job, contact), contact->segment_count, center, normal,
                               contact);
}

static void make_near(const contact_job *job, uint32_t region, const region_sum *sum,
                      mote_contact *contact, bool *has_direction)
{
    const mote_regions *regions = &job->world->contact_work.regions;
    const uint32_t *first = regions->first.data, *members = regions->members.data;
    mote_dvec3 on_a = sum->nearest_on_a, on_b = sum->nearest_on_b;
    mote_near_area area = {.origin = mote_dvec_scale(mote_dvec_add(on_a, on_b), 0.5),
                           .normal = unit(mote_dvec_sub(on_b, on_a)),
                           .tolerance = (double)job->world->def.tolerance};
    *has_direction = mote_dvec_dot(area.normal, area.normal) > 0;
    for (uint32_t i = first[region]; *has_direction && i < first[region + 1]; i++) {
        member m = get_member(job, members[i]);
        mote_near_area_add(&area, m.a, m.b);
    }
    contact->point = mote_dvec_narrow(mote_near_area_middle(&area));
    contact->normal = mote_dvec_narrow(area.normal);
    contact->depth = -mote_tri_distance_round(sum->nearest_squared);
    contact->depth_kind = MOTE_DEPTH_EXACT;
}

static mote_result no_memory(void)
{
    return mote_fail(MOTE_ERROR_MEMORY, "no memory for the contacts of this frame");
}

static mote_result make_contact(contact_job *job, uint32_t region)
{
    mote_world *world = job->world;
    mote_report_data *report = &world->report;
    mote_contact_work *work = &world->contact_work;
    const uint32_t *first = work->regions.first.data;
    mote_contact contact = {.time = 1,
                            .pair = job->pair,
                            .face_pair_count = first[region + 1] - first[region],
                            .first_segment = (uint32_t)report->segments.count};
    region_sum sum;
    bool has_direction;
    mote_depth_begin_region(&work->depth);
    if (!add_members(job, region, &sum)) return no_memory();
    if (report->segments.count > UINT32_MAX)
        return mote_fail(MOTE_ERROR_LIMIT, "mote_world_detect: contacts of this frame have more "
                                           "than 2^32 - 1 segments, the most a report can number");
    contact.segment_count = (uint32_t)report->segments.count - contact.first_segment;
    if (!sum.point_count) {
        make_near(job, region, &sum, &contact, &has_direction);
    } else if (!make_touching(job, &sum, &contact, &has_direction)) {
        return no_memory();
    }
    uint32_t number = (uint32_t)report->contacts.count;
    if (!has_direction && !mote_array_push(&work->undirected, &world->allocator, number))
        return no_memory();
    return mote_array_push(&report->contacts, &world->allocator, contact) ? MOTE_OK : no_memory();
}

// ---------------------------------------------------------------------------------------------

bool mote_contacts_have_depth(const mote_world *world, const mote_shape *a, const mote_shape *b)
{
    return (a->mesh->closed || b->mesh->closed) &&
           world->method->info.abilities & MOTE_ABILITY_EXACT;
}

// What the depth of contacts may take per vertex of both bodies.
static const double seconds_per_vertex = 20e-9;

// Whether the contacts of these two get their depth. Without a budget, both are fresh.
static bool has_time_for_depth(const mote_world *world, const mote_shape *a, const mote_shape *b)
{
    double vertices = (double)a->mesh->vertex_count + (double)b->mesh->vertex_count;
    return mote_shape_is_fresh(a) && mote_shape_is_fresh(b) &&
           !mote_turns_lack_time(world, seconds_per_vertex * vertices);
}

static void note_cut_short(mote_world *world, mote_pair_report *pair)
{
    pair->contacts_cut_short = true;
    world->report.cut_short = true;
}

// Makes the contacts of a pair's regions, as far as there is time.
static mote_result make_contacts_of_regions(contact_job *job, mote_pair_report *pair)
{
    mote_world *world = job->world;
    const mote_regions *regions = &world->contact_work.regions;
    mote_result result = MOTE_OK;
    uint32_t made = 0;
    for (; made < regions->count && !mote_turns_lack_time(world, 0); made++) {
        result = make_contact(job, made);
        if (result != MOTE_OK) return result;
    }
    pair->contact_count = made;
    if (made < regions->count) note_cut_short(world, pair);
    const uint32_t *region_of = regions->region_of.data;
    uint32_t *contact_of = world->report.contact_of.data + pair->first_face_pair;
    for (uint32_t i = 0; i < pair->face_pair_count; i++)
        contact_of[i] = region_of[i] < made ? pair->first_contact + region_of[i] : MOTE_NONE;
    return MOTE_OK;
}

static mote_result make_contacts(mote_world *world, mote_pair_report *pair, uint32_t number)
{
    mote_report_data *report = &world->report;
    const mote_shape *a = &mote_world_body_at(world, pair->a.index)->shape;
    const mote_shape *b = &mote_world_body_at(world, pair->b.index)->shape;
    contact_job job = {.world = world,
                       .a = a,
                       .b = b,
                       .pair = number,
                       .face_pairs = report->face_pairs.data + pair->first_face_pair,
                       .has_depth = mote_contacts_have_depth(world, a, b),
                       .one_closed = a->mesh->closed != b->mesh->closed};
    if (job.has_depth && (pair->cut_short || !has_time_for_depth(world, a, b))) {
        job.has_depth = false;
        note_cut_short(world, pair);
    }
    mote_regions *regions = &world->contact_work.regions;
    uint32_t count = (uint32_t)pair->face_pair_count; // all of them are listed
    if (!mote_regions_find(regions, &world->allocator, a->mesh, b->mesh, a == b, job.face_pairs,
                           count))
        return no_memory();
    if (job.has_depth && !mote_depth_begin_pair(&world->contact_work.depth, &world->allocator, a, b,
                                                job.face_pairs, count))
        return no_memory();
    pair->first_contact = (uint32_t)report->contacts.count;
    return make_contacts_of_regions(&job, pair);
}

static void leave_out_contacts(mote_world *world, mote_pair_report *pair)
{
    uint32_t *contact_of = world->report.contact_of.data + pair->first_face_pair;
    for (uint32_t i = 0; i < pair->face_pair_count; i++) contact_of[i] = MOTE_NONE;
    pair->first_contact = (uint32_t)world->report.contacts.count;
    note_cut_short(world, pair);
}

static mote_result make_or_leave_out(mote_world *world, mote_pair_report *pair, uint32_t number,
                                     size_t *made)
{
    double seconds = world->turns.seconds_per_contact_pair * (double)pair->face_pair_count;
    if (mote_turns_lack_time(world, 1.25 * seconds)) {
        leave_out_contacts(world, pair);
        return MOTE_OK;
    }
    mote_result result = make_contacts(world, pair, number);
    if (!pair->contacts_cut_short) *made += pair->face_pair_count;
    return result;
}

mote_result mote_contacts_build(mote_world *world)
{
    mote_report_data *report = &world->report;
    size_t face_pairs = report->face_pairs.count, made = 0;
    world->contact_work.undirected.count = 0;
    if (!mote_array_reserve(&report->contact_of, &world->allocator, face_pairs)) return no_memory();
    report->contact_of.count = face_pairs;
    bool timed = world->turns.deadline > 0;
    double start = timed ? mote_seconds() : 0;
    mote_pair_report *pairs = report->pairs.data;
    mote_result result = MOTE_OK;
    for (size_t i = 0; result == MOTE_OK && i < report->pairs.count; i++) {
        if (pairs[i].face_pair_count)
            result = make_or_leave_out(world, &pairs[i], (uint32_t)i, &made);
    }
    if (timed)
        mote_turns_learn(&world->turns.seconds_per_contact_pair, mote_seconds() - start, made);
    return result;
}

void mote_contacts_direct(mote_world *world)
{
    const mote_u32_array *undirected = &world->contact_work.undirected;
    for (size_t i = 0; i < undirected->count; i++) {
        mote_contact *contact = &world->report.contacts.data[undirected->data[i]];
        const mote_pair_report *pair = &world->report.pairs.data[contact->pair];
        const mote_shape *a = &mote_world_body_at(world, pair->a.index)->shape;
        const mote_shape *b = &mote_world_body_at(world, pair->b.index)->shape;
        contact->normal = mote_dvec_narrow(between_bodies(a, b));
    }
}
