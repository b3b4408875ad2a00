#include "check/allow.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "check/rules.h"
#include "core/result.h"

// ---------------------------------------------------------------------------------------------
// Matching

static bool matches(const check_allow_side *side, const char *name)
{
    return name && check_pattern_matches(side->pattern, side->length, name);
}

static const char *name_of(const asset_face_names *names, uint32_t number)
{
    return number < names->count ? names->names[number] : NULL;
}

static bool is_painted(const check_allow_side *side, const asset_labels *names, uint32_t painted)
{
    for (uint32_t i = 0; i < names->attribute_count; i++)
        if (painted >> i & 1 && matches(side, names->attributes[i])) return true;
    return false;
}

static bool side_matches(const check_allow_side *side, const asset_part *part,
                         const check_side_labels *labels)
{
    const char *bone = name_of(&part->labels.bones, labels->bone);
    if (!side->pattern) return true;
    switch (side->kind) {
    case CHECK_LABEL_NAME: return matches(side, bone) || matches(side, part->name);
    case CHECK_LABEL_PART: return matches(side, part->name);
    case CHECK_LABEL_BONE: return matches(side, bone);
    case CHECK_LABEL_MATERIAL:
        return matches(side, name_of(&part->labels.materials, labels->material));
    case CHECK_LABEL_ATTRIBUTE: return is_painted(side, &part->labels, labels->painted);
    }
    return false;
}

static bool is_in_time(const check_allow_rule *rule, const check_allow_place *place)
{
    const check_clip *clip =
        place->clip < place->animation->clip_count ? &place->animation->clips[place->clip] : NULL;
    int64_t frame = (int64_t)place->frame + (clip ? clip->frame_offset : 0);
    if (frame < rule->first || frame > rule->last) return false;
    return !rule->clip ||
           (clip && clip->name && check_pattern_matches(rule->clip, rule->clip_length, clip->name));
}

bool check_allow_has(const check_allow *allow, const check_allow_place *place,
                     const mote_check_region *region, const check_region_labels *labels)
{
    const asset_part *a = place->animation->parts[place->a];
    const asset_part *b = place->animation->parts[place->b];
    for (uint32_t i = 0; i < allow->count; i++) {
        const check_allow_rule *rule = &allow->rules[i];
        const check_allow_side *s = rule->sides;
        bool same = (side_matches(&s[0], a, &labels->a) && side_matches(&s[1], b, &labels->b)) ||
                    (side_matches(&s[0], b, &labels->b) && side_matches(&s[1], a, &labels->a));
        bool deep = region->depth_kind == MOTE_DEPTH_ESTIMATE
                        ? region->depth >= rule->depth
                        : rule->depth < INFINITY && region->severity == MOTE_CHECK_PENETRATE;
        if (same && !deep && is_in_time(rule, place)) return true;
    }
    return false;
}

// ---------------------------------------------------------------------------------------------
// Reading

static mote_result refuse(const char *text, const char *expected)
{
    return mote_fail(MOTE_ERROR_ARGUMENT, "allow '%.100s': expected %s", text, expected);
}

static bool matches_any(const check_allow_side *side, const asset_part *part)
{
    bool parts = side->kind == CHECK_LABEL_NAME || side->kind == CHECK_LABEL_PART;
    bool bones = side->kind == CHECK_LABEL_NAME || side->kind == CHECK_LABEL_BONE;
    if (parts && matches(side, part->name)) return true;
    for (uint32_t i = 0; bones && i < part->labels.bones.count; i++)
        if (matches(side, part->labels.bones.names[i])) return true;
    for (uint32_t i = 0; i < part->labels.materials.count && side->kind == CHECK_LABEL_MATERIAL;
         i++)
        if (matches(side, part->labels.materials.names[i])) return true;
    return side->kind == CHECK_LABEL_ATTRIBUTE && is_painted(side, &part->labels, UINT32_MAX);
}

