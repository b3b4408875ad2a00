// Chooses the points of a manifold.
//
// Candidates are the ends of the segments in which faces cross, the corners of polygons in which
// faces lie on each other, and if faces are only near, the corners of their opposite parts. In the
// plane of the contact, the candidates farthest in a few directions are chosen. The directions are
// the same in every frame and slightly off the axes, so the corners of an aligned box do not tie.
// Two points are the ends of the widest of eight directions; a third one is the farthest from the
// line through them.

#include "world/manifold.h"

#include "core/result.h"
#include "core/vec.h"
#include "world/world.h"

// A point closer to the others than this share of the contact's size is not added.
static const double least_spacing = 0.1;
// Another direction must be wider than the first one by this factor, to keep the choice stable
// between frames.
static const double wider = 1.1;
// If surfaces are only near, a point that is farther out is not preferred if it is higher by more
// than this inverse slope.
static const double steepness = 0.25;
// Weights below this put a point on the border of its face.
static const double border = 1e-5;

// ---------------------------------------------------------------------------------------------
// Memory

static void release_set(mote_manifold_set *set, const mote_allocator *allocator)
{
    mote_array_release(&set->manifolds, allocator);
    mote_array_release(&set->points, allocator);
}

static void release_scratch(mote_manifold_work *work, const mote_allocator *allocator)
{
    release_set(&work->old, allocator);
    mote_array_release(&work->candidates, allocator);
    mote_array_release(&work->old_sites, allocator);
    mote_array_release(&work->new_sites, allocator);
    mote_array_release(&work->partners, allocator);
    mote_array_release(&work->partners_of_old, allocator);
    mote_array_release(&work->keys, allocator);
    mote_array_release(&work->scratch, allocator);
    mote_array_release(&work->matches, allocator);
}

void mote_manifold_work_release(mote_manifold_work *work, const mote_allocator *allocator)
{
    release_set(&work->now, allocator);
    release_set(&work->kept, allocator);
    release_scratch(work, allocator);
}

void mote_manifold_work_trim(mote_manifold_work *work, const mote_allocator *allocator)
{
    release_scratch(work, allocator);
    mote_array_shrink(&work->now.manifolds, allocator);
    mote_array_shrink(&work->now.points, allocator);
    mote_array_shrink(&work->kept.manifolds, allocator);
    mote_array_shrink(&work->kept.points, allocator);
}

// ---------------------------------------------------------------------------------------------
// Candidates

void mote_manifold_begin_region(mote_world *world)
{
    world->manifolds.candidates.count = 0;
}

static bool push_candidate(mote_world *world, const mote_manifold_candidate *candidate)
{
    return mote_array_push(&world->manifolds.candidates, &world->allocator, *candidate);
}

bool mote_manifold_add_overlap(mote_contact_job *job, const mote_region_member *member,
                               const mote_overlap *overlap)
{
    if (!job->world->def.manifold_points) return true;
    for (uint32_t i = 0; i < overlap->count; i++) {
        const mote_manifold_candidate candidate = {.on_a = overlap->points[i],
                                                   .on_b = overlap->points[i],
                                                   .face_a = member->face_a,
                                                   .face_b = member->face_b};
        if (!push_candidate(job->world, &candidate)) return false;
    }
    return true;
}

bool mote_manifold_add_near(mote_contact_job *job, const mote_near_area *area,
                            const mote_region_member *member)
{
    if (!job->world->def.manifold_points) return true;
    mote_near_corner corners[MOTE_NEAR_CORNERS];
    uint32_t count = mote_near_area_corners(area, member->a, member->b, corners);
    for (uint32_t i = 0; i < count; i++) {
        const mote_manifold_candidate candidate = {.on_a = corners[i].on_a,
                                                   .on_b = corners[i].on_b,
                                                   .gap = corners[i].gap,
                                                   .face_a = member->face_a,
                                                   .face_b = member->face_b};
        if (!push_candidate(job->world, &candidate)) return false;
    }
    return true;
}

bool mote_manifold_add_nearest(mote_contact_job *job, const mote_region_sum *sum)
{
    if (!job->world->def.manifold_points) return true;
    const mote_manifold_candidate candidate = {.on_a = sum->nearest_on_a,
                                               .on_b = sum->nearest_on_b,
                                               .gap = sqrt(sum->nearest_squared),
                                               .face_a = sum->nearest_face_a,
                                               .face_b = sum->nearest_face_b};
    return push_candidate(job->world, &candidate);
}

// ---------------------------------------------------------------------------------------------
// The plane of the contact

