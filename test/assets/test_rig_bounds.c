// Bounds of parts of rigs: whatever the pose, they hold every position that the deformers evaluate
// to.

#include "assets/rig_bounds.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/random.h"
#include "support/run.h"

enum { VERTICES = 60, INFLUENCES = 5, BONES = 7, TARGETS = 3 };

// A part by the library's deformers, as assets/rig_part.c makes them.
typedef struct rig_case {
    mote_vec3 positions[VERTICES];
    uint16_t bones[VERTICES * INFLUENCES];
    float weights[VERTICES * INFLUENCES];
    uint32_t moved[TARGETS][VERTICES];
    mote_vec3 deltas[TARGETS][VERTICES];
    mote_morph_target targets[TARGETS];
    uint32_t bone_count, target_count;
    mote_mesh *mesh;
    mote_deformer *morph, *skin, *chain;
    asset_rig_bounds bounds;
} rig_case;

static float any(mote_random *random, float size)
{
    return mote_random_between(random, -size, size);
}

static mote_vec3 any_vector(mote_random *random, float size)
{
    return (mote_vec3){any(random, size), any(random, size), any(random, size)};
}

static void fill(rig_case *c, mote_random *random, float size)
{
    c->bone_count = 1 + mote_random_below(random, BONES);
    c->target_count = mote_random_below(random, TARGETS + 1);
    for (uint32_t i = 0; i < VERTICES; i++) {
        c->positions[i] = any_vector(random, size);
        for (uint32_t k = 0; k < INFLUENCES; k++) {
            bool counts = k == 0 || mote_random_below(random, 3) > 0;
            c->bones[i * INFLUENCES + k] = (uint16_t)mote_random_below(random, c->bone_count);
            c->weights[i * INFLUENCES + k] = counts ? mote_random_unit(random) + 1e-6f : 0;
        }
    }
    for (uint32_t t = 0; t < c->target_count; t++) {
        uint32_t count = mote_random_below(random, VERTICES + 1);
        for (uint32_t i = 0; i < count; i++) {
            c->moved[t][i] = i;
            c->deltas[t][i] = any_vector(random, size);
        }
        c->targets[t] = (mote_morph_target){c->moved[t], c->deltas[t], count};
    }
}

static void make_mesh(rig_case *c)
{
    uint32_t corners[VERTICES];
    for (uint32_t i = 0; i < VERTICES; i++) corners[i] = i;
    mote_mesh_def def = mote_default_mesh_def();
    def.positions = (mote_positions){.data = c->positions, .count = VERTICES};
    def.indices = corners;
    def.index_count = VERTICES;
    assert_int_equal(mote_mesh_create(&def, &c->mesh), MOTE_OK);
}

static void make_deformers(rig_case *c)
{
    mote_deformer *deformers[2];
    mote_chain_def chain = mote_default_chain_def();
    if (c->target_count) {
        mote_morph_def def = mote_default_morph_def();
        def.mesh = c->mesh;
        def.targets = c->targets;
        def.target_count = c->target_count;
        assert_int_equal(mote_morph_create(&def, &c->morph), MOTE_OK);
        deformers[chain.deformer_count++] = c->morph;
    }
    if (c->bone_count > 1) {
        mote_skin_def def = mote_default_skin_def();
        def.mesh = c->mesh;
        def.bone_count = c->bone_count;
        def.influences_per_vertex = INFLUENCES;
        def.bones = c->bones;
        def.weights = c->weights;
        def.influence_count = (size_t)VERTICES * INFLUENCES;
        assert_int_equal(mote_skin_create(&def, &c->skin), MOTE_OK);
        deformers[chain.deformer_count++] = c->skin;
    }
    chain.mesh = c->mesh;
    chain.deformers = deformers;
    assert_int_equal(mote_chain_create(&chain, &c->chain), MOTE_OK);
}

static void make_all(rig_case *c)
{
    make_mesh(c);
    make_deformers(c);
    const asset_bound_vertices vertices = {c->positions, VERTICES, c->bones, c->weights,
                                           INFLUENCES};
    assert_int_equal(asset_rig_bounds_create(c->target_count, &c->bounds), MOTE_OK);
    for (uint32_t t = 0; t < c->target_count; t++)
        asset_rig_bounds_add_deltas(&c->bounds, t, c->deltas[t], c->targets[t].count);
    assert_int_equal(asset_rig_bounds_add_movers(&c->bounds, c->bone_count, &vertices), MOTE_OK);
}

