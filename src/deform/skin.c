// Skins: each bone moves the vertices by their weights.
//
// Linear blending: Magnenat-Thalmann, Laperriere, Thalmann, "Joint-dependent local deformations for
// hand animation and object grasping", 1988. Dual quaternions are in dual_quaternion.c.

#include "deform/skin.h"

#include <string.h>

#include "core/float_env.h"
#include "core/result.h"
#include "deform/nodes.h"
#include "mesh/mesh.h"

#define COOKIE 0x736b696eu // "skin"
#define MAX_BONES 65536u

mote_skin_def mote_default_skin_def(void)
{
    return (mote_skin_def){.cookie = COOKIE, .influences_per_vertex = 4};
}

// ---------------------------------------------------------------------------------------------
// The def

static mote_result check_options(const mote_skin_def *def)
{
    if ((uint32_t)def->blend > MOTE_SKIN_DUAL_QUATERNION)
        return mote_fail(MOTE_ERROR_ARGUMENT, "mote_skin_create: def.blend %u is unknown",
                         (unsigned)def->blend);
    if (def->bone_count == 0 || def->bone_count > MAX_BONES)
        return mote_fail(MOTE_ERROR_ARGUMENT,
                         "mote_skin_create: def.bone_count is %u, expected 1 to %u",
                         def->bone_count, MAX_BONES);
    if (def->influences_per_vertex == 0 || def->influences_per_vertex > MOTE_SKIN_MAX_INFLUENCES)
        return mote_fail(MOTE_ERROR_ARGUMENT,
                         "mote_skin_create: def.influences_per_vertex is %u, expected 1 to %d",
                         def->influences_per_vertex, MOTE_SKIN_MAX_INFLUENCES);
    if (!def->bones || !def->weights)
        return mote_fail(MOTE_ERROR_ARGUMENT, "mote_skin_create: def.%s is null",
                         def->bones ? "weights" : "bones");
    size_t expected = (size_t)def->mesh->vertex_count * def->influences_per_vertex;
    if (def->influence_count != expected)
        return mote_fail(MOTE_ERROR_DATA,
                         "mote_skin_create: def.influence_count is %zu, but %u vertices with %u "
                         "influences make %zu",
                         def->influence_count, def->mesh->vertex_count, def->influences_per_vertex,
                         expected);
    return MOTE_OK;
}

static mote_result check_vertex(const mote_skin_def *def, uint32_t vertex)
{
    size_t first = (size_t)vertex * def->influences_per_vertex;
    double sum = 0;
    for (uint32_t k = 0; k < def->influences_per_vertex; k++) {
        float weight = def->weights[first + k];
        if (!(weight >= 0 && weight < INFINITY))
            return mote_fail(MOTE_ERROR_DATA,
                             "mote_skin_create: vertex %u, influence %u: weight is %g, expected a "
                             "finite number of 0 "
                             "or more",
                             vertex, k, (double)weight);
        if (def->bones[first + k] >= def->bone_count)
            return mote_fail(
                MOTE_ERROR_DATA,
                "mote_skin_create: vertex %u, influence %u: bone %u, but there are %u bones",
                vertex, k, def->bones[first + k], def->bone_count);
        sum += (double)weight;
    }
    if (sum == 0)
        return mote_fail(MOTE_ERROR_DATA, "mote_skin_create: vertex %u: all weights are 0", vertex);
    return MOTE_OK;
}

static mote_result check_def(const mote_skin_def *def, const mote_deformer_basis *basis)
{
    mote_result result = mote_deformer_check(basis);
    if (result == MOTE_OK) result = check_options(def);
    for (uint32_t v = 0; result == MOTE_OK && v < def->mesh->vertex_count; v++)
        result = check_vertex(def, v);
    return result;
}

// ---------------------------------------------------------------------------------------------
// Making

static bool copy_influences(mote_skin *skin, const mote_skin_def *def)
{
    mote_skin_influences *to = &skin->influences;
    uint32_t given = def->influences_per_vertex;
    to->slots = given <= 4 ? 4 : 8;
    to->vertex_count = def->mesh->vertex_count;
    size_t count = (size_t)to->slots * to->vertex_count;
    to->weights = mote_allocate_zeroed(&skin->base.allocator, count, sizeof *to->weights);
    to->bones = mote_allocate_zeroed(&skin->base.allocator, count, sizeof *to->bones);
    if (!to->weights || !to->bones) return false;
    for (uint32_t v = 0; v < to->vertex_count; v++) {
        const float *weights = def->weights + (size_t)given * v;
        double sum = 0;
        for (uint32_t k = 0; k < given; k++) sum += (double)weights[k];
        for (uint32_t k = 0; k < given; k++) {
            to->weights[(size_t)to->slots * v + k] = (float)((double)weights[k] / sum);
            to->bones[(size_t)to->slots * v + k] = def->bones[(size_t)given * v + k];
        }
    }
    return true;
}

