// Numbered files: which belong together, and in which order.

#ifndef MOTE_CHECK_FILES_H
#define MOTE_CHECK_FILES_H

#include <mote/base.h>

// Files that are one part in successive frames.
typedef struct check_file_group {
    char *name;   // their common prefix, or the name of the one file without extension
    char **paths; // by their numbers
    uint32_t count;
} check_file_group;

typedef struct check_file_groups {
    check_file_group *items; // by name
    uint32_t count;
    bool listed; // found in a folder, not named by the caller
    // Of a folder: files that are not read, those of its subfolders included.
    char *unread; // the names of some, for a message; null for none
    uint64_t unread_count;
    uint64_t companion_count; // textures, materials, texts: files that are no models
} check_file_groups;

// Does the path contain %d or %04d, in place of a number?
bool check_is_file_pattern(const char *path);

// The files of a path: those that match a pattern, the meshes in a folder, or the one file. Fails if there
// are none, and if a number between the first and the last is missing.
mote_result check_find_files(const char *path, check_file_groups *out);
void check_file_groups_release(check_file_groups *groups);

#endif
