// LABELS threads
#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/box.h"
#include "core/pool.h"
#include "core/transform.h"
#include "support/deform_cases.h"
#include "support/failing_allocator.h"
#include "support/run.h"

// A wave along x: moves by z += height * sin(x), which the bound knows no more of than its height.
typedef struct wave {
    float height;
} wave;

static void wave_evaluate(void *context, const uint32_t *vertices, size_t count, mote_vec3 *out)
{
    (void)vertices;
    const wave *w = context;
    for (size_t i = 0; i < count; i++) out[i].z += w->height * sinf(out[i].x);
}

static void wave_bound(void *context, const mote_node *node, mote_box *box)
{
    (void)node;
    const wave *w = context;
    box->min.z = nextafterf(box->min.z - fabsf(w->height), -FLT_MAX);
    box->max.z = nextafterf(box->max.z + fabsf(w->height), FLT_MAX);
}

static mote_deformer *make_wave(const deform_case *c, wave *w)
{
    mote_custom_def def = mote_default_custom_def();
    def.mesh = c->mesh;
    def.nodes = c->nodes;
    def.evaluate = wave_evaluate;
    def.bound = wave_bound;
    def.context = w;
    mote_deformer *custom;
    assert_int_equal(mote_custom_create(&def, &custom), MOTE_OK);
    return custom;
}

enum { LINKS = 4 };

typedef struct test_chain {
    deform_case c;
    wave w;
    mote_deformer *links[LINKS];
    mote_deformer *chain;
} test_chain;

static mote_deformer *make_chain(const deform_case *c, mote_deformer *const *links, uint32_t count)
{
    mote_chain_def def = mote_default_chain_def();
    def.mesh = c->mesh;
    def.nodes = c->nodes;
    def.deformers = links;
    def.deformer_count = count;
    mote_deformer *chain;
    assert_int_equal(mote_chain_create(&def, &chain), MOTE_OK);
    return chain;
}

// Morph, space mapping, skin and a wave, in an order that turns with the seed, and a rigid motion.
static void create_chain(test_chain *t, uint32_t rings, uint32_t sides, uint64_t seed)
{
    mote_random random = mote_random_stream(60, seed, 0);
    t->c = deform_case_create(rings, sides, &random);
    t->w.height = mote_random_between(&random, -0.2f, 0.2f);
    uint32_t first = (uint32_t)(seed % LINKS);
    mote_deformer *morph = smooth_morph(&t->c, &random);
    mote_deformer *csrbf =
        random_csrbf(&t->c, &random, (mote_wendland)(seed % 3), CASE_CONTROLS, 0.7f, 0.2f);
    mote_deformer *skin = smooth_skin(&t->c, MOTE_SKIN_LINEAR, 4);
    pose_morph(morph, &random, 1);
    pose_skin(skin, &random, 1);
    t->links[first] = morph;
    t->links[(first + 1) % LINKS] = csrbf;
    t->links[(first + 2) % LINKS] = skin;
    t->links[(first + 3) % LINKS] = make_wave(&t->c, &t->w);
    t->chain = make_chain(&t->c, t->links, LINKS);
    mote_transform motion = random_motion(&random, (mote_vec3){1, 0, 0}, 3, 5);
    assert_int_equal(mote_chain_set_transform(t->chain, &motion), MOTE_OK);
}

static void release_chain(test_chain *t)
{
    mote_deformer_destroy(t->chain);
    for (int i = 0; i < LINKS; i++) mote_deformer_destroy(t->links[i]);
    deform_case_release(&t->c);
}

static void a_chain_applies_its_links_in_order(void **state)
{
    (void)state;
    mote_random random = mote_random_stream(61, 0, 0);
    deform_case c = deform_case_create(20, 20, &random);
    wave w = {0.3f};
    mote_deformer *links[2] = {smooth_morph(&c, &random), make_wave(&c, &w)};
    pose_morph(links[0], &random, 1);
    mote_deformer *chain = make_chain(&c, links, 2);
    mote_transform motion = random_motion(&random, (mote_vec3){0, 0, 0}, 1, 1);
    assert_int_equal(mote_chain_set_transform(chain, &motion), MOTE_OK);
    for (uint32_t v = 0; v < c.model.vertex_count; v++) {
        mote_vec3 expected, actual;
        assert_int_equal(mote_deformer_evaluate(links[0], &v, 1, &expected), MOTE_OK);
        wave_evaluate(&w, &v, 1, &expected);
        expected = mote_transform_point(&motion, expected);
        assert_int_equal(mote_deformer_evaluate(chain, &v, 1, &actual), MOTE_OK);
        assert_memory_equal(&actual, &expected, sizeof actual);
    }
    mote_deformer_destroy(chain);
    mote_deformer_destroy(links[0]);
    mote_deformer_destroy(links[1]);
    deform_case_release(&c);
}

