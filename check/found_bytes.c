#include "check/found_bytes.h"

#include <stdlib.h>
#include <string.h>

#include "core/result.h"

#if __BYTE_ORDER__ != __ORDER_LITTLE_ENDIAN__
#error "the bytes of frames are written as they are in memory, which must be little-endian"
#endif

// The same functions read and write the fields, so both directions agree. Writes if `out` is set,
// else reads from `at`.
typedef struct walk {
    check_bytes *out;
    const unsigned char *at, *end;
    check_found_room *room;           // for reading
    const check_animation *animation; // for reading
    mote_result result;               // the first failure
} walk;

static void fail_memory(walk *w, size_t bytes)
{
    if (!w->result) w->result = mote_fail_memory(bytes, "the findings of a frame");
}

static void fail_data(walk *w)
{
    if (!w->result) w->result = mote_fail(MOTE_ERROR_DATA, "the findings of a frame are damaged");
}

static void bytes(walk *w, void *field, size_t size)
{
    if (w->result) return;
    if (w->out) {
        unsigned char *to = mote_array_room(w->out, &mote_libc_allocator, size);
        if (!to) {
            fail_memory(w, size);
            return;
        }
        memcpy(to, field, size);
        w->out->count += size;
    } else if ((size_t)(w->end - w->at) < size) {
        fail_data(w);
    } else {
        memcpy(field, w->at, size);
        w->at += size;
    }
}

// A field of a fixed size: an integer, a float or a double.
#define FIELD(w, field) bytes((w), &(field), sizeof(field))

static void flag(walk *w, bool *field)
{
    uint8_t byte = *field;
    FIELD(w, byte);
    if (byte > 1) fail_data(w);
    *field = byte == 1;
}

// An enumeration with the values 0 to `last`.
#define CHOICE(w, field, last)                                                                     \
    do {                                                                                           \
        uint8_t byte_ = (uint8_t)(field);                                                          \
        FIELD(w, byte_);                                                                           \
        if (byte_ > (last)) fail_data(w);                                                          \
        memcpy(&(field), &(const unsigned){byte_}, sizeof(field));                                 \
    } while (0)

static void part(walk *w, void *element)
{
    uint32_t *field = element;
    FIELD(w, *field);
    if (!w->out && *field >= w->animation->part_count) fail_data(w);
}

static void vector(walk *w, mote_vec3 *v)
{
    FIELD(w, v->x);
    FIELD(w, v->y);
    FIELD(w, v->z);
}

// Allocates `count` elements to read, each at least `least` bytes long in the input. Null after a
// failure.
static void *allot(walk *w, uint32_t count, size_t size, size_t least)
{
    if (w->result) return NULL;
    if (count > (size_t)(w->end - w->at) / least) {
        fail_data(w);
        return NULL;
    }
    void *block = calloc((size_t)count + 1, size);
    if (!block || !mote_array_push(&w->room->blocks, &mote_libc_allocator, block)) {
        free(block);
        fail_memory(w, count * size);
        return NULL;
    }
    return block;
}

static void region(walk *w, void *element)
{
    mote_check_region *r = element;
    CHOICE(w, r->severity, MOTE_CHECK_PENETRATE);
    FIELD(w, r->depth);
    CHOICE(w, r->depth_kind, MOTE_DEPTH_EXACT);
    FIELD(w, r->reach);
    FIELD(w, r->area);
    FIELD(w, r->face_pair_count);
    FIELD(w, r->bone_a);
    FIELD(w, r->bone_b);
    FIELD(w, r->rest_face_pair_count);
    vector(w, &r->point);
}

static void contact(walk *w, void *element)
{
    mote_contact *c = element;
    vector(w, &c->point);
    vector(w, &c->normal);
    FIELD(w, c->depth);
    CHOICE(w, c->depth_kind, MOTE_DEPTH_EXACT);
    FIELD(w, c->time);
    FIELD(w, c->face_pair_count);
}

// Reads or writes a list: its count, then each element by `of`. If `of` is null, elements are
// copied as bytes and must have no padding. `present` is the list to write. Returns the list,
// either `present` or the one read.
static void *list(walk *w, const void *present, uint32_t *count, size_t size, size_t least,
                  void (*of)(walk *w, void *element))
{
    void *items = NULL;
    FIELD(w, *count);
    if (w->out)
        memcpy(&items, &present, sizeof items); // writing does not modify the items
    else
        items = allot(w, *count, size, least);
    if (!of && *count > 0) bytes(w, items, *count * size);
    for (uint32_t i = 0; of && i < *count && !w->result; i++) of(w, (char *)items + i * size);
    return items;
}

// Reads or writes a list. `field` is a pointer to const elements, each at least `least` bytes long
// in the input.
#define LIST(w, field, count, least, of)                                                           \
    do {                                                                                           \
        void *items_ = list((w), (field), &(count), sizeof *(field), (least), (of));               \
        if (!(w)->out) (field) = items_;                                                           \
    } while (0)

