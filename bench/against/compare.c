#include "bench/against/compare.h"

#include <math.h>
#include <mote/method.h>
#include <stdlib.h>
#include <string.h>

#include "bench/pair_set.h"
#include "bench/times.h"
#include "core/result.h"
#include "scenes/puppet.h"

static const char *const build_names[BENCH_BUILDS] = {"new", "old"};

// One of the two builds.
typedef struct player {
    const bench_runner *runner;
    void *state;
    mote_vec3 *positions; // of all bodies in the present frame, in the order that the build reads
    bench_runner_pose *poses;
    mote_transform *transforms; // one per body
    bench_pair_set found;
} player;

typedef struct session {
    const bench_stage *stage;
    const bench_comparison_def *def;
    bench_comparison *result;
    bench_runner_body *bodies;
    bench_runner_skin *skins; // one per body; without bones for a body that gets none
    mote_transform *bones;    // SCENE_PUPPET_BONES per body, in the present frame
    uint8_t *self_collides;   // per body
    bench_runner_def runner_def;
    bool rigid_only; // the method knows no deforming bodies
    player sides[BENCH_BUILDS];
    double clock_seconds; // that reading the clock takes
} session;

static const float *floats_of(const mote_vec3 *vectors)
{
    return &vectors->x;
}

static const float *floats_of_transform(const mote_transform *transforms)
{
    return &transforms->cx.x;
}

// ---------------------------------------------------------------------------------------------
// Opening

static const mote_method_info *method_info(const char *name)
{
    const mote_method_info *info;
    for (size_t i = 0; (info = mote_method_at(i)); i++)
        if (strcmp(info->name, name) == 0) return info;
    return NULL;
}

static bool has_ability(const session *s, uint32_t ability)
{
    const mote_method_info *info = method_info(s->def->method);
    return info && (info->abilities & ability) == ability;
}

static uint32_t meshes_for(const session *s)
{
    const uint32_t exact = MOTE_ABILITY_EXACT | MOTE_ABILITY_DEFORMING | MOTE_ABILITY_CONCAVE;
    if (!has_ability(s, exact)) return BENCH_RUNNER_MESH_ALL;
    return s->def->contacts ? BENCH_RUNNER_MESH_CONTACTS : BENCH_RUNNER_MESH_CLUSTERS;
}

static uint32_t first_with_model(const bench_stage *stage, uint32_t body)
{
    uint32_t first = 0;
    while (stage->bodies[first].model != stage->bodies[body].model) first++;
    return first;
}

// Bodies of one model share the arrays of the first.
static mote_result make_skin(session *s, uint32_t i)
{
    const scene_puppet *puppet = scene_puppet_of(s->stage->scene, i);
    uint32_t first = s->bodies[i].model;
    if (!s->def->deformers || !puppet) return MOTE_OK;
    s->bodies[i].skin = &s->skins[i];
    s->skins[i] = s->skins[first];
    if (first < i) return MOTE_OK;
    const io_model *rest = s->stage->bodies[i].model;
    size_t count = (size_t)rest->vertex_count * SCENE_PUPPET_INFLUENCES;
    uint16_t *bones = calloc(count, sizeof *bones);
    float *weights = calloc(count, sizeof *weights);
    s->skins[i] = (bench_runner_skin){puppet->bone_count, SCENE_PUPPET_INFLUENCES, bones, weights};
    if (!bones || !weights)
        return mote_fail_memory(count * sizeof *weights, "the weights of a skin");
    scene_puppet_weights(puppet, rest, bones, weights);
    return MOTE_OK;
}

static void release_skins(session *s)
{
    for (uint32_t i = 0; i < s->stage->body_count && s->bodies && s->skins; i++) {
        if (s->bodies[i].model != i) continue;
        free((void *)s->skins[i].bones);
        free((void *)s->skins[i].weights);
    }
}

// Fails where a build knows nothing of self-collision.
static mote_result describe_self_collision(session *s)
{
    bool any = false;
    for (uint32_t i = 0; i < s->stage->body_count; i++) {
        s->self_collides[i] = s->stage->bodies[i].self_collides && !s->def->distance;
        any |= s->self_collides[i];
    }
    for (int i = 0; i < BENCH_BUILDS && any; i++) {
        if (s->def->runners[i]->version < 2)
            return mote_fail(MOTE_ERROR_DATA,
                             "%s build: its runner has version 1, without self-collision; build it "
                             "again",
                             build_names[i]);
    }
    s->runner_def.self_collides = any ? s->self_collides : NULL;
    return MOTE_OK;
}

