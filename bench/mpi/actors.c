// Three kinds of scenes: a crowd of wobbling spheres on a plane and a pleated cloth, both of any
// size and made in place, each rank its part; and the built-in scenes, whose bodies are dealt out
// in order.

#include "bench/mpi/actors.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/result.h"
#include "scenes/scenes.h"

enum { CROWD_PER_RANK = 1000, CROWD_TRIANGLES = 1280, CLOTH_PER_RANK = 1000000 };

typedef struct actor {
    uint32_t body;
    const mote_mesh *mesh;
    uint32_t vertex_count;
    mote_vec3 *now;
    mote_mpi_piece_id id;
} actor;

struct bench_actors {
    int rank, rank_count;
    uint64_t body_count, triangles;
    actor *all;
    uint32_t count;
    mote_mesh **meshes;
    uint32_t mesh_count;
    void (*move)(bench_actors *actors, actor *a, uint32_t frame);
    // The crowd
    io_model model;
    uint32_t columns;
    // The cloth: rows first_row .. first_row + rows of quads, all columns
    uint32_t width, first_row, rows;
    // Built-in scenes
    scene_instance *scene;
};

static mote_result no_memory(void)
{
    return mote_fail(MOTE_ERROR_MEMORY, "no memory for the scene");
}

static bool make_room(bench_actors *s, uint32_t actors, uint32_t meshes)
{
    s->all = calloc(actors ? actors : 1, sizeof *s->all);
    s->meshes = calloc(meshes ? meshes : 1, sizeof(mote_mesh *));
    return s->all && s->meshes;
}

static mote_result add_mesh(bench_actors *s, const mote_vec3 *positions, size_t vertices,
                            const uint32_t *triangles, size_t triangle_count)
{
    mote_mesh_def def = mote_default_mesh_def();
    def.positions = (mote_positions){.data = positions, .count = vertices};
    def.indices = triangles;
    def.index_count = 3 * triangle_count;
    def.flags = MOTE_MESH_CLUSTERS;
    return mote_mesh_create(&def, &s->meshes[s->mesh_count++]);
}

static mote_result add_actor(bench_actors *s, uint32_t body, const mote_mesh *mesh)
{
    mote_mesh_info info;
    mote_mesh_get_info(mesh, &info);
    actor *a = &s->all[s->count++];
    *a = (actor){.body = body, .mesh = mesh, .vertex_count = info.vertex_count};
    a->now = malloc(info.vertex_count * sizeof *a->now);
    s->triangles += info.triangle_count;
    return a->now ? MOTE_OK : no_memory();
}

// ---------------------------------------------------------------------------------------------
// The crowd: spheres of radius 1 in a square grid on a plane, so close that neighbors touch where they bulge

static void move_in_crowd(bench_actors *s, actor *a, uint32_t frame)
{
    const float spacing = 2.0f, height = 0.02f;
    uint32_t column = a->body % s->columns, row = a->body / s->columns;
    float x = spacing * (float)column, y = spacing * (float)row;
    float phase = 0.13f * (float)frame + 2.4f * (float)(a->body % 97);
    for (uint32_t i = 0; i < a->vertex_count; i++) {
        mote_vec3 p = s->model.positions[i];
        float bulge = 1 + height * sinf(5 * p.x + 3 * p.y + 4 * p.z + phase);
        a->now[i] = (mote_vec3){x + bulge * p.x, y + bulge * p.y, bulge * p.z};
    }
}

static mote_result open_crowd(bench_actors *s, uint64_t total, uint32_t detail)
{
    uint64_t first = total * (uint64_t)s->rank / (uint64_t)s->rank_count;
    uint64_t end = total * ((uint64_t)s->rank + 1) / (uint64_t)s->rank_count;
    char name[32];
    snprintf(name, sizeof name, "sphere-%u", detail ? detail : CROWD_TRIANGLES);
    mote_result result = scene_model_make(name, &s->model);
    if (result) return result;
    s->body_count = total;
    s->columns = (uint32_t)ceil(sqrt((double)total));
    s->move = move_in_crowd;
    if (!make_room(s, (uint32_t)(end - first), 1)) return no_memory();
    result = add_mesh(s, s->model.positions, s->model.vertex_count, s->model.triangles,
                      s->model.triangle_count);
    for (uint64_t i = first; i < end && !result; i++)
        result = add_actor(s, (uint32_t)i, s->meshes[0]);
    return result;
}

