// A person with arms held out to the sides, facing -y, z up, 1.8 high: a cage of 540 quads, rounded
// by subdivision. 1080 faces and four times as many with each step: 17280, 69120, 276480, 1105920.
// One closed surface. The garment is the part of this surface from the knees to the neck and the
// elbows, held off the skin, one open sheet.

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/result.h"
#include "core/vec.h"
#include "io/allocate.h"
#include "scenes/models/cage.h"
#include "scenes/models/makers.h"
#include "scenes/trig.h"

// ---------------------------------------------------------------------------------------------
// The cage: columns from the right hand to the left, rows from front to back, layers from the feet up

enum { COLUMNS = 25, ROWS = 3, LAYERS = 25, CAGE_FACES = 1080 };
enum { TORSO = 10, TORSO_END = 15, HIP = 11, ARM = 17, SHOULDER = 19, JAW = 21 };

static bool is_body(int x, int y, int z)
{
    bool in_front = y == 0, between_legs = x == 12;
    if (x < TORSO || x >= TORSO_END) return !in_front && (z == ARM || z == ARM + 1);
    if (z == 0) return !between_legs;
    if (in_front) return false;
    if (z < HIP) return !between_legs;
    if (z < SHOULDER) return true;
    if (z < JAW) return x == 12;
    return x >= 11 && x <= 13;
}

typedef struct layer {
    double z;
    double wide; // half width of a leg, the torso, neck or head
    double deep; // half depth
} layer;

static const layer layers[LAYERS + 1] = {
    {0.00, 0.055, 0.060}, {0.07, 0.052, 0.058}, {0.13, 0.047, 0.052}, {0.21, 0.056, 0.062},
    {0.30, 0.064, 0.072}, {0.39, 0.062, 0.068}, {0.47, 0.066, 0.070}, {0.55, 0.072, 0.076},
    {0.63, 0.082, 0.088}, {0.71, 0.090, 0.098}, {0.79, 0.096, 0.108}, {0.86, 0.200, 0.125},
    {0.94, 0.205, 0.130}, {1.01, 0.190, 0.118}, {1.08, 0.178, 0.108}, {1.15, 0.182, 0.112},
    {1.23, 0.195, 0.124}, {1.30, 0.205, 0.128}, {1.37, 0.205, 0.118}, {1.44, 0.165, 0.095},
    {1.50, 0.058, 0.068}, {1.55, 0.080, 0.090}, {1.62, 0.105, 0.125}, {1.69, 0.110, 0.135},
    {1.76, 0.100, 0.120}, {1.81, 0.060, 0.070}};

static const double leg_apart = 0.12; // from the middle

// Across the torso from -1 to 1, by column.
static double across(int i, const layer *l)
{
    static const double share[6] = {-1.0, -0.62, -0.2, 0.2, 0.62, 1.0};
    return share[i - TORSO] * l->wide;
}

static mote_dvec3 arm_place(int i, int j, int k)
{
    int from_shoulder = i < TORSO ? TORSO - i : i - TORSO_END;
    double side = i < TORSO ? -1.0 : 1.0;
    static const double thick[11] = {0.075, 0.068, 0.062, 0.058, 0.054, 0.056,
                                     0.050, 0.044, 0.040, 0.046, 0.030};
    double r = thick[from_shoulder];
    bool hand = from_shoulder >= 8;
    return (mote_dvec3){side * (0.2 + 0.065 * from_shoulder), (j - 2) * (hand ? 1.2 * r : r),
                        layers[ARM + 1].z + (k - ARM - 1) * (hand ? 0.7 * r : r)};
}

static mote_dvec3 place(int i, int j, int k)
{
    if (i < TORSO || i > TORSO_END) return arm_place(i, j, k);
    const layer *l = &layers[k];
    double y = j == 0 ? -0.2 : (j - 2) * l->deep;
    if (k < HIP) {
        double side = i <= 12 ? -1.0 : 1.0;
        int from_middle = i <= 12 ? i - 11 : i - 14;
        return (mote_dvec3){side * leg_apart + from_middle * l->wide, y, l->z};
    }
    if (k < SHOULDER || (k == SHOULDER && (i < 12 || i > 13)))
        return (mote_dvec3){across(i, l), y, l->z};
    if (k < JAW) return (mote_dvec3){i <= 12 ? -0.058 : 0.058, 0.8 * y, l->z};
    double share = (i - 12.5) / 1.5;
    return (mote_dvec3){share * l->wide, y - 0.02, l->z};
}

