// The module libmote_bench_runner.so (see runner.h). It is compiled against other versions of mote too:
// it uses only functions and fields of the public headers that all versions have, and nothing else
// of this tree.

#include "bench/against/runner.h"

#include <math.h>
#include <mote/mote.h>
#include <stdlib.h>
#include <string.h>

typedef struct model {
    mote_mesh *mesh; // null for bodies that share the mesh of an earlier one
    mote_nodes *nodes;
    mote_deformer *skin; // one per body: bodies pose it differently
} model;

typedef struct runner {
    mote_world *world;
    mote_body_id *bodies;
    model *models; // one per body
    uint32_t *model_of;
    uint32_t *position_counts;
    uint32_t *bone_counts;
    uint32_t body_count;
    int asks_distance;
    float distance;
} runner;

static mote_transform transform_from(const float *values)
{
    mote_transform transform;
    memcpy(&transform.cx, values, 3 * sizeof *values);
    memcpy(&transform.cy, values + 3, 3 * sizeof *values);
    memcpy(&transform.cz, values + 6, 3 * sizeof *values);
    memcpy(&transform.t, values + 9, 3 * sizeof *values);
    return transform;
}

// ---------------------------------------------------------------------------------------------
// Opening and closing

static mote_result create_mesh(const bench_runner_body *body, uint32_t meshes, mote_mesh **out)
{
    mote_mesh_def def = mote_default_mesh_def();
    def.positions = (mote_positions){.data = body->rest, .count = body->vertex_count};
    def.indices = body->triangles;
    def.index_count = (size_t)body->triangle_count * 3;
    if (meshes == BENCH_RUNNER_MESH_CLUSTERS) def.flags = MOTE_MESH_CLUSTERS;
    if (meshes == BENCH_RUNNER_MESH_CONTACTS) def.flags = MOTE_MESH_CLUSTERS | MOTE_MESH_ADJACENCY;
    return mote_mesh_create(&def, out);
}

static mote_result create_skin(runner *r, const bench_runner_body *body, uint32_t i)
{
    model *shared = &r->models[r->model_of[i]];
    mote_result result = MOTE_OK;
    if (!shared->nodes) {
        mote_nodes_def nodes = mote_default_nodes_def();
        nodes.mesh = shared->mesh;
        result = mote_nodes_create(&nodes, &shared->nodes);
    }
    if (result) return result;
    mote_skin_def def = mote_default_skin_def();
    def.mesh = shared->mesh;
    def.nodes = shared->nodes;
    def.bone_count = r->bone_counts[i] = body->skin->bone_count;
    def.influences_per_vertex = body->skin->influences_per_vertex;
    def.bones = body->skin->bones;
    def.weights = body->skin->weights;
    def.influence_count = (size_t)body->vertex_count * body->skin->influences_per_vertex;
    return mote_skin_create(&def, &r->models[i].skin);
}

static mote_result create_body(runner *r, const bench_runner_def *def, uint32_t i)
{
    const bench_runner_body *body = &def->bodies[i];
    mote_result result = MOTE_OK;
    r->model_of[i] = body->model;
    if (body->model == i) result = create_mesh(body, def->meshes, &r->models[i].mesh);
    if (!result && body->skin) result = create_skin(r, body, i);
    if (result) return result;
    mote_mesh_view view;
    mote_mesh_get_view(r->models[body->model].mesh, &view);
    r->position_counts[i] = def->mesh_order ? view.mesh_order_count : body->vertex_count;
    mote_body_def body_def = mote_default_body_def();
    body_def.mesh = r->models[body->model].mesh;
    body_def.positions_in_mesh_order = def->mesh_order != 0;
    body_def.self_collision = def->self_collides && def->self_collides[i];
    return mote_body_create(r->world, &body_def, &r->bodies[i]);
}

// MOTE_ERROR_ARGUMENT for a method that this version does not have.
static mote_result create_world(const bench_runner_def *def, mote_world **out)
{
    const mote_method_info *info;
    for (size_t i = 0; (info = mote_method_at(i)); i++) {
        if (strcmp(info->name, def->method) != 0) continue;
        mote_world_def world = mote_default_world_def();
        world.method = info->method;
        world.contacts = def->contacts != 0;
        world.worker_count = def->worker_count;
        return mote_world_create(&world, out);
    }
    return MOTE_ERROR_ARGUMENT;
}

static void close_runner(void *state)
{
    runner *r = state;
    if (!r) return;
    mote_world_destroy(r->world);
    for (uint32_t i = 0; i < r->body_count && r->models; i++)
        mote_deformer_destroy(r->models[i].skin);
    for (uint32_t i = 0; i < r->body_count && r->models; i++) {
        mote_nodes_destroy(r->models[i].nodes);
        mote_mesh_destroy(r->models[i].mesh);
    }
    free(r->bodies);
    free(r->models);
    free(r->model_of);
    free(r->position_counts);
    free(r->bone_counts);
    free(r);
}

