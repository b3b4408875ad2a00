// mote_areas_create: checks the def, quantizes the surface, connects the areas, and stores the
// result. The method is that of Saenghaengtham and Kanongchaiyos 2006, steps 1 to 10; each file of
// this folder names its decisions.

#include "papers/areas/areas.h"

#include <math.h>
#include <string.h>

#include "core/float_env.h"
#include "core/result.h"
#include "mesh/lists.h"

#define COOKIE 0x61726561u // "area"

enum { MAX_FACTORS = 16, MAX_FACTOR_DIMENSIONS = 16 };

mote_areas_def mote_default_areas_def(void)
{
    return (mote_areas_def){.cookie = COOKIE,
                            .count = 64,
                            .form = MOTE_AREAS_CONNECTED,
                            .position_weight = 1.0f,
                            .normal_weight = 0.3f,
                            .epsilon = 0.005f,
                            .iteration_limit = 100};
}

mote_areas_def mote_literal_areas_def(void)
{
    mote_areas_def def = mote_default_areas_def();
    def.form = MOTE_AREAS_LITERAL;
    def.normal_weight = 1.0f;
    return def;
}

// ---------------------------------------------------------------------------------------------
// The def

static bool is_weight(float weight)
{
    return weight >= 0.0f && isfinite(weight);
}

static mote_result check_options(const mote_areas_def *def)
{
    if ((uint32_t)def->form > MOTE_AREAS_LITERAL)
        return mote_fail(MOTE_ERROR_ARGUMENT,
                         "mote_areas_create: def.form %u is not a mote_areas_form",
                         (unsigned)def->form);
    if (def->count == 0) return mote_fail(MOTE_ERROR_ARGUMENT, "mote_areas_create: def.count is 0");
    if (!(def->epsilon > 0.0f && def->epsilon < 1.0f))
        return mote_fail(
            MOTE_ERROR_ARGUMENT,
            "mote_areas_create: def.epsilon is %g, expected more than 0 and less than 1",
            (double)def->epsilon);
    if (def->iteration_limit == 0)
        return mote_fail(MOTE_ERROR_ARGUMENT, "mote_areas_create: def.iteration_limit is 0");
    return mote_allocator_check(&def->allocator, "mote_areas_create");
}

static mote_result check_factors(const mote_areas_def *def)
{
    bool any = def->position_weight > 0.0f || def->normal_weight > 0.0f;
    if (!is_weight(def->position_weight) || !is_weight(def->normal_weight))
        return mote_fail(
            MOTE_ERROR_ARGUMENT,
            "mote_areas_create: def.position_weight is %g and def.normal_weight is %g, "
            "expected finite numbers, 0 or more",
            (double)def->position_weight, (double)def->normal_weight);
    if (def->factor_count > MAX_FACTORS)
        return mote_fail(MOTE_ERROR_ARGUMENT,
                         "mote_areas_create: def.factor_count is %u, expected at most %d",
                         (unsigned)def->factor_count, (int)MAX_FACTORS);
    if (def->factor_count > 0 && !def->factors)
        return mote_fail(MOTE_ERROR_ARGUMENT,
                         "mote_areas_create: def.factors is null, but def.factor_count is %u",
                         (unsigned)def->factor_count);
    for (uint32_t i = 0; i < def->factor_count; i++) {
        const mote_area_factor *f = &def->factors[i];
        if (!f->values || f->dimensions == 0 || f->dimensions > MAX_FACTOR_DIMENSIONS ||
            !is_weight(f->weight))
            return mote_fail(
                MOTE_ERROR_ARGUMENT,
                "mote_areas_create: def.factors[%u]: expected values, 1 to %d dimensions and a "
                "finite weight, 0 or more",
                (unsigned)i, (int)MAX_FACTOR_DIMENSIONS);
        any = any || f->weight > 0.0f;
    }
    return any ? MOTE_OK : mote_fail(MOTE_ERROR_ARGUMENT, "mote_areas_create: all weights are 0");
}

