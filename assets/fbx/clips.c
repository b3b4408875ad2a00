// Animation stacks. Each stack is a clip with one or several layers of curves.

#include <stdlib.h>
#include <string.h>

#include "assets/curve.h"
#include "assets/fbx/fbx.h"
#include "core/result.h"

typedef struct clip_reader {
    asset_fbx *fbx;
    uint32_t stack;
    asset_clip clip;
    bool extrapolates; // a curve continues before its first or after its last key
} clip_reader;

static mote_result fail_memory(const clip_reader *r, size_t bytes)
{
    return mote_fail_memory(bytes, r->fbx->path);
}

static bool is(const asset_fbx *fbx, uint32_t object, const char *kind)
{
    return object != ASSET_FBX_ROOT && asset_fbx_is(asset_fbx_object_at(fbx, object)->kind, kind);
}

// `object` is the node, blend shape or layer named in the message.
static mote_result refuse_animation(const clip_reader *r, uint32_t object, const char *why)
{
    char name[ASSET_FBX_SHORT], clip[ASSET_FBX_SHORT];
    return asset_fbx_refuse(r->fbx, "clip '%s': '%s' %s", asset_fbx_name(r->fbx, r->stack, clip),
                            asset_fbx_name(r->fbx, object, name), why);
}

// ---------------------------------------------------------------------------------------------
// Keys

// Attributes apply to runs of keys.
typedef struct key_arrays {
    int64_t *times, *flags, *runs;
    double *values;
    uint32_t *data; // four floats per attribute, stored as bits
    size_t time_count, value_count, flag_count, run_count, data_count;
} key_arrays;

static void release_arrays(key_arrays *k)
{
    free(k->times);
    free(k->flags);
    free(k->runs);
    free(k->values);
    free(k->data);
}

static mote_result read_arrays(asset_fbx *fbx, uint32_t node, key_arrays *k)
{
    mote_result result = asset_fbx_read_integers(fbx, node, "KeyTime", &k->times, &k->time_count);
    if (!result)
        result = asset_fbx_read_reals(fbx, node, "KeyValueFloat", &k->values, &k->value_count);
    if (!result)
        result = asset_fbx_read_integers(fbx, node, "KeyAttrFlags", &k->flags, &k->flag_count);
    if (!result)
        result = asset_fbx_read_float_bits(fbx, node, "KeyAttrDataFloat", &k->data, &k->data_count);
    if (!result)
        result = asset_fbx_read_integers(fbx, node, "KeyAttrRefCount", &k->runs, &k->run_count);
    if (!result && k->time_count != k->value_count)
        result = asset_fbx_fail(fbx, "a curve has %zu times and %zu values", k->time_count,
                                k->value_count);
    return result;
}

static double float_of(uint32_t bits)
{
    float real;
    memcpy(&real, &bits, sizeof real);
    return (double)real;
}

// A reach is stored as an integer share of 9999.
static float reach_of(uint32_t bits)
{
    float reach = (float)(bits & 0xffff) / 9999;
    return reach > 1 ? 1 : reach;
}

// Sets the curve after a key from the flags and the four numbers of an attribute.
static void set_attribute(asset_key *key, int64_t flags, const uint32_t *data)
{
    enum {
        CONSTANT = 0x2,
        CUBIC = 0x8,
        CONSTANT_NEXT = 0x100,
        WEIGHTED_LEAVING = 0x1000000,
        WEIGHTED_ARRIVING = 0x2000000
    };
    key->leaving_reach = key->arriving_reach = 1.0f / 3;
    if (flags & CONSTANT)
        key->kind = flags & CONSTANT_NEXT ? ASSET_KEY_CONSTANT_NEXT : ASSET_KEY_CONSTANT;
    else
        key->kind = flags & CUBIC ? ASSET_KEY_CUBIC : ASSET_KEY_LINEAR;
    if (key->kind != ASSET_KEY_CUBIC) return;
    if (flags & WEIGHTED_LEAVING) key->leaving_reach = reach_of(data[2]);
    if (flags & WEIGHTED_ARRIVING) key->arriving_reach = reach_of(data[2] >> 16);
}

