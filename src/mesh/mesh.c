// Creates a mesh: checks the def, copies its arrays, and runs the build steps selected by the
// flags. Also has the functions that read a mesh.

#include "mesh/mesh.h"

#include <float.h>
#include <stdio.h>

#include "core/box.h"
#include "core/float_env.h"
#include "core/result.h"
#include "core/vec.h"
#include "geometry/parity.h"
#include "mesh/build.h"

#define COOKIE 0x6d657368u // "mesh"
#define MAX_COUNT ((size_t)1 << 31)
#define ALL_FLAGS                                                                                  \
    (uint32_t)(MOTE_MESH_ADJACENCY | MOTE_MESH_NORMALS | MOTE_MESH_CLUSTERS | MOTE_MESH_FINDINGS | \
               MOTE_MESH_SEEDS)

mote_mesh_def mote_default_mesh_def(void)
{
    return (mote_mesh_def){.cookie = COOKIE, .flags = ALL_FLAGS};
}

// ---------------------------------------------------------------------------------------------
// Memory

void *mote_mesh_allocate(mote_mesh *mesh, size_t count, size_t size, const char *what)
{
    void *data = mote_allocate(&mesh->allocator, count, size);
    if (!data) {
        mote_fail_memory(count * size, what);
        return NULL;
    }
    mesh->blocks[mesh->block_count++] = (mote_mesh_block){.data = data, .bytes = count * size};
    return data;
}

void mote_mesh_destroy(mote_mesh *mesh)
{
    if (!mesh) return;
    mote_seeds_destroy(mesh->seeds, &mesh->allocator);
    mote_clusters_destroy(mesh->clusters, &mesh->allocator);
    for (uint32_t i = 0; i < mesh->block_count; i++)
        mote_release(&mesh->allocator, mesh->blocks[i].data, mesh->blocks[i].bytes, 1);
    mote_allocator source = mesh->memory.source;
    mote_release(&source, mesh, 1, sizeof *mesh);
}

// ---------------------------------------------------------------------------------------------
// The def

static size_t scalar_bytes(const mote_positions *positions)
{
    return positions->type == MOTE_DOUBLE ? sizeof(double) : sizeof(float);
}

static size_t index_bytes(const mote_mesh_def *def)
{
    return def->index_type == MOTE_U16 ? sizeof(uint16_t) : sizeof(uint32_t);
}

static size_t position_stride(const mote_positions *positions)
{
    return positions->stride ? positions->stride : 3 * scalar_bytes(positions);
}

// A soup without an index count uses all vertices.
static size_t index_count(const mote_mesh_def *def)
{
    return def->indices || def->index_count ? def->index_count : def->positions.count;
}

static mote_result check_options(const mote_mesh_def *def)
{
    if ((uint32_t)def->positions.type > MOTE_DOUBLE)
        return mote_fail(MOTE_ERROR_ARGUMENT, "mote_mesh_create: def.positions.type %u is unknown",
                         (unsigned)def->positions.type);
    if ((uint32_t)def->index_type > MOTE_U16)
        return mote_fail(MOTE_ERROR_ARGUMENT, "mote_mesh_create: def.index_type %u is unknown",
                         (unsigned)def->index_type);
    if (def->flags & ~ALL_FLAGS)
        return mote_fail(MOTE_ERROR_ARGUMENT,
                         "mote_mesh_create: def.flags 0x%x contain an unknown bit",
                         (unsigned)def->flags);
    if (def->flags & MOTE_MESH_SEEDS && !(def->flags & MOTE_MESH_CLUSTERS))
        return mote_fail(MOTE_ERROR_ARGUMENT,
                         "mote_mesh_create: def.flags: MOTE_MESH_SEEDS needs MOTE_MESH_CLUSTERS");
    if ((uint32_t)def->weld > MOTE_WELD_TOLERANCE)
        return mote_fail(MOTE_ERROR_ARGUMENT, "mote_mesh_create: def.weld %u is unknown",
                         (unsigned)def->weld);
    if (def->weld == MOTE_WELD_TOLERANCE &&
        !(def->weld_tolerance >= 0.0f && def->weld_tolerance <= FLT_MAX))
        return mote_fail(
            MOTE_ERROR_ARGUMENT,
            "mote_mesh_create: def.weld_tolerance is %g, expected a finite number of 0 or more",
            (double)def->weld_tolerance);
    return mote_allocator_check(&def->allocator, "mote_mesh_create");
}

