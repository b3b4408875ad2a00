#include "check/report/html_report.h"

#include <stdlib.h>
#include <string.h>

#include "check/report/page.h"
#include "check/report/painting.h"
#include "check/report/view_picture.h"
#include "core/result.h"

// The position of the data in the page. Null if the page is missing.
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
                     "(Debian: nodejs npm), tools/build_page.sh makes it, and the next build "
                     "includes it");
}

typedef struct html_writer {
    check_writer writer;
    check_json_report json;
    const char *rest; // rest of the page
    size_t rest_size;
    // Counts of omitted elements that exceed def.max_bytes:
    uint64_t omitted_pairs, omitted_frames, omitted_episodes, omitted_views;
    // Pictures made in advance to measure their size. Null if the page size is unlimited.
    check_view_picture *pictures;
    size_t picture_count;
} html_writer;

// Shares of the size limit. Above crowded_share, frames contain only their worst pair of parts.
// Above full_share, frames are omitted. Episodes use at most episode_share.
static const double crowded_share = 0.3, full_share = 0.45, episode_share = 0.2;

// Approximate sizes in bytes: a line of an episode, a vertex and a triangle of a view, and an empty
// view.
enum { EPISODE_BYTES = 450, VERTEX_BYTES = 33, TRIANGLE_BYTES = 18, VIEW_BYTES = 500 };

static bool is_above(const check_writer *writer, double share)
{
    double limit = (double)writer->def.max_bytes;
    return limit > 0 && (double)writer->stream.written > share * limit;
}

static mote_result begin(check_writer *writer)
{
    html_writer *h = (void *)writer; // the first field
    FILE *to = writer->stream.file;
    const char *page;
    size_t size;
    const char *mark = find_mark(&page, &size);
    fwrite(page, 1, (size_t)(mark - page), to);
    fputs("<script type=\"application/json\" id=\"report\">\n", to);
    h->rest = mark + strlen(CHECK_PAGE_MARK);
    h->rest_size = size - (size_t)(h->rest - page);
    h->json = check_json_report_begin(to, &writer->head, false);
    h->json.places = false; // the page does not show the places
    return MOTE_OK;
}

static bool is_worse(const mote_check_finding *x, const mote_check_finding *y)
{
    if (x->severity != y->severity) return x->severity > y->severity;
    if (x->depth > y->depth || x->depth < y->depth) return x->depth > y->depth;
    return x->face_pair_count > y->face_pair_count;
}

static mote_result put_frame(check_writer *writer, const mote_check_frame *frame)
{
    html_writer *h = (void *)writer; // the first field
    if (frame->finding_count + frame->crossing_count > 0 && is_above(writer, full_share)) {
        h->omitted_frames++;
        return MOTE_OK;
    }
    mote_check_frame shown = *frame;
    if (frame->finding_count > 1 && is_above(writer, crowded_share)) {
        for (uint32_t i = 1; i < frame->finding_count; i++)
            if (is_worse(&frame->findings[i], shown.findings)) shown.findings = &frame->findings[i];
        shown.finding_count = 1;
        h->omitted_pairs += frame->finding_count - 1;
    }
    check_json_report_frame(&h->json, &shown);
    return MOTE_OK;
}

// ---------------------------------------------------------------------------------------------
// Size limit

static uint64_t bytes_of_view(const check_view *view, const check_view_picture *picture)
{
    uint64_t bytes = VIEW_BYTES + (uint64_t)picture->png_size * 4 / 3;
    for (uint32_t i = 0; i < view->part_count; i++)
        bytes += (uint64_t)view->parts[i].vertex_count * VERTEX_BYTES +
                 (uint64_t)view->parts[i].triangle_count * TRIANGLE_BYTES;
    return bytes;
}

// A canceled check makes no pictures.
static bool wants_pictures(const mote_check_def *def)
{
    return !def->is_canceled || !def->is_canceled(def->is_canceled_context);
}

// Makes the pictures of as many views as fit, at least one. A picture that fails is empty.
static mote_result keep_views(html_writer *h, const check_report_tail *tail, uint64_t limit,
                              uint64_t used)
{
    const check_report_head *head = &h->writer.head;
    mote_result first = MOTE_OK;
    h->pictures = calloc(tail->view_count + 1, sizeof *h->pictures);
    if (!h->pictures) return mote_fail_memory(tail->view_count * sizeof *h->pictures, "pictures");
    for (; h->picture_count < tail->view_count; h->picture_count++) {
        const check_view *view = &tail->views[h->picture_count];
        check_view_picture *picture = &h->pictures[h->picture_count];
        if (wants_pictures(head->def)) {
            mote_result result = check_view_picture_make(
                view, &tail->outcome->episodes[h->picture_count], head->animation->z_up, picture);
            if (!first) first = result;
        }
        used += bytes_of_view(view, picture);
        if (used > limit && h->picture_count > 0) {
            check_view_picture_release(picture);
            break;
        }
    }
    return first;
}

