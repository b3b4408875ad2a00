// Recording and replay: a program records its world to a file; another one plays the file, with the
// same method and with the oracle, and compares the hashes of all reports. This is how a bug report
// becomes a file.
#include <mote/mote.h>
#include <stdio.h>
#include <stdlib.h>

static void must(mote_result result)
{
    if (result == MOTE_OK) return;
    fprintf(stderr, "%s: %s\n", mote_result_name(result), mote_last_message());
    exit(1);
}

static void record(void)
{
    mote_vec3 positions[4] = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    mote_mesh_def mesh_def = mote_default_mesh_def();
    mesh_def.positions = (mote_positions){.data = positions, .count = 4};
    mesh_def.indices = (const uint32_t[]){0, 2, 1, 0, 1, 3, 0, 3, 2, 1, 2, 3};
    mesh_def.index_count = 12;
    mote_mesh *mesh;
    must(mote_mesh_create(&mesh_def, &mesh));
    mote_world_def def = mote_default_world_def();
    mote_world *world;
    must(mote_world_create(&def, &world));
    mote_body_def body = mote_default_body_def();
    body.mesh = mesh;
    mote_body_id still, moving;
    must(mote_body_create(world, &body, &still));
    must(mote_body_create(world, &body, &moving));

    must(mote_world_record_to_file(world, "bug.moterec")); // bodies that exist are recorded too
    for (int frame = 0; frame < 5; frame++) {
        for (int i = 0; i < 4; i++) positions[i].x += 0.3f;
        must(mote_body_set_positions(world, moving,
                                     &(mote_positions){.data = positions, .count = 4}));
        must(mote_world_detect(world));
    }
    must(mote_world_record_stop(world)); // or crash: everything up to then can be replayed
    mote_world_destroy(world);
    mote_mesh_destroy(mesh);
}

static void play(mote_method method)
{
    mote_recording *recording;
    must(mote_recording_open_file("bug.moterec", NULL, &recording));
    mote_recording_info info;
    mote_recording_get_info(recording, &info);
    mote_world_def def = info.def;
    def.method = method;
    mote_player *player;
    must(mote_player_create(recording, &def, &player));
    for (uint64_t i = 0; i < info.frame_count; i++) {
        mote_played_frame frame;
        must(mote_player_step(player, &frame));
        printf("frame %llu: %llu face pairs, %s\n", (unsigned long long)frame.frame,
               (unsigned long long)frame.face_pairs, frame.equal ? "as recorded" : "DIFFERENT");
    }
    mote_player_destroy(player);
    mote_recording_close(recording);
}

int main(void)
{
    record();
    printf("the recorded method:\n");
    play(MOTE_METHOD_HYBRID);
    printf("the oracle:\n");
    play(MOTE_METHOD_NAIVE);
    return 0;
}
