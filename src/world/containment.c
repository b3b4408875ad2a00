// Bodies inside another without touching it.
//
// Surfaces that do not meet are inside each other component by component, so that one vertex of each
// component tells. A body counts as inside when any of its components is.

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

// A ray through a body may meet it anywhere.
static bool refresh_both(mote_world *world, const mote_candidate *c)
{
    return mote_world_refresh(world, mote_world_body_at(world, c->index_a)) &&
           mote_world_refresh(world, mote_world_body_at(world, c->index_b));
}

void mote_containment_find(mote_world *world)
{
    const mote_candidate *candidates = world->candidates.data;
    mote_pair_report *pairs = world->report.pairs.data;
    for (size_t i = 0; i < world->candidates.count; i++) {
        const mote_candidate *c = &candidates[i];
        if (pairs[i].relation != MOTE_RELATION_APART || mote_candidate_is_self(c) || !c->complete)
            continue;
        if (!refresh_both(world, c)) continue;
        if (lies_in(c->a, c->b)) {
            pairs[i].relation = MOTE_RELATION_A_IN_B;
        } else if (lies_in(c->b, c->a)) {
            pairs[i].relation = MOTE_RELATION_B_IN_A;
        }
    }
}
