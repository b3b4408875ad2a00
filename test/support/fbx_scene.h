// Random FBX scenes with chosen features, written by fbx_writer.h, and where their vertices are by
// the formulas of Autodesk's documentation, as products of 4x4 matrices.

#ifndef MOTE_TEST_FBX_SCENE_H
#define MOTE_TEST_FBX_SCENE_H

#include "support/fbx_writer.h"

// Features of a scene, to be combined.
enum {
    TEST_FBX_PIVOTS = 1 << 0,    // pivots and offsets
    TEST_FBX_ROTATIONS = 1 << 1, // pre- and post-rotation
    TEST_FBX_ORDERS = 1 << 2,    // rotation orders
    TEST_FBX_GEOMETRIC = 1 << 3,
    TEST_FBX_INHERIT = 1 << 4, // all inherit types, with scales that differ by axis
    TEST_FBX_UNIT = 1 << 5,
    TEST_FBX_AXES = 1 << 6,
    TEST_FBX_SHAPES = 1 << 7, // blend shapes
    TEST_FBX_SKIN = 1 << 8,
    TEST_FBX_LINEAR = 1 << 9,     // animation with linear keys
    TEST_FBX_CURVES = 1 << 10,    // animation with all kinds of keys
    TEST_FBX_STACKS = 1 << 11,    // three stacks
    TEST_FBX_INACTIVE = 1 << 12,  // some nodes are not RotationActive
    TEST_FBX_POLYGONS = 1 << 13,  // quads and a hexagon
    TEST_FBX_TEMPLATES = 1 << 14, // some properties come from the template
    TEST_FBX_BETWEEN = 1 << 15,   // a blend shape has a target in between
    TEST_FBX_LOOSE = 1 << 16,     // a vertex of the skin has no weights
    TEST_FBX_ALL = (1 << 17) - 1
};

enum {
    TEST_FBX_MODELS = 5,
    TEST_FBX_VERTICES = 8,
    TEST_FBX_MAX_STACKS = 3,
    TEST_FBX_MAX_KEYS = 4,
    TEST_FBX_CHANNELS = 2,
    TEST_FBX_TARGETS = 3 // the second channel has two, of which the first is one in between
};

typedef enum test_fbx_key_kind {
    TEST_FBX_CONSTANT,
    TEST_FBX_CONSTANT_NEXT,
    TEST_FBX_STRAIGHT,
    TEST_FBX_USER,    // slopes as given
    TEST_FBX_WEIGHTED // and reaches
} test_fbx_key_kind;

typedef struct test_fbx_key {
    int64_t ticks;
    float value;
    test_fbx_key_kind kind;
    float leaving, arriving;           // slopes
    int leaving_reach, arriving_reach; // of 9999
} test_fbx_key;

typedef struct test_fbx_curve {
    int count;          // 0 for no curve
    char before, after; // Type of the extrapolation: C, R, M, A, K; 0 writes none
    test_fbx_key keys[TEST_FBX_MAX_KEYS];
} test_fbx_curve;

typedef struct test_fbx_model {
    int parent; // -1 for none
    bool mesh, active;
    int order, inherit;
    double translation[3], rotation[3], scaling[3];
    double rotation_offset[3], rotation_pivot[3], scaling_offset[3], scaling_pivot[3];
    double pre[3], post[3];
    double geometric_translation[3], geometric_rotation[3], geometric_scaling[3];
    double vertices[TEST_FBX_VERTICES][3];
} test_fbx_model;

// A vertex follows bone i by weights[i].
typedef struct test_fbx_scene {
    uint32_t features;
    double unit;           // in centimeters
    int axes[3], signs[3]; // of the file, that become x, y and z
    test_fbx_model models[TEST_FBX_MODELS];
    int stack_count;
    test_fbx_curve curves[TEST_FBX_MAX_STACKS][TEST_FBX_MODELS]
                         [9]; // translation, rotation, scaling
    // Of the last model.
    double deltas[TEST_FBX_TARGETS][TEST_FBX_VERTICES][3];
    double full[TEST_FBX_TARGETS];
    double percent[TEST_FBX_CHANNELS];
    test_fbx_curve percent_curves[TEST_FBX_MAX_STACKS][TEST_FBX_CHANNELS];
    double weights[TEST_FBX_VERTICES][TEST_FBX_MODELS - 1];
    double binds[TEST_FBX_MODELS - 1][16]; // as in the file, for row vectors
} test_fbx_scene;

#define TEST_FBX_TICKS 46186158000.0

test_fbx_scene test_fbx_random_scene(uint64_t seed, uint32_t features);
void test_fbx_write_scene(const test_fbx_scene *scene, test_fbx_form form, test_fbx_writer *out);

// Where the vertices of a model are at a time of a stack, y up and in meters; stack -1 is without
// animation.
void test_fbx_pose(const test_fbx_scene *scene, int stack, double time,
                   double out[TEST_FBX_MODELS][TEST_FBX_VERTICES][3]);

#endif
