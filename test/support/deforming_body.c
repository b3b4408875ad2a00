#include "support/deforming_body.h"

#include <math.h>
#include <stdlib.h>

#include "support/run.h"

static void evaluate_wave(void *context, const uint32_t *vertices, size_t count, mote_vec3 *out)
{
    const test_wave *w = context;
    for (size_t i = 0; i < count; i++) {
        out[i].z += w->height * (out[i].x * out[i].x);
        if (vertices[i] == w->broken_vertex) out[i].y = NAN;
    }
}

static void bound_wave(void *context, const mote_node *node, mote_box *box)
{
    (void)node;
    const test_wave *w = context;
    float x = fmaxf(fabsf(box->min.x), fabsf(box->max.x));
    float most = nextafterf(fabsf(w->height) * (x * x) * (1 + 1e-5f), INFINITY);
    *box = (mote_box){{box->min.x, box->min.y, nextafterf(box->min.z - most, -INFINITY)},
                      {box->max.x, box->max.y, nextafterf(box->max.z + most, INFINITY)}};
}

static mote_deformer *make_wave(const deform_case *c, test_wave *wave, bool bounded)
{
    mote_custom_def def = mote_default_custom_def();
    def.mesh = c->mesh;
    def.nodes = c->nodes;
    def.evaluate = evaluate_wave;
    def.bound = bounded ? bound_wave : NULL;
    def.context = wave;
    mote_deformer *custom;
    assert_int_equal(mote_custom_create(&def, &custom), MOTE_OK);
    return custom;
}

static mote_deformer *make_csrbf(const deform_case *c, mote_random *random)
{
    return random_csrbf(c, random, (mote_wendland)mote_random_below(random, 3), CASE_CONTROLS, 0.7f,
                        0.2f);
}

static mote_deformer *make_chain(deforming_body *body, mote_random *random)
{
    mote_deformer *const links[DEFORMING_LINKS] = {
        smooth_morph(&body->c, random), make_csrbf(&body->c, random),
        smooth_skin(&body->c, MOTE_SKIN_LINEAR, 4), make_wave(&body->c, &body->wave, true)};
    for (int i = 0; i < DEFORMING_LINKS; i++) body->links[i] = links[i];
    mote_chain_def def = mote_default_chain_def();
    def.mesh = body->c.mesh;
    def.nodes = body->c.nodes;
    def.deformers = body->links;
    def.deformer_count = DEFORMING_LINKS;
    mote_deformer *chain;
    assert_int_equal(mote_chain_create(&def, &chain), MOTE_OK);
    return chain;
}

static mote_deformer *make_deformer(deforming_body *body, mote_random *random)
{
    const deform_case *c = &body->c;
    uint32_t influences = 1 + mote_random_below(random, 8);
    switch (body->choice) {
    case DEFORM_SKIN: return smooth_skin(c, MOTE_SKIN_LINEAR, 4);
    case DEFORM_WILD_SKIN: return wild_skin(c, MOTE_SKIN_LINEAR, influences, random);
    case DEFORM_DUAL_QUATERNION: return smooth_skin(c, MOTE_SKIN_DUAL_QUATERNION, 4);
    case DEFORM_MORPH: return smooth_morph(c, random);
    case DEFORM_WILD_MORPH: return wild_morph(c, random);
    case DEFORM_CSRBF: return make_csrbf(c, random);
    case DEFORM_CHAIN: return make_chain(body, random);
    case DEFORM_WAVE: return make_wave(c, &body->wave, true);
    case DEFORM_UNBOUNDED_WAVE:
    case DEFORM_CHOICES: break;
    }
    return make_wave(c, &body->wave, false);
}

static void fill_body(deforming_body *body, mote_random *random)
{
    body->wave.broken_vertex = MOTE_NONE;
    body->deformer = make_deformer(body, random);
    body->now = calloc(body->c.model.vertex_count, sizeof *body->now);
    assert_non_null(body->now);
}

void deforming_body_create(deforming_body *body, deformer_choice choice, uint32_t rings,
                           uint32_t sides, mote_random *random)
{
    *body = (deforming_body){.choice = choice, .c = deform_case_create(rings, sides, random)};
    fill_body(body, random);
}

void deforming_body_create_like(deforming_body *body, const deforming_body *other,
                                mote_random *random)
{
    *body = (deforming_body){.choice = other->choice, .c = other->c, .shares_case = true};
    fill_body(body, random);
}

void deforming_body_release(deforming_body *body)
{
    mote_deformer_destroy(body->deformer);
    for (int i = 0; i < DEFORMING_LINKS; i++) mote_deformer_destroy(body->links[i]);
    if (!body->shares_case) deform_case_release(&body->c);
    free(body->now);
}

static void pose_chain(deforming_body *body, mote_random *random)
{
    pose_morph(body->links[0], random, 0.5f);
    assert_int_equal(mote_csrbf_set_blend(body->links[1], mote_random_between(random, 0, 1)),
                     MOTE_OK);
    pose_skin(body->links[2], random, 0.3f);
    mote_transform motion = random_motion(random, (mote_vec3){1, 0, 0}, 0.5f, 0.2f);
    assert_int_equal(mote_chain_set_transform(body->deformer, &motion), MOTE_OK);
}

void deforming_body_pose(deforming_body *body, mote_random *random)
{
    body->wave.height = mote_random_between(random, -0.3f, 0.3f);
    switch (body->choice) {
    case DEFORM_SKIN:
    case DEFORM_WILD_SKIN:
    case DEFORM_DUAL_QUATERNION: pose_skin(body->deformer, random, 0.5f); break;
    case DEFORM_MORPH:
    case DEFORM_WILD_MORPH: pose_morph(body->deformer, random, 0.5f); break;
    case DEFORM_CSRBF:
        assert_int_equal(mote_csrbf_set_blend(body->deformer, mote_random_between(random, -1, 1)),
                         MOTE_OK);
        break;
    case DEFORM_CHAIN: pose_chain(body, random); break;
    case DEFORM_WAVE:
    case DEFORM_UNBOUNDED_WAVE:
    case DEFORM_CHOICES: break;
    }
}

mote_positions deforming_body_positions(deforming_body *body)
{
    assert_int_equal(mote_deformer_evaluate_all(body->deformer, NULL, body->now), MOTE_OK);
    return (mote_positions){.data = body->now, .count = body->c.model.vertex_count};
}
