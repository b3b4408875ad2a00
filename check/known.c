#define _POSIX_C_SOURCE 200809L
#include "check/known.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "check/region_names.h"
#include "core/result.h"
#include "io/file.h"
#include "io/name.h"
#include "io/text.h"

static const char first_line[] = "mote baseline 2";

// Number of frames written as the margin.
enum { USUAL_MARGIN_FRAMES = 2 };
static const double usual_margin_share = 0.1;

void check_known_release(check_known *known)
{
    mote_array_release(&known->list, &mote_libc_allocator);
    *known = (check_known){0};
}

static mote_result fail_memory(void)
{
    return mote_fail_memory(sizeof(check_known_region), "a baseline");
}

static bool is_inside(const check_known_region *region)
{
    return region->place.sides[0].min.x > region->place.sides[0].max.x;
}

// ---------------------------------------------------------------------------------------------
// Lookup

static float extent_of(const mote_box *box)
{
    float x = box->max.x - box->min.x, y = box->max.y - box->min.y, z = box->max.z - box->min.z;
    return sqrtf(x * x + y * y + z * z);
}

// The margin of a place is a share of its size plus two edge lengths, because regions grow and
// shrink by whole faces.
static void find_margins(const check_known *known, const check_animation *animation,
                         const check_known_region *region, float margins[2])
{
    const uint32_t parts[2] = {region->a, region->b};
    for (int i = 0; i < 2; i++) {
        mote_mesh_info info;
        mote_mesh_get_info(animation->parts[parts[i]]->mesh, &info);
        margins[i] =
            known->margin_share * extent_of(&region->place.sides[i]) + 2 * info.mean_edge_length;
    }
}

static bool is_as_deep(const check_known *known, const check_known_region *k,
                       const check_known_region *region)
{
    if (region->severity > k->severity) return false;
    if (!k->has_depth || !region->has_depth) return true;
    return region->depth <= k->depth + known->margin_share * fabsf(k->depth);
}

bool check_known_has(const check_known *known, const check_animation *animation, uint32_t frame,
                     const check_known_region *region)
{
    bool timeless = region->clip >= animation->clip_count; // the rest pose
    int64_t number = frame + (timeless ? 0 : (int64_t)animation->clips[region->clip].frame_offset);
    for (size_t i = 0; i < known->list.count; i++) {
        const check_known_region *k = &known->list.data[i];
        float margins[2];
        if (k->a != region->a || k->b != region->b || k->clip != region->clip) continue;
        if (number < k->first - known->margin_frames || number > k->last + known->margin_frames)
            continue;
        if (is_inside(region) || is_inside(k)) {
            if (is_inside(region) && is_inside(k)) return true;
            continue;
        }
        find_margins(known, animation, k, margins);
        if (is_as_deep(known, k, region) &&
            check_place_holds(&k->place, margins, &region->place, region->a == region->b))
            return true;
    }
    return false;
}

bool check_known_has_faces(const check_known *known, const check_animation *animation,
                           uint32_t clip, uint32_t frame, uint32_t a, uint32_t b,
                           mote_face_pair faces)
{
    check_known_region region = {.a = a, .b = b, .clip = clip, .place = check_place_empty()};
    check_place_add_faces(&region.place, animation->parts[a], animation->parts[b], faces, false);
    return check_known_has(known, animation, frame, &region) ||
           (frame > 0 && check_known_has(known, animation, frame - 1, &region));
}

// ---------------------------------------------------------------------------------------------
// Writing

// An episode and the text that describes it.
typedef struct written {
    check_known_region region;
    const mote_check_episode *episode;
} written;

static int compare_corners(mote_vec3 p, mote_vec3 q)
{
    if (p.x < q.x || p.x > q.x) return p.x < q.x ? -1 : 1;
    if (p.y < q.y || p.y > q.y) return p.y < q.y ? -1 : 1;
    return (p.z > q.z) - (p.z < q.z);
}

static int compare_written(const void *x, const void *y)
{
    const check_known_region *p = &((const written *)x)->region, *q = &((const written *)y)->region;
    if (p->clip != q->clip) return p->clip < q->clip ? -1 : 1;
    if (p->a != q->a) return p->a < q->a ? -1 : 1;
    if (p->b != q->b) return p->b < q->b ? -1 : 1;
    if (p->first != q->first) return p->first < q->first ? -1 : 1;
    if (p->last != q->last) return p->last < q->last ? -1 : 1;
    int order = compare_corners(p->place.sides[0].min, q->place.sides[0].min);
    return order ? order : compare_corners(p->place.sides[1].min, q->place.sides[1].min);
}

static const char *clip_name(const check_animation *animation, uint32_t clip)
{
    const char *name = clip < animation->clip_count ? animation->clips[clip].name : NULL;
    return name ? name : "";
}

