#include "bench/recall/document.h"

#include <mote/mote.h>

#include "bench/json_write.h"

static void write_share(FILE *to, const char *key, recall_share share)
{
    recall_interval interval = recall_share_interval(share);
    fputs(",\n  ", to);
    bench_json_write_key(to, key);
    fputs("{\"share\": ", to);
    bench_json_write_number(to, recall_share_value(share), 9);
    fprintf(to, ", \"hits\": %llu, \"of\": %llu, \"low\": %.6f, \"high\": %.6f}",
            (unsigned long long)share.hits, (unsigned long long)share.of, interval.low,
            interval.high);
}

static void write_samples(FILE *to, const char *key, recall_samples *samples)
{
    static const struct {
        const char *key;
        double share;
    } quantiles[] = {{"median", 0.5}, {"p90", 0.9}, {"p99", 0.99}, {"worst", 1.0}};
    fputs(",\n  ", to);
    bench_json_write_key(to, key);
    fprintf(to, "{\"count\": %zu", samples->count);
    for (size_t i = 0; i < sizeof quantiles / sizeof quantiles[0]; i++) {
        fputs(", ", to);
        bench_json_write_key(to, quantiles[i].key);
        bench_json_write_number(to, recall_samples_quantile(samples, quantiles[i].share), 6);
    }
    fputs("}", to);
}

static void write_cost(FILE *to, const recall_score *score)
{
    const recall_cost *cost = &score->cost;
    fputs(",\n  \"time_ratio\": ", to);
    bench_json_write_number(to, recall_time_ratio(score), 6);
    fprintf(to, ", \"seconds\": %.9f, \"hybrid_seconds\": %.9f",
            recall_samples_sum(&score->seconds), recall_samples_sum(&score->hybrid_seconds));
    fprintf(to, ", \"body_pairs\": %llu", (unsigned long long)cost->body_pairs);
    fprintf(to, ", \"force_evaluations\": %llu, \"hops\": %llu, \"touched_vertices\": %llu",
            (unsigned long long)cost->force_evaluations, (unsigned long long)cost->hops,
            (unsigned long long)cost->touched_vertices);
    fprintf(to, ", \"repartitions\": %llu, \"certified_pairs\": %llu, \"exact_calls\": %llu",
            (unsigned long long)cost->repartitions, (unsigned long long)cost->certified_pairs,
            (unsigned long long)cost->exact_calls);
}

// Members of an object, the first without a comma before it.
static void write_score(FILE *to, recall_score *score)
{
    fputs("\"recall\": ", to);
    bench_json_write_number(to, recall_share_value(score->frame_recall), 9);
    fputs(", \"precision\": ", to);
    bench_json_write_number(to, recall_share_value(score->frame_precision), 9);
    fprintf(to, ", \"frames\": %llu", (unsigned long long)score->frame_count);
    write_share(to, "frame_recall", score->frame_recall);
    write_share(to, "frame_precision", score->frame_precision);
    write_share(to, "pair_recall", score->pair_recall);
    write_share(to, "pair_precision", score->pair_precision);
    write_share(to, "face_recall", score->face_recall);
    write_share(to, "face_precision", score->face_precision);
    write_share(to, "regions", score->regions);
    write_share(to, "large_regions", score->large_regions);
    write_share(to, "probable_recall", score->probable_recall);
    write_share(to, "probable_precision", score->probable_precision);
    write_share(to, "proofs", score->proofs);
    write_share(to, "unaided", score->unaided);
    write_share(to, "unstreamed", score->unstreamed);
    fprintf(to, ",\n  \"wrong_verdicts\": %llu, \"broken_bounds\": %llu",
            (unsigned long long)score->wrong_verdicts, (unsigned long long)score->broken_bounds);
    write_samples(to, "distance_error", &score->distance_errors);
    write_samples(to, "point_error", &score->point_errors);
    write_cost(to, score);
}

static void write_run(FILE *to, recall_run *run)
{
    fputs("\n {\"scene\": ", to);
    bench_json_write_text(to, run->scene);
    if (run->at[RECALL_AXIS_PARTICLES] == RECALL_OWN_PARTICLES)
        fputs(", \"particles\": null", to);
    else
        fprintf(to, ", \"particles\": %.0f", run->at[RECALL_AXIS_PARTICLES]);
    fprintf(to, ", \"speed\": %.6g, \"bodies\": %u, \"triangles\": %zu,\n  ", run->facts.speed,
            run->facts.body_count, run->facts.triangle_count);
    write_score(to, &run->score);
    fputs("}", to);
}

// A scene, or all of them for null.
static mote_result write_sum(FILE *to, const recall_plan *plan, const char *scene)
{
    recall_score sum = {0};
    mote_result result = recall_plan_sum(plan, &(recall_choice){.scene = scene}, &sum);
    if (!result) write_score(to, &sum);
    recall_score_release(&sum);
    return result;
}

static void write_head(FILE *to, const recall_plan *plan)
{
    fputs("{\n\"mote\": ", to);
    bench_json_write_text(to, mote_version());
    fputs(",\n", to);
    bench_json_write_machine(to);
    fputs(",\n\"method\": ", to);
    bench_json_write_text(to, plan->method);
    fputs(", \"options\": ", to);
    bench_json_write_text(to, plan->options ? plan->options : "");
    fprintf(to, ", \"literal\": %s", plan->literal ? "true" : "false");
    fprintf(to, ", \"seed\": %llu, \"cold\": %s, \"grazing\": %u", (unsigned long long)plan->seed,
            plan->cold ? "true" : "false", plan->grazing);
    fprintf(to, ", \"bounds\": %s, \"certified\": %s,\n\n", plan->bounds ? "true" : "false",
            plan->certified ? "true" : "false");
}

mote_result recall_write_document(FILE *to, const recall_plan *plan)
{
    write_head(to, plan);
    mote_result result = write_sum(to, plan, NULL);
    fputs(",\n\n\"scenes\": [", to);
    for (uint32_t i = 0; i < plan->scene_count && !result; i++) {
        fprintf(to, "%s\n {\"scene\": ", i ? "," : "");
        bench_json_write_text(to, plan->scenes[i]);
        fputs(",\n  ", to);
        result = write_sum(to, plan, plan->scenes[i]);
        fputs("}", to);
    }
    fputs("],\n\n\"runs\": [", to);
    for (uint32_t i = 0; i < plan->run_count; i++) {
        if (i) fputs(",", to);
        write_run(to, &plan->runs[i]);
    }
    fputs("]\n}\n", to);
    return result;
}
