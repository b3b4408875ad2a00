// A picture of triangles in characters: shaded, the nearest in front.

#ifndef MOTE_COMMAND_PICTURE_H
#define MOTE_COMMAND_PICTURE_H

#include <mote/base.h>
#include <stdio.h>

enum { CMD_PICTURE_COLUMNS = 68, CMD_PICTURE_ROWS = 24 };

typedef struct cmd_picture {
    mote_vec3 center; // of what is seen
    float scale;      // columns a unit
    float depth[CMD_PICTURE_ROWS][CMD_PICTURE_COLUMNS];
    char cells[CMD_PICTURE_ROWS][CMD_PICTURE_COLUMNS];
} cmd_picture;

// What marked triangles are drawn with.
#define CMD_PICTURE_MARK 'X'

// An empty picture that has room for all of the box.
void cmd_picture_begin(cmd_picture *picture, const mote_box *box);

// `shades` from dark to light.
void cmd_picture_triangle(cmd_picture *picture, const mote_vec3 corners[3], const char *shades,
                          bool marked);

// Marks are red on a terminal. Rows that are empty at the top and the bottom are left out.
void cmd_picture_print(const cmd_picture *picture, FILE *to);

#endif