// If two keys have the same time, the later one is used. `tangents` has one element per key.
static mote_result fill_keys(clip_reader *r, const key_arrays *k, asset_key *keys,
                             asset_fbx_tangent *tangents, size_t *count)
{
    static const uint32_t no_data[4] = {0};
    size_t attribute = 0, run = 0; // keys read with this attribute
    *count = 0;
    for (size_t i = 0; i < k->time_count; i++, run++) {
        while (attribute < k->run_count && (int64_t)run >= k->runs[attribute]) {
            attribute++;
            run = 0;
        }
        const uint32_t *data = attribute < k->data_count / 4 ? &k->data[4 * attribute] : no_data;
        asset_key key;
        memset(&key, 0, sizeof key); // clears the padding, which is sent too
        key.time = (double)k->times[i] / ASSET_TICKS_PER_SECOND;
        key.value = k->values[i];
        int64_t flags = attribute < k->flag_count ? k->flags[attribute] : 0;
        set_attribute(&key, flags, data);
        if (i && k->times[i] < k->times[i - 1])
            return asset_fbx_fail(r->fbx, "a curve has a key that is earlier than the one before");
        if (*count && keys[*count - 1].time == key.time) --*count;
        tangents[*count] =
            (asset_fbx_tangent){flags, {float_of(data[0]), float_of(data[1]), float_of(data[2])}};
        keys[(*count)++] = key;
    }
    return MOTE_OK;
}

static mote_result add_keys(clip_reader *r, const key_arrays *k, uint32_t target,
                            asset_curve *curve)
{
    asset_file *asset = r->fbx->asset;
    asset_key *keys = mote_array_room(&asset->keys, &mote_libc_allocator, k->time_count);
    asset_fbx_tangent *tangents = malloc(k->time_count * sizeof *tangents + 1);
    size_t count = 0;
    mote_result result = keys && tangents ? fill_keys(r, k, keys, tangents, &count)
                                          : fail_memory(r, k->time_count * sizeof *keys);
    if (!result && !asset_fbx_solve_tangents(keys, tangents, count))
        result = refuse_animation(r, target, "has a curve with a bias of unknown meaning");
    if (!result) {
        curve->keys = (asset_span){asset->keys.count, count};
        asset->keys.count += count;
    }
    free(tangents);
    return result;
}

static mote_result read_extrapolation(clip_reader *r, uint32_t node, const char *name,
                                      uint32_t object, uint32_t *out)
{
    uint32_t at = asset_fbx_child(r->fbx, node, name);
    uint32_t type = at ? asset_fbx_child(r->fbx, at, "Type") : 0;
    uint32_t times = at ? asset_fbx_child(r->fbx, at, "Repetition") : 0;
    asset_fbx_text text = type ? asset_fbx_text_at(r->fbx, type, 0) : (asset_fbx_text){"C", 1};
    int64_t repetition = times ? asset_fbx_integer_at(r->fbx, times, 0, -1) : -1;
    static const char letters[] = "CRMAK"; // order of asset_extrapolation
    char letter = text.size == 1 ? text.data[0] : '\0';
    const char *found = letter ? strchr(letters, letter) : NULL;
    if (!found) return refuse_animation(r, object, "has a curve with an unknown extrapolation");
    *out = repetition == 0 ? ASSET_EXTRAPOLATE_CONSTANT : (uint32_t)(found - letters);
    if (*out != ASSET_EXTRAPOLATE_CONSTANT && *out != ASSET_EXTRAPOLATE_SLOPE && repetition > 0)
        return refuse_animation(r, object, "has a curve that repeats a limited number of times");
    r->extrapolates |= *out != ASSET_EXTRAPOLATE_CONSTANT;
    return MOTE_OK;
}

// ---------------------------------------------------------------------------------------------
// Curves

static mote_result add_curve(clip_reader *r, const asset_curve *curve)
{
    asset_span span;
    if (!asset_add(&r->fbx->asset->curves, curve, 1, &span)) return fail_memory(r, sizeof *curve);
    r->clip.curves.count++;
    return MOTE_OK;
}

static mote_result add_constant(clip_reader *r, asset_curve *curve, double value)
{
    asset_key key;
    memset(&key, 0, sizeof key);
    key.value = value;
    key.leaving_reach = key.arriving_reach = 1.0f / 3;
    if (!asset_add(&r->fbx->asset->keys, &key, 1, &curve->keys)) return fail_memory(r, sizeof key);
    return add_curve(r, curve);
}

// `target` is the node or blend shape named in messages.
static mote_result read_curve(clip_reader *r, uint32_t object, uint32_t target, asset_curve *curve)
{
    key_arrays k = {0};
    uint32_t node = asset_fbx_object_at(r->fbx, object)->node;
    mote_result result = read_arrays(r->fbx, node, &k);
    if (!result) result = asset_fbx_spend(r->fbx, k.time_count * sizeof(asset_key));
    if (!result) result = read_extrapolation(r, node, "Pre-Extrapolation", target, &curve->before);
    if (!result) result = read_extrapolation(r, node, "Post-Extrapolation", target, &curve->after);
    if (!result && k.time_count == 0) {
        uint32_t otherwise = asset_fbx_child(r->fbx, node, "Default");
        result = add_constant(r, curve, otherwise ? asset_fbx_real_at(r->fbx, otherwise, 0, 0) : 0);
    } else if (!result) {
        result = add_keys(r, &k, target, curve);
        if (!result) result = add_curve(r, curve);
    }
    release_arrays(&k);
    return result;
}

