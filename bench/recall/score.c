#include "bench/recall/score.h"

#include <math.h>
#include <mote/geometry.h>
#include <stdlib.h>
#include <string.h>

#include "core/result.h"
#include "core/vec.h"

// Upper bounds and distances are rounded to float: less than this, in radii, says nothing.
static const double bound_rounding = 1e-5;

static bool collides(const mote_pair_report *pair)
{
    return pair->relation == MOTE_RELATION_TOUCH && pair->state != MOTE_PAIR_END;
}

static bool any_collides(const mote_report *report)
{
    for (size_t i = 0; i < report->pair_count; i++)
        if (collides(&report->pairs[i])) return true;
    return false;
}

// Pairs of bodies as numbers, in the order of the reports.
static uint64_t key_of(mote_body_id a, mote_body_id b)
{
    return (uint64_t)a.index << 32 | b.index;
}

// Past the last pair, what comes after all of them.
static uint64_t key_at(const mote_report *report, size_t i)
{
    return i < report->pair_count ? key_of(report->pairs[i].a, report->pairs[i].b) : UINT64_MAX;
}

static double smaller_radius(const recall_frame *frame, mote_body_id a, mote_body_id b)
{
    return fmin(frame->radii[a.index], frame->radii[b.index]);
}

// ---------------------------------------------------------------------------------------------
// Faces, regions and points of one pair of bodies

static void read_corners(const bench_stage *stage, uint32_t body, uint32_t face, mote_vec3 out[3])
{
    const bench_stage_body *b = &stage->bodies[body];
    for (int k = 0; k < 3; k++)
        out[k] = stage->positions[b->first + b->model->triangles[(size_t)face * 3 + (size_t)k]];
}

// What a subject reported of a region: the middle of what the two faces of each pair have in
// common, weighted by its length as the exact report's contact points are.
typedef struct trace {
    uint32_t pair_count; // 0: the region was not found
    double length;
    mote_dvec3 by_length, plain; // sums
} trace;

static void add_to_trace(trace *t, const mote_overlap *overlap)
{
    mote_dvec3 sum = {0};
    double length = 0.0;
    for (uint32_t i = 0; i < overlap->count; i++) {
        mote_dvec3 arm = mote_dvec_sub(overlap->points[i], overlap->points[0]);
        length = fmax(length, mote_dvec_length(arm));
        sum = mote_dvec_add(sum, overlap->points[i]);
    }
    mote_dvec3 middle = mote_dvec_scale(sum, 1.0 / (double)overlap->count);
    t->pair_count++;
    t->length += length;
    t->by_length = mote_dvec_add(t->by_length, mote_dvec_scale(middle, length));
    t->plain = mote_dvec_add(t->plain, middle);
}

static void trace_faces(const recall_frame *frame, const mote_pair_report *pair,
                        mote_face_pair faces, trace *t)
{
    mote_vec3 a[3], b[3];
    read_corners(frame->stage, pair->a.index, faces.face_a, a);
    read_corners(frame->stage, pair->b.index, faces.face_b, b);
    mote_overlap overlap;
    mote_triangles_intersection(a, b, &overlap);
    add_to_trace(t, &overlap);
}

// The collision point that the subject's face pairs make of a region that it found.
static mote_dvec3 point_of(const trace *t)
{
    return t->length > 0.0 ? mote_dvec_scale(t->by_length, 1.0 / t->length)
                           : mote_dvec_scale(t->plain, 1.0 / t->pair_count);
}

static double distance_to_contacts(const mote_report *truth, const mote_pair_report *pair,
                                   mote_dvec3 point)
{
    double least = (double)INFINITY;
    for (uint32_t i = 0; i < pair->contact_count; i++) {
        mote_dvec3 there = mote_vec_widen(truth->contacts[pair->first_contact + i].point);
        least = fmin(least, mote_dvec_length(mote_dvec_sub(there, point)));
    }
    return least;
}

// Index of the face pair in the exact report; UINT32_MAX if it is not there.
static uint32_t find_face_pair(const mote_report *truth, const mote_pair_report *pair,
                               mote_face_pair wanted)
{
    uint32_t low = pair->first_face_pair, high = low + (uint32_t)pair->face_pair_count;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        mote_face_pair at = truth->face_pairs[middle];
        if (at.face_a == wanted.face_a && at.face_b == wanted.face_b) return middle;
        bool before =
            at.face_a != wanted.face_a ? at.face_a < wanted.face_a : at.face_b < wanted.face_b;
        if (before)
            low = middle + 1;
        else
            high = middle;
    }
    return UINT32_MAX;
}

