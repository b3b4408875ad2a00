// A portable shrine, front along -y, z up: carrying beams, a stepped base with posts and rails, a
// hall on pillars behind a curtain, a curved roof with a bird on its ridge, and a gate. An assembly
// of closed solids that are a tiny distance apart, and one open sheet, the curtain. 5263
// faces.

#include <math.h>

#include "core/vec.h"
#include "scenes/models/makers.h"
#include "scenes/models/sculpture.h"
#include "scenes/trig.h"

enum { FACES = 5263, ROOF_FACES = 1688, GATE_FACES = 636 };

typedef enum axis { ALONG_X, ALONG_Y, ALONG_Z } axis;

static uint32_t add_along(scene_sculpture *sculpture, axis along, mote_dvec3 from, double u,
                          double v, double w)
{
    switch (along) {
    case ALONG_X: return scene_sculpture_vertex(sculpture, from.x + w, from.y + u, from.z + v);
    case ALONG_Y: return scene_sculpture_vertex(sculpture, from.x + v, from.y + w, from.z + u);
    default: return scene_sculpture_vertex(sculpture, from.x + u, from.y + v, from.z + w);
    }
}

// Adds a round bar with the given radii at evenly spaced rings.
static void add_bar(scene_sculpture *sculpture, axis along, mote_dvec3 from, double length,
                    const double *radii, uint32_t rings, uint32_t around)
{
    uint32_t first = add_along(sculpture, along, from, 0.0, 0.0, 0.0);
    for (uint32_t ring = 0; ring < rings; ring++) {
        // The first and last ring are the edges of flat ends, so that the bar is as long as it
        // should be.
        double w = length * ring / (rings - 1);
        for (uint32_t i = 0; i < around; i++) {
            double turn = (double)i / around;
            add_along(sculpture, along, from, radii[ring] * scene_cos_turns(turn),
                      radii[ring] * scene_sin_turns(turn), w);
        }
    }
    add_along(sculpture, along, from, 0.0, 0.0, length);
    scene_sculpture_stack(sculpture, first, rings, around);
}

static void add_ellipsoid(scene_sculpture *sculpture, mote_dvec3 center, mote_dvec3 half,
                          uint32_t rings, uint32_t around)
{
    uint32_t first = scene_sculpture_vertex(sculpture, center.x, center.y, center.z - half.z);
    for (uint32_t ring = 1; ring <= rings; ring++) {
        double latitude = 0.5 * ring / (rings + 1);
        double r = scene_sin_turns(latitude);
        for (uint32_t i = 0; i < around; i++) {
            double turn = (double)i / around;
            scene_sculpture_vertex(sculpture, center.x + half.x * r * scene_cos_turns(turn),
                                   center.y + half.y * r * scene_sin_turns(turn),
                                   center.z - half.z * scene_cos_turns(latitude));
        }
    }
    scene_sculpture_vertex(sculpture, center.x, center.y, center.z + half.z);
    scene_sculpture_stack(sculpture, first, rings, around);
}

static void add_block(scene_sculpture *sculpture, double x, double y, double low, double half_x,
                      double half_y, double high)
{
    scene_sculpture_box(sculpture, (mote_dvec3){x - half_x, y - half_y, low},
                        (mote_dvec3){x + half_x, y + half_y, high});
}

static void add_beams(scene_sculpture *sculpture)
{
    static const double beam[9] = {0.10, 0.10, 0.09, 0.09, 0.09, 0.09, 0.09, 0.10, 0.10};
    static const double cross[5] = {0.08, 0.07, 0.07, 0.07, 0.08};
    for (int side = -1; side <= 1; side += 2) {
        add_bar(sculpture, ALONG_Y, (mote_dvec3){0.75 * side, -2.6, 0.3}, 5.2, beam, 9, 14);
        add_bar(sculpture, ALONG_X, (mote_dvec3){-1.7, 1.9 * side, 0.11}, 3.4, cross, 5, 14);
    }
}

static void add_base(scene_sculpture *sculpture)
{
    add_block(sculpture, 0.0, 0.0, 0.41, 1.2, 1.2, 0.6);
    add_block(sculpture, 0.0, 0.0, 0.61, 1.1, 1.1, 0.75);
    add_block(sculpture, 0.0, 0.0, 0.76, 0.98, 0.98, 0.86);
}

