#include "assets/rig.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "assets/subset.h"
#include "assets/weld.h"
#include "core/hash.h"
#include "core/result.h"
#include "io/name.h"

asset_rig_def asset_default_rig_def(void)
{
    return (asset_rig_def){.split = ASSET_SPLIT_NODE,
                           .weld = MOTE_WELD_EXACT,
                           .max_pieces = 1 << 25,
                           .max_parts = 1 << 20};
}

// ---------------------------------------------------------------------------------------------
// All surfaces in one list

enum { DELTAS_PER_PIECE = 4 };

typedef struct whole_rig {
    uint32_t vertex_count, triangle_count;
    uint32_t *surface_of;   // one per vertex
    uint32_t *first_vertex; // one per surface
    uint32_t *triangles, *triangle_surface;
    uint32_t *number, *part_of;
    mote_vec3 *rest; // positions in the rest pose
} whole_rig;

static void release_whole(whole_rig *w)
{
    free(w->surface_of);
    free(w->first_vertex);
    free(w->triangles);
    free(w->triangle_surface);
    free(w->number);
    free(w->part_of);
    free(w->rest);
}

static mote_result count_whole(const asset_rig *r, const asset_rig_def *def, whole_rig *w)
{
    const asset_surface *surfaces = r->asset.surfaces.data;
    uint64_t vertices = 0, triangles = 0, deltas = 0;
    for (size_t i = 0; i < r->asset.surfaces.count; i++) {
        vertices += surfaces[i].positions.count;
        triangles += surfaces[i].triangles.count / 3;
        deltas += surfaces[i].deltas.count;
    }
    if (vertices > def->max_pieces || triangles > def->max_pieces)
        return mote_fail(MOTE_ERROR_LIMIT, "has more than %u vertices or triangles",
                         def->max_pieces);
    if (deltas / DELTAS_PER_PIECE > def->max_pieces)
        return mote_fail(MOTE_ERROR_LIMIT, "its morph targets move more than %u times %u vertices",
                         DELTAS_PER_PIECE, def->max_pieces);
    w->vertex_count = (uint32_t)vertices;
    w->triangle_count = (uint32_t)triangles;
    return MOTE_OK;
}

static mote_result allocate_whole(const asset_rig *r, whole_rig *w)
{
    size_t vertices = (size_t)w->vertex_count + 1, triangles = (size_t)w->triangle_count + 1;
    w->surface_of = malloc(vertices * sizeof(uint32_t));
    w->number = malloc(vertices * sizeof(uint32_t));
    w->rest = malloc(vertices * sizeof(mote_vec3));
    w->first_vertex = malloc((r->asset.surfaces.count + 1) * sizeof(uint32_t));
    w->triangles = malloc(triangles * 3 * sizeof(uint32_t));
    w->triangle_surface = malloc(triangles * sizeof(uint32_t));
    w->part_of = malloc(triangles * sizeof(uint32_t));
    if (w->surface_of && w->number && w->rest && w->first_vertex && w->triangles &&
        w->triangle_surface && w->part_of)
        return MOTE_OK;
    return mote_fail_memory(vertices * sizeof(mote_vec3), "the surfaces");
}

static mote_result lay_out(const asset_rig *r, const asset_rig_def *def, whole_rig *w)
{
    mote_result result = count_whole(r, def, w);
    if (!result) result = allocate_whole(r, w);
    if (result) return result;
    const asset_surface *surfaces = r->asset.surfaces.data;
    const uint32_t *corners = r->asset.corners.data;
    uint32_t vertex = 0, triangle = 0;
    for (uint32_t i = 0; i < r->asset.surfaces.count; i++) {
        const asset_surface *s = &surfaces[i];
        w->first_vertex[i] = vertex;
        for (uint64_t k = 0; k < s->triangles.count; k++)
            w->triangles[(size_t)triangle * 3 + k] = vertex + corners[s->triangles.first + k];
        for (uint64_t k = 0; k < s->triangles.count / 3; k++) w->triangle_surface[triangle++] = i;
        for (uint64_t k = 0; k < s->positions.count; k++) w->surface_of[vertex++] = i;
    }
    return MOTE_OK;
}

