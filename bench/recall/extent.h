// How large bodies are and how fast they move, in the units of docs/recall.md.

#ifndef MOTE_RECALL_EXTENT_H
#define MOTE_RECALL_EXTENT_H

#include "scenes/scenes.h"

// Of the rest shape: the greatest distance of a vertex from the middle of the box of all.
double recall_model_radius(const io_model *model);

// The scene's motion at its present speed, in radii of the smallest body per frame: the distance
// that the vertices of the fastest body move on average, averaged over frames spread over the
// scene.
mote_result recall_scene_measure_speed(const scene_instance *scene, double *out);

#endif
