// Blend shapes as morph targets. A channel has one or several targets.

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "assets/curve.h"
#include "assets/fbx/fbx.h"
#include "core/result.h"

// A target of a channel.
typedef struct shape {
    uint32_t geometry; // of kind Shape
    double full;       // percentage of full effect
} shape;

typedef MOTE_ARRAY(shape) shape_array;

typedef struct shape_reader {
    asset_fbx *fbx;
    asset_fbx_mesh *mesh;
    shape_array shapes;        // of the current channel
    MOTE_ARRAY(float) weights; // of all targets so far, without animation
} shape_reader;

static mote_result fail_memory(const shape_reader *r, size_t bytes)
{
    return mote_fail_memory(bytes, r->fbx->path);
}

static mote_result refuse_channel(const shape_reader *r, uint32_t channel, const char *why)
{
    char room[ASSET_FBX_SHORT];
    return asset_fbx_refuse(r->fbx, "the blend shape '%s' %s",
                            asset_fbx_name(r->fbx, channel, room), why);
}

// ---------------------------------------------------------------------------------------------
// Targets

// Adds the displacements of a target, which lists some of the vertices.
static mote_result add_target(shape_reader *r, uint32_t geometry)
{
    asset_fbx *fbx = r->fbx;
    asset_surface *surface = &r->mesh->surface;
    size_t vertices = surface->positions.count, index_count = 0, number_count = 0;
    uint32_t node = asset_fbx_object_at(fbx, geometry)->node;
    int64_t *indices = NULL;
    double *numbers = NULL;
    mote_result result = asset_fbx_spend(fbx, vertices * sizeof(mote_vec3));
    if (!result) result = asset_fbx_read_integers(fbx, node, "Indexes", &indices, &index_count);
    if (!result) result = asset_fbx_read_reals(fbx, node, "Vertices", &numbers, &number_count);
    if (!result && index_count != number_count / 3)
        result = refuse_channel(r, geometry, "has another number of vertices than of indices");
    mote_vec3 *deltas =
        result ? NULL : mote_array_room(&fbx->asset->deltas, &mote_libc_allocator, vertices);
    if (!result && !deltas) result = fail_memory(r, vertices * sizeof *deltas);
    if (!result) memset(deltas, 0, vertices * sizeof *deltas);
    for (size_t i = 0; i < index_count && !result; i++) {
        if (indices[i] < 0 || (uint64_t)indices[i] >= vertices) {
            result = refuse_channel(r, geometry, "moves a vertex that the mesh does not have");
            break;
        }
        mote_dvec3 delta = {numbers[3 * i], numbers[3 * i + 1], numbers[3 * i + 2]};
        deltas[indices[i]] = mote_dvec_narrow(mote_affine_linear(&r->mesh->geometric, delta));
    }
    if (!result) {
        fbx->asset->deltas.count += vertices;
        surface->deltas.count += vertices;
        surface->targets++;
    }
    free(indices);
    free(numbers);
    return result;
}

// ---------------------------------------------------------------------------------------------
// Channels

static int compare_shapes(const void *a, const void *b)
{
    const shape *x = a, *y = b;
    return (x->full > y->full) - (x->full < y->full);
}

// Reads the percentages of a channel. If there is one target, its percentage may be repeated:
// Blender writes it once per vertex.
static mote_result read_full_weights(shape_reader *r, uint32_t channel)
{
    double *full = NULL;
    size_t count = 0, shapes = r->shapes.count;
    uint32_t node = asset_fbx_object_at(r->fbx, channel)->node;
    mote_result result = asset_fbx_read_reals(r->fbx, node, "FullWeights", &full, &count);
    bool fits = count == shapes;
    for (size_t i = 0; i < shapes && !result; i++) r->shapes.data[i].full = fits ? full[i] : 100;
    if (!result && !fits && count) {
        fits = shapes == 1;
        for (size_t i = 1; i < count; i++) fits = fits && full[i] == full[0];
        if (fits) r->shapes.data[0].full = full[0];
    } else if (!result && count == 0) {
        fits = shapes == 1;
    }
    free(full);
    if (!result && !fits)
        result = refuse_channel(r, channel, "has another number of full weights than of targets");
    if (!result && r->shapes.data[0].full == 0 && shapes == 1) r->shapes.data[0].full = 100;
    if (!result) qsort(r->shapes.data, shapes, sizeof *r->shapes.data, compare_shapes);
    for (size_t i = 0; i < shapes && !result; i++)
        if (!(r->shapes.data[i].full > (i ? r->shapes.data[i - 1].full : 0)))
            result = refuse_channel(r, channel, "has full weights that are not above 0 or equal");
    return result;
}