static void write_region(const check_animation *animation, const written *w, FILE *to)
{
    const check_known_region *r = &w->region;
    char name[512];
    check_name_episode(animation, w->episode, name, sizeof name);
    fprintf(to, "# %s\n", name);
    if (r->has_depth)
        fprintf(to, "region %u %u %" PRId64 " %" PRId64 " %s %.9g", r->a, r->b, r->first, r->last,
                mote_check_severity_name(r->severity), (double)r->depth);
    else
        fprintf(to, "region %u %u %" PRId64 " %" PRId64 " %s -", r->a, r->b, r->first, r->last,
                mote_check_severity_name(r->severity));
    for (int i = 0; i < 2; i++) {
        const mote_box *box = &r->place.sides[i];
        fprintf(to, "  %.9g %.9g %.9g %.9g %.9g %.9g", (double)box->min.x, (double)box->min.y,
                (double)box->min.z, (double)box->max.x, (double)box->max.y, (double)box->max.z);
    }
    fputc('\n', to);
}

static written written_of(const check_episodes *episodes, size_t number)
{
    const check_animation *animation = episodes->animation;
    const mote_check_episode *e = &episodes->list.data[number];
    int64_t offset = e->clip < animation->clip_count ? animation->clips[e->clip].frame_offset : 0;
    return (written){.region = {.a = e->a,
                                .b = e->b,
                                .clip = e->clip,
                                .first = e->first + offset,
                                .last = e->last + offset,
                                .severity = e->severity,
                                .has_depth = e->depth_kind != MOTE_DEPTH_NONE,
                                .depth = e->depth,
                                .place = episodes->places.data[number]},
                     .episode = e};
}

static void write_all(const check_episodes *episodes, const written *list, size_t count, FILE *to)
{
    const check_animation *animation = episodes->animation;
    fprintf(to, "%s\nmargin %d %g\n", first_line, USUAL_MARGIN_FRAMES, usual_margin_share);
    for (uint32_t i = 0; i < animation->part_count; i++)
        fprintf(to, "part %s\n", animation->parts[i]->name);
    for (size_t i = 0; i < count; i++) {
        const check_known_region *r = &list[i].region;
        bool new_clip = i == 0 || r->clip != list[i - 1].region.clip;
        if (new_clip && *clip_name(animation, r->clip))
            fprintf(to, "clip %s\n", clip_name(animation, r->clip));
        else if (new_clip)
            fprintf(to, "clip\n");
        if (!is_inside(r)) write_region(animation, &list[i], to);
        if (r->place.inside)
            fprintf(to, "inside %u %u %" PRId64 " %" PRId64 "\n", r->a, r->b, r->first, r->last);
    }
}

mote_result check_known_write(const check_episodes *episodes, FILE *to)
{
    size_t count = episodes->list.count;
    written *list = malloc(count * sizeof *list + 1);
    if (!list) return fail_memory();
    for (size_t i = 0; i < count; i++) list[i] = written_of(episodes, i);
    if (count) qsort(list, count, sizeof *list, compare_written);
    write_all(episodes, list, count, to);
    free(list);
    return MOTE_OK;
}

// ---------------------------------------------------------------------------------------------
// Reading

typedef struct known_reader {
    const check_animation *animation;
    check_known *known;
    io_text text;
    mote_u32_array parts; // part of the animation for each part of the file, or MOTE_NONE
    uint32_t clip;        // of the animation, or MOTE_NONE
    bool has_clip;
} known_reader;

// The unread rest of the line.
static size_t rest_of_line(known_reader *r, const char **start)
{
    io_text *text = &r->text;
    while (text->at < text->end && *text->at == ' ') text->at++;
    *start = text->at;
    while (text->at < text->end && *text->at != '\n' && *text->at != '\r') text->at++;
    return (size_t)(text->at - *start);
}

static bool is_name(const char *name, const char *start, size_t length)
{
    return strlen(name) == length && memcmp(name, start, length) == 0;
}

static mote_result read_part(known_reader *r)
{
    const char *start;
    size_t length = rest_of_line(r, &start);
    uint32_t part = 0;
    if (length == 0) return io_text_fail(&r->text, "expected the name of a part");
    while (part < r->animation->part_count &&
           !is_name(r->animation->parts[part]->name, start, length))
        part++;
    if (part == r->animation->part_count) part = MOTE_NONE;
    return mote_array_push(&r->parts, &mote_libc_allocator, part) ? MOTE_OK : fail_memory();
}

// The clip of a rest pose check has no name either.
static mote_result read_clip(known_reader *r)
{
    const char *start;
    size_t length = rest_of_line(r, &start);
    r->has_clip = true;
    r->clip = 0;
    while (r->clip < r->animation->clip_count &&
           !is_name(clip_name(r->animation, r->clip), start, length))
        r->clip++;
    if (r->clip == r->animation->clip_count) r->clip = MOTE_NONE;
    return MOTE_OK;
}

static mote_result read_margin(known_reader *r)
{
    mote_result result = io_text_integer(&r->text, "a number of frames", &r->known->margin_frames);
    if (!result) result = io_text_float(&r->text, "a share", &r->known->margin_share);
    bool right = !result && r->known->margin_frames >= 0 && r->known->margin_frames <= 1000000 &&
                 r->known->margin_share >= 0;
    return result || right ? result
                           : io_text_fail(&r->text, "expected a margin that is not negative");
}

