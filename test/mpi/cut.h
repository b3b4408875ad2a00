// Bodies cut into pieces and dealt out to ranks, as every rank computes it for itself.

#ifndef MOTE_TEST_MPI_CUT_H
#define MOTE_TEST_MPI_CUT_H

#include <mote/mpi.h>

#include "core/random.h"

enum { CUT_MOST = 5 };

// One piece; empty if it belongs to another rank.
typedef struct cut_piece {
    int owner;
    uint32_t triangle_count, vertex_count;
    uint32_t *vertices; // of the body
    mote_mesh *mesh;
    mote_vec3 *now;
    mote_mpi_piece_id id;
    mote_mpi_piece_def def;
    uint32_t *faces, *border_vertices, *border_numbers;
} cut_piece;

typedef struct cut_body {
    uint32_t piece_count;
    cut_piece pieces[CUT_MOST];
    uint32_t vertex_count;
} cut_body;

// Cuts a body into `piece_count` pieces, by runs of its triangles or each at random, for random
// owners. `def` is that of the body in one world. All ranks call it with the same random numbers;
// each makes meshes of all pieces.
void cut_body_make(cut_body *cut, uint32_t number, const mote_mesh *mesh, const mote_body_def *def,
                   uint32_t piece_count, int rank_count, mote_random *random);
void cut_body_release(cut_body *cut);

// Creates the pieces of this rank.
void cut_body_add(cut_body *cut, mote_mpi_world *world, int rank);
// Hands pieces over to other ranks, at random.
void cut_body_deal(cut_body *cut, mote_mpi_world *world, int rank, int rank_count,
                   mote_random *random);
// Sets the positions of the pieces of this rank from those of the whole body.
void cut_body_move(cut_body *cut, mote_mpi_world *world, int rank, const mote_vec3 *positions);

// Ends all ranks with the message unless the condition holds.
#define EXPECT(condition, ...)                                                                     \
    do {                                                                                           \
        if (!(condition)) cut_fail(__FILE__, __LINE__, #condition, __VA_ARGS__);                   \
    } while (0)
void cut_fail(const char *file, int line, const char *what, const char *format, ...)
    __attribute__((format(printf, 4, 5), noreturn));

#endif
