// Detect under a budget: selects the pairs of bodies that are examined in a frame, and lists the
// others.
//
// Pairs have three classes. Each class is visited cyclically in the order of its keys, starting
// where the last frame ended. Pairs that were together in the last frame may use half of the
// budget, pairs of small bodies half of the rest, and all others the remainder. Classes pass on
// what they do not use. Thus likely pairs are examined early, no class waits for another, and every
// pair is examined eventually.

#ifndef MOTE_WORLD_TURNS_H
#define MOTE_WORLD_TURNS_H

#include "method/method.h"

enum { MOTE_TURN_LIKELY, MOTE_TURN_SMALL, MOTE_TURN_LARGE, MOTE_TURN_CLASSES };

// The pair of bodies at which a class resumes in the next frame, and the position in the work on
// this pair.
typedef struct mote_turn_cursor {
    uint64_t key;
    mote_turn turn;
} mote_turn_cursor;

typedef MOTE_ARRAY(mote_candidate) mote_candidate_array;

typedef struct mote_turns {
    // State that is kept from frame to frame. Recordings hold the cursors.
    mote_turn_cursor cursors[MOTE_TURN_CLASSES];
    uint32_t first_body; // at which the search for pairs begins, if a time budget may end it
    double seconds_per_hit,
        seconds_per_contact_pair; // times to report a face pair, and to make its contact

    // State of the present frame.
    double deadline;           // deadline of the frame, or 0
    double update_seconds;     // time spent on updating bodies when their pairs were examined
    double search_start;       // time at which the unlimited passes ended; 0 without a time budget
    uint32_t next_body;        // the first body that the search did not reach, if any
    mote_u64_array keys;       // all pairs found
    MOTE_ARRAY(uint8_t) marks; // parallel to keys
    mote_u64_array order, scratch; // of candidates, while sorting
    mote_u32_array rank;           // parallel to the candidates in the order of their creation
    mote_candidate_array sorted;
} mote_turns;

void mote_turns_release(mote_turns *turns, const mote_allocator *allocator);

struct mote_world;

// Do this world's frames have a budget?
bool mote_turns_are_limited(const struct mote_world *world);

// Begins a frame and sets its deadline, if it has a time budget.
void mote_turns_begin(struct mote_world *world, double start);

// Finds pairs of bodies until the time budget ends. Fills pair_keys, sorted, and lists the bodies
// that were not reached. Returns false if out of memory.
bool mote_turns_search(struct mote_world *world);

// Makes candidates of the pairs of bodies, in turn, and lets the method examine them until the
// budget ends. Afterwards pair_keys and the candidates hold the examined pairs, sorted.
mote_result mote_turns_run(struct mote_world *world, mote_frame *frame);

// Fills the report's list of pairs that were not examined completely. Returns false if out of
// memory.
bool mote_turns_list_unexamined(struct mote_world *world);

// Would work of this many seconds exceed the time budget? False without a budget.
bool mote_turns_lack_time(const struct mote_world *world, double seconds);

// The time to report one face pair, including its contact.
double mote_turns_seconds_per_hit(const struct mote_world *world);

// Updates an estimate with the time that the report of a frame took.
void mote_turns_learn(double *seconds_per_pair, double seconds, size_t pairs);

#endif
