#include "papers/rivals/octree_update/stored_octree.h"

#include <mote/geometry.h>

typedef struct builder {
    mote_stored_octree *tree;
    const mote_shape *shape;
    const mote_allocator *allocator;
    mote_u32_array stack; // the slots of the cells from the root to the present one
} builder;

typedef struct cell {
    mote_dvec3 center;
    double half;
} cell;

static void rest_triangle(const mote_shape *shape, uint32_t slot, mote_vec3 out[3])
{
    mote_mesh_corners(shape->mesh, mote_shape_face(shape, slot), out);
}

// Rounded outwards: a face is in every cell that it touches.
static mote_box cell_box(const cell *c)
{
    double half = c->half * (1 + 1e-6);
    return (mote_box){
        {(float)(c->center.x - half), (float)(c->center.y - half), (float)(c->center.z - half)},
        {(float)(c->center.x + half), (float)(c->center.y + half), (float)(c->center.z + half)}};
}

static bool store_node(builder *b, const cell *at, size_t first)
{
    const uint32_t *slots = b->stack.data + first;
    uint32_t count = (uint32_t)(b->stack.count - first);
    mote_black_node node = {at->center, (uint32_t)b->tree->slots.count, count};
    for (uint32_t i = 0; i < count; i++) {
        if (!mote_array_push(&b->tree->slots, b->allocator, slots[i])) return false;
    }
    return mote_array_push(&b->tree->nodes, b->allocator, node);
}

// Pushes the slots among first .. end - 1 whose faces touch the cell.
static bool push_faces(builder *b, const cell *at, size_t first, size_t end)
{
    mote_box box = cell_box(at);
    for (size_t i = first; i < end; i++) {
        uint32_t slot = b->stack.data[i];
        mote_vec3 triangle[3];
        rest_triangle(b->shape, slot, triangle);
        if (!mote_triangle_box(triangle, &box)) continue;
        if (!mote_array_push(&b->stack, b->allocator, slot)) return false;
    }
    return true;
}

// The faces of the cell are the top of the stack, from `first` on.
static bool divide(builder *b, const cell *at, size_t first, uint32_t level)
{
    size_t end = b->stack.count;
    if (end == first) return true;
    if (level == 0) return store_node(b, at, first);
    for (int child = 0; child < 8; child++) {
        cell inner = {at->center, 0.5 * at->half};
        inner.center.x += child & 1 ? inner.half : -inner.half;
        inner.center.y += child & 2 ? inner.half : -inner.half;
        inner.center.z += child & 4 ? inner.half : -inner.half;
        if (!push_faces(b, &inner, first, end) || !divide(b, &inner, end, level - 1)) return false;
        b->stack.count = end;
    }
    return true;
}

static cell cube_around(const mote_box *box)
{
    mote_dvec3 low = mote_vec_widen(box->min), high = mote_vec_widen(box->max);
    mote_dvec3 size = mote_dvec_sub(high, low);
    return (cell){mote_dvec_scale(mote_dvec_add(low, high), 0.5),
                  0.5 * fmax(size.x, fmax(size.y, size.z))};
}

bool mote_stored_octree_build(mote_stored_octree *tree, const mote_shape *shape, uint32_t level,
                              const mote_allocator *allocator)
{
    *tree = (mote_stored_octree){0};
    builder b = {.tree = tree, .shape = shape, .allocator = allocator};
    cell root = cube_around(&shape->mesh->box);
    tree->half = ldexp(root.half, -(int)level);
    bool done = true;
    for (uint32_t slot = 0; done && slot < shape->clusters->triangle_count; slot++)
        done = mote_array_push(&b.stack, allocator, slot);
    done = done && divide(&b, &root, 0, level);
    mote_array_release(&b.stack, allocator);
    return done;
}

void mote_stored_octree_release(mote_stored_octree *tree, const mote_allocator *allocator)
{
    mote_array_release(&tree->nodes, allocator);
    mote_array_release(&tree->slots, allocator);
}
