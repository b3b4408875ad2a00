#include <mote/geometry.h>

#include "papers/rivals/octree_update/octree_update.h"

typedef struct builder {
    mote_stored_octree *tree;
    const mote_shape *shape;
    const mote_allocator *allocator;
    mote_u32_array stack; // the slots of the cells from the root to the present one
} builder;

static bool store_node(builder *b, const mote_octree_cell *at, size_t first)
{
    uint32_t count = (uint32_t)(b->stack.count - first);
    mote_black_node node = {at->center, (uint32_t)b->tree->slots.count, count};
    for (uint32_t i = 0; i < count; i++) {
        if (!mote_array_push(&b->tree->slots, b->allocator, b->stack.data[first + i])) return false;
    }
    return mote_array_push(&b->tree->nodes, b->allocator, node);
}

// Pushes the slots among first .. end - 1 whose faces touch the cell.
static bool push_faces(builder *b, const mote_octree_cell *at, size_t first, size_t end)
{
    mote_octree_cell larger = {at->center, mote_dvec_scale(at->half, MOTE_OCTREE_MARGIN)};
    mote_box box = mote_octree_cell_box(&larger);
    for (size_t i = first; i < end; i++) {
        uint32_t slot = b->stack.data[i];
        mote_vec3 triangle[3];
        mote_mesh_corners(b->shape->mesh, mote_shape_face(b->shape, slot), triangle);
        if (!mote_triangle_box(triangle, &box)) continue;
        if (!mote_array_push(&b->stack, b->allocator, slot)) return false;
    }
    return true;
}

// The faces of the cell are the top of the stack, from `first` on.
static bool build_below(builder *b, const mote_octree_cell *at, size_t first, uint32_t level)
{
    size_t end = b->stack.count;
    if (end == first) return true;
    if (level == 0) return store_node(b, at, first);
    for (int child = 0; child < 8; child++) {
        mote_octree_cell inner = mote_octree_child(at, child);
        if (!push_faces(b, &inner, first, end) || !build_below(b, &inner, end, level - 1))
            return false;
        b->stack.count = end;
    }
    return true;
}

bool mote_stored_octree_build(mote_stored_octree *out, const mote_shape *shape, uint32_t level,
                              const mote_allocator *allocator)
{
    builder b = {.tree = out, .shape = shape, .allocator = allocator};
    mote_octree_cell root = mote_octree_cube(&shape->mesh->box, 0);
    out->half = ldexp(root.half.x, -(int)level);
    bool done = true;
    for (uint32_t slot = 0; done && slot < shape->clusters->triangle_count; slot++)
        done = mote_array_push(&b.stack, b.allocator, slot);
    done = done && build_below(&b, &root, 0, level);
    mote_array_release(&b.stack, b.allocator);
    return done;
}

void mote_stored_octree_release(mote_stored_octree *tree, const mote_allocator *allocator)
{
    mote_array_release(&tree->nodes, allocator);
    mote_array_release(&tree->slots, allocator);
}
