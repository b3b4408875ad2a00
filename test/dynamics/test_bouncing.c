// Fifteen spheres in a box for a long time (Smith et al. 1998, section 5.3), 60 cycles a second.

#include <math.h>
#include <mote/deform.h>
#include <stdlib.h>

#include "core/random.h"
#include "core/vec.h"
#include "scenes/trig.h"
#include "support/bouncing.h"
#include "support/run.h"

enum { SPHERES = 15, CYCLES_A_MINUTE = 3600 };

static void assert_inside(const bouncing *b, const mote_box *walls)
{
    const float slack = 1e-5f * walls->max.x;
    for (uint32_t i = 0; i < b->count; i++) {
        mote_box box = bouncing_bounds(b, i);
        assert_true(mote_vec_finite(box.min) && mote_vec_finite(box.max));
        assert_true(box.min.x >= walls->min.x - slack && box.max.x <= walls->max.x + slack);
        assert_true(box.min.y >= walls->min.y - slack && box.max.y <= walls->max.y + slack);
        assert_true(box.min.z >= walls->min.z - slack && box.max.z <= walls->max.z + slack);
    }
}

static void spheres_stay_in_the_box_and_keep_their_energy(void **state)
{
    (void)state;
    const char *names[] = {"senin", "general", "exchange", "reflect"};
    for (uint32_t r = 0; r <= MOTE_RESPONSE_REFLECT; r++) {
        mote_world_def world = mote_default_world_def();
        mote_dynamics_def def = mote_default_dynamics_def();
        def.response = (mote_response)r;
        def.has_walls = true;
        def.walls = bouncing_box(SPHERES);
        bouncing b;
        bouncing_begin(&b, "sphere-168", &world, &def);
        bouncing_add_crowd(&b, SPHERES, 1);
        double start = bouncing_report(&b).momenta.kinetic_energy, drift = 0;
        uint64_t impacts = 0, wall_impacts = 0;
        size_t cycles = test_count(300, 3600, 10 * CYCLES_A_MINUTE);
        for (size_t i = 0; i < cycles; i++) {
            bouncing_step(&b, 1);
            assert_inside(&b, &def.walls);
            mote_dynamics_report report = bouncing_report(&b);
            drift = fmax(drift, fabs(report.momenta.kinetic_energy / start - 1));
            impacts += report.impacts;
            wall_impacts += report.wall_impacts;
            assert_int_equal(report.stopped, 0);
        }
        print_message("%s: %zu cycles, %llu impacts, %llu at walls, energy off by at most %.1e\n",
                      names[r], cycles, (unsigned long long)impacts,
                      (unsigned long long)wall_impacts, drift);
        assert_true(drift < 1e-9);
        assert_true(impacts > 0 && wall_impacts > 0);
        bouncing_end(&b);
    }
}

// ---------------------------------------------------------------------------------------------
// What happens between frames

enum { SUBSTEPS = 16 };

typedef struct pair_flags {
    bool touch[SPHERES][SPHERES], reported[SPHERES][SPHERES];
} pair_flags;

static pair_flags flags_of(const mote_world *world)
{
    pair_flags flags = {0};
    mote_report report;
    assert_int_equal(mote_world_report(world, &report), MOTE_OK);
    for (size_t i = 0; i < report.pair_count; i++) {
        const mote_pair_report *pair = &report.pairs[i];
        flags.touch[pair->a.index][pair->b.index] = pair->relation == MOTE_RELATION_TOUCH;
        flags.reported[pair->a.index][pair->b.index] = pair->state != MOTE_PAIR_END;
    }
    return flags;
}

// Contacts between two frames, counted by pairs of bodies and intervals.
typedef struct misses {
    uint64_t touching;   // in some substep
    uint64_t unseen;     // of these: in neither frame do the bodies touch
    uint64_t unreported; // of those: in neither frame are they reported, as touching or near
    double longest_way;  // of a point in a cycle
} misses;