typedef struct choice {
    mote_manifold_candidate *candidates;
    size_t count;
    uint32_t wanted;
    uint32_t chosen[MOTE_MAX_MANIFOLD_POINTS];
    uint32_t chosen_count;
} choice;

// The axes turn little when the normal does, unless the normal crosses the border between the two
// cases.
static void find_axes(mote_dvec3 normal, mote_dvec3 *x, mote_dvec3 *y)
{
    mote_dvec3 axis = fabs(normal.x) < 0.8 ? (mote_dvec3){1, 0, 0} : (mote_dvec3){0, 1, 0};
    *y = mote_dvec_cross(normal, axis);
    *y = mote_dvec_scale(*y, 1 / mote_dvec_length(*y));
    *x = mote_dvec_cross(*y, normal);
}

static double width_along(const choice *c, mote_dvec3 origin, mote_dvec3 axis)
{
    double min = HUGE_VAL, max = -HUGE_VAL;
    for (size_t i = 0; i < c->count; i++) {
        double at = mote_dvec_dot(mote_dvec_sub(c->candidates[i].on_b, origin), axis);
        min = fmin(min, at);
        max = fmax(max, at);
    }
    return max - min;
}

// If bodies penetrate deeply, the curve in which they cross may be longer along the normal than
// across it. Then the normal replaces the shorter axis.
static void project(choice *c, const mote_contact *contact)
{
    mote_dvec3 normal = mote_vec_widen(contact->normal), origin = mote_vec_widen(contact->point);
    mote_dvec3 x, y;
    if (!(mote_dvec_dot(normal, normal) > 0.5)) normal = (mote_dvec3){0, 0, 1}; // no normal
    find_axes(normal, &x, &y);
    double width_x = width_along(c, origin, x), width_y = width_along(c, origin, y);
    if (width_along(c, origin, normal) > wider * fmin(width_x, width_y))
        *(width_x < width_y ? &x : &y) = normal;
    for (size_t i = 0; i < c->count; i++) {
        mote_dvec3 arm = mote_dvec_sub(c->candidates[i].on_b, origin);
        c->candidates[i].x = mote_dvec_dot(arm, x);
        c->candidates[i].y = mote_dvec_dot(arm, y);
    }
}

// ---------------------------------------------------------------------------------------------
// Choosing

typedef struct direction {
    double x, y;
} direction;

// Returns direction i of `count` in a circle.
static direction direction_at(uint32_t i, uint32_t count)
{
    const double turn = 6.283185307179586, offset = 0.35;
    double angle = offset + turn * i / count;
    // Bhaskara's sine gives the same result on every platform; an error of a degree does not
    // matter.
    double sine[2];
    for (int k = 0; k < 2; k++) {
        double t = fmod(angle + (k ? 0.25 : 0) * turn, turn), half = 0.5 * turn;
        double sign = t < half ? 1 : -1, u = t < half ? t : t - half;
        double product = u * (half - u);
        sine[k] = sign * 16 * product / (5 * half * half - 4 * product);
    }
    return (direction){sine[1], sine[0]};
}

static double along(const mote_manifold_candidate *c, direction d)
{
    return c->x * d.x + c->y * d.y;
}

// Among points above each other, as on an upright wall, returns the one nearest to the other body.
static uint32_t find_farthest(const choice *c, direction d)
{
    uint32_t best = 0;
    double most = -HUGE_VAL;
    for (uint32_t i = 0; i < c->count; i++) {
        double value = along(&c->candidates[i], d) - steepness * c->candidates[i].gap;
        if (value > most) {
            most = value;
            best = i;
        }
    }
    return best;
}

static double squared_distance(const choice *c, uint32_t i, uint32_t j)
{
    const mote_manifold_candidate *p = &c->candidates[i], *q = &c->candidates[j];
    return (p->x - q->x) * (p->x - q->x) + (p->y - q->y) * (p->y - q->y);
}

// The squared distance of a candidate to the nearest chosen one.
static double squared_spacing(const choice *c, uint32_t candidate)
{
    double least = HUGE_VAL;
    for (uint32_t i = 0; i < c->chosen_count; i++)
        least = fmin(least, squared_distance(c, candidate, c->chosen[i]));
    return least;
}

static void choose(choice *c, uint32_t candidate, double least_squared)
{
    if (c->chosen_count < c->wanted && squared_spacing(c, candidate) > least_squared)
        c->chosen[c->chosen_count++] = candidate;
}

