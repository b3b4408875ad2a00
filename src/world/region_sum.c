// Sums over the face pairs of a region: the curve in which the surfaces cross, its area and the
// normals along it, or the nearest points of surfaces that are only near. A kernel computes eight
// segments at a time in double. Uncertain pairs, such as coplanar ones, are decided by exact signs.

#include "core/vec.h"
#include "geometry/tri_distance.h"
#include "geometry/tri_tri_batch.h"
#include "shape/points.h"
#include "world/world.h"

// Planes at an angle with a sine below this are considered parallel.
static const double least_sine = 1e-12;

// Two faces that meet, their unit normals, and their intersection.
typedef struct crossing {
    const mote_region_member *member;
    mote_dvec3 normal_a, normal_b;
    mote_overlap overlap;
} crossing;

// ---------------------------------------------------------------------------------------------
// Faces

void mote_region_read_face(const mote_shape *shape, uint32_t face, mote_vec3 out[3])
{
    if (mote_shape_is_fresh(shape) ||
        !shape->points) { // on demand: faces that meet have been evaluated
        mote_shape_face_corners(shape, face, out);
    } else {
        mote_shape_face_points(shape, face, out);
    }
}

mote_region_member mote_region_get_member(const mote_contact_job *job, uint32_t number)
{
    mote_face_pair faces = job->face_pairs[number];
    bool flip = mote_region_flips(&job->world->contact_work.regions, number);
    mote_region_member m = {.face_a = flip ? faces.face_b : faces.face_a,
                            .face_b = flip ? faces.face_a : faces.face_b};
    mote_region_read_face(job->a, m.face_a, m.a);
    mote_region_read_face(job->b, m.face_b, m.b);
    return m;
}

// ---------------------------------------------------------------------------------------------
// Segments

static bool push_segment(mote_world *world, mote_dvec3 p, mote_dvec3 q)
{
    mote_segment segment = {mote_dvec_narrow(p), mote_dvec_narrow(q)};
    return mote_array_push(&world->report.segments, &world->allocator, segment);
}

// A segment relative to the sum's origin.
typedef struct segment {
    mote_dvec3 p, q;
    mote_dvec3 way; // from p to q
    double length;
} segment;

static segment make_segment(mote_region_sum *sum, mote_dvec3 p, mote_dvec3 q)
{
    if (!sum->point_count) sum->origin = p;
    segment s = {mote_dvec_sub(p, sum->origin), mote_dvec_sub(q, sum->origin), mote_dvec_sub(q, p),
                 0};
    s.length = mote_dvec_length(s.way);
    return s;
}

// Adds a segment to the curve's center.
static void add_segment(mote_region_sum *sum, const segment *s)
{
    mote_dvec3 ends = mote_dvec_add(s->p, s->q);
    sum->point_count += 2;
    sum->points = mote_dvec_add(sum->points, ends);
    sum->midpoints = mote_dvec_add(sum->midpoints, mote_dvec_scale(ends, 0.5 * s->length));
    sum->length += s->length;
}

// Adds a segment to the curve's area, traversed in its direction (1) or against it (-1).
static void sweep(mote_region_sum *sum, const segment *s, double direction)
{
    mote_dvec3 area = mote_dvec_cross(s->p, s->q);
    sum->swept = mote_dvec_add(sum->swept, mote_dvec_scale(area, direction));
    sum->way = mote_dvec_add(sum->way, mote_dvec_scale(s->way, direction));
    sum->directed += s->length;
}

static void sweep_crossing(mote_region_sum *sum, const crossing *c, const segment *s)
{
    mote_dvec3 along = mote_dvec_cross(c->normal_a, c->normal_b);
    if (mote_dvec_dot(along, along) < least_sine * least_sine) return;
    double forward = mote_dvec_dot(along, s->way);
    if (forward != 0) sweep(sum, s, forward > 0 ? 1 : -1);
}

static mote_dvec3 lean_of(const mote_contact_job *job, const crossing *c)
{
    if (!job->one_closed) return mote_dvec_sub(c->normal_a, c->normal_b);
    return job->a->mesh->closed ? c->normal_a : mote_dvec_scale(c->normal_b, -1);
}

// Points are segments without length. A polygon runs around the normal of a, the correct direction
// for faces that lie on each other from opposite sides.
static bool add_overlap(mote_contact_job *job, mote_region_sum *sum, const crossing *c)
{
    const mote_overlap *o = &c->overlap;
    uint32_t edges = o->count < 3 ? 1 : o->count;
    bool opposed = !job->one_closed && mote_dvec_dot(c->normal_a, c->normal_b) < 0;
    double length = 0;
    for (uint32_t i = 0; i < edges; i++) {
        mote_dvec3 p = o->points[i], q = o->points[i + 1 < o->count ? i + 1 : 0];
        if (!push_segment(job->world, p, q)) return false;
        segment s = make_segment(sum, p, q);
        add_segment(sum, &s);
        length += s.length;
        if (o->kind == MOTE_OVERLAP_SEGMENT) sweep_crossing(sum, c, &s);
        if (o->kind == MOTE_OVERLAP_POLYGON && opposed) sweep(sum, &s, 1);
    }
    if (!mote_manifold_add_overlap(job, c->member, o)) return false;
    mote_dvec3 lean = lean_of(job, c);
    sum->lean = mote_dvec_add(sum->lean, lean);
    sum->lean_by_length = mote_dvec_add(sum->lean_by_length, mote_dvec_scale(lean, length));
    return true;
}

