// The point of a contact between surfaces that are near but do not touch: the middle of what is
// near.

#include <math.h>

#include "core/transform.h"
#include "core/vec.h"
#include "support/compare_reports.h"
#include "support/run.h"
#include "support/stage.h"

static const float tolerance = 0.1f;

static void near_stage_begin(stage *s, const char *a, const char *b)
{
    mote_world_def def = mote_default_world_def();
    def.tolerance = tolerance;
    stage_begin(s, &def);
    stage_add(s, a);
    stage_add(s, b);
}

// The one contact, which is near.
static mote_contact near_contact(stage *s)
{
    mote_report report = detected(s->world);
    assert_int_equal(report.contact_count, 1);
    assert_int_equal(report.contacts[0].depth_kind, MOTE_DEPTH_EXACT);
    assert_true(report.contacts[0].depth < 0);
    return report.contacts[0];
}

static void check_point(mote_vec3 found, mote_vec3 known, float error)
{
    if (mote_vec_length(mote_vec_sub(found, known)) > error)
        fail_msg("(%g, %g, %g) instead of (%g, %g, %g)", (double)found.x, (double)found.y,
                 (double)found.z, (double)known.x, (double)known.y, (double)known.z);
}

static mote_vec3 turned(const mote_transform *turn, float x, float y, float z)
{
    return mote_transform_point(turn, (mote_vec3){x, y, z});
}

static mote_transform turned_to(mote_transform turn, mote_vec3 place)
{
    turn.t = place;
    return turn;
}

// The middle of what two intervals of length 1 share, one of them moved.
static float middle_of_overlap(float moved)
{
    return 0.5f * moved;
}

static void a_face_above_another_is_near_in_the_middle_of_what_they_share(void **state)
{
    (void)state;
    for (int first = 0; first < 2; first++) {
        stage s;
        near_stage_begin(&s, "box", "box");
        for (size_t i = 0; i < test_count(30, 300, 3000); i++) {
            mote_random random = mote_random_stream(31, i, 0);
            mote_transform turn = random_turn(&random);
            float x = mote_random_between(&random, -0.8f, 0.8f);
            float y = mote_random_between(&random, -0.8f, 0.8f);
            float gap = tolerance * mote_random_between(&random, 0.01f, 0.999f);
            uint32_t lower = (uint32_t)first, upper = 1 - lower;
            stage_place(&s, lower, placed(1, turn));
            stage_place(&s, upper, placed(1, turned_to(turn, turned(&turn, x, y, 1 + gap))));
            mote_contact c = near_contact(&s);
            mote_vec3 known =
                turned(&turn, middle_of_overlap(x), middle_of_overlap(y), 0.5f + 0.5f * gap);
            check_point(c.point, known, 1e-3f);
            assert_true(fabsf(c.depth + gap) < 1e-5f);
            mote_vec3 up = mote_vec_scale(turn.cz, first ? -1 : 1);
            assert_true(mote_vec_dot(c.normal, up) > 0.999f);
        }
        stage_end(&s);
    }
}

// However finely the faces are cut, and if one surface is open.
static void a_box_above_a_cloth_is_near_below_its_middle(void **state)
{
    (void)state;
    const char *const cloths[] = {"cloth-2", "cloth-50", "cloth-2000"};
    for (size_t i = 0; i < sizeof cloths / sizeof *cloths; i++) {
        stage s;
        near_stage_begin(&s, cloths[i], "box");
        stage_place(&s, 0, placed(1.5f, moved_by((mote_vec3){0, 0, 0})));
        stage_place(&s, 1, placed(1, moved_by((mote_vec3){0.3f, -0.2f, 0.55f})));
        check_point(near_contact(&s).point, (mote_vec3){0.3f, -0.2f, 0.025f}, 1e-5f);
        stage_end(&s);
    }
}

static void a_ball_above_a_box_is_near_below_its_center(void **state)
{
    (void)state;
    stage s;
    near_stage_begin(&s, "box", "icosphere-4");
    for (size_t i = 0; i < test_count(10, 50, 500); i++) {
        mote_random random = mote_random_stream(32, i, 0);
        float x = mote_random_between(&random, -1, 1), y = mote_random_between(&random, -1, 1);
        mote_transform turn = turned_to(random_turn(&random), (mote_vec3){x, y, 1.55f});
        stage_place(&s, 0, (placement){{5, 5, 1}, moved_by((mote_vec3){0, 0, 0})});
        stage_place(&s, 1, placed(1, turn));
        mote_contact c = near_contact(&s);
        check_point((mote_vec3){c.point.x, c.point.y, 0}, (mote_vec3){x, y, 0}, 0.02f);
        assert_true(c.point.z > 0.5f && c.point.z < 0.55f);
    }
    stage_end(&s);
}

// Boxes that stand diagonally side by side, moved along the edges that face each other.
static void parallel_edges_are_near_in_the_middle_of_what_they_share(void **state)
{
    (void)state;
    stage s;
    near_stage_begin(&s, "box", "box");
    for (int i = 0; i < 9; i++) {
        float along = -0.8f + 0.2f * (float)i, aside = 1.04f;
        stage_place(&s, 0, placed(1, moved_by((mote_vec3){0, 0, 0})));
        stage_place(&s, 1, placed(1, moved_by((mote_vec3){aside, along, aside})));
        check_point(near_contact(&s).point, (mote_vec3){0.52f, 0.5f * along, 0.52f}, 1e-3f);
    }
    stage_end(&s);
}

// The more a face is tilted, the closer the point is to the nearest edge; it never jumps there.
static void a_tilted_face_is_near_between_its_middle_and_its_edge(void **state)
{
    (void)state;
    stage s;
    near_stage_begin(&s, "box", "box");
    float last = 0;
    for (int i = 0; i <= 40; i++) {
        float angle = 0.01f * (float)i, gap = 0.01f;
        const mote_transform turn = {
            {cosf(angle), 0, sinf(angle)}, {0, 1, 0}, {-sinf(angle), 0, cosf(angle)}, {0, 0, 0}};
        mote_vec3 edge = turned(&turn, -0.5f, 0, -0.5f); // the lowest
        mote_vec3 place = {-0.5f - edge.x, 0, 0.5f + gap - edge.z};
        stage_place(&s, 0, (placement){{5, 5, 1}, moved_by((mote_vec3){0, 0, 0})});
        stage_place(&s, 1, placed(1, turned_to(turn, place)));
        mote_contact c = near_contact(&s);
        assert_true(fabsf(c.point.y) < 1e-3f && fabsf(c.depth + gap) < 1e-5f);
        assert_true(c.point.x < last + 1e-4f && c.point.x > last - 0.1f);
        last = c.point.x;
    }
    assert_true(last < -0.4f);
    stage_end(&s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_face_above_another_is_near_in_the_middle_of_what_they_share),
        cmocka_unit_test(a_box_above_a_cloth_is_near_below_its_middle),
        cmocka_unit_test(a_ball_above_a_box_is_near_below_its_center),
        cmocka_unit_test(parallel_edges_are_near_in_the_middle_of_what_they_share),
        cmocka_unit_test(a_tilted_face_is_near_between_its_middle_and_its_edge),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
