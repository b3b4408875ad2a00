#include "shape/face_tree.h"

#include <string.h>

#include "core/box.h"

void mote_face_tree_release(mote_face_tree *tree, const mote_allocator *allocator)
{
    mote_box_tree_release(&tree->tree, allocator);
    mote_array_release(&tree->discs, allocator);
    mote_release(allocator, tree->is_filled, tree->cluster_count, 1);
    *tree = (mote_face_tree){0};
}

bool mote_face_tree_begin(mote_face_tree *tree, const mote_shape *shape,
                          const mote_allocator *allocator)
{
    if (tree->version == shape->version) return true;
    uint32_t count = shape->clusters->cluster_count;
    if (!tree->is_filled) {
        tree->is_filled = mote_allocate_zeroed(allocator, count, 1);
        if (!tree->is_filled) return false;
        tree->cluster_count = count;
    }
    tree->version = 0;
    tree->is_complete = false;
    if (!mote_box_tree_begin(&tree->tree, allocator, shape->clusters->triangle_count)) return false;
    memset(tree->is_filled, 0, count);
    tree->version = shape->version;
    return true;
}

void mote_face_tree_fill(mote_face_tree *tree, const mote_shape *shape, uint32_t cluster)
{
    if (tree->is_filled[cluster]) return;
    mote_box8 *groups = tree->tree.groups.data;
    mote_box8 *parents = tree->tree.level_count > 1 ? groups + tree->tree.first_group[1] : NULL;
    uint32_t end = mote_cluster_end(shape->clusters, cluster);
    for (uint32_t slot = mote_cluster_first(cluster); slot < end; slot += 8) {
        uint32_t group = slot / 8;
        mote_box whole;
        MOTE_PICK_KERNEL(mote_face_boxes)
        (shape->xyz, shape->clusters->corners, slot, end - slot < 8 ? end - slot : 8,
         &groups[group], &whole);
        if (parents) mote_box8_set(&parents[group / 8], group % 8, &whole);
    }
    tree->is_filled[cluster] = 1;
}

// Fills the discs of the groups of eight faces of a cluster, whose boxes have been filled.
static void fill_discs(mote_face_tree *tree, const mote_shape *shape, uint32_t cluster)
{
    const mote_box8 *boxes = tree->tree.groups.data + tree->tree.first_group[1];
    uint32_t end = mote_cluster_end(shape->clusters, cluster);
    for (uint32_t slot = mote_cluster_first(cluster); slot < end; slot += 8) {
        uint32_t group = slot / 8;
        mote_box box = mote_box8_get(&boxes[group / 8], group % 8);
        mote_disc disc = MOTE_PICK_KERNEL(mote_disc_of_faces)(
            shape->xyz, shape->clusters->corners, slot, end - slot < 8 ? end - slot : 8, &box);
        mote_disc8_set(&tree->discs.data[group / 8], group % 8, &disc);
    }
}

typedef struct fill_job {
    mote_face_tree *tree;
    const mote_shape *shape;
} fill_job;

enum { CLUSTERS_PER_BLOCK = 32 };

static void fill_block(void *argument, uint32_t block, uint32_t worker)
{
    (void)worker;
    const fill_job *job = argument;
    uint32_t first = block * CLUSTERS_PER_BLOCK, end = first + CLUSTERS_PER_BLOCK;
    if (end > job->tree->cluster_count) end = job->tree->cluster_count;
    for (uint32_t c = first; c < end; c++) {
        mote_face_tree_fill(job->tree, job->shape, c);
        if (job->tree->discs.count > 0) fill_discs(job->tree, job->shape, c);
    }
}

// Computes the discs of nodes above level 1 from the discs of their children.
static void finish_discs(mote_face_tree *tree)
{
    const mote_box_tree *boxes = &tree->tree;
    for (uint32_t level = 2; level < boxes->level_count; level++) {
        uint32_t below = boxes->first_group[level - 1] - boxes->first_group[1];
        uint32_t own = boxes->first_group[level] - boxes->first_group[1];
        for (uint32_t i = 0; i < boxes->first_group[level] - boxes->first_group[level - 1]; i++) {
            const mote_box8 *children = boxes->groups.data + boxes->first_group[level - 1] + i;
            mote_box box =
                mote_box8_get(boxes->groups.data + boxes->first_group[level] + i / 8, i % 8);
            uint32_t count = 0; // of children that exist
            while (count < 8 && children->min_x[count] <= children->max_x[count]) count++;
            mote_disc disc = mote_disc_around(tree->discs.data + below + i, count, &box);
            mote_disc8_set(tree->discs.data + own + i / 8, i % 8, &disc);
        }
    }
}

static bool make_disc_room(mote_face_tree *tree, const mote_allocator *allocator)
{
    const mote_box_tree *boxes = &tree->tree;
    size_t count =
        boxes->level_count > 1 ? boxes->first_group[boxes->level_count] - boxes->first_group[1] : 0;
    if (!mote_array_reserve(&tree->discs, allocator, count)) return false;
    tree->discs.count = count;
    return true;
}

bool mote_face_tree_complete(mote_face_tree *tree, const mote_shape *shape,
                             const mote_allocator *allocator, const mote_tasks *tasks)
{
    if (!mote_face_tree_begin(tree, shape, allocator)) return false;
    if (tree->is_complete) return true;
    if (!make_disc_room(tree, allocator)) return false;
    fill_job job = {tree, shape};
    tasks->run(tasks->context, fill_block, &job,
               (tree->cluster_count + CLUSTERS_PER_BLOCK - 1) / CLUSTERS_PER_BLOCK);
    mote_box_tree_finish_above(&tree->tree, 1);
    finish_discs(tree);
    tree->is_complete = true;
    return true;
}
