// Calls every public function with the numbers at which arithmetic ends: 0, denormal numbers,
// numbers whose sums and products overflow, infinity and NaN. Nothing is expected of the answers;
// the sanitizers watch.
//
// A case is made of bytes: of a fuzzer, or of random numbers (test/test_extremes.c). Where they
// end, all further ones are 0.

#ifndef FUZZ_EXTREMES_H
#define FUZZ_EXTREMES_H

#include <mote/base.h>
#include <stdlib.h>

enum { EXTREMES_MAX_FUNCTIONS = 1024 };

// Which functions were called, and how often.
typedef struct extreme_calls {
    const char *names[EXTREMES_MAX_FUNCTIONS]; // a hash table
    size_t total;
} extreme_calls;

typedef struct extremes {
    const uint8_t *data;
    size_t size;
    extreme_calls *calls; // null: nobody counts
    // The kind of numbers of the case: the largest are rare in some cases, and infinity and NaN
    // missing in others, because most functions refuse these at once.
    uint32_t kinds;
} extremes;

void extremes_count(extremes *e, const char *function);

// A public function, to be called: CALL(e, mote_heron_height)(a, b, c).
#define CALL(e, function) (extremes_count(e, #function), (function))

uint32_t extremes_below(extremes *e, uint32_t end); // 0 to end - 1
bool extremes_bool(extremes *e);
float extremes_float(extremes *e);
double extremes_double(extremes *e);
mote_vec3 extremes_vec(extremes *e);
mote_dvec3 extremes_dvec(extremes *e);
mote_box extremes_box(extremes *e);
mote_transform extremes_transform(extremes *e); // half of them rigid but for the translation
mote_rotation extremes_rotation(extremes *e);

// The cases, by header.
void extremes_of_geometry(extremes *e);
void extremes_of_meshes(extremes *e);
void extremes_of_deformers(extremes *e);
void extremes_of_worlds(extremes *e);
void extremes_of_dynamics(extremes *e);
void extremes_of_recordings(extremes *e);

// One of them, as the bytes choose.
void extremes_run(const uint8_t *data, size_t size, extreme_calls *calls);

#endif
