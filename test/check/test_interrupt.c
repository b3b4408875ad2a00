// SIGINT and SIGTERM at any moment: the reports are valid, say that they are partial, and hold what
// was found until then.

#define _DEFAULT_SOURCE // POSIX
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "check/report/page.h"
#include "core/random.h"
#include "core/timer.h"
#include "io/json.h"
#include "samples/arm.h"
#include "support/check_play.h"
#include "support/run.h"

static bool has_page;
static double whole_seconds; // of reading and all frames, without pictures
static char *whole;          // its report

static char *slurp(const char *name)
{
    char room[4096];
    return play_slurp(play_path(room, name));
}

static bool exists(const char *name)
{
    char room[4096];
    return access(play_path(room, name), F_OK) == 0;
}

static void remove_reports(void)
{
    char room[4096];
    remove(play_path(room, "report.json"));
    remove(play_path(room, "report.html"));
}

// Starts the command in the folder of the test, with its output in out.txt and err.txt.
static pid_t start(const char *const *arguments)
{
    char room[4096];
    const char *command = getenv("MOTE_COMMAND");
    pid_t child = fork();
    assert_true(child >= 0);
    if (child > 0) return child;
    bool ready = chdir(play_path(room, ".")) == 0;
    ready = ready && freopen("out.txt", "w", stdout) && freopen("err.txt", "w", stderr);
    if (ready) execv(command, (char *const *)arguments);
    _exit(127);
}

static pid_t start_check(void)
{
    const char *const arguments[] = {
        "mote",        "check",  "arm.glb",     "--fps",
        "240",         "--json", "report.json", has_page ? "--html" : NULL,
        "report.html", NULL};
    return start(arguments);
}

static int end_of(pid_t child)
{
    int status;
    assert_int_equal(waitpid(child, &status, 0), child);
    return status;
}

static void sleep_for(double seconds)
{
    struct timespec time = {(time_t)seconds, (long)((seconds - (double)(time_t)seconds) * 1e9)};
    nanosleep(&time, NULL);
}

// Before the command has begun, a signal ends it and there is nothing to report.
static void wait_until_caught(pid_t child)
{
    char path[64], line[256];
    snprintf(path, sizeof path, "/proc/%d/status", (int)child);
    for (unsigned long long caught = 0; !(caught >> (SIGTERM - 1) & 1);) {
        FILE *file = fopen(path, "r");
        assert_non_null(file);
        while (fgets(line, sizeof line, file))
            if (strncmp(line, "SigCgt:", 7) == 0) caught = strtoull(line + 7, NULL, 16);
        fclose(file);
    }
}

static int make_reference(void **state)
{
    (void)state;
    const char *page;
    size_t size;
    char room[4096];
    if (!getenv("MOTE_COMMAND")) return 0;
    signal(SIGINT, SIG_DFL); // a shell ignores it in what runs in the background
    signal(SIGTERM, SIG_DFL);
    has_page = check_page_get(&page, &size);
    assert_int_equal(sample_write_arm(play_path(room, "arm.glb"), 1), MOTE_OK);
    double started = mote_seconds();
    assert_int_equal(play_run("arm.glb --fps 240 --json report.json"), 1);
    whole_seconds = mote_seconds() - started;
    whole = slurp("report.json");
    return 0;
}

static int free_reference(void **state)
{
    (void)state;
    free(whole);
    return 0;
}

// ---------------------------------------------------------------------------------------------

static bool is_word(const io_json_node *node, const char *word)
{
    return node && (size_t)(node->end - node->text) == strlen(word) &&
           memcmp(node->text, word, strlen(word)) == 0;
}

static const io_json_node *summary_member(const io_json *json, const char *name)
{
    return io_json_member(json, io_json_member(json, &json->nodes[0], "summary"), name);
}

static bool has_remark(const io_json *json, const char *kind)
{
    const io_json_node *remarks = io_json_member(json, &json->nodes[0], "remarks");
    for (const io_json_node *r = io_json_first(json, remarks); r; r = io_json_next(json, r))
        if (io_json_is(io_json_member(json, r, "kind"), kind)) return true;
    return false;
}

