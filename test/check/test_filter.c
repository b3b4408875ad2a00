// Files that are read without a filter of system calls are reported, and refused with
// --require-filter. A parent that has a filter which denies another one stands for kernels and
// containers without seccomp.

#define _GNU_SOURCE // syscall numbers, and what POSIX has
#include <errno.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "check/import/sandbox.h"
#include "io/json.h"
#include "samples/arm.h"
#include "support/check_play.h"
#include "support/fbx_scene.h"
#include "support/hostile.h"
#include "support/run.h"

// From here on seccomp fails with this error, in this process and in those that it starts.
static void deny_filters(int error)
{
    const struct sock_filter code[] = {
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_seccomp, 3, 0),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_prctl, 0, 3),
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, args)),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, PR_SET_SECCOMP, 0, 1),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | (uint32_t)error),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW)};
    const struct sock_fprog filter = {sizeof code / sizeof code[0], (struct sock_filter *)code};
    // Where this is denied, the system has no filters anyway.
    if (!prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0))
        (void)prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &filter, 0, 0);
}

// The exit code of 'mote VERB ARGUMENTS' where filters are denied.
static int run_verb_without_filter(const char *verb, const char *arguments, int error)
{
    int status;
    pid_t child = fork();
    if (child == 0) {
        deny_filters(error);
        _exit(check_sandbox_lock() ? 99 : play_run_verb(verb, arguments));
    }
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFEXITED(status));
    return WEXITSTATUS(status);
}

static int run_without_filter(const char *arguments, int error)
{
    return run_verb_without_filter("check", arguments, error);
}

// The inputs: an animated arm as glTF, a scene as FBX, and a triangle as OBJ.
static void write_inputs(void)
{
    char room[4096];
    static const char triangle[] = "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n";
    if (play_run("--help")) fail_msg("no command");
    assert_int_equal(sample_write_arm(play_path(room, "arm.glb"), 1), MOTE_OK);
    test_fbx_scene scene = test_fbx_random_scene(1, TEST_FBX_LINEAR);
    test_fbx_writer file;
    test_fbx_write_scene(&scene, (test_fbx_form){.binary = true, .version = 7400}, &file);
    hostile_write("scene.fbx", file.bytes, file.size);
    free(file.bytes);
    hostile_write("triangle.obj", triangle, sizeof triangle - 1);
}

static bool output_has(const char *name, const char *words)
{
    char room[4096];
    char *text = play_slurp(play_path(room, name));
    bool found = strstr(text, words) != NULL;
    free(text);
    return found;
}

// What report.json says of files without a filter: the number in its summary, and that of its
// remarks.
static void expect_unfiltered(uint32_t count)
{
    char room[4096];
    char *text = play_slurp(play_path(room, "report.json"));
    io_json json;
    assert_int_equal(io_json_parse(text, strlen(text), &json), MOTE_OK);
    const io_json_node *root = &json.nodes[0];
    const io_json_node *remark = io_json_first(&json, io_json_member(&json, root, "remarks"));
    uint32_t remarks = 0;
    for (; remark; remark = io_json_next(&json, remark)) {
        if (!io_json_is(io_json_member(&json, remark, "kind"), "sandbox")) continue;
        assert_int_equal(strncmp(io_json_member(&json, remark, "incomplete")->text, "false", 5), 0);
        remarks++;
    }
    assert_int_equal(remarks, count);
    const io_json_node *summary = io_json_member(&json, root, "summary");
    assert_true(io_json_number(&json, summary, "unfiltered_files") == (double)count);
    io_json_release(&json);
    free(text);
}

static const char note[] = "was read without a filter of system calls";

static void files_that_are_read_without_a_filter_are_reported(void **state)
{
    (void)state;
    static const int errors[] = {EINVAL, EPERM, ENOSYS};
    write_inputs();
    bool page = play_run("stack --frames 0 --html page.html") != 2; // this build has the page
    for (size_t i = 0; i < sizeof errors / sizeof errors[0]; i++) {
        char room[4096];
        (void)remove(play_path(room, "page.html"));
        int code = run_without_filter(page ? "arm.glb --json report.json --html page.html"
                                           : "arm.glb --json report.json",
                                      errors[i]);
        assert_in_range(code, 0, 1); // the check is complete
        expect_unfiltered(1);
        // On the terminal the text is wrapped.
        assert_true(output_has("out.txt", "  note        arm.glb: was read without a filter"));
        if (page) assert_true(output_has("page.html", note));
        if (page) assert_true(output_has("page.html", "\"unfiltered_files\":1"));
    }
    assert_in_range(run_without_filter("arm.glb scene.fbx --frames 0 --json report.json", EPERM), 0,
                    1);
    expect_unfiltered(2);
}

