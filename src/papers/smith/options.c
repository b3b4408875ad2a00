#include "papers/smith/options.h"

#define OPTION_STRUCT mote_smith_options
#define OPTION_PREFIX "smith."

#define ONLY_SMITH .methods = 1u << MOTE_METHOD_SMITH

// Method octree-update shares the level.
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
    {MOTE_OPTION_BOOL(paper_face_pair), MOTE_OPTION_DEFAULT(false), .tag = 0x405, ONLY_SMITH,
     MOTE_OPTION_SUMMARY("The paper's own face-pair test instead of the exact one"),
     .effects = MOTE_OPTION_IS_INEXACT},
};

const mote_option_table mote_smith_option_table = {MOTE_OPTION_TABLE(rows)};

mote_smith_options mote_default_smith_options(void)
{
    mote_smith_options options = {0};
    mote_option_table_defaults(&mote_smith_option_table, &options);
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
