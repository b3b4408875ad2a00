// A lumpy body of any number of faces: an icosphere with hills and dents everywhere but around +x,
// where the blob scenes press it against another one.

#include "scenes/models/blob.h"

#include "core/vec.h"
#include "scenes/models/makers.h"
#include "scenes/trig.h"

// ---------------------------------------------------------------------------------------------
// Lumps

typedef struct lump {
    mote_dvec3 center; // unit length
    double edge;       // cosine of the angle at which the lump ends
    double height;
} lump;

static const lump lumps_at_rest[SCENE_LUMP_COUNT] = {
    {{-1.0, 0.0, 0.0}, 0.50, 0.18},    {{-0.6, 0.8, 0.0}, 0.60, -0.14},
    {{-0.6, -0.48, 0.64}, 0.70, 0.22}, {{0.0, 0.6, 0.8}, 0.55, 0.16},
    {{0.0, 0.6, -0.8}, 0.65, -0.12},   {{0.0, -0.96, -0.28}, 0.60, 0.20},
    {{0.28, 0.96, 0.0}, 0.70, 0.12},   {{0.28, 0.0, 0.96}, 0.75, -0.10},
    {{-0.6, -0.48, -0.64}, 0.65, 0.15}};

scene_lumps scene_lumps_at_rest(void)
{
    scene_lumps out;
    for (int i = 0; i < SCENE_LUMP_COUNT; i++) out.height[i] = lumps_at_rest[i].height;
    return out;
}

scene_lumps scene_lumps_breathing(double time)
{
    scene_lumps out;
    for (int i = 0; i < SCENE_LUMP_COUNT; i++) {
        double breath = scene_sin_turns(time + (double)i / SCENE_LUMP_COUNT);
        out.height[i] = lumps_at_rest[i].height * (1.0 + 0.5 * breath);
    }
    return out;
}

double scene_lumps_radius(const scene_lumps *lumps, mote_dvec3 direction)
{
    double fade = 1.0 - 2.0 * direction.x;
    if (fade <= 0.0) return 1.0;
    if (fade > 1.0) fade = 1.0;
    double sum = 0.0;
    for (int i = 0; i < SCENE_LUMP_COUNT; i++) {
        const lump *l = &lumps_at_rest[i];
        double inside = mote_dvec_dot(direction, l->center) - l->edge;
        if (inside <= 0.0) continue;
        double rise = inside / (1.0 - l->edge);
        sum += lumps->height[i] * rise * rise * (3.0 - 2.0 * rise);
    }
    return 1.0 + fade * fade * (3.0 - 2.0 * fade) * sum;
}

// ---------------------------------------------------------------------------------------------
// The model

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
