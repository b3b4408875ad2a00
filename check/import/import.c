#define _POSIX_C_SOURCE 200809L
#include "check/import/import.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "assets/gltf.h"
#include "core/result.h"
#include "io/name.h"

static mote_result fail_read(const char *path)
{
    char room[IO_SHORT_NAME];
    return mote_fail(MOTE_ERROR_IO, "%s: cannot be read: %s", io_short_name(path, room),
                     strerror(errno));
}

// All bytes of a file, from malloc; also of one whose size is not known in advance.
static mote_result read_file(const char *path, unsigned char **out, size_t *size)
{
    *out = NULL;
    *size = 0;
    FILE *file = fopen(path, "rb");
    if (!file) return fail_read(path);
    mote_result result = MOTE_OK;
    size_t room = 0, got = 1;
    while (got > 0 && !result) {
        if (*size == room) {
            room = room ? room * 2 : 1 << 16;
            unsigned char *grown = realloc(*out, room);
            if (!grown) {
                result = mote_fail_memory(room, path);
                break;
            }
            *out = grown;
        }
        got = fread(*out + *size, 1, room - *size, file);
        *size += got;
        if (ferror(file)) result = fail_read(path);
    }
    fclose(file);
    if (result) {
        free(*out);
        *out = NULL;
    }
    return result;
}

// As asset_beside_reader.
static mote_result read_beside(const char *path, const char *name, unsigned char **out,
                               size_t *size)
{
    const char *slash = strrchr(path, '/');
    size_t folder = slash ? (size_t)(slash - path) + 1 : 0;
    char *whole = malloc(folder + strlen(name) + 1);
    if (!whole) return mote_fail_memory(folder + strlen(name), path);
    memcpy(whole, path, folder);
    memcpy(whole + folder, name, strlen(name) + 1);
    mote_result result = read_file(whole, out, size);
    free(whole);
    return result;
}

mote_result check_read_gltf(const char *path, asset_file *out)
{
    asset_gltf_def def = asset_default_gltf_def();
    unsigned char *bytes;
    mote_result result = read_file(path, &bytes, &def.size);
    def.bytes = bytes;
    def.name = path;
    def.beside = read_beside;
    if (!result) result = asset_gltf_read(&def, out);
    free(bytes);
    return result;
}

#ifdef MOTE_ASSIMP_MAJOR
static check_asset_reader *const read_other = check_read_by_assimp;
#else
static mote_result read_other(const char *path, asset_file *out)
{
    (void)out;
    char room[IO_SHORT_NAME];
    return mote_fail(MOTE_ERROR_REFUSED,
                     "%s: this mote was built without libassimp (Debian: libassimp-dev) and reads "
                     "only glTF, OBJ, PLY, STL and OFF",
                     io_short_name(path, room));
}
#endif

mote_result check_import(const char *path, const check_import_limits *limits, asset_file *out)
{
    const char *dot = strrchr(path, '.');
    bool gltf = dot && (strcasecmp(dot, ".gltf") == 0 || strcasecmp(dot, ".glb") == 0);
    return check_import_in_child(path, gltf ? check_read_gltf : read_other, limits, out);
}
