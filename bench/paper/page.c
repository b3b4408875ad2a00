#define _POSIX_C_SOURCE 200809L
#include "bench/paper/page.h"

#include <errno.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "bench/machine.h"
#include "core/result.h"

struct paper_page {
    char folder[1024], name[64], title[256];
    char date[16]; // of the start
    uint64_t seed_set;
    bool quick;
    FILE *body; // in memory until the end
    char *body_text;
    size_t body_size;
    paper_claims *claims;
    mote_result result;
    char message[512];
};

bool paper_page_check(paper_page *page, mote_result result)
{
    if (result == MOTE_OK) return true;
    if (page->result == MOTE_OK) {
        page->result = result;
        snprintf(page->message, sizeof page->message, "%s", mote_last_message());
    }
    return false;
}

static void destroy(paper_page *page)
{
    if (page->body) fclose(page->body);
    if (page->claims) paper_claims_destroy(page->claims);
    free(page->body_text);
    free(page);
}

static void set_date(paper_page *page)
{
    time_t now = time(NULL);
    struct tm day;
    if (gmtime_r(&now, &day)) strftime(page->date, sizeof page->date, "%Y-%m-%d", &day);
}

mote_result paper_page_begin(const paper_page_def *def, paper_page **out)
{
    paper_page *page = calloc(1, sizeof *page);
    if (page) {
        page->body = open_memstream(&page->body_text, &page->body_size);
        page->claims = paper_claims_create();
    }
    if (!page || !page->body || !page->claims) {
        if (page) destroy(page);
        return mote_fail_memory(sizeof *page, "a page");
    }
    snprintf(page->folder, sizeof page->folder, "%s", def->folder);
    snprintf(page->name, sizeof page->name, "%s", def->name);
    snprintf(page->title, sizeof page->title, "%s", def->title);
    page->seed_set = def->seed_set;
    page->quick = def->quick;
    set_date(page);
    *out = page;
    return MOTE_OK;
}

// ---------------------------------------------------------------------------------------------
// Text

static void put(paper_page *page, const char *before, const char *format, va_list arguments,
                const char *after)
{
    fputs(before, page->body);
    vfprintf(page->body, format, arguments);
    fputs(after, page->body);
}

void paper_page_heading(paper_page *page, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    put(page, "\n## ", format, arguments, "\n");
    va_end(arguments);
}

void paper_page_text(paper_page *page, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    put(page, "\n", format, arguments, "\n");
    va_end(arguments);
}

void paper_page_table(paper_page *page, const char *titles)
{
    fprintf(page->body, "\n| %s |\n|", titles);
    uint32_t columns = 1;
    for (const char *c = titles; *c; c++) columns += *c == '|';
    for (uint32_t i = 0; i < columns; i++) fputs(i ? "---:|" : "---|", page->body);
    fputs("\n", page->body);
}

void paper_page_row(paper_page *page, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    put(page, "| ", format, arguments, " |\n");
    va_end(arguments);
}

void paper_page_judge(paper_page *page, const paper_claim_def *def)
{
    paper_page_check(page, paper_claims_add(page->claims, def, ""));
}

void paper_page_judge_with(paper_page *page, const paper_claim_def *def, const char *format, ...)
{
    char remark[1024];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(remark, sizeof remark, format, arguments);
    va_end(arguments);
    paper_page_check(page, paper_claims_add(page->claims, def, remark));
}

void paper_page_claim(paper_page *page, const paper_claim *claim, const char *format, ...)
{
    char remark[1024];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(remark, sizeof remark, format, arguments);
    va_end(arguments);
    paper_claim_def def = {.section = claim->section,
                           .claim = claim->claim,
                           .reading = claim->threshold,
                           .rule = paper_at_least("the old form of verdict", 1, NULL),
                           .letter = paper_counted(claim->verdict == PAPER_CLAIM_HOLDS),
                           .settle = "an interval"};
    if (claim->verdict == PAPER_CLAIM_PARTLY || claim->verdict == PAPER_CLAIM_OPEN)
        def.letter = paper_not_tried();
    paper_page_check(page, paper_claims_add(page->claims, &def, remark));
}

