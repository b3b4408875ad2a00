// What a reader does in its child process never harms the parent.

#define _GNU_SOURCE // syscall, and what POSIX has
#include <errno.h>
#include <fcntl.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <signal.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

#include "check/import/import.h"
#include "check/import/sandbox.h"
#include "check/import/wire.h"
#include "core/random.h"
#include "core/result.h"
#include "core/timer.h"
#include "support/check_play.h"
#include "support/run.h"

// A triangle on a node, with a clip of one track.
static asset_file small_asset(void)
{
    asset_file asset = {0};
    static const mote_vec3 positions[3] = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}};
    static const uint32_t corners[3] = {0, 1, 2};
    static const double times[2] = {0, 1};
    static const float values[6] = {0, 0, 0, 1, 2, 3};
    asset_node node = {.parent = MOTE_NONE, .rotation = {0, 0, 0, 1}, .scale = {1, 1, 1}};
    asset_surface surface = {.material = MOTE_NONE};
    asset_track track = {.path = ASSET_PATH_TRANSLATION, .width = 3};
    asset_clip clip = {.end = 1};
    asset_span span;
    assert_int_equal(asset_add_name(&asset, "leaf", 4, &node.name), MOTE_OK);
    assert_true(asset_add(&asset.nodes, &node, 1, &span));
    assert_true(asset_add(&asset.positions, positions, 3, &surface.positions));
    assert_true(asset_add(&asset.corners, corners, 3, &surface.triangles));
    assert_true(asset_add(&asset.surfaces, &surface, 1, &span));
    assert_true(asset_add(&asset.times, times, 2, &track.times));
    assert_true(asset_add(&asset.numbers, values, 6, &span));
    assert_true(asset_add(&asset.tracks, &track, 1, &clip.tracks));
    assert_true(asset_add(&asset.clips, &clip, 1, &span));
    return asset;
}

static mote_result read_well(const check_input *input, asset_file *out)
{
    (void)input;
    *out = small_asset();
    return MOTE_OK;
}

static mote_result read_badly(const check_input *input, asset_file *out)
{
    (void)out;
    return mote_fail(MOTE_ERROR_DATA, "%s: line 7 is wrong", input->path);
}

static mote_result read_forever(const check_input *input, asset_file *out)
{
    (void)input;
    (void)out;
    while (pause()) continue; // it never returns 0
    return MOTE_OK;
}

static mote_result crash(const check_input *input, asset_file *out)
{
    (void)input;
    (void)out;
    raise(SIGKILL); // as a crash, but no sanitizer has a word to say about it
    return MOTE_OK;
}

static mote_result give_up(const check_input *input, asset_file *out)
{
    (void)input;
    (void)out;
    _exit(3);
}

static mote_result take_all_memory(const check_input *input, asset_file *out)
{
    (void)out;
    enum { BLOCK = 1 << 20 };
    for (size_t i = 0; i < 4096; i++) {
        volatile char *block = malloc(BLOCK);
        if (!block) return mote_fail_memory(BLOCK, input->path);
        for (size_t k = 0; k < BLOCK; k += 4096) block[k] = 1;
    }
    return MOTE_OK;
}

static mote_result read_nonsense(const check_input *input, asset_file *out)
{
    (void)input;
    *out = small_asset();
    ((uint32_t *)out->corners.data)[1] = 7;
    return MOTE_OK;
}

static void expect_failure(check_asset_reader *reader, check_import_limits limits,
                           const char *words)
{
    asset_file asset;
    const check_importer importer = {.read = reader};
    assert_int_not_equal(check_import_in_child("case", &importer, &limits, &asset), MOTE_OK);
    if (!strstr(mote_last_message(), "case") || !strstr(mote_last_message(), words))
        fail_msg("%s", mote_last_message());
    assert_int_equal(asset.nodes.count, 0);
    asset_release(&asset);
}

