#include "support/run.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/random.h"
#include "scenes/render/deflate.h"
#include "scenes/render/renderer.h"

// ---------------------------------------------------------------------------------------------
// An inflater for blocks with fixed codes, by the letter of RFC 1951

typedef struct bit_reader {
    const uint8_t *data;
    size_t size, at; // in bits
} bit_reader;

static uint32_t get_bit(bit_reader *r)
{
    assert_true(r->at < 8 * r->size);
    uint32_t bit = r->data[r->at / 8] >> r->at % 8 & 1;
    r->at++;
    return bit;
}

static uint32_t get_bits(bit_reader *r, uint32_t count)
{
    uint32_t value = 0;
    for (uint32_t i = 0; i < count; i++) value |= get_bit(r) << i;
    return value;
}

static uint32_t get_symbol(bit_reader *r)
{
    uint32_t code = 0;
    for (int i = 0; i < 7; i++) code = code << 1 | get_bit(r);
    if (code <= 0x17) return 256 + code;
    code = code << 1 | get_bit(r);
    if (code >= 0x30 && code <= 0xbf) return code - 0x30;
    if (code >= 0xc0 && code <= 0xc7) return 280 + code - 0xc0;
    code = code << 1 | get_bit(r);
    return 144 + code - 0x190;
}

static const uint16_t length_base[29] = {3,  4,  5,  6,   7,   8,   9,   10,  11, 13,
                                         15, 17, 19, 23,  27,  31,  35,  43,  51, 59,
                                         67, 83, 99, 115, 131, 163, 195, 227, 258};
static const uint8_t length_extra[29] = {0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2,
                                         2, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5, 0};
static const uint16_t distance_base[30] = {
    1,   2,   3,   4,   5,   7,    9,    13,   17,   25,   33,   49,   65,    97,    129,
    193, 257, 385, 513, 769, 1025, 1537, 2049, 3073, 4097, 6145, 8193, 12289, 16385, 24577};

static size_t inflate(const uint8_t *data, size_t size, uint8_t *out, size_t capacity)
{
    bit_reader r = {data + 2, size - 6, 0};
    size_t count = 0;
    assert_int_equal(get_bits(&r, 3), 3); // last block, fixed codes
    for (uint32_t symbol; (symbol = get_symbol(&r)) != 256;) {
        if (symbol < 256) {
            assert_true(count < capacity);
            out[count++] = (uint8_t)symbol;
            continue;
        }
        uint32_t length = length_base[symbol - 257] + get_bits(&r, length_extra[symbol - 257]);
        uint32_t code = 0;
        for (int i = 0; i < 5; i++) code = code << 1 | get_bit(&r);
        uint32_t distance = distance_base[code] + get_bits(&r, code < 4 ? 0 : code / 2 - 1);
        assert_true(distance <= count && count + length <= capacity);
        for (uint32_t i = 0; i < length; i++, count++) out[count] = out[count - distance];
    }
    return count;
}

static void what_was_compressed_comes_back(void **state)
{
    (void)state;
    enum { MAX = 100000 };
    uint8_t *data = malloc(MAX), *packed = malloc(scene_zlib_bound(MAX)), *back = malloc(MAX);
    uint32_t *table = malloc(SCENE_ZLIB_TABLE * sizeof *table);
    assert_true(data && packed && back && table);
    for (uint32_t i = 0; i < test_count(30, 200, 5000); i++) {
        mote_random random = mote_random_stream(1, i, 0);
        size_t size = mote_random_below(&random, i % 4 ? 3000 : MAX);
        uint32_t letters = 1 + mote_random_below(&random, i % 3 ? 4 : 256);
        for (size_t k = 0; k < size; k++) data[k] = (uint8_t)mote_random_below(&random, letters);
        size_t packed_size = scene_zlib_compress(data, size, table, packed);
        assert_true(packed_size <= scene_zlib_bound(size));
        assert_int_equal(inflate(packed, packed_size, back, MAX), size);
        assert_memory_equal(back, data, size);
    }
    free(data);
    free(packed);
    free(back);
    free(table);
}

// ---------------------------------------------------------------------------------------------
// Pictures

static const scene_color white = {1, 1, 1}, red = {1, 0, 0}, blue = {0, 0, 1};
static const mote_box unit_box = {{-1, -1, -1}, {1, 1, 1}};

static const uint8_t *pixel_at(const scene_image *image, uint32_t x, uint32_t y)
{
    return image->pixels + 3 * ((size_t)y * image->width + x);
}

static void the_nearest_is_in_front(void **state)
{
    (void)state;
    scene_renderer *r;
    scene_image image;
    assert_int_equal(scene_renderer_create(60, 60, white, &r), MOTE_OK);
    scene_renderer_look(r, &unit_box, (mote_vec3){0, -1, 0});
    const mote_vec3 near[3] = {{-1, -0.5f, -1}, {1, -0.5f, -1}, {0, -0.5f, 1}};
    const mote_vec3 far[3] = {{-1, 0.5f, -1}, {1, 0.5f, -1}, {0, 0.5f, 1}};
    scene_render_triangle(r, near, NULL, red, 0);
    scene_render_triangle(r, far, NULL, blue, 0);
    assert_int_equal(scene_renderer_finish(r, &image), MOTE_OK);
    const uint8_t *middle = pixel_at(&image, 30, 30), *corner = pixel_at(&image, 1, 1);
    assert_true(middle[0] > 100 && middle[2] == 0);
    assert_true(corner[0] == 255 && corner[1] == 255 && corner[2] == 255);
    scene_image_release(&image);
    scene_render_ball(r, (mote_vec3){0, 0.9f, 0}, 4, blue, true);
    assert_int_equal(scene_renderer_finish(r, &image), MOTE_OK);
    assert_true(pixel_at(&image, 30, 30)[2] > 100);
    scene_image_release(&image);
    scene_renderer_destroy(r);
}

