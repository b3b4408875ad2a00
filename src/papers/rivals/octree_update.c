// Face pairs of rigid bodies, by face octrees that are built once and move with the bodies.
//
//   Kitamura, Smith, Takemura, Kishino: "Parallel Algorithms for Real-Time Colliding Face Detection", IEEE
//   International Workshop on Robot and Human Communication, 1994; section 5.2 of Kitamura et al. 1998.
//
// Black nodes replace faces: black nodes that meet the overlap region of two bodies go into a node checklist, and cells of
// a standard octree are divided as long as they meet nodes of both. In the smallest cells all pairs of the nodes'
// faces are tested, each once.
//
// Nodes are widened by the rounding error of vertices. Far from the origin that is more than a node, and almost all
// nodes meet almost all cells. So cells are not divided once the widening is a quarter of their half side, and a
// smallest cell lists each face of its nodes once, and only if the present box of the face meets the cell too.
// Decided here: one pair of bodies after the other; the standard octree is below a cube around all bodies in some
// pair, and has the level of the stored ones (mote_smith_options.level, 6 where that is 0); the face-pair test is
// the exact one.

#include <string.h>

#include <mote/geometry.h>

#include "core/box.h"
#include "core/result.h"
#include "core/sort.h"
#include "core/transform.h"
#include "method/face_pair.h"
#include "method/methods.h"
#include "papers/smith/options.h"

enum { DEFAULT_LEVEL = 6, MAX_LEVEL = 10, MAX_KEYS = 1 << 20 };

#define MARGIN (1 + 1e-6) // far more than the rounding error of cells

// The smallest cells that contain part of a face are black nodes.
typedef struct black_node {
    mote_dvec3 center;
    uint32_t first_slot, slot_count; // in the octree's slots
} black_node;

// The face octree of a rest shape: the state of a body.
typedef struct stored_octree {
    double half; // half the side of every black node
    MOTE_ARRAY(black_node) nodes;
    mote_u32_array slots;
} stored_octree;

typedef struct update_world {
    MOTE_ARRAY(mote_dvec3) centers; // present centers of the nodes in the checklists
    mote_u32_array nodes;           // parallel: their numbers
    mote_u32_array stack;           // indices into the checklists, cell by cell
    mote_u32_array faces; // slots in the present cell: of the first body, then of the second
    mote_u32_array marks; // per slot of both bodies: the last cell that listed it
    mote_u64_array keys, scratch; // pairs of slots
    MOTE_ARRAY(uint8_t) found;    // per candidate
    MOTE_ARRAY(mote_box) cells;   // the smallest cells of the last frame that contain both bodies
} update_world;

// A black node in the present rotation of its body: the vectors from its center to the centers of its sides.
typedef struct turned_node {
    mote_dvec3 half[3];
    mote_dvec3 normal[3]; // of its sides
    double reach[3];      // along the normals
    mote_vec3 extent;     // half the sides of its box
} turned_node;

typedef struct side {
    const stored_octree *tree;
    const mote_shape *shape;
    turned_node node;
    uint32_t first, count; // in the checklists
    uint32_t first_mark;
} side;

typedef struct search {
    mote_frame *frame;
    update_world *world;
    side sides[2];
    uint32_t level;
    double min_half; // cells are not divided below this
    size_t max_keys; // pairs of faces to collect before duplicates are dropped
} search;

static uint32_t level_of(const mote_settings *settings)
{
    uint32_t level = mote_smith_options_of(settings)->level;
    return level == 0 ? DEFAULT_LEVEL : level < MAX_LEVEL ? level : MAX_LEVEL;
}

// ---------------------------------------------------------------------------------------------
// Cells

typedef struct cell {
    mote_dvec3 center, half;
} cell;

static cell cell_of_box(const mote_box *box)
{
    mote_dvec3 low = mote_vec_widen(box->min), high = mote_vec_widen(box->max);
    return (cell){mote_dvec_scale(mote_dvec_add(low, high), 0.5),
                  mote_dvec_scale(mote_dvec_sub(high, low), 0.5)};
}

// Widened by `slack` on each side.
static cell cube_around(const mote_box *box, double slack)
{
    cell cube = cell_of_box(box);
    double half = fmax(cube.half.x, fmax(cube.half.y, cube.half.z)) + slack;
    return (cell){cube.center, {half, half, half}};
}

