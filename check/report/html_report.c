#include "check/report/html_report.h"

#include <stdlib.h>
#include <string.h>

#include "check/report/page.h"
#include "check/report/painting.h"
#include "check/report/view_picture.h"
#include "core/result.h"

// Where the data goes; null where there is no page.
static const char *find_mark(const char **page, size_t *size)
{
    const size_t length = strlen(CHECK_PAGE_MARK);
    if (!check_page_get(page, size)) return NULL;
    for (size_t at = 0; at + length <= *size; at++)
        if (memcmp(*page + at, CHECK_PAGE_MARK, length) == 0) return *page + at;
    return NULL;
}

static mote_result find_page(void)
{
    const char *page;
    size_t size;
    if (find_mark(&page, &size)) return MOTE_OK;
    return mote_fail(MOTE_ERROR_REFUSED,
                     "this mote was built without the page of HTML reports; with node and npm "
                     "installed, tools/build_page.sh makes it, and the next build includes it");
}

typedef struct html_writer {
    check_writer writer;
    check_json_report json;
    const char *rest; // of the page
    size_t rest_size;
} html_writer;

static mote_result begin(check_writer *writer)
{
    html_writer *h = (void *)writer; // whose first field it is
    FILE *to = writer->stream.file;
    const char *page;
    size_t size;
    const char *mark = find_mark(&page, &size);
    fwrite(page, 1, (size_t)(mark - page), to);
    fputs("<script type=\"application/json\" id=\"report\">\n", to);
    h->rest = mark + strlen(CHECK_PAGE_MARK);
    h->rest_size = size - (size_t)(h->rest - page);
    h->json = check_json_report_begin(to, &writer->head, false);
    return MOTE_OK;
}

static mote_result put_frame(check_writer *writer, const mote_check_frame *frame)
{
    html_writer *h = (void *)writer; // whose first field it is
    check_json_report_frame(&h->json, frame);
    return MOTE_OK;
}

// ---------------------------------------------------------------------------------------------
// Pictures

// With a final zero, from malloc; null for no memory.
static char *encode_base64(const uint8_t *bytes, size_t size)
{
    static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    char *text = malloc((size + 2) / 3 * 4 + 1), *to = text;
    if (!text) return NULL;
    for (size_t i = 0; i < size; i += 3) {
        size_t left = size - i;
        uint32_t three = (uint32_t)bytes[i] << 16 | (left > 1 ? (uint32_t)bytes[i + 1] << 8 : 0) |
                         (left > 2 ? bytes[i + 2] : 0);
        *to++ = digits[three >> 18];
        *to++ = digits[three >> 12 & 63];
        *to++ = left > 1 ? digits[three >> 6 & 63] : '=';
        *to++ = left > 2 ? digits[three & 63] : '=';
    }
    *to = '\0';
    return text;
}

// Who cancels does not want to wait for pictures.
static bool wants_pictures(const mote_check_def *def)
{
    return !def->is_canceled || !def->is_canceled(def->is_canceled_context);
}

// Null in place of a picture that fails.
static mote_result put_picture(io_json_writer *w, const check_view *view,
                               const mote_check_episode *episode, bool z_up)
{
    check_view_picture picture = {0};
    mote_result result = check_view_picture_make(view, episode, z_up, &picture);
    char *png = result ? NULL : encode_base64(picture.png, picture.png_size);
    if (!result && !png) result = mote_fail_memory(picture.png_size, "a picture");
    if (result) {
        io_json_write_null(w, NULL);
    } else {
        io_json_write_object(w, NULL);
        io_json_write_vec3(w, "middle", picture.middle);
        io_json_write_vec3(w, "from", picture.from);
        io_json_write_float(w, "reach", picture.reach);
        io_json_write_float(w, "cut", picture.cut);
        io_json_write_string(w, "png", png);
        io_json_write_end_object(w);
    }
    free(png);
    check_view_picture_release(&picture);
    return result;
}

// What the page needs beside the report: the colors of the parts, and a picture of each view.
static mote_result put_drawing(const check_writer *writer, const check_report_tail *tail)
{
    const check_animation *animation = writer->head.animation;
    io_json_writer w = {.to = writer->stream.file};
    mote_result result = MOTE_OK;
    io_json_write_object(&w, NULL);
    io_json_write_string(&w, "up", animation->z_up ? "z" : "y");
    io_json_write_array(&w, "colors");
    for (uint32_t i = 0; i < animation->part_count; i++) {
        const uint8_t *color = check_part_color(i);
        char text[8];
        snprintf(text, sizeof text, "#%02x%02x%02x", color[0], color[1], color[2]);
        io_json_write_string(&w, NULL, text);
    }
    io_json_write_end_array(&w);
    io_json_write_array(&w, "pictures");
    for (size_t i = 0; i < tail->view_count && !result; i++) {
        if (i) io_json_write_line(&w, 0);
        if (wants_pictures(writer->head.def))
            result = put_picture(&w, &tail->views[i], &tail->outcome->episodes[i], animation->z_up);
        else
            io_json_write_null(&w, NULL);
    }
    io_json_write_end_array(&w);
    io_json_write_end_object(&w);
    fputc('\n', w.to);
    return result;
}

// A picture that fails is left out of a page that is complete otherwise.
static mote_result end(check_writer *writer, const check_report_tail *tail)
{
    html_writer *h = (void *)writer; // whose first field it is
    FILE *to = writer->stream.file;
    check_json_report_end(&h->json, tail->outcome, tail->views, tail->view_count);
    fputs("</script>\n<script type=\"application/json\" id=\"drawing\">\n", to);
    mote_result result = put_drawing(writer, tail);
    fputs("</script>", to);
    fwrite(h->rest, 1, h->rest_size, to);
    return result;
}

const check_writer_kind check_html_writer = {.size = sizeof(html_writer),
                                             .available = find_page,
                                             .begin = begin,
                                             .frame = put_frame,
                                             .end = end};
