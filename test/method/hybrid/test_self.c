// Bodies that collide with themselves, against the naive method; and what the kernels of
// self_simd.c leave out, against exact arithmetic.

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/memory.h"
#include "core/random.h"
#include "core/vec.h"
#include "geometry/tri_tri.h"
#include "method/hybrid/hybrid.h"
#include "scenes/scenes.h"
#include "support/compare_reports.h"
#include "support/run.h"
#include "support/stage.h"

// ---------------------------------------------------------------------------------------------
// Poses

// What becomes of a body that is folded through itself.
typedef enum pose {
    POSE_AS_IT_IS,
    POSE_SHAKEN,    // each vertex moved a little
    POSE_FLAT,      // in a plane: triangles overlap, touch and are uncertain
    POSE_ON_A_LINE, // no triangle has an area
    POSE_IN_A_POINT,
    POSE_ON_A_GRID, // coordinates are small integers: much touches
    POSE_COLLAPSED, // some vertices in one point: needles and points among the triangles
    POSE_TINY,
    POSE_DENORMAL,
    POSE_LARGE,
    POSE_HUGE, // close to overflow
    POSE_FAR_AWAY,
    POSE_RANDOM, // all vertices anywhere
    POSE_COUNT
} pose;

static mote_vec3 posed(pose which, mote_vec3 p, mote_random *random)
{
    mote_vec3 shake = mote_vec_scale(mote_random_direction(random), 0.02f);
    switch (which) {
    case POSE_SHAKEN: return mote_vec_add(p, shake);
    case POSE_FLAT: return (mote_vec3){p.x, p.y, 0.25f};
    case POSE_ON_A_LINE: return (mote_vec3){p.x, p.x, p.x};
    case POSE_IN_A_POINT: return (mote_vec3){1, 2, 3};
    case POSE_ON_A_GRID: return (mote_vec3){rintf(5 * p.x), rintf(5 * p.y), rintf(5 * p.z)};
    case POSE_COLLAPSED: return mote_random_below(random, 4) ? p : (mote_vec3){0.5f, 0.5f, 0};
    case POSE_TINY: return mote_vec_scale(p, 1e-20f);
    case POSE_DENORMAL: return mote_vec_scale(p, 1e-40f);
    case POSE_LARGE: return mote_vec_scale(p, 1e+15f);
    case POSE_HUGE: return mote_vec_scale(p, 6e+37f);
    case POSE_FAR_AWAY: return mote_vec_add(p, (mote_vec3){3e+5f, -2e+5f, 1e+6f});
    case POSE_RANDOM: return mote_vec_scale(shake, 50);
    default: return p;
    }
}

// ---------------------------------------------------------------------------------------------
// Worlds

typedef struct body_world {
    mote_world *world;
    mote_body_id body;
} body_world;

static body_world open_world(const mote_mesh *mesh, mote_method method, uint32_t workers,
                             mote_detect detect)
{
    mote_world_def def = mote_default_world_def();
    def.method = method;
    def.contacts = false;
    def.worker_count = workers;
    def.detect = detect;
    body_world w;
    assert_int_equal(mote_world_create(&def, &w.world), MOTE_OK);
    mote_body_def body = mote_default_body_def();
    body.mesh = mesh;
    body.self_collision = true;
    assert_int_equal(mote_body_create(w.world, &body, &w.body), MOTE_OK);
    return w;
}

static mote_report detect_at(const body_world *w, const mote_vec3 *positions, uint32_t count)
{
    mote_positions at = {.data = positions, .count = count};
    assert_int_equal(mote_body_set_positions(w->world, w->body, &at), MOTE_OK);
    return detected(w->world);
}

static mote_mesh *mesh_of(const io_model *model)
{
    mote_mesh *mesh;
    assert_int_equal(io_model_make_mesh(model, MOTE_MESH_CLUSTERS, &mesh), MOTE_OK);
    return mesh;
}

