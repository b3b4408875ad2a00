// Meshes and skins.

#include <mote/deform.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "assets/gltf.h"
#include "assets/influences.h"
#include "core/result.h"

enum { TRIANGLES = 4, STRIP, FAN };

// Sets of four influences per vertex.
enum { MAX_INFLUENCE_SETS = 16 };

// The read meshes and skins, so that each is read only once for all nodes.
typedef struct surface_reader {
    asset_gltf *gltf;
    asset_surface_array templates;     // one per primitive, without node and bones
    asset_span *meshes;                // templates of each mesh
    bool *is_read;                     // one per mesh
    asset_span *skins;                 // bones of each skin
    bool *in_scene;                    // one per node
    asset_gltf_visibility *visibility; // one per node
} surface_reader;

static mote_result fail_memory(size_t bytes)
{
    return mote_fail_memory(bytes, "a mesh");
}

// ---------------------------------------------------------------------------------------------
// Triangles

static void put_triangle(uint32_t *out, uint32_t a, uint32_t b, uint32_t c)
{
    out[0] = a, out[1] = b, out[2] = c;
}

// Converts strips and fans to lists. `corners` has room for three times the number of indices.
static size_t list_triangles(uint32_t mode, const uint32_t *indices, uint32_t count,
                             uint32_t *corners)
{
    size_t triangles = mode == TRIANGLES ? count / 3 : count < 3 ? 0 : count - 2;
    for (size_t i = 0; i < triangles; i++) {
        uint32_t *out = &corners[i * 3];
        if (mode == TRIANGLES)
            put_triangle(out, indices[3 * i], indices[3 * i + 1], indices[3 * i + 2]);
        else if (mode == FAN)
            put_triangle(out, indices[0], indices[i + 1], indices[i + 2]);
        else
            put_triangle(out, indices[i], indices[i + 1 + i % 2], indices[i + 2 - i % 2]);
    }
    return triangles;
}

static mote_result read_order(asset_gltf *gltf, const io_json_node *primitive,
                              uint32_t vertex_count, uint32_t **out, uint32_t *count)
{
    uint32_t accessor;
    if (gltf->draco.corners) { // ownership moved
        *out = gltf->draco.corners;
        *count = gltf->draco.corner_count;
        gltf->draco.corners = NULL;
        return MOTE_OK;
    }
    mote_result result =
        asset_gltf_number(gltf, primitive, "indices", gltf->accessors.count, &accessor);
    if (result) return result;
    if (accessor != MOTE_NONE) return asset_gltf_read_indices(gltf, accessor, 1, out, count);
    result = asset_gltf_spend(gltf, (uint64_t)vertex_count * sizeof **out);
    if (result) return result;
    *out = malloc((size_t)vertex_count * sizeof **out + 1);
    if (!*out) return fail_memory(vertex_count * sizeof **out);
    for (uint32_t i = 0; i < vertex_count; i++) (*out)[i] = i;
    *count = vertex_count;
    return MOTE_OK;
}

static mote_result read_triangles(asset_gltf *gltf, const io_json_node *primitive, uint32_t mode,
                                  asset_surface *surface)
{
    uint32_t *indices = NULL, count = 0;
    mote_result result =
        read_order(gltf, primitive, (uint32_t)surface->positions.count, &indices, &count);
    if (result) return result;
    uint32_t *corners = malloc((size_t)count * 3 * sizeof *corners + 1);
    if (corners) {
        size_t triangles = list_triangles(mode, indices, count, corners);
        if (!asset_add(&gltf->asset->corners, corners, triangles * 3, &surface->triangles))
            result = fail_memory(triangles * 12);
    } else {
        result = fail_memory((size_t)count * 12);
    }
    free(corners);
    free(indices);
    return result;
}

// ---------------------------------------------------------------------------------------------
// Vertices

