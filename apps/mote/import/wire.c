#define _POSIX_C_SOURCE 200809L
#include "apps/mote/import/wire.h"

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

bool check_wire_send(int descriptor, asset_file *asset)
{
    mote_untyped *lists[ASSET_LISTS];
    asset_lists(asset, lists);
    for (int i = 0; i < ASSET_LISTS; i++) {
        uint64_t count = lists[i]->count;
        if (!check_wire_write(descriptor, &count, sizeof count)) return false;
        if (!check_wire_write(descriptor, lists[i]->data, lists[i]->count * lists[i]->size))
            return false;
    }
    return true;
}

static mote_result fail_cut_off(const char *path)
{
    char room[IO_SHORT_NAME];
    return mote_fail(MOTE_ERROR_DATA, "%s: the importer did not finish", io_short_name(path, room));
}

static mote_result parse_list(const unsigned char **at, size_t *left, mote_untyped *list,
                              const char *path)
{
    uint64_t count;
    asset_span span;
    if (*left < sizeof count) return fail_cut_off(path);
    memcpy(&count, *at, sizeof count);
    *at += sizeof count;
    *left -= sizeof count;
    if (count > *left / list->size) return fail_cut_off(path);
    size_t bytes = (size_t)count * list->size;
    if (!asset_add(list, *at, (size_t)count, &span)) return mote_fail_memory(bytes, path);
    *at += bytes;
    *left -= bytes;
    return MOTE_OK;
}

mote_result check_wire_parse(const unsigned char *bytes, size_t size, const char *path,
                             asset_file *out)
{
    *out = asset_create();
    mote_untyped *lists[ASSET_LISTS];
    asset_lists(out, lists);
    mote_result result = MOTE_OK;
    for (int i = 0; i < ASSET_LISTS && !result; i++)
        result = parse_list(&bytes, &size, lists[i], path);
    if (!result && size > 0) result = fail_cut_off(path);
    if (!result) result = asset_check(out, path);
    if (result) {
        asset_release(out);
        *out = asset_create();
    }
    return result;
}
