#define _POSIX_C_SOURCE 200809L
#include "check/import/assimp_collada_file.h"

#include <string.h>
#include <strings.h>

#include "check/import/assimp_collada.h"
#include "core/result.h"
#include "io/name.h"

// libassimp 5.2 looks for the root element in the first 200 bytes.
enum { HEAD = 4096 };

// The size of a member's header in the directory of a ZIP file, and the offset of the length of its
// name. The name follows the header.
enum { MEMBER_HEAD = 46, MEMBER_NAME_LENGTH = 28 };

static bool has_extension(const char *name, const char *extension)
{
    const char *dot = strrchr(name, '.');
    return dot && strcasecmp(dot, extension) == 0;
}

// Ignores case.
static bool contains(const unsigned char *bytes, size_t size, const char *word)
{
    size_t length = strlen(word);
    for (size_t i = 0; i + length <= size; i++)
        if (strncasecmp((const char *)bytes + i, word, length) == 0) return true;
    return false;
}

static bool is_collada(const char *name, const unsigned char *bytes, size_t size)
{
    return has_extension(name, ".dae") || has_extension(name, ".xml") ||
           contains(bytes, size < HEAD ? size : HEAD, "<collada");
}

// Returns whether the directory of a ZIP file lists a Collada file or the manifest that names it.
// Any data may precede the ZIP file.
static bool is_zipped_collada(const unsigned char *bytes, size_t size)
{
    const unsigned char *at = bytes, *end = bytes + size;
    for (; (at = memchr(at, 'P', (size_t)(end - at))); at++) {
        if (end - at < MEMBER_HEAD) return false;
        if (memcmp(at, "PK\1\2", 4) != 0) continue;
        size_t length = at[MEMBER_NAME_LENGTH] | (size_t)at[MEMBER_NAME_LENGTH + 1] << 8;
        size_t left = (size_t)(end - at) - MEMBER_HEAD;
        if (length > left) length = left;
        if (contains(at + MEMBER_HEAD, length, ".dae") ||
            contains(at + MEMBER_HEAD, length, "manifest.xml"))
            return true;
    }
    return false;
}

// 3MF and Quake 3 files are ZIP files too. libassimp recognizes them by their names.
mote_result check_collada_file(const char *name, const unsigned char *bytes, size_t size)
{
    char room[IO_SHORT_NAME];
    bool other = has_extension(name, ".3mf") || has_extension(name, ".pk3");
    if (!other && is_zipped_collada(bytes, size))
        return mote_fail(MOTE_ERROR_REFUSED,
                         "%s: mote does not read zipped Collada; unpack it and check the .dae file "
                         "instead",
                         io_short_name(name, room));
    return is_collada(name, bytes, size) ? check_collada_counts((const char *)bytes, size, name)
                                         : MOTE_OK;
}
