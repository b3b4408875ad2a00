// --watch: a check follows every change of what it has read, and nothing else; a broken file is told and does not end the watch; a
// signal ends it with the exit code of the last check.

#define _DEFAULT_SOURCE // POSIX
#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "core/timer.h"
#include "samples/arm.h"
#include "support/check_play.h"
#include "support/run.h"

enum { PATIENCE = 120 }; // seconds; a busy machine takes its time

static void write_bytes(const char *name, const void *bytes, size_t size)
{
    char room[4096];
    FILE *file = fopen(play_path(room, name), "w");
    assert_non_null(file);
    assert_int_equal(fwrite(bytes, 1, size, file), size);
    assert_int_equal(fclose(file), 0);
}

static void write_text(const char *name, const char *text)
{
    write_bytes(name, text, strlen(text));
}

static void rename_file(const char *from, const char *to)
{
    char room[4096], other[4096];
    assert_int_equal(rename(play_path(room, from), play_path(other, to)), 0);
}

static char *slurp(const char *name)
{
    char room[4096];
    return play_slurp(play_path(room, name));
}

static void sleep_for(double seconds)
{
    struct timespec time = {(time_t)seconds, (long)((seconds - (double)(time_t)seconds) * 1e9)};
    nanosleep(&time, NULL);
}

// A sheet, and a triangle that crosses it or, with `away`, is far from it.
static const char sheet[] = "v -1 -1 0\nv 2 -1 0\nv 0 2 0\nf 1 2 3\n";
static const char crossing[] = "v 0 0.1 -1\nv 0.1 0 1\nv 0.4 0.3 0.5\nf 1 2 3\n";
static const char away[] = "v 0 0.1 8\nv 0.1 0 9\nv 0.4 0.3 9.5\nf 1 2 3\n";

static void write_inputs(void)
{
    char room[4096];
    write_text("sheet.obj", sheet);
    write_text("other.obj", crossing);
    remove(play_path(room, "mote-check.toml"));
}

// ---------------------------------------------------------------------------------------------
// The command

static pid_t running; // 0: none

static pid_t start(const char *const *arguments)
{
    char room[4096];
    const char *command = getenv("MOTE_COMMAND");
    write_text("out.txt", "");
    write_text("err.txt", "");
    pid_t child = fork();
    assert_true(child >= 0);
    running = child;
    if (child > 0) return child;
    bool ready = chdir(play_path(room, ".")) == 0;
    ready = ready && freopen("out.txt", "w", stdout) && freopen("err.txt", "w", stderr);
    signal(SIGINT, SIG_DFL); // a shell ignores it in what runs in the background
    if (ready) execv(command, (char *const *)arguments);
    _exit(127);
}

static int count_checks(void)
{
    int count = 0;
    char *text = slurp("out.txt");
    for (const char *at = text; (at = strstr(at, "Ctrl-C ends")); at++) count++;
    free(text);
    return count;
}

// Waits until so many checks are done; what the last one has told is at the end of out.txt.
static void wait_for_checks(int count)
{
    double end = mote_seconds() + PATIENCE;
    while (count_checks() < count && mote_seconds() < end) sleep_for(0.02);
    assert_int_equal(count_checks(), count);
}

static void expect_last(const char *words)
{
    char *text = slurp("out.txt"), *last = strstr(text, "changed: ");
    for (char *next = last; next; next = strstr(next + 1, "changed: ")) last = next;
    if (!strstr(last ? last : text, words)) fail_msg("no '%s' in %.3000s", words, text);
    free(text);
}

static void expect_error(const char *words)
{
    char *text = slurp("err.txt");
    if (!strstr(text, words)) fail_msg("no '%s' in %.3000s", words, text);
    free(text);
}

// After a test that has failed.
static int end_running(void **state)
{
    (void)state;
    if (running) kill(running, SIGKILL);
    running = 0;
    return 0;
}

static void end_watch(pid_t child, int signal_number, int exit_code)
{
    int status;
    assert_int_equal(kill(child, signal_number), 0);
    assert_int_equal(waitpid(child, &status, 0), child);
    running = 0;
    assert_true(WIFEXITED(status));
    assert_int_equal(WEXITSTATUS(status), exit_code);
}

static bool has_command(void)
{
    if (!getenv("MOTE_COMMAND")) skip();
    return getenv("MOTE_COMMAND");
}

