#include "samples/arm.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "core/result.h"
#include "core/vec.h"
#include "samples/glb.h"
#include "scenes/trig.h"

// The arm lies along x, shoulder at 0, elbow at 1.
typedef struct tube {
    double start, end;
    double start_radius, end_radius;
    uint32_t rings, sides;
    double dent_at;     // x of the morph target
    double dent_turn;   // where around the tube, in turns
    double dent_depth;  // outwards; negative is inwards
    double dent_length; // along x
    bool is_shell;      // an inner wall too, closed at both ends
} tube;

static const double wall = 0.03; // of a shell

typedef struct tube_arrays {
    float *positions, *deltas, *weights;
    uint16_t *joints;
    uint32_t *corners;
    uint32_t vertex_count, corner_count;
} tube_arrays;

// 0 below a, 1 above b, smooth between.
static double smooth_step(double x, double a, double b)
{
    double t = fmin(fmax((x - a) / (b - a), 0), 1);
    return t * t * (3 - 2 * t);
}

// A bump of height 1 that ends smoothly at distance 1.
static double bump(double distance)
{
    return distance < 1 ? 1 - smooth_step(distance, 0, 1) : 0;
}

static void put_vertex(const tube *t, tube_arrays *a, double along, double turn, double shrink)
{
    double x = t->start + along * (t->end - t->start);
    double radius = t->start_radius + along * (t->end_radius - t->start_radius) - shrink;
    double outwards[2] = {scene_cos_turns(turn), scene_sin_turns(turn)};
    double around = fabs(turn - t->dent_turn);
    around = fmin(around, 1 - around);
    double across = (x - t->dent_at) / t->dent_length;
    double size = t->dent_depth * bump(sqrt(across * across + 64 * around * around));
    double fore = smooth_step(x, 0.8, 1.2);
    uint32_t v = a->vertex_count++;
    const double position[3] = {x, radius * outwards[0], radius * outwards[1]};
    const double delta[3] = {0, size * outwards[0], size * outwards[1]};
    for (uint32_t k = 0; k < 3; k++) {
        a->positions[3 * v + k] = (float)position[k];
        a->deltas[3 * v + k] = (float)delta[k];
    }
    const float weights[4] = {(float)(1 - fore), (float)fore, 0, 0};
    for (uint32_t k = 0; k < 4; k++) {
        a->weights[4 * v + k] = weights[k];
        a->joints[4 * v + k] = k == 1;
    }
}

static void put_triangle(tube_arrays *a, uint32_t p, uint32_t q, uint32_t r)
{
    a->corners[a->corner_count++] = p;
    a->corners[a->corner_count++] = q;
    a->corners[a->corner_count++] = r;
}

// Between two rings that start at vertices p and q; the outside is on the left of going from p to
// q.
static void join_rings(const tube *t, tube_arrays *a, uint32_t p, uint32_t q)
{
    for (uint32_t i = 0; i < t->sides; i++) {
        uint32_t next = (i + 1) % t->sides;
        put_triangle(a, p + i, p + next, q + next);
        put_triangle(a, p + i, q + next, q + i);
    }
}

static void put_ring(const tube *t, tube_arrays *a, double along, double shrink)
{
    for (uint32_t i = 0; i < t->sides; i++) put_vertex(t, a, along, (double)i / t->sides, shrink);
}

// Rings from start to end on the outside, and for a shell back again on the inside; else caps.
static void build_tube(const tube *t, tube_arrays *a)
{
    uint32_t rings = t->is_shell ? 2 * t->rings : t->rings;
    for (uint32_t i = 0; i < rings; i++) {
        uint32_t at = i < t->rings ? i : rings - 1 - i;
        put_ring(t, a, (double)at / (t->rings - 1), i < t->rings ? 0 : wall);
        if (i) join_rings(t, a, a->vertex_count - t->sides, a->vertex_count - 2 * t->sides);
    }
    uint32_t last = (rings - 1) * t->sides;
    if (t->is_shell) {
        join_rings(t, a, 0, last);
        return;
    }
    uint32_t first_cap = a->vertex_count;
    put_vertex(t, a, 0, 0, t->start_radius);
    put_vertex(t, a, 1, 0, t->end_radius);
    for (uint32_t i = 0; i < t->sides; i++) {
        uint32_t next = (i + 1) % t->sides;
        put_triangle(a, first_cap, i, next);
        put_triangle(a, first_cap + 1, last + next, last + i);
    }
}

static bool make_room(const tube *t, tube_arrays *a)
{
    size_t vertices = (size_t)(t->rings + 1) * t->sides * 2;
    *a = (tube_arrays){.positions = malloc(vertices * 3 * sizeof(float)),
                       .deltas = malloc(vertices * 3 * sizeof(float)),
                       .weights = malloc(vertices * 4 * sizeof(float)),
                       .joints = malloc(vertices * 4 * sizeof(uint16_t)),
                       .corners = malloc(vertices * 6 * sizeof(uint32_t))};
    return a->positions && a->deltas && a->weights && a->joints && a->corners;
}

static void release_arrays(tube_arrays *a)
{
    free(a->positions);
    free(a->deltas);
    free(a->weights);
    free(a->joints);
    free(a->corners);
}