static mote_result describe_bodies(session *s)
{
    mote_result result = MOTE_OK;
    for (uint32_t i = 0; i < s->stage->body_count && !result; i++) {
        const io_model *model = s->stage->bodies[i].model;
        s->bodies[i] = (bench_runner_body){.rest = floats_of(model->positions),
                                           .vertex_count = model->vertex_count,
                                           .triangles = model->triangles,
                                           .triangle_count = model->triangle_count,
                                           .model = first_with_model(s->stage, i)};
        result = make_skin(s, i);
    }
    s->runner_def = (bench_runner_def){.bodies = s->bodies,
                                       .body_count = s->stage->body_count,
                                       .method = s->def->method,
                                       .worker_count = s->def->worker_count,
                                       .meshes = meshes_for(s),
                                       .contacts = s->def->contacts,
                                       .distance = s->def->distance,
                                       .mesh_order = s->def->mesh_order};
    return result ? result : describe_self_collision(s);
}

static mote_result open_session(session *s)
{
    uint32_t bodies = s->stage->body_count;
    s->bodies = calloc(bodies, sizeof *s->bodies);
    s->skins = calloc(bodies, sizeof *s->skins);
    s->bones = calloc(bodies, SCENE_PUPPET_BONES * sizeof *s->bones);
    s->self_collides = calloc(bodies, sizeof *s->self_collides);
    bool ok = s->bodies && s->skins && s->bones && s->self_collides;
    for (int i = 0; i < BENCH_BUILDS; i++) {
        player *side = &s->sides[i];
        side->runner = s->def->runners[i];
        side->positions = calloc(s->stage->position_count, sizeof *side->positions);
        side->poses = calloc(bodies, sizeof *side->poses);
        side->transforms = calloc(bodies, sizeof *side->transforms);
        ok = ok && side->positions && side->poses && side->transforms;
    }
    if (!ok)
        return mote_fail_memory(s->stage->position_count * sizeof(mote_vec3),
                                "the positions of two builds");
    s->rigid_only = !has_ability(s, MOTE_ABILITY_DEFORMING);
    mote_result result = describe_bodies(s);
    if (result) return result;
    s->clock_seconds = (double)INFINITY;
    for (int i = 0; i < 1000; i++) {
        double start = bench_clock_now(s->def->clock);
        double seconds = bench_clock_now(s->def->clock) - start;
        bench_keep_least(&s->clock_seconds, &seconds, 1);
    }
    return MOTE_OK;
}

static void close_session(session *s)
{
    for (int i = 0; i < BENCH_BUILDS; i++) {
        free(s->sides[i].positions);
        free(s->sides[i].poses);
        free(s->sides[i].transforms);
        bench_pair_set_release(&s->sides[i].found);
    }
    release_skins(s);
    free(s->self_collides);
    free(s->bones);
    free(s->skins);
    free(s->bodies);
}

// ---------------------------------------------------------------------------------------------
// One frame

static mote_result fail_build(const session *s, int build, int result)
{
    return mote_fail((mote_result)result, "%s build: %s: %s", build_names[build], s->def->method,
                     s->sides[build].runner->message());
}

static void place_body(const session *s, player *side, uint32_t frame, uint32_t i)
{
    uint32_t scene_frame = s->stage->first_frame + frame;
    side->transforms[i] = scene_transform(s->stage->scene, i, scene_frame);
    side->poses[i] = (bench_runner_pose){.transform = floats_of_transform(&side->transforms[i])};
    if (!s->bodies[i].skin) return;
    mote_transform *bones = s->bones + (size_t)i * SCENE_PUPPET_BONES;
    scene_bones(s->stage->scene, i, scene_frame, bones);
    side->poses[i].bones = floats_of_transform(bones);
}

