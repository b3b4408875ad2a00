#include "world/recorded_options.h"

#include <string.h>

#include "world/options.h"

uint32_t mote_recorded_option_count(void)
{
    uint32_t count = 0;
    const mote_world_option_row *row;
    for (size_t i = 0; (row = mote_world_option_row_at(i)); i++) count += row->tag != 0;
    return count;
}

static const mote_world_option_row *recorded_row(uint32_t index)
{
    const mote_world_option_row *row;
    for (size_t i = 0; (row = mote_world_option_row_at(i)); i++) {
        if (row->tag && index-- == 0) break;
    }
    return row;
}

uint32_t mote_recorded_option_tag(uint32_t index)
{
    return recorded_row(index)->tag;
}

static size_t size_of(mote_field_type type)
{
    if (type == MOTE_FIELD_BOOL) return sizeof(bool);
    return type == MOTE_FIELD_U64 || type == MOTE_FIELD_DOUBLE ? 8 : 4;
}

static uint64_t get(const mote_world_def *def, const mote_world_option_row *row)
{
    const char *field = (const char *)def + row->offset;
    uint64_t wide;
    uint32_t narrow;
    switch (size_of(row->type)) {
    case sizeof wide: memcpy(&wide, field, sizeof wide); return wide;
    case sizeof narrow: memcpy(&narrow, field, sizeof narrow); return narrow;
    default: return *(const bool *)field;
    }
}

uint64_t mote_recorded_option_get(const mote_world_def *def, uint32_t index)
{
    return get(def, recorded_row(index));
}

static void set(mote_world_def *def, const mote_world_option_row *row, uint64_t bits)
{
    char *field = (char *)def + row->offset;
    uint32_t narrow = (uint32_t)bits;
    switch (size_of(row->type)) {
    case sizeof bits: memcpy(field, &bits, sizeof bits); break;
    case sizeof narrow: memcpy(field, &narrow, sizeof narrow); break;
    default: *(bool *)field = bits != 0; break;
    }
}

void mote_recorded_option_set(mote_world_def *def, uint32_t tag, uint64_t bits)
{
    const mote_world_option_row *row;
    for (size_t i = 0; (row = mote_world_option_row_at(i)); i++) {
        if (row->tag == tag && tag) set(def, row, bits);
    }
}

bool mote_recorded_options_equal(const mote_world_def *a, const mote_world_def *b)
{
    const mote_world_option_row *row;
    for (size_t i = 0; (row = mote_world_option_row_at(i)); i++) {
        if (row->tag && get(a, row) != get(b, row)) return false;
    }
    return true;
}
