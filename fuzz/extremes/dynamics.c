#include <mote/dynamics.h>

#include "fuzz/extremes/world.h"

static mote_rigid random_rigid(extremes *e)
{
    mote_rigid rigid = CALL(e, mote_default_rigid)();
    if (extremes_bool(e)) rigid.mass.mass = extremes_double(e);
    if (extremes_bool(e)) {
        rigid.mass.center = extremes_dvec(e);
        rigid.mass.inertia =
            (mote_inertia){extremes_double(e), extremes_double(e), extremes_double(e),
                           extremes_double(e), extremes_double(e), extremes_double(e)};
    }
    rigid.center = extremes_dvec(e);
    rigid.rotation = extremes_rotation(e);
    rigid.velocity = extremes_dvec(e);
    rigid.angular_velocity = extremes_dvec(e);
    return rigid;
}

static mote_placement random_placement(extremes *e)
{
    mote_dvec3 origin = extremes_dvec(e);
    return (mote_placement){origin, extremes_rotation(e)};
}

static void call_motions(extremes *e)
{
    mote_rigid rigid = random_rigid(e);
    mote_mass mass = random_rigid(e).mass;
    mote_placement at = CALL(e, mote_rigid_placement)(&rigid);
    CALL(e, mote_placement_transform)(&at);
    CALL(e, mote_rigid_momenta)(&rigid);
    CALL(e, mote_rigid_advance)(&rigid, extremes_dvec(e), extremes_double(e));
    CALL(e, mote_rigid_set_mass)(&rigid, &mass);
    mote_grasp grasp = {random_placement(e), random_placement(e), random_placement(e),
                        random_placement(e)};
    mote_vec3 held[2] = {extremes_vec(e), extremes_vec(e)};
    CALL(e, mote_grasp_targets)(&grasp, held, 2, held);
}

static void call_responses(extremes *e)
{
    mote_impact impact = CALL(e, mote_default_impact)();
    mote_rebound out;
    impact.a = random_rigid(e);
    impact.b = random_rigid(e);
    impact.point = extremes_dvec(e);
    impact.normal = extremes_dvec(e);
    if (extremes_bool(e)) impact.restitution = extremes_double(e);
    impact.surface_velocity_a = extremes_dvec(e);
    impact.printed_sign = extremes_bool(e);
    CALL(e, mote_response_senin)(&impact, &out);
    CALL(e, mote_response_general)(&impact, &out);
    CALL(e, mote_response_exchange)(&impact, &out);
    CALL(e, mote_response_reflect)(&impact, &out);
    CALL(e, mote_respond)
    ((mote_response)extremes_below(e, MOTE_RESPONSE_REFLECT + 1), &impact, &out);
}

static mote_dynamics *create(extremes *e, mote_world *world)
{
    mote_dynamics_def def = CALL(e, mote_default_dynamics_def)();
    def.world = world;
    def.response = (mote_response)extremes_below(e, MOTE_RESPONSE_REFLECT + 1);
    if (extremes_bool(e)) def.restitution = extremes_double(e);
    if (extremes_bool(e)) def.gravity = extremes_dvec(e);
    def.has_walls = extremes_bool(e);
    def.walls = extremes_box(e);
    if (extremes_bool(e)) def.push_apart = extremes_double(e);
    def.shape_keeps_energy = extremes_bool(e);
    def.surface_velocity = extremes_bool(e);
    def.look_ahead = extremes_bool(e);
    def.stop_at_impacts = extremes_bool(e);
    mote_dynamics *out;
    CALL(e, mote_dynamics_create)(&def, &out);
    return out;
}

static void add_body(extremes *e, mote_dynamics *dynamics, mote_body_id body)
{
    mote_rigid_def def = CALL(e, mote_default_rigid_def)();
    mote_mass mass = random_rigid(e).mass;
    def.body = body;
    def.mass = &mass;
    def.density = extremes_double(e);
    def.placement = random_placement(e);
    def.velocity = extremes_dvec(e);
    def.angular_velocity = extremes_dvec(e);
    CALL(e, mote_dynamics_add)(dynamics, &def);
}

static void handle_body(extremes *e, mote_dynamics *dynamics, extreme_world *w, uint32_t i)
{
    mote_body_id body = w->bodies[i];
    mote_rigid rigid = random_rigid(e);
    mote_placement placement = random_placement(e);
    if (extremes_bool(e)) CALL(e, mote_dynamics_set)(dynamics, body, &rigid);
    if (extremes_bool(e)) {
        mote_positions positions = extreme_positions(e, &w->meshes[i]);
        CALL(e, mote_dynamics_set_shape)(dynamics, body, &positions);
    }
    if (extremes_bool(e)) CALL(e, mote_dynamics_set_mass)(dynamics, body, &rigid.mass);
    if (extremes_bool(e)) CALL(e, mote_dynamics_hold)(dynamics, body);
    CALL(e, mote_dynamics_move_held)(dynamics, body, &placement);
    CALL(e, mote_dynamics_is_held)(dynamics, body);
    if (extremes_bool(e)) CALL(e, mote_dynamics_release)(dynamics, body);
    if (!extremes_below(e, 8)) CALL(e, mote_dynamics_remove)(dynamics, body);
    CALL(e, mote_dynamics_get)(dynamics, body, &rigid);
}

static void step(extremes *e, mote_dynamics *dynamics, extreme_world *w)
{
    mote_report report;
    mote_dynamics_report totals;
    double time = extremes_double(e);
    if (extremes_bool(e)) {
        CALL(e, mote_dynamics_step)(dynamics, time);
    } else {
        CALL(e, mote_dynamics_advance)(dynamics, time);
        if (CALL(e, mote_world_detect)(w->world) == MOTE_OK &&
            CALL(e, mote_world_report)(w->world, &report) == MOTE_OK)
            CALL(e, mote_dynamics_react)(dynamics, &report, time);
    }
    CALL(e, mote_dynamics_get_report)(dynamics, &totals);
    CALL(e, mote_dynamics_bytes)(dynamics);
}

static void call_dynamics(extremes *e)
{
    static _Thread_local extreme_world w;
    extreme_world_create(e, &w);
    if (!w.world) return;
    mote_dynamics *dynamics = create(e, w.world);
    for (uint32_t i = 0; i < w.body_count && dynamics; i++) add_body(e, dynamics, w.bodies[i]);
    for (int frame = 0; frame < 3 && dynamics; frame++) {
        for (uint32_t i = 0; i < w.body_count; i++) handle_body(e, dynamics, &w, i);
        step(e, dynamics, &w);
    }
    CALL(e, mote_dynamics_destroy)(dynamics);
    extreme_world_destroy(e, &w);
}

void extremes_of_dynamics(extremes *e)
{
    for (int i = 0; i < 4; i++) {
        call_motions(e);
        call_responses(e);
    }
    call_dynamics(e);
}
