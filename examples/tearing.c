// A sheet of two triangles hangs over a spike and loses one of them: what is left keeps its
// contact.
#include <mote/mote.h>
#include <stdio.h>

static mote_mesh *make_mesh(const mote_vec3 *positions, size_t count, const uint32_t *indices,
                            size_t index_count)
{
    mote_mesh_def def = mote_default_mesh_def();
    def.positions = (mote_positions){.data = positions, .count = count};
    def.indices = indices;
    def.index_count = index_count;
    mote_mesh *mesh;
    return mote_mesh_create(&def, &mesh) == MOTE_OK ? mesh : NULL;
}

int main(void)
{
    const mote_vec3 sheet[4] = {{0, 0, 0}, {2, 0, 0}, {2, 2, 0}, {0, 2, 0}};
    const mote_vec3 spike[3] = {{1.4f, 0.5f, -1}, {1.6f, 0.5f, -1}, {1.5f, 0.5f, 1}};
    const uint32_t whole[6] = {0, 2, 3, 0, 1, 2}, torn[3] = {0, 1, 2}, one[3] = {0, 1, 2};
    const uint32_t new_face_of[2] = {MOTE_NONE, 0}; // face 1 is now face 0
    mote_mesh *meshes[3] = {make_mesh(sheet, 4, whole, 6), make_mesh(sheet, 4, torn, 3),
                            make_mesh(spike, 3, one, 3)};
    mote_world_def def = mote_default_world_def();
    def.manifold_points = 4;
    mote_world *world;
    if (!meshes[0] || !meshes[1] || !meshes[2] || mote_world_create(&def, &world) != MOTE_OK)
        return 1;
    mote_body_def body = mote_default_body_def();
    mote_body_id cloth, nail;
    body.mesh = meshes[0];
    mote_body_create(world, &body, &cloth);
    body.mesh = meshes[2];
    mote_body_create(world, &body, &nail);
    mote_manifolds before, after;
    if (mote_world_detect(world) != MOTE_OK || mote_world_manifolds(world, &before) != MOTE_OK)
        return 1;
    uint64_t id = before.manifolds[0].id;
    mote_body_set_mesh(world, cloth, meshes[1], new_face_of, 2);
    if (mote_world_detect(world) != MOTE_OK || mote_world_manifolds(world, &after) != MOTE_OK)
        return 1;
    bool persists = after.contact_count == 1 && after.manifolds[0].id == id;
    printf("the contact %s\n", persists ? "persists" : "is another one");
    mote_world_destroy(world);
    for (int i = 0; i < 3; i++) mote_mesh_destroy(meshes[i]);
    return persists ? 0 : 1;
}
