// Motion between two frames: a needle is on one side of a sheet in one frame and on the other side
// in the next. No frame shows a contact. A sweep finds the impact, and how far everything can move
// before it.
#include <mote/mote.h>
#include <stdio.h>
#include <stdlib.h>

static void must(mote_result result)
{
    if (result == MOTE_OK) return;
    fprintf(stderr, "%s: %s\n", mote_result_name(result), mote_last_message());
    exit(1);
}

static mote_body_id add(mote_world *world, const mote_mesh *mesh)
{
    mote_body_def def = mote_default_body_def();
    def.mesh = mesh;
    mote_body_id id;
    must(mote_body_create(world, &def, &id));
    return id;
}

static mote_mesh *make_mesh(const mote_vec3 *corners, uint32_t count)
{
    mote_mesh_def def = mote_default_mesh_def();
    def.positions = (mote_positions){.data = corners, .count = count}; // a soup: 0 1 2, 3 4 5, ...
    mote_mesh *mesh;
    must(mote_mesh_create(&def, &mesh));
    return mesh;
}

static size_t face_pairs_now(mote_world *world)
{
    mote_report report;
    must(mote_world_detect(world));
    must(mote_world_report(world, &report));
    return report.face_pair_count;
}

int main(void)
{
    const mote_vec3 square[6] = {{-1, -1, 0}, {1, -1, 0}, {1, 1, 0},
                                 {-1, -1, 0}, {1, 1, 0},  {-1, 1, 0}};
    const mote_vec3 start[3] = {{0, 0.5f, 1}, {0.1f, 0.5f, 3}, {-0.1f, 0.5f, 3}};
    const mote_vec3 next[3] = {{0, 0.5f, -7}, {0.1f, 0.5f, -5}, {-0.1f, 0.5f, -5}};
    mote_mesh *sheet_mesh = make_mesh(square, 6), *needle_mesh = make_mesh(start, 3);
    mote_world_def world_def = mote_default_world_def();
    mote_world *world;
    must(mote_world_create(&world_def, &world));
    add(world, sheet_mesh);
    mote_body_id needle = add(world, needle_mesh);

    const mote_positions before = {.data = start, .count = 3}, after = {.data = next, .count = 3};
    must(mote_body_set_positions(world, needle, &before));
    size_t first_frame = face_pairs_now(world);
    must(mote_body_set_positions(world, needle, &after));
    printf("face pairs in the two frames: %zu and %zu\n", first_frame, face_pairs_now(world));

    must(mote_body_set_positions(world, needle, &before));
    mote_motion motion = mote_default_motion(); // what is not set is the present shape
    motion.end.positions = after;
    must(mote_body_set_motion(world, needle, &motion));

    mote_sweep_def def = mote_default_sweep_def();
    def.contacts = def.vertex_steps = def.verify = true;
    must(mote_world_sweep(world, &def));
    mote_sweep_report report;
    must(mote_world_sweep_report(world, &report)); // impacts, face pairs, contacts, safe steps
    const mote_swept_impact *impact = &report.impacts[0];
    printf("%zu impacts, the first at time %.3f, at z = %.1f\n", report.impact_count,
           impact->time.low, (double)report.contacts[0].point.z);
    printf("the world can move up to %.3f; positions proved free at %.3f\n", report.safe_step,
           report.verified_step);

    double steps[3];
    must(mote_body_get_safe_steps(world, needle, steps, 3));
    printf("safe steps of the three vertices: %.3f %.3f %.3f\n", steps[0], steps[1], steps[2]);
    mote_vec3 free_positions[3];
    must(mote_body_get_positions_at(world, needle, report.verified_step, free_positions, 3));
    must(mote_body_set_positions(world, needle,
                                 &(mote_positions){.data = free_positions, .count = 3}));
    printf("face pairs there: %zu\n", face_pairs_now(world));
    mote_world_destroy(world);
    mote_mesh_destroy(needle_mesh);
    mote_mesh_destroy(sheet_mesh);
    return 0;
}
