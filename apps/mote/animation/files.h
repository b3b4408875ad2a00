// Numbered files: which belong together, and in which order.

#ifndef MOTE_ANIMATION_FILES_H
#define MOTE_ANIMATION_FILES_H

#include <mote/base.h>

// Files that are one part in successive frames.
typedef struct mote_file_group {
    char *name;   // what they have in common, or the name of the one file without extension
    char **paths; // by their numbers
    uint32_t count;
} mote_file_group;

typedef struct mote_file_groups {
    mote_file_group *items; // by name
    uint32_t count;
} mote_file_groups;

// Does the path hold a place for a number, such as %d or %04d?
bool mote_is_file_pattern(const char *path);

// What a path stands for: the files that fit a pattern, the meshes in a folder, or the one file. Fails
// if there is none, and if a number between the first and the last is missing.
mote_result mote_find_files(const char *path, mote_file_groups *out);
void mote_file_groups_release(mote_file_groups *groups);

#endif