_Static_assert(sizeof(mote_face_pair) == 8 && sizeof(mote_check_crossing_faces) == 16 &&
                   sizeof(bool) == 1,
               "these are written as they are in memory");

// Reads or writes the region of each face pair, and whether its sides are swapped.
static void sides(walk *w, mote_check_finding *f)
{
    uint32_t count = f->face_pair_count, swapped_count = count;
    LIST(w, f->region_of, count, sizeof *f->region_of, NULL);
    LIST(w, f->swapped, swapped_count, sizeof *f->swapped, NULL);
    if (w->result || w->out) return;
    if (count != f->face_pair_count || swapped_count != count) fail_data(w);
    for (uint32_t i = 0; i < count && !w->result; i++) {
        unsigned char byte;
        memcpy(&byte, &f->swapped[i], 1); // the byte may not be a valid bool yet
        if (f->region_of[i] >= f->region_count || byte > 1) fail_data(w);
    }
}

static uint32_t triangles_of(const walk *w, uint32_t number)
{
    return w->animation->parts[number]->triangle_count;
}

static void check_faces(walk *w, const mote_check_finding *f)
{
    if (w->result || w->out) return;
    uint32_t a = triangles_of(w, f->a), b = triangles_of(w, f->b);
    for (uint32_t i = 0; i < f->face_pair_count && !w->result; i++)
        if (f->face_pairs[i].face_a >= a || f->face_pairs[i].face_b >= b) fail_data(w);
}

static void finding(walk *w, void *element)
{
    mote_check_finding *f = element;
    part(w, &f->a);
    part(w, &f->b);
    CHOICE(w, f->severity, MOTE_CHECK_PENETRATE);
    CHOICE(w, f->relation, MOTE_RELATION_B_IN_A);
    FIELD(w, f->depth);
    CHOICE(w, f->depth_kind, MOTE_DEPTH_EXACT);
    LIST(w, f->face_pairs, f->face_pair_count, sizeof *f->face_pairs, NULL);
    check_faces(w, f);
    LIST(w, f->contacts, f->contact_count, 37, contact);
    LIST(w, f->regions, f->region_count, 42, region);
    sides(w, f);
    flag(w, &f->cut_short);
}

static void check_crossing_faces(walk *w, const mote_check_crossing *c)
{
    if (w->result || w->out) return;
    uint32_t a = triangles_of(w, c->a), b = triangles_of(w, c->b);
    for (uint32_t i = 0; i < c->face_pair_count && !w->result; i++)
        if (c->faces[i].face_a >= a || c->faces[i].face_b >= b) fail_data(w);
}

static void crossing(walk *w, void *element)
{
    mote_check_crossing *c = element;
    part(w, &c->a);
    part(w, &c->b);
    CHOICE(w, c->severity, MOTE_CHECK_PENETRATE);
    FIELD(w, c->at);
    FIELD(w, c->time);
    vector(w, &c->point);
    LIST(w, c->faces, c->face_pair_count, sizeof *c->faces, NULL);
    check_crossing_faces(w, c);
    flag(w, &c->hidden);
}

static void walk_found(walk *w, check_found *found)
{
    mote_check_frame *frame = &found->frame;
    FIELD(w, frame->clip);
    FIELD(w, frame->number);
    FIELD(w, frame->time);
    LIST(w, frame->findings, frame->finding_count, 20, finding);
    LIST(w, frame->crossings, frame->crossing_count, 20, crossing);
    LIST(w, frame->invalid, frame->invalid_count, 4, part);
    flag(w, &frame->cut_short);
    FIELD(w, found->baseline_face_pairs);
    FIELD(w, found->allowed_face_pairs);
    flag(w, &found->baseline_met);
    flag(w, &found->out_of_time);
    flag(w, &found->leapt);
    FIELD(w, found->leap_a);
    FIELD(w, found->leap_b);
    if (!w->out && found->leapt &&
        (found->leap_a >= w->animation->part_count || found->leap_b >= w->animation->part_count))
        fail_data(w);
}

mote_result check_found_pack(const check_found *found, check_bytes *out)
{
    check_found copy = *found; // writing does not modify it
    walk w = {.out = out};
    walk_found(&w, &copy);
    return w.result;
}

static void empty(check_found_room *room)
{
    for (size_t i = 0; i < room->blocks.count; i++) free(room->blocks.data[i]);
    room->blocks.count = 0;
}

void check_found_room_release(check_found_room *room)
{
    empty(room);
    mote_array_release(&room->blocks, &mote_libc_allocator);
}

mote_result check_found_unpack(const unsigned char *bytes, size_t size,
                               const check_animation *animation, check_found_room *room,
                               check_found *out)
{
    empty(room);
    *out = (check_found){0};
    walk w = {.at = bytes, .end = bytes + size, .room = room, .animation = animation};
    walk_found(&w, out);
    if (!w.result && w.at != w.end) fail_data(&w);
    return w.result;
}
