#include "papers/senin/draw.h"

#include <math.h>

#include "method/drawing.h"
#include "papers/senin/query.h"

// ---------------------------------------------------------------------------------------------
// Forces: exact, while the particles themselves only compare potentials

// What the particles of one crowd do to a particle.
typedef struct influence {
    const mote_particle_law *law;
    double reach;    // R_eff
    bool attraction; // else repulsion
} influence;

// How the potential grows with the distance. The paper's is ln r within R_eff for attraction and -ln r for repulsion; of
// a law of the caller it is found by differences.
static double slope_at(const influence *of, double distance)
{
    const mote_particle_law *law = of->law;
    if (!law->potential) {
        double slope = 1 / fmax(distance, (double)MOTE_MIN_SEPARATION * of->reach);
        if (!of->attraction) return -slope;
        return distance < of->reach ? slope : 0;
    }
    float near = (float)(0.999 * distance), far = (float)(1.001 * distance);
    float reach = (float)of->reach;
    double rise = (double)law->potential(law->context, far, reach) -
                  (double)law->potential(law->context, near, reach);
    return far > near ? rise / ((double)far - (double)near) : 0;
}

// The force of all particles of a crowd but one on a place.
static mote_dvec3 force_of(const influence *of, const mote_crowd *crowd, uint32_t skip,
                           mote_vec3 at)
{
    mote_dvec3 sum = {0, 0, 0};
    for (uint32_t i = 0; i < crowd->count; i++) {
        mote_dvec3 way = mote_dvec_sub(mote_vec_widen(crowd->at[i]), mote_vec_widen(at));
        double distance = mote_dvec_length(way);
        if (i == skip || distance == 0) continue; // in the same place there is no direction
        sum = mote_dvec_add(sum, mote_dvec_scale(way, slope_at(of, distance) / distance));
    }
    return sum;
}

// In units of 1 / R_eff, so that it has no unit.
static mote_vec3 force_on(const mote_interaction *in, int body, uint32_t particle)
{
    const mote_crowd *own = &in->crowds[body];
    double reach = (double)in->reach;
    influence others = {&in->options->attraction[body], reach, true};
    influence kin = {&in->options->repulsion[body], reach, false};
    mote_vec3 at = own->at[particle];
    mote_dvec3 force = mote_dvec_add(force_of(&others, &in->crowds[1 - body], MOTE_NONE, at),
                                     force_of(&kin, own, particle, at));
    return mote_dvec_narrow(mote_dvec_scale(force, reach));
}

// ---------------------------------------------------------------------------------------------

static void draw_crowd(const mote_interaction *in, int body, mote_body_id id, uint32_t first_id,
                       const mote_debug_draw *draw)
{
    const mote_crowd *crowd = &in->crowds[body];
    for (uint32_t i = 0; i < crowd->count; i++) {
        mote_draw_particle(draw, id, first_id + i, crowd->at[i]);
        if (draw->vector)
            mote_draw_vector(draw, MOTE_DRAW_PARTICLE, id, crowd->at[i], force_on(in, body, i));
    }
}

static void draw_kept(mote_senin_memory *memory, uint32_t capacity, const mote_interaction *in,
                      const mote_body_id ids[2], const mote_debug_draw *draw)
{
    const mote_site *kept = mote_senin_kept(memory, capacity);
    for (uint32_t i = 0; i < 2 * memory->kept; i++) {
        const mote_terrain *terrain = in->terrains[i % 2];
        mote_draw_point(draw, MOTE_DRAW_HINT, ids[i % 2], terrain->locate(terrain, kept[i]));
    }
}

void mote_senin_draw_pair(const mote_senin_worker *worker, const mote_settings *settings,
                          const mote_candidate *candidate, const mote_debug_draw *draw)
{
    mote_senin_memory *memory = candidate->pair_state;
    const mote_body_id ids[2] = {candidate->estimate.a, candidate->estimate.b};
    mote_shape_terrain terrains[2];
    mote_interaction in =
        mote_senin_interaction(worker, mote_senin_options_of(settings), candidate, terrains);
    for (int body = 0; body < 2; body++) {
        in.crowds[body].count = memory->counts[body];
        mote_crowd_locate(&in.crowds[body], in.terrains[body]);
    }
    for (int body = 0; body < 2; body++)
        draw_crowd(&in, body, ids[body], ids[1 - body].index * worker->capacity, draw);
    bool goes_on =
        mote_senin_options_of(settings)->pursue && !mote_senin_options_of(settings)->cold_start;
    if (goes_on) draw_kept(memory, worker->capacity, &in, ids, draw);
}
