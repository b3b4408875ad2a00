// LABELS threads

// Bodies with deformers answer as if all of their vertices had been evaluated beforehand.

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/transform.h"
#include "support/compare_reports.h"
#include "support/deforming_body.h"
#include "support/run.h"

enum { BODIES = 2 };

// The same bodies in two worlds: in one they have deformers, in the other positions.
typedef struct duel {
    deforming_body bodies[BODIES];
    bool streamed[BODIES]; // has positions in both worlds
    mote_world *lazy, *full;
    mote_body_id in_lazy[BODIES], in_full[BODIES];
} duel;

static void add_body(duel *d, uint32_t i, bool self_collision)
{
    mote_body_def def = mote_default_body_def();
    def.mesh = d->bodies[i].c.mesh;
    def.self_collision = self_collision;
    assert_int_equal(mote_body_create(d->lazy, &def, &d->in_lazy[i]), MOTE_OK);
    assert_int_equal(mote_body_create(d->full, &def, &d->in_full[i]), MOTE_OK);
}

static void create_duel(duel *d, const mote_world_def *def, const deformer_choice choices[BODIES],
                        mote_random *random)
{
    assert_int_equal(mote_world_create(def, &d->lazy), MOTE_OK);
    assert_int_equal(mote_world_create(def, &d->full), MOTE_OK);
    for (uint32_t i = 0; i < BODIES; i++) {
        uint32_t rings = 3 + mote_random_below(random, 40),
                 sides = 3 + mote_random_below(random, 40);
        deforming_body_create(&d->bodies[i], choices[i], rings, sides, random);
        d->streamed[i] = false;
        add_body(d, i, false);
    }
}

static void release_duel(duel *d)
{
    mote_world_destroy(d->lazy);
    mote_world_destroy(d->full);
    for (uint32_t i = 0; i < BODIES; i++) deforming_body_release(&d->bodies[i]);
}

static void show_body(duel *d, uint32_t i, const mote_transform *transform)
{
    mote_positions positions = deforming_body_positions(&d->bodies[i]);
    assert_int_equal(mote_body_set_positions(d->full, d->in_full[i], &positions), MOTE_OK);
    if (d->streamed[i]) {
        assert_int_equal(mote_body_set_positions(d->lazy, d->in_lazy[i], &positions), MOTE_OK);
    } else {
        assert_int_equal(mote_body_set_deformer(d->lazy, d->in_lazy[i], d->bodies[i].deformer),
                         MOTE_OK);
    }
    assert_int_equal(mote_body_set_transform(d->full, d->in_full[i], transform), MOTE_OK);
    assert_int_equal(mote_body_set_transform(d->lazy, d->in_lazy[i], transform), MOTE_OK);
}

// Tori of radii 1 and 0.4, more or less: apart, grazing, linked or through each other.
static void pose_duel(duel *d, mote_random *random)
{
    for (uint32_t i = 0; i < BODIES; i++) deforming_body_pose(&d->bodies[i], random);
    mote_transform apart = random_motion(random, (mote_vec3){0, 0, 0}, 3, 0);
    apart.t = mote_vec_scale(mote_random_direction(random), mote_random_between(random, 0, 3.2f));
    show_body(d, 0,
              mote_random_below(random, 2)
                  ? NULL
                  : &(mote_transform){{1, 0, 0}, {0, 1, 0}, {0, 0, 1}, {0.1f, 0.2f, 0.3f}});
    show_body(d, 1, &apart);
}

static bool same_bytes(const void *a, size_t count_a, const void *b, size_t count_b, size_t size)
{
    return count_a == count_b && (count_a == 0 || memcmp(a, b, count_a * size) == 0);
}

static mote_report expect_same_report(duel *d, const char *where, uint64_t seed)
{
    mote_report full = detected(d->full), lazy = detected(d->lazy);
    const char *what = reports_differ(&full, &lazy);
    if (!what && !same_bytes(full.contacts, full.contact_count, lazy.contacts, lazy.contact_count,
                             sizeof *full.contacts))
        what = "contacts";
    if (!what && !same_bytes(full.segments, full.segment_count, lazy.segments, lazy.segment_count,
                             sizeof *full.segments))
        what = "segments";
    if (what) fail_msg("%s, seed %u: %s", where, (uint32_t)seed, what);
    return lazy;
}

// ---------------------------------------------------------------------------------------------

static deformer_choice any_choice(mote_random *random)
{
    return (deformer_choice)mote_random_below(random, DEFORM_CHOICES);
}

static mote_world_def random_def(mote_random *random)
{
    mote_world_def def = mote_default_world_def();
    def.detect = (mote_detect)mote_random_below(random, 3);
    def.contacts = mote_random_below(random, 2);
    def.containment = mote_random_below(random, 4) == 0;
    def.tolerance = mote_random_below(random, 3) ? 0 : mote_random_between(random, 0, 0.2f);
    def.worker_count = 1 + mote_random_below(random, 3);
    return def;
}

static void random_poses_give_the_same_report(void **state)
{
    (void)state;
    enum { POSES = 10 };
    size_t touching = 0, lazily = 0, frames = 0;
    for (uint64_t seed = 0; seed < test_count(12, 150, 600); seed++) {
        mote_random random = mote_random_stream(80, seed, 0);
        mote_world_def def = random_def(&random);
        duel d;
        create_duel(&d, &def, (deformer_choice[]){any_choice(&random), any_choice(&random)},
                    &random);
        d.streamed[mote_random_below(&random, BODIES)] = mote_random_below(&random, 2);
        for (int pose = 0; pose < POSES; pose++) {
            pose_duel(&d, &random);
            mote_report report = expect_same_report(&d, "random poses", seed);
            touching += report.pair_count > 0;
            lazily += report.stats.moved_vertices < d.bodies[0].c.model.vertex_count;
            frames++;
        }
        release_duel(&d);
    }
    assert_true(4 * touching > frames && touching < frames);
    assert_true(lazily > 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(random_poses_give_the_same_report),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
