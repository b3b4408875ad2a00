// The floor: what looking at every moved vertex once costs at the least. Every exact method that
// must look at all positions is measured in multiples of it.

#ifndef MOTE_BENCH_FLOOR_H
#define MOTE_BENCH_FLOOR_H

#include <mote/base.h>

// The box of all positions in one streaming pass; empty for none. As wide as the machine allows.
mote_box bench_floor_min_max(const mote_vec3 *positions, size_t count);

#endif