// Body 0 of a scene in some frames and all poses.
static void compare_with_naive(const char *name, uint32_t detail, uint32_t frame_step)
{
    scene_def def = scene_default_def();
    def.name = name;
    def.detail = detail;
    scene_instance *scene;
    assert_int_equal(scene_open(&def, &scene), MOTE_OK);
    const io_model *model = scene_model(scene, 0);
    mote_mesh *mesh = mesh_of(model);
    static const uint32_t workers[] = {1, 2, 3, 8};
    body_world naive = open_world(mesh, MOTE_METHOD_NAIVE, 1, MOTE_DETECT_ALL), hybrid[4];
    for (int i = 0; i < 4; i++)
        hybrid[i] = open_world(mesh, MOTE_METHOD_HYBRID, workers[i], MOTE_DETECT_ALL);
    mote_vec3 *positions = calloc(model->vertex_count, sizeof *positions);
    assert_non_null(positions);
    size_t found = 0;
    for (uint32_t frame = 0; frame < scene_frame_count(scene); frame += frame_step) {
        for (int p = 0; p < POSE_COUNT; p++) {
            mote_random random = mote_random_stream(frame, (uint64_t)p, 0);
            scene_positions(scene, 0, frame, positions);
            for (uint32_t v = 0; v < model->vertex_count; v++)
                positions[v] = posed((pose)p, positions[v], &random);
            mote_report expected = detect_at(&naive, positions, model->vertex_count);
            found += expected.face_pair_count;
            for (int i = 0; i < 4; i++) {
                mote_report report = detect_at(&hybrid[i], positions, model->vertex_count);
                const char *difference = reports_differ(&expected, &report);
                if (difference)
                    fail_msg("%s, frame %u, pose %d, %u workers: %s", name, frame, p, workers[i],
                             difference);
            }
        }
    }
    assert_true(found > 1000);
    free(positions);
    mote_world_destroy(naive.world);
    for (int i = 0; i < 4; i++) mote_world_destroy(hybrid[i].world);
    mote_mesh_destroy(mesh);
    scene_close(scene);
}

static void bodies_meet_themselves_as_with_the_naive_method(void **state)
{
    (void)state;
    compare_with_naive("cloth-wound", 500, (uint32_t)test_count(60, 60, 7));
    compare_with_naive("self-fold", 300, (uint32_t)test_count(100, 100, 10));
    compare_with_naive("twins", 300, (uint32_t)test_count(240, 240, 20));
}

// A body whose triangles all share one vertex has masks for few of them.
static void triangles_around_one_vertex_meet_only_beside_it(void **state)
{
    (void)state;
    enum { BLADES = 400 };
    io_model model = {.vertex_count = 3 * BLADES + 1, .triangle_count = 2 * BLADES};
    model.positions = calloc(model.vertex_count, sizeof *model.positions);
    model.triangles = calloc((size_t)model.triangle_count * 3, sizeof *model.triangles);
    assert_true(model.positions && model.triangles);
    for (uint32_t i = 0; i < BLADES; i++) { // a blade at vertex 0, and a triangle of its own
        uint32_t v = 3 * i + 1, both[6] = {0, v, v + 1, v, v + 1, v + 2};
        memcpy(model.triangles + 6 * (size_t)i, both, sizeof both);
    }
    mote_random random = mote_random_stream(11, 0, 0);
    for (uint32_t i = 1; i < model.vertex_count; i++)
        model.positions[i] = mote_random_direction(&random);
    mote_mesh *mesh = mesh_of(&model);
    body_world naive = open_world(mesh, MOTE_METHOD_NAIVE, 1, MOTE_DETECT_ALL);
    body_world hybrid = open_world(mesh, MOTE_METHOD_HYBRID, 1, MOTE_DETECT_ALL);
    mote_report expected = detect_at(&naive, model.positions, model.vertex_count);
    mote_report report = detect_at(&hybrid, model.positions, model.vertex_count);
    assert_true(expected.face_pair_count > 1000);
    assert_null(reports_differ(&expected, &report));
    mote_world_destroy(naive.world);
    mote_world_destroy(hybrid.world);
    mote_mesh_destroy(mesh);
    free(model.positions);
    free(model.triangles);
}

// ---------------------------------------------------------------------------------------------
// Kernels

enum { SHEET_VERTICES = 81 };

