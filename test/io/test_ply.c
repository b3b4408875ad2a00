#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "support/io_cases.h"
#include "support/run.h"

#define VERTEX_3 "element vertex 3\nproperty float x\nproperty float y\nproperty float z\n"
#define FACE_1 "element face 1\nproperty list uchar int vertex_indices\n"
#define ASCII "ply\nformat ascii 1.0\n"
#define LITTLE "ply\nformat binary_little_endian 1.0\n"

static void an_ascii_file_is_read(void **state)
{
    (void)state;
    io_model model = read_text(
        IO_PLY,
        "ply\r\nformat ascii 1.0\r\ncomment made by hand\r\nobj_info none\r\n"
        "element camera 1\r\nproperty list uchar float view\r\nproperty float32 far\r\n"
        "element vertex 4\r\nproperty double z\r\nproperty float nx\r\nproperty uint8 red\r\n"
        "property int16 x\r\nproperty uchar green\r\nproperty list uchar int faces\r\n"
        "property float64 y\r\nproperty uchar blue\r\n"
        "element face 2\r\nproperty uchar flags\r\nproperty list uint8 uint vertex_index\r\n"
        "element nothing 5\r\nend_header\r\n"
        "2 nan inf 5\r\n"
        "0.5 nan 1 -7 2 0 1e3 3\r\n\r\n0 0 4 1 5 1 9 0 6\r\n0 0 7 1 8 0 1 9\r\n0 0 10 0 11 0 1 "
        "12\r\n"
        "7 3 0 1 2\r\n7 4 3 2 1 0\r\n");
    static const mote_vec3 positions[] = {{-7, 1e3f, 0.5f}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0}};
    static const uint8_t colors[] = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12};
    static const uint32_t triangles[] = {0, 1, 2, 3, 2, 1, 3, 1, 0};
    assert_int_equal(model.vertex_count, 4);
    assert_memory_equal(model.positions, positions, sizeof positions);
    assert_memory_equal(model.colors, colors, sizeof colors);
    assert_triangles(&model, 3, triangles);
    io_model_release(&model);
}

// ---------------------------------------------------------------------------------------------
// Binary files of every type and both byte orders

static const struct {
    const char *name;
    size_t size;
} types[] = {{"char", 1}, {"uchar", 1},  {"short", 2}, {"ushort", 2},
             {"int", 4},  {"uint32", 4}, {"float", 4}, {"double", 8}};

typedef struct bytes {
    unsigned char data[4096];
    size_t size;
    bool big_endian;
} bytes;

static void put(bytes *to, const void *value, size_t size)
{
    for (size_t i = 0; i < size; i++) { // the tests run on little endian machines
        to->data[to->size++] = ((const unsigned char *)value)[to->big_endian ? size - 1 - i : i];
    }
}

static void put_number(bytes *to, size_t type, double number)
{
    if (type == 7) {
        put(to, &number, 8);
    } else if (type == 6) {
        float single = (float)number;
        put(to, &single, 4);
    } else {
        int64_t integer = (int64_t)number;
        put(to, &integer, types[type].size);
    }
}

static void put_header(bytes *to, size_t x, size_t y, size_t z, size_t count, size_t index)
{
    to->size = (size_t)snprintf(
        (char *)to->data, sizeof to->data,
        "ply\nformat binary_%s_endian 1.0\nelement other 2\nproperty list %s %s list\n"
        "property %s scalar\nelement face 1\nproperty list %s %s vertex_indices\nproperty double "
        "area\n"
        "element vertex 3\nproperty %s z\nproperty %s x\nproperty float quality\nproperty %s y\n"
        "element tail 2\nproperty short a\nproperty int b\nend_header\n",
        to->big_endian ? "big" : "little", types[count].name, types[z].name, types[y].name,
        types[count].name, types[index].name, types[z].name, types[x].name, types[y].name);
}

