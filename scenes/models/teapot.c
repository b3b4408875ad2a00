// The Utah teapot: Martin Newell's 32 bicubic Bezier patches of 1975 (public domain), z up, base at
// z = 0.
//
// Newell's pot is symmetric, so its numbers are written here without repetition. Body, rim, lid and
// bottom are four quarters of a profile that runs around the z axis; handle and spout are halves
// mirrored at y = 0. The quarter circles of profiles have their inner control points at 0.56 of the
// radius, except the knob of the lid, at 0.5625.
//
// The classic model has no inside: the bottom is closed, the lid lies loose on the rim, handle and
// spout are tubes that end inside the body.

#include <string.h>

#include "core/vec.h"
#include "scenes/models/makers.h"
#include "scenes/models/sculpture.h"

// 24 quarters of 9 x 10 quads less 8 x 9 triangles at the two poles, and 8 half tubes of 12 x 8
// quads: 5784 triangles.
enum { AROUND = 9, PROFILE = 10, TUBE_LENGTH = 12, TUBE_AROUND = 8 };

typedef struct profile_point {
    double radius, height;
} profile_point;

// From the bottom up, so that the faces look outward.
static const profile_point profiles[6][4] = {
    {{0.0, 0.0}, {1.425, 0.0}, {1.5, 0.075}, {1.5, 0.15}}, // bottom
    {{1.5, 0.15}, {1.5, 0.225}, {2.0, 0.45}, {2.0, 0.9}},  // body
    {{2.0, 0.9}, {2.0, 1.35}, {1.75, 1.875}, {1.5, 2.4}},
    {{1.5, 2.4}, {1.4375, 2.53125}, {1.3375, 2.53125}, {1.4, 2.4}}, // rim
    {{1.3, 2.25}, {1.3, 2.4}, {0.4, 2.4}, {0.2, 2.55}},             // lid
    {{0.2, 2.55}, {0.0, 2.7}, {0.8, 3.15}, {0.0, 3.15}}};

// Rows run along the tube, columns around one half of it. The last row of one patch is the first of
// the next.
static const mote_dvec3 handle[7][4] = {
    {{-1.5, 0, 2.25}, {-1.5, 0.3, 2.25}, {-1.6, 0.3, 2.025}, {-1.6, 0, 2.025}},
    {{-2.5, 0, 2.25}, {-2.5, 0.3, 2.25}, {-2.3, 0.3, 2.025}, {-2.3, 0, 2.025}},
    {{-3.0, 0, 2.25}, {-3.0, 0.3, 2.25}, {-2.7, 0.3, 2.025}, {-2.7, 0, 2.025}},
    {{-3.0, 0, 1.8}, {-3.0, 0.3, 1.8}, {-2.7, 0.3, 1.8}, {-2.7, 0, 1.8}},
    {{-3.0, 0, 1.35}, {-3.0, 0.3, 1.35}, {-2.7, 0.3, 1.575}, {-2.7, 0, 1.575}},
    {{-2.65, 0, 0.9375}, {-2.65, 0.3, 0.9375}, {-2.5, 0.3, 1.125}, {-2.5, 0, 1.125}},
    {{-1.9, 0, 0.6}, {-1.9, 0.3, 0.6}, {-2.0, 0.3, 0.9}, {-2.0, 0, 0.9}}};

static const mote_dvec3 spout[7][4] = {
    {{1.7, 0, 0.6}, {1.7, 0.66, 0.6}, {1.7, 0.66, 1.425}, {1.7, 0, 1.425}},
    {{3.1, 0, 0.825}, {3.1, 0.66, 0.825}, {2.6, 0.66, 1.425}, {2.6, 0, 1.425}},
    {{2.4, 0, 2.025}, {2.4, 0.25, 2.025}, {2.3, 0.25, 2.1}, {2.3, 0, 2.1}},
    {{3.3, 0, 2.4}, {3.3, 0.25, 2.4}, {2.7, 0.25, 2.4}, {2.7, 0, 2.4}},
    {{3.525, 0, 2.49375}, {3.525, 0.25, 2.49375}, {2.8, 0.25, 2.475}, {2.8, 0, 2.475}},
    {{3.45, 0, 2.5125}, {3.45, 0.15, 2.5125}, {2.9, 0.15, 2.475}, {2.9, 0, 2.475}},
    {{3.2, 0, 2.4}, {3.2, 0.15, 2.4}, {2.8, 0.15, 2.4}, {2.8, 0, 2.4}}};

