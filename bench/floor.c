#include "bench/floor.h"

#include "core/box.h"

mote_box bench_floor_min_max(const mote_vec3 *positions, size_t count)
{
    mote_box box = mote_box_empty();
    size_t blocks = count / BENCH_FLOOR_BLOCK;
    if (blocks) MOTE_PICK_KERNEL(bench_floor_blocks)(&positions->x, blocks, &box);
    for (size_t i = blocks * BENCH_FLOOR_BLOCK; i < count; i++)
        mote_box_add_point(&box, positions[i]);
    return box;
}
