#include "method/paired/paired.h"

#define OPTION_STRUCT mote_paired_options
#define OPTION_PREFIX "paired."

enum { DEFAULT_STARTS = 16 };

static const mote_option_row rows[] = {
    {MOTE_OPTION_U32(starts), MOTE_OPTION_RANGE(0, 128), MOTE_OPTION_DEFAULT(DEFAULT_STARTS),
     .tag = 0x300,
     MOTE_OPTION_SUMMARY("Descents per pair of bodies, besides those kept from the frame before; "
                         "0: the default. 64 misses less and takes longer")},
    {MOTE_OPTION_BOOL(flood), MOTE_OPTION_DEFAULT(false), .tag = 0x301,
     MOTE_OPTION_SUMMARY("Report all face pairs of each contact found, not one of each")},
};

const mote_option_table mote_paired_option_table = {MOTE_OPTION_TABLE(rows)};

uint32_t mote_paired_starts(const mote_settings *settings)
{
    uint32_t starts = mote_paired_options_of(settings)->starts;
    return starts ? starts : DEFAULT_STARTS;
}
