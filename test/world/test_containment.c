// Bodies inside others, against windings of the surfaces around their vertices.

#include <math.h>
#include <mote/geometry.h>
#include <stdlib.h>

#include "core/vec.h"
#include "mesh/mesh.h"
#include "support/compare_reports.h"
#include "support/present_faces.h"
#include "support/run.h"
#include "support/stage.h"

static mote_world_def containment_def(void)
{
    mote_world_def def = mote_default_world_def();
    def.containment = true;
    return def;
}

// ---------------------------------------------------------------------------------------------
// The oracle

// The solid angle of a triangle, over 4 pi (van Oosterom and Strackee 1983).
static double winding_of_face(const mote_vec3 t[3], mote_vec3 point)
{
    mote_dvec3 v[3];
    double length[3];
    for (int k = 0; k < 3; k++) {
        v[k] = mote_dvec_sub(mote_vec_widen(t[k]), mote_vec_widen(point));
        length[k] = mote_dvec_length(v[k]);
    }
    double above = mote_dvec_dot(v[0], mote_dvec_cross(v[1], v[2]));
    double below = length[0] * length[1] * length[2] + mote_dvec_dot(v[0], v[1]) * length[2] +
                   mote_dvec_dot(v[1], v[2]) * length[0] + mote_dvec_dot(v[2], v[0]) * length[1];
    return atan2(above, below) / 6.283185307179586;
}

// Some component of the inner body is inside an odd number of turns of the outer one.
static bool plainly_inside(const mote_mesh *inner, const present_faces *inner_faces,
                           const present_faces *outer)
{
    for (uint32_t component = 0; component < inner->component_count; component++) {
        uint32_t face = 0;
        while (inner->vertex_component[inner->triangles[3 * (size_t)face]] != component) face++;
        double winding = 0;
        for (uint32_t f = 0; f < outer->count; f++)
            winding += winding_of_face(outer->corners + 3 * (size_t)f,
                                       inner_faces->corners[3 * (size_t)face]);
        if (llround(winding) % 2) return true;
    }
    return false;
}

static bool faces_meet(const present_faces *a, const present_faces *b)
{
    for (size_t f = 0; f < a->count; f++) {
        for (size_t g = 0; g < b->count; g++) {
            if (mote_triangles_intersect(a->corners + 3 * f, b->corners + 3 * g)) return true;
        }
    }
    return false;
}

static mote_relation plain_relation(stage *s)
{
    present_faces a = present_faces_take(s->world, s->ids[0]);
    present_faces b = present_faces_take(s->world, s->ids[1]);
    mote_relation relation = MOTE_RELATION_APART;
    if (faces_meet(&a, &b)) {
        relation = MOTE_RELATION_TOUCH;
    } else if (plainly_inside(s->meshes[0], &a, &b)) {
        relation = MOTE_RELATION_A_IN_B;
    } else if (plainly_inside(s->meshes[1], &b, &a)) {
        relation = MOTE_RELATION_B_IN_A;
    }
    present_faces_release(&a);
    present_faces_release(&b);
    return relation;
}

// ---------------------------------------------------------------------------------------------

static io_model scaled_model(const char *name, float by)
{
    io_model model = made_model(name);
    for (uint32_t v = 0; v < model.vertex_count; v++)
        model.positions[v] = mote_vec_scale(model.positions[v], by);
    return model;
}

static io_model joined_and_released(io_model a, io_model b, mote_vec3 move_b)
{
    io_model both = joined_models(&a, &b, move_b);
    io_model_release(&a);
    io_model_release(&b);
    return both;
}

// Two balls around one center: what is inside both is outside.
static io_model shells(void)
{
    return joined_and_released(scaled_model("icosphere-2", 1), scaled_model("icosphere-1", 0.6f),
                               (mote_vec3){0, 0, 0});
}

static io_model two_grains(void)
{
    return joined_and_released(scaled_model("box", 0.1f), scaled_model("icosphere-1", 0.1f),
                               (mote_vec3){0.9f, 0, 0});
}

enum { CASES = 6 };

static void add_case(stage *s, size_t which)
{
    const bool grains = which % 2;
    io_model large = which < 2   ? made_model("torus-300")
                     : which < 4 ? made_model("icosphere-2")
                                 : shells();
    io_model small = grains ? two_grains() : scaled_model("icosphere-1", 0.15f);
    bool large_first = which % 3 == 0;
    stage_add_model(s, large_first ? large : small, false);
    stage_add_model(s, large_first ? small : large, false);
}

static void relations_are_those_of_a_plain_search(void **state)
{
    (void)state;
    size_t seen[MOTE_RELATION_B_IN_A + 1] = {0};
    for (size_t which = 0; which < CASES; which++) {
        stage s;
        mote_world_def def = containment_def();
        stage_begin(&s, &def);
        add_case(&s, which);
        for (size_t i = 0; i < test_count(5, 60, 400); i++) {
            mote_random random = mote_random_stream(1, which, i);
            mote_transform turn = random_turn(&random);
            float distance = mote_random_between(&random, 0, 1.3f);
            turn.t = mote_vec_scale(mote_random_direction(&random), distance);
            float x = mote_random_between(&random, 0.8f, 1.2f);
            stage_place(&s, 0, (placement){{x, 1, 2 - x}, random_turn(&random)});
            stage_place(&s, 1, (placement){{1, x, 1}, turn});
            mote_report report = detected(s.world);
            mote_relation relation = report.pair_count && report.pairs[0].state != MOTE_PAIR_END
                                         ? report.pairs[0].relation
                                         : MOTE_RELATION_APART;
            mote_relation expected = plain_relation(&s);
            if (relation != expected)
                fail_msg("case %zu, pose %zu: relation %d instead of %d", which, i, (int)relation,
                         (int)expected);
            seen[expected]++;
        }
        stage_end(&s);
    }
    print_message("%zu apart, %zu touch, %zu a in b, %zu b in a\n", seen[MOTE_RELATION_APART],
                  seen[MOTE_RELATION_TOUCH], seen[MOTE_RELATION_A_IN_B],
                  seen[MOTE_RELATION_B_IN_A]);
    assert_true(seen[MOTE_RELATION_A_IN_B] && seen[MOTE_RELATION_B_IN_A]);
}

