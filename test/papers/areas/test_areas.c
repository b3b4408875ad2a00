#include <math.h>
#include <mote/papers.h>
#include <stdlib.h>
#include <string.h>

#include "core/union_find.h"
#include "mesh/mesh.h"
#include "papers/areas/areas.h"
#include "scenes/scenes.h"
#include "support/failing_allocator.h"
#include "support/meshes.h"
#include "support/run.h"

static mote_areas *areas_of(const mote_areas_def *def, mote_areas_view *view)
{
    mote_areas *areas;
    if (mote_areas_create(def, &areas) != MOTE_OK) fail_msg("%s", mote_last_message());
    mote_areas_get_view(areas, view);
    return areas;
}

static mote_mesh *model_mesh(const char *name)
{
    io_model model;
    assert_int_equal(scene_model_make(name, &model), MOTE_OK);
    mote_mesh_def def = mote_default_mesh_def();
    def.positions = (mote_positions){.data = model.positions, .count = model.vertex_count};
    def.indices = model.triangles;
    def.index_count = 3 * (size_t)model.triangle_count;
    mote_mesh *mesh = test_mesh_create(&def);
    io_model_release(&model);
    return mesh;
}

// ---------------------------------------------------------------------------------------------
// Invariants

static bool stands_for_itself(const mote_mesh *mesh, uint32_t vertex)
{
    return mesh->vertex_faces.first[vertex] < mesh->vertex_faces.first[vertex + 1];
}

static uint32_t used_vertices(const mote_mesh *mesh)
{
    uint32_t used = 0;
    for (uint32_t v = 0; v < mesh->vertex_count; v++) used += stands_for_itself(mesh, v);
    return used;
}

// Every vertex in use is in exactly one area, which lists it once.
static void check_membership(const mote_mesh *mesh, const mote_areas_view *view)
{
    assert_int_equal(view->vertices.count, view->area_count);
    assert_int_equal(view->vertices.first[view->area_count], used_vertices(mesh));
    for (uint32_t v = 0; v < mesh->vertex_count; v++) {
        uint32_t stands = mesh->weld ? mesh->weld[v] : v;
        assert_int_equal(view->area_of[v], view->area_of[stands]);
        if (!stands_for_itself(mesh, stands))
            assert_int_equal(view->area_of[v], MOTE_NONE);
        else
            assert_true(view->area_of[v] < view->area_count);
    }
    for (uint32_t a = 0; a < view->area_count; a++)
        for (uint32_t i = view->vertices.first[a]; i < view->vertices.first[a + 1]; i++) {
            uint32_t v = view->vertices.items[i];
            assert_int_equal(view->area_of[v], a);
            assert_true(stands_for_itself(mesh, v));
            if (i > view->vertices.first[a]) assert_true(view->vertices.items[i - 1] < v);
        }
}

// The number of pieces connected along edges, of each area, or of all vertices if there are no
// areas.
static uint32_t count_pieces(const mote_mesh *mesh, const uint32_t *area_of, uint32_t *pieces)
{
    uint32_t count = 0, *parent = malloc(mesh->vertex_count * sizeof *parent);
    assert_non_null(parent);
    mote_union_start(parent, mesh->vertex_count);
    for (uint32_t v = 0; v < mesh->vertex_count; v++)
        for (uint32_t i = mesh->vertex_neighbors.first[v]; i < mesh->vertex_neighbors.first[v + 1];
             i++) {
            uint32_t w = mesh->vertex_neighbors.items[i];
            if (!area_of || area_of[v] == area_of[w]) mote_union_join(parent, v, w);
        }
    for (uint32_t v = 0; v < mesh->vertex_count; v++) {
        if (!stands_for_itself(mesh, v) || mote_union_find(parent, v) != v) continue;
        if (pieces) pieces[area_of[v]]++;
        count++;
    }
    free(parent);
    return count;
}

