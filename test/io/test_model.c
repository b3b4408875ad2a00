// Models, and files as files: which format, what cannot be opened, read or written.

#define _POSIX_C_SOURCE 200809L

#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "io/allocate.h"
#include "support/io_cases.h"
#include "support/run.h"

static void a_copy_shares_nothing(void **state)
{
    (void)state;
    for (int colors = 0; colors < 2; colors++) {
        io_model model = random_model(1, 50, 70, colors), copy;
        assert_int_equal(io_model_copy(&model, &copy), MOTE_OK);
        assert_same_model(&model, &copy);
        assert_ptr_not_equal(model.positions, copy.positions);
        assert_ptr_not_equal(model.triangles, copy.triangles);
        io_model_release(&model);
        assert_int_equal(io_model_check(&copy), MOTE_OK);
        io_model_release(&copy);
        assert_null(copy.positions);
        io_model_release(&copy);
    }
}

static void an_empty_model_is_copied_and_written(void **state)
{
    (void)state;
    io_model empty = {0}, copy;
    assert_int_equal(io_model_copy(&empty, &copy), MOTE_OK);
    io_model_release(&copy);
    for (io_format format = IO_PLY; format <= IO_OFF; format++) {
        size_t size;
        unsigned char *data = written_bytes(format, &empty, &size);
        io_model read = read_bytes(format, data, size);
        assert_int_equal(read.vertex_count + read.triangle_count, 0);
        io_model_release(&read);
        free(data);
    }
}

static void a_broken_model_is_named_and_not_written(void **state)
{
    (void)state;
    io_model model = random_model(1, 5, 4, false);
    model.triangles[7] = 5;
    assert_int_equal(io_model_check(&model), MOTE_ERROR_DATA);
    assert_string_equal(mote_last_message(), "triangle 2 has vertex 5 of a model with 5 vertices");
    assert_int_equal(io_write("never_written.ply", &model), MOTE_ERROR_DATA);
    assert_int_not_equal(access("never_written.ply", F_OK), 0);
    model.positions[3].y = NAN;
    assert_int_equal(io_model_check(&model), MOTE_ERROR_DATA);
    assert_string_equal(mote_last_message(), "vertex 3 is not finite");
    io_model_release(&model);
}

static size_t calls_before_failure;

static void *fail_later(void *block, size_t bytes)
{
    return calls_before_failure-- == 0 ? NULL : realloc(block, bytes);
}

static void copying_without_memory_fails_cleanly(void **state)
{
    (void)state;
    io_model model = random_model(1, 50, 70, true), copy;
    io_reallocate = fail_later;
    for (size_t n = 0; n < 3; n++) {
        calls_before_failure = n;
        assert_int_equal(io_model_copy(&model, &copy), MOTE_ERROR_MEMORY);
        assert_true(!copy.positions && !copy.triangles && !copy.colors);
    }
    calls_before_failure = 3;
    assert_int_equal(io_model_copy(&model, &copy), MOTE_OK);
    io_reallocate = realloc;
    io_model_release(&copy);
    io_model_release(&model);
}

// ---------------------------------------------------------------------------------------------
// Formats

static void extensions_tell_the_format(void **state)
{
    (void)state;
    assert_int_equal(io_format_of("a.obj"), IO_OBJ);
    assert_int_equal(io_format_of("dir.off/a.b.PLY"), IO_PLY);
    assert_int_equal(io_format_of(".Stl"), IO_STL);
    assert_int_equal(io_format_of("a.off"), IO_OFF);
    static const char *const unknown[] = {"", "a", "obj", "a.", "a.objx", "a.ob", "a.obj/b", NULL};
    for (size_t i = 0; i < sizeof unknown / sizeof *unknown; i++) {
        assert_int_equal(io_format_of(unknown[i]), IO_UNKNOWN);
    }
}

