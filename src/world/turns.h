// Detect under a budget: which pairs of bodies have their turn in a frame, and what it did not come to.
//
// Pairs are of three classes, each visited in the order of its keys, around in a circle, from where the frame before
// ended. Pairs that were together in the frame before may take half of the budget, pairs of small bodies half of the rest,
// and all others what is left; what one class does not need goes to the others. So something is found first where it
// is likely, no class waits for another, and every pair has its turn.

#ifndef MOTE_WORLD_TURNS_H
#define MOTE_WORLD_TURNS_H

#include "method/method.h"

enum { MOTE_TURN_LIKELY, MOTE_TURN_SMALL, MOTE_TURN_LARGE, MOTE_TURN_CLASSES };

// The pair of bodies where a class goes on in the next frame, and where in the work on it.
typedef struct mote_turn_cursor {
    uint64_t key;
    mote_turn turn;
} mote_turn_cursor;

typedef MOTE_ARRAY(mote_candidate) mote_candidate_array;

typedef struct mote_turns {
    // Kept from frame to frame. Recordings hold the cursors.
    mote_turn_cursor cursors[MOTE_TURN_CLASSES];
    uint32_t first_body; // with which the search for pairs begins, where a time budget may end it
    double seconds_per_hit,
        seconds_per_contact_pair; // what the report of one face pair takes, and its contact

    // Of the present frame.
    double deadline;       // of the whole frame; 0 for none
    double update_seconds; // of bodies that are updated when their pair has its turn
    double search_start;   // when the passes that no budget cuts were done; 0 without a time budget
    uint32_t next_body;    // the first that the search did not come to, if there is one
    mote_u64_array keys;   // all pairs that were found
    MOTE_ARRAY(uint8_t) marks;     // parallel
    mote_u64_array order, scratch; // of candidates, while they are sorted
    mote_u32_array rank;           // parallel to the candidates as they were made
    mote_candidate_array sorted;
} mote_turns;

void mote_turns_release(mote_turns *turns, const mote_allocator *allocator);

struct mote_world;

// Whether this world's frames have a budget.
bool mote_turns_are_limited(const struct mote_world *world);

// Begins a frame: when it must end, if it has a time budget.
void mote_turns_begin(struct mote_world *world, double start);

// Finds the pairs of bodies, as far as the time budget allows: pair_keys, sorted, and the bodies that it did not come to.
// False for no memory.
bool mote_turns_search(struct mote_world *world);

// Makes candidates of the pairs of bodies, in turn, and has the method look at them until the budget ends. Afterwards
// pair_keys and the candidates are those pairs that it has looked at, sorted.
mote_result mote_turns_run(struct mote_world *world, mote_frame *frame);

// Fills the report's list of what was not examined to its end. False for no memory.
bool mote_turns_list_unexamined(struct mote_world *world);

// Whether the time budget ends before work of so many seconds would. False without one.
bool mote_turns_lack_time(const struct mote_world *world, double seconds);

// What it takes to report one face pair, its contact included.
double mote_turns_seconds_per_hit(const struct mote_world *world);

// Learns what the report of a frame takes per face pair.
void mote_turns_learn(double *seconds_per_pair, double seconds, size_t pairs);

#endif
