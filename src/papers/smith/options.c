#include "papers/smith/options.h"

#define OPTION_STRUCT mote_smith_options
#define OPTION_PREFIX "smith."

#define ONLY_SMITH .methods = 1u << MOTE_METHOD_SMITH

// Method octree-update shares the level, the world cube and the comparison of boxes.
static const mote_option_row rows[] = {
    {MOTE_OPTION_U32(level), MOTE_OPTION_RANGE(0, 16), MOTE_OPTION_DEFAULT(6), .tag = 0x400,
     MOTE_OPTION_SUMMARY("Depth of the octree; 0: chosen from the size of the faces")},
    {MOTE_OPTION_BOOL(root_is_region), MOTE_OPTION_DEFAULT(false), .tag = 0x401, ONLY_SMITH,
     MOTE_OPTION_SUMMARY("The root is the overlap region of a pair, not the cube around all "
                         "candidates")},
    {MOTE_OPTION_BOOL(skip_boxes), MOTE_OPTION_DEFAULT(false), .tag = 0x402, ONLY_SMITH,
     MOTE_OPTION_SUMMARY("Put all bodies into one octree without comparing their boxes first "
                         "(section 2.2.4)")},
    {MOTE_OPTION_BOOL(face_box), MOTE_OPTION_DEFAULT(false), .tag = 0x403, ONLY_SMITH,
     MOTE_OPTION_SUMMARY("A face is in a cell if its box overlaps the cell, instead of by exact "
                         "clipping (section 3.7)")},
    {MOTE_OPTION_BOOL(bintree), MOTE_OPTION_DEFAULT(false), .tag = 0x404, ONLY_SMITH,
     MOTE_OPTION_SUMMARY("Halve one axis at a time instead of all three (the paper's future "
                         "work)")},
    {MOTE_OPTION_BOOL(paper_face_pair), MOTE_OPTION_DEFAULT_AND_PAPER(false, true), .tag = 0x405,
     ONLY_SMITH, MOTE_OPTION_SUMMARY("The paper's own face-pair test instead of the exact one"),
     .effects = MOTE_OPTION_IS_INEXACT},
    {MOTE_OPTION_FLOAT(world_side), MOTE_OPTION_RANGE(0, (double)FLT_MAX), MOTE_OPTION_DEFAULT(0),
     .tag = 0x406,
     MOTE_OPTION_SUMMARY("The root is the world cube, around the origin, of this side (the paper's "
                         "L); 0: a cube around all candidates")},
    {MOTE_OPTION_BOOL(paper_clip), MOTE_OPTION_DEFAULT_AND_PAPER(false, true), .tag = 0x407,
     ONLY_SMITH,
     MOTE_OPTION_SUMMARY("The paper's own clipping of faces by cells (section 3.7) instead of the "
                         "exact test"),
     .effects = MOTE_OPTION_IS_INEXACT},
    {MOTE_OPTION_BOOL(all_boxes), MOTE_OPTION_DEFAULT_AND_PAPER(false, true), .tag = 0x408,
     MOTE_OPTION_SUMMARY("Compare the boxes of all pairs of bodies (section 3.3) instead of those "
                         "that a tree of boxes finds"),
     .effects = MOTE_OPTION_COMPARES_ALL_BOXES},
    {MOTE_OPTION_U32(stored_level), MOTE_OPTION_RANGE(0, 10), MOTE_OPTION_DEFAULT(0), .tag = 0x409,
     .methods = 1u << MOTE_METHOD_OCTREE_UPDATE,
     MOTE_OPTION_SUMMARY("Depth of the stored octrees; 0: that of smith.level")},
};

const mote_option_table mote_smith_option_table = {MOTE_OPTION_TABLE(rows)};

mote_smith_options mote_default_smith_options(void)
{
    mote_smith_options options = {0};
    mote_option_table_defaults(&mote_smith_option_table, &options);
    return options;
}

mote_smith_options mote_literal_smith_options(void)
{
    mote_smith_options options = {0};
    mote_option_table_papers(&mote_smith_option_table, &options);
    return options;
}

mote_smith_options mote_world_def_get_smith(const mote_world_def *def)
{
    mote_smith_options options;
    mote_option_table_read(&mote_smith_option_table, def, &options);
    return options;
}

void mote_world_def_set_smith(mote_world_def *def, const mote_smith_options *options)
{
    mote_option_table_write(&mote_smith_option_table, def, options);
}

// ---------------------------------------------------------------------------------------------
// The world cube

static bool is_within(const mote_box *box, double half)
{
    const float ends[6] = {box->min.x, box->min.y, box->min.z, box->max.x, box->max.y, box->max.z};
    double largest = 0;
    for (int i = 0; i < 6; i++) largest = fmax(largest, fabs((double)ends[i]));
    return largest <= half;
}

uint32_t mote_smith_world_cube(float side, const mote_box *all, mote_box *cube)
{
    double half = 0.5 * (double)side;
    uint32_t doublings = 0;
    for (; half < (double)FLT_MAX && !is_within(all, half); half *= 2) doublings++;
    float end = (float)fmin(half, (double)FLT_MAX);
    *cube = (mote_box){{-end, -end, -end}, {end, end, end}};
    return doublings;
}
