// Face pairs of rigid bodies, by face octrees that are built once and move with the bodies.
//
//   Kitamura, Smith, Takemura, Kishino: "Parallel Algorithms for Real-Time Colliding Face Detection", IEEE
//   International Workshop on Robot and Human Communication, 1994; section 5.2 of Kitamura et al. 1998.
//
// Black nodes replace faces: black nodes that meet the overlap region of two bodies go into a node
// checklist, and cells of a standard octree are divided as long as they meet nodes of both. In the
// smallest cells all pairs of the nodes' faces are tested, each once.
//
// Nodes are widened by the rounding error of vertices. Far from the origin that is more than a
// node, and almost all nodes meet almost all cells. So cells are not divided once the widening is a
// quarter of their half side, and a smallest cell lists each face of its nodes once, and only if
// the present box of the face meets the cell too. A world cube that was doubled has no cells
// smaller than the nodes of either body: each level may have eight times as many.
//
// Decided here: one pair of bodies after the other; the standard octree is below a cube around all
// bodies in some pair, or below the world cube where mote_smith_options.world_side gives one; its
// level is mote_smith_options.level, 6 where that is 0. The paper does not say how fine the stored
// octrees are: they have the same number of levels, below cubes of their own, or
// mote_smith_options.stored_level; the face-pair test is the exact one.

#include <string.h>

#include <mote/geometry.h>

#include "core/box.h"
#include "core/result.h"
#include "core/sort.h"
#include "core/transform.h"
#include "method/face_pair.h"
#include "method/methods.h"
#include "papers/rivals/octree_update/octree_update.h"
#include "papers/smith/options.h"

enum { DEFAULT_LEVEL = 6, MAX_LEVEL = 10, MAX_KEYS = 1 << 20 };

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

typedef struct side {
    const mote_stored_octree *tree;
    const mote_shape *shape;
    mote_turned_node node;
    uint32_t first, count; // in the checklists
    uint32_t first_mark;
} side;

typedef struct search {
    mote_frame *frame;
    update_world *world;
    side sides[2];
    double min_half; // cells are not divided below this
    size_t max_keys; // pairs of faces to collect before duplicates are dropped
} search;

static uint32_t level_of(const mote_settings *settings)
{
    uint32_t level = mote_smith_options_of(settings)->level;
    return level == 0 ? DEFAULT_LEVEL : level < MAX_LEVEL ? level : MAX_LEVEL;
}

static mote_result update_admit(void *body_state, const mote_shape *shape,
                                const mote_settings *settings)
{
    uint32_t level = mote_smith_options_of(settings)->stored_level;
    if (level == 0) level = level_of(settings);
    if (mote_stored_octree_build(body_state, shape, level, settings->allocator)) return MOTE_OK;
    return mote_fail(MOTE_ERROR_MEMORY, "no memory for a face octree of %u levels", level);
}

// ---------------------------------------------------------------------------------------------
// Node checklists

