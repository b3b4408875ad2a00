#include "test/packing/packed_glb.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/array.h"
#include "io/json.h"
#include "test/packing/encoders.h"

enum { F32 = 5126, I16 = 5122, U16 = 5123, MAX_ACCESSORS = 256 };

typedef MOTE_ARRAY(char) text_array;

// An accessor with a buffer view of its own.
typedef struct item {
    const unsigned char *data; // in the file
    uint32_t count, width, kind;
    const char *type;
    bool is_position, is_rotation, is_index;
    unsigned char *decoded; // what the plain file has
    size_t decoded_size;
    bool normalized, in_draco;
    asset_meshopt_view view; // of the compressed file
    encoded packed;
} item;

typedef struct packer {
    packing kind;
    io_json json;
    const io_json_node *root;
    const unsigned char *binary;
    item items[MAX_ACCESSORS];
    uint32_t count, sequence_count;
    encoded primitives[16]; // of Draco
    char extensions[16][512];
    uint32_t primitive_count;
} packer;

bool packing_is_available(packing kind)
{
    (void)kind;
#ifdef MOTE_MESHOPT
    if (kind == PACKING_MESHOPT) return true;
#endif
#ifdef MOTE_DRACO
    if (kind != PACKING_MESHOPT) return true;
#endif
    return false;
}

static void require(bool condition)
{
    if (!condition) abort();
}

// ---------------------------------------------------------------------------------------------
// The file

static uint32_t number_of(const packer *p, const io_json_node *node, const char *key)
{
    return (uint32_t)io_json_number(&p->json, node, key);
}

static size_t size_of(uint32_t kind)
{
    return kind == I16 || kind == U16 ? 2 : 4;
}

static const io_json_node *at(const packer *p, const char *list, uint32_t number)
{
    const io_json_node *node = io_json_first(&p->json, io_json_member(&p->json, p->root, list));
    while (number-- > 0 && node) node = io_json_next(&p->json, node);
    require(node);
    return node;
}

static void read_items(packer *p)
{
    static const char *const types[] = {"SCALAR", "VEC2", "VEC3", "VEC4", "MAT4"};
    static const uint32_t widths[] = {1, 2, 3, 4, 16};
    const io_json_node *node =
        io_json_first(&p->json, io_json_member(&p->json, p->root, "accessors"));
    for (; node; node = io_json_next(&p->json, node)) {
        require(p->count < MAX_ACCESSORS);
        item *i = &p->items[p->count++];
        const io_json_node *view = at(p, "bufferViews", number_of(p, node, "bufferView"));
        i->data = p->binary + number_of(p, view, "byteOffset");
        i->count = number_of(p, node, "count");
        i->kind = number_of(p, node, "componentType");
        for (int k = 0; k < 5; k++)
            if (io_json_is(io_json_member(&p->json, node, "type"), types[k]))
                i->type = types[k], i->width = widths[k];
        require(i->type);
    }
}

static item *item_of(packer *p, const io_json_node *node, const char *key)
{
    const io_json_node *member = io_json_member(&p->json, node, key);
    return member ? &p->items[(uint32_t)member->number] : NULL;
}

static const io_json_node *first_of(const packer *p, const io_json_node *node, const char *key)
{
    return io_json_first(&p->json, io_json_member(&p->json, node, key));
}

// Which accessors are indices, positions and rotations.
static void find_uses(packer *p)
{
    const io_json_node *mesh = first_of(p, p->root, "meshes");
    for (; mesh; mesh = io_json_next(&p->json, mesh)) {
        const io_json_node *primitive = first_of(p, mesh, "primitives");
        item_of(p, primitive, "indices")->is_index = true;
        item_of(p, io_json_member(&p->json, primitive, "attributes"), "POSITION")->is_position =
            true;
    }
    const io_json_node *animation = first_of(p, p->root, "animations");
    for (; animation; animation = io_json_next(&p->json, animation)) {
        const io_json_node *channel = first_of(p, animation, "channels");
        for (; channel; channel = io_json_next(&p->json, channel)) {
            const io_json_node *sampler = first_of(p, animation, "samplers");
            for (uint32_t n = number_of(p, channel, "sampler"); n > 0; n--)
                sampler = io_json_next(&p->json, sampler);
            const io_json_node *target = io_json_member(&p->json, channel, "target");
            if (io_json_is(io_json_member(&p->json, target, "path"), "rotation"))
                item_of(p, sampler, "output")->is_rotation = true;
        }
    }
}

