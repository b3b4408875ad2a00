#include "world/options.h"

#include <mote/manifold.h>
#include <mote/papers.h>
#include <string.h>

#include "core/result.h"

// ---------------------------------------------------------------------------------------------
// The options of the world itself

#define OPTION_STRUCT mote_world_def
#define OPTION_PREFIX ""

// Larger integers must be set directly in the def: a double does not represent all of them.
#define MAX_EXACT_INTEGER 9007199254740991.0 // 2^53 - 1

static const char *const detects[] = {"all", "first", "count"};

// A coordinate of the origin. Its name has no dot, because a dot separates a method's name from its
// option.
#define ORIGIN_OPTION(axis)                                                                        \
    .option.name = "origin_" #axis, .option.kind = MOTE_WORLD_OPTION_NUMBER,                       \
    .type = MOTE_OPTION_TYPE_DOUBLE, .offset = offsetof(mote_world_def, origin.axis)

// Recordings hold the options without a tag in the chunk of the world.
static const mote_option_row rows[] = {
    {MOTE_OPTION_CHOICE(detect, detects), MOTE_OPTION_DEFAULT(MOTE_DETECT_ALL),
     MOTE_OPTION_SUMMARY("What to report: all face pairs, the first of each pair of bodies, or "
                         "their number")},
    {MOTE_OPTION_FLOAT(tolerance), MOTE_OPTION_RANGE(0, (double)FLT_MAX), MOTE_OPTION_DEFAULT(0),
     MOTE_OPTION_SUMMARY("Also report faces at most this far apart; 0: only faces that touch"),
     .abilities = MOTE_ABILITY_TOLERANCE},
    {MOTE_OPTION_BOOL(contacts), MOTE_OPTION_DEFAULT(true),
     MOTE_OPTION_SUMMARY("Group face pairs into contacts"), .abilities = MOTE_ABILITY_FACE_PAIRS},
    {MOTE_OPTION_BOOL(containment), MOTE_OPTION_DEFAULT(false),
     MOTE_OPTION_SUMMARY("Find bodies that lie inside another body without touching it")},
    {MOTE_OPTION(DOUBLE, NUMBER, time_budget), MOTE_OPTION_RANGE(0, (double)FLT_MAX),
     MOTE_OPTION_DEFAULT(0), MOTE_OPTION_SUMMARY("Seconds that one detect may take; 0: no limit")},
    {MOTE_OPTION(U64, INTEGER, candidate_budget), MOTE_OPTION_RANGE(0, MAX_EXACT_INTEGER),
     MOTE_OPTION_DEFAULT(0),
     MOTE_OPTION_SUMMARY("Face pairs with overlapping boxes that one detect may test; 0: no "
                         "limit")},
    {MOTE_OPTION(U64, INTEGER, seed), MOTE_OPTION_RANGE(0, MAX_EXACT_INTEGER),
     MOTE_OPTION_DEFAULT(0), MOTE_OPTION_SUMMARY("Seed of all random numbers"), .tag = 1},
    {MOTE_OPTION_BOOL(certify), MOTE_OPTION_DEFAULT(false),
     MOTE_OPTION_SUMMARY("Let the exact engine decide what the particles leave undecided"),
     .abilities = MOTE_ABILITY_POINTS, .tag = 2},
    {MOTE_OPTION_U32(manifold_points), MOTE_OPTION_RANGE(0, MOTE_MAX_MANIFOLD_POINTS),
     MOTE_OPTION_DEFAULT(0),
     MOTE_OPTION_SUMMARY("Points per contact with ids that persist; 0: no manifolds"),
     .abilities = MOTE_ABILITY_FACE_PAIRS, .tag = 3},
    {ORIGIN_OPTION(x), MOTE_OPTION_RANGE(-1e300, 1e300), MOTE_OPTION_DEFAULT(0),
     MOTE_OPTION_SUMMARY("What all floats are relative to: x"), .tag = 4},
    {ORIGIN_OPTION(y), MOTE_OPTION_RANGE(-1e300, 1e300), MOTE_OPTION_DEFAULT(0),
     MOTE_OPTION_SUMMARY("What all floats are relative to: y"), .tag = 5},
    {ORIGIN_OPTION(z), MOTE_OPTION_RANGE(-1e300, 1e300), MOTE_OPTION_DEFAULT(0),
     MOTE_OPTION_SUMMARY("What all floats are relative to: z"), .tag = 6},
};

enum { ROW_COUNT = sizeof rows / sizeof *rows };

// ---------------------------------------------------------------------------------------------
// All options

bool mote_world_option_slot_at(size_t index, mote_world_option_slot *out)
{
    *out = (mote_world_option_slot){.row = index < ROW_COUNT ? &rows[index] : NULL};
    if (out->row) return true;
    index -= ROW_COUNT;
    const mote_option_table *table;
    for (size_t i = 0; (table = mote_option_table_at(i)); index -= table->row_count, i++) {
        if (index >= table->row_count) continue;
        size_t offset = offsetof(mote_world_def, method_options) + mote_option_table_offset(table);
        *out = (mote_world_option_slot){&table->rows[index], table, offset};
        return true;
    }
    return false;
}

static bool concerns(const mote_world_option_slot *slot, mote_method method)
{
    const mote_method_api *api = mote_method_find(method);
    const mote_option_row *row = slot->row;
    if (!api || (slot->table && slot->table != api->options)) return false;
    if (row->methods && !(row->methods >> method & 1)) return false;
    return (api->info.abilities & row->abilities) == row->abilities;
}

