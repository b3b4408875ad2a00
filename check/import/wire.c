#define _POSIX_C_SOURCE 200809L
#include "check/import/wire.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

#include "core/result.h"
#include "io/name.h"

bool check_wire_write(int descriptor, const void *bytes, size_t size)
{
    const char *at = bytes;
    while (size > 0) {
        ssize_t written = write(descriptor, at, size);
        if (written < 0 && errno == EINTR) continue;
        if (written <= 0) return false;
        at += written;
        size -= (size_t)written;
    }
    return true;
}

static bool send_list(int descriptor, const void *elements, uint64_t count, size_t size)
{
    return check_wire_write(descriptor, &count, sizeof count) &&
           check_wire_write(descriptor, elements, (size_t)count * size);
}

bool check_wire_send(int descriptor, const asset_file *asset)
{
    bool sent = true;
#define SEND(type, name)                                                                           \
    sent = sent && send_list(descriptor, asset->name.data, asset->name.count, sizeof(type));
    ASSET_LISTS(SEND)
#undef SEND
    return sent;
}

static mote_result fail_cut_off(const char *path)
{
    char room[IO_SHORT_NAME];
    return mote_fail(MOTE_ERROR_DATA, "%s: the importer did not finish", io_short_name(path, room));
}

// The unread rest of the message.
typedef struct message {
    const unsigned char *at;
    size_t left;
    const char *path; // of the file
} message;

// Reads a count and verifies that as many elements of `size` bytes follow.
static mote_result parse_count(message *m, size_t size, size_t *out)
{
    uint64_t count;
    *out = 0;
    if (m->left < sizeof count) return fail_cut_off(m->path);
    memcpy(&count, m->at, sizeof count);
    m->at += sizeof count;
    m->left -= sizeof count;
    if (count > m->left / size) return fail_cut_off(m->path);
    *out = (size_t)count;
    return MOTE_OK;
}

static mote_result parse_lists(message *m, asset_file *out)
{
    size_t count;
    mote_result result = MOTE_OK;
    // Elements may be unaligned and are copied as bytes.
#define PARSE(type, name)                                                                          \
    if (!result) result = parse_count(m, sizeof(type), &count);                                    \
    if (!result && !mote_array_room(&out->name, &mote_libc_allocator, count))                      \
        result = mote_fail_memory(count * sizeof(type), m->path);                                  \
    if (!result) {                                                                                 \
        memcpy(out->name.data, m->at, count * sizeof(type));                                       \
        out->name.count = count;                                                                   \
        m->at += count * sizeof(type);                                                             \
        m->left -= count * sizeof(type);                                                           \
    }
    ASSET_LISTS(PARSE)
#undef PARSE
    return result;
}

mote_result check_wire_parse(const unsigned char *bytes, size_t size, const char *path,
                             asset_file *out)
{
    *out = (asset_file){0};
    message m = {bytes, size, path};
    mote_result result = parse_lists(&m, out);
    if (!result && m.left > 0) result = fail_cut_off(path);
    if (!result) result = asset_check(out, path);
    if (result) asset_release(out);
    return result;
}
