// Which pairs of parts are checked: mote_check_def.ignore and .only.

#ifndef MOTE_CHECK_RULES_H
#define MOTE_CHECK_RULES_H

#include <mote/base.h>

// A rule is A:B, two patterns of part names in either order, or A alone: A with anything, itself
// included. In patterns * matches any characters and ? matches one; \ escapes the next one, such
// as the colon of a name.
typedef struct check_rule_list {
    const char *const *items;
    uint32_t count;
} check_rule_list;

typedef struct check_rules {
    check_rule_list ignore, only; // with no rule in `only`, all pairs are checked
} check_rules;

bool check_rules_allow(const check_rules *rules, const char *a, const char *b);

// Does the pattern match the whole name?
bool check_pattern_matches(const char *pattern, size_t length, const char *name);

// The first rule with a pattern that matches no name, which was probably misspelled; null for none.
const char *check_rules_find_unmatched(const check_rules *rules, const char *const *names,
                                       size_t count);

#endif
