// A cube of side 1 around the origin: its corners, and so its faces, are exact in float.

#include "scenes/models/makers.h"
#include "scenes/models/sculpture.h"

mote_result scene_make_box(uint32_t unused, io_model *out)
{
    (void)unused;
    scene_sculpture sculpture = {0};
    scene_sculpture_box(&sculpture, (mote_dvec3){-0.5, -0.5, -0.5}, (mote_dvec3){0.5, 0.5, 0.5});
    return scene_sculpture_finish(&sculpture, out);
}