// Whether a body is placed by a transform, and deformed by its skin, instead of by its positions.
static bool is_placed(const session *s, uint32_t i)
{
    if (s->rigid_only) return true;
    return s->def->deformers && (s->bodies[i].skin || scene_is_rigid(s->stage->scene, i));
}

// Writes where a body is for the build to read.
static void show_body(const session *s, player *side, uint32_t frame, uint32_t i)
{
    const bench_stage_body *body = &s->stage->bodies[i];
    if (is_placed(s, i)) {
        place_body(s, side, frame, i);
        return;
    }
    const mote_vec3 *from = s->stage->frames + frame * s->stage->position_count + body->first;
    mote_vec3 *to = side->positions + body->first;
    side->poses[i] = (bench_runner_pose){.positions = floats_of(to)};
    if (!s->def->mesh_order) {
        memcpy(to, from, body->count * sizeof *to);
        return;
    }
    uint32_t count;
    const uint32_t *order = side->runner->mesh_order(side->state, i, &count);
    for (uint32_t k = 0; k < count; k++) to[k] = from[order[k]];
}

static mote_result time_frame(session *s, uint32_t frame, int build, double *seconds)
{
    player *side = &s->sides[build];
    for (uint32_t i = 0; i < s->stage->body_count; i++) show_body(s, side, frame, i);
    double start = bench_clock_now(s->def->clock);
    int result = side->runner->frame(side->state, side->poses);
    double taken = bench_clock_now(s->def->clock) - start - s->clock_seconds;
    *seconds = fmax(taken, 1e-9);
    return result ? fail_build(s, build, result) : MOTE_OK;
}

// ---------------------------------------------------------------------------------------------
// Checking

typedef struct collector {
    bench_pair_set *set;
    bool failed; // memory ran out
} collector;

static void collect(void *context, uint32_t body_a, uint32_t body_b, uint32_t face_a,
                    uint32_t face_b)
{
    collector *c = context;
    bench_found_pair pair = {body_a, body_b, face_a, face_b};
    if (!bench_pair_set_add(c->set, pair)) c->failed = true;
}

static mote_result read_frame(session *s, int build, bool with_pairs, bench_runner_answer *out)
{
    player *side = &s->sides[build];
    side->found.count = 0;
    collector c = {.set = &side->found};
    int result = side->runner->read(side->state, out, with_pairs ? collect : NULL, &c);
    if (result) return fail_build(s, build, result);
    if (c.failed) return mote_fail_memory(side->found.count * 16, "face pairs of a frame");
    if (with_pairs) bench_pair_set_normalize(&side->found);
    return MOTE_OK;
}

// The pairs of the warm-up, which also class the frame.
static mote_result check_pairs(session *s, uint32_t frame)
{
    bench_comparison *comparison = s->result;
    bench_pair_difference difference =
        bench_pair_set_compare(&s->sides[BENCH_OLD].found, &s->sides[BENCH_NEW].found);
    comparison->missed += difference.missed;
    comparison->added += difference.added;
    size_t faces = bench_pair_set_face_count(&s->sides[BENCH_NEW].found);
    if (faces == SIZE_MAX) return mote_fail_memory(0, "faces in contact");
    comparison->classes[frame] = bench_classify(faces, s->stage->triangle_count);
    return MOTE_OK;
}

static mote_result check_frame(session *s, uint32_t frame, bool warm_up)
{
    bench_runner_answer answers[BENCH_BUILDS];
    for (int i = 0; i < BENCH_BUILDS; i++) {
        mote_result result = read_frame(s, i, warm_up, &answers[i]);
        if (result) return result;
    }
    if (answers[0].hash != answers[1].hash || answers[0].distance != answers[1].distance)
        s->result->differs[frame] = true;
    return warm_up ? check_pairs(s, frame) : MOTE_OK;
}

// ---------------------------------------------------------------------------------------------
// Rounds

static mote_result open_builds(session *s, uint32_t round)
{
    for (uint32_t i = 0; i < BENCH_BUILDS; i++) {
        uint32_t build = (i + round) % BENCH_BUILDS;
        player *side = &s->sides[build];
        int result = side->runner->open(&s->runner_def, &side->state);
        if (result) return fail_build(s, (int)build, result);
    }
    return MOTE_OK;
}