static mote_result invert_bind(mote_skin *skin, const mote_transform *bind)
{
    skin->from_bind = mote_allocate(&skin->base.allocator, skin->bone_count, sizeof(mote_affine));
    if (!skin->from_bind)
        return mote_fail_memory(skin->bone_count * sizeof(mote_affine), "bind transforms");
    for (uint32_t b = 0; b < skin->bone_count; b++) {
        if (!mote_transform_is_finite(&bind[b]))
            return mote_fail(MOTE_ERROR_DATA, "mote_skin_create: def.bind[%u] is not finite", b);
        mote_affine m = mote_affine_of(&bind[b]);
        if (!mote_affine_inverse(&m, &skin->from_bind[b]))
            return mote_fail(MOTE_ERROR_DATA, "mote_skin_create: def.bind[%u] is not invertible",
                             b);
    }
    return MOTE_OK;
}

static mote_result make_skin(mote_skin *skin, const mote_skin_def *def)
{
    skin->bone_count = def->bone_count;
    const mote_allocator *allocator = &skin->base.allocator;
    skin->matrices = mote_allocate_zeroed(allocator, def->bone_count, sizeof *skin->matrices);
    skin->quaternions = mote_allocate_zeroed(allocator, def->bone_count, sizeof *skin->quaternions);
    if (!skin->matrices || !skin->quaternions || !copy_influences(skin, def))
        return mote_fail_memory(def->influence_count * sizeof(float), "skin weights");
    mote_result result = MOTE_OK;
    if (def->bind) result = invert_bind(skin, def->bind);
    if (result == MOTE_OK && skin->base.can_bound) result = mote_skin_prepare_nodes(skin);
    if (result != MOTE_OK) return result;
    if (def->bind) return mote_skin_set_bones(&skin->base, def->bind, def->bone_count);
    for (uint32_t b = 0; b < def->bone_count; b++) {
        skin->matrices[b] =
            (mote_skin_matrix){{1, 0, 0, 0}, {0, 1, 0, 0}, {0, 0, 1, 0}, {0, 0, 0, 0}};
        mote_dual_quaternion_of(&MOTE_NO_TRANSFORM, skin->quaternions[b]);
    }
    return MOTE_OK;
}

mote_result mote_skin_create(const mote_skin_def *def, mote_deformer **out)
{
    if (!out) return mote_fail(MOTE_ERROR_ARGUMENT, "mote_skin_create: out is null");
    *out = NULL;
    if (!def) return mote_fail(MOTE_ERROR_ARGUMENT, "mote_skin_create: def is null");
    mote_deformer_basis basis = {"skin", def->cookie == COOKIE, def->mesh, def->nodes,
                                 def->allocator};
    mote_result result = check_def(def, &basis);
    if (result != MOTE_OK) return result;
    const mote_deformer_kind *kind =
        def->blend == MOTE_SKIN_LINEAR ? &mote_skin_linear_kind : &mote_skin_dual_quaternion_kind;
    mote_skin *skin = mote_deformer_allocate(&basis, kind, sizeof *skin);
    if (!skin) return MOTE_ERROR_MEMORY;
    mote_float_env env = mote_float_env_enter();
    result = make_skin(skin, def);
    mote_float_env_leave(env);
    if (result == MOTE_OK) {
        *out = &skin->base;
    } else {
        mote_deformer_destroy(&skin->base);
    }
    return result;
}

static void release(mote_deformer *self)
{
    mote_skin *skin = (mote_skin *)self;
    const mote_allocator *allocator = &self->allocator;
    size_t influences = (size_t)skin->influences.slots * skin->influences.vertex_count;
    mote_release(allocator, skin->influences.weights, influences, sizeof *skin->influences.weights);
    mote_release(allocator, skin->influences.bones, influences, sizeof *skin->influences.bones);
    mote_release(allocator, skin->from_bind, skin->bone_count, sizeof *skin->from_bind);
    mote_release(allocator, skin->matrices, skin->bone_count, sizeof *skin->matrices);
    mote_release(allocator, skin->quaternions, skin->bone_count, sizeof *skin->quaternions);
    mote_release(allocator, skin->node_weights, skin->node_weight_count,
                 sizeof *skin->node_weights);
    size_t nodes = skin->nodes ? (size_t)self->nodes->node_count + 1 : 0;
    mote_release(allocator, skin->nodes, nodes, sizeof *skin->nodes);
}

// ---------------------------------------------------------------------------------------------
// The pose

// bone * inverse(bind), rounded once.
static mote_transform from_rest(const mote_skin *skin, uint32_t bone, const mote_transform *pose)
{
    if (!skin->from_bind) return *pose;
    mote_affine bone_now = mote_affine_of(pose);
    mote_affine m = mote_affine_product(&bone_now, &skin->from_bind[bone]);
    return mote_affine_round(&m);
}