// ---------------------------------------------------------------------------------------------
// The cloth: pleats that hang side by side, and touch where a wave runs through them

static mote_vec3 cloth_point(uint32_t row, uint32_t column, uint32_t frame)
{
    const float cell = 0.01f, turn = 0.19635f; // 32 cells per pleat
    float angle = turn * (float)row;
    float sway = 0.08f * sinf(0.02f * (float)column + 0.3f * (float)frame);
    return (mote_vec3){0.0021f * (float)row + 0.11f * sinf(2 * angle) * (0.55f + sway),
                       cell * (float)column, 0.2f * sinf(angle)};
}

static void move_cloth(bench_actors *s, actor *a, uint32_t frame)
{
    for (uint32_t row = 0; row <= s->rows; row++) {
        for (uint32_t column = 0; column <= s->width; column++)
            a->now[(size_t)row * (s->width + 1) + column] =
                cloth_point(s->first_row + row, column, frame);
    }
}

static void fill_quads(const bench_actors *s, uint32_t *triangles)
{
    uint32_t across = s->width + 1;
    for (uint32_t row = 0; row < s->rows; row++) {
        for (uint32_t column = 0; column < s->width; column++) {
            uint32_t v = row * across + column;
            const uint32_t quad[6] = {v, v + 1, v + across, v + 1, v + across + 1, v + across};
            memcpy(triangles, quad, sizeof quad);
            triangles += 6;
        }
    }
}

static mote_result open_cloth(bench_actors *s, uint64_t total)
{
    s->width = (uint32_t)ceil(sqrt((double)total / 2));
    uint64_t height = (total / 2 + s->width - 1) / s->width;
    uint64_t end = height * ((uint64_t)s->rank + 1) / (uint64_t)s->rank_count;
    s->first_row = (uint32_t)(height * (uint64_t)s->rank / (uint64_t)s->rank_count);
    s->rows = (uint32_t)end - s->first_row;
    s->body_count = 1;
    s->move = move_cloth;
    if (!make_room(s, 1, 1)) return no_memory();
    if (s->rows == 0) return MOTE_OK;
    size_t vertices = ((size_t)s->rows + 1) * (s->width + 1), quads = (size_t)s->rows * s->width;
    mote_vec3 *positions = malloc(vertices * sizeof *positions);
    uint32_t *triangles = malloc(6 * quads * sizeof *triangles);
    mote_result result = positions && triangles ? MOTE_OK : no_memory();
    if (!result) {
        actor rest = {.now = positions};
        move_cloth(s, &rest, 0);
        fill_quads(s, triangles);
        result = add_mesh(s, positions, vertices, triangles, 2 * quads);
    }
    free(positions);
    free(triangles);
    return result ? result : add_actor(s, 0, s->meshes[0]);
}

// The first and the last row of vertices are those of the neighbors too, named by row and column.
static mote_result add_cloth(bench_actors *s, actor *a, mote_mpi_world *world)
{
    uint32_t across = s->width + 1;
    uint32_t *border = malloc(4 * (size_t)across * sizeof *border);
    if (!border) return no_memory();
    for (uint32_t i = 0; i < across; i++) {
        border[i] = i;
        border[across + i] = s->rows * across + i;
        border[2 * across + i] = s->first_row * across + i;
        border[3 * across + i] = (s->first_row + s->rows) * across + i;
    }
    mote_mpi_piece_def def = mote_mpi_default_piece_def();
    def.mesh = a->mesh;
    def.is_part = true;
    def.first_face = 2 * s->first_row * s->width;
    def.border_vertices = border;
    def.border_numbers = border + 2 * (size_t)across;
    def.border_count = 2 * (size_t)across;
    def.self_collision = true;
    mote_result result = mote_mpi_piece_create(world, &def, &a->id);
    free(border);
    return result;
}

// ---------------------------------------------------------------------------------------------
// Built-in scenes

static void move_in_scene(bench_actors *s, actor *a, uint32_t frame)
{
    scene_positions(s->scene, a->body, frame, a->now);
}

