// Makes contacts from regions of face pairs.
//
// Point: the center of the curve in which the surfaces cross, weighted by length. If the surfaces
// are only near, the middle of the near area (near_area.c).
//
// Normal: two closed surfaces cross in closed curves. Traversed in the direction of n_a x n_b at
// each of its segments, such a curve has a vector area, which points out of a into b: for two balls
// it is that of their common disc. Faces that lie on each other add the area they share. If there
// is no such area (open surfaces, points, lines), the normal is the sum of the normals of the faces
// that meet. If these cancel, it is the direction from body to body.
//
// Between an open surface and a closed body, the winding of the open surface does not matter. The
// surface may leave on either side of the curve's area; the shorter way out of the closed body
// counts (depth.c). If there is no such area, the surface leaves in the direction of the closed
// body's normals.
//
// Depth: how far the two surfaces penetrate each other along the normal, from the vertices of each
// inside the other and the curve between them. Faces that are near but do not touch have an exact
// separation instead.

#include "world/contacts.h"

#include "core/result.h"
#include "core/timer.h"
#include "core/vec.h"
#include "geometry/tri_distance.h"
#include "world/world.h"

// The curve counts as closed if the gap between its ends is at most this share of its length.
static const double open_share = 1e-2;
// Areas and sums of normals below this share of their maximum are rounding errors, not directions.
static const double least_share = 1e-6;

void mote_contact_work_release(mote_contact_work *work, const mote_allocator *allocator)
{
    mote_regions_release(&work->regions, allocator);
    mote_depth_release(&work->depth, allocator);
    mote_array_release(&work->undirected, allocator);
}

// ---------------------------------------------------------------------------------------------
// Directions

// Normalizes a vector of length 1e-300 to 1e300. Zero stays zero.
static mote_dvec3 unit(mote_dvec3 v)
{
    double largest = fmax(fabs(v.x), fmax(fabs(v.y), fabs(v.z)));
    if (!(largest > 0)) return (mote_dvec3){0, 0, 0};
    v = (mote_dvec3){v.x / largest, v.y / largest, v.z / largest};
    return mote_dvec_scale(v, 1 / mote_dvec_length(v));
}

static mote_dvec3 box_center(const mote_box *box)
{
    return mote_dvec_scale(mote_dvec_add(mote_vec_widen(box->min), mote_vec_widen(box->max)), 0.5);
}

// ---------------------------------------------------------------------------------------------
// One contact

// From the center of one body to that of the other; +z if they have the same center.
static mote_dvec3 between_bodies(const mote_shape *a, const mote_shape *b)
{
    mote_dvec3 normal = unit(mote_dvec_sub(box_center(&b->box), box_center(&a->box)));
    return mote_dvec_dot(normal, normal) > 0 ? normal : (mote_dvec3){0, 0, 1};
}

// Finds the normal of the area inside the curve. Returns false if the curve is not closed or has no
// area.
static bool find_axis(const mote_region_sum *sum, mote_dvec3 center, mote_dvec3 *axis)
{
    mote_dvec3 arm = mote_dvec_sub(center, sum->origin);
    // Twice the area as seen from the center. The center matters if the curve is not quite closed.
    mote_dvec3 area = mote_dvec_sub(sum->swept, mote_dvec_cross(arm, sum->way));
    bool closed = mote_dvec_length(sum->way) <= open_share * sum->directed;
    *axis = unit(area);
    return closed && mote_dvec_length(area) > least_share * sum->directed * sum->directed;
}

// Returns false if the normals of the faces cancel.
static bool find_lean(const mote_region_sum *sum, mote_dvec3 *direction)
{
    mote_dvec3 lean = sum->length > 0 ? sum->lean_by_length : sum->lean;
    double most = sum->length > 0 ? sum->length : 0.5 * sum->point_count;
    *direction = unit(lean);
    return mote_dvec_length(lean) > least_share * most;
}

static mote_dvec3 find_center(const mote_region_sum *sum)
{
    mote_dvec3 arm = sum->length > 0 ? mote_dvec_scale(sum->midpoints, 1 / sum->length)
                                     : mote_dvec_scale(sum->points, 1.0 / sum->point_count);
    return mote_dvec_add(sum->origin, arm);
}

