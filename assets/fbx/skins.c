// Skins: clusters of vertices that bones move.
//
// A cluster's Transform maps vertices from the space of the mesh to the space of its bone, in the
// bind pose. The weights of a vertex are divided by their sum. In the mode Total1, the rest to 1
// belongs to the mesh's own node instead. Vertices without weights belong to that node too.

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "assets/fbx/fbx.h"
#include "assets/influences.h"
#include "core/result.h"

typedef struct skin_reader {
    asset_fbx *fbx;
    asset_fbx_mesh *mesh;
    uint32_t vertex_count, bone_count;
    asset_influences influences;
    double *totals; // sum of the weights of each vertex
    bool total1;
} skin_reader;

static mote_result refuse_skin(const skin_reader *r, const char *why)
{
    char room[ASSET_FBX_SHORT];
    return asset_fbx_refuse(r->fbx, "the skin of '%s' %s",
                            asset_fbx_name(r->fbx, r->mesh->model, room), why);
}

// ---------------------------------------------------------------------------------------------
// Clusters

static uint32_t bone_of(const asset_fbx *fbx, uint32_t cluster)
{
    const asset_fbx_connection *c;
    for (uint32_t i = 0; (c = asset_fbx_child_of(fbx, cluster, i)); i++)
        if (asset_fbx_object_at(fbx, c->child)->asset_node != MOTE_NONE)
            return asset_fbx_object_at(fbx, c->child)->asset_node;
    return MOTE_NONE;
}

static mote_result add_bone(skin_reader *r, uint32_t node, const mote_affine *inverse_bind)
{
    asset_bone bone;
    asset_span span;
    memset(&bone, 0, sizeof bone);
    bone.node = node;
    bone.inverse_bind = mote_affine_round(inverse_bind);
    if (!asset_add(&r->fbx->asset->bones, &bone, 1, &span))
        return mote_fail_memory(sizeof bone, r->fbx->path);
    r->bone_count++;
    return MOTE_OK;
}

static mote_result add_weights(skin_reader *r, const int64_t *vertices, const double *weights,
                               size_t count, bool *any)
{
    for (size_t i = 0; i < count; i++) {
        // Some exporters keep the weights of deleted vertices.
        if (vertices[i] < 0 || vertices[i] >= r->vertex_count || weights[i] == 0) continue;
        if (!(weights[i] > 0)) return refuse_skin(r, "has a weight that is negative or not finite");
        uint32_t vertex = (uint32_t)vertices[i];
        mote_result result =
            asset_influences_add(&r->influences, vertex, r->bone_count, (float)weights[i]);
        if (result) return result;
        r->totals[vertex] += weights[i];
        *any = true;
    }
    return MOTE_OK;
}

static mote_result read_mode(skin_reader *r, uint32_t node)
{
    uint32_t mode = asset_fbx_child(r->fbx, node, "Mode");
    asset_fbx_text text = mode ? asset_fbx_text_at(r->fbx, mode, 0) : (asset_fbx_text){"", 0};
    if (asset_fbx_is(text, "Additive")) return refuse_skin(r, "has clusters of the mode Additive");
    if (asset_fbx_is(text, "Total1")) r->total1 = true;
    return MOTE_OK;
}

// Converts 16 numbers of a matrix for row vectors.
static mote_affine affine_of(const double m[16])
{
    return (mote_affine){
        {m[0], m[1], m[2]}, {m[4], m[5], m[6]}, {m[8], m[9], m[10]}, {m[12], m[13], m[14]}};
}

static mote_result read_cluster(skin_reader *r, uint32_t cluster)
{
    asset_fbx *fbx = r->fbx;
    uint32_t node = asset_fbx_object_at(fbx, cluster)->node, bone = bone_of(fbx, cluster);
    int64_t *vertices = NULL;
    double *weights = NULL, *transform = NULL;
    size_t vertex_count = 0, weight_count = 0, transform_count = 0;
    bool any = false;
    mote_result result = read_mode(r, node);
    if (!result) result = asset_fbx_read_integers(fbx, node, "Indexes", &vertices, &vertex_count);
    if (!result) result = asset_fbx_read_reals(fbx, node, "Weights", &weights, &weight_count);
    if (!result)
        result = asset_fbx_read_reals(fbx, node, "Transform", &transform, &transform_count);
    if (!result && vertex_count != weight_count)
        result = refuse_skin(r, "has a cluster with another number of weights than of vertices");
    if (!result) result = add_weights(r, vertices, weights, weight_count, &any);
    if (!result && any && bone == MOTE_NONE)
        result = refuse_skin(r, "has a cluster without a bone");
    if (!result && any && transform_count != 16)
        result = refuse_skin(r, "has a cluster without a Transform matrix");
    if (!result && any) {
        mote_affine inverse_bind = affine_of(transform);
        result = add_bone(r, bone, &inverse_bind);
    }
    free(vertices);
    free(weights);
    free(transform);
    return result;
}

