// How much of a frame is in contact, as the promises about speed count it.

#ifndef MOTE_BENCH_CONTACT_CLASS_H
#define MOTE_BENCH_CONTACT_CLASS_H

#include <stdbool.h>
#include <stddef.h>

typedef enum bench_contact_class {
    BENCH_CLASS_DISJOINT = 0, // no face is in any pair
    BENCH_CLASS_LIGHT,        // 0.05 to 0.1 % of all faces are in some pair
    BENCH_CLASS_MEDIUM,       // about 1 %: 0.8 to 1.25
    BENCH_CLASS_HEAVY,        // 8 to 12 %
    BENCH_CLASS_BETWEEN,      // anything else
    BENCH_CLASS_CONTACT,      // stands for all of these but the disjoint
    BENCH_CLASS_COUNT         // stands for all frames
} bench_contact_class;

bench_contact_class bench_classify(size_t faces_in_contact, size_t faces);

// Whether a frame of class `of` belongs to `which`.
bool bench_class_holds(bench_contact_class which, bench_contact_class of);

// Whether a table needs a row for a class with `count` of `total` frames after a row with `last`
// frames: not for a class without frames, and not for CONTACT where another row has the same
// frames.
bool bench_class_has_row(bench_contact_class which, size_t count, size_t last, size_t total);

// "all" for BENCH_CLASS_COUNT.
const char *bench_class_name(bench_contact_class which);

#endif
