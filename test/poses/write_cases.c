// write_cases FOLDER: FBX files of random scenes, each feature alone and all of them combined, as
// text and binary; beside each, as JSON, where its vertices are by the formulas of Autodesk's
// documentation.

#include <stdio.h>
#include <stdlib.h>

#include "support/fbx_scene.h"

static const struct {
    const char *name;
    uint32_t features;
} cases[] = {
    {"plain", 0},
    {"pivots", TEST_FBX_PIVOTS},
    {"rotations", TEST_FBX_ROTATIONS},
    {"orders", TEST_FBX_ORDERS},
    {"geometric", TEST_FBX_GEOMETRIC},
    {"inherit", TEST_FBX_INHERIT},
    {"unit", TEST_FBX_UNIT},
    {"axes", TEST_FBX_AXES},
    {"shapes", TEST_FBX_SHAPES},
    {"shapes_between", TEST_FBX_SHAPES | TEST_FBX_BETWEEN | TEST_FBX_LINEAR},
    {"skin", TEST_FBX_SKIN},
    {"skin_loose", TEST_FBX_SKIN | TEST_FBX_LOOSE},
    {"linear", TEST_FBX_LINEAR},
    {"curves", TEST_FBX_CURVES},
    {"stacks", TEST_FBX_LINEAR | TEST_FBX_STACKS},
    {"inactive", TEST_FBX_INACTIVE | TEST_FBX_ROTATIONS | TEST_FBX_ORDERS},
    {"polygons", TEST_FBX_POLYGONS},
    {"templates", TEST_FBX_TEMPLATES | TEST_FBX_PIVOTS},
    {"pivots_linear", TEST_FBX_PIVOTS | TEST_FBX_ROTATIONS | TEST_FBX_ORDERS | TEST_FBX_LINEAR},
    {"shapes_linear", TEST_FBX_SHAPES | TEST_FBX_LINEAR},
    {"skin_linear", TEST_FBX_SKIN | TEST_FBX_LINEAR},
    {"inherit_linear", TEST_FBX_INHERIT | TEST_FBX_LINEAR},
    {"most", TEST_FBX_ALL & ~(TEST_FBX_INHERIT | TEST_FBX_BETWEEN | TEST_FBX_LOOSE |
                              TEST_FBX_GEOMETRIC | TEST_FBX_UNIT)},
    {"all", TEST_FBX_ALL},
};

static const struct {
    const char *name;
    test_fbx_form form;
} forms[] = {{"text", {.version = 7400}},
             {"binary", {.binary = true, .version = 7400}},
             {"wide", {.binary = true, .version = 7500, .deflated = true}}};

static bool write_points(FILE *file, const test_fbx_scene *scene, int stack, double time)
{
    double points[TEST_FBX_MODELS][TEST_FBX_VERTICES][3];
    test_fbx_pose(scene, stack, time, points);
    fprintf(file, "{\"time\":%.17g,\"points\":[", time);
    const char *comma = "";
    for (int i = 0; i < TEST_FBX_MODELS; i++)
        for (int v = 0; v < TEST_FBX_VERTICES && scene->models[i].mesh; v++, comma = ",")
            fprintf(file, "%s%.17g,%.17g,%.17g", comma, points[i][v][0], points[i][v][1],
                    points[i][v][2]);
    return fprintf(file, "]}") > 0;
}

// Without stacks, one frame without animation.
static bool write_expected(const char *path, const test_fbx_scene *scene)
{
    enum { FRAMES = 24 };
    FILE *file = fopen(path, "w");
    if (!file) return false;
    fprintf(file, "{\"clips\":[");
    for (int i = 0; i < scene->stack_count || i == 0; i++) {
        bool moves = scene->stack_count > 0;
        fprintf(file, "%s{\"name\":\"take %d\",\"frames\":[", i ? "," : "", i);
        for (int k = 0; k < (moves ? FRAMES : 1); k++) {
            if (k) fprintf(file, ",");
            write_points(file, scene, moves ? i : -1, k / 30.0);
        }
        fprintf(file, "]}");
    }
    fprintf(file, "]}\n");
    return fclose(file) == 0;
}

static bool write_file(const char *path, const test_fbx_writer *writer)
{
    FILE *file = fopen(path, "wb");
    bool written = file && fwrite(writer->bytes, 1, writer->size, file) == writer->size;
    return file && fclose(file) == 0 && written;
}

int main(int count, char **arguments)
{
    if (count != 2) {
        fprintf(stderr, "usage: write_cases FOLDER\n");
        return 2;
    }
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        for (size_t k = 0; k < sizeof forms / sizeof *forms; k++) {
            char path[4096];
            test_fbx_scene scene = test_fbx_random_scene(k, cases[i].features);
            test_fbx_writer writer;
            test_fbx_write_scene(&scene, forms[k].form, &writer);
            int length = snprintf(path, sizeof path, "%s/%s_%s.fbx", arguments[1], cases[i].name,
                                  forms[k].name);
            bool written = write_file(path, &writer);
            free(writer.bytes);
            snprintf(path + length - 4, 6, ".json");
            if (!written || !write_expected(path, &scene)) return perror(path), 1;
        }
    return 0;
}
