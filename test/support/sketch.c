#include "support/sketch.h"

#include "core/vec.h"
#include "support/run.h"

static void add_box(void *context, mote_draw_kind kind, const mote_box *box)
{
    sketch *s = context;
    assert_true(s->box_count < SKETCH_ROOM);
    assert_true(box->min.x <= box->max.x && box->min.y <= box->max.y && box->min.z <= box->max.z);
    s->boxes[s->box_count++] = (sketched_box){kind, *box};
}

static void add_point(void *context, mote_draw_kind kind, mote_body_id body, uint32_t id,
                      mote_vec3 at)
{
    sketch *s = context;
    assert_true(s->point_count < SKETCH_ROOM);
    assert_true(id == 0 || kind == MOTE_DRAW_PARTICLE);
    s->points[s->point_count++] = (sketched_point){kind, body, id, at};
}

static void add_vector(void *context, mote_draw_kind kind, mote_body_id body, mote_vec3 at,
                       mote_vec3 v)
{
    sketch *s = context;
    assert_true(s->vector_count < SKETCH_ROOM);
    assert_true(mote_vec_finite(at) && mote_vec_finite(v) && mote_vec_length(v) > 0);
    s->vectors[s->vector_count++] = (sketched_vector){kind, body, at, v};
}

static void add_areas(void *context, mote_body_id body, const uint32_t *area_of,
                      uint32_t vertex_count, uint32_t area_count)
{
    sketch *s = context;
    assert_true(s->areas_count < sizeof s->areas / sizeof *s->areas);
    s->areas[s->areas_count++] = (sketched_areas){body, area_of, vertex_count, area_count};
}

void sketch_world(mote_world *world, sketch *out)
{
    out->box_count = out->point_count = out->vector_count = out->areas_count = 0;
    const mote_debug_draw draw = {.box = add_box,
                                  .point = add_point,
                                  .vector = add_vector,
                                  .areas = add_areas,
                                  .context = out};
    assert_int_equal(mote_world_draw(world, &draw), MOTE_OK);
}

uint32_t sketch_boxes_of(const sketch *s, mote_draw_kind kind)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < s->box_count; i++) count += s->boxes[i].kind == kind;
    return count;
}

uint32_t sketch_points_of(const sketch *s, mote_draw_kind kind)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < s->point_count; i++) count += s->points[i].kind == kind;
    return count;
}

uint32_t sketch_vectors_of(const sketch *s, mote_draw_kind kind)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < s->vector_count; i++) count += s->vectors[i].kind == kind;
    return count;
}