static mote_result read_side(const char *text, const char *at, size_t length,
                             const check_animation *animation, check_allow_side *out)
{
    static const char *const words[] = {"", "part=", "bone=", "material=", "attribute="};
    while (length && at[length - 1] == ' ') length--;
    *out = (check_allow_side){.pattern = at, .length = length};
    for (int i = CHECK_LABEL_PART; i <= CHECK_LABEL_ATTRIBUTE; i++) {
        size_t word = strlen(words[i]);
        if (length < word || strncmp(at, words[i], word) != 0) continue;
        *out = (check_allow_side){(check_label_kind)i, at + word, length - word};
    }
    if (out->length == 0) return refuse(text, "a name before and after ' x '");
    for (uint32_t i = 0; i < animation->part_count; i++)
        if (matches_any(out, animation->parts[i])) return MOTE_OK;
    return mote_fail(
        MOTE_ERROR_ARGUMENT,
        "allow '%.100s': expected the name of a bone, part, material or attribute, but "
        "nothing is called '%.*s'",
        text, (int)(out->length < 64 ? out->length : 64), out->pattern);
}

static bool read_frames(const char *at, size_t length, check_allow_rule *rule)
{
    char *end;
    rule->first = rule->last = strtoll(at, &end, 10);
    if (end == at) return false;
    const char *second = end + 1;
    if (end < at + length && *end == ':') rule->last = strtoll(second, &end, 10);
    return end == at + length && rule->first <= rule->last && end != second;
}

static mote_result read_condition(const char *text, const char *at, size_t length,
                                  check_allow_rule *rule)
{
    char *end;
    while (length && at[length - 1] == ' ') length--;
    if (length > 5 && strncmp(at, "clip=", 5) == 0) {
        rule->clip = at + 5;
        rule->clip_length = length - 5;
        return MOTE_OK;
    }
    if (length > 7 && strncmp(at, "frames=", 7) == 0)
        return read_frames(at + 7, length - 7, rule)
                   ? MOTE_OK
                   : refuse(text, "frames=FIRST:LAST with whole numbers");
    if (length > 6 && strncmp(at, "depth<", 6) == 0) {
        rule->depth = strtof(at + 6, &end);
        return end == at + length && rule->depth > 0 ? MOTE_OK
                                                     : refuse(text, "a depth above 0 after depth<");
    }
    return refuse(text, "clip=NAME, frames=FIRST:LAST or depth<D after a comma");
}

static mote_result read_rule(const char *text, const check_animation *animation,
                             check_allow_rule *rule)
{
    *rule = (check_allow_rule){.first = INT64_MIN, .last = INT64_MAX, .depth = INFINITY};
    size_t length = strcspn(text, ",");
    const char *cross = strstr(text, " x ");
    if (cross && cross >= text + length) cross = NULL;
    size_t first = cross ? (size_t)(cross - text) : length;
    mote_result result = read_side(text, text, first, animation, &rule->sides[0]);
    if (!result && cross)
        result = read_side(text, cross + 3, length - first - 3, animation, &rule->sides[1]);
    for (const char *at = text + length; *at == ',' && !result; at += length) {
        at += 1 + strspn(at + 1, " ");
        length = strcspn(at, ",");
        result = read_condition(text, at, length, rule);
    }
    return result;
}

mote_result check_allow_create(const char *const *texts, uint32_t count,
                               const check_animation *animation, check_allow *out)
{
    *out = (check_allow){.rules = calloc((size_t)count + 1, sizeof *out->rules)};
    if (!out->rules) return mote_fail_memory(count * sizeof *out->rules, "the rules");
    mote_result result = MOTE_OK;
    for (; out->count < count && !result; out->count++)
        result = read_rule(texts[out->count], animation, &out->rules[out->count]);
    return result;
}

void check_allow_release(check_allow *allow)
{
    free(allow->rules);
    *allow = (check_allow){0};
}
