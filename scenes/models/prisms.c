// Hard solids of flat faces for continuous collision: a wedge, a spike, a block with a crack, and
// gears. All coordinates except those of gears are exact in float.

#include "scenes/models/makers.h"
#include "scenes/models/sculpture.h"
#include "scenes/trig.h"

typedef struct corner {
    double x, z;
} corner;

// Extrudes the outline from y = -1 to y = 1. Both caps are fans around the point `middle`. Corners
// turn from z to x.
static mote_result make_prism(const corner *outline, uint32_t count, double middle, io_model *out)
{
    scene_sculpture sculpture = {0};
    uint32_t first = scene_sculpture_vertex(&sculpture, 0.0, -1.0, middle);
    for (int y = -1; y <= 1; y += 2) {
        for (uint32_t i = 0; i < count; i++)
            scene_sculpture_vertex(&sculpture, outline[i].x, y, outline[i].z);
    }
    scene_sculpture_vertex(&sculpture, 0.0, 1.0, middle);
    scene_sculpture_stack(&sculpture, first, 2, count);
    return scene_sculpture_finish(&sculpture, out);
}

mote_result scene_make_wedge(uint32_t unused, io_model *out)
{
    (void)unused;
    static const corner outline[] = {{0.0, 0.0}, {-0.5, 1.0}, {0.5, 1.0}};
    return make_prism(outline, sizeof outline / sizeof *outline, 0.75, out);
}

mote_result scene_make_crack(uint32_t unused, io_model *out)
{
    (void)unused;
    static const corner outline[] = {{0.0, -0.75}, {0.25, 0.0}, {1.0, 0.0},  {1.0, -1.0},
                                     {-1.0, -1.0}, {-1.0, 0.0}, {-0.25, 0.0}};
    return make_prism(outline, sizeof outline / sizeof *outline, -0.875, out);
}

mote_result scene_make_spike(uint32_t unused, io_model *out)
{
    (void)unused;
    scene_sculpture sculpture = {0};
    uint32_t first = scene_sculpture_vertex(&sculpture, 0.0, 0.0, 0.0);
    scene_sculpture_vertex(&sculpture, -0.25, -0.25, 1.0);
    scene_sculpture_vertex(&sculpture, 0.25, -0.25, 1.0);
    scene_sculpture_vertex(&sculpture, 0.25, 0.25, 1.0);
    scene_sculpture_vertex(&sculpture, -0.25, 0.25, 1.0);
    scene_sculpture_vertex(&sculpture, 0.0, 0.0, 1.0);
    scene_sculpture_stack(&sculpture, first, 1, 4);
    return scene_sculpture_finish(&sculpture, out);
}

// ---------------------------------------------------------------------------------------------
// Gears

enum { MIN_TEETH = 6, MAX_TEETH = 1 << 20 };

#define TWO_PI 6.283185307179586

// The sides of a tooth at a radius: half the tooth's width as an angle, in turns.
typedef struct flank {
    double radius, half_width;
} flank;

// Four corners of the outline: the root of a tooth on one side, its tip, and the root on the other
// side.
static void add_tooth(scene_sculpture *sculpture, double turn, flank root, flank tip, double z)
{
    const double radii[4] = {root.radius, tip.radius, tip.radius, root.radius};
    const double turns[4] = {-root.half_width, -tip.half_width, tip.half_width, root.half_width};
    for (int i = 0; i < 4; i++) {
        scene_sculpture_vertex(sculpture, radii[i] * scene_cos_turns(turn + turns[i]),
                               radii[i] * scene_sin_turns(turn + turns[i]), z);
    }
}

static flank flank_at(double radius, double width)
{
    return (flank){radius, 0.5 * width / (TWO_PI * radius)};
}

// Teeth of one size for all gears, so that any two mesh: the pitch circle has a radius of 1/16 per
// tooth, the tips are 1/8 above it and the roots 5/32 below. Flanks are flat, 20 degrees from the
// radius, with some backlash.
mote_result scene_make_gear(uint32_t teeth, io_model *out)
{
    if (teeth < MIN_TEETH) teeth = MIN_TEETH;
    if (teeth > MAX_TEETH) teeth = MAX_TEETH;
    double pitch = teeth / 16.0;
    flank root = flank_at(pitch - 0.15625, 0.26), tip = flank_at(pitch + 0.125, 0.05);
    scene_sculpture sculpture = {0};
    uint32_t first = scene_sculpture_vertex(&sculpture, 0.0, 0.0, -0.125);
    for (int side = -1; side <= 1; side += 2) {
        for (uint32_t i = 0; i < teeth; i++)
            add_tooth(&sculpture, (double)i / teeth, root, tip, 0.125 * side);
    }
    scene_sculpture_vertex(&sculpture, 0.0, 0.0, 0.125);
    scene_sculpture_stack(&sculpture, first, 2, 4 * teeth);
    return scene_sculpture_finish(&sculpture, out);
}