// ---------------------------------------------------------------------------------------------
// Weld

// Bones are equal if they have the same node and inverse bind matrix, in whatever skin.
typedef struct bone_key {
    uint32_t node;
    float inverse_bind[12];
} bone_key;

// Numbers the bones of the asset so that equal bones get the same number, in an array from malloc.
static mote_result number_bones(const asset_file *asset, uint32_t **out)
{
    size_t count = asset->bones.count;
    uint32_t *number = malloc((count + 1) * sizeof *number), number_count;
    bone_key *keys = calloc(count + 1, sizeof *keys);
    mote_result result = MOTE_OK;
    if (!number || !keys) result = mote_fail_memory(count * sizeof *keys, "the bones");
    for (size_t i = 0; i < count && !result; i++) {
        const asset_bone *bone = &asset->bones.data[i];
        keys[i].node = bone->node;
        const mote_vec3 columns[4] = {bone->inverse_bind.cx, bone->inverse_bind.cy,
                                      bone->inverse_bind.cz, bone->inverse_bind.t};
        for (size_t k = 0; k < 4; k++)
            asset_copy_as_key(&columns[k].x, 3, &keys[i].inverse_bind[k * 3]);
    }
    if (!result)
        result = asset_number_equal(keys, sizeof *keys, (uint32_t)count, number, &number_count);
    free(keys);
    if (result) {
        free(number);
        number = NULL;
    }
    *out = number;
    return result;
}

// All data that determines the position of a vertex in any frame.
typedef struct vertex_key {
    uint32_t morph_node; // MOTE_NONE without morph targets
    uint32_t node;       // MOTE_NONE with a skin
    float position[3];
    uint32_t bones[MOTE_SKIN_MAX_INFLUENCES]; // ascending
    float weights[MOTE_SKIN_MAX_INFLUENCES];
    uint64_t deltas; // hash of the displacements
} vertex_key;

// Inserts an influence into the first `count`, which are sorted by bone.
static void insert_influence(vertex_key *key, uint32_t count, uint32_t bone, float weight)
{
    uint32_t at = count;
    for (; at > 0 && key->bones[at - 1] > bone; at--) {
        key->bones[at] = key->bones[at - 1];
        key->weights[at] = key->weights[at - 1];
    }
    key->bones[at] = bone;
    key->weights[at] = weight;
}

static void make_key(const asset_rig *r, const uint32_t *bone_number, uint32_t surface,
                     uint32_t vertex, vertex_key *key)
{
    const asset_file *asset = &r->asset;
    const asset_surface *s = asset->surfaces.data + surface;
    const mote_vec3 *position = asset->positions.data + s->positions.first;
    memset(key, 0, sizeof *key);
    key->morph_node = s->targets ? s->node : MOTE_NONE;
    key->node = s->influences ? MOTE_NONE : s->node;
    asset_copy_as_key(&position[vertex].x, 3, key->position);
    uint64_t first = s->influence_bones.first + (uint64_t)vertex * s->influences;
    uint32_t count = 0;
    for (uint32_t i = 0; i < s->influences; i++) {
        float weight = asset->influence_weights.data[first + i];
        uint16_t bone = asset->influence_bones.data[first + i];
        if (weight != 0) insert_influence(key, count++, bone_number[s->bones.first + bone], weight);
    }
    const mote_vec3 *deltas = asset->deltas.data;
    key->deltas = MOTE_HASH_START;
    for (uint32_t i = 0; i < s->targets; i++) {
        float delta[3];
        asset_copy_as_key(&deltas[s->deltas.first + i * s->positions.count + vertex].x, 3, delta);
        key->deltas = mote_hash_bytes(key->deltas, delta, sizeof delta);
    }
}

