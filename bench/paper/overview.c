#include "bench/paper/overview.h"

#include <stdlib.h>

#include "bench/output.h"
#include "core/result.h"
#include "io/json.h"

// The last run of a paper, as its NAME.json has it.
typedef struct last_run {
    paper_score score;
    char date[32];
    double seed_set;
    bool quick;
} last_run;

// ---------------------------------------------------------------------------------------------
// Reading

static mote_result fail_page(const char *path)
{
    return mote_fail(MOTE_ERROR_DATA, "%s: not the claims of a paper", path);
}

// Null if there is no such file. To be freed.
static char *read_text(const char *path, size_t *size)
{
    FILE *from = fopen(path, "rb");
    if (!from) return NULL;
    char *text = NULL;
    if (fseek(from, 0, SEEK_END) == 0) {
        long end = ftell(from);
        rewind(from);
        text = end > 0 ? malloc((size_t)end) : NULL;
        *size = text ? fread(text, 1, (size_t)end, from) : 0;
    }
    fclose(from);
    return text;
}

static void count_verdict(const io_json *json, const io_json_node *claim, const char *column,
                          uint32_t counts[PAPER_VERDICT_COUNT])
{
    const io_json_node *verdict =
        io_json_member(json, io_json_member(json, claim, column), "verdict");
    paper_verdict found = PAPER_NO_VERDICT;
    for (int v = PAPER_HOLDS; verdict && v < PAPER_VERDICT_COUNT; v++)
        if (io_json_is(verdict, paper_verdict_name((paper_verdict)v))) found = (paper_verdict)v;
    counts[found]++;
}

static bool read_run(const io_json *json, last_run *out)
{
    const io_json_node *whole = &json->nodes[0];
    const io_json_node *date = io_json_member(json, whole, "date");
    const io_json_node *claims = io_json_member(json, whole, "claims");
    if (!date || date->kind != IO_JSON_STRING || !claims || claims->kind != IO_JSON_ARRAY)
        return false;
    snprintf(out->date, sizeof out->date, "%.*s", (int)(date->end - date->text), date->text);
    out->seed_set = io_json_number(json, whole, "seed_set");
    const io_json_node *quick = io_json_member(json, whole, "quick");
    out->quick = quick && quick->text[0] == 't';
    for (const io_json_node *c = io_json_first(json, claims); c; c = io_json_next(json, c)) {
        out->score.rows++;
        count_verdict(json, c, "letter", out->score.letter);
        count_verdict(json, c, "ours", out->score.ours);
    }
    return true;
}

static mote_result read_page(const char *folder, const char *name, last_run *out, bool *found)
{
    char path[1280];
    size_t size = 0;
    snprintf(path, sizeof path, "%s/%s.json", folder, name);
    char *text = read_text(path, &size);
    *out = (last_run){0};
    *found = text != NULL;
    if (!text) return MOTE_OK;
    io_json json;
    mote_result result = io_json_parse(text, size, &json);
    if (!result) {
        if (!read_run(&json, out)) result = fail_page(path);
        io_json_release(&json);
    }
    free(text);
    return result;
}

// ---------------------------------------------------------------------------------------------
// Bars

enum { BAR_LEFT = 130, BAR_WIDTH = 520, BAR_HEIGHT = 22, BAR_STEP = 32, BAR_TOP = 12 };

static const struct {
    paper_verdict verdict;
    const char *color, *name;
} parts[] = {{PAPER_HOLDS, "#009e73", "holds"},
             {PAPER_FAILS, "#d55e00", "fails"},
             {PAPER_OPEN, "#e69f00", "open"},
             {PAPER_NO_VERDICT, "#cccccc", "does not apply"}};

enum { PART_COUNT = sizeof parts / sizeof *parts };

static void put_bar(FILE *to, const char *title, const uint32_t counts[PAPER_VERDICT_COUNT],
                    uint32_t rows, int top)
{
    double x = BAR_LEFT, unit = rows ? (double)BAR_WIDTH / rows : 0;
    fprintf(to, "<text x=\"%d\" y=\"%d\" text-anchor=\"end\">%s</text>\n", BAR_LEFT - 8, top + 16,
            title);
    for (int i = 0; i < PART_COUNT; i++) {
        uint32_t count = counts[parts[i].verdict];
        if (!count) continue;
        fprintf(to,
                "<rect x=\"%.1f\" y=\"%d\" width=\"%.1f\" height=\"%d\" fill=\"%s\" "
                "stroke=\"#ffffff\"/>\n"
                "<text x=\"%.1f\" y=\"%d\" text-anchor=\"middle\">%u</text>\n",
                x, top, count * unit, BAR_HEIGHT, parts[i].color, x + 0.5 * count * unit, top + 16,
                count);
        x += count * unit;
    }
}

static void put_legend(FILE *to, int top)
{
    for (int i = 0; i < PART_COUNT; i++) {
        int x = BAR_LEFT + 120 * i;
        fprintf(to,
                "<rect x=\"%d\" y=\"%d\" width=\"12\" height=\"12\" fill=\"%s\"/>\n"
                "<text x=\"%d\" y=\"%d\">%s</text>\n",
                x, top, parts[i].color, x + 17, top + 11, parts[i].name);
    }
}

static void put_score(const paper_score *score, FILE *to)
{
    int width = BAR_LEFT + BAR_WIDTH + 12, height = BAR_TOP + 2 * BAR_STEP + 24;
    fprintf(to,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\" "
            "font-family=\"sans-serif\" font-size=\"13\" fill=\"#222222\">\n"
            "<rect width=\"%d\" height=\"%d\" fill=\"#ffffff\"/>\n",
            width, height, width, height);
    put_bar(to, "the paper's rules", score->letter, score->rows, BAR_TOP);
    put_bar(to, "our settings", score->ours, score->rows, BAR_TOP + BAR_STEP);
    put_legend(to, BAR_TOP + 2 * BAR_STEP);
    fputs("</svg>\n", to);
}

