// Objects, their properties, and the connections between objects.

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "assets/fbx/fbx.h"
#include "core/result.h"

static mote_result fail_memory(const asset_fbx *fbx, size_t bytes)
{
    return mote_fail_memory(bytes, fbx->path);
}

// ---------------------------------------------------------------------------------------------
// Objects

// Returns the name without the class. The binary format has the name, bytes 0 and 1, and the class;
// the text format has the class, two colons and the name.
static asset_fbx_text plain_name(asset_fbx_text text)
{
    const char *zero = text.size ? memchr(text.data, '\0', text.size) : NULL;
    if (zero) return (asset_fbx_text){text.data, (size_t)(zero - text.data)};
    for (size_t i = 0; i + 1 < text.size; i++)
        if (text.data[i] == ':' && text.data[i + 1] == ':')
            return (asset_fbx_text){text.data + i + 2, text.size - i - 2};
    return text;
}

static int compare_objects(const void *a, const void *b)
{
    const asset_fbx_object *x = a, *y = b;
    if (x->id != y->id) return x->id < y->id ? -1 : 1;
    return x->node < y->node ? -1 : 1;
}

// Returns whether objects of this kind hold or move triangles, so that one without an id is an
// error.
static bool matters(const char *name, size_t size)
{
    static const char *const kinds[] = {"Geometry",       "Model",          "Deformer",
                                        "AnimationStack", "AnimationLayer", "AnimationCurveNode",
                                        "AnimationCurve"};
    const asset_fbx_text kind = {name, size};
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        if (asset_fbx_is(kind, kinds[i])) return true;
    return false;
}

static mote_result read_objects(asset_fbx *fbx)
{
    uint32_t list = asset_fbx_child(fbx, 0, "Objects");
    if (!list) return asset_fbx_fail(fbx, "has no Objects");
    const asset_fbx_node *nodes = fbx->nodes.data;
    for (uint32_t at = nodes[list].first_child; at; at = nodes[at].next) {
        const asset_fbx_value *id = asset_fbx_value_at(fbx, at, 0);
        if (!id || id->kind != ASSET_FBX_INTEGER) {
            if (matters(nodes[at].name, nodes[at].name_size))
                return asset_fbx_fail(fbx, "an object of the kind %.*s has no number",
                                      (int)nodes[at].name_size, nodes[at].name);
            continue;
        }
        asset_fbx_object object = {.id = id->integer,
                                   .node = at,
                                   .kind = {nodes[at].name, nodes[at].name_size},
                                   .name = plain_name(asset_fbx_text_at(fbx, at, 1)),
                                   .sub = asset_fbx_text_at(fbx, at, 2),
                                   .asset_node = MOTE_NONE};
        mote_result result = asset_fbx_spend(fbx, sizeof object);
        if (result) return result;
        if (!mote_array_push(&fbx->objects, &mote_libc_allocator, object))
            return fail_memory(fbx, sizeof object);
    }
    asset_fbx_object *objects = fbx->objects.data;
    if (fbx->objects.count) qsort(objects, fbx->objects.count, sizeof *objects, compare_objects);
    for (size_t i = 1; i < fbx->objects.count; i++)
        if (objects[i].id == objects[i - 1].id)
            return asset_fbx_fail(fbx, "two objects have the id %lld", (long long)objects[i].id);
    return MOTE_OK;
}

// Returns MOTE_NONE for an unknown id.
static uint32_t find_object(const asset_fbx *fbx, int64_t id)
{
    if (id == 0) return ASSET_FBX_ROOT;
    size_t low = 0, high = fbx->objects.count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (fbx->objects.data[middle].id < id)
            low = middle + 1;
        else
            high = middle;
    }
    bool found = low < fbx->objects.count && fbx->objects.data[low].id == id;
    return found ? (uint32_t)low : MOTE_NONE;
}

bool asset_fbx_is_kind(const asset_fbx *fbx, uint32_t object, const char *kind, const char *sub)
{
    if (object == ASSET_FBX_ROOT) return false;
    const asset_fbx_object *o = asset_fbx_object_at(fbx, object);
    return asset_fbx_is(o->kind, kind) && asset_fbx_is(o->sub, sub);
}

const char *asset_fbx_shorten(asset_fbx_text text, char room[ASSET_FBX_SHORT])
{
    size_t size = text.size < 60 ? text.size : 60;
    for (size_t i = 0; i < size; i++) {
        unsigned char c = (unsigned char)text.data[i];
        room[i] = (char)(c < 0x20 || c == 0x7f ? '?' : c);
    }
    room[size] = '\0';
    return room;
}

