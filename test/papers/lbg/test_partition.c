// Areas and their particles, Saenghaengtham and Kanongchaiyos 2006, "Surface partitioning", one
// rule at a time, in worlds of two spheres.

#include <math.h>
#include <mote/papers.h>

#include "papers/lbg/lbg.h"
#include "support/compare_reports.h"
#include "support/options.h"
#include "support/run.h"
#include "support/stage.h"
#include "world/world.h"

static const mote_lbg_body *begin(stage *s, uint32_t particles, bool literal)
{
    mote_world_def def = mote_default_world_def();
    def.method = MOTE_METHOD_LBG;
    def.contacts = false;
    set_option(&def, "lbg.particles", particles);
    set_option(&def, "lbg.literal_areas", literal);
    set_option(&def, "lbg.acceptable", (double)INFINITY);
    stage_begin(s, &def);
    stage_add(s, "teapot");
    stage_add(s, "sphere-528");
    return mote_world_body_at(s->world, s->ids[0].index)->method_state;
}

static void each_area_has_one_particle_at_its_seed(void **state)
{
    (void)state;
    const uint32_t counts[] = {1, 2, 7, 12, 30};
    for (int i = 0; i < 5; i++) {
        stage s;
        const mote_lbg_body *body = begin(&s, counts[i], false);
        assert_int_equal(body->count, counts[i]);
        assert_int_equal(body->view.area_count, counts[i]);
        for (uint32_t k = 0; k < body->count; k++) {
            assert_int_equal(body->particles[k].area, k);
            assert_int_equal(body->particles[k].vertex, body->view.nodes[k].seed);
        }
        stage_end(&s);
    }
}

// The paper's areas are the cells of the quantization, in pieces; ours are connected.
static void literal_areas_are_in_pieces(void **state)
{
    (void)state;
    for (int literal = 0; literal < 2; literal++) {
        stage s;
        const mote_lbg_body *body = begin(&s, 12, literal);
        uint32_t components = s.meshes[0]->component_count;
        if (literal)
            assert_true(body->view.fragment_count > 12 + components);
        else
            assert_true(body->view.fragment_count <= 12 + components);
        stage_end(&s);
    }
}

static float squared(const mote_mesh *mesh, uint32_t a, uint32_t b)
{
    return mote_lbg_squared_distance(mesh->positions[a], mesh->positions[b]);
}

// Each sample is the vertex of the area that is farthest from the start and from all samples
// before.
static void samples_are_as_far_apart_as_possible(void **state)
{
    (void)state;
    stage s;
    const mote_lbg_body *body = begin(&s, 12, false);
    const mote_mesh *mesh = s.meshes[0];
    for (uint32_t i = 0; i < body->count; i++) {
        const mote_lbg_particle *p = &body->particles[i];
        assert_int_equal(p->sample_count, MOTE_LBG_MAX_SAMPLES);
        for (uint32_t k = 0; k < p->sample_count; k++) {
            float most = 0, of_sample = 0;
            const mote_lists *members = &body->view.vertices;
            for (uint32_t m = members->first[p->area]; m < members->first[p->area + 1]; m++) {
                float nearest = squared(mesh, members->items[m], p->start);
                for (uint32_t j = 0; j < k; j++)
                    nearest = fminf(nearest, squared(mesh, members->items[m], p->samples[j]));
                most = fmaxf(most, nearest);
                if (members->items[m] == p->samples[k]) of_sample = nearest;
            }
            assert_true(of_sample == most);
        }
    }
    stage_end(&s);
}

static void particles_and_mu_follow_the_present_shape(void **state)
{
    (void)state;
    stage s;
    const mote_lbg_body *body = begin(&s, 12, false);
    for (float scale = 1; scale < 9; scale *= 2) {
        stage_place(&s, 0, placed(scale, moved_by((mote_vec3){scale, 2, 3})));
        stage_place(&s, 1, placed(scale, moved_by((mote_vec3){scale, 2, 3})));
        detected(s.world);
        for (uint32_t i = 0; i < body->count; i++) {
            mote_vec3 there = s.positions[0][body->particles[i].vertex];
            assert_true(mote_lbg_squared_distance(body->at[i], there) < 1e-6f);
        }
        assert_true(fabsf(body->distance / (scale * body->rest_distance) - 1) < 1e-3f);
    }
    stage_end(&s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_area_has_one_particle_at_its_seed),
        cmocka_unit_test(literal_areas_are_in_pieces),
        cmocka_unit_test(samples_are_as_far_apart_as_possible),
        cmocka_unit_test(particles_and_mu_follow_the_present_shape),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
