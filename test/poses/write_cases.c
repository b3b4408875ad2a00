// write_cases FOLDER: FBX files of random scenes, each feature alone and all of them combined, as text and binary.

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
    {"all_but_inherit", TEST_FBX_ALL & ~(TEST_FBX_INHERIT | TEST_FBX_BETWEEN | TEST_FBX_LOOSE)},
    {"all", TEST_FBX_ALL},
};

static const struct {
    const char *name;
    test_fbx_form form;
} forms[] = {{"text", {.version = 7400}},
             {"binary", {.binary = true, .version = 7400}},
             {"wide", {.binary = true, .version = 7500, .deflated = true}}};

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
            snprintf(path, sizeof path, "%s/%s_%s.fbx", arguments[1], cases[i].name, forms[k].name);
            FILE *file = fopen(path, "wb");
            bool written = file && fwrite(writer.bytes, 1, writer.size, file) == writer.size;
            if (file) written = fclose(file) == 0 && written;
            free(writer.bytes);
            if (!written) return perror(path), 1;
        }
    return 0;
}
