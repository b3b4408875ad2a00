// The internals of deformers: a kind is a table of functions, and the struct of each kind starts
// with a mote_deformer.

#ifndef MOTE_DEFORM_DEFORMER_H
#define MOTE_DEFORM_DEFORMER_H

#include <mote/deform.h>

#include "core/memory.h"
#include "deform/nodes.h"
#include "shape/shape.h"

// Number of vertices evaluated together: large enough to amortize the call, small enough for the L1
// cache. The number is fixed so that blocks do not depend on the number of threads.
enum { MOTE_DEFORM_BLOCK = 1024 };

typedef struct mote_deformer_kind {
    const char *name;
    // Replaces positions[i] of vertices[i], the result of the deformers before, by the result of
    // this deformer, for at most MOTE_DEFORM_BLOCK vertices. The result must not depend on the
    // grouping of vertices.
    void (*apply)(const mote_deformer *self, const uint32_t *vertices, uint32_t count,
                  mote_vec3 *positions);
    // Replaces the bound of a node by a bound of the result. Null for a kind that cannot bound.
    mote_result (*bound)(const mote_deformer *self, uint32_t node, mote_node_bound *bound);
    // Releases memory allocated by the kind other than the deformer struct. May be null.
    void (*release)(mote_deformer *self);
} mote_deformer_kind;

struct mote_deformer {
    const mote_deformer_kind *kind;
    size_t struct_bytes; // size of the struct of the kind
    mote_memory memory;
    mote_allocator allocator; // counts in `memory`
    const mote_mesh *mesh;
    const mote_nodes *nodes; // null: cannot bound
    bool can_bound;
};

// The fields that all defs share. `name` is the middle of mote_NAME_create, for messages.
typedef struct mote_deformer_basis {
    const char *name;
    bool cookie_is_right;
    const mote_mesh *mesh;
    const mote_nodes *nodes;
    mote_allocator allocator;
} mote_deformer_basis;

mote_result mote_deformer_check(const mote_deformer_basis *basis);

// Allocates a zeroed struct of `bytes` and fills in its mote_deformer. Returns null for no memory,
// with the message set.
void *mote_deformer_allocate(const mote_deformer_basis *basis, const mote_deformer_kind *kind,
                             size_t bytes);

// Returns MOTE_ERROR_ARGUMENT unless the deformer is of the kind. `call` is the name of the public
// function.
mote_result mote_deformer_expect(const mote_deformer *deformer, const mote_deformer_kind *kind,
                                 const char *call);

// ---------------------------------------------------------------------------------------------
// The interface to shapes

// The result refers to the deformer, which must outlive it.
mote_deformation mote_deformer_deformation(const mote_deformer *deformer);

const mote_mesh *mote_deformer_mesh(const mote_deformer *deformer);

#endif
