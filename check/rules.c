#include "check/rules.h"

#include <stdlib.h>
#include <string.h>

#include "check/animation/animation.h"
#include "core/result.h"

// Matches with backtracking to the last star.
bool check_pattern_matches(const char *pattern, size_t length, const char *name)
{
    size_t at = 0, star = SIZE_MAX;
    const char *star_name = NULL;
    while (*name) {
        bool escaped = at + 1 < length && pattern[at] == '\\';
        char wanted = escaped ? pattern[at + 1] : at < length ? pattern[at] : '\0';
        if (at < length && !escaped && wanted == '*') {
            star = at++;
            star_name = name;
        } else if (at < length && (wanted == *name || (!escaped && wanted == '?'))) {
            at += escaped ? 2 : 1;
            name++;
        } else if (star != SIZE_MAX) {
            at = star + 1;
            name = ++star_name;
        } else {
            return false;
        }
    }
    while (at < length && pattern[at] == '*') at++;
    return at == length;
}

static bool rule_matches(const check_rule *rule, const char *a, const char *b)
{
    const char *text = rule->text;
    size_t first = rule->colon;
    if (!text[first])
        return check_pattern_matches(text, first, a) || check_pattern_matches(text, first, b);
    const char *second = text + first + 1;
    size_t length = strlen(second);
    return (check_pattern_matches(text, first, a) && check_pattern_matches(second, length, b)) ||
           (check_pattern_matches(text, first, b) && check_pattern_matches(second, length, a));
}

bool check_rules_allow(const check_rules *rules, const char *a, const char *b)
{
    bool allowed = rules->only.count == 0;
    for (uint32_t i = 0; i < rules->only.count && !allowed; i++)
        allowed = rule_matches(&rules->only.items[i], a, b);
    for (uint32_t i = 0; i < rules->ignore.count && allowed; i++)
        allowed = !rule_matches(&rules->ignore.items[i], a, b);
    return allowed;
}

// ---------------------------------------------------------------------------------------------
// Reading rules

// The names of all parts.
typedef struct name_list {
    const char *const *items;
    size_t count;
} name_list;

static bool matches_any(const char *pattern, size_t length, const name_list *names)
{
    for (size_t i = 0; i < names->count; i++)
        if (check_pattern_matches(pattern, length, names->items[i])) return true;
    return false;
}

// The position of the next unescaped colon at or after `at`, or the length of the text.
static size_t find_colon(const char *text, size_t at)
{
    for (; text[at] && text[at] != ':'; at++)
        if (text[at] == '\\' && text[at + 1]) at++;
    return at;
}

static mote_result fail_unmatched(const char *text, const name_list *names)
{
    char list[240] = "";
    for (size_t i = 0; i < names->count; i++) check_append_name(list, sizeof list, names->items[i]);
    return mote_fail(MOTE_ERROR_ARGUMENT, "no part matches '%.100s'; the parts are: %s", text,
                     list);
}

static mote_result read_rule(const char *text, const name_list *names, check_rule *out)
{
    size_t readings = 0, length = strlen(text);
    *out = (check_rule){.text = text, .colon = length};
    for (size_t colon = find_colon(text, 0); colon < length; colon = find_colon(text, colon + 1)) {
        const char *second = text + colon + 1;
        if (!matches_any(text, colon, names) || !matches_any(second, strlen(second), names))
            continue;
        out->colon = colon;
        readings++;
    }
    if (readings > 1)
        return mote_fail(MOTE_ERROR_ARGUMENT,
                         "'%.100s' can be read in %zu ways; write \\: for a colon in a name", text,
                         readings);
    return readings || matches_any(text, length, names) ? MOTE_OK : fail_unmatched(text, names);
}

mote_result check_rule_list_create(const char *const *texts, uint32_t count,
                                   const char *const *names, size_t name_count,
                                   check_rule_list *out)
{
    const name_list list = {names, name_count};
    *out = (check_rule_list){.items = calloc((size_t)count + 1, sizeof *out->items)};
    if (!out->items) return mote_fail_memory(count * sizeof *out->items, "the rules");
    mote_result result = MOTE_OK;
    for (; out->count < count && !result; out->count++)
        result = read_rule(texts[out->count], &list, &out->items[out->count]);
    return result;
}

void check_rules_release(check_rules *rules)
{
    free(rules->ignore.items);
    free(rules->only.items);
    *rules = (check_rules){0};
}