// ---------------------------------------------------------------------------------------------
// The page

static void put_row(FILE *to, const char *paper, const char *by, uint32_t rows,
                    const uint32_t counts[PAPER_VERDICT_COUNT], const char *run)
{
    fprintf(to, "| %s | %s | %u | %u | %u | %u | %s |\n", paper, by,
            rows - counts[PAPER_NO_VERDICT], counts[PAPER_HOLDS], counts[PAPER_FAILS],
            counts[PAPER_OPEN], run);
}

static void put_table(FILE *to, const last_run *runs)
{
    paper_score all = {0};
    fputs("| paper | by | claims | hold | fail | open | run |\n|---|---|---:|---:|---:|---:|---|\n",
          to);
    for (size_t i = 0; paper_at(i); i++) {
        const paper_score *score = &runs[i].score;
        char link[128], run[128];
        snprintf(link, sizeof link, "[%s](%s.md)", paper_at(i)->short_title, paper_at(i)->name);
        snprintf(run, sizeof run, "%s, seed set %.0f%s", runs[i].date, runs[i].seed_set,
                 runs[i].quick ? ", quick" : "");
        put_row(to, link, "the paper's rules", score->rows, score->letter, run);
        put_row(to, "", "our settings", score->rows, score->ours, "");
        all.rows += score->rows;
        for (int v = 0; v < PAPER_VERDICT_COUNT; v++) {
            all.letter[v] += score->letter[v];
            all.ours[v] += score->ours[v];
        }
    }
    put_row(to, "all", "the paper's rules", all.rows, all.letter, "");
    put_row(to, "", "our settings", all.rows, all.ours, "");
}

static void put_paper(FILE *to, const paper_entry *paper)
{
    fprintf(to, "\n## [%s](%s.md)\n\n%s\n", paper->short_title, paper->name, paper->about);
    if (paper->not_repeated)
        fprintf(to, "\nNot repeated: %s\n", paper->not_repeated);
    else
        fputs("\nEvery experiment that the paper reports is repeated.\n", to);
    fprintf(to, "\n![Claims of %s that hold, fail and are open](%s-score.svg)\n",
            paper->short_title, paper->name);
}

static void put_page(FILE *to, const last_run *runs)
{
    fputs("# The papers, repeated\n\nGenerated by `mote paper`. Each page names the machine, the "
          "date and the seeds of its run. It shows the figures that the paper printed, the figures "
          "that were measured here, and two verdicts on each of the paper's claims: one by the "
          "paper's rules to the letter, and one by this library's settings. A claim holds if the "
          "whole 95 % interval of the measurement satisfies it, and fails if the whole interval "
          "violates it. Otherwise the claim is open, and the page says what would settle it. An "
          "ambiguous claim has one row per reading. Times are processor time on one machine; on "
          "another machine the milliseconds differ, but ratios of times differ less. The file "
          "NAME.json beside a page has the same claims for scripts.\n\n",
          to);
    fprintf(to,
            "Where a paper gives no number, its words are read in the same way in all claims. "
            "\"Accurate\", \"sufficiently correct\" and \"detects\" mean right in %.0f %% of the "
            "cases, or off by at most %.0f %%, which is the figure that Saenghaengtham and "
            "Kanongchaiyos call accurate. \"All\", \"always\", \"prevents\", \"guarantees\" and "
            "\"right\" mean %.0f %% of the cases. \"About\" and \"no penalty\" mean off by at most "
            "%.0f %%. \"Much\" and \"very\" mean %.0f times. \"Negligible\" and \"only\" mean a "
            "tenth. A comparison without a number (\"faster\", \"improves\") holds with any "
            "difference. A growth counts as O(x^p) up to a measured power of p + %g.\n\n",
            100 * PAPER_ACCURATE, 100 * (1 - PAPER_ACCURATE), 100 * PAPER_ALWAYS, 100 * PAPER_ABOUT,
            PAPER_MUCH, PAPER_ORDER_MARGIN);
    fputs("The verdicts are checked in two ways. [seeds.md](seeds.md) compares runs with different "
          "sets of random seeds (`tools/paper_seeds.sh`). [recomputed.md](recomputed.md) lists "
          "twenty claims that were computed again by a program that shares no code with the "
          "library (`./run recompute`).\n\n",
          to);
    put_table(to, runs);
    for (size_t i = 0; paper_at(i); i++) put_paper(to, paper_at(i));
}

static mote_result write_scores(const char *folder, const last_run *runs)
{
    char path[1280];
    for (size_t i = 0; paper_at(i); i++) {
        snprintf(path, sizeof path, "%s/%s-score.svg", folder, paper_at(i)->name);
        FILE *to = fopen(path, "w");
        if (to) put_score(&runs[i].score, to);
        mote_result result = bench_close_file(to, path);
        if (result) return result;
    }
    snprintf(path, sizeof path, "%s/README.md", folder);
    FILE *to = fopen(path, "w");
    if (to) put_page(to, runs);
    return bench_close_file(to, path);
}

mote_result paper_overview_write(const char *folder, bool *written)
{
    last_run runs[PAPER_COUNT];
    *written = false;
    for (size_t i = 0; paper_at(i); i++) {
        bool found;
        mote_result result = read_page(folder, paper_at(i)->name, &runs[i], &found);
        if (result || !found) return result;
    }
    *written = true;
    return write_scores(folder, runs);
}