static mote_result weld_exactly(const asset_rig *r, whole_rig *w, uint32_t *number_count)
{
    uint32_t *bone_number;
    mote_result result = number_bones(&r->asset, &bone_number);
    if (result) return result;
    vertex_key *keys = malloc(((size_t)w->vertex_count + 1) * sizeof *keys);
    if (keys) {
        for (uint32_t i = 0; i < w->vertex_count; i++)
            make_key(r, bone_number, w->surface_of[i], i - w->first_vertex[w->surface_of[i]],
                     &keys[i]);
        result = asset_number_equal(keys, sizeof *keys, w->vertex_count, w->number, number_count);
    } else {
        result = mote_fail_memory(w->vertex_count * sizeof *keys, "the weld");
    }
    free(keys);
    free(bone_number);
    return result;
}

static mote_result weld_near(const asset_rig *r, whole_rig *w, float tolerance,
                             uint32_t *number_count)
{
    for (uint32_t i = 0; i < w->vertex_count; i++)
        w->rest[i] = asset_rig_vertex(&r->asset, &r->poses, w->surface_of[i],
                                      i - w->first_vertex[w->surface_of[i]]);
    return asset_number_near(w->rest, w->vertex_count, tolerance, w->number, number_count);
}

static mote_result weld(const asset_rig *r, whole_rig *w, const asset_rig_def *def,
                        uint32_t *number_count)
{
    if (def->weld == MOTE_WELD_EXACT) return weld_exactly(r, w, number_count);
    if (def->weld == MOTE_WELD_TOLERANCE) return weld_near(r, w, def->weld_tolerance, number_count);
    for (uint32_t i = 0; i < w->vertex_count; i++) w->number[i] = i;
    *number_count = w->vertex_count;
    return MOTE_OK;
}

// ---------------------------------------------------------------------------------------------
// Parts

static uint32_t split_key(const asset_surface *surface, asset_split split)
{
    switch (split) {
    case ASSET_SPLIT_MESH: return surface->mesh;
    case ASSET_SPLIT_MATERIAL: return surface->material;
    case ASSET_SPLIT_AUTO:
    case ASSET_SPLIT_NODE: return surface->node;
    case ASSET_SPLIT_FILE:
    case ASSET_SPLIT_COMPONENT: break;
    }
    return 0;
}

static mote_result split_whole(const asset_rig *r, asset_whole *whole, whole_rig *w,
                               asset_split split)
{
    if (split == ASSET_SPLIT_COMPONENT)
        return asset_number_components(whole, w->part_of, &whole->part_count);
    const asset_surface *surfaces = r->asset.surfaces.data;
    uint32_t *keys = malloc(((size_t)w->triangle_count + 1) * sizeof *keys);
    if (!keys) return mote_fail_memory(w->triangle_count * sizeof *keys, "the parts");
    for (uint32_t i = 0; i < w->triangle_count; i++)
        keys[i] = split_key(&surfaces[w->triangle_surface[i]], split);
    mote_result result =
        asset_number_equal(keys, sizeof *keys, w->triangle_count, w->part_of, &whole->part_count);
    free(keys);
    return result;
}

// Copies the last component of a path without its extension.
static void base_name(const char *path, char *out, size_t size)
{
    const char *slash = strrchr(path, '/');
    snprintf(out, size, "%s", slash ? slash + 1 : path);
    char *dot = strrchr(out, '.');
    if (dot && dot != out) *dot = '\0';
}

static void name_part(const asset_rig *r, const asset_rig_def *def, uint32_t surface,
                      uint32_t number, char *out, size_t size)
{
    const asset_surface *s = r->asset.surfaces.data + surface;
    const asset_node *nodes = r->asset.nodes.data;
    char file[128];
    base_name(def->name, file, sizeof file);
    uint32_t name = def->split == ASSET_SPLIT_MESH       ? s->mesh_name
                    : def->split == ASSET_SPLIT_MATERIAL ? s->material_name
                                                         : nodes[s->node].name;
    if (!*asset_text(&r->asset, name)) name = s->mesh_name;
    char unnamed[32];
    const char *text = asset_text(&r->asset, name);
    if (!*text) {
        snprintf(unnamed, sizeof unnamed, "node %u", s->node);
        text = unnamed;
    }
    const char *prefix = def->names_with_file ? file : "";
    const char *slash = def->names_with_file ? "/" : "";
    if (def->split == ASSET_SPLIT_FILE)
        snprintf(out, size, "%s", file);
    else if (def->split == ASSET_SPLIT_COMPONENT)
        snprintf(out, size, "%s%s%.200s/%u", prefix, slash, text, number + 1);
    else
        snprintf(out, size, "%s%s%.200s", prefix, slash, text);
}

