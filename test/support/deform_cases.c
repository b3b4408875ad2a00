#include "support/deform_cases.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/box.h"
#include "core/transform.h"
#include "support/run.h"

deform_case deform_case_create(uint32_t rings, uint32_t sides, mote_random *random)
{
    deform_case c = {.model = test_mesh_torus(rings, sides, 1.0f, 0.4f)};
    test_mesh_shuffle(&c.model, random);
    mote_mesh_def mesh_def = test_mesh_def(&c.model);
    c.mesh = test_mesh_create(&mesh_def);
    mote_nodes_def def = mote_default_nodes_def();
    def.mesh = c.mesh;
    assert_int_equal(mote_nodes_create(&def, &c.nodes), MOTE_OK);
    return c;
}

void deform_case_release(deform_case *c)
{
    mote_nodes_destroy(c->nodes);
    mote_mesh_destroy(c->mesh);
    test_mesh_release(&c->model);
}

mote_transform random_motion(mote_random *random, mote_vec3 center, float angle, float shift)
{
    mote_vec3 a = mote_random_direction(random);
    double phi = (double)mote_random_between(random, -angle, angle), c = cos(phi), s = sin(phi);
    double x = (double)a.x, y = (double)a.y, z = (double)a.z, k = 1 - c;
    mote_transform m = {
        {(float)(c + k * x * x), (float)(k * x * y + s * z), (float)(k * x * z - s * y)},
        {(float)(k * x * y - s * z), (float)(c + k * y * y), (float)(k * y * z + s * x)},
        {(float)(k * x * z + s * y), (float)(k * y * z - s * x), (float)(c + k * z * z)},
        {0, 0, 0}};
    m.t = mote_vec_sub(center, mote_transform_point(&m, center));
    m.t.x += mote_random_between(random, -shift, shift);
    m.t.y += mote_random_between(random, -shift, shift);
    m.t.z += mote_random_between(random, -shift, shift);
    return m;
}

// ---------------------------------------------------------------------------------------------
// Skin

static mote_vec3 bone_place(uint32_t bone)
{
    float angle = 6.2831853f * (float)bone / CASE_BONES;
    return (mote_vec3){cosf(angle), sinf(angle), 0};
}

static float smooth_weight(mote_vec3 p, uint32_t bone)
{
    float d = mote_vec_length(mote_vec_sub(p, bone_place(bone))), w = fmaxf(0, 1 - d / 0.9f);
    return w * w * (3 - 2 * w);
}

// The `slots` largest weights.
static void choose_bones(mote_vec3 p, uint32_t slots, uint16_t *bones, float *weights)
{
    for (uint32_t b = 0; b < CASE_BONES; b++) {
        float w = smooth_weight(p, b);
        uint32_t k = slots;
        for (; k > 0 && weights[k - 1] < w; k--) {
            if (k == slots) continue;
            weights[k] = weights[k - 1];
            bones[k] = bones[k - 1];
        }
        if (k == slots) continue;
        weights[k] = w;
        bones[k] = (uint16_t)b;
    }
}

static mote_deformer *make_skin(const deform_case *c, mote_skin_blend blend, uint32_t slots,
                                const uint16_t *bones, const float *weights)
{
    mote_skin_def def = mote_default_skin_def();
    def.mesh = c->mesh;
    def.nodes = c->nodes;
    def.blend = blend;
    def.bone_count = CASE_BONES;
    def.influences_per_vertex = slots;
    def.bones = bones;
    def.weights = weights;
    def.influence_count = (size_t)slots * c->model.vertex_count;
    mote_deformer *skin;
    assert_int_equal(mote_skin_create(&def, &skin), MOTE_OK);
    return skin;
}

mote_deformer *smooth_skin(const deform_case *c, mote_skin_blend blend, uint32_t influences)
{
    size_t count = (size_t)influences * c->model.vertex_count;
    uint16_t *bones = calloc(count, sizeof *bones);
    float *weights = calloc(count, sizeof *weights);
    for (uint32_t v = 0; v < c->model.vertex_count; v++)
        choose_bones(c->model.positions[v], influences, bones + (size_t)influences * v,
                     weights + (size_t)influences * v);
    mote_deformer *skin = make_skin(c, blend, influences, bones, weights);
    free(bones);
    free(weights);
    return skin;
}