static void check_fragments(const mote_mesh *mesh, const mote_areas_def *def,
                            const mote_areas_view *view)
{
    uint32_t *pieces = calloc(view->area_count, sizeof *pieces), empty = 0;
    assert_non_null(pieces);
    assert_int_equal(view->fragment_count, count_pieces(mesh, view->area_of, pieces));
    bool enough = count_pieces(mesh, NULL, NULL) <= def->count;
    for (uint32_t a = 0; a < view->area_count; a++) {
        assert_int_equal(view->fragments[a], pieces[a]);
        empty += pieces[a] == 0;
        if (def->form == MOTE_AREAS_CONNECTED && enough) assert_int_equal(pieces[a], 1);
    }
    assert_int_equal(view->empty_count, empty);
    if (def->form == MOTE_AREAS_CONNECTED) assert_int_equal(empty, 0);
    free(pieces);
}

static bool lists_hold(const mote_lists *lists, uint32_t list, uint32_t item)
{
    for (uint32_t i = lists->first[list]; i < lists->first[list + 1]; i++)
        if (lists->items[i] == item) return true;
    return false;
}

static void check_neighbors(const mote_mesh *mesh, const mote_areas_view *view)
{
    const mote_lists *n = &view->neighbors;
    uint32_t listed = 0;
    bool *joined = calloc((size_t)view->area_count * view->area_count, sizeof *joined);
    assert_non_null(joined);
    for (uint32_t v = 0; v < mesh->vertex_count; v++)
        for (uint32_t i = mesh->vertex_neighbors.first[v]; i < mesh->vertex_neighbors.first[v + 1];
             i++) {
            uint32_t a = view->area_of[v], b = view->area_of[mesh->vertex_neighbors.items[i]];
            if (a == b || joined[a * view->area_count + b]) continue;
            joined[a * view->area_count + b] = true;
            assert_true(lists_hold(n, a, b));
            listed++;
        }
    assert_int_equal(n->first[n->count], listed);
    for (uint32_t a = 0; a < view->area_count; a++)
        for (uint32_t i = n->first[a] + 1; i < n->first[a + 1]; i++)
            assert_true(n->items[i - 1] < n->items[i]);
    free(joined);
}

static bool node_holds(const mote_areas_view *view, uint32_t node, uint32_t vertex)
{
    uint32_t i = view->area_of[vertex];
    while (i != MOTE_NONE && i != node) i = view->nodes[i].parent;
    return i == node;
}

static void check_node(const mote_mesh *mesh, const mote_areas_def *def,
                       const mote_areas_view *view, uint32_t node)
{
    const mote_vec3 *positions = def->positions ? def->positions : mesh->positions;
    const mote_area_node *n = &view->nodes[node];
    uint32_t count = 0;
    double sum = 0.0;
    for (uint32_t v = 0; v < mesh->vertex_count; v++) {
        if (!stands_for_itself(mesh, v) || !node_holds(view, node, v)) continue;
        mote_vec3 p = positions[v];
        count++;
        sum += (double)p.x;
        assert_true(n->box.min.x <= p.x && p.x <= n->box.max.x);
        assert_true(n->box.min.z <= p.z && p.z <= n->box.max.z);
        double dx = (double)p.x - (double)n->centroid.x, dy = (double)p.y - (double)n->centroid.y,
               dz = (double)p.z - (double)n->centroid.z;
        assert_true(sqrt(dx * dx + dy * dy + dz * dz) <= (double)n->radius * 1.0001 + 1e-5);
    }
    assert_int_equal(n->vertex_count, count);
    if (count == 0) {
        assert_int_equal(n->seed, MOTE_NONE);
        return;
    }
    assert_true(node_holds(view, node, n->seed));
    assert_true(fabs(sum / count - (double)n->centroid.x) < 1e-4);
    assert_true(n->distortion >= 0.0);
}

static void check_tree(const mote_mesh *mesh, const mote_areas_def *def,
                       const mote_areas_view *view)
{
    assert_true(view->node_count >= view->area_count && view->node_count < 2 * view->area_count);
    assert_int_equal(view->nodes[view->node_count - 1].parent, MOTE_NONE);
    assert_int_equal(view->children.count, view->node_count);
    assert_int_equal(view->children.first[view->node_count], view->node_count - 1);
    for (uint32_t i = 0; i < view->node_count; i++) {
        uint32_t children = view->children.first[i + 1] - view->children.first[i];
        assert_true(i < view->area_count ? children == 0 : children >= 2);
        if (i + 1 == view->node_count) continue;
        assert_true(view->nodes[i].parent > i && view->nodes[i].parent < view->node_count);
        assert_true(lists_hold(&view->children, view->nodes[i].parent, i));
    }
    for (uint32_t i = 0; i < view->node_count; i++) check_node(mesh, def, view, i);
}

