#include "test/mpi/cut.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void cut_fail(const char *file, int line, const char *what, const char *format, ...)
{
    int rank;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    char text[256];
    va_list list;
    va_start(list, format);
    vsnprintf(text, sizeof text, format, list);
    va_end(list);
    fprintf(stderr, "%s:%d: rank %d: %s does not hold: %s (%s)\n", file, line, rank, what, text,
            mote_last_message());
    fflush(stderr);
    MPI_Abort(MPI_COMM_WORLD, 1);
    abort();
}

static void *room(size_t count, size_t size)
{
    void *pointer = calloc(count ? count : 1, size);
    EXPECT(pointer != NULL, "no memory");
    return pointer;
}

// Which piece each triangle is in; no piece is empty.
static void choose_pieces(uint32_t *piece_of, uint32_t triangles, uint32_t count,
                          mote_random *random)
{
    bool is_in_runs = mote_random_below(random, 2) == 0;
    for (uint32_t i = 0; i < triangles; i++) {
        uint32_t by_run = (uint32_t)((uint64_t)i * count / triangles);
        piece_of[i] = is_in_runs ? by_run : mote_random_below(random, count);
    }
    for (uint32_t i = 0; i < count; i++) piece_of[i] = i;
}

static void fill_piece(cut_piece *p, uint32_t number, const mote_mesh_view *view,
                       const uint32_t *piece_of, uint32_t triangles, uint32_t vertices)
{
    uint32_t *local = room(vertices, sizeof *local);
    uint32_t *indices = room(3 * (size_t)triangles, sizeof *indices);
    p->vertices = room(vertices, sizeof *p->vertices);
    p->faces = room(triangles, sizeof *p->faces);
    for (uint32_t t = 0; t < triangles; t++) {
        if (piece_of[t] != number) continue;
        p->faces[p->triangle_count] = t;
        for (uint32_t k = 0; k < 3; k++) {
            uint32_t v = view->triangles[3 * (size_t)t + k];
            if (!local[v]) {
                p->vertices[p->vertex_count++] = v;
                local[v] = p->vertex_count;
            }
            indices[3 * (size_t)p->triangle_count + k] = local[v] - 1;
        }
        p->triangle_count++;
    }
    p->now = room(p->vertex_count, sizeof *p->now);
    for (uint32_t i = 0; i < p->vertex_count; i++) p->now[i] = view->positions[p->vertices[i]];
    mote_mesh_def def = mote_default_mesh_def();
    def.positions = (mote_positions){.data = p->now, .count = p->vertex_count};
    def.indices = indices;
    def.index_count = 3 * (size_t)p->triangle_count;
    def.flags = MOTE_MESH_CLUSTERS;
    EXPECT(mote_mesh_create(&def, &p->mesh) == MOTE_OK, "piece %u", number);
    free(local);
    free(indices);
}

// Names the vertices that other pieces have too.
static void name_border(cut_body *cut)
{
    uint32_t *uses = room(cut->vertex_count, sizeof *uses);
    for (uint32_t i = 0; i < cut->piece_count; i++) {
        for (uint32_t k = 0; k < cut->pieces[i].vertex_count; k++)
            uses[cut->pieces[i].vertices[k]]++;
    }
    for (uint32_t i = 0; i < cut->piece_count; i++) {
        cut_piece *p = &cut->pieces[i];
        p->border_vertices = room(p->vertex_count, sizeof *p->border_vertices);
        p->border_numbers = room(p->vertex_count, sizeof *p->border_numbers);
        for (uint32_t k = 0; k < p->vertex_count; k++) {
            if (uses[p->vertices[k]] < 2) continue;
            p->border_vertices[p->def.border_count] = k;
            p->border_numbers[p->def.border_count++] = p->vertices[k];
        }
    }
    free(uses);
}

static mote_mpi_piece_def piece_def(uint32_t body, const mote_body_def *def)
{
    mote_mpi_piece_def piece = mote_mpi_default_piece_def();
    piece.body = body;
    piece.category = def->category;
    piece.mask = def->mask;
    piece.self_collision = def->self_collision;
    piece.self_shared_vertex = def->self_shared_vertex;
    piece.self_shared_edge = def->self_shared_edge;
    return piece;
}

void cut_body_make(cut_body *cut, uint32_t number, const mote_mesh *mesh, const mote_body_def *def,
                   uint32_t piece_count, int rank_count, mote_random *random)
{
    mote_mesh_info info;
    mote_mesh_view view;
    mote_mesh_get_info(mesh, &info);
    mote_mesh_get_view(mesh, &view);
    if (piece_count > info.triangle_count) piece_count = info.triangle_count;
    *cut = (cut_body){.piece_count = piece_count, .vertex_count = info.vertex_count};
    uint32_t *piece_of = room(info.triangle_count, sizeof *piece_of);
    choose_pieces(piece_of, info.triangle_count, piece_count, random);
    for (uint32_t i = 0; i < piece_count; i++) {
        cut_piece *p = &cut->pieces[i];
        p->owner = (int)mote_random_below(random, (uint32_t)rank_count);
        p->def = piece_def(number, def);
        fill_piece(p, i, &view, piece_of, info.triangle_count, info.vertex_count);
    }
    name_border(cut);
    for (uint32_t i = 0; i < piece_count; i++) {
        cut_piece *p = &cut->pieces[i];
        p->def.mesh = p->mesh;
        p->def.is_part = piece_count > 1;
        p->def.faces = p->faces;
        p->def.border_vertices = p->border_vertices;
        p->def.border_numbers = p->border_numbers;
    }
    free(piece_of);
}

void cut_body_release(cut_body *cut)
{
    for (uint32_t i = 0; i < cut->piece_count; i++) {
        cut_piece *p = &cut->pieces[i];
        mote_mesh_destroy(p->mesh);
        free(p->vertices);
        free(p->faces);
        free(p->border_vertices);
        free(p->border_numbers);
        free(p->now);
    }
}

static void add_piece(cut_piece *p, mote_mpi_world *world)
{
    EXPECT(mote_mpi_piece_create(world, &p->def, &p->id) == MOTE_OK, "body %u", p->def.body);
}

void cut_body_add(cut_body *cut, mote_mpi_world *world, int rank)
{
    for (uint32_t i = 0; i < cut->piece_count; i++) {
        if (cut->pieces[i].owner == rank) add_piece(&cut->pieces[i], world);
    }
}

void cut_body_deal(cut_body *cut, mote_mpi_world *world, int rank, int rank_count,
                   mote_random *random)
{
    for (uint32_t i = 0; i < cut->piece_count; i++) {
        cut_piece *p = &cut->pieces[i];
        int owner = (int)mote_random_below(random, (uint32_t)rank_count);
        if (owner == p->owner) continue;
        if (p->owner == rank)
            EXPECT(mote_mpi_piece_destroy(world, p->id) == MOTE_OK, "body %u", p->def.body);
        p->owner = owner;
        if (owner == rank) add_piece(p, world);
    }
}

void cut_body_move(cut_body *cut, mote_mpi_world *world, int rank, const mote_vec3 *positions)
{
    for (uint32_t i = 0; i < cut->piece_count; i++) {
        cut_piece *p = &cut->pieces[i];
        if (p->owner != rank) continue;
        for (uint32_t k = 0; k < p->vertex_count; k++) p->now[k] = positions[p->vertices[k]];
        mote_positions given = {.data = p->now, .count = p->vertex_count};
        EXPECT(mote_mpi_piece_set_positions(world, p->id, &given) == MOTE_OK, "body %u",
               p->def.body);
    }
}
