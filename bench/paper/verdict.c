#include "bench/paper/verdict.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const double NORMAL_975 = 1.959964;

// The 97.5 % quantile of Student's distribution. Past the table an upper bound that is at most
// 0.002 too high.
static double student_975(double degrees)
{
    static const double table[] = {12.7062, 4.3027, 3.1824, 2.7764, 2.5706, 2.4469, 2.3646, 2.3060,
                                   2.2622,  2.2281, 2.2010, 2.1788, 2.1604, 2.1448, 2.1314, 2.1199,
                                   2.1098,  2.1009, 2.0930, 2.0860, 2.0796, 2.0739, 2.0687, 2.0639,
                                   2.0595,  2.0555, 2.0518, 2.0484, 2.0452, 2.0423};
    const int last = sizeof table / sizeof *table;
    if (degrees < 1) return (double)INFINITY;
    return degrees <= (double)last ? table[(int)degrees - 1] : NORMAL_975 + 2.5 / degrees;
}

static paper_estimate sampled(double value, double half_width, uint32_t count)
{
    return (paper_estimate){.kind = PAPER_SAMPLED,
                            .value = value,
                            .low = value - half_width,
                            .high = value + half_width,
                            .count = count};
}

// Of too few values, or of one that is no number.
static paper_estimate unbounded(double value, uint32_t count)
{
    return (paper_estimate){.kind = PAPER_SAMPLED,
                            .value = value,
                            .low = -(double)INFINITY,
                            .high = (double)INFINITY,
                            .count = count};
}

paper_estimate paper_not_tried(void)
{
    return (paper_estimate){.kind = PAPER_NOT_TRIED,
                            .value = (double)NAN,
                            .low = -(double)INFINITY,
                            .high = (double)INFINITY};
}

paper_estimate paper_counted(double value)
{
    return (paper_estimate){
        .kind = PAPER_COUNTED, .value = value, .low = value, .high = value, .count = 1};
}

// ---------------------------------------------------------------------------------------------
// Shares

// Wilson 1927, for `trials` that need not be whole and a quantile that may be Student's.
static paper_estimate wilson(double share, double trials, double quantile, uint32_t count)
{
    double z2 = quantile * quantile, scale = 1 + z2 / trials;
    double middle = (share + z2 / (2 * trials)) / scale;
    double half =
        quantile / scale * sqrt(share * (1 - share) / trials + z2 / (4 * trials * trials));
    // At the ends rounding must not leave the share itself outside.
    return (paper_estimate){.kind = PAPER_SAMPLED,
                            .value = share,
                            .low = fmin(fmax(middle - half, 0), share),
                            .high = fmax(fmin(middle + half, 1), share),
                            .count = count};
}

paper_estimate paper_share(uint64_t hits, uint64_t trials)
{
    if (!trials) return paper_not_tried();
    uint32_t count = trials < UINT32_MAX ? (uint32_t)trials : UINT32_MAX;
    if (hits > trials) return unbounded((double)NAN, count);
    return wilson((double)hits / (double)trials, (double)trials, NORMAL_975, count);
}

// The variance of the sum of `over` divided by that of `under`, linearized; the ratio goes to
// `out`. Pairs without `under` do not count; `*pairs` are those that do.
static double variance_of_ratio(const double *over, const double *under, uint32_t count,
                                double *out, uint32_t *pairs)
{
    double top = 0, bottom = 0, squares = 0;
    *pairs = 0;
    for (uint32_t i = 0; i < count; i++) {
        top += over[i];
        bottom += under[i];
        *pairs += under[i] != 0;
    }
    *out = top / bottom;
    for (uint32_t i = 0; i < count; i++) {
        double off = under[i] != 0 ? over[i] - *out * under[i] : 0;
        squares += off * off;
    }
    double n = *pairs;
    return squares * n / ((n - 1) * bottom * bottom);
}

