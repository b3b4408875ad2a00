#include "check/rules.h"

#include <string.h>

// The usual matching with one place to come back to: the last star.
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

// Where the second half of A:B begins, behind its colon; null for A alone.
static const char *second_half(const char *rule)
{
    for (; *rule; rule++) {
        if (*rule == '\\' && rule[1])
            rule++;
        else if (*rule == ':')
            return rule + 1;
    }
    return NULL;
}

static bool rule_matches(const char *rule, const char *a, const char *b)
{
    const char *second = second_half(rule);
    if (!second)
        return check_pattern_matches(rule, strlen(rule), a) ||
               check_pattern_matches(rule, strlen(rule), b);
    size_t first = (size_t)(second - rule) - 1;
    return (check_pattern_matches(rule, first, a) &&
            check_pattern_matches(second, strlen(second), b)) ||
           (check_pattern_matches(rule, first, b) &&
            check_pattern_matches(second, strlen(second), a));
}

bool check_rules_allow(const check_rules *rules, const char *a, const char *b)
{
    bool allowed = rules->only.count == 0;
    for (uint32_t i = 0; i < rules->only.count && !allowed; i++)
        allowed = rule_matches(rules->only.items[i], a, b);
    for (uint32_t i = 0; i < rules->ignore.count && allowed; i++)
        allowed = !rule_matches(rules->ignore.items[i], a, b);
    return allowed;
}

static bool matches_nothing(const char *pattern, size_t length, const char *const *names,
                            size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (check_pattern_matches(pattern, length, names[i])) return false;
    return true;
}

const char *check_rules_find_unmatched(const check_rules *rules, const char *const *names,
                                       size_t count)
{
    const check_rule_list *lists[] = {&rules->ignore, &rules->only};
    for (int k = 0; k < 2; k++) {
        for (uint32_t i = 0; i < lists[k]->count; i++) {
            const char *rule = lists[k]->items[i], *second = second_half(rule);
            size_t first = second ? (size_t)(second - rule) - 1 : strlen(rule);
            if (matches_nothing(rule, first, names, count)) return rule;
            if (second && matches_nothing(second, strlen(second), names, count)) return rule;
        }
    }
    return NULL;
}
