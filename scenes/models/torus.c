// Tori about the z axis: ring radius 1, tube radius 0.3.

#include <math.h>

#include "scenes/models/makers.h"
#include "scenes/models/sculpture.h"
#include "scenes/trig.h"

enum { FEWEST = 3 };
static const double tube_radius = 0.3;

typedef struct torus_grid {
    uint32_t along, around; // the ring, the tube
} torus_grid;

// Quads about as long as wide: the ring is longer than the tube by the ratio of the radii.
static torus_grid grid_of(uint32_t faces)
{
    uint32_t around = (uint32_t)(sqrt(faces / 2.0 * tube_radius) + 0.5);
    if (around < FEWEST) around = FEWEST;
    uint32_t along = (faces / 2 + around / 2) / around;
    if (along < FEWEST) along = FEWEST;
    return (torus_grid){along, around};
}

// Lies in the xy plane around the origin, or stands in the xz plane around (1, 0, 0).
static void add_torus(scene_sculpture *sculpture, torus_grid grid, bool standing)
{
    uint32_t first = scene_sculpture_vertex_count(sculpture);
    for (uint32_t i = 0; i < grid.along; i++) {
        double c = scene_cos_turns((double)i / grid.along),
               s = scene_sin_turns((double)i / grid.along);
        for (uint32_t j = 0; j < grid.around; j++) {
            double turn = (double)j / grid.around;
            double r = 1.0 + tube_radius * scene_cos_turns(turn);
            double h = tube_radius * scene_sin_turns(turn);
            if (standing)
                scene_sculpture_vertex(sculpture, 1.0 + r * c, -h, r * s);
            else
                scene_sculpture_vertex(sculpture, r * c, r * s, h);
        }
    }
    for (uint32_t i = 0; i < grid.along; i++) {
        uint32_t here = first + i * grid.around, next = first + (i + 1) % grid.along * grid.around;
        for (uint32_t j = 0; j < grid.around; j++) {
            uint32_t k = (j + 1) % grid.around;
            scene_sculpture_quad(sculpture, here + j, next + j, next + k, here + k);
        }
    }
}

mote_result scene_make_torus(uint32_t faces, io_model *out)
{
    scene_sculpture sculpture = {0};
    add_torus(&sculpture, grid_of(faces), false);
    return scene_sculpture_finish(&sculpture, out);
}

mote_result scene_make_interlocked_tori(uint32_t faces, io_model *out)
{
    scene_sculpture sculpture = {0};
    add_torus(&sculpture, grid_of(faces / 2), false);
    add_torus(&sculpture, grid_of(faces / 2), true);
    return scene_sculpture_finish(&sculpture, out);
}