// Within a round, except for the rounding of distances.
static void check_steps(const mote_areas_view *view)
{
    for (uint32_t i = 1; i < view->step_count; i++) {
        const mote_area_step *before = &view->steps[i - 1], *now = &view->steps[i];
        assert_true(now->code_count >= before->code_count);
        if (now->code_count == before->code_count)
            assert_true(now->distortion <= before->distortion * (1.0 + 1e-6));
    }
}

static void check_areas(const mote_areas_def *def, const mote_areas_view *view)
{
    const mote_mesh *mesh = def->mesh;
    uint32_t used = used_vertices(mesh), most = used < def->count ? used : def->count;
    assert_int_equal(view->area_count, def->form == MOTE_AREAS_LITERAL ? def->count : most);
    check_membership(mesh, view);
    check_fragments(mesh, def, view);
    check_neighbors(mesh, view);
    check_tree(mesh, def, view);
    check_steps(view);
}

static void check_def(const mote_areas_def *def)
{
    mote_areas_view view;
    mote_areas *areas = areas_of(def, &view);
    check_areas(def, &view);
    mote_areas_destroy(areas);
}

// Soups have isolated vertices, many components, coinciding vertices and non-manifold edges.
static void soups_keep_every_invariant(void **state)
{
    (void)state;
    for (size_t i = 0, n = test_count(200, 4000, 100000); i < n; i++) {
        mote_random random = mote_random_stream(60, i, 0);
        test_mesh m = test_mesh_soup(&random, i % 2 ? 12 : 80);
        mote_mesh_def mesh_def = test_mesh_def(&m);
        mesh_def.weld = i % 3 ? MOTE_WELD_NONE : MOTE_WELD_EXACT;
        mote_mesh *mesh = test_mesh_create(&mesh_def);
        mote_areas_def def = i % 4 < 2 ? mote_default_areas_def() : mote_literal_areas_def();
        def.mesh = mesh;
        def.count = 1 + mote_random_below(&random, 40);
        def.epsilon = mote_random_between(&random, 0.0001f, 0.2f);
        check_def(&def);
        mote_mesh_destroy(mesh);
        test_mesh_release(&m);
    }
}

static void models_keep_every_invariant(void **state)
{
    (void)state;
    static const char *const names[] = {"box",      "sphere",  "torus", "tori-600", "cloth-800",
                                        "letter-t", "shuttle", "chair", "hand"};
    static const uint32_t counts[] = {1, 2, 5, 12, 24, 64};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        mote_mesh *mesh = model_mesh(names[i]);
        for (size_t j = 0; j < sizeof counts / sizeof *counts; j++) {
            mote_areas_def def = mote_default_areas_def();
            def.mesh = mesh;
            def.count = counts[j];
            check_def(&def);
            def = mote_literal_areas_def();
            def.mesh = mesh;
            def.count = counts[j];
            check_def(&def);
        }
        mote_mesh_destroy(mesh);
    }
}

// ---------------------------------------------------------------------------------------------
// The paper's form

// Four points on a line at 1, 2, 9 and 10; without normals, because the triangles have no area.
static const float in_line[] = {1, 0, 0, 2, 0, 0, 9, 0, 0, 10, 0, 0};
static const uint32_t in_line_faces[] = {0, 1, 2, 1, 2, 3};

static mote_mesh *mesh_in_line(void)
{
    mote_mesh_def def = mote_default_mesh_def();
    def.positions = (mote_positions){.data = in_line, .count = 4};
    def.indices = in_line_faces;
    def.index_count = 6;
    return test_mesh_create(&def);
}