static void add_railing(scene_sculpture *sculpture)
{
    static const double post[6] = {0.035, 0.03, 0.03, 0.02, 0.045, 0.02};
    static const double rail[2] = {0.022, 0.022};
    const int posts = 5;
    for (int i = 0; i < posts; i++) {
        double along = -0.9 + 1.8 * i / (posts - 1);
        for (int side = -1; side <= 1; side += 2) {
            add_bar(sculpture, ALONG_Z, (mote_dvec3){0.9 * side, along, 0.87}, 0.32, post, 6, 6);
            if (i == 0 || i == posts - 1) continue;
            if (side > 0)
                add_bar(sculpture, ALONG_Z, (mote_dvec3){along, 0.9, 0.87}, 0.32, post, 6, 6);
        }
    }
    for (int i = 0; i + 1 < posts; i++) {
        double start = -0.9 + 1.8 * i / (posts - 1) + 0.05, length = 1.8 / (posts - 1) - 0.1;
        add_bar(sculpture, ALONG_Y, (mote_dvec3){0.9, start, 1.03}, length, rail, 2, 6);
        add_bar(sculpture, ALONG_Y, (mote_dvec3){-0.9, start, 1.03}, length, rail, 2, 6);
        add_bar(sculpture, ALONG_X, (mote_dvec3){start, 0.9, 1.03}, length, rail, 2, 6);
    }
}

static void add_hall(scene_sculpture *sculpture)
{
    static const double pillar[5] = {0.085, 0.07, 0.07, 0.07, 0.09};
    for (int i = 0; i < 4; i++) {
        mote_dvec3 foot = {i & 1 ? 0.62 : -0.62, i & 2 ? 0.62 : -0.62, 0.87};
        add_bar(sculpture, ALONG_Z, foot, 1.12, pillar, 5, 14);
    }
    add_block(sculpture, 0.0, 0.1, 0.87, 0.48, 0.42, 1.99);
    add_block(sculpture, 0.0, 0.0, 2.0, 0.76, 0.76, 2.1);
}

// The curtain hangs in waves between the front pillars.
static void add_curtain(scene_sculpture *sculpture)
{
    enum { ACROSS = 20, DOWN = 6 };
    uint32_t first = scene_sculpture_vertex_count(sculpture);
    for (uint32_t i = 0; i <= ACROSS; i++) {
        for (uint32_t j = 0; j <= DOWN; j++) {
            double x = -0.5 + (double)i / ACROSS, down = (double)j / DOWN;
            double wave = 0.04 * down * scene_sin_turns(4.0 * i / ACROSS);
            double hem = 0.75 + 0.6 * x * x; // drawn up in the middle
            scene_sculpture_vertex(sculpture, x, -0.62 + wave, 1.95 - hem * 0.8 * down);
        }
    }
    for (uint32_t i = 0; i < ACROSS; i++) {
        for (uint32_t j = 0; j < DOWN; j++) {
            uint32_t a = first + i * (DOWN + 1) + j, b = a + DOWN + 1;
            scene_sculpture_quad(sculpture, a, a + 1, b + 1, b);
        }
    }
}

// Height of the roof above its eaves. The roof falls in a concave curve from the ridge and turns up
// at the corners.
static double roof_height(double x, double y)
{
    double edge = fmax(fabs(x), fabs(y));
    double fall = 1.0 - edge;
    double corner = fabs(x * y);
    return 0.85 * fall * fall + 0.10 * fall + 0.22 * corner * corner * edge;
}

static void swap(uint32_t *a, uint32_t *b)
{
    uint32_t old = *a;
    *a = *b;
    *b = old;
}

// A pillow of two sheets that share their border. Diagonals run from the middle to the corners, so
// that no triangle lies in the border of both.
static void add_roof(scene_sculpture *sculpture)
{
    enum { N = 16, SIDE = N + 1 };
    uint32_t sheet[2][SIDE][SIDE];
    for (uint32_t i = 0; i <= N; i++) {
        for (uint32_t j = 0; j <= N; j++) {
            double x = 2.0 * i / N - 1.0, y = 2.0 * j / N - 1.0, h = roof_height(x, y);
            bool border = i == 0 || j == 0 || i == N || j == N;
            sheet[0][i][j] = scene_sculpture_vertex(sculpture, 1.45 * x, 1.45 * y, 2.16 + h);
            sheet[1][i][j] =
                border ? sheet[0][i][j]
                       : scene_sculpture_vertex(sculpture, 1.45 * x, 1.45 * y, 2.12 + 0.55 * h);
        }
    }
    for (uint32_t i = 0; i < N; i++) {
        for (uint32_t j = 0; j < N; j++) {
            bool outward = (i < N / 2) == (j < N / 2);
            for (int side = 0; side < 2; side++) {
                uint32_t(*s)[SIDE] = sheet[side];
                uint32_t a = s[i][j], b = s[i + 1][j], c = s[i + 1][j + 1], d = s[i][j + 1];
                if (side == 1) swap(&b, &d);
                if (outward)
                    scene_sculpture_quad(sculpture, a, b, c, d);
                else
                    scene_sculpture_quad(sculpture, b, c, d, a);
            }
        }
    }
}