const char *asset_fbx_name(const asset_fbx *fbx, uint32_t object, char room[ASSET_FBX_SHORT])
{
    return asset_fbx_shorten(asset_fbx_object_at(fbx, object)->name, room);
}

mote_result asset_fbx_add_name(asset_fbx *fbx, uint32_t object, uint32_t *out)
{
    const asset_fbx_object *o = asset_fbx_object_at(fbx, object);
    char made[48];
    if (o->name.size) return asset_add_name(fbx->asset, o->name.data, o->name.size, out);
    int size =
        snprintf(made, sizeof made, "%.*s %lld", (int)(o->kind.size < 20 ? o->kind.size : 20),
                 o->kind.data, (long long)o->id);
    return asset_add_name(fbx->asset, made, (size_t)size, out);
}

// ---------------------------------------------------------------------------------------------
// Connections

// Sorts the indices of the connections by one of their ends. Connections of the same object stay in
// file order.
static mote_result sort_connections(asset_fbx *fbx, bool parents, mote_u32_array *out)
{
    size_t objects = fbx->objects.count + 1, count = fbx->connections.count; // the root comes last
    const asset_fbx_connection *all = fbx->connections.data;
    uint32_t *first = calloc(objects + 1, sizeof *first);
    uint32_t *sorted = mote_array_room(out, &mote_libc_allocator, count);
    if (!first || !sorted) {
        free(first);
        return fail_memory(fbx, objects * sizeof *first);
    }
    for (size_t i = 0; i < count; i++) {
        uint32_t end = parents ? all[i].parent : all[i].child;
        first[(end == ASSET_FBX_ROOT ? objects - 1 : end) + 1]++;
    }
    for (size_t i = 0; i < objects; i++) first[i + 1] += first[i];
    for (size_t i = 0; i < count; i++) {
        uint32_t end = parents ? all[i].parent : all[i].child;
        sorted[first[end == ASSET_FBX_ROOT ? objects - 1 : end]++] = (uint32_t)i;
    }
    out->count = count;
    free(first);
    return MOTE_OK;
}

static bool same_connection(const asset_fbx_connection *a, const asset_fbx_connection *b)
{
    return a->child == b->child && a->parent == b->parent && a->property.size == b->property.size &&
           memcmp(a->property.data, b->property.data, a->property.size) == 0;
}

// Drops repeated connections. `by_child` must be sorted. Compares with at most MAX_PARENTS
// connections, so an object with more parents may keep repeated ones.
static void drop_repeated(asset_fbx *fbx)
{
    enum { MAX_PARENTS = 64 };
    asset_fbx_connection *all = fbx->connections.data;
    const uint32_t *sorted = fbx->by_child.data;
    for (size_t i = 0; i < fbx->by_child.count; i++) {
        bool repeated = false;
        for (size_t k = 1; k <= i && k <= MAX_PARENTS && !repeated; k++) {
            const asset_fbx_connection *before = &all[sorted[i - k]];
            if (before->child != all[sorted[i]].child) break;
            repeated = same_connection(before, &all[sorted[i]]);
        }
        if (repeated) all[sorted[i]].parent = MOTE_NONE;
    }
    size_t kept = 0;
    for (size_t i = 0; i < fbx->connections.count; i++)
        if (all[i].parent != MOTE_NONE) all[kept++] = all[i];
    fbx->connections.count = kept;
}

static mote_result read_connections(asset_fbx *fbx)
{
    uint32_t list = asset_fbx_child(fbx, 0, "Connections");
    const asset_fbx_node *nodes = fbx->nodes.data;
    for (uint32_t at = list ? nodes[list].first_child : 0; at; at = nodes[at].next) {
        asset_fbx_text kind = asset_fbx_text_at(fbx, at, 0);
        bool property = asset_fbx_is(kind, "OP");
        if (!property && !asset_fbx_is(kind, "OO")) continue;
        asset_fbx_connection c = {.child = find_object(fbx, asset_fbx_integer_at(fbx, at, 1, -1)),
                                  .parent = find_object(fbx, asset_fbx_integer_at(fbx, at, 2, -1)),
                                  .property = property ? asset_fbx_text_at(fbx, at, 3)
                                                       : (asset_fbx_text){"", 0}};
        if (c.child == MOTE_NONE || c.parent == MOTE_NONE || c.child == ASSET_FBX_ROOT) continue;
        mote_result result = asset_fbx_spend(fbx, sizeof c);
        if (result) return result;
        if (!mote_array_push(&fbx->connections, &mote_libc_allocator, c))
            return fail_memory(fbx, sizeof c);
    }
    mote_result result = sort_connections(fbx, false, &fbx->by_child);
    if (result) return result;
    drop_repeated(fbx);
    fbx->by_child.count = 0;
    result = sort_connections(fbx, false, &fbx->by_child);
    return result ? result : sort_connections(fbx, true, &fbx->by_parent);
}

