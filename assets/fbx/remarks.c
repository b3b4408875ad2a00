// Remarks about omitted data.

#include <string.h>

#include "assets/fbx/fbx.h"

static bool is(const asset_fbx *fbx, uint32_t object, const char *kind)
{
    return object != ASSET_FBX_ROOT && asset_fbx_is(asset_fbx_object_at(fbx, object)->kind, kind);
}

// Reports meshes of which nothing was read.
static mote_result remark_meshes(asset_fbx *fbx)
{
    uint32_t hidden = 0, empty = fbx->empty_meshes;
    for (uint32_t i = 0; i < fbx->objects.count; i++)
        hidden +=
            asset_fbx_is_kind(fbx, i, "Geometry", "Mesh") && !asset_fbx_object_at(fbx, i)->is_shown;
    mote_result result = asset_add_remark(fbx->asset, ASSET_REMARK_OMISSION, hidden,
                                          "%u mesh%s on no model of the scene", hidden,
                                          hidden == 1 ? " is" : "es are");
    if (!result)
        result = asset_add_remark(fbx->asset, ASSET_REMARK_OMISSION, empty,
                                  "%u mesh%s vertices, but no polygons", empty,
                                  empty == 1 ? " has" : "es have");
    return result;
}

// ---------------------------------------------------------------------------------------------
// Constraints. Most exporters bake their effects to curves, and leave the constraints in the file.

static bool starts_with(asset_fbx_text text, const char *word)
{
    return text.size >= strlen(word) && memcmp(text.data, word, strlen(word)) == 0;
}

static bool is_animated(const asset_fbx *fbx, uint32_t model)
{
    const asset_file *asset = fbx->asset;
    uint32_t node = asset_fbx_object_at(fbx, model)->asset_node;
    for (size_t i = 0; i < asset->curves.count; i++)
        if (asset->curves.data[i].target != ASSET_CURVE_PERCENT &&
            asset->curves.data[i].number == node)
            return true;
    return false;
}

// Does an active constraint affect a node that has no curves of its own?
static bool is_pending(const asset_fbx *fbx, uint32_t constraint)
{
    const asset_fbx_connection *c;
    if (asset_fbx_is(asset_fbx_object_at(fbx, constraint)->sub, "Character") ||
        asset_fbx_number(fbx, constraint, "Active", 1) == 0)
        return false;
    for (uint32_t i = 0; (c = asset_fbx_child_of(fbx, constraint, i)); i++)
        if (is(fbx, c->child, "Model") && starts_with(c->property, "Constrained") &&
            !is_animated(fbx, c->child))
            return true;
    return false;
}

static mote_result remark_constraints(asset_fbx *fbx)
{
    uint64_t pending = 0;
    for (uint32_t i = 0; i < fbx->objects.count && fbx->asset->curves.count; i++)
        pending += is(fbx, i, "Constraint") && is_pending(fbx, i);
    return asset_add_remark(fbx->asset, ASSET_REMARK_OMISSION, pending,
                            "%llu constraint%s not evaluated; export with baked animation",
                            (unsigned long long)pending, pending == 1 ? " is" : "s are");
}

// ---------------------------------------------------------------------------------------------

static mote_result note(asset_fbx *fbx, uint64_t count, const char *one, const char *many)
{
    return asset_add_remark(fbx->asset, ASSET_REMARK_NOTE, count, "%llu %s",
                            (unsigned long long)count, count == 1 ? one : many);
}

static mote_result remark_mismatch(asset_fbx *fbx)
{
    const asset_fbx_mismatch *m = fbx->mismatch;
    char room[ASSET_FBX_SHORT];
    return asset_add_remark(fbx->asset, ASSET_REMARK_OMISSION, m->count,
                            "%u value%s of a type that is not read there; the first is in %s",
                            m->count, m->count == 1 ? " is" : "s are",
                            m->count ? asset_fbx_shorten(m->first, room) : "");
}

mote_result asset_fbx_add_remarks(asset_fbx *fbx)
{
    mote_result result = remark_meshes(fbx);
    if (!result) result = remark_constraints(fbx);
    if (!result) result = remark_mismatch(fbx);
    if (!result)
        result = note(fbx, fbx->curve_count, "line or curve has no faces",
                      "lines or curves have no faces");
    if (!result)
        result = note(fbx, fbx->flat_count, "polygon has fewer than 3 corners",
                      "polygons have fewer than 3 corners");
    if (!result)
        result =
            note(fbx, fbx->muted_count, "animation layer is muted", "animation layers are muted");
    return result;
}
