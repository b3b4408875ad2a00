// Vertices and faces, and pairs of edges, in motion that kernels find hard.

#ifndef MOTE_TEST_SWEEP_CASES_H
#define MOTE_TEST_SWEEP_CASES_H

#include <mote/geometry.h>

typedef struct sweep_case {
    bool edges; // else a vertex and a face
    mote_dvec3 start[4], end[4];
} sweep_case;

typedef enum sweep_kind {
    SWEEP_RANDOM,
    SWEEP_MESH,        // small primitives near each other, as in a fine mesh
    SWEEP_INTEGERS,    // from -2 to 2
    SWEEP_TERNARY,     // from -1 to 1
    SWEEP_RESTING,     // nothing moves
    SWEEP_PLANTED,     // they meet at an eighth of the step
    SWEEP_STACKED,     // parallel to a coordinate plane; one slides, or all do
    SWEEP_NEAR_FLOATS, // integers, and floats next to them
    SWEEP_COINCIDENT,  // two points in one place, at the start or all the time
    SWEEP_DOUBLE_ROOT,
    SWEEP_GRAZING,      // as in a mesh, nearly within a plane
    SWEEP_FLAT,         // in a plane that moves
    SWEEP_TURNING,      // in a plane that turns
    SWEEP_PLANE,        // in a coordinate plane
    SWEEP_LINE,         // on a coordinate axis
    SWEEP_DOUBLES,      // all 53 bits
    SWEEP_NEAR_DOUBLES, // integers, and doubles next to them
    SWEEP_WIDE,         // exponents span 80 places
    SWEEP_DENORMAL,     // denormal floats, alone or beside others
    SWEEP_VERY_WIDE,    // exponents span 240 places
    SWEEP_WIDEST,       // exponents span 2000 places: only in double
    SWEEP_KINDS
} sweep_kind;

// The kind of a case: all come up, those that take long more rarely.
sweep_kind sweep_case_kind(uint64_t index);

sweep_case sweep_case_make(uint64_t index);
sweep_case sweep_case_of_kind(sweep_kind kind, uint64_t index);

// Coordinate i, from 0 to 23: those of the start first.
double *sweep_coordinate(sweep_case *c, int i);

void sweep_case_round(sweep_case *c); // to float
void sweep_case_narrow(const sweep_case *c, mote_vec3 start[4], mote_vec3 end[4]);

// The public functions.
bool sweep_case_ask(const sweep_case *c, mote_impact_time *time);
bool sweep_case_ask_single(const sweep_case *c, mote_impact_time *time);

#endif
