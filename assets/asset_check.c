// Validates an asset from an untrusted importer.

#include <inttypes.h>
#include <math.h>
#include <mote/deform.h>
#include <stdarg.h>
#include <stdio.h>

#include "assets/asset.h"
#include "core/result.h"
#include "core/vec.h"
#include "io/name.h"

// Limit for numbers of joints and curves, so that products of a few numbers stay finite.
#define MAX_NUMBER 1e15

typedef struct checker {
    const asset_file *asset;
    const char *path;
} checker;

__attribute__((format(printf, 2, 3))) static mote_result refuse(const checker *c,
                                                                const char *format, ...)
{
    char text[256], room[IO_SHORT_NAME];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    return mote_fail(MOTE_ERROR_DATA, "%s: %s", io_short_name(c->path, room), text);
}

// Does the span lie inside a list of `count` elements?
static bool fits(asset_span span, size_t count)
{
    return span.first <= count && span.count <= count - span.first;
}

static bool is_finite_transform(const mote_transform *t)
{
    return mote_vec_finite(t->cx) && mote_vec_finite(t->cy) && mote_vec_finite(t->cz) &&
           mote_vec_finite(t->t);
}

static bool is_name(const checker *c, uint32_t name)
{
    return name < c->asset->text.count;
}

static mote_result check_node(const checker *c, uint32_t i)
{
    const asset_node *node = &c->asset->nodes.data[i];
    if (!is_name(c, node->name)) return refuse(c, "node %u: its name is out of range", i);
    if (node->parent != MOTE_NONE && node->parent >= i)
        return refuse(c, "node %u: its parent does not come before it", i);
    if (!fits(node->weights, c->asset->numbers.count))
        return refuse(c, "node %u: its weights are out of range", i);
    if (node->joint > c->asset->joints.count)
        return refuse(c, "node %u: its joint is out of range", i);
    const float *weights = asset_from(&c->asset->numbers, node->weights.first);
    bool fine = node->has_matrix
                    ? is_finite_transform(&node->matrix)
                    : mote_vec_finite(node->translation) && mote_vec_finite(node->scale);
    for (int k = 0; k < 4; k++) fine = fine && isfinite(node->rotation[k]);
    for (uint64_t k = 0; k < node->weights.count; k++) fine = fine && isfinite(weights[k]);
    return fine ? MOTE_OK
                : refuse(c, "node %u (%s): a number is not finite", i,
                         asset_text(c->asset, node->name));
}

static mote_result check_bones(const checker *c)
{
    const asset_bone *bones = c->asset->bones.data;
    for (size_t i = 0; i < c->asset->bones.count; i++) {
        if (bones[i].node >= c->asset->nodes.count)
            return refuse(c, "bone %zu: node %u is out of range", i, bones[i].node);
        if (!is_finite_transform(&bones[i].inverse_bind))
            return refuse(c, "bone %zu: its inverse bind matrix is not finite", i);
    }
    return MOTE_OK;
}

static mote_result check_attributes(const checker *c, size_t i, const asset_surface *s)
{
    const asset_file *asset = c->asset;
    if (!fits(s->attributes, asset->attributes.count))
        return refuse(c, "surface %zu: its attributes are out of range", i);
    const asset_attribute *attributes = asset_from(&asset->attributes, s->attributes.first);
    for (uint64_t k = 0; k < s->attributes.count; k++)
        if (!is_name(c, attributes[k].name) || attributes[k].values.count != s->positions.count ||
            !fits(attributes[k].values, asset->numbers.count))
            return refuse(c, "surface %zu: an attribute is out of range", i);
    return MOTE_OK;
}

