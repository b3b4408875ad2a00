// A scene made ready for measuring: its meshes, and the positions of all its frames computed
// beforehand, so that nothing but the contenders' work falls into the timed part.

#ifndef MOTE_BENCH_STAGE_H
#define MOTE_BENCH_STAGE_H

#include <mote/mesh.h>

#include "scenes/scenes.h"

// In which order a caller keeps the vertices of a body. Triangles keep their numbers in all.
typedef enum bench_vertex_order {
    BENCH_ORDER_CALLER = 0, // as the scene makes them
    BENCH_ORDER_MESH,       // the mesh's own (mote_mesh_view.mesh_order): no copy is needed
    BENCH_ORDER_SHUFFLED    // at random: the worst case
} bench_vertex_order;

const char *bench_order_name(bench_vertex_order order);

typedef struct bench_stage_def {
    scene_def scene;
    uint32_t first_frame;
    uint32_t frame_count; // 0 means all that show what the scene is about, from first_frame on
    bench_vertex_order order;
    uint32_t mesh_flags; // mote_mesh_flags
    size_t max_bytes;    // that the positions of all frames may take
} bench_stage_def;

// The scene's own frames in the caller's order, CLUSTERS only, at most 6 GB.
bench_stage_def bench_default_stage_def(void);

typedef struct bench_stage_body {
    const io_model *model; // as the caller would have it: numbered in the stage's order, but for
                           // MESH, where positions alone are in another order
    mote_mesh *mesh;       // bodies with the same model share it
    size_t first;          // of its positions among those of all bodies
    uint32_t count;        // of its positions
    bool self_collides;    // contenders also test it against itself
} bench_stage_body;

typedef struct bench_stage {
    scene_instance *scene;
    bench_vertex_order order;
    bench_stage_body *bodies;
    uint32_t body_count;
    uint32_t first_frame, frame_count;
    size_t triangle_count;  // of all bodies
    size_t position_count;  // of all bodies
    mote_vec3 *positions;   // of all bodies in the present frame, packed: what contenders read
    mote_vec3 *frames;      // position_count of each frame
    uint32_t *shown;        // which of them are in `positions`; null where they come from elsewhere
    const mote_box *bounds; // of each body in the present frame, for methods to rely on; null
                            // where the caller would not know them
    io_model *shuffled;     // in place of the scene's models where the order is SHUFFLED
    uint32_t model_count;
} bench_stage;

// Fails where the scene does, and where the frames would take more than max_bytes: the message
// says how many would fit.
mote_result bench_stage_open(const bench_stage_def *def, bench_stage *out);
void bench_stage_close(bench_stage *stage);

// Writes all positions again, whether or not they are already those of this frame (counted from 0).
void bench_stage_show(const bench_stage *stage, uint32_t frame);

#endif
