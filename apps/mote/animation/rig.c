// A file with nodes, skins, morph targets and clips as a source. Its surfaces are laid side by side, the
// vertices that are one are numbered alike, and parts are cut out of the whole.
//
// Exact weld: vertices are one if they have the same place, the same bones and weights, and the same
// morph targets: then they are in the same place in every frame.

#include <mote/deform.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "apps/mote/animation/node_poses.h"
#include "apps/mote/animation/rig_part.h"
#include "apps/mote/animation/source.h"
#include "apps/mote/animation/subset.h"
#include "apps/mote/animation/weld.h"
#include "apps/mote/import/import.h"
#include "core/hash.h"
#include "core/result.h"
#include "io/name.h"

// Of vertices and of triangles. Nodes may share meshes: a small file can have any number of them.
enum { MOST_PIECES = 1 << 25 };

typedef struct rig {
    mote_source source;
    mote_asset asset;
    mote_node_poses poses;
    mote_rig_part *rig_parts;    // of each part
    const mote_asset_clip *clip; // null: only a rest pose
    double fps;
} rig;

static mote_result pose(mote_source *source, uint32_t frame, const mote_tasks *tasks)
{
    rig *r = (rig *)source;
    const mote_asset_clip *clip = frame == MOTE_REST_FRAME ? NULL : r->clip;
    double time =
        clip ? mote_frame_time(clip->start, clip->end, r->fps, frame, source->frame_count) : 0;
    mote_node_poses_pose(&r->poses, clip, time);
    mote_result result = MOTE_OK;
    for (uint32_t i = 0; i < source->part_count && !result; i++)
        result = mote_rig_part_pose(&r->rig_parts[i], &r->poses, tasks, &source->parts[i]);
    return result;
}

static void close_rig(mote_source *source)
{
    rig *r = (rig *)source;
    for (uint32_t i = 0; i < source->part_count && r->rig_parts; i++)
        mote_rig_part_release(&r->rig_parts[i]);
    free(r->rig_parts);
    mote_node_poses_release(&r->poses);
    mote_asset_release(&r->asset);
    free(r);
}

static const mote_source_kind kind = {pose, close_rig};

// ---------------------------------------------------------------------------------------------
// The whole: all surfaces side by side