static const mote_segment *segments_of(const mote_contact_job *job, const mote_contact *contact)
{
    return job->world->report.segments.data + contact->first_segment;
}

// For an open surface and a closed body, both fresh.
static bool make_one_closed(mote_contact_job *job, const mote_region_sum *sum,
                            mote_contact *contact)
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

// Returns false if the region gives no direction. Then the direction is from body to body.
static bool find_normal(const mote_contact_job *job, const mote_region_sum *sum, mote_dvec3 center,
                        mote_dvec3 *normal)
{
    mote_dvec3 lean;
    bool has_axis = find_axis(sum, center, normal), leans = find_lean(sum, &lean);
    if (!has_axis || job->one_closed) *normal = lean;
    return leans || (has_axis && !job->one_closed);
}

static bool make_touching(mote_contact_job *job, const mote_region_sum *sum, mote_contact *contact,
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

// Adds the candidates of a region that is only near. Without a normal there is no near area.
static bool add_near_to_manifold(mote_contact_job *job, uint32_t region, const mote_region_sum *sum,
                                 const mote_near_area *area, bool has_direction)
{
    const mote_regions *regions = &job->world->contact_work.regions;
    const uint32_t *first = regions->first.data, *members = regions->members.data;
    if (!job->world->def.manifold_points) return true;
    for (uint32_t i = first[region]; has_direction && i < first[region + 1]; i++) {
        mote_region_member m = mote_region_get_member(job, members[i]);
        if (!mote_manifold_add_near(job, area, &m)) return false;
    }
    return mote_manifold_add_nearest(job, sum);
}

static bool make_near(mote_contact_job *job, uint32_t region, const mote_region_sum *sum,
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
        mote_region_member m = mote_region_get_member(job, members[i]);
        mote_near_area_add(&area, m.a, m.b);
    }
    contact->point = mote_dvec_narrow(mote_near_area_middle(&area));
    contact->normal = mote_dvec_narrow(area.normal);
    contact->depth = -mote_tri_distance_round(sum->nearest_squared);
    contact->depth_kind = MOTE_DEPTH_EXACT;
    return add_near_to_manifold(job, region, sum, &area, *has_direction);
}

static mote_result no_memory(void)
{
    return mote_fail(MOTE_ERROR_MEMORY, "no memory for the contacts of this frame");
}

static mote_result make_contact(mote_contact_job *job, uint32_t region)
{
    mote_world *world = job->world;
    mote_report_data *report = &world->report;
    mote_contact_work *work = &world->contact_work;
    const uint32_t *first = work->regions.first.data;
    mote_contact contact = {.time = 1,
                            .pair = job->pair,
                            .face_pair_count = first[region + 1] - first[region],
                            .first_segment = (uint32_t)report->segments.count};
    mote_region_sum sum;
    bool has_direction;
    mote_depth_begin_region(&work->depth);
    mote_manifold_begin_region(world);
    if (!mote_region_add_up(job, region, &sum)) return no_memory();
    if (report->segments.count > UINT32_MAX)
        return mote_fail(MOTE_ERROR_LIMIT, "mote_world_detect: contacts of this frame have more "
                                           "than 2^32 - 1 segments, the most a report can number");
    contact.segment_count = (uint32_t)report->segments.count - contact.first_segment;
    bool made = sum.point_count ? make_touching(job, &sum, &contact, &has_direction)
                                : make_near(job, region, &sum, &contact, &has_direction);
    if (!made || !mote_manifold_choose(job, &contact)) return no_memory();
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

// The time budget of depth per vertex of both bodies.
static const double seconds_per_vertex = 20e-9;

// Is there time to compute the depth of this pair's contacts? Without a budget, both are fresh.
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

// Makes the contacts of a pair's regions until time runs out.
static mote_result make_contacts_of_regions(mote_contact_job *job, mote_pair_report *pair)
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
    mote_contact_job job = {.world = world,
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
    uint32_t count = (uint32_t)pair->face_pair_count; // all face pairs are listed
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