static pid_t start_two(const char *option, const char *value)
{
    const char *const arguments[] = {"mote",    "check", "sheet.obj", "other.obj",
                                     "--watch", option,  value,       NULL};
    return start(arguments);
}

// ---------------------------------------------------------------------------------------------

static void a_file_that_is_written_or_replaced_is_checked_again(void **state)
{
    (void)state;
    if (!has_command()) return;
    write_inputs();
    pid_t child = start_two(NULL, NULL);
    wait_for_checks(1);
    expect_last("FOUND: 1 of 1 frame");
    write_text("other.obj", away); // in place
    wait_for_checks(2);
    expect_last("changed: other.obj\n");
    expect_last("clean: 1 frame");
    expect_last("before: findings, 1 episode, 1 of them failing\nnow: clean, 0 episodes");
    write_text("new.obj", crossing); // as editors do
    rename_file("new.obj", "other.obj");
    wait_for_checks(3);
    expect_last("FOUND: 1 of 1 frame");
    end_watch(child, SIGINT, 1);
}

static void settings_and_baselines_are_watched_too(void **state)
{
    (void)state;
    if (!has_command()) return;
    write_inputs();
    write_text("known.txt", "mote baseline 1\npart 1 sheet\npart 1 other\npair 0 1\n0 0\n");
    pid_t child = start_two("--baseline", "known.txt");
    wait_for_checks(1);
    expect_last("clean: 1 frame");
    write_text("known.txt", "mote baseline 1\npart 1 sheet\npart 1 other\n");
    wait_for_checks(2);
    expect_last("changed: known.txt\n");
    expect_last("FOUND: 1 of 1 frame");
    write_text("mote-check.toml", "fail-on = \"depth>3\"\nunknown-depth = \"pass\"\n");
    wait_for_checks(3);
    expect_last("changed: mote-check.toml\n");
    expect_last("passed: 1 of 1 frame");
    end_watch(child, SIGTERM, 0);
}

// Two triangles in a buffer beside the file.
static const char gltf[] =
    "{\"asset\":{\"version\":\"2.0\"},\"scene\":0,\"scenes\":[{\"nodes\":[0,1]}],\"nodes\":"
    "[{\"mesh\":0,\"name\":\"p\"},{\"mesh\":1,\"name\":\"q\"}],\"meshes\":[{\"primitives\":"
    "[{\"attributes\":{\"POSITION\":0}}]},{\"primitives\":[{\"attributes\":{\"POSITION\":1}}]}],"
    "\"accessors\":[{\"bufferView\":0,\"componentType\":5126,\"count\":3,\"type\":\"VEC3\",\"min\":"
    "[-1,-1,-1],\"max\":[9,9,9]},{\"bufferView\":1,\"componentType\":5126,\"count\":3,\"type\":"
    "\"VEC3\",\"min\":[-1,-1,-1],\"max\":[9,9,9]}],\"bufferViews\":[{\"buffer\":0,\"byteLength\":36"
    "},{\"buffer\":0,\"byteOffset\":36,\"byteLength\":36}],\"buffers\":[{\"byteLength\":72,\"uri\":"
    "\"two.bin\"}]}";

static void files_beside_a_file_are_watched_and_broken_ones_are_told(void **state)
{
    (void)state;
    if (!has_command()) return;
    float two[18] = {-1, -1, 0, 2, -1, 0, 0, 2, 0, 0, .1F, -1, .1F, 0, 1, .4F, .3F, .5F};
    const char *const arguments[] = {"mote", "check", "two.gltf", "--watch", "--no-config", NULL};
    write_text("two.gltf", gltf);
    write_bytes("two.bin", two, sizeof two);
    pid_t child = start(arguments);
    wait_for_checks(1);
    expect_last("FOUND: 1 of 1 frame");
    write_bytes("two.bin", two, 40); // half of it
    wait_for_checks(2);
    expect_error("two.gltf: buffer 0 has 40 bytes, not 72");
    expect_last("watching 2 files");
    two[11] += 8, two[14] += 8, two[17] += 8;
    write_bytes("two.bin", two, sizeof two);
    wait_for_checks(3);
    expect_last("changed: two.bin\n");
    expect_last("clean: 1 frame");
    char room[4096];
    remove(play_path(room, "two.gltf"));
    wait_for_checks(4);
    expect_last("changed: two.gltf (gone)\n");
    end_watch(child, SIGINT, 2);
}