// ---------------------------------------------------------------------------------------------
// Compression

static void keep_item(item *i)
{
    i->decoded_size = i->count * i->width * size_of(i->kind);
    i->decoded = malloc(i->decoded_size + 1);
    require(i->decoded);
    memcpy(i->decoded, i->data, i->decoded_size);
}

#ifdef MOTE_MESHOPT
static void pack_item(packer *p, item *i)
{
    i->view = (asset_meshopt_view){.count = i->count, .stride = i->width * size_of(i->kind)};
    if (i->is_index)
        i->view.mode = p->sequence_count++ % 2 ? ASSET_MESHOPT_INDICES : ASSET_MESHOPT_TRIANGLES;
    if (i->is_position) i->view.filter = ASSET_MESHOPT_EXPONENTIAL;
    if (i->is_rotation) {
        i->view.filter = ASSET_MESHOPT_QUATERNION;
        i->view.stride = 8;
        i->kind = I16;
        i->normalized = true;
    }
    i->decoded_size = i->view.count * i->view.stride;
    i->decoded = malloc(i->decoded_size + 1);
    require(i->decoded);
    i->packed = encode_meshopt(&i->view, i->data, i->decoded);
}
#endif

#ifdef MOTE_DRACO
static void take_decoded(item *i, void *decoded, uint32_t count)
{
    i->decoded = decoded;
    i->count = count;
    i->decoded_size = count * i->width * size_of(i->kind);
    i->in_draco = true;
}

static void pack_primitive(packer *p, const io_json_node *primitive)
{
    static const struct {
        const char *name;
        int bits;
    } known[] = {{"POSITION", 14}, {"JOINTS_0", 0}, {"WEIGHTS_0", 10}};
    const io_json_node *attributes = io_json_member(&p->json, primitive, "attributes");
    item *used[3], *indices = item_of(p, primitive, "indices");
    draco_primitive d = {.corners = (const uint32_t *)(const void *)indices->data,
                         .triangle_count = indices->count / 3,
                         .edgebreaker = p->kind == PACKING_DRACO_EDGEBREAKER};
    const char *names[3];
    for (size_t k = 0; k < 3; k++) {
        item *i = item_of(p, attributes, known[k].name);
        if (!i) continue;
        d.vertex_count = i->count;
        used[d.attribute_count] = i;
        names[d.attribute_count] = known[k].name;
        d.attributes[d.attribute_count++] = (draco_attribute){.is_position = k == 0,
                                                              .component_type = i->kind,
                                                              .width = i->width,
                                                              .data = i->data,
                                                              .bits = known[k].bits};
    }
    require(p->primitive_count < 16);
    p->primitives[p->primitive_count] = encode_draco(&d);
    char *text = p->extensions[p->primitive_count];
    int length = 0;
    for (uint32_t k = 0; k < d.attribute_count; k++) {
        take_decoded(used[k], d.attributes[k].decoded, d.decoded_vertices);
        length += snprintf(text + length, 512 - (size_t)length, "%s\"%s\":%u", k ? "," : "",
                           names[k], d.attributes[k].id);
    }
    take_decoded(indices, d.decoded_corners, 3 * d.decoded_triangles);
    p->primitive_count++;
}
#endif

static void pack_items(packer *p)
{
#ifdef MOTE_DRACO
    const io_json_node *mesh = first_of(p, p->root, "meshes");
    for (; mesh && p->kind != PACKING_MESHOPT; mesh = io_json_next(&p->json, mesh))
        pack_primitive(p, first_of(p, mesh, "primitives"));
#endif
    for (uint32_t i = 0; i < p->count; i++) {
        if (p->items[i].in_draco) continue;
#ifdef MOTE_MESHOPT
        if (p->kind == PACKING_MESHOPT) {
            pack_item(p, &p->items[i]);
            continue;
        }
#endif
        keep_item(&p->items[i]);
    }
}

