#include "scenes/models/makers.h"

#include <math.h>

#include "core/result.h"
#include "core/vec.h"

enum { CORNERS = 12, EDGES = 30, FACES = 20 };

#define GOLDEN 1.618033988749895

static const mote_dvec3 corners[CORNERS] = {{-1, GOLDEN, 0},  {1, GOLDEN, 0},   {-1, -GOLDEN, 0},
                                            {1, -GOLDEN, 0},  {0, -1, GOLDEN},  {0, 1, GOLDEN},
                                            {0, -1, -GOLDEN}, {0, 1, -GOLDEN},  {GOLDEN, 0, -1},
                                            {GOLDEN, 0, 1},   {-GOLDEN, 0, -1}, {-GOLDEN, 0, 1}};

static const uint8_t faces[FACES][3] = {
    {0, 11, 5},  {0, 5, 1},  {0, 1, 7},  {0, 7, 10}, {0, 10, 11}, {1, 5, 9}, {5, 11, 4},
    {11, 10, 2}, {10, 7, 6}, {7, 1, 8},  {3, 9, 4},  {3, 4, 2},   {3, 2, 6}, {3, 6, 8},
    {3, 8, 9},   {4, 9, 5},  {2, 4, 11}, {6, 2, 10}, {8, 6, 7},   {9, 8, 1}};

// Vertices in this order: the corners, the inner vertices of each edge (from its lower corner up),
// the inner vertices of each face.
typedef struct layout {
    uint32_t frequency;
    uint8_t edge_of[CORNERS][CORNERS]; // by lower and higher corner
} layout;

static layout lay_out(uint32_t frequency)
{
    layout l = {.frequency = frequency};
    uint8_t count = 0;
    for (int f = 0; f < FACES; f++) {
        for (int c = 0; c < 3; c++) {
            uint8_t a = faces[f][c], b = faces[f][(c + 1) % 3];
            if (a < b) l.edge_of[a][b] = count++;
        }
    }
    return l;
}

// The vertex `step` steps from corner a towards corner b.
static uint32_t edge_vertex(const layout *l, uint32_t a, uint32_t b, uint32_t step)
{
    if (step == 0) return a;
    if (step == l->frequency) return b;
    uint32_t inner = a < b ? step : l->frequency - step;
    uint32_t edge = a < b ? l->edge_of[a][b] : l->edge_of[b][a];
    return CORNERS + edge * (l->frequency - 1) + inner - 1;
}

// The vertex of a face `i` steps from its first corner to the second and `j` steps on parallel to
// the edge from the second to the third; j <= i.
static uint32_t face_vertex(const layout *l, uint32_t face, uint32_t i, uint32_t j)
{
    const uint8_t *c = faces[face];
    uint32_t f = l->frequency;
    if (j == 0) return edge_vertex(l, c[0], c[1], i);
    if (j == i) return edge_vertex(l, c[0], c[2], i);
    if (i == f) return edge_vertex(l, c[1], c[2], j);
    uint32_t inner = (f - 1) * (f - 2) / 2;
    return CORNERS + EDGES * (f - 1) + face * inner + (i - 1) * (i - 2) / 2 + j - 1;
}

static mote_vec3 on_sphere(const uint8_t c[3], double a, double b, double d)
{
    mote_dvec3 p = mote_dvec_add(
        mote_dvec_add(mote_dvec_scale(corners[c[0]], a), mote_dvec_scale(corners[c[1]], b)),
        mote_dvec_scale(corners[c[2]], d));
    return mote_dvec_narrow(mote_dvec_scale(p, 1.0 / mote_dvec_length(p)));
}

static void fill_face(const layout *l, uint32_t face, io_model *out)
{
    uint32_t f = l->frequency;
    uint32_t *t = out->triangles + (size_t)face * f * f * 3;
    for (uint32_t i = 0; i <= f; i++) {
        for (uint32_t j = 0; j <= i; j++) {
            uint32_t v = face_vertex(l, face, i, j);
            out->positions[v] = on_sphere(faces[face], f - i, i - j, j);
            if (i == f) continue;
            uint32_t below = face_vertex(l, face, i + 1, j);
            uint32_t right = face_vertex(l, face, i + 1, j + 1);
            *t++ = v, *t++ = below, *t++ = right;
            if (j == i) continue;
            *t++ = v, *t++ = right, *t++ = face_vertex(l, face, i, j + 1);
        }
    }
}

mote_result scene_icosphere_of_frequency(uint32_t frequency, io_model *out)
{
    layout l = lay_out(frequency);
    mote_result result =
        io_model_create(10 * frequency * frequency + 2, 20 * frequency * frequency, out);
    if (result != MOTE_OK) return result;
    for (uint32_t face = 0; face < FACES; face++) fill_face(&l, face, out);
    return MOTE_OK;
}

uint32_t scene_icosphere_frequency(uint32_t wanted)
{
    uint32_t frequency = (uint32_t)(sqrt(wanted / 20.0) + 0.5);
    return frequency ? frequency : 1;
}

mote_result scene_make_icosphere(uint32_t subdivisions, io_model *out)
{
    if (subdivisions > 13) {
        return mote_fail(MOTE_ERROR_LIMIT, "icosphere-%u: at most 13 subdivisions", subdivisions);
    }
    return scene_icosphere_of_frequency(1u << subdivisions, out);
}
