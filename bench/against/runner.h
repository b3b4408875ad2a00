// What a build of mote gives `mote bench --against`: a shared module, libmote_bench_runner.so, made
// of runner.c and that build's library. Modules of two builds run in one process, on the same
// positions.
//
// Only the types of this header cross the border between the command and a module, so that versions
// of mote with different structs can be compared. It includes nothing of the project. A change to
// it raises BENCH_RUNNER_VERSION, and modules of the builds to compare must be built again
// (tools/build_runner.sh). Version 2 added self_collides; modules of version 1 still serve where it
// is null.

#ifndef MOTE_BENCH_RUNNER_H
#define MOTE_BENCH_RUNNER_H

#include <stddef.h>
#include <stdint.h>

enum { BENCH_RUNNER_VERSION = 2, BENCH_RUNNER_OLDEST_VERSION = 1 };

// Transforms are 12 floats: the columns x, y, z of the matrix, then the translation.
enum { BENCH_RUNNER_TRANSFORM = 12 };

// A linear skin.
typedef struct bench_runner_skin {
    uint32_t bone_count;
    uint32_t influences_per_vertex;
    const uint16_t *bones;
    const float *weights;
} bench_runner_skin;

typedef struct bench_runner_body {
    const float *rest; // 3 per vertex
    uint32_t vertex_count;
    const uint32_t *triangles; // 3 per triangle
    uint32_t triangle_count;
    uint32_t model;                // the first body that has the same rest shape: they share a mesh
    const bench_runner_skin *skin; // null for none; bodies of one model have the same
} bench_runner_body;

typedef enum bench_runner_meshes {
    BENCH_RUNNER_MESH_CLUSTERS = 0, // what exact methods need
    BENCH_RUNNER_MESH_CONTACTS,     // and adjacency
    BENCH_RUNNER_MESH_ALL           // the default flags
} bench_runner_meshes;

typedef struct bench_runner_def {
    const bench_runner_body *bodies;
    uint32_t body_count;
    const char *method;
    uint32_t worker_count;
    uint32_t meshes;     // bench_runner_meshes
    uint32_t contacts;   // 1: group face pairs into contacts
    uint32_t distance;   // 1: find the distance of the first two bodies instead of face pairs
    uint32_t mesh_order; // 1: positions come in the mesh's own order
    // Per body: 1 if it is also tested against itself. Null for none.
    const uint8_t *self_collides;
} bench_runner_def;

// Where a body is in a frame. What is null stays as it is.
typedef struct bench_runner_pose {
    const float *positions; // 3 per vertex; must stay unchanged until the next frame
    const float *transform;
    const float *bones; // a transform per bone of the body's skin
} bench_runner_pose;

typedef struct bench_runner_answer {
    uint64_t hash; // of the report; 0 if only the distance was requested
    float distance;
} bench_runner_answer;

typedef void bench_runner_add(void *context, uint32_t body_a, uint32_t body_b, uint32_t face_a,
                              uint32_t face_b);

// Functions that return int return 0, or another number after a failure, which message() explains.
typedef struct bench_runner {
    uint32_t
        version; // the rest is valid only from BENCH_RUNNER_OLDEST_VERSION to BENCH_RUNNER_VERSION
    const char *(*mote_version)(void);
    const char *(*message)(void);
    int (*open)(const bench_runner_def *def, void **state);
    void (*close)(void *state); // null is allowed

    // The vertices of a body in the mesh's own order, and how many there are.
    const uint32_t *(*mesh_order)(const void *state, uint32_t body, uint32_t *count);

    // One frame; this is what is timed. `poses` has one entry per body.
    int (*frame)(void *state, const bench_runner_pose *poses);

    // What the frame found. `add` is called for each face pair; a pair of bodies that touch without
    // faces being named is passed once, with faces 0 and 0. `add` may be null.
    int (*read)(void *state, bench_runner_answer *out, bench_runner_add *add, void *context);
} bench_runner;

// The one name that a module exports.
#define BENCH_RUNNER_SYMBOL "bench_runner_get"
const bench_runner *bench_runner_get(void);

#endif
