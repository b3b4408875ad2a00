#define _POSIX_C_SOURCE 200809L
#include "bench/paper/claims.h"

#include <stdlib.h>

#include "core/result.h"

enum { TEXT_SIZE = 512 };

struct paper_claims {
    FILE *table, *items; // rows in Markdown and in JSON, in memory
    char *table_text, *items_text;
    size_t table_size, items_size;
    io_json_writer json;
    paper_score score;
};

paper_claims *paper_claims_create(void)
{
    paper_claims *claims = calloc(1, sizeof *claims);
    if (!claims) return NULL;
    claims->table = open_memstream(&claims->table_text, &claims->table_size);
    claims->items = open_memstream(&claims->items_text, &claims->items_size);
    if (!claims->table || !claims->items) {
        paper_claims_destroy(claims);
        return NULL;
    }
    claims->json.to = claims->items;
    return claims;
}

void paper_claims_destroy(paper_claims *claims)
{
    if (claims->table) fclose(claims->table);
    if (claims->items) fclose(claims->items);
    free(claims->table_text);
    free(claims->items_text);
    free(claims);
}

const paper_score *paper_claims_score(const paper_claims *claims)
{
    return &claims->score;
}

// ---------------------------------------------------------------------------------------------
// What would settle a claim

static mote_result settle_text(const paper_claim_def *def, paper_estimate estimate, char *out,
                               size_t size)
{
    uint32_t count = paper_count_to_settle(estimate, def->rule);
    if (def->settle)
        snprintf(out, size, "%s", def->settle);
    else if (count)
        snprintf(out, size, "about %u samples instead of %u", count, estimate.count);
    else
        return mote_fail(MOTE_ERROR_STATE,
                         "the claim '%.200s' is open, and nothing says what would settle it",
                         def->claim);
    return MOTE_OK;
}

// Of the first column that is open; empty where none is.
static mote_result find_settle(const paper_claim_def *def, char *out, size_t size)
{
    out[0] = 0;
    if (paper_judge(def->letter, def->rule) == PAPER_OPEN)
        return settle_text(def, def->letter, out, size);
    if (paper_judge(def->ours, def->rule) == PAPER_OPEN)
        return settle_text(def, def->ours, out, size);
    return MOTE_OK;
}

// ---------------------------------------------------------------------------------------------
// A row

static void put_column(FILE *to, paper_estimate estimate, paper_rule rule)
{
    char text[TEXT_SIZE];
    paper_verdict verdict = paper_judge(estimate, rule);
    const char *strong = verdict == PAPER_FAILS ? "**" : "";
    paper_estimate_text(estimate, rule.unit, text, sizeof text);
    fprintf(to, " | %s | %s%s%s", text, strong, paper_verdict_name(verdict), strong);
}

// Writes a note after those that are there already.
static void put_note(FILE *to, bool *has_notes, const char *before, const char *text)
{
    fprintf(to, "%s%s%s", *has_notes ? "; " : "", before, text);
    *has_notes = true;
}

static void put_row(FILE *to, const paper_claim_def *def, const char *settle, const char *remark)
{
    char rule[TEXT_SIZE], seeds[32];
    paper_rule_text(def->rule, rule, sizeof rule);
    fprintf(to, "| %s | %s", def->section, def->claim);
    if (def->reading) fprintf(to, " (read as: %s)", def->reading);
    fprintf(to, " | %s", rule);
    put_column(to, def->letter, def->rule);
    put_column(to, def->ours, def->rule);
    fputs(" | ", to);
    bool has_notes = false;
    snprintf(seeds, sizeof seeds, "%u seed%s", def->seeds, def->seeds == 1 ? "" : "s");
    if (def->seeds) put_note(to, &has_notes, "", seeds);
    if (def->processor_time) put_note(to, &has_notes, "", "processor time");
    if (remark[0]) put_note(to, &has_notes, "", remark);
    if (settle[0]) put_note(to, &has_notes, "open; would be settled by ", settle);
    fputs(" |\n", to);
}