// The mesh and a skinned node of it.
static void add_tube(sample_glb *glb, const tube *t, const char *name)
{
    tube_arrays a;
    if (!make_room(t, &a)) {
        glb->failed = true;
        release_arrays(&a);
        return;
    }
    build_tube(t, &a);
    uint32_t positions = sample_glb_floats(glb, a.positions, a.vertex_count, 3);
    uint32_t deltas = sample_glb_floats(glb, a.deltas, a.vertex_count, 3);
    uint32_t joints = sample_glb_shorts(glb, a.joints, a.vertex_count, 4);
    uint32_t weights = sample_glb_floats(glb, a.weights, a.vertex_count, 4);
    uint32_t corners = sample_glb_words(glb, a.corners, a.corner_count, 1);
    uint32_t mesh = sample_glb_item(
        glb, SAMPLE_GLB_MESHES,
        "{\"name\":\"%s\",\"primitives\":[{\"attributes\":{\"POSITION\":%u,\"JOINTS_0\":%u,"
        "\"WEIGHTS_0\":%u},\"indices\":%u,\"targets\":[{\"POSITION\":%u}]}]}",
        name, positions, joints, weights, corners, deltas);
    sample_glb_item(glb, SAMPLE_GLB_NODES, "{\"name\":\"%s\",\"mesh\":%u,\"skin\":0}", name, mesh);
    release_arrays(&a);
}

// The upper arm is node 0, the forearm hangs on it.
static void add_skeleton(sample_glb *glb)
{
    static const float binds[32] = {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0,  0, 0, 1,
                                    1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, -1, 0, 0, 1};
    sample_glb_item(glb, SAMPLE_GLB_NODES, "{\"name\":\"upper arm\",\"children\":[1]}");
    sample_glb_item(glb, SAMPLE_GLB_NODES, "{\"name\":\"forearm\",\"translation\":[1,0,0]}");
    sample_glb_item(glb, SAMPLE_GLB_SKINS, "{\"joints\":[0,1],\"inverseBindMatrices\":%u}",
                    sample_glb_floats(glb, binds, 2, 16));
}

// Seconds, and what belongs to them.
static const float bend_times[] = {0, 1, 2, 3, 4};
static const double bend_degrees[] = {0, 55, 0, 125, 0};
static const float swell_times[] = {0, 0.3f, 0.5f, 0.7f};
static const float swell_weights[] = {0, 0, 1, 0};
static const float dent_times[] = {0, 1.5f, 1.59f};
static const float dent_weights[] = {0, 1, 0};

static void add_clip(sample_glb *glb)
{
    float turns[5][4];
    for (int i = 0; i < 5; i++) {
        double half = bend_degrees[i] / 720;
        const float turn[4] = {0, 0, (float)scene_sin_turns(half), (float)scene_cos_turns(half)};
        for (int k = 0; k < 4; k++) turns[i][k] = turn[k];
    }
    uint32_t first = sample_glb_floats(glb, bend_times, 5, 1);
    sample_glb_floats(glb, turns[0], 5, 4);
    sample_glb_floats(glb, swell_times, 4, 1);
    sample_glb_floats(glb, swell_weights, 4, 1);
    sample_glb_floats(glb, dent_times, 3, 1);
    sample_glb_floats(glb, dent_weights, 3, 1);
    sample_glb_item(glb, SAMPLE_GLB_ANIMATIONS,
                    "{\"name\":\"bend\",\"samplers\":[{\"input\":%u,\"output\":%u},"
                    "{\"input\":%u,\"output\":%u},"
                    "{\"input\":%u,\"output\":%u,\"interpolation\":\"STEP\"}],\"channels\":["
                    "{\"sampler\":0,\"target\":{\"node\":1,\"path\":\"rotation\"}},"
                    "{\"sampler\":1,\"target\":{\"node\":2,\"path\":\"weights\"}},"
                    "{\"sampler\":2,\"target\":{\"node\":3,\"path\":\"weights\"}}]}",
                    first, first + 1, first + 2, first + 3, first + 4, first + 5);
}

static sample_glb build_arm(uint32_t detail)
{
    const tube arm = {.start = -0.1,
                      .end = 2,
                      .start_radius = 0.2,
                      .end_radius = 0.13,
                      .rings = 60 * detail,
                      .sides = 24 * detail,
                      .dent_at = 0.45,
                      .dent_turn = 0.03,
                      .dent_depth = 0.14,
                      .dent_length = 0.2};
    const tube sleeve = {.start = 0.1,
                         .end = 1.6,
                         .start_radius = 0.3,
                         .end_radius = 0.28,
                         .rings = 40 * detail,
                         .sides = 26 * detail,
                         .dent_at = 1.4,
                         .dent_turn = 0.76,
                         .dent_depth = -0.16,
                         .dent_length = 0.15,
                         .is_shell = true};
    sample_glb glb = sample_glb_create();
    add_skeleton(&glb);
    add_tube(&glb, &arm, "arm");
    add_tube(&glb, &sleeve, "sleeve");
    add_clip(&glb);
    return glb;
}

static const char roots[] = "[0,2,3]";

mote_result sample_write_arm(const char *path, uint32_t detail)
{
    sample_glb glb = build_arm(detail);
    mote_result result = sample_glb_write(&glb, roots, path);
    sample_glb_release(&glb);
    return result;
}

mote_result sample_make_arm(uint32_t detail, unsigned char **out, size_t *size)
{
    sample_glb glb = build_arm(detail);
    mote_result result = sample_glb_finish(&glb, roots, out, size);
    sample_glb_release(&glb);
    return result;
}