paper_estimate paper_share_in_groups(const double *hits, const double *trials, uint32_t count)
{
    double share, all = 0;
    uint32_t groups;
    double variance = variance_of_ratio(hits, trials, count, &share, &groups);
    for (uint32_t i = 0; i < count; i++) all += trials[i];
    if (!groups) return paper_not_tried();
    if (!(share >= 0 && share <= 1)) return unbounded((double)NAN, groups);
    if (groups == 1) return unbounded(share, 1);
    bool all_agree = share <= 0 || share >= 1;
    double worth = variance > 0 ? share * (1 - share) / variance : all;
    return wilson(share, all_agree ? groups : fmin(worth, all),
                  all_agree ? NORMAL_975 : student_975(groups - 1), groups);
}

// ---------------------------------------------------------------------------------------------
// Means, medians and ratios

paper_estimate paper_mean(const double *values, uint32_t count)
{
    if (!count) return paper_not_tried();
    double sum = 0, squares = 0;
    for (uint32_t i = 0; i < count; i++) sum += values[i];
    double mean = sum / count;
    if (count == 1 || !isfinite(mean)) return unbounded(isfinite(mean) ? mean : (double)NAN, count);
    for (uint32_t i = 0; i < count; i++) squares += (values[i] - mean) * (values[i] - mean);
    double deviation = sqrt(squares / (count - 1));
    return sampled(mean, student_975(count - 1) * deviation / sqrt(count), count);
}

