// Spheres of latitudes and longitudes, unit radius. Smith's spheres of 8, 24, 48, 80, ... 3968
// faces are those with twice as many meridians as parallels cut from pole to pole: 4 m (m - 1)
// faces.

#include <math.h>

#include "scenes/models/makers.h"
#include "scenes/models/sculpture.h"
#include "scenes/trig.h"

static uint32_t distance_between(uint32_t a, uint32_t b)
{
    return a > b ? a - b : b - a;
}

// 1 for twice as many meridians as parallels, more for anything else.
static double imbalance(uint32_t around, uint32_t rings)
{
    double ratio = around / (2.0 * (rings + 1));
    return ratio > 1.0 ? ratio : 1.0 / ratio;
}

scene_sphere_grid scene_sphere_grid_of(uint32_t faces)
{
    const double max_imbalance = 2.0;
    scene_sphere_grid best = {3, 1};
    uint32_t best_miss = UINT32_MAX;
    uint32_t max_rings = (uint32_t)sqrt(faces / 2.0) + 1;
    for (uint32_t rings = 1; rings <= max_rings; rings++) {
        uint32_t around = (faces / 2 + rings / 2) / rings;
        if (around < 3) around = 3;
        double off = imbalance(around, rings);
        uint32_t miss = distance_between(2 * around * rings, faces);
        if (off > max_imbalance || miss > best_miss) continue;
        if (miss == best_miss && off >= imbalance(best.around, best.rings)) continue;
        best = (scene_sphere_grid){around, rings};
        best_miss = miss;
    }
    return best;
}

mote_result scene_make_sphere(uint32_t faces, io_model *out)
{
    scene_sphere_grid grid = scene_sphere_grid_of(faces);
    scene_sculpture sculpture = {0};
    scene_sculpture_reserve(&sculpture, grid.around * grid.rings + 2, 2 * grid.around * grid.rings);
    scene_sculpture_vertex(&sculpture, 0.0, 0.0, -1.0);
    for (uint32_t ring = 1; ring <= grid.rings; ring++) {
        double latitude = 0.5 * ring / (grid.rings + 1);
        double z = -scene_cos_turns(latitude), r = scene_sin_turns(latitude);
        for (uint32_t i = 0; i < grid.around; i++) {
            double turn = (double)i / grid.around;
            scene_sculpture_vertex(&sculpture, r * scene_cos_turns(turn), r * scene_sin_turns(turn),
                                   z);
        }
    }
    scene_sculpture_vertex(&sculpture, 0.0, 0.0, 1.0);
    scene_sculpture_stack(&sculpture, 0, grid.rings, grid.around);
    return scene_sculpture_finish(&sculpture, out);
}