// ---------------------------------------------------------------------------------------------
// Writing

static void put_bytes(text_array *to, const void *bytes, size_t size)
{
    char *room = mote_array_room(to, &mote_libc_allocator, size + 1);
    require(room);
    memcpy(room, bytes, size);
    to->count += size;
}

static void put_text(text_array *to, const char *text)
{
    put_bytes(to, text, strlen(text));
}

// Appends to the binary chunk; returns where.
static size_t put_block(text_array *binary, const void *bytes, size_t size)
{
    while (binary->count % 8) put_bytes(binary, "", 1);
    size_t offset = binary->count;
    put_bytes(binary, bytes, size);
    return offset;
}

static void put_view(const packer *p, const item *i, bool packed, text_array *json,
                     text_array *binary)
{
    static const char *const modes[] = {"ATTRIBUTES", "TRIANGLES", "INDICES"};
    static const char *const filters[] = {"NONE", "OCTAHEDRAL", "QUATERNION", "EXPONENTIAL"};
    char text[512];
    bool meshopt = packed && p->kind == PACKING_MESHOPT;
    size_t at_byte =
        meshopt ? put_block(binary, i->packed.bytes, i->packed.size)
                : put_block(binary, i->decoded, packed && i->in_draco ? 0 : i->decoded_size);
    size_t length = packed && i->in_draco ? 0 : i->decoded_size;
    if (meshopt)
        snprintf(text, sizeof text,
                 "{\"buffer\":1,\"byteOffset\":0,\"byteLength\":%zu,\"extensions\":{"
                 "\"EXT_meshopt_compression\":{\"buffer\":0,\"byteOffset\":%zu,\"byteLength\":%zu,"
                 "\"byteStride\":%zu,\"count\":%zu,\"mode\":\"%s\",\"filter\":\"%s\"}}}",
                 length, at_byte, i->packed.size, i->view.stride, i->view.count,
                 modes[i->view.mode], filters[i->view.filter]);
    else
        snprintf(text, sizeof text, "{\"buffer\":0,\"byteOffset\":%zu,\"byteLength\":%zu}", at_byte,
                 length);
    put_text(json, text);
}

static void put_accessor(const item *i, uint32_t number, bool packed, text_array *json)
{
    char text[256], view[64] = "";
    if (!(packed && i->in_draco)) snprintf(view, sizeof view, "\"bufferView\":%u,", number);
    snprintf(text, sizeof text, "{%s\"componentType\":%u,\"count\":%u,\"type\":\"%s\"%s}", view,
             i->kind, i->count, i->type, i->normalized ? ",\"normalized\":true" : "");
    put_text(json, text);
}

static void put_lists(const packer *p, bool packed, text_array *json, text_array *binary)
{
    char text[256];
    put_text(json, "\"bufferViews\":[");
    for (uint32_t i = 0; i < p->count; i++) {
        if (i) put_text(json, ",");
        put_view(p, &p->items[i], packed, json, binary);
    }
    for (uint32_t i = 0; i < p->primitive_count && packed; i++) {
        size_t offset = put_block(binary, p->primitives[i].bytes, p->primitives[i].size);
        snprintf(text, sizeof text, ",{\"buffer\":0,\"byteOffset\":%zu,\"byteLength\":%zu}", offset,
                 p->primitives[i].size);
        put_text(json, text);
    }
    put_text(json, "],\"accessors\":[");
    for (uint32_t i = 0; i < p->count; i++) {
        if (i) put_text(json, ",");
        put_accessor(&p->items[i], i, packed, json);
    }
    while (binary->count % 4) put_bytes(binary, "", 1);
    snprintf(text, sizeof text, "],\"buffers\":[{\"byteLength\":%zu}", binary->count);
    put_text(json, text);
    bool meshopt = packed && p->kind == PACKING_MESHOPT;
    put_text(json, meshopt ? ",{\"byteLength\":1,\"extensions\":{\"EXT_meshopt_compression\":"
                             "{\"fallback\":true}}}]"
                           : "]");
    const char *name = meshopt ? "EXT_meshopt_compression" : "KHR_draco_mesh_compression";
    snprintf(text, sizeof text, ",\"extensionsUsed\":[\"%s\"],\"extensionsRequired\":[\"%s\"]",
             name, name);
    if (packed) put_text(json, text);
}

