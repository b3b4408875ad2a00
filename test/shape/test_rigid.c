// Boxes of a moved rest shape hold its moved vertices.

#include "shape/on_demand.h"

#include <math.h>

#include "core/box.h"
#include "core/random.h"
#include "core/transform.h"
#include "support/meshes.h"
#include "support/run.h"

static mote_vec3 random_vector(mote_random *random, float size)
{
    mote_vec3 d = mote_random_direction(random);
    float length = size * mote_random_unit(random);
    return (mote_vec3){length * d.x, length * d.y, length * d.z};
}

// Any linear map, of any scale, near the origin and far from it.
static mote_transform random_transform(mote_random *random)
{
    float scale = ldexpf(1, (int)mote_random_below(random, 40) - 20);
    float away = ldexpf(scale, (int)mote_random_below(random, 30) - 5);
    return (mote_transform){random_vector(random, scale), random_vector(random, scale),
                            random_vector(random, scale), random_vector(random, away)};
}

static mote_transform random_rotation(mote_random *random)
{
    mote_dvec3 angles = mote_vec_widen(random_vector(random, 6));
    mote_affine m = mote_rotation_matrix(mote_rotation_exp(angles));
    return mote_affine_round(&m);
}

static bool holds(const mote_box *box, mote_vec3 p)
{
    return box->min.x <= p.x && p.x <= box->max.x && box->min.y <= p.y && p.y <= box->max.y &&
           box->min.z <= p.z && p.z <= box->max.z;
}

// The boxes of all nodes of a level against the vertices of their triangles.
static void check_level(const mote_mesh *mesh, const mote_transform *m, uint32_t level)
{
    const mote_clusters *clusters = mesh->clusters;
    const mote_node_levels *levels = &clusters->levels;
    mote_deformation rigid = mote_rigid_deformation(mesh);
    uint32_t count = levels->node_first[level + 1] - levels->node_first[level];
    uint64_t triangles = (uint64_t)MOTE_NODE_TRIANGLES << (3 * level);
    for (uint32_t first = 0; first < count; first += 8) {
        mote_box8 boxes;
        uint32_t lanes = count - first < 8 ? count - first : 8;
        rigid.bound(rigid.context, levels->node_first[level] + first, lanes, m, &boxes);
        for (uint32_t lane = 0; lane < 8; lane++) {
            mote_box box = mote_box8_get(&boxes, lane);
            if (lane >= lanes) assert_true(box.min.x > box.max.x);
            uint64_t from = 3 * triangles * (first + lane), to = from + 3 * triangles;
            for (uint64_t i = from; i < to && i < 3 * (uint64_t)clusters->triangle_count; i++) {
                mote_vec3 rest = mesh->positions[clusters->vertex_of[clusters->corners[i]]];
                assert_true(holds(&box, mote_transform_point(m, rest)));
            }
        }
    }
}

static void boxes_of_nodes_hold_their_moved_vertices(void **state)
{
    (void)state;
    for (uint32_t seed = 0; seed < test_count(30, 300, 3000); seed++) {
        mote_random random = mote_random_stream(seed, 0, 0);
        test_mesh model = seed % 2 ? test_mesh_soup(&random, 300)
                                   : test_mesh_torus(3 + seed % 40, 3 + seed % 17, 2, 0.7f);
        mote_mesh_def def = test_mesh_def(&model);
        mote_mesh *mesh = test_mesh_create(&def);
        for (int i = 0; i < 10; i++) {
            mote_transform m = i % 2 ? random_rotation(&random) : random_transform(&random);
            uint32_t levels = mesh->clusters->levels.count;
            if (mesh->clusters->levels.node_first[1] == 1) levels = 1; // no node but the leaf
            for (uint32_t level = 0; level < levels; level++) check_level(mesh, &m, level);
        }
        mote_mesh_destroy(mesh);
        test_mesh_release(&model);
    }
}

static mote_box root_box(const mote_mesh *mesh, const mote_transform *m)
{
    const mote_node_levels *levels = &mesh->clusters->levels;
    mote_deformation rigid = mote_rigid_deformation(mesh);
    mote_box8 boxes;
    rigid.bound(rigid.context, levels->node_first[levels->count] - 1, 1, m, &boxes);
    return mote_box8_get(&boxes, 0);
}

// The box of a torus is flat; turned by 45 degrees it would be larger than the torus itself.
static void the_box_of_the_whole_is_cut_by_a_sphere(void **state)
{
    (void)state;
    test_mesh model = test_mesh_torus(40, 20, 2, 0.9f);
    mote_mesh_def def = test_mesh_def(&model);
    mote_mesh *mesh = test_mesh_create(&def);
    mote_random random = mote_random_stream(1, 0, 0);
    for (int i = 0; i < 100; i++) {
        mote_transform m = random_rotation(&random);
        mote_box box = root_box(mesh, &m);
        const float most = 2.9f * 1.001f;
        assert_true(box.max.x <= most && box.max.y <= most && box.max.z <= most);
        assert_true(box.min.x >= -most && box.min.y >= -most && box.min.z >= -most);
    }
    mote_mesh_destroy(mesh);
    test_mesh_release(&model);
}

static void what_overflows_is_bounded_by_infinity(void **state)
{
    (void)state;
    test_mesh model = test_mesh_torus(4, 4, 2, 0.7f);
    mote_mesh_def def = test_mesh_def(&model);
    mote_mesh *mesh = test_mesh_create(&def);
    const mote_transform huge = {{3e38f, 0, 0}, {3e38f, 0, 0}, {0, 0, 1}, {0, NAN, 0}};
    mote_box box = root_box(mesh, &huge);
    assert_true(box.min.x < -3e38f && box.max.x > 3e38f);
    assert_true(isinf(box.min.y) && isinf(box.max.y));
    mote_mesh_destroy(mesh);
    test_mesh_release(&model);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(boxes_of_nodes_hold_their_moved_vertices),
        cmocka_unit_test(the_box_of_the_whole_is_cut_by_a_sphere),
        cmocka_unit_test(what_overflows_is_bounded_by_infinity),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
