// dump_scenes [long]: writes every built-in scene to stdout, with the hash of each report, for Python to find again
// (test_hashes.py). Numbers are those of the machine, 32 bits each, the hash 64:
//
//     length of the name, name, bodies, frames
//     of each body: vertices, triangles, is_rigid, collides_with_itself; rest positions; triangles
//     of each frame and body: its transform if it is rigid, otherwise its positions; then the hash, and the face pairs
//
// The ordinary run takes small forms of the scenes; `long` takes their own sizes.

#include <mote/world.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "scenes/scenes.h"

enum { FRAMES = 10, SMALL_DETAIL = 120 };

typedef struct stage {
    scene_instance *scene;
    uint32_t count;
    mote_world *world;
    mote_mesh **meshes;
    mote_vec3 **positions;
    mote_body_id *bodies;
} stage;

static void *demand(void *pointer)
{
    if (pointer) return pointer;
    fprintf(stderr, "dump_scenes: out of memory\n");
    exit(1);
}

static void must(mote_result result)
{
    if (result == MOTE_OK) return;
    fprintf(stderr, "dump_scenes: %s\n", mote_last_message());
    exit(1);
}

static void put(const void *data, size_t size)
{
    if (fwrite(data, 1, size, stdout) == size) return;
    fprintf(stderr, "dump_scenes: cannot write to stdout\n");
    exit(1);
}

static void put_number(uint32_t number)
{
    put(&number, sizeof number);
}

static void add_body(stage *s, uint32_t i)
{
    const io_model *model = scene_model(s->scene, i);
    put_number((uint32_t)model->vertex_count);
    put_number((uint32_t)model->triangle_count);
    put_number(scene_is_rigid(s->scene, i));
    put_number(scene_self_collides(s->scene, i));
    put(model->positions, model->vertex_count * sizeof *model->positions);
    put(model->triangles, (size_t)model->triangle_count * 3 * sizeof *model->triangles);

    mote_mesh_def def = mote_default_mesh_def();
    def.positions = (mote_positions){.data = model->positions, .count = model->vertex_count};
    def.indices = model->triangles;
    def.index_count = (size_t)model->triangle_count * 3;
    must(mote_mesh_create(&def, &s->meshes[i]));
    mote_body_def body = mote_default_body_def();
    body.mesh = s->meshes[i];
    body.self_collision = scene_self_collides(s->scene, i);
    must(mote_body_create(s->world, &body, &s->bodies[i]));
    s->positions[i] = demand(malloc(model->vertex_count * sizeof **s->positions));
}

static void move_body(const stage *s, uint32_t i, uint32_t frame)
{
    if (scene_is_rigid(s->scene, i)) {
        mote_transform transform = scene_transform(s->scene, i, frame);
        put(&transform, sizeof transform);
        must(mote_body_set_transform(s->world, s->bodies[i], &transform));
        return;
    }
    size_t count = scene_model(s->scene, i)->vertex_count;
    scene_positions(s->scene, i, frame, s->positions[i]);
    put(s->positions[i], count * sizeof **s->positions);
    mote_positions positions = {.data = s->positions[i], .count = count};
    must(mote_body_set_positions(s->world, s->bodies[i], &positions));
}

static void run_frames(const stage *s)
{
    uint32_t step = scene_frame_count(s->scene) / FRAMES;
    for (uint32_t frame = 0; frame < FRAMES; frame++) {
        for (uint32_t i = 0; i < s->count; i++) move_body(s, i, frame * (step ? step : 1));
        must(mote_world_detect(s->world));
        mote_report report;
        must(mote_world_report(s->world, &report));
        put(&report.hash, sizeof report.hash);
        put_number((uint32_t)report.face_pair_count);
    }
}

static void run_scene(const char *name, uint32_t detail)
{
    scene_def def = scene_default_def();
    def.name = name;
    def.detail = detail;
    stage s = {0};
    must(scene_open(&def, &s.scene));
    s.count = scene_body_count(s.scene);
    s.meshes = demand(calloc(s.count, sizeof *s.meshes));
    s.positions = demand(calloc(s.count, sizeof *s.positions));
    s.bodies = demand(calloc(s.count, sizeof *s.bodies));
    mote_world_def world_def = mote_default_world_def();
    must(mote_world_create(&world_def, &s.world));

    put_number((uint32_t)strlen(name));
    put(name, strlen(name));
    put_number(s.count);
    put_number(FRAMES);
    for (uint32_t i = 0; i < s.count; i++) add_body(&s, i);
    run_frames(&s);

    mote_world_destroy(s.world);
    for (uint32_t i = 0; i < s.count; i++) {
        mote_mesh_destroy(s.meshes[i]);
        free(s.positions[i]);
    }
    free(s.meshes);
    free(s.positions);
    free(s.bodies);
    scene_close(s.scene);
}

int main(int argc, char **argv)
{
    bool long_run = argc > 1 && strcmp(argv[1], "long") == 0;
    size_t count;
    const scene_info *infos = scene_list(&count);
    for (size_t i = 0; i < count; i++) {
        // "spheres-N" is "spheres" with its own number of bodies.
        char name[64];
        size_t length = strlen(infos[i].name);
        bool has_number = length > 2 && strcmp(infos[i].name + length - 2, "-N") == 0;
        snprintf(name, sizeof name, "%.*s", (int)(has_number ? length - 2 : length), infos[i].name);
        run_scene(name, long_run ? 0 : SMALL_DETAIL);
    }
    return 0;
}
