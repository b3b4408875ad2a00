#define _POSIX_C_SOURCE 200809L

#include "support/io_cases.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "core/random.h"
#include "io/allocate.h"
#include "support/run.h"

io_model read_bytes(io_format format, const void *data, size_t size)
{
    io_model model;
    mote_result result = io_read_memory(data, size, format, "case", &model);
    if (result != MOTE_OK) fail_msg("%s", mote_last_message());
    assert_int_equal(io_model_check(&model), MOTE_OK);
    return model;
}

io_model read_text(io_format format, const char *text)
{
    return read_bytes(format, text, strlen(text));
}

void refuses_bytes(io_format format, const void *data, size_t size, const char *message)
{
    io_model model;
    mote_result result = io_read_memory(data, size, format, "case", &model);
    assert_string_equal(result == MOTE_OK ? "no failure" : mote_last_message(), message);
    assert_int_equal(result, MOTE_ERROR_DATA);
    assert_true(!model.positions && !model.triangles && !model.colors);
    assert_true(model.vertex_count == 0 && model.triangle_count == 0);
}

void refuses_text(io_format format, const char *text, const char *message)
{
    refuses_bytes(format, text, strlen(text), message);
}

void assert_same_model(const io_model *a, const io_model *b)
{
    assert_int_equal(a->vertex_count, b->vertex_count);
    assert_int_equal(a->triangle_count, b->triangle_count);
    assert_int_equal(!a->colors, !b->colors);
    assert_memory_equal(a->positions, b->positions, a->vertex_count * sizeof *a->positions);
    assert_memory_equal(a->triangles, b->triangles, a->triangle_count * 3 * sizeof *a->triangles);
    if (a->colors) assert_memory_equal(a->colors, b->colors, a->vertex_count * (size_t)3);
}

void assert_triangles(const io_model *model, uint32_t count, const uint32_t *expected)
{
    assert_int_equal(model->triangle_count, count);
    assert_memory_equal(model->triangles, expected, count * 3 * sizeof *expected);
}

static float random_finite(mote_random *random)
{
    static const float special[] = {0.0f,           -0.0f, 1e-45f, -1e-45f, 1.17549435e-38f,
                                    3.40282347e38f, 1.0f,  0.1f};
    uint32_t kind = mote_random_below(random, 4);
    if (kind == 0) return special[mote_random_below(random, sizeof special / sizeof *special)];
    if (kind == 1) return mote_random_between(random, -10.0f, 10.0f);
    for (;;) {
        uint32_t bits = mote_random_u32(random);
        float number;
        memcpy(&number, &bits, sizeof number);
        if (isfinite(number)) return number;
    }
}

io_model random_model(uint64_t seed, uint32_t vertex_count, uint32_t triangle_count, bool colors)
{
    mote_random random = mote_random_stream(seed, vertex_count, triangle_count);
    io_model model;
    assert_int_equal(io_model_create(vertex_count, triangle_count, &model), MOTE_OK);
    for (uint32_t i = 0; i < vertex_count; i++) {
        model.positions[i].x = random_finite(&random);
        model.positions[i].y = random_finite(&random);
        model.positions[i].z = random_finite(&random);
    }
    for (uint32_t i = 0; i < 3 * triangle_count; i++) {
        model.triangles[i] = mote_random_below(&random, vertex_count);
    }
    if (colors) {
        model.colors = malloc(vertex_count * (size_t)3);
        assert_non_null(model.colors);
        for (uint32_t i = 0; i < 3 * vertex_count; i++)
            model.colors[i] = (uint8_t)mote_random_u32(&random);
    }
    return model;
}

io_model unshared_model(const io_model *model)
{
    io_model result;
    assert_int_equal(io_model_create(model->triangle_count * 3, model->triangle_count, &result),
                     MOTE_OK);
    for (uint32_t i = 0; i < result.vertex_count; i++) {
        result.positions[i] = model->positions[model->triangles[i]];
        result.triangles[i] = i;
    }
    return result;
}

unsigned char *written_bytes(io_format format, const io_model *model, size_t *size)
{
    char path[] = "mote_test_XXXXXX";
    int descriptor = mkstemp(path);
    assert_true(descriptor >= 0);
    close(descriptor);
    mote_result result = io_write_as(path, format, model);
    if (result != MOTE_OK) fail_msg("%s", mote_last_message());
    FILE *file = fopen(path, "rb");
    assert_non_null(file);
    fseek(file, 0, SEEK_END);
    *size = (size_t)ftell(file);
    rewind(file);
    unsigned char *data = malloc(*size);
    assert_non_null(data);
    assert_int_equal(fread(data, 1, *size, file), *size);
    fclose(file);
    remove(path);
    return data;
}

void round_trip_keeps_every_bit(io_format format, bool colors)
{
    bool shares_vertices = format != IO_STL && format != IO_STL_ASCII;
    size_t rounds = test_count(5, 50, 500);
    for (uint32_t round = 0; round < rounds; round++) {
        io_model model = random_model(round, 1 + round * 37, round * 53, colors);
        io_model expected = model;
        if (!shares_vertices) expected = unshared_model(&model);
        size_t size;
        unsigned char *data = written_bytes(format, &model, &size);
        io_model read = read_bytes(format, data, size);
        assert_same_model(&read, &expected);
        free(data);
        io_model_release(&read);
        if (!shares_vertices) io_model_release(&expected);
        io_model_release(&model);
    }
}

static size_t allocations_until_failure;

static void *fail_later(void *block, size_t bytes)
{
    return allocations_until_failure-- == 0 ? NULL : realloc(block, bytes);
}

void survives_failing_allocations(io_format format, const void *data, size_t size)
{
    for (size_t n = 0;; n++) {
        io_model model;
        allocations_until_failure = n;
        io_reallocate = fail_later;
        mote_result result = io_read_memory(data, size, format, "case", &model);
        io_reallocate = realloc;
        bool failed = allocations_until_failure == SIZE_MAX;
        if (result != MOTE_OK) {
            assert_int_equal(result, MOTE_ERROR_MEMORY);
            assert_true(!model.positions && !model.triangles && !model.colors);
        } else {
            assert_int_equal(io_model_check(&model), MOTE_OK);
        }
        io_model_release(&model);
        if (result == MOTE_OK && !failed) return;
    }
}

void survives_truncation(io_format format, const void *data, size_t size)
{
    for (size_t length = 1; length < size; length++) {
        // A block of just this size lets the address sanitizer see a byte too far.
        void *prefix = malloc(length);
        assert_non_null(prefix);
        memcpy(prefix, data, length);
        io_model model;
        mote_result result = io_read_memory(prefix, length, format, "case", &model);
        if (result == MOTE_OK)
            assert_int_equal(io_model_check(&model), MOTE_OK);
        else
            assert_int_equal(result, MOTE_ERROR_DATA);
        io_model_release(&model);
        free(prefix);
    }
}
