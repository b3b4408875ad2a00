// Flat sheets in the xy plane, facing +z: a square cloth of side 2, a strip of 8 by 1 and a ribbon
// of 24 by 1.

#include <math.h>

#include "scenes/models/makers.h"
#include "scenes/models/sculpture.h"

// Diagonals alternate, so that the sheet has no preferred direction to fold in.
static mote_result make_sheet(double length, double width, uint32_t nx, uint32_t ny, io_model *out)
{
    scene_sculpture sculpture = {0};
    for (uint32_t i = 0; i <= nx; i++) {
        for (uint32_t j = 0; j <= ny; j++) {
            scene_sculpture_vertex(&sculpture, length * ((double)i / nx - 0.5),
                                   width * ((double)j / ny - 0.5), 0.0);
        }
    }
    for (uint32_t i = 0; i < nx; i++) {
        for (uint32_t j = 0; j < ny; j++) {
            uint32_t a = i * (ny + 1) + j, b = a + ny + 1, c = b + 1, d = a + 1;
            if ((i + j) % 2)
                scene_sculpture_quad(&sculpture, a, b, c, d);
            else
                scene_sculpture_quad(&sculpture, b, c, d, a);
        }
    }
    return scene_sculpture_finish(&sculpture, out);
}

static uint32_t at_least_one(double n)
{
    return n < 1.0 ? 1 : (uint32_t)(n + 0.5);
}

mote_result scene_make_cloth(uint32_t faces, io_model *out)
{
    uint32_t n = at_least_one(sqrt(faces / 2.0));
    return make_sheet(2.0, 2.0, n, n, out);
}

// A sheet of square quads, `length` by 1.
static mote_result make_long_sheet(double length, uint32_t faces, io_model *out)
{
    uint32_t across = at_least_one(sqrt(faces / (2.0 * length)));
    return make_sheet(length, 1.0, at_least_one(0.5 * faces / across), across, out);
}

mote_result scene_make_strip(uint32_t faces, io_model *out)
{
    return make_long_sheet(8.0, faces, out);
}

mote_result scene_make_ribbon(uint32_t faces, io_model *out)
{
    return make_long_sheet(24.0, faces, out);
}
