#include "bench/paper/overview.h"

#include <inttypes.h>

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
                    const uint32_t counts[PAPER_VERDICT_COUNT])
{
    fprintf(to, "| %s | %s | %u | %u | %u | %u |\n", paper, by, rows - counts[PAPER_NO_VERDICT],
            counts[PAPER_HOLDS], counts[PAPER_FAILS], counts[PAPER_OPEN]);
}

static void put_table(FILE *to, const paper_score *scores)
{
    paper_score all = {0};
    fputs("| paper | by | claims | hold | fail | open |\n|---|---|---:|---:|---:|---:|\n", to);
    for (size_t i = 0; paper_at(i); i++) {
        char link[128];
        snprintf(link, sizeof link, "[%s](%s.md)", paper_at(i)->short_title, paper_at(i)->name);
        put_row(to, link, "the paper's rules", scores[i].rows, scores[i].letter);
        put_row(to, "", "our settings", scores[i].rows, scores[i].ours);
        all.rows += scores[i].rows;
        for (int v = 0; v < PAPER_VERDICT_COUNT; v++) {
            all.letter[v] += scores[i].letter[v];
            all.ours[v] += scores[i].ours[v];
        }
    }
    put_row(to, "all", "the paper's rules", all.rows, all.letter);
    put_row(to, "", "our settings", all.rows, all.ours);
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

static void put_page(FILE *to, const paper_run *run, const paper_score *scores)
{
    fputs("# The papers, repeated\n\n", to);
    paper_write_origin(to, "all", run->seed_set, run->quick);
    fputs(
        "\nEach page has what the paper printed, what was measured here, and a verdict on each of "
        "the paper's claims: one by the paper's rules to the letter, one by this library's "
        "settings. A claim holds or fails if the whole 95 % interval of what was measured does; "
        "otherwise it is open, and the page says what would settle it. An ambiguous claim has one "
        "row per reading. No figure is typed by hand; times are processor time of one machine, "
        "whose ratios carry over to others better than its milliseconds. NAME.json beside a page "
        "has "
        "its claims for scripts; `tools/paper_seeds.sh` runs other seed sets and lists the "
        "verdicts that change.\n\n",
        to);
    put_table(to, scores);
    for (size_t i = 0; paper_at(i); i++) put_paper(to, paper_at(i));
}

mote_result paper_overview_write(const char *folder, const paper_run *run,
                                 const paper_score *scores)
{
    char path[1280];
    mote_result result = MOTE_OK;
    for (size_t i = 0; paper_at(i) && !result; i++) {
        snprintf(path, sizeof path, "%s/%s-score.svg", folder, paper_at(i)->name);
        FILE *to = fopen(path, "w");
        if (to) put_score(&scores[i], to);
        result = paper_close_file(to, path);
    }
    if (result) return result;
    snprintf(path, sizeof path, "%s/README.md", folder);
    FILE *to = fopen(path, "w");
    if (to) put_page(to, run, scores);
    return paper_close_file(to, path);
}
