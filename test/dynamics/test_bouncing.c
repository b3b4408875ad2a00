// Fifteen spheres in a box for a long time (Smith et al. 1998, section 5.3), 60 cycles a second.

#include <math.h>

#include "core/vec.h"
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

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(spheres_stay_in_the_box_and_keep_their_energy),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