static void content_tells_the_format(void **state)
{
    (void)state;
    io_model model = random_model(1, 20, 30, true);
    for (io_format format = IO_OBJ; format <= IO_OFF; format++) {
        size_t size;
        unsigned char *data = written_bytes(format, &model, &size);
        io_model read = read_bytes(IO_UNKNOWN, data, size);
        assert_int_equal(read.triangle_count, 30);
        io_model_release(&read);
        free(data);
    }
    io_model_release(&model);
    io_format unknown = IO_UNKNOWN;
    static const char *const neither[] = {"\n", "hello", "plyx", "XOFF", "OF", "vx 1", "\177ELF"};
    for (size_t i = 0; i < sizeof neither / sizeof *neither; i++) {
        refuses_text(unknown, neither[i], "case: looks like none of OBJ, PLY, STL, OFF");
    }
    refuses_text(unknown, "", "case: is empty");
    refuses_text(unknown, "NOFF", "case:1: the file ends without counts");
    refuses_text(unknown, "4OFF",
                 "case:1: \"4OFF\" is not OFF, COFF, NOFF or another of three dimensions");
}

// ---------------------------------------------------------------------------------------------
// Files

static void expect_read_failure(const char *path, mote_result expected, const char *message)
{
    io_model model;
    assert_int_equal(io_read(path, &model), expected);
    assert_string_equal(mote_last_message(), message);
    assert_null(model.positions);
}

static void files_that_cannot_be_read_are_named(void **state)
{
    (void)state;
    char folder[] = "mote_test_XXXXXX";
    assert_non_null(mkdtemp(folder));
    char path[64], message[200];
    snprintf(path, sizeof path, "%s/missing.obj", folder);
    snprintf(message, sizeof message, "%s: cannot be read: No such file or directory", path);
    expect_read_failure(path, MOTE_ERROR_IO, message);
    snprintf(message, sizeof message, "%s: cannot be read: Is a directory", folder);
    expect_read_failure(folder, MOTE_ERROR_IO, message);
    snprintf(path, sizeof path, "%s/empty.ply", folder);
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    fclose(file);
    snprintf(message, sizeof message, "%s: is empty", path);
    expect_read_failure(path, MOTE_ERROR_DATA, message);
    if (geteuid() != 0) { // root may read everything
        chmod(path, 0);
        snprintf(message, sizeof message, "%s: cannot be read: Permission denied", path);
        expect_read_failure(path, MOTE_ERROR_IO, message);
    }
    remove(path);
    rmdir(folder);
}

static void files_are_read_by_extension_and_by_content(void **state)
{
    (void)state;
    io_model model = random_model(5, 30000, 50000, true);
    static const char *const names[] = {"model.obj", "model.PLY", "model.off"};
    char folder[] = "mote_test_XXXXXX";
    assert_non_null(mkdtemp(folder));
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        char path[64], other[64];
        io_model read;
        snprintf(path, sizeof path, "%s/%s", folder, names[i]);
        snprintf(other, sizeof other, "%s/model", folder);
        assert_int_equal(io_write(path, &model), MOTE_OK);
        assert_int_equal(io_read(path, &read), MOTE_OK);
        assert_same_model(&read, &model);
        io_model_release(&read);
        assert_int_equal(rename(path, other), 0);
        assert_int_equal(io_read(other, &read), MOTE_OK);
        assert_same_model(&read, &model);
        io_model_release(&read);
        remove(other);
    }
    rmdir(folder);
    io_model_release(&model);
}

static void reading_a_file_without_memory_fails_cleanly(void **state)
{
    (void)state;
    char path[] = "mote_test_XXXXXX";
    close(mkstemp(path));
    io_model model = random_model(5, 3000, 5000, true), read;
    assert_int_equal(io_write_as(path, IO_PLY_ASCII, &model), MOTE_OK);
    mote_result result = MOTE_ERROR_MEMORY;
    for (size_t n = 0; result != MOTE_OK; n++) {
        calls_before_failure = n;
        io_reallocate = fail_later;
        result = io_read(path, &read);
        io_reallocate = realloc;
        assert_true(result == MOTE_OK || result == MOTE_ERROR_MEMORY);
        if (result != MOTE_OK) assert_null(read.positions);
    }
    assert_same_model(&read, &model);
    io_model_release(&read);
    io_model_release(&model);
    remove(path);
}

