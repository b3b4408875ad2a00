// The tree of areas is the order of the splits, with areas in the place of cells: a cell without an area is left
// out, a cell with several becomes a node of its own, and a node with one child gives way to it.

#include <string.h>

#include "core/result.h"
#include "mesh/lists.h"
#include "papers/areas/areas.h"

typedef struct tree_builder {
    mote_area_node *nodes;
    uint32_t node_count;
    uint32_t *first_child, *last_child; // of each split, as nodes; MOTE_NONE for none
    uint32_t *next;                     // the next child of the same split, of each node
} tree_builder;

static void add_child(tree_builder *b, uint32_t split, uint32_t node)
{
    b->next[node] = MOTE_NONE;
    if (b->first_child[split] == MOTE_NONE)
        b->first_child[split] = node;
    else
        b->next[b->last_child[split]] = node;
    b->last_child[split] = node;
}

// The node that stands for a split whose children are known; MOTE_NONE for none.
static uint32_t close_split(tree_builder *b, uint32_t split)
{
    if (b->first_child[split] == b->last_child[split]) return b->first_child[split];
    uint32_t node = b->node_count++;
    for (uint32_t child = b->first_child[split]; child != MOTE_NONE; child = b->next[child])
        b->nodes[child].parent = node;
    return node;
}

static void list_children(const mote_area_node *nodes, uint32_t node_count, uint32_t *first,
                          uint32_t *items)
{
    memset(first, 0, ((size_t)node_count + 1) * sizeof *first);
    for (uint32_t i = 0; i + 1 < node_count; i++) first[nodes[i].parent]++;
    mote_lists_start(first, node_count);
    for (uint32_t i = 0; i + 1 < node_count; i++) items[first[nodes[i].parent]++] = i;
    mote_lists_rewind(first, node_count);
}

static mote_result keep_children(mote_areas *areas)
{
    uint32_t count = areas->view.node_count;
    uint32_t *first = mote_areas_allocate(areas, (size_t)count + 1, sizeof *first);
    uint32_t *items = mote_areas_allocate(areas, count - 1, sizeof *items);
    if (!first || !items) return MOTE_ERROR_MEMORY;
    list_children(areas->view.nodes, count, first, items);
    areas->view.children = (mote_lists){.first = first, .items = items, .count = count};
    return MOTE_OK;
}

mote_result mote_areas_build_tree(mote_areas *areas, const mote_quantizer_tree *splits,
                                  const mote_area_regions *regions, uint32_t cell_count,
                                  mote_arena *scratch)
{
    size_t most = 2 * (size_t)regions->count;
    tree_builder b = {.node_count = regions->count};
    b.nodes = mote_areas_allocate(areas, most, sizeof *b.nodes);
    if (!b.nodes) return MOTE_ERROR_MEMORY;
    b.first_child = mote_arena_take(scratch, 2 * (size_t)cell_count, sizeof *b.first_child);
    b.last_child = mote_arena_take(scratch, 2 * (size_t)cell_count, sizeof *b.last_child);
    b.next = mote_arena_take(scratch, most, sizeof *b.next);
    if (!b.first_child || !b.last_child || !b.next)
        return mote_fail_memory(most * sizeof *b.next, "the tree of areas");
    memset(b.first_child, 0xff, splits->node_count * sizeof *b.first_child); // MOTE_NONE
    memset(b.last_child, 0xff, splits->node_count * sizeof *b.last_child);
    for (uint32_t a = 0; a < regions->count; a++) add_child(&b, splits->leaf[regions->cell[a]], a);
    uint32_t root = MOTE_NONE;
    for (uint32_t split = splits->node_count; split-- > 0;) {
        uint32_t node = close_split(&b, split);
        if (splits->parent[split] == MOTE_NONE)
            root = node;
        else if (node != MOTE_NONE)
            add_child(&b, splits->parent[split], node);
    }
    b.nodes[root].parent = MOTE_NONE;
    areas->view.nodes = b.nodes;
    areas->view.node_count = b.node_count;
    return keep_children(areas);
}