static void put_estimate(io_json_writer *json, const char *key, paper_estimate e, paper_rule rule)
{
    if (e.kind == PAPER_NO_ESTIMATE) {
        io_json_write_null(json, key);
        return;
    }
    io_json_write_object(json, key);
    io_json_write_string(json, "verdict", paper_verdict_name(paper_judge(e, rule)));
    io_json_write_double(json, "value", e.value);
    io_json_write_double(json, "low", e.low);
    io_json_write_double(json, "high", e.high);
    io_json_write_integer(json, "count", e.count);
    io_json_write_end_object(json);
}

static void put_item(io_json_writer *json, const paper_claim_def *def, const char *settle,
                     const char *remark)
{
    char rule[TEXT_SIZE];
    paper_rule_text(def->rule, rule, sizeof rule);
    io_json_write_line(json, 4);
    io_json_write_object(json, NULL);
    io_json_write_string(json, "section", def->section);
    io_json_write_string(json, "claim", def->claim);
    io_json_write_string(json, "reading", def->reading);
    io_json_write_string(json, "holds_if", rule);
    put_estimate(json, "letter", def->letter, def->rule);
    put_estimate(json, "ours", def->ours, def->rule);
    io_json_write_integer(json, "seeds", def->seeds);
    io_json_write_bool(json, "processor_time", def->processor_time);
    io_json_write_string(json, "settle", settle[0] ? settle : NULL);
    io_json_write_string(json, "remark", remark[0] ? remark : NULL);
    io_json_write_end_object(json);
}

mote_result paper_claims_add(paper_claims *claims, const paper_claim_def *def, const char *remark)
{
    char settle[TEXT_SIZE];
    mote_result result = find_settle(def, settle, sizeof settle);
    if (result) return result;
    put_row(claims->table, def, settle, remark);
    put_item(&claims->json, def, settle, remark);
    claims->score.rows++;
    claims->score.letter[paper_judge(def->letter, def->rule)]++;
    claims->score.ours[paper_judge(def->ours, def->rule)]++;
    if (ferror(claims->table) || ferror(claims->items))
        return mote_fail(MOTE_ERROR_MEMORY, "no memory for the claims of a page");
    return MOTE_OK;
}

// ---------------------------------------------------------------------------------------------

static void put_counts(FILE *to, const char *what, const uint32_t counts[PAPER_VERDICT_COUNT])
{
    fprintf(to, "| %s | %u | %u | %u | %u |\n", what, counts[PAPER_HOLDS], counts[PAPER_FAILS],
            counts[PAPER_OPEN], counts[PAPER_NO_VERDICT]);
}

void paper_claims_write(paper_claims *claims, FILE *to)
{
    fflush(claims->table);
    fputs("Each claim is judged twice: by the paper's rules to the letter, and by this library's "
          "settings. Each figure is followed by its 95 % interval in parentheses. A claim holds if "
          "the whole interval satisfies the rule, fails if the whole interval violates it, and is "
          "open otherwise.\n\n",
          to);
    fputs("| by | holds | fails | open | does not apply |\n|---|---:|---:|---:|---:|\n", to);
    put_counts(to, "the paper's rules", claims->score.letter);
    put_counts(to, "our settings", claims->score.ours);
    fputs("\n| section | claim | holds if | the paper's rules | verdict | our settings | verdict | "
          "notes |\n|---|---|---|---|---|---|---|---|\n",
          to);
    fputs(claims->table_text, to);
}

void paper_claims_write_json(paper_claims *claims, io_json_writer *json)
{
    fflush(claims->items);
    io_json_write_array(json, "claims");
    // A raw value: all items, with the commas between them.
    if (claims->items_size) io_json_write_raw(json, NULL, claims->items_text, claims->items_size);
    io_json_write_end_array(json);
}