static mote_result check_def(const mote_areas_def *def)
{
    if (!def) return mote_fail(MOTE_ERROR_ARGUMENT, "mote_areas_create: def is null");
    if (def->cookie != COOKIE)
        return mote_fail(
            MOTE_ERROR_ARGUMENT,
            "mote_areas_create: def has no cookie; start from mote_default_areas_def()");
    if (!def->mesh) return mote_fail(MOTE_ERROR_ARGUMENT, "mote_areas_create: def.mesh is null");
    mote_result result = check_options(def);
    if (result == MOTE_OK) result = check_factors(def);
    if (result != MOTE_OK) return result;
    if (!(def->mesh->flags & MOTE_MESH_ADJACENCY))
        return mote_fail(MOTE_ERROR_ARGUMENT,
                         "mote_areas_create: def.mesh was built without MOTE_MESH_ADJACENCY");
    if (def->normal_weight > 0.0f && !def->normals && !(def->mesh->flags & MOTE_MESH_NORMALS))
        return mote_fail(
            MOTE_ERROR_ARGUMENT,
            "mote_areas_create: def.normal_weight is not 0, but def.normals is null and "
            "def.mesh was built without MOTE_MESH_NORMALS");
    return MOTE_OK;
}

// ---------------------------------------------------------------------------------------------
// The result

void *mote_areas_allocate(mote_areas *areas, size_t count, size_t size)
{
    void *data = mote_allocate(&areas->allocator, count, size);
    if (!data) {
        mote_fail_memory(count * size, "areas");
        return NULL;
    }
    areas->blocks[areas->block_count++] = (mote_mesh_block){.data = data, .bytes = count * size};
    return data;
}

void mote_areas_destroy(mote_areas *areas)
{
    if (!areas) return;
    mote_allocator allocator = areas->allocator;
    for (uint32_t i = 0; i < areas->block_count; i++)
        mote_release(&allocator, areas->blocks[i].data, areas->blocks[i].bytes, 1);
    mote_release(&allocator, areas, 1, sizeof *areas);
}

void mote_areas_get_view(const mote_areas *areas, mote_areas_view *out)
{
    *out = areas->view;
}

static mote_result store_area_of(mote_areas *areas, const mote_area_points *points,
                                 const mote_area_regions *regions)
{
    const mote_mesh *mesh = points->mesh;
    uint32_t *area_of = mote_areas_allocate(areas, mesh->vertex_count, sizeof *area_of);
    if (!area_of) return MOTE_ERROR_MEMORY;
    for (uint32_t v = 0; v < mesh->vertex_count; v++) {
        uint32_t point = points->point_of[mesh->weld ? mesh->weld[v] : v];
        area_of[v] = point == MOTE_NONE ? MOTE_NONE : regions->area_of[point];
    }
    areas->view.area_of = area_of;
    return MOTE_OK;
}

static mote_result store_vertices(mote_areas *areas, const mote_area_points *points,
                                  const mote_area_regions *regions)
{
    uint32_t *first = mote_areas_allocate(areas, (size_t)regions->count + 1, sizeof *first);
    uint32_t *items = mote_areas_allocate(areas, points->count, sizeof *items);
    if (!first || !items) return MOTE_ERROR_MEMORY;
    memset(first, 0, ((size_t)regions->count + 1) * sizeof *first);
    for (uint32_t p = 0; p < points->count; p++) first[regions->area_of[p]]++;
    mote_lists_start(first, regions->count);
    for (uint32_t p = 0; p < points->count; p++)
        items[first[regions->area_of[p]]++] = points->vertex[p];
    mote_lists_rewind(first, regions->count);
    areas->view.vertices = (mote_lists){.first = first, .items = items, .count = regions->count};
    return MOTE_OK;
}

static mote_result store_neighbors(mote_areas *areas, const mote_area_points *points,
                                   const mote_area_regions *regions, mote_arena *scratch)
{
    mote_lists lists;
    mote_result result =
        mote_labels_adjacency(points, regions->area_of, regions->count, scratch, &lists);
    if (result != MOTE_OK) return result;
    uint32_t count = lists.first[lists.count];
    uint32_t *first = mote_areas_allocate(areas, (size_t)lists.count + 1, sizeof *first);
    uint32_t *items = mote_areas_allocate(areas, count, sizeof *items);
    if (!first || !items) return MOTE_ERROR_MEMORY;
    memcpy(first, lists.first, ((size_t)lists.count + 1) * sizeof *first);
    memcpy(items, lists.items, count * sizeof *items);
    areas->view.neighbors = (mote_lists){.first = first, .items = items, .count = lists.count};
    return MOTE_OK;
}

