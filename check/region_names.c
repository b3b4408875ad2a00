#include "check/region_names.h"

#include <stdio.h>
#include <string.h>

const char *check_bone_name(const asset_part *part, uint32_t bone)
{
    return bone < part->labels.bones.count ? part->labels.bones.names[bone] : NULL;
}

size_t check_name_episode(const check_animation *animation, const mote_check_episode *episode,
                          char *out, size_t size)
{
    const asset_part *a = animation->parts[episode->a], *b = animation->parts[episode->b];
    const char *first = check_bone_name(a, episode->bone_a);
    const char *second = check_bone_name(b, episode->bone_b);
    bool alone = a == b && !first && !second;
    if (!first) first = a->name;
    if (!second) second = b->name;
    int length =
        alone ? snprintf(out, size, "%s", first) : snprintf(out, size, "%s x %s", first, second);
    return length > 0 ? (size_t)length : 0;
}
