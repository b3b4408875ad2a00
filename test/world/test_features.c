// Features within a distance, against all pairs of features one by one.

#include <float.h>
#include <math.h>
#include <mote/features.h>
#include <stdlib.h>
#include <string.h>

#include "core/box.h"
#include "core/float_env.h"
#include "core/sort.h"
#include "core/vec.h"
#include "geometry/feature_distance.h"
#include "support/query_field.h"
#include "support/run.h"

// ---------------------------------------------------------------------------------------------
// All features of a body, in the caller's numbers

typedef struct all_features {
    const uint32_t *triangles;
    uint32_t triangle_count;
    mote_vec3 *at; // per vertex
    uint32_t *vertices;
    uint32_t vertex_count; // that some triangle uses
    uint32_t *edges;       // 3 * triangle + corner
    uint32_t edge_count;
} all_features;

static bool is_first_with_edge(const uint32_t *triangles, uint32_t edge)
{
    const uint32_t *t = triangles + (edge - edge % 3);
    uint32_t u = t[edge % 3], v = t[(edge + 1) % 3];
    if (t[0] == t[1] || t[1] == t[2] || t[2] == t[0]) return false;
    for (uint32_t other = 0; other < edge - edge % 3; other++) {
        const uint32_t *o = triangles + (other - other % 3);
        uint32_t x = o[other % 3], y = o[(other + 1) % 3];
        bool collapsed = o[0] == o[1] || o[1] == o[2] || o[2] == o[0];
        if (!collapsed && ((u == x && v == y) || (u == y && v == x))) return false;
    }
    return true;
}

static all_features features_of(mote_world *world, mote_body_id id)
{
    const mote_mesh *mesh;
    mote_mesh_info info;
    mote_mesh_view view;
    assert_int_equal(mote_body_get_mesh(world, id, &mesh), MOTE_OK);
    mote_mesh_get_info(mesh, &info);
    mote_mesh_get_view(mesh, &view);
    all_features f = {.triangles = view.triangles, .triangle_count = info.triangle_count};
    f.at = malloc(info.vertex_count * sizeof *f.at);
    f.vertices = malloc(info.vertex_count * sizeof *f.vertices);
    f.edges = malloc(3 * (size_t)info.triangle_count * sizeof *f.edges);
    assert_int_equal(mote_body_get_positions(world, id, f.at, info.vertex_count), MOTE_OK);
    for (uint32_t i = 0; i < view.mesh_order_count; i++)
        f.vertices[f.vertex_count++] = view.mesh_order[i];
    for (uint32_t i = 0; i < 3 * info.triangle_count; i++)
        if (is_first_with_edge(f.triangles, i)) f.edges[f.edge_count++] = i;
    return f;
}

static void release_features(all_features *f)
{
    free(f->at);
    free(f->vertices);
    free(f->edges);
}

// ---------------------------------------------------------------------------------------------
// All pairs

typedef struct key_list {
    uint64_t *keys;
    size_t count, capacity;
} key_list;

static void push_key(key_list *list, uint32_t a, uint32_t b)
{
    if (list->count == list->capacity) {
        list->capacity = 2 * list->capacity + 64;
        list->keys = realloc(list->keys, list->capacity * sizeof *list->keys);
    }
    list->keys[list->count++] = (uint64_t)a << 32 | b;
}

static void sort_list(key_list *list)
{
    uint64_t *scratch = malloc((list->count + 1) * sizeof *scratch);
    mote_sort_keys(list->keys, list->count, scratch);
    free(scratch);
}

typedef struct asked {
    float distance;
    bool shared_vertex, is_self;
} asked;

static void list_vertex_face(const all_features *v, const all_features *f, const asked *q,
                             bool face_first, key_list *out)
{
    for (uint32_t i = 0; i < v->vertex_count; i++) {
        for (uint32_t k = 0; k < f->triangle_count; k++) {
            const uint32_t *t = f->triangles + 3 * (size_t)k;
            uint32_t n = v->vertices[i];
            bool shares = q->is_self && (n == t[0] || n == t[1] || n == t[2]);
            const mote_vec3 p[4] = {v->at[n], f->at[t[0]], f->at[t[1]], f->at[t[2]]};
            if ((shares && !q->shared_vertex) || !mote_vertex_face_is_within(p, q->distance))
                continue;
            push_key(out, face_first ? k : n, face_first ? n : k);
        }
    }
    sort_list(out);
}

static void ends_of(const all_features *f, uint32_t edge, uint32_t ends[2])
{
    const uint32_t *t = f->triangles + (edge - edge % 3);
    ends[0] = t[edge % 3];
    ends[1] = t[(edge + 1) % 3];
}

