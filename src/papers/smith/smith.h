// The parts of method smith, which follows
//
//   Smith, Kitamura, Takemura, Kishino: "A Simple and Efficient Method for Accurate Collision
//   Detection Among Deformable Polyhedral Objects in Arbitrary Motion", VRAIS 1995, and its journal
//   version, Kitamura, Smith, Takemura, Kishino: "A Real-Time Algorithm for Accurate Collision
//   Detection for Deformable Polyhedral Objects", Presence 7 (1), 1998. Sections are the latter's.

#ifndef MOTE_PAPERS_SMITH_SMITH_H
#define MOTE_PAPERS_SMITH_SMITH_H

#include "method/face_pair.h"

// A body that some candidate names.
typedef struct smith_object {
    const mote_shape *shape;
    uint32_t first_region, region_count; // its overlap regions with others
    uint32_t first_face, face_count;     // its face checklist
    bool with_itself;
    bool all_faces; // wanted without looking at regions
} smith_object;

// A face in a checklist.
typedef struct smith_face {
    mote_vec3 corners[3];
    mote_box box; // with half the tolerance around it
    uint32_t object, slot;
} smith_face;

// Which candidate two objects are.
typedef struct smith_links {
    mote_untyped keys;       // uint64_t: lower object, higher object; sorted
    mote_untyped candidates; // uint32_t, parallel
    mote_untyped scratch;    // uint64_t
} smith_links;

typedef struct smith_block {
    uint32_t object, first_slot, end_slot;
    uint32_t place; // of its slots in `slots`
    uint32_t count; // of faces found
    uint32_t first_face;
} smith_block;

typedef struct smith_checklist {
    mote_untyped regions; // mote_box
    mote_untyped blocks;  // smith_block: faces in the order of the objects, cut for workers
    mote_untyped slots;   // uint32_t
    mote_untyped faces;   // smith_face, in the order of the objects
} smith_checklist;

// What lives between frames, so that frames need not allocate.
typedef struct smith_world {
    uint64_t frame;       // stamps bodies that have an object number
    mote_untyped objects; // smith_object
    smith_links links;
    smith_checklist checklist;
    mote_untyped found;   // uint8_t a candidate
    mote_untyped jobs;    // smith_job
    mote_untyped lists;   // uint32_t: the faces of the jobs
    mote_untyped workers; // smith_worker
} smith_world;

// One detect.
typedef struct smith_frame {
    mote_frame *frame;
    smith_world *world;
    mote_candidate *candidates;
    uint32_t candidate_count;
    uint8_t *found;
} smith_frame;

// ---------------------------------------------------------------------------------------------
// smith_objects.c

typedef struct smith_body {
    uint64_t frame;
    uint32_t object;
} smith_body;

// Numbers the bodies that candidates name, and says which candidate two of them are.
bool smith_collect_objects(smith_frame *f);

// The candidate of two objects, lower first, or the same twice; MOTE_NONE where there is none.
// *swapped where the candidate names the higher one first.
uint32_t smith_find_candidate(const smith_links *links, uint32_t low, uint32_t high, bool *swapped);

// ---------------------------------------------------------------------------------------------
// face_checklist.c

bool smith_fill_checklist(smith_frame *f);

#endif
