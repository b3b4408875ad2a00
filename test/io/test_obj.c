#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "support/io_cases.h"
#include "support/run.h"

#define SQUARE "v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\n"

static const uint32_t square_triangles[] = {0, 1, 2, 0, 2, 3};

static void reads_as_square(const char *text)
{
    io_model model = read_text(IO_OBJ, text);
    static const mote_vec3 positions[] = {{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0}};
    assert_int_equal(model.vertex_count, 4);
    assert_memory_equal(model.positions, positions, sizeof positions);
    assert_triangles(&model, 2, square_triangles);
    assert_null(model.colors);
    io_model_release(&model);
}

static void every_form_of_a_face_is_read(void **state)
{
    (void)state;
    reads_as_square(SQUARE "f 1 2 3 4\n");
    reads_as_square(SQUARE "f 1 2 3 4");
    reads_as_square(SQUARE "f 1/1 2/2 3/3 4/4\n");
    reads_as_square(SQUARE "f 1//1 2//2 3//3 4//4\n");
    reads_as_square(SQUARE "f 1// 2// 3// 4//\n");
    reads_as_square(SQUARE "f 1/ 2// 3/7/ 4//");
    reads_as_square(SQUARE "f 1/7/1 2/8/2 3/-1/3 4/9/-4\n");
    reads_as_square(SQUARE "f -4 -3 -2 -1\n");
    reads_as_square(SQUARE "f -4/-4 -3 3//3 4/1/1\n");
    reads_as_square(SQUARE "f 1 2 3\nf 1 3 4\n");
    reads_as_square("f 1 2 3 4\n" SQUARE);
}

static void layout_does_not_matter(void **state)
{
    (void)state;
    reads_as_square("v 0 0 0\r\nv 1 0 0\r\nv 1 1 0\r\nv 0 1 0\r\nf 1 2 3 4\r\n");
    reads_as_square(
        "# v 9 9 9 \\\nv 0 0 0 # origin\n\n\tv 1 0 0\nv\t1 1\t0\nv 0 1 0  \n f 1 2 3 4#end");
    reads_as_square("v 0 \\\n0 0\nv 1 0 \\\r\n 0\nv 1 1 0\nv 0 1 0\nf 1 2\\\n 3 \\\n\\\n4\n");
    reads_as_square("mtllib a.mtl \\\nv 9 9 9\no x\ng y\ns off\nvn 0 0 1\nvt 0 0\n" SQUARE
                    "usemtl z\nl 1 2\np 1\nf 1 2 3 4\nfo 7\nvp 1\n");
    reads_as_square("v 0 0 0 1\nv 1 0 0 0.5\nv 1 1 0 1\nv 0 1 0 1\nf 1 2 3 4\n");
    reads_as_square("v +0.0 0e5 0.\nv 10e-1 .0 0\nv 1.00 1 0\nv 0 1.0E0 0\nf +1 2 3 4\n");
}

static void colors_are_read_and_clamped(void **state)
{
    (void)state;
    io_model model =
        read_text(IO_OBJ, "v 0 0 0\nv 0 0 0 1 0.5 0\nv 0 0 0 0.2 -1 7 0.5\nv 1 1 1\nf 1 2 3\n");
    static const uint8_t colors[] = {255, 255, 255, 255, 128, 0, 51, 0, 255, 255, 255, 255};
    assert_non_null(model.colors);
    assert_memory_equal(model.colors, colors, sizeof colors);
    io_model_release(&model);
}

