// Faces of one body that share vertices: all exact methods against rational arithmetic, on a small
// lattice, where most triangles are special in some way.

#include <mote/world.h>

#include "core/random.h"
#include "support/exact_methods.h"
#include "support/exact_oracle.h"
#include "support/options.h"
#include "support/run.h"

enum { VERTICES = 6, LATTICE = 4 };

// Two faces over lattice points.
typedef struct fold {
    mote_vec3 points[VERTICES];
    uint32_t corners[6];
} fold;

typedef struct wish {
    bool shared_vertex, shared_edge;
} wish;

static mote_vec3 lattice_point(mote_random *random)
{
    return (mote_vec3){(float)mote_random_below(random, LATTICE),
                       (float)mote_random_below(random, LATTICE),
                       (float)mote_random_below(random, LATTICE / 2)};
}

// ---------------------------------------------------------------------------------------------
// The judge: the extreme points of the intersection of two triangles are corners, and points where an edge of one
// meets an edge or the plane of the other. Is one of them outside the vertices that the faces share and the segments
// between these? Points are fractions: everything is scaled by their denominator, which stays below 2^24.

typedef struct judge {
    mote_vec3 a[3], b[3], shared[3]; // shared: repeated where there are fewer
} judge;

static bool holds(const mote_vec3 t[3], mote_vec3 p, float scale)
{
    const mote_vec3 point[3] = {p, p, p};
    mote_vec3 scaled[3];
    for (int k = 0; k < 3; k++)
        scaled[k] = (mote_vec3){t[k].x * scale, t[k].y * scale, t[k].z * scale};
    return oracle_triangles_intersect(point, scaled);
}

static bool is_elsewhere(const judge *j, mote_vec3 p, float scale)
{
    return holds(j->a, p, scale) && holds(j->b, p, scale) && !holds(j->shared, p, scale);
}

static mote_vec3 less(mote_vec3 a, mote_vec3 b)
{
    return (mote_vec3){a.x - b.x, a.y - b.y, a.z - b.z};
}

