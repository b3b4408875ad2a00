#include "support/meshes.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "support/run.h"

static test_mesh new_mesh(uint32_t vertex_count, uint32_t triangle_count)
{
    test_mesh mesh = {
        .positions = calloc(vertex_count, sizeof *mesh.positions),
        .triangles = calloc(3 * (size_t)triangle_count, sizeof *mesh.triangles),
        .vertex_count = vertex_count,
        .triangle_count = triangle_count,
    };
    assert_non_null(mesh.positions);
    assert_non_null(mesh.triangles);
    return mesh;
}

test_mesh test_mesh_soup(mote_random *random, uint32_t most)
{
    uint32_t vertex_count = 1 + mote_random_below(random, most);
    uint32_t triangle_count = 1 + mote_random_below(random, most);
    test_mesh mesh = new_mesh(vertex_count, triangle_count);
    uint32_t lattice = 2 + mote_random_below(random, 4);
    for (uint32_t v = 0; v < mesh.vertex_count; v++) {
        mote_vec3 *p = &mesh.positions[v];
        p->x = (float)mote_random_below(random, lattice) - 1.0f;
        p->y = (float)mote_random_below(random, lattice) * 0.1f;
        p->z = mote_random_below(random, 2) ? 0.0f : -0.0f;
        if (mote_random_below(random, 2)) p->z = (float)mote_random_below(random, lattice);
    }
    for (uint32_t i = 0; i < 3 * mesh.triangle_count; i++)
        mesh.triangles[i] = mote_random_below(random, mesh.vertex_count);
    return mesh;
}

test_mesh test_mesh_torus(uint32_t rings, uint32_t sides, float major, float minor)
{
    test_mesh mesh = new_mesh(rings * sides, 2 * rings * sides);
    uint32_t *to = mesh.triangles;
    for (uint32_t r = 0; r < rings; r++)
        for (uint32_t s = 0; s < sides; s++) {
            float u = 6.2831853f * (float)r / (float)rings,
                  v = 6.2831853f * (float)s / (float)sides;
            float radius = major + minor * cosf(v);
            mesh.positions[r * sides + s] =
                (mote_vec3){radius * cosf(u), radius * sinf(u), minor * sinf(v)};
            uint32_t next_r = (r + 1) % rings, next_s = (s + 1) % sides;
            uint32_t a = r * sides + s, b = next_r * sides + s, c = next_r * sides + next_s,
                     d = r * sides + next_s;
            const uint32_t faces[6] = {a, b, c, a, c, d};
            for (int i = 0; i < 6; i++) *to++ = faces[i];
        }
    return mesh;
}

static void shuffle_vertices(test_mesh *mesh, mote_random *random)
{
    uint32_t *number = malloc(mesh->vertex_count * sizeof *number);
    assert_non_null(number);
    for (uint32_t v = 0; v < mesh->vertex_count; v++) number[v] = v;
    for (uint32_t v = mesh->vertex_count; v-- > 1;) {
        uint32_t other = mote_random_below(random, v + 1);
        uint32_t n = number[v];
        number[v] = number[other];
        number[other] = n;
        mote_vec3 p = mesh->positions[v];
        mesh->positions[v] = mesh->positions[other];
        mesh->positions[other] = p;
    }
    // number[v] says which old vertex is now at v.
    uint32_t *now_at = malloc(mesh->vertex_count * sizeof *now_at);
    assert_non_null(now_at);
    for (uint32_t v = 0; v < mesh->vertex_count; v++) now_at[number[v]] = v;
    for (uint32_t i = 0; i < 3 * mesh->triangle_count; i++)
        mesh->triangles[i] = now_at[mesh->triangles[i]];
    free(now_at);
    free(number);
}

test_mesh test_mesh_band(uint32_t squares)
{
    test_mesh m = new_mesh(2 * (squares + 1), 2 * squares);
    for (uint32_t v = 0; v < m.vertex_count; v++)
        m.positions[v] = (mote_vec3){0.5f * (float)(v - v % 2), (float)(v % 2), 0};
    for (uint32_t k = 0; k < squares; k++) {
        uint32_t v = 2 * k;
        const uint32_t corners[6] = {v, v + 2, v + 1, v + 1, v + 2, v + 3};
        memcpy(m.triangles + 6 * (size_t)k, corners, sizeof corners);
    }
    return m;
}

void test_mesh_shuffle(test_mesh *mesh, mote_random *random)
{
    shuffle_vertices(mesh, random);
    for (uint32_t t = mesh->triangle_count; t-- > 1;) {
        uint32_t other = mote_random_below(random, t + 1);
        for (uint32_t i = 0; i < 3; i++) {
            uint32_t corner = mesh->triangles[3 * t + i];
            mesh->triangles[3 * t + i] = mesh->triangles[3 * other + i];
            mesh->triangles[3 * other + i] = corner;
        }
    }
}

void test_mesh_release(test_mesh *mesh)
{
    free(mesh->positions);
    free(mesh->triangles);
    *mesh = (test_mesh){0};
}

mote_mesh_def test_mesh_def(const test_mesh *mesh)
{
    mote_mesh_def def = mote_default_mesh_def();
    def.positions = (mote_positions){.data = mesh->positions, .count = mesh->vertex_count};
    def.indices = mesh->triangles;
    def.index_count = 3 * (size_t)mesh->triangle_count;
    return def;
}

mote_mesh *test_mesh_create(const mote_mesh_def *def)
{
    mote_mesh *mesh;
    if (mote_mesh_create(def, &mesh) != MOTE_OK) fail_msg("%s", mote_last_message());
    return mesh;
}
