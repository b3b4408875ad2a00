// Debug drawing of the last detect and of the last sweep.

#include "core/box.h"
#include "core/float_env.h"
#include "core/result.h"
#include "core/sort.h"
#include "method/drawing.h"
#include "world/sweep.h"

static bool lacks_positions(const mote_world *world, mote_body_id id)
{
    return mote_shape_lacks_positions(&mote_world_body_at(world, id.index)->shape);
}

// Returns the body of the last detect if it still exists and has not moved.
static const mote_body *find_unmoved(const mote_world *world, mote_body_id id)
{
    const mote_body *body = mote_world_body_at(world, id.index);
    return body->generation == id.generation && !body->moved ? body : NULL;
}

static bool are_unmoved(const mote_world *world, mote_body_id a, mote_body_id b)
{
    return find_unmoved(world, a) && find_unmoved(world, b);
}

// Does the shape have boxes and corners? Some methods need neither.
static bool is_known(const mote_shape *shape)
{
    return shape->readiness >= MOTE_SHAPE_ON_DEMAND && !mote_shape_is_broken(shape);
}

static void draw_bodies(const mote_world *world, const mote_debug_draw *draw)
{
    for (uint32_t i = 0; i < world->bodies.count; i++) {
        const mote_body *body = mote_world_body_at(world, i);
        if (body->generation && !body->moved && is_known(&body->shape))
            draw->box(draw->context, MOTE_DRAW_BODY, mote_shape_bounds(&body->shape));
    }
}

static void draw_regions(const mote_world *world, const mote_debug_draw *draw)
{
    const mote_candidate *candidates = world->candidates.data;
    const uint64_t *keys = world->pair_keys.data;
    for (size_t i = 0; i < world->candidates.count; i++) {
        const mote_pair_estimate *pair = &candidates[i].estimate;
        const mote_box *region = &candidates[i].region;    // empty if the method wants all pairs
        bool is_self = keys[i] >> 32 == (uint32_t)keys[i]; // a body overlaps itself everywhere
        if (!is_self && mote_boxes_overlap(region, region) && are_unmoved(world, pair->a, pair->b))
            draw->box(draw->context, MOTE_DRAW_REGION, region);
    }
}

// ---------------------------------------------------------------------------------------------
// Faces and segments

static bool has_faces(const mote_world *world, mote_body_id id)
{
    const mote_body *body = find_unmoved(world, id);
    return body && is_known(&body->shape);
}

// Collects the body and face of both sides of each face pair, with duplicates.
static size_t collect_faces(const mote_world *world, uint64_t *keys)
{
    const mote_pair_report *pairs = world->report.pairs.data;
    const mote_face_pair *face_pairs = world->report.face_pairs.data;
    size_t count = 0, listed = world->report.face_pairs.count;
    for (size_t i = 0; i < world->report.pairs.count && listed; i++) {
        bool has_a = has_faces(world, pairs[i].a), has_b = has_faces(world, pairs[i].b);
        for (uint32_t k = 0; k < pairs[i].face_pair_count; k++) {
            mote_face_pair faces = face_pairs[pairs[i].first_face_pair + k];
            if (has_a) keys[count++] = (uint64_t)pairs[i].a.index << 32 | faces.face_a;
            if (has_b) keys[count++] = (uint64_t)pairs[i].b.index << 32 | faces.face_b;
        }
    }
    return count;
}

static bool draw_faces(mote_world *world, const mote_debug_draw *draw)
{
    mote_report_data *report = &world->report;
    report->keys.count = report->scratch.count = 0;
    size_t most = 2 * report->face_pairs.count;
    uint64_t *keys = mote_array_room(&report->keys, &world->allocator, most);
    uint64_t *scratch = mote_array_room(&report->scratch, &world->allocator, most);
    if (!keys || !scratch) return false;
    size_t count = collect_faces(world, keys);
    mote_sort_keys(keys, count, scratch);
    for (size_t i = 0; i < count; i++) {
        if (i > 0 && keys[i] == keys[i - 1]) continue;
        uint32_t index = (uint32_t)(keys[i] >> 32), face = (uint32_t)keys[i];
        mote_vec3 corners[3];
        mote_shape_face_corners(&mote_world_body_at(world, index)->shape, face, corners);
        draw->triangle(draw->context, mote_world_id_of(world, index), face, corners);
    }
    return true;
}