static void an_empty_chain_is_the_rest_shape(void **state)
{
    (void)state;
    mote_random random = mote_random_stream(62, 0, 0);
    deform_case c = deform_case_create(20, 20, &random);
    mote_deformer *chain = make_chain(&c, NULL, 0);
    assert_int_equal(mote_chain_set_transform(chain, NULL), MOTE_OK);
    mote_vec3 *out = calloc(c.model.vertex_count, sizeof *out);
    assert_int_equal(mote_deformer_evaluate_all(chain, NULL, out), MOTE_OK);
    assert_memory_equal(out, c.model.positions, c.model.vertex_count * sizeof *out);
    check_bounds(&c, chain, NULL);
    free(out);
    mote_deformer_destroy(chain);
    deform_case_release(&c);
}

static void listed_vertices_and_threads_give_the_bits_of_all(void **state)
{
    (void)state;
    for (uint64_t seed = 0; seed < test_count(3, 30, 300); seed++) {
        test_chain t;
        create_chain(&t, 90, 45, seed);
        mote_random random = mote_random_stream(63, seed, 0);
        check_listed_equals_all(t.chain, &random);
        uint32_t count = t.c.model.vertex_count;
        mote_vec3 *one = calloc(count, sizeof *one), *three = calloc(count, sizeof *three);
        mote_pool *pool = mote_pool_create(&mote_libc_allocator, 3);
        mote_tasks tasks = mote_pool_tasks(pool);
        assert_int_equal(mote_deformer_evaluate_all(t.chain, NULL, one), MOTE_OK);
        assert_int_equal(mote_deformer_evaluate_all(t.chain, &tasks, three), MOTE_OK);
        assert_memory_equal(one, three, count * sizeof *one);
        mote_pool_destroy(pool, &mote_libc_allocator);
        free(one);
        free(three);
        release_chain(&t);
    }
}

static void no_vertex_leaves_the_box_of_its_node(void **state)
{
    (void)state;
    size_t checks = 0;
    for (uint64_t seed = 0; checks < test_count(20000, 500000, 10000000); seed++) {
        test_chain t;
        create_chain(&t, 40, 20, seed);
        checks += check_bounds(&t.c, t.chain, NULL);
        release_chain(&t);
    }
}

// ---------------------------------------------------------------------------------------------
// Bad data

static void no_box(void *context, const mote_node *node, mote_box *box)
{
    (void)context;
    box->max.x = node->id == 2 ? NAN : box->max.x;
}

static void a_callback_without_a_box_is_named(void **state)
{
    (void)state;
    mote_random random = mote_random_stream(64, 0, 0);
    deform_case c = deform_case_create(20, 20, &random);
    wave w = {0};
    mote_custom_def def = mote_default_custom_def();
    def.mesh = c.mesh;
    def.nodes = c.nodes;
    def.evaluate = wave_evaluate;
    def.bound = no_box;
    def.context = &w;
    mote_deformer *custom;
    mote_box box;
    assert_int_equal(mote_custom_create(&def, &custom), MOTE_OK);
    assert_int_equal(mote_deformer_bound(custom, 1, &box), MOTE_OK);
    assert_int_equal(mote_deformer_bound(custom, 2, &box), MOTE_ERROR_DATA);
    assert_non_null(strstr(mote_last_message(), "node 2"));
    assert_int_equal(mote_deformer_bound(custom, 1u << 30, &box), MOTE_ERROR_ARGUMENT);
    mote_deformer_destroy(custom);
    def.bound = NULL;
    assert_int_equal(mote_custom_create(&def, &custom), MOTE_OK);
    assert_false(mote_deformer_can_bound(custom));
    mote_deformer *chain = make_chain(&c, &custom, 1);
    assert_int_equal(mote_deformer_bound(chain, 1, &box), MOTE_ERROR_REFUSED);
    mote_deformer_destroy(chain);
    mote_deformer_destroy(custom);
    def.bound = wave_bound;
    def.nodes = NULL;
    assert_int_equal(mote_custom_create(&def, &custom), MOTE_ERROR_ARGUMENT);
    assert_null(custom);
    def.evaluate = NULL;
    assert_int_equal(mote_custom_create(&def, &custom), MOTE_ERROR_ARGUMENT);
    deform_case_release(&c);
}