// Holds the face pairs of a pair of bodies that does collide against the exact ones, and adds them
// to the traces of the regions that they belong to.
static void score_faces(recall_score *score, const recall_frame *frame,
                        const mote_pair_report *exact, const mote_pair_report *answer,
                        trace *traces)
{
    for (uint32_t i = 0; i < answer->face_pair_count; i++) {
        mote_face_pair faces = frame->answer->face_pairs[answer->first_face_pair + i];
        uint32_t at = find_face_pair(frame->truth, exact, faces);
        recall_share_count(&score->face_precision, at != UINT32_MAX);
        if (at == UINT32_MAX) continue;
        score->face_recall.hits++;
        trace_faces(frame, exact, faces, &traces[frame->truth->contact_of[at]]);
    }
}

static mote_result score_regions(recall_score *score, const recall_frame *frame,
                                 const trace *traces)
{
    const mote_report *truth = frame->truth;
    mote_result result = MOTE_OK;
    for (size_t i = 0; i < truth->contact_count && !result; i++) {
        bool found = traces[i].pair_count > 0;
        recall_share_count(&score->regions, found);
        if (truth->contacts[i].face_pair_count >= RECALL_LARGE_REGION)
            recall_share_count(&score->large_regions, found);
        if (!found) continue;
        const mote_pair_report *pair = &truth->pairs[truth->contacts[i].pair];
        double error = distance_to_contacts(truth, pair, point_of(&traces[i]));
        result = recall_samples_add(&score->point_errors,
                                    error / smaller_radius(frame, pair->a, pair->b));
    }
    return result;
}

// ---------------------------------------------------------------------------------------------
// Pairs of bodies

// Either may be null, not both: then the other side does not mention the pair.
static void score_pair(recall_score *score, const recall_frame *frame,
                       const mote_pair_report *exact, const mote_pair_report *answer, trace *traces)
{
    bool there = exact && collides(exact), reported = answer && collides(answer);
    if (there) {
        recall_share_count(&score->pair_recall, reported);
        if (!frame->bodies_only) score->face_recall.of += exact->face_pair_count;
    }
    if (reported) recall_share_count(&score->pair_precision, there);
    if (there && reported)
        score_faces(score, frame, exact, answer, traces);
    else if (reported)
        score->face_precision.of += answer->face_pair_count;
}

static void score_pairs(recall_score *score, const recall_frame *frame, trace *traces)
{
    const mote_report *truth = frame->truth, *answer = frame->answer;
    size_t t = 0, a = 0;
    while (t < truth->pair_count || a < answer->pair_count) {
        uint64_t exact_key = key_at(truth, t), key = key_at(answer, a);
        score_pair(score, frame, exact_key <= key ? &truth->pairs[t] : NULL,
                   key <= exact_key ? &answer->pairs[a] : NULL, traces);
        t += exact_key <= key;
        a += key <= exact_key;
    }
}

// ---------------------------------------------------------------------------------------------
// Estimates

static mote_result score_bound(recall_score *score, const recall_frame *frame,
                               const mote_pair_estimate *estimate)
{
    if (!isfinite(estimate->distance)) return MOTE_OK;
    float distance;
    mote_result result =
        frame->distance(frame->context, estimate->a.index, estimate->b.index, &distance);
    if (result) return result;
    double error = ((double)estimate->distance - (double)distance) /
                   smaller_radius(frame, estimate->a, estimate->b);
    score->broken_bounds += error < -bound_rounding;
    return recall_samples_add(&score->distance_errors, error);
}

static mote_result score_estimates(recall_score *score, const recall_frame *frame)
{
    const mote_report *truth = frame->truth, *answer = frame->answer;
    size_t t = 0;
    mote_result result = MOTE_OK;
    for (size_t i = 0; i < answer->estimate_count && !result; i++) {
        const mote_pair_estimate *estimate = &answer->estimates[i];
        uint64_t key = key_of(estimate->a, estimate->b);
        while (key_at(truth, t) < key) t++;
        bool there = key_at(truth, t) == key && collides(&truth->pairs[t]);
        score->wrong_verdicts +=
            estimate->verdict == (there ? MOTE_VERDICT_APART : MOTE_VERDICT_TOUCH);
        if (there) recall_share_count(&score->probable_recall, estimate->probable);
        if (estimate->probable) recall_share_count(&score->probable_precision, there);
        if (there) continue;
        recall_share_count(&score->proofs, estimate->verdict == MOTE_VERDICT_APART);
        result = score_bound(score, frame, estimate);
    }
    return result;
}

// ---------------------------------------------------------------------------------------------

