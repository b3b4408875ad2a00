// Files that people made: alone, and in pairs with one of them placed in, on and far from the
// other. Runs where the environment variable MOTE_REAL_FILES names a folder of them.

#define _DEFAULT_SOURCE // POSIX
#include <dirent.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check/animation/animation.h"
#include "core/vec.h"
#include "io/io.h"
#include "support/check_play.h"
#include "support/run.h"

enum { MAX_FILES = 64 };

typedef struct real_file {
    char path[1024];
    check_animation *animation; // the whole file as one part
    mote_mesh_info info;
} real_file;

static struct {
    real_file files[MAX_FILES];
    int count;
} real;

static bool is_model(const char *name)
{
    const char *dot = strrchr(name, '.');
    return dot && (strcmp(dot, ".glb") == 0 || strcmp(dot, ".gltf") == 0 ||
                   io_format_of(name) != IO_UNKNOWN);
}

static int open_files(void **state)
{
    (void)state;
    const char *folder = getenv("MOTE_REAL_FILES");
    DIR *dir = folder ? opendir(folder) : NULL;
    for (struct dirent *entry; dir && (entry = readdir(dir)) && real.count < MAX_FILES;) {
        if (!is_model(entry->d_name)) continue;
        real_file *file = &real.files[real.count];
        snprintf(file->path, sizeof file->path, "%s/%s", folder, entry->d_name);
        char *inputs[] = {file->path};
        check_animation_def def = check_default_animation_def();
        def.inputs = (const char *const *)inputs;
        def.input_count = 1;
        def.split = ASSET_SPLIT_FILE;
        if (check_animation_open(&def, &file->animation)) fail_msg("%s", mote_last_message());
        mote_mesh_get_info(file->animation->parts[0]->mesh, &file->info);
        real.count++;
    }
    if (dir) closedir(dir);
    return 0;
}

static int close_files(void **state)
{
    (void)state;
    for (int i = 0; i < real.count; i++) check_animation_close(real.files[i].animation);
    return 0;
}

static float size_of(const real_file *file)
{
    return mote_vec_length(mote_vec_sub(file->info.box.max, file->info.box.min));
}

// Writes a file's rest pose, so large and there, as placed.obj.
static void place(const real_file *file, float size, mote_vec3 center)
{
    const asset_part *part = file->animation->parts[0];
    mote_mesh_view view;
    mote_mesh_get_view(part->mesh, &view);
    io_model model;
    char room[4096];
    assert_int_equal(io_model_create(part->vertex_count, part->triangle_count, &model), MOTE_OK);
    memcpy(model.triangles, view.triangles, (size_t)part->triangle_count * 3 * sizeof(uint32_t));
    float scale = size / size_of(file);
    mote_vec3 middle = mote_vec_scale(mote_vec_add(file->info.box.min, file->info.box.max), 0.5f);
    for (uint32_t i = 0; i < part->vertex_count; i++)
        model.positions[i] =
            mote_vec_add(mote_vec_scale(mote_vec_sub(part->positions[i], middle), scale), center);
    assert_int_equal(io_write(play_path(room, "placed.obj"), &model), MOTE_OK);
    io_model_release(&model);
}

static void expect_pair(int code, const real_file *file, const real_file *placed, const char *how)
{
    char line[2048];
    snprintf(line, sizeof line, "'%s' placed.obj --static", file->path);
    int got = play_run(line);
    if (got != code)
        fail_msg("%s, %s %s: exit code %d, not %d", file->path, placed->path, how, got, code);
}

// A point within a closed mesh, and how much room there is around it at least.
static bool find_inside(const real_file *file, mote_vec3 *point, float *room)
{
    const asset_part *part = file->animation->parts[0];
    mote_mesh_view view;
    mote_mesh_get_view(part->mesh, &view);
    if (!file->info.closed) return false;
    for (uint32_t i = 0; i < part->vertex_count; i++) {
        mote_vec3 inwards = mote_vec_scale(view.vertex_normals[i], -0.02f * size_of(file));
        *point = mote_vec_add(view.positions[i], inwards);
        *room = 1e-4f * size_of(file);
        if (mote_mesh_contains(part->mesh, *point)) return true;
    }
    return false;
}

static void each_alone(void **state)
{
    (void)state;
    if (real.count == 0) skip();
    for (int i = 0; i < real.count; i++) {
        char line[2048];
        snprintf(line, sizeof line, "'%s' --self --json alone.json", real.files[i].path);
        int code = play_run(line);
        if (code != 0 && code != 1) fail_msg("%s: exit code %d", real.files[i].path, code);
    }
}

static void each_pair(void **state)
{
    (void)state;
    if (real.count == 0) skip();
    for (int i = 0; i < real.count; i++) {
        const real_file *a = &real.files[i];
        const asset_part *part = a->animation->parts[0];
        for (int k = 0; k < real.count; k++) {
            const real_file *b = &real.files[k];
            mote_vec3 far = {a->info.box.max.x + 2 * size_of(a), 0, 0}, point;
            float room;
            place(b, size_of(a), far);
            expect_pair(0, a, b, "far away");
            place(b, 0.3f * size_of(a), part->positions[part->vertex_count / 2]);
            expect_pair(1, a, b, "on its surface");
            if (!find_inside(a, &point, &room)) continue;
            place(b, room, point);
            expect_pair(1, a, b, "inside");
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_alone),
        cmocka_unit_test(each_pair),
    };
    return cmocka_run_group_tests(tests, open_files, close_files);
}