// Finds the curve of a component of a curve node, or MOTE_NONE.
static uint32_t find_curve(const asset_fbx *fbx, uint32_t curve_node, const char *component)
{
    const asset_fbx_connection *c;
    for (uint32_t i = 0; (c = asset_fbx_child_of(fbx, curve_node, i)); i++)
        if (is(fbx, c->child, "AnimationCurve") && asset_fbx_is(c->property, component))
            return c->child;
    return MOTE_NONE;
}

// A component without a curve gets the default value of the curve node, or keeps its value.
static mote_result read_component(clip_reader *r, uint32_t curve_node, const char *component,
                                  uint32_t target, asset_curve *curve)
{
    double value;
    uint32_t object = find_curve(r->fbx, curve_node, component);
    if (object != MOTE_NONE) return read_curve(r, object, target, curve);
    if (asset_fbx_property(r->fbx, curve_node, component, 1, &value) == 1)
        return add_constant(r, curve, value);
    return MOTE_OK;
}

static asset_curve new_curve(asset_curve_target target, uint32_t number, uint32_t component)
{
    asset_curve curve;
    memset(&curve, 0, sizeof curve);
    curve.target = target;
    curve.number = number;
    curve.component = component;
    return curve;
}

// Refuses keys beyond the limits that the model sets.
static mote_result check_limits(const clip_reader *r, uint32_t model, const asset_curve *curve)
{
    const asset_key *keys = asset_from(&r->fbx->asset->keys, curve->keys.first);
    if (curve->keys.count == 0) return MOTE_OK;
    double lowest = keys[0].value, highest = lowest;
    for (uint64_t i = 1; i < curve->keys.count; i++) {
        if (keys[i].value < lowest) lowest = keys[i].value;
        if (keys[i].value > highest) highest = keys[i].value;
    }
    return asset_fbx_is_beyond_limits(r->fbx, model, curve->target, curve->component, lowest,
                                      highest)
               ? refuse_animation(r, model, "has curves beyond its own limits")
               : MOTE_OK;
}

static mote_result read_vector(clip_reader *r, uint32_t curve_node, uint32_t model,
                               asset_curve_target target)
{
    static const char *const components[3] = {"d|X", "d|Y", "d|Z"};
    mote_result result = MOTE_OK;
    for (uint32_t i = 0; i < 3 && !result; i++) {
        asset_curve curve = new_curve(target, asset_fbx_object_at(r->fbx, model)->asset_node, i);
        result = read_component(r, curve_node, components[i], model, &curve);
        if (!result) result = check_limits(r, model, &curve);
    }
    return result;
}

// The channel exists once for each model that uses its mesh.
static mote_result read_percent(clip_reader *r, uint32_t curve_node, uint32_t channel)
{
    mote_result result = MOTE_OK;
    for (uint32_t i = 0; i < r->fbx->channels.count && !result; i++) {
        if (r->fbx->channels.data[i] != channel) continue;
        asset_curve curve = new_curve(ASSET_CURVE_PERCENT, i, 0);
        result = read_component(r, curve_node, "d|DeformPercent", channel, &curve);
    }
    return result;
}

// ---------------------------------------------------------------------------------------------
// Curve nodes

// Properties that move a node, but that FBX programs do not animate.
static bool is_fixed(asset_fbx_text property)
{
    static const char *const fixed[] = {
        "RotationOffset",    "RotationPivot",    "ScalingOffset", "ScalingPivot",
        "PreRotation",       "PostRotation",     "InheritType",   "GeometricTranslation",
        "GeometricRotation", "GeometricScaling", "RotationOrder"};
    for (size_t i = 0; i < sizeof fixed / sizeof *fixed; i++)
        if (asset_fbx_is(property, fixed[i])) return true;
    return false;
}

