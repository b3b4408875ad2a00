#define _POSIX_C_SOURCE 200809L
#include "apps/mote/old_frames.h"

#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "core/result.h"
#include "io/name.h"

// Skips a word and the digits after it. Returns null if they do not match.
static const char *skip(const char *text, const char *word)
{
    size_t length = strlen(word);
    if (!text || strncmp(text, word, length) != 0) return NULL;
    size_t digits = strspn(text + length, "0123456789");
    return digits ? text + length + digits : NULL;
}

static bool is_frame(const char *name)
{
    const char *clip = skip(name, "clip_");
    const char *rest = clip ? skip(clip, "_frame_") : skip(name, "frame_");
    return rest && strcmp(rest, ".ply") == 0;
}

static mote_result add(cmd_old_frames *frames, const char *name)
{
    char **names = realloc(frames->names, (frames->count + 1) * sizeof *names);
    if (names) frames->names = names;
    char *copy = names ? strdup(name) : NULL;
    if (!copy) return mote_fail_memory(strlen(name), "a list of files");
    frames->names[frames->count++] = copy;
    return MOTE_OK;
}

static int compare_names(const void *x, const void *y)
{
    return strcmp(*(char *const *)x, *(char *const *)y);
}

mote_result cmd_old_frames_find(const char *folder, cmd_old_frames *out)
{
    *out = (cmd_old_frames){0};
    DIR *dir = opendir(folder);
    char room[IO_SHORT_NAME];
    if (!dir)
        return mote_fail(MOTE_ERROR_IO, "%s: cannot be read: %s", io_short_name(folder, room),
                         strerror(errno));
    mote_result result = MOTE_OK;
    for (struct dirent *entry; !result && (entry = readdir(dir));)
        if (is_frame(entry->d_name)) result = add(out, entry->d_name);
    closedir(dir);
    if (out->count) qsort(out->names, out->count, sizeof *out->names, compare_names);
    return result;
}

void cmd_old_frames_release(cmd_old_frames *frames)
{
    for (uint32_t i = 0; i < frames->count; i++) free(frames->names[i]);
    free(frames->names);
    *frames = (cmd_old_frames){0};
}

void cmd_old_frames_forget(cmd_old_frames *frames, const char *name)
{
    if (frames->count == 0) return;
    char **found =
        bsearch(&name, frames->names, frames->count, sizeof *frames->names, compare_names);
    if (!found) return;
    free(*found);
    size_t at = (size_t)(found - frames->names);
    memmove(found, found + 1, (--frames->count - at) * sizeof *found);
}
