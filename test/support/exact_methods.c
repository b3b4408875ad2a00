#include "support/exact_methods.h"

const mote_method_info *exact_method(size_t i)
{
    const uint32_t wanted = MOTE_ABILITY_EXACT | MOTE_ABILITY_DEFORMING | MOTE_ABILITY_CONCAVE;
    const mote_method_info *info;
    for (size_t m = 0; (info = mote_method_at(m)); m++) {
        if ((info->abilities & wanted) == wanted && i-- == 0) return info;
    }
    return NULL;
}
