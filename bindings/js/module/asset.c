// Each part has two meshes: one in the rest pose, for bodies that are moved by positions, and one
// with the vertices of the file, which deformers move, for bodies on demand.

#include <stdlib.h>
#include <string.h>

#include "assets/gltf.h"
#include "assets/rig.h"
#include "bindings/js/module/world.h"
#include "core/result.h"
#include "io/name.h"

// Limits for a page, because WebAssembly never returns memory.
static const uint64_t max_bytes = (uint64_t)512 << 20;
enum { MAX_PIECES = 1 << 22, MAX_PARTS = 10000 };

struct js_asset {
    char *name;
    asset_rig *rig;
    js_part *parts;
    js_clip *clips;
    js_mesh **rest, **formed; // one per part
    uint32_t holders;
};

// ---------------------------------------------------------------------------------------------
// Opening

static mote_result read_rig(const void *bytes, size_t size, const char *name, asset_rig **out)
{
    asset_gltf_def def = asset_default_gltf_def();
    def.bytes = bytes;
    def.size = size;
    def.name = name;
    def.max_bytes = max_bytes;
    asset_file asset = {0};
    mote_result result = asset_gltf_read(&def, &asset);
    if (result) {
        asset_release(&asset);
        return result;
    }
    asset_rig_def rig_def = asset_default_rig_def();
    rig_def.name = name;
    rig_def.bounds = true;
    rig_def.max_pieces = MAX_PIECES;
    rig_def.max_parts = MAX_PARTS;
    return asset_rig_create(&asset, &rig_def, out);
}

static mote_result make_names_unique(const asset_rig *rig)
{
    asset_part **parts = malloc(rig->part_count * sizeof(asset_part *));
    if (!parts) return mote_fail_memory(rig->part_count * sizeof *parts, "names");
    for (uint32_t i = 0; i < rig->part_count; i++) parts[i] = &rig->parts[i];
    mote_result result = asset_make_names_unique(parts, rig->part_count);
    free(parts);
    return result;
}

// Wraps the meshes of a part in reference-counted ones.
static mote_result take_meshes(const js_asset *asset, uint32_t i)
{
    asset_part *part = &asset->rig->parts[i];
    asset_rig_part *rig_part = &asset->rig->rig_parts[i];
    mote_result result = js_mesh_of(part->mesh, &asset->rest[i]);
    if (!result) result = js_mesh_of(rig_part->mesh, &asset->formed[i]);
    if (result) return result;
    asset->rest[i]->owned = part->mesh;
    asset->formed[i]->owned = rig_part->mesh;
    asset->formed[i]->nodes = rig_part->nodes;
    part->mesh = rig_part->mesh = NULL;
    rig_part->nodes = NULL;
    return MOTE_OK;
}

static mote_result take_parts(js_asset *asset)
{
    const asset_rig *rig = asset->rig;
    asset->parts = calloc(rig->part_count, sizeof *asset->parts);
    asset->rest = calloc(rig->part_count, sizeof(js_mesh *));
    asset->formed = calloc(rig->part_count, sizeof(js_mesh *));
    if (!asset->parts || !asset->rest || !asset->formed)
        return mote_fail_memory(rig->part_count * sizeof *asset->parts, "the parts of an asset");
    mote_result result = make_names_unique(rig);
    for (uint32_t i = 0; i < rig->part_count && !result; i++) {
        const asset_part *part = &rig->parts[i];
        asset->parts[i] = (js_part){part->name, part->vertex_count, part->triangle_count,
                                    asset_rig_part_deforms(&rig->rig_parts[i])};
        result = take_meshes(asset, i);
    }
    return result;
}

static mote_result list_clips(js_asset *asset)
{
    const asset_file *file = &asset->rig->asset;
    const asset_clip *clips = file->clips.data;
    asset->clips = calloc(file->clips.count + 1, sizeof *asset->clips);
    if (!asset->clips)
        return mote_fail_memory(file->clips.count * sizeof *asset->clips, "the clips of an asset");
    for (size_t i = 0; i < file->clips.count; i++)
        asset->clips[i] = (js_clip){asset_text(file, clips[i].name), clips[i].start, clips[i].end};
    return MOTE_OK;
}

static mote_result open_asset(const void *bytes, size_t size, const char *name, js_asset *asset)
{
    asset->name = malloc(strlen(name) + 1);
    if (!asset->name) return mote_fail_memory(strlen(name), name);
    memcpy(asset->name, name, strlen(name) + 1);
    mote_result result = read_rig(bytes, size, name, &asset->rig);
    if (!result) result = take_parts(asset);
    if (!result) result = list_clips(asset);
    return io_name_file(result, name);
}