static mote_result read_positions(asset_gltf *gltf, const io_json_node *attributes,
                                  asset_surface *surface)
{
    uint32_t accessor, count;
    float *numbers;
    mote_result result =
        asset_gltf_number(gltf, attributes, "POSITION", gltf->accessors.count, &accessor);
    if (!result && accessor == MOTE_NONE)
        result = asset_gltf_fail(gltf, "mesh %u has no positions", surface->mesh);
    if (!result) result = asset_gltf_read_floats(gltf, accessor, 3, &numbers, &count);
    if (result) return result;
    if (!asset_add(&gltf->asset->positions, (const mote_vec3 *)numbers, count, &surface->positions))
        result = fail_memory((size_t)count * 12);
    free(numbers);
    return result;
}

// Reads one pair of attributes JOINTS_n and WEIGHTS_n. Sets `*found` to false if there is none.
static mote_result read_influence_set(asset_gltf *gltf, const io_json_node *attributes,
                                      uint32_t set, asset_influences *influences, bool *found)
{
    char joints_name[24], weights_name[24];
    snprintf(joints_name, sizeof joints_name, "JOINTS_%u", set);
    snprintf(weights_name, sizeof weights_name, "WEIGHTS_%u", set);
    uint32_t joints_at = MOTE_NONE, weights_at = MOTE_NONE, joint_count = 0, weight_count = 0,
             *joints = NULL;
    float *weights = NULL;
    mote_result result =
        asset_gltf_number(gltf, attributes, joints_name, gltf->accessors.count, &joints_at);
    if (!result)
        result =
            asset_gltf_number(gltf, attributes, weights_name, gltf->accessors.count, &weights_at);
    *found = joints_at != MOTE_NONE && weights_at != MOTE_NONE;
    if (result || !*found) return result;
    result = asset_gltf_read_indices(gltf, joints_at, 4, &joints, &joint_count);
    if (!result) result = asset_gltf_read_floats(gltf, weights_at, 4, &weights, &weight_count);
    if (!result && (joint_count != influences->vertex_count || weight_count != joint_count))
        result = asset_gltf_fail(gltf, "%s or %s has a different number of vertices than POSITION",
                                 joints_name, weights_name);
    for (size_t i = 0; i < (size_t)joint_count * 4 && !result; i++)
        result = asset_influences_add(influences, (uint32_t)(i / 4), joints[i], weights[i]);
    free(joints);
    free(weights);
    return result;
}

static mote_result read_influences(asset_gltf *gltf, const io_json_node *attributes,
                                   asset_surface *surface)
{
    asset_influences influences;
    mote_result result = asset_influences_create((uint32_t)surface->positions.count, &influences);
    bool found = true;
    uint32_t set = 0;
    for (; found && !result && set <= MAX_INFLUENCE_SETS; set++)
        result = read_influence_set(gltf, attributes, set, &influences, &found);
    if (!result && found)
        result = asset_gltf_fail(gltf, "mesh %u has more than %d JOINTS attributes", surface->mesh,
                                 MAX_INFLUENCE_SETS);
    if (!result && set > 1) result = asset_influences_finish(&influences, gltf->asset, surface);
    asset_influences_release(&influences);
    return result;
}

static mote_result read_target(asset_gltf *gltf, const io_json_node *target, asset_surface *surface)
{
    uint32_t accessor, count = (uint32_t)surface->positions.count;
    float *deltas = NULL;
    mote_result result =
        asset_gltf_number(gltf, target, "POSITION", gltf->accessors.count, &accessor);
    if (result) return result;
    if (accessor != MOTE_NONE) {
        result = asset_gltf_read_floats(gltf, accessor, 3, &deltas, &count);
    } else {
        result = asset_gltf_spend(gltf, (uint64_t)count * sizeof(mote_vec3));
        if (!result && !(deltas = calloc((size_t)count * 3 + 1, sizeof *deltas)))
            result = fail_memory((size_t)count * sizeof(mote_vec3));
    }
    if (!result && count != surface->positions.count)
        result = asset_gltf_fail(gltf, "mesh %u: a morph target has a different number of vertices",
                                 surface->mesh);
    asset_span span;
    if (!result && !asset_add(&gltf->asset->deltas, (const mote_vec3 *)deltas, count, &span))
        result = fail_memory((size_t)count * 12);
    free(deltas);
    surface->targets++;
    surface->deltas.count += count;
    return result;
}