static bool add_to_depth(mote_contact_job *job, const crossing *c)
{
    if (!job->has_depth) return true;
    const mote_region_member *m = c->member;
    const mote_overlap *o = &c->overlap;
    const mote_allocator *allocator = &job->world->allocator;
    mote_depth *depth = &job->world->contact_work.depth;
    bool a_is_closed = job->a->mesh->closed;
    if (job->one_closed && !mote_depth_add_touched(a_is_closed ? &depth->a : &depth->b, allocator,
                                                   a_is_closed ? m->face_a : m->face_b))
        return false;
    if (o->kind == MOTE_OVERLAP_POLYGON) return true;
    const mote_crossing on_a = {
        m->face_a, m->a, c->normal_a, c->normal_b, {o->points[0], o->points[o->count - 1]}};
    const mote_crossing on_b = {
        m->face_b, m->b, c->normal_b, c->normal_a, {o->points[0], o->points[o->count - 1]}};
    return mote_depth_add_crossing(&depth->a, allocator, &on_a) &&
           mote_depth_add_crossing(&depth->b, allocator, &on_b);
}

static void add_near(mote_region_sum *sum, const mote_region_member *m)
{
    mote_tri_distance found;
    if (!mote_tri_distance_below(m->a, m->b, sum->nearest_squared, &found)) return;
    sum->nearest_squared = found.squared;
    sum->nearest_on_a = found.on_a;
    sum->nearest_on_b = found.on_b;
    sum->nearest_face_a = m->face_a;
    sum->nearest_face_b = m->face_b;
}

// ---------------------------------------------------------------------------------------------
// Eight face pairs at a time

typedef struct members8 {
    uint32_t count;
    mote_region_member members[8];
    mote_tri_pairs8 pairs;
    mote_tri_segments8 segments;
    uint32_t certain; // one bit per valid segment
} members8;

static void read_members(const mote_contact_job *job, const uint32_t *numbers, uint32_t count,
                         members8 *out)
{
    out->count = count < 8 ? count : 8;
    out->members[0] = mote_region_get_member(job, numbers[0]); // there is at least one
    for (uint32_t i = 1; i < out->count; i++)
        out->members[i] = mote_region_get_member(job, numbers[i]);
    for (uint32_t i = 0; i < 8; i++) {
        const mote_region_member *m = &out->members[i < out->count ? i : 0]; // all lanes are read
        mote_tri_pairs8_set(out->pairs.a, (int)i, m->a);
        mote_tri_pairs8_set(out->pairs.b, (int)i, m->b);
    }
    out->certain = MOTE_PICK_KERNEL(mote_tri_tri_segments8)(&out->pairs, &out->segments);
}

static mote_dvec3 lane_of(double from[3][8], uint32_t lane)
{
    return (mote_dvec3){from[0][lane], from[1][lane], from[2][lane]};
}

// Twice the area of a triangle of floats and its square are within the range of a double.
static mote_dvec3 unit_normal(mote_dvec3 normal)
{
    double length = mote_dvec_length(normal);
    return length > 0 ? mote_dvec_scale(normal, 1 / length) : (mote_dvec3){0, 0, 0};
}

// Returns false if the faces do not meet.
static bool get_crossing(members8 *eight, uint32_t lane, crossing *out)
{
    const mote_region_member *m = &eight->members[lane];
    out->member = m;
    if (eight->certain >> lane & 1) {
        out->overlap.kind = MOTE_OVERLAP_SEGMENT;
        out->overlap.count = 2;
        out->overlap.points[0] = lane_of(eight->segments.p, lane);
        out->overlap.points[1] = lane_of(eight->segments.q, lane);
    } else if (!mote_triangles_intersection(m->a, m->b, &out->overlap)) {
        return false;
    }
    out->normal_a = unit_normal(lane_of(eight->segments.normal_a, lane));
    out->normal_b = unit_normal(lane_of(eight->segments.normal_b, lane));
    return true;
}

bool mote_region_add_up(mote_contact_job *job, uint32_t region, mote_region_sum *sum)
{
    const mote_regions *regions = &job->world->contact_work.regions;
    const uint32_t *first = regions->first.data, *members = regions->members.data;
    uint32_t end = first[region + 1];
    *sum = (mote_region_sum){.nearest_squared = HUGE_VAL};
    for (uint32_t i = first[region]; i < end; i += 8) {
        members8 eight;
        read_members(job, members + i, end - i, &eight);
        for (uint32_t lane = 0; lane < eight.count; lane++) {
            crossing c;
            if (!get_crossing(&eight, lane, &c)) {
                add_near(sum, &eight.members[lane]);
            } else if (!add_overlap(job, sum, &c) || !add_to_depth(job, &c)) {
                return false;
            }
        }
    }
    return true;
}
