#include "fuzz/extremes/deformer.h"

static void call_nodes(extremes *e, const extreme_deformer *d)
{
    mote_nodes_info info;
    mote_box box;
    mote_node node;
    if (!d->nodes) return;
    CALL(e, mote_nodes_get_info)(d->nodes, &info);
    for (uint32_t id = 0; id < info.node_count; id++) {
        CALL(e, mote_nodes_get)(d->nodes, id, &node);
        if (d->deformer) CALL(e, mote_deformer_bound)(d->deformer, id, &box);
    }
}

void extremes_of_deformers(extremes *e)
{
    static _Thread_local extreme_mesh m;
    extreme_deformer d;
    mote_vec3 out[EXTREMES_MAX_VERTICES];
    const uint32_t vertices[3] = {2, 0, 1};
    extreme_mesh_create(e, &m);
    if (!m.mesh) return;
    extreme_deformer_create(e, &m, &d);
    for (int i = 0; i < 2 && d.deformer; i++) {
        CALL(e, mote_deformer_can_bound)(d.deformer);
        CALL(e, mote_deformer_bytes)(d.deformer);
        if (CALL(e, mote_deformer_vertex_count)(d.deformer) != m.vertex_count) abort();
        CALL(e, mote_deformer_evaluate_all)(d.deformer, NULL, out);
        CALL(e, mote_deformer_evaluate)(d.deformer, vertices, 3, out);
        call_nodes(e, &d);
        extreme_deformer_change(e, &d);
    }
    extreme_deformer_destroy(e, &d);
    extreme_mesh_destroy(e, &m);
}
