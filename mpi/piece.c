// Pieces: creation, lookup, positions and their boxes.

#include <math.h>
#include <string.h>

#include "core/box.h"
#include "core/result.h"
#include "core/simd.h"
#include "core/sort.h"
#include "mpi/world.h"

#define PIECE_COOKIE 0x6d6d7063u

mote_mpi_piece_def mote_mpi_default_piece_def(void)
{
    return (mote_mpi_piece_def){.cookie = PIECE_COOKIE, .category = 1, .mask = UINT64_MAX};
}

static mote_result find_piece(const mote_mpi_world *world, const char *function,
                              mote_mpi_piece_id id, mpi_piece **out)
{
    if (!world) return mote_fail(MOTE_ERROR_ARGUMENT, "%s: world is null", function);
    *out = id.index < world->pieces.count ? world->pieces.data[id.index] : NULL;
    if (*out && (*out)->is_live && (*out)->generation == id.generation) return MOTE_OK;
    return mote_fail(MOTE_ERROR_STALE, "%s: piece %u of generation %u does not exist", function,
                     id.index, id.generation);
}

// ---------------------------------------------------------------------------------------------
// Creation

static mote_result check_border(const mote_mpi_piece_def *def, uint32_t vertex_count)
{
    if (def->border_count && (!def->border_vertices || !def->border_numbers))
        return mote_fail(MOTE_ERROR_ARGUMENT, "mote_mpi_piece_create: def.border_%s is null",
                         def->border_vertices ? "numbers" : "vertices");
    for (size_t i = 0; i < def->border_count; i++) {
        if (def->border_vertices[i] < vertex_count) continue;
        return mote_fail(
            MOTE_ERROR_DATA,
            "mote_mpi_piece_create: def.border_vertices[%zu] is %u, but there are %u vertices", i,
            def->border_vertices[i], vertex_count);
    }
    return MOTE_OK;
}

static mote_result check_def(const mote_mpi_world *world, const mote_mpi_piece_def *def,
                             const mote_mpi_piece_id *out)
{
    const char *missing = !world ? "world" : !def ? "def" : !out ? "out" : NULL;
    if (missing)
        return mote_fail(MOTE_ERROR_ARGUMENT, "mote_mpi_piece_create: %s is null", missing);
    if (def->cookie != PIECE_COOKIE)
        return mote_fail(MOTE_ERROR_ARGUMENT,
                         "mote_mpi_piece_create: def is not from mote_mpi_default_piece_def");
    if (!def->mesh)
        return mote_fail(MOTE_ERROR_ARGUMENT, "mote_mpi_piece_create: def.mesh is null");
    if (def->body == MOTE_NONE)
        return mote_fail(MOTE_ERROR_ARGUMENT,
                         "mote_mpi_piece_create: def.body is 2^32 - 1, expected less");
    mote_mesh_info info;
    mote_mesh_get_info(def->mesh, &info);
    if (!(info.flags & MOTE_MESH_CLUSTERS))
        return mote_fail(MOTE_ERROR_ARGUMENT,
                         "mote_mpi_piece_create: def.mesh has no MOTE_MESH_CLUSTERS");
    if (!def->faces && def->first_face > UINT32_MAX - info.triangle_count)
        return mote_fail(MOTE_ERROR_LIMIT,
                         "mote_mpi_piece_create: def.first_face is %u, which with %u triangles "
                         "exceeds 2^32 - 1",
                         def->first_face, info.triangle_count);
    return check_border(def, info.vertex_count);
}

static bool copy_border(const mote_mpi_world *world, const mote_mpi_piece_def *def,
                        mpi_piece *piece)
{
    if (!def->border_count) return true;
    const mote_allocator *allocator = &world->allocator;
    piece->border = mote_allocate(allocator, def->border_count, sizeof *piece->border);
    uint64_t *scratch = mote_allocate(allocator, def->border_count, sizeof *scratch);
    bool done = piece->border && scratch;
    piece->border_count = def->border_count;
    for (size_t i = 0; done && i < def->border_count; i++) {
        // Replace a welded vertex by its representative.
        uint32_t vertex = def->border_vertices[i];
        if (piece->view.weld) vertex = piece->view.weld[vertex];
        piece->border[i] = (uint64_t)vertex << 32 | def->border_numbers[i];
    }
    if (done) mote_sort_keys(piece->border, def->border_count, scratch);
    mote_release(allocator, scratch, def->border_count, sizeof *scratch);
    return done;
}