static void set_up(rig_case *c, mote_random *random, float size)
{
    *c = (rig_case){0};
    fill(c, random, size);
    make_all(c);
}

static void tear_down(rig_case *c)
{
    mote_deformer_destroy(c->chain);
    mote_deformer_destroy(c->skin);
    mote_deformer_destroy(c->morph);
    mote_mesh_destroy(c->mesh);
    asset_rig_bounds_release(&c->bounds);
}

static void evaluate(rig_case *c, const mote_transform *bones, const float *weights, mote_vec3 *out)
{
    if (c->morph)
        assert_int_equal(mote_morph_set_weights(c->morph, weights, c->target_count), MOTE_OK);
    if (c->skin)
        assert_int_equal(mote_skin_set_bones(c->skin, bones, c->bone_count), MOTE_OK);
    else
        assert_int_equal(mote_chain_set_transform(c->chain, &bones[0]), MOTE_OK);
    assert_int_equal(mote_deformer_evaluate_all(c->chain, NULL, out), MOTE_OK);
}

static bool holds(const mote_box *box, mote_vec3 p)
{
    return p.x >= box->min.x && p.x <= box->max.x && p.y >= box->min.y && p.y <= box->max.y &&
           p.z >= box->min.z && p.z <= box->max.z;
}

static void any_pose(mote_random *random, float size, float far, mote_transform *bones,
                     float *weights)
{
    for (uint32_t b = 0; b < BONES; b++)
        bones[b] = (mote_transform){any_vector(random, size), any_vector(random, size),
                                    any_vector(random, size), any_vector(random, far)};
    for (uint32_t t = 0; t < TARGETS; t++) weights[t] = any(random, 2);
}

// Sizes from denormal numbers to those that overflow; the bones may be far larger than the
// vertices, so that all digits cancel.
static void bounds_hold_every_position(void **state)
{
    (void)state;
    static const float sizes[] = {1, 1e-3f, 1e5f, 1e-40f, 1e18f, 1e30f};
    uint32_t known = 0, unknown = 0;
    for (uint64_t seed = 0; seed < test_count(100, 2000, 100000); seed++) {
        mote_random random = mote_random_stream(621, seed, 0);
        float size = sizes[mote_random_below(&random, 6)];
        rig_case c;
        set_up(&c, &random, size);
        for (uint32_t pose = 0; pose < 8; pose++) {
            mote_transform bones[BONES];
            float weights[TARGETS], far = sizes[mote_random_below(&random, 6)];
            mote_vec3 positions[VERTICES];
            mote_box box;
            any_pose(&random, sizes[mote_random_below(&random, 6)], far, bones, weights);
            bool found = asset_rig_bounds_find(&c.bounds, bones, weights, &box);
            known += found;
            unknown += !found;
            evaluate(&c, bones, weights, positions);
            for (uint32_t i = 0; i < VERTICES && found; i++)
                if (!holds(&box, positions[i]))
                    fail_msg("seed %llu, pose %u: vertex %u at %g %g %g is outside",
                             (unsigned long long)seed, pose, i, (double)positions[i].x,
                             (double)positions[i].y, (double)positions[i].z);
        }
        tear_down(&c);
    }
    assert_true(known > unknown && unknown > 0);
}

// Where all bones do the same, the box is that of the vertices, up to rounding.
static void bounds_are_tight_where_bones_agree(void **state)
{
    (void)state;
    for (uint64_t seed = 0; seed < test_count(20, 200, 2000); seed++) {
        mote_random random = mote_random_stream(622, seed, 0);
        rig_case c;
        set_up(&c, &random, 1);
        mote_transform bones[BONES];
        const float weights[TARGETS] = {0};
        mote_vec3 positions[VERTICES], low = {1, 1, 1}, high = {-1, -1, -1};
        mote_box box;
        for (uint32_t b = 0; b < BONES; b++)
            bones[b] = (mote_transform){{1, 0, 0}, {0, 1, 0}, {0, 0, 1}, {0, 0, 0}};
        evaluate(&c, bones, weights, positions);
        for (uint32_t i = 0; i < VERTICES; i++) {
            low.x = fminf(low.x, positions[i].x);
            high.x = fmaxf(high.x, positions[i].x);
        }
        assert_true(asset_rig_bounds_find(&c.bounds, bones, weights, &box));
        assert_true(box.min.x > low.x - 1e-4f && box.max.x < high.x + 1e-4f);
        tear_down(&c);
    }
}