static mote_result check_counts(const mote_mesh_def *def)
{
    size_t indices = index_count(def);
    if (indices == 0) return mote_fail(MOTE_ERROR_DATA, "mote_mesh_create: def has no triangles");
    if (indices % 3 != 0)
        return mote_fail(MOTE_ERROR_DATA,
                         "mote_mesh_create: def.index_count %zu is not a multiple of 3", indices);
    if (def->positions.count == 0)
        return mote_fail(MOTE_ERROR_DATA, "mote_mesh_create: def has no vertices");
    if (def->positions.count > MAX_COUNT)
        return mote_fail(MOTE_ERROR_LIMIT,
                         "mote_mesh_create: %zu vertices, at most %zu are possible",
                         def->positions.count, MAX_COUNT);
    bool lists = def->flags & (MOTE_MESH_ADJACENCY | MOTE_MESH_FINDINGS);
    bool clusters = def->flags & MOTE_MESH_CLUSTERS;
    size_t max = lists      ? MOTE_MESH_MAX_LISTED_TRIANGLES
                 : clusters ? MOTE_MESH_MAX_CLUSTERED_TRIANGLES
                            : MAX_COUNT;
    if (indices / 3 > max)
        return mote_fail(MOTE_ERROR_LIMIT,
                         "mote_mesh_create: %zu triangles, at most %zu are possible%s", indices / 3,
                         max,
                         lists      ? " with adjacency or findings"
                         : clusters ? " with clusters"
                                    : "");
    return MOTE_OK;
}

static mote_result check_layout(const mote_mesh_def *def)
{
    const mote_positions *p = &def->positions;
    size_t bytes = scalar_bytes(p);
    if (!p->data)
        return mote_fail(MOTE_ERROR_ARGUMENT, "mote_mesh_create: def.positions.data is null");
    if (position_stride(p) < 3 * bytes)
        return mote_fail(
            MOTE_ERROR_ARGUMENT,
            "mote_mesh_create: def.positions.stride is %zu, but a vertex has %zu bytes", p->stride,
            3 * bytes);
    if (position_stride(p) % bytes != 0 || (uintptr_t)p->data % bytes != 0)
        return mote_fail(
            MOTE_ERROR_ARGUMENT,
            "mote_mesh_create: def.positions: data and stride must be multiples of %zu bytes",
            bytes);
    if ((uintptr_t)def->indices % index_bytes(def) != 0)
        return mote_fail(MOTE_ERROR_ARGUMENT,
                         "mote_mesh_create: def.indices must be aligned to %zu bytes",
                         index_bytes(def));
    return MOTE_OK;
}

static mote_result check_def(const mote_mesh_def *def)
{
    if (!def) return mote_fail(MOTE_ERROR_ARGUMENT, "mote_mesh_create: def is null");
    if (def->cookie != COOKIE)
        return mote_fail(
            MOTE_ERROR_ARGUMENT,
            "mote_mesh_create: def.cookie is not set: start from mote_default_mesh_def()");
    mote_result result = check_options(def);
    if (result == MOTE_OK) result = check_counts(def);
    if (result == MOTE_OK) result = check_layout(def);
    return result;
}

// ---------------------------------------------------------------------------------------------
// The copy

static mote_result fail_coordinate(const mote_positions *positions, size_t vertex,
                                   const double xyz[3])
{
    unsigned axis = 0;
    while (axis < 2 && isfinite((float)xyz[axis])) axis++;
    bool too_large = positions->type == MOTE_DOUBLE && isfinite(xyz[axis]);
    return mote_fail(MOTE_ERROR_DATA, "mote_mesh_create: vertex %zu: %c is %g, %s", vertex,
                     "xyz"[axis], xyz[axis],
                     too_large ? "which overflows float" : "expected a finite number");
}

static void read_vertex(const mote_positions *positions, size_t vertex, double xyz[3])
{
    const void *at = (const char *)positions->data + vertex * position_stride(positions);
    for (int axis = 0; axis < 3; axis++)
        xyz[axis] = positions->type == MOTE_DOUBLE ? ((const double *)at)[axis]
                                                   : (double)((const float *)at)[axis];
}

static mote_result copy_positions(mote_mesh *mesh, const mote_positions *positions)
{
    mesh->positions = mote_mesh_allocate(mesh, mesh->vertex_count, sizeof(mote_vec3), "positions");
    if (!mesh->positions) return MOTE_ERROR_MEMORY;
    for (size_t v = 0; v < mesh->vertex_count; v++) {
        double xyz[3];
        read_vertex(positions, v, xyz);
        mote_vec3 p = {(float)xyz[0], (float)xyz[1], (float)xyz[2]};
        if (!mote_vec_finite(p)) return fail_coordinate(positions, v, xyz);
        mesh->positions[v] = p;
    }
    return MOTE_OK;
}

