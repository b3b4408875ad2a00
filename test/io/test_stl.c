#include <stdlib.h>
#include <string.h>

#include "support/io_cases.h"
#include "support/run.h"

#define FACET                                                                                      \
    "facet normal nan 0 0\nouter loop\nvertex 0 0 0\nvertex 1 0 0\nvertex 0 1 "                    \
    "0\nendloop\nendfacet\n"

static void ascii_files_are_read(void **state)
{
    (void)state;
    static const char *const cases[] = {"solid\n" FACET "endsolid\n",
                                        "solid a b c\n" FACET "endsolid a b c",
                                        "  SOLID x\r\n  FACET NORMAL 0 0 1\r\n  OUTER LOOP\r\n "
                                        "VERTEX 0 0 0\r\nVertex 1 0 0\r\nvertex 0 1 0\r\n"
                                        "ENDLOOP\r\nENDFACET\r\n\r\nENDSOLID\r\n"};
    static const mote_vec3 positions[] = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}};
    static const uint32_t triangle[] = {0, 1, 2};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        io_model model = read_text(IO_STL, cases[i]);
        assert_int_equal(model.vertex_count, 3);
        assert_memory_equal(model.positions, positions, sizeof positions);
        assert_triangles(&model, 1, triangle);
        io_model_release(&model);
    }
    io_model two =
        read_text(IO_STL, "solid a\n" FACET "endsolid a\nsolid b\n" FACET FACET "endsolid b\n");
    assert_int_equal(two.triangle_count, 3);
    io_model_release(&two);
    io_model none = read_text(IO_STL, "solid\nendsolid\n");
    assert_int_equal(none.triangle_count, 0);
    io_model_release(&none);
}

static void bad_ascii_is_refused(void **state)
{
    (void)state;
    static const char *const cases[][2] = {
        {"solid\n" FACET, "case:9: the file ends without endsolid"},
        {"solid\nhello\n", "case:2: \"hello\" is not a keyword of STL"},
        {"solid\nvertex 0 0 0\n", "case:2: a vertex outside a loop"},
        {"solid\nfacet\nvertex 0 0 0\n", "case:3: a vertex outside a loop"},
        {"solid\nouter loop\n", "case:2: a statement out of place"},
        {"solid\nfacet\nfacet\n", "case:3: a statement out of place"},
        {"solid\nendfacet\n", "case:2: a statement out of place"},
        {"solid\nfacet\nouter loop\nendfacet\n", "case:4: a statement out of place"},
        {"solid\nfacet\nendsolid\n", "case:3: a statement out of place"},
        {"solid\nsolid\n", "case:2: a statement out of place"},
        {"solid\nendsolid\nfacet\n", "case:3: a statement out of place"},
        {"solid\nfacet\nouter loop\nendloop\nendfacet\n",
         "case:5: a facet has 0 corners, and needs three"},
        {"solid\nfacet\nouter loop\nvertex 0 0\n", "case:4: a coordinate is missing"},
        {"solid\nfacet\nouter loop\nvertex 0 0 inf\n", "case:4: \"inf\" is not a number"},
        {"solid\nfacet\nouter loop\nvertex 0 0 1e40\n", "case:4: \"1e40\" is not finite"},
        {"solid\nfacet\nouter loop\nvertex 0 0 0\nvertex 0 0 0\nvertex 0 0 0\nvertex 0 0 0\n",
         "case:7: a facet has more than three corners"},
        {"solid", "case:1: the file ends without endsolid"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        refuses_text(IO_STL, cases[i][0], cases[i][1]);
    }
}

static void a_binary_file_may_begin_with_solid(void **state)
{
    (void)state;
    io_model model = random_model(3, 20, 30, false), expected = unshared_model(&model);
    size_t size;
    unsigned char *data = written_bytes(IO_STL, &model, &size);
    assert_int_equal(size, 84 + 50 * 30);
    memcpy(data, "solid of some program   ", 24);
    io_model read = read_bytes(IO_STL, data, size);
    assert_same_model(&read, &expected);
    io_model_release(&read);
    io_model_release(&expected);
    refuses_bytes(IO_STL, data, size - 1,
                  "case: byte 80: 30 triangles make 1584 bytes, but the file has 1583");
    free(data);
    io_model_release(&model);
}

static void bad_binary_is_refused(void **state)
{
    (void)state;
    unsigned char data[84 + 50] = {[80] = 1};
    io_model model = read_bytes(IO_STL, data, sizeof data);
    assert_int_equal(model.triangle_count, 1);
    io_model_release(&model);
    refuses_bytes(IO_STL, data, 83,
                  "case: byte 83: the file ends inside the header of a binary STL");
    refuses_bytes(IO_STL, data, 133,
                  "case: byte 80: 1 triangles make 134 bytes, but the file has 133");
    data[83] = 0xff;
    refuses_bytes(
        IO_STL, data, 134,
        "case: byte 80: 4278190081 triangles make 213909504134 bytes, but the file has 134");
    data[83] = 0;
    memcpy(data + 84 + 12 + 20, "\0\0\x80\x7f", 4);
    refuses_bytes(IO_STL, data, 134, "case: byte 116: a coordinate of triangle 0 is not finite");
    memcpy(data + 84, "\0\0\xc0\x7f", 4); // a normal that is not a number does not matter
    memset(data + 116, 0, 4);
    model = read_bytes(IO_STL, data, sizeof data);
    io_model_release(&model);
}

static void normals_are_written(void **state)
{
    (void)state;
    io_model model = read_text(IO_OBJ, "v 0 0 0\nv 2 0 0\nv 0 2 0\nf 1 2 3\nf 1 3 2\nf 1 1 2\n");
    size_t size;
    unsigned char *data = written_bytes(IO_STL_ASCII, &model, &size);
    data[size - 1] = 0;
    assert_non_null(
        strstr((char *)data, "facet normal 0 0 1\nouter loop\nvertex 0 0 0\nvertex 2 0 0\n"));
    assert_non_null(strstr((char *)data, "facet normal 0 0 -1\n"));
    assert_non_null(strstr((char *)data, "facet normal 0 0 0\n"));
    free(data);
    io_model_release(&model);
}

static void what_is_written_reads_back(void **state)
{
    (void)state;
    round_trip_keeps_every_bit(IO_STL, false);
    round_trip_keeps_every_bit(IO_STL_ASCII, false);
}

static void damage_is_survived(void **state)
{
    (void)state;
    io_model model = random_model(2, 30, 20, false);
    for (io_format format = IO_STL; format <= IO_STL_ASCII; format++) {
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
        cmocka_unit_test(ascii_files_are_read),
        cmocka_unit_test(bad_ascii_is_refused),
        cmocka_unit_test(a_binary_file_may_begin_with_solid),
        cmocka_unit_test(bad_binary_is_refused),
        cmocka_unit_test(normals_are_written),
        cmocka_unit_test(what_is_written_reads_back),
        cmocka_unit_test(damage_is_survived),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
