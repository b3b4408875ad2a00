// Bodies that get new meshes: cut at random, they are what a fresh world has, and what their faces
// kept persists.

#include <mote/manifold.h>
#include <mote/recording.h>
#include <stdlib.h>
#include <string.h>

#include "core/vec.h"
#include "support/compare_reports.h"
#include "support/failing_allocator.h"
#include "support/run.h"
#include "support/stage.h"

typedef struct cut {
    mote_mesh *mesh;
    mote_vec3 *positions; // all vertices of the old body
    uint32_t *new_face_of;
    uint32_t old_count;
} cut;

static mote_mesh *make_mesh(const mote_vec3 *positions, uint32_t vertex_count,
                            const uint32_t *triangles, size_t count)
{
    mote_mesh_def def = mote_default_mesh_def();
    def.positions = (mote_positions){.data = positions, .count = vertex_count};
    def.indices = triangles;
    def.index_count = 3 * count;
    mote_mesh *mesh;
    if (mote_mesh_create(&def, &mesh) != MOTE_OK) fail_msg("%s", mote_last_message());
    return mesh;
}

// Removes the faces on one side of a random plane, and shuffles the others.
static cut make_cut(const stage *s, uint32_t body, mote_random *random)
{
    const io_model *model = &s->models[body];
    uint32_t count = model->triangle_count, kept = 0;
    cut c = {.old_count = count, .positions = malloc(model->vertex_count * sizeof(mote_vec3))};
    uint32_t *triangles = malloc(3 * (size_t)count * sizeof *triangles);
    uint32_t *order = malloc(count * sizeof *order);
    c.new_face_of = malloc(count * sizeof *c.new_face_of);
    assert_true(triangles && order && c.new_face_of && c.positions);
    memcpy(c.positions, s->positions[body], model->vertex_count * sizeof *c.positions);
    mote_vec3 normal = mote_random_direction(random);
    float offset = mote_random_between(random, -0.3f, 0.6f);
    for (uint32_t i = 0; i < count; i++) order[i] = i;
    for (uint32_t i = count; i > 1; i--) {
        uint32_t k = mote_random_below(random, i), swap = order[i - 1];
        order[i - 1] = order[k];
        order[k] = swap;
    }
    for (uint32_t i = 0; i < count; i++) {
        const uint32_t *from = model->triangles + 3 * (size_t)order[i];
        bool stays = mote_vec_dot(model->positions[from[0]], normal) < offset || i == 0;
        c.new_face_of[order[i]] = stays ? kept : MOTE_NONE;
        if (stays) memcpy(triangles + 3 * (size_t)kept++, from, 3 * sizeof *from);
    }
    c.mesh = make_mesh(model->positions, model->vertex_count, triangles, kept);
    free(triangles);
    free(order);
    return c;
}

static void release_cut(cut *c)
{
    mote_mesh_destroy(c->mesh);
    free(c->positions);
    free(c->new_face_of);
}

static void set_positions(mote_world *world, mote_body_id id, const stage *s, uint32_t body)
{
    const mote_positions positions = {
        .data = s->positions[body], .count = s->models[body].vertex_count, .persistent = true};
    assert_int_equal(mote_body_set_positions(world, id, &positions), MOTE_OK);
}

static void make_pair(stage *s, const mote_world_def *def, mote_random *random)
{
    stage_begin(s, def);
    stage_add(s, "icosphere-3");
    stage_add(s, "blob-600");
    for (uint32_t b = 0; b < 2; b++) {
        mote_transform turn = random_turn(random);
        turn.t = mote_vec_scale(mote_random_direction(random), 0.5f);
        stage_place(s, b, placed(1, turn));
        set_positions(s->world, s->ids[b], s, b);
    }
}

