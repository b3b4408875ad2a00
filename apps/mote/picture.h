// A picture of triangles in characters: shaded, the nearest in front.

#ifndef MOTE_COMMAND_PICTURE_H
#define MOTE_COMMAND_PICTURE_H

#include <mote/base.h>
#include <stdio.h>

enum { MOTE_PICTURE_COLUMNS = 68, MOTE_PICTURE_ROWS = 24 };

typedef struct mote_picture {
    mote_vec3 center; // of what is seen
    float scale;      // columns a unit
    float depth[MOTE_PICTURE_ROWS][MOTE_PICTURE_COLUMNS];
    char cells[MOTE_PICTURE_ROWS][MOTE_PICTURE_COLUMNS];
} mote_picture;

// What marked triangles are drawn with.
#define MOTE_PICTURE_MARK 'X'

// An empty picture that has room for all of the box.
void mote_picture_begin(mote_picture *picture, const mote_box *box);

// `shades` from dark to light.
void mote_picture_triangle(mote_picture *picture, const mote_vec3 corners[3], const char *shades,
                           bool marked);

// Marks are red on a terminal. Rows that are empty at the top and the bottom are left out.
void mote_picture_print(const mote_picture *picture, FILE *to);

#endif
