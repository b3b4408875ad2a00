// "Given pairs of nearly colliding objects, their triangles must be checked one by one until the
// most shortest distance is found": the techniques as a distance of two meshes, beside the distance
// query of this library. The paper leaves meshes to future work.
//
// Faces whose boxes are farther apart than the least distance so far are passed over, for all
// alike: no technique gives less than the distance of the boxes.

#include <math.h>
#include <mote/world.h>
#include <stdlib.h>

#include "bench/paper/sulaiman/sulaiman.h"
#include "bench/times.h"
#include "core/box.h"
#include "core/result.h"
#include "core/vec.h"
#include "scenes/scenes.h"

// ---------------------------------------------------------------------------------------------
// Two meshes in a world

typedef struct mesh_body {
    io_model model;
    mote_mesh *mesh;
    mote_body_id id;
    mote_vec3 *at;   // where its vertices are
    mote_box *boxes; // of its faces
    mote_box box;
} mesh_body;

typedef struct mesh_pair {
    mote_world *world;
    mesh_body bodies[2];
} mesh_pair;

static void close_pair(mesh_pair *s)
{
    mote_world_destroy(s->world);
    for (int i = 0; i < 2; i++) {
        mote_mesh_destroy(s->bodies[i].mesh);
        io_model_release(&s->bodies[i].model);
        free(s->bodies[i].at);
        free(s->bodies[i].boxes);
    }
}

static mote_result add_body(mesh_pair *s, int i, const char *name)
{
    mesh_body *b = &s->bodies[i];
    mote_result result = scene_model_make(name, &b->model);
    if (result) return result;
    b->at = malloc(b->model.vertex_count * sizeof *b->at);
    b->boxes = malloc(b->model.triangle_count * sizeof *b->boxes);
    if (!b->at || !b->boxes)
        return mote_fail_memory(b->model.triangle_count * sizeof *b->boxes, "boxes of faces");
    mote_mesh_def def = mote_default_mesh_def();
    def.positions = (mote_positions){.data = b->model.positions, .count = b->model.vertex_count};
    def.indices = b->model.triangles;
    def.index_count = 3 * (size_t)b->model.triangle_count;
    result = mote_mesh_create(&def, &b->mesh);
    mote_body_def body = mote_default_body_def();
    body.mesh = b->mesh;
    return result ? result : mote_body_create(s->world, &body, &b->id);
}

static mote_result open_pair(mesh_pair *s, const char *a, const char *b)
{
    *s = (mesh_pair){0};
    mote_world_def def = mote_default_world_def();
    mote_result result = mote_world_create(&def, &s->world);
    if (!result) result = add_body(s, 0, a);
    if (!result) result = add_body(s, 1, b);
    if (result) close_pair(s);
    return result;
}

static void face_of(const mesh_body *b, uint32_t face, mote_vec3 out[3])
{
    const uint32_t *t = b->model.triangles + 3 * (size_t)face;
    for (int k = 0; k < 3; k++) out[k] = b->at[t[k]];
}

static mote_result read_body(const mesh_pair *s, int i)
{
    mesh_body *b = (mesh_body *)&s->bodies[i];
    mote_result result = mote_body_get_positions(s->world, b->id, b->at, b->model.vertex_count);
    b->box = mote_box_empty();
    for (uint32_t f = 0; f < b->model.triangle_count && !result; f++) {
        mote_vec3 corners[3];
        face_of(b, f, corners);
        b->boxes[f] = mote_box_of_triangle(corners);
        mote_box_add_box(&b->box, &b->boxes[f]);
    }
    return result;
}

// ---------------------------------------------------------------------------------------------
// Poses

static mote_transform random_pose(mote_random *random, float away)
{
    mote_vec3 x = mote_random_direction(random), y = mote_random_direction(random);
    mote_vec3 z = mote_vec_cross(x, y);
    z = mote_vec_scale(z, 1 / mote_vec_length(z));
    return (mote_transform){x, mote_vec_cross(z, x), z,
                            mote_vec_scale(mote_random_direction(random), away)};
}

