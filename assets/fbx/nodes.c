// Models: the nodes of the scene.

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "assets/fbx/fbx.h"
#include "assets/joint.h"
#include "core/result.h"

static bool is_model(const asset_fbx *fbx, uint32_t object)
{
    return object != ASSET_FBX_ROOT &&
           asset_fbx_is(asset_fbx_object_at(fbx, object)->kind, "Model");
}

// ---------------------------------------------------------------------------------------------
// Axes and unit

// Reads the axis of the file that becomes one of the asset's axes, with its sign.
static mote_result read_axis(asset_fbx *fbx, const char *name, const char *sign_name, int otherwise,
                             int *axis, double *sign)
{
    double number = asset_fbx_setting(fbx, name, otherwise);
    *axis = number == 0 ? 0 : number == 1 ? 1 : number == 2 ? 2 : -1;
    *sign = asset_fbx_setting(fbx, sign_name, 1) < 0 ? -1 : 1;
    return *axis >= 0 ? MOTE_OK
                      : asset_fbx_refuse(fbx, "its %s is %g, not 0, 1 or 2", name, number);
}

// Adds the root node, which transforms the file's axes and unit to y up, right-handed, in meters.
static mote_result add_root(asset_fbx *fbx)
{
    static const char name[] = "scene";
    int axes[3]; // axes of the file that become x, y and z
    double signs[3];
    mote_result result = read_axis(fbx, "CoordAxis", "CoordAxisSign", 0, &axes[0], &signs[0]);
    if (!result) result = read_axis(fbx, "UpAxis", "UpAxisSign", 1, &axes[1], &signs[1]);
    if (!result) result = read_axis(fbx, "FrontAxis", "FrontAxisSign", 2, &axes[2], &signs[2]);
    if (result) return result;
    if (axes[0] == axes[1] || axes[1] == axes[2] || axes[2] == axes[0])
        return asset_fbx_refuse(fbx, "two of its axes are the same (UpAxis %d, FrontAxis %d)",
                                axes[1], axes[2]);
    double centimeters = asset_fbx_setting(fbx, "UnitScaleFactor", 1);
    if (!(centimeters > 1e-9 && centimeters < 1e9))
        return asset_fbx_refuse(fbx, "its UnitScaleFactor is %g", centimeters);
    double m[3][3] = {{0}}; // columns
    for (int i = 0; i < 3; i++) m[axes[i]][i] = signs[i] * centimeters / 100;
    mote_affine affine = {{m[0][0], m[0][1], m[0][2]},
                          {m[1][0], m[1][1], m[1][2]},
                          {m[2][0], m[2][1], m[2][2]},
                          {0, 0, 0}};
    fbx->mirrored = mote_dvec_dot(affine.cx, mote_dvec_cross(affine.cy, affine.cz)) < 0;
    asset_node node;
    memset(&node, 0, sizeof node); // clears the padding, which is sent too
    node.parent = MOTE_NONE;
    node.has_matrix = true;
    node.matrix = mote_affine_round(&affine);
    node.scale = (mote_vec3){1, 1, 1};
    node.rotation[3] = 1;
    asset_span span;
    result = asset_add_name(fbx->asset, name, sizeof name - 1, &node.name);
    if (!result && !asset_add(&fbx->asset->nodes, &node, 1, &span))
        result = mote_fail_memory(sizeof node, fbx->path);
    return result;
}

// ---------------------------------------------------------------------------------------------
// Transforms

bool asset_fbx_is_beyond_limits(const asset_fbx *fbx, uint32_t model, uint32_t target,
                                uint32_t component, double lowest, double highest)
{
    static const char *const groups[3] = {"Translation", "Rotation", "Scaling"};
    double limit[3];
    char name[32];
    snprintf(name, sizeof name, "%sActive", groups[target]);
    if (asset_fbx_number(fbx, model, name, 0) == 0) return false;
    for (int highest_side = 0; highest_side < 2; highest_side++) {
        const char *side = highest_side ? "Max" : "Min";
        snprintf(name, sizeof name, "%s%s%c", groups[target], side, "XYZ"[component]);
        if (asset_fbx_number(fbx, model, name, 0) == 0) continue;
        snprintf(name, sizeof name, "%s%s", groups[target], side);
        if (asset_fbx_property(fbx, model, name, 3, limit) != 3) continue;
        double over = highest_side ? highest - limit[component] : limit[component] - lowest;
        if (over > 1e-4) return true;
    }
    return false;
}