static void inside_begins_persists_and_ends(void **state)
{
    (void)state;
    stage s;
    mote_world_def def = containment_def();
    stage_begin(&s, &def);
    uint32_t ball = stage_add(&s, "icosphere-2"), grain = stage_add(&s, "box");
    const float places[] = {3, 0, 0, 0.95f, 3, 3};
    const mote_relation relations[] = {MOTE_RELATION_APART,  MOTE_RELATION_B_IN_A,
                                       MOTE_RELATION_B_IN_A, MOTE_RELATION_TOUCH,
                                       MOTE_RELATION_APART,  MOTE_RELATION_APART};
    const mote_pair_state states[] = {0, MOTE_PAIR_BEGIN, MOTE_PAIR_PERSIST, MOTE_PAIR_PERSIST,
                                      MOTE_PAIR_END};
    uint64_t apart_hash = 0;
    stage_place(&s, ball, placed(1, moved_by((mote_vec3){0, 0, 0})));
    for (int i = 0; i < 6; i++) {
        stage_place(&s, grain, placed(0.2f, moved_by((mote_vec3){places[i], 0, 0})));
        mote_report report = detected(s.world);
        bool reported = i > 0 && i < 5;
        assert_int_equal(report.pair_count, reported);
        if (i == 0) apart_hash = report.hash;
        assert_int_equal(report.hash == apart_hash, !reported);
        if (!reported) continue;
        assert_int_equal(report.pairs[0].relation, relations[i]);
        assert_int_equal(report.pairs[0].state, states[i]);
        if (relations[i] == MOTE_RELATION_B_IN_A) assert_int_equal(report.contact_count, 0);
    }
    stage_end(&s);
}

// One cloth inside a ball, and one around a grain that is folded into nearly a bag but open.
static void open_surfaces_contain_nothing(void **state)
{
    (void)state;
    stage s;
    mote_world_def def = containment_def();
    stage_begin(&s, &def);
    io_model bag = made_model("icosphere-2");
    bag.triangle_count--;
    uint32_t opened = stage_add_model(&s, bag, false), grain = stage_add(&s, "box");
    uint32_t ball = stage_add(&s, "icosphere-2"), cloth = stage_add(&s, "cloth-100");
    const mote_transform there = moved_by((mote_vec3){5, 0, 0});
    stage_place(&s, opened, placed(1, moved_by((mote_vec3){0, 0, 0})));
    stage_place(&s, grain, placed(0.2f, moved_by((mote_vec3){0, 0, 0})));
    stage_place(&s, ball, placed(1, there));
    stage_place(&s, cloth, placed(0.2f, there));
    mote_report report = detected(s.world);
    assert_int_equal(report.pair_count, 1);
    assert_int_equal(report.pairs[0].a.index, s.ids[ball].index);
    assert_int_equal(report.pairs[0].relation, MOTE_RELATION_B_IN_A);
    stage_end(&s);
}

static void filters_apply_and_the_option_is_needed(void **state)
{
    (void)state;
    for (int with = 0; with < 2; with++) {
        stage s;
        mote_world_def def = containment_def();
        def.containment = with;
        stage_begin(&s, &def);
        uint32_t ball = stage_add(&s, "icosphere-2"), grain = stage_add(&s, "box");
        stage_place(&s, grain, placed(0.2f, moved_by((mote_vec3){0, 0, 0})));
        assert_int_equal(detected(s.world).pair_count, with);
        assert_int_equal(mote_world_ignore_pair(s.world, s.ids[ball], s.ids[grain], true), MOTE_OK);
        mote_report report = detected(s.world);
        assert_int_equal(report.pair_count, with);
        if (with) assert_int_equal(report.pairs[0].state, MOTE_PAIR_END);
        stage_end(&s);
    }
}

static void meshes_without_adjacency_are_refused(void **state)
{
    (void)state;
    mote_world_def def = containment_def();
    def.contacts = false;
    stage s;
    stage_begin(&s, &def);
    io_model box = made_model("box");
    mote_mesh_def mesh_def = mote_default_mesh_def();
    mesh_def.positions = (mote_positions){.data = box.positions, .count = box.vertex_count};
    mesh_def.indices = box.triangles;
    mesh_def.index_count = 3 * (size_t)box.triangle_count;
    mesh_def.flags = MOTE_MESH_CLUSTERS;
    mote_mesh *mesh;
    assert_int_equal(mote_mesh_create(&mesh_def, &mesh), MOTE_OK);
    mote_body_def body_def = mote_default_body_def();
    body_def.mesh = mesh;
    mote_body_id id;
    assert_int_equal(mote_body_create(s.world, &body_def, &id), MOTE_ERROR_ARGUMENT);
    mote_mesh_destroy(mesh);
    io_model_release(&box);
    stage_end(&s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(relations_are_those_of_a_plain_search),
        cmocka_unit_test(inside_begins_persists_and_ends),
        cmocka_unit_test(open_surfaces_contain_nothing),
        cmocka_unit_test(filters_apply_and_the_option_is_needed),
        cmocka_unit_test(meshes_without_adjacency_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