static bool copy_faces(const mote_mpi_world *world, const mote_mpi_piece_def *def, mpi_piece *piece)
{
    piece->first_face = def->first_face;
    if (!def->faces) return true;
    size_t count = piece->clusters.triangle_count;
    piece->faces = mote_allocate(&world->allocator, count, sizeof *piece->faces);
    if (piece->faces) memcpy(piece->faces, def->faces, count * sizeof *piece->faces);
    return piece->faces != NULL;
}

static mote_result add_body(mote_mpi_world *world, const mote_mpi_piece_def *def, mpi_piece *piece)
{
    mote_body_def body = mote_default_body_def();
    body.mesh = def->mesh;
    body.category = def->category;
    body.mask = def->mask;
    mote_result result = mote_body_create(world->local, &body, &piece->body);
    while (!result && world->piece_of.count <= piece->body.index) {
        if (!mote_array_push(&world->piece_of, &world->allocator, MOTE_NONE))
            result = mpi_no_memory("a piece");
    }
    if (!result) world->piece_of.data[piece->body.index] = piece->index;
    return result;
}

// Creates a world with this piece alone, for its self-collisions.
static mote_result add_self_world(mote_mpi_world *world, const mote_mpi_piece_def *def,
                                  mpi_piece *piece)
{
    if (!def->self_collision) return MOTE_OK;
    mote_world_def inner = mpi_inner_world_def(world);
    mote_result result = mote_world_create(&inner, &piece->self_world);
    if (result) return result;
    mote_body_def body = mote_default_body_def();
    body.mesh = def->mesh;
    body.self_collision = true;
    body.self_shared_vertex = def->self_shared_vertex;
    body.self_shared_edge = def->self_shared_edge;
    return mote_body_create(piece->self_world, &body, &piece->self_body);
}

static mpi_entry make_entry(const mote_mpi_world *world, const mote_mpi_piece_def *def)
{
    uint32_t flags = (def->is_part ? MPI_PIECE_PART : 0u) |
                     (def->self_collision ? MPI_PIECE_SELF : 0u) |
                     (def->self_shared_vertex ? MPI_PIECE_SHARED_VERTEX : 0u) |
                     (def->self_shared_edge ? MPI_PIECE_SHARED_EDGE : 0u);
    return (mpi_entry){.rank = world->rank,
                       .body = def->body,
                       .flags = flags,
                       .category = def->category,
                       .mask = def->mask};
}

static mote_result fill_piece(mote_mpi_world *world, const mote_mpi_piece_def *def, uint32_t index,
                              mpi_piece *piece)
{
    mote_mesh_info info;
    mote_mesh_get_info(def->mesh, &info);
    mote_mesh_get_view(def->mesh, &piece->view);
    piece->is_live = true;
    piece->entry = make_entry(world, def);
    piece->index = index;
    piece->mesh = def->mesh;
    piece->vertex_count = info.vertex_count;
    piece->now = piece->view.positions;
    mote_result result = mpi_clusters_build(def->mesh, &world->allocator, &piece->clusters);
    piece->entry.cluster_count = piece->clusters.count;
    if (!result && !(copy_faces(world, def, piece) && copy_border(world, def, piece)))
        result = mpi_no_memory("a piece");
    if (!result) result = add_body(world, def, piece);
    if (!result) result = add_self_world(world, def, piece);
    return result;
}

// The lowest free index; null for no memory.
static mpi_piece *free_piece(mote_mpi_world *world, uint32_t *index)
{
    for (*index = 0; *index < world->pieces.count; ++*index) {
        if (!world->pieces.data[*index]->is_live) return world->pieces.data[*index];
    }
    mpi_piece *piece = mote_allocate_zeroed(&world->allocator, 1, sizeof *piece);
    if (piece && mote_array_push(&world->pieces, &world->allocator, piece)) return piece;
    mote_release(&world->allocator, piece, 1, sizeof *piece);
    return NULL;
}

mote_result mote_mpi_piece_create(mote_mpi_world *world, const mote_mpi_piece_def *def,
                                  mote_mpi_piece_id *out)
{
    mote_result result = check_def(world, def, out);
    if (out) *out = (mote_mpi_piece_id){0};
    if (result) return result;
    uint32_t index;
    mpi_piece *piece = free_piece(world, &index);
    if (!piece) return mpi_no_memory("a piece");
    result = fill_piece(world, def, index, piece);
    if (result) {
        mpi_piece_release(world, piece);
        return result;
    }
    piece->generation++;
    world->are_pieces_changed = true;
    *out = (mote_mpi_piece_id){index, piece->generation};
    return MOTE_OK;
}

