// Containment: bodies inside another body without touching it.
//
// If two surfaces do not meet, each component of one is entirely inside or outside of the other:
// testing one vertex per component suffices. A body counts as inside if any of its components is.

#include "core/box.h"
#include "world/world.h"

static bool box_holds(const mote_box *box, mote_vec3 p)
{
    return p.x >= box->min.x && p.x <= box->max.x && p.y >= box->min.y && p.y <= box->max.y &&
           p.z >= box->min.z && p.z <= box->max.z;
}

// The time to test a point against one face of the outer body.
static const double seconds_per_face = 4e-9;

// Does some component of `inner` lie in `outer`? Sets *complete to false if there was no time to
// test all components.
static bool lies_in(const mote_world *world, const mote_shape *inner, const mote_shape *outer,
                    bool *complete)
{
    const mote_mesh *mesh = inner->mesh;
    if (!outer->mesh->closed) return false;
    for (uint32_t i = 0; i < mesh->component_count; i++) {
        uint32_t place = inner->clusters->place_of[mesh->component_vertex[i]];
        mote_vec3 p = mote_shape_vertex(inner, place);
        if (!box_holds(&outer->box, p)) continue;
        if (mote_turns_lack_time(world, seconds_per_face * outer->mesh->triangle_count)) {
            *complete = false;
            return false;
        }
        mote_parity parity = mote_shape_parity(outer, p);
        if (mote_parity_is_inside(&parity)) return true;
    }
    return false;
}

bool mote_containment_concerns(const mote_candidate *candidate, const mote_pair_report *pair)
{
    return pair->relation == MOTE_RELATION_APART && candidate->complete &&
           !mote_candidate_is_self(candidate);
}

void mote_containment_find(mote_world *world)
{
    mote_candidate *candidates = world->candidates.data;
    mote_pair_report *pairs = world->report.pairs.data;
    for (size_t i = 0; i < world->candidates.count; i++) {
        mote_candidate *c = &candidates[i];
        if (!mote_containment_concerns(c, &pairs[i])) continue;
        if (mote_shape_is_broken(c->a) || mote_shape_is_broken(c->b)) continue;
        // Without a budget both are fresh.
        c->complete = mote_shape_is_fresh(c->a) && mote_shape_is_fresh(c->b);
        if (c->complete && lies_in(world, c->a, c->b, &c->complete)) {
            pairs[i].relation = MOTE_RELATION_A_IN_B;
        } else if (c->complete && lies_in(world, c->b, c->a, &c->complete)) {
            pairs[i].relation = MOTE_RELATION_B_IN_A;
        }
        pairs[i].cut_short |= !c->complete;
    }
}