static double squared_extent(const choice *c)
{
    double min_x = HUGE_VAL, max_x = -HUGE_VAL, min_y = HUGE_VAL, max_y = -HUGE_VAL;
    for (size_t i = 0; i < c->count; i++) {
        min_x = fmin(min_x, c->candidates[i].x);
        max_x = fmax(max_x, c->candidates[i].x);
        min_y = fmin(min_y, c->candidates[i].y);
        max_y = fmax(max_y, c->candidates[i].y);
    }
    return (max_x - min_x) * (max_x - min_x) + (max_y - min_y) * (max_y - min_y);
}

static void choose_nearest_to_middle(choice *c)
{
    uint32_t best = 0;
    double least = HUGE_VAL;
    for (uint32_t i = 0; i < c->count; i++) {
        const mote_manifold_candidate *p = &c->candidates[i];
        double squared = p->x * p->x + p->y * p->y;
        if (squared >= least) continue;
        least = squared;
        best = i;
    }
    choose(c, best, 0);
}

// Chooses both ends of the widest direction, and of the perpendicular direction the end that is
// farther away.
static void choose_two_or_three(choice *c, double least_squared)
{
    enum { DIRECTIONS = 16 };
    uint32_t ends[2] = {0, 0};
    direction widest = {0, 0};
    double most = -1;
    for (uint32_t i = 0; i < DIRECTIONS / 2; i++) {
        direction d = direction_at(i, DIRECTIONS);
        uint32_t far = find_farthest(c, d), near = find_farthest(c, (direction){-d.x, -d.y});
        double width = along(&c->candidates[far], d) - along(&c->candidates[near], d);
        if (width <= most) continue;
        most = i ? width : width * wider;
        ends[0] = far;
        ends[1] = near;
        widest = d;
    }
    choose(c, ends[0], 0);
    choose(c, ends[1], least_squared);
    direction across = {-widest.y, widest.x}, back = {widest.y, -widest.x};
    uint32_t far = find_farthest(c, across), near = find_farthest(c, back);
    double line = along(&c->candidates[ends[0]], across);
    bool is_far =
        along(&c->candidates[far], across) - line > line - along(&c->candidates[near], across);
    choose(c, is_far ? far : near, least_squared);
}

// Adds the candidates that are farthest from the chosen ones.
static void fill_up(choice *c, double least_squared)
{
    while (c->chosen_count < c->wanted) {
        uint32_t best = 0, before = c->chosen_count;
        double most = -1;
        for (uint32_t i = 0; i < c->count; i++) {
            double squared = squared_spacing(c, i);
            if (squared <= most) continue;
            most = squared;
            best = i;
        }
        choose(c, best, least_squared);
        if (c->chosen_count == before) return;
    }
}

static void choose_points(choice *c)
{
    double least_squared = least_spacing * least_spacing * squared_extent(c);
    if (c->wanted == 1) {
        choose_nearest_to_middle(c);
    } else if (c->wanted <= 3) {
        choose_two_or_three(c, least_squared);
    } else {
        choose(c, find_farthest(c, direction_at(0, c->wanted)), 0);
        for (uint32_t i = 1; i < c->wanted; i++)
            choose(c, find_farthest(c, direction_at(i, c->wanted)), least_squared);
        fill_up(c, least_squared);
    }
}

// ---------------------------------------------------------------------------------------------
// Points

// Barycentric coordinates; those of the first corner if the face has no area.
static void find_weights(const mote_vec3 corners[3], mote_dvec3 point, double weights[3])
{
    mote_dvec3 origin = mote_vec_widen(corners[0]), p = mote_dvec_sub(point, origin);
    mote_dvec3 u = mote_dvec_sub(mote_vec_widen(corners[1]), origin);
    mote_dvec3 v = mote_dvec_sub(mote_vec_widen(corners[2]), origin);
    mote_dvec3 n = mote_dvec_cross(u, v);
    double size = mote_dvec_dot(n, n);
    weights[1] = size > 0 ? mote_dvec_dot(mote_dvec_cross(p, v), n) / size : 0;
    weights[2] = size > 0 ? mote_dvec_dot(mote_dvec_cross(u, p), n) / size : 0;
    weights[0] = 1 - weights[1] - weights[2];
    double sum = 0;
    for (int k = 0; k < 3; k++) sum += weights[k] = fmax(weights[k], 0);
    for (int k = 0; k < 3; k++) weights[k] /= sum;
}

