// A cube of side 1 around the origin: its corners, and so its faces, are exact in float.

#include "scenes/models/makers.h"
#include "scenes/models/sculpture.h"

mote_result mote_make_box(uint32_t unused, mote_model *out)
{
    (void)unused;
    mote_sculpture sculpture = mote_sculpture_start();
    mote_sculpture_box(&sculpture, (mote_dvec3){-0.5, -0.5, -0.5}, (mote_dvec3){0.5, 0.5, 0.5});
    return mote_sculpture_finish(&sculpture, out);
}
