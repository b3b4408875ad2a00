#include "bench/recall/figure.h"

#include <math.h>
#include <string.h>

static double share(recall_share s, recall_interval *interval)
{
    *interval = recall_share_interval(s);
    return recall_share_value(s);
}

static double alone(double value, recall_interval *interval)
{
    *interval = (recall_interval){value, value};
    return value;
}

static double frame_recall(recall_score *score, recall_interval *interval)
{
    return share(score->frame_recall, interval);
}

static double precision(recall_score *score, recall_interval *interval)
{
    return share(score->frame_precision, interval);
}

static double pair_recall(recall_score *score, recall_interval *interval)
{
    return share(score->pair_recall, interval);
}

static double regions(recall_score *score, recall_interval *interval)
{
    return share(score->regions, interval);
}

static double large_regions(recall_score *score, recall_interval *interval)
{
    return share(score->large_regions, interval);
}

static double distance(recall_score *score, recall_interval *interval)
{
    return alone(recall_samples_quantile(&score->distance_errors, 0.9), interval);
}

static double time_ratio(recall_score *score, recall_interval *interval)
{
    return alone(recall_time_ratio(score), interval);
}

static double vertices(recall_score *score, recall_interval *interval)
{
    double frames = score->frame_count ? (double)score->frame_count : (double)NAN;
    return alone((double)score->cost.touched_vertices / frames, interval);
}

const recall_figure recall_figures[RECALL_FIGURE_COUNT] = {
    {"recall", "recall of colliding frames", true, frame_recall},
    {"precision", "precision of colliding frames", true, precision},
    {"pairs", "recall of colliding pairs of bodies", true, pair_recall},
    {"regions", "share of regions found", true, regions},
    {"large-regions", "share of regions of 4 and more face pairs found", true, large_regions},
    {"distance", "p90 of the distance error, radii", false, distance},
    {"time", "time, ratio to hybrid", false, time_ratio},
    {"vertices", "vertices touched a frame", false, vertices},
};

const recall_figure *recall_figure_by_name(const char *name)
{
    for (int i = 0; i < RECALL_FIGURE_COUNT; i++)
        if (strcmp(recall_figures[i].name, name) == 0) return &recall_figures[i];
    return NULL;
}
