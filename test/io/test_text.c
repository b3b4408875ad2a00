#include <string.h>

#include "io/text.h"
#include "support/run.h"

static io_text text_of(const char *characters)
{
    return io_text_of(characters, strlen(characters), "case");
}

static void expect_word(io_text *text, const char *expected)
{
    io_word word = io_text_word(text);
    assert_true(io_word_is(word, expected));
}

static void words_end_at_blanks_line_ends_and_comments(void **state)
{
    (void)state;
    io_text text = text_of("  one\ttwo\r\n# nothing\n\nthree#four\nfive");
    assert_true(io_text_next_statement(&text));
    expect_word(&text, "one");
    expect_word(&text, "two");
    expect_word(&text, "");
    assert_true(io_text_next_statement(&text));
    assert_int_equal(text.line, 4);
    expect_word(&text, "three");
    assert_false(io_text_more(&text));
    io_text_next_line(&text);
    expect_word(&text, "five");
    assert_int_equal(text.line, 5);
    assert_false(io_text_next_statement(&text));
    assert_int_equal(text.line, 5);
}

static void lines_are_joined_only_where_the_format_does(void **state)
{
    (void)state;
    const char *characters = "a \\\nb\\\r\nc \\x\nd";
    io_text text = text_of(characters);
    expect_word(&text, "a");
    expect_word(&text, "\\");
    expect_word(&text, "");
    text = text_of(characters);
    text.continues = true;
    expect_word(&text, "a");
    expect_word(&text, "b");
    assert_int_equal(text.line, 2);
    expect_word(&text, "c");
    assert_int_equal(text.line, 3);
    expect_word(&text, "\\x");
    expect_word(&text, "");
    text = text_of(characters);
    text.continues = true;
    io_text_next_line(&text);
    assert_int_equal(text.line, 4);
    expect_word(&text, "d");
}

static void a_lonely_backslash_ends_no_loop(void **state)
{
    (void)state;
    static const char *const cases[] = {"\\", "\\\r", "\\\n", "a\\", "a\\\r\n", "#\\\n"};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        io_text text = text_of(cases[i]);
        text.continues = true;
        while (io_text_next_statement(&text)) assert_true(io_text_word(&text).length > 0);
        assert_ptr_equal(text.at, text.end);
    }
}

static void integers_are_read_up_to_their_limits(void **state)
{
    (void)state;
    int64_t number = 0;
    io_text text = text_of("12 -7 +5 9223372036854775800 1.5");
    static const int64_t expected[] = {12, -7, 5};
    for (int i = 0; i < 3; i++) {
        assert_int_equal(io_text_integer(&text, "it", &number), MOTE_OK);
        assert_true(number == expected[i]);
    }
    // The last few below the limit are refused like what is beyond it.
    assert_int_equal(io_text_integer(&text, "it", &number), MOTE_ERROR_DATA);
    assert_string_equal(mote_last_message(),
                        "case:1: \"9223372036854775800\" is not a whole number in range");
    assert_int_equal(io_text_integer(&text, "it", &number), MOTE_ERROR_DATA);
    assert_string_equal(mote_last_message(), "case:1: \"1.5\" is not a whole number in range");
    assert_int_equal(io_text_integer(&text, "it", &number), MOTE_ERROR_DATA);
    assert_string_equal(mote_last_message(), "case:1: it is missing");
}

static void counts_are_not_negative(void **state)
{
    (void)state;
    uint64_t count = 0;
    io_text text = text_of("\n8 -8");
    assert_true(io_text_next_statement(&text));
    assert_int_equal(io_text_count(&text, "it", &count), MOTE_OK);
    assert_int_equal(count, 8);
    assert_int_equal(io_text_count(&text, "it", &count), MOTE_ERROR_DATA);
    assert_string_equal(mote_last_message(), "case:2: it is negative: -8");
}

static void keywords_compare_as_asked(void **state)
{
    (void)state;
    io_text text = text_of("Solid");
    io_word word = io_text_word(&text);
    assert_true(io_word_is(word, "Solid"));
    assert_false(io_word_is(word, "solid"));
    assert_true(io_word_is_any_case(word, "solid"));
    assert_false(io_word_is_any_case(word, "soli"));
    assert_false(io_word_is_any_case(word, "solix"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(words_end_at_blanks_line_ends_and_comments),
        cmocka_unit_test(lines_are_joined_only_where_the_format_does),
        cmocka_unit_test(a_lonely_backslash_ends_no_loop),
        cmocka_unit_test(integers_are_read_up_to_their_limits),
        cmocka_unit_test(counts_are_not_negative),
        cmocka_unit_test(keywords_compare_as_asked),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