static mote_result read_targets(asset_gltf *gltf, const io_json_node *primitive,
                                asset_surface *surface)
{
    surface->deltas.first = gltf->asset->deltas.count;
    const io_json_node *target =
        io_json_first(&gltf->json, io_json_member(&gltf->json, primitive, "targets"));
    mote_result result = MOTE_OK;
    for (; target && !result; target = io_json_next(&gltf->json, target))
        result = read_target(gltf, target, surface);
    return result;
}

// ---------------------------------------------------------------------------------------------
// Primitives and meshes

static mote_result name_material(asset_gltf *gltf, asset_surface *surface)
{
    static const char none[] = "no material";
    if (surface->material == MOTE_NONE)
        return asset_add_name(gltf->asset, none, sizeof none - 1, &surface->material_name);
    return asset_gltf_name(gltf, gltf->materials.items[surface->material], "material",
                           surface->material, &surface->material_name);
}

// Compressed data is already decoded.
static mote_result read_surface(asset_gltf *gltf, const io_json_node *primitive, uint32_t mode,
                                asset_surface *surface)
{
    const io_json_node *attributes = io_json_member(&gltf->json, primitive, "attributes");
    const io_json_node *mesh = gltf->meshes.items[surface->mesh];
    mote_result result =
        asset_gltf_number(gltf, primitive, "material", gltf->materials.count, &surface->material);
    if (!result) result = name_material(gltf, surface);
    if (!result) result = asset_gltf_name(gltf, mesh, "mesh", surface->mesh, &surface->mesh_name);
    if (!result) result = read_positions(gltf, attributes, surface);
    if (!result) result = read_triangles(gltf, primitive, mode, surface);
    if (!result) result = read_influences(gltf, attributes, surface);
    if (!result) result = read_targets(gltf, primitive, surface);
    return result ? result : asset_gltf_read_attributes(gltf, attributes, surface);
}

static mote_result read_primitive(surface_reader *r, const io_json_node *primitive, uint32_t mesh)
{
    asset_gltf *gltf = r->gltf;
    uint32_t mode;
    mote_result result = asset_gltf_number(gltf, primitive, "mode", FAN + 1, &mode);
    if (!result && mode == MOTE_NONE) mode = TRIANGLES;
    if (result) return result;
    if (mode < TRIANGLES) { // points and lines have no faces
        gltf->flat_primitives++;
        return MOTE_OK;
    }
    asset_surface surface;
    memset(&surface, 0, sizeof surface);
    surface.mesh = mesh;
    result = asset_gltf_open_draco(gltf, primitive, mesh);
    if (gltf->draco.corners)
        mode = TRIANGLES; // Draco always decodes to lists, whatever mode the file states
    if (!result) result = read_surface(gltf, primitive, mode, &surface);
    asset_gltf_close_draco(gltf);
    asset_span span;
    if (!result && !asset_add(&r->templates, &surface, 1, &span))
        result = fail_memory(sizeof surface);
    return result;
}

static mote_result read_mesh(surface_reader *r, uint32_t mesh)
{
    const asset_gltf *gltf = r->gltf;
    if (r->is_read[mesh]) return MOTE_OK;
    r->is_read[mesh] = true;
    size_t first = r->templates.count;
    const io_json_node *primitive = io_json_first(
        &gltf->json, io_json_member(&gltf->json, gltf->meshes.items[mesh], "primitives"));
    mote_result result = MOTE_OK;
    for (; primitive && !result; primitive = io_json_next(&gltf->json, primitive))
        result = read_primitive(r, primitive, mesh);
    r->meshes[mesh] = (asset_span){first, r->templates.count - first};
    return result;
}

// ---------------------------------------------------------------------------------------------
// Skins

