// Where and how a measurement was made.

#ifndef MOTE_BENCH_MACHINE_H
#define MOTE_BENCH_MACHINE_H

#include "io/json_write.h"

typedef struct bench_machine {
    char processor[96];
    unsigned processor_count;
    const char *compiler; // of the bench, which is that of the library
    const char *flags;    // of the build's type, without warnings
    const char *kernels;  // which compilation of the vector kernels runs
    double load;          // average of the last minute; negative if unknown
} bench_machine;

bench_machine bench_machine_here(void);

// The member "machine" of an object.
void bench_machine_write(io_json_writer *json);

// The path of a file in the directory of this program. False where that is not known (other systems
// than Linux) or the path does not fit.
bool bench_path_beside_program(const char *name, char *path, size_t size);

#endif
