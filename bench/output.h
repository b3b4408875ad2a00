// Files that a measurement leaves.

#ifndef MOTE_BENCH_OUTPUT_H
#define MOTE_BENCH_OUTPUT_H

#include <mote/base.h>
#include <stdio.h>

// The present day as "2026-11-16", in universal time.
void bench_today(char out[16]);

// Closes a file that was written. Fails if it is null or was not written, with its path and the
// reason.
mote_result bench_close_file(FILE *file, const char *path);

#endif
