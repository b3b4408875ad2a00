#include "support/present_faces.h"

#include <stdlib.h>

#include "core/box.h"
#include "support/run.h"

present_faces present_faces_take(mote_world *world, mote_body_id body)
{
    const mote_mesh *mesh;
    mote_mesh_view view;
    mote_mesh_info info;
    assert_int_equal(mote_body_get_mesh(world, body, &mesh), MOTE_OK);
    mote_mesh_get_view(mesh, &view);
    mote_mesh_get_info(mesh, &info);
    mote_vec3 *positions = calloc(info.vertex_count, sizeof *positions);
    present_faces faces = {.corners = calloc(3 * (size_t)info.triangle_count, sizeof(mote_vec3)),
                           .count = info.triangle_count,
                           .box = mote_box_empty()};
    assert_true(positions && faces.corners);
    assert_int_equal(mote_body_get_positions(world, body, positions, info.vertex_count), MOTE_OK);
    for (size_t i = 0; i < 3 * (size_t)faces.count; i++) {
        faces.corners[i] = positions[view.triangles[i]];
        mote_box_add_point(&faces.box, faces.corners[i]);
    }
    free(positions);
    return faces;
}

void present_faces_release(present_faces *faces)
{
    free(faces->corners);
    *faces = (present_faces){0};
}