static void put_body(bytes *to, size_t x, size_t y, size_t z, size_t count, size_t index)
{
    for (int item = 0; item < 2; item++) {
        put_number(to, count, item * 3);
        for (int i = 0; i < item * 3; i++) put_number(to, z, 99);
        put_number(to, y, 98);
    }
    put_number(to, count, 3);
    for (int i = 0; i < 3; i++) put_number(to, index, 2 - i);
    put_number(to, 7, (double)NAN);
    for (int vertex = 0; vertex < 3; vertex++) {
        put_number(to, z, 10 + vertex);
        put_number(to, x, 20 + vertex);
        put_number(to, 6, (double)INFINITY);
        put_number(to, y, 30 + vertex);
    }
    for (int i = 0; i < 12; i++) to->data[to->size++] = 0xff;
}

static void every_binary_type_is_read_in_both_byte_orders(void **state)
{
    (void)state;
    static const uint32_t triangle[] = {2, 1, 0};
    for (size_t i = 0; i < 8 * 8 * 8 * 2; i++) {
        bytes file = {.big_endian = i % 2};
        size_t x = i / 2 % 8, y = i / 16 % 8, z = i / 128 % 8, count = (x + y) % 6,
               index = (y + z) % 6;
        put_header(&file, x, y, z, count, index);
        put_body(&file, x, y, z, count, index);
        io_model model = read_bytes(IO_PLY, file.data, file.size);
        assert_int_equal(model.vertex_count, 3);
        for (int vertex = 0; vertex < 3; vertex++) {
            assert_true(model.positions[vertex].x == (float)(20 + vertex));
            assert_true(model.positions[vertex].y == (float)(30 + vertex));
            assert_true(model.positions[vertex].z == (float)(10 + vertex));
        }
        assert_triangles(&model, 1, triangle);
        assert_null(model.colors);
        io_model_release(&model);
        if (i % 97 == 0) survives_truncation(IO_PLY, file.data, file.size);
        if (i % 97 == 0) survives_failing_allocations(IO_PLY, file.data, file.size);
    }
}

static void doubles_are_rounded_once_and_must_fit(void **state)
{
    (void)state;
    const char *header =
        LITTLE "element vertex 1\nproperty double x\nproperty double y\nproperty double z\n"
               "end_header\n";
    for (int bad = 0; bad < 4; bad++) {
        static const double last[] = {0.1, 1e39, -(double)INFINITY, (double)NAN};
        bytes file = {.size = strlen(header)};
        memcpy(file.data, header, file.size);
        double numbers[3] = {1.0 / 3.0, -2.5, last[bad]};
        for (int i = 0; i < 3; i++) put(&file, &numbers[i], 8);
        if (bad) {
            refuses_bytes(IO_PLY, file.data, file.size,
                          "case: byte 118: vertex 0 of 1: a coordinate is not finite");
            continue;
        }
        io_model model = read_bytes(IO_PLY, file.data, file.size);
        assert_true(model.positions[0].x == (float)(1.0 / 3.0) && model.positions[0].z == 0.1f);
        io_model_release(&model);
    }
}

// ---------------------------------------------------------------------------------------------
// Refusals