// The surface of a part's first triangle determines the name of the part.
static void find_first_surfaces(const asset_whole *whole, const whole_rig *w, uint32_t *first)
{
    for (uint32_t i = whole->triangle_count; i-- > 0;)
        first[whole->part_of[i]] = w->triangle_surface[i];
}

static mote_result add_part(asset_rig *r, const asset_rig_part_maker *maker, const whole_rig *w,
                            const asset_subset *subset, const char *name)
{
    asset_rig_vertex_ref *vertices = malloc(((size_t)subset->vertex_count + 1) * sizeof *vertices);
    if (!vertices) return mote_fail_memory(subset->vertex_count * sizeof *vertices, "a part");
    for (uint32_t i = 0; i < subset->vertex_count; i++) {
        uint32_t surface = w->surface_of[subset->vertices[i]];
        vertices[i] =
            (asset_rig_vertex_ref){surface, subset->vertices[i] - w->first_vertex[surface]};
    }
    mote_result result = asset_rig_part_create(
        maker, name, vertices, subset, &r->rig_parts[r->part_count], &r->parts[r->part_count]);
    if (!result) r->part_count++;
    free(vertices);
    return result;
}

// Finds the vertices that several parts share.
static mote_result find_shared(asset_rig *r, const whole_rig *w, const asset_subset *subsets,
                               uint32_t number_count)
{
    uint32_t *owner = malloc(((size_t)number_count + 1) * sizeof *owner);
    if (!owner) return mote_fail_memory(number_count * sizeof *owner, "the parts");
    enum { SEVERAL = -2 };
    memset(owner, 0xff, (size_t)number_count * sizeof *owner);
    bool any = false;
    for (uint32_t p = 0; p < r->part_count; p++) {
        for (uint32_t i = 0; i < subsets[p].vertex_count; i++) {
            uint32_t *o = &owner[w->number[subsets[p].vertices[i]]];
            any |= *o != MOTE_NONE;
            *o = *o == MOTE_NONE ? p : (uint32_t)SEVERAL;
        }
    }
    mote_result result = MOTE_OK;
    for (uint32_t p = 0; p < r->part_count && any && !result; p++) {
        uint32_t *shared = malloc(((size_t)subsets[p].vertex_count + 1) * sizeof *shared);
        if (!shared) result = mote_fail_memory(subsets[p].vertex_count, "the parts");
        for (uint32_t i = 0; i < subsets[p].vertex_count && shared; i++) {
            uint32_t number = w->number[subsets[p].vertices[i]];
            shared[i] = owner[number] == (uint32_t)SEVERAL ? number : MOTE_NONE;
        }
        r->parts[p].shared = shared;
    }
    free(owner);
    return result;
}

static mote_result add_parts(asset_rig *r, const asset_rig_def *def, const whole_rig *w,
                             const asset_whole *whole, const asset_subset *subsets)
{
    uint32_t *first = calloc((size_t)whole->part_count + 1, sizeof *first);
    if (!first) return mote_fail_memory(whole->part_count * sizeof *first, "the parts");
    find_first_surfaces(whole, w, first);
    asset_rig_part_maker maker;
    mote_result result = asset_rig_part_maker_create(&r->asset, &r->poses, def->bounds, &maker);
    for (uint32_t i = 0; i < whole->part_count && !result; i++) {
        char name[384];
        name_part(r, def, first[i], i, name, sizeof name);
        result = add_part(r, &maker, w, &subsets[i], name);
    }
    asset_rig_part_maker_release(&maker);
    free(first);
    return result;
}