// Its frames are those of the whole report up to the last that was checked, byte for byte but for
// the list of faces, which the page omits.
static void expect_same_frames(const io_json *part, const io_json *all, bool with_faces)
{
    const io_json_node *got = io_json_first(part, io_json_member(part, &part->nodes[0], "frames"));
    const io_json_node *want = io_json_first(all, io_json_member(all, &all->nodes[0], "frames"));
    double checked = summary_member(part, "frames_checked")->number;
    for (; want && io_json_number(all, want, "frame") < checked; want = io_json_next(all, want)) {
        assert_non_null(got);
        assert_true(io_json_number(all, want, "frame") == io_json_number(part, got, "frame"));
        if (with_faces) assert_int_equal(got->end - got->text, want->end - want->text);
        if (with_faces) assert_memory_equal(got->text, want->text, (size_t)(got->end - got->text));
        got = io_json_next(part, got);
    }
    assert_null(got);
}

// A report of a check that a signal ended, or of one that was faster.
static void expect_report(const char *text, bool interrupted, bool with_faces)
{
    io_json json, all;
    if (io_json_parse(text, strlen(text), &json)) fail_msg("%s", mote_last_message());
    assert_int_equal(io_json_parse(whole, strlen(whole), &all), MOTE_OK);
    assert_true(io_json_is(io_json_member(&json, &json.nodes[0], "schema"), "mote-check"));
    assert_true(is_word(summary_member(&json, "complete"), interrupted ? "false" : "true"));
    assert_true(has_remark(&json, "canceled") == interrupted);
    bool found = io_json_is(summary_member(&json, "verdict"), "findings");
    if (!found && !io_json_is(summary_member(&json, "verdict"), "incomplete"))
        fail_msg("the verdict is neither findings nor incomplete");
    expect_same_frames(&json, &all, with_faces);
    io_json_release(&json);
    io_json_release(&all);
}

static void expect_page(const char *page, bool interrupted)
{
    static const char head[] = "<script type=\"application/json\" id=\"report\">\n";
    const char *start = strstr(page, head), *end = start ? strstr(start, "</script>") : NULL;
    assert_non_null(end);
    char *text = calloc((size_t)(end - start) + 1, 1);
    assert_non_null(text);
    memcpy(text, start + strlen(head), (size_t)(end - start) - strlen(head));
    expect_report(text, interrupted, false);
    free(text);
    assert_non_null(strstr(end, "id=\"drawing\""));
    assert_non_null(strstr(end, "</html>"));
}

static void expect_reports(bool interrupted)
{
    char *json = slurp("report.json");
    expect_report(json, interrupted, true);
    free(json);
    if (!has_page) return;
    char *page = slurp("report.html");
    expect_page(page, interrupted);
    free(page);
}

static void expect_no_leftovers(void)
{
    char room[4096], line[4200];
    snprintf(line, sizeof line, "ls '%s' | grep -q 'report[.][a-z]*[.]'", play_path(room, "."));
    assert_int_not_equal(system(line), 0);
}

// ---------------------------------------------------------------------------------------------

static void a_signal_at_any_moment_leaves_valid_reports(void **state)
{
    (void)state;
    if (!whole) skip();
    mote_random random = mote_random_stream(5, 6, 7);
    // Checks that were faster than the signal are not counted, and make the next moments earlier.
    size_t moments = test_count(4, 10, 100), interrupted = 0, started = 0;
    for (size_t i = 0; interrupted < moments && i < 10 * moments; i++, started++) {
        int number = i % 2 ? SIGTERM : SIGINT;
        double moment = whole_seconds * (double)mote_random_below(&random, 1000) / 1000;
        remove_reports();
        pid_t child = start_check();
        wait_until_caught(child);
        sleep_for(moment);
        kill(child, number);
        int status = end_of(child);
        bool by_signal = WIFSIGNALED(status) && WTERMSIG(status) == number;
        if (!by_signal && !(WIFEXITED(status) && WEXITSTATUS(status) == 1))
            fail_msg("moment %zu, %g s: status %x: %s", i, moment, (unsigned)status,
                     slurp("err.txt"));
        expect_reports(by_signal);
        expect_no_leftovers();
        interrupted += by_signal;
        if (!by_signal) whole_seconds *= 0.8;
    }
    print_message("%zu of %zu checks were interrupted\n", interrupted, started);
    assert_int_equal(interrupted, moments);
}

