// The deformers that scenes offer form the bodies that the scenes show, bit for bit.

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/random.h"
#include "core/transform.h"
#include "support/run.h"
#include "support/scene_show.h"

// Without "-N", and with so few triangles that the test is quick.
static scene_instance *open_listed(const scene_info *info, float speed)
{
    char name[48];
    snprintf(name, sizeof name, "%s", info->name);
    char *number = strstr(name, "-N");
    if (number) *number = '\0';
    scene_def def = scene_default_def();
    def.name = strcmp(name, "crowd") == 0 ? "crowd-3" : name;
    def.detail = 1000;
    def.speed = speed;
    scene_instance *scene;
    assert_int_equal(scene_open(&def, &scene), MOTE_OK);
    return scene;
}

typedef struct formed {
    const scene_instance *scene;
    uint32_t body;
    mote_mesh *mesh;
    mote_nodes *nodes;
    mote_deformer *deformer; // null for a body without
} formed;

static formed form_body(const scene_instance *scene, uint32_t body)
{
    formed f = {.scene = scene, .body = body, .mesh = scene_mesh(scene, body)};
    mote_nodes_def def = mote_default_nodes_def();
    def.mesh = f.mesh;
    assert_int_equal(mote_nodes_create(&def, &f.nodes), MOTE_OK);
    assert_int_equal(scene_deformer(scene, body, f.mesh, f.nodes, &f.deformer), MOTE_OK);
    return f;
}

static void release_formed(formed *f)
{
    mote_deformer_destroy(f->deformer);
    mote_nodes_destroy(f->nodes);
    mote_mesh_destroy(f->mesh);
}

static void check_frame(const formed *f, uint32_t frame)
{
    uint32_t count = scene_model(f->scene, f->body)->vertex_count;
    mote_vec3 *shown = calloc(count, sizeof *shown), *made = calloc(count, sizeof *made);
    assert_true(shown && made);
    scene_positions(f->scene, f->body, frame, shown);
    assert_int_equal(scene_pose(f->scene, f->body, frame, f->deformer), MOTE_OK);
    assert_int_equal(mote_deformer_evaluate_all(f->deformer, NULL, made), MOTE_OK);
    mote_transform transform = scene_transform(f->scene, f->body, frame);
    for (uint32_t i = 0; i < count; i++) made[i] = mote_transform_point(&transform, made[i]);
    assert_memory_equal(shown, made, count * sizeof *made);
    free(shown);
    free(made);
}

static void scenes_show_what_their_deformers_make(void **state)
{
    (void)state;
    size_t count, scenes = 0;
    const scene_info *list = scene_list(&count);
    for (size_t i = 0; i < 2 * count; i++) {
        scene_instance *scene = open_listed(&list[i / 2], i % 2 ? 0.37f : 1.0f);
        bool has_one = false;
        for (uint32_t body = 0; body < scene_body_count(scene); body++) {
            formed f = form_body(scene, body);
            uint32_t last = scene_frame_count(scene) - 1;
            uint32_t samples = (uint32_t)test_count(3, 10, 100);
            assert_true(scene_has_deformer(scene, body) == (f.deformer != NULL));
            if (f.deformer) has_one = true;
            for (uint32_t k = 0; f.deformer && k < samples; k++)
                check_frame(&f, k * last / (samples - 1));
            release_formed(&f);
        }
        scenes += has_one;
        scene_close(scene);
    }
    // senin-mv, three of lbg, two of smith, three of characters; at two speeds
    assert_int_equal(scenes, 2 * 9);
}

static void bodies_of_a_model_share_a_deformer_in_turns(void **state)
{
    (void)state;
    scene_def def = scene_default_def();
    def.name = "crowd-5";
    def.detail = 1000;
    scene_instance *scene;
    assert_int_equal(scene_open(&def, &scene), MOTE_OK);
    formed f = form_body(scene, 0);
    for (uint32_t k = 0; k < 20; k++) {
        f.body = k * 7 % 5;
        check_frame(&f, k * 31 % 300);
    }
    release_formed(&f);
    scene_close(scene);
}

static bool holds(const mote_box *box, mote_vec3 p)
{
    return p.x >= box->min.x && p.x <= box->max.x && p.y >= box->min.y && p.y <= box->max.y &&
           p.z >= box->min.z && p.z <= box->max.z;
}

static void check_nodes(const formed *f, const mote_vec3 *positions, uint32_t step)
{
    mote_nodes_info info;
    mote_nodes_get_info(f->nodes, &info);
    for (uint32_t id = 0; id < info.node_count; id += step) {
        mote_node node;
        mote_box box;
        assert_int_equal(mote_nodes_get(f->nodes, id, &node), MOTE_OK);
        assert_int_equal(mote_deformer_bound(f->deformer, id, &box), MOTE_OK);
        for (uint32_t v = 0; v < node.vertex_count; v++)
            assert_true(holds(&box, positions[node.vertices[v]]));
    }
}

static void deformers_of_scenes_bound_their_nodes(void **state)
{
    (void)state;
    static const char *const names[] = {"senin-mv",          "lbg-teapot-sphere",
                                        "lbg-expand",        "smith-interactive",
                                        "character-garment", "skinned-million"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        scene_def def = scene_default_def();
        def.name = names[i];
        def.detail = (uint32_t)test_count(1000, 17000, 69000);
        scene_instance *scene;
        assert_int_equal(scene_open(&def, &scene), MOTE_OK);
        formed f = form_body(scene, 0);
        assert_true(mote_deformer_can_bound(f.deformer));
        mote_vec3 *positions = calloc(mote_deformer_vertex_count(f.deformer), sizeof *positions);
        assert_non_null(positions);
        for (uint32_t frame = 0; frame < 200; frame += (uint32_t)test_count(90, 40, 5)) {
            assert_int_equal(scene_pose(scene, 0, frame, f.deformer), MOTE_OK);
            assert_int_equal(mote_deformer_evaluate_all(f.deformer, NULL, positions), MOTE_OK);
            check_nodes(&f, positions, (uint32_t)test_count(5, 3, 1));
        }
        free(positions);
        release_formed(&f);
        scene_close(scene);
    }
}

static void rigid_bodies_have_no_deformer_to_pose(void **state)
{
    (void)state;
    scene_def def = scene_default_def();
    def.name = "smith-interactive";
    scene_instance *scene;
    assert_int_equal(scene_open(&def, &scene), MOTE_OK);
    formed hand = form_body(scene, 0), venus = form_body(scene, 2);
    assert_non_null(hand.deformer);
    assert_null(venus.deformer);
    assert_int_equal(scene_pose(scene, 2, 0, hand.deformer), MOTE_ERROR_ARGUMENT);
    release_formed(&hand);
    release_formed(&venus);
    scene_close(scene);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(scenes_show_what_their_deformers_make),
        cmocka_unit_test(bodies_of_a_model_share_a_deformer_in_turns),
        cmocka_unit_test(deformers_of_scenes_bound_their_nodes),
        cmocka_unit_test(rigid_bodies_have_no_deformer_to_pose),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