static mote_result copy_triangles(mote_mesh *mesh, const mote_mesh_def *def)
{
    size_t count = 3 * (size_t)mesh->triangle_count;
    uint32_t *to = mote_mesh_allocate(mesh, count, sizeof *to, "triangles");
    if (!to) return MOTE_ERROR_MEMORY;
    mesh->triangles = to;
    const uint16_t *narrow = def->indices;
    const uint32_t *wide = def->indices;
    for (size_t i = 0; i < count; i++) {
        size_t index = !def->indices ? i : def->index_type == MOTE_U16 ? narrow[i] : wide[i];
        if (index >= mesh->vertex_count)
            return mote_fail(MOTE_ERROR_DATA,
                             "mote_mesh_create: index %zu is %zu, but there are %u vertices "
                             "(triangle %zu, corner %zu)",
                             i, index, (unsigned)mesh->vertex_count, i / 3, i % 3);
        to[i] = (uint32_t)index;
    }
    return MOTE_OK;
}

// ---------------------------------------------------------------------------------------------
// Size: box, area, volume, mean edge length. Sums are in double, in which products of three floats neither overflow nor
// underflow.

static void measure(mote_mesh *mesh)
{
    mote_box box = mote_box_empty();
    double edges = 0.0, area2 = 0.0, volume6 = 0.0;
    // Sums tetrahedra with an apex on the mesh. For a mesh far from the origin, an apex at the
    // origin would cause cancellation.
    mote_dvec3 apex = mote_vec_widen(mesh->positions[mesh->triangles[0]]);
    for (uint32_t t = 0; t < mesh->triangle_count; t++) {
        mote_vec3 corner[3];
        mote_mesh_corners(mesh, t, corner);
        mote_dvec3 a = mote_dvec_sub(mote_vec_widen(corner[0]), apex);
        mote_dvec3 b = mote_dvec_sub(mote_vec_widen(corner[1]), apex);
        mote_dvec3 c = mote_dvec_sub(mote_vec_widen(corner[2]), apex);
        mote_dvec3 ab = mote_dvec_sub(b, a), ac = mote_dvec_sub(c, a), bc = mote_dvec_sub(c, b);
        mote_dvec3 normal = mote_dvec_cross(ab, ac);
        edges += mote_dvec_length(ab) + mote_dvec_length(bc) + mote_dvec_length(ac);
        area2 += mote_dvec_length(normal);
        volume6 += mote_dvec_dot(a, normal);
        for (int i = 0; i < 3; i++) mote_box_add_point(&box, corner[i]);
    }
    mesh->mean_edge_length = (float)(edges / (3.0 * mesh->triangle_count));
    mesh->area = area2 / 2.0;
    mesh->volume = volume6 / 6.0;
    mesh->box = box;
}

// ---------------------------------------------------------------------------------------------
// Building

static mote_result build_topology(mote_mesh *mesh, mote_arena *scratch)
{
    mote_sides sides;
    mote_result result = mote_sides_sort(mesh, scratch, &sides);
    if (result == MOTE_OK && mesh->flags & MOTE_MESH_ADJACENCY)
        result = mote_mesh_build_adjacency(mesh, &sides, scratch);
    if (result == MOTE_OK && mesh->flags & MOTE_MESH_FINDINGS)
        result = mote_mesh_build_findings(mesh, &sides, scratch);
    return result;
}

static mote_result build_clusters(mote_mesh *mesh)
{
    mote_result result =
        mote_clusters_build(mesh->positions, mesh->vertex_count, mesh->triangles,
                            mesh->triangle_count, &mesh->allocator, &mesh->clusters);
    if (result == MOTE_OK && mesh->flags & MOTE_MESH_SEEDS)
        result = mote_seeds_build(mesh->positions, mesh->clusters, &mesh->allocator, &mesh->seeds);
    return result;
}

static mote_result build(mote_mesh *mesh, const mote_mesh_def *def, mote_arena *scratch)
{
    mote_result result = copy_positions(mesh, &def->positions);
    if (result == MOTE_OK) result = copy_triangles(mesh, def);
    if (result == MOTE_OK && def->weld != MOTE_WELD_NONE)
        result = mote_mesh_weld(mesh, def->weld, def->weld_tolerance, scratch);
    mote_arena_reset(scratch);
    if (result != MOTE_OK) return result;
    measure(mesh);
    if (mesh->flags & (MOTE_MESH_ADJACENCY | MOTE_MESH_FINDINGS))
        result = build_topology(mesh, scratch);
    mote_arena_reset(scratch);
    if (result == MOTE_OK && mesh->flags & MOTE_MESH_NORMALS)
        result = mote_mesh_build_normals(mesh, scratch);
    if (result == MOTE_OK && mesh->flags & MOTE_MESH_CLUSTERS) result = build_clusters(mesh);
    return result;
}