mote_deformer *wild_skin(const deform_case *c, mote_skin_blend blend, uint32_t influences,
                         mote_random *random)
{
    size_t count = (size_t)influences * c->model.vertex_count;
    uint16_t *bones = calloc(count, sizeof *bones);
    float *weights = calloc(count, sizeof *weights);
    for (size_t i = 0; i < count; i++) {
        bones[i] = (uint16_t)mote_random_below(random, CASE_BONES);
        weights[i] = mote_random_below(random, 3) ? mote_random_between(random, 0.01f, 1) : 0;
        if (i % influences == 0) weights[i] += 0.01f;
    }
    mote_deformer *skin = make_skin(c, blend, influences, bones, weights);
    free(bones);
    free(weights);
    return skin;
}

void pose_skin(mote_deformer *skin, mote_random *random, float angle)
{
    mote_transform bones[CASE_BONES];
    for (uint32_t b = 0; b < CASE_BONES; b++)
        bones[b] = random_motion(random, bone_place(b), angle, 0.05f);
    assert_int_equal(mote_skin_set_bones(skin, bones, CASE_BONES), MOTE_OK);
}

void pose_skin_wildly(mote_deformer *skin, mote_random *random)
{
    mote_transform bones[CASE_BONES];
    float *numbers = (float *)(void *)bones;
    float most = mote_random_below(random, 4) ? 2.0f : 1000.0f;
    for (uint32_t i = 0; i < 12 * CASE_BONES; i++)
        numbers[i] = mote_random_between(random, -most, most);
    assert_int_equal(mote_skin_set_bones(skin, bones, CASE_BONES), MOTE_OK);
}

// ---------------------------------------------------------------------------------------------
// Morph

typedef mote_vec3 displacement(const void *what, mote_vec3 position, mote_random *random);

// Moves about one vertex in `share` of those within reach of a place.
static mote_deformer *make_morph(const deform_case *c, displacement *delta, const mote_vec3 *places,
                                 float reach, mote_random *random)
{
    mote_morph_target targets[CASE_TARGETS];
    uint32_t *vertices[CASE_TARGETS];
    mote_vec3 *deltas[CASE_TARGETS];
    for (uint32_t t = 0; t < CASE_TARGETS; t++) {
        vertices[t] = calloc(c->model.vertex_count, sizeof **vertices);
        deltas[t] = calloc(c->model.vertex_count, sizeof **deltas);
        size_t count = 0;
        for (uint32_t v = 0; v < c->model.vertex_count; v++) {
            mote_vec3 p = c->model.positions[v];
            if (mote_vec_length(mote_vec_sub(p, places[t])) > reach) continue;
            vertices[t][count] = v;
            deltas[t][count++] = delta(&places[t], p, random);
        }
        targets[t] = (mote_morph_target){vertices[t], deltas[t], count};
    }
    mote_morph_def def = mote_default_morph_def();
    def.mesh = c->mesh;
    def.nodes = c->nodes;
    def.targets = targets;
    def.target_count = CASE_TARGETS;
    mote_deformer *morph;
    assert_int_equal(mote_morph_create(&def, &morph), MOTE_OK);
    for (uint32_t t = 0; t < CASE_TARGETS; t++) {
        free(vertices[t]);
        free(deltas[t]);
    }
    return morph;
}

// A bump that pushes away from its place and fades out smoothly.
static mote_vec3 bump(const void *what, mote_vec3 position, mote_random *random)
{
    (void)random;
    const mote_vec3 *place = what;
    mote_vec3 away = mote_vec_sub(position, *place);
    float fade = fmaxf(0, 1 - mote_vec_dot(away, away));
    return mote_vec_add(mote_vec_scale(away, 0.5f * fade * fade),
                        (mote_vec3){0, 0, 0.3f * fade * fade});
}

static mote_vec3 noise(const void *what, mote_vec3 position, mote_random *random)
{
    (void)what;
    (void)position;
    return (mote_vec3){mote_random_between(random, -1, 1), mote_random_between(random, -1, 1),
                       mote_random_between(random, -1, 1)};
}

static void random_places(const deform_case *c, mote_random *random, mote_vec3 *out, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++)
        out[i] = c->model.positions[mote_random_below(random, c->model.vertex_count)];
}

mote_deformer *smooth_morph(const deform_case *c, mote_random *random)
{
    mote_vec3 places[CASE_TARGETS];
    random_places(c, random, places, CASE_TARGETS);
    return make_morph(c, bump, places, 1.0f, random);
}

mote_deformer *wild_morph(const deform_case *c, mote_random *random)
{
    mote_vec3 places[CASE_TARGETS];
    random_places(c, random, places, CASE_TARGETS);
    return make_morph(c, noise, places, mote_random_between(random, 0.0f, 2.0f), random);
}

void pose_morph(mote_deformer *morph, mote_random *random, float most)
{
    float weights[CASE_TARGETS];
    for (uint32_t t = 0; t < CASE_TARGETS; t++)
        weights[t] = mote_random_below(random, 4) ? mote_random_between(random, -most, most) : 0;
    assert_int_equal(mote_morph_set_weights(morph, weights, CASE_TARGETS), MOTE_OK);
}

