// Contacts for a solver: a box falls onto the ground and slides over it. The points of its manifold
// keep their ids from frame to frame, and the impulses that the solver stores with them are its
// next initial guess (a warm start).
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

static float velocity_z = -1; // of the box, whose mass is 1 and which does not turn

// One point of a sequential impulse solver: the impulse that stops the approach along the normal
// and takes back a tenth of the depth per frame, and never pulls. `old` is the impulse of this
// point in the last frame, which is applied already.
static float solve(mote_vec3 normal, float depth, float old)
{
    float impulse = old - velocity_z * normal.z + 6 * depth;
    if (impulse < 0) impulse = 0;
    velocity_z += (impulse - old) * normal.z;
    return impulse;
}

static void solve_all(mote_world *world)
{
    mote_report report;
    must(mote_world_report(world, &report));
    mote_manifolds found;
    must(mote_world_manifolds(world, &found));
    for (size_t i = 0; i < found.point_count; i++) velocity_z += found.points[i].data[0];
    for (size_t i = 0; i < found.contact_count; i++) {
        const mote_manifold *m = &found.manifolds[i]; // of report.contacts[i]
        for (uint32_t k = 0; k < m->point_count; k++) {
            mote_manifold_point *p = &found.points[m->first_point + k];
            float impulse = p->data[0]; // of the last frame, 0 for a new point
            p->data[0] = solve(report.contacts[i].normal, p->depth, impulse);
        }
    }
}

static void print_points(mote_world *world, int frame)
{
    mote_manifolds found;
    must(mote_world_manifolds(world, &found));
    for (size_t i = 0; i < found.point_count; i++) {
        const mote_manifold_point *p = &found.points[i];
        printf("frame %d: point %llu %s at (%.2f, %.2f), face %u of the box\n", frame,
               (unsigned long long)p->id, p->state == MOTE_PAIR_BEGIN ? "begins" : "persists",
               (double)p->b.point.x, (double)p->b.point.y, p->b.face);
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
    def.manifold_points = 4;
    mote_world *world;
    must(mote_world_create(&def, &world));
    mote_body_def body = mote_default_body_def();
    body.mesh = mesh;
    mote_body_id ground, box;
    must(mote_body_create(world, &body, &ground));
    must(mote_body_create(world, &body, &box));
    const mote_transform wide = {{20, 0, 0}, {0, 20, 0}, {0, 0, 1}, {0, 0, 0}};
    must(mote_body_set_transform(world, ground, &wide));

    mote_vec3 place = {0, 0, 2.02f}; // the box is 2 high, so it starts 0.02 above the ground
    for (int frame = 0; frame < 40; frame++) {
        velocity_z -= 9.81f / 60;
        place.x += 0.02f;
        place.z += velocity_z / 60;
        const mote_transform at = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}, place};
        must(mote_body_set_transform(world, box, &at));
        must(mote_world_detect(world));
        if (frame == 2 || frame == 20) print_points(world, frame);
        solve_all(world);
    }
    printf("the box rests at height %.2f\n", (double)place.z);
    mote_world_destroy(world);
    mote_mesh_destroy(mesh);
    return 0;
}