static void check_fresh(const stage *s, const mote_world_def *def, const cut *c,
                        const mote_report *report)
{
    mote_world *fresh;
    assert_int_equal(mote_world_create(def, &fresh), MOTE_OK);
    mote_body_id ids[2];
    for (uint32_t b = 0; b < 2; b++) {
        mote_body_def body = mote_default_body_def();
        body.mesh = b ? c->mesh : s->meshes[b];
        assert_int_equal(mote_body_create(fresh, &body, &ids[b]), MOTE_OK);
        set_positions(fresh, ids[b], s, b);
    }
    mote_report expected = detected(fresh);
    assert_int_equal(report->face_pair_count, expected.face_pair_count);
    assert_int_equal(report->contact_count, expected.contact_count);
    if (expected.face_pair_count)
        assert_memory_equal(report->face_pairs, expected.face_pairs,
                            expected.face_pair_count * sizeof *expected.face_pairs);
    for (size_t i = 0; i < expected.contact_count; i++)
        assert_memory_equal(&report->contacts[i], &expected.contacts[i], sizeof *expected.contacts);
    mote_world_destroy(fresh);
}

typedef struct known_point {
    uint64_t id;
    uint32_t face_a, face_b; // in the new mesh
} known_point;

// Points on faces that are still there persist, others end. Nothing has moved, so a point of a face
// pair that is still listed is where it was; the choice of points may differ only where the contact
// has changed.
static size_t count_persisting(const mote_manifolds *found, const known_point *known, size_t count)
{
    size_t persisting = 0;
    for (size_t i = 0; i < found->point_count; i++) {
        const mote_manifold_point *p = &found->points[i];
        const known_point *before = NULL;
        for (size_t k = 0; k < count; k++)
            if (known[k].id == p->id) before = &known[k];
        assert_true((before != NULL) == (p->state == MOTE_PAIR_PERSIST));
        if (before) assert_true(before->face_a != MOTE_NONE && before->face_b != MOTE_NONE);
        persisting += before != NULL;
    }
    return persisting;
}

static size_t list_known(const mote_manifolds *found, const cut *c, known_point *out)
{
    for (size_t i = 0; i < found->point_count; i++)
        out[i] = (known_point){found->points[i].id, found->points[i].a.face,
                               c->new_face_of[found->points[i].b.face]};
    return found->point_count;
}

static const mote_method methods[] = {MOTE_METHOD_HYBRID, MOTE_METHOD_REFIT, MOTE_METHOD_NAIVE,
                                      MOTE_METHOD_SMITH};

static void a_cut_body_is_what_a_fresh_world_has(void **state)
{
    (void)state;
    size_t persisting = 0, cuts_with_points = 0;
    for (size_t i = 0; i < test_count(20, 120, 1000); i++) {
        mote_random random = mote_random_stream(8, i, 0);
        mote_world_def def = mote_default_world_def();
        def.method = methods[i % 8 < 5 ? 0 : i % 4];
        def.manifold_points = 4;
        def.containment = i % 3 == 0;
        stage s;
        make_pair(&s, &def, &random);
        detected(s.world);
        mote_distance distance;
        mote_world_distance(s.world, s.ids[0], s.ids[1], 1, &distance); // leaves hints
        cut c = make_cut(&s, 1, &random);
        mote_manifolds before;
        assert_int_equal(mote_world_manifolds(s.world, &before), MOTE_OK);
        known_point *known = malloc((before.point_count + 1) * sizeof *known);
        assert_non_null(known);
        size_t known_count = list_known(&before, &c, known), kept = 0;
        for (size_t k = 0; k < known_count; k++) kept += known[k].face_b != MOTE_NONE;
        bool has_map = i % 5 != 4;
        assert_int_equal(mote_body_set_mesh(s.world, s.ids[1], c.mesh,
                                            has_map ? c.new_face_of : NULL, c.old_count),
                         MOTE_OK);
        set_positions(s.world, s.ids[1], &s, 1);
        mote_report report = detected(s.world);
        check_fresh(&s, &def, &c, &report);
        if (report.face_pair_count) assert_int_equal(report.pairs[0].state, MOTE_PAIR_PERSIST);
        mote_manifolds after;
        assert_int_equal(mote_world_manifolds(s.world, &after), MOTE_OK);
        size_t now = count_persisting(&after, known, known_count);
        if (!has_map) assert_int_equal(now, 0);
        persisting += now;
        cuts_with_points += has_map && kept > 0;
        assert_int_equal(mote_world_distance(s.world, s.ids[0], s.ids[1], 1, &distance), MOTE_OK);
        free(known);
        stage_end(&s);
        release_cut(&c);
    }
    print_message("%zu points persist over %zu cuts\n", persisting, cuts_with_points);
    assert_true(persisting > cuts_with_points);
}

