// Files of a batch. A file is written under a temporary name, synchronized with the disk and
// renamed, so an existing file is always complete. The last line of a text file is its checksum.

#ifndef CMD_BATCH_FILE_H
#define CMD_BATCH_FILE_H

#include <mote/base.h>
#include <stdbool.h>
#include <stdio.h>

enum { CMD_BATCH_PATH = 4096 };

// Formats the path of a file below a folder. Fails if the path is too long.
__attribute__((format(printf, 3, 4))) mote_result
cmd_batch_path(char out[CMD_BATCH_PATH], const char *folder, const char *format, ...);

// A file that is being written. Zero-initialized means none.
typedef struct cmd_batch_file {
    char path[CMD_BATCH_PATH], beside[CMD_BATCH_PATH];
    FILE *file; // open for reading and writing
} cmd_batch_file;

mote_result cmd_batch_file_open(cmd_batch_file *file, const char *path);

// If `result` is MOTE_OK and all writes succeeded, renames the file to its final name; otherwise
// removes it. Returns the first failure.
mote_result cmd_batch_file_close(cmd_batch_file *file, mote_result result);

// Appends the checksum to a text file and closes it like cmd_batch_file_close.
mote_result cmd_batch_text_close(cmd_batch_file *file, mote_result result);

// Reads a file into memory from malloc and appends a zero. MOTE_ERROR_IO if it cannot be read.
mote_result cmd_batch_read(const char *path, char **out, size_t *size);

// Reads a text file without its checksum. MOTE_ERROR_DATA if the checksum is wrong. The caller
// frees the text.
mote_result cmd_batch_read_text(const char *path, char **out);

// The checksum of bytes. The result of mote_hash_bytes depends on how the bytes are split, so all
// checksums of a batch use this function.
uint64_t cmd_batch_hash(const void *bytes, size_t size);

// The same checksum for the first `size` bytes of a stream.
mote_result cmd_batch_hash_stream(FILE *file, uint64_t size, uint64_t *out);

// Removes temporary files in a folder that were left by processes which no longer exist, if
// `is_own` accepts their final names.
void cmd_batch_remove_unfinished(const char *folder, bool (*is_own)(const char *name));

#endif