mote_result js_asset_open(const void *bytes, size_t size, const char *name, js_asset **out)
{
    *out = NULL;
    js_asset *asset = calloc(1, sizeof *asset);
    if (!asset) return mote_fail_memory(sizeof *asset, name);
    asset->holders = 1;
    mote_result result = open_asset(bytes, size, name, asset);
    if (result)
        js_asset_release(asset);
    else
        *out = asset;
    return result;
}

void js_asset_release(js_asset *asset)
{
    if (!asset || --asset->holders) return;
    uint32_t part_count = asset->rig ? asset->rig->part_count : 0;
    asset_rig_destroy(asset->rig); // first: its deformers need the meshes
    for (uint32_t i = 0; i < part_count; i++) {
        if (asset->rest) js_mesh_release(asset->rest[i]);
        if (asset->formed) js_mesh_release(asset->formed[i]);
    }
    free(asset->rest);
    free(asset->formed);
    free(asset->parts);
    free(asset->clips);
    free(asset->name);
    free(asset);
}

// ---------------------------------------------------------------------------------------------
// What is in it

const js_part *js_asset_part_at(const js_asset *asset, uint32_t part)
{
    return part < asset->rig->part_count ? &asset->parts[part] : NULL;
}

const js_clip *js_asset_clip_at(const js_asset *asset, uint32_t clip)
{
    return clip < asset->rig->asset.clips.count ? &asset->clips[clip] : NULL;
}

static mote_result check_part(const js_asset *asset, uint32_t part)
{
    if (part < asset->rig->part_count) return MOTE_OK;
    return mote_fail(MOTE_ERROR_ARGUMENT, "part %u: the asset has only %u parts", part,
                     asset->rig->part_count);
}

mote_result js_asset_mesh(const js_asset *asset, uint32_t part, js_mesh **out)
{
    *out = NULL;
    mote_result result = check_part(asset, part);
    if (result) return result;
    js_mesh_hold(asset->rest[part]);
    *out = asset->rest[part];
    return MOTE_OK;
}

// ---------------------------------------------------------------------------------------------
// Motion

mote_result js_asset_pose(js_asset *asset, uint32_t clip, double time)
{
    const asset_file *file = &asset->rig->asset;
    if (clip != MOTE_NONE && clip >= file->clips.count)
        return mote_fail(MOTE_ERROR_ARGUMENT, "clip %u: the asset has only %zu clips", clip,
                         file->clips.count);
    const asset_clip *posed = clip == MOTE_NONE ? NULL : &file->clips.data[clip];
    return io_name_file(asset_rig_pose(asset->rig, posed, time), asset->name);
}

static void release_asset(void *asset)
{
    js_asset_release(asset);
}

static mote_result put_on_demand(js_world *world, uint32_t body, js_asset *asset, uint32_t part)
{
    const js_shaping deformer = {
        .deformer = asset->rig->rig_parts[part].chain, .release = release_asset, .owner = asset};
    mote_result result = js_body_set_deformer(world, body, &deformer);
    if (!result) asset->holders++;
    return result;
}

mote_result js_world_add_part(js_world *world, js_asset *asset, uint32_t part, bool on_demand,
                              const js_body_options *options, uint32_t *body)
{
    mote_result result = check_part(asset, part);
    if (result) return result;
    js_mesh *mesh = on_demand ? asset->formed[part] : asset->rest[part];
    result = js_world_add(world, mesh, options, body);
    if (result || !on_demand) return result;
    result = put_on_demand(world, *body, asset, part);
    if (result) js_world_remove(world, *body);
    return result;
}

static mote_result show_positions(js_world *world, uint32_t body, const js_asset *asset,
                                  uint32_t part)
{
    mote_vec3 *positions;
    mote_result result = js_world_positions(world, body, &positions);
    if (!result)
        result = mote_deformer_evaluate_all(asset->rig->rig_parts[part].chain, NULL, positions);
    return result ? result : js_world_set_positions(world, body);
}

mote_result js_world_show_part(js_world *world, uint32_t body, const js_asset *asset, uint32_t part)
{
    mote_result result = check_part(asset, part);
    if (result) return result;
    const js_body *b = js_body_at(world, body);
    if (!b) return MOTE_ERROR_STALE;
    if (js_body_deformer(b) == asset->rig->rig_parts[part].chain)
        return js_body_deformed(world, body);
    if (b->mesh == asset->rest[part]) return show_positions(world, body, asset, part);
    return mote_fail(MOTE_ERROR_ARGUMENT, "body %u was not added for part %u of the asset", body,
                     part);
}