static void draw_segments(const mote_world *world, const mote_debug_draw *draw)
{
    const mote_pair_report *pairs = world->report.pairs.data;
    const mote_contact *contacts = world->report.contacts.data;
    const mote_segment *segments = world->report.segments.data;
    for (size_t i = 0; i < world->report.contacts.count; i++) {
        const mote_pair_report *pair = &pairs[contacts[i].pair];
        if (!are_unmoved(world, pair->a, pair->b)) continue;
        for (uint32_t k = 0; k < contacts[i].segment_count; k++) {
            const mote_segment *s = &segments[contacts[i].first_segment + k];
            draw->segment(draw->context, s->p, s->q);
        }
    }
}

static void draw_manifolds(const mote_world *world, const mote_debug_draw *draw)
{
    const mote_manifold_work *work = &world->manifolds;
    for (size_t i = 0; i < work->contact_count; i++) {
        const mote_manifold *m = &work->now.manifolds.data[i];
        if (!are_unmoved(world, m->a, m->b)) continue;
        for (uint32_t k = 0; k < m->point_count; k++) {
            const mote_manifold_point *p = &work->now.points.data[m->first_point + k];
            if (draw->point)
                draw->point(draw->context, MOTE_DRAW_MANIFOLD, m->a, (uint32_t)p->id, p->a.point);
            mote_draw_vector(draw, MOTE_DRAW_MANIFOLD, m->a, p->a.point,
                             world->report.contacts.data[i].normal);
        }
    }
}

// ---------------------------------------------------------------------------------------------
// Data of the method

static bool is_there(const mote_world *world, mote_body_id id)
{
    return mote_world_body_at(world, id.index)->generation == id.generation;
}

// Are the positions of all bodies readable?
static bool all_can_be_read(const mote_world *world)
{
    for (uint32_t i = 0; i < world->bodies.count; i++) {
        if (mote_shape_lacks_positions(&mote_world_body_at(world, i)->shape)) return false;
    }
    return true;
}

static void draw_kept_of_bodies(const mote_world *world, const mote_debug_draw *draw)
{
    bool has_company = world->method_can_draw && all_can_be_read(world);
    for (uint32_t i = 0; i < world->bodies.count; i++) {
        const mote_body *body = mote_world_body_at(world, i);
        const mote_drawn_body drawn = {.id = mote_world_id_of(world, i),
                                       .shape = &body->shape,
                                       .state = body->method_state,
                                       .has_company = has_company};
        if (body->generation && !mote_shape_lacks_positions(&body->shape))
            world->method->draw_body(&world->settings, &drawn, draw);
    }
}

// Methods that store points of surfaces draw them at the present positions of the surfaces.
static void draw_kept_of_pairs(const mote_world *world, const mote_method_api *method,
                               const mote_candidate_array *candidates, const mote_debug_draw *draw)
{
    bool follows = method->info.abilities & MOTE_ABILITY_POINTS;
    for (size_t i = 0; i < candidates->count; i++) {
        const mote_candidate *c = candidates->data + i;
        mote_body_id a = c->estimate.a, b = c->estimate.b;
        if (lacks_positions(world, a) || lacks_positions(world, b)) continue;
        if (follows ? is_there(world, a) && is_there(world, b) : are_unmoved(world, a, b))
            method->draw_pair(&world->settings, c, draw);
    }
}

// Drawings of a whole frame cannot be split by body, so they require that no body has moved.
static bool none_has_moved(const mote_world *world)
{
    const mote_candidate *candidates = world->candidates.data;
    for (size_t i = 0; i < world->candidates.count; i++) {
        const mote_pair_estimate *pair = &candidates[i].estimate;
        if (!are_unmoved(world, pair->a, pair->b)) return false;
    }
    return true;
}

