// Any bytes as a small mesh and the options of its areas: creation must refuse or succeed, and what
// it gives must hold together.

#include <mote/papers.h>
#include <stdlib.h>
#include <string.h>

enum { OPTION_BYTES = 16, MAX_VERTICES = 64 };

typedef struct options {
    uint8_t literal, count, vertex_count, iteration_limit;
    float epsilon, position_weight, normal_weight;
} options;

_Static_assert(sizeof(options) == OPTION_BYTES, "options are read in one piece");

static void check_tree(const mote_areas_view *view)
{
    if (view->nodes[view->node_count - 1].parent != MOTE_NONE) abort();
    for (uint32_t i = 0; i + 1 < view->node_count; i++) {
        const mote_area_node *node = &view->nodes[i];
        if (node->parent <= i || node->parent >= view->node_count) abort();
        if ((node->vertex_count == 0) != (node->seed == MOTE_NONE)) abort();
    }
}

static void check(const mote_areas_def *def, const mote_areas *areas, uint32_t vertex_count)
{
    mote_areas_view view;
    mote_areas_get_view(areas, &view);
    uint32_t inside = 0;
    for (uint32_t v = 0; v < vertex_count; v++) {
        if (view.area_of[v] == MOTE_NONE) continue;
        if (view.area_of[v] >= view.area_count) abort();
        inside++;
    }
    if (view.vertices.first[view.area_count] != inside) abort();
    if (view.area_count > def->count || view.fragment_count + view.empty_count < view.area_count)
        abort();
    if (def->form == MOTE_AREAS_CONNECTED && view.empty_count > 0) abort();
    check_tree(&view);
}

static void create(const options *o, const mote_mesh *mesh, uint32_t vertex_count)
{
    mote_areas_def def = mote_default_areas_def();
    def.mesh = mesh;
    def.form = (mote_areas_form)(o->literal % 2);
    def.count = o->count;
    def.iteration_limit = o->iteration_limit;
    def.epsilon = o->epsilon;
    def.position_weight = o->position_weight;
    def.normal_weight = o->normal_weight;
    mote_areas *areas;
    if (mote_areas_create(&def, &areas) == MOTE_OK)
        check(&def, areas, vertex_count);
    else if (areas || mote_last_message()[0] == '\0')
        abort();
    mote_areas_destroy(areas);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

// Behind the options: positions as floats, then corners of triangles as bytes.
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    options o;
    mote_vec3 positions[MAX_VERTICES];
    if (size < sizeof o) return 0;
    memcpy(&o, data, sizeof o);
    uint32_t vertices = 1 + o.vertex_count % MAX_VERTICES;
    size_t bytes = vertices * sizeof *positions, rest = size - sizeof o;
    if (rest < bytes + 3) return 0;
    memcpy(positions, data + sizeof o, bytes);
    size_t corners = (rest - bytes) / 3 * 3;
    uint32_t *indices = malloc(corners * sizeof *indices);
    if (!indices) return 0;
    for (size_t i = 0; i < corners; i++) indices[i] = data[sizeof o + bytes + i] % vertices;
    mote_mesh_def def = mote_default_mesh_def();
    def.positions = (mote_positions){.data = positions, .count = vertices};
    def.indices = indices;
    def.index_count = corners;
    mote_mesh *mesh;
    if (mote_mesh_create(&def, &mesh) == MOTE_OK) create(&o, mesh, vertices);
    mote_mesh_destroy(mesh);
    free(indices);
    return 0;
}