// Shows the replay's world the bodies' motion after a frame in substeps.
static void replay(const bouncing *b, bouncing *again, double time, pair_flags *found)
{
    mote_rigid rigid[SPHERES];
    for (uint32_t i = 0; i < b->count; i++) rigid[i] = bouncing_get(b, i);
    for (int step = 1; step < SUBSTEPS; step++) {
        for (uint32_t i = 0; i < b->count; i++) {
            mote_rigid_advance(&rigid[i], (mote_dvec3){0, 0, 0}, time / SUBSTEPS);
            assert_int_equal(mote_dynamics_set(again->dynamics, again->ids[i], &rigid[i]), MOTE_OK);
        }
        assert_int_equal(mote_world_detect(again->world), MOTE_OK);
        pair_flags now = flags_of(again->world);
        for (int i = 0; i < SPHERES; i++)
            for (int j = 0; j < SPHERES; j++) found->touch[i][j] |= now.touch[i][j];
    }
}

static void count_misses(const pair_flags *before, const pair_flags *between,
                         const pair_flags *after, misses *m)
{
    for (int i = 0; i < SPHERES; i++)
        for (int j = 0; j < SPHERES; j++) {
            if (!between->touch[i][j]) continue;
            m->touching++;
            if (before->touch[i][j] || after->touch[i][j]) continue;
            m->unseen++;
            m->unreported += !before->reported[i][j] && !after->reported[i][j];
        }
}

static misses misses_of(float tolerance, bool look_ahead, mote_response response, size_t cycles)
{
    mote_world_def world = mote_default_world_def(), replay_world = world;
    world.tolerance = tolerance;
    replay_world.contacts = false;
    replay_world.detect = MOTE_DETECT_FIRST;
    mote_dynamics_def def = mote_default_dynamics_def();
    def.response = response;
    def.look_ahead = look_ahead;
    def.has_walls = true;
    def.walls = bouncing_box(SPHERES);
    bouncing b, again;
    bouncing_begin(&b, "sphere-168", &world, &def);
    bouncing_add_crowd(&b, SPHERES, 1);
    bouncing_begin(&again, "sphere-168", &replay_world, &def);
    bouncing_add_crowd(&again, SPHERES, 1);
    misses m = {0};
    bouncing_step(&b, 1);
    pair_flags before = flags_of(b.world);
    for (size_t i = 0; i < cycles; i++) {
        pair_flags between = {0};
        replay(&b, &again, 1, &between);
        bouncing_step(&b, 1);
        m.longest_way = fmax(m.longest_way, bouncing_report(&b).longest_way);
        pair_flags after = flags_of(b.world);
        count_misses(&before, &between, &after, &m);
        before = after;
    }
    bouncing_end(&again);
    bouncing_end(&b);
    return m;
}

static void no_contact_between_frames_is_missed(void **state)
{
    (void)state;
    size_t cycles = test_count(50, 1000, 10 * CYCLES_A_MINUTE);
    const struct {
        const char *name;
        mote_response response;
        float tolerance;
        bool look_ahead, must_hold;
    } runs[] = {
        {"exchange, tolerance 0", MOTE_RESPONSE_EXCHANGE, 0, false, false},
        {"exchange, tolerance 0.3", MOTE_RESPONSE_EXCHANGE, 0.3f, false, true},
        {"senin, tolerance 0.5, look-ahead", MOTE_RESPONSE_SENIN, 0.5f, true, true},
    };
    for (int i = 0; i < 3; i++) {
        misses m = misses_of(runs[i].tolerance, runs[i].look_ahead, runs[i].response, cycles);
        print_message("%s: %zu cycles, points move by at most %.4f; %llu contacts between frames, "
                      "%llu of them in no frame, %llu not even reported as near\n",
                      runs[i].name, cycles, m.longest_way, (unsigned long long)m.touching,
                      (unsigned long long)m.unseen, (unsigned long long)m.unreported);
        if (!runs[i].must_hold) continue;
        assert_true(m.longest_way <= (double)runs[i].tolerance);
        assert_int_equal(m.unreported, 0);
    }
}

// ---------------------------------------------------------------------------------------------
// Bodies that deform

enum { LETTERS = 2 };

