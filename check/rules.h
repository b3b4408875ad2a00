// Rules that select the pairs of parts to check: mote_check_def.ignore and .only.

#ifndef MOTE_CHECK_RULES_H
#define MOTE_CHECK_RULES_H

#include <mote/base.h>

// A rule is A:B, two patterns of part names in either order, or A alone: A with anything, itself
// included. In patterns * matches any characters and ? matches one; \ escapes the next one.
//
// Names may have colons too. A rule is read in the way in which each of its patterns matches a
// part: with parts p:arm and p:leg, the rule p:arm:p:leg is about these two, and p:arm about p:arm
// with anything. As A:B comes before A alone.
typedef struct check_rule {
    const char *text;
    size_t colon; // between A and B; the length of the text for A alone
} check_rule;

typedef struct check_rule_list {
    check_rule *items;
    uint32_t count;
} check_rule_list;

// All zero allows all pairs.
typedef struct check_rules {
    check_rule_list ignore, only; // with no rule in `only`, all pairs are checked
} check_rules;

// Reads rules for parts with these names. Fails for a rule with a pattern that matches no name,
// which is probably misspelled, and for an ambiguous rule. The texts must outlive the list.
mote_result check_rule_list_create(const char *const *texts, uint32_t count,
                                   const char *const *names, size_t name_count,
                                   check_rule_list *out);
void check_rules_release(check_rules *rules);

bool check_rules_allow(const check_rules *rules, const char *a, const char *b);

// Does the pattern match the whole name?
bool check_pattern_matches(const char *pattern, size_t length, const char *name);

#endif