static const void *struct_in(const mote_world_def *def, const mote_world_option_slot *slot)
{
    return (const char *)def + slot->offset;
}

void mote_world_options_default(mote_world_def *def)
{
    const mote_option_table own = {MOTE_OPTION_TABLE(rows)}, *table;
    unsigned char *bytes = def->method_options.bytes;
    mote_option_table_defaults(&own, def);
    for (size_t i = 0; (table = mote_option_table_at(i)); i++)
        mote_option_table_defaults(table, bytes + mote_option_table_offset(table));
}

void mote_world_def_set_literal(mote_world_def *def)
{
    unsigned char *bytes = def->method_options.bytes;
    const mote_option_table *table;
    for (size_t i = 0; (table = mote_option_table_at(i)); i++)
        mote_option_table_papers(table, bytes + mote_option_table_offset(table));
}

mote_result mote_world_options_check(const mote_world_def *def)
{
    mote_world_option_slot slot;
    mote_result result = MOTE_OK;
    for (size_t i = 0; result == MOTE_OK && mote_world_option_slot_at(i, &slot); i++)
        result = mote_option_check(slot.row, struct_in(def, &slot));
    return result;
}

uint32_t mote_world_options_effects(const mote_world_def *def)
{
    mote_world_option_slot slot;
    uint32_t effects = 0;
    for (size_t i = 0; mote_world_option_slot_at(i, &slot); i++) {
        if (concerns(&slot, def->method) && mote_option_bits(slot.row, struct_in(def, &slot)))
            effects |= slot.row->effects;
    }
    return effects;
}

void mote_world_options_read(const mote_world_def *def, void *out)
{
    const mote_option_table *table = mote_method_find(def->method)->options;
    if (table) mote_option_table_read(table, def, out);
}

// ---------------------------------------------------------------------------------------------
// By name

const mote_world_option *mote_world_option_at(size_t index)
{
    mote_world_option_slot slot;
    return mote_world_option_slot_at(index, &slot) ? &slot.row->option : NULL;
}

static bool find(const char *name, mote_world_option_slot *out)
{
    for (size_t i = 0; name && mote_world_option_slot_at(i, out); i++) {
        if (strcmp(out->row->option.name, name) == 0) return true;
    }
    return false;
}

const mote_world_option *mote_world_option_find(const char *name)
{
    mote_world_option_slot slot;
    return find(name, &slot) ? &slot.row->option : NULL;
}

bool mote_world_option_concerns(const mote_world_option *option, mote_method method)
{
    mote_world_option_slot slot;
    return option && find(option->name, &slot) && concerns(&slot, method);
}

// Fails, naming the function, if def is null or there is no option of that name.
static mote_result look_up(const char *function, const mote_world_def *def, const char *name,
                           mote_world_option_slot *out)
{
    if (!def || !name)
        return mote_fail(MOTE_ERROR_ARGUMENT, "%s: %s is null", function, def ? "name" : "def");
    if (!find(name, out))
        return mote_fail(MOTE_ERROR_ARGUMENT, "%s: there is no option '%.64s'", function, name);
    return MOTE_OK;
}

mote_result mote_world_option_get(const mote_world_def *def, const char *name, double *out)
{
    mote_world_option_slot slot;
    mote_result result = look_up("mote_world_option_get", def, name, &slot);
    if (result == MOTE_OK && !out)
        result = mote_fail(MOTE_ERROR_ARGUMENT, "mote_world_option_get: out is null");
    if (result == MOTE_OK) *out = mote_option_get(slot.row, struct_in(def, &slot));
    return result;
}

mote_result mote_world_option_set(mote_world_def *def, const char *name, double value)
{
    mote_world_option_slot slot;
    mote_result result = look_up("mote_world_option_set", def, name, &slot);
    return result != MOTE_OK ? result : mote_option_set(slot.row, (char *)def + slot.offset, value);
}

// ---------------------------------------------------------------------------------------------
// Recordings

bool mote_recorded_option_at(const mote_world_def *def, size_t index, uint32_t *tag, uint64_t *bits)
{
    mote_world_option_slot slot;
    for (size_t i = 0; mote_world_option_slot_at(i, &slot); i++) {
        if (!slot.row->tag || index--) continue;
        *tag = slot.row->tag;
        *bits = mote_option_bits(slot.row, struct_in(def, &slot));
        return true;
    }
    return false;
}

static bool find_tag(uint32_t tag, mote_world_option_slot *out)
{
    for (size_t i = 0; tag && mote_world_option_slot_at(i, out); i++) {
        if (out->row->tag == tag) return true;
    }
    return false;
}

uint64_t mote_recorded_option_get(const mote_world_def *def, uint32_t tag)
{
    mote_world_option_slot slot;
    return find_tag(tag, &slot) ? mote_option_bits(slot.row, struct_in(def, &slot)) : 0;
}

void mote_recorded_option_set(mote_world_def *def, uint32_t tag, uint64_t bits)
{
    mote_world_option_slot slot;
    if (find_tag(tag, &slot)) mote_option_set_bits(slot.row, (char *)def + slot.offset, bits);
}

bool mote_recorded_options_equal(const mote_world_def *a, const mote_world_def *b,
                                 mote_method method)
{
    mote_world_option_slot slot;
    for (size_t i = 0; mote_world_option_slot_at(i, &slot); i++) {
        if (!slot.row->tag || !concerns(&slot, method)) continue;
        if (mote_option_bits(slot.row, struct_in(a, &slot)) !=
            mote_option_bits(slot.row, struct_in(b, &slot)))
            return false;
    }
    return true;
}
