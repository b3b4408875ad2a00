// The options of method lbg.

#include "papers/lbg/lbg.h"

#define OPTION_STRUCT mote_lbg_options
#define OPTION_PREFIX "lbg."

static const char *const counts[] = {"spheres", "shadows", "kissing"};
static const char *const distances[] = {"mean-edge", "all-pairs"};

static const mote_option_row rows[] = {
    {MOTE_OPTION_U32(particles), MOTE_OPTION_RANGE(0, MOTE_LBG_MAX_PARTICLES),
     MOTE_OPTION_DEFAULT(12), .tag = 0x200,
     MOTE_OPTION_SUMMARY("Particles per body, one per area; 0: chosen by lbg.count")},
    {MOTE_OPTION_CHOICE(count, counts), MOTE_OPTION_DEFAULT(MOTE_LBG_COUNT_SPHERES), .tag = 0x201,
     MOTE_OPTION_SUMMARY("How the number of particles is chosen if lbg.particles is 0")},
    {MOTE_OPTION_BOOL(literal_areas), MOTE_OPTION_DEFAULT_AND_PAPER(false, true), .tag = 0x202,
     MOTE_OPTION_SUMMARY("Areas are the cells of the paper: in fragments, some of them empty")},
    {MOTE_OPTION_CHOICE(distance, distances), MOTE_OPTION_DEFAULT(MOTE_LBG_MEAN_EDGE), .tag = 0x203,
     MOTE_OPTION_SUMMARY("How the distance of particles that probably collide is computed")},
    {MOTE_OPTION_U32(closest_pairs), MOTE_OPTION_RANGE(1, MOTE_LBG_MAX_PAIRS),
     MOTE_OPTION_DEFAULT_AND_PAPER(8, 1), .tag = 0x204,
     MOTE_OPTION_SUMMARY("Pairs of areas that are tested, those with the closest particles first")},
    {MOTE_OPTION_BOOL(pursue), MOTE_OPTION_DEFAULT_AND_PAPER(true, false), .tag = 0x205,
     MOTE_OPTION_SUMMARY("The particles of a pair continue by the attraction of the two alone "
                         "before their areas are tested")},
    {MOTE_OPTION_U32(faces), MOTE_OPTION_RANGE(0, UINT32_MAX),
     MOTE_OPTION_DEFAULT_AND_PAPER(128, 0), .tag = 0x206,
     MOTE_OPTION_SUMMARY("Faces of an area that are tested, those nearest to the particle first; "
                         "0: all")},
    {MOTE_OPTION_FLOAT(acceptable), MOTE_OPTION_RANGE(1, (double)INFINITY),
     MOTE_OPTION_DEFAULT_AND_PAPER(2, 1), .tag = 0x207,
     MOTE_OPTION_SUMMARY("How many times its initial size an area may become before the body is "
                         "partitioned again")},
    {MOTE_OPTION_BOOL(literal_rectangles), MOTE_OPTION_DEFAULT_AND_PAPER(false, true), .tag = 0x208,
     MOTE_OPTION_SUMMARY("Measure rectangles from where the particle is, not from where it "
                         "started")},
    {MOTE_OPTION_BOOL(present_areas), MOTE_OPTION_DEFAULT(false), .tag = 0x209,
     MOTE_OPTION_SUMMARY("The first areas are those of the shape and place when the body is first "
                         "near another, not of the rest shape")},
    {MOTE_OPTION_BOOL(while_apart), MOTE_OPTION_DEFAULT_AND_PAPER(false, true), .tag = 0x20a,
     MOTE_OPTION_SUMMARY("Particles also attract while the boxes of two bodies are apart"),
     .effects = MOTE_OPTION_WANTS_ALL_PAIRS},
};

const mote_option_table mote_lbg_option_table = {MOTE_OPTION_TABLE(rows)};

mote_lbg_options mote_default_lbg_options(void)
{
    mote_lbg_options options = {0};
    mote_option_table_defaults(&mote_lbg_option_table, &options);
    return options;
}

mote_lbg_options mote_literal_lbg_options(void)
{
    mote_lbg_options options = {0};
    mote_option_table_papers(&mote_lbg_option_table, &options);
    return options;
}

mote_lbg_options mote_world_def_get_lbg(const mote_world_def *def)
{
    mote_lbg_options options;
    mote_option_table_read(&mote_lbg_option_table, def, &options);
    return options;
}

void mote_world_def_set_lbg(mote_world_def *def, const mote_lbg_options *options)
{
    mote_option_table_write(&mote_lbg_option_table, def, options);
}
