// A bust on a pedestal, looking along +x, z up: rings from the foot to the crown, with nose, eyes,
// mouth, ears and a knot of hair pressed into them. 1816 faces, one closed surface.

#include <math.h>

#include "scenes/models/makers.h"
#include "scenes/models/sculpture.h"
#include "scenes/trig.h"

enum { FACES = 1816, AROUND = 28, RINGS = 32 };

typedef struct ring {
    double z, side, front, back; // half axes
} ring;

static const ring rings[RINGS] = {
    {0.00, 0.46, 0.40, 0.40},   {0.12, 0.46, 0.40, 0.40},   {0.18, 0.27, 0.24, 0.24},
    {0.32, 0.30, 0.26, 0.26},   {0.42, 0.70, 0.34, 0.34},   {0.52, 0.92, 0.42, 0.38},
    {0.66, 0.98, 0.46, 0.40},   {0.80, 0.96, 0.42, 0.40},   {0.92, 0.84, 0.34, 0.38},
    {1.01, 0.55, 0.26, 0.34},   {1.10, 0.30, 0.21, 0.29},   {1.24, 0.245, 0.18, 0.27},
    {1.37, 0.25, 0.18, 0.28},   {1.43, 0.27, 0.28, 0.30},   {1.46, 0.29, 0.44, 0.31},
    {1.53, 0.33, 0.49, 0.34},   {1.60, 0.37, 0.485, 0.38},  {1.65, 0.39, 0.50, 0.41},
    {1.69, 0.405, 0.485, 0.44}, {1.73, 0.42, 0.50, 0.47},   {1.79, 0.435, 0.50, 0.50},
    {1.84, 0.445, 0.50, 0.53},  {1.90, 0.455, 0.50, 0.55},  {1.97, 0.465, 0.49, 0.57},
    {2.04, 0.475, 0.485, 0.58}, {2.11, 0.48, 0.51, 0.585},  {2.19, 0.48, 0.525, 0.58},
    {2.29, 0.465, 0.51, 0.56},  {2.39, 0.425, 0.465, 0.51}, {2.48, 0.35, 0.38, 0.42},
    {2.55, 0.24, 0.26, 0.29},   {2.59, 0.12, 0.13, 0.14}};

// A region of the surface that is pushed out, or with a negative height pushed in.
typedef struct feature {
    double turn, z;             // center; turns from the front, on both sides
    double turn_reach, z_reach; // extent
    double height;
} feature;

static const feature features[] = {
    {0.000, 1.815, 0.034, 0.10, 0.15},                                     // tip of the nose
    {0.000, 1.94, 0.026, 0.17, 0.09},                                      // its bridge
    {0.060, 2.035, 0.040, 0.075, -0.09},                                   // eye sockets
    {0.060, 2.03, 0.022, 0.04, 0.035},                                     // eyes
    {0.050, 2.13, 0.050, 0.06, 0.035},                                     // brows
    {0.000, 1.725, 0.050, 0.035, 0.04},                                    // lips
    {0.000, 1.655, 0.045, 0.035, 0.035}, {0.000, 1.52, 0.060, 0.07, 0.03}, // chin
    {0.105, 1.86, 0.050, 0.14, 0.03},                                      // cheekbones
    {0.250, 1.93, 0.035, 0.14, 0.07},                                      // ears
    {0.500, 2.10, 0.110, 0.26, 0.24},                                      // a knot of hair
    {0.125, 2.33, 0.140, 0.12, 0.04},                                      // hair over the forehead
};

static double bump(double offset, double reach)
{
    double d = offset / reach;
    if (fabs(d) >= 1.0) return 0.0;
    return (1.0 - d * d) * (1.0 - d * d);
}

static double raised(double turn, double z)
{
    double from_front = turn > 0.5 ? 1.0 - turn : turn, sum = 0.0;
    for (size_t i = 0; i < sizeof features / sizeof *features; i++) {
        const feature *f = &features[i];
        sum += f->height * bump(from_front - f->turn, f->turn_reach) * bump(z - f->z, f->z_reach);
    }
    return sum;
}

static void add_ring(scene_sculpture *sculpture, const ring *r)
{
    for (int i = 0; i < AROUND; i++) {
        double even = (double)i / AROUND;
        double turn =
            even - 0.085 * scene_sin_turns(even); // columns are closer together at the face
        double c = scene_cos_turns(turn), s = scene_sin_turns(turn);
        double out = raised(turn, r->z);
        scene_sculpture_vertex(sculpture, ((c > 0.0 ? r->front : r->back) + out) * c,
                               (r->side + out) * s, r->z);
    }
}

mote_result scene_make_bust(uint32_t unused, io_model *out)
{
    (void)unused;
    scene_sculpture sculpture = {0};
    scene_sculpture_vertex(&sculpture, 0.0, 0.0, 0.0);
    for (int i = 0; i < RINGS; i++) add_ring(&sculpture, &rings[i]);
    scene_sculpture_vertex(&sculpture, 0.0, 0.0, 2.61);
    scene_sculpture_stack(&sculpture, 0, RINGS, AROUND);
    scene_sculpture_split_to(&sculpture, FACES);
    return scene_sculpture_finish(&sculpture, out);
}