static void find_feature(const double weights[3], mote_manifold_side *side)
{
    uint32_t positive = 0, largest = 0, smallest = 0;
    for (uint32_t k = 0; k < 3; k++) {
        positive += weights[k] > border;
        if (weights[k] > weights[largest]) largest = k;
        if (weights[k] < weights[smallest]) smallest = k;
    }
    side->feature = positive == 3   ? MOTE_MANIFOLD_FACE
                    : positive == 2 ? MOTE_MANIFOLD_EDGE
                                    : MOTE_MANIFOLD_VERTEX;
    if (side->feature == MOTE_MANIFOLD_VERTEX) side->corner = largest;
    if (side->feature == MOTE_MANIFOLD_EDGE) side->corner = (smallest + 1) % 3;
}

static mote_manifold_side make_side(const mote_vec3 corners[3], uint32_t face, mote_dvec3 point)
{
    mote_manifold_side side = {.point = mote_dvec_narrow(point), .face = face};
    double weights[3];
    find_weights(corners, point, weights);
    for (int k = 0; k < 3; k++) side.weights[k] = (float)weights[k];
    find_feature(weights, &side);
    return side;
}

// How far a corner of the feature lies beyond the point in the direction `way`; 0 for points within
// a face.
static double reach_beyond(const mote_manifold_side *side, const mote_vec3 corners[3],
                           mote_dvec3 way)
{
    double most = 0;
    for (uint32_t k = 0; k < 3 && side->feature != MOTE_MANIFOLD_FACE; k++) {
        bool on_feature = k == side->corner || side->feature == MOTE_MANIFOLD_VERTEX ||
                          k == (side->corner + 1) % 3;
        mote_dvec3 arm = mote_dvec_sub(mote_vec_widen(corners[k]), mote_vec_widen(side->point));
        if (on_feature) most = fmax(most, mote_dvec_dot(arm, way));
    }
    return most;
}

static mote_manifold_point make_point(const mote_contact_job *job, const mote_contact *contact,
                                      const mote_manifold_candidate *c)
{
    mote_vec3 a[3], b[3];
    mote_region_read_face(job->a, c->face_a, a);
    mote_region_read_face(job->b, c->face_b, b);
    mote_manifold_point point = {.a = make_side(a, c->face_a, c->on_a),
                                 .b = make_side(b, c->face_b, c->on_b),
                                 .depth = (float)-c->gap};
    if (contact->depth_kind == MOTE_DEPTH_ESTIMATE) {
        mote_dvec3 normal = mote_vec_widen(contact->normal);
        double depth = fmax(reach_beyond(&point.a, a, normal),
                            reach_beyond(&point.b, b, mote_dvec_scale(normal, -1)));
        point.depth = fminf((float)depth, contact->depth);
    }
    return point;
}

bool mote_manifold_choose(mote_contact_job *job, const mote_contact *contact)
{
    mote_world *world = job->world;
    mote_manifold_work *work = &world->manifolds;
    if (!world->def.manifold_points) return true;
    choice c = {.candidates = work->candidates.data,
                .count = work->candidates.count,
                .wanted = world->def.manifold_points};
    if (c.count) {
        project(&c, contact);
        choose_points(&c);
    }
    const mote_pair_report *pair = &world->report.pairs.data[contact->pair];
    mote_manifold manifold = {.a = pair->a,
                              .b = pair->b,
                              .first_point = (uint32_t)work->now.points.count,
                              .point_count = c.chosen_count};
    for (uint32_t i = 0; i < c.chosen_count; i++) {
        mote_manifold_point point = make_point(job, contact, &c.candidates[c.chosen[i]]);
        if (!mote_array_push(&work->now.points, &world->allocator, point)) return false;
    }
    return mote_array_push(&work->now.manifolds, &world->allocator, manifold);
}

// ---------------------------------------------------------------------------------------------

mote_result mote_world_manifolds(mote_world *world, mote_manifolds *out)
{
    if (!out) return mote_fail(MOTE_ERROR_ARGUMENT, "mote_world_manifolds: out is null");
    *out = (mote_manifolds){0};
    mote_result readable = mote_world_expect_readable(world, __func__);
    if (readable != MOTE_OK) return readable;
    if (!world->has_report)
        return mote_fail(MOTE_ERROR_STATE,
                         "mote_world_manifolds: called before the first mote_world_detect");
    const mote_manifold_work *work = &world->manifolds;
    *out = (mote_manifolds){.manifolds = work->now.manifolds.data,
                            .manifold_count = work->now.manifolds.count,
                            .contact_count = work->contact_count,
                            .points = work->now.points.data,
                            .point_count = work->now.points.count};
    return MOTE_OK;
}
