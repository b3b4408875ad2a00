// What 'mote replay' says of a recording whose hash is not what the frame gives.

#define _POSIX_C_SOURCE 200809L
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "support/record_story.h"
#include "support/run.h"

static int run_command(const char *path)
{
    const char *command = getenv("MOTE_COMMAND");
    if (!command) skip();
    char line[4096];
    snprintf(line, sizeof line, "'%s' replay '%s' >/dev/null", command, path);
    int status = system(line);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

static int replay_bytes(const recorded_bytes *bytes)
{
    char path[] = "/tmp/mote-replay-XXXXXX";
    int descriptor = mkstemp(path);
    assert_true(descriptor >= 0);
    assert_int_equal(write(descriptor, bytes->data, bytes->size), bytes->size);
    close(descriptor);
    int code = run_command(path);
    remove(path);
    return code;
}

static void another_hash_ends_in_one(void **state)
{
    (void)state;
    enum { END_CHUNK = 12 + 8 + 8, HASH_FROM_END_OF_DONE = 8 + 8 + 8 };
    recorded_bytes bytes = {0};
    mote_record_sink sink = recorded_bytes_sink(&bytes);
    story s;
    story_begin(&s, 1, 10, NULL);
    assert_int_equal(mote_world_record(s.world, &sink), MOTE_OK);
    for (int i = 0; i < STORY_STEPS; i++) story_step(&s);
    story_end(&s);
    assert_int_equal(replay_bytes(&bytes), 0);
    bytes.data[bytes.size - END_CHUNK - HASH_FROM_END_OF_DONE] ^= 1;
    assert_int_equal(replay_bytes(&bytes), 2);
    repair_recording(bytes.data, bytes.size);
    assert_int_equal(replay_bytes(&bytes), 1);
    recorded_bytes_release(&bytes);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(another_hash_ends_in_one),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
