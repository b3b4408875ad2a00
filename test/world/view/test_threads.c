// LABELS threads
// Four threads ask one frozen world at the same time, with workers of its own: all get the answers of one thread.

#include <math.h>
#include <mote/view.h>
#include <pthread.h>
#include <string.h>

#include "support/query_field.h"
#include "support/run.h"

enum { THREADS = 4, COUNT = 3000 };

typedef struct answers {
    mote_surface_point closest[COUNT], hits[COUNT];
    mote_signed_distance distances[COUNT];
    bool blocked[COUNT];
} answers;

typedef struct asker {
    const mote_view *view;
    mote_body_id body;
    const mote_vec3 *points;
    const mote_ray *rays;
    answers *out;
    bool failed;
} asker;

static void *ask(void *argument)
{
    asker *a = argument;
    for (int turn = 0; turn < 3 && !a->failed; turn++) {
        a->failed =
            mote_view_closest_points(a->view, 1, a->points, COUNT, INFINITY, a->out->closest) ||
            mote_view_rays(a->view, 1, a->rays, COUNT, a->out->hits) ||
            mote_view_rays_blocked(a->view, 1, a->rays, COUNT, a->out->blocked) ||
            mote_view_signed_distances(a->view, a->body, a->points, COUNT, a->out->distances);
    }
    return NULL;
}

static answers all[THREADS + 1];

static void check_workers(uint32_t workers)
{
    test_mesh rest = test_mesh_torus(40, 20, 1, 0.4f);
    mote_mesh_def md = test_mesh_def(&rest);
    mote_mesh *mesh = test_mesh_create(&md);
    mote_world_def wd = mote_default_world_def();
    wd.worker_count = workers;
    mote_world *world;
    assert_int_equal(mote_world_create(&wd, &world), MOTE_OK);
    mote_body_def bd = mote_default_body_def();
    bd.mesh = mesh;
    mote_body_id id;
    assert_int_equal(mote_body_create(world, &bd, &id), MOTE_OK);
    static mote_vec3 points[COUNT];
    static mote_ray rays[COUNT];
    mote_random random = mote_random_stream(7, 0, 0);
    for (int i = 0; i < COUNT; i++) {
        points[i] = (mote_vec3){mote_random_between(&random, -1.5f, 1.5f),
                                mote_random_between(&random, -1.5f, 1.5f),
                                mote_random_between(&random, -0.5f, 0.5f)};
        rays[i] = (mote_ray){points[i], mote_random_direction(&random), 2};
    }
    asker askers[THREADS + 1];
    pthread_t threads[THREADS];
    const mote_view *view;
    assert_int_equal(mote_world_freeze(world, 1, &view), MOTE_OK);
    for (int i = 0; i <= THREADS; i++) askers[i] = (asker){view, id, points, rays, &all[i], false};
    ask(&askers[THREADS]);
    for (int i = 0; i < THREADS; i++)
        assert_int_equal(pthread_create(&threads[i], NULL, ask, &askers[i]), 0);
    for (int i = 0; i < THREADS; i++) assert_int_equal(pthread_join(threads[i], NULL), 0);
    for (int i = 0; i <= THREADS; i++) {
        assert_false(askers[i].failed);
        assert_memory_equal(&all[i], &all[THREADS], sizeof all[i]);
    }
    assert_int_equal(mote_world_thaw(world), MOTE_OK);
    mote_world_destroy(world);
    mote_mesh_destroy(mesh);
    test_mesh_release(&rest);
}

static void threads_get_the_same_answers(void **state)
{
    (void)state;
    answers alone;
    check_workers(1);
    memcpy(&alone, &all[0], sizeof alone);
    check_workers(3);
    assert_memory_equal(&alone, &all[0], sizeof alone);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(threads_get_the_same_answers)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
