// Numbered files, grouped by name and sorted by number.

#ifndef MOTE_CHECK_FILES_H
#define MOTE_CHECK_FILES_H

#include <mote/base.h>

// The files of one part in successive frames.
typedef struct check_file_group {
    char *name;   // the common prefix, or the name of a single file without extension
    char **paths; // sorted by number
    uint32_t count;
} check_file_group;

typedef struct check_file_groups {
    check_file_group *items; // sorted by name
    uint32_t count;
    bool listed; // found in a folder, not named by the caller
    // Files of a folder and its subfolders that are not read.
    char *unread; // some of their names, for a message; null for none
    uint64_t unread_count;
    uint64_t companion_count; // textures, materials, texts and other files that are not models
} check_file_groups;

// Does the path contain %d or a form such as %04d as its number?
bool check_is_file_pattern(const char *path);

// Finds the files of a path: the files that match a pattern, the meshes in a folder, or the one
// file. Fails if no file is found or if a number between the first and the last is missing.
mote_result check_find_files(const char *path, check_file_groups *out);
void check_file_groups_release(check_file_groups *groups);

#endif
