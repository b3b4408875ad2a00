#define _POSIX_C_SOURCE 200809L
#include "check/baseline.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "core/hash.h"
#include "core/result.h"
#include "io/file.h"
#include "io/name.h"

typedef struct entry {
    uint32_t a, b;
    mote_face_pair faces;
} entry;

// A hash table with open addressing. An empty slot has a == MOTE_NONE.
struct check_baseline {
    entry *slots;
    size_t slot_count, count; // slot_count is a power of two
    uint64_t unknown;         // entries for parts that the animation does not have
};

enum { MIN_SLOTS = 256 };

// Stored instead of faces when one part lies inside the other.
static const mote_face_pair inside = {MOTE_NONE, MOTE_NONE};

static entry *empty_slots(size_t count)
{
    entry *slots = malloc(count * sizeof *slots);
    if (slots) memset(slots, 0xff, count * sizeof *slots);
    return slots;
}

mote_result check_baseline_create(check_baseline **out)
{
    *out = malloc(sizeof **out);
    entry *slots = empty_slots(MIN_SLOTS);
    if (!*out || !slots) {
        free(*out);
        free(slots);
        *out = NULL;
        return mote_fail_memory(MIN_SLOTS * sizeof *slots, "a baseline");
    }
    **out = (check_baseline){.slots = slots, .slot_count = MIN_SLOTS};
    return MOTE_OK;
}

void check_baseline_destroy(check_baseline *baseline)
{
    if (!baseline) return;
    free(baseline->slots);
    free(baseline);
}

check_baseline_size check_baseline_get_size(const check_baseline *baseline)
{
    return (check_baseline_size){.known = baseline->count, .unknown = baseline->unknown};
}

// The slot that contains the entry, or the empty slot where it belongs.
static entry *find(entry *slots, size_t slot_count, const entry *wanted)
{
    size_t at = mote_hash_bytes(MOTE_HASH_START, wanted, sizeof *wanted) & (slot_count - 1);
    while (slots[at].a != MOTE_NONE && memcmp(&slots[at], wanted, sizeof *wanted) != 0)
        at = (at + 1) & (slot_count - 1);
    return &slots[at];
}

static mote_result grow(check_baseline *baseline)
{
    size_t larger = baseline->slot_count * 2;
    entry *slots = empty_slots(larger);
    if (!slots) return mote_fail_memory(larger * sizeof *slots, "a baseline");
    for (size_t i = 0; i < baseline->slot_count; i++)
        if (baseline->slots[i].a != MOTE_NONE)
            *find(slots, larger, &baseline->slots[i]) = baseline->slots[i];
    free(baseline->slots);
    baseline->slots = slots;
    baseline->slot_count = larger;
    return MOTE_OK;
}

static mote_result add(check_baseline *baseline, uint32_t a, uint32_t b, mote_face_pair faces)
{
    if (baseline->count * 2 >= baseline->slot_count) {
        mote_result result = grow(baseline);
        if (result) return result;
    }
    entry added = {a, b, faces};
    entry *slot = find(baseline->slots, baseline->slot_count, &added);
    if (slot->a == MOTE_NONE) baseline->count++;
    *slot = added;
    return MOTE_OK;
}

mote_result check_baseline_add(check_baseline *baseline, const mote_check_frame *frame)
{
    mote_result result = MOTE_OK;
    for (uint32_t i = 0; i < frame->finding_count && !result; i++) {
        const mote_check_finding *f = &frame->findings[i];
        if (f->face_pair_count == 0) result = add(baseline, f->a, f->b, inside);
        for (uint32_t k = 0; k < f->face_pair_count && !result; k++)
            result = add(baseline, f->a, f->b, f->face_pairs[k]);
    }
    for (uint32_t i = 0; i < frame->crossing_count && !result; i++) {
        const mote_check_crossing *c = &frame->crossings[i];
        for (uint32_t k = 0; k < c->face_pair_count && !result; k++)
            result =
                add(baseline, c->a, c->b, (mote_face_pair){c->faces[k].face_a, c->faces[k].face_b});
    }
    return result;
}

bool check_baseline_has(const check_baseline *baseline, uint32_t a, uint32_t b,
                        mote_face_pair faces)
{
    entry wanted = {a, b, faces};
    return find(baseline->slots, baseline->slot_count, &wanted)->a != MOTE_NONE;
}

// ---------------------------------------------------------------------------------------------
// The file

static int compare_entries(const void *x, const void *y)
{
    const entry *p = x, *q = y;
    if (p->a != q->a) return p->a < q->a ? -1 : 1;
    if (p->b != q->b) return p->b < q->b ? -1 : 1;
    if (p->faces.face_a != q->faces.face_a) return p->faces.face_a < q->faces.face_a ? -1 : 1;
    if (p->faces.face_b != q->faces.face_b) return p->faces.face_b < q->faces.face_b ? -1 : 1;
    return 0;
}

static void write_entries(const entry *entries, size_t count, FILE *file)
{
    for (size_t i = 0; i < count; i++) {
        const entry *e = &entries[i];
        if (i == 0 || e->a != e[-1].a || e->b != e[-1].b) fprintf(file, "pair %u %u\n", e->a, e->b);
        if (e->faces.face_a == MOTE_NONE)
            fprintf(file, "inside\n");
        else
            fprintf(file, "%u %u\n", e->faces.face_a, e->faces.face_b);
    }
}

