// The strokes that block letters are made of.

#ifndef MOTE_SCENES_LETTERS_H
#define MOTE_SCENES_LETTERS_H

#include <mote/base.h>

typedef struct mote_stroke {
    double x0, y0, x1, y1;
} mote_stroke;

// All points within `radius` of the strokes, which lie in the xy plane. Each stroke starts on the one
// before it.
typedef struct mote_letter {
    mote_stroke strokes[4];
    int stroke_count;
    double radius;
    double spacing; // of the lattice: the coarsest polygonisation with just under `faces` faces
    uint32_t faces;
} mote_letter;

typedef enum mote_letter_name {
    MOTE_LETTER_T,
    MOTE_LETTER_M,
    MOTE_LETTER_V,
    MOTE_LETTER_W
} mote_letter_name;

const mote_letter *mote_letter_of(mote_letter_name name);

#endif
