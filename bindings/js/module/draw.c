// What a page draws: marks of touching faces, and the debug drawing of the method.

#include <stdlib.h>
#include <string.h>

#include "bindings/js/module/world.h"
#include "core/result.h"

// ---------------------------------------------------------------------------------------------
// Marks

mote_result js_world_marks(js_world *world, uint32_t body, const uint8_t **out)
{
    *out = NULL;
    js_body *b = js_body_at(world, body);
    if (!b) return MOTE_ERROR_STALE;
    if (!b->marks) b->marks = calloc(b->mesh->triangle_count, 1);
    if (!b->marks) return mote_fail_memory(b->mesh->triangle_count, "the marks of a body");
    *out = b->marks;
    return MOTE_OK;
}

static mote_result clear_marks(js_world *world)
{
    for (uint32_t i = 0; i < world->body_capacity; i++) {
        const js_body *b = &world->bodies[i];
        if (!b->id.generation) continue;
        const uint8_t *marks;
        mote_result result = js_world_marks(world, i, &marks);
        if (result) return result;
        memset(b->marks, 0, b->mesh->triangle_count);
    }
    return MOTE_OK;
}

// The marks of a body of the report; null if the body was removed since.
static uint8_t *marks_of(const js_world *world, mote_body_id id)
{
    if (id.index >= world->body_capacity) return NULL;
    const js_body *b = &world->bodies[id.index];
    return b->id.generation == id.generation ? b->marks : NULL;
}

static void mark_pair(const js_world *world, const mote_report *report,
                      const mote_pair_report *pair)
{
    uint8_t *a = marks_of(world, pair->a);
    uint8_t *b = marks_of(world, pair->b);
    const mote_face_pair *faces = report->face_pairs + pair->first_face_pair;
    for (uint32_t i = 0; i < pair->face_pair_count; i++) {
        if (a) a[faces[i].face_a] = 1;
        if (b) b[faces[i].face_b] = 1;
    }
}

mote_result js_world_mark(js_world *world)
{
    const mote_report *report;
    mote_result result = js_world_report(world, &report);
    if (!result) result = clear_marks(world);
    if (result || report->face_pair_count == 0) return result; // MOTE_DETECT_COUNT lists none
    for (size_t i = 0; i < report->pair_count; i++) mark_pair(world, report, &report->pairs[i]);
    return MOTE_OK;
}

// ---------------------------------------------------------------------------------------------
// Debug drawing

typedef struct pen {
    js_world *world;
    mote_allocator allocator;
    bool failed;
} pen;

static void draw_box(void *context, mote_draw_kind kind, const mote_box *box)
{
    pen *p = context;
    p->failed |= !mote_array_push(&p->world->boxes, &p->allocator, (js_drawn_box){kind, *box});
}

static void draw_segment(void *context, mote_vec3 from, mote_vec3 to)
{
    pen *p = context;
    p->failed |= !mote_array_push(&p->world->segments, &p->allocator, (mote_segment){from, to});
}

static void draw_point(void *context, mote_draw_kind kind, mote_body_id body, uint32_t id,
                       mote_vec3 at)
{
    pen *p = context;
    js_drawn_point drawn = {kind, body.index, id, at};
    p->failed |= !mote_array_push(&p->world->points, &p->allocator, drawn);
}

static void draw_vector(void *context, mote_draw_kind kind, mote_body_id body, mote_vec3 at,
                        mote_vec3 v)
{
    pen *p = context;
    js_drawn_vector drawn = {kind, body.index, at, v};
    p->failed |= !mote_array_push(&p->world->vectors, &p->allocator, drawn);
}

static void draw_areas(void *context, mote_body_id body, const uint32_t *area_of,
                       uint32_t vertex_count, uint32_t area_count)
{
    (void)area_count;
    pen *p = context;
    js_body *b = js_body_at(p->world, body.index);
    if (b && !b->areas) b->areas = malloc(vertex_count * sizeof *b->areas);
    if (!b || !b->areas) {
        p->failed = true;
        return;
    }
    memcpy(b->areas, area_of, vertex_count * sizeof *area_of);
    b->has_areas = true;
}

static mote_result draw_all(js_world *world, bool sweep, const js_drawing **out)
{
    *out = NULL;
    world->boxes.count = world->segments.count = world->points.count = world->vectors.count = 0;
    for (uint32_t i = 0; i < world->body_capacity; i++) world->bodies[i].has_areas = false;
    pen p = {.world = world, .allocator = mote_allocator_or_default((mote_allocator){0})};
    mote_debug_draw draw = {.box = draw_box,
                            .segment = draw_segment,
                            .point = draw_point,
                            .vector = draw_vector,
                            .areas = draw_areas,
                            .context = &p};
    mote_result result =
        sweep ? mote_world_draw_sweep(world->world, &draw) : mote_world_draw(world->world, &draw);
    if (result) return result;
    if (p.failed) return mote_fail(MOTE_ERROR_MEMORY, "out of memory for the drawing");
    world->drawing = (js_drawing){.boxes = world->boxes.data,
                                  .box_count = (uint32_t)world->boxes.count,
                                  .segments = world->segments.data,
                                  .segment_count = (uint32_t)world->segments.count,
                                  .points = world->points.data,
                                  .point_count = (uint32_t)world->points.count,
                                  .vectors = world->vectors.data,
                                  .vector_count = (uint32_t)world->vectors.count};
    *out = &world->drawing;
    return MOTE_OK;
}

mote_result js_world_draw(js_world *world, const js_drawing **out)
{
    return draw_all(world, false, out);
}

mote_result js_world_draw_sweep(js_world *world, const js_drawing **out)
{
    return draw_all(world, true, out);
}

mote_result js_world_areas(js_world *world, uint32_t body, const uint32_t **out)
{
    *out = NULL;
    const js_body *b = js_body_at(world, body);
    if (!b) return MOTE_ERROR_STALE;
    if (b->has_areas) *out = b->areas;
    return MOTE_OK;
}