static void bad_lines_are_named(void **state)
{
    (void)state;
    io_format obj = IO_OBJ;
    refuses_text(obj, "", "case: is empty");
    refuses_text(obj, "# nothing\n", "case:2: the file ends without a vertex");
    refuses_text(obj, "v 0 0\n", "case:1: a coordinate is missing");
    refuses_text(obj, "v 0 \\\n0\n", "case:2: a coordinate is missing");
    refuses_text(obj, "\n\nv 0 0 abc\n", "case:3: \"abc\" is not a number");
    refuses_text(obj, "v 0 0 1.0x\n", "case:1: \"1.0x\" is not a number");
    refuses_text(obj, "v 0 0 nan\n", "case:1: \"nan\" is not a number");
    refuses_text(obj, "v 0 0 1e39\n", "case:1: \"1e39\" is not finite");
    refuses_text(obj, "v 0 0 0 1 2\n", "case:1: a vertex has 3, 4, 6 or 7 numbers");
    refuses_text(obj, "v 0 0 0 1 1 1 1 1\n", "case:1: a vertex has 3, 4, 6 or 7 numbers");
    refuses_text(obj,
                 "v 0 0 \x01\x80"
                 "0123456789012345678901234567890123456789\n",
                 "case:1: \"??012345678901234567890123456789...\" is not a number");
}

static void bad_faces_are_named(void **state)
{
    (void)state;
    io_format obj = IO_OBJ;
    refuses_text(obj, SQUARE "f\n", "case:5: a face has 0 corners, and needs three");
    refuses_text(obj, SQUARE "f 1 2\n", "case:5: a face has 2 corners, and needs three");
    refuses_text(obj, SQUARE "f 1 2 0\n",
                 "case:5: vertex index 0 is out of range: 4 vertices so far");
    refuses_text(obj, SQUARE "f 1 2 -5\n",
                 "case:5: vertex index -5 is out of range: 4 vertices so far");
    refuses_text(obj, SQUARE "f 1 2 5\nf 1 2 3\n",
                 "case:5: vertex index 5 is out of range: 4 vertices in the file");
    refuses_text(obj, SQUARE "f 1 2 4294967296\n",
                 "case:5: vertex index 4294967296 is out of range: 4 vertices so far");
    const char *form = " is not a corner of a face (v, v/vt, v//vn or v/vt/vn)";
    static const char *const corners[] = {
        "1/2/3/4", "x", "1.5", "1/x", "1//x", "/1", "1x2", "-", "99999999999999999999"};
    for (size_t i = 0; i < sizeof corners / sizeof *corners; i++) {
        char text[200], message[200];
        snprintf(text, sizeof text, SQUARE "f 1 2 3\nf 1 2 %s\n", corners[i]);
        snprintf(message, sizeof message, "case:6: \"%s\"%s", corners[i], form);
        refuses_text(obj, text, message);
    }
}

static void a_long_name_does_not_push_the_message_out(void **state)
{
    (void)state;
    char name[1000];
    memset(name, 'a', sizeof name);
    strcpy(name + sizeof name - 10, "/last.obj");
    io_model model;
    assert_int_equal(io_read_memory("v 1", 3, IO_OBJ, name, &model), MOTE_ERROR_DATA);
    assert_non_null(strstr(mote_last_message(), "/last.obj:1: a coordinate is missing"));
    assert_memory_equal(mote_last_message(), "...aaa", 6);
}

static void what_is_written_reads_back(void **state)
{
    (void)state;
    round_trip_keeps_every_bit(IO_OBJ, false);
    round_trip_keeps_every_bit(IO_OBJ, true);
}

static void damage_is_survived(void **state)
{
    (void)state;
    io_model model = random_model(1, 60, 90, true);
    size_t size;
    unsigned char *data = written_bytes(IO_OBJ, &model, &size);
    survives_truncation(IO_OBJ, data, size);
    survives_failing_allocations(IO_OBJ, data, size);
    free(data);
    io_model_release(&model);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_form_of_a_face_is_read),
        cmocka_unit_test(layout_does_not_matter),
        cmocka_unit_test(colors_are_read_and_clamped),
        cmocka_unit_test(bad_lines_are_named),
        cmocka_unit_test(bad_faces_are_named),
        cmocka_unit_test(a_long_name_does_not_push_the_message_out),
        cmocka_unit_test(what_is_written_reads_back),
        cmocka_unit_test(damage_is_survived),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
