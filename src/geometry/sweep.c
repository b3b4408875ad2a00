// Continuous collision of one vertex with a face and of two edges: the public functions and the
// order of the parts.

#include "geometry/sweep.h"

#include "core/float_env.h"
#include "core/vec.h"

bool mote_sweep_meet(const mote_sweep_layout *has, const mote_dvec3 start[4],
                     const mote_dvec3 end[4], double until, mote_impact_time *time,
                     mote_impact_batch_stats *stats)
{
    mote_sweep_verdict verdict =
        MOTE_PICK_KERNEL(mote_sweep_bracket)(has->edges, start, end, until, time);
    stats->bracketed += verdict != MOTE_SWEEP_APART;
    if (verdict != MOTE_SWEEP_DOUBT) return verdict == MOTE_SWEEP_MEET;
    stats->exact++;
    return mote_sweep_exactly(has, start, end, time) && (!time || time->low <= until);
}

static bool all_finite(const mote_dvec3 p[4])
{
    return mote_dvec_finite(p[0]) && mote_dvec_finite(p[1]) && mote_dvec_finite(p[2]) &&
           mote_dvec_finite(p[3]);
}

static bool ask(const mote_sweep_layout *has, const mote_dvec3 start[4], const mote_dvec3 end[4],
                mote_impact_time *time)
{
    mote_impact_batch_stats stats = {0};
    mote_float_env before = mote_float_env_enter();
    bool found =
        all_finite(start) && all_finite(end) && mote_sweep_meet(has, start, end, 1, time, &stats);
    MOTE_FLOAT_SETTLE(found);
    mote_float_env_leave(before);
    return found;
}

static bool ask_single(const mote_sweep_layout *has, const mote_vec3 start[4],
                       const mote_vec3 end[4], mote_impact_time *time)
{
    mote_dvec3 from[4], to[4];
    mote_float_env before = mote_float_env_enter(); // widening must keep denormals
    for (int i = 0; i < 4; i++) {
        from[i] = mote_vec_widen(start[i]);
        to[i] = mote_vec_widen(end[i]);
    }
    bool found = ask(has, from, to, time);
    mote_float_env_leave(before);
    return found;
}

bool mote_vertex_face_impact(const mote_vec3 start[4], const mote_vec3 end[4],
                             mote_impact_time *time)
{
    return ask_single(&mote_sweep_vertex_face, start, end, time);
}

bool mote_vertex_face_impact_double(const mote_dvec3 start[4], const mote_dvec3 end[4],
                                    mote_impact_time *time)
{
    return ask(&mote_sweep_vertex_face, start, end, time);
}

bool mote_edges_impact(const mote_vec3 start[4], const mote_vec3 end[4], mote_impact_time *time)
{
    return ask_single(&mote_sweep_edges, start, end, time);
}

bool mote_edges_impact_double(const mote_dvec3 start[4], const mote_dvec3 end[4],
                              mote_impact_time *time)
{
    return ask(&mote_sweep_edges, start, end, time);
}
