#define _POSIX_C_SOURCE 200809L
#include "bench/paper/claims.h"

#include <math.h>
#include <mote/base.h>
#include <stdlib.h>
#include <string.h>

#include "io/json.h"
#include "support/run.h"
#include "support/text.h"

static paper_claim_def claim_of(paper_estimate letter, paper_estimate ours)
{
    return (paper_claim_def){.section = "3.5",
                             .claim = "it finds \"all\" pairs",
                             .rule = paper_at_least("the share found", 0.9, "%"),
                             .letter = letter,
                             .ours = ours,
                             .seeds = 20};
}

static const paper_estimate none;

// What is written to memory; to be freed.
static char *table_of(paper_claims *claims)
{
    static char *text;
    static size_t size;
    FILE *to = open_memstream(&text, &size);
    assert_non_null(to);
    paper_claims_write(claims, to);
    assert_int_equal(fclose(to), 0);
    return text;
}

static void both_columns_are_judged_and_counted(void **state)
{
    (void)state;
    paper_claims *claims = paper_claims_create();
    paper_claim_def def = claim_of(paper_share(1000, 1000), paper_share(100, 1000));
    assert_int_equal(paper_claims_add(claims, &def, "a remark"), MOTE_OK);
    def = claim_of(paper_share(19, 20), none);
    assert_int_equal(paper_claims_add(claims, &def, ""), MOTE_OK);
    const paper_score *score = paper_claims_score(claims);
    assert_int_equal(score->rows, 2);
    assert_int_equal(score->letter[PAPER_HOLDS], 1);
    assert_int_equal(score->letter[PAPER_OPEN], 1);
    assert_int_equal(score->ours[PAPER_FAILS], 1);
    assert_int_equal(score->ours[PAPER_NO_VERDICT], 1);
    char *table = table_of(claims);
    assert_int_equal(text_count(table, "| the paper's rules | 1 | 0 | 1 | 0 |"), 1);
    assert_int_equal(text_count(table, "| our settings | 0 | 1 | 0 | 1 |"), 1);
    assert_int_equal(text_count(table, " | holds | "), 2); // one of them in a heading
    assert_int_equal(text_count(table, "the share found is at least 90 %"), 2);
    assert_int_equal(text_count(table, "20 seeds; a remark"), 1);
    assert_int_equal(text_count(table, "would be settled by about"), 1);
    free(table);
    paper_claims_destroy(claims);
}

static void an_open_claim_says_what_would_settle_it(void **state)
{
    (void)state;
    paper_claims *claims = paper_claims_create();
    paper_claim_def def = claim_of(paper_not_tried(), none);
    assert_int_equal(paper_claims_add(claims, &def, ""), MOTE_ERROR_STATE);
    assert_non_null(strstr(mote_last_message(), "nothing says what would settle it"));
    assert_int_equal(paper_claims_score(claims)->rows, 0);
    def.settle = "the full run";
    assert_int_equal(paper_claims_add(claims, &def, ""), MOTE_OK);
    const double one[] = {0.95};
    def = claim_of(paper_share(1000, 1000), paper_mean(one, 1)); // in the other column
    assert_int_equal(paper_claims_add(claims, &def, ""), MOTE_ERROR_STATE);
    char *table = table_of(claims);
    assert_int_equal(text_count(table, "open; would be settled by the full run"), 1);
    free(table);
    paper_claims_destroy(claims);
}

static void the_json_has_what_the_table_has(void **state)
{
    (void)state;
    paper_claims *claims = paper_claims_create();
    paper_claim_def def = claim_of(paper_share(1000, 1000), none);
    def.reading = "pairs of bodies";
    def.processor_time = true;
    for (int i = 0; i < 3; i++) assert_int_equal(paper_claims_add(claims, &def, ""), MOTE_OK);
    static char *text;
    static size_t size;
    FILE *to = open_memstream(&text, &size);
    io_json_writer writer = {.to = to};
    io_json_write_object(&writer, NULL);
    paper_claims_write_json(claims, &writer);
    io_json_write_end_object(&writer);
    assert_int_equal(fclose(to), 0);
    io_json json;
    assert_int_equal(io_json_parse(text, size, &json), MOTE_OK);
    const io_json_node *list = io_json_member(&json, &json.nodes[0], "claims");
    uint32_t count = 0;
    for (const io_json_node *c = io_json_first(&json, list); c; c = io_json_next(&json, c)) {
        const io_json_node *letter = io_json_member(&json, c, "letter");
        assert_true(io_json_is(io_json_member(&json, letter, "verdict"), "holds"));
        assert_true(io_json_number(&json, letter, "value") == 1);
        assert_true(io_json_number(&json, letter, "low") > 0.99);
        assert_true(io_json_is(io_json_member(&json, c, "reading"), "pairs of bodies"));
        assert_true(io_json_number(&json, c, "seeds") == 20);
        assert_int_equal(io_json_member(&json, c, "ours")->kind, IO_JSON_WORD);
        count++;
    }
    assert_int_equal(count, 3);
    io_json_release(&json);
    free(text);
    paper_claims_destroy(claims);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(both_columns_are_judged_and_counted),
        cmocka_unit_test(an_open_claim_says_what_would_settle_it),
        cmocka_unit_test(the_json_has_what_the_table_has),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
