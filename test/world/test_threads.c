// LABELS threads

// The report and its contacts, to the bit, for any number of workers.

#include <stdlib.h>
#include <string.h>

#include "scenes/scenes.h"
#include "support/compare_reports.h"
#include "support/random_frames.h"
#include "support/run.h"

enum { TEAMS = 4 };
static const uint32_t workers[TEAMS] = {1, 2, 3, 8};

static bool same_bytes(const void *a, size_t count_a, const void *b, size_t count_b, size_t size)
{
    return count_a == count_b && (count_a == 0 || memcmp(a, b, count_a * size) == 0);
}

static const char *contacts_differ(const mote_report *a, const mote_report *b)
{
    if (!same_bytes(a->contacts, a->contact_count, b->contacts, b->contact_count,
                    sizeof *a->contacts))
        return "contacts";
    if (!same_bytes(a->segments, a->segment_count, b->segments, b->segment_count,
                    sizeof *a->segments))
        return "segments";
    if (!a->contact_of != !b->contact_of) return "contacts of face pairs";
    if (a->contact_of && !same_bytes(a->contact_of, a->face_pair_count, b->contact_of,
                                     b->face_pair_count, sizeof *a->contact_of))
        return "contacts of face pairs";
    return NULL;
}

static void expect_same(const mote_report *alone, const mote_report *team, uint32_t worker_count,
                        const char *where, uint32_t frame)
{
    const char *what = reports_differ(alone, team);
    if (!what) what = contacts_differ(alone, team);
    if (what) fail_msg("%s, frame %u: %u workers have other %s", where, frame, worker_count, what);
}

static void create_worlds(mote_world_def def, mote_world **worlds)
{
    def.containment = true;
    for (int i = 0; i < TEAMS; i++) {
        def.worker_count = workers[i];
        assert_int_equal(mote_world_create(&def, &worlds[i]), MOTE_OK);
    }
}

static void destroy_worlds(mote_world **worlds)
{
    for (int i = 0; i < TEAMS; i++) mote_world_destroy(worlds[i]);
}

// ---------------------------------------------------------------------------------------------

static void random_worlds_are_the_same(void **state)
{
    (void)state;
    size_t contacts = 0;
    for (size_t i = 0; i < test_count(1, 5, 150) * RANDOM_KINDS; i++) {
        random_frames frames;
        random_frames_begin(&frames, 11, i, i % 5 ? 60 : 1500);
        mote_world_def def = mote_default_world_def();
        if (i / RANDOM_KINDS % 2) def.tolerance = 0.1f * frames.tolerance;
        mote_world *worlds[TEAMS];
        mote_body_id ids[TEAMS][RANDOM_BODIES];
        create_worlds(def, worlds);
        for (int t = 0; t < TEAMS; t++) random_frames_populate(&frames, worlds[t], ids[t]);
        for (uint32_t frame = 0; frame < 3; frame++) {
            mote_report alone = {0};
            for (int t = 0; t < TEAMS; t++) {
                random_frames_show(&frames, worlds[t], ids[t]);
                mote_report report = detected(worlds[t]);
                if (t == 0) alone = report;
                expect_same(&alone, &report, workers[t], "random world", frame);
            }
            contacts += alone.contact_count;
            random_frames_next(&frames);
        }
        destroy_worlds(worlds);
        random_frames_end(&frames);
    }
    assert_true(contacts > 0);
}

// ---------------------------------------------------------------------------------------------

typedef struct show {
    scene_instance *scene;
    uint32_t body_count;
    mote_mesh **meshes;
    mote_vec3 **positions;
} show;

static show open_show(const char *name, uint32_t detail)
{
    show s = {0};
    scene_def def = scene_default_def();
    def.name = name;
    def.detail = detail;
    if (scene_open(&def, &s.scene) != MOTE_OK) fail_msg("%s", mote_last_message());
    s.body_count = scene_body_count(s.scene);
    s.meshes = calloc(s.body_count, sizeof(mote_mesh *));
    s.positions = calloc(s.body_count, sizeof(mote_vec3 *));
    assert_true(s.meshes && s.positions);
    for (uint32_t i = 0; i < s.body_count; i++) {
        const io_model *model = scene_model(s.scene, i);
        mote_mesh_def mesh = mote_default_mesh_def();
        mesh.positions = (mote_positions){.data = model->positions, .count = model->vertex_count};
        mesh.indices = model->triangles;
        mesh.index_count = 3 * (size_t)model->triangle_count;
        assert_int_equal(mote_mesh_create(&mesh, &s.meshes[i]), MOTE_OK);
        s.positions[i] = calloc(model->vertex_count, sizeof(mote_vec3));
        assert_non_null(s.positions[i]);
    }
    return s;
}

static void close_show(show *s)
{
    for (uint32_t i = 0; i < s->body_count; i++) {
        mote_mesh_destroy(s->meshes[i]);
        free(s->positions[i]);
    }
    free(s->meshes);
    free(s->positions);
    scene_close(s->scene);
}

// Ids are given out in order, so that body i has index i and generation 1.
static void populate(const show *s, mote_world *world)
{
    for (uint32_t i = 0; i < s->body_count; i++) {
        mote_body_def def = mote_default_body_def();
        def.mesh = s->meshes[i];
        def.self_collision = i % 2;
        mote_body_id id;
        assert_int_equal(mote_body_create(world, &def, &id), MOTE_OK);
        assert_true(id.index == i && id.generation == 1);
    }
}

static mote_report detect_frame(const show *s, mote_world *world)
{
    for (uint32_t i = 0; i < s->body_count; i++) {
        mote_positions positions = {.data = s->positions[i],
                                    .count = scene_model(s->scene, i)->vertex_count};
        assert_int_equal(mote_body_set_positions(world, (mote_body_id){i, 1}, &positions), MOTE_OK);
    }
    return detected(world);
}

static void scenes_are_the_same(void **state)
{
    (void)state;
    const struct {
        const char *name;
        uint32_t detail;
    } scenes[] = {{"blobs-light", 20000}, {"blobs-heavy", 5000}, {"spheres-30", 500}};
    for (size_t i = 0; i < sizeof scenes / sizeof *scenes; i++) {
        show s = open_show(scenes[i].name, scenes[i].detail);
        mote_world *worlds[TEAMS];
        create_worlds(mote_default_world_def(), worlds);
        for (int t = 0; t < TEAMS; t++) populate(&s, worlds[t]);
        for (uint32_t frame = 0; frame < test_count(1, 5, 40); frame++) {
            for (uint32_t b = 0; b < s.body_count; b++)
                scene_positions(s.scene, b, frame, s.positions[b]);
            mote_report alone = {0};
            for (int t = 0; t < TEAMS; t++) {
                mote_report report = detect_frame(&s, worlds[t]);
                if (t == 0) alone = report;
                expect_same(&alone, &report, workers[t], scenes[i].name, frame);
            }
        }
        destroy_worlds(worlds);
        close_show(&s);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(random_worlds_are_the_same),
        cmocka_unit_test(scenes_are_the_same),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