// Far away first, and then straight towards the first body, until the gap is right.
static mote_result pose_nearly_touching(mesh_pair *s, mote_random *random, float gap)
{
    mote_transform at = random_pose(random, 12);
    mote_vec3 back = mote_vec_scale(at.t, -1 / mote_vec_length(at.t));
    mote_result result = MOTE_OK;
    for (int step = 0; step < 200 && !result; step++) {
        mote_distance nearest = {0};
        result = mote_body_set_transform(s->world, s->bodies[1].id, &at);
        if (!result)
            result =
                mote_world_distance(s->world, s->bodies[0].id, s->bodies[1].id, INFINITY, &nearest);
        if (result || nearest.distance <= 1.01f * gap) break;
        at.t = mote_vec_add(at.t, mote_vec_scale(back, nearest.distance - gap));
    }
    if (!result) result = read_body(s, 0);
    return result ? result : read_body(s, 1);
}

// ---------------------------------------------------------------------------------------------
// Triangles one by one

static float squared_gap(const mote_box *a, const mote_box *b)
{
    float x = fmaxf(0, fmaxf(a->min.x - b->max.x, b->min.x - a->max.x));
    float y = fmaxf(0, fmaxf(a->min.y - b->max.y, b->min.y - a->max.y));
    float z = fmaxf(0, fmaxf(a->min.z - b->max.z, b->min.z - a->max.z));
    return x * x + y * y + z * z;
}

typedef double triangle_distance(const mote_vec3 a[3], const mote_vec3 b[3]);

static double by_vectors(const mote_vec3 a[3], const mote_vec3 b[3])
{
    return (double)mote_sulaiman_distance(a, b, MOTE_SULAIMAN_VECTOR, MOTE_SULAIMAN_DYOP);
}

static double by_heron(const mote_vec3 a[3], const mote_vec3 b[3])
{
    return (double)mote_sulaiman_distance(a, b, MOTE_SULAIMAN_HERON, MOTE_SULAIMAN_DYOP);
}

static double by_all(const mote_vec3 a[3], const mote_vec3 b[3])
{
    return (double)mote_sulaiman_distance(a, b, MOTE_SULAIMAN_HERON_STABLE, MOTE_SULAIMAN_ALL);
}

static double one_by_one(const mesh_pair *s, triangle_distance *distance)
{
    const mesh_body *a = &s->bodies[0], *b = &s->bodies[1];
    double least = (double)INFINITY;
    for (uint32_t i = 0; i < a->model.triangle_count; i++) {
        if (!((double)squared_gap(&a->boxes[i], &b->box) < least * least)) continue;
        mote_vec3 p[3], q[3];
        face_of(a, i, p);
        for (uint32_t k = 0; k < b->model.triangle_count; k++) {
            if (!((double)squared_gap(&a->boxes[i], &b->boxes[k]) < least * least)) continue;
            face_of(b, k, q);
            least = fmin(least, distance(p, q));
        }
    }
    return least;
}

// ---------------------------------------------------------------------------------------------
// The page

enum { VECTORS, HERON, ALL, OURS, WAYS };

static const char *const way_names[WAYS] = {"vectors, origin point", "Heron, origin point",
                                            "stable Heron, all vertices and edges",
                                            "ours, mote_world_distance"};

typedef struct mesh_figures {
    uint32_t poses;
    uint32_t right[WAYS];
    double worst[WAYS], seconds[WAYS];
} mesh_figures;

static mote_result measure_way(mesh_pair *s, int way, double truth, mesh_figures *out)
{
    triangle_distance *const by[] = {by_vectors, by_heron, by_all};
    mote_distance nearest = {0};
    mote_result result = MOTE_OK;
    double start = bench_clock_now(BENCH_CLOCK_CPU), found = 0;
    if (way == OURS) {
        result =
            mote_world_distance(s->world, s->bodies[0].id, s->bodies[1].id, INFINITY, &nearest);
        found = (double)nearest.distance;
    } else {
        found = one_by_one(s, by[way]);
    }
    out->seconds[way] += bench_clock_now(BENCH_CLOCK_CPU) - start;
    double error = paper_relative_error(truth, found);
    out->right[way] += error <= PAPER_SULAIMAN_TOLERANCE;
    out->worst[way] = fmax(out->worst[way], error);
    return result;
}