static mote_vec3 cross(mote_vec3 a, mote_vec3 b)
{
    return (mote_vec3){a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}

static float dot(mote_vec3 a, mote_vec3 b)
{
    return a.x * b.x + a.y * b.y + a.z * b.z;
}

// The point from + (over / under) * along, times `under`.
static bool is_elsewhere_along(const judge *j, mote_vec3 from, mote_vec3 along, float over,
                               float under)
{
    if (under == 0) return false;
    mote_vec3 p = {from.x * under + along.x * over, from.y * under + along.y * over,
                   from.z * under + along.z * over};
    return is_elsewhere(j, p, under);
}

static bool edges_meet_elsewhere(const judge *j, const mote_vec3 from[2], const mote_vec3 to[2])
{
    mote_vec3 u = less(to[0], from[0]), v = less(to[1], from[1]);
    mote_vec3 n = cross(u, v), m = cross(less(from[1], from[0]), v);
    return is_elsewhere_along(j, from[0], u, m.x, n.x) ||
           is_elsewhere_along(j, from[0], u, m.y, n.y) ||
           is_elsewhere_along(j, from[0], u, m.z, n.z);
}

static bool edge_meets_plane_elsewhere(const judge *j, mote_vec3 from, mote_vec3 to,
                                       const mote_vec3 t[3])
{
    mote_vec3 n = cross(less(t[1], t[0]), less(t[2], t[0])), along = less(to, from);
    return is_elsewhere_along(j, from, along, dot(n, less(t[0], from)), dot(n, along));
}

static bool meet_elsewhere(const judge *j)
{
    for (int i = 0; i < 3; i++) {
        if (is_elsewhere(j, j->a[i], 1) || is_elsewhere(j, j->b[i], 1)) return true;
        mote_vec3 a = j->a[i], a_end = j->a[(i + 1) % 3], b = j->b[i], b_end = j->b[(i + 1) % 3];
        if (edge_meets_plane_elsewhere(j, a, a_end, j->b)) return true;
        if (edge_meets_plane_elsewhere(j, b, b_end, j->a)) return true;
        for (int k = 0; k < 3; k++) {
            const mote_vec3 from[2] = {a, j->b[k]}, to[2] = {a_end, j->b[(k + 1) % 3]};
            if (edges_meet_elsewhere(j, from, to)) return true;
        }
    }
    return false;
}

static bool names(const uint32_t corners[3], uint32_t vertex)
{
    return corners[0] == vertex || corners[1] == vertex || corners[2] == vertex;
}

static bool is_expected(const fold *f, wish w)
{
    judge j;
    uint32_t shared = 0;
    for (uint32_t v = 0; v < VERTICES; v++) {
        if (names(f->corners, v) && names(f->corners + 3, v)) j.shared[shared++] = f->points[v];
    }
    for (int k = 0; k < 3; k++) {
        j.a[k] = f->points[f->corners[k]];
        j.b[k] = f->points[f->corners[3 + k]];
    }
    if (shared == 0) return oracle_triangles_intersect(j.a, j.b);
    if (!(shared == 1 ? w.shared_vertex : w.shared_edge)) return false;
    for (uint32_t k = shared; k < 3; k++) j.shared[k] = j.shared[0];
    return shared == 3 || meet_elsewhere(&j);
}

// ---------------------------------------------------------------------------------------------

static bool is_reported(const mote_mesh *mesh, mote_method method, wish w)
{
    mote_world_def def = mote_default_world_def();
    set_option(&def, "smith.level", 2);
    def.method = method;
    mote_world *world;
    assert_int_equal(mote_world_create(&def, &world), MOTE_OK);
    mote_body_def body = mote_default_body_def();
    body.mesh = mesh;
    body.self_collision = true;
    body.self_shared_vertex = w.shared_vertex;
    body.self_shared_edge = w.shared_edge;
    mote_body_id id;
    assert_int_equal(mote_body_create(world, &body, &id), MOTE_OK);
    assert_int_equal(mote_world_detect(world), MOTE_OK);
    mote_report report;
    assert_int_equal(mote_world_report(world, &report), MOTE_OK);
    bool reported = report.face_pair_count == 1;
    assert_true(reported || report.face_pair_count == 0);
    assert_int_equal(report.contact_count, report.face_pair_count);
    mote_world_destroy(world);
    return reported;
}

static void check_fold(const fold *f, wish w, uint32_t number)
{
    mote_mesh_def def = mote_default_mesh_def();
    def.positions = (mote_positions){.data = f->points, .count = VERTICES};
    def.indices = f->corners;
    def.index_count = 6;
    mote_mesh *mesh;
    assert_int_equal(mote_mesh_create(&def, &mesh), MOTE_OK);
    bool expected = is_expected(f, w);
    for (size_t i = 0; exact_method(i); i++) {
        const mote_method_info *info = exact_method(i);
        if (!(info->abilities & MOTE_ABILITY_SELF)) continue;
        if (is_reported(mesh, info->method, w) == expected) continue;
        fail_msg("case %u, method %s: expected %d", number, info->name, expected);
    }
    mote_mesh_destroy(mesh);
}

static void faces_that_share_vertices_meet_where_rational_arithmetic_says(void **state)
{
    (void)state;
    uint32_t count = test_count(1000, 4000, 100000), meeting = 0;
    for (uint32_t number = 0; number < count; number++) {
        mote_random random = mote_random_stream(71, number, 0);
        fold f;
        for (int i = 0; i < VERTICES; i++) f.points[i] = lattice_point(&random);
        // Few vertices: most faces share some, and some name one twice.
        uint32_t vertices = 3 + mote_random_below(&random, 3);
        for (int i = 0; i < 6; i++) f.corners[i] = mote_random_below(&random, vertices);
        wish w = {number & 1, number & 2};
        check_fold(&f, w, number);
        meeting += is_expected(&f, w);
    }
    assert_true(meeting > count / 20 && meeting < count - count / 20);
}

// The corner that the triangles share lies between the other two corners of the first.
static void a_degenerate_face_that_meets_only_in_the_shared_vertex_is_not_reported(void **state)
{
    (void)state;
    const wish vertex = {true, false};
    fold f = {.points = {{1, 0, 0}, {0, 0, 0}, {3, 0, 0}, {1, 2, 0}, {1, 2, 1}},
              .corners = {0, 1, 2, 0, 3, 4}};
    assert_false(is_expected(&f, vertex));
    check_fold(&f, vertex, 0);
    f.points[1] = f.points[0]; // the edge from 0 to 1 has no length
    assert_false(is_expected(&f, vertex));
    check_fold(&f, vertex, 1);
    f.points[3] = (mote_vec3){2, 0, 0}; // on the first triangle
    assert_true(is_expected(&f, vertex));
    check_fold(&f, vertex, 2);
}

static void folded_and_repeated_faces_are_reported_on_request(void **state)
{
    (void)state;
    const wish none = {true, false}, edge = {false, true};
    fold folded = {.points = {{0, 0, 0}, {3, 0, 0}, {1, 2, 0}, {2, 3, 0}},
                   .corners = {0, 1, 2, 1, 0, 3}};
    fold open = folded, twice = folded;
    open.points[3].y = -3;
    for (int k = 0; k < 3; k++) twice.corners[3 + k] = (uint32_t)(k + 1) % 3;
    assert_true(is_expected(&folded, edge) && is_expected(&twice, edge));
    assert_false(is_expected(&folded, none) || is_expected(&twice, none));
    assert_false(is_expected(&open, edge));
    for (uint32_t i = 0; i < 2; i++) {
        check_fold(&folded, i ? none : edge, i);
        check_fold(&twice, i ? none : edge, i);
        check_fold(&open, i ? none : edge, i);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(faces_that_share_vertices_meet_where_rational_arithmetic_says),
        cmocka_unit_test(a_degenerate_face_that_meets_only_in_the_shared_vertex_is_not_reported),
        cmocka_unit_test(folded_and_repeated_faces_are_reported_on_request),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
