// The experiments of Sulaiman et al. 2013: distances of two triangles by vectors and by Heron's
// formula. One group per file.

#ifndef MOTE_PAPER_SULAIMAN_SULAIMAN_H
#define MOTE_PAPER_SULAIMAN_SULAIMAN_H

#include <mote/papers.h>

#include "bench/paper/runs.h"
#include "core/random.h"

// tables.c: tables 1 and 2, six places of one pair of triangles and ten turns.
void paper_sulaiman_tables(paper_page *page, const paper_run *run);

// times.c: figure 9, the time of 90 tests.
void paper_sulaiman_times(paper_page *page, const paper_run *run);

// accuracy.c: how often each technique and each reading of the origin point is wrong.
void paper_sulaiman_accuracy(paper_page *page, const paper_run *run);

// meshes.c: the techniques as a distance of two meshes, beside ours.
void paper_sulaiman_meshes(paper_page *page, const paper_run *run);

// ---------------------------------------------------------------------------------------------
// Pairs of triangles (pairs.c)
//
// The paper's triangles are drawn, not listed. Ours are seeded: in the plane and nearly touching,
// as its figures show them.

typedef struct paper_triangle_pair {
    mote_vec3 a[3], b[3];
} paper_triangle_pair;

// In a box of this size around the origin; no needles: the paper's ten types of triangle are plump.
void paper_random_triangle(mote_random *random, bool in_plane, float size, mote_vec3 out[3]);

void paper_move_triangle(mote_vec3 t[3], mote_vec3 by);

// Turns a triangle of the plane about the origin.
void paper_turn_triangle(mote_vec3 t[3], double turns);

// Centers both on the origin, puts b on that side of a and moves it straight back until they are
// apart by about `gap`: in the plane a corner of one is then nearest to an edge of the other,
// nearly always.
void paper_bring_near(paper_triangle_pair *pair, mote_vec3 side, float gap);

// Two triangles somewhere, which do not meet.
paper_triangle_pair paper_random_pair(mote_random *random, bool in_plane);

// ---------------------------------------------------------------------------------------------
// Distances

// Of triangles that do not meet, in double, by all pairs of edges and all pairs of a corner and a
// face: what the others are held against.
double paper_true_distance(const mote_vec3 a[3], const mote_vec3 b[3]);

static inline double paper_distance_by(const paper_triangle_pair *pair,
                                       mote_sulaiman_technique technique,
                                       mote_sulaiman_choice choice)
{
    return (double)mote_sulaiman_distance(pair->a, pair->b, technique, choice);
}

// How far `found` is off, as a part of the truth.
double paper_relative_error(double truth, double found);

// A distance is right if it is off by no more than this.
#define PAPER_SULAIMAN_TOLERANCE 1e-3

#endif
