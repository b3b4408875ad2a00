// A round rod along x, of length 8 and radius 0.1, with flat ends.

#include <math.h>

#include "scenes/models/makers.h"
#include "scenes/models/sculpture.h"
#include "scenes/trig.h"

static const double length = 8.0, radius = 0.1;

// Quads about as long as wide: the rod is about 13 times as long as it is around.
mote_result scene_make_rod(uint32_t faces, io_model *out)
{
    uint32_t around = (uint32_t)(sqrt(faces / 2.0 / 12.7) + 0.5);
    if (around < 3) around = 3;
    uint32_t rings = (faces / 2 + around / 2) / around;
    if (rings < 2) rings = 2;
    scene_sculpture sculpture = {0};
    uint32_t first = scene_sculpture_vertex(&sculpture, -0.5 * length, 0.0, 0.0);
    for (uint32_t i = 0; i < rings; i++) {
        double x = length * ((double)i / (rings - 1) - 0.5);
        for (uint32_t j = 0; j < around; j++) {
            double turn = (double)j / around;
            scene_sculpture_vertex(&sculpture, x, radius * scene_cos_turns(turn),
                                   radius * scene_sin_turns(turn));
        }
    }
    scene_sculpture_vertex(&sculpture, 0.5 * length, 0.0, 0.0);
    scene_sculpture_stack(&sculpture, first, rings, around);
    return scene_sculpture_finish(&sculpture, out);
}
