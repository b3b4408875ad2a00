// The checks of a batch: each is what 'mote check' is given, from a line of the manifest.

#ifndef CMD_BATCH_CHECKS_H
#define CMD_BATCH_CHECKS_H

#include "apps/mote/batch/words.h"
#include "apps/mote/check_options.h"

typedef struct cmd_batch_check {
    cmd_words words; // the arguments of 'mote check': defaults, then its own
    uint32_t own;    // the first of its own
    uint32_t line;   // of the manifest, from 1
    // What measuring found out; 0 before.
    uint32_t frames;
    uint64_t cost;    // frames times triangles
    uint64_t content; // a hash of the files that it reads
    char *failure;    // why it cannot be checked; null if it can
} cmd_batch_check;

// All zero is empty.
typedef struct cmd_batch_checks {
    char *manifest;   // its path
    char *folder;     // that paths are relative to
    uint32_t formats; // bits 1 << mote_check_format of the reports that each check gets
    cmd_batch_check *items;
    uint32_t count;
} cmd_batch_checks;

void cmd_batch_checks_release(cmd_batch_checks *checks);

// Reads a manifest and finds the files of its patterns. Fails with a message that names the file and the line. `require_filter` gives
// --require-filter to every check.
mote_result cmd_batch_read_manifest(const char *path, bool require_filter, cmd_batch_checks *out);

// Calls `read` with the words of each line of a text file of the batch.
mote_result cmd_batch_read_lines(const char *path,
                                 mote_result (*read)(void *context, const cmd_words *words),
                                 void *context);

// The list of checks as a file of the batch.
mote_result cmd_batch_write_checks(const cmd_batch_checks *checks, const char *path);
mote_result cmd_batch_read_checks(const char *path, cmd_batch_checks *out);

// Parses the words of a check into cmd_check_given. The array is from malloc, and must outlive the use of the options.
mote_result cmd_batch_parse(const cmd_batch_check *check, cmd_arguments *out, char ***array);

// What a check does and reads as a number: equal for equal results.
uint64_t cmd_batch_check_key(const cmd_batch_checks *checks, const cmd_batch_check *check);

#endif
