#include "apps/mote/check/html_report.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "apps/mote/check/page.h"
#include "apps/mote/check/painting.h"
#include "apps/mote/check/view_picture.h"
#include "core/result.h"

static mote_result fail_writing(const char *path)
{
    return mote_fail(MOTE_ERROR_IO, "%s: cannot be written: %s", path,
                     errno ? strerror(errno) : "no room");
}

// The place of the mark; null for none.
static const char *find_mark(const char *page, size_t size)
{
    const size_t length = strlen(CHECK_PAGE_MARK);
    for (size_t at = 0; at + length <= size; at++)
        if (memcmp(page + at, CHECK_PAGE_MARK, length) == 0) return page + at;
    return NULL;
}

mote_result check_html_report_open(check_html_report *report, const char *path,
                                   const check_animation *animation, const check_report_head *head)
{
    const char *page;
    size_t size;
    *report = (check_html_report){0};
    if (!check_page_get(&page, &size))
        return mote_fail(MOTE_ERROR_REFUSED,
                         "option '--html': this mote was built without the page; with node and npm "
                         "there, tools/build_page.sh makes it, and the next build has it");
    const char *mark = find_mark(page, size);
    if (!mark)
        return mote_fail(MOTE_ERROR_STATE, "option '--html': the page has no place for data");
    errno = 0;
    FILE *file = fopen(path, "w");
    if (!file) return fail_writing(path);
    fwrite(page, 1, (size_t)(mark - page), file);
    fputs("<script type=\"application/json\" id=\"report\">\n", file);
    report->file = file;
    report->path = path;
    report->json = check_json_report_begin(file, animation, head, false);
    report->rest = mark + strlen(CHECK_PAGE_MARK);
    report->rest_size = size - (size_t)(report->rest - page);
    return MOTE_OK;
}

void check_html_report_frame(check_html_report *report, const check_frame *frame)
{
    check_json_report_frame(&report->json, frame);
}

// ---------------------------------------------------------------------------------------------
// Pictures

static void put_base64(FILE *to, const uint8_t *bytes, size_t size)
{
    static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    for (size_t i = 0; i < size; i += 3) {
        size_t left = size - i;
        uint32_t three = (uint32_t)bytes[i] << 16 | (left > 1 ? (uint32_t)bytes[i + 1] << 8 : 0) |
                         (left > 2 ? bytes[i + 2] : 0);
        fputc(digits[three >> 18], to);
        fputc(digits[three >> 12 & 63], to);
        fputc(left > 1 ? digits[three >> 6 & 63] : '=', to);
        fputc(left > 2 ? digits[three & 63] : '=', to);
    }
}

static mote_result put_picture(FILE *to, const check_view *view, const check_episode *episode,
                               bool z_up)
{
    check_view_picture picture;
    mote_result result = check_view_picture_make(view, episode, z_up, &picture);
    if (result) return result;
    fputs("{\"middle\":", to);
    check_json_put_vec3(to, picture.middle);
    fputs(",\"from\":", to);
    check_json_put_vec3(to, picture.from);
    fputs(",\"reach\":", to);
    check_json_put_float(to, picture.reach);
    fputs(",\"png\":\"", to);
    put_base64(to, picture.png, picture.png_size);
    fputs("\"}", to);
    check_view_picture_release(&picture);
    return MOTE_OK;
}

// What the page needs beside the report: the colors of the parts, and a picture of each view.
static mote_result put_drawing(FILE *to, const check_animation *animation,
                               const check_outcome *outcome)
{
    mote_result result = MOTE_OK;
    fprintf(to, "{\"up\":\"%s\",\"colors\":[", animation->z_up ? "z" : "y");
    for (uint32_t i = 0; i < animation->part_count; i++) {
        const uint8_t *color = check_part_color(i);
        fprintf(to, "%s\"#%02x%02x%02x\"", i ? "," : "", color[0], color[1], color[2]);
    }
    fputs("],\"pictures\":[", to);
    for (size_t i = 0; i < outcome->view_count && !result; i++) {
        if (i) fputs(",\n", to);
        result = put_picture(to, &outcome->views[i], &outcome->episodes[i], animation->z_up);
        if (result) fputs("null", to); // the page is whole without it
    }
    fputs("]}\n", to);
    return result;
}

mote_result check_html_report_close(check_html_report *report, const check_outcome *outcome)
{
    FILE *file = report->file;
    if (!file) return MOTE_OK;
    report->file = NULL;
    errno = 0;
    check_json_report_end(&report->json, outcome);
    fputs("</script>\n<script type=\"application/json\" id=\"drawing\">\n", file);
    mote_result result = put_drawing(file, report->json.animation, outcome);
    fputs("</script>", file);
    fwrite(report->rest, 1, report->rest_size, file);
    bool failed = fflush(file) || ferror(file);
    if (fclose(file)) failed = true;
    return failed ? fail_writing(report->path) : result;
}