// A map that keeps all faces and changes their order keeps all ids.
static void a_new_order_of_faces_keeps_all_ids(void **state)
{
    (void)state;
    mote_random random = mote_random_stream(8, 1, 1);
    mote_world_def def = mote_default_world_def();
    def.manifold_points = 4;
    stage s;
    make_pair(&s, &def, &random);
    detected(s.world);
    const io_model *model = &s.models[1];
    uint32_t count = model->triangle_count;
    uint32_t *triangles = malloc(3 * (size_t)count * sizeof *triangles);
    uint32_t *map = malloc(count * sizeof *map);
    assert_true(triangles && map);
    for (uint32_t f = 0; f < count; f++) {
        map[f] = count - 1 - f;
        memcpy(triangles + 3 * (size_t)map[f], model->triangles + 3 * (size_t)f,
               3 * sizeof *triangles);
    }
    mote_mesh *mesh = make_mesh(model->positions, model->vertex_count, triangles, count);
    assert_int_equal(mote_body_set_mesh(s.world, s.ids[1], mesh, map, count), MOTE_OK);
    set_positions(s.world, s.ids[1], &s, 1);
    mote_report report = detected(s.world);
    mote_manifolds found;
    assert_int_equal(mote_world_manifolds(s.world, &found), MOTE_OK);
    assert_true(report.contact_count > 0 && found.manifold_count == report.contact_count);
    for (size_t i = 0; i < found.contact_count; i++)
        assert_int_equal(found.manifolds[i].state, MOTE_PAIR_PERSIST);
    for (size_t i = 0; i < found.point_count; i++)
        assert_int_equal(found.points[i].state, MOTE_PAIR_PERSIST);
    stage_end(&s);
    mote_mesh_destroy(mesh);
    free(triangles);
    free(map);
}

static void mistakes_leave_the_body_as_it_was(void **state)
{
    (void)state;
    mote_random random = mote_random_stream(8, 2, 2);
    mote_world_def def = mote_default_world_def();
    stage s;
    make_pair(&s, &def, &random);
    cut c = make_cut(&s, 1, &random);
    mote_report report = detected(s.world);
    uint64_t face_pairs = report.stats.face_pairs;
    mote_body_id id = s.ids[1];
    assert_int_equal(mote_body_set_mesh(s.world, id, NULL, NULL, 0), MOTE_ERROR_ARGUMENT);
    assert_int_equal(mote_body_set_mesh(s.world, id, c.mesh, c.new_face_of, 3),
                     MOTE_ERROR_ARGUMENT);
    uint32_t face = c.new_face_of[5];
    c.new_face_of[5] = c.old_count;
    assert_int_equal(mote_body_set_mesh(s.world, id, c.mesh, c.new_face_of, c.old_count),
                     MOTE_ERROR_ARGUMENT);
    c.new_face_of[5] = face;
    id.generation++;
    assert_int_equal(mote_body_set_mesh(s.world, id, c.mesh, NULL, 0), MOTE_ERROR_STALE);
    assert_true(detected(s.world).stats.face_pairs == face_pairs);
    stage_end(&s);
    def.method = MOTE_METHOD_SENIN;
    stage_begin(&s, &def);
    stage_add(&s, "box");
    assert_int_equal(mote_body_set_mesh(s.world, s.ids[0], c.mesh, NULL, 0), MOTE_ERROR_REFUSED);
    stage_end(&s);
    release_cut(&c);
}

