#include "samples/body.h"

#include <math.h>
#include <stdlib.h>

#include "core/result.h"
#include "samples/glb.h"
#include "scenes/trig.h"

// The tube lies along x, from -1 to 1; its joints are at -JOINT and JOINT.
static const double joint = 1.0 / 3, radius = 0.12, blend = 0.1;

enum { BONES = 3, FRAMES_PER_KEY = 10 };

typedef struct body_arrays {
    float *positions, *weights, *times, *turns;
    uint16_t *joints;
    uint32_t *corners;
    uint32_t vertex_count, corner_count, key_count;
} body_arrays;

static double ramp(double x, double center)
{
    double t = fmin(fmax((x - center + blend) / (2 * blend), 0), 1);
    return t * t * (3 - 2 * t);
}

// Nothing is symmetric, as on no body that somebody has modeled.
static void put_vertex(body_arrays *a, double x, double size, double turn)
{
    size *= 1 + 0.06 * scene_sin_turns(3 * turn + 2.3 * x) + 0.04 * scene_cos_turns(5.7 * x + turn);
    double left = 1 - ramp(x, -joint), right = ramp(x, joint);
    const float position[3] = {(float)x, (float)(size * scene_cos_turns(turn)),
                               (float)(size * scene_sin_turns(turn))};
    const float weights[4] = {(float)(1 - left - right), (float)left, (float)right, 0};
    for (uint32_t k = 0; k < 3; k++) a->positions[3 * a->vertex_count + k] = position[k];
    for (uint32_t k = 0; k < 4; k++) {
        a->weights[4 * a->vertex_count + k] = weights[k];
        a->joints[4 * a->vertex_count + k] = (uint16_t)(k % BONES);
    }
    a->vertex_count++;
}

static void put_triangle(body_arrays *a, uint32_t p, uint32_t q, uint32_t r)
{
    a->corners[a->corner_count++] = p;
    a->corners[a->corner_count++] = q;
    a->corners[a->corner_count++] = r;
}

static void build_tube(body_arrays *a, uint32_t rings, uint32_t sides)
{
    for (uint32_t i = 0; i < rings; i++) {
        double x = -1 + 2.0 * i / (rings - 1);
        double ends = fmin(1 - fabs(x), radius) / radius; // round ends
        double size = radius * sqrt(fmax(1 - (1 - ends) * (1 - ends), 1e-4));
        for (uint32_t k = 0; k < sides; k++) put_vertex(a, x, size, (double)k / sides);
        for (uint32_t k = 0; k < sides && i; k++) {
            uint32_t p = (i - 1) * sides + k, q = (i - 1) * sides + (k + 1) % sides;
            put_triangle(a, p, q, q + sides);
            put_triangle(a, p, q + sides, p + sides);
        }
    }
    uint32_t last = (rings - 1) * sides, cap = a->vertex_count;
    put_vertex(a, -1, 0, 0);
    put_vertex(a, 1, 0, 0);
    for (uint32_t k = 0; k < sides; k++) {
        put_triangle(a, cap, (k + 1) % sides, k);
        put_triangle(a, cap + 1, last + k, last + (k + 1) % sides);
    }
}

// Both ends fold by 95 to 135 degrees, not in step.
static void build_keys(body_arrays *a, uint32_t frames)
{
    for (uint32_t i = 0; i < a->key_count; i++) {
        double along = (double)i / (a->key_count - 1);
        a->times[i] = (float)(along * (frames - 1) / 30);
        for (uint32_t side = 0; side < 2; side++) {
            double degrees = 115 + 20 * scene_sin_turns(along * (3 + 2 * side) + 0.25 * side);
            double half = (side ? degrees : -degrees) / 720;
            float *turn = &a->turns[4 * (side * a->key_count + i)];
            turn[0] = turn[1] = 0;
            turn[2] = (float)scene_sin_turns(half);
            turn[3] = (float)scene_cos_turns(half);
        }
    }
}

