// Step 1 of the surface partitioning of Saenghaengtham and Kanongchaiyos 2006: each vertex becomes
// a vector of its position, its normal and the factors that the caller adds.
//
// The paper takes positions as they are, so that the size of a body decides how much they count
// against unit normals. The CONNECTED form scales them to the box of the body.

#include <math.h>
#include <string.h>

#include "core/box.h"
#include "core/result.h"
#include "core/vec.h"
#include "papers/areas/areas.h"

// The origin and the scale of positions. In double, because the size of a box of floats may
// overflow a float.
typedef struct frame {
    mote_dvec3 middle;
    double scale;
} frame;

static frame frame_of(const mote_area_points *points, const mote_areas_def *def)
{
    double weight = (double)def->position_weight;
    if (def->form == MOTE_AREAS_LITERAL) return (frame){.scale = weight};
    mote_box box = mote_box_empty();
    for (uint32_t p = 0; p < points->count; p++)
        mote_box_add_point(&box, points->positions[points->vertex[p]]);
    mote_dvec3 low = mote_vec_widen(box.min), high = mote_vec_widen(box.max);
    mote_dvec3 size = mote_dvec_sub(high, low);
    double half = fmax(size.x, fmax(size.y, size.z)) / 2.0;
    return (frame){.middle = mote_dvec_scale(mote_dvec_add(low, high), 0.5),
                   .scale = half > 0.0 ? weight / half : weight};
}

static mote_result fail_vertex(uint32_t vertex, const char *what)
{
    return mote_fail(MOTE_ERROR_DATA,
                     "mote_areas_create: %s of vertex %u is not finite, or overflows when weighted",
                     what, (unsigned)vertex);
}

static mote_result fill_positions(mote_area_points *points, const mote_areas_def *def, float *to)
{
    for (uint32_t p = 0; p < points->count; p++)
        if (!mote_vec_finite(points->positions[points->vertex[p]]))
            return fail_vertex(points->vertex[p], "the position");
    frame f = frame_of(points, def);
    for (uint32_t p = 0; p < points->count; p++) {
        mote_dvec3 at = mote_vec_widen(points->positions[points->vertex[p]]);
        mote_vec3 x = mote_dvec_narrow(mote_dvec_scale(mote_dvec_sub(at, f.middle), f.scale));
        if (!mote_vec_finite(x)) return fail_vertex(points->vertex[p], "the position");
        to[p] = x.x;
        to[points->stride + p] = x.y;
        to[2 * points->stride + p] = x.z;
    }
    return MOTE_OK;
}

static mote_result fill_normals(mote_area_points *points, const mote_areas_def *def, float *to)
{
    const mote_vec3 *normals = def->normals ? def->normals : points->mesh->vertex_normals;
    for (uint32_t p = 0; p < points->count; p++) {
        mote_vec3 n = mote_vec_scale(normals[points->vertex[p]], def->normal_weight);
        if (!mote_vec_finite(n)) return fail_vertex(points->vertex[p], "the normal");
        to[p] = n.x;
        to[points->stride + p] = n.y;
        to[2 * points->stride + p] = n.z;
    }
    return MOTE_OK;
}

static mote_result fill_factor(mote_area_points *points, const mote_area_factor *factor, float *to)
{
    for (uint32_t p = 0; p < points->count; p++) {
        const float *values = factor->values + (size_t)points->vertex[p] * factor->dimensions;
        for (uint32_t k = 0; k < factor->dimensions; k++) {
            float x = values[k] * factor->weight;
            if (!isfinite(x)) return fail_vertex(points->vertex[p], "a factor");
            to[k * points->stride + p] = x;
        }
    }
    return MOTE_OK;
}

static mote_result fill_columns(mote_area_points *points, const mote_areas_def *def)
{
    float *to = points->columns;
    mote_result result = MOTE_OK;
    if (def->position_weight > 0.0f) {
        result = fill_positions(points, def, to);
        to += 3 * points->stride;
    }
    if (result == MOTE_OK && def->normal_weight > 0.0f) {
        result = fill_normals(points, def, to);
        to += 3 * points->stride;
    }
    for (uint32_t i = 0; result == MOTE_OK && i < def->factor_count; i++) {
        if (!(def->factors[i].weight > 0.0f)) continue;
        result = fill_factor(points, &def->factors[i], to);
        to += def->factors[i].dimensions * points->stride;
    }
    return result;
}

static uint32_t dimensions_of(const mote_areas_def *def)
{
    uint32_t dimensions =
        (def->position_weight > 0.0f ? 3 : 0) + (def->normal_weight > 0.0f ? 3 : 0);
    for (uint32_t i = 0; i < def->factor_count; i++)
        if (def->factors[i].weight > 0.0f) dimensions += def->factors[i].dimensions;
    return dimensions;
}

static bool is_point(const mote_mesh *mesh, uint32_t vertex)
{
    return mesh->vertex_faces.first[vertex] < mesh->vertex_faces.first[vertex + 1];
}

static void number_points(const mote_mesh *mesh, mote_area_points *points)
{
    for (uint32_t v = 0; v < mesh->vertex_count; v++) {
        points->point_of[v] = is_point(mesh, v) ? points->count : MOTE_NONE;
        if (is_point(mesh, v)) points->vertex[points->count++] = v;
    }
}

mote_result mote_area_points_make(const mote_areas_def *def, mote_arena *scratch,
                                  mote_area_points *out)
{
    const mote_mesh *mesh = def->mesh;
    uint32_t vertices = mesh->vertex_count;
    *out = (mote_area_points){.dimensions = dimensions_of(def),
                              .positions = def->positions ? def->positions : mesh->positions,
                              .mesh = mesh};
    out->vertex = mote_arena_take(scratch, vertices, sizeof *out->vertex);
    out->point_of = mote_arena_take(scratch, vertices, sizeof *out->point_of);
    if (!out->vertex || !out->point_of)
        return mote_fail_memory((size_t)vertices * sizeof *out->vertex, "the vectors of areas");
    number_points(mesh, out);
    out->stride = ((size_t)out->count + MOTE_CODE_LANES - 1) / MOTE_CODE_LANES * MOTE_CODE_LANES;
    size_t bytes = out->dimensions * sizeof *out->columns; // per point
    out->columns = mote_arena_take(scratch, out->stride, bytes);
    if (!out->columns) return mote_fail_memory(out->stride * bytes, "the vectors of areas");
    memset(out->columns, 0, out->stride * bytes);
    return fill_columns(out, def);
}
