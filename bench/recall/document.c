#include "bench/recall/document.h"

#include <mote/mote.h>

#include "bench/machine.h"
#include "io/json_write.h"

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