static mote_result label_faces(asset_rig *r, const whole_rig *w, const asset_subset *subsets)
{
    const asset_laid_triangles laid = {.triangles = w->triangles,
                                       .surface = w->triangle_surface,
                                       .first_vertex = w->first_vertex,
                                       .part_of = w->part_of,
                                       .count = w->triangle_count};
    mote_result result = MOTE_OK;
    for (uint32_t i = 0; i < r->part_count && !result; i++)
        result = asset_labels_add_surfaces(&r->parts[i].labels, &r->asset, &laid, i,
                                           subsets[i].triangle_count);
    return result;
}

static mote_result cut_parts(asset_rig *r, const asset_rig_def *def, const whole_rig *w,
                             const asset_whole *whole)
{
    if (whole->part_count > def->max_parts)
        return mote_fail(MOTE_ERROR_LIMIT, "has %u parts, more than %u", whole->part_count,
                         def->max_parts);
    r->parts = calloc((size_t)whole->part_count + 1, sizeof *r->parts);
    r->rig_parts = calloc((size_t)whole->part_count + 1, sizeof *r->rig_parts);
    if (!r->parts || !r->rig_parts)
        return mote_fail_memory(whole->part_count * sizeof *r->rig_parts, "the parts");
    asset_subset *subsets;
    mote_result result = asset_subsets_create(whole, &subsets);
    if (!result) result = add_parts(r, def, w, whole, subsets);
    if (!result) result = find_shared(r, w, subsets, whole->number_count);
    if (!result) result = label_faces(r, w, subsets);
    asset_subsets_release(subsets, whole->part_count);
    return result;
}

static mote_result make_parts(asset_rig *r, const asset_rig_def *def)
{
    whole_rig w = {0};
    mote_result result = lay_out(r, def, &w);
    if (!result && w.triangle_count == 0) result = mote_fail(MOTE_ERROR_DATA, "has no triangles");
    asset_whole whole = {.triangles = w.triangles,
                         .triangle_count = w.triangle_count,
                         .number = w.number,
                         .vertex_count = w.vertex_count,
                         .part_of = w.part_of};
    if (!result) result = weld(r, &w, def, &whole.number_count);
    if (!result) result = split_whole(r, &whole, &w, def->split);
    if (!result) result = cut_parts(r, def, &w, &whole);
    release_whole(&w);
    return result;
}

// ---------------------------------------------------------------------------------------------

mote_result asset_rig_create(asset_file *asset, const asset_rig_def *def, asset_rig **out)
{
    *out = NULL;
    asset_rig *r = calloc(1, sizeof *r);
    if (!r) {
        asset_release(asset);
        return mote_fail_memory(sizeof *r, "a rig");
    }
    r->asset = *asset;
    *asset = (asset_file){0};
    mote_result result = asset_node_poses_create(&r->asset, &r->poses);
    if (!result) {
        asset_node_poses_pose(&r->poses, NULL, 0);
        result = make_parts(r, def);
    }
    if (result)
        asset_rig_destroy(r);
    else
        *out = r;
    return io_name_file(result, def->name);
}

void asset_rig_destroy(asset_rig *r)
{
    if (!r) return;
    for (uint32_t i = 0; i < r->part_count; i++) {
        if (r->parts) asset_part_release(&r->parts[i]);
        asset_rig_part_release(&r->rig_parts[i]);
    }
    free(r->parts);
    free(r->rig_parts);
    asset_node_poses_release(&r->poses);
    asset_release(&r->asset);
    free(r);
}

mote_result asset_rig_pose(asset_rig *r, const asset_clip *clip, double time)
{
    asset_node_poses_pose(&r->poses, clip, time);
    mote_result result = MOTE_OK;
    for (uint32_t i = 0; i < r->part_count && !result; i++)
        result = asset_rig_part_pose(&r->rig_parts[i], &r->poses);
    return result;
}
