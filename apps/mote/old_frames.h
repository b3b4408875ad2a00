// Finds the files that an earlier 'mote check --out DIR' left in DIR.

#ifndef MOTE_APPS_OLD_FRAMES_H
#define MOTE_APPS_OLD_FRAMES_H

#include <mote/base.h>

// Zero-initialized means empty.
typedef struct cmd_old_frames {
    char **names; // sorted; owned
    uint32_t count;
} cmd_old_frames;

// Lists the files frame_00012.ply and clip_01_frame_00012.ply of a folder.
mote_result cmd_old_frames_find(const char *folder, cmd_old_frames *out);
void cmd_old_frames_release(cmd_old_frames *frames);

// Removes a file from the list because it will be replaced.
void cmd_old_frames_forget(cmd_old_frames *frames, const char *name);

#endif
