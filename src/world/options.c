#include "world/options.h"

#include <math.h>
#include <string.h>

#include "core/result.h"
#include "method/method.h"

#define MOST_U32 4294967295.0
#define MOST_WHOLE_DOUBLE 9007199254740991.0 // 2^53 - 1

#define OF(METHOD) (1u << MOTE_METHOD_##METHOD)

#define FIELD(TYPE, field) .type = MOTE_FIELD_##TYPE, .offset = offsetof(mote_world_def, field)

#define BOOLEAN(field)                                                                             \
    FIELD(BOOL, field), .option = {.name = #field, .kind = MOTE_WORLD_OPTION_BOOLEAN, .most = 1}
#define INTEGER(field, lowest, highest)                                                            \
    FIELD(U32, field), .option = {.name = #field,                                                  \
                                  .kind = MOTE_WORLD_OPTION_INTEGER,                               \
                                  .least = (lowest),                                               \
                                  .most = (highest)}
#define LARGE_INTEGER(field)                                                                       \
    FIELD(U64, field),                                                                             \
        .option = {.name = #field, .kind = MOTE_WORLD_OPTION_INTEGER, .most = MOST_WHOLE_DOUBLE}
#define NUMBER(TYPE, field, lowest)                                                                \
    FIELD(TYPE, field), .option = {.name = #field,                                                 \
                                   .kind = MOTE_WORLD_OPTION_NUMBER,                               \
                                   .least = (lowest),                                              \
                                   .most = (double)INFINITY}
#define CHOICE(field, names, last)                                                                 \
    FIELD(U32, field),                                                                             \
        .option = {                                                                                \
            .name = #field, .kind = MOTE_WORLD_OPTION_CHOICE, .most = (last), .choices = (names)}

static const char *const detects[] = {"all", "first", "count"};
static const char *const movements[] = {"vertices", "edges", "faces"};
static const char *const counts[] = {"spheres", "shadows", "kissing"};
static const char *const distances[] = {"mean-edge", "all-pairs"};

// Tags of one method start at a multiple of 256. Recordings hold those with tags in this order.
static const mote_world_option_row rows[] = {
    {CHOICE(detect, detects, MOTE_DETECT_COUNT)},
    {NUMBER(FLOAT, tolerance, 0), .abilities = MOTE_ABILITY_TOLERANCE},
    {BOOLEAN(contacts), .abilities = MOTE_ABILITY_FACE_PAIRS},
    {BOOLEAN(containment)},
    {NUMBER(DOUBLE, time_budget, 0)},
    {LARGE_INTEGER(candidate_budget)},
    {LARGE_INTEGER(seed), .tag = 1},
    {BOOLEAN(certify), .abilities = MOTE_ABILITY_POINTS, .tag = 2},

    {INTEGER(smith.level, 0, 16), .methods = OF(SMITH) | OF(OCTREE_UPDATE)},
    {BOOLEAN(smith.root_is_region), .methods = OF(SMITH)},
    {BOOLEAN(smith.skip_boxes), .methods = OF(SMITH)},
    {BOOLEAN(smith.face_box), .methods = OF(SMITH)},
    {BOOLEAN(smith.bintree), .methods = OF(SMITH)},
    {BOOLEAN(smith.paper_face_pair), .methods = OF(SMITH)},

    {INTEGER(senin.particles, 0, 1024), .methods = OF(SENIN), .tag = 0x100},
    {NUMBER(FLOAT, senin.reach, 0), .methods = OF(SENIN), .tag = 0x101},
    {NUMBER(FLOAT, senin.reach_part, 0), .methods = OF(SENIN), .tag = 0x102},
    {CHOICE(senin.movement, movements, MOTE_SENIN_FACES), .methods = OF(SENIN), .tag = 0x103},
    {INTEGER(senin.least_moving, 0, MOST_U32), .methods = OF(SENIN), .tag = 0x104},
    {INTEGER(senin.most_steps, 0, MOST_U32), .methods = OF(SENIN), .tag = 0x105},
    {NUMBER(FLOAT, senin.tolerance, 0), .methods = OF(SENIN), .tag = 0x106},
    {NUMBER(FLOAT, senin.neighborhood, 0), .methods = OF(SENIN), .tag = 0x107},
    {INTEGER(senin.closest_pairs, 1, 64), .methods = OF(SENIN), .tag = 0x108},
    {INTEGER(senin.faces, 1, 4096), .methods = OF(SENIN), .tag = 0x109},
    {BOOLEAN(senin.pursue), .methods = OF(SENIN), .tag = 0x10a},
    {BOOLEAN(senin.cold_start), .methods = OF(SENIN), .tag = 0x10b},
    {INTEGER(senin.cache_steps, 0, MOST_U32), .methods = OF(SENIN), .tag = 0x10c},
    {NUMBER(FLOAT, senin.cache_distance, 0), .methods = OF(SENIN), .tag = 0x10d},
    {BOOLEAN(senin.own_thread), .methods = OF(SENIN), .tag = 0x10e},

    {INTEGER(lbg.particles, 0, 4096), .methods = OF(LBG), .tag = 0x200},
    {CHOICE(lbg.count, counts, MOTE_LBG_COUNT_KISSING), .methods = OF(LBG), .tag = 0x201},
    {BOOLEAN(lbg.literal_areas), .methods = OF(LBG), .tag = 0x202},
    {CHOICE(lbg.distance, distances, MOTE_LBG_ALL_PAIRS), .methods = OF(LBG), .tag = 0x203},
    {INTEGER(lbg.closest_pairs, 1, 64), .methods = OF(LBG), .tag = 0x204},
    {BOOLEAN(lbg.pursue), .methods = OF(LBG), .tag = 0x205},
    {INTEGER(lbg.faces, 0, MOST_U32), .methods = OF(LBG), .tag = 0x206},
    {NUMBER(FLOAT, lbg.acceptable, 1), .methods = OF(LBG), .tag = 0x207},
    {BOOLEAN(lbg.literal_rectangles), .methods = OF(LBG), .tag = 0x208},

    {INTEGER(paired.starts, 0, 128), .methods = OF(PAIRED), .tag = 0x300},
    {BOOLEAN(paired.flood), .methods = OF(PAIRED), .tag = 0x301},
};

const mote_world_option_row *mote_world_option_row_at(size_t index)
{
    return index < sizeof rows / sizeof *rows ? &rows[index] : NULL;
}

// ---------------------------------------------------------------------------------------------
// By name

const mote_world_option *mote_world_option_at(size_t index)
{
    const mote_world_option_row *row = mote_world_option_row_at(index);
    return row ? &row->option : NULL;
}

static const mote_world_option_row *find_row(const char *name)
{
    for (size_t i = 0; name && i < sizeof rows / sizeof *rows; i++) {
        if (strcmp(rows[i].option.name, name) == 0) return &rows[i];
    }
    return NULL;
}

const mote_world_option *mote_world_option_find(const char *name)
{
    const mote_world_option_row *row = find_row(name);
    return row ? &row->option : NULL;
}

bool mote_world_option_concerns(const mote_world_option *option, mote_method method)
{
    const mote_method_api *api = mote_method_find(method);
    const mote_world_option_row *row = option ? find_row(option->name) : NULL;
    if (!api || !row || (row->methods && !(row->methods >> method & 1))) return false;
    return (api->info.abilities & row->abilities) == row->abilities;
}

static mote_result check(const mote_world_def *def, const char *name,
                         const mote_world_option_row **out)
{
    *out = find_row(name);
    if (!def || !name)
        return mote_fail(MOTE_ERROR_ARGUMENT, "the %s is null",
                         def ? "name of an option" : "world's def");
    if (!*out) return mote_fail(MOTE_ERROR_ARGUMENT, "there is no option '%.64s'", name);
    return MOTE_OK;
}

// ---------------------------------------------------------------------------------------------
// Values

static double get(const void *field, mote_field_type type)
{
    switch (type) {
    case MOTE_FIELD_BOOL: return *(const bool *)field;
    case MOTE_FIELD_U32: return *(const uint32_t *)field;
    case MOTE_FIELD_U64: return (double)*(const uint64_t *)field;
    case MOTE_FIELD_FLOAT: return (double)*(const float *)field;
    case MOTE_FIELD_DOUBLE:
    default: return *(const double *)field;
    }
}

mote_result mote_world_option_get(const mote_world_def *def, const char *name, double *out)
{
    const mote_world_option_row *row;
    mote_result result = check(def, name, &row);
    if (result == MOTE_OK && !out)
        result = mote_fail(MOTE_ERROR_ARGUMENT, "nowhere to put option '%.64s'", name);
    if (result == MOTE_OK) *out = get((const char *)def + row->offset, row->type);
    return result;
}

// The largest whole number that a field holds and a double tells from its neighbors; 0 for others.
static double most_whole(mote_field_type type)
{
    switch (type) {
    case MOTE_FIELD_BOOL: return 1;
    case MOTE_FIELD_U32: return MOST_U32;
    case MOTE_FIELD_U64: return MOST_WHOLE_DOUBLE;
    case MOTE_FIELD_FLOAT:
    case MOTE_FIELD_DOUBLE:
    default: return 0;
    }
}

static void set(void *field, mote_field_type type, double value)
{
    switch (type) {
    case MOTE_FIELD_BOOL: *(bool *)field = value != 0; break;
    case MOTE_FIELD_U32: *(uint32_t *)field = (uint32_t)value; break;
    case MOTE_FIELD_U64: *(uint64_t *)field = (uint64_t)value; break;
    case MOTE_FIELD_FLOAT: *(float *)field = (float)value; break;
    case MOTE_FIELD_DOUBLE:
    default: *(double *)field = value; break;
    }
}

mote_result mote_world_option_set(mote_world_def *def, const char *name, double value)
{
    const mote_world_option_row *row;
    mote_result result = check(def, name, &row);
    if (result != MOTE_OK) return result;
    double most = most_whole(row->type);
    if (most > 0 && !(value >= 0 && value <= most && value == floor(value)))
        return mote_fail(MOTE_ERROR_ARGUMENT, "option '%s': %g is no whole number from 0 to %.0f",
                         name, value, most);
    set((char *)def + row->offset, row->type, value);
    return MOTE_OK;
}