// Drops the pairs of a destroyed body, which the world has already dropped.
static void forget_ignored(mote_mpi_world *world, uint32_t body)
{
    size_t kept = 0;
    for (size_t i = 0; i < world->ignored.count; i++) {
        uint64_t key = world->ignored.data[i];
        if (key >> 32 != body && (uint32_t)key != body) world->ignored.data[kept++] = key;
    }
    world->ignored.count = kept;
}

void mpi_piece_release(mote_mpi_world *world, mpi_piece *piece)
{
    const mote_allocator *allocator = &world->allocator;
    size_t clusters = piece->clusters.count;
    if (piece->body.generation) {
        (void)mote_body_destroy(world->local, piece->body);
        forget_ignored(world, piece->body.index);
    }
    mote_world_destroy(piece->self_world);
    mote_release(allocator, piece->faces, piece->clusters.triangle_count, sizeof *piece->faces);
    mote_release(allocator, piece->border, piece->border_count, sizeof *piece->border);
    mote_release(allocator, piece->copy, piece->vertex_count, sizeof *piece->copy);
    mote_release(allocator, piece->boxes, clusters, sizeof *piece->boxes);
    for (size_t i = 0; i < piece->sent.count; i++)
        mote_release(allocator, piece->sent.data[i].frames, clusters, sizeof(uint32_t));
    mote_array_release(&piece->sent, allocator);
    mpi_clusters_release(&piece->clusters, allocator);
    *piece = (mpi_piece){.generation = piece->generation};
}

mote_result mote_mpi_piece_destroy(mote_mpi_world *world, mote_mpi_piece_id id)
{
    mpi_piece *piece = NULL;
    mote_result result = find_piece(world, __func__, id, &piece);
    if (result) return result;
    mpi_piece_release(world, piece);
    world->are_pieces_changed = true;
    return MOTE_OK;
}

uint32_t mpi_piece_border_number(const mpi_piece *piece, uint32_t vertex)
{
    if (!piece->border_count) return MOTE_NONE;
    size_t place = mote_sorted_place(piece->border, piece->border_count, (uint64_t)vertex << 32);
    if (place == piece->border_count || piece->border[place] >> 32 != vertex) return MOTE_NONE;
    return (uint32_t)piece->border[place];
}

// ---------------------------------------------------------------------------------------------
// Positions

static mote_result check_positions(const mpi_piece *piece, const mote_positions *positions)
{
    const char *f = "mote_mpi_piece_set_positions";
    if (!positions || !positions->data)
        return mote_fail(MOTE_ERROR_ARGUMENT, "%s: %s is null", f,
                         positions ? "positions.data" : "positions");
    if (positions->count != piece->vertex_count)
        return mote_fail(MOTE_ERROR_ARGUMENT, "%s: positions.count is %zu, expected %u", f,
                         positions->count, piece->vertex_count);
    if (positions->type != MOTE_FLOAT && positions->type != MOTE_DOUBLE)
        return mote_fail(MOTE_ERROR_ARGUMENT, "%s: positions.type is unknown", f);
    size_t scalar = positions->type == MOTE_DOUBLE ? sizeof(double) : sizeof(float);
    if (positions->stride && (positions->stride < 3 * scalar || positions->stride % scalar))
        return mote_fail(MOTE_ERROR_ARGUMENT,
                         "%s: positions.stride is %zu, expected a multiple of %zu", f,
                         positions->stride, scalar);
    if ((uintptr_t)positions->data % scalar)
        return mote_fail(MOTE_ERROR_ARGUMENT, "%s: positions.data is misaligned", f);
    return MOTE_OK;
}

static void copy_positions(const mote_positions *positions, mote_vec3 *out)
{
    size_t scalar = positions->type == MOTE_DOUBLE ? sizeof(double) : sizeof(float);
    size_t stride = positions->stride ? positions->stride : 3 * scalar;
    for (size_t i = 0; i < positions->count; i++) {
        const void *at = (const char *)positions->data + i * stride;
        const float *f = at;
        const double *d = at;
        out[i] = positions->type == MOTE_FLOAT ? (mote_vec3){f[0], f[1], f[2]}
                                               : (mote_vec3){(float)d[0], (float)d[1], (float)d[2]};
    }
}

