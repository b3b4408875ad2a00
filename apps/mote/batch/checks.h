// The checks of a batch. Each has the arguments of 'mote check' from a line of the manifest.

#ifndef CMD_BATCH_CHECKS_H
#define CMD_BATCH_CHECKS_H

#include "apps/mote/batch/words.h"
#include "apps/mote/check_options.h"

typedef struct cmd_batch_check {
    cmd_words words; // the arguments of 'mote check': first the defaults, then its own
    uint32_t own;    // index of the first word of its own
    uint32_t line;   // in the manifest, counted from 1
    // Set by measuring; 0 before.
    uint32_t frames;
    uint64_t cost;    // frames times triangles
    uint64_t content; // hash of its input files
    char *failure;    // the reason why it cannot be checked; null if it can
} cmd_batch_check;

// Zero-initialized means empty.
typedef struct cmd_batch_checks {
    char *manifest;   // path of the manifest
    char *folder;     // base of relative paths
    uint32_t formats; // bits 1 << mote_check_format of the reports of each check
    cmd_batch_check *items;
    uint32_t count;
} cmd_batch_checks;

void cmd_batch_checks_release(cmd_batch_checks *checks);

// Reads a manifest and finds the files that match its patterns. Fails with a message that names the
// file and the line. `require_filter` gives --require-filter to every check.
mote_result cmd_batch_read_manifest(const char *path, bool require_filter, cmd_batch_checks *out);

// Calls `read` with the words of each line of a text file of the batch.
mote_result cmd_batch_read_lines(const char *path,
                                 mote_result (*read)(void *context, const cmd_words *words),
                                 void *context);

// Writes the list of checks as a file of the batch.
mote_result cmd_batch_write_checks(const cmd_batch_checks *checks, const char *path);
mote_result cmd_batch_read_checks(const char *path, cmd_batch_checks *out);

// Parses the words of a check into cmd_check_given. The array is from malloc and must outlive the
// use of the options.
mote_result cmd_batch_parse(const cmd_batch_check *check, cmd_arguments *out, char ***array);

// A hash of the arguments and inputs of a check. Equal keys mean equal results.
uint64_t cmd_batch_check_key(const cmd_batch_checks *checks, const cmd_batch_check *check);

#endif