static void a_new_frame_is_noticed(void **state)
{
    (void)state;
    if (!has_command()) return;
    const char *const arguments[] = {"mote",        "check",  "walk_%d.obj", "sheet.obj", "--watch",
                                     "--no-config", "--json", "walk.json",   NULL};
    write_inputs();
    write_text("walk_1.obj", away);
    pid_t child = start(arguments);
    wait_for_checks(1);
    expect_last("clean: 1 frame");
    write_text("walk_2.obj", crossing);
    wait_for_checks(2);
    expect_last("FOUND: 1 of 2 frames");
    end_watch(child, SIGINT, 1);
}

// What a check writes does not count as a change, even where it has read it.
static void its_own_outputs_do_not_cause_checks(void **state)
{
    (void)state;
    if (!has_command()) return;
    const char *const arguments[] = {
        "mote",        "check",  "sheet.obj", "other.obj",        "--watch",   "--baseline",
        "./known.txt", "--json", "out.json",  "--write-baseline", "known.txt", NULL};
    write_inputs();
    write_text("known.txt", "mote baseline 1\npart 1 sheet\npart 1 other\n");
    pid_t child = start(arguments);
    wait_for_checks(1);
    sleep_for(1.5); // time for three more
    assert_int_equal(count_checks(), 1);
    end_watch(child, SIGHUP, 1);
}

// A file that grows is checked when it is done.
static void a_file_that_is_being_written_is_checked_once(void **state)
{
    (void)state;
    if (!has_command()) return;
    char text[256] = "";
    write_inputs();
    pid_t child = start_two("--no-config", NULL);
    wait_for_checks(1);
    double longest = 0, last = mote_seconds();
    for (int i = 0; i < 12; i++) {
        snprintf(text + strlen(text), sizeof text - strlen(text), "# line %d\n", i);
        write_text("other.obj", text); // has no triangles
        sleep_for(0.1);
        longest = fmax(longest, mote_seconds() - last);
        last = mote_seconds();
    }
    write_text("other.obj", away);
    if (longest > 0.3) { // the machine is too busy to write without pauses
        end_running(NULL);
        skip();
    }
    wait_for_checks(2);
    expect_last("clean: 1 frame");
    end_watch(child, SIGINT, 0);
}

// A check that is under way ends by the signal, with a report of what was found until then, and so
// does the watch.
static void a_signal_is_passed_on_to_a_check(void **state)
{
    (void)state;
    if (!has_command()) return;
    const char *const arguments[] = {"mote",   "check",    "arm.glb", "--fps",       "100000",
                                     "--json", "arm.json", "--watch", "--no-config", NULL};
    char room[4096];
    int status;
    assert_int_equal(sample_write_arm(play_path(room, "arm.glb"), 1), MOTE_OK);
    pid_t child = start(arguments);
    double end = mote_seconds() + PATIENCE;
    for (bool begun = false; !begun && mote_seconds() < end; sleep_for(0.02)) {
        char *text = slurp("out.txt");
        begun = strstr(text, "sleeve");
        free(text);
    }
    assert_int_equal(kill(child, SIGINT), 0);
    assert_int_equal(waitpid(child, &status, 0), child);
    running = 0;
    assert_true(WIFSIGNALED(status) && WTERMSIG(status) == SIGINT);
    expect_error("interrupted by SIGINT");
    char *report = slurp("arm.json");
    assert_non_null(strstr(report, "\"canceled\""));
    free(report);
}

static void standard_input_is_refused(void **state)
{
    (void)state;
    assert_int_equal(play_run("--watch -"), 2);
    expect_error("option '--watch': standard input cannot be read again");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(a_file_that_is_written_or_replaced_is_checked_again, end_running),
        cmocka_unit_test_teardown(settings_and_baselines_are_watched_too, end_running),
        cmocka_unit_test_teardown(files_beside_a_file_are_watched_and_broken_ones_are_told,
                                  end_running),
        cmocka_unit_test_teardown(a_new_frame_is_noticed, end_running),
        cmocka_unit_test_teardown(its_own_outputs_do_not_cause_checks, end_running),
        cmocka_unit_test_teardown(a_file_that_is_being_written_is_checked_once, end_running),
        cmocka_unit_test_teardown(a_signal_is_passed_on_to_a_check, end_running),
        cmocka_unit_test_teardown(standard_input_is_refused, end_running),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