static mote_result check_surface_spans(const checker *c, size_t i, const asset_surface *s)
{
    const asset_file *asset = c->asset;
    if (s->node >= asset->nodes.count) return refuse(c, "surface %zu: its node is out of range", i);
    if (!is_name(c, s->mesh_name) || !is_name(c, s->material_name))
        return refuse(c, "surface %zu: its name is out of range", i);
    if (!fits(s->positions, asset->positions.count) || s->positions.count >= MOTE_NONE)
        return refuse(c, "surface %zu: its vertices are out of range", i);
    if (!fits(s->triangles, asset->corners.count) || s->triangles.count % 3)
        return refuse(c, "surface %zu: its triangles are out of range", i);
    if (!fits(s->bones, asset->bones.count) || s->influences > MOTE_SKIN_MAX_INFLUENCES ||
        (s->influences > 0) != (s->bones.count > 0))
        return refuse(c, "surface %zu: its bones are out of range", i);
    if (s->influence_bones.count != s->influences * s->positions.count ||
        !fits(s->influence_bones, asset->influence_bones.count) ||
        !fits(s->influence_bones, asset->influence_weights.count))
        return refuse(c, "surface %zu: its weights are out of range", i);
    if ((s->targets > 0 && s->positions.count > UINT64_MAX / s->targets) ||
        s->deltas.count != s->targets * s->positions.count || !fits(s->deltas, asset->deltas.count))
        return refuse(c, "surface %zu: its morph targets are out of range", i);
    return check_attributes(c, i, s);
}

// Readers assign the first bone to vertices without weights (assets/influences.h).
static mote_result check_influences(const checker *c, const asset_surface *s)
{
    const asset_file *asset = c->asset;
    const char *name = asset_text(asset, s->mesh_name);
    const uint16_t *bones = asset_from(&asset->influence_bones, s->influence_bones.first);
    const float *weights = asset_from(&asset->influence_weights, s->influence_bones.first);
    bool moved = false;
    for (uint64_t k = 0; k < s->influence_bones.count; k++) {
        uint64_t vertex = k / s->influences;
        if (bones[k] >= s->bones.count)
            return refuse(c, "mesh '%s', vertex %" PRIu64 ": joint %u is out of range", name,
                          vertex, bones[k]);
        if (!isfinite(weights[k]) || weights[k] < 0)
            return refuse(c, "mesh '%s', vertex %" PRIu64 ": a weight is negative or not finite",
                          name, vertex);
        moved = (moved && k % s->influences > 0) || weights[k] > 0;
        if (!moved && (k + 1) % s->influences == 0)
            return refuse(c, "mesh '%s', vertex %" PRIu64 ": all weights are 0", name, vertex);
    }
    return MOTE_OK;
}

static mote_result check_surface(const checker *c, size_t i)
{
    const asset_file *asset = c->asset;
    const asset_surface *s = &asset->surfaces.data[i];
    mote_result result = check_surface_spans(c, i, s);
    if (result) return result;
    const char *name = asset_text(asset, s->mesh_name);
    const uint32_t *corners = asset_from(&asset->corners, s->triangles.first);
    for (uint64_t k = 0; k < s->triangles.count; k++)
        if (corners[k] >= s->positions.count)
            return refuse(c, "mesh '%s', triangle %" PRIu64 ": vertex %u is out of range", name,
                          k / 3, corners[k]);
    return check_influences(c, s);
}

static mote_result check_vectors(const checker *c, const mote_vec3_array *list, const char *what)
{
    const mote_vec3 *vectors = list->data;
    for (size_t i = 0; i < list->count; i++)
        if (!mote_vec_finite(vectors[i])) return refuse(c, "%s %zu is not finite", what, i);
    return MOTE_OK;
}

static mote_result check_keys(const checker *c, const asset_track *track, const char *clip,
                              const char *node)
{
    const double *times = asset_from(&c->asset->times, track->times.first);
    const float *values = asset_from(&c->asset->numbers, track->first_value);
    uint64_t width =
        (uint64_t)track->width * (track->interpolation == ASSET_INTERPOLATION_CUBIC ? 3 : 1);
    for (uint64_t k = 0; k < track->times.count; k++) {
        if (!isfinite(times[k]))
            return refuse(c, "clip '%s', node '%s', key %" PRIu64 ": its time is not finite", clip,
                          node, k);
        if (k && times[k] < times[k - 1])
            return refuse(c,
                          "clip '%s', node '%s', key %" PRIu64 ": is earlier than the one before",
                          clip, node, k);
        for (uint64_t n = 0; n < width; n++)
            if (!isfinite(values[k * width + n]))
                return refuse(c, "clip '%s', node '%s', key %" PRIu64 ": a number is not finite",
                              clip, node, k);
    }
    return MOTE_OK;
}