static mote_result store_fragments(mote_areas *areas, const mote_area_points *points,
                                   const mote_area_regions *regions, mote_arena *scratch)
{
    mote_fragments found;
    mote_result result = mote_fragments_find(points, regions->area_of, scratch, &found);
    if (result != MOTE_OK) return result;
    uint32_t *fragments = mote_areas_allocate(areas, regions->count, sizeof *fragments);
    if (!fragments) return MOTE_ERROR_MEMORY;
    memset(fragments, 0, regions->count * sizeof *fragments);
    for (uint32_t f = 0; f < found.count; f++) fragments[found.label[f]]++;
    for (uint32_t a = 0; a < regions->count; a++) areas->view.empty_count += fragments[a] == 0;
    areas->view.fragments = fragments;
    areas->view.fragment_count = found.count;
    return MOTE_OK;
}

static mote_result store_steps(mote_areas *areas, const mote_area_step_array *steps)
{
    mote_area_step *stored = mote_areas_allocate(areas, steps->count, sizeof *stored);
    if (!stored) return MOTE_ERROR_MEMORY;
    memcpy(stored, steps->data, steps->count * sizeof *stored);
    areas->view.steps = stored;
    areas->view.step_count = (uint32_t)steps->count;
    return MOTE_OK;
}

static mote_result store(mote_areas *areas, const mote_quantizer *q,
                         const mote_area_regions *regions, mote_arena *scratch)
{
    areas->view.area_count = regions->count;
    mote_result result = store_area_of(areas, q->points, regions);
    if (result == MOTE_OK) result = store_vertices(areas, q->points, regions);
    if (result == MOTE_OK) result = store_neighbors(areas, q->points, regions, scratch);
    if (result == MOTE_OK) result = store_fragments(areas, q->points, regions, scratch);
    if (result == MOTE_OK) result = store_steps(areas, &q->steps);
    if (result == MOTE_OK)
        result = mote_areas_build_tree(areas, &q->tree, regions, q->code_count, scratch);
    if (result == MOTE_OK) result = mote_areas_measure(areas, q->points, regions, scratch);
    return result;
}

// ---------------------------------------------------------------------------------------------

static mote_result build(mote_areas *areas, const mote_areas_def *given, mote_arena *scratch)
{
    mote_areas_def def = *given;
    mote_area_points points;
    mote_quantizer quantizer;
    mote_area_regions regions;
    mote_result result = mote_area_points_make(&def, scratch, &points);
    if (result != MOTE_OK) return result;
    bool connected = def.form == MOTE_AREAS_CONNECTED;
    if (connected && def.count > points.count) def.count = points.count;
    result = mote_quantize(&def, &points, &areas->allocator, scratch, &quantizer);
    if (result == MOTE_OK)
        result = connected ? mote_regions_connect(&quantizer, def.count, scratch, &regions)
                           : mote_regions_of_cells(&quantizer, scratch, &regions);
    if (result == MOTE_OK) result = store(areas, &quantizer, &regions, scratch);
    mote_array_release(&quantizer.steps, &areas->allocator);
    return result;
}

mote_result mote_areas_create(const mote_areas_def *def, mote_areas **out)
{
    if (!out) return mote_fail(MOTE_ERROR_ARGUMENT, "mote_areas_create: out is null");
    *out = NULL;
    mote_result result = check_def(def);
    if (result != MOTE_OK) return result;
    mote_allocator allocator = mote_allocator_or_default(def->allocator);
    mote_areas *areas = mote_allocate_zeroed(&allocator, 1, sizeof *areas);
    if (!areas) return mote_fail_memory(sizeof *areas, "areas");
    areas->allocator = allocator;
    mote_float_env caller = mote_float_env_enter();
    mote_arena scratch = mote_arena_create(allocator);
    result = build(areas, def, &scratch);
    mote_arena_release(&scratch);
    mote_float_env_leave(caller);
    if (result != MOTE_OK) {
        mote_areas_destroy(areas);
        return result;
    }
    *out = areas;
    return MOTE_OK;
}
