#include <stdlib.h>
#include <string.h>

#include "assets/gltf.h"
#include "core/result.h"

// Finds the parent of each node. A node may be the child of at most one other.
static mote_result find_parents(const asset_gltf *gltf, uint32_t *parent)
{
    for (uint32_t i = 0; i < gltf->nodes.count; i++) parent[i] = MOTE_NONE;
    for (uint32_t i = 0; i < gltf->nodes.count; i++) {
        const io_json_node *list = io_json_member(&gltf->json, gltf->nodes.items[i], "children");
        const io_json_node *child = io_json_first(&gltf->json, list);
        for (; child; child = io_json_next(&gltf->json, child)) {
            if (child->kind != IO_JSON_NUMBER ||
                !(child->number >= 0 && child->number < gltf->nodes.count))
                return asset_gltf_fail(gltf, "nodes %u has a child that does not exist", i);
            uint32_t at = (uint32_t)child->number;
            if (parent[at] != MOTE_NONE)
                return asset_gltf_fail(gltf, "nodes %u has two parents", at);
            parent[at] = i;
        }
    }
    return MOTE_OK;
}

// Orders the nodes so that parents precede children. A node that is not reached from a root is its
// own ancestor.
static mote_result order_nodes(const asset_gltf *gltf, const uint32_t *parent, uint32_t *order)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < gltf->nodes.count; i++)
        if (parent[i] == MOTE_NONE) order[count++] = i;
    for (uint32_t at = 0; at < count; at++) {
        const io_json_node *list =
            io_json_member(&gltf->json, gltf->nodes.items[order[at]], "children");
        const io_json_node *child = io_json_first(&gltf->json, list);
        for (; child; child = io_json_next(&gltf->json, child))
            order[count++] = (uint32_t)child->number;
    }
    for (uint32_t i = 0; i < count; i++) gltf->node_of[order[i]] = i;
    return count == gltf->nodes.count ? MOTE_OK
                                      : asset_gltf_fail(gltf, "a node is its own ancestor");
}

// Reads the weights of morph targets from the node, else from the mesh, else 0 for each target.
static mote_result read_weights(asset_gltf *gltf, const io_json_node *node, asset_node *out)
{
    uint32_t mesh;
    mote_result result = asset_gltf_number(gltf, node, "mesh", gltf->meshes.count, &mesh);
    if (result || mesh == MOTE_NONE) return result;
    const io_json_node *mesh_node = gltf->meshes.items[mesh];
    const io_json_node *primitives = io_json_member(&gltf->json, mesh_node, "primitives");
    const io_json_node *first = io_json_first(&gltf->json, primitives);
    const io_json_node *target =
        io_json_first(&gltf->json, io_json_member(&gltf->json, first, "targets"));
    uint32_t count = 0;
    for (; target; target = io_json_next(&gltf->json, target)) count++;
    result = asset_gltf_spend(gltf, count * sizeof(float));
    if (result) return result;
    float *weights = calloc((size_t)count + 1, sizeof *weights);
    if (!weights) return mote_fail_memory(count * sizeof *weights, "weights");
    if (asset_gltf_floats_of(gltf, node, "weights", count, weights) == 0)
        asset_gltf_floats_of(gltf, mesh_node, "weights", count, weights);
    if (!asset_add(&gltf->asset->numbers, weights, count, &out->weights))
        result = mote_fail_memory(count * sizeof *weights, "weights");
    free(weights);
    return result;
}

// A node without a name gets the name of its mesh, because it changes less often than the index of
// the node.
static mote_result name_node(asset_gltf *gltf, const io_json_node *node, uint32_t number,
                             uint32_t *out)
{
    uint32_t mesh;
    mote_result result = asset_gltf_number(gltf, node, "mesh", gltf->meshes.count, &mesh);
    if (result) return result;
    const io_json_node *from = node;
    if (mesh != MOTE_NONE && !asset_gltf_has_name(gltf, node) &&
        asset_gltf_has_name(gltf, gltf->meshes.items[mesh]))
        from = gltf->meshes.items[mesh];
    return asset_gltf_name(gltf, from, "node", number, out);
}

static mote_result add_node(asset_gltf *gltf, uint32_t number, uint32_t parent)
{
    const io_json_node *node = gltf->nodes.items[number];
    asset_node out;
    memset(&out, 0, sizeof out); // clears the padding, which is sent too
    out.parent = parent == MOTE_NONE ? MOTE_NONE : gltf->node_of[parent];
    out.scale = (mote_vec3){1, 1, 1};
    out.rotation[3] = 1;
    float matrix[16];
    if (asset_gltf_floats_of(gltf, node, "matrix", 16, matrix) == 16) {
        out.has_matrix = true;
        out.matrix = asset_gltf_matrix(matrix);
    }
    asset_gltf_floats_of(gltf, node, "translation", 3, &out.translation.x);
    asset_gltf_floats_of(gltf, node, "rotation", 4, out.rotation);
    asset_gltf_floats_of(gltf, node, "scale", 3, &out.scale.x);
    mote_result result = name_node(gltf, node, number, &out.name);
    if (!result) result = read_weights(gltf, node, &out);
    asset_span span;
    if (!result && !asset_add(&gltf->asset->nodes, &out, 1, &span))
        result = mote_fail_memory(sizeof out, "a node");
    return result;
}

mote_result asset_gltf_add_nodes(asset_gltf *gltf)
{
    size_t count = gltf->nodes.count;
    gltf->node_of = malloc(count * sizeof *gltf->node_of + 1);
    uint32_t *room = malloc(2 * count * sizeof *room + 1);
    if (!gltf->node_of || !room) {
        free(room);
        return mote_fail_memory(2 * count * sizeof *room, "nodes");
    }
    uint32_t *parent = room, *order = room + count;
    mote_result result = find_parents(gltf, parent);
    if (!result) result = order_nodes(gltf, parent, order);
    for (size_t i = 0; i < count && !result; i++)
        result = add_node(gltf, order[i], parent[order[i]]);
    free(room);
    return result;
}