// By hand: the mean is 5.5; (1 +- .01) 5.5 = 5.555 and 5.445 separate 9, 10 from 1, 2, with a
// distortion of 2 (3.445^2 + 4.445^2) / 24; the means 9.5 and 1.5 give 4 * .5^2 / 24, twice, and
// the round ends. Both cells have the same distortion, so the first is split: 9.595 and 9.405
// separate 10 from 9.
static void the_literal_form_follows_a_calculation_by_hand(void **state)
{
    (void)state;
    mote_mesh *mesh = mesh_in_line();
    mote_areas_def def = mote_literal_areas_def();
    def.mesh = mesh;
    def.count = 3;
    def.epsilon = 0.01f;
    mote_areas_view view;
    mote_areas *areas = areas_of(&def, &view);
    check_areas(&def, &view);
    const uint32_t expected[] = {1, 1, 2, 0};
    assert_memory_equal(view.area_of, expected, sizeof expected);
    const double steps[] = {65.0 / 24.0, 63.2521 / 24.0, 1.0 / 24.0, 1.0 / 24.0};
    const uint32_t codes[] = {1, 2, 2, 2};
    for (int i = 0; i < 4; i++) {
        assert_int_equal(view.steps[i].code_count, codes[i]);
        assert_true(fabs(view.steps[i].distortion - steps[i]) < 1e-5);
    }
    assert_int_equal(view.steps[4].code_count, 3);
    assert_int_equal(view.node_count, 5);
    assert_int_equal(view.nodes[0].parent, 3);
    assert_int_equal(view.nodes[2].parent, 3);
    assert_int_equal(view.nodes[1].parent, 4);
    assert_int_equal(view.nodes[3].parent, 4);
    assert_true(view.nodes[1].centroid.x == 1.5f);
    mote_areas_destroy(areas);
    mote_mesh_destroy(mesh);
}

// (1 + eps) 0 equals (1 - eps) 0: an octahedron around the origin stays one cell, while the
// connected form divides it.
static void the_literal_form_cannot_split_a_mean_of_zero(void **state)
{
    (void)state;
    static const float corners[] = {1, 0, 0, -1, 0, 0, 0, 1, 0, 0, -1, 0, 0, 0, 1, 0, 0, -1};
    static const uint32_t faces[] = {0, 2, 4, 2, 1, 4, 1, 3, 4, 3, 0, 4,
                                     2, 0, 5, 1, 2, 5, 3, 1, 5, 0, 3, 5};
    mote_mesh_def mesh_def = mote_default_mesh_def();
    mesh_def.positions = (mote_positions){.data = corners, .count = 6};
    mesh_def.indices = faces;
    mesh_def.index_count = 24;
    mote_mesh *mesh = test_mesh_create(&mesh_def);
    mote_areas_def def = mote_literal_areas_def();
    def.mesh = mesh;
    def.count = 4;
    mote_areas_view view;
    mote_areas *areas = areas_of(&def, &view);
    check_areas(&def, &view);
    assert_int_equal(view.empty_count, 3);
    mote_areas_destroy(areas);
    def.form = MOTE_AREAS_CONNECTED;
    check_def(&def);
    mote_mesh_destroy(mesh);
}

static void the_literal_form_leaves_fragments(void **state)
{
    (void)state;
    mote_mesh *mesh = model_mesh("teapot");
    mote_areas_def def = mote_literal_areas_def();
    def.mesh = mesh;
    def.count = 16;
    mote_areas_view view;
    mote_areas *areas = areas_of(&def, &view);
    assert_true(view.fragment_count > 16);
    mote_areas_destroy(areas);
    mote_mesh_destroy(mesh);
}

// ---------------------------------------------------------------------------------------------
// Special cases

static void a_single_triangle_has_up_to_three_areas(void **state)
{
    (void)state;
    static const float corners[] = {0, 0, 0, 1, 0, 0, 0, 1, 0};
    mote_mesh_def mesh_def = mote_default_mesh_def();
    mesh_def.positions = (mote_positions){.data = corners, .count = 3};
    mote_mesh *mesh = test_mesh_create(&mesh_def);
    for (uint32_t count = 1; count < 6; count++) {
        mote_areas_def def = mote_default_areas_def();
        def.mesh = mesh;
        def.count = count;
        check_def(&def);
        def = mote_literal_areas_def();
        def.mesh = mesh;
        def.count = count;
        check_def(&def);
    }
    mote_mesh_destroy(mesh);
}