static mote_deformer *letter_deformer(const mote_mesh *mesh, const mote_model *model,
                                      uint32_t control_count, uint64_t seed)
{
    enum { MOST_CONTROLS = 14 };
    mote_vec3 starts[MOST_CONTROLS], ends[MOST_CONTROLS];
    mote_random random = mote_random_stream(seed, 0, 0);
    for (uint32_t i = 0; i < control_count; i++) {
        starts[i] = model->positions[i * (model->vertex_count / control_count)];
        mote_vec3 way = mote_random_direction(&random);
        ends[i] = mote_vec_add(starts[i], mote_vec_scale(way, 0.15f));
    }
    mote_csrbf_def def = mote_default_csrbf_def();
    def.mesh = mesh;
    def.starts = starts;
    def.ends = ends;
    def.control_count = control_count;
    def.support_radius = 0.8f;
    mote_deformer *deformer;
    if (mote_csrbf_create(&def, &deformer) != MOTE_OK) fail_msg("%s", mote_last_message());
    return deformer;
}

// Swings between its ends and their mirror images, once a turn.
static void deform_letter(bouncing *b, uint32_t body, mote_deformer *deformer, double turns,
                          mote_vec3 *shape)
{
    mote_csrbf_set_blend(deformer, (float)mote_sin_turns(turns));
    assert_int_equal(mote_deformer_evaluate_all(deformer, NULL, shape), MOTE_OK);
    mote_positions positions = {.data = shape, .count = mote_deformer_vertex_count(deformer)};
    mote_result result = mote_dynamics_set_shape(b->dynamics, b->ids[body], &positions);
    if (result != MOTE_OK) fail_msg("%s", mote_last_message());
}

static double present_energy(const bouncing *b)
{
    return bouncing_report(b).momenta.kinetic_energy;
}

// M and V under 14 and 12 control vectors in a box, as in Senin et al. 2003, figure 2.
static void deforming_letters_stay_in_the_box_and_account_for_their_energy(void **state)
{
    (void)state;
    mote_world_def world = mote_default_world_def();
    mote_dynamics_def def = mote_default_dynamics_def();
    def.has_walls = true;
    def.walls = (mote_box){{-1.5f, -1.5f, -1.5f}, {1.5f, 1.5f, 1.5f}};
    bouncing b;
    bouncing_begin(&b, "letter-m", &world, &def);
    bouncing_add(&b, (mote_dvec3){-0.7, 0, 0}, (mote_dvec3){0.02, 0.01, 0.003},
                 (mote_dvec3){0.01, 0.03, 0.02});
    bouncing_load_other(&b, "letter-v");
    bouncing_add(&b, (mote_dvec3){0.7, 0, 0}, (mote_dvec3){-0.02, 0.003, -0.01},
                 (mote_dvec3){0.02, 0.01, -0.03});
    mote_deformer *deformers[LETTERS] = {letter_deformer(b.mesh, &b.model, 14, 4),
                                         letter_deformer(b.other_mesh, &b.other, 12, 5)};
    mote_vec3 *shapes[LETTERS] = {calloc(b.model.vertex_count, sizeof(mote_vec3)),
                                  calloc(b.other.vertex_count, sizeof(mote_vec3))};
    double energy = present_energy(&b), least = energy, most = energy, start = energy, off = 0;
    uint64_t impacts = 0;
    size_t cycles = test_count(50, 1000, 10 * CYCLES_A_MINUTE);
    for (size_t i = 0; i < cycles; i++) {
        deform_letter(&b, 0, deformers[0], (double)i / 90, shapes[0]);
        deform_letter(&b, 1, deformers[1], (double)i / 70, shapes[1]);
        bouncing_step(&b, 1);
        mote_dynamics_report report = bouncing_report(&b);
        assert_int_equal(report.stopped, 0);
        double now = report.momenta.kinetic_energy;
        off += now - energy - report.shape_energy - report.impact_energy;
        assert_true(fabs(report.impact_energy) < 1e-12);
        energy = now;
        least = fmin(least, now);
        most = fmax(most, now);
        impacts += report.impacts;
        assert_inside(&b, &def.walls);
    }
    print_message(
        "%zu cycles, %llu impacts; energy between %.2f and %.2f of its start, unaccounted "
        "for %.1e\n",
        cycles, (unsigned long long)impacts, least / start, most / start, off / start);
    assert_true(fabs(off) < 1e-9 * start);
    for (int k = 0; k < LETTERS; k++) {
        mote_deformer_destroy(deformers[k]);
        free(shapes[k]);
    }
    bouncing_end(&b);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(spheres_stay_in_the_box_and_keep_their_energy),
        cmocka_unit_test(no_contact_between_frames_is_missed),
        cmocka_unit_test(deforming_letters_stay_in_the_box_and_account_for_their_energy),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