// ---------------------------------------------------------------------------------------------
// Files beside the page

static mote_result path_of(const paper_page *page, const char *file, const char *ending, char *out,
                           size_t size)
{
    int length = snprintf(out, size, "%s/%s-%s.%s", page->folder, page->name, file, ending);
    return length < (int)size ? MOTE_OK
                              : mote_fail(MOTE_ERROR_ARGUMENT, "the path of %s is too long", file);
}

static mote_result close_file(FILE *file, const char *path)
{
    bool written = file && !ferror(file);
    if (file) written = fclose(file) == 0 && written;
    return written ? MOTE_OK
                   : mote_fail(MOTE_ERROR_IO, "%s: cannot be written: %s", path, strerror(errno));
}

void paper_page_plot(paper_page *page, const char *file, const bench_plot *plot)
{
    char path[1280];
    if (!paper_page_check(page, path_of(page, file, "svg", path, sizeof path))) return;
    FILE *to = fopen(path, "w");
    if (to) bench_plot_write_svg(plot, to);
    if (!paper_page_check(page, close_file(to, path))) return;
    fprintf(page->body, "\n![%s](%s-%s.svg)\n", plot->title, page->name, file);
}

void paper_page_picture(paper_page *page, const char *file, const scene_image *image,
                        const char *caption)
{
    char path[1280];
    if (!paper_page_check(page, path_of(page, file, "png", path, sizeof path)) ||
        !paper_page_check(page, scene_png_write(image, path)))
        return;
    fprintf(page->body, "\n![%s](%s-%s.png)\n\n*%s*\n", caption, page->name, file, caption);
}

// ---------------------------------------------------------------------------------------------

static void write_page(paper_page *page, FILE *to)
{
    bench_machine machine = bench_machine_here();
    fprintf(to, "# %s\n\n", page->title);
    fprintf(to,
            "Generated by `mote paper %s`, with all figures, on %s%s, seed set %" PRIu64
            ". %s, %u processors, %s, kernels %s.\n",
            page->name, page->date, page->quick ? " (quick run: small counts)" : "", page->seed_set,
            machine.processor, machine.processor_count, machine.compiler, machine.kernels);
    fputs("\n## Claims\n\n", to);
    paper_claims_write(page->claims, to);
    fputs(page->body_text, to);
}

static void write_json(paper_page *page, FILE *to)
{
    io_json_writer json = {.to = to};
    io_json_write_object(&json, NULL);
    io_json_write_string(&json, "paper", page->name);
    io_json_write_string(&json, "date", page->date);
    io_json_write_integer(&json, "seed_set", page->seed_set);
    io_json_write_bool(&json, "quick", page->quick);
    io_json_write_line(&json, 2);
    bench_machine_write(&json);
    io_json_write_line(&json, 2);
    paper_claims_write_json(page->claims, &json);
    io_json_write_end_object(&json);
    fputs("\n", to);
}

static void write_file(paper_page *page, const char *ending, void (*write)(paper_page *, FILE *))
{
    char path[1280];
    if (page->result != MOTE_OK) return;
    snprintf(path, sizeof path, "%s/%s.%s", page->folder, page->name, ending);
    FILE *to = fopen(path, "w");
    if (to) write(page, to);
    paper_page_check(page, close_file(to, path));
}

mote_result paper_page_end(paper_page *page, paper_score *score)
{
    fflush(page->body);
    if (ferror(page->body))
        paper_page_check(page, mote_fail(MOTE_ERROR_MEMORY, "no memory for a page"));
    write_file(page, "md", write_page);
    write_file(page, "json", write_json);
    if (score) *score = *paper_claims_score(page->claims);
    mote_result result = page->result;
    if (result != MOTE_OK) mote_fail(result, "%s", page->message);
    destroy(page);
    return result;
}
