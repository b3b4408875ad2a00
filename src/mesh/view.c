// What a caller may read of a mesh.

#include "mesh/mesh.h"

void mote_mesh_get_info(const mote_mesh *mesh, mote_mesh_info *out)
{
    *out = (mote_mesh_info){
        .flags = mesh->flags,
        .vertex_count = mesh->vertex_count,
        .welded_count = mesh->welded_count,
        .triangle_count = mesh->triangle_count,
        .component_count = mesh->component_count,
        .cluster_count = mesh->clusters ? mesh->clusters->cluster_count : 0,
        .mean_edge_length = mesh->mean_edge_length,
        .area = mesh->area,
        .volume = mesh->volume,
        .closed = mesh->closed,
        .box = mesh->box,
        .bytes = mote_memory_bytes(&mesh->memory),
    };
}

void mote_mesh_get_view(const mote_mesh *mesh, mote_mesh_view *out)
{
    *out = (mote_mesh_view){
        .positions = mesh->positions,
        .triangles = mesh->triangles,
        .weld = mesh->weld,
        .vertex_neighbors = mesh->vertex_neighbors,
        .vertex_faces = mesh->vertex_faces,
        .face_neighbors = mesh->face_neighbors,
        .vertex_component = mesh->vertex_component,
        .face_normals = mesh->face_normals,
        .vertex_normals = mesh->vertex_normals,
        .mesh_order = mesh->clusters ? mesh->clusters->vertex_of : NULL,
        .mesh_order_count = mesh->clusters ? mesh->clusters->vertex_count : 0,
    };
}

void mote_mesh_get_findings(const mote_mesh *mesh, mote_findings *out)
{
    *out = mesh->findings;
}