static bool make_room(body_arrays *a, size_t vertices)
{
    a->positions = malloc(vertices * 3 * sizeof(float));
    a->weights = malloc(vertices * 4 * sizeof(float));
    a->joints = malloc(vertices * 4 * sizeof(uint16_t));
    a->corners = malloc(vertices * 6 * sizeof(uint32_t));
    a->times = malloc(a->key_count * sizeof(float));
    a->turns = malloc((size_t)a->key_count * 8 * sizeof(float));
    return a->positions && a->weights && a->joints && a->corners && a->times && a->turns;
}

static void release_arrays(body_arrays *a)
{
    free(a->positions);
    free(a->weights);
    free(a->joints);
    free(a->corners);
    free(a->times);
    free(a->turns);
}

static void add_skeleton(sample_glb *glb)
{
    float binds[BONES][16] = {{0}};
    for (int i = 0; i < BONES; i++) {
        for (int k = 0; k < 4; k++) binds[i][5 * k] = 1;
        binds[i][12] = (float)(i == 0 ? 0 : i == 1 ? joint : -joint);
    }
    sample_glb_item(glb, SAMPLE_GLB_NODES, "{\"name\":\"trunk\",\"children\":[1,2]}");
    sample_glb_item(glb, SAMPLE_GLB_NODES, "{\"name\":\"left\",\"translation\":[%.9g,0,0]}",
                    -joint);
    sample_glb_item(glb, SAMPLE_GLB_NODES, "{\"name\":\"right\",\"translation\":[%.9g,0,0]}",
                    joint);
    sample_glb_item(glb, SAMPLE_GLB_SKINS, "{\"joints\":[0,1,2],\"inverseBindMatrices\":%u}",
                    sample_glb_floats(glb, binds[0], BONES, 16));
}

static void add_mesh(sample_glb *glb, const body_arrays *a)
{
    uint32_t positions = sample_glb_floats(glb, a->positions, a->vertex_count, 3);
    uint32_t joints = sample_glb_shorts(glb, a->joints, a->vertex_count, 4);
    uint32_t weights = sample_glb_floats(glb, a->weights, a->vertex_count, 4);
    uint32_t corners = sample_glb_words(glb, a->corners, a->corner_count, 1);
    sample_glb_item(glb, SAMPLE_GLB_MESHES,
                    "{\"name\":\"body\",\"primitives\":[{\"attributes\":{\"POSITION\":%u,"
                    "\"JOINTS_0\":%u,\"WEIGHTS_0\":%u},\"indices\":%u}]}",
                    positions, joints, weights, corners);
    sample_glb_item(glb, SAMPLE_GLB_NODES, "{\"name\":\"body\",\"mesh\":0,\"skin\":0}");
}

static void add_clip(sample_glb *glb, const body_arrays *a)
{
    uint32_t times = sample_glb_floats(glb, a->times, a->key_count, 1);
    uint32_t left = sample_glb_floats(glb, a->turns, a->key_count, 4);
    uint32_t right = sample_glb_floats(glb, a->turns + (size_t)a->key_count * 4, a->key_count, 4);
    sample_glb_item(glb, SAMPLE_GLB_ANIMATIONS,
                    "{\"name\":\"fold\",\"samplers\":[{\"input\":%u,\"output\":%u},"
                    "{\"input\":%u,\"output\":%u}],\"channels\":["
                    "{\"sampler\":0,\"target\":{\"node\":1,\"path\":\"rotation\"}},"
                    "{\"sampler\":1,\"target\":{\"node\":2,\"path\":\"rotation\"}}]}",
                    times, left, times, right);
}

mote_result sample_write_body(const char *path, uint32_t triangles, uint32_t frames)
{
    uint32_t sides = (uint32_t)sqrt(triangles / 5.0), rings = triangles / (2 * sides);
    body_arrays a = {.key_count = (frames + FRAMES_PER_KEY - 2) / FRAMES_PER_KEY + 1};
    sample_glb glb = sample_glb_create();
    if (make_room(&a, (size_t)rings * sides + 2)) {
        build_tube(&a, rings, sides);
        build_keys(&a, frames);
        add_skeleton(&glb);
        add_mesh(&glb, &a);
        add_clip(&glb, &a);
    } else {
        glb.failed = true;
    }
    mote_result result = sample_glb_write(&glb, "[0,3]", path);
    sample_glb_release(&glb);
    release_arrays(&a);
    return result;
}