static int open_runner(const bench_runner_def *def, void **state)
{
    runner *r = calloc(1, sizeof *r);
    *state = r;
    if (!r) return MOTE_ERROR_MEMORY;
    r->asks_distance = def->distance != 0;
    r->body_count = def->body_count;
    r->bodies = calloc(def->body_count, sizeof *r->bodies);
    r->models = calloc(def->body_count, sizeof *r->models);
    r->model_of = calloc(def->body_count, sizeof *r->model_of);
    r->position_counts = calloc(def->body_count, sizeof *r->position_counts);
    r->bone_counts = calloc(def->body_count, sizeof *r->bone_counts);
    if (!r->bodies || !r->models || !r->model_of || !r->position_counts || !r->bone_counts)
        return MOTE_ERROR_MEMORY;
    mote_result result = create_world(def, &r->world);
    for (uint32_t i = 0; i < def->body_count && !result; i++) result = create_body(r, def, i);
    return result;
}

static const uint32_t *mesh_order(const void *state, uint32_t body, uint32_t *count)
{
    const runner *r = state;
    mote_mesh_view view;
    mote_mesh_get_view(r->models[r->model_of[body]].mesh, &view);
    *count = view.mesh_order_count;
    return view.mesh_order;
}

// ---------------------------------------------------------------------------------------------
// Frames

static mote_result pose_skin(const runner *r, uint32_t i, const float *values)
{
    enum { MAX_BONES = 256 };
    mote_transform bones[MAX_BONES];
    uint32_t count = r->bone_counts[i];
    if (count > MAX_BONES) return MOTE_ERROR_LIMIT;
    for (uint32_t k = 0; k < count; k++)
        bones[k] = transform_from(values + (size_t)k * BENCH_RUNNER_TRANSFORM);
    mote_result result = mote_skin_set_bones(r->models[i].skin, bones, count);
    if (result) return result;
    return mote_body_set_deformer(r->world, r->bodies[i], r->models[i].skin);
}

static mote_result pose_body(const runner *r, uint32_t i, const bench_runner_pose *pose)
{
    mote_result result = MOTE_OK;
    if (pose->positions) {
        mote_positions positions = {.data = pose->positions, .count = r->position_counts[i]};
        result = mote_body_set_positions(r->world, r->bodies[i], &positions);
    }
    if (!result && pose->bones) result = pose_skin(r, i, pose->bones);
    if (!result && pose->transform) {
        mote_transform transform = transform_from(pose->transform);
        result = mote_body_set_transform(r->world, r->bodies[i], &transform);
    }
    return result;
}

static int run_frame(void *state, const bench_runner_pose *poses)
{
    runner *r = state;
    for (uint32_t i = 0; i < r->body_count; i++) {
        mote_result result = pose_body(r, i, &poses[i]);
        if (result) return result;
    }
    if (!r->asks_distance) return mote_world_detect(r->world);
    mote_distance found;
    mote_result result =
        mote_world_distance(r->world, r->bodies[0], r->bodies[1], INFINITY, &found);
    if (!result) r->distance = found.distance;
    return result;
}

static int read_frame(void *state, bench_runner_answer *out, bench_runner_add *add, void *context)
{
    const runner *r = state;
    *out = (bench_runner_answer){.distance = r->distance};
    if (r->asks_distance) return 0;
    mote_report report;
    mote_result result = mote_world_report(r->world, &report);
    if (result) return result;
    out->hash = report.hash;
    for (size_t i = 0; i < report.pair_count && add; i++) {
        const mote_pair_report *pair = &report.pairs[i];
        if (pair->relation == MOTE_RELATION_TOUCH && !pair->face_pair_count)
            add(context, pair->a.index, pair->b.index, 0, 0);
        for (uint32_t k = 0; k < pair->face_pair_count; k++) {
            mote_face_pair faces = report.face_pairs[pair->first_face_pair + k];
            add(context, pair->a.index, pair->b.index, faces.face_a, faces.face_b);
        }
    }
    return 0;
}

// ---------------------------------------------------------------------------------------------

__attribute__((visibility("default"))) const bench_runner *bench_runner_get(void)
{
    static const bench_runner functions = {.version = BENCH_RUNNER_VERSION,
                                           .mote_version = mote_version,
                                           .message = mote_last_message,
                                           .open = open_runner,
                                           .close = close_runner,
                                           .mesh_order = mesh_order,
                                           .frame = run_frame,
                                           .read = read_frame};
    return &functions;
}