typedef struct patch {
    mote_dvec3 control[4][4];
} patch;

static void bernstein(double t, double weight[4])
{
    double s = 1.0 - t;
    weight[0] = s * s * s;
    weight[1] = 3.0 * s * s * t;
    weight[2] = 3.0 * s * t * t;
    weight[3] = t * t * t;
}

// At the sides of a patch all weights but those of its border curve are zero, so that neighbors
// meet to the bit.
static void add_patch(scene_sculpture *sculpture, const patch *shape, uint32_t rows,
                      uint32_t columns)
{
    uint32_t first = scene_sculpture_vertex_count(sculpture);
    for (uint32_t i = 0; i <= rows; i++) {
        double u[4];
        bernstein((double)i / rows, u);
        for (uint32_t j = 0; j <= columns; j++) {
            double v[4];
            bernstein((double)j / columns, v);
            mote_dvec3 p = {0.0, 0.0, 0.0};
            for (int k = 0; k < 16; k++) {
                p = mote_dvec_add(
                    p, mote_dvec_scale(shape->control[k / 4][k % 4], u[k / 4] * v[k % 4]));
            }
            scene_sculpture_vertex(sculpture, p.x, p.y, p.z);
        }
    }
    for (uint32_t i = 0; i < rows; i++) {
        for (uint32_t j = 0; j < columns; j++) {
            uint32_t a = first + i * (columns + 1) + j, b = a + columns + 1;
            scene_sculpture_quad(sculpture, a, a + 1, b + 1, b);
        }
    }
}

// Adds one quarter of a profile, counter-clockwise from the x axis and turned by `quarter` right
// angles.
static void add_quarter(scene_sculpture *sculpture, const profile_point profile[4], int quarter)
{
    patch arcs;
    for (int i = 0; i < 4; i++) {
        double r = profile[i].radius, z = profile[i].height;
        double inner = r * (r == 0.8 ? 0.5625 : 0.56);
        const mote_dvec3 arc[4] = {{r, 0, z}, {r, inner, z}, {inner, r, z}, {0, r, z}};
        for (int j = 0; j < 4; j++) {
            mote_dvec3 p = arc[j];
            for (int turn = 0; turn < quarter; turn++) p = (mote_dvec3){-p.y, p.x, p.z};
            arcs.control[i][j] = p;
        }
    }
    add_patch(sculpture, &arcs, PROFILE, AROUND);
}

static void add_tube(scene_sculpture *sculpture, const mote_dvec3 rows[7][4])
{
    for (int part = 0; part < 2; part++) {
        patch half, mirrored;
        memcpy(half.control, rows + 3 * part, sizeof half.control);
        for (int k = 0; k < 16; k++) {
            mote_dvec3 p = half.control[k / 4][3 - k % 4];
            mirrored.control[k / 4][k % 4] = (mote_dvec3){p.x, -p.y, p.z};
        }
        add_patch(sculpture, &half, TUBE_LENGTH, TUBE_AROUND);
        add_patch(sculpture, &mirrored, TUBE_LENGTH, TUBE_AROUND);
    }
}

mote_result scene_make_teapot(uint32_t unused, io_model *out)
{
    (void)unused;
    scene_sculpture sculpture = {0};
    for (int piece = 0; piece < 6; piece++) {
        for (int quarter = 0; quarter < 4; quarter++) {
            add_quarter(&sculpture, profiles[piece], quarter);
        }
    }
    add_tube(&sculpture, handle);
    add_tube(&sculpture, spout);
    scene_sculpture_weld(&sculpture);
    return scene_sculpture_finish(&sculpture, out);
}