static void files_are_refused_where_a_filter_is_required(void **state)
{
    (void)state;
    static const char *const inputs[] = {"arm.glb", "scene.fbx", "arm.glb triangle.obj"};
    write_inputs();
    for (size_t i = 0; i < sizeof inputs / sizeof inputs[0]; i++) {
        char line[256];
        snprintf(line, sizeof line, "%s --frames 0 --require-filter", inputs[i]);
        assert_int_equal(run_without_filter(line, EINVAL), 2);
        assert_true(
            output_has("err.txt", "is not read, because a filter of system calls is required"));
    }
    // Mesh files are not read in a child.
    assert_int_equal(run_without_filter("triangle.obj --require-filter", EINVAL), 0);
}

static void other_verbs_report_and_refuse_too(void **state)
{
    (void)state;
    static const struct {
        const char *verb, *arguments;
        int code; // without --require-filter
    } cases[] = {{"info", "arm.glb", 0},
                 {"distance", "arm.glb triangle.obj", 0},
                 {"distance", "arm.glb triangle.obj --over-time --frames 0:2", 0}};
    write_inputs();
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char line[256];
        assert_int_equal(run_verb_without_filter(cases[i].verb, cases[i].arguments, EPERM),
                         cases[i].code);
        assert_true(output_has("out.txt", "  note         arm.glb: was read without a filter"));
        snprintf(line, sizeof line, "%s --require-filter", cases[i].arguments);
        assert_int_equal(run_verb_without_filter(cases[i].verb, line, EPERM), 2);
        assert_true(
            output_has("err.txt", "is not read, because a filter of system calls is required"));
    }
}

static void a_batch_reports_and_refuses_too(void **state)
{
    (void)state;
    static const char manifest[] = "arm.glb --frames 0\n"
                                   "arm.glb scene.fbx --frames 0 --require-filter\n"
                                   "scene.fbx arm.glb --frames 0\n"
                                   "triangle.obj\n";
    write_inputs();
    hostile_write("manifest.txt", manifest, sizeof manifest - 1);
    // The second line is refused, as it asks to be; the others have three files of glTF and FBX.
    assert_int_equal(
        run_verb_without_filter("batch", "manifest.txt --report json --out batch", EPERM), 2);
    assert_true(output_has("out.txt", " 1 failed"));
    assert_true(output_has("out.txt", "  3 files were read without a filter of system calls"));
    // With the option all of them are, also in a folder that has their results.
    assert_int_equal(run_verb_without_filter(
                         "batch", "manifest.txt --report json --out batch --require-filter", EPERM),
                     2);
    assert_true(output_has("out.txt", " 3 failed"));
    assert_false(output_has("out.txt", "were read without"));
    assert_int_equal(play_run_verb("batch", "--merge batch --require-filter"), 2);
    assert_true(output_has("err.txt", "'--require-filter': only with a manifest"));
}

static void where_there_is_a_filter_nothing_is_said(void **state)
{
    (void)state;
    int status;
    pid_t child = fork();
    if (child == 0) _exit(check_sandbox_lock() ? 0 : 1);
    assert_int_equal(waitpid(child, &status, 0), child);
    if (!WIFEXITED(status) || WEXITSTATUS(status) != 0) skip();
    write_inputs();
    assert_in_range(play_run("arm.glb --require-filter --json report.json"), 0, 1);
    expect_unfiltered(0);
    assert_false(output_has("out.txt", "filter"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(files_that_are_read_without_a_filter_are_reported),
        cmocka_unit_test(files_are_refused_where_a_filter_is_required),
        cmocka_unit_test(other_verbs_report_and_refuse_too),
        cmocka_unit_test(a_batch_reports_and_refuses_too),
        cmocka_unit_test(where_there_is_a_filter_nothing_is_said),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
