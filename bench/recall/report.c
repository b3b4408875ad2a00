#include "bench/recall/report.h"

#include <mote/mote.h>

#include "bench/machine.h"
#include "io/json_write.h"

// ---------------------------------------------------------------------------------------------
// Words

// Six characters, or "-" if there is no value.
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

// Of face pairs and regions.
static void print_face_share(FILE *to, const recall_score *score, const char *head,
                             const char *what, recall_share share)
{
    if (score->bodies_only)
        fprintf(to, "  %-24s %-10s -       the method lists no face pairs\n", head, what);
    else
        print_share(to, head, what, share);
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
        fprintf(to, "  %-24s %.4g vertices, %.4g hops\n", "touched per frame",
                (double)cost->touched_vertices / frames, (double)cost->hops / frames);
        fprintf(to, "  %-24s %.4g forces, %.4g pairs of bodies\n", "evaluated per frame",
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
    print_face_share(to, score, "face pairs", "recall", score->face_recall);
    print_face_share(to, score, "", "precision", score->face_precision);
    print_face_share(to, score, "regions", "found", score->regions);
    print_face_share(to, score, "regions of 4 and more", "found", score->large_regions);
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

// ---------------------------------------------------------------------------------------------
// JSON

static void write_share(io_json_writer *json, const char *key, recall_share share)
{
    recall_interval interval = recall_share_interval(share);
    io_json_write_line(json, 2);
    io_json_write_object(json, key);
    io_json_write_double(json, "share", recall_share_value(share));
    io_json_write_integer(json, "hits", share.hits);
    io_json_write_integer(json, "of", share.of);
    io_json_write_double(json, "low", interval.low);
    io_json_write_double(json, "high", interval.high);
    io_json_write_end_object(json);
}

static void write_samples(io_json_writer *json, const char *key, recall_samples *samples)
{
    static const struct {
        const char *key;
        double share;
    } quantiles[] = {{"median", 0.5}, {"p90", 0.9}, {"p99", 0.99}, {"worst", 1.0}};
    io_json_write_line(json, 2);
    io_json_write_object(json, key);
    io_json_write_integer(json, "count", samples->count);
    for (size_t i = 0; i < sizeof quantiles / sizeof quantiles[0]; i++)
        io_json_write_double(json, quantiles[i].key,
                             recall_samples_quantile(samples, quantiles[i].share));
    io_json_write_end_object(json);
}

static void write_cost(io_json_writer *json, const recall_score *score)
{
    const recall_cost *cost = &score->cost;
    io_json_write_line(json, 2);
    io_json_write_double(json, "time_ratio", recall_time_ratio(score));
    io_json_write_double(json, "seconds", recall_samples_sum(&score->seconds));
    io_json_write_double(json, "hybrid_seconds", recall_samples_sum(&score->hybrid_seconds));
    io_json_write_integer(json, "body_pairs", cost->body_pairs);
    io_json_write_integer(json, "force_evaluations", cost->force_evaluations);
    io_json_write_integer(json, "hops", cost->hops);
    io_json_write_integer(json, "touched_vertices", cost->touched_vertices);
    io_json_write_integer(json, "repartitions", cost->repartitions);
    io_json_write_integer(json, "certified_pairs", cost->certified_pairs);
    io_json_write_integer(json, "exact_calls", cost->exact_calls);
}

// Members of the object that is being written.
static void write_score(io_json_writer *json, recall_score *score)
{
    io_json_write_double(json, "recall", recall_share_value(score->frame_recall));
    io_json_write_double(json, "precision", recall_share_value(score->frame_precision));
    io_json_write_integer(json, "frames", score->frame_count);
    write_share(json, "frame_recall", score->frame_recall);
    write_share(json, "frame_precision", score->frame_precision);
    write_share(json, "pair_recall", score->pair_recall);
    write_share(json, "pair_precision", score->pair_precision);
    write_share(json, "face_recall", score->face_recall);
    write_share(json, "face_precision", score->face_precision);
    write_share(json, "regions", score->regions);
    write_share(json, "large_regions", score->large_regions);
    write_share(json, "probable_recall", score->probable_recall);
    write_share(json, "probable_precision", score->probable_precision);
    write_share(json, "proofs", score->proofs);
    write_share(json, "unaided", score->unaided);
    write_share(json, "unstreamed", score->unstreamed);
    io_json_write_line(json, 2);
    io_json_write_integer(json, "wrong_verdicts", score->wrong_verdicts);
    io_json_write_integer(json, "broken_bounds", score->broken_bounds);
    write_samples(json, "distance_error", &score->distance_errors);
    write_samples(json, "point_error", &score->point_errors);
    write_cost(json, score);
}

static void write_run(io_json_writer *json, recall_run *run)
{
    io_json_write_line(json, 1);
    io_json_write_object(json, NULL);
    io_json_write_string(json, "scene", run->scene);
    if (run->at[RECALL_AXIS_PARTICLES] == RECALL_OWN_PARTICLES)
        io_json_write_null(json, "particles");
    else
        io_json_write_double(json, "particles", run->at[RECALL_AXIS_PARTICLES]);
    io_json_write_double(json, "speed", run->facts.speed);
    io_json_write_integer(json, "bodies", run->facts.body_count);
    io_json_write_integer(json, "triangles", run->facts.triangle_count);
    io_json_write_line(json, 2);
    write_score(json, &run->score);
    io_json_write_end_object(json);
}

// A scene, or all of them for null.
static mote_result write_sum(io_json_writer *json, const recall_plan *plan, const char *scene)
{
    recall_score sum = {0};
    mote_result result = recall_plan_sum(plan, &(recall_choice){.scene = scene}, &sum);
    if (!result) write_score(json, &sum);
    recall_score_release(&sum);
    return result;
}

static void write_head(io_json_writer *json, const recall_plan *plan)
{
    io_json_write_string(json, "mote", mote_version());
    io_json_write_line(json, 0);
    bench_machine_write(json);
    io_json_write_line(json, 0);
    io_json_write_string(json, "method", plan->method);
    io_json_write_string(json, "options", plan->options ? plan->options : "");
    io_json_write_bool(json, "literal", plan->literal);
    io_json_write_integer(json, "seed", plan->seed);
    io_json_write_bool(json, "cold", plan->cold);
    io_json_write_integer(json, "grazing", plan->grazing);
    io_json_write_bool(json, "bounds", plan->bounds);
    io_json_write_bool(json, "certified", plan->certified);
    io_json_write_line(json, 0);
}

mote_result recall_write_document(FILE *to, const recall_plan *plan)
{
    io_json_writer json = {.to = to};
    io_json_write_object(&json, NULL);
    write_head(&json, plan);
    mote_result result = write_sum(&json, plan, NULL);
    io_json_write_line(&json, 0);
    io_json_write_array(&json, "scenes");
    for (uint32_t i = 0; i < plan->scene_count && !result; i++) {
        io_json_write_line(&json, 1);
        io_json_write_object(&json, NULL);
        io_json_write_string(&json, "scene", plan->scenes[i]);
        io_json_write_line(&json, 2);
        result = write_sum(&json, plan, plan->scenes[i]);
        io_json_write_end_object(&json);
    }
    io_json_write_end_array(&json);
    io_json_write_line(&json, 0);
    io_json_write_array(&json, "runs");
    for (uint32_t i = 0; i < plan->run_count; i++) write_run(&json, &plan->runs[i]);
    io_json_write_end_array(&json);
    io_json_write_end_object(&json);
    fputc('\n', to);
    return result;
}
