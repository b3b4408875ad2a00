#include "world/recorded_options.h"

#include <stddef.h>
#include <string.h>

typedef enum option_kind { OPTION_BOOL, OPTION_U32, OPTION_U64, OPTION_FLOAT } option_kind;

typedef struct option {
    uint32_t tag; // never given another meaning
    option_kind kind;
    size_t offset;
} option;

#define OPTION(tag, kind, field)                                                                   \
    {                                                                                              \
        tag, OPTION_##kind, offsetof(mote_world_def, field)                                        \
    }

// Tags of one method start at a multiple of 256.
static const option options[] = {
    OPTION(1, U64, seed),
    OPTION(2, BOOL, certify),
    OPTION(0x100, U32, senin.particles),
    OPTION(0x101, FLOAT, senin.reach),
    OPTION(0x102, FLOAT, senin.reach_part),
    OPTION(0x103, U32, senin.movement),
    OPTION(0x104, U32, senin.least_moving),
    OPTION(0x105, U32, senin.most_steps),
    OPTION(0x106, FLOAT, senin.tolerance),
    OPTION(0x107, FLOAT, senin.neighbourhood),
    OPTION(0x108, U32, senin.closest_pairs),
    OPTION(0x109, U32, senin.faces),
    OPTION(0x10a, BOOL, senin.pursue),
    OPTION(0x10b, BOOL, senin.cold_start),
    OPTION(0x10c, U32, senin.cache_steps),
    OPTION(0x10d, FLOAT, senin.cache_distance),
    OPTION(0x10e, BOOL, senin.own_thread),
    OPTION(0x200, U32, lbg.particles),
    OPTION(0x201, U32, lbg.count),
    OPTION(0x202, BOOL, lbg.literal_areas),
    OPTION(0x203, U32, lbg.distance),
    OPTION(0x204, U32, lbg.closest_pairs),
    OPTION(0x205, BOOL, lbg.pursue),
    OPTION(0x206, U32, lbg.faces),
    OPTION(0x207, FLOAT, lbg.acceptable),
    OPTION(0x208, BOOL, lbg.literal_rectangles),
    OPTION(0x300, U32, paired.starts),
    OPTION(0x301, BOOL, paired.flood),
};

uint32_t mote_recorded_option_count(void)
{
    return sizeof options / sizeof *options;
}

uint32_t mote_recorded_option_tag(uint32_t index)
{
    return options[index].tag;
}

uint64_t mote_recorded_option_get(const mote_world_def *def, uint32_t index)
{
    const char *field = (const char *)def + options[index].offset;
    uint64_t wide;
    uint32_t narrow;
    switch (options[index].kind) {
    case OPTION_BOOL: return *(const bool *)field;
    case OPTION_U64: memcpy(&wide, field, sizeof wide); return wide;
    case OPTION_U32:
    case OPTION_FLOAT:
    default: memcpy(&narrow, field, sizeof narrow); return narrow;
    }
}

static void set(mote_world_def *def, const option *which, uint64_t bits)
{
    char *field = (char *)def + which->offset;
    uint32_t narrow = (uint32_t)bits;
    switch (which->kind) {
    case OPTION_BOOL: *(bool *)field = bits != 0; break;
    case OPTION_U64: memcpy(field, &bits, sizeof bits); break;
    case OPTION_U32:
    case OPTION_FLOAT:
    default: memcpy(field, &narrow, sizeof narrow); break;
    }
}

void mote_recorded_option_set(mote_world_def *def, uint32_t tag, uint64_t bits)
{
    for (uint32_t i = 0; i < mote_recorded_option_count(); i++) {
        if (options[i].tag == tag) set(def, &options[i], bits);
    }
}

bool mote_recorded_options_equal(const mote_world_def *a, const mote_world_def *b)
{
    for (uint32_t i = 0; i < mote_recorded_option_count(); i++) {
        if (mote_recorded_option_get(a, i) != mote_recorded_option_get(b, i)) return false;
    }
    return true;
}