static void list_edge_edge(const all_features *a, const all_features *b, const asked *q,
                           key_list *out)
{
    for (uint32_t i = 0; i < a->edge_count; i++) {
        for (uint32_t k = q->is_self ? i + 1 : 0; k < b->edge_count; k++) {
            uint32_t x[2], y[2];
            ends_of(a, a->edges[i], x);
            ends_of(b, b->edges[k], y);
            bool shares =
                q->is_self && (x[0] == y[0] || x[0] == y[1] || x[1] == y[0] || x[1] == y[1]);
            const mote_vec3 p[4] = {a->at[x[0]], a->at[x[1]], b->at[y[0]], b->at[y[1]]};
            if ((shares && !q->shared_vertex) || !mote_edges_are_within(p, q->distance)) continue;
            push_key(out, a->edges[i], b->edges[k]);
        }
    }
    sort_list(out);
}

// ---------------------------------------------------------------------------------------------
// Comparison

static mote_vec3 blend(const all_features *f, const uint32_t *vertices, const float *weights,
                       int count)
{
    mote_vec3 p = {0, 0, 0};
    for (int i = 0; i < count; i++)
        p = mote_vec_add(p, mote_vec_scale(f->at[vertices[i]], weights[i]));
    return p;
}

static void check_pair(const mote_near_pair *got, const all_features *a, const all_features *b,
                       int of_a, const asked *q)
{
    mote_vec3 on_a = blend(a, got->vertices, got->weights, of_a);
    mote_vec3 on_b = blend(b, got->vertices + of_a, got->weights + of_a, 4 - of_a);
    double size = 0;
    for (int i = 0; i < 4; i++) {
        const mote_vec3 p = (i < of_a ? a : b)->at[got->vertices[i]];
        size = fmax(size, mote_dvec_length(mote_vec_widen(p)));
        assert_int_equal(got->support >> i & 1, got->weights[i] != 0);
    }
    assert_true(got->distance <= q->distance * 1.000002f);
    mote_dvec3 off_a = mote_dvec_sub(mote_vec_widen(on_a), mote_vec_widen(got->on_a));
    mote_dvec3 off_b = mote_dvec_sub(mote_vec_widen(on_b), mote_vec_widen(got->on_b));
    assert_true(mote_dvec_length(off_a) <= 1e-6 * size && mote_dvec_length(off_b) <= 1e-6 * size);
    mote_dvec3 between = mote_dvec_sub(mote_vec_widen(got->on_a), mote_vec_widen(got->on_b));
    assert_true(fabs(mote_dvec_length(between) - (double)got->distance) <= 1e-6 * size);
}

static void check_list(const key_list *want, const mote_near_pair *got, size_t count,
                       const all_features *a, const all_features *b, int of_a, const asked *q)
{
    assert_int_equal(count, want->count);
    for (size_t i = 0; i < count; i++) {
        assert_int_equal((uint64_t)got[i].feature_a << 32 | got[i].feature_b, want->keys[i]);
        check_pair(&got[i], a, b, of_a, q);
    }
}

static const mote_feature_body_pair *find_pair(const mote_features *out, uint32_t a, uint32_t b)
{
    for (size_t i = 0; i < out->pair_count; i++)
        if (out->pairs[i].a.index == a && out->pairs[i].b.index == b) return &out->pairs[i];
    return NULL;
}

static size_t check_bodies(const mote_features *out, const all_features *all, uint32_t a,
                           uint32_t b, asked q)
{
    const mote_feature_body_pair *pair = find_pair(out, a, b);
    key_list want[3] = {{0}};
    q.is_self = a == b;
    list_vertex_face(&all[a], &all[b], &q, false, &want[0]);
    if (a != b) list_vertex_face(&all[b], &all[a], &q, true, &want[1]);
    list_edge_edge(&all[a], &all[b], &q, &want[2]);
    size_t total = want[0].count + want[1].count + want[2].count;
    assert_true((total > 0) == (pair != NULL));
    if (!pair) return 0;
    const mote_near_pair *got = out->features + pair->first;
    check_list(&want[0], got, pair->vertex_face_count, &all[a], &all[b], 1, &q);
    got += pair->vertex_face_count;
    check_list(&want[1], got, pair->face_vertex_count, &all[a], &all[b], 3, &q);
    got += pair->face_vertex_count;
    check_list(&want[2], got, pair->edge_edge_count, &all[a], &all[b], 2, &q);
    for (int i = 0; i < 3; i++) free(want[i].keys);
    return total;
}

