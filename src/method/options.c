#include "method/options.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

#include "core/result.h"
#include "method/method.h"

// ---------------------------------------------------------------------------------------------
// One value

static size_t size_of(mote_option_type type)
{
    switch (type) {
    case MOTE_OPTION_TYPE_BOOL: return sizeof(bool);
    case MOTE_OPTION_TYPE_U32:
    case MOTE_OPTION_TYPE_FLOAT: return 4;
    case MOTE_OPTION_TYPE_U64:
    case MOTE_OPTION_TYPE_DOUBLE:
    default: return 8;
    }
}

// Copies fields byte by byte, because the options of a def have no type.
uint64_t mote_option_bits(const mote_option_row *row, const void *options)
{
    const char *field = (const char *)options + row->offset;
    uint64_t wide;
    uint32_t narrow;
    bool flag;
    switch (size_of(row->type)) {
    case sizeof wide: memcpy(&wide, field, sizeof wide); return wide;
    case sizeof narrow: memcpy(&narrow, field, sizeof narrow); return narrow;
    default: memcpy(&flag, field, sizeof flag); return flag;
    }
}

void mote_option_set_bits(const mote_option_row *row, void *options, uint64_t bits)
{
    char *field = (char *)options + row->offset;
    uint32_t narrow = (uint32_t)bits;
    bool flag = bits != 0;
    switch (size_of(row->type)) {
    case sizeof bits: memcpy(field, &bits, sizeof bits); break;
    case sizeof narrow: memcpy(field, &narrow, sizeof narrow); break;
    default: memcpy(field, &flag, sizeof flag); break;
    }
}

double mote_option_get(const mote_option_row *row, const void *options)
{
    uint64_t bits = mote_option_bits(row, options);
    uint32_t narrow = (uint32_t)bits;
    double real;
    float single;
    switch (row->type) {
    case MOTE_OPTION_TYPE_FLOAT: memcpy(&single, &narrow, sizeof single); return (double)single;
    case MOTE_OPTION_TYPE_DOUBLE: memcpy(&real, &bits, sizeof real); return real;
    case MOTE_OPTION_TYPE_BOOL:
    case MOTE_OPTION_TYPE_U32:
    case MOTE_OPTION_TYPE_U64:
    default: return (double)bits;
    }
}

static uint64_t bits_of(mote_option_type type, double value)
{
    uint64_t bits;
    uint32_t narrow;
    float single;
    switch (type) {
    case MOTE_OPTION_TYPE_FLOAT:
        single = (float)value;
        memcpy(&narrow, &single, sizeof narrow);
        return narrow;
    case MOTE_OPTION_TYPE_DOUBLE: memcpy(&bits, &value, sizeof bits); return bits;
    case MOTE_OPTION_TYPE_BOOL:
    case MOTE_OPTION_TYPE_U32:
    case MOTE_OPTION_TYPE_U64:
    default: return (uint64_t)value;
    }
}

static void put(const mote_option_row *row, void *options, double value)
{
    mote_option_set_bits(row, options, bits_of(row->type, value));
}

// ---------------------------------------------------------------------------------------------
// Ranges

static bool is_in_range(const mote_world_option *option, double value)
{
    bool is_whole = option->kind != MOTE_WORLD_OPTION_NUMBER;
    return value >= option->min && value <= option->max && (!is_whole || value == floor(value));
}

static mote_result fail_range(const mote_world_option *option, double value)
{
    char range[64];
    if (option->kind == MOTE_WORLD_OPTION_BOOLEAN)
        snprintf(range, sizeof range, "0 or 1");
    else if (option->kind != MOTE_WORLD_OPTION_NUMBER)
        snprintf(range, sizeof range, "a whole number from %.0f to %.0f", option->min, option->max);
    else if (option->max >= (double)FLT_MAX)
        snprintf(range, sizeof range, "%s number of at least %g",
                 option->max < (double)INFINITY ? "a finite" : "a", option->min);
    else
        snprintf(range, sizeof range, "a number from %g to %g", option->min, option->max);
    return mote_fail(MOTE_ERROR_ARGUMENT, "option '%s' is %.10g, expected %s", option->name, value,
                     range);
}

mote_result mote_option_set(const mote_option_row *row, void *options, double value)
{
    if (!is_in_range(&row->option, value)) return fail_range(&row->option, value);
    put(row, options, value);
    return MOTE_OK;
}

// All 64-bit integers are in range; max is only the largest that a double holds exactly.
mote_result mote_option_check(const mote_option_row *row, const void *options)
{
    double value = mote_option_get(row, options);
    if (row->type == MOTE_OPTION_TYPE_U64 || is_in_range(&row->option, value)) return MOTE_OK;
    return fail_range(&row->option, value);
}

// ---------------------------------------------------------------------------------------------
// Tables

void mote_option_table_defaults(const mote_option_table *table, void *options)
{
    for (size_t i = 0; i < table->row_count; i++)
        put(&table->rows[i], options, table->rows[i].option.default_value);
}

void mote_option_table_papers(const mote_option_table *table, void *options)
{
    for (size_t i = 0; i < table->row_count; i++)
        put(&table->rows[i], options, table->rows[i].paper);
}

// Methods may share a table; only its first occurrence counts.
static bool is_first(const mote_option_table *table, size_t method_index)
{
    for (size_t i = 0; i < method_index; i++) {
        if (mote_method_api_at(i)->options == table) return false;
    }
    return true;
}

const mote_option_table *mote_option_table_at(size_t index)
{
    const mote_method_api *method;
    for (size_t i = 0; (method = mote_method_api_at(i)); i++) {
        const mote_option_table *table = method->options;
        if (table && is_first(table, i) && index-- == 0) return table;
    }
    return NULL;
}

size_t mote_option_table_offset(const mote_option_table *table)
{
    const mote_option_table *before;
    size_t offset = 0;
    for (size_t i = 0; (before = mote_option_table_at(i)) && before != table; i++)
        offset += before->struct_size;
    assert(offset + table->struct_size <= sizeof(mote_method_options));
    return offset;
}

void mote_option_table_read(const mote_option_table *table, const mote_world_def *def, void *out)
{
    const unsigned char *bytes = def->method_options.bytes;
    memcpy(out, bytes + mote_option_table_offset(table), table->struct_size);
}

void mote_option_table_write(const mote_option_table *table, mote_world_def *def,
                             const void *options)
{
    unsigned char *bytes = def->method_options.bytes;
    memcpy(bytes + mote_option_table_offset(table), options, table->struct_size);
}
