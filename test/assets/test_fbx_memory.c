// The FBX reader when memory runs out at any place: it fails with a message and releases what it
// had.

#include <stdlib.h>
#include <string.h>

#include "assets/fbx/fbx.h"
#include "support/failing_malloc.h"
#include "support/fbx_scene.h"
#include "support/run.h"

static void every_failure_of_memory_is_clean(void **state)
{
    (void)state;
    static const test_fbx_form forms[2] = {{.version = 7400},
                                           {.binary = true, .version = 7500, .deflated = true}};
    for (int i = 0; i < 2; i++) {
        test_fbx_scene scene = test_fbx_random_scene((uint64_t)i, TEST_FBX_ALL & ~TEST_FBX_STACKS);
        test_fbx_writer file;
        test_fbx_write_scene(&scene, forms[i], &file);
        asset_fbx_def def = asset_default_fbx_def();
        def.bytes = file.bytes;
        def.size = file.size;
        def.name = "case.fbx";
        size_t step = test_count(7, 1, 1), live = failing.live;
        bool failed = true;
        for (size_t at = 1; failed; at += step) {
            asset_file asset = {0};
            failing.calls = 0;
            failing.fail_at = at;
            mote_result result = asset_fbx_read(&def, &asset);
            failed = failing.calls >= at;
            failing.fail_at = 0;
            if (failed) assert_int_equal(result, MOTE_ERROR_MEMORY);
            if (!failed) assert_int_equal(result, MOTE_OK);
            asset_release(&asset);
            assert_int_equal(failing.live, live);
        }
        free(file.bytes);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(every_failure_of_memory_is_clean)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