// All vertices at the same position: their vectors coincide, and only edges tell them apart.
static void coinciding_vertices_are_divided_along_edges(void **state)
{
    (void)state;
    test_mesh m = test_mesh_torus(8, 6, 2.0f, 1.0f);
    memset(m.positions, 0, m.vertex_count * sizeof *m.positions);
    mote_mesh_def mesh_def = test_mesh_def(&m);
    mote_mesh *mesh = test_mesh_create(&mesh_def);
    mote_areas_def def = mote_default_areas_def();
    def.mesh = mesh;
    for (def.count = 1; def.count <= m.vertex_count + 1; def.count++) check_def(&def);
    mote_mesh_destroy(mesh);
    test_mesh_release(&m);
}

// A torus beside twenty loose triangles: with enough areas each triangle is one, with few the torus
// is still divided.
static void small_components_do_not_take_all_areas(void **state)
{
    (void)state;
    enum { SPECKS = 20 };
    test_mesh torus = test_mesh_torus(24, 12, 2.0f, 1.0f);
    uint32_t vertices = torus.vertex_count + 3 * SPECKS;
    mote_vec3 *positions = calloc(vertices, sizeof *positions);
    uint32_t *faces = calloc(3 * ((size_t)torus.triangle_count + SPECKS), sizeof *faces);
    assert_true(positions && faces);
    memcpy(positions, torus.positions, torus.vertex_count * sizeof *positions);
    memcpy(faces, torus.triangles, 3 * (size_t)torus.triangle_count * sizeof *faces);
    for (uint32_t i = 0; i < 3 * SPECKS; i++) {
        uint32_t v = torus.vertex_count + i, speck = i / 3;
        positions[v] = (mote_vec3){0.2f * (float)speck - 2.0f, 0.1f * (float)(i % 3 == 1),
                                   2.0f + 0.1f * (float)(i % 3 == 2)};
        faces[3 * torus.triangle_count + i] = v;
    }
    mote_mesh_def mesh_def = mote_default_mesh_def();
    mesh_def.positions = (mote_positions){.data = positions, .count = vertices};
    mesh_def.indices = faces;
    mesh_def.index_count = 3 * ((size_t)torus.triangle_count + SPECKS);
    mote_mesh *mesh = test_mesh_create(&mesh_def);
    mote_areas_def def = mote_default_areas_def();
    def.mesh = mesh;
    def.count = 40;
    check_def(&def);
    def.count = 12;
    check_def(&def);
    mote_areas_view view;
    mote_areas *areas = areas_of(&def, &view);
    bool in_torus[12] = {false};
    uint32_t areas_in_torus = 0;
    for (uint32_t v = 0; v < torus.vertex_count; v++) in_torus[view.area_of[v]] = true;
    for (int a = 0; a < 12; a++) areas_in_torus += in_torus[a];
    assert_true(areas_in_torus >= 6);
    mote_areas_destroy(areas);
    mote_mesh_destroy(mesh);
    free(positions);
    free(faces);
    test_mesh_release(&torus);
}

// A flat sheet in four colored stripes, quantized by color alone: the areas are the stripes.
static void a_further_factor_alone_decides(void **state)
{
    (void)state;
    mote_mesh *mesh = model_mesh("cloth-800");
    mote_mesh_info info;
    mote_mesh_get_info(mesh, &info);
    float *color = calloc(info.vertex_count, 2 * sizeof *color);
    assert_non_null(color);
    uint32_t *stripe = calloc(info.vertex_count, sizeof *stripe);
    assert_non_null(stripe);
    float low = info.box.min.x, width = (info.box.max.x - low) / 4.0f;
    for (uint32_t v = 0; v < info.vertex_count; v++) {
        float place = (mesh->positions[v].x - low) / width;
        stripe[v] = place < 1.0f ? 0 : place < 2.0f ? 1 : place < 3.0f ? 2 : 3;
        color[2 * v] = (float)(stripe[v] % 2);
        color[2 * v + 1] = stripe[v] < 2 ? 0.0f : 10.0f;
    }
    const mote_area_factor factor = {.values = color, .dimensions = 2, .weight = 0.5f};
    mote_areas_def def = mote_default_areas_def();
    def.mesh = mesh;
    def.count = 4;
    def.position_weight = def.normal_weight = 0.0f;
    def.factors = &factor;
    def.factor_count = 1;
    mote_areas_view view;
    mote_areas *areas = areas_of(&def, &view);
    check_areas(&def, &view);
    for (uint32_t v = 0; v < info.vertex_count; v++)
        for (uint32_t w = 0; w < v; w++)
            assert_int_equal(stripe[v] == stripe[w], view.area_of[v] == view.area_of[w]);
    mote_areas_destroy(areas);
    free(stripe);
    free(color);
    mote_mesh_destroy(mesh);
}

