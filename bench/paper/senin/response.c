// Section 4: the pulses after a collision "were deduced from laws of conservation of energy,
// momentum and angular momentum for rigid bodies". Random impacts of two bodies, with the signs of
// u and p as the paper prints them and without.

#include <math.h>
#include <mote/dynamics.h>

#include "bench/paper/senin/senin.h"
#include "core/random.h"
#include "core/vec.h"

static double between(mote_random *random, double low, double high)
{
    return low + (high - low) * (double)mote_random_unit(random);
}

static mote_dvec3 vector_within(mote_random *random, double most)
{
    return (mote_dvec3){between(random, -most, most), between(random, -most, most),
                        between(random, -most, most)};
}

// Moments that a body can have: each is at most the sum of the other two.
static mote_rigid random_body(mote_random *random)
{
    mote_rigid body = mote_default_rigid();
    double x = between(random, 0.1, 1), y = between(random, 0.1, 1), z = between(random, 0.1, 1);
    body.mass.mass = between(random, 0.2, 5);
    body.mass.inertia = (mote_inertia){.xx = y + z, .yy = x + z, .zz = x + y};
    mote_dvec3 axis = mote_vec_widen(mote_random_direction(random));
    double w = between(random, -1, 1), part = sqrt(1 - w * w);
    body.rotation = (mote_rotation){w, part * axis.x, part * axis.y, part * axis.z};
    body.center = vector_within(random, 2);
    body.velocity = vector_within(random, 1);
    body.angular_velocity = vector_within(random, 1);
    return body;
}

static mote_momenta momenta_of(const mote_rigid *a, const mote_rigid *b)
{
    mote_momenta x = mote_rigid_momenta(a), y = mote_rigid_momenta(b);
    return (mote_momenta){x.kinetic_energy + y.kinetic_energy,
                          mote_dvec_add(x.momentum, y.momentum),
                          mote_dvec_add(x.angular_momentum, y.angular_momentum)};
}

// Relative to what two bodies have: the largest change.
static double change(const mote_momenta *before, const mote_momenta *after)
{
    double energy = fabs(after->kinetic_energy - before->kinetic_energy);
    double momentum = mote_dvec_length(mote_dvec_sub(after->momentum, before->momentum));
    double angular =
        mote_dvec_length(mote_dvec_sub(after->angular_momentum, before->angular_momentum));
    return fmax(energy, fmax(momentum, angular)) / before->kinetic_energy;
}

static mote_result respond(mote_impact *impact, bool printed_sign, double *out)
{
    mote_rebound rebound;
    mote_momenta before = momenta_of(&impact->a, &impact->b);
    impact->printed_sign = printed_sign;
    mote_result result = mote_response_senin(impact, &rebound);
    if (result) return result;
    mote_rigid a = impact->a, b = impact->b;
    a.velocity = rebound.velocity_a;
    a.angular_velocity = rebound.angular_velocity_a;
    b.velocity = rebound.velocity_b;
    b.angular_velocity = rebound.angular_velocity_b;
    mote_momenta after = momenta_of(&a, &b);
    *out = rebound.parting ? (double)NAN : change(&before, &after);
    return MOTE_OK;
}

void paper_senin_response(paper_page *page, const paper_run *run)
{
    paper_begin(run, "response");
    uint32_t wanted = 1000, impacts = 0, kept[2] = {0, 0};
    mote_random random = mote_random_stream(run->seed, 0, 0);
    while (impacts < wanted) {
        mote_impact impact = mote_default_impact();
        impact.a = random_body(&random);
        impact.b = random_body(&random);
        impact.point = vector_within(&random, 2);
        impact.normal = mote_vec_widen(mote_random_direction(&random));
        double changes[2];
        if (!paper_page_check(page, respond(&impact, true, &changes[0])) ||
            !paper_page_check(page, respond(&impact, false, &changes[1])))
            return;
        if (isnan(changes[0])) continue; // they were parting
        impacts++;
        for (int i = 0; i < 2; i++) kept[i] += changes[i] < 1e-6;
    }
    paper_page_judge_with(
        page,
        &(paper_claim_def){
            .section = "4",
            .claim =
                "the pulses after a collision follow from the conservation of energy, momentum "
                "and angular momentum",
            .rule =
                paper_at_least("the share of random impacts that conserve all three to a millionth",
                               PAPER_ALWAYS, "%"),
            .letter = paper_share(kept[0], impacts),
            .ours = paper_share(kept[1], impacts),
            .seeds = impacts},
        "u and p as printed have one minus sign too many, so that colliding bodies pass through "
        "each other, faster than before; our settings leave the sign out");
}