mote_result asset_fbx_list_objects(asset_fbx *fbx)
{
    mote_result result = read_objects(fbx);
    return result ? result : read_connections(fbx);
}

static uint32_t end_of(const asset_fbx *fbx, uint32_t connection, bool parents)
{
    const asset_fbx_connection *c = &fbx->connections.data[connection];
    return parents ? c->parent : c->child;
}

static const asset_fbx_connection *connection_of(const asset_fbx *fbx, const mote_u32_array *sorted,
                                                 bool parents, uint32_t object, uint32_t index)
{
    size_t low = 0, high = sorted->count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (end_of(fbx, sorted->data[middle], parents) < object)
            low = middle + 1;
        else
            high = middle;
    }
    if (index >= sorted->count - low) return NULL;
    uint32_t connection = sorted->data[low + index];
    return end_of(fbx, connection, parents) == object ? &fbx->connections.data[connection] : NULL;
}

const asset_fbx_connection *asset_fbx_child_of(const asset_fbx *fbx, uint32_t object,
                                               uint32_t index)
{
    return connection_of(fbx, &fbx->by_parent, true, object, index);
}

const asset_fbx_connection *asset_fbx_parent_of(const asset_fbx *fbx, uint32_t object,
                                                uint32_t index)
{
    return connection_of(fbx, &fbx->by_child, false, object, index);
}

// ---------------------------------------------------------------------------------------------
// Properties

// Finds a property in a list "P: name, type, label, flags, values". 0 for none.
static uint32_t find_property(const asset_fbx *fbx, uint32_t owner, const char *name)
{
    uint32_t list = owner ? asset_fbx_child(fbx, owner, "Properties70") : 0;
    uint32_t at = list ? asset_fbx_child(fbx, list, "P") : 0;
    while (at && !asset_fbx_is(asset_fbx_text_at(fbx, at, 0), name)) at = asset_fbx_next(fbx, at);
    return at;
}

// The template of a kind of object, with the default values of its properties.
static uint32_t find_template(const asset_fbx *fbx, asset_fbx_text kind)
{
    uint32_t list = asset_fbx_child(fbx, 0, "Definitions");
    uint32_t at = list ? asset_fbx_child(fbx, list, "ObjectType") : 0;
    for (; at; at = asset_fbx_next(fbx, at)) {
        asset_fbx_text name = asset_fbx_text_at(fbx, at, 0);
        if (name.size == kind.size && memcmp(name.data, kind.data, kind.size) == 0)
            return asset_fbx_child(fbx, at, "PropertyTemplate");
    }
    return 0;
}

static uint32_t read_property(const asset_fbx *fbx, uint32_t property, uint32_t most, double *out)
{
    uint32_t count = 0;
    for (; property && count < most; count++) {
        const asset_fbx_value *value = asset_fbx_value_at(fbx, property, 4 + count);
        if (!value) break;
        if (value->kind != ASSET_FBX_INTEGER && value->kind != ASSET_FBX_REAL) {
            asset_fbx_note_mismatch(fbx, asset_fbx_text_at(fbx, property, 0));
            break;
        }
        out[count] = value->kind == ASSET_FBX_REAL ? value->real : (double)value->integer;
    }
    return count;
}

uint32_t asset_fbx_property(const asset_fbx *fbx, uint32_t object, const char *name, uint32_t most,
                            double *out)
{
    const asset_fbx_object *o = asset_fbx_object_at(fbx, object);
    uint32_t property = find_property(fbx, o->node, name);
    if (!property) property = find_property(fbx, find_template(fbx, o->kind), name);
    return read_property(fbx, property, most, out);
}

double asset_fbx_number(const asset_fbx *fbx, uint32_t object, const char *name, double otherwise)
{
    double number;
    return asset_fbx_property(fbx, object, name, 1, &number) ? number : otherwise;
}

double asset_fbx_setting(const asset_fbx *fbx, const char *name, double otherwise)
{
    double number;
    uint32_t settings = asset_fbx_child(fbx, 0, "GlobalSettings");
    return read_property(fbx, find_property(fbx, settings, name), 1, &number) ? number : otherwise;
}