// A sheet of 8 by 8 quads, curved, wrinkled and scaled at random, some distance from the origin.
static void make_sheet(mote_random *random, float size, mote_vec3 center, mote_vec3 *out)
{
    mote_transform turn = random_turn(random);
    float bend = mote_random_between(random, -0.5f, 0.5f),
          wrinkle = mote_random_between(random, 0, 0.1f);
    float lift = mote_random_between(random, -0.2f, 0.2f);
    for (uint32_t i = 0; i < SHEET_VERTICES; i++) {
        float x = (float)(i % 9) / 4 - 1, y = (float)i / 36 - 1;
        mote_vec3 p = {x, y, lift + bend * x * x + wrinkle * mote_random_unit(random)};
        mote_vec3 turned = {mote_vec_dot(turn.cx, p), mote_vec_dot(turn.cy, p),
                            mote_vec_dot(turn.cz, p)};
        out[i] = mote_vec_add(mote_vec_scale(turned, size), center);
    }
}

static void list_quads(uint32_t first, uint32_t *corners)
{
    for (uint32_t i = 0; i < 64; i++) {
        uint32_t a = first + i / 8 * 9 + i % 8;
        uint32_t quad[6] = {a, a + 1, a + 9, a + 1, a + 10, a + 9};
        memcpy(corners + 6 * (size_t)i, quad, sizeof quad);
    }
}

typedef struct cluster {
    mote_hybrid_boxes inside;
    mote_slab8 slabs[MOTE_HYBRID_LEAF_GROUPS];
    mote_leaf_planes planes[MOTE_HYBRID_LEAVES];
} cluster;

// Both sheets share the corners' array: triangles 0 to 127 are of a, the others of b.
static cluster make_cluster(const mote_vec3 *positions, const uint32_t *corners)
{
    cluster c;
    memset(&c, 0, sizeof c);
    const float *xyz = &positions->x;
    MOTE_PICK_KERNEL(mote_hybrid_fill_inside)
    (xyz, false, corners, MOTE_CLUSTER_TRIANGLES, 0, &c.inside);
    MOTE_PICK_KERNEL(mote_hybrid_fill_slabs)
    (xyz, false, corners, MOTE_CLUSTER_TRIANGLES, &c.inside, c.slabs, c.planes);
    return c;
}

static bool pair_meets(const mote_vec3 *positions, const uint32_t *a, const uint32_t *b)
{
    mote_vec3 ta[3] = {positions[a[0]], positions[a[1]], positions[a[2]]};
    mote_vec3 tb[3] = {positions[b[0]], positions[b[1]], positions[b[2]]};
    return mote_triangles_intersect(ta, tb);
}

// What is left out does not meet; what is listed is listed once. Returns how many pairs are listed.
static uint32_t check_sheets(const mote_vec3 *positions, const uint32_t *corners)
{
    enum { SIDE = MOTE_CLUSTER_TRIANGLES };
    static uint16_t pairs[MOTE_HYBRID_MAX_PAIRS + MOTE_HYBRID_MORE_PAIRS];
    static uint8_t listed[SIDE][SIDE];
    const mote_box everything = {{-INFINITY, -INFINITY, -INFINITY}, {INFINITY, INFINITY, INFINITY}};
    cluster a = make_cluster(positions, corners), b = make_cluster(positions, corners + 3 * SIDE);
    mote_self_pair both = {.slabs_a = a.slabs, .slabs_b = b.slabs, .planes_a = a.planes};
    uint32_t count = MOTE_PICK_KERNEL(mote_hybrid_stranger_pairs)(&a.inside, &b.inside, &everything,
                                                                  &both, pairs);
    memset(listed, 0, sizeof listed);
    for (uint32_t i = 0; i < count; i++) {
        uint8_t *at = &listed[pairs[i] / SIDE][pairs[i] % SIDE];
        assert_int_equal(*at, 0);
        *at = 1;
    }
    for (uint32_t i = 0; i < SIDE * SIDE; i++) {
        const uint32_t *ca = corners + 3 * (size_t)(i / SIDE);
        const uint32_t *cb = corners + 3 * (size_t)(SIDE + i % SIDE);
        if (!listed[i / SIDE][i % SIDE]) assert_false(pair_meets(positions, ca, cb));
    }
    return count;
}

