// No memory, wherever it is asked for: the failure comes back, and nothing is lost.

#include <stdlib.h>

#include "samples/arm.h"
#include "support/failing_malloc.h"
#include "support/js_world.h"
#include "support/run.h"

// What a page does with a file that is dropped on it.
typedef struct page {
    mote_world_def *options;
    js_world *world;
    js_asset *asset;
    js_pull *pull;
    js_dynamics *dynamics;
} page;

static unsigned char *file;
static size_t file_size;

static mote_result open_page(page *p, const char *method)
{
    uint32_t body;
    mote_result result = js_options_create(&p->options);
    if (!result) result = js_options_method(p->options, method);
    if (!result) result = js_world_create(p->options, &p->world);
    if (!result) result = js_asset_open(file, file_size, "arm.glb", &p->asset);
    for (uint32_t part = 0; !result && part < 2; part++)
        result = js_world_add_part(p->world, p->asset, part, part == 1, &js_plain_body, &body);
    return result;
}

static mote_result show_frame(page *p, double time)
{
    const js_drawing *drawing;
    const mote_vec3 *present;
    mote_result result = js_asset_pose(p->asset, 0, time);
    for (uint32_t part = 0; !result && part < 2; part++)
        result = js_world_show_part(p->world, part, p->asset, part);
    if (!result) result = js_world_detect(p->world);
    if (!result) result = js_world_mark(p->world);
    if (!result) result = js_world_draw(p->world, &drawing);
    for (uint32_t part = 0; !result && part < 2; part++)
        result = js_world_present(p->world, part, &present);
    return result;
}

static mote_result pull_and_let_go(page *p)
{
    const mote_vec3 from = {0, 0, 0}, to = {0.1f, 0, 0};
    const js_rigid rigid = {.w = 1, .given = JS_GIVEN_POSITION | JS_GIVEN_ROTATION};
    js_dynamics_options options;
    js_dynamics_defaults(&options);
    mote_result result = js_pull_create(p->world, 0, &from, 1, &p->pull);
    if (!result) result = js_pull_move(p->pull, p->world, &to);
    if (!result) result = js_dynamics_create(p->world, &options, &p->dynamics);
    for (uint32_t part = 0; !result && part < 2; part++)
        result = js_dynamics_add(p->dynamics, part, &rigid);
    return result ? result : js_dynamics_step(p->dynamics, 0.01);
}

static void close_page(page *p)
{
    js_release(p->options);
    js_asset_release(p->asset);
    js_world_destroy(p->world);
    js_dynamics_destroy(p->dynamics);
    js_pull_release(p->pull);
}

// True when all has been asked for before the call that fails.
static bool page_survives(const char *method, size_t fail_at)
{
    page p = {0};
    size_t live = failing.live;
    failing.calls = 0;
    failing.fail_at = fail_at;
    mote_result result = open_page(&p, method);
    for (int i = 0; !result && i < 2; i++) result = show_frame(&p, 2.0 * i);
    if (!result) result = pull_and_let_go(&p);
    bool has_failed = failing.calls >= fail_at;
    failing.fail_at = 0;
    close_page(&p);
    assert_int_equal(failing.live, live);
    if (result && (!has_failed || result != MOTE_ERROR_MEMORY))
        fail_msg("%s, call %zu: %s", method, fail_at, mote_last_message());
    return !has_failed;
}

static void failures_come_back_and_nothing_is_lost(void **state)
{
    (void)state;
    const char *const methods[] = {"hybrid", "lbg"};
    size_t stride = (size_t)test_count(23, 3, 1);
    assert_int_equal(sample_make_arm(1, &file, &file_size), MOTE_OK);
    for (size_t m = 0; m < 2; m++) {
        size_t call = 1 + m;
        while (!page_survives(methods[m], call)) call += stride;
        assert_true(call > 100); // not for nothing
    }
    free(file);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(failures_come_back_and_nothing_is_lost),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