static mote_result read_parts_and_frames(known_reader *r, check_known_region *region)
{
    int64_t a, b;
    if (!r->has_clip) return io_text_fail(&r->text, "expected a clip before the first region");
    mote_result result = io_text_integer(&r->text, "a part", &a);
    if (!result) result = io_text_integer(&r->text, "a part", &b);
    if (!result) result = io_text_integer(&r->text, "the first frame", &region->first);
    if (!result) result = io_text_integer(&r->text, "the last frame", &region->last);
    if (result) return result;
    int64_t count = (int64_t)r->parts.count;
    if (a < 0 || b < 0 || a >= count || b >= count)
        return io_text_fail(&r->text, "expected two parts below %" PRId64, count);
    if (region->first > region->last)
        return io_text_fail(&r->text, "expected a first frame that is not after the last");
    region->a = r->parts.data[a];
    region->b = r->parts.data[b];
    region->clip = r->clip;
    region->place = check_place_empty();
    return MOTE_OK;
}

static mote_result read_severity(known_reader *r, check_known_region *region)
{
    io_word word = io_text_word(&r->text);
    for (int i = MOTE_CHECK_NEAR; i <= MOTE_CHECK_PENETRATE; i++) {
        region->severity = (mote_check_severity)i;
        if (io_word_is(word, mote_check_severity_name(region->severity))) return MOTE_OK;
    }
    return io_text_fail(&r->text, "expected near, touch or penetrate");
}

static mote_result read_depth(known_reader *r, check_known_region *region)
{
    io_text ahead = r->text;
    region->has_depth = !io_word_is(io_text_word(&ahead), "-");
    if (region->has_depth) return io_text_float(&r->text, "a depth or -", &region->depth);
    r->text = ahead;
    return MOTE_OK;
}

static mote_result read_box(known_reader *r, mote_box *box)
{
    mote_result result = io_text_vec3(&r->text, "the corner of a box", &box->min);
    if (!result) result = io_text_vec3(&r->text, "the corner of a box", &box->max);
    bool right =
        !result && box->min.x <= box->max.x && box->min.y <= box->max.y && box->min.z <= box->max.z;
    return result || right ? result : io_text_fail(&r->text, "expected a box that is not empty");
}

static mote_result add_region(known_reader *r, check_known_region *region)
{
    if (region->a == MOTE_NONE || region->b == MOTE_NONE || region->clip == MOTE_NONE) {
        r->known->unknown++;
        return MOTE_OK;
    }
    if (region->a > region->b) { // the animation lists the parts in another order
        uint32_t a = region->a;
        mote_box side = region->place.sides[0];
        region->a = region->b, region->b = a;
        region->place.sides[0] = region->place.sides[1], region->place.sides[1] = side;
    }
    return mote_array_push(&r->known->list, &mote_libc_allocator, *region) ? MOTE_OK
                                                                           : fail_memory();
}

static mote_result read_region(known_reader *r, bool inside)
{
    check_known_region region = {.severity = MOTE_CHECK_PENETRATE};
    mote_result result = read_parts_and_frames(r, &region);
    if (!inside && !result) result = read_severity(r, &region);
    if (!inside && !result) result = read_depth(r, &region);
    for (int i = 0; i < 2 && !inside && !result; i++) result = read_box(r, &region.place.sides[i]);
    return result ? result : add_region(r, &region);
}

static mote_result read_statement(known_reader *r)
{
    io_word word = io_text_word(&r->text);
    mote_result result;
    if (io_word_is(word, "part"))
        result = read_part(r);
    else if (io_word_is(word, "clip"))
        result = read_clip(r);
    else if (io_word_is(word, "margin"))
        result = read_margin(r);
    else if (io_word_is(word, "region") || io_word_is(word, "inside"))
        result = read_region(r, io_word_is(word, "inside"));
    else
        result = io_text_fail(&r->text, "expected margin, part, clip, region or inside");
    if (!result && io_text_more(&r->text))
        result = io_text_fail(&r->text, "expected the end of the line");
    return result;
}

static mote_result read_all(known_reader *r)
{
    mote_result result = MOTE_OK;
    io_text_next_line(&r->text);
    while (!result && io_text_next_statement(&r->text)) result = read_statement(r);
    mote_array_release(&r->parts, &mote_libc_allocator);
    return result;
}

mote_result check_known_read(const char *path, const check_animation *animation, check_known *out,
                             bool *found)
{
    int descriptor;
    unsigned char *bytes;
    size_t size, length = strlen(first_line);
    *found = false;
    mote_result result = io_file_open(path, &descriptor);
    if (result) return result;
    result = io_file_read(descriptor, path, &bytes, &size);
    close(descriptor);
    if (result) return result;
    *found = size > length && memcmp(bytes, first_line, length) == 0 &&
             (bytes[length] == '\n' || bytes[length] == '\r');
    if (*found) {
        known_reader r = {
            .animation = animation, .known = out, .text = io_text_of(bytes, size, path)};
        result = read_all(&r);
    }
    free(bytes);
    return result;
}
