// What the last detect saw, for whoever wants to look at it.

#include "core/result.h"
#include "core/sort.h"
#include "shape/on_demand.h"
#include "world/world.h"

// Has not moved since it was last looked at.
static bool is_known(const mote_shape *shape)
{
    return (shape->fresh || mote_shape_is_on_demand(shape)) && !mote_shape_is_broken(shape);
}

static void draw_bodies(const mote_world *world, const mote_debug_draw *draw)
{
    for (uint32_t i = 0; i < world->bodies.count; i++) {
        const mote_body *body = mote_world_body_at(world, i);
        if (body->generation && is_known(&body->shape))
            draw->box(draw->context, MOTE_DRAW_BODY, mote_shape_bounds(&body->shape));
    }
}

static void draw_regions(const mote_world *world, const mote_debug_draw *draw)
{
    const mote_candidate *candidates = world->candidates.data;
    const uint64_t *keys = world->pair_keys.data;
    for (size_t i = 0; i < world->candidates.count; i++) {
        if (keys[i] >> 32 != (uint32_t)keys[i]) // a body with itself overlaps everywhere
            draw->box(draw->context, MOTE_DRAW_REGION, &candidates[i].region);
    }
}

// ---------------------------------------------------------------------------------------------
// Faces

// The body of the last detect, if it is still there and has not moved since.
static const mote_body *unmoved_body(const mote_world *world, mote_body_id id)
{
    const mote_body *body = mote_world_body_at(world, id.index);
    return body->generation == id.generation && is_known(&body->shape) ? body : NULL;
}

// Body and face of both sides of each face pair, some of them several times.
static size_t collect_faces(const mote_world *world, uint64_t *keys)
{
    const mote_pair_report *pairs = world->report.pairs.data;
    const mote_face_pair *face_pairs = world->report.face_pairs.data;
    size_t count = 0, listed = world->report.face_pairs.count;
    for (size_t i = 0; i < world->report.pairs.count && listed; i++) {
        bool has_a = unmoved_body(world, pairs[i].a), has_b = unmoved_body(world, pairs[i].b);
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

static bool is_there(const mote_world *world, mote_body_id id)
{
    return mote_world_body_at(world, id.index)->generation == id.generation;
}

// What the method keeps for each pair of bodies, on their surfaces as they are now.
static void draw_points(const mote_world *world, const mote_debug_draw *draw)
{
    const mote_candidate *candidates = world->candidates.data;
    for (size_t i = 0; i < world->candidates.count; i++) {
        const mote_candidate *c = &candidates[i];
        if (is_there(world, c->estimate.a) && is_there(world, c->estimate.b))
            world->method->draw_pair(&world->settings, c, draw);
    }
}

// ---------------------------------------------------------------------------------------------

mote_result mote_world_draw(mote_world *world, const mote_debug_draw *draw)
{
    if (!world || !draw)
        return mote_fail(MOTE_ERROR_ARGUMENT, "the %s is null", world ? "debug draw" : "world");
    if (!world->has_report)
        return mote_fail(MOTE_ERROR_STATE, "there is nothing to draw before the first detect");
    if (draw->box) {
        draw_bodies(world, draw);
        draw_regions(world, draw);
    }
    if (world->method->draw && world->method_can_draw)
        world->method->draw(world->method_state, draw);
    if (draw->point && world->method->draw_pair && world->method_can_draw) draw_points(world, draw);
    if (draw->triangle && !draw_faces(world, draw))
        return mote_fail(MOTE_ERROR_MEMORY, "no memory to draw the faces that meet");
    const mote_segment *segments = world->report.segments.data;
    for (size_t i = 0; draw->segment && i < world->report.segments.count; i++)
        draw->segment(draw->context, segments[i].p, segments[i].q);
    return MOTE_OK;
}