static void bad_links_and_vertices_are_refused_by_name(void **state)
{
    (void)state;
    mote_random random = mote_random_stream(65, 0, 0);
    deform_case c = deform_case_create(8, 8, &random), other = deform_case_create(8, 8, &random);
    wave w = {1};
    mote_deformer *links[2] = {make_wave(&c, &w), make_wave(&other, &w)}, *chain;
    mote_chain_def def = mote_default_chain_def();
    def.mesh = c.mesh;
    def.deformers = links;
    def.deformer_count = 2;
    assert_int_equal(mote_chain_create(&def, &chain), MOTE_ERROR_ARGUMENT);
    assert_non_null(
        strstr(mote_last_message(), "mote_chain_create: def.deformers[1] is of another mesh"));
    mote_deformer *const none[1] = {NULL};
    def.deformers = none;
    def.deformer_count = 1;
    assert_int_equal(mote_chain_create(&def, &chain), MOTE_ERROR_ARGUMENT);
    assert_non_null(strstr(mote_last_message(), "mote_chain_create: def.deformers[0] is null"));
    failing_allocator memory = {0};
    def.allocator.allocate = failing_allocator_hook(&memory).allocate;
    assert_int_equal(mote_chain_create(&def, &chain), MOTE_ERROR_ARGUMENT);
    assert_string_equal(
        mote_last_message(),
        "mote_chain_create: def.allocator: only one of allocate and release is set");
    chain = make_chain(&c, links, 1);
    const uint32_t vertices[3] = {0, 63, 64};
    mote_vec3 out[3];
    assert_int_equal(mote_deformer_evaluate(chain, vertices, 3, out), MOTE_ERROR_DATA);
    assert_non_null(
        strstr(mote_last_message(),
               "mote_deformer_evaluate: vertices[2] is 64, but the mesh has 64 vertices"));
    assert_int_equal(mote_deformer_evaluate(chain, NULL, 3, out), MOTE_ERROR_ARGUMENT);
    assert_int_equal(mote_deformer_evaluate(chain, NULL, 0, NULL), MOTE_OK);
    assert_int_equal(mote_deformer_evaluate_all(chain, NULL, NULL), MOTE_ERROR_ARGUMENT);
    mote_transform bad = {{1, 0, 0}, {0, 1, 0}, {0, 0, NAN}, {0, 0, 0}};
    assert_int_equal(mote_chain_set_transform(chain, &bad), MOTE_ERROR_DATA);
    assert_int_equal(mote_chain_set_transform(links[0], NULL), MOTE_ERROR_ARGUMENT);
    mote_deformer_destroy(chain);
    mote_deformer_destroy(links[0]);
    mote_deformer_destroy(links[1]);
    deform_case_release(&c);
    deform_case_release(&other);
}

static void no_failing_allocation_leaks(void **state)
{
    (void)state;
    mote_random random = mote_random_stream(66, 0, 0);
    deform_case c = deform_case_create(8, 8, &random);
    wave w = {1};
    mote_deformer *const links[1] = {make_wave(&c, &w)};
    mote_result result = MOTE_ERROR_MEMORY;
    for (size_t fail_at = 1; result != MOTE_OK; fail_at++) {
        failing_allocator memory = {.fail_at = fail_at};
        mote_chain_def def = mote_default_chain_def();
        def.mesh = c.mesh;
        def.deformers = links;
        def.deformer_count = 1;
        def.allocator = failing_allocator_hook(&memory);
        mote_deformer *chain;
        result = mote_chain_create(&def, &chain);
        assert_true(result == MOTE_OK || (result == MOTE_ERROR_MEMORY && !chain));
        if (chain) assert_int_equal(mote_deformer_bytes(chain), memory.bytes);
        mote_deformer_destroy(chain);
        assert_int_equal(memory.live, 0);
    }
    mote_deformer_destroy(links[0]);
    deform_case_release(&c);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_chain_applies_its_links_in_order),
        cmocka_unit_test(an_empty_chain_is_the_rest_shape),
        cmocka_unit_test(listed_vertices_and_threads_give_the_bits_of_all),
        cmocka_unit_test(no_vertex_leaves_the_box_of_its_node),
        cmocka_unit_test(a_callback_without_a_box_is_named),
        cmocka_unit_test(bad_links_and_vertices_are_refused_by_name),
        cmocka_unit_test(no_failing_allocation_leaks),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