static mote_result read_curve_node(clip_reader *r, uint32_t curve_node)
{
    const asset_fbx_connection *c;
    mote_result result = MOTE_OK;
    for (uint32_t i = 0; !result && (c = asset_fbx_parent_of(r->fbx, curve_node, i)); i++) {
        if (!c->property.size || c->parent == ASSET_FBX_ROOT) continue;
        bool model = asset_fbx_object_at(r->fbx, c->parent)->asset_node != MOTE_NONE;
        if (model && asset_fbx_is(c->property, "Lcl Translation"))
            result = read_vector(r, curve_node, c->parent, ASSET_CURVE_TRANSLATION);
        else if (model && asset_fbx_is(c->property, "Lcl Rotation"))
            result = read_vector(r, curve_node, c->parent, ASSET_CURVE_ROTATION);
        else if (model && asset_fbx_is(c->property, "Lcl Scaling"))
            result = read_vector(r, curve_node, c->parent, ASSET_CURVE_SCALING);
        else if (model && is_fixed(c->property))
            result = refuse_animation(r, c->parent, "has a pivot or an offset that is animated");
        else if (asset_fbx_is(c->property, "DeformPercent"))
            result = read_percent(r, curve_node, c->parent);
    }
    return result;
}

// ---------------------------------------------------------------------------------------------
// Layers and stacks

// The first layer is the base. Later layers may override it, but not blend with it.
static mote_result check_layer(const clip_reader *r, uint32_t layer)
{
    enum { ADDITIVE = 0 };
    if (asset_fbx_number(r->fbx, layer, "BlendMode", ADDITIVE) == ADDITIVE)
        return refuse_animation(r, layer, "is an animation layer that is added to others");
    if (asset_fbx_number(r->fbx, layer, "Weight", 100) != 100)
        return refuse_animation(r, layer, "is an animation layer with a weight other than 100");
    if (asset_fbx_number(r->fbx, layer, "Solo", 0) != 0)
        return refuse_animation(r, layer, "is an animation layer that silences others");
    const asset_fbx_connection *c;
    for (uint32_t i = 0; (c = asset_fbx_child_of(r->fbx, layer, i)); i++)
        if (asset_fbx_is(c->property, "Weight"))
            return refuse_animation(r, layer, "is an animation layer with an animated weight");
    return MOTE_OK;
}

static mote_result read_layer(clip_reader *r, uint32_t layer, bool base)
{
    const asset_fbx_connection *c;
    if (asset_fbx_number(r->fbx, layer, "Mute", 0) != 0) {
        r->fbx->muted_count++;
        return MOTE_OK;
    }
    uint64_t curves = r->clip.curves.count;
    mote_result result = MOTE_OK;
    for (uint32_t i = 0; !result && (c = asset_fbx_child_of(r->fbx, layer, i)); i++)
        if (!c->property.size && is(r->fbx, c->child, "AnimationCurveNode"))
            result = read_curve_node(r, c->child);
    if (!result && !base && r->clip.curves.count > curves) result = check_layer(r, layer);
    return result;
}

// A clip lasts from its first to its last key. If curves are extrapolated, it lasts at least as
// long as the stack says.
static void time_clip(clip_reader *r)
{
    asset_time_clip(r->fbx->asset, &r->clip);
    if (!r->extrapolates) return;
    double start = asset_fbx_number(r->fbx, r->stack, "LocalStart", 0) / ASSET_TICKS_PER_SECOND;
    double stop = asset_fbx_number(r->fbx, r->stack, "LocalStop", 0) / ASSET_TICKS_PER_SECOND;
    if (start < r->clip.start) r->clip.start = start;
    if (stop > r->clip.end) r->clip.end = stop;
}

static mote_result read_stack(asset_fbx *fbx, uint32_t stack)
{
    clip_reader r = {.fbx = fbx, .stack = stack};
    const asset_fbx_connection *c;
    asset_span span;
    bool base = true;
    memset(&r.clip, 0, sizeof r.clip);
    r.clip.curves.first = fbx->asset->curves.count;
    mote_result result = asset_fbx_add_name(fbx, stack, &r.clip.name);
    for (uint32_t i = 0; !result && (c = asset_fbx_child_of(fbx, stack, i)); i++) {
        if (!is(fbx, c->child, "AnimationLayer")) continue;
        result = read_layer(&r, c->child, base);
        base = false;
    }
    if (result) return result;
    time_clip(&r);
    return asset_add(&fbx->asset->clips, &r.clip, 1, &span) ? MOTE_OK : fail_memory(&r, sizeof r);
}

// Adds the clips in file order.
mote_result asset_fbx_add_clips(asset_fbx *fbx)
{
    mote_result result = MOTE_OK;
    uint32_t list = asset_fbx_child(fbx, 0, "Objects");
    uint32_t at = asset_fbx_child(fbx, list, "AnimationStack");
    for (; at && !result; at = asset_fbx_next(fbx, at))
        for (uint32_t i = 0; i < fbx->objects.count; i++)
            if (fbx->objects.data[i].node == at) result = read_stack(fbx, i);
    return result;
}