static mote_result read_binds(asset_gltf *gltf, const io_json_node *skin, float **out,
                              uint32_t *count)
{
    uint32_t accessor;
    *out = NULL;
    *count = 0;
    mote_result result =
        asset_gltf_number(gltf, skin, "inverseBindMatrices", gltf->accessors.count, &accessor);
    if (result || accessor == MOTE_NONE) return result;
    return asset_gltf_read_floats(gltf, accessor, 16, out, count);
}

static mote_result add_bones(surface_reader *r, uint32_t skin, const float *binds,
                             uint32_t bind_count)
{
    asset_gltf *gltf = r->gltf;
    const io_json_node *joint =
        io_json_first(&gltf->json, io_json_member(&gltf->json, gltf->skins.items[skin], "joints"));
    r->skins[skin].first = gltf->asset->bones.count;
    for (uint32_t i = 0; joint; joint = io_json_next(&gltf->json, joint), i++) {
        if (joint->kind != IO_JSON_NUMBER ||
            !(joint->number >= 0 && joint->number < gltf->nodes.count))
            return asset_gltf_fail(gltf, "skins %u, joint %u: unknown node", skin, i);
        if (binds && i >= bind_count)
            return asset_gltf_fail(gltf, "skins %u has fewer inverse bind matrices than joints",
                                   skin);
        asset_bone bone = {gltf->node_of[(uint32_t)joint->number],
                           {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}, {0, 0, 0}}};
        if (binds) bone.inverse_bind = asset_gltf_matrix(&binds[(size_t)i * 16]);
        asset_span span;
        if (!asset_add(&gltf->asset->bones, &bone, 1, &span)) return fail_memory(sizeof bone);
        r->skins[skin].count++;
    }
    return MOTE_OK;
}

static mote_result read_skin(surface_reader *r, uint32_t skin)
{
    if (r->skins[skin].count) return MOTE_OK;
    float *binds;
    uint32_t bind_count;
    mote_result result = read_binds(r->gltf, r->gltf->skins.items[skin], &binds, &bind_count);
    if (!result) result = add_bones(r, skin, binds, bind_count);
    if (!result && r->skins[skin].count == 0)
        result = asset_gltf_fail(r->gltf, "skins %u has no joints", skin);
    free(binds);
    return result;
}

// ---------------------------------------------------------------------------------------------
// Nodes with a mesh

// Marks the nodes of the file's scene, or all nodes if there is none.
static mote_result mark_scene(surface_reader *r)
{
    const asset_gltf *gltf = r->gltf;
    uint32_t scene;
    mote_result result = asset_gltf_number(gltf, gltf->root, "scene", gltf->scenes.count, &scene);
    if (result) return result;
    if (scene == MOTE_NONE && gltf->scenes.count) scene = 0;
    for (uint32_t i = 0; i < gltf->nodes.count; i++) r->in_scene[i] = scene == MOTE_NONE;
    if (scene == MOTE_NONE) return MOTE_OK;
    const io_json_node *root =
        io_json_first(&gltf->json, io_json_member(&gltf->json, gltf->scenes.items[scene], "nodes"));
    for (; root; root = io_json_next(&gltf->json, root)) {
        if (root->kind != IO_JSON_NUMBER ||
            !(root->number >= 0 && root->number < gltf->nodes.count))
            return asset_gltf_fail(gltf, "scenes %u has a node that does not exist", scene);
        r->in_scene[gltf->node_of[(uint32_t)root->number]] = true;
    }
    const asset_node *nodes = gltf->asset->nodes.data; // parents come first
    for (uint32_t i = 0; i < gltf->nodes.count; i++)
        if (nodes[i].parent != MOTE_NONE && r->in_scene[nodes[i].parent]) r->in_scene[i] = true;
    return MOTE_OK;
}

// The bytes that asset_check reads of a surface. They count again on each node.
static uint64_t bytes_of(const asset_surface *surface)
{
    return sizeof *surface + surface->triangles.count * sizeof(uint32_t) +
           surface->influence_bones.count * (sizeof(uint16_t) + sizeof(float));
}