// The first report stays until the second one is whole.
static void a_second_signal_ends_at_once_and_keeps_the_old_report(void **state)
{
    (void)state;
    if (!whole) skip();
    assert_int_equal(play_run("arm.glb --fps 240 --json report.json"), 1);
    pid_t child = start_check();
    wait_until_caught(child);
    int status;
    kill(child, SIGSTOP); // so that both signals are there when it goes on
    assert_int_equal(waitpid(child, &status, WUNTRACED), child);
    assert_true(WIFSTOPPED(status));
    kill(child, SIGTERM);
    kill(child, SIGINT);
    kill(child, SIGCONT);
    status = end_of(child);
    assert_true(WIFSIGNALED(status));
    char *report = slurp("report.json");
    assert_string_equal(report, whole);
    free(report);
    expect_no_leftovers();
}

static void an_ignored_signal_stays_ignored(void **state)
{
    (void)state;
    if (!whole) skip();
    remove_reports();
    signal(SIGINT, SIG_IGN);
    pid_t child = start_check();
    wait_until_caught(child);
    kill(child, SIGINT);
    int status = end_of(child);
    signal(SIGINT, SIG_DFL);
    assert_true(WIFEXITED(status) && WEXITSTATUS(status) == 1);
    expect_reports(false);
}

// ---------------------------------------------------------------------------------------------
// Outputs that fail

// A disk that is full after some bytes, as a limit of file sizes makes it.
static void a_full_disk_is_told_and_keeps_the_old_report(void **state)
{
    (void)state;
    if (!whole) skip();
    assert_int_equal(play_run("arm.glb --fps 240 --json report.json"), 1);
    for (rlim_t limit = 0; limit < 70000; limit = limit * 3 + 1000) {
        pid_t child = fork();
        if (child == 0) {
            setrlimit(RLIMIT_FSIZE, &(struct rlimit){limit, limit});
            signal(SIGXFSZ, SIG_IGN);
            char room[4096];
            const char *const arguments[] = {"mote", "check",  "arm.glb",     "--fps",
                                             "240",  "--json", "report.json", NULL};
            bool ready = chdir(play_path(room, ".")) == 0 && freopen("/dev/null", "w", stdout);
            int errors = ready ? open("/dev/null", O_WRONLY) : -1;
            if (errors >= 0 && dup2(errors, 2) >= 0)
                execv(getenv("MOTE_COMMAND"), (char *const *)arguments);
            _exit(127);
        }
        int status = end_of(child);
        if (!WIFEXITED(status) || WEXITSTATUS(status) != 2)
            fail_msg("limit %lu: status %x", (unsigned long)limit, (unsigned)status);
        char *report = slurp("report.json");
        assert_string_equal(report, whole);
        free(report);
        expect_no_leftovers();
    }
}

static void standard_output_that_is_full_is_told(void **state)
{
    (void)state;
    if (!whole || access("/dev/full", W_OK)) skip();
    assert_int_equal(play_run("stack --frames 0:1 >/dev/full; test $? = 2"), 0);
    assert_int_equal(play_run("stack --frames 0:1 --json - >/dev/full; test $? = 2"), 0);
    assert_int_equal(play_run("stack --frames 0:1 --json /dev/full"), 2);
}

// A link stays a link, and the mode of the file is kept.
static void a_report_replaces_what_a_link_means(void **state)
{
    (void)state;
    if (!whole) skip();
    char room[4096];
    FILE *file = fopen(play_path(room, "target.json"), "w");
    assert_non_null(file);
    assert_int_equal(fclose(file), 0);
    assert_int_equal(chmod(room, 0640), 0);
    assert_int_equal(symlink("target.json", play_path(room, "link.json")), 0);
    assert_int_equal(play_run("stack --frames 0:1 --json link.json"), 0);
    struct stat status;
    assert_int_equal(lstat(play_path(room, "link.json"), &status), 0);
    assert_true(S_ISLNK(status.st_mode));
    assert_int_equal(stat(play_path(room, "target.json"), &status), 0);
    assert_int_equal(status.st_mode & 0777, 0640);
    assert_true(status.st_size > 100);
    assert_true(exists("link.json"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_signal_at_any_moment_leaves_valid_reports),
        cmocka_unit_test(a_second_signal_ends_at_once_and_keeps_the_old_report),
        cmocka_unit_test(an_ignored_signal_stays_ignored),
        cmocka_unit_test(a_full_disk_is_told_and_keeps_the_old_report),
        cmocka_unit_test(standard_output_that_is_full_is_told),
        cmocka_unit_test(a_report_replaces_what_a_link_means),
    };
    return cmocka_run_group_tests(tests, make_reference, free_reference);
}
