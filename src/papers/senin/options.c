// The options of method senin.

#include "papers/senin/senin.h"

#define OPTION_STRUCT mote_senin_options
#define OPTION_PREFIX "senin."

#define ANY_LENGTH MOTE_OPTION_RANGE(0, (double)FLT_MAX)
#define ANY_COUNT MOTE_OPTION_RANGE(0, UINT32_MAX)

static const char *const movements[] = {"vertices", "edges", "faces"};

static const mote_option_row rows[] = {
    {MOTE_OPTION_U32(particles), MOTE_OPTION_RANGE(0, 1024), MOTE_OPTION_DEFAULT(5), .tag = 0x100,
     MOTE_OPTION_SUMMARY("Particles per body; 0: twice the number of convex parts")},
    {MOTE_OPTION_FLOAT(reach), ANY_LENGTH, MOTE_OPTION_DEFAULT(0), .tag = 0x101,
     MOTE_OPTION_SUMMARY("How far particles act; 0: given by senin.reach_part")},
    {MOTE_OPTION_FLOAT(reach_part), ANY_LENGTH, MOTE_OPTION_DEFAULT_AND_PAPER(0.5, 1), .tag = 0x102,
     MOTE_OPTION_SUMMARY("How far particles act, as a multiple of the longest side of the larger "
                         "body's box")},
    {MOTE_OPTION_CHOICE(movement, movements), MOTE_OPTION_DEFAULT(MOTE_SENIN_VERTICES),
     .tag = 0x103,
     MOTE_OPTION_SUMMARY("Where particles may be: on vertices, also on midpoints of edges, also on "
                         "centers of faces")},
    {MOTE_OPTION_U32(min_moving), ANY_COUNT, MOTE_OPTION_DEFAULT(0), .tag = 0x104,
     MOTE_OPTION_SUMMARY("Stop when fewer particles than this move in a step; 0: a tenth of them")},
    {MOTE_OPTION_U32(max_steps), ANY_COUNT, MOTE_OPTION_DEFAULT(0), .tag = 0x105,
     MOTE_OPTION_SUMMARY("Steps per frame; 0: the edges of the longest path over a body")},
    {MOTE_OPTION_FLOAT(tolerance), ANY_LENGTH, MOTE_OPTION_DEFAULT(0), .tag = 0x106,
     MOTE_OPTION_SUMMARY("Particles closer than this have their neighborhoods tested; 0: as far as "
                         "the neighborhoods extend")},
    {MOTE_OPTION_FLOAT(neighborhood), ANY_LENGTH, MOTE_OPTION_DEFAULT_AND_PAPER(4, 1), .tag = 0x107,
     MOTE_OPTION_SUMMARY("How far around a particle faces are tested, in longest edges of the "
                         "faces there")},
    {MOTE_OPTION_U32(closest_pairs), MOTE_OPTION_RANGE(1, 64), MOTE_OPTION_DEFAULT_AND_PAPER(5, 1),
     .tag = 0x108, MOTE_OPTION_SUMMARY("Pairs of particles whose neighborhoods are tested")},
    {MOTE_OPTION_U32(faces), MOTE_OPTION_RANGE(1, 4096), MOTE_OPTION_DEFAULT(64), .tag = 0x109,
     MOTE_OPTION_SUMMARY("Faces per neighborhood, at most")},
    {MOTE_OPTION_BOOL(pursue), MOTE_OPTION_DEFAULT_AND_PAPER(true, false), .tag = 0x10a,
     MOTE_OPTION_SUMMARY("The closest pairs continue by the attraction of the two alone before "
                         "they are tested")},
    {MOTE_OPTION_BOOL(cold_start), MOTE_OPTION_DEFAULT(false), .tag = 0x10b,
     MOTE_OPTION_SUMMARY("Start from new random sites in each frame")},
    {MOTE_OPTION_U32(cache_steps), ANY_COUNT, MOTE_OPTION_DEFAULT(0), .tag = 0x10c,
     MOTE_OPTION_SUMMARY("Steps for which the force of distant particles is reused; 0: it is not")},
    {MOTE_OPTION_FLOAT(cache_distance), ANY_LENGTH, MOTE_OPTION_DEFAULT(0.5), .tag = 0x10d,
     MOTE_OPTION_SUMMARY("Particles farther than this are distant, as a multiple of the reach")},
    {MOTE_OPTION_BOOL(own_thread), MOTE_OPTION_DEFAULT(false), .tag = 0x10e,
     MOTE_OPTION_SUMMARY("Particles keep moving in a thread of their own between frames"),
     .effects = MOTE_OPTION_USES_THE_CLOCK},
    {MOTE_OPTION_BOOL(while_apart), MOTE_OPTION_DEFAULT_AND_PAPER(false, true), .tag = 0x10f,
     MOTE_OPTION_SUMMARY("Particles also interact while the boxes of two bodies are apart"),
     .effects = MOTE_OPTION_WANTS_ALL_PAIRS},
    {MOTE_OPTION_BOOL(one_set), MOTE_OPTION_DEFAULT(false), .tag = 0x110,
     MOTE_OPTION_SUMMARY("One set of particles per body for all others, instead of one per pair"),
     .effects = MOTE_OPTION_JOINS_PAIRS},
    {MOTE_OPTION_BOOL(scalar_kernels), MOTE_OPTION_DEFAULT(false), .tag = 0x111,
     MOTE_OPTION_SUMMARY("Potentials are computed without vector instructions, to the same bits")},
};

static const char *unrecordable(const void *options)
{
    const mote_senin_options *o = options;
    bool has_laws = o->attraction[0].potential || o->attraction[1].potential ||
                    o->repulsion[0].potential || o->repulsion[1].potential;
    return has_laws ? "the particle laws of the world are functions, which a recording cannot hold"
                    : NULL;
}

const mote_option_table mote_senin_option_table = {MOTE_OPTION_TABLE(rows),
                                                   .unrecordable = unrecordable};

mote_senin_options mote_default_senin_options(void)
{
    mote_senin_options options = {0};
    mote_option_table_defaults(&mote_senin_option_table, &options);
    return options;
}

mote_senin_options mote_literal_senin_options(void)
{
    mote_senin_options options = {0};
    mote_option_table_papers(&mote_senin_option_table, &options);
    return options;
}

mote_senin_options mote_world_def_get_senin(const mote_world_def *def)
{
    mote_senin_options options;
    mote_option_table_read(&mote_senin_option_table, def, &options);
    return options;
}

void mote_world_def_set_senin(mote_world_def *def, const mote_senin_options *options)
{
    mote_option_table_write(&mote_senin_option_table, def, options);
}