static void a_full_disk_is_an_error(void **state)
{
    (void)state;
    if (access("/dev/full", W_OK) != 0) skip();
    for (uint32_t size = 1; size <= 10001; size += 10000) { // in the last write, and long before
        io_model model = random_model(1, size, size, true);
        for (io_format format = IO_OBJ; format <= IO_OFF; format++) {
            assert_int_equal(io_write_as("/dev/full", format, &model), MOTE_ERROR_IO);
            assert_string_equal(mote_last_message(),
                                "/dev/full: cannot be written: No space left on device");
        }
        io_model_release(&model);
    }
}

static void a_closed_pipe_is_an_error(void **state)
{
    (void)state;
    int ends[2];
    assert_int_equal(pipe(ends), 0);
    char path[64];
    snprintf(path, sizeof path, "/proc/self/fd/%d", ends[1]);
    close(ends[0]);
    if (access(path, W_OK) != 0) skip();
    signal(SIGPIPE, SIG_IGN);
    io_model model = random_model(1, 10000, 10000, false);
    char message[128];
    snprintf(message, sizeof message, "%s: cannot be written: Broken pipe", path);
    assert_int_equal(io_write_as(path, IO_OBJ, &model), MOTE_ERROR_IO);
    assert_string_equal(mote_last_message(), message);
    close(ends[1]);
    io_model_release(&model);
}

static void paths_that_cannot_be_written_are_named(void **state)
{
    (void)state;
    io_model model = random_model(1, 4, 4, false);
    assert_int_equal(io_write("no/such/folder/a.obj", &model), MOTE_ERROR_IO);
    assert_string_equal(
        mote_last_message(),
        "no/such/folder/a.obj: cannot be opened for writing: No such file or directory");
    assert_int_equal(io_write("a.txt", &model), MOTE_ERROR_ARGUMENT);
    assert_string_equal(mote_last_message(), "a.txt: the name ends in none of .obj .ply .stl .off");
    assert_int_equal(io_write_as("a", IO_UNKNOWN, &model), MOTE_ERROR_ARGUMENT);
    assert_int_equal(io_write_as("a", (io_format)99, &model), MOTE_ERROR_ARGUMENT);
    assert_int_equal(io_write(NULL, &model), MOTE_ERROR_ARGUMENT);
    assert_int_equal(io_write("a.obj", NULL), MOTE_ERROR_ARGUMENT);
    assert_int_equal(io_read(NULL, &model), MOTE_ERROR_ARGUMENT);
    assert_int_equal(io_read("a.obj", NULL), MOTE_ERROR_ARGUMENT);
    assert_int_equal(io_read_memory(NULL, 1, IO_OBJ, "a", &model), MOTE_ERROR_ARGUMENT);
    assert_int_equal(io_read_memory("v", 1, IO_OBJ, NULL, &model), MOTE_ERROR_ARGUMENT);
    assert_int_equal(io_read_memory("v", 1, IO_OBJ, "a", NULL), MOTE_ERROR_ARGUMENT);
    io_model_release(&model);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_copy_shares_nothing),
        cmocka_unit_test(an_empty_model_is_copied_and_written),
        cmocka_unit_test(a_broken_model_is_named_and_not_written),
        cmocka_unit_test(copying_without_memory_fails_cleanly),
        cmocka_unit_test(extensions_tell_the_format),
        cmocka_unit_test(content_tells_the_format),
        cmocka_unit_test(files_that_cannot_be_read_are_named),
        cmocka_unit_test(files_are_read_by_extension_and_by_content),
        cmocka_unit_test(reading_a_file_without_memory_fails_cleanly),
        cmocka_unit_test(a_full_disk_is_an_error),
        cmocka_unit_test(a_closed_pipe_is_an_error),
        cmocka_unit_test(paths_that_cannot_be_written_are_named),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