// The node checklist of one body: its black nodes that meet the overlap region.
static bool fill_checklist(search *s, side *of, const mote_box *region)
{
    const mote_transform at_rest = MOTE_NO_TRANSFORM;
    update_world *world = s->world;
    mote_octree_cell wanted = mote_octree_cell_of(region);
    mote_affine map = mote_affine_of(of->shape->has_transform ? &of->shape->transform : &at_rest);
    of->node = mote_turned_node_of(of->shape, &map, of->tree->half);
    of->first = (uint32_t)world->nodes.count;
    for (uint32_t i = 0; i < of->tree->nodes.count; i++) {
        mote_dvec3 center = mote_affine_point(&map, of->tree->nodes.data[i].center);
        if (!mote_turned_node_meets(&of->node, center, &wanted)) continue;
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

static bool push_range(search *s, size_t first, size_t end, const side *of,
                       const mote_octree_cell *c)
{
    for (size_t i = first; i < end; i++) {
        uint32_t listed = s->world->stack.data[i];
        if (!mote_turned_node_meets(&of->node, s->world->centers.data[listed], c)) continue;
        if (!mote_array_push(&s->world->stack, s->frame->allocator, listed)) return false;
    }
    return true;
}

static const mote_black_node *node_at(const search *s, const side *of, size_t on_stack)
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

static bool face_meets_cell(const mote_shape *shape, uint32_t slot, const mote_octree_cell *c)
{
    mote_box box = box_of_slot(shape, slot);
    mote_dvec3 half = mote_dvec_scale(c->half, MOTE_OCTREE_MARGIN);
    return (double)box.min.x <= c->center.x + half.x && (double)box.max.x >= c->center.x - half.x &&
           (double)box.min.y <= c->center.y + half.y && (double)box.max.y >= c->center.y - half.y &&
           (double)box.min.z <= c->center.z + half.z && (double)box.max.z >= c->center.z - half.z;
}

// Adds the faces of the nodes first .. end - 1 on the stack that meet the cell, each once.
static bool list_faces(search *s, const side *of, size_t first, size_t end,
                       const mote_octree_cell *c)
{
    uint32_t *marks = s->world->marks.data + of->first_mark;
    uint32_t mark = (uint32_t)s->world->cells.count;
    for (size_t i = first; i < end; i++) {
        const mote_black_node *node = node_at(s, of, i);
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
static bool pair_faces(search *s, const mote_octree_cell *c, node_lists lists)
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

static bool divide(search *s, const mote_octree_cell *at, node_lists lists, uint32_t level)
{
    if (lists.first == lists.middle || lists.middle == lists.end) return true;
    if (mote_budget_is_over(s->frame->budget, &s->frame->sinks[0])) return true;
    s->frame->sinks[0].cluster_pairs++;
    if (level == 0 || at->half.x < s->min_half)
        return mote_array_push(&s->world->cells, s->frame->allocator, mote_octree_cell_box(at)) &&
               pair_faces(s, at, lists);
    for (int child = 0; child < 8; child++) {
        mote_octree_cell inner = mote_octree_child(at, child);
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

// The cell that the standard octree divides, and how often.
typedef struct standard_root {
    mote_octree_cell cell;
    uint32_t level;
    bool was_doubled;
} standard_root;

static standard_root root_around(const mote_settings *settings, const mote_candidate *candidates,
                                 uint32_t count)
{
    mote_box all = mote_box_empty();
    for (uint32_t i = 0; i < count; i++) {
        mote_box_add_box(&all, &candidates[i].a->box);
        mote_box_add_box(&all, &candidates[i].b->box);
    }
    standard_root root = {mote_octree_cube(&all, mote_octree_slack(&all)), level_of(settings),
                          false};
    float world_side = mote_smith_options_of(settings)->world_side;
    if (world_side > 0) {
        mote_box around = mote_octree_cell_box(&root.cell), cube;
        uint32_t doublings = mote_smith_world_cube(world_side, &around, &cube);
        root.level += doublings;
        root.was_doubled = doublings > 0;
        root.cell = mote_octree_cell_of(&cube);
    }
    return root;
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

static double half_of_node(const side *of)
{
    const mote_dvec3 *extent = &of->node.extent;
    return fmax(extent->x, fmax(extent->y, extent->z));
}

static bool search_pair(search *s, mote_pair_batch *batch, const mote_candidate *c, uint32_t number,
                        const standard_root *root)
{
    update_world *world = s->world;
    s->sides[0] = (side){.tree = c->state_a, .shape = c->a};
    s->sides[1] = (side){.tree = c->state_b, .shape = c->b};
    s->min_half = 4 * mote_octree_slack(&c->region);
    s->max_keys = MAX_KEYS;
    world->centers.count = world->nodes.count = world->stack.count = world->keys.count = 0;
    if (!clear_marks(s) || !fill_checklist(s, &s->sides[0], &c->region) ||
        !fill_checklist(s, &s->sides[1], &c->region))
        return false;
    if (root->was_doubled)
        s->min_half =
            fmax(s->min_half, fmax(half_of_node(&s->sides[0]), half_of_node(&s->sides[1])));
    uint32_t total = (uint32_t)world->nodes.count;
    uint32_t *all = mote_array_room(&world->stack, s->frame->allocator, total);
    if (!all) return false;
    for (uint32_t i = 0; i < total; i++) all[i] = i;
    world->stack.count = total;
    node_lists lists = {0, s->sides[0].count, total};
    return divide(s, &root->cell, lists, root->level) && test_faces(s, batch, number);
}

static mote_result update_pairs(mote_frame *frame, mote_candidate *candidates, uint32_t count)
{
    update_world *world = frame->state;
    world->cells.count = 0;
    search s = {.frame = frame, .world = world};
    uint8_t *found = mote_array_room(&world->found, frame->allocator, count);
    if (!found) return mote_fail_memory(count, "a mark per pair of bodies");
    memset(found, 0, count);
    mote_pair_batch batch;
    mote_pair_batch_begin(&batch, frame, &frame->sinks[0], candidates, found);
    standard_root root = root_around(frame->settings, candidates, count);
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
    mote_stored_octree_release(body_state, allocator);
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
    .body_state_bytes = sizeof(mote_stored_octree),
    .admit = update_admit,
    .drop = update_drop,
    .drop_world = update_drop_world,
    .resumes_pairs = true,
    .pairs = update_pairs,
    .draw = update_draw,
};
