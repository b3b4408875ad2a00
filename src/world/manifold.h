// Manifolds: points spread over each contact (manifold.c), and which of them were there in the frame before
// (manifold_match.c).

#ifndef MOTE_WORLD_MANIFOLD_H
#define MOTE_WORLD_MANIFOLD_H

#include <mote/geometry.h>
#include <mote/manifold.h>

#include "world/contacts.h"

typedef MOTE_ARRAY(mote_manifold) mote_manifold_array;
typedef MOTE_ARRAY(mote_manifold_point) mote_manifold_point_array;

// A point of a region that may become one of its manifold.
typedef struct mote_manifold_candidate {
    mote_dvec3 on_a, on_b;
    double gap; // 0 where surfaces touch
    uint32_t face_a, face_b;
    double x, y; // in the plane of the contact
} mote_manifold_candidate;

// A manifold or a point, where it is compared with those of the frame before: these are where the two bodies have carried
// them.
typedef struct mote_manifold_site {
    mote_vec3 on_a, on_b;
    float reach; // two sites may be the same if they are not farther apart than the sum of both
} mote_manifold_site;

typedef MOTE_ARRAY(mote_manifold_site) mote_manifold_site_array;

// Manifolds and their points, sorted by bodies.
typedef struct mote_manifold_set {
    mote_manifold_array manifolds;
    mote_manifold_point_array points;
} mote_manifold_set;

// All empty in worlds without manifolds.
typedef struct mote_manifold_work {
    mote_manifold_set now;  // those of the report's contacts, then those that ended
    size_t contact_count;   // in now.manifolds
    mote_manifold_set kept; // of pairs that a budget left out
    mote_manifold_set old;  // what this frame is compared with
    uint64_t last_id;
    MOTE_ARRAY(mote_manifold_candidate) candidates; // of one region
    mote_manifold_site_array old_sites, new_sites;  // of one pair of bodies
    mote_u32_array partners;                        // per new site: the old one, or MOTE_NONE
    mote_u32_array partners_of_old;                 // the other way round
    mote_u64_array keys, scratch;
    mote_u32_array matches; // pairs of an old and a new site
} mote_manifold_work;

void mote_manifold_work_release(mote_manifold_work *work, const mote_allocator *allocator);

// Releases what no result needs.
void mote_manifold_work_trim(mote_manifold_work *work, const mote_allocator *allocator);

// A frame begins: what is there becomes what is compared with. False for no memory.
bool mote_manifolds_begin(mote_world *world);

// After a frame that failed: all begin in the next one.
void mote_manifolds_clear(mote_world *world);

// Before the face pairs of a region are added up.
void mote_manifold_begin_region(mote_world *world);

// Makes candidates of what two faces have in common. False for no memory.
bool mote_manifold_add_overlap(mote_contact_job *job, const mote_region_member *member,
                               const mote_overlap *overlap);

// The same of what lies opposite each other in a region that is only near.
bool mote_manifold_add_near(mote_contact_job *job, const mote_near_area *area,
                            const mote_region_member *member);

// The nearest points of such a region.
bool mote_manifold_add_nearest(mote_contact_job *job, const mote_region_sum *sum);

// Chooses points among the candidates of a contact, which will be the report's next. False for no memory.
bool mote_manifold_choose(mote_contact_job *job, const mote_contact *contact);

// Gives ids: those of the frame before where contacts and points persist. False for no memory.
bool mote_manifolds_match(mote_world *world);

// Face `f` of the body is now new_face_of[f], which may be MOTE_NONE; null: no face is there any more.
void mote_manifolds_remap(mote_world *world, mote_body_id body, const uint32_t *new_face_of);

#endif
