// A lumpy body of any number of faces: an icosphere with hills and dents everywhere but around +x,
// where the blob scenes press it against another one.

#include "core/vec.h"
#include "scenes/models/icosphere.h"
#include "scenes/models/lumps.h"
#include "scenes/models/makers.h"

mote_result scene_make_blob(uint32_t faces, io_model *out)
{
    mote_result result = scene_icosphere_of_frequency(scene_icosphere_frequency(faces), out);
    if (result != MOTE_OK) return result;
    scene_lumps lumps = scene_lumps_at_rest();
    for (uint32_t i = 0; i < out->vertex_count; i++) {
        mote_dvec3 direction = mote_vec_widen(out->positions[i]);
        double radius = scene_lumps_radius(&lumps, direction);
        out->positions[i] = mote_dvec_narrow(mote_dvec_scale(direction, radius));
    }
    return MOTE_OK;
}
