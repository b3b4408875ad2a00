#include "bench/recall/figure.h"

#include <math.h>
#include <string.h>

static double share(mote_share s, mote_interval *interval)
{
    *interval = mote_share_interval(s);
    return mote_share_value(s);
}

static double alone(double value, mote_interval *interval)
{
    *interval = (mote_interval){value, value};
    return value;
}

static double frame_recall(mote_recall_score *score, mote_interval *interval)
{
    return share(score->frame_recall, interval);
}

static double precision(mote_recall_score *score, mote_interval *interval)
{
    return share(score->frame_precision, interval);
}

static double pair_recall(mote_recall_score *score, mote_interval *interval)
{
    return share(score->pair_recall, interval);
}

static double regions(mote_recall_score *score, mote_interval *interval)
{
    return share(score->regions, interval);
}

static double large_regions(mote_recall_score *score, mote_interval *interval)
{
    return share(score->large_regions, interval);
}

static double distance(mote_recall_score *score, mote_interval *interval)
{
    return alone(mote_samples_quantile(&score->distance_errors, 0.9), interval);
}

static double time_ratio(mote_recall_score *score, mote_interval *interval)
{
    return alone(mote_recall_time_ratio(score), interval);
}

static double vertices(mote_recall_score *score, mote_interval *interval)
{
    double frames = score->frame_count ? (double)score->frame_count : (double)NAN;
    return alone((double)score->cost.touched_vertices / frames, interval);
}

const mote_figure mote_figures[MOTE_FIGURE_COUNT] = {
    {"recall", "recall of colliding frames", true, frame_recall},
    {"precision", "precision of colliding frames", true, precision},
    {"pairs", "recall of colliding pairs of bodies", true, pair_recall},
    {"regions", "share of regions found", true, regions},
    {"large-regions", "share of regions of 4 and more face pairs found", true, large_regions},
    {"distance", "p90 of the distance error, radii", false, distance},
    {"time", "time, ratio to hybrid", false, time_ratio},
    {"vertices", "vertices touched a frame", false, vertices},
};

const mote_figure *mote_figure_by_name(const char *name)
{
    for (int i = 0; i < MOTE_FIGURE_COUNT; i++)
        if (strcmp(mote_figures[i].name, name) == 0) return &mote_figures[i];
    return NULL;
}