static mote_result check_track(const checker *c, const asset_track *track, const char *clip)
{
    const asset_file *asset = c->asset;
    const asset_node *nodes = asset->nodes.data;
    if (track->node >= asset->nodes.count || track->path > ASSET_PATH_WEIGHTS ||
        track->interpolation > ASSET_INTERPOLATION_CUBIC)
        return refuse(c, "clip '%s': the node, path or interpolation of a track is out of range",
                      clip);
    const uint64_t widths[] = {3, 4, 3, nodes[track->node].weights.count};
    uint64_t values =
        (uint64_t)track->width * (track->interpolation == ASSET_INTERPOLATION_CUBIC ? 3 : 1);
    const char *node = asset_text(asset, nodes[track->node].name);
    if (track->width != widths[track->path])
        return refuse(c, "clip '%s', node '%s': a key has %u numbers, not %" PRIu64, clip, node,
                      track->width, widths[track->path]);
    if (!fits(track->times, asset->times.count) ||
        (values && track->times.count > UINT64_MAX / values) ||
        !fits((asset_span){track->first_value, track->times.count * values}, asset->numbers.count))
        return refuse(c, "clip '%s', node '%s': its keys are out of range", clip, node);
    return check_keys(c, track, clip, node);
}

static mote_result check_joints(const checker *c)
{
    for (size_t i = 0; i < c->asset->joints.count; i++) {
        const asset_joint *j = &c->asset->joints.data[i];
        const double *all[] = {j->translation,     j->rotation,       j->scaling,
                               j->rotation_offset, j->rotation_pivot, j->scaling_offset,
                               j->scaling_pivot,   j->pre_rotation,   j->post_rotation};
        bool fine = j->order <= ASSET_ORDER_ZYX && j->inherits <= ASSET_INHERIT_RRS;
        for (size_t k = 0; k < sizeof all / sizeof *all; k++)
            for (int n = 0; n < 3; n++) fine = fine && fabs(all[k][n]) < MAX_NUMBER;
        if (!fine) return refuse(c, "joint %zu: a number is out of range or not finite", i);
    }
    return MOTE_OK;
}

static mote_result check_channels(const checker *c)
{
    const asset_file *asset = c->asset;
    for (size_t i = 0; i < asset->channels.count; i++) {
        const asset_channel *channel = &asset->channels.data[i];
        if (channel->node >= asset->nodes.count ||
            !fits((asset_span){channel->first, channel->percent.count},
                  asset->nodes.data[channel->node].weights.count) ||
            !fits(channel->percent, asset->numbers.count))
            return refuse(c, "blend shape %zu: its targets are out of range", i);
        const float *percent = asset_from(&asset->numbers, channel->percent.first);
        for (uint64_t k = 0; k < channel->percent.count; k++)
            if (!isfinite(percent[k]) || !(percent[k] > (k ? percent[k - 1] : 0)))
                return refuse(c, "blend shape %zu: its full weights do not increase", i);
    }
    return MOTE_OK;
}