// One pose: all pairs of bodies, and those that collide with themselves.
static void check_pose(mote_world *world, const mote_body_id *ids, const bool *is_self,
                       uint32_t count, float distance, bool shared_vertex)
{
    mote_features_def def = mote_default_features_def();
    def.distance = distance;
    def.shared_vertex = shared_vertex;
    mote_features out;
    assert_int_equal(mote_world_features(world, &def, &out), MOTE_OK);
    all_features all[RANDOM_BODIES];
    size_t total = 0;
    for (uint32_t i = 0; i < count; i++) all[i] = features_of(world, ids[i]);
    mote_float_env env = mote_float_env_enter();
    for (uint32_t a = 0; a < count; a++)
        for (uint32_t b = a; b < count; b++)
            if (a != b || is_self[a])
                total += check_bodies(&out, all, a, b, (asked){distance, shared_vertex, false});
    mote_float_env_leave(env);
    assert_int_equal(total, out.feature_count);
    for (uint32_t i = 0; i < count; i++) release_features(&all[i]);
}

static void check_world(uint64_t index)
{
    random_frames frames;
    random_frames_begin(&frames, 71, index, 24 + 60 * (index % 16 == 0));
    mote_random random = mote_random_stream(72, index, 0);
    mote_world_def wd = mote_default_world_def();
    wd.worker_count = 1 + (uint32_t)(index % 3);
    mote_world *world;
    assert_int_equal(mote_world_create(&wd, &world), MOTE_OK);
    mote_body_id ids[RANDOM_BODIES];
    bool is_self[RANDOM_BODIES];
    random_frames_populate(&frames, world, ids);
    for (uint32_t i = 0; i < frames.body_count; i++)
        is_self[i] = frames.bodies[i].def.self_collision;
    for (int step = 0; step < 2; step++) {
        random_frames_show(&frames, world, ids);
        float distance = mote_random_below(&random, 3) ? frames.tolerance : 0;
        check_pose(world, ids, is_self, frames.body_count, distance,
                   mote_random_below(&random, 3) == 0);
        random_frames_next(&frames);
    }
    mote_world_destroy(world);
    random_frames_end(&frames);
}

static void they_are_those_of_all_pairs(void **state)
{
    (void)state;
    size_t worlds = test_count(8, 50, 2500);
    for (uint64_t i = 0; i < worlds; i++) check_world(i);
}

// ---------------------------------------------------------------------------------------------
// A cloth with itself

enum { SIDE = 14 };

static test_mesh cloth(void)
{
    test_mesh m = {.vertex_count = SIDE * SIDE, .triangle_count = 2 * (SIDE - 1) * (SIDE - 1)};
    m.positions = malloc(m.vertex_count * sizeof *m.positions);
    m.triangles = malloc(3 * (size_t)m.triangle_count * sizeof *m.triangles);
    uint32_t *t = m.triangles;
    for (uint32_t i = 0; i < m.vertex_count; i++) {
        uint32_t row = i / SIDE, column = i % SIDE;
        m.positions[i] = (mote_vec3){(float)column, (float)row, 0};
    }
    for (uint32_t y = 0; y + 1 < SIDE; y++) {
        for (uint32_t x = 0; x + 1 < SIDE; x++) {
            uint32_t v = y * SIDE + x;
            const uint32_t six[6] = {v, v + 1, v + SIDE, v + 1, v + SIDE + 1, v + SIDE};
            memcpy(t, six, sizeof six);
            t += 6;
        }
    }
    return m;
}

// Rolled up, with waves and noise: layers at distances around that which is asked.
static void roll(const test_mesh *m, mote_random *random, mote_vec3 *now)
{
    float turn = mote_random_between(random, 0.3f, 1.2f),
          gap = mote_random_between(random, 0.02f, 0.2f);
    for (uint32_t i = 0; i < m->vertex_count; i++) {
        mote_vec3 p = m->positions[i];
        float angle = turn * p.x, radius = 1 + gap * angle;
        now[i] = (mote_vec3){radius * cosf(angle), p.y, radius * sinf(angle)};
        now[i].x += 0.02f * mote_random_unit(random);
        now[i].z += 0.02f * mote_random_unit(random);
    }
}