static void add_bird(scene_sculpture *sculpture)
{
    static const double stand[4] = {0.12, 0.07, 0.05, 0.09};
    add_bar(sculpture, ALONG_Z, (mote_dvec3){0.0, 0.0, 3.13}, 0.16, stand, 4, 12);
    add_ellipsoid(sculpture, (mote_dvec3){0.0, 0.0, 3.43}, (mote_dvec3){0.13, 0.26, 0.13}, 7, 12);
    add_ellipsoid(sculpture, (mote_dvec3){0.0, -0.25, 3.615}, (mote_dvec3){0.07, 0.11, 0.08}, 5,
                  10);
    add_ellipsoid(sculpture, (mote_dvec3){0.0, 0.44, 3.57}, (mote_dvec3){0.10, 0.22, 0.07}, 5, 10);
    add_ellipsoid(sculpture, (mote_dvec3){0.38, 0.02, 3.52}, (mote_dvec3){0.26, 0.15, 0.04}, 5, 10);
    add_ellipsoid(sculpture, (mote_dvec3){-0.38, 0.02, 3.52}, (mote_dvec3){0.26, 0.15, 0.04}, 5,
                  10);
}

static void add_gate(scene_sculpture *sculpture)
{
    static const double pillar[5] = {0.06, 0.05, 0.05, 0.045, 0.045};
    static const double lintel[9] = {0.065, 0.05, 0.045, 0.045, 0.045, 0.045, 0.045, 0.05, 0.065};
    for (int side = -1; side <= 1; side += 2) {
        add_bar(sculpture, ALONG_Z, (mote_dvec3){0.5 * side, -0.9, 0.87}, 0.72, pillar, 5, 12);
    }
    add_bar(sculpture, ALONG_X, (mote_dvec3){-0.75, -0.9, 1.66}, 1.5, lintel, 9, 12);
    add_bar(sculpture, ALONG_X, (mote_dvec3){-0.43, -0.9, 1.42}, 0.86, lintel, 9, 10);
}

mote_result scene_make_shrine(uint32_t unused, io_model *out)
{
    (void)unused;
    scene_sculpture sculpture = {0};
    add_beams(&sculpture);
    add_base(&sculpture);
    add_railing(&sculpture);
    add_hall(&sculpture);
    add_curtain(&sculpture);
    add_roof(&sculpture);
    add_bird(&sculpture);
    add_gate(&sculpture);
    scene_sculpture_split_to(&sculpture, FACES);
    return scene_sculpture_finish(&sculpture, out);
}

// The shrine in three pieces in their final positions, together with as many faces as the whole.

mote_result scene_make_shrine_hall(uint32_t unused, io_model *out)
{
    (void)unused;
    scene_sculpture sculpture = {0};
    add_beams(&sculpture);
    add_base(&sculpture);
    add_railing(&sculpture);
    add_hall(&sculpture);
    add_curtain(&sculpture);
    scene_sculpture_split_to(&sculpture, FACES - ROOF_FACES - GATE_FACES);
    return scene_sculpture_finish(&sculpture, out);
}

mote_result scene_make_shrine_roof(uint32_t unused, io_model *out)
{
    (void)unused;
    scene_sculpture sculpture = {0};
    add_roof(&sculpture);
    add_bird(&sculpture);
    return scene_sculpture_finish(&sculpture, out);
}

mote_result scene_make_shrine_gate(uint32_t unused, io_model *out)
{
    (void)unused;
    scene_sculpture sculpture = {0};
    add_gate(&sculpture);
    return scene_sculpture_finish(&sculpture, out);
}