static void add_cost(recall_cost *cost, const recall_cost *other)
{
    cost->body_pairs += other->body_pairs;
    cost->force_evaluations += other->force_evaluations;
    cost->hops += other->hops;
    cost->touched_vertices += other->touched_vertices;
    cost->repartitions += other->repartitions;
    cost->certified_pairs += other->certified_pairs;
    cost->exact_calls += other->exact_calls;
}

mote_result recall_score_frame(recall_score *score, const recall_frame *frame)
{
    size_t regions = frame->truth->contact_count;
    trace *traces = calloc(regions + 1, sizeof *traces);
    if (!traces) return mote_fail_memory(regions * sizeof *traces, "regions of a frame");
    bool there = any_collides(frame->truth), reported = any_collides(frame->answer);
    score->frame_count++;
    score->bodies_only |= frame->bodies_only;
    const mote_stats *stats = &frame->answer->stats;
    if (there) {
        recall_share_count(&score->frame_recall, reported);
        recall_share_count(&score->unaided, stats->certified_pairs == 0);
        recall_share_count(&score->unstreamed, stats->moved_vertices == 0);
    }
    if (reported) recall_share_count(&score->frame_precision, there);
    score_pairs(score, frame, traces);
    mote_result result = frame->bodies_only ? MOTE_OK : score_regions(score, frame, traces);
    free(traces);
    add_cost(&score->cost, &(recall_cost){.body_pairs = stats->body_pairs,
                                          .force_evaluations = stats->force_evaluations,
                                          .hops = stats->hops,
                                          .touched_vertices = stats->touched_vertices,
                                          .repartitions = stats->repartitions,
                                          .certified_pairs = stats->certified_pairs,
                                          .exact_calls = stats->exact_calls});
    if (!result) result = score_estimates(score, frame);
    if (!result) result = recall_samples_add(&score->seconds, frame->seconds);
    if (!result) result = recall_samples_add(&score->hybrid_seconds, frame->hybrid_seconds);
    return result;
}

mote_result recall_score_add(recall_score *score, const recall_score *other)
{
    score->frame_count += other->frame_count;
    score->bodies_only |= other->bodies_only;
    recall_share_add(&score->frame_recall, other->frame_recall);
    recall_share_add(&score->frame_precision, other->frame_precision);
    recall_share_add(&score->pair_recall, other->pair_recall);
    recall_share_add(&score->pair_precision, other->pair_precision);
    recall_share_add(&score->face_recall, other->face_recall);
    recall_share_add(&score->face_precision, other->face_precision);
    recall_share_add(&score->regions, other->regions);
    recall_share_add(&score->large_regions, other->large_regions);
    recall_share_add(&score->probable_recall, other->probable_recall);
    recall_share_add(&score->probable_precision, other->probable_precision);
    recall_share_add(&score->proofs, other->proofs);
    recall_share_add(&score->unaided, other->unaided);
    recall_share_add(&score->unstreamed, other->unstreamed);
    score->wrong_verdicts += other->wrong_verdicts;
    score->broken_bounds += other->broken_bounds;
    add_cost(&score->cost, &other->cost);
    mote_result result = recall_samples_add_all(&score->distance_errors, &other->distance_errors);
    if (!result) result = recall_samples_add_all(&score->point_errors, &other->point_errors);
    if (!result) result = recall_samples_add_all(&score->seconds, &other->seconds);
    if (!result) result = recall_samples_add_all(&score->hybrid_seconds, &other->hybrid_seconds);
    return result;
}

void recall_score_release(recall_score *score)
{
    recall_samples_release(&score->distance_errors);
    recall_samples_release(&score->point_errors);
    recall_samples_release(&score->seconds);
    recall_samples_release(&score->hybrid_seconds);
    *score = (recall_score){0};
}

double recall_time_ratio(const recall_score *score)
{
    double hybrid = recall_samples_sum(&score->hybrid_seconds);
    return hybrid > 0.0 ? recall_samples_sum(&score->seconds) / hybrid : (double)NAN;
}

bool recall_is_precise(const recall_score *score)
{
    return score->frame_precision.hits == score->frame_precision.of &&
           score->pair_precision.hits == score->pair_precision.of &&
           score->face_precision.hits == score->face_precision.of && score->wrong_verdicts == 0 &&
           score->broken_bounds == 0;
}

// ---------------------------------------------------------------------------------------------
// Figures for curves

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
    {"vertices", "vertices touched per frame", false, vertices},
};

const recall_figure *recall_figure_by_name(const char *name)
{
    for (int i = 0; i < RECALL_FIGURE_COUNT; i++)
        if (strcmp(recall_figures[i].name, name) == 0) return &recall_figures[i];
    return NULL;
}
