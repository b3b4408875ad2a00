// Which pairs of parts are looked at: --ignore and --only.

#ifndef MOTE_CHECK_RULES_H
#define MOTE_CHECK_RULES_H

#include "apps/mote/options.h"

// A rule is A:B, two patterns of part names in either order, or A alone: A with anything, itself
// included. In patterns * stands for any characters and ? for one; \ takes the next one as it is, such
// as the colon of a name.
typedef struct check_rules {
    cmd_texts ignore, only; // with no rule in `only`, all pairs are looked at
} check_rules;

bool check_rules_allow(const check_rules *rules, const char *a, const char *b);

// Does a whole name fit a pattern?
bool check_pattern_fits(const char *pattern, size_t length, const char *name);

// Does any part have a name that the rule can mean? The first rule that means none, or null: it was
// probably misspelt.
const char *check_rules_idle(const check_rules *rules, const char *const *names, size_t count);

#endif
