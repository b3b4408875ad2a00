// The strokes that block letters are made of.

#ifndef MOTE_SCENES_LETTERS_H
#define MOTE_SCENES_LETTERS_H

#include <mote/base.h>

typedef struct scene_stroke {
    double x0, y0, x1, y1;
} scene_stroke;

// All points within `radius` of the strokes, which lie in the xy plane. Each stroke starts on the
// one before it.
typedef struct scene_letter {
    scene_stroke strokes[4];
    int stroke_count;
    double radius;
    double spacing; // of the lattice: the coarsest polygonization with just under `faces` faces
    uint32_t faces;
} scene_letter;

typedef enum scene_letter_name {
    SCENE_LETTER_T,
    SCENE_LETTER_M,
    SCENE_LETTER_V,
    SCENE_LETTER_W
} scene_letter_name;

const scene_letter *scene_letter_of(scene_letter_name name);

#endif
