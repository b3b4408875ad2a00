#include "bindings/js/module/placement.h"

#include "core/transform.h"

bool js_placement_of(const mote_transform *transform, mote_placement *out)
{
    mote_affine m = mote_affine_of(transform);
    out->origin = m.t;
    return mote_rotation_of_matrix(&m, &out->rotation);
}