// Draws the hints of all pairs that recently were together or queried.
static void draw_hints(const mote_world *world, const mote_debug_draw *draw)
{
    for (size_t i = 0; i < world->hints.capacity; i++) {
        const mote_pair_hint *kept = world->hints.places[i];
        if (!kept || kept->hint.slot_a == MOTE_NONE) continue;
        if (!is_there(world, kept->a) || !is_there(world, kept->b)) continue;
        const mote_shape *a = &mote_world_body_at(world, kept->a.index)->shape;
        const mote_shape *b = &mote_world_body_at(world, kept->b.index)->shape;
        mote_draw_hint(draw, kept->a, a, mote_shape_face(a, kept->hint.slot_a));
        mote_draw_hint(draw, kept->b, b, mote_shape_face(b, kept->hint.slot_b));
    }
}

static void draw_method(const mote_world *world, const mote_debug_draw *draw)
{
    const mote_method_api *method = world->method, *engine = world->certifier.engine;
    if (method->draw_body) draw_kept_of_bodies(world, draw);
    draw_hints(world, draw);
    if (!world->method_can_draw) return;
    if (method->draw && none_has_moved(world)) method->draw(world->method_state, draw);
    if (method->draw_pair) draw_kept_of_pairs(world, method, &world->candidates, draw);
    if (engine) draw_kept_of_pairs(world, engine, &world->certifier.candidates, draw);
}

// ---------------------------------------------------------------------------------------------

static mote_result draw_frame(mote_world *world, const mote_debug_draw *draw)
{
    mote_float_env env = mote_float_env_enter();
    if (draw->box) {
        draw_bodies(world, draw);
        draw_regions(world, draw);
    }
    draw_method(world, draw);
    mote_float_env_leave(env);
    if (draw->triangle && !draw_faces(world, draw))
        return mote_fail(MOTE_ERROR_MEMORY, "no memory to draw the faces that meet");
    if (draw->segment) draw_segments(world, draw);
    draw_manifolds(world, draw);
    return MOTE_OK;
}

mote_result mote_world_draw(mote_world *world, const mote_debug_draw *draw)
{
    if (!world || !draw)
        return mote_fail(MOTE_ERROR_ARGUMENT, "mote_world_draw: %s is null",
                         world ? "draw" : "world");
    mote_result result = mote_world_enter(world, __func__);
    if (result != MOTE_OK) return result;
    result = world->has_report
                 ? draw_frame(world, draw)
                 : mote_fail(MOTE_ERROR_STATE,
                             "mote_world_draw: called before the first mote_world_detect");
    mote_world_leave(world);
    return result;
}

// ---------------------------------------------------------------------------------------------
// The last sweep

static void draw_swept_boxes(const mote_world *world, const mote_debug_draw *draw)
{
    for (uint32_t i = 0; i < world->bodies.count && draw->box; i++) {
        const mote_body *body = mote_world_body_at(world, i);
        if (body->generation && body->sweep && body->sweep->takes_part)
            draw->box(draw->context, MOTE_DRAW_SWEPT, &body->sweep->swept.box);
    }
}

static void draw_impacts(const mote_world *world, const mote_debug_draw *draw)
{
    const mote_sweeper *sweeper = world->sweeper;
    for (size_t i = 0; i < sweeper->contacts.count; i++) {
        const mote_swept_pair *pair = &sweeper->pairs.data[sweeper->impacts.data[i].pair];
        const mote_swept_contact *contact = &sweeper->contacts.data[i];
        if (!is_there(world, pair->a) || !is_there(world, pair->b)) continue;
        mote_draw_point(draw, MOTE_DRAW_IMPACT, pair->a, contact->point);
        mote_draw_vector(draw, MOTE_DRAW_IMPACT, pair->a, contact->point, contact->normal);
    }
}

mote_result mote_world_draw_sweep(mote_world *world, const mote_debug_draw *draw)
{
    if (!draw) return mote_fail(MOTE_ERROR_ARGUMENT, "mote_world_draw_sweep: draw is null");
    mote_result result = mote_world_enter(world, __func__);
    if (result != MOTE_OK) return result;
    result = mote_sweep_expect_report(world, __func__);
    if (result == MOTE_OK) {
        mote_float_env env = mote_float_env_enter();
        draw_swept_boxes(world, draw);
        draw_impacts(world, draw);
        mote_float_env_leave(env);
    }
    mote_world_leave(world);
    return result;
}