static bool has_filter(void)
{
    int status;
    pid_t child = fork();
    if (child == 0) _exit(check_sandbox_lock() ? 0 : 1);
    assert_int_equal(waitpid(child, &status, 0), child);
    return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

static void an_asset_comes_back_as_it_was(void **state)
{
    (void)state;
    check_import_limits limits = check_default_import_limits();
    asset_file asset, wanted = small_asset();
    const check_importer importer = {.read = read_well};
    assert_int_equal(check_import_in_child("case", &importer, &limits, &asset), MOTE_OK);
    if (!has_filter()) { // a remark says so
        assert_int_equal(asset.remarks.count, 1);
        assert_int_equal(asset.remarks.data[0].kind, ASSET_REMARK_UNFILTERED);
        asset.text.count = asset.remarks.data[0].text;
        asset.remarks.count = 0;
    }
#define SAME_COUNT(type, name) assert_int_equal(asset.name.count, wanted.name.count);
    ASSET_LISTS(SAME_COUNT)
#undef SAME_COUNT
    assert_memory_equal(asset.positions.data, wanted.positions.data,
                        wanted.positions.count * sizeof(mote_vec3));
    assert_memory_equal(asset.corners.data, wanted.corners.data,
                        wanted.corners.count * sizeof(uint32_t));
    asset_release(&asset);
    asset_release(&wanted);
}

static void a_reader_that_fails_is_heard(void **state)
{
    (void)state;
    expect_failure(read_badly, check_default_import_limits(), "line 7 is wrong");
    expect_failure(give_up, check_default_import_limits(), "exit code 3");
    expect_failure(crash, check_default_import_limits(), "crashed (signal 9)");
    expect_failure(read_nonsense, check_default_import_limits(), "vertex 7 is out of range");
}

static void a_reader_that_hangs_is_ended(void **state)
{
    (void)state;
    double started = mote_seconds();
    expect_failure(read_forever, (check_import_limits){.seconds = 0.2, .bytes = 1 << 30},
                   "took longer than 0.2 s");
    assert_true(mote_seconds() - started < 30);
}

static void a_reader_that_is_greedy_gets_no_more(void **state)
{
    (void)state;
    if (CHECK_SANITIZED) skip();
    expect_failure(take_all_memory, (check_import_limits){.seconds = 60, .bytes = 256u << 20},
                   "case");
}

// ---------------------------------------------------------------------------------------------
// The sandbox: each reader tries one thing and says how that went

static mote_result report_attempt(long got)
{
    if (got >= 0) return mote_fail(MOTE_ERROR_DATA, "case: it could");
    return mote_fail(MOTE_ERROR_DATA, "case: %s",
                     errno == EPERM ? "not permitted" : strerror(errno));
}

#define ATTEMPT(name, call)                                                                        \
    static mote_result name(const check_input *input, asset_file *out)                             \
    {                                                                                              \
        (void)input;                                                                               \
        (void)out;                                                                                 \
        return report_attempt((long)(call));                                                       \
    }

static char word[] = "true", path_of_true[] = "/bin/true";
static char *const no_arguments[] = {word, NULL}, *const no_environment[] = {NULL};
enum { PAGE = 4096 };
static _Alignas(PAGE) char own_page[PAGE];
static pid_t test_process;
static struct sockaddr_un nobody = {.sun_family = AF_UNIX, .sun_path = "/tmp/nobody"};

ATTEMPT(open_for_reading, open("/etc/passwd", O_RDONLY))
ATTEMPT(open_the_environment, open("/proc/self/environ", O_RDONLY))
ATTEMPT(open_for_writing, open("written", O_WRONLY | O_CREAT, 0666))
ATTEMPT(open_a_folder, openat(AT_FDCWD, "/", O_RDONLY | O_DIRECTORY))
ATTEMPT(look_at_a_file, access("/etc/passwd", R_OK))
ATTEMPT(remove_a_file, unlink("case"))
ATTEMPT(rename_a_file, rename("case", "other"))
ATTEMPT(make_a_folder, mkdir("folder", 0777))
ATTEMPT(make_a_link, symlink("case", "link"))
ATTEMPT(change_the_folder, chdir("/"))
ATTEMPT(open_a_socket, socket(AF_INET, SOCK_STREAM, 0))
ATTEMPT(open_a_local_socket, socket(AF_UNIX, SOCK_DGRAM, 0))
ATTEMPT(use_the_socket, connect(5, (struct sockaddr *)&nobody, sizeof nobody))
ATTEMPT(send_a_descriptor, send(5, "x", 1, 0))
ATTEMPT(run_a_program, execve(path_of_true, no_arguments, no_environment))
ATTEMPT(start_a_process, fork())
ATTEMPT(start_another_process, syscall(SYS_clone, SIGCHLD, 0, 0, 0, 0))
ATTEMPT(trace_the_parent, ptrace(PTRACE_ATTACH, test_process, 0, 0))
ATTEMPT(signal_the_parent, kill(test_process, 0))
ATTEMPT(signal_the_parent_by_thread, syscall(SYS_tgkill, test_process, test_process, 0))
ATTEMPT(read_the_parents_memory, syscall(SYS_process_vm_readv, test_process, 0, 0, 0, 0, 0))
ATTEMPT(map_code, mprotect(own_page, PAGE, PROT_READ | PROT_WRITE | PROT_EXEC))
ATTEMPT(raise_a_limit, setrlimit(RLIMIT_CPU, &(struct rlimit){RLIM_INFINITY, RLIM_INFINITY}))
ATTEMPT(undo_the_filter, prctl(PR_SET_SECCOMP, 1, 0, 0, 0))
ATTEMPT(make_a_memory_file, syscall(SYS_memfd_create, "x", 0))
ATTEMPT(set_up_a_ring, syscall(SYS_io_uring_setup, 1, NULL))

static mote_result map_new_code(const check_input *input, asset_file *out)
{
    (void)input;
    (void)out;
    void *code = mmap(NULL, 4096, PROT_READ | PROT_EXEC, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    return report_attempt(code == MAP_FAILED ? -1 : 0);
}

// No descriptor is left but those that lead nowhere and those to the parent.
static mote_result use_what_was_open(const check_input *input, asset_file *out)
{
    (void)input;
    (void)out;
    for (int i = 6; i < 1024; i++)
        if (lseek(i, 0, SEEK_CUR) >= 0 || errno != EBADF) return report_attempt(0);
    errno = EPERM;
    return report_attempt(-1);
}

static void a_reader_can_do_nothing_but_read(void **state)
{
    (void)state;
    static check_asset_reader *const attempts[] = {open_for_reading,
                                                   open_the_environment,
                                                   open_for_writing,
                                                   open_a_folder,
                                                   look_at_a_file,
                                                   remove_a_file,
                                                   rename_a_file,
                                                   make_a_folder,
                                                   make_a_link,
                                                   change_the_folder,
                                                   open_a_socket,
                                                   open_a_local_socket,
                                                   use_the_socket,
                                                   send_a_descriptor,
                                                   run_a_program,
                                                   start_a_process,
                                                   start_another_process,
                                                   trace_the_parent,
                                                   signal_the_parent,
                                                   signal_the_parent_by_thread,
                                                   read_the_parents_memory,
                                                   map_code,
                                                   map_new_code,
                                                   raise_a_limit,
                                                   undo_the_filter,
                                                   make_a_memory_file,
                                                   set_up_a_ring,
                                                   use_what_was_open};
    test_process = getpid();
    if (!has_filter()) skip();
    int open_here = open("case", O_RDONLY);
    assert_true(open_here >= 0);
    for (size_t i = 0; i < sizeof attempts / sizeof attempts[0]; i++) {
        asset_file asset;
        const check_importer importer = {.read = attempts[i]};
        check_import_limits limits = check_default_import_limits();
        assert_int_not_equal(check_import_in_child("case", &importer, &limits, &asset), MOTE_OK);
        if (!strstr(mote_last_message(), "not permitted") &&
            !strstr(mote_last_message(), "tried what no importer may do"))
            fail_msg("attempt %zu: %s", i, mote_last_message());
    }
    close(open_here);
    assert_int_equal(access("case", R_OK), 0);
}

// ---------------------------------------------------------------------------------------------
// Files beside the file

static const char *wanted_name;

static mote_result read_beside(const check_input *input, asset_file *out)
{
    unsigned char *bytes;
    size_t size;
    mote_result result =
        input->beside.read(input->beside.context, input->path, wanted_name, &bytes, &size);
    if (result) return result;
    *out = small_asset();
    asset_release(out);
    uint32_t name;
    *out = (asset_file){0};
    result = asset_add_name(out, (const char *)bytes, size, &name);
    free(bytes);
    return result;
}

static mote_result ask_for(const char *name, bool allow_outside, asset_file *out)
{
    const check_importer importer = {.read = read_beside};
    check_import_limits limits = check_default_import_limits();
    limits.allow_outside = allow_outside;
    wanted_name = name;
    return check_import_in_child("inner/case", &importer, &limits, out);
}

static void expect_text(const char *name, bool allow_outside, const char *text)
{
    asset_file asset;
    if (ask_for(name, allow_outside, &asset)) fail_msg("%s: %s", name, mote_last_message());
    assert_string_equal(asset_text(&asset, 0), text);
    asset_release(&asset);
}

static void expect_refusal(const char *name, bool allow_outside, const char *words)
{
    asset_file asset;
    assert_int_not_equal(ask_for(name, allow_outside, &asset), MOTE_OK);
    if (!strstr(mote_last_message(), words)) fail_msg("%s: %s", name, mote_last_message());
    assert_null(strstr(mote_last_message(), "secret bytes"));
}

static void write_file(const char *name, const char *text)
{
    FILE *file = fopen(name, "w");
    assert_non_null(file);
    fputs(text, file);
    assert_int_equal(fclose(file), 0);
}

static void files_beside_the_file_and_below_are_read(void **state)
{
    (void)state;
    expect_text("near", false, "near");
    expect_text("./near", false, "near");
    expect_text("deep/er/far", false, "far");
    expect_text("deep/../near", false, "near");
    expect_text("deep//er/./far", false, "far");
    expect_text("link_to_near", false, "near");
    expect_text("deep/link_up", false, "near");
    expect_text("deep/link_up_folder/near", false, "near");
    expect_refusal("nothing", false, "No such file");
    expect_refusal("near/x", false, "Not a directory");
    expect_refusal("deep", false, "Is a directory");
}

static void files_elsewhere_are_refused(void **state)
{
    (void)state;
    char absolute[4200];
    assert_non_null(getcwd(absolute, 4096));
    strcat(absolute, "/secret");
    static const char *const names[] = {"../secret", "deep/../../secret",           "./../secret",
                                        "link_out",  "deep/link_out_folder/secret", "link_absolute",
                                        "..",        "/proc/self/environ",          "/etc/passwd",
                                        "/",         "deep/er/../../../secret"};
    const char *words = "neither embedded nor a file in the same folder";
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
        expect_refusal(names[i], false, words);
    expect_refusal(absolute, false, words);
    expect_text(absolute, true, "secret bytes");
    expect_text("../secret", true, "secret bytes");
    expect_text("link_out", true, "secret bytes");
    expect_refusal("loop", false, "Too many levels of symbolic links");
    expect_refusal("..\\secret", false, "No such file");
}

static void what_is_no_file_is_refused_at_once(void **state)
{
    (void)state;
    for (int outside = 0; outside < 2; outside++) {
        expect_refusal("fifo", outside, "is a FIFO");
        expect_refusal("link_to_fifo", outside, "is a FIFO");
        expect_refusal("deep", outside, "Is a directory");
    }
    expect_refusal("/dev/zero", true, "is a device");
    check_import_limits limits = check_default_import_limits();
    asset_file asset;
    static const char *const inputs[] = {"inner/fifo", "/dev/zero", "/dev/tty"};
    for (size_t i = 0; i < sizeof inputs / sizeof inputs[0]; i++) {
        const check_importer importer = {.read = read_well};
        if (access(inputs[i], F_OK)) continue;
        mote_result result = check_import_in_child(inputs[i], &importer, &limits, &asset);
        assert_int_equal(result, MOTE_ERROR_REFUSED);
        assert_non_null(strstr(mote_last_message(), "not a regular file"));
    }
}

// Older kernels do not have openat2; from here on this one does not either.
static void the_same_without_openat2(void **state)
{
#if defined(SYS_openat2) && defined(SECCOMP_RET_ERRNO)
    struct sock_filter code[] = {
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_openat2, 0, 1),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | ENOSYS),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW)};
    const struct sock_fprog filter = {sizeof code / sizeof code[0], code};
    if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) ||
        prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &filter, 0, 0))
        skip();
    assert_int_equal(syscall(SYS_openat2, AT_FDCWD, "case", NULL, 0), -1);
    assert_int_equal(errno, ENOSYS);
    files_beside_the_file_and_below_are_read(state);
    files_elsewhere_are_refused(state);
    what_is_no_file_is_refused_at_once(state);
