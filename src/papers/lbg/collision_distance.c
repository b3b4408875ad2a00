#include "papers/lbg/collision_distance.h"

#include "core/vec.h"

enum { MOST_VERTICES = 1024 };

static double distance_of(mote_vec3 a, mote_vec3 b)
{
    return mote_dvec_length(mote_dvec_sub(mote_vec_widen(a), mote_vec_widen(b)));
}

static float mean_of_all_pairs(const mote_mesh *mesh)
{
    const mote_clusters *clusters = mesh->clusters; // they know the vertices in use
    uint32_t used = clusters->vertex_count;
    uint32_t count = used < MOST_VERTICES ? used : MOST_VERTICES;
    double sum = 0;
    for (uint64_t i = 0; i < count; i++) {
        mote_vec3 a = mesh->positions[clusters->vertex_of[i * used / count]];
        for (uint64_t k = 0; k < i; k++)
            sum += distance_of(a, mesh->positions[clusters->vertex_of[k * used / count]]);
    }
    double pairs = 0.5 * (double)count * ((double)count - 1);
    return pairs > 0 ? (float)(sum / pairs) : 0.0f;
}

float mote_lbg_rest_distance(const mote_mesh *mesh, mote_lbg_distance kind)
{
    return kind == MOTE_LBG_ALL_PAIRS ? mean_of_all_pairs(mesh) : mesh->mean_edge_length;
}

float mote_lbg_present_distance(const mote_lbg_body *body)
{
    const mote_mesh *mesh = body->shape->mesh;
    double rest = 0, present = 0;
    for (uint32_t i = 0; i < body->count; i++) {
        uint32_t start = body->particles[i].start;
        uint32_t face = mesh->vertex_faces.items[mesh->vertex_faces.first[start]];
        mote_vec3 before[3], now[3];
        mote_mesh_corners(mesh, face, before);
        mote_shape_face_points(body->shape, face, now);
        for (int k = 0; k < 3; k++) {
            rest += distance_of(before[k], before[(k + 1) % 3]);
            present += distance_of(now[k], now[(k + 1) % 3]);
        }
    }
    return rest > 0 ? (float)((double)body->rest_distance * (present / rest)) : 0.0f;
}
