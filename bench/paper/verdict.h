// How a claim of a paper is judged: an estimate with a 95 % interval, a rule, and one function that
// holds the one against the other.
//
//     double shares[20];                      // of each seed, the share of colliding frames found
//     paper_estimate found = paper_mean(shares, 20);
//     paper_rule rule = paper_at_least("the share of colliding frames found", 0.9, "%");
//     paper_judge(found, rule);               // PAPER_HOLDS, PAPER_FAILS or PAPER_OPEN
//
// The page prints the text of the rule (paper_rule_text), so that text and rule cannot disagree.

#ifndef MOTE_PAPER_VERDICT_H
#define MOTE_PAPER_VERDICT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// ---------------------------------------------------------------------------------------------
// Estimates

typedef enum paper_estimate_kind {
    PAPER_NO_ESTIMATE = 0, // makes no sense here: a dash on the page
    PAPER_NOT_TRIED,       // open; the claim says what would settle it
    PAPER_COUNTED,         // all cases that there are: the interval is a point
    PAPER_SAMPLED          // from seeds or points
} paper_estimate_kind;

// The value lies between low and high with 95 % confidence, both included. A sample that is too
// small for an interval has infinite ends; one with a NaN in it has a NaN as its value: both leave
// a claim open.
typedef struct paper_estimate {
    paper_estimate_kind kind;
    double value, low, high;
    uint32_t count; // of the sample: seeds or points
} paper_estimate;

// What was not tried, in a quick run or at all.
paper_estimate paper_not_tried(void);

// A figure without chance in it: a count of all cases, bytes, a hand calculation. Not for a single
// run of something that depends on a seed.
paper_estimate paper_counted(double value);

// Wilson's interval of a share of independent trials.
paper_estimate paper_share(uint64_t hits, uint64_t trials);

// The share of trials that come in groups, one per seed, whose trials depend on each other (the
// frames of a run): Wilson's interval for as many trials as are worth the same when independent.
// Groups without trials do not count. Where all trials agree, each group counts as one trial: 73
// groups are needed for an interval above 95 %, 35 for one above 90 %.
paper_estimate paper_share_in_groups(const double *hits, const double *trials, uint32_t count);

// The mean over seeds, with Student's interval. At least two values.
paper_estimate paper_mean(const double *values, uint32_t count);

// The median, with the interval of the order statistics. At least six values.
paper_estimate paper_median(const double *values, uint32_t count);

// The sum of `over` divided by the sum of `under`, which are paired by seed: how many times as long
// one method takes. Student's interval of the linearized ratio. At least two pairs; `under` is
// positive.
paper_estimate paper_ratio(const double *over, const double *under, uint32_t count);

// The power p of y = c x^p, by regression of the logarithms, with Student's interval. At least
// three points, not all at one x; all x and y are positive.
paper_estimate paper_growth(const double *x, const double *y, uint32_t count);

// The same power alone, where there is one series of points per seed and paper_mean takes the
// powers of all. NaN where paper_growth has no value.
double paper_power(const double *x, const double *y, uint32_t count);

// The least and the greatest of several, for "in each of the scenes". Open if one of them is.
paper_estimate paper_least(const paper_estimate *estimates, uint32_t count);
paper_estimate paper_greatest(const paper_estimate *estimates, uint32_t count);

// "94 % (90 to 97)", "3.1 ms"; "-" without an estimate, "not tried", "undefined" with a NaN. The
// unit as in a rule.
void paper_estimate_text(paper_estimate estimate, const char *unit, char *out, size_t size);

// ---------------------------------------------------------------------------------------------
// Rules

typedef enum paper_relation {
    PAPER_AT_LEAST,
    PAPER_AT_MOST,
    PAPER_MORE_THAN,
    PAPER_LESS_THAN,
    PAPER_WITHIN, // both ends included
    PAPER_ORDER   // O(x^bound): one-sided, growing slower is holding
} paper_relation;

typedef struct paper_rule {
    const char *of; // the quantity, in words that make a sentence with "is at least"
    paper_relation relation;
    double bound;
    double upper; // of PAPER_WITHIN
    // Null, or what follows the number: "ms", "times". "%": estimate and bound are shares of 1 and
    // shown in percent.
    const char *unit;
} paper_rule;

paper_rule paper_at_least(const char *of, double bound, const char *unit);
paper_rule paper_at_most(const char *of, double bound, const char *unit);
paper_rule paper_more_than(const char *of, double bound, const char *unit);
paper_rule paper_less_than(const char *of, double bound, const char *unit);
paper_rule paper_within(const char *of, double low, double high, const char *unit);

// What is measured of an O() is finite: small terms and caches bend the line. A power of up to
// PAPER_ORDER_MARGIN above the bound is still that order, which the text says.
#define PAPER_ORDER_MARGIN 0.2
paper_rule paper_order(const char *of, double power);

// "the share of colliding frames found is at least 90 %"
void paper_rule_text(paper_rule rule, char *out, size_t size);

// Where a paper gives no number, its words are read in the same way in all claims of all papers. A
// comparison without a number ("faster", "improves", "helps") holds with any difference.

// "Accurate", "sufficiently correct", "detects collisions": right in 90 % of the cases, or off by
// at most 10 %. Saenghaengtham and Kanongchaiyos print this figure, and say "accurately" of it.
#define PAPER_ACCURATE 0.9
// "All", "always", "prevents", "guarantees", "right": in 99 % of the cases.
#define PAPER_ALWAYS 0.99
// "About", "approximately", "almost the same", "no penalty": between half as much and half as much
// again.
#define PAPER_ABOUT 0.5
// "Much", "very": twice as much.
#define PAPER_MUCH 2.0
// "Negligible", "only": a tenth of what it is compared with.
#define PAPER_NEGLIGIBLE 0.1

// ---------------------------------------------------------------------------------------------
// Verdicts

typedef enum paper_verdict {
    PAPER_NO_VERDICT = 0, // without an estimate
    PAPER_HOLDS,          // the whole interval satisfies the rule
    PAPER_FAILS,          // the whole interval violates it
    PAPER_OPEN            // some of it does, or nothing was tried
} paper_verdict;

enum { PAPER_VERDICT_COUNT = PAPER_OPEN + 1 };

paper_verdict paper_judge(paper_estimate estimate, paper_rule rule);

// "-", "holds", "fails", "open"
const char *paper_verdict_name(paper_verdict verdict);

// How many samples would bring the interval to one side of the bound, if the value stays: what
// settles a claim that straddles. 0 where no number would (the value is the bound), or none is
// needed.
uint32_t paper_count_to_settle(paper_estimate estimate, paper_rule rule);

#endif