static void every_allocation_may_fail(void **state)
{
    (void)state;
    for (size_t more = 1, ended = 0; !ended; more++) {
        mote_random random = mote_random_stream(8, 3, 3);
        failing_allocator memory = {0};
        mote_world_def def = mote_default_world_def();
        def.allocator = failing_allocator_hook(&memory);
        def.method = MOTE_METHOD_REFIT;
        stage s;
        make_pair(&s, &def, &random);
        cut c = make_cut(&s, 1, &random);
        uint64_t face_pairs = detected(s.world).stats.face_pairs;
        memory.fail_at = memory.calls + more;
        mote_result result = mote_body_set_mesh(s.world, s.ids[1], c.mesh, NULL, 0);
        memory.fail_at = 0;
        ended = result == MOTE_OK;
        assert_true(ended || result == MOTE_ERROR_MEMORY);
        if (!ended) assert_true(detected(s.world).stats.face_pairs == face_pairs);
        stage_end(&s);
        assert_int_equal(memory.live, 0);
        release_cut(&c);
    }
}

// ---------------------------------------------------------------------------------------------
// Recording

typedef struct bytes {
    unsigned char *data;
    size_t size;
} bytes;

static bool write_bytes(void *context, const void *data, size_t size)
{
    bytes *b = context;
    unsigned char *more = realloc(b->data, b->size + size);
    assert_non_null(more);
    memcpy(more + b->size, data, size);
    *b = (bytes){more, b->size + size};
    return true;
}

static void play(const bytes *file, const uint64_t *first_ids, size_t frames)
{
    mote_recording *recording;
    mote_player *player;
    assert_int_equal(mote_recording_open(file->data, file->size, NULL, &recording), MOTE_OK);
    assert_int_equal(mote_player_create(recording, NULL, &player), MOTE_OK);
    for (size_t i = 0; i < frames; i++) {
        mote_played_frame frame;
        if (mote_player_step(player, &frame) != MOTE_OK) fail_msg("%s", mote_last_message());
        assert_true(frame.compared && frame.equal);
        mote_manifolds found;
        assert_int_equal(mote_world_manifolds(mote_player_world(player), &found), MOTE_OK);
        assert_true((found.point_count ? found.points[0].id : 0) == first_ids[i]);
    }
    mote_player_destroy(player);
    mote_recording_close(recording);
}

static void cuts_are_recorded(void **state)
{
    (void)state;
    for (size_t i = 0; i < test_count(5, 20, 200); i++) {
        mote_random random = mote_random_stream(8, i, 4);
        mote_world_def def = mote_default_world_def();
        def.manifold_points = 4;
        stage s;
        make_pair(&s, &def, &random);
        bytes file = {0};
        const mote_record_sink sink = {.write = write_bytes, .context = &file};
        assert_int_equal(mote_world_record(s.world, &sink), MOTE_OK);
        enum { FRAMES = 4 };
        uint64_t ids[FRAMES];
        cut cuts[2] = {make_cut(&s, 1, &random), make_cut(&s, 0, &random)};
        for (size_t frame = 0; frame < FRAMES; frame++) {
            detected(s.world);
            mote_manifolds found;
            assert_int_equal(mote_world_manifolds(s.world, &found), MOTE_OK);
            ids[frame] = found.point_count ? found.points[0].id : 0;
            uint32_t body = frame ? 0 : 1;
            if (frame > 1) continue;
            assert_int_equal(mote_body_set_mesh(s.world, s.ids[body], cuts[frame].mesh,
                                                i % 2 ? NULL : cuts[frame].new_face_of,
                                                cuts[frame].old_count),
                             MOTE_OK);
            if (i % 3) set_positions(s.world, s.ids[body], &s, body);
        }
        assert_int_equal(mote_world_record_stop(s.world), MOTE_OK);
        play(&file, ids, FRAMES);
        free(file.data);
        stage_end(&s);
        release_cut(&cuts[0]);
        release_cut(&cuts[1]);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_cut_body_is_what_a_fresh_world_has),
        cmocka_unit_test(a_new_order_of_faces_keeps_all_ids),
        cmocka_unit_test(mistakes_leave_the_body_as_it_was),
        cmocka_unit_test(every_allocation_may_fail),
        cmocka_unit_test(cuts_are_recorded),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
