#include "support/random_steps.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "support/run.h"

static size_t buffer_bytes(const random_body *body)
{
    size_t scalar = body->layout.type == MOTE_DOUBLE ? sizeof(double) : sizeof(float);
    return body->layout.count * (body->layout.stride ? body->layout.stride : 3 * scalar);
}

static void copy_starts(random_steps *steps)
{
    for (uint32_t i = 0; i < steps->frames.body_count; i++) {
        const random_body *body = &steps->frames.bodies[i];
        memcpy(steps->starts[i], body->layout.data, buffer_bytes(body));
        steps->start_transforms[i] = body->transform;
    }
}

void random_steps_begin(random_steps *steps, uint64_t stream, uint64_t index, uint32_t faces)
{
    *steps = (random_steps){0};
    random_frames_begin(&steps->frames, stream, index, faces);
    for (uint32_t i = 0; i < steps->frames.body_count; i++) {
        steps->starts[i] = malloc(buffer_bytes(&steps->frames.bodies[i]));
        assert_non_null(steps->starts[i]);
    }
    random_steps_next(steps);
}

void random_steps_end(random_steps *steps)
{
    for (uint32_t i = 0; i < RANDOM_BODIES; i++) free(steps->starts[i]);
    random_frames_end(&steps->frames);
}

void random_steps_next(random_steps *steps)
{
    copy_starts(steps);
    random_frames_next(&steps->frames);
}

void random_steps_populate(const random_steps *steps, mote_world *world, mote_body_id *ids)
{
    random_frames_populate(&steps->frames, world, ids);
}

static void show_body(const random_steps *steps, uint32_t i, mote_world *world, mote_body_id id)
{
    const random_body *body = &steps->frames.bodies[i];
    mote_motion motion = mote_default_motion();
    motion.start.positions = motion.end.positions = body->layout;
    motion.start.positions.data = steps->starts[i];
    if (body->has_transform) {
        motion.start.transform = &steps->start_transforms[i];
        motion.end.transform = &body->transform;
    }
    // What it rested on in an earlier step may have changed since.
    assert_int_equal(mote_body_set_deformer(world, id, NULL), MOTE_OK);
    assert_int_equal(mote_body_set_motion(world, id, &motion), MOTE_OK);
}

void random_steps_show(const random_steps *steps, mote_world *world, const mote_body_id *ids)
{
    for (uint32_t i = 0; i < steps->frames.body_count; i++) {
        const random_body *body = &steps->frames.bodies[i];
        if (body->moved) {
            show_body(steps, i, world, ids[i]);
            continue;
        }
        mote_positions rest = body->layout;
        rest.persistent = true;
        assert_int_equal(mote_body_set_positions(world, ids[i], &rest), MOTE_OK);
        if (body->has_transform)
            assert_int_equal(mote_body_set_transform(world, ids[i], &body->transform), MOTE_OK);
    }
}

// ---------------------------------------------------------------------------------------------

mote_sweep_report swept(mote_world *world, const mote_sweep_def *def)
{
    mote_sweep_report report;
    mote_result result = mote_world_sweep(world, def);
    if (result != MOTE_OK) fail_msg("sweep: %s", mote_last_message());
    assert_int_equal(mote_world_sweep_report(world, &report), MOTE_OK);
    return report;
}

static bool same_time(mote_impact_time a, mote_impact_time b)
{
    return a.low == b.low && a.high == b.high;
}

static bool same_impact(const mote_swept_impact *a, const mote_swept_impact *b)
{
    return a->kind == b->kind && a->pair == b->pair && a->face_a == b->face_a &&
           a->face_b == b->face_b && same_time(a->time, b->time) &&
           memcmp(a->vertices, b->vertices, sizeof a->vertices) == 0;
}

static bool same_faces(const mote_swept_faces *a, const mote_swept_faces *b)
{
    return a->face_a == b->face_a && a->face_b == b->face_b && a->at_start == b->at_start &&
           same_time(a->time, b->time);
}

static bool same_pair(const mote_swept_pair *a, const mote_swept_pair *b)
{
    return a->a.index == b->a.index && a->b.index == b->b.index && same_time(a->first, b->first) &&
           a->first_impact == b->first_impact && a->impact_count == b->impact_count &&
           a->first_face_pair == b->first_face_pair && a->face_pair_count == b->face_pair_count &&
           a->meets_at_start == b->meets_at_start && a->cut_short == b->cut_short;
}

static const char *impacts_differ(const mote_sweep_report *a, const mote_sweep_report *b)
{
    static char message[300];
    if (a->impact_count != b->impact_count) {
        snprintf(message, sizeof message, "%zu and %zu impacts", a->impact_count, b->impact_count);
        return message;
    }
    for (size_t i = 0; i < a->impact_count; i++) {
        const mote_swept_impact *p = &a->impacts[i], *q = &b->impacts[i];
        if (same_impact(p, q)) continue;
        snprintf(message, sizeof message,
                 "impact %zu: kind %d, vertices %u %u %u %u, time %.17g to %.17g; and kind %d, "
                 "vertices %u %u %u %u, time %.17g to %.17g",
                 i, (int)p->kind, p->vertices[0], p->vertices[1], p->vertices[2], p->vertices[3],
                 p->time.low, p->time.high, (int)q->kind, q->vertices[0], q->vertices[1],
                 q->vertices[2], q->vertices[3], q->time.low, q->time.high);
        return message;
    }
    return NULL;
}

const char *sweeps_differ(const mote_sweep_report *a, const mote_sweep_report *b)
{
    const char *impacts = impacts_differ(a, b);
    if (impacts) return impacts;
    if (a->pair_count != b->pair_count) return "numbers of pairs";
    for (size_t i = 0; i < a->pair_count; i++) {
        if (!same_pair(&a->pairs[i], &b->pairs[i])) return "pairs";
    }
    if (a->face_pair_count != b->face_pair_count) return "numbers of face pairs";
    for (size_t i = 0; i < a->face_pair_count; i++) {
        if (!same_faces(&a->face_pairs[i], &b->face_pairs[i])) return "face pairs";
    }
    if (a->safe_step != b->safe_step) return "safe steps";
    if (a->body_step_count != b->body_step_count) return "numbers of bodies";
    for (size_t i = 0; i < a->body_step_count; i++) {
        if (a->body_steps[i].safe_step != b->body_steps[i].safe_step) return "steps of bodies";
    }
    if (a->invalid_count != b->invalid_count) return "numbers of invalid bodies";
    return a->hash == b->hash ? NULL : "hashes";
}
