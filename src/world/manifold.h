// Manifolds: points spread over each contact (manifold.c), matched with those of the last frame
// (manifold_match.c).

#ifndef MOTE_WORLD_MANIFOLD_H
#define MOTE_WORLD_MANIFOLD_H

#include <mote/geometry.h>
#include <mote/manifold.h>

#include "world/contacts.h"

typedef MOTE_ARRAY(mote_manifold) mote_manifold_array;
typedef MOTE_ARRAY(mote_manifold_point) mote_manifold_point_array;

// A point of a region that may be chosen for its manifold.
typedef struct mote_manifold_candidate {
    mote_dvec3 on_a, on_b;
    double gap; // 0 if the surfaces touch
    uint32_t face_a, face_b;
    double x, y; // in the plane of the contact
} mote_manifold_candidate;

// The position of a manifold or point for matching with the last frame. Old sites are at the
// positions to which the two bodies have carried them.
typedef struct mote_manifold_site {
    mote_vec3 on_a, on_b;
    float reach; // two sites may match if their distance is at most the sum of their reaches
} mote_manifold_site;

typedef MOTE_ARRAY(mote_manifold_site) mote_manifold_site_array;

// Manifolds and their points, sorted by bodies.
typedef struct mote_manifold_set {
    mote_manifold_array manifolds;
    mote_manifold_point_array points;
} mote_manifold_set;

// Empty in worlds without manifolds.
typedef struct mote_manifold_work {
    mote_manifold_set now;  // manifolds of the report's contacts, then ended manifolds
    size_t contact_count;   // manifolds of contacts in `now`
    mote_manifold_set kept; // manifolds of pairs that a budget left out
    mote_manifold_set old;  // manifolds that this frame is matched with
    uint64_t last_id;
    MOTE_ARRAY(mote_manifold_candidate) candidates; // of one region
    mote_manifold_site_array old_sites, new_sites;  // of one pair of bodies
    mote_u32_array partners;        // per new site: index of the old site, or MOTE_NONE
    mote_u32_array partners_of_old; // per old site: index of the new site, or MOTE_NONE
    mote_u64_array keys, scratch;
    mote_u32_array matches; // pairs of indices of an old and a new site
} mote_manifold_work;

void mote_manifold_work_release(mote_manifold_work *work, const mote_allocator *allocator);

// Releases memory that no result needs.
void mote_manifold_work_trim(mote_manifold_work *work, const mote_allocator *allocator);

// Begins a frame: the present manifolds become the old ones. Returns false if out of memory.
bool mote_manifolds_begin(mote_world *world);

// Clears the manifolds after a failed frame. All manifolds of the next frame are new.
void mote_manifolds_clear(mote_world *world);

// Called before the face pairs of a region are added up.
void mote_manifold_begin_region(mote_world *world);

// Adds candidates of the overlap of two faces. Returns false if out of memory.
bool mote_manifold_add_overlap(mote_contact_job *job, const mote_region_member *member,
                               const mote_overlap *overlap);

// Adds candidates of the opposite parts of two faces in a region that is only near. Returns false
// if out of memory.
bool mote_manifold_add_near(mote_contact_job *job, const mote_near_area *area,
                            const mote_region_member *member);

// Adds the nearest points of a region that is only near. Returns false if out of memory.
bool mote_manifold_add_nearest(mote_contact_job *job, const mote_region_sum *sum);

// Chooses points among the candidates of a contact, the next one to be added to the report. Returns
// false if out of memory.
bool mote_manifold_choose(mote_contact_job *job, const mote_contact *contact);

// Assigns ids: contacts and points that persist keep the ids of the last frame. Returns false if
// out of memory.
bool mote_manifolds_match(mote_world *world);

// Renumbers faces: face `f` of the body becomes new_face_of[f], which may be MOTE_NONE. Null: all
// faces are gone.
void mote_manifolds_remap(mote_world *world, mote_body_id body, const uint32_t *new_face_of);

#endif