static mote_result list_shapes(shape_reader *r, uint32_t channel)
{
    const asset_fbx_connection *c;
    r->shapes.count = 0;
    for (uint32_t i = 0; (c = asset_fbx_child_of(r->fbx, channel, i)); i++) {
        if (!asset_fbx_is_kind(r->fbx, c->child, "Geometry", "Shape")) continue;
        if (!mote_array_push(&r->shapes, &mote_libc_allocator, (shape){c->child, 100}))
            return fail_memory(r, sizeof(shape));
    }
    return r->shapes.count ? read_full_weights(r, channel) : MOTE_OK;
}

// The percentage without animation, from a property or from a child node of the object.
static double percent_of(const asset_fbx *fbx, uint32_t channel)
{
    uint32_t child = asset_fbx_child(fbx, asset_fbx_object_at(fbx, channel)->node, "DeformPercent");
    double otherwise = child ? asset_fbx_real_at(fbx, child, 0, 0) : 0;
    return asset_fbx_number(fbx, channel, "DeformPercent", otherwise);
}

static mote_result add_channel(shape_reader *r, uint32_t channel)
{
    asset_file *asset = r->fbx->asset;
    asset_channel out;
    asset_span span;
    memset(&out, 0, sizeof out);
    out.node = r->mesh->surface.node;
    out.first = r->mesh->surface.targets;
    mote_result result = list_shapes(r, channel);
    size_t count = r->shapes.count;
    if (result || count == 0) return result;
    float *full = mote_array_room(&asset->numbers, &mote_libc_allocator, count);
    float *weights = mote_array_room(&r->weights, &mote_libc_allocator, count);
    double *wide = calloc(count, sizeof *wide);
    if (!full || !weights || !wide) {
        free(wide);
        return fail_memory(r, count * sizeof *wide);
    }
    for (size_t i = 0; i < count; i++) full[i] = (float)r->shapes.data[i].full;
    asset_channel_weights(full, count, percent_of(r->fbx, channel), wide);
    for (size_t i = 0; i < count; i++) weights[i] = (float)wide[i];
    free(wide);
    out.percent = (asset_span){asset->numbers.count, count};
    asset->numbers.count += count;
    r->weights.count += count;
    for (size_t i = 0; i < count && !result; i++)
        result = add_target(r, r->shapes.data[i].geometry);
    if (!result && (!asset_add(&asset->channels, &out, 1, &span) ||
                    !mote_array_push(&r->fbx->channels, &mote_libc_allocator, channel)))
        result = fail_memory(r, sizeof out);
    return result;
}

static mote_result add_deformer(shape_reader *r, uint32_t deformer)
{
    const asset_fbx_connection *c;
    mote_result result = MOTE_OK;
    for (uint32_t i = 0; !result && (c = asset_fbx_child_of(r->fbx, deformer, i)); i++)
        if (asset_fbx_is_kind(r->fbx, c->child, "Deformer", "BlendShapeChannel"))
            result = add_channel(r, c->child);
    return result;
}

static mote_result set_weights(shape_reader *r)
{
    char room[ASSET_FBX_SHORT];
    asset_node *node = &r->fbx->asset->nodes.data[r->mesh->surface.node];
    if (r->weights.count == 0) return MOTE_OK;
    if (node->weights.count)
        return asset_fbx_refuse(r->fbx, "'%s' has several meshes with blend shapes",
                                asset_fbx_name(r->fbx, r->mesh->model, room));
    return asset_add(&r->fbx->asset->numbers, r->weights.data, r->weights.count, &node->weights)
               ? MOTE_OK
               : fail_memory(r, r->weights.count * sizeof *r->weights.data);
}

mote_result asset_fbx_add_shapes(asset_fbx *fbx, asset_fbx_mesh *mesh)
{
    shape_reader r = {.fbx = fbx, .mesh = mesh};
    const asset_fbx_connection *c;
    mote_result result = MOTE_OK;
    mesh->surface.deltas.first = fbx->asset->deltas.count;
    for (uint32_t i = 0; !result && (c = asset_fbx_child_of(fbx, mesh->geometry, i)); i++)
        if (asset_fbx_is_kind(fbx, c->child, "Deformer", "BlendShape"))
            result = add_deformer(&r, c->child);
    if (!result) result = set_weights(&r);
    mote_array_release(&r.shapes, &mote_libc_allocator);
    mote_array_release(&r.weights, &mote_libc_allocator);
    return result;
}
