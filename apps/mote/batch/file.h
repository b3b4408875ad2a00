// Files of a batch: written beside, synchronized with the disk and renamed, so that a file that is there is whole. Text files end with
// a line that has their checksum.

#ifndef CMD_BATCH_FILE_H
#define CMD_BATCH_FILE_H

#include <mote/base.h>
#include <stdbool.h>
#include <stdio.h>

enum { CMD_BATCH_PATH = 4096 };

// The path of a file below a folder; fails if it is too long.
__attribute__((format(printf, 3, 4))) mote_result
cmd_batch_path(char out[CMD_BATCH_PATH], const char *folder, const char *format, ...);

// A file that is being written. All zero is none.
typedef struct cmd_batch_file {
    char path[CMD_BATCH_PATH], beside[CMD_BATCH_PATH];
    FILE *file; // for reading and writing
} cmd_batch_file;

mote_result cmd_batch_file_open(cmd_batch_file *file, const char *path);

// Puts the file in its place if `result` is MOTE_OK and everything was written, and removes it otherwise. Returns the first failure.
mote_result cmd_batch_file_close(cmd_batch_file *file, mote_result result);

// The same for a text: appends the checksum.
mote_result cmd_batch_text_close(cmd_batch_file *file, mote_result result);

// All of a file with a final zero, from malloc. MOTE_ERROR_IO if it cannot be read.
mote_result cmd_batch_read(const char *path, char **out, size_t *size);

// A text with its checksum cut off. MOTE_ERROR_DATA if that is wrong. The caller frees it.
mote_result cmd_batch_read_text(const char *path, char **out);

// The checksum of bytes: what mote_hash_bytes folds depends on how they are cut, so that all checksums of the batch come from here.
uint64_t cmd_batch_hash(const void *bytes, size_t size);

// The same of the bytes of a stream from its beginning to `size`.
mote_result cmd_batch_hash_stream(FILE *file, uint64_t size, uint64_t *out);

// Removes files that processes which are gone have left unfinished in a folder: those that were to get a name that `is_own` accepts.
void cmd_batch_remove_unfinished(const char *folder, bool (*is_own)(const char *name));

#endif