static void close_builds(session *s)
{
    for (int i = 0; i < BENCH_BUILDS; i++) {
        s->sides[i].runner->close(s->sides[i].state);
        s->sides[i].state = NULL;
    }
}

// Round 0 is the warm-up.
static mote_result play_round(session *s, uint32_t round)
{
    mote_result result = open_builds(s, round);
    for (uint32_t frame = 0; frame < s->stage->frame_count && !result; frame++) {
        for (uint32_t i = 0; i < BENCH_BUILDS && !result; i++) {
            uint32_t build = (i + frame + round) % BENCH_BUILDS;
            double seconds;
            result = time_frame(s, frame, (int)build, &seconds);
            size_t at = (size_t)frame * s->def->rounds + round - 1;
            if (round) s->result->seconds[build][at] = seconds;
        }
        if (!result) result = check_frame(s, frame, round == 0);
    }
    close_builds(s);
    if (s->def->progress) s->def->progress(s->def->context);
    return result;
}

mote_result bench_compare(const bench_stage *stage, const bench_comparison_def *def,
                          bench_comparison *out)
{
    *out = (bench_comparison){.frame_count = stage->frame_count, .rounds = def->rounds};
    size_t count = (size_t)stage->frame_count * def->rounds;
    out->classes = calloc(stage->frame_count, sizeof *out->classes);
    out->differs = calloc(stage->frame_count, sizeof *out->differs);
    for (int i = 0; i < BENCH_BUILDS; i++) out->seconds[i] = calloc(count, sizeof(double));
    session s = {.stage = stage, .def = def, .result = out};
    mote_result result = MOTE_OK;
    if (!out->classes || !out->differs || !out->seconds[BENCH_NEW] || !out->seconds[BENCH_OLD])
        result = mote_fail_memory(count * sizeof(double), "a comparison");
    if (!result) result = open_session(&s);
    for (uint32_t round = 0; round <= def->rounds && !result; round++)
        result = play_round(&s, round);
    close_session(&s);
    if (result) bench_comparison_release(out);
    return result;
}

void bench_comparison_release(bench_comparison *comparison)
{
    for (int i = 0; i < BENCH_BUILDS; i++) free(comparison->seconds[i]);
    free(comparison->classes);
    free(comparison->differs);
    *comparison = (bench_comparison){0};
}

// ---------------------------------------------------------------------------------------------
// Reading

static bool is_in(const bench_comparison *comparison, uint32_t frame, bench_contact_class class)
{
    return bench_class_holds(class, comparison->classes[frame]);
}

mote_result bench_comparison_ratio(const bench_comparison *comparison, bench_contact_class class,
                                   bench_ratio *out)
{
    bool *chosen = calloc((size_t)comparison->frame_count + 1, sizeof *chosen);
    if (!chosen) return mote_fail_memory(comparison->frame_count, "the frames of a class");
    for (uint32_t f = 0; f < comparison->frame_count; f++) chosen[f] = is_in(comparison, f, class);
    bench_paired_times times = {.a = comparison->seconds[BENCH_NEW],
                                .b = comparison->seconds[BENCH_OLD],
                                .frame_count = comparison->frame_count,
                                .rounds = comparison->rounds};
    mote_result result = bench_ratio_of(&times, chosen, out);
    free(chosen);
    return result;
}

uint32_t bench_comparison_differing_frames(const bench_comparison *comparison)
{
    uint32_t count = 0;
    for (uint32_t f = 0; f < comparison->frame_count; f++) count += comparison->differs[f];
    return count;
}

double bench_comparison_seconds(const bench_comparison *comparison, bench_contact_class class,
                                int build)
{
    double *least = calloc((size_t)comparison->frame_count + 1, sizeof *least);
    if (!least) return 0.0;
    size_t count = 0;
    for (uint32_t f = 0; f < comparison->frame_count; f++) {
        if (!is_in(comparison, f, class)) continue;
        const double *seconds = comparison->seconds[build] + (size_t)f * comparison->rounds;
        least[count] = (double)INFINITY;
        for (uint32_t r = 0; r < comparison->rounds; r++)
            bench_keep_least(&least[count], &seconds[r], 1);
        count++;
    }
    double median = bench_summarize(least, count).median;
    free(least);
    return median;
}