// Connected areas do not depend on the size of a body, and move with given positions.
static void areas_of_a_larger_body_are_the_same(void **state)
{
    (void)state;
    mote_mesh *mesh = model_mesh("letter-v");
    mote_vec3 *large = calloc(mesh->vertex_count, sizeof *large);
    assert_non_null(large);
    for (uint32_t v = 0; v < mesh->vertex_count; v++) {
        mote_vec3 p = mesh->positions[v];
        large[v] = (mote_vec3){p.x * 0x1p100f, p.y * 0x1p100f, p.z * 0x1p100f};
    }
    mote_areas_def def = mote_default_areas_def();
    def.mesh = mesh;
    def.count = 20;
    mote_areas_view small_view, large_view;
    mote_areas *small_areas = areas_of(&def, &small_view);
    def.positions = large;
    mote_areas *large_areas = areas_of(&def, &large_view);
    assert_memory_equal(small_view.area_of, large_view.area_of,
                        mesh->vertex_count * sizeof *small_view.area_of);
    assert_true(large_view.nodes[0].centroid.x == small_view.nodes[0].centroid.x * 0x1p100f);
    mote_areas_destroy(small_areas);
    mote_areas_destroy(large_areas);
    def.form =
        MOTE_AREAS_LITERAL; // distances overflow and all points get into one cell, but the quantization ends
    mote_areas *literal = areas_of(&def, &large_view);
    assert_int_equal(large_view.area_count, 20);
    mote_areas_destroy(literal);
    free(large);
    mote_mesh_destroy(mesh);
}

static uint32_t heard;

static void hear(void *context, mote_log_level level, const char *message)
{
    (void)context;
    assert_int_equal(level, MOTE_LOG_PROGRESS);
    assert_non_null(strstr(message, "areas: "));
    heard++;
}

static void each_round_is_reported(void **state)
{
    (void)state;
    mote_mesh *mesh = model_mesh("sphere");
    mote_areas_def def = mote_default_areas_def();
    def.mesh = mesh;
    def.count = 20;
    def.log.write = hear;
    heard = 0;
    check_def(&def);
    assert_int_equal(heard, 5); // 2, 4, 8, 16, 20
    mote_mesh_destroy(mesh);
}

// ---------------------------------------------------------------------------------------------
// The kernel

enum { MAX_POINTS = 64, MAX_DIMENSIONS = 24, MAX_CODES = 20 };

typedef struct kernel_case {
    mote_code_search search;
    float columns[MAX_POINTS * MAX_DIMENSIONS], codes[MAX_CODES * MAX_DIMENSIONS];
} kernel_case;

static float kernel_number(mote_random *random, size_t kind)
{
    if (kind % 3 == 0) return (float)mote_random_below(random, 3);
    float x = mote_random_between(random, -1.0f, 1.0f);
    return kind % 3 == 1 ? x : x * exp2f(mote_random_between(random, -140.0f, 127.0f));
}

static void make_kernel_case(size_t i, kernel_case *k)
{
    mote_random random = mote_random_stream(61, i, 0);
    uint32_t dimensions = i % 2 ? 6 : 1 + mote_random_below(&random, MAX_DIMENSIONS);
    k->search = (mote_code_search){.columns = k->columns,
                                   .stride = 8 * (1 + mote_random_below(&random, 8)),
                                   .dimensions = dimensions,
                                   .codes = k->codes,
                                   .code_count = 1 + mote_random_below(&random, MAX_CODES)};
    for (size_t j = 0; j < k->search.stride * dimensions; j++)
        k->columns[j] = kernel_number(&random, i);
    for (size_t j = 0; j < (size_t)k->search.code_count * dimensions; j++)
        k->codes[j] = kernel_number(&random, i);
}