static void release_pictures(html_writer *h)
{
    for (size_t i = 0; i < h->picture_count; i++) check_view_picture_release(&h->pictures[i]);
    free(h->pictures);
    h->pictures = NULL;
    h->picture_count = 0;
}

// Omits the last episodes and views. Episodes with a view are kept.
static mote_result fit(html_writer *h, mote_check_outcome *outcome, check_report_tail *tail)
{
    const uint64_t limit = h->writer.def.max_bytes;
    if (limit == 0) return MOTE_OK;
    size_t most = (size_t)(episode_share * (double)limit / EPISODE_BYTES);
    uint64_t used = h->writer.stream.written + h->rest_size;
    if (most < tail->view_count) most = tail->view_count;
    if (most < outcome->episode_count) h->omitted_episodes = outcome->episode_count - most;
    outcome->episode_count -= h->omitted_episodes;
    used += (uint64_t)outcome->episode_count * EPISODE_BYTES;
    mote_result result = keep_views(h, tail, limit, used);
    h->omitted_views = tail->view_count - h->picture_count;
    tail->view_count = h->picture_count;
    return result;
}

// ---------------------------------------------------------------------------------------------
// Pictures

// Returns a null-terminated string from malloc, or null if out of memory.
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

// Writes null if there is no picture.
static mote_result put_picture(io_json_writer *w, const check_view_picture *picture)
{
    char *png = picture->png_size ? encode_base64(picture->png, picture->png_size) : NULL;
    if (!png) {
        io_json_write_null(w, NULL);
        return picture->png_size ? mote_fail_memory(picture->png_size, "a picture") : MOTE_OK;
    }
    io_json_write_object(w, NULL);
    io_json_write_vec3(w, "middle", picture->middle);
    io_json_write_vec3(w, "from", picture->from);
    io_json_write_float(w, "reach", picture->reach);
    io_json_write_float(w, "cut", picture->cut);
    io_json_write_string(w, "png", png);
    io_json_write_end_object(w);
    free(png);
    return MOTE_OK;
}

// Writes the picture of a view, and makes it first if necessary.
static mote_result put_picture_of(io_json_writer *w, const html_writer *h,
                                  const check_report_tail *tail, size_t number)
{
    const check_report_head *head = &h->writer.head;
    if (h->pictures) return put_picture(w, &h->pictures[number]);
    check_view_picture picture = {0};
    mote_result result = MOTE_OK;
    if (wants_pictures(head->def))
        result = check_view_picture_make(&tail->views[number], &tail->outcome->episodes[number],
                                         head->animation->z_up, &picture);
    mote_result written = put_picture(w, &picture);
    check_view_picture_release(&picture);
    return result ? result : written;
}

static void put_omitted(io_json_writer *w, const html_writer *h)
{
    io_json_write_object(w, "omitted");
    io_json_write_integer(w, "pairs", h->omitted_pairs);
    io_json_write_integer(w, "frames", h->omitted_frames);
    io_json_write_integer(w, "episodes", h->omitted_episodes);
    io_json_write_integer(w, "views", h->omitted_views);
    io_json_write_end_object(w);
}

// Writes the data that the page needs in addition to the report: the colors of the parts, and a
// picture of each view.
static mote_result put_drawing(const html_writer *h, const check_report_tail *tail)
{
    const check_writer *writer = &h->writer;
    const check_animation *animation = writer->head.animation;
    io_json_writer w = {.to = writer->stream.file};
    mote_result result = MOTE_OK;
    io_json_write_object(&w, NULL);
    io_json_write_string(&w, "up", animation->z_up ? "z" : "y");
    put_omitted(&w, h);
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
        result = put_picture_of(&w, h, tail, i);
    }
    io_json_write_end_array(&w);
    io_json_write_end_object(&w);
    fputc('\n', w.to);
    return result;
}

// If a picture fails, completes the page without it.
static mote_result end(check_writer *writer, const check_report_tail *tail)
{
    html_writer *h = (void *)writer; // the first field
    FILE *to = writer->stream.file;
    mote_check_outcome outcome = *tail->outcome;
    check_report_tail shown = *tail;
    shown.outcome = &outcome;
    mote_result result = fit(h, &outcome, &shown);
    check_json_report_end(&h->json, &outcome, shown.views, shown.view_count);
    fputs("</script>\n<script type=\"application/json\" id=\"drawing\">\n", to);
    mote_result drawn = put_drawing(h, &shown);
    release_pictures(h);
    fputs("</script>", to);
    fwrite(h->rest, 1, h->rest_size, to);
    return result ? result : drawn;
}

const check_writer_kind check_html_writer = {.size = sizeof(html_writer),
                                             .available = find_page,
                                             .begin = begin,
                                             .frame = put_frame,
                                             .end = end};
