// Triangles without meshes or worlds: mote/geometry.h alone. Do two triangles meet, where, how far
// apart are they, does a ray hit one, and does a moving vertex pass through one?
#include <math.h>
#include <mote/geometry.h>
#include <stdio.h>

int main(void)
{
    const mote_vec3 floor[3] = {{0, 0, 0}, {4, 0, 0}, {0, 4, 0}};
    const mote_vec3 blade[3] = {{1, 1, -1}, {1, 1, 1}, {2, 1, 0.5f}};
    const mote_vec3 above[3] = {{1, 1, 2}, {2, 1, 2}, {1, 2, 3}};
    const mote_vec3 corner[3] = {{0, 0, 0}, {-1, 0, 1}, {0, -1, 1}}; // touches in one point

    printf("the blade %s the floor, the corner %s it\n",
           mote_triangles_intersect(floor, blade) ? "meets" : "misses",
           mote_triangles_intersect(floor, corner) ? "touches" : "misses");
    mote_overlap overlap;
    if (mote_triangles_intersection(floor, blade, &overlap))
        printf("they share a segment with %u ends, at x = %.2f and %.2f\n", overlap.count,
               overlap.points[0].x, overlap.points[overlap.count - 1].x);

    // Many at a time: eight pairs are filtered at once, and only doubtful ones are decided in exact
    // arithmetic.
    mote_vec3 many[9];
    for (int i = 0; i < 3; i++) many[i] = blade[i], many[3 + i] = above[i], many[6 + i] = corner[i];
    uint8_t hits[3];
    size_t found = mote_triangles_intersect_one_many(floor, many, 3, hits, NULL);
    printf("%zu of 3 meet the floor: %u %u %u\n", found, hits[0], hits[1], hits[2]);

    mote_vec3 on_a, on_b;
    float distance = mote_triangles_distance(floor, above, &on_a, &on_b);
    printf("distance %.1f, between z = %.1f and z = %.1f\n", (double)distance, (double)on_a.z,
           (double)on_b.z);
    float t;
    if (mote_ray_triangle((mote_vec3){1, 1, 5}, (mote_vec3){0, 0, -1}, INFINITY, floor, &t))
        printf("the ray hits at t = %.1f\n", (double)t);

    // A vertex at 0, then the face at 1, 2 and 3: where they are at time 0 and at time 1.
    const mote_vec3 start[4] = {{1, 1, 1}, floor[0], floor[1], floor[2]};
    const mote_vec3 end[4] = {{1, 1, -3}, floor[0], floor[1], floor[2]};
    mote_impact_time time;
    if (mote_vertex_face_impact(start, end, &time))
        printf("the vertex passes the floor at time %.3f\n", time.low);
    return 0;
}