mote_result check_baseline_write(const check_baseline *baseline, const check_animation *animation,
                                 FILE *to)
{
    entry *sorted = malloc(baseline->count * sizeof *sorted + 1);
    if (!sorted) return mote_fail_memory(baseline->count * sizeof *sorted, "a baseline");
    size_t count = 0;
    for (size_t i = 0; i < baseline->slot_count; i++)
        if (baseline->slots[i].a != MOTE_NONE) sorted[count++] = baseline->slots[i];
    qsort(sorted, count, sizeof *sorted, compare_entries);
    fprintf(to, "mote baseline 1\n");
    for (uint32_t i = 0; i < animation->part_count; i++)
        fprintf(to, "part %u %s\n", animation->parts[i]->triangle_count, animation->parts[i]->name);
    write_entries(sorted, count, to);
    free(sorted);
    return MOTE_OK;
}

// Reading: line by line.
typedef struct baseline_reader {
    const check_animation *animation;
    check_baseline *baseline;
    const char *path;
    uint32_t *part; // part of the animation for each part of the file, or MOTE_NONE
    uint32_t part_count;
    uint32_t a, b; // current pair in the numbers of the file; MOTE_NONE before the first
    unsigned long line;
} baseline_reader;

static mote_result fail_line(const baseline_reader *r, const char *what)
{
    char room[IO_SHORT_NAME];
    return mote_fail(MOTE_ERROR_DATA, "%s, line %lu: %s", io_short_name(r->path, room), r->line,
                     what);
}

static uint32_t part_by_name(const check_animation *animation, const char *name)
{
    for (uint32_t i = 0; i < animation->part_count; i++)
        if (strcmp(animation->parts[i]->name, name) == 0) return i;
    return MOTE_NONE;
}

static mote_result read_part(baseline_reader *r, const char *text)
{
    char *end;
    unsigned long triangles = strtoul(text, &end, 10);
    if (end == text || *end != ' ')
        return fail_line(r, "expected a number of triangles and a name");
    uint32_t *parts = realloc(r->part, (r->part_count + 1) * sizeof *parts);
    if (!parts) return mote_fail_memory(r->part_count * sizeof *parts, "a baseline");
    r->part = parts;
    uint32_t part = part_by_name(r->animation, end + 1);
    if (part != MOTE_NONE && r->animation->parts[part]->triangle_count != triangles)
        return fail_line(r, "the part now has another number of triangles");
    parts[r->part_count++] = part;
    return MOTE_OK;
}

static bool read_two(const char *text, uint32_t end, uint32_t *a, uint32_t *b)
{
    uint64_t x, y;
    int used = 0;
    if (sscanf(text, "%" SCNu64 " %" SCNu64 "%n", &x, &y, &used) != 2 || text[used]) return false;
    if (x >= end || y >= end) return false;
    *a = (uint32_t)x, *b = (uint32_t)y;
    return true;
}

static mote_result read_faces(baseline_reader *r, const char *text)
{
    mote_face_pair faces = inside;
    if (r->a == MOTE_NONE) return fail_line(r, "faces before the first pair of parts");
    if (strcmp(text, "inside") != 0 && !read_two(text, MOTE_NONE, &faces.face_a, &faces.face_b))
        return fail_line(r, "expected two faces");
    uint32_t a = r->part[r->a], b = r->part[r->b];
    if (a == MOTE_NONE || b == MOTE_NONE) {
        r->baseline->unknown++;
        return MOTE_OK;
    }
    if (a > b) { // the animation lists the parts in another order
        faces = (mote_face_pair){faces.face_b, faces.face_a};
        uint32_t swap = a;
        a = b, b = swap;
    }
    return add(r->baseline, a, b, faces);
}

static mote_result read_line(baseline_reader *r, char *text)
{
    text[strcspn(text, "\r\n")] = '\0';
    r->line++;
    if (r->line == 1)
        return strcmp(text, "mote baseline 1") == 0 ? MOTE_OK
                                                    : fail_line(r, "not a baseline of mote");
    if (strncmp(text, "part ", 5) == 0) return read_part(r, text + 5);
    if (strncmp(text, "pair ", 5) != 0) return text[0] ? read_faces(r, text) : MOTE_OK;
    return read_two(text + 5, r->part_count, &r->a, &r->b) ? MOTE_OK
                                                           : fail_line(r, "expected two parts");
}

mote_result check_baseline_read(const char *path, const check_animation *animation,
                                check_baseline **out)
{
    *out = NULL;
    char room[IO_SHORT_NAME], text[4096];
    int descriptor;
    mote_result result = io_file_open(path, &descriptor);
    if (result) return result;
    FILE *file = fdopen(descriptor, "r");
    if (!file) {
        close(descriptor);
        return mote_fail_memory(sizeof file, "a baseline");
    }
    baseline_reader r = {.animation = animation, .path = path, .a = MOTE_NONE};
    result = check_baseline_create(&r.baseline);
    while (!result && fgets(text, sizeof text, file)) result = read_line(&r, text);
    if (!result && ferror(file))
        result = mote_fail(MOTE_ERROR_IO, "%s: cannot be read", io_short_name(path, room));
    if (!result && r.line == 0) result = fail_line(&r, "not a baseline of mote");
    fclose(file);
    free(r.part);
    if (result)
        check_baseline_destroy(r.baseline);
    else
        *out = r.baseline;
    return result;
}