static void a_cloth_has_those_of_all_pairs_with_itself(void **state)
{
    (void)state;
    test_mesh m = cloth();
    mote_mesh_def md = test_mesh_def(&m);
    mote_mesh *mesh = test_mesh_create(&md);
    mote_world_def wd = mote_default_world_def();
    mote_world *world;
    assert_int_equal(mote_world_create(&wd, &world), MOTE_OK);
    mote_body_def bd = mote_default_body_def();
    bd.mesh = mesh;
    bd.self_collision = true;
    mote_body_id id;
    assert_int_equal(mote_body_create(world, &bd, &id), MOTE_OK);
    mote_vec3 *now = malloc(m.vertex_count * sizeof *now);
    const bool is_self = true;
    for (uint64_t i = 0; i < test_count(2, 8, 500); i++) {
        mote_random random = mote_random_stream(73, i, 0);
        roll(&m, &random, now);
        mote_positions positions = {.data = now, .count = m.vertex_count};
        assert_int_equal(mote_body_set_positions(world, id, &positions), MOTE_OK);
        check_pose(world, &id, &is_self, 1, 0.1f, i % 4 == 0);
    }
    free(now);
    mote_world_destroy(world);
    mote_mesh_destroy(mesh);
    test_mesh_release(&m);
}

// ---------------------------------------------------------------------------------------------
// Rules

static void bad_questions_are_refused(void **state)
{
    (void)state;
    query_torus t = query_torus_create(NULL);
    mote_features_def def = mote_default_features_def(), bad = {.distance = 1};
    mote_features out;
    const mote_result argument = MOTE_ERROR_ARGUMENT;
    query_assert_refused(mote_world_features(t.world, &bad, &out), argument, "def");
    query_assert_refused(mote_world_features(t.world, NULL, &out), argument, "def");
    query_assert_refused(mote_world_features(t.world, &def, NULL), argument, "out");
    query_assert_refused(mote_world_features(NULL, &def, &out), argument, "world");
    def.distance = -1;
    query_assert_refused(mote_world_features(t.world, &def, &out), argument, "distance");
    def.distance = NAN;
    query_assert_refused(mote_world_features(t.world, &def, &out), argument, "distance");
    def.distance = 0;
    query_torus_break(&t);
    assert_int_equal(mote_world_features(t.world, &def, &out), MOTE_OK);
    assert_int_equal(out.feature_count, 0);
    query_torus_release(&t);
}

// The boxes around the faces then reach as far as floats do, and the 30 faces do not fill their
// tree.
static void the_greatest_distances_list_all_pairs(void **state)
{
    (void)state;
    const float distances[] = {1e19f, 1e38f, FLT_MAX, INFINITY};
    test_mesh rest = test_mesh_torus(5, 3, 1, 0.4f);
    mote_mesh_def md = test_mesh_def(&rest);
    mote_mesh *mesh = test_mesh_create(&md);
    mote_world_def wd = mote_default_world_def();
    mote_world *world;
    assert_int_equal(mote_world_create(&wd, &world), MOTE_OK);
    mote_body_def bd = mote_default_body_def();
    bd.mesh = mesh;
    mote_body_id ids[2];
    for (int i = 0; i < 2; i++) assert_int_equal(mote_body_create(world, &bd, &ids[i]), MOTE_OK);
    size_t faces = rest.triangle_count, vertices = rest.vertex_count, edges = faces * 3 / 2;
    for (int i = 0; i < 4; i++) {
        mote_features_def def = mote_default_features_def();
        def.distance = distances[i];
        mote_features out;
        assert_int_equal(mote_world_features(world, &def, &out), MOTE_OK);
        assert_int_equal(out.feature_count, 2 * vertices * faces + edges * edges);
    }
    mote_world_destroy(world);
    mote_mesh_destroy(mesh);
    test_mesh_release(&rest);
}

static mote_result ask(const query_torus *t)
{
    mote_features_def def = mote_default_features_def();
    def.distance = 0.2f;
    mote_features out;
    mote_body_def bd = mote_default_body_def();
    bd.mesh = t->mesh;
    mote_body_id second;
    mote_result result = MOTE_OK;
    mote_body_id ids[2];
    size_t count;
    result = mote_world_get_bodies(t->world, ids, 2, &count);
    if (result == MOTE_OK && count < 2) {
        const mote_transform aside = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}, {0.1f, 0.05f, 0.02f}};
        result = mote_body_create(t->world, &bd, &second);
        if (result == MOTE_OK) result = mote_body_set_transform(t->world, second, &aside);
    }
    return result == MOTE_OK ? mote_world_features(t->world, &def, &out) : result;
}

static void memory_is_taken_once_and_its_lack_is_reported(void **state)
{
    (void)state;
    query_check_memory(ask);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(they_are_those_of_all_pairs),
        cmocka_unit_test(a_cloth_has_those_of_all_pairs_with_itself),
        cmocka_unit_test(bad_questions_are_refused),
        cmocka_unit_test(the_greatest_distances_list_all_pairs),
        cmocka_unit_test(memory_is_taken_once_and_its_lack_is_reported),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
