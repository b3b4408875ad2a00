// Reads files in memory without a child process; see import.h.

#include <stdlib.h>
#include <string.h>

#include "assets/gltf.h"
#include "check/import/import.h"
#include "core/result.h"
#include "io/name.h"

static const check_memory_file *files;
static size_t file_count;

void check_set_memory_files(const check_memory_file *given, size_t count)
{
    files = given;
    file_count = count;
}

check_import_limits check_default_import_limits(void)
{
    return (check_import_limits){.seconds = 60, .bytes = (uint64_t)2 << 30};
}

bool check_is_canceled(const check_import_limits *limits)
{
    return limits->is_canceled && limits->is_canceled(limits->is_canceled_context);
}

static const check_memory_file *find_file(const char *name)
{
    for (size_t i = 0; i < file_count; i++)
        if (strcmp(files[i].name, name) == 0) return &files[i];
    return NULL;
}

static mote_result fail_missing(const char *name)
{
    char room[IO_SHORT_NAME];
    return mote_fail(MOTE_ERROR_IO, "%s: is not among the files", io_short_name(name, room));
}

// An asset_beside: finds a file whose path starts with the folder of the file that names it.
static mote_result read_beside(void *context, const char *path, const char *name,
                               unsigned char **out, size_t *size)
{
    (void)context;
    const char *slash = strrchr(path, '/');
    size_t folder = slash ? (size_t)(slash - path) + 1 : 0;
    char *whole = malloc(folder + strlen(name) + 1);
    if (!whole) return mote_fail_memory(folder + strlen(name) + 1, name);
    memcpy(whole, path, folder);
    memcpy(whole + folder, name, strlen(name) + 1);
    const check_memory_file *file = find_file(whole);
    free(whole);
    if (!file) return fail_missing(name);
    *out = malloc(file->size + 1);
    if (!*out) return mote_fail_memory(file->size, name);
    memcpy(*out, file->bytes, file->size);
    *size = file->size;
    return MOTE_OK;
}

mote_result check_import(const char *path, const int *opened, const check_import_limits *limits,
                         asset_file *out)
{
    (void)opened;
    (void)limits;
    const check_memory_file *file = find_file(path);
    if (!file) return fail_missing(path);
    asset_gltf_def def = asset_default_gltf_def();
    def.bytes = file->bytes;
    def.size = file->size;
    def.name = path;
    def.beside = (asset_beside){.read = read_beside};
    *out = (asset_file){0};
    mote_result result = asset_gltf_read(&def, out);
    if (result) asset_release(out);
    return result;
}