// The rotation order and the pre- and post-rotation apply only if the node enables them.
static mote_result read_rotation(asset_fbx *fbx, uint32_t model, asset_joint *out)
{
    enum { SPHERIC = 6 }; // Autodesk's SDK treats it as xyz
    char room[ASSET_FBX_SHORT];
    if (asset_fbx_number(fbx, model, "RotationActive", 0) == 0) return MOTE_OK;
    double order = asset_fbx_number(fbx, model, "RotationOrder", ASSET_ORDER_XYZ);
    if (order == SPHERIC) order = ASSET_ORDER_XYZ;
    if (!(order >= 0 && order <= ASSET_ORDER_ZYX))
        return asset_fbx_refuse(fbx, "node '%s' has the unknown RotationOrder %g",
                                asset_fbx_name(fbx, model, room), order);
    out->order = (uint32_t)order;
    if (asset_fbx_number(fbx, model, "RotationSpaceForLimitOnly", 0) != 0) return MOTE_OK;
    asset_fbx_property(fbx, model, "PreRotation", 3, out->pre_rotation);
    asset_fbx_property(fbx, model, "PostRotation", 3, out->post_rotation);
    return MOTE_OK;
}

static mote_result read_joint(asset_fbx *fbx, uint32_t model, asset_joint *out)
{
    char room[ASSET_FBX_SHORT];
    memset(out, 0, sizeof *out);
    for (int i = 0; i < 3; i++) out->scaling[i] = 1;
    asset_fbx_property(fbx, model, "Lcl Translation", 3, out->translation);
    asset_fbx_property(fbx, model, "Lcl Rotation", 3, out->rotation);
    asset_fbx_property(fbx, model, "Lcl Scaling", 3, out->scaling);
    asset_fbx_property(fbx, model, "RotationOffset", 3, out->rotation_offset);
    asset_fbx_property(fbx, model, "RotationPivot", 3, out->rotation_pivot);
    asset_fbx_property(fbx, model, "ScalingOffset", 3, out->scaling_offset);
    asset_fbx_property(fbx, model, "ScalingPivot", 3, out->scaling_pivot);
    const double *values[3] = {out->translation, out->rotation, out->scaling};
    for (uint32_t i = 0; i < 9; i++)
        if (asset_fbx_is_beyond_limits(fbx, model, i / 3, i % 3, values[i / 3][i % 3],
                                       values[i / 3][i % 3]))
            return asset_fbx_refuse(fbx, "node '%s' is beyond its own limits",
                                    asset_fbx_name(fbx, model, room));
    double inherits = asset_fbx_number(fbx, model, "InheritType", ASSET_INHERIT_RRSS);
    if (!(inherits == ASSET_INHERIT_RRSS || inherits == ASSET_INHERIT_RSRS ||
          inherits == ASSET_INHERIT_RRS))
        return asset_fbx_refuse(fbx, "node '%s' has the unknown InheritType %g",
                                asset_fbx_name(fbx, model, room), inherits);
    out->inherits = (uint32_t)inherits;
    return read_rotation(fbx, model, out);
}

mote_affine asset_fbx_geometric(const asset_fbx *fbx, uint32_t model)
{
    double translation[3] = {0}, rotation[3] = {0}, scaling[3] = {1, 1, 1};
    asset_fbx_property(fbx, model, "GeometricTranslation", 3, translation);
    asset_fbx_property(fbx, model, "GeometricRotation", 3, rotation);
    asset_fbx_property(fbx, model, "GeometricScaling", 3, scaling);
    mote_affine m = mote_rotation_matrix(asset_euler_rotation(rotation, ASSET_ORDER_XYZ));
    return (mote_affine){mote_dvec_scale(m.cx, scaling[0]),
                         mote_dvec_scale(m.cy, scaling[1]),
                         mote_dvec_scale(m.cz, scaling[2]),
                         {translation[0], translation[1], translation[2]}};
}