mote_result scene_make_character(uint32_t faces, io_model *out)
{
    char plan[COLUMNS * ROWS * LAYERS];
    for (int i = 0; i < COLUMNS * ROWS * LAYERS; i++) {
        bool filled = is_body(i % COLUMNS, i / COLUMNS % ROWS, i / (COLUMNS * ROWS));
        plan[i] = filled ? '#' : '.';
    }
    scene_sculpture sculpture = {0};
    scene_cage cage = scene_cage_of_cells(plan, COLUMNS, ROWS, LAYERS, place);
    // Choose the count nearest in ratio: from twice a count on, four times the count is nearer.
    for (uint64_t count = CAGE_FACES; 2 * count <= faces; count *= 4) scene_cage_subdivide(&cage);
    scene_cage_cast(&cage, &sculpture);
    return scene_sculpture_finish(&sculpture, out);
}

// ---------------------------------------------------------------------------------------------
// The garment

static bool is_worn(mote_vec3 p)
{
    bool sleeve = fabsf(p.x) > 0.21f;
    if (sleeve) return fabsf(p.x) < 0.47f;
    bool collar = p.z > 1.44f && fabsf(p.x) < 0.1f;
    return p.z > 0.6f && p.z < 1.6f && !collar;
}

// Vertex normals, with twice the area around the vertex as length; freed by the caller, null for no
// memory.
static mote_dvec3 *normals_of(const io_model *model)
{
    mote_dvec3 *normals = io_resize(NULL, model->vertex_count, sizeof *normals);
    if (normals) memset(normals, 0, model->vertex_count * sizeof *normals);
    for (size_t t = 0; normals && t < model->triangle_count; t++) {
        const uint32_t *v = model->triangles + 3 * t;
        mote_dvec3 a = mote_vec_widen(model->positions[v[0]]);
        mote_dvec3 u = mote_dvec_sub(mote_vec_widen(model->positions[v[1]]), a);
        mote_dvec3 w = mote_dvec_sub(mote_vec_widen(model->positions[v[2]]), a);
        mote_dvec3 n = mote_dvec_cross(u, w);
        for (int c = 0; c < 3; c++) normals[v[c]] = mote_dvec_add(normals[v[c]], n);
    }
    return normals;
}

// The distance of the cloth from the skin: wider towards the hems, with folds that run down,
// tighter between the legs and under the arms.
static double looseness(mote_dvec3 p)
{
    double hem = fmax(0.0, 0.95 - p.z) + fmax(0.0, fabs(p.x) - 0.25);
    double loose =
        0.034 + 0.05 * hem + (0.004 + 0.015 * hem) * scene_sin_turns(14.0 * p.x + 9.0 * p.y);
    double dx = fabs(p.x) - 0.21, dz = p.z - 1.29;
    double between_legs = p.z < 0.9 ? fmin(fabs(p.x) / 0.08, 1.0) : 1.0;
    double under_arms = fmin(sqrt(dx * dx + dz * dz) / 0.1, 1.0);
    return loose * (0.15 + 0.85 * between_legs * between_legs) * (0.3 + 0.7 * under_arms);
}

static uint32_t dress_vertex(scene_sculpture *garment, const io_model *body,
                             const mote_dvec3 *normals, uint32_t *worn, uint32_t v)
{
    if (worn[v] != UINT32_MAX) return worn[v];
    mote_dvec3 p = mote_vec_widen(body->positions[v]);
    double length = mote_dvec_length(normals[v]);
    mote_dvec3 out =
        length > 0.0 ? mote_dvec_scale(normals[v], looseness(p) / length) : (mote_dvec3){0};
    p = mote_dvec_add(p, out);
    worn[v] = scene_sculpture_vertex(garment, p.x, p.y, p.z);
    return worn[v];
}

static void dress(scene_sculpture *garment, const io_model *body, const mote_dvec3 *normals,
                  uint32_t *worn)
{
    memset(worn, 0xff, body->vertex_count * sizeof *worn);
    for (size_t t = 0; t < body->triangle_count; t++) {
        const uint32_t *v = body->triangles + 3 * t;
        if (!is_worn(body->positions[v[0]]) || !is_worn(body->positions[v[1]]) ||
            !is_worn(body->positions[v[2]]))
            continue;
        uint32_t corners[3];
        for (int c = 0; c < 3; c++) corners[c] = dress_vertex(garment, body, normals, worn, v[c]);
        scene_sculpture_triangle(garment, corners[0], corners[1], corners[2]);
    }
}

mote_result scene_make_garment(uint32_t faces, io_model *out)
{
    io_model body;
    mote_result result = scene_make_character(faces, &body);
    if (result != MOTE_OK) return result;
    scene_sculpture garment = {0};
    mote_dvec3 *normals = normals_of(&body);
    uint32_t *worn = io_resize(NULL, body.vertex_count, sizeof *worn);
    if (normals && worn)
        dress(&garment, &body, normals, worn);
    else
        garment.out_of_memory = true;
    free(normals);
    free(worn);
    io_model_release(&body);
    return scene_sculpture_finish(&garment, out);
}