static void what_slabs_and_planes_leave_out_does_not_meet(void **state)
{
    (void)state;
    static mote_vec3 positions[2 * SHEET_VERTICES];
    static uint32_t corners[6 * MOTE_CLUSTER_TRIANGLES];
    list_quads(0, corners);
    list_quads(SHEET_VERTICES, corners + 3 * MOTE_CLUSTER_TRIANGLES);
    uint32_t listed = 0;
    for (uint64_t seed = 0; seed < test_count(50, 200, 20000); seed++) {
        mote_random random = mote_random_stream(seed, 3, 0);
        float size = powf(10, mote_random_between(&random, -42, 38));
        mote_vec3 center = mote_vec_scale(mote_random_direction(&random),
                                          size * powf(10, mote_random_between(&random, -3, 6)));
        if (!mote_vec_finite(mote_vec_scale(center, 2))) center = (mote_vec3){0, 0, 0};
        make_sheet(&random, size, center, positions);
        make_sheet(&random, size, center, positions + SHEET_VERTICES);
        for (uint32_t i = 0; i < 2 * SHEET_VERTICES && seed % 8 == 0; i++) // some flat triangles
            if (mote_random_below(&random, 9) == 0) positions[i] = positions[i / 9 * 9];
        listed += check_sheets(positions, corners);
    }
    assert_true(listed > 10000);
}

// Two sheets over each other, whose boxes overlap everywhere: nothing is left to test.
static void sheets_that_lie_close_to_each_other_are_told_apart(void **state)
{
    (void)state;
    static mote_vec3 positions[2 * SHEET_VERTICES];
    static uint32_t corners[6 * MOTE_CLUSTER_TRIANGLES];
    list_quads(0, corners);
    list_quads(SHEET_VERTICES, corners + 3 * MOTE_CLUSTER_TRIANGLES);
    for (uint32_t i = 0; i < 2 * SHEET_VERTICES; i++) {
        uint32_t row = i % SHEET_VERTICES / 9;
        float x = (float)(i % 9), y = (float)row;
        positions[i] = (mote_vec3){x, y, x + y + (i < SHEET_VERTICES ? 0 : 0.05f)};
    }
    assert_int_equal(check_sheets(positions, corners), 0);
}

// Bodies may outlive their mesh only to be destroyed: what they hold is released without it.
static void a_mesh_may_be_destroyed_before_its_bodies(void **state)
{
    (void)state;
    const mote_vec3 corners[5] = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}, {1, 1, -1}};
    mote_mesh_def shape = mote_default_mesh_def();
    shape.positions = (mote_positions){.data = corners, .count = 5};
    shape.indices = (const uint32_t[]){0, 1, 2, 0, 3, 4};
    shape.index_count = 6;
    mote_world_def def = mote_default_world_def();
    mote_body_def body = mote_default_body_def();
    mote_mesh *mesh;
    mote_world *world;
    mote_body_id id;
    assert_int_equal(mote_mesh_create(&shape, &mesh), MOTE_OK);
    assert_int_equal(mote_world_create(&def, &world), MOTE_OK);
    body.mesh = mesh;
    body.self_collision = true;
    assert_int_equal(mote_body_create(world, &body, &id), MOTE_OK);
    assert_int_equal(mote_world_detect(world), MOTE_OK);
    mote_mesh_destroy(mesh);
    mote_world_destroy(world);
}

// A trim takes what the method holds for bodies that meet themselves. Under a budget, the pair of
// two bodies comes first.
static void a_trimmed_world_under_a_budget_detects_what_it_did(void **state)
{
    (void)state;
    stage s;
    mote_world_def def = mote_default_world_def();
    def.candidate_budget = UINT64_MAX / 2;
    stage_begin(&s, &def);
    stage_add_model(&s, made_model("torus"), false);
    stage_add_model(&s, made_model("torus"), true);
    detected(s.world);
    mote_report report = detected(s.world);
    uint64_t hash = report.hash;
    assert_true(report.face_pair_count > 0);
    assert_int_equal(mote_world_trim(s.world), MOTE_OK);
    report = detected(s.world);
    assert_true(report.hash == hash);
    stage_end(&s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_mesh_may_be_destroyed_before_its_bodies),
        cmocka_unit_test(bodies_meet_themselves_as_with_the_naive_method),
        cmocka_unit_test(triangles_around_one_vertex_meet_only_beside_it),
        cmocka_unit_test(what_slabs_and_planes_leave_out_does_not_meet),
        cmocka_unit_test(sheets_that_lie_close_to_each_other_are_told_apart),
        cmocka_unit_test(a_trimmed_world_under_a_budget_detects_what_it_did),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
