// Questions about distances: between two bodies, from points and along rays, inside or outside, and
// all pairs of features that are closer than a given distance.
#include <math.h>
#include <mote/mote.h>
#include <stdio.h>
#include <stdlib.h>

static void must(mote_result result)
{
    if (result == MOTE_OK) return;
    fprintf(stderr, "%s: %s\n", mote_result_name(result), mote_last_message());
    exit(1);
}

static const mote_vec3 corners[8] = {{-1, -1, -1}, {1, -1, -1}, {1, 1, -1}, {-1, 1, -1},
                                     {-1, -1, 1},  {1, -1, 1},  {1, 1, 1},  {-1, 1, 1}};
static const uint32_t faces[36] = {0, 2, 1, 0, 3, 2, 4, 5, 6, 4, 6, 7, 0, 1, 5, 0, 5, 4,
                                   1, 2, 6, 1, 6, 5, 2, 3, 7, 2, 7, 6, 3, 0, 4, 3, 4, 7};

static void ask_one_by_one(mote_world *world, mote_body_id a, mote_body_id b)
{
    mote_distance apart;
    must(mote_world_distance(world, a, b, INFINITY, &apart));
    printf("distance %.3f, between faces %u and %u\n", (double)apart.distance, apart.face_a,
           apart.face_b);

    mote_surface_point nearest;
    must(mote_world_closest_point(world, a, (mote_vec3){0, 0, 3}, INFINITY, &nearest));
    printf("closest point to (0, 0, 3): z = %.1f, %.1f away\n", (double)nearest.point.z,
           (double)nearest.distance);

    mote_surface_point hit;
    must(mote_world_ray(world, (mote_vec3){-5, 0, 0}, (mote_vec3){1, 0, 0}, 100, UINT64_MAX, &hit));
    printf("the ray hits body %u at t = %.1f\n", hit.body.index, (double)hit.distance);

    const mote_body_face *list;
    size_t count;
    must(mote_world_overlap_sphere(world, (mote_vec3){1, 1, 1}, 0.5f, UINT64_MAX, &list, &count));
    printf("%zu faces reach into the ball\n", count);
    const mote_box box = {{0.9f, -0.1f, -0.1f}, {2.2f, 0.1f, 0.1f}};
    must(mote_world_overlap_box(world, &box, UINT64_MAX, &list, &count));
    printf("%zu faces reach into the box\n", count);
}

// Many points and rays at a time: nothing changes between freeze and thaw, and any number of
// threads may ask.
static void ask_many(mote_world *world, mote_body_id body)
{
    const mote_vec3 points[3] = {{0, 0, 0}, {1, 0, 0}, {3, 0, 0}};
    const mote_ray rays[2] = {{{0, 0, 9}, {0, 0, -1}, INFINITY}, {{0, 5, 9}, {0, 0, -1}, INFINITY}};
    mote_signed_distance out[3];
    mote_surface_point hits[2];
    const mote_view *view;
    must(mote_world_freeze(world, UINT64_MAX, &view));
    must(mote_view_signed_distances(view, body, points, 3, out));
    must(mote_view_rays(view, UINT64_MAX, rays, 2, hits));
    must(mote_world_thaw(world));
    for (int i = 0; i < 3; i++)
        printf("signed distance of point %d: %+.1f\n", i, (double)out[i].distance);
    for (int i = 0; i < 2; i++)
        printf("ray %d %s\n", i, hits[i].face == MOTE_NONE ? "hits nothing" : "hits");
}

static void ask_for_features(mote_world *world)
{
    mote_features_def def = mote_default_features_def();
    def.distance = 0.25f;
    mote_features near;
    must(mote_world_features(world, &def, &near));
    for (size_t i = 0; i < near.pair_count; i++) {
        const mote_feature_body_pair *pair = &near.pairs[i];
        const mote_near_pair *f = near.features + pair->first; // by kind
        printf("%zu pairs closer than 0.25: %zu vertex-face, %zu face-vertex, %zu edge-edge\n",
               near.feature_count, pair->vertex_face_count, pair->face_vertex_count,
               pair->edge_edge_count);
        printf("the first: vertices %u and %u %u %u, %.3f apart\n", f->vertices[0], f->vertices[1],
               f->vertices[2], f->vertices[3], (double)f->distance);
    }
}

int main(void)
{
    mote_mesh_def mesh_def = mote_default_mesh_def();
    mesh_def.positions = (mote_positions){.data = corners, .count = 8};
    mesh_def.indices = faces;
    mesh_def.index_count = 36;
    mote_mesh *mesh;
    must(mote_mesh_create(&mesh_def, &mesh));
    mote_world_def def = mote_default_world_def();
    mote_world *world;
    must(mote_world_create(&def, &world));
    mote_body_def body = mote_default_body_def();
    body.mesh = mesh;
    mote_body_id a, b;
    must(mote_body_create(world, &body, &a));
    must(mote_body_create(world, &body, &b));
    const mote_transform right = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}, {2.2f, 0.3f, 0.4f}};
    must(mote_body_set_transform(world, b, &right));
    ask_one_by_one(world, a, b);
    ask_many(world, a);
    ask_for_features(world);
    mote_world_destroy(world);
    mote_mesh_destroy(mesh);
    return 0;
}