static int compare(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

// How many values at each end lie outside the interval: the most with P(Bin(count, 1/2) < k) <= 2.5
// %.
static uint32_t values_outside(uint32_t count)
{
    double term = pow(0.5, count), below = 0; // P(X = k), P(X < k)
    uint32_t k = 0;
    while (below + term <= 0.025 && k < count) {
        below += term;
        term *= (double)(count - k) / (k + 1);
        k++;
    }
    return k;
}

paper_estimate paper_median(const double *values, uint32_t count)
{
    if (!count) return paper_not_tried();
    double *sorted = malloc(count * sizeof *sorted);
    if (!sorted) return paper_not_tried();
    memcpy(sorted, values, count * sizeof *sorted);
    bool is_whole = true;
    for (uint32_t i = 0; i < count; i++) is_whole = is_whole && isfinite(values[i]);
    qsort(sorted, count, sizeof *sorted, compare);
    paper_estimate out = unbounded((double)NAN, count);
    if (is_whole) out.value = 0.5 * (sorted[(count - 1) / 2] + sorted[count / 2]);
    uint32_t outside = values_outside(count);
    if (is_whole && outside) {
        out.low = sorted[outside - 1];
        out.high = sorted[count - outside];
    }
    free(sorted);
    return out;
}

paper_estimate paper_ratio(const double *over, const double *under, uint32_t count)
{
    if (!count) return paper_not_tried();
    double ratio;
    uint32_t pairs;
    double variance = variance_of_ratio(over, under, count, &ratio, &pairs);
    for (uint32_t i = 0; i < count; i++)
        if (!(under[i] > 0)) ratio = (double)NAN;
    if (count == 1 || !isfinite(ratio))
        return unbounded(isfinite(ratio) ? ratio : (double)NAN, count);
    return sampled(ratio, student_975(count - 1) * sqrt(variance), count);
}

// ---------------------------------------------------------------------------------------------
// Growth

paper_estimate paper_growth(const double *x, const double *y, uint32_t count)
{
    if (!count) return paper_not_tried();
    double mean_x = 0, mean_y = 0, xx = 0, xy = 0, yy = 0;
    for (uint32_t i = 0; i < count; i++) {
        if (!(x[i] > 0) || !(y[i] > 0)) return unbounded((double)NAN, count);
        mean_x += log(x[i]) / count;
        mean_y += log(y[i]) / count;
    }
    for (uint32_t i = 0; i < count; i++) {
        double dx = log(x[i]) - mean_x, dy = log(y[i]) - mean_y;
        xx += dx * dx;
        xy += dx * dy;
        yy += dy * dy;
    }
    // Rounding in the mean must not pass for a spread of x.
    if (!(xx > 1e-20 * count) || !isfinite(xy)) return unbounded((double)NAN, count);
    double power = xy / xx;
    if (count < 3) return unbounded(power, count);
    double rest = fmax(yy - power * xy, 0);
    return sampled(power, student_975(count - 2) * sqrt(rest / (count - 2) / xx), count);
}

double paper_power(const double *x, const double *y, uint32_t count)
{
    return paper_growth(x, y, count).value;
}

// ---------------------------------------------------------------------------------------------
// Of several

static paper_estimate extreme(const paper_estimate *estimates, uint32_t count, double sign)
{
    if (!count) return paper_not_tried();
    paper_estimate out = estimates[0];
    for (uint32_t i = 0; i < count; i++) {
        const paper_estimate *e = &estimates[i];
        if (e->kind == PAPER_NO_ESTIMATE || e->kind == PAPER_NOT_TRIED || isnan(e->value))
            return paper_not_tried();
        if (sign * e->value > sign * out.value) out.value = e->value;
        if (sign * e->low > sign * out.low) out.low = e->low;
        if (sign * e->high > sign * out.high) out.high = e->high;
        if (e->kind == PAPER_SAMPLED) out.kind = PAPER_SAMPLED;
        if (e->count < out.count) out.count = e->count;
    }
    return out;
}

paper_estimate paper_least(const paper_estimate *estimates, uint32_t count)
{
    return extreme(estimates, count, -1);
}

paper_estimate paper_greatest(const paper_estimate *estimates, uint32_t count)
{
    return extreme(estimates, count, 1);
}

// ---------------------------------------------------------------------------------------------
// Rules

static paper_rule rule_of(const char *of, paper_relation relation, double bound, const char *unit)
{
    return (paper_rule){.of = of, .relation = relation, .bound = bound, .unit = unit};
}

paper_rule paper_at_least(const char *of, double bound, const char *unit)
{
    return rule_of(of, PAPER_AT_LEAST, bound, unit);
}

paper_rule paper_at_most(const char *of, double bound, const char *unit)
{
    return rule_of(of, PAPER_AT_MOST, bound, unit);
}

paper_rule paper_more_than(const char *of, double bound, const char *unit)
{
    return rule_of(of, PAPER_MORE_THAN, bound, unit);
}

paper_rule paper_less_than(const char *of, double bound, const char *unit)
{
    return rule_of(of, PAPER_LESS_THAN, bound, unit);
}

paper_rule paper_within(const char *of, double low, double high, const char *unit)
{
    paper_rule rule = rule_of(of, PAPER_WITHIN, low, unit);
    rule.upper = high;
    return rule;
}

paper_rule paper_order(const char *of, double power)
{
    return rule_of(of, PAPER_ORDER, power, NULL);
}

// The values that satisfy a rule: an interval whose ends belong to it or not.
typedef struct allowed {
    double low, high;
    bool without_low, without_high;
} allowed;

static allowed values_of(paper_rule rule)
{
    allowed a = {.low = -(double)INFINITY, .high = (double)INFINITY};
    switch (rule.relation) {
    case PAPER_MORE_THAN: a.without_low = true; // fall through
    case PAPER_AT_LEAST: a.low = rule.bound; break;
    case PAPER_LESS_THAN: a.without_high = true; // fall through
    case PAPER_AT_MOST: a.high = rule.bound; break;
    case PAPER_WITHIN:
        a.low = rule.bound;
        a.high = rule.upper;
        break;
    case PAPER_ORDER: a.high = rule.bound + PAPER_ORDER_MARGIN; break;
    }
    return a;
}

// ---------------------------------------------------------------------------------------------
// Verdicts

paper_verdict paper_judge(paper_estimate estimate, paper_rule rule)
{
    if (estimate.kind == PAPER_NO_ESTIMATE) return PAPER_NO_VERDICT;
    allowed a = values_of(rule);
    double low = estimate.low, high = estimate.high;
    if (estimate.kind == PAPER_NOT_TRIED || isnan(estimate.value) || isnan(low) || isnan(high) ||
        (isinf(low) && isinf(high)))
        return PAPER_OPEN;
    bool is_below = a.without_high ? high < a.high : high <= a.high;
    bool is_above = a.without_low ? low > a.low : low >= a.low;
    if (is_below && is_above) return PAPER_HOLDS;
    bool is_too_low = a.without_low ? high <= a.low : high < a.low;
    bool is_too_high = a.without_high ? low >= a.high : low > a.high;
    return is_too_low || is_too_high ? PAPER_FAILS : PAPER_OPEN;
}

const char *paper_verdict_name(paper_verdict verdict)
{
    static const char *const names[] = {"-", "holds", "fails", "open"};
    return names[verdict];
}

uint32_t paper_count_to_settle(paper_estimate estimate, paper_rule rule)
{
    if (estimate.kind != PAPER_SAMPLED || paper_judge(estimate, rule) != PAPER_OPEN) return 0;
    allowed a = values_of(rule);
    // The interval shrinks with the root of the count; each end that it still crosses must be left.
    double times = 1;
    const double ends[] = {a.low, a.high};
    for (int k = 0; k < 2; k++) {
        if (isinf(ends[k]) || estimate.low > ends[k] || estimate.high < ends[k]) continue;
        bool is_above = estimate.value > ends[k];
        double half = is_above ? estimate.value - estimate.low : estimate.high - estimate.value;
        times = fmax(times, half / fabs(estimate.value - ends[k]));
    }
    double count = ceil(1.05 * estimate.count * times * times);
    return count < 1e6 ? (uint32_t)count : 0;
}

// ---------------------------------------------------------------------------------------------
// Text

static bool is_percent(const char *unit)
{
    return unit && strcmp(unit, "%") == 0;
}

void paper_rule_text(paper_rule rule, char *out, size_t size)
{
    static const char *const words[] = {"at least", "at most", "more than", "less than"};
    double scale = is_percent(rule.unit) ? 100 : 1;
    const char *gap = rule.unit ? " " : "", *unit = rule.unit ? rule.unit : "";
    if (rule.relation == PAPER_WITHIN)
        snprintf(out, size, "%s is from %.6g to %.6g%s%s", rule.of, scale * rule.bound,
                 scale * rule.upper, gap, unit);
    else if (rule.relation == PAPER_ORDER)
        snprintf(out, size, "%s grows with a power of at most %.6g (%.6g and a margin of %.6g)",
                 rule.of, rule.bound + PAPER_ORDER_MARGIN, rule.bound, PAPER_ORDER_MARGIN);
    else
        snprintf(out, size, "%s is %s %.6g%s%s", rule.of, words[rule.relation], scale * rule.bound,
                 gap, unit);
}

// The power of ten of the last digit that is shown: three digits of the value, and so many that the
// interval has two.
static int decimals_of(paper_estimate estimate, double scale)
{
    double width = scale * (estimate.high - estimate.low), size = scale * fabs(estimate.value);
    double digits = size > 0 ? 2 - floor(log10(size)) : 2;
    if (isfinite(width) && width > 0) digits = fmax(fmin(digits, 6), 1 - floor(log10(width)));
    return (int)fmin(fmax(digits, 0), 9);
}

void paper_estimate_text(paper_estimate estimate, const char *unit, char *out, size_t size)
{
    double scale = is_percent(unit) ? 100 : 1;
    const char *gap = unit ? " " : "", *name = unit ? unit : "";
    if (estimate.kind == PAPER_NO_ESTIMATE)
        snprintf(out, size, "-");
    else if (estimate.kind == PAPER_NOT_TRIED)
        snprintf(out, size, "not tried");
    else if (isnan(estimate.value))
        snprintf(out, size, "undefined");
    else if (estimate.kind == PAPER_COUNTED)
        snprintf(out, size, "%.6g%s%s", scale * estimate.value, gap, name);
    else if (isinf(estimate.low))
        snprintf(out, size, "%.3g%s%s (no interval)", scale * estimate.value, gap, name);
    else {
        int decimals = decimals_of(estimate, scale);
        snprintf(out, size, "%.*f%s%s (%.*f to %.*f)", decimals, scale * estimate.value, gap, name,
                 decimals, scale * estimate.low, decimals, scale * estimate.high);
    }
}
