#define _POSIX_C_SOURCE 200809L
#include "bench/paper/page.h"

#include <errno.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "bench/machine.h"
#include "core/result.h"

struct paper_page {
    char folder[1024], name[64], title[256];
    FILE *body, *claims; // in memory until the end
    char *body_text, *claims_text;
    size_t body_size, claims_size;
    uint32_t counts[PAPER_CLAIM_OPEN + 1];
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
    if (page->claims) fclose(page->claims);
    free(page->body_text);
    free(page->claims_text);
    free(page);
}

mote_result paper_page_begin(const char *folder, const char *name, const char *title,
                             paper_page **out)
{
    paper_page *page = calloc(1, sizeof *page);
    if (page) {
        page->body = open_memstream(&page->body_text, &page->body_size);
        page->claims = open_memstream(&page->claims_text, &page->claims_size);
    }
    if (!page || !page->body || !page->claims) {
        if (page) destroy(page);
        return mote_fail_memory(sizeof *page, "a page");
    }
    snprintf(page->folder, sizeof page->folder, "%s", folder);
    snprintf(page->name, sizeof page->name, "%s", name);
    snprintf(page->title, sizeof page->title, "%s", title);
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

static const char *verdict_name(paper_verdict_of_claim verdict)
{
    static const char *const names[] = {"holds", "**fails**", "in part", "open"};
    return names[verdict];
}

void paper_page_claim(paper_page *page, const paper_claim *claim, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    fprintf(page->claims, "| %s | %s | ", claim->section, claim->claim);
    vfprintf(page->claims, format, arguments);
    fprintf(page->claims, " | %s | %s |\n", claim->threshold, verdict_name(claim->verdict));
    page->counts[claim->verdict]++;
    va_end(arguments);
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
            "Generated by `mote paper %s`, with all figures. %s, %u processors, %s, "
            "kernels %s.\n",
            page->name, machine.processor, machine.processor_count, machine.compiler,
            machine.kernels);
    fprintf(to, "\n## Claims\n\nVerdicts: holds %u, fails %u, in part %u, open %u.\n\n",
            page->counts[PAPER_CLAIM_HOLDS], page->counts[PAPER_CLAIM_FAILS],
            page->counts[PAPER_CLAIM_PARTLY], page->counts[PAPER_CLAIM_OPEN]);
    fputs("| section | claim | measured here | holds if | verdict |\n|---|---|---|---|---|\n", to);
    fputs(page->claims_text, to);
    fputs(page->body_text, to);
}

mote_result paper_page_end(paper_page *page)
{
    char path[1280];
    fflush(page->body);
    fflush(page->claims);
    if (ferror(page->body) || ferror(page->claims))
        paper_page_check(page, mote_fail(MOTE_ERROR_MEMORY, "no memory for a page"));
    snprintf(path, sizeof path, "%s/%s.md", page->folder, page->name);
    if (page->result == MOTE_OK) {
        FILE *to = fopen(path, "w");
        if (to) write_page(page, to);
        paper_page_check(page, close_file(to, path));
    }
    mote_result result = page->result;
    if (result != MOTE_OK) mote_fail(result, "%s", page->message);
    destroy(page);
    return result;
}
