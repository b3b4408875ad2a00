// hashes [long]: runs every built-in scene by every method and prints the hash of each report, for the
// WebAssembly module to find again (bindings/js/test/native_hashes.mjs):
//
//     run SCENE DETAIL METHOD      then, of each frame that was looked at:
//     FRAME HASH FACE_PAIRS        or, once, where the method does not serve the scene:
//     refused
//
// The ordinary run takes small forms of the scenes and 10 frames; `long` takes their own sizes and
// 100, but leaves out what would take a method hours.

#include <inttypes.h>
#include <mote/world.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "scenes/scenes.h"

typedef struct actor {
    mote_mesh *mesh;
    bool owns_mesh; // bodies of one model share it
    mote_body_id body;
    mote_vec3 *positions; // of bodies that are not rigid
} actor;

typedef struct stage {
    scene_instance *scene;
    actor *actors;
    uint32_t count;
    size_t triangle_count;
} stage;

static void *demand(void *pointer)
{
    if (pointer) return pointer;
    fprintf(stderr, "hashes: no memory\n");
    exit(1);
}

static void must(mote_result result)
{
    if (result == MOTE_OK) return;
    fprintf(stderr, "hashes: %s\n", mote_last_message());
    exit(1);
}

static void prepare_actor(stage *s, uint32_t i)
{
    const io_model *model = scene_model(s->scene, i);
    actor *a = &s->actors[i];
    s->triangle_count += model->triangle_count;
    for (uint32_t j = 0; j < i && !a->mesh; j++) {
        if (scene_model(s->scene, j) == model) a->mesh = s->actors[j].mesh;
    }
    if (!a->mesh) {
        mote_mesh_def def = mote_default_mesh_def();
        def.positions = (mote_positions){.data = model->positions, .count = model->vertex_count};
        def.indices = model->triangles;
        def.index_count = (size_t)model->triangle_count * 3;
        must(mote_mesh_create(&def, &a->mesh));
        a->owns_mesh = true;
    }
    if (!scene_is_rigid(s->scene, i))
        a->positions = demand(malloc(model->vertex_count * sizeof *a->positions));
}

static stage open_stage(const char *name, uint32_t detail)
{
    scene_def def = scene_default_def();
    def.name = name;
    def.detail = detail;
    stage s = {0};
    must(scene_open(&def, &s.scene));
    s.count = scene_body_count(s.scene);
    s.actors = demand(calloc(s.count, sizeof *s.actors));
    for (uint32_t i = 0; i < s.count; i++) prepare_actor(&s, i);
    return s;
}

static void close_stage(stage *s)
{
    for (uint32_t i = 0; i < s->count; i++) {
        if (s->actors[i].owns_mesh) mote_mesh_destroy(s->actors[i].mesh);
        free(s->actors[i].positions);
    }
    free(s->actors);
    scene_close(s->scene);
}

static mote_result add_actors(stage *s, mote_world *world)
{
    mote_result result = MOTE_OK;
    for (uint32_t i = 0; i < s->count && !result; i++) {
        mote_body_def def = mote_default_body_def();
        def.mesh = s->actors[i].mesh;
        result = mote_body_create(world, &def, &s->actors[i].body);
    }
    return result;
}

static mote_result move_actor(const stage *s, mote_world *world, uint32_t i, uint32_t frame)
{
    const actor *a = &s->actors[i];
    if (!a->positions) {
        mote_transform transform = scene_transform(s->scene, i, frame);
        return mote_body_set_transform(world, a->body, &transform);
    }
    scene_positions(s->scene, i, frame, a->positions);
    mote_positions positions = {.data = a->positions,
                                .count = scene_model(s->scene, i)->vertex_count};
    return mote_body_set_positions(world, a->body, &positions);
}

static mote_result run_frame(const stage *s, mote_world *world, uint32_t frame)
{
    mote_result result = MOTE_OK;
    for (uint32_t i = 0; i < s->count && !result; i++) result = move_actor(s, world, i, frame);
    if (!result) result = mote_world_detect(world);
    if (result) return result;
    mote_report report;
    must(mote_world_report(world, &report));
    printf("%" PRIu32 " %016" PRIx64 " %zu\n", frame, report.hash, report.face_pair_count);
    return MOTE_OK;
}

static void run_method(stage *s, mote_method method, uint32_t frames)
{
    mote_world_def def = mote_default_world_def();
    def.method = method;
    mote_world *world;
    must(mote_world_create(&def, &world));
    uint32_t step = scene_frame_count(s->scene) / frames;
    mote_result result = add_actors(s, world);
    for (uint32_t i = 0; i < frames && !result; i++)
        result = run_frame(s, world, i * (step ? step : 1));
    if (result == MOTE_ERROR_REFUSED)
        printf("refused\n");
    else
        must(result);
    mote_world_destroy(world);
}

// Left to the long run: faces that lie in each other's plane share cells down to the last level.
static bool is_slow(const char *scene, mote_method method)
{
    return (method == MOTE_METHOD_OCTREE_UPDATE && strcmp(scene, "stack") == 0) ||
           (method == MOTE_METHOD_SMITH && strcmp(scene, "twins") == 0);
}

// How many frames a method gets. Where all pairs take seconds a frame, `naive` gets one in the long
// run and none in the short one.
static uint32_t frames_of(const char *scene, mote_method method, size_t triangles, bool long_run)
{
    if (method == MOTE_METHOD_NAIVE && triangles > (long_run ? 5000 : 2500)) return long_run;
    if (!long_run && is_slow(scene, method)) return 0;
    return long_run ? 100 : 10;
}

static void run_scene(const char *name, bool long_run)
{
    uint32_t detail = long_run ? 0 : 120;
    stage s = open_stage(name, detail);
    const mote_method_info *info;
    for (size_t i = 0; (info = mote_method_at(i)); i++) {
        uint32_t frames = frames_of(name, info->method, s.triangle_count, long_run);
        if (frames == 0) continue;
        printf("run %s %" PRIu32 " %s\n", name, detail, info->name);
        run_method(&s, info->method, frames);
    }
    close_stage(&s);
}

// Where N of a name counts faces, and not bodies.
static bool counts_faces(const char *pattern)
{
    return strcmp(pattern, "smith-spheres-N") == 0 || strcmp(pattern, "smith-bouncing-15-N") == 0;
}

// "spheres-N" becomes "spheres-6", or for the long run "spheres".
static void name_scene(const char *pattern, bool long_run, char *name, size_t size)
{
    size_t length = strlen(pattern);
    bool has_number = length > 2 && strcmp(pattern + length - 2, "-N") == 0;
    const char *number = !has_number || long_run ? "" : counts_faces(pattern) ? "-96" : "-6";
    snprintf(name, size, "%.*s%s", (int)(has_number ? length - 2 : length), pattern, number);
}

int main(int argc, char **argv)
{
    bool long_run = argc > 1 && strcmp(argv[1], "long") == 0;
    size_t count;
    const scene_info *infos = scene_list(&count);
    for (size_t i = 0; i < count; i++) {
        char name[64];
        name_scene(infos[i].name, long_run, name, sizeof name);
        run_scene(name, long_run);
    }
    return 0;
}
