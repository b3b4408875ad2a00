#include "assets/fbx/fbx.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/result.h"
#include "io/name.h"

enum { OLDEST_VERSION = 7000, NEWEST_VERSION = 8000 };

asset_fbx_def asset_default_fbx_def(void)
{
    return (asset_fbx_def){.max_bytes = (uint64_t)2 << 30};
}

static mote_result fail_with(const asset_fbx *fbx, mote_result code, const char *format,
                             va_list arguments)
{
    char text[320], room[IO_SHORT_NAME];
    vsnprintf(text, sizeof text, format, arguments);
    return mote_fail(code, "%s: %s", io_short_name(fbx->path, room), text);
}

mote_result(asset_fbx_fail)(const asset_fbx *fbx, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    mote_result result = fail_with(fbx, MOTE_ERROR_DATA, format, arguments);
    va_end(arguments);
    return result;
}

mote_result(asset_fbx_refuse)(const asset_fbx *fbx, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    mote_result result = fail_with(fbx, MOTE_ERROR_REFUSED, format, arguments);
    va_end(arguments);
    return result;
}

mote_result asset_fbx_spend(asset_fbx *fbx, uint64_t bytes)
{
    if (bytes > fbx->bytes_left)
        return asset_fbx_fail(fbx, "needs more than the %llu MB that a file may take",
                              (unsigned long long)(fbx->max_bytes >> 20));
    fbx->bytes_left -= bytes;
    return MOTE_OK;
}

static mote_result parse(asset_fbx *fbx)
{
    if (!mote_array_push(&fbx->nodes, &mote_libc_allocator, (asset_fbx_node){.name = ""}))
        return mote_fail_memory(sizeof(asset_fbx_node), fbx->path);
    mote_result result = asset_fbx_is_binary(fbx->file, fbx->file_size)
                             ? asset_fbx_parse_binary(fbx)
                             : asset_fbx_parse_ascii(fbx);
    if (result) return result;
    if (fbx->version < OLDEST_VERSION)
        return asset_fbx_refuse(
            fbx,
            "is FBX %u.%u, of 2010 or before; 7.1 and later are read: export it "
            "again, or convert it",
            fbx->version / 1000, fbx->version / 100 % 10);
    if (fbx->version >= NEWEST_VERSION)
        return asset_fbx_refuse(fbx, "is FBX %u, which is unknown; 7.1 to 7.7 are read",
                                fbx->version);
    return MOTE_OK;
}

static void close_fbx(asset_fbx *fbx)
{
    mote_array_release(&fbx->nodes, &mote_libc_allocator);
    mote_array_release(&fbx->values, &mote_libc_allocator);
    mote_array_release(&fbx->objects, &mote_libc_allocator);
    mote_array_release(&fbx->connections, &mote_libc_allocator);
    mote_array_release(&fbx->by_parent, &mote_libc_allocator);
    mote_array_release(&fbx->by_child, &mote_libc_allocator);
    mote_array_release(&fbx->channels, &mote_libc_allocator);
}

mote_result asset_fbx_read(const asset_fbx_def *def, asset_file *out)
{
    asset_fbx_mismatch mismatch = {0};
    asset_fbx fbx = {.path = def->name,
                     .file = def->bytes,
                     .file_size = def->size,
                     .bytes_left = def->max_bytes,
                     .max_bytes = def->max_bytes,
                     .mismatch = &mismatch,
                     .asset = out};
    mote_result result = parse(&fbx);
    if (!result) result = asset_fbx_list_objects(&fbx);
    if (!result) result = asset_fbx_add_nodes(&fbx);
    if (!result) result = asset_fbx_add_surfaces(&fbx);
    if (!result) result = asset_fbx_add_clips(&fbx);
    if (!result) result = asset_fbx_add_remarks(&fbx);
    close_fbx(&fbx);
    if (!result) result = asset_check(out, def->name);
    return io_name_file(result, def->name);
}
