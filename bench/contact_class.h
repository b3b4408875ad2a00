// How much of a frame is in contact, as the promises about speed count it.

#ifndef MOTE_BENCH_CONTACT_CLASS_H
#define MOTE_BENCH_CONTACT_CLASS_H

#include <stddef.h>

typedef enum mote_contact_class {
    MOTE_CLASS_DISJOINT = 0, // no face is in any pair
    MOTE_CLASS_LIGHT,        // 0.05 to 0.1 % of all faces are in some pair
    MOTE_CLASS_MEDIUM,       // about 1 %: 0.8 to 1.25
    MOTE_CLASS_HEAVY,        // 8 to 12 %
    MOTE_CLASS_BETWEEN,      // anything else
    MOTE_CLASS_COUNT
} mote_contact_class;

mote_contact_class mote_classify(size_t faces_in_contact, size_t faces);
const char *mote_class_name(mote_contact_class which);

#endif
