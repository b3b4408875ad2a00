// Morph deformers whose targets are given as functions of the rest position.

#ifndef MOTE_SCENES_MORPHS_H
#define MOTE_SCENES_MORPHS_H

#include <mote/deform.h>

#include "io/model.h"

// The position to which a target at weight 1 moves a vertex.
typedef mote_dvec3 scene_morph_goal(uint32_t target, mote_dvec3 rest);

// Creates a morph whose targets contain all vertices. Fails if memory runs out.
mote_result scene_morph_of_goals(const io_model *rest, const mote_mesh *mesh,
                                 const mote_nodes *nodes, uint32_t target_count,
                                 scene_morph_goal *goal, mote_deformer **out);

#endif
