#include "scenes/morphs.h"

#include <stdlib.h>

#include "core/result.h"
#include "core/vec.h"
#include "io/allocate.h"

static mote_result create(const mote_mesh *mesh, const mote_nodes *nodes,
                          const mote_morph_target *targets, uint32_t target_count,
                          mote_deformer **out)
{
    mote_morph_def def = mote_default_morph_def();
    def.mesh = mesh;
    def.nodes = nodes;
    def.targets = targets;
    def.target_count = target_count;
    return mote_morph_create(&def, out);
}

mote_result scene_morph_of_goals(const io_model *rest, const mote_mesh *mesh,
                                 const mote_nodes *nodes, uint32_t target_count,
                                 scene_morph_goal *goal, mote_deformer **out)
{
    size_t count = rest->vertex_count;
    uint32_t *vertices = io_resize(NULL, count, sizeof *vertices);
    mote_vec3 *deltas = io_resize(NULL, count * target_count, sizeof *deltas);
    mote_morph_target *targets = io_resize(NULL, target_count, sizeof *targets);
    mote_result result = MOTE_OK;
    if (!vertices || !deltas || !targets) {
        result = mote_fail_memory(count * target_count * sizeof *deltas, "the targets of a morph");
    } else {
        for (uint32_t i = 0; i < count; i++) vertices[i] = i;
        for (uint32_t t = 0; t < target_count; t++) {
            mote_vec3 *of_target = deltas + count * t;
            for (uint32_t i = 0; i < count; i++) {
                mote_dvec3 p = mote_vec_widen(rest->positions[i]);
                of_target[i] = mote_dvec_narrow(mote_dvec_sub(goal(t, p), p));
            }
            targets[t] = (mote_morph_target){vertices, of_target, count};
        }
        result = create(mesh, nodes, targets, target_count, out);
    }
    free(vertices);
    free(deltas);
    free(targets);
    return result;
}