static mote_result place_mesh(surface_reader *r, uint32_t node, uint32_t mesh, uint32_t skin)
{
    asset_file *asset = r->gltf->asset;
    const asset_node *nodes = asset->nodes.data;
    for (uint64_t i = 0; i < r->meshes[mesh].count; i++) {
        asset_surface surface = r->templates.data[r->meshes[mesh].first + i];
        surface.node = node;
        if (skin != MOTE_NONE && surface.influences) {
            surface.bones = r->skins[skin];
        } else { // weights without a skin have no effect
            surface.influences = 0;
            surface.influence_bones.count = 0;
        }
        if (surface.targets != nodes[node].weights.count)
            return asset_gltf_fail(r->gltf, "mesh %u: its primitives differ in morph targets",
                                   mesh);
        mote_result result = asset_gltf_spend(r->gltf, bytes_of(&surface));
        if (result) return result;
        asset_span span;
        if (!asset_add(&asset->surfaces, &surface, 1, &span)) return fail_memory(sizeof surface);
    }
    return MOTE_OK;
}

// Places the mesh on the node, or on the instances of EXT_mesh_gpu_instancing.
static mote_result place_instances(surface_reader *r, uint32_t number, uint32_t mesh, uint32_t skin)
{
    uint32_t count;
    mote_result result = asset_gltf_add_instances(r->gltf, number, &count);
    if (result) return result;
    if (count == MOTE_NONE) return place_mesh(r, r->gltf->node_of[number], mesh, skin);
    if (skin != MOTE_NONE)
        return asset_gltf_fail(r->gltf, "nodes %u: instances of a mesh with a skin", number);
    uint32_t first = (uint32_t)r->gltf->asset->nodes.count - count;
    for (uint32_t i = 0; i < count && !result; i++) result = place_mesh(r, first + i, mesh, skin);
    return result;
}

static mote_result read_node(surface_reader *r, uint32_t number)
{
    asset_gltf *gltf = r->gltf;
    uint32_t mesh, skin;
    mote_result result =
        asset_gltf_number(gltf, gltf->nodes.items[number], "mesh", gltf->meshes.count, &mesh);
    if (!result)
        result =
            asset_gltf_number(gltf, gltf->nodes.items[number], "skin", gltf->skins.count, &skin);
    if (result || mesh == MOTE_NONE) return result;
    if (!r->in_scene[gltf->node_of[number]]) {
        gltf->hidden_meshes++;
        return MOTE_OK;
    }
    if (r->visibility[gltf->node_of[number]] == ASSET_GLTF_HIDDEN) {
        gltf->invisible_meshes++;
        return MOTE_OK;
    }
    if (r->visibility[gltf->node_of[number]] == ASSET_GLTF_ANIMATED) gltf->animated_meshes++;
    result = read_mesh(r, mesh);
    if (!result && skin != MOTE_NONE) result = read_skin(r, skin);
    return result ? result : place_instances(r, number, mesh, skin);
}

mote_result asset_gltf_add_surfaces(asset_gltf *gltf)
{
    surface_reader r = {.gltf = gltf,
                        .meshes = calloc((size_t)gltf->meshes.count + 1, sizeof(asset_span)),
                        .is_read = calloc((size_t)gltf->meshes.count + 1, sizeof(bool)),
                        .skins = calloc((size_t)gltf->skins.count + 1, sizeof(asset_span)),
                        .in_scene = calloc((size_t)gltf->nodes.count + 1, sizeof(bool))};
    bool made = r.meshes && r.is_read && r.skins && r.in_scene;
    mote_result result = made ? mark_scene(&r) : fail_memory(gltf->nodes.count);
    if (!result) result = asset_gltf_find_visibility(gltf, &r.visibility);
    for (uint32_t i = 0; i < gltf->nodes.count && !result; i++) result = read_node(&r, i);
    mote_array_release(&r.templates, &mote_libc_allocator);
    free(r.meshes);
    free(r.is_read);
    free(r.skins);
    free(r.in_scene);
    free(r.visibility);
    return result;
}
