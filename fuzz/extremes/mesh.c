#include "fuzz/extremes/mesh.h"

// A closed tetrahedron, one leaf, more leaves than fill a node; rarely more than one cluster,
// because faces of extreme size all meet.
static uint32_t triangle_count(extremes *e)
{
    static const uint32_t counts[] = {4, 1, 9, 17, 4, 9, 4, 30};
    return extremes_below(e, 256) ? counts[extremes_below(e, 8)] : EXTREMES_MAX_TRIANGLES;
}

mote_positions extreme_positions(extremes *e, extreme_mesh *m)
{
    bool wide = extremes_bool(e), spread = extremes_bool(e);
    for (uint32_t i = 0; i < m->vertex_count; i++) {
        // All random, or copies of few, so that bytes last.
        m->wide_points[i] = i > 8 && !spread ? m->wide_points[i % 8] : extremes_dvec(e);
        m->points[i] = i > 8 && !spread ? m->points[i % 7] : extremes_vec(e);
    }
    if (wide)
        return (mote_positions){
            .data = m->wide_points, .count = m->vertex_count, .type = MOTE_DOUBLE};
    return (mote_positions){.data = m->points, .count = m->vertex_count};
}

void extreme_mesh_create(extremes *e, extreme_mesh *out)
{
    *out = (extreme_mesh){.triangle_count = triangle_count(e)};
    out->vertex_count = out->triangle_count == 4 ? 4 : 3 + out->triangle_count / 2;
    static const uint32_t tetrahedron[12] = {0, 2, 1, 0, 1, 3, 0, 3, 2, 1, 2, 3};
    for (uint32_t i = 0; i < 3 * out->triangle_count; i++)
        out->indices[i] = out->triangle_count == 4
                              ? tetrahedron[i]
                              : (i / 3 * 7 / 5 + i % 3 * (i % 2 + 1)) % out->vertex_count;
    mote_mesh_def def = CALL(e, mote_default_mesh_def)();
    def.positions = extreme_positions(e, out);
    def.indices = out->indices;
    def.index_count = 3 * (size_t)out->triangle_count;
    def.index_type = MOTE_U32;
    def.weld = (mote_weld)extremes_below(e, MOTE_WELD_TOLERANCE + 1);
    if (def.weld == MOTE_WELD_TOLERANCE) def.weld_tolerance = extremes_float(e);
    CALL(e, mote_mesh_create)(&def, &out->mesh);
}

void extreme_mesh_destroy(extremes *e, extreme_mesh *m)
{
    CALL(e, mote_mesh_destroy)(m->mesh);
}
