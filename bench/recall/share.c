#include "bench/recall/share.h"

#include <math.h>

static const double z = 1.959963984540054; // 97.5 % of the normal distribution lie below

void recall_share_count(recall_share *share, bool hit)
{
    share->hits += hit;
    share->of++;
}

void recall_share_add(recall_share *share, recall_share other)
{
    share->hits += other.hits;
    share->of += other.of;
}

double recall_share_value(recall_share share)
{
    return share.of ? (double)share.hits / (double)share.of : (double)NAN;
}

recall_interval recall_share_interval(recall_share share)
{
    if (share.of == 0) return (recall_interval){0.0, 1.0};
    double n = (double)share.of, p = (double)share.hits / n;
    double middle = p + z * z / (2.0 * n);
    double half = z * sqrt(p * (1.0 - p) / n + z * z / (4.0 * n * n));
    double scale = 1.0 / (1.0 + z * z / n);
    // At the ends the formula gives 0 and 1, but for rounding.
    return (recall_interval){share.hits == 0 ? 0.0 : (middle - half) * scale,
                             share.hits == share.of ? 1.0 : (middle + half) * scale};
}