// ---------------------------------------------------------------------------------------------
// Space mapping

mote_deformer *random_csrbf(const deform_case *c, mote_random *random, mote_wendland wendland,
                            uint32_t controls, float radius, float shift)
{
    mote_vec3 *starts = calloc(controls, sizeof *starts), *ends = calloc(controls, sizeof *ends);
    random_places(c, random, starts, controls);
    for (uint32_t i = 0; i < controls; i++) {
        mote_vec3 off = noise(NULL, starts[i], random);
        starts[i] = mote_vec_add(starts[i], mote_vec_scale(off, 0.05f)); // no two coincide
        ends[i] = mote_vec_add(starts[i], mote_vec_scale(noise(NULL, off, random), shift));
    }
    mote_csrbf_def def = mote_default_csrbf_def();
    def.mesh = c->mesh;
    def.nodes = c->nodes;
    def.starts = starts;
    def.ends = ends;
    def.control_count = controls;
    def.support_radius = radius;
    def.wendland = wendland;
    mote_deformer *csrbf;
    assert_int_equal(mote_csrbf_create(&def, &csrbf), MOTE_OK);
    free(starts);
    free(ends);
    return csrbf;
}

// ---------------------------------------------------------------------------------------------
// What must hold

static mote_vec3 *evaluate_all(const mote_deformer *deformer)
{
    mote_vec3 *all = malloc(mote_deformer_vertex_count(deformer) * sizeof *all);
    assert_non_null(all);
    assert_int_equal(mote_deformer_evaluate_all(deformer, NULL, all), MOTE_OK);
    return all;
}

void check_listed_equals_all(const mote_deformer *deformer, mote_random *random)
{
    mote_vec3 *all = evaluate_all(deformer);
    uint32_t list[3000];
    mote_vec3 *out = malloc(3000 * sizeof *out);
    const uint32_t most[] = {1, 2, 5, 40, 3000};
    for (int round = 0; round < 20; round++) {
        uint32_t count = 1 + mote_random_below(random, most[round % 5]);
        for (uint32_t i = 0; i < count; i++)
            list[i] = mote_random_below(random, mote_deformer_vertex_count(deformer));
        assert_int_equal(mote_deformer_evaluate(deformer, list, count, out), MOTE_OK);
        for (uint32_t i = 0; i < count; i++)
            assert_memory_equal(&out[i], &all[list[i]], sizeof *out);
    }
    free(out);
    free(all);
}

static double diagonal(const mote_box *box)
{
    return mote_dvec_length(mote_dvec_sub(mote_vec_widen(box->max), mote_vec_widen(box->min)));
}

static void check_inside(const mote_box *box, mote_vec3 p, uint32_t node, uint32_t vertex)
{
    if (p.x >= box->min.x && p.x <= box->max.x && p.y >= box->min.y && p.y <= box->max.y &&
        p.z >= box->min.z && p.z <= box->max.z)
        return;
    fail_msg("vertex %u at (%.9g %.9g %.9g) is outside the box of node %u: (%.9g %.9g %.9g) to "
             "(%.9g %.9g %.9g)",
             vertex, (double)p.x, (double)p.y, (double)p.z, node, (double)box->min.x,
             (double)box->min.y, (double)box->min.z, (double)box->max.x, (double)box->max.y,
             (double)box->max.z);
}

size_t check_bounds(const deform_case *c, const mote_deformer *deformer, double *ratios)
{
    mote_vec3 *all = evaluate_all(deformer);
    mote_nodes_info info;
    mote_nodes_get_info(c->nodes, &info);
    size_t checks = 0;
    for (uint32_t n = 0; n < info.node_count; n++) {
        mote_node node;
        mote_box box, tight = mote_box_empty();
        assert_int_equal(mote_nodes_get(c->nodes, n, &node), MOTE_OK);
        assert_int_equal(mote_deformer_bound(deformer, n, &box), MOTE_OK);
        for (uint32_t i = 0; i < node.vertex_count; i++) {
            check_inside(&box, all[node.vertices[i]], n, node.vertices[i]);
            mote_box_add_point(&tight, all[node.vertices[i]]);
        }
        checks += node.vertex_count;
        if (ratios && n < info.leaf_count) ratios[n] = diagonal(&box) / diagonal(&tight);
    }
    free(all);
    return checks;
}

static int compare_doubles(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

double median_of(double *values, size_t count)
{
    qsort(values, count, sizeof *values, compare_doubles);
    return values[count / 2];
}
