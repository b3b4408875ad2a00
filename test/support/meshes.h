// Meshes for tests: random soups with everything that can be wrong, and closed shapes with known
// answers.

#ifndef MOTE_TEST_MESHES_H
#define MOTE_TEST_MESHES_H

#include <mote/mesh.h>

#include "core/random.h"

typedef struct test_mesh {
    mote_vec3 *positions;
    uint32_t *triangles;
    uint32_t vertex_count, triangle_count;
} test_mesh;

// Up to `most` vertices on a coarse lattice, so that many coincide and many triangles are
// degenerate, and up to `most` triangles between random ones of them: collapsed, duplicate and
// non-manifold ones included.
test_mesh test_mesh_soup(mote_random *random, uint32_t most);

// A torus of 2 * rings * sides triangles around the z axis, turned outwards.
test_mesh test_mesh_torus(uint32_t rings, uint32_t sides, float major, float minor);

// A band of squares along x, two triangles each, in the plane z = 0: vertex 2 k is at (k, 0),
// vertex 2 k + 1 at (k, 1).
test_mesh test_mesh_band(uint32_t squares);

// The same triangles in random order, with their vertices numbered at random.
void test_mesh_shuffle(test_mesh *mesh, mote_random *random);

void test_mesh_release(test_mesh *mesh);

mote_mesh_def test_mesh_def(const test_mesh *mesh);

// Fails the test when creation does.
mote_mesh *test_mesh_create(const mote_mesh_def *def);

#endif