typedef void kernel(const mote_code_search *search, uint32_t *nearest, float *squared);

static void same_as_scalar(const kernel_case *k, kernel *run)
{
    uint32_t nearest[2][MAX_POINTS];
    float squared[2][MAX_POINTS];
    mote_nearest_codes_scalar(&k->search, nearest[0], squared[0]);
    run(&k->search, nearest[1], squared[1]);
    assert_memory_equal(nearest[0], nearest[1], k->search.stride * sizeof **nearest);
    assert_memory_equal(squared[0], squared[1], k->search.stride * sizeof **squared);
}

static void kernels_give_the_bits_of_the_scalar_twin(void **state)
{
    (void)state;
    static kernel_case k;
    for (size_t i = 0, n = test_count(500, 20000, 200000); i < n; i++) {
        make_kernel_case(i, &k);
        same_as_scalar(&k, mote_nearest_codes_base);
        same_as_scalar(&k, MOTE_PICK_KERNEL(mote_nearest_codes));
    }
}

// ---------------------------------------------------------------------------------------------
// Errors

static void refused(const mote_areas_def *def, mote_result code, const char *words)
{
    mote_areas *areas = (mote_areas *)&areas;
    assert_int_equal(mote_areas_create(def, &areas), code);
    assert_null(areas);
    if (!strstr(mote_last_message(), words))
        fail_msg("\"%s\" lacks \"%s\"", mote_last_message(), words);
}

static void bad_options_are_refused(void **state)
{
    (void)state;
    mote_mesh *mesh = model_mesh("box");
    mote_areas_def good = mote_default_areas_def(), def;
    good.mesh = mesh;
    assert_int_equal(mote_areas_create(&good, NULL), MOTE_ERROR_ARGUMENT);
    refused(NULL, MOTE_ERROR_ARGUMENT, "null");
    def = good, def.cookie = 0;
    refused(&def, MOTE_ERROR_ARGUMENT, "cookie");
    def = good, def.mesh = NULL;
    refused(&def, MOTE_ERROR_ARGUMENT, "mesh is null");
    def = good, def.count = 0;
    refused(&def, MOTE_ERROR_ARGUMENT, "count");
    def = good, def.form = (mote_areas_form)2;
    refused(&def, MOTE_ERROR_ARGUMENT, "form 2");
    static const float epsilons[] = {0.0f, 1.0f, -1.0f, NAN, INFINITY};
    for (size_t i = 0; i < sizeof epsilons / sizeof *epsilons; i++) {
        def = good, def.epsilon = epsilons[i];
        refused(&def, MOTE_ERROR_ARGUMENT, "epsilon");
    }
    def = good, def.iteration_limit = 0;
    refused(&def, MOTE_ERROR_ARGUMENT, "iteration_limit");
    def = good, def.normal_weight = -1.0f;
    refused(&def, MOTE_ERROR_ARGUMENT, "normal_weight is -1");
    def = good, def.position_weight = NAN;
    refused(&def, MOTE_ERROR_ARGUMENT, "position_weight is ");
    def = good, def.position_weight = def.normal_weight = 0.0f;
    refused(&def, MOTE_ERROR_ARGUMENT, "all weights are 0");
    failing_allocator memory = {0};
    def = good, def.allocator = failing_allocator_hook(&memory), def.allocator.release = NULL;
    refused(&def, MOTE_ERROR_ARGUMENT, "allocator");
    mote_mesh_destroy(mesh);
}

