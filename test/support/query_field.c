#include "support/query_field.h"

#include <math.h>
#include <string.h>

#include "core/box.h"
#include "core/vec.h"
#include "support/run.h"

// ---------------------------------------------------------------------------------------------
// Random bodies

static mote_world *create_world(failing_allocator *memory)
{
    mote_world_def def = mote_default_world_def();
    def.contacts = false;
    if (memory) def.allocator = failing_allocator_hook(memory);
    mote_world *world;
    assert_int_equal(mote_world_create(&def, &world), MOTE_OK);
    return world;
}

static void begin(query_field *f, uint64_t index)
{
    random_frames_begin(&f->frames, 41, index, 200 + 1000 * (index % 8 == 0));
    f->random = mote_random_stream(42, index, 0);
    f->world = create_world(NULL);
    f->count = f->frames.body_count;
    for (uint32_t i = 0; i < f->count; i++) {
        mote_body_def def = mote_default_body_def();
        def.mesh = f->frames.bodies[i].mesh;
        def.category = (uint64_t)1 << i;
        assert_int_equal(mote_body_create(f->world, &def, &f->ids[i]), MOTE_OK);
    }
}

static void show(query_field *f)
{
    for (uint32_t i = 0; i < f->count; i++) {
        const random_body *body = &f->frames.bodies[i];
        mote_positions now = {.data = body->now, .count = body->vertex_count};
        assert_int_equal(mote_body_set_positions(f->world, f->ids[i], &now), MOTE_OK);
        f->faces[i] = present_faces_take(f->world, f->ids[i]);
    }
}

static void hide(query_field *f)
{
    for (uint32_t i = 0; i < f->count; i++) present_faces_release(&f->faces[i]);
}

static void end(query_field *f)
{
    mote_world_destroy(f->world);
    random_frames_end(&f->frames);
}

void query_field_check(size_t fields, query_check *check)
{
    for (uint64_t index = 0; index < fields; index++) {
        query_field f;
        begin(&f, index);
        for (int step = 0; step < 3; step++) {
            show(&f);
            for (int i = 0; i < 12; i++) check(&f);
            hide(&f);
            random_frames_next(&f.frames);
        }
        end(&f);
    }
}

mote_vec3 query_field_corner(query_field *f)
{
    const present_faces *faces = &f->faces[mote_random_below(&f->random, f->count)];
    return faces->corners[mote_random_below(&f->random, 3 * faces->count)];
}

static float size_of(const query_field *f)
{
    mote_box all = mote_box_empty();
    for (uint32_t i = 0; i < f->count; i++) mote_box_add_box(&all, &f->faces[i].box);
    return mote_vec_length(mote_vec_sub(all.max, all.min));
}

mote_vec3 query_field_point(query_field *f)
{
    const float far[] = {0, 0.02f, 0.2f, 2};
    float by = far[mote_random_below(&f->random, 4)] * size_of(f);
    return mote_vec_add(query_field_corner(f),
                        mote_vec_scale(mote_random_direction(&f->random), by));
}

float query_field_length(query_field *f)
{
    const float lengths[] = {0, 0.01f, 0.1f, 0.5f};
    return lengths[mote_random_below(&f->random, 4)] * size_of(f);
}

uint64_t query_field_mask(query_field *f)
{
    return mote_random_below(&f->random, 3) ? UINT64_MAX : mote_random_u64(&f->random);
}

// ---------------------------------------------------------------------------------------------
// One torus

query_torus query_torus_create(failing_allocator *memory)
{
    query_torus t = {.rest = test_mesh_torus(40, 30, 1, 0.4f)};
    mote_mesh_def mesh_def = test_mesh_def(&t.rest);
    t.mesh = test_mesh_create(&mesh_def);
    t.world = create_world(memory);
    mote_body_def def = mote_default_body_def();
    def.mesh = t.mesh;
    assert_int_equal(mote_body_create(t.world, &def, &t.id), MOTE_OK);
    return t;
}

void query_torus_release(query_torus *t)
{
    mote_world_destroy(t->world);
    mote_mesh_destroy(t->mesh);
    test_mesh_release(&t->rest);
}

static void show_vertex_at(query_torus *t, float x)
{
    t->rest.positions[3].x = x;
    mote_positions shown = {.data = t->rest.positions, .count = t->rest.vertex_count};
    assert_int_equal(mote_body_set_positions(t->world, t->id, &shown), MOTE_OK);
}

void query_torus_break(query_torus *t)
{
    show_vertex_at(t, NAN);
}

void query_torus_mend(query_torus *t)
{
    show_vertex_at(t, 1);
}

// ---------------------------------------------------------------------------------------------
// What all queries promise

void query_assert_refused(mote_result result, mote_result code, const char *words)
{
    assert_int_equal(result, code);
    if (!strstr(mote_last_message(), words))
        fail_msg("\"%s\" lacks \"%s\"", mote_last_message(), words);
}

static mote_result ask_after_change(const query_torus *t, query_ask *ask)
{
    assert_int_equal(mote_body_set_transform(t->world, t->id, NULL), MOTE_OK);
    return ask(t);
}

static void check_warm(query_ask *ask)
{
    failing_allocator memory = {0};
    query_torus t = query_torus_create(&memory);
    assert_int_equal(ask_after_change(&t, ask), MOTE_OK);
    size_t calls = memory.calls;
    for (int i = 0; i < 5; i++) assert_int_equal(ask_after_change(&t, ask), MOTE_OK);
    assert_int_equal(memory.calls, calls);
    query_torus_release(&t);
    assert_int_equal(memory.live, 0);
}

void query_check_memory(query_ask *ask)
{
    check_warm(ask);
    mote_result result = MOTE_ERROR_MEMORY;
    for (size_t nth = 1; result != MOTE_OK; nth++) {
        failing_allocator memory = {0};
        query_torus t = query_torus_create(&memory);
        memory.fail_at = memory.calls + nth;
        result = ask_after_change(&t, ask);
        if (result != MOTE_OK) query_assert_refused(result, MOTE_ERROR_MEMORY, "memory");
        memory.fail_at = 0;
        assert_int_equal(ask_after_change(&t, ask), MOTE_OK);
        query_torus_release(&t);
        assert_int_equal(memory.live, 0);
    }
}