static mote_result measure_pose(mesh_pair *s, uint64_t seed, mesh_figures *out)
{
    mote_random random = mote_random_stream(seed, 9, 0);
    mote_result result = pose_nearly_touching(s, &random, 0.02f);
    if (result) return result;
    double truth = one_by_one(s, paper_true_distance);
    out->poses++;
    for (int way = 0; way < WAYS && !result; way++) result = measure_way(s, way, truth, out);
    return result;
}

static bool measure_pair(paper_page *page, const paper_run *run, const char *a, const char *b,
                         mesh_figures *out)
{
    mesh_pair s;
    uint32_t poses = run->quick ? 3 : 200;
    *out = (mesh_figures){.poses = 0};
    if (!paper_page_check(page, open_pair(&s, a, b))) return false;
    mote_result result = MOTE_OK;
    for (uint32_t i = 0; i < poses && !result; i++)
        result = measure_pose(&s, paper_seed(run, i), out);
    close_pair(&s);
    return paper_page_check(page, result);
}

static void write_text(paper_page *page)
{
    paper_page_heading(page, "As a distance of meshes");
    paper_page_text(page,
                    "The paper leaves meshes to future work. Here the second body is turned at "
                    "random and moved to a distance of 0.02 from the first. The faces are compared "
                    "one by one, as the paper describes. Pairs of faces whose boxes are farther "
                    "apart than the smallest distance so far are skipped. For comparison, the "
                    "table has our distance query, which bounds clusters of faces.");
}

static void write_link(paper_page *page)
{
    paper_page_text(
        page, "The paper's other future work is \"the precise point of contact for intersecting "
              "triangles\" and \"penetration depth between intersected triangles\". In this "
              "library these are the contacts of a report: a point, a normal and a depth for each "
              "connected region of face pairs. [concepts](../concepts.md) describes contacts, "
              "[exactness](../exactness.md) says how exact the depth is, and "
              "[dynamics](../dynamics.md) says how a response uses it.");
}

void paper_sulaiman_meshes(paper_page *page, const paper_run *run)
{
    static const char *const pairs[][2] = {
        {"teapot", "sphere-1260"}, {"bust", "shuttle"}, {"letter-m", "hand"}};
    mesh_figures all = {.poses = 0};
    paper_begin(run, "meshes");
    write_text(page);
    paper_page_table(page, "bodies | poses | technique | right | at worst off by | processor time "
                           "per query");
    for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++) {
        mesh_figures f;
        if (!measure_pair(page, run, pairs[i][0], pairs[i][1], &f)) return;
        all.poses += f.poses;
        for (int w = 0; w < WAYS; w++) {
            all.right[w] += f.right[w];
            paper_page_row(page, "%s, %s | %u | %s | %.0f %% | %.2g | %.3f ms", pairs[i][0],
                           pairs[i][1], f.poses, way_names[w], 100.0 * f.right[w] / f.poses,
                           f.worst[w], 1e3 * f.seconds[w] / f.poses);
        }
    }
    write_link(page);
    paper_page_judge_with(
        page,
        &(paper_claim_def){
            .section = "abstract",
            .claim = "it maintains the accuracy of the collision checking",
            .reading = "objects of hundreds to thousands of triangles, nearly touching",
            .rule =
                paper_more_than("the share of pairs with the right distance", PAPER_ALWAYS, "%"),
            .letter = paper_share(all.right[HERON], all.poses),
            .ours = paper_share(all.right[OURS], all.poses),
            .seeds = all.poses},
        "ours: `mote_world_distance`");
}