static void balls_shine_through_what_hides_them(void **state)
{
    (void)state;
    scene_renderer *r;
    scene_image image;
    assert_int_equal(scene_renderer_create(60, 60, white, &r), MOTE_OK);
    scene_renderer_look(r, &unit_box, (mote_vec3){0, -1, 0});
    const mote_vec3 face[3] = {{-1, 0, -1}, {1, 0, -1}, {0, 0, 1}};
    scene_render_triangle(r, face, NULL, red, 0);
    assert_int_equal(scene_renderer_finish(r, &image), MOTE_OK);
    uint8_t before = pixel_at(&image, 30, 30)[0];
    scene_image_release(&image);
    scene_render_ball_through(r, (mote_vec3){0, 0.9f, 0}, 4, blue); // behind the face
    scene_render_ball_through(r, (mote_vec3){0, -0.9f, -0.5f}, 4, blue);
    assert_int_equal(scene_renderer_finish(r, &image), MOTE_OK);
    const uint8_t *behind = pixel_at(&image, 30, 30), *in_front = pixel_at(&image, 30, 44);
    assert_true(behind[0] > before / 2 && behind[0] < before); // still mostly the face
    assert_true(behind[2] > 40 && behind[2] < 120);
    assert_true(in_front[0] == 0 && in_front[2] > 120);
    scene_image_release(&image);
    scene_renderer_destroy(r);
}

static void any_direction_can_be_up(void **state)
{
    (void)state;
    scene_renderer *r;
    scene_image image;
    assert_int_equal(scene_renderer_create(60, 60, white, &r), MOTE_OK);
    scene_renderer_look_with_up(r, &unit_box, (mote_vec3){0, 0.3f, 1}, (mote_vec3){0, 1, 0});
    scene_render_ball(r, (mote_vec3){0, 0.8f, 0}, 4, red, false);
    scene_render_ball(r, (mote_vec3){0.8f, 0, 0}, 4, blue, false);
    assert_int_equal(scene_renderer_finish(r, &image), MOTE_OK);
    const uint8_t *top = pixel_at(&image, 30, 12), *right = pixel_at(&image, 48, 30);
    assert_true(top[0] > 100 && top[2] == 0);
    assert_true(right[0] == 0 && right[2] > 100);
    scene_image_release(&image);
    scene_renderer_destroy(r);
}

static void edges_are_smooth(void **state)
{
    (void)state;
    scene_renderer *r;
    scene_image image;
    assert_int_equal(scene_renderer_create(100, 100, white, &r), MOTE_OK);
    scene_renderer_look(r, &unit_box, (mote_vec3){0, -1, 0});
    scene_render_line(r, (mote_vec3){-1, 0, -0.9f}, (mote_vec3){1, 0, 0.8f}, 3,
                      (scene_color){0, 0, 0}, false);
    assert_int_equal(scene_renderer_finish(r, &image), MOTE_OK);
    size_t between = 0;
    for (size_t i = 0; i < (size_t)100 * 100; i++)
        between += image.pixels[3 * i] > 0 && image.pixels[3 * i] < 255;
    assert_true(between > 100);
    scene_image_release(&image);
    scene_renderer_destroy(r);
}

static void anything_may_be_outside_the_picture(void **state)
{
    (void)state;
    scene_renderer *r;
    assert_int_equal(scene_renderer_create(20, 20, white, &r), MOTE_OK);
    scene_renderer_look(r, &unit_box, (mote_vec3){1, 1, 1});
    mote_random random = mote_random_stream(2, 0, 0);
    for (uint32_t i = 0; i < test_count(200, 2000, 100000); i++) {
        mote_vec3 p[3];
        float far = i % 7 == 0 ? 1e30f : 20;
        for (int k = 0; k < 3; k++)
            p[k] = (mote_vec3){mote_random_between(&random, -far, far),
                               mote_random_between(&random, -far, far),
                               i % 11 == 0 ? NAN : mote_random_between(&random, -far, far)};
        scene_render_triangle(r, p, NULL, red, 0.3f);
        scene_render_ball(r, p[0], 5, blue, false);
        scene_render_line(r, p[1], p[2], 2, blue, true);
    }
    scene_renderer_destroy(r);
}

static void pictures_without_pixels_are_refused(void **state)
{
    (void)state;
    scene_renderer *r;
    assert_int_equal(scene_renderer_create(0, 20, white, &r), MOTE_ERROR_ARGUMENT);
    assert_null(r);
    assert_int_equal(scene_renderer_create(1u << 20, 1u << 20, white, &r), MOTE_ERROR_ARGUMENT);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_was_compressed_comes_back),
        cmocka_unit_test(the_nearest_is_in_front),
        cmocka_unit_test(balls_shine_through_what_hides_them),
        cmocka_unit_test(any_direction_can_be_up),
        cmocka_unit_test(edges_are_smooth),
        cmocka_unit_test(anything_may_be_outside_the_picture),
        cmocka_unit_test(pictures_without_pixels_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