// ---------------------------------------------------------------------------------------------
// The hierarchy

// Finds the parent model of a model, or the root.
static mote_result find_parent(const asset_fbx *fbx, uint32_t model, uint32_t *out)
{
    const asset_fbx_connection *c;
    char room[ASSET_FBX_SHORT];
    *out = ASSET_FBX_ROOT;
    for (uint32_t i = 0; (c = asset_fbx_parent_of(fbx, model, i)); i++) {
        if (c->property.size || !is_model(fbx, c->parent)) continue;
        if (*out != ASSET_FBX_ROOT && *out != c->parent)
            return asset_fbx_refuse(fbx, "node '%s' has two parents",
                                    asset_fbx_name(fbx, model, room));
        *out = c->parent;
    }
    return MOTE_OK;
}

static mote_result add_model(asset_fbx *fbx, uint32_t model, uint32_t parent)
{
    asset_node node;
    asset_joint joint;
    asset_span span;
    memset(&node, 0, sizeof node);
    node.parent = parent == ASSET_FBX_ROOT ? 0 : asset_fbx_object_at(fbx, parent)->asset_node;
    node.scale = (mote_vec3){1, 1, 1};
    node.rotation[3] = 1;
    mote_result result = asset_fbx_add_name(fbx, model, &node.name);
    if (!result) result = read_joint(fbx, model, &joint);
    if (result) return result;
    node.joint = (uint32_t)fbx->asset->joints.count + 1;
    fbx->objects.data[model].asset_node = (uint32_t)fbx->asset->nodes.count;
    return asset_add(&fbx->asset->joints, &joint, 1, &span) &&
                   asset_add(&fbx->asset->nodes, &node, 1, &span)
               ? MOTE_OK
               : mote_fail_memory(sizeof joint, fbx->path);
}

// Adds the models below those in `order`, which grows during the loop, so parents precede children.
static mote_result add_below(asset_fbx *fbx, const uint32_t *parent, uint32_t *order, size_t count,
                             size_t models)
{
    char room[ASSET_FBX_SHORT];
    for (size_t at = 0; at < count; at++) {
        mote_result result = add_model(fbx, order[at], parent[order[at]]);
        if (result) return result;
        const asset_fbx_connection *c;
        for (uint32_t i = 0; (c = asset_fbx_child_of(fbx, order[at], i)); i++) {
            // The file may repeat a connection.
            if (c->property.size || !is_model(fbx, c->child) || parent[c->child] != order[at] ||
                asset_fbx_object_at(fbx, c->child)->asset_node != MOTE_NONE)
                continue;
            fbx->objects.data[c->child].asset_node = 0; // marks it as listed
            order[count++] = c->child;
        }
    }
    if (count == models) return MOTE_OK;
    for (uint32_t i = 0; i < fbx->objects.count; i++)
        if (is_model(fbx, i) && asset_fbx_object_at(fbx, i)->asset_node == MOTE_NONE)
            return asset_fbx_fail(fbx, "node '%s' is its own ancestor",
                                  asset_fbx_name(fbx, i, room));
    return MOTE_OK;
}

mote_result asset_fbx_add_nodes(asset_fbx *fbx)
{
    size_t count = 0, models = 0, objects = fbx->objects.count;
    uint32_t *parent = calloc(objects + 1, sizeof *parent);
    uint32_t *order = calloc(objects + 1, sizeof *order);
    mote_result result = parent && order ? add_root(fbx) : mote_fail_memory(objects * 8, fbx->path);
    for (uint32_t i = 0; i < objects && !result; i++) {
        if (!is_model(fbx, i)) continue;
        models++;
        result = find_parent(fbx, i, &parent[i]);
        if (parent[i] == ASSET_FBX_ROOT) order[count++] = i;
    }
    if (!result) result = add_below(fbx, parent, order, count, models);
    free(parent);
    free(order);
    return result;
}