mote_result mote_mpi_piece_set_positions(mote_mpi_world *world, mote_mpi_piece_id id,
                                         const mote_positions *positions)
{
    mpi_piece *piece = NULL;
    mote_result result = find_piece(world, __func__, id, &piece);
    if (!result) result = check_positions(piece, positions);
    if (result) return result;
    bool is_packed = positions->type == MOTE_FLOAT &&
                     (positions->stride == 0 || positions->stride == sizeof(mote_vec3));
    if (is_packed) {
        piece->now = positions->data;
    } else {
        if (!piece->copy)
            piece->copy =
                mote_allocate(&world->allocator, piece->vertex_count, sizeof *piece->copy);
        if (!piece->copy) return mpi_no_memory("positions");
        copy_positions(positions, piece->copy);
        piece->now = piece->copy;
    }
    piece->is_moved = true;
    piece->is_box_known = piece->are_boxes_known = false;
    return MOTE_OK;
}

// ---------------------------------------------------------------------------------------------
// Boxes

// Eight vertices are three vectors, whose lanes alternate between x, y and z.
static mote_box stream_box(const mote_vec3 *positions, size_t count, bool *is_finite)
{
    const float *xyz = (const float *)positions;
    mote_f32x8 min[3], max[3];
    mote_i32x8 bad = {0};
    for (int k = 0; k < 3; k++) {
        min[k] = mote_f32x8_splat(INFINITY);
        max[k] = mote_f32x8_splat(-INFINITY);
    }
    size_t i = 0;
    for (; i + 8 <= count; i += 8) {
        for (int k = 0; k < 3; k++) {
            mote_f32x8 v = mote_f32x8_load(xyz + 3 * i + 8 * (size_t)k);
            min[k] = mote_f32x8_min(min[k], v);
            max[k] = mote_f32x8_max(max[k], v);
            bad |= v * mote_f32x8_splat(0) != mote_f32x8_splat(0); // NaN and infinite ones
        }
    }
    float low[24], high[24];
    for (int k = 0; k < 3; k++) {
        mote_f32x8_store(low + 8 * k, min[k]);
        mote_f32x8_store(high + 8 * k, max[k]);
    }
    mote_box box = mote_box_empty();
    for (int k = 0; k < 24 && i; k += 3) {
        mote_box part = {{low[k], low[k + 1], low[k + 2]}, {high[k], high[k + 1], high[k + 2]}};
        mote_box_add_box(&box, &part);
    }
    *is_finite = mote_i32x8_bits(bad) == 0;
    for (; i < count; i++) {
        mote_box_add_point(&box, positions[i]);
        *is_finite &= mote_vec_finite(positions[i]);
    }
    return box;
}

static mote_box listed_box(const mote_vec3 *positions, const uint32_t *vertices, size_t count,
                           bool *is_finite)
{
    const mote_f32x4 zero = {0, 0, 0, 0}, up = zero + INFINITY;
    mote_f32x4 low = up, high = -up;
    mote_i32x4 bad = {0};
    for (size_t i = 0; i < count; i++) {
        mote_f32x4 p = mote_f32x4_load3(&positions[vertices[i]].x);
        low = mote_f32x4_min(p, low);
        high = mote_f32x4_max(p, high);
        bad |= p * zero != zero; // NaN and infinite ones
    }
    *is_finite = !(bad[0] | bad[1] | bad[2]);
    return (mote_box){{low[0], low[1], low[2]}, {high[0], high[1], high[2]}};
}

void mpi_piece_find_box(mpi_piece *piece)
{
    if (piece->is_box_known) return;
    bool is_finite;
    // Vertices that no triangle uses are excluded, even if they are not finite.
    if (piece->view.mesh_order_count == piece->vertex_count)
        piece->box = stream_box(piece->now, piece->vertex_count, &is_finite);
    else
        piece->box = listed_box(piece->now, piece->clusters.vertices.data,
                                piece->clusters.vertices.count, &is_finite);
    if (!is_finite) piece->box.min.x = NAN;
    piece->is_box_known = true;
}

bool mpi_piece_find_boxes(mpi_piece *piece, const mote_allocator *allocator)
{
    if (piece->are_boxes_known) return true;
    const mpi_clusters *clusters = &piece->clusters;
    if (!piece->boxes)
        piece->boxes = mote_allocate(allocator, clusters->count, sizeof *piece->boxes);
    if (!piece->boxes) return false;
    bool is_finite;
    for (uint32_t i = 0; i < clusters->count; i++) {
        uint32_t first = clusters->vertex_first[i];
        piece->boxes[i] = listed_box(piece->now, clusters->vertices.data + first,
                                     clusters->vertex_first[i + 1] - first, &is_finite);
    }
    piece->are_boxes_known = true;
    return true;
}