#else
    (void)state;
#endif
}

// One file that asks for others without end.
static mote_result ask_forever(const check_input *input, asset_file *out)
{
    (void)out;
    for (;;) {
        unsigned char *bytes;
        size_t size;
        mote_result result =
            input->beside.read(input->beside.context, input->path, "case", &bytes, &size);
        if (result) return result;
        free(bytes);
    }
}

static void questions_without_end_are_ended(void **state)
{
    (void)state;
    expect_failure(ask_forever, check_default_import_limits(), "names more than 10000 files");
}

// ---------------------------------------------------------------------------------------------
// The wire

static unsigned char *send_small(size_t *size)
{
    asset_file asset = small_asset();
    int ends[2];
    assert_int_equal(pipe(ends), 0);
    assert_true(check_wire_send(ends[1], &asset)); // fits a pipe's buffer
    close(ends[1]);
    unsigned char *bytes = malloc(1 << 16);
    assert_non_null(bytes);
    ssize_t got = read(ends[0], bytes, 1 << 16);
    assert_true(got > 0);
    *size = (size_t)got;
    close(ends[0]);
    asset_release(&asset);
    return bytes;
}

static void a_cut_off_wire_is_refused(void **state)
{
    (void)state;
    size_t size;
    unsigned char *bytes = send_small(&size);
    asset_file asset;
    for (size_t i = 0; i < size; i++)
        assert_int_not_equal(check_wire_parse(bytes, i, "case", &asset), MOTE_OK);
    assert_int_equal(check_wire_parse(bytes, size, "case", &asset), MOTE_OK);
    asset_release(&asset);
    free(bytes);
}

