// Continuous collision of one vertex with a face and of two edges: the public functions, and the order in which the parts are
// asked.

#include "geometry/sweep.h"

#include "core/float_env.h"
#include "core/vec.h"

const mote_sweep_layout mote_sweep_vertex_face = {
    .vector_count = 3, // A, B, C
    .area_count = 3,
    .between_count = 3,
    .ends = {{0, 1}, {0, 2}, {0, 3}},
    .areas = {{1, 2}, {2, 0}, {0, 1}},
    .dots = {{0, 1}, {1, 2}, {2, 0}},
    .dot_signs = {1, 1, 1},
    .between = {0, 1, 2},
    .between_signs = {1, 1, 1},
};

// Segments on a line overlap if c lies between a and b, a between c and d, or d between a and b.
const mote_sweep_layout mote_sweep_edges = {
    .vector_count = 6, // U, W, V, R, T, and from b to d
    .area_count = 4,
    .between_count = 4,
    .ends = {{0, 1}, {0, 2}, {2, 3}, {2, 1}, {0, 3}, {1, 3}},
    .areas = {{1, 2}, {3, 2}, {1, 0}, {0, 4}},
    .dots = {{1, 3}, {1, 4}, {4, 5}},
    .dot_signs = {-1, 1, 1},
    .between = {1, 3, 4, 5},
    .between_signs = {1, -1, 1, 1},
};

bool mote_sweep_meet(const mote_sweep_layout *has, const mote_dvec3 start[4],
                     const mote_dvec3 end[4], double until, mote_impact_time *time,
                     mote_impact_batch_stats *stats)
{
    mote_sweep_verdict verdict = mote_sweep_bracket(has, start, end, until, time);
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
    mote_float_env before =
        mote_float_env_enter(); // denormals must not be lost when they are widened
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