static mote_result check_bones(const mote_skin *skin, const mote_transform *bones)
{
    float quaternion[8];
    bool rigid = skin->base.kind == &mote_skin_dual_quaternion_kind;
    for (uint32_t b = 0; b < skin->bone_count; b++) {
        if (!mote_transform_is_finite(&bones[b]))
            return mote_fail(MOTE_ERROR_DATA, "mote_skin_set_bones: bones[%u] is not finite", b);
        mote_transform m = from_rest(skin, b, &bones[b]);
        if (!mote_transform_is_finite(&m))
            return mote_fail(MOTE_ERROR_DATA,
                             "mote_skin_set_bones: bones[%u] times the inverse of its bind "
                             "transform overflows float",
                             b);
        if (rigid && !mote_dual_quaternion_of(&m, quaternion))
            return mote_fail(MOTE_ERROR_DATA,
                             "mote_skin_set_bones: bones[%u] is not a rotation and a translation "
                             "from its rest pose, "
                             "as dual quaternions need",
                             b);
    }
    return MOTE_OK;
}

static void set_bone(mote_skin *skin, uint32_t bone, const mote_transform *pose)
{
    mote_transform m = from_rest(skin, bone, pose);
    skin->matrices[bone] = (mote_skin_matrix){{m.cx.x, m.cx.y, m.cx.z, 0},
                                              {m.cy.x, m.cy.y, m.cy.z, 0},
                                              {m.cz.x, m.cz.y, m.cz.z, 0},
                                              {m.t.x, m.t.y, m.t.z, 0}};
    if (skin->base.kind == &mote_skin_dual_quaternion_kind)
        mote_dual_quaternion_of(&m, skin->quaternions[bone]);
}

mote_result mote_skin_set_bones(mote_deformer *deformer, const mote_transform *bones,
                                uint32_t bone_count)
{
    if (!deformer || (deformer->kind != &mote_skin_linear_kind &&
                      deformer->kind != &mote_skin_dual_quaternion_kind))
        return mote_fail(MOTE_ERROR_ARGUMENT, "mote_skin_set_bones: deformer is %s",
                         deformer ? "not a skin" : "null");
    mote_skin *skin = (mote_skin *)deformer;
    if (!bones) return mote_fail(MOTE_ERROR_ARGUMENT, "mote_skin_set_bones: bones is null");
    if (bone_count != skin->bone_count)
        return mote_fail(MOTE_ERROR_ARGUMENT, "mote_skin_set_bones: %u bones, but the skin has %u",
                         bone_count, skin->bone_count);
    mote_float_env env = mote_float_env_enter();
    mote_result result = check_bones(skin, bones);
    for (uint32_t b = 0; result == MOTE_OK && b < bone_count; b++) set_bone(skin, b, &bones[b]);
    mote_float_env_leave(env);
    return result;
}

static float blend_axis(const mote_skin_matrix *matrices, const float *weights,
                        const uint16_t *bones, uint32_t slots, const mote_vec3 *p, int axis)
{
    float cx = 0, cy = 0, cz = 0, t = 0;
    for (uint32_t k = 0; k < slots; k++) {
        const mote_skin_matrix *m = &matrices[bones[k]];
        cx = k ? cx + weights[k] * m->cx[axis] : weights[k] * m->cx[axis];
        cy = k ? cy + weights[k] * m->cy[axis] : weights[k] * m->cy[axis];
        cz = k ? cz + weights[k] * m->cz[axis] : weights[k] * m->cz[axis];
        t = k ? t + weights[k] * m->t[axis] : weights[k] * m->t[axis];
    }
    return (p->x * cx + p->z * cz) + (p->y * cy + t);
}

void mote_skin_blend_linear_scalar(const mote_skin_influences *influences,
                                   const mote_skin_matrix *matrices, const uint32_t *vertices,
                                   uint32_t count, mote_vec3 *positions)
{
    for (uint32_t i = 0; i < count; i++) {
        size_t first = (size_t)influences->slots * vertices[i];
        const float *weights = influences->weights + first;
        const uint16_t *bones = influences->bones + first;
        mote_vec3 p = positions[i];
        positions[i].x = blend_axis(matrices, weights, bones, influences->slots, &p, 0);
        positions[i].y = blend_axis(matrices, weights, bones, influences->slots, &p, 1);
        positions[i].z = blend_axis(matrices, weights, bones, influences->slots, &p, 2);
    }
}

static void apply_linear(const mote_deformer *self, const uint32_t *vertices, uint32_t count,
                         mote_vec3 *positions)
{
    const mote_skin *skin = (const mote_skin *)self;
#ifdef MOTE_SCALAR
    mote_skin_blend_linear_scalar(&skin->influences, skin->matrices, vertices, count, positions);
#else
    MOTE_PICK_KERNEL(mote_skin_blend_linear)
    (&skin->influences, skin->matrices, vertices, count, positions);
#endif
}

const mote_deformer_kind mote_skin_linear_kind = {
    .name = "linear skin", .apply = apply_linear, .bound = mote_skin_bound, .release = release};

const mote_deformer_kind mote_skin_dual_quaternion_kind = {
    .name = "dual quaternion skin", .apply = mote_skin_apply_dual_quaternion, .release = release};