static void bad_headers_are_refused(void **state)
{
    (void)state;
    static const char *const cases[][2] = {
        {"plx\n", "case:1: a PLY file starts with the word ply"},
        {"ply\n", "case:2: the file ends inside the header"},
        {"ply\nformat ascii 1.0\nelement vertex 0\n", "case:4: the file ends inside the header"},
        {"ply\nformat ascii 2.0\n", "case:2: the version of the format is not 1.0"},
        {"ply\nformat text 1.0\n", "case:2: \"text\" is not a PLY format"},
        {"ply\nhello\n", "case:2: \"hello\" is not a keyword of a PLY header"},
        {"ply\n" VERTEX_3 "end_header\n", "case:6: the header has no format"},
        {ASCII "end_header\n", "case:3: the header has no element vertex"},
        {ASCII "property float x\n", "case:3: a property before the first element"},
        {ASCII "element vertex -1\n", "case:3: the count of an element is negative: -1"},
        {ASCII "element vertex x\n", "case:3: \"x\" is not a whole number in range"},
        {ASCII "element vertex\n", "case:3: the count of an element is missing"},
        {ASCII "element vertex 4294967296\n", "case:3: more than 2^32 - 1 vertices"},
        {ASCII "element tristrips 1\n", "case:3: triangle strips are not supported"},
        {ASCII VERTEX_3 VERTEX_3, "case:7: the element is declared twice"},
        {ASCII VERTEX_3 "property float x\n", "case:7: the property is declared twice"},
        {ASCII VERTEX_3 "property float\n", "case:7: a property without a name"},
        {ASCII VERTEX_3 "property real w\n", "case:7: \"real\" is not a PLY type"},
        {ASCII VERTEX_3 "property list float int w\n",
         "case:7: the count of a list is not an integer"},
        {ASCII VERTEX_3 "property list uchar\n", "case:7: \"\" is not a PLY type"},
        {ASCII "element vertex 3\nproperty float x\nproperty float y\nend_header\n",
         "case:6: the vertices lack one of x, y, z"},
        {ASCII VERTEX_3 "element face 1\nproperty int vertex_indices\nend_header\n",
         "case:9: the faces lack a list of integers vertex_indices or vertex_index"},
        {ASCII VERTEX_3 "element face 1\nproperty list uchar float vertex_indices\nend_header\n",
         "case:9: the faces lack a list of integers vertex_indices or vertex_index"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        refuses_text(IO_PLY, cases[i][0], cases[i][1]);
    }
}

static void too_many_elements_and_properties_are_refused(void **state)
{
    (void)state;
    static char text[20000];
    char *to = text + sprintf(text, ASCII);
    for (int i = 0; i < 33; i++) to += sprintf(to, "element e%d 0\n", i);
    refuses_text(IO_PLY, text, "case:35: more than 32 elements");
    to = text + sprintf(text, ASCII "element e 0\n");
    for (int i = 0; i < 257; i++) to += sprintf(to, "property float p%d\n", i);
    refuses_text(IO_PLY, text, "case:260: more than 256 properties");
}

static void bad_ascii_items_are_refused(void **state)
{
    (void)state;
    static const char *const cases[][2] = {
        {"0 0 0\n1 0\n1 1 1\n3 0 1 2\n", "case:11: a value is missing"},
        {"0 0 0\n1 0 x\n1 1 1\n3 0 1 2\n", "case:11: \"x\" is not a number"},
        {"0 0 0\n1 0 nan\n1 1 1\n3 0 1 2\n", "case:11: \"nan\" is not a number"},
        {"0 0 0\n1 0 1e99\n1 1 1\n3 0 1 2\n", "case:11: \"1e99\" is not finite"},
        {"0 0 0\n1 0 0 0\n1 1 1\n3 0 1 2\n",
         "case:11: vertex 1 of 3: more values than the header has properties"},
        {"0 0 0\n1 0 0\n1 1 1\n3 0 1\n", "case:13: a value is missing"},
        {"0 0 0\n1 0 0\n1 1 1\n3 0 1 3\n", "case:13: face 0 of 1: a vertex index is out of range"},
        {"0 0 0\n1 0 0\n1 1 1\n3 0 1 -1\n", "case:13: face 0 of 1: a vertex index is out of range"},
        {"0 0 0\n1 0 0\n1 1 1\n3 0 1 1.5\n", "case:13: \"1.5\" is not a whole number in range"},
        {"0 0 0\n1 0 0\n1 1 1\n2 0 1\n", "case:13: face 0 of 1: fewer than three corners"},
        {"0 0 0\n1 0 0\n1 1 1\n-3 0 1\n", "case:13: face 0 of 1: a list has a negative count"},
        {"0 0 0\n1 0 0\n1 1 1\n",
         "case:13: face 0 of 1: the file is too short for the count in its header"},
        {"0 0 0\n1 0 0\n          ", "case:12: vertex 2 of 3: the file ends before it"},
        {"0 0 0\n", "case:10: vertex 0 of 3: the file is too short for the count in its header"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char text[400];
        snprintf(text, sizeof text, "%s%s", ASCII VERTEX_3 FACE_1 "end_header\n", cases[i][0]);
        refuses_text(IO_PLY, text, cases[i][1]);
    }
    refuses_text(
        IO_PLY,
        ASCII
        "element vertex 1\nproperty float x\nproperty float y\nproperty float z\nproperty uchar "
        "red\nproperty uchar green\nproperty uchar blue\nend_header\n0 0 0 0 256 0\n",
        "case:11: vertex 0 of 1: a color is outside 0 to 255");
    refuses_text(IO_PLY,
                 ASCII VERTEX_3
                 "property list uchar int extra\nend_header\n0 0 0 2 1\n0 0 0 0\n0 0 0 0\n",
                 "case:9: vertex 0 of 3: a value is missing");
}

static void bad_binary_items_are_refused(void **state)
{
    (void)state;
    const char *header =
        LITTLE VERTEX_3 "element face 1\nproperty list char int vertex_indices\nend_header\n";
    size_t start = strlen(header);
    assert_int_equal(start, 168);
    bytes good = {.size = start};
    memcpy(good.data, header, start);
    for (int i = 0; i < 9; i++) put_number(&good, 6, i);
    put_number(&good, 0, 3);
    for (int i = 0; i < 3; i++) put_number(&good, 4, i);
    io_model model = read_bytes(IO_PLY, good.data, good.size);
    io_model_release(&model);
    refuses_bytes(IO_PLY, good.data, good.size - 1,
                  "case: byte 204: face 0 of 1: the file ends inside it");
    refuses_bytes(
        IO_PLY, good.data, start + 35,
        "case: byte 168: vertex 0 of 3: the file is too short for the count in its header");
    bytes bad = good;
    bad.data[start + 36] = 2;
    refuses_bytes(IO_PLY, bad.data, bad.size,
                  "case: byte 204: face 0 of 1: fewer than three corners");
    bad.data[start + 36] = 0xff;
    refuses_bytes(IO_PLY, bad.data, bad.size,
                  "case: byte 204: face 0 of 1: a list has a negative count");
    bad = good;
    bad.data[start + 37] = 3;
    refuses_bytes(IO_PLY, bad.data, bad.size,
                  "case: byte 204: face 0 of 1: a vertex index is out of range");
    bad.data[start + 40] = 0xff;
    refuses_bytes(IO_PLY, bad.data, bad.size,
                  "case: byte 204: face 0 of 1: a vertex index is out of range");
}

static void counts_that_no_file_holds_are_refused(void **state)
{
    (void)state;
    refuses_text(
        IO_PLY,
        LITTLE VERTEX_3 "element face 9223372036854775000\nproperty list uchar int vertex_indices\n"
                        "end_header\n012345678901234567890123456789012345678901234567890",
        "case: byte 223: face 0 of 9223372036854775000: the file is too short for the count in its "
        "header");
    refuses_text(
        IO_PLY,
        LITTLE "element big 9223372036854775000\nproperty double d\n" VERTEX_3
               "end_header\n0123456789",
        "case: byte 165: item 0 of 9223372036854775000: the file is too short for the count in its "
        "header");
    io_model model = read_text(IO_PLY, LITTLE "element empty 9223372036854775000\n" VERTEX_3
                                              "end_header\n012345678901234567890123456789012345");
    assert_int_equal(model.vertex_count, 3);
    io_model_release(&model);
}

static void what_is_written_reads_back(void **state)
{
    (void)state;
    round_trip_keeps_every_bit(IO_PLY, false);
    round_trip_keeps_every_bit(IO_PLY, true);
    round_trip_keeps_every_bit(IO_PLY_ASCII, false);
    round_trip_keeps_every_bit(IO_PLY_ASCII, true);
}

static void damage_is_survived(void **state)
{
    (void)state;
    io_model model = random_model(2, 30, 50, true);
    for (io_format format = IO_PLY; format <= IO_PLY_ASCII; format++) {
        size_t size;
        unsigned char *data = written_bytes(format, &model, &size);
        survives_truncation(format, data, size);
        survives_failing_allocations(format, data, size);
        free(data);
    }
    io_model_release(&model);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_ascii_file_is_read),
        cmocka_unit_test(every_binary_type_is_read_in_both_byte_orders),
        cmocka_unit_test(doubles_are_rounded_once_and_must_fit),
        cmocka_unit_test(bad_headers_are_refused),
        cmocka_unit_test(too_many_elements_and_properties_are_refused),
        cmocka_unit_test(bad_ascii_items_are_refused),
        cmocka_unit_test(bad_binary_items_are_refused),
        cmocka_unit_test(counts_that_no_file_holds_are_refused),
        cmocka_unit_test(what_is_written_reads_back),
        cmocka_unit_test(damage_is_survived),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