static cell child_of(const cell *at, int child)
{
    cell inner = {at->center, mote_dvec_scale(at->half, 0.5)};
    inner.center.x += child & 1 ? inner.half.x : -inner.half.x;
    inner.center.y += child & 2 ? inner.half.y : -inner.half.y;
    inner.center.z += child & 4 ? inner.half.z : -inner.half.z;
    return inner;
}

static mote_box box_of_cell(const cell *c)
{
    return (mote_box){mote_dvec_narrow(mote_dvec_sub(c->center, c->half)),
                      mote_dvec_narrow(mote_dvec_add(c->center, c->half))};
}

// ---------------------------------------------------------------------------------------------
// The stored octree

typedef struct builder {
    stored_octree *tree;
    const mote_shape *shape;
    const mote_allocator *allocator;
    mote_u32_array stack; // the slots of the cells from the root to the present one
} builder;

static bool store_node(builder *b, const cell *at, size_t first)
{
    uint32_t count = (uint32_t)(b->stack.count - first);
    black_node node = {at->center, (uint32_t)b->tree->slots.count, count};
    for (uint32_t i = 0; i < count; i++) {
        if (!mote_array_push(&b->tree->slots, b->allocator, b->stack.data[first + i])) return false;
    }
    return mote_array_push(&b->tree->nodes, b->allocator, node);
}

