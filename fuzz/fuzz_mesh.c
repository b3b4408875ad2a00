// Any bytes as a mesh def: options from the first bytes, positions and indices from the rest.
// Creation must refuse or succeed; what it gives is walked from end to end.

#include <mote/mesh.h>
#include <stdlib.h>
#include <string.h>

enum { OPTION_BYTES = 16 };

typedef struct options {
    uint8_t flags, weld, positions_in_double, indices_in_u16;
    uint8_t stride, soup, position_share, surplus_indices;
    float weld_tolerance;
    uint32_t
        index_limit; // indices are taken modulo this, so that most meshes are valid; 0: as they are
} options;

_Static_assert(sizeof(options) == OPTION_BYTES, "options are read in one piece");

static uint64_t walk_list(const uint32_t *items, uint32_t count)
{
    uint64_t sum = 0;
    for (uint32_t i = 0; i < count; i++) sum += items[i];
    return sum;
}

static uint64_t walk_lists(const mote_lists *lists)
{
    return lists->first ? walk_list(lists->items, lists->first[lists->count]) : 0;
}

static uint64_t walk(const mote_mesh *mesh)
{
    mote_mesh_info info;
    mote_mesh_view view;
    mote_findings f;
    mote_mesh_get_info(mesh, &info);
    mote_mesh_get_view(mesh, &view);
    mote_mesh_get_findings(mesh, &f);
    uint64_t sum = walk_lists(&view.vertex_neighbors) + walk_lists(&view.vertex_faces);
    for (uint32_t i = 0; i < 3 * info.triangle_count; i++)
        if (view.triangles[i] >= info.vertex_count) abort();
    if (view.face_neighbors) sum += walk_list(view.face_neighbors, 3 * info.triangle_count);
    if (view.vertex_component) sum += walk_list(view.vertex_component, info.vertex_count);
    if (view.weld) sum += walk_list(view.weld, info.vertex_count);
    if (view.mesh_order) sum += walk_list(view.mesh_order, view.mesh_order_count);
    sum += walk_list(f.degenerate_triangles, f.degenerate_count);
    sum += walk_list(f.duplicate_triangles, f.duplicate_count);
    sum += walk_list(f.isolated_vertices, f.isolated_count);
    sum += walk_list(f.border_edges, f.border_count);
    sum += walk_list(f.nonmanifold_edges, f.nonmanifold_count);
    sum += walk_list(f.flipped_edges, f.flipped_count);
    // A corner of a triangle lies on the mesh.
    if (!mote_mesh_contains(mesh, view.positions[view.triangles[0]])) abort();
    return sum + mote_mesh_contains(mesh, (mote_vec3){0});
}

static void *copy_of(const uint8_t *data, size_t size)
{
    void *copy = malloc(size ? size : 1);
    if (copy && size) memcpy(copy, data, size);
    return copy;
}

static void limit_indices(void *indices, size_t count, const options *o)
{
    if (o->index_limit == 0) return;
    for (size_t i = 0; i < count; i++) {
        if (o->indices_in_u16 == MOTE_U16)
            ((uint16_t *)indices)[i] = (uint16_t)(((uint16_t *)indices)[i] % o->index_limit);
        else
            ((uint32_t *)indices)[i] %= o->index_limit;
    }
}

static void create(const options *o, const void *positions, size_t position_bytes, void *indices,
                   size_t index_bytes)
{
    size_t scalar = o->positions_in_double == MOTE_DOUBLE ? sizeof(double) : sizeof(float);
    size_t stride = o->stride ? o->stride : 3 * scalar;
    size_t index = o->indices_in_u16 == MOTE_U16 ? sizeof(uint16_t) : sizeof(uint32_t);
    mote_mesh_def def = mote_default_mesh_def();
    def.flags = o->flags;
    def.weld = (mote_weld)o->weld;
    def.weld_tolerance = o->weld_tolerance;
    def.positions = (mote_positions){.data = positions,
                                     .count = position_bytes / stride,
                                     .stride = o->stride,
                                     .type = (mote_scalar)o->positions_in_double};
    def.index_type = (mote_index_type)o->indices_in_u16;
    def.index_count = index_bytes / index / 3 * 3 + (o->surplus_indices == 1);
    if (def.index_count > index_bytes / index) def.index_count = index_bytes / index;
    limit_indices(indices, def.index_count, o);
    def.indices = o->soup == 1 ? NULL : indices;
    mote_mesh *mesh;
    if (mote_mesh_create(&def, &mesh) == MOTE_OK)
        walk(mesh);
    else if (mesh || mote_last_message()[0] == '\0')
        abort();
    mote_mesh_destroy(mesh);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    options o;
    if (size < sizeof o) return 0;
    memcpy(&o, data, sizeof o);
    size_t rest = size - sizeof o, position_bytes = rest * o.position_share / UINT8_MAX;
    void *positions = copy_of(data + sizeof o, position_bytes);
    void *indices = copy_of(data + sizeof o + position_bytes, rest - position_bytes);
    if (positions && indices) create(&o, positions, position_bytes, indices, rest - position_bytes);
    free(indices);
    free(positions);
    return 0;
}