// Whatever arrives is refused or sound: using what was accepted is left to the sanitizers.
static void a_damaged_wire_is_refused_or_sound(void **state)
{
    (void)state;
    mote_random random = mote_random_stream(11, 2, 3);
    size_t size;
    unsigned char *bytes = send_small(&size);
    unsigned char *damaged = malloc(size);
    assert_non_null(damaged);
    for (size_t i = 0; i < test_count(2000, 50000, 1000000); i++) {
        memcpy(damaged, bytes, size);
        for (int k = 0; k < 3; k++)
            damaged[mote_random_below(&random, (uint32_t)size)] =
                (unsigned char)(mote_random_u32(&random) >> (k * 8));
        asset_file asset;
        if (check_wire_parse(damaged, size, "case", &asset)) continue;
        assert_int_equal(asset_check(&asset, "case"), MOTE_OK);
        asset_release(&asset);
    }
    free(damaged);
    free(bytes);
}

// In a folder of the test's own, with files within and around inner/.
static int make_files(void **state)
{
    (void)state;
    char room[4096];
    assert_int_equal(mkdir(play_path(room, "inner"), 0777), 0);
    play_path(room, ".");
    assert_int_equal(chdir(room), 0);
    assert_int_equal(mkdir("inner/deep", 0777), 0);
    assert_int_equal(mkdir("inner/deep/er", 0777), 0);
    write_file("case", "case");
    write_file("secret", "secret bytes");
    write_file("inner/case", "case");
    write_file("inner/near", "near");
    write_file("inner/deep/er/far", "far");
    assert_int_equal(mkfifo("inner/fifo", 0666), 0);
    assert_int_equal(symlink("near", "inner/link_to_near"), 0);
    assert_int_equal(symlink("fifo", "inner/link_to_fifo"), 0);
    assert_int_equal(symlink("../near", "inner/deep/link_up"), 0);
    assert_int_equal(symlink("..", "inner/deep/link_up_folder"), 0);
    assert_int_equal(symlink("../secret", "inner/link_out"), 0);
    assert_int_equal(symlink("../..", "inner/deep/link_out_folder"), 0);
    assert_int_equal(symlink("/etc/passwd", "inner/link_absolute"), 0);
    assert_int_equal(symlink("loop", "inner/loop"), 0);
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_asset_comes_back_as_it_was),
        cmocka_unit_test(a_reader_that_fails_is_heard),
        cmocka_unit_test(a_reader_that_hangs_is_ended),
        cmocka_unit_test(a_reader_that_is_greedy_gets_no_more),
        cmocka_unit_test(a_reader_can_do_nothing_but_read),
        cmocka_unit_test(files_beside_the_file_and_below_are_read),
        cmocka_unit_test(files_elsewhere_are_refused),
        cmocka_unit_test(what_is_no_file_is_refused_at_once),
        cmocka_unit_test(questions_without_end_are_ended),
        cmocka_unit_test(the_same_without_openat2),
        cmocka_unit_test(a_cut_off_wire_is_refused),
        cmocka_unit_test(a_damaged_wire_is_refused_or_sound),
    };
    return cmocka_run_group_tests(tests, make_files, NULL);
}