typedef struct whole_rig {
    uint32_t vertex_count, triangle_count;
    uint32_t *surface_of;   // of each vertex
    uint32_t *first_vertex; // of each surface
    uint32_t *triangles, *triangle_surface;
    uint32_t *number, *part_of;
    mote_vec3 *rest; // where each vertex is in the rest pose
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

static mote_result count_whole(const rig *r, whole_rig *w)
{
    const mote_asset_surface *surfaces = r->asset.surfaces.data;
    uint64_t vertices = 0, triangles = 0;
    for (size_t i = 0; i < r->asset.surfaces.count; i++) {
        vertices += surfaces[i].positions.count;
        triangles += surfaces[i].triangles.count / 3;
    }
    if (vertices > MOST_PIECES || triangles > MOST_PIECES)
        return mote_fail(MOTE_ERROR_LIMIT, "has more than %d vertices or triangles", MOST_PIECES);
    w->vertex_count = (uint32_t)vertices;
    w->triangle_count = (uint32_t)triangles;
    return MOTE_OK;
}

static mote_result allocate_whole(const rig *r, whole_rig *w)
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

static mote_result lay_out(const rig *r, whole_rig *w)
{
    mote_result result = count_whole(r, w);
    if (!result) result = allocate_whole(r, w);
    if (result) return result;
    const mote_asset_surface *surfaces = r->asset.surfaces.data;
    const uint32_t *corners = r->asset.corners.data;
    uint32_t vertex = 0, triangle = 0;
    for (uint32_t i = 0; i < r->asset.surfaces.count; i++) {
        const mote_asset_surface *s = &surfaces[i];
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

// All that decides where a vertex is in any frame.
typedef struct vertex_key {
    uint32_t morph_node; // MOTE_NONE without morph targets
    uint32_t node;       // MOTE_NONE with a skin
    float position[3];
    uint32_t bones[MOTE_SKIN_MAX_INFLUENCES];
    float weights[MOTE_SKIN_MAX_INFLUENCES];
    uint64_t deltas; // a hash
} vertex_key;

static void make_key(const rig *r, uint32_t surface, uint32_t vertex, vertex_key *key)
{
    const mote_asset *asset = &r->asset;
    const mote_asset_surface *s = (const mote_asset_surface *)asset->surfaces.data + surface;
    const mote_vec3 *position = (const mote_vec3 *)asset->positions.data + s->positions.first;
    memset(key, 0, sizeof *key);
    key->morph_node = s->targets ? s->node : MOTE_NONE;
    key->node = s->influences ? MOTE_NONE : s->node;
    mote_copy_as_key(&position[vertex].x, 3, key->position);
    uint64_t first = s->influence_bones.first + (uint64_t)vertex * s->influences;
    for (uint32_t i = 0; i < s->influences; i++) {
        key->weights[i] = ((const float *)asset->influence_weights.data)[first + i];
        if (key->weights[i] == 0) continue;
        uint16_t bone = ((const uint16_t *)asset->influence_bones.data)[first + i];
        key->bones[i] = (uint32_t)s->bones.first + bone;
    }
    const mote_vec3 *deltas = asset->deltas.data;
    key->deltas = MOTE_HASH_START;
    for (uint32_t i = 0; i < s->targets; i++) {
        float delta[3];
        mote_copy_as_key(&deltas[s->deltas.first + i * s->positions.count + vertex].x, 3, delta);
        key->deltas = mote_hash_bytes(key->deltas, delta, sizeof delta);
    }
}

static mote_result weld_exactly(const rig *r, whole_rig *w, uint32_t *number_count)
{
    vertex_key *keys = malloc(((size_t)w->vertex_count + 1) * sizeof *keys);
    if (!keys) return mote_fail_memory(w->vertex_count * sizeof *keys, "the weld");
    for (uint32_t i = 0; i < w->vertex_count; i++)
        make_key(r, w->surface_of[i], i - w->first_vertex[w->surface_of[i]], &keys[i]);
    mote_result result =
        mote_number_equal(keys, sizeof *keys, w->vertex_count, w->number, number_count);
    free(keys);
    return result;
}

static mote_result weld_near(rig *r, whole_rig *w, float tolerance, uint32_t *number_count)
{
    mote_node_poses_pose(&r->poses, NULL, 0);
    for (uint32_t i = 0; i < w->vertex_count; i++)
        w->rest[i] = mote_rig_vertex(&r->asset, &r->poses, w->surface_of[i],
                                     i - w->first_vertex[w->surface_of[i]]);
    return mote_number_near(w->rest, w->vertex_count, tolerance, w->number, number_count);
}

static mote_result weld(rig *r, whole_rig *w, const mote_animation_def *def, uint32_t *number_count)
{
    if (def->weld == MOTE_WELD_EXACT) return weld_exactly(r, w, number_count);
    if (def->weld == MOTE_WELD_TOLERANCE) return weld_near(r, w, def->weld_tolerance, number_count);
    for (uint32_t i = 0; i < w->vertex_count; i++) w->number[i] = i;
    *number_count = w->vertex_count;
    return MOTE_OK;
}

// ---------------------------------------------------------------------------------------------
// Parts

static uint32_t split_key(const mote_asset_surface *surface, mote_split split)
{
    switch (split) {
    case MOTE_SPLIT_MESH: return surface->mesh;
    case MOTE_SPLIT_MATERIAL: return surface->material;
    case MOTE_SPLIT_AUTO:
    case MOTE_SPLIT_NODE: return surface->node;
    case MOTE_SPLIT_FILE:
    case MOTE_SPLIT_COMPONENT: break;
    }
    return 0;
}

static mote_result split_whole(const rig *r, mote_whole *whole, whole_rig *w, mote_split split)
{
    if (split == MOTE_SPLIT_COMPONENT)
        return mote_number_components(whole, w->part_of, &whole->part_count);
    const mote_asset_surface *surfaces = r->asset.surfaces.data;
    uint32_t *keys = malloc(((size_t)w->triangle_count + 1) * sizeof *keys);
    if (!keys) return mote_fail_memory(w->triangle_count * sizeof *keys, "the parts");
    for (uint32_t i = 0; i < w->triangle_count; i++)
        keys[i] = split_key(&surfaces[w->triangle_surface[i]], split);
    mote_result result =
        mote_number_equal(keys, sizeof *keys, w->triangle_count, w->part_of, &whole->part_count);
    free(keys);
    return result;
}

// The last part of a path without its extension.
static void base_name(const char *path, char *out, size_t size)
{
    const char *slash = strrchr(path, '/');
    snprintf(out, size, "%s", slash ? slash + 1 : path);
    char *dot = strrchr(out, '.');
    if (dot && dot != out) *dot = '\0';
}

static void name_part(const rig *r, const char *path, const mote_animation_def *def,
                      uint32_t surface, uint32_t number, char *out, size_t size)
{
    const mote_asset_surface *s = (const mote_asset_surface *)r->asset.surfaces.data + surface;
    const mote_asset_node *nodes = r->asset.nodes.data;
    char file[128];
    base_name(path, file, sizeof file);
    uint32_t name = def->split == MOTE_SPLIT_MESH       ? s->mesh_name
                    : def->split == MOTE_SPLIT_MATERIAL ? s->material_name
                                                        : nodes[s->node].name;
    const char *prefix = def->input_count > 1 ? file : "";
    const char *slash = def->input_count > 1 ? "/" : "";
    if (def->split == MOTE_SPLIT_FILE)
        snprintf(out, size, "%s", file);
    else if (def->split == MOTE_SPLIT_COMPONENT)
        snprintf(out, size, "%s%s%.200s/%u", prefix, slash, mote_asset_text(&r->asset, name),
                 number + 1);
    else
        snprintf(out, size, "%s%s%.200s", prefix, slash, mote_asset_text(&r->asset, name));
}

// The surface of each part's first triangle names it.
static void find_first_surfaces(const mote_whole *whole, const whole_rig *w, uint32_t *first)
{
    for (uint32_t i = whole->triangle_count; i-- > 0;)
        first[whole->part_of[i]] = w->triangle_surface[i];
}

static mote_result add_part(rig *r, const whole_rig *w, mote_subset *subset, const char *name)
{
    mote_rig_vertex_ref *vertices = malloc(((size_t)subset->vertex_count + 1) * sizeof *vertices);
    if (!vertices) return mote_fail_memory(subset->vertex_count * sizeof *vertices, "a part");
    for (uint32_t i = 0; i < subset->vertex_count; i++) {
        uint32_t surface = w->surface_of[subset->vertices[i]];
        vertices[i] =
            (mote_rig_vertex_ref){surface, subset->vertices[i] - w->first_vertex[surface]};
    }
    uint32_t at = r->source.part_count;
    mote_result result = mote_rig_part_create(&r->asset, &r->poses, name, vertices, subset,
                                              &r->rig_parts[at], &r->source.parts[at]);
    if (!result) r->source.part_count++;
    free(vertices);
    return result;
}

// Numbers of vertices that more than one part has.
static mote_result find_shared(rig *r, const whole_rig *w, const mote_subset *subsets,
                               uint32_t number_count)
{
    uint32_t *owner = malloc(((size_t)number_count + 1) * sizeof *owner);
    if (!owner) return mote_fail_memory(number_count * sizeof *owner, "the parts");
    enum { SEVERAL = -2 };
    memset(owner, 0xff, (size_t)number_count * sizeof *owner);
    bool any = false;
    for (uint32_t p = 0; p < r->source.part_count; p++) {
        for (uint32_t i = 0; i < subsets[p].vertex_count; i++) {
            uint32_t *o = &owner[w->number[subsets[p].vertices[i]]];
            any |= *o != MOTE_NONE;
            *o = *o == MOTE_NONE ? p : (uint32_t)SEVERAL;
        }
    }
    mote_result result = MOTE_OK;
    for (uint32_t p = 0; p < r->source.part_count && any && !result; p++) {
        uint32_t *shared = malloc(((size_t)subsets[p].vertex_count + 1) * sizeof *shared);
        if (!shared) result = mote_fail_memory(subsets[p].vertex_count, "the parts");
        for (uint32_t i = 0; i < subsets[p].vertex_count && shared; i++) {
            uint32_t number = w->number[subsets[p].vertices[i]];
            shared[i] = owner[number] == (uint32_t)SEVERAL ? number : MOTE_NONE;
        }
        r->source.parts[p].shared = shared;
    }
    free(owner);
    return result;
}

static mote_result cut_parts(rig *r, const char *path, const mote_animation_def *def, whole_rig *w,
                             const mote_whole *whole)
{
    r->source.parts = calloc((size_t)whole->part_count + 1, sizeof *r->source.parts);
    r->rig_parts = calloc((size_t)whole->part_count + 1, sizeof *r->rig_parts);
    uint32_t *first = calloc((size_t)whole->part_count + 1, sizeof *first);
    if (!r->source.parts || !r->rig_parts || !first) {
        free(first);
        return mote_fail_memory(whole->part_count * sizeof *r->rig_parts, "the parts");
    }
    find_first_surfaces(whole, w, first);
    mote_subset *subsets;
    mote_result result = mote_subsets_create(whole, &subsets);
    for (uint32_t i = 0; i < whole->part_count && !result; i++) {
        char name[384];
        name_part(r, path, def, first[i], i, name, sizeof name);
        result = add_part(r, w, &subsets[i], name);
    }
    if (!result) result = find_shared(r, w, subsets, whole->number_count);
    mote_subsets_release(subsets, whole->part_count);
    free(first);
    return result;
}

static mote_result make_parts(rig *r, const char *path, const mote_animation_def *def)
{
    char room[MOTE_SHORT_NAME];
    whole_rig w = {0};
    mote_result result = lay_out(r, &w);
    if (!result && w.triangle_count == 0)
        result = mote_fail(MOTE_ERROR_DATA, "%s: has no triangles", mote_short_name(path, room));
    mote_whole whole = {.triangles = w.triangles,
                        .triangle_count = w.triangle_count,
                        .number = w.number,
                        .vertex_count = w.vertex_count,
                        .part_of = w.part_of};
    if (!result) result = weld(r, &w, def, &whole.number_count);
    if (!result) result = split_whole(r, &whole, &w, def->split);
    if (!result) result = cut_parts(r, path, def, &w, &whole);
    release_whole(&w);
    return result;
}

// ---------------------------------------------------------------------------------------------
// Clips

static mote_result choose_clip(rig *r, const char *path, const mote_animation_def *def)
{
    const mote_asset_clip *clips = r->asset.clips.data;
    char room[MOTE_SHORT_NAME];
    for (size_t i = 0; i < r->asset.clips.count && !r->clip; i++)
        if (!def->clip || strcmp(mote_asset_text(&r->asset, clips[i].name), def->clip) == 0)
            r->clip = &clips[i];
    if (!r->clip && def->clip && def->input_count == 1)
        return mote_fail(MOTE_ERROR_ARGUMENT, "%s: has no clip '%s'%s%s",
                         mote_short_name(path, room), def->clip,
                         r->asset.clips.count ? "; the first is " : "",
                         r->asset.clips.count ? mote_asset_text(&r->asset, clips[0].name) : "");
    r->source.frame_count = 1;
    if (!r->clip) return MOTE_OK;
    r->source.animated = true;
    r->source.clip = mote_asset_text(&r->asset, r->clip->name);
    r->source.start = r->clip->start;
    r->source.end = r->clip->end;
    return mote_count_frames(r->clip->start, r->clip->end, def->fps, &r->source.frame_count);
}

mote_result mote_open_rig_source(const char *path, const mote_animation_def *def, mote_source **out)
{
    rig *r = calloc(1, sizeof *r);
    if (!r) return mote_fail_memory(sizeof *r, "a rig");
    r->source.kind = &kind;
    r->fps = def->fps;
    mote_import_limits limits = mote_default_import_limits();
    mote_result result = mote_import(path, &limits, &r->asset);
    if (!result) result = mote_node_poses_create(&r->asset, &r->poses);
    if (!result) result = choose_clip(r, path, def);
    if (!result) result = make_parts(r, path, def);
    if (result)
        mote_source_close(&r->source);
    else
        *out = &r->source;
    return result;
}