static mote_result open_scene(bench_actors *s, const char *name, const bench_mpi_def *def)
{
    scene_def scene = scene_default_def();
    scene.name = name;
    scene.detail = def->detail;
    scene.seed = def->seed;
    mote_result result = scene_open(&scene, &s->scene);
    if (result) return result;
    uint32_t total = scene_body_count(s->scene);
    uint32_t first = (uint32_t)((uint64_t)total * (uint32_t)s->rank / (uint32_t)s->rank_count);
    uint32_t end = (uint32_t)((uint64_t)total * ((uint32_t)s->rank + 1) / (uint32_t)s->rank_count);
    s->body_count = total;
    s->move = move_in_scene;
    if (!make_room(s, end - first, end - first)) return no_memory();
    for (uint32_t i = first; i < end && !result; i++) {
        const io_model *model = scene_model(s->scene, i);
        result = add_mesh(s, model->positions, model->vertex_count, model->triangles,
                          model->triangle_count);
        if (!result) result = add_actor(s, i, s->meshes[s->mesh_count - 1]);
    }
    return result;
}

// ---------------------------------------------------------------------------------------------

// True if the name is `kind` or `kind`-N; `*number` is N, or `usual`.
static bool is_kind(const char *name, const char *kind, uint64_t usual, uint64_t *number)
{
    size_t length = strlen(kind);
    if (strncmp(name, kind, length) != 0) return false;
    *number = usual;
    if (!name[length]) return true;
    char *end;
    if (name[length] != '-' || name[length + 1] < '1' || name[length + 1] > '9') return false;
    *number = strtoull(name + length + 1, &end, 10);
    return *end == 0 && *number < UINT32_MAX;
}

static mote_result open_by_name(bench_actors *s, const char *name, const bench_mpi_def *def)
{
    uint64_t number, ranks = (uint64_t)s->rank_count;
    if (is_kind(name, "crowd", CROWD_PER_RANK * ranks, &number))
        return open_crowd(s, number, def->detail);
    if (is_kind(name, "cloth", CLOTH_PER_RANK * ranks, &number)) return open_cloth(s, number);
    return open_scene(s, name, def);
}

mote_result bench_actors_open(const char *name, const bench_mpi_def *def, int rank, int rank_count,
                              bench_actors **out)
{
    *out = calloc(1, sizeof **out);
    if (!*out) return no_memory();
    (*out)->rank = rank;
    (*out)->rank_count = rank_count;
    return open_by_name(*out, name, def);
}

void bench_actors_close(bench_actors *s)
{
    if (!s) return;
    for (uint32_t i = 0; i < s->count; i++) free(s->all[i].now);
    for (uint32_t i = 0; i < s->mesh_count; i++) mote_mesh_destroy(s->meshes[i]);
    free(s->all);
    free(s->meshes);
    io_model_release(&s->model);
    scene_close(s->scene);
    free(s);
}

mote_result bench_actors_add(bench_actors *s, mote_mpi_world *world)
{
    mote_result result = MOTE_OK;
    for (uint32_t i = 0; i < s->count && !result; i++) {
        if (s->move == move_cloth) return add_cloth(s, &s->all[i], world);
        mote_mpi_piece_def def = mote_mpi_default_piece_def();
        def.body = s->all[i].body;
        def.mesh = s->all[i].mesh;
        if (s->scene) def.self_collision = scene_self_collides(s->scene, s->all[i].body);
        result = mote_mpi_piece_create(world, &def, &s->all[i].id);
    }
    return result;
}

mote_result bench_actors_move(bench_actors *s, mote_mpi_world *world, uint32_t frame)
{
    mote_result result = MOTE_OK;
    for (uint32_t i = 0; i < s->count && !result; i++) {
        actor *a = &s->all[i];
        s->move(s, a, frame);
        mote_positions positions = {.data = a->now, .count = a->vertex_count};
        result = mote_mpi_piece_set_positions(world, a->id, &positions);
    }
    return result;
}

uint64_t bench_actors_triangles(const bench_actors *s)
{
    return s->triangles;
}

uint64_t bench_actors_bodies(const bench_actors *s)
{
    return s->body_count;
}
