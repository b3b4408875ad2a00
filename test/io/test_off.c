#include <stdlib.h>

#include "support/io_cases.h"
#include "support/run.h"

static void reads_as_square(const char *text)
{
    io_model model = read_text(IO_OFF, text);
    static const mote_vec3 positions[] = {{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0}};
    static const uint32_t triangles[] = {0, 1, 2, 0, 2, 3};
    assert_int_equal(model.vertex_count, 4);
    assert_memory_equal(model.positions, positions, sizeof positions);
    assert_triangles(&model, 2, triangles);
    io_model_release(&model);
}

static void every_layout_is_read(void **state)
{
    (void)state;
    reads_as_square("OFF\n4 1 0\n0 0 0\n1 0 0\n1 1 0\n0 1 0\n4 0 1 2 3\n");
    reads_as_square("OFF 4 1\n0 0 0\n1 0 0\n1 1 0\n0 1 0\n4 0 1 2 3");
    // Corners over several lines, with comments and empty lines among them, and a color at the end.
    reads_as_square("OFF\n4 1 0\n0 0 0\n1 0 0\n1 1 0\n0 1 0\n4 0 1\n2 3\n");
    reads_as_square(
        "OFF\n4 1 0\n0 0 0\n1 0 0\n1 1 0\n0 1 0\n4\n0\n1 # one\n\n2\n# more\n3 255 0 0\n");
    reads_as_square("OFF\n4 2 0\n0 0 0\n1 0 0\n1 1 0\n0 1 0\n3 0\r\n1 2\r\n3 0 2\n3");
    reads_as_square("OFF4 1 0\n0 0 0\n1 0 0\n1 1 0\n0 1 0\n4 0 1 2 3");
    reads_as_square(
        "# head\r\nOFF # word\r\n\r\n# more\r\n4 2 5\r\n0 0 0 # origin\r\n1 0 0\r\n\r\n1 1 0\r\n"
        "0 1 0\r\n3 0 1 2 255 0 0\r\n# last\r\n3 0 2 3 0.5 0.5 0.5 1\r\n");
    reads_as_square(
        "NOFF\n4 1 0\n0 0 0 0 0 1\n1 0 0 0 0 1\n1 1 0 nan 0 1\n0 1 0 0 0 1\n4 0 1 2 3\n");
    reads_as_square("STOFF\n4 1 0\n0 0 0 0 1\n1 0 0 0 1\n1 1 0 0 1\n0 1 0 0 1\n4 0 1 2 3\n");
}

static void colors_are_levels_or_shares(void **state)
{
    (void)state;
    io_model model =
        read_text(IO_OFF, "CNOFF\n4 0 0\n0 0 0 9 9 9 1 2 255 255\n0 0 0 9 9 9 1.0 0 0.5 1\n"
                          "0 0 0 9 9 9 2.0 -1 0\n0 0 0 9 9 9 256 0 0\n");
    static const uint8_t colors[] = {1, 2, 255, 255, 0, 128, 255, 0, 0, 255, 0, 0};
    assert_memory_equal(model.colors, colors, sizeof colors);
    io_model_release(&model);
}

static void bad_files_are_refused(void **state)
{
    (void)state;
    static const char *const cases[][2] = {
        {"\n# nothing", "case:2: the file ends without the word OFF"},
        {"OOF\n", "case:1: \"OOF\" is not OFF, COFF, NOFF or another of three dimensions"},
        {"4OFF\n", "case:1: \"4OFF\" is not OFF, COFF, NOFF or another of three dimensions"},
        {"OFF BINARY\n", "case:1: binary OFF is not supported"},
        {"OFF\n", "case:2: the file ends without counts"},
        {"OFF\n3\n", "case:2: the count of faces is missing"},
        {"OFF\n-3 1 0\n", "case:2: the count of vertices is negative: -3"},
        {"OFF\n1 -1 0\n", "case:2: the count of faces is negative: -1"},
        {"OFF\n1000000000 1 0\n",
         "case:2: the file is too short for 1000000000 vertices and 1 faces"},
        {"OFF\n1 100000000000 0\n0 0 0\n",
         "case:2: the file is too short for 1 vertices and 100000000000 faces"},
        {"OFF\n2 0 0\n0 0 0\n# only this\n", "case:5: the file ends early"},
        {"OFF\n1 1 0\n0 0\n3 0 0 0\n", "case:3: a coordinate is missing"},
        {"OFF\n1 1 0\n0 0 z\n3 0 0 0\n", "case:3: \"z\" is not a number"},
        {"OFF\n1 1 0\n0 0 1e60\n3 0 0 0\n", "case:3: \"1e60\" is not finite"},
        {"OFF\n1 1 0\n0 0 0\n2 0 0\n", "case:4: a face has 2 corners, and needs three"},
        {"OFF\n1 1 0\n0 0 0\n-2 0 0\n", "case:4: the count of corners is negative: -2"},
        {"OFF\n1 1 0\n0 0 0\n3 0 0 1\n", "case:4: vertex index 1 is out of range: 1 vertices"},
        {"OFF\n1 1 0\n0 0 0\n3 0 0 -1\n", "case:4: a vertex index is negative: -1"},
        {"OFF\n1 1 0\n0 0 0\n3 0 0\n", "case:4: a vertex index is missing"},
        {"OFF\n1 1 0\n0 0 0\n9999999999999 0 0 0\n", "case:4: a vertex index is missing"},
        {"COFF\n1 1 0\n0 0 0 1 2\n3 0 0 0\n", "case:3: a color is missing"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        refuses_text(IO_OFF, cases[i][0], cases[i][1]);
    }
}

static void what_is_written_reads_back(void **state)
{
    (void)state;
    round_trip_keeps_every_bit(IO_OFF, false);
    round_trip_keeps_every_bit(IO_OFF, true);
}

static void damage_is_survived(void **state)
{
    (void)state;
    io_model model = random_model(1, 60, 90, true);
    size_t size;
    unsigned char *data = written_bytes(IO_OFF, &model, &size);
    survives_truncation(IO_OFF, data, size);
    survives_failing_allocations(IO_OFF, data, size);
    free(data);
    io_model_release(&model);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_layout_is_read),  cmocka_unit_test(colors_are_levels_or_shares),
        cmocka_unit_test(bad_files_are_refused), cmocka_unit_test(what_is_written_reads_back),
        cmocka_unit_test(damage_is_survived),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
