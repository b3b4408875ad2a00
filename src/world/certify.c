// Certify: the exact engine decides the pairs that the method left undecided.

#include "core/result.h"
#include "geometry/tri_distance.h"
#include "method/methods.h"
#include "world/world.h"

bool mote_certifier_create(mote_world *world)
{
    mote_certifier *certifier = &world->certifier;
    if (!world->def.certify || world->method->info.abilities & MOTE_ABILITY_EXACT) return true;
    certifier->engine = &mote_method_hybrid;
    certifier->engine_state =
        mote_allocate_zeroed(&world->allocator, 1, certifier->engine->world_state_bytes);
    return certifier->engine_state != NULL;
}

void mote_certifier_destroy(mote_world *world)
{
    mote_certifier *certifier = &world->certifier;
    const mote_method_api *engine = certifier->engine;
    if (!engine) return;
    if (certifier->engine_state) engine->drop_world(certifier->engine_state, &world->allocator);
    mote_release(&world->allocator, certifier->engine_state, 1, engine->world_state_bytes);
    mote_array_release(&certifier->candidates, &world->allocator);
    mote_array_release(&certifier->numbers, &world->allocator);
    mote_array_release(&certifier->hits_before, &world->allocator);
}

mote_result mote_certifier_admit(mote_world *world, mote_body *body)
{
    const mote_method_api *engine = world->certifier.engine;
    if (!engine) return MOTE_OK;
    body->engine_state = mote_allocate_zeroed(&world->allocator, 1, engine->body_state_bytes);
    if (!body->engine_state) return mote_fail_memory(engine->body_state_bytes, "a body");
    return engine->admit(body->engine_state, &body->shape, &world->settings);
}

void mote_certifier_drop(mote_world *world, mote_body *body)
{
    const mote_method_api *engine = world->certifier.engine;
    if (!body->engine_state) return;
    engine->drop(body->engine_state, &world->allocator);
    mote_release(&world->allocator, body->engine_state, 1, engine->body_state_bytes);
    body->engine_state = NULL;
}

// ---------------------------------------------------------------------------------------------
// A frame

static bool no_memory(void)
{
    mote_fail(MOTE_ERROR_MEMORY, "no memory to certify a frame");
    return false;
}

// Converts the undecided candidates to candidates of the engine.
static bool collect_undecided(mote_world *world)
{
    mote_certifier *certifier = &world->certifier;
    const mote_candidate *candidates = world->candidates.data;
    certifier->candidates.count = certifier->numbers.count = 0;
    for (uint32_t i = 0; i < world->candidates.count; i++) {
        if (candidates[i].estimate.verdict != MOTE_VERDICT_UNDECIDED) continue;
        const mote_body *a = mote_world_body_at(world, candidates[i].index_a);
        const mote_body *b = mote_world_body_at(world, candidates[i].index_b);
        if (mote_shape_is_broken(&a->shape) || mote_shape_is_broken(&b->shape)) continue;
        mote_candidate asked = candidates[i];
        asked.state_a = a->engine_state;
        asked.state_b = b->engine_state;
        asked.begin = (mote_turn){0};
        asked.end = (mote_turn){UINT64_MAX, UINT64_MAX};
        asked.pair_state = NULL; // belongs to the method, unlike the hint
        if (!mote_array_push(&certifier->candidates, &world->allocator, asked) ||
            !mote_array_push(&certifier->numbers, &world->allocator, i))
            return no_memory();
    }
    return true;
}

static bool note_hits_before(mote_world *world)
{
    mote_certifier *certifier = &world->certifier;
    const mote_sink *sinks = world->sinks.data;
    certifier->hits_before.count = 0;
    for (uint32_t s = 0; s < world->sinks.count; s++) {
        if (!mote_array_push(&certifier->hits_before, &world->allocator, sinks[s].hits.count))
            return no_memory();
    }
    return true;
}

static void take_proof_of_touch(mote_candidate *candidate, const mote_hit *hit)
{
    mote_vec3 a[3], b[3];
    mote_pair_estimate *estimate = &candidate->estimate;
    mote_shape_face_corners(candidate->a, hit->face_a, a);
    mote_shape_face_corners(candidate->b, hit->face_b, b);
    estimate->verdict = MOTE_VERDICT_TOUCH;
    estimate->distance = mote_triangles_distance(a, b, &estimate->on_a, &estimate->on_b);
    estimate->face_a = hit->face_a;
    estimate->face_b = hit->face_b;
}

// Maps the candidate indices of the engine's hits to the world's, and fills in the estimates of
// these candidates.
static void take_answers(mote_world *world)
{
    mote_certifier *certifier = &world->certifier;
    mote_candidate *candidates = world->candidates.data;
    const mote_candidate *asked = certifier->candidates.data;
    const uint32_t *numbers = certifier->numbers.data;
    const size_t *before = certifier->hits_before.data;
    for (size_t i = 0; i < certifier->candidates.count; i++) {
        candidates[numbers[i]].complete = asked[i].complete;
        if (asked[i].complete) candidates[numbers[i]].estimate.verdict = MOTE_VERDICT_APART;
    }
    mote_sink *sinks = world->sinks.data;
    for (uint32_t s = 0; s < world->sinks.count; s++) {
        mote_hit *hits = sinks[s].hits.data;
        for (size_t i = before[s]; i < sinks[s].hits.count; i++) {
            hits[i].candidate = numbers[hits[i].candidate];
            take_proof_of_touch(&candidates[hits[i].candidate], &hits[i]);
        }
    }
}

mote_result mote_certify(mote_world *world, const mote_frame *frame)
{
    mote_certifier *certifier = &world->certifier;
    if (!certifier->engine) return MOTE_OK;
    if (!collect_undecided(world) || !note_hits_before(world)) return MOTE_ERROR_MEMORY;
    uint32_t count = (uint32_t)certifier->candidates.count;
    world->report.stats.certified_pairs = count;
    if (count == 0) return MOTE_OK;
    mote_frame exact = *frame;
    exact.detect = MOTE_DETECT_FIRST;
    exact.state = certifier->engine_state;
    mote_result result = certifier->engine->pairs(&exact, certifier->candidates.data, count);
    if (result == MOTE_OK) take_answers(world);
    return result;
}