static void bad_factors_are_refused(void **state)
{
    (void)state;
    mote_mesh *mesh = model_mesh("box");
    float values[8] = {0};
    mote_area_factor factor = {.values = values, .dimensions = 1, .weight = 1.0f};
    mote_areas_def def = mote_default_areas_def();
    def.mesh = mesh;
    def.factor_count = 1;
    refused(&def, MOTE_ERROR_ARGUMENT, "factors is null");
    def.factors = &factor;
    def.factor_count = 17;
    refused(&def, MOTE_ERROR_ARGUMENT, "factor_count is 17");
    def.factor_count = 1;
    factor.dimensions = 17;
    refused(&def, MOTE_ERROR_ARGUMENT, "factors[0]");
    factor.dimensions = 1;
    factor.weight = INFINITY;
    refused(&def, MOTE_ERROR_ARGUMENT, "factors[0]");
    factor.weight = 4.0f;
    values[5] = NAN;
    refused(&def, MOTE_ERROR_DATA, "a factor of vertex 5");
    values[5] = 3e38f;
    refused(&def, MOTE_ERROR_DATA, "a factor of vertex 5");
    factor.weight = 0.0f; // the factor is left out
    check_def(&def);
    mote_mesh_destroy(mesh);
}

static void bad_meshes_and_positions_are_refused(void **state)
{
    (void)state;
    test_mesh m = test_mesh_torus(6, 5, 2.0f, 1.0f);
    mote_mesh_def mesh_def = test_mesh_def(&m);
    mesh_def.flags = MOTE_MESH_NORMALS;
    mote_mesh *mesh = test_mesh_create(&mesh_def);
    mote_areas_def def = mote_default_areas_def();
    def.mesh = mesh;
    refused(&def, MOTE_ERROR_ARGUMENT, "without MOTE_MESH_ADJACENCY");
    mote_mesh_destroy(mesh);
    mesh_def.flags = MOTE_MESH_ADJACENCY;
    def.mesh = mesh = test_mesh_create(&mesh_def);
    refused(&def, MOTE_ERROR_ARGUMENT, "without MOTE_MESH_NORMALS");
    def.normals = m.positions; // any vectors
    check_def(&def);
    def.positions = m.positions;
    m.positions[7].y = INFINITY;
    refused(&def, MOTE_ERROR_DATA, "the position of vertex 7");
    m.positions[7].y = NAN;
    refused(&def, MOTE_ERROR_DATA, "vertex 7");
    def.form = MOTE_AREAS_LITERAL;
    refused(&def, MOTE_ERROR_DATA, "vertex 7");
    mote_mesh_destroy(mesh);
    test_mesh_release(&m);
}

static void every_allocation_may_fail(void **state)
{
    (void)state;
    mote_mesh *mesh = model_mesh("sphere");
    mote_mesh *flat = mesh_in_line();
    for (int which = 0; which < 3; which++) {
        mote_areas_def def = which == 1 ? mote_literal_areas_def() : mote_default_areas_def();
        def.mesh = which == 2 ? flat : mesh;
        mote_result result = MOTE_ERROR_MEMORY;
        for (size_t fail_at = 1; result != MOTE_OK; fail_at++) {
            failing_allocator memory = {.fail_at = fail_at};
            def.allocator = failing_allocator_hook(&memory);
            mote_areas *areas;
            result = mote_areas_create(&def, &areas);
            assert_true(result == MOTE_OK || (result == MOTE_ERROR_MEMORY && !areas));
            mote_areas_destroy(areas);
            assert_int_equal(memory.live, 0);
        }
    }
    mote_mesh_destroy(flat);
    mote_mesh_destroy(mesh);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(soups_keep_every_invariant),
        cmocka_unit_test(models_keep_every_invariant),
        cmocka_unit_test(the_literal_form_follows_a_calculation_by_hand),
        cmocka_unit_test(the_literal_form_cannot_split_a_mean_of_zero),
        cmocka_unit_test(the_literal_form_leaves_fragments),
        cmocka_unit_test(a_single_triangle_has_up_to_three_areas),
        cmocka_unit_test(coinciding_vertices_are_divided_along_edges),
        cmocka_unit_test(small_components_do_not_take_all_areas),
        cmocka_unit_test(a_further_factor_alone_decides),
        cmocka_unit_test(areas_of_a_larger_body_are_the_same),
        cmocka_unit_test(each_round_is_reported),
        cmocka_unit_test(kernels_give_the_bits_of_the_scalar_twin),
        cmocka_unit_test(bad_options_are_refused),
        cmocka_unit_test(bad_factors_are_refused),
        cmocka_unit_test(bad_meshes_and_positions_are_refused),
        cmocka_unit_test(every_allocation_may_fail),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
