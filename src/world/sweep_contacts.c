// Points and normals of impacts, computed in double at a time within the interval of the impact.

#include "core/result.h"
#include "core/vec.h"
#include "world/sweep.h"

// The four points of an impact at its time, and their velocities.
typedef struct moment {
    mote_dvec3 at[4], velocity[4];
} moment;

static moment moment_of(const mote_sweep_candidate *candidate, const mote_swept_impact *impact,
                        double time)
{
    mote_vec3 start[4], end[4];
    mote_swept_impact_points(candidate, impact, start, end);
    moment m;
    for (int i = 0; i < 4; i++) {
        mote_dvec3 from = mote_vec_widen(start[i]);
        m.velocity[i] = mote_dvec_sub(mote_vec_widen(end[i]), from);
        m.at[i] = mote_dvec_add(from, mote_dvec_scale(m.velocity[i], time));
    }
    return m;
}

static mote_dvec3 unit(mote_dvec3 v)
{
    double length = mote_dvec_length(v);
    return length > 0 ? mote_dvec_scale(v, 1 / length) : (mote_dvec3){0, 0, 0};
}

// Weights of the four points. The points at which the two sides meet are the weighted sums over
// each side. Weights of the second side are negative: the sum over all four is the vector between
// the two sides.
static void vertex_face_weights(const moment *m, mote_dvec3 normal, double weights[4])
{
    double sum = mote_dvec_dot(normal, normal);
    weights[0] = 1;
    for (int i = 0; i < 3; i++) {
        mote_dvec3 next = mote_dvec_sub(m->at[1 + (i + 1) % 3], m->at[0]);
        mote_dvec3 after = mote_dvec_sub(m->at[1 + (i + 2) % 3], m->at[0]);
        double area = mote_dvec_dot(mote_dvec_cross(next, after), normal);
        weights[1 + i] = sum > 0 ? -area / sum : -1.0 / 3;
    }
}

static void edges_weights(const moment *m, mote_dvec3 normal, double weights[4])
{
    mote_dvec3 u = mote_dvec_sub(m->at[1], m->at[0]), v = mote_dvec_sub(m->at[3], m->at[2]);
    mote_dvec3 w = mote_dvec_sub(m->at[2], m->at[0]);
    double sum = mote_dvec_dot(normal, normal);
    double s = sum > 0 ? mote_dvec_dot(mote_dvec_cross(w, v), normal) / sum : 0.5;
    double t = sum > 0 ? mote_dvec_dot(mote_dvec_cross(w, u), normal) / sum : 0.5;
    weights[0] = 1 - s;
    weights[1] = s;
    weights[2] = t - 1;
    weights[3] = -t;
}

static mote_dvec3 weighted(const mote_dvec3 points[4], const double weights[4], int first, int end)
{
    mote_dvec3 sum = {0, 0, 0};
    for (int i = first; i < end; i++)
        sum = mote_dvec_add(sum, mote_dvec_scale(points[i], weights[i]));
    return sum;
}

// Orients the normal from a to b, by the relative velocity.
static mote_dvec3 directed(const moment *m, const mote_swept_impact *impact,
                           const double weights[4], mote_dvec3 normal)
{
    // Velocity of the first side relative to the second.
    double speed = mote_dvec_dot(weighted(m->velocity, weights, 0, 4), normal);
    bool first_comes_along = speed > 0;
    bool first_is_a = impact->kind != MOTE_SWEPT_FACE_VERTEX;
    return first_comes_along == first_is_a ? normal : mote_dvec_scale(normal, -1);
}

static mote_swept_contact contact_of(const mote_sweep_candidate *candidate,
                                     const mote_swept_impact *impact)
{
    double time = impact->time.low + (impact->time.high - impact->time.low) / 2;
    moment m = moment_of(candidate, impact, time);
    double weights[4];
    mote_dvec3 normal;
    bool edges = impact->kind == MOTE_SWEPT_EDGES;
    if (edges) {
        normal = mote_dvec_cross(mote_dvec_sub(m.at[1], m.at[0]), mote_dvec_sub(m.at[3], m.at[2]));
        edges_weights(&m, normal, weights);
    } else {
        normal = mote_dvec_cross(mote_dvec_sub(m.at[2], m.at[1]), mote_dvec_sub(m.at[3], m.at[1]));
        vertex_face_weights(&m, normal, weights);
    }
    normal = directed(&m, impact, weights, unit(normal));
    return (mote_swept_contact){.time = time,
                                .point =
                                    mote_dvec_narrow(weighted(m.at, weights, 0, edges ? 2 : 1)),
                                .normal = mote_dvec_narrow(normal)};
}

mote_result mote_sweep_fill_contacts(mote_world *world)
{
    mote_sweeper *sweeper = world->sweeper;
    size_t count = sweeper->impacts.count;
    mote_swept_contact *contacts = mote_array_room(&sweeper->contacts, &world->allocator, count);
    if (!contacts) return mote_fail_memory(count * sizeof *contacts, "the contacts of a sweep");
    for (size_t i = 0; i < count; i++) {
        const mote_swept_impact *impact = &sweeper->impacts.data[i];
        contacts[i] = contact_of(&sweeper->candidates.data[impact->pair], impact);
    }
    sweeper->contacts.count = count;
    return MOTE_OK;
}