static void remark_on_findings(const mote_mesh *mesh, const mote_log *log)
{
    const mote_findings *f = &mesh->findings;
    if (!log->write ||
        (f->degenerate_count == 0 && f->duplicate_count == 0 && f->isolated_count == 0 &&
         f->border_count == 0 && f->nonmanifold_count == 0 && f->flipped_count == 0))
        return;
    char message[256];
    snprintf(
        message, sizeof message,
        "mesh: %u degenerate and %u duplicate triangles, %u isolated vertices, %u border edges, "
        "%u non-manifold edges, %u flipped edges",
        (unsigned)f->degenerate_count, (unsigned)f->duplicate_count, (unsigned)f->isolated_count,
        (unsigned)f->border_count, (unsigned)f->nonmanifold_count, (unsigned)f->flipped_count);
    log->write(log->context, MOTE_LOG_WARNING, message);
}

mote_result mote_mesh_create(const mote_mesh_def *def, mote_mesh **out)
{
    if (!out) return mote_fail(MOTE_ERROR_ARGUMENT, "mote_mesh_create: out is null");
    *out = NULL;
    mote_result result = check_def(def);
    if (result != MOTE_OK) return result;

    mote_allocator source = mote_allocator_or_default(def->allocator);
    mote_mesh *mesh = mote_allocate_zeroed(&source, 1, sizeof *mesh);
    if (!mesh) return mote_fail_memory(sizeof *mesh, "a mesh");
    mesh->allocator = mote_memory_begin(&mesh->memory, source, sizeof *mesh);
    mesh->flags = def->flags;
    mesh->vertex_count = (uint32_t)def->positions.count;
    mesh->welded_count = mesh->vertex_count;
    mesh->triangle_count = (uint32_t)(index_count(def) / 3);

    mote_float_env caller = mote_float_env_enter();
    mote_arena scratch = mote_arena_create(source);
    result = build(mesh, def, &scratch);
    mote_arena_release(&scratch);
    mote_float_env_leave(caller);
    if (result != MOTE_OK) {
        mote_mesh_destroy(mesh);
        return result;
    }
    remark_on_findings(mesh, &def->log);
    *out = mesh;
    return MOTE_OK;
}

// ---------------------------------------------------------------------------------------------
// Reading

void mote_mesh_get_info(const mote_mesh *mesh, mote_mesh_info *out)
{
    *out = (mote_mesh_info){
        .flags = mesh->flags,
        .vertex_count = mesh->vertex_count,
        .welded_count = mesh->welded_count,
        .triangle_count = mesh->triangle_count,
        .component_count = mesh->component_count,
        .cluster_count = mesh->clusters ? mesh->clusters->cluster_count : 0,
        .mean_edge_length = mesh->mean_edge_length,
        .area = mesh->area,
        .volume = mesh->volume,
        .closed = mesh->closed,
        .box = mesh->box,
        .bytes = mote_memory_bytes(&mesh->memory),
    };
}

void mote_mesh_get_view(const mote_mesh *mesh, mote_mesh_view *out)
{
    *out = (mote_mesh_view){
        .positions = mesh->positions,
        .triangles = mesh->triangles,
        .weld = mesh->weld,
        .vertex_neighbors = mesh->vertex_neighbors,
        .vertex_faces = mesh->vertex_faces,
        .face_neighbors = mesh->face_neighbors,
        .vertex_component = mesh->vertex_component,
        .face_normals = mesh->face_normals,
        .vertex_normals = mesh->vertex_normals,
        .mesh_order = mesh->clusters ? mesh->clusters->vertex_of : NULL,
        .mesh_order_count = mesh->clusters ? mesh->clusters->vertex_count : 0,
    };
}

void mote_mesh_get_findings(const mote_mesh *mesh, mote_findings *out)
{
    *out = mesh->findings;
}

// Tests every triangle of the rest shape.
bool mote_mesh_contains(const mote_mesh *mesh, mote_vec3 point)
{
    if (!mote_vec_finite(point)) return false;
    mote_float_env caller = mote_float_env_enter();
    mote_parity parity = {.point = point};
    for (uint32_t i = 0; i < mesh->triangle_count && !parity.on_surface; i++) {
        mote_vec3 t[3];
        mote_mesh_corners(mesh, i, t);
        mote_parity_add(&parity, t);
    }
    mote_float_env_leave(caller);
    return mote_parity_is_inside(&parity);
}
