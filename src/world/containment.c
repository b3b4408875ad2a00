// Bodies inside another without touching it.
//
// Surfaces that do not meet are inside each other component by component, so that one vertex of
// each component tells. A body counts as inside when any of its components is.

#include "core/box.h"
#include "world/world.h"

static bool box_holds(const mote_box *box, mote_vec3 p)
{
    return p.x >= box->min.x && p.x <= box->max.x && p.y >= box->min.y && p.y <= box->max.y &&
           p.z >= box->min.z && p.z <= box->max.z;
}

static bool lies_in(const mote_shape *inner, const mote_shape *outer)
{
    const mote_mesh *mesh = inner->mesh;
    if (!outer->mesh->closed) return false;
    for (uint32_t i = 0; i < mesh->component_count; i++) {
        uint32_t place = inner->clusters->place_of[mesh->component_vertex[i]];
        mote_vec3 p = mote_shape_vertex(inner, place);
        if (!box_holds(&outer->box, p)) continue;
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
    const mote_candidate *candidates = world->candidates.data;
    mote_pair_report *pairs = world->report.pairs.data;
    for (size_t i = 0; i < world->candidates.count; i++) {
        const mote_candidate *c = &candidates[i];
        if (!mote_containment_concerns(c, &pairs[i])) continue;
        if (mote_shape_is_broken(c->a) || mote_shape_is_broken(c->b)) continue;
        if (lies_in(c->a, c->b)) {
            pairs[i].relation = MOTE_RELATION_A_IN_B;
        } else if (lies_in(c->b, c->a)) {
            pairs[i].relation = MOTE_RELATION_B_IN_A;
        }
    }
}
