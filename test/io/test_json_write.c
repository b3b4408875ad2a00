#define _POSIX_C_SOURCE 200809L
#include "io/json_write.h"

#include <locale.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/random.h"
#include "io/json.h"
#include "support/run.h"

typedef struct output {
    io_json_writer writer;
    char *text;
    size_t size;
} output;

static void begin(output *out)
{
    *out = (output){0};
    out->writer.to = open_memstream(&out->text, &out->size);
    assert_non_null(out->writer.to);
}

// The caller frees the text.
static char *finish(output *out)
{
    assert_int_equal(fclose(out->writer.to), 0);
    return out->text;
}

static char *written_string(const char *text)
{
    output out;
    begin(&out);
    io_json_write_string(&out.writer, NULL, text);
    return finish(&out);
}

static void commas_stand_between_values_and_nowhere_else(void **state)
{
    (void)state;
    output out;
    begin(&out);
    io_json_writer *w = &out.writer;
    io_json_write_object(w, NULL);
    io_json_write_array(w, "empty");
    io_json_write_end_array(w);
    io_json_write_array(w, "items");
    io_json_write_integer(w, NULL, UINT64_MAX);
    io_json_write_bool(w, NULL, true);
    io_json_write_line(w, 2);
    io_json_write_null(w, NULL);
    io_json_write_object(w, NULL);
    io_json_write_end_object(w);
    io_json_write_end_array(w);
    io_json_write_line(w, 0);
    io_json_write_vec3(w, "point", (mote_vec3){1.0f, -0.5f, INFINITY});
    io_json_write_raw(w, "raw", "[7]xx", 3);
    io_json_write_string(w, "none", NULL);
    io_json_write_end_object(w);
    char *text = finish(&out);
    assert_string_equal(text, "{\"empty\":[],\"items\":[18446744073709551615,true,\n  null,{}],\n"
                              "\"point\":[1,-0.5,null],\"raw\":[7],\"none\":null}");
    free(text);
}

static void every_byte_of_ascii_reads_back(void **state)
{
    (void)state;
    for (int c = 1; c < 128; c++) {
        char *json_text = written_string((char[]){'a', (char)c, 'b', '\0'});
        for (const char *at = json_text; *at; at++)
            assert_true((unsigned char)*at >= ' ' && *at != '<');
        io_json json;
        assert_int_equal(io_json_parse(json_text, strlen(json_text), &json), MOTE_OK);
        char back[32];
        size_t length = io_json_unescape(json.nodes, back);
        assert_int_equal(length, 3);
        assert_memory_equal(back, ((char[]){'a', (char)c, 'b'}), 3);
        io_json_release(&json);
        free(json_text);
    }
}

static void keys_are_escaped_like_strings(void **state)
{
    (void)state;
    output out;
    begin(&out);
    io_json_write_object(&out.writer, NULL);
    io_json_write_integer(&out.writer, "a\"\n", 1);
    io_json_write_end_object(&out.writer);
    char *text = finish(&out);
    assert_string_equal(text, "{\"a\\\"\\u000a\":1}");
    free(text);
}

static void utf8_passes_and_what_is_not_utf8_is_replaced(void **state)
{
    (void)state;
    static const struct {
        const char *text, *json;
    } cases[] = {
        {"\xc3\xa9\xe2\x82\xac\xf0\x9f\x98\x80", "\"\xc3\xa9\xe2\x82\xac\xf0\x9f\x98\x80\""},
        {"\xed\x9f\xbf\xee\x80\x80\xf4\x8f\xbf\xbf",
         "\"\xed\x9f\xbf\xee\x80\x80\xf4\x8f\xbf\xbf\""},
        {"a\xff", "\"a\\ufffd\""},
        {"\x80z", "\"\\ufffdz\""},
        {"\xc3", "\"\\ufffd\""},                       // cut off
        {"\xe2\x82", "\"\\ufffd\\ufffd\""},            // cut off
        {"\xc0\x80", "\"\\ufffd\\ufffd\""},            // longer than necessary
        {"\xe0\x80\x80", "\"\\ufffd\\ufffd\\ufffd\""}, // longer than necessary
        {"\xf0\x80\x80\x80", "\"\\ufffd\\ufffd\\ufffd\\ufffd\""},
        {"\xed\xa0\x80", "\"\\ufffd\\ufffd\\ufffd\""},            // a surrogate
        {"\xf4\x90\x80\x80", "\"\\ufffd\\ufffd\\ufffd\\ufffd\""}, // above U+10FFFF
        {"\xc3\"", "\"\\ufffd\\\"\""},
        {"\xc2\x9b\xe2\x80\xae", "\"\\u009b\\u202e\""}, // a control, an override of direction
        {"\xf3\xa0\x80\x81", "\"\\udb40\\udc01\""},     // a tag, which is invisible
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char *json = written_string(cases[i].text);
        assert_string_equal(json, cases[i].json);
        free(json);
    }
}

static char *written_double(double number)
{
    output out;
    begin(&out);
    io_json_write_double(&out.writer, NULL, number);
    return finish(&out);
}

static void doubles_and_floats_read_back_as_the_same_bits(void **state)
{
    (void)state;
    mote_random random = mote_random_stream(1, 0, 0);
    for (uint32_t i = 0; i < test_count(1000, 20000, 1000000); i++) {
        uint64_t bits = mote_random_u64(&random);
        double number;
        memcpy(&number, &bits, sizeof number);
        char *text = written_double(number);
        if (isfinite(number))
            assert_true(strtod(text, NULL) == number);
        else
            assert_string_equal(text, "null");
        free(text);
    }
    char *text = written_double(0.1);
    assert_string_equal(text, "0.1");
    free(text);
    text = written_double(-0.0);
    assert_string_equal(text, "-0");
    free(text);
    output out;
    begin(&out);
    io_json_write_array(&out.writer, NULL);
    io_json_write_float(&out.writer, NULL, 0.1f);
    io_json_write_float(&out.writer, NULL, NAN);
    io_json_write_end_array(&out.writer);
    text = finish(&out);
    assert_string_equal(text, "[0.1,null]");
    free(text);
}

static void the_decimal_point_is_a_point_in_every_locale(void **state)
{
    (void)state;
    if (!setlocale(LC_NUMERIC, "de_DE.UTF-8") && !setlocale(LC_NUMERIC, "fr_FR.UTF-8")) skip();
    char *text = written_double(-1.5e-7);
    setlocale(LC_NUMERIC, "C");
    assert_string_equal(text, "-1.5e-07");
    free(text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(commas_stand_between_values_and_nowhere_else),
        cmocka_unit_test(every_byte_of_ascii_reads_back),
        cmocka_unit_test(keys_are_escaped_like_strings),
        cmocka_unit_test(utf8_passes_and_what_is_not_utf8_is_replaced),
        cmocka_unit_test(doubles_and_floats_read_back_as_the_same_bits),
        cmocka_unit_test(the_decimal_point_is_a_point_in_every_locale),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