// Pushes the slots among first .. end - 1 whose faces touch the cell.
static bool push_faces(builder *b, const cell *at, size_t first, size_t end)
{
    cell larger = {at->center, mote_dvec_scale(at->half, MARGIN)};
    mote_box box = box_of_cell(&larger);
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
static bool build_below(builder *b, const cell *at, size_t first, uint32_t level)
{
    size_t end = b->stack.count;
    if (end == first) return true;
    if (level == 0) return store_node(b, at, first);
    for (int child = 0; child < 8; child++) {
        cell inner = child_of(at, child);
        if (!push_faces(b, &inner, first, end) || !build_below(b, &inner, end, level - 1))
            return false;
        b->stack.count = end;
    }
    return true;
}

static mote_result update_admit(void *body_state, const mote_shape *shape,
                                const mote_settings *settings)
{
    uint32_t level = level_of(settings);
    builder b = {.tree = body_state, .shape = shape, .allocator = settings->allocator};
    cell root = cube_around(&shape->mesh->box, 0);
    b.tree->half = ldexp(root.half.x, -(int)level);
    bool done = true;
    for (uint32_t slot = 0; done && slot < shape->clusters->triangle_count; slot++)
        done = mote_array_push(&b.stack, b.allocator, slot);
    done = done && build_below(&b, &root, 0, level);
    mote_array_release(&b.stack, b.allocator);
    if (done) return MOTE_OK;
    return mote_fail(MOTE_ERROR_MEMORY, "no memory for a face octree of %u levels", level);
}

// ---------------------------------------------------------------------------------------------
// Present positions of nodes

// A bound of the rounding error of vertices.
static double slack_of(const mote_box *box)
{
    mote_dvec3 low = mote_dvec_abs(mote_vec_widen(box->min));
    mote_dvec3 high = mote_dvec_abs(mote_vec_widen(box->max));
    double largest = fmax(fmax(low.x, fmax(low.y, low.z)), fmax(high.x, fmax(high.y, high.z)));
    return 2.5e-7 * largest; // four times the error of rounding to nearest
}

static turned_node turn_node(const mote_shape *shape, const mote_affine *map, double half)
{
    turned_node node;
    double slack = slack_of(&shape->box);
    mote_dvec3 axes[3] = {{half, 0, 0}, {0, half, 0}, {0, 0, half}}, extent = {slack, slack, slack};
    for (int k = 0; k < 3; k++) {
        node.half[k] = mote_affine_linear(map, axes[k]);
        extent.x += fabs(node.half[k].x);
        extent.y += fabs(node.half[k].y);
        extent.z += fabs(node.half[k].z);
    }
    for (int k = 0; k < 3; k++) {
        mote_dvec3 normal = mote_dvec_cross(node.half[(k + 1) % 3], node.half[(k + 2) % 3]);
        double length = mote_dvec_length(normal);
        node.normal[k] = length > 0 ? mote_dvec_scale(normal, 1 / length) : (mote_dvec3){0, 0, 0};
        node.reach[k] = fabs(mote_dvec_dot(node.normal[k], node.half[k])) + slack;
    }
    node.extent = mote_dvec_narrow(extent);
    return node;
}

// By the separating axes of the cell and of the node, without those across two edges: a few that are apart pass.
static bool node_meets_cell(const turned_node *node, mote_dvec3 center, const cell *c)
{
    mote_dvec3 d = mote_dvec_sub(center, c->center);
    if (fabs(d.x) > c->half.x + (double)node->extent.x ||
        fabs(d.y) > c->half.y + (double)node->extent.y ||
        fabs(d.z) > c->half.z + (double)node->extent.z)
        return false;
    for (int k = 0; k < 3; k++) {
        mote_dvec3 n = node->normal[k];
        double reach =
            node->reach[k] + fabs(n.x) * c->half.x + fabs(n.y) * c->half.y + fabs(n.z) * c->half.z;
        if (fabs(mote_dvec_dot(d, n)) > reach) return false;
    }
    return true;
}

// The node checklist of one body: its black nodes that meet the overlap region.
static bool fill_checklist(search *s, side *of, const mote_box *region)
{
    const mote_transform at_rest = MOTE_NO_TRANSFORM;
    update_world *world = s->world;
    cell wanted = cell_of_box(region);
    mote_affine map = mote_affine_of(of->shape->has_transform ? &of->shape->transform : &at_rest);
    of->node = turn_node(of->shape, &map, of->tree->half);
    of->first = (uint32_t)world->nodes.count;
    for (uint32_t i = 0; i < of->tree->nodes.count; i++) {
        mote_dvec3 center = mote_affine_point(&map, of->tree->nodes.data[i].center);
        if (!node_meets_cell(&of->node, center, &wanted)) continue;
        if (!mote_array_push(&world->centers, s->frame->allocator, center) ||
            !mote_array_push(&world->nodes, s->frame->allocator, i))
            return false;
    }
    of->count = (uint32_t)world->nodes.count - of->first;
    return true;
}

// ---------------------------------------------------------------------------------------------
// The standard octree

// Ranges on the stack: nodes of the first body, then of the second.
typedef struct node_lists {
    size_t first, middle, end;
} node_lists;

static bool push_range(search *s, size_t first, size_t end, const side *of, const cell *c)
{
    for (size_t i = first; i < end; i++) {
        uint32_t listed = s->world->stack.data[i];
        if (!node_meets_cell(&of->node, s->world->centers.data[listed], c)) continue;
        if (!mote_array_push(&s->world->stack, s->frame->allocator, listed)) return false;
    }
    return true;
}

static const black_node *node_at(const search *s, const side *of, size_t on_stack)
{
    return &of->tree->nodes.data[s->world->nodes.data[s->world->stack.data[on_stack]]];
}

// Sorts the pairs and drops duplicates.
static bool drop_duplicates(search *s)
{
    update_world *world = s->world;
    size_t count = world->keys.count, kept = 0;
    world->scratch.count = 0;
    uint64_t *keys = world->keys.data,
             *scratch = mote_array_room(&world->scratch, s->frame->allocator, count);
    if (!scratch) return false;
    mote_sort_keys(keys, count, scratch);
    for (size_t i = 0; i < count; i++)
        if (i == 0 || keys[i] != keys[i - 1]) keys[kept++] = keys[i];
    world->keys.count = kept;
    s->max_keys = kept > MAX_KEYS / 2 ? 2 * kept : MAX_KEYS;
    return true;
}

static mote_box box_of_slot(const mote_shape *shape, uint32_t slot)
{
    mote_vec3 corners[3];
    mote_shape_triangle(shape, slot, corners);
    return mote_box_of_triangle(corners);
}

static bool face_meets_cell(const mote_shape *shape, uint32_t slot, const cell *c)
{
    mote_box box = box_of_slot(shape, slot);
    mote_dvec3 half = mote_dvec_scale(c->half, MARGIN);
    return (double)box.min.x <= c->center.x + half.x && (double)box.max.x >= c->center.x - half.x &&
           (double)box.min.y <= c->center.y + half.y && (double)box.max.y >= c->center.y - half.y &&
           (double)box.min.z <= c->center.z + half.z && (double)box.max.z >= c->center.z - half.z;
}

// Adds the faces of the nodes first .. end - 1 on the stack that meet the cell, each once.
static bool list_faces(search *s, const side *of, size_t first, size_t end, const cell *c)
{
    uint32_t *marks = s->world->marks.data + of->first_mark;
    uint32_t mark = (uint32_t)s->world->cells.count;
    for (size_t i = first; i < end; i++) {
        const black_node *node = node_at(s, of, i);
        const uint32_t *slots = of->tree->slots.data + node->first_slot;
        for (uint32_t k = 0; k < node->slot_count; k++) {
            if (marks[slots[k]] == mark) continue;
            marks[slots[k]] = mark;
            if (!face_meets_cell(of->shape, slots[k], c)) continue;
            if (!mote_array_push(&s->world->faces, s->frame->allocator, slots[k])) return false;
        }
    }
    return true;
}

// Adds all pairs of faces in a smallest cell.
static bool pair_faces(search *s, const cell *c, node_lists lists)
{
    mote_u32_array *faces = &s->world->faces;
    faces->count = 0;
    if (!list_faces(s, &s->sides[0], lists.first, lists.middle, c)) return false;
    size_t middle = faces->count;
    if (!list_faces(s, &s->sides[1], lists.middle, lists.end, c)) return false;
    size_t count = middle * (faces->count - middle);
    if (s->world->keys.count > s->max_keys && !drop_duplicates(s)) return false;
    uint64_t *keys = mote_array_room(&s->world->keys, s->frame->allocator, count);
    if (!keys) return false;
    for (size_t i = 0; i < middle; i++) {
        for (size_t k = middle; k < faces->count; k++)
            *keys++ = (uint64_t)faces->data[i] << 32 | faces->data[k];
    }
    s->world->keys.count += count;
    return true;
}

static bool divide(search *s, const cell *at, node_lists lists, uint32_t level)
{
    if (lists.first == lists.middle || lists.middle == lists.end) return true;
    if (mote_budget_is_over(s->frame->budget, &s->frame->sinks[0])) return true;
    s->frame->sinks[0].cluster_pairs++;
    if (level == 0 || at->half.x < s->min_half)
        return mote_array_push(&s->world->cells, s->frame->allocator, box_of_cell(at)) &&
               pair_faces(s, at, lists);
    for (int child = 0; child < 8; child++) {
        cell inner = child_of(at, child);
        node_lists below = {.first = s->world->stack.count};
        if (!push_range(s, lists.first, lists.middle, &s->sides[0], &inner)) return false;
        below.middle = s->world->stack.count;
        if (!push_range(s, lists.middle, lists.end, &s->sides[1], &inner)) return false;
        below.end = s->world->stack.count;
        if (!divide(s, &inner, below, level - 1)) return false;
        s->world->stack.count = below.first;
    }
    return true;
}

static cell root_around(const mote_candidate *candidates, uint32_t count)
{
    mote_box all = mote_box_empty();
    for (uint32_t i = 0; i < count; i++) {
        mote_box_add_box(&all, &candidates[i].a->box);
        mote_box_add_box(&all, &candidates[i].b->box);
    }
    return cube_around(&all, slack_of(&all));
}

// ---------------------------------------------------------------------------------------------
// Face pairs

// Tests all pairs that some cell contains, each once.
static bool test_faces(search *s, mote_pair_batch *batch, uint32_t number)
{
    if (!drop_duplicates(s)) return false;
    if (mote_pair_batch_poll(batch)) return true; // the division was not finished
    const uint64_t *keys = s->world->keys.data;
    for (size_t i = 0; i < s->world->keys.count; i++) {
        uint32_t slot_a = (uint32_t)(keys[i] >> 32), slot_b = (uint32_t)keys[i];
        mote_box a = box_of_slot(s->sides[0].shape, slot_a);
        mote_box b = box_of_slot(s->sides[1].shape, slot_b);
        if (mote_boxes_overlap(&a, &b)) mote_pair_batch_add(batch, number, slot_a, slot_b);
    }
    mote_pair_batch_flush(batch);
    return true;
}

static bool clear_marks(search *s)
{
    uint32_t in_a = s->sides[0].shape->clusters->triangle_count;
    uint32_t count = in_a + s->sides[1].shape->clusters->triangle_count;
    s->sides[1].first_mark = in_a;
    uint32_t *marks = mote_array_room(&s->world->marks, s->frame->allocator, count);
    if (marks) memset(marks, 0, count * sizeof *marks);
    return marks;
}

static bool search_pair(search *s, mote_pair_batch *batch, const mote_candidate *c, uint32_t number,
                        const cell *root)
{
    update_world *world = s->world;
    s->sides[0] = (side){.tree = c->state_a, .shape = c->a};
    s->sides[1] = (side){.tree = c->state_b, .shape = c->b};
    s->min_half = 4 * slack_of(&c->region);
    s->max_keys = MAX_KEYS;
    world->centers.count = world->nodes.count = world->stack.count = world->keys.count = 0;
    if (!clear_marks(s) || !fill_checklist(s, &s->sides[0], &c->region) ||
        !fill_checklist(s, &s->sides[1], &c->region))
        return false;
    uint32_t total = (uint32_t)world->nodes.count;
    uint32_t *all = mote_array_room(&world->stack, s->frame->allocator, total);
    if (!all) return false;
    for (uint32_t i = 0; i < total; i++) all[i] = i;
    world->stack.count = total;
    node_lists lists = {0, s->sides[0].count, total};
    return divide(s, root, lists, s->level) && test_faces(s, batch, number);
}

static mote_result update_pairs(mote_frame *frame, mote_candidate *candidates, uint32_t count)
{
    update_world *world = frame->state;
    world->cells.count = 0;
    search s = {.frame = frame, .world = world, .level = level_of(frame->settings)};
    uint8_t *found = mote_array_room(&world->found, frame->allocator, count);
    if (!found) return mote_fail_memory(count, "a mark per pair of bodies");
    memset(found, 0, count);
    mote_pair_batch batch;
    mote_pair_batch_begin(&batch, frame, &frame->sinks[0], candidates, found);
    cell root = root_around(candidates, count);
    for (uint32_t i = 0; i < count; i++) {
        mote_pair_batch_turn(&batch, candidates[i].begin.skip, candidates[i].end.skip);
        if (!search_pair(&s, &batch, &candidates[i], i, &root))
            return mote_fail(MOTE_ERROR_MEMORY, "no memory for the nodes of two bodies");
        candidates[i].complete = !batch.stopped;
        candidates[i].stopped.skip = mote_pair_batch_stopped_at(&batch);
    }
    return MOTE_OK;
}

static void update_drop(void *body_state, const mote_allocator *allocator)
{
    stored_octree *tree = body_state;
    mote_array_release(&tree->nodes, allocator);
    mote_array_release(&tree->slots, allocator);
}

static void update_drop_world(void *world_state, const mote_allocator *allocator)
{
    update_world *w = world_state;
    mote_array_release(&w->centers, allocator);
    mote_array_release(&w->nodes, allocator);
    mote_array_release(&w->stack, allocator);
    mote_array_release(&w->faces, allocator);
    mote_array_release(&w->marks, allocator);
    mote_array_release(&w->keys, allocator);
    mote_array_release(&w->scratch, allocator);
    mote_array_release(&w->found, allocator);
    mote_array_release(&w->cells, allocator);
}

static void update_draw(const void *world_state, const mote_debug_draw *draw)
{
    const update_world *w = world_state;
    for (size_t i = 0; draw->box && i < w->cells.count; i++)
        draw->box(draw->context, MOTE_DRAW_CELL, &w->cells.data[i]);
}

const mote_method_api mote_method_octree_update = {
    .info = {.method = MOTE_METHOD_OCTREE_UPDATE,
             .name = "octree-update",
             .summary = "Kitamura et al. 1994: stored face octrees that move with rigid bodies",
             .abilities = MOTE_ABILITY_FACE_PAIRS | MOTE_ABILITY_CONCAVE | MOTE_ABILITY_EXACT},
    .options = &mote_smith_option_table,
    .world_state_bytes = sizeof(update_world),
    .world_state_is_scratch = true,
    .body_state_bytes = sizeof(stored_octree),
    .admit = update_admit,
    .drop = update_drop,
    .drop_world = update_drop_world,
    .resumes_pairs = true,
    .pairs = update_pairs,
    .draw = update_draw,
};
