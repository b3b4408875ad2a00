// A sheet that waves and a ball, as plain arrays: what the programs of the tutorial detect
// collisions between. Nothing here uses mote.

#ifndef SCENE_H
#define SCENE_H

#include <math.h>
#include <stdint.h>

enum {
    SHEET_SIDE = 41, // vertices
    SHEET_VERTICES = SHEET_SIDE * SHEET_SIDE,
    SHEET_INDICES = 6 * (SHEET_SIDE - 1) * (SHEET_SIDE - 1),
    BALL_SIDE = 9, // vertices along the edge of each of the six sides of a cube
    BALL_VERTICES = 6 * BALL_SIDE * BALL_SIDE,
    BALL_INDICES = 6 * 6 * (BALL_SIDE - 1) * (BALL_SIDE - 1)
};

// Two triangles for each cell of a grid of side * side vertices that starts at vertex `first`.
static inline uint32_t *fill_grid(uint32_t first, uint32_t side, uint32_t *out)
{
    for (uint32_t row = 0; row + 1 < side; row++) {
        for (uint32_t column = 0; column + 1 < side; column++) {
            uint32_t p = first + row * side + column, q = p + side;
            const uint32_t corners[6] = {p, p + 1, q + 1, p, q + 1, q};
            for (int k = 0; k < 6; k++) *out++ = corners[k];
        }
    }
    return out;
}

// The sheet covers -1 to 1 in x and y. Waves 0.15 high move over it, one per second.
static inline void fill_sheet(double seconds, float out[SHEET_VERTICES][3])
{
    for (int i = 0; i < SHEET_VERTICES; i++) {
        double x = 2.0 * (i % SHEET_SIDE) / (SHEET_SIDE - 1) - 1, u = x - seconds;
        u -= floor(u);
        out[i][0] = (float)x;
        out[i][1] = (float)(2.0 * (i / SHEET_SIDE) / (SHEET_SIDE - 1) - 1);
        out[i][2] = (float)(0.6 * u * (1 - u));
    }
}

static inline void fill_sheet_triangles(uint32_t out[SHEET_INDICES])
{
    fill_grid(0, SHEET_SIDE, out);
}

// A ball around the origin: a cube whose points are moved onto the sphere. Vertices along the edges
// of the cube exist twice or three times, as in many files.
static inline void fill_ball(double radius, float out[BALL_VERTICES][3],
                             uint32_t triangles[BALL_INDICES])
{
    for (int side = 0; side < 6; side++) {
        triangles = fill_grid((uint32_t)(side * BALL_SIDE * BALL_SIDE), BALL_SIDE, triangles);
        for (int i = 0; i < BALL_SIDE * BALL_SIDE; i++) {
            double u = 2.0 * (i % BALL_SIDE) / (BALL_SIDE - 1) - 1;
            double v = 2.0 * (i / BALL_SIDE) / (BALL_SIDE - 1) - 1;
            double length = sqrt(u * u + v * v + 1), sign = side < 3 ? 1 : -1;
            const double point[3] = {sign * u, v, sign}; // turned outwards on both sides
            for (int k = 0; k < 3; k++)
                out[side * BALL_SIDE * BALL_SIDE + i][(k + side) % 3] =
                    (float)(radius * point[k] / length);
        }
    }
}

#endif