static mote_result check_curve(const checker *c, const asset_curve *curve, const char *clip)
{
    const asset_file *asset = c->asset;
    bool percent = curve->target == ASSET_CURVE_PERCENT;
    if (curve->target > ASSET_CURVE_PERCENT || curve->component > 2 ||
        curve->before > ASSET_EXTRAPOLATE_SLOPE || curve->after > ASSET_EXTRAPOLATE_SLOPE ||
        curve->number >= (percent ? asset->channels.count : asset->nodes.count) ||
        (!percent && !asset->nodes.data[curve->number].joint) || curve->keys.count == 0 ||
        !fits(curve->keys, asset->keys.count))
        return refuse(c, "clip '%s': a curve is out of range", clip);
    const asset_key *keys = asset->keys.data + curve->keys.first;
    for (uint64_t k = 0; k < curve->keys.count; k++) {
        bool fine = fabs(keys[k].time) < MAX_NUMBER && fabs(keys[k].value) < MAX_NUMBER &&
                    fabs(keys[k].leaving) < MAX_NUMBER && fabs(keys[k].arriving) < MAX_NUMBER &&
                    keys[k].leaving_reach >= 0 && keys[k].leaving_reach <= 1 &&
                    keys[k].arriving_reach >= 0 && keys[k].arriving_reach <= 1 &&
                    keys[k].kind <= ASSET_KEY_CUBIC;
        if (!fine || (k && keys[k].time <= keys[k - 1].time))
            return refuse(
                c,
                "clip '%s': key %" PRIu64
                " of a curve is out of range, not finite, or not later than the one before",
                clip, k);
    }
    return MOTE_OK;
}

static mote_result check_clip(const checker *c, size_t i)
{
    const asset_clip *clip = &c->asset->clips.data[i];
    if (!is_name(c, clip->name) || !fits(clip->tracks, c->asset->tracks.count) ||
        !fits(clip->curves, c->asset->curves.count))
        return refuse(c, "clip %zu: its name or its tracks are out of range", i);
    const asset_track *tracks = c->asset->tracks.data;
    const asset_curve *curves = asset_from(&c->asset->curves, clip->curves.first);
    mote_result result = MOTE_OK;
    for (uint64_t k = 0; k < clip->curves.count && !result; k++)
        result = check_curve(c, &curves[k], asset_text(c->asset, clip->name));
    for (uint64_t k = 0; k < clip->tracks.count && !result; k++)
        result = check_track(c, &tracks[clip->tracks.first + k], asset_text(c->asset, clip->name));
    if (!result && !(isfinite(clip->start) && isfinite(clip->end) && clip->start <= clip->end))
        result = refuse(c, "clip %zu: ends before it begins", i);
    return result;
}

// Names are displayed, so they must be printable.
static mote_result check_text(const checker *c)
{
    const char *text = c->asset->text.data;
    size_t count = c->asset->text.count;
    if (count == 0 && c->asset->nodes.count == 0) return refuse(c, "holds nothing");
    if (count == 0 || text[count - 1] != '\0') return refuse(c, "the last name has no final zero");
    for (size_t i = 0, length; i < count; i += length) {
        uint32_t code;
        length = mote_utf8_read(text + i, count - i, &code);
        if (length == 0 || (code && mote_is_unprintable(code)))
            return refuse(c, "byte %zu of the names cannot be shown", i);
    }
    return MOTE_OK;
}

mote_result asset_check(const asset_file *asset, const char *path)
{
    checker c = {asset, path};
    if (asset->nodes.count >= MOTE_NONE || asset->surfaces.count >= MOTE_NONE)
        return refuse(&c, "more than 2^32 - 2 nodes or surfaces");
    mote_result result = check_text(&c);
    for (uint32_t i = 0; i < asset->nodes.count && !result; i++) result = check_node(&c, i);
    if (!result) result = check_joints(&c);
    if (!result) result = check_channels(&c);
    if (!result) result = check_bones(&c);
    for (size_t i = 0; i < asset->surfaces.count && !result; i++) result = check_surface(&c, i);
    if (!result) result = check_vectors(&c, &asset->positions, "vertex");
    if (!result)
        result = check_vectors(&c, &asset->deltas, "the displacement of morph target vertex");
    for (size_t i = 0; i < asset->clips.count && !result; i++) result = check_clip(&c, i);
    for (size_t i = 0; i < asset->remarks.count && !result; i++)
        if (asset->remarks.data[i].kind > ASSET_REMARK_INSTANCES ||
            !is_name(&c, asset->remarks.data[i].text))
            result = refuse(&c, "remark %zu: its kind or its text is out of range", i);
    return result;
}
