#include "bench/recall/print.h"

// Six characters, or "-" where there is nothing to tell.
static void format_share(recall_share share, char *text, size_t size)
{
    if (share.of)
        snprintf(text, size, "%.4f", recall_share_value(share));
    else
        snprintf(text, size, "-");
}

static void print_share(FILE *to, const char *head, const char *what, recall_share share)
{
    if (share.of == 0) {
        fprintf(to, "  %-24s %-10s  nothing to find\n", head, what);
        return;
    }
    recall_interval interval = recall_share_interval(share);
    fprintf(to, "  %-24s %-10s %.4f  [%.4f, %.4f]  %llu of %llu\n", head, what,
            recall_share_value(share), interval.low, interval.high, (unsigned long long)share.hits,
            (unsigned long long)share.of);
}

static void print_samples(FILE *to, const char *head, recall_samples *samples)
{
    if (samples->count == 0) return;
    fprintf(to, "  %-24s median %.2g, p90 %.2g, p99 %.2g radii of %zu\n", head,
            recall_samples_quantile(samples, 0.5), recall_samples_quantile(samples, 0.9),
            recall_samples_quantile(samples, 0.99), samples->count);
}

static void print_estimates(FILE *to, recall_score *score)
{
    if (score->probable_precision.of) {
        print_share(to, "called probable", "recall", score->probable_recall);
        print_share(to, "", "precision", score->probable_precision);
    }
    if (score->proofs.hits) print_share(to, "proved to be apart", "", score->proofs);
    if (score->cost.certified_pairs) print_share(to, "colliding frames", "unaided", score->unaided);
    if (score->unstreamed.hits)
        print_share(to, "colliding frames", "unstreamed", score->unstreamed);
    if (score->wrong_verdicts)
        fprintf(to, "  %-24s %llu\n", "WRONG VERDICTS", (unsigned long long)score->wrong_verdicts);
    print_samples(to, "distance error", &score->distance_errors);
    if (score->broken_bounds)
        fprintf(to, "  %-24s %llu\n", "BOUNDS BELOW DISTANCE",
                (unsigned long long)score->broken_bounds);
}

static void print_cost(FILE *to, const recall_score *score)
{
    double frames = (double)score->frame_count;
    const recall_cost *cost = &score->cost;
    fprintf(to, "  %-24s %.3g of hybrid\n", "time", recall_time_ratio(score));
    if (cost->touched_vertices || cost->hops || cost->force_evaluations) {
        fprintf(to, "  %-24s %.4g vertices, %.4g hops\n", "touched a frame",
                (double)cost->touched_vertices / frames, (double)cost->hops / frames);
        fprintf(to, "  %-24s %.4g forces, %.4g pairs of bodies\n", "evaluated a frame",
                (double)cost->force_evaluations / frames, (double)cost->body_pairs / frames);
    }
    if (cost->repartitions)
        fprintf(to, "  %-24s %llu\n", "repartitions", (unsigned long long)cost->repartitions);
}

void recall_print_score(FILE *to, recall_score *score)
{
    print_share(to, "colliding frames", "recall", score->frame_recall);
    print_share(to, "", "precision", score->frame_precision);
    print_share(to, "colliding pairs", "recall", score->pair_recall);
    print_share(to, "", "precision", score->pair_precision);
    print_share(to, "face pairs", "recall", score->face_recall);
    print_share(to, "", "precision", score->face_precision);
    print_share(to, "regions", "found", score->regions);
    print_share(to, "regions of 4 and more", "found", score->large_regions);
    print_samples(to, "point error", &score->point_errors);
    print_estimates(to, score);
    print_cost(to, score);
}

void recall_print_heading(FILE *to, const char *title)
{
    fprintf(to, "%63s %6s\n", "found", "found");
    fprintf(to, "%-26.26s %6s  %6s %6s %6s  %6s %6s %8s\n", title, "frames", "recall", "precis",
            "pairs", "region", "of 4+", "time");
}

void recall_print_row(FILE *to, const char *name, recall_score *score)
{
    char frames[16], precision[16], pairs[16], regions[16], large[16];
    format_share(score->frame_recall, frames, sizeof frames);
    format_share(score->pair_precision, precision, sizeof precision);
    format_share(score->pair_recall, pairs, sizeof pairs);
    format_share(score->regions, regions, sizeof regions);
    format_share(score->large_regions, large, sizeof large);
    fprintf(to, "%-26.26s %6llu  %6s %6s %6s  %6s %6s %8.3g\n", name,
            (unsigned long long)score->frame_recall.of, frames, precision, pairs, regions, large,
            recall_time_ratio(score));
}
