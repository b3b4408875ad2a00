// The file with the results of the pieces of a shard:
//
//     "mote shard\n", a zero      12 bytes
//     format, found               versions of this format and of check/found_bytes.h; numbers are 32-bit little-endian
//                                 unless stated otherwise
//     version                     of mote: length and text
//     pieces                      count; for each the key of its check (64 bits), its first frame, its count of frames
//     of each piece, in order     records: FRAME, length, bytes; or FAILURE, result, length, message; or CRASH, length, message;
//                                 then END
//     size, hash                  of everything before, 64 bits each
//
// A failure ends the check at that frame, as it would in a single process. A crash ended the
// process that ran the piece; its frames are unknown.

#ifndef CMD_BATCH_SHARD_H
#define CMD_BATCH_SHARD_H

#include "apps/mote/batch/plan.h"

enum { CMD_BATCH_SHARD_FORMAT = 1 };

typedef enum cmd_batch_record {
    CMD_BATCH_END = 0,
    CMD_BATCH_FRAME,
    CMD_BATCH_FAILURE,
    CMD_BATCH_CRASH
} cmd_batch_record;

// Write a shard to a stream, which records errors.
void cmd_batch_put_head(FILE *to, const cmd_batch_plan *plan, uint32_t shard);
void cmd_batch_put_frame(FILE *to, const unsigned char *bytes, size_t size);
void cmd_batch_put_failure(FILE *to, mote_result result, const char *message);
void cmd_batch_put_crash(FILE *to, const char *message);
void cmd_batch_put_end(FILE *to);
mote_result cmd_batch_put_foot(FILE *to);

// A shard that was read: its bytes, and the position of each piece.
typedef struct cmd_batch_found {
    unsigned char *bytes; // memory-mapped
    size_t size;
    const unsigned char **pieces; // first record of each piece; from malloc
} cmd_batch_found;

// Fails with a message that says whether the shard is missing, from another version or plan, or
// damaged.
mote_result cmd_batch_open_found(const char *folder, const cmd_batch_plan *plan, uint32_t shard,
                                 cmd_batch_found *out);
void cmd_batch_close_found(cmd_batch_found *found);

// Returns the record at `*at` and advances `*at`. `*bytes` and `size` are the data of FRAME records
// and messages. Does not advance past END.
cmd_batch_record cmd_batch_next_record(const unsigned char **at, const unsigned char **bytes,
                                       size_t *size, mote_result *result);

#endif