// Every vertex in the same corner, and every bone the same: the box has no room but for rounding
// errors.
static void put_in_corner(rig_case *c, mote_random *random, float size, float delta)
{
    float signs[3];
    for (int k = 0; k < 3; k++) signs[k] = mote_random_below(random, 2) ? 1 : -1;
    do fill(c, random, 1);
    while (c->bone_count < 2);
    for (uint32_t i = 0; i < VERTICES; i++) {
        c->positions[i] = (mote_vec3){signs[0] * size, signs[1] * size, signs[2] * size};
        for (uint32_t t = 0; t < TARGETS; t++)
            c->deltas[t][i] = (mote_vec3){signs[0] * delta, signs[1] * delta, signs[2] * delta};
    }
}

static void errors_have_room(mote_random *random, float size, float delta, float weight, float bone)
{
    rig_case c = {0};
    put_in_corner(&c, random, size, delta);
    make_all(&c);
    mote_transform bones[BONES];
    float weights[TARGETS];
    mote_vec3 positions[VERTICES];
    mote_box box;
    for (uint32_t t = 0; t < TARGETS; t++) weights[t] = weight * mote_random_unit(random);
    const mote_transform same = {
        any_vector(random, bone), any_vector(random, bone), any_vector(random, bone), {0, 0, 0}};
    for (uint32_t b = 0; b < BONES; b++) bones[b] = same;
    if (asset_rig_bounds_find(&c.bounds, bones, weights, &box)) {
        evaluate(&c, bones, weights, positions);
        for (uint32_t i = 0; i < VERTICES; i++)
            if (!holds(&box, positions[i]))
                fail_msg("%g, %g, %g, %g: vertex %u at %g %g %g is outside", (double)size,
                         (double)delta, (double)weight, (double)bone, i, (double)positions[i].x,
                         (double)positions[i].y, (double)positions[i].z);
    }
    tear_down(&c);
}

// Blended columns that are denormal, before huge positions; denormal displacements before huge
// bones; sums that overflow before tiny bones.
static void bounds_hold_where_sizes_cancel(void **state)
{
    (void)state;
    static const float cases[][4] = {{1e30f, 0, 0, 1e-40f},
                                     {1e36f, 0, 0, 1e-42f},
                                     {0, 1e-40f, 1e-5f, 1e30f},
                                     {0, 1e-43f, 1, 1e36f},
                                     {3.4e38f, 1e37f, 1, 1e-10f}};
    mote_random random = mote_random_stream(623, 0, 0);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        for (uint64_t k = 0; k < test_count(20, 200, 5000); k++)
            errors_have_room(&random, cases[i][0], cases[i][1], cases[i][2], cases[i][3]);
}

// Above that the errors of so many sums have no bound here.
static void a_million_targets_have_no_bound(void **state)
{
    (void)state;
    enum { MAX_TARGETS = 1 << 20 };
    static const mote_vec3 position = {1, 2, 3};
    static const uint16_t bone = 0;
    static const float one = 1;
    const asset_bound_vertices vertices = {&position, 1, &bone, &one, 1};
    const mote_transform rest = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}, {0, 0, 0}};
    float *weights = calloc(MAX_TARGETS + 1, sizeof *weights);
    assert_non_null(weights);
    for (uint32_t more = 0; more < 2; more++) {
        asset_rig_bounds bounds;
        mote_box box;
        assert_int_equal(asset_rig_bounds_create(MAX_TARGETS + more, &bounds), MOTE_OK);
        assert_int_equal(asset_rig_bounds_add_movers(&bounds, 1, &vertices), MOTE_OK);
        assert_int_equal(asset_rig_bounds_find(&bounds, &rest, weights, &box), !more);
        asset_rig_bounds_release(&bounds);
    }
    free(weights);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(bounds_hold_every_position),
        cmocka_unit_test(bounds_are_tight_where_bones_agree),
        cmocka_unit_test(bounds_hold_where_sizes_cancel),
        cmocka_unit_test(a_million_targets_have_no_bound),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