// The meshes, each primitive with its extension of Draco.
static void put_meshes(const packer *p, const io_json_node *meshes, text_array *json)
{
    const char *from = meshes->text;
    const io_json_node *mesh = io_json_first(&p->json, meshes);
    for (uint32_t i = 0; mesh; mesh = io_json_next(&p->json, mesh), i++) {
        const io_json_node *primitive = first_of(p, mesh, "primitives");
        put_bytes(json, from, (size_t)(primitive->text + 1 - from));
        char text[768];
        snprintf(text, sizeof text,
                 "\"extensions\":{\"KHR_draco_mesh_compression\":{\"bufferView\":%u,"
                 "\"attributes\":{%s}}},",
                 p->count + i, p->extensions[i]);
        put_text(json, text);
        from = primitive->text + 1;
    }
    put_bytes(json, from, (size_t)(meshes->end - from));
}

static bool is_key(const io_json_node *member, const char *key)
{
    return (size_t)(member->key_end - member->key) == strlen(key) &&
           memcmp(member->key, key, strlen(key)) == 0;
}

static void put_json(const packer *p, bool packed, text_array *json, text_array *binary)
{
    put_text(json, "{");
    const io_json_node *member = io_json_first(&p->json, p->root);
    for (; member; member = io_json_next(&p->json, member)) {
        if (is_key(member, "accessors") || is_key(member, "bufferViews") ||
            is_key(member, "buffers"))
            continue;
        put_text(json, "\"");
        put_bytes(json, member->key, (size_t)(member->key_end - member->key));
        put_text(json, "\":");
        if (packed && p->kind != PACKING_MESHOPT && is_key(member, "meshes"))
            put_meshes(p, member, json);
        else
            put_bytes(json, member->text, (size_t)(member->end - member->text));
        put_text(json, ",\n");
    }
    put_lists(p, packed, json, binary);
    put_text(json, "}");
    while (json->count % 4) put_text(json, " ");
}

static void put_word(unsigned char **at_byte, size_t number)
{
    for (int i = 0; i < 4; i++) *(*at_byte)++ = (unsigned char)(number >> 8 * i);
}

static unsigned char *write_glb(const packer *p, bool packed, size_t *size)
{
    text_array json = {0}, binary = {0};
    put_json(p, packed, &json, &binary);
    *size = 28 + json.count + binary.count;
    unsigned char *out = malloc(*size), *to = out;
    require(out);
    put_word(&to, 0x46546c67), put_word(&to, 2), put_word(&to, *size);
    put_word(&to, json.count), put_word(&to, 0x4e4f534a);
    memcpy(to, json.data, json.count);
    to += json.count;
    put_word(&to, binary.count), put_word(&to, 0x004e4942);
    memcpy(to, binary.data, binary.count);
    mote_array_release(&json, &mote_libc_allocator);
    mote_array_release(&binary, &mote_libc_allocator);
    return out;
}

packed_glb pack_glb(const unsigned char *glb, size_t size, packing kind)
{
    require(packing_is_available(kind) && size > 28);
    packer *p = calloc(1, sizeof *p);
    require(p);
    uint32_t json;
    memcpy(&json, glb + 12, sizeof json);
    require(!io_json_parse((const char *)glb + 20, json, &p->json));
    p->kind = kind;
    p->root = p->json.nodes;
    p->binary = glb + 28 + json;
    read_items(p);
    find_uses(p);
    pack_items(p);
    packed_glb out;
    out.packed = write_glb(p, true, &out.packed_size);
    out.plain = write_glb(p, false, &out.plain_size);
    for (uint32_t i = 0; i < p->count; i++) {
        free(p->items[i].decoded);
        free(p->items[i].packed.bytes);
    }
    for (uint32_t i = 0; i < p->primitive_count; i++) free(p->primitives[i].bytes);
    io_json_release(&p->json);
    free(p);
    return out;
}

void packed_glb_release(packed_glb *glb)
{
    free(glb->packed);
    free(glb->plain);
}