// ---------------------------------------------------------------------------------------------
// Skins

// Finds the only skin of a geometry, or MOTE_NONE.
static mote_result find_skin(const skin_reader *r, uint32_t *out)
{
    const asset_fbx_connection *c;
    *out = MOTE_NONE;
    for (uint32_t i = 0; (c = asset_fbx_child_of(r->fbx, r->mesh->geometry, i)); i++) {
        if (!asset_fbx_is_kind(r->fbx, c->child, "Deformer", "Skin") || c->child == *out) continue;
        if (*out != MOTE_NONE) return refuse_skin(r, "is one of several of its mesh");
        *out = c->child;
    }
    return MOTE_OK;
}

static mote_result check_kind(const skin_reader *r, uint32_t skin)
{
    uint32_t node = asset_fbx_object_at(r->fbx, skin)->node;
    uint32_t kind = asset_fbx_child(r->fbx, node, "SkinningType");
    asset_fbx_text text = kind ? asset_fbx_text_at(r->fbx, kind, 0) : (asset_fbx_text){"Linear", 6};
    if (asset_fbx_is(text, "Linear") || asset_fbx_is(text, "Rigid")) return MOTE_OK;
    return refuse_skin(r, asset_fbx_is(text, "DualQuaternion")
                              ? "is of the kind DualQuaternion; only linear skins are posed"
                          : asset_fbx_is(text, "Blend")
                              ? "is of the kind Blend; only linear skins are posed"
                              : "is of an unknown kind; only linear skins are posed");
}

// Refuses vertices with more bones than a surface can hold. Dropping bones would misplace such a
// vertex by up to the dropped share of its weights times the distance between the positions that
// its bones give it.
static mote_result check_dropped(const skin_reader *r)
{
    char room[ASSET_FBX_SHORT];
    for (uint32_t i = 0; i < r->vertex_count; i++) {
        double kept = 0;
        for (uint32_t k = 0; k < r->influences.counts[i]; k++)
            kept += (double)r->influences.weights[i][k];
        if (r->totals[i] - kept > 5e-6 * r->totals[i])
            return asset_fbx_refuse(
                r->fbx, "the skin of '%s': vertex %u follows more than %d bones",
                asset_fbx_name(r->fbx, r->mesh->model, room), i, MOTE_SKIN_MAX_INFLUENCES);
    }
    return MOTE_OK;
}

// Assigns the remaining weights to the mesh's own node.
static mote_result add_rest(skin_reader *r)
{
    static const mote_affine identity = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}, {0, 0, 0}};
    bool any = false;
    for (uint32_t i = 0; i < r->vertex_count; i++) {
        double rest = r->totals[i] == 0 ? 1 : r->total1 ? 1 - r->totals[i] : 0;
        if (rest < -1e-4) return refuse_skin(r, "has weights above 1 in the mode Total1");
        if (rest < 1e-6) continue;
        mote_result result = asset_influences_add(&r->influences, i, r->bone_count, (float)rest);
        if (result) return result;
        r->totals[i] += rest;
        any = true;
    }
    return any ? add_bone(r, r->mesh->surface.node, &identity) : MOTE_OK;
}

static mote_result read_skin(skin_reader *r, uint32_t skin)
{
    const asset_fbx_connection *c;
    mote_result result = check_kind(r, skin);
    if (!result) result = asset_influences_create(r->vertex_count, &r->influences);
    for (uint32_t i = 0; !result && (c = asset_fbx_child_of(r->fbx, skin, i)); i++)
        if (asset_fbx_is_kind(r->fbx, c->child, "Deformer", "Cluster"))
            result = read_cluster(r, c->child);
    // Without weights, the node alone moves the mesh.
    if (result || r->bone_count == 0) return result;
    result = add_rest(r);
    if (!result) result = check_dropped(r);
    if (!result) result = asset_influences_finish(&r->influences, r->fbx->asset, &r->mesh->surface);
    r->mesh->surface.bones.count = r->bone_count;
    return result;
}

mote_result asset_fbx_add_skin(asset_fbx *fbx, asset_fbx_mesh *mesh)
{
    skin_reader r = {
        .fbx = fbx, .mesh = mesh, .vertex_count = (uint32_t)mesh->surface.positions.count};
    uint32_t skin;
    mote_result result = find_skin(&r, &skin);
    if (result || skin == MOTE_NONE) return result;
    enum { BYTES_PER_VERTEX = 80 };
    result = asset_fbx_spend(fbx, (uint64_t)r.vertex_count * BYTES_PER_VERTEX);
    if (result) return result;
    r.totals = calloc((size_t)r.vertex_count + 1, sizeof *r.totals);
    mesh->surface.bones.first = fbx->asset->bones.count;
    result = r.totals ? read_skin(&r, skin)
                      : mote_fail_memory(r.vertex_count * sizeof *r.totals, fbx->path);
    asset_influences_release(&r.influences);
    free(r.totals);
    return result;
}
