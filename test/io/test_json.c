#include "io/json.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bench/document.h"
#include "bench/method_contender.h"
#include "support/run.h"

static void values_are_found_by_key_and_in_order(void **state)
{
    (void)state;
    const char *text =
        " {\"a\": [1, -2.5e3, \"x\\\"y\"], \"b\": {\"c\": null, \"d\": 7}, \"e\": {}} ";
    io_json json;
    assert_int_equal(io_json_parse(text, strlen(text), &json), MOTE_OK);
    const io_json_node *root = json.nodes;
    const io_json_node *item = io_json_first(&json, io_json_member(&json, root, "a"));
    assert_true(item->number == 1);
    item = io_json_next(&json, item);
    assert_true(item->number == -2500);
    item = io_json_next(&json, item);
    assert_true(io_json_is(item, "x\\\"y"));
    assert_null(io_json_next(&json, item));
    const io_json_node *b = io_json_member(&json, root, "b");
    assert_true(io_json_number(&json, b, "d") == 7);
    assert_true(io_json_number(&json, b, "missing") == 0);
    assert_int_equal(b->end - b->text, strlen("{\"c\": null, \"d\": 7}"));
    assert_null(io_json_first(&json, io_json_member(&json, root, "e")));
    assert_null(io_json_member(&json, NULL, "e"));
    io_json_release(&json);
}

static void what_is_no_json_is_refused(void **state)
{
    (void)state;
    static const char *const bad[] = {"",      "{",       "[1,]",       "[1 2]", "{\"a\" 1}",
                                      "{1:2}", "\"open",  "nul",        "[1] 2", "1-2",
                                      "\"\\",  "[\"\\\"", "{\"a\":1,}", "--1",   "]"};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        io_json json;
        assert_int_equal(io_json_parse(bad[i], strlen(bad[i]), &json), MOTE_ERROR_DATA);
        assert_null(json.nodes);
    }
    char deep[1000];
    memset(deep, '[', sizeof deep);
    io_json json;
    assert_int_equal(io_json_parse(deep, sizeof deep, &json), MOTE_ERROR_DATA);
}

static void values_beyond_a_limit_are_refused(void **state)
{
    (void)state;
    static const char text[] = "[1, [2, 3], {\"a\": 4}]"; // seven values
    io_json json;
    assert_int_equal(io_json_parse_within(text, strlen(text), 7, &json), MOTE_OK);
    assert_int_equal(json.count, 7);
    io_json_release(&json);
    for (uint32_t limit = 0; limit < 7; limit++) {
        assert_int_equal(io_json_parse_within(text, strlen(text), limit, &json), MOTE_ERROR_DATA);
        assert_non_null(strstr(mote_last_message(), "too many values"));
        assert_null(json.nodes);
    }
    // The memory never exceeds the limit.
    char many[2001];
    memset(many, '0', sizeof many);
    for (size_t i = 2; i < sizeof many - 1; i += 2) many[i] = ',';
    many[0] = '[';
    many[sizeof many - 1] = ']';
    assert_int_equal(io_json_parse_within(many, sizeof many, 1001, &json), MOTE_OK);
    assert_in_range(json.capacity, 1001, 1001);
    io_json_release(&json);
}

static char *read_back(FILE *file, size_t *size)
{
    *size = (size_t)ftell(file);
    rewind(file);
    char *text = malloc(*size + 1);
    assert_non_null(text);
    assert_int_equal(fread(text, 1, *size, file), *size);
    return text;
}

static void a_measurement_reads_back_as_it_was_written(void **state)
{
    (void)state;
    bench_stage_def def = bench_default_stage_def();
    def.scene.detail = 100;
    def.frame_count = 3;
    bench_stage stage;
    assert_int_equal(bench_stage_open(&def, &stage), MOTE_OK);
    bench_method_settings settings;
    assert_true(bench_method_settings_make("hybrid", 2, &settings));
    bench_contender contender = bench_method_contender(&settings);
    bench_protocol protocol = {.repeats = 2};
    bench_measurement m;
    assert_int_equal(bench_measure(&stage, &contender, 1, &protocol, &m), MOTE_OK);
    FILE *file = tmpfile();
    assert_non_null(file);
    bench_document document = bench_document_begin(file);
    for (int run = 0; run < 2; run++) {
        bench_document_begin_run(&document, &stage, "quoted \"scene\"", BENCH_ASK_PAIRS, &m);
        for (int peer = 0; peer < run; peer++) bench_document_add_peer(&document, "{}", 2);
        bench_document_end_run(&document);
    }
    bench_document_end(&document);
    size_t size;
    char *text = read_back(file, &size);
    io_json json;
    assert_int_equal(io_json_parse(text, size, &json), MOTE_OK);
    const io_json_node *run = io_json_first(&json, io_json_member(&json, json.nodes, "runs"));
    assert_true(io_json_number(&json, run, "triangles") == (double)stage.triangle_count);
    const io_json_node *timing = io_json_first(&json, io_json_member(&json, run, "contenders"));
    assert_true(io_json_is(io_json_member(&json, timing, "name"), "hybrid x2"));
    double median = bench_summarize_frames(&m, m.timings[0].seconds, BENCH_CLASS_COUNT).median;
    double read = io_json_number(&json, io_json_member(&json, timing, "all"), "median");
    assert_true(read >= median - 1e-9 && read <= median + 1e-9);
    assert_non_null(io_json_next(&json, run));
    io_json_release(&json);
    free(text);
    fclose(file);
    bench_measurement_release(&m);
    bench_stage_close(&stage);
}

static void escapes_are_undone(void **state)
{
    (void)state;
    static const struct {
        const char *json, *text;
    } cases[] = {{"\"plain\"", "plain"},
                 {"\"\\\"\\\\\\/\\b\\f\\n\\r\\t\"", "\"\\/\b\f\n\r\t"},
                 {"\"\\u0041\\u00e9\\u20ac\"", "A\xc3\xa9\xe2\x82\xac"},
                 {"\"\\ud83d\\ude00\"", "\xf0\x9f\x98\x80"},
                 {"\"\\ud83d!\"", "\xef\xbf\xbd!"}, // half of a pair
                 {"\"\\u12\"", "\\u12"},
                 {"\"\\x\"", "\\x"}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        io_json json;
        char text[64];
        assert_int_equal(io_json_parse(cases[i].json, strlen(cases[i].json), &json), MOTE_OK);
        size_t length = io_json_unescape(json.nodes, text);
        text[length] = '\0';
        assert_string_equal(text, cases[i].text);
        io_json_release(&json);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(values_are_found_by_key_and_in_order),
        cmocka_unit_test(what_is_no_json_is_refused),
        cmocka_unit_test(values_beyond_a_limit_are_refused),
        cmocka_unit_test(escapes_are_undone),
        cmocka_unit_test(a_measurement_reads_back_as_it_was_written),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
