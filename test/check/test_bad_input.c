// Whatever 'mote check' is given, it ends with 0, 1 or 2, says what is wrong with which file, and
// keeps what it has found.

#define _DEFAULT_SOURCE // POSIX
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "core/random.h"
#include "io/io.h"
#include "samples/arm.h"
#include "samples/glb.h"
#include "support/check_play.h"
#include "support/run.h"

static void write_bytes(const char *name, const void *bytes, size_t size)
{
    char room[4096];
    FILE *file = fopen(play_path(room, name), "wb");
    assert_non_null(file);
    assert_int_equal(fwrite(bytes, 1, size, file), size);
    assert_int_equal(fclose(file), 0);
}

static void write_text(const char *name, const char *text)
{
    write_bytes(name, text, strlen(text));
}

// The exit code is 2, and the message names each of the words.
static void refuses(const char *arguments, const char *word, const char *other_word)
{
    char room[4096];
    int code = play_run(arguments);
    char *message = play_slurp(play_path(room, "err.txt"));
    if (code != 2) fail_msg("%s: exit code %d, not 2: %s", arguments, code, message);
    if (!strstr(message, word) || !strstr(message, other_word))
        fail_msg("%s: says %s", arguments, message);
    free(message);
}

// One triangle on one node, and what the case adds. `more` goes into the nodes' list.
static sample_glb triangle_glb(const char *node)
{
    static const float positions[9] = {0, 0, 0, 1, 0, 0, 0, 1, 0};
    static const uint32_t corners[3] = {0, 1, 2};
    sample_glb glb = sample_glb_create();
    uint32_t at = sample_glb_floats(&glb, positions, 3, 3);
    sample_glb_words(&glb, corners, 3, 1);
    sample_glb_item(&glb, SAMPLE_GLB_MESHES,
                    "{\"primitives\":[{\"attributes\":{\"POSITION\":%u},\"indices\":%u}]}", at,
                    at + 1);
    sample_glb_item(&glb, SAMPLE_GLB_NODES, "{\"name\":\"leaf\",\"mesh\":0%s}", node);
    return glb;
}

static void finish(sample_glb *glb, const char *name)
{
    char room[4096];
    assert_int_equal(sample_glb_write(glb, "[0]", play_path(room, name)), MOTE_OK);
    sample_glb_release(glb);
}

static void add_clip(sample_glb *glb, const float *times, uint32_t keys, const float *values)
{
    uint32_t at = sample_glb_floats(glb, times, keys, 1);
    sample_glb_floats(glb, values, keys, 3);
    sample_glb_item(glb, SAMPLE_GLB_ANIMATIONS,
                    "{\"name\":\"wave\",\"samplers\":[{\"input\":%u,\"output\":%u}],\"channels\":"
                    "[{\"sampler\":0,\"target\":{\"node\":0,\"path\":\"translation\"}}]}",
                    at, at + 1);
}

// ---------------------------------------------------------------------------------------------

static void files_that_are_not_there(void **state)
{
    (void)state;
    refuses("missing.glb", "missing.glb", "No such file");
    refuses("missing_%03d.obj", "missing_%03d.obj", "no file matches");
    refuses("no-such-scene", "no-such-scene", "teapot-sphere");
    char room[4096];
    assert_int_equal(mkdir(play_path(room, "folder"), 0777), 0);
    refuses("folder", "folder", "no OBJ");
    refuses("folder/x.glb", "folder/x.glb", "No such file");
    if (geteuid() == 0) return; // who may read everything
    write_text("secret.glb", "glTF");
    assert_int_equal(chmod(play_path(room, "secret.glb"), 0), 0);
    refuses("secret.glb", "secret.glb", "denied");
}

static void files_that_are_not_what_they_seem(void **state)
{
    (void)state;
    static const char *const extensions[] = {"glb", "gltf", "obj", "ply", "stl", "off", "fbx"};
    for (size_t i = 0; i < sizeof extensions / sizeof extensions[0]; i++) {
        char name[32];
        snprintf(name, sizeof name, "empty.%s", extensions[i]);
        write_text(name, "");
        refuses(name, name, ":");
        snprintf(name, sizeof name, "noise.%s", extensions[i]);
        write_text(name, "\001\002 this is no mesh \377\376");
        refuses(name, name, ":");
    }
    sample_glb glb = triangle_glb("");
    finish(&glb, "fine.glb");
    assert_int_equal(play_run("fine.glb"), 0);
    char room[4096], to[4096];
    assert_int_equal(link(play_path(room, "fine.glb"), play_path(to, "wrong.obj")), 0);
    refuses("wrong.obj", "wrong.obj", ":");
    assert_int_equal(link(room, play_path(to, "wrong.ply")), 0);
    refuses("wrong.ply", "wrong.ply", ":");
    assert_int_equal(link(room, play_path(to, "wrong.xyzzy")), 0);
    refuses("wrong.xyzzy", "wrong.xyzzy", ":");
}

static void files_that_are_cut_off(void **state)
{
    (void)state;
    char room[4096];
    assert_int_equal(sample_write_arm(play_path(room, "arm.glb"), 1), MOTE_OK);
    struct stat status;
    assert_int_equal(stat(room, &status), 0);
    char *bytes = play_slurp(room);
    size_t cuts = test_count(6, 24, 200);
    for (size_t i = 0; i < cuts; i++) {
        size_t size = 1 + (size_t)(status.st_size - 2) * i / cuts;
        write_bytes("cut.glb", bytes, size);
        refuses("cut.glb", "cut.glb", ":");
    }
    free(bytes);
}

// Bytes changed at random: any of the three codes, never a signal.
static void files_that_are_damaged(void **state)
{
    (void)state;
    mote_random random = mote_random_stream(7, 1, 2);
    static const float times[3] = {0, 0.2f, 0.4f}, places[9] = {0, 0, 0, 1, 1, 1, 2, 2, 2};
    sample_glb glb = triangle_glb("");
    add_clip(&glb, times, 3, places);
    unsigned char *bytes;
    size_t size;
    assert_int_equal(sample_glb_finish(&glb, "[0]", &bytes, &size), MOTE_OK);
    sample_glb_release(&glb);
    unsigned char *damaged = malloc(size);
    assert_non_null(damaged);
    for (size_t i = 0; i < test_count(10, 60, 2000); i++) {
        memcpy(damaged, bytes, size);
        for (uint32_t k = mote_random_below(&random, 4) + 1; k > 0; k--)
            damaged[mote_random_below(&random, (uint32_t)size)] =
                (unsigned char)mote_random_u32(&random);
        write_bytes("damaged.glb", damaged, size);
        int code = play_run("damaged.glb --budget 5");
        if (code < 0 || code > 2) fail_msg("case %zu: exit code %d", i, code);
    }
    free(damaged);
    free(bytes);
}

// ---------------------------------------------------------------------------------------------
// Animations

static void no_animation_is_one_frame(void **state)
{
    (void)state;
    char room[4096];
    sample_glb glb = triangle_glb("");
    finish(&glb, "still.glb");
    assert_int_equal(play_run("still.glb --json still.json"), 0);
    char *report = play_slurp(play_path(room, "still.json"));
    assert_non_null(strstr(report, "\"frames_checked\":1,"));
    assert_non_null(strstr(report, "{\"name\":null,\"start\":0,\"end\":0,\"frames\":1,"));
    free(report);
    refuses("still.glb --clip wave", "still.glb", "'wave'");
    refuses("still.glb --frames 1:2", "--frames", "0 to 0");
}

static void a_clip_without_length_is_one_frame(void **state)
{
    (void)state;
    char room[4096];
    static const float times[2] = {3, 3}, places[6] = {1, 2, 3, 1, 2, 3};
    for (uint32_t keys = 1; keys <= 2; keys++) {
        sample_glb glb = triangle_glb("");
        add_clip(&glb, times, keys, places);
        finish(&glb, "short.glb");
        assert_int_equal(play_run("short.glb --json short.json"), 0);
        char *report = play_slurp(play_path(room, "short.json"));
        assert_non_null(strstr(report, "\"frames_checked\":1,"));
        assert_non_null(strstr(report, "{\"name\":\"wave\",\"start\":3,\"end\":3,"));
        free(report);
    }
}

static void keys_that_are_no_numbers(void **state)
{
    (void)state;
    const float fine[2] = {0, 1}, places[6] = {0, 0, 0, 1, 1, 1};
    const float bad_time[2] = {0, NAN}, falling[2] = {1, 0}, endless[2] = {0, 1e30f};
    const float bad_place[6] = {0, 0, 0, 1, INFINITY, 1};
    sample_glb glb = triangle_glb("");
    add_clip(&glb, bad_time, 2, places);
    finish(&glb, "time.glb");
    refuses("time.glb", "clip 'wave', node 'leaf', key 1", "time is not finite");
    glb = triangle_glb("");
    add_clip(&glb, fine, 2, bad_place);
    finish(&glb, "place.glb");
    refuses("place.glb", "clip 'wave', node 'leaf', key 1", "a number is not finite");
    glb = triangle_glb("");
    add_clip(&glb, falling, 2, places);
    finish(&glb, "falling.glb");
    refuses("falling.glb", "clip 'wave', node 'leaf', key 1", "earlier");
    glb = triangle_glb("");
    add_clip(&glb, endless, 2, places);
    finish(&glb, "endless.glb");
    refuses("endless.glb", "endless.glb", "too many frames");
}

// ---------------------------------------------------------------------------------------------
// Structure

static void ten_thousand_nodes(void **state)
{
    (void)state;
    enum { NODES = 10000 };
    // A chain, each node a little above its parent, every second with the triangle.
    sample_glb glb = triangle_glb(",\"children\":[1]");
    for (unsigned i = 1; i < NODES; i++) {
        char child[48] = "";
        if (i + 1 < NODES) snprintf(child, sizeof child, ",\"children\":[%u]", i + 1);
        sample_glb_item(&glb, SAMPLE_GLB_NODES, "{\"translation\":[0,0,1]%s%s}",
                        i % 2 ? "" : ",\"mesh\":0", child);
    }
    finish(&glb, "chain.glb");
    assert_int_equal(play_run("chain.glb --fail-on touch"), 0);
}

static void nodes_in_a_circle(void **state)
{
    (void)state;
    sample_glb glb = triangle_glb(",\"children\":[1]");
    sample_glb_item(&glb, SAMPLE_GLB_NODES, "{\"children\":[0]}");
    finish(&glb, "circle.glb");
    refuses("circle.glb", "circle.glb", "its own ancestor");
    glb = triangle_glb(",\"children\":[7]");
    finish(&glb, "child.glb");
    refuses("child.glb", "child.glb", "does not exist");
}

static void absurd_counts(void **state)
{
    (void)state;
    static const char *const accessors[] = {
        "{\"bufferView\":0,\"componentType\":5126,\"count\":4000000000,\"type\":\"VEC3\"}",
        "{\"bufferView\":0,\"componentType\":5126,\"count\":-1,\"type\":\"VEC3\"}",
        "{\"bufferView\":0,\"componentType\":5126,\"count\":1e300,\"type\":\"VEC3\"}",
        ("{\"bufferView\":0,\"byteOffset\":4294967290,\"componentType\":5126,\"count\":3,"
         "\"type\":\"VEC3\"}"),
        "{\"componentType\":5126,\"count\":4294967290,\"type\":\"VEC3\"}",
        "{\"bufferView\":9,\"componentType\":5126,\"count\":3,\"type\":\"VEC3\"}",
        "{\"bufferView\":0,\"componentType\":1,\"count\":3,\"type\":\"VEC3\"}"};
    for (size_t i = 0; i < sizeof accessors / sizeof accessors[0]; i++) {
        sample_glb glb = triangle_glb("");
        uint32_t at = sample_glb_item(&glb, SAMPLE_GLB_ACCESSORS, "%s", accessors[i]);
        sample_glb_item(&glb, SAMPLE_GLB_MESHES,
                        "{\"primitives\":[{\"attributes\":{\"POSITION\":%u}}]}", at);
        sample_glb_item(&glb, SAMPLE_GLB_NODES, "{\"mesh\":1}");
        char room[4096];
        assert_int_equal(sample_glb_write(&glb, "[0,1]", play_path(room, "absurd.glb")), MOTE_OK);
        sample_glb_release(&glb);
        refuses("absurd.glb", ":", "");
    }
    write_text("absurd.ply", "ply\nformat ascii 1.0\nelement vertex 4000000000\nproperty float x\n"
                             "property float y\nproperty float z\nend_header\n0 0 0\n");
    refuses("absurd.ply", "absurd.ply", ":");
    write_text("absurd.off", "OFF\n4000000000 4000000000 0\n");
    refuses("absurd.off", "absurd.off", ":");
}

static void extensions_that_pack_triangles(void **state)
{
    (void)state;
    // Three bytes that are not what the extension says, or a build that does not decode it.
    static const char head[] = "{\"asset\":{\"version\":\"2.0\"},\"nodes\":[{\"mesh\":0}],"
                               "\"buffers\":[{\"byteLength\":3,\"uri\":\"data:;base64,AAAA\"}],"
                               "\"accessors\":[{\"componentType\":5126,\"count\":3,"
                               "\"type\":\"VEC3\",\"bufferView\":0}],";
    static const struct {
        const char *name, *rest;
    } packed[] = {
        {"KHR_draco_mesh_compression",
         "\"bufferViews\":[{\"buffer\":0,\"byteLength\":3}],\"meshes\":[{\"primitives\":[{"
         "\"attributes\":{\"POSITION\":0},\"extensions\":{\"KHR_draco_mesh_compression\":{"
         "\"bufferView\":0,\"attributes\":{\"POSITION\":0}}}}]}]}"},
        {"EXT_meshopt_compression",
         "\"bufferViews\":[{\"buffer\":0,\"byteLength\":36,\"extensions\":{"
         "\"EXT_meshopt_compression\":{\"buffer\":0,\"byteLength\":3,\"byteStride\":12,"
         "\"count\":3,\"mode\":\"ATTRIBUTES\"}}}],"
         "\"meshes\":[{\"primitives\":[{\"attributes\":{\"POSITION\":0}}]}]}"}};
    for (int i = 0; i < 2; i++) {
        char text[1024];
        snprintf(text, sizeof text, "%s%s", head, packed[i].rest);
        write_text("packed.gltf", text);
        refuses("packed.gltf", "packed.gltf", packed[i].name);
    }
    write_text("old.gltf", "{\"asset\":{\"version\":\"1.0\"}}");
    refuses("old.gltf", "old.gltf", "glTF 2.0");
    write_text("outside.gltf", "{\"asset\":{\"version\":\"2.0\"},\"buffers\":[{\"byteLength\":1,"
                               "\"uri\":\"/etc/passwd\"}]}");
    refuses("outside.gltf", "outside.gltf", "neither embedded nor a file in the same folder");
}

// ---------------------------------------------------------------------------------------------
// Outputs

static void outputs_that_cannot_be_written(void **state)
{
    (void)state;
    refuses("stack --frames 0:1 --json no/such/folder.json", "no/such/folder.json", "");
    refuses("teapot-sphere --frames 60:61 --out /dev/null/x", "/dev/null", "");
    refuses("teapot-sphere --frames 60:61 --write-baseline no/such/base.txt", "no/such/base.txt",
            "");
    if (access("/dev/full", W_OK)) return;
    refuses("teapot-sphere --frames 40:60 --json /dev/full", "/dev/full", "No space");
    char room[4096];
    char *out = play_slurp(play_path(room, "out.txt"));
    assert_non_null(strstr(out, "penetrate")); // the summary is told all the same
    free(out);
}

static void a_closed_pipe(void **state)
{
    (void)state;
    char room[4096];
    assert_int_equal(play_run("teapot-sphere --frames 0 >/dev/null; (\"$MOTE_COMMAND\" check "
                              "teapot-sphere --frames 40:70 --json -; "
                              "echo $? >code.txt) 2>pipe.txt | true"),
                     0);
    char *code = play_slurp(play_path(room, "code.txt"));
    assert_string_equal(code, "2\n");
    free(code);
    char *message = play_slurp(play_path(room, "pipe.txt"));
    assert_non_null(strstr(message, "cannot be written"));
    free(message);
}

// The third file of a sequence is broken: the report has what the first two showed, and says so.
static void what_was_found_is_kept(void **state)
{
    (void)state;
    char room[4096];
    static const char mesh[] = "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0.2 0.2 -1\nv 0.3 0.2 1\nv 0.2 0.3 1\n"
                               "f 1 2 3\nf 4 5 6\n";
    for (int i = 0; i < 4; i++) {
        char name[32];
        snprintf(name, sizeof name, "broken_%d.obj", i);
        write_text(name, i == 2 ? "v 0 0 nonsense\n" : mesh);
    }
    refuses("broken_%d.obj --json kept.json", "broken_2.obj:1", "nonsense");
    char *report = play_slurp(play_path(room, "kept.json"));
    assert_non_null(strstr(report, "\"frames_checked\":2,"));
    assert_non_null(strstr(report, "\"faces\":[[0,1]]"));
    assert_non_null(strstr(report, "\"error\":\"broken_2.obj"));
    free(report);
    char *out = play_slurp(play_path(room, "out.txt"));
    assert_non_null(strstr(out, "2 of 2 frames"));
    free(out);
    write_text("broken_2.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n");
    refuses("broken_%d.obj", "broken_2.obj", "its triangles differ");
    assert_int_equal(remove(play_path(room, "broken_2.obj")), 0);
    refuses("broken_%d.obj", "broken_1.obj", "missing");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(files_that_are_not_there),
        cmocka_unit_test(files_that_are_not_what_they_seem),
        cmocka_unit_test(files_that_are_cut_off),
        cmocka_unit_test(files_that_are_damaged),
        cmocka_unit_test(no_animation_is_one_frame),
        cmocka_unit_test(a_clip_without_length_is_one_frame),
        cmocka_unit_test(keys_that_are_no_numbers),
        cmocka_unit_test(ten_thousand_nodes),
        cmocka_unit_test(nodes_in_a_circle),
        cmocka_unit_test(absurd_counts),
        cmocka_unit_test(extensions_that_pack_triangles),
        cmocka_unit_test(outputs_that_cannot_be_written),
        cmocka_unit_test(a_closed_pipe),
        cmocka_unit_test(what_was_found_is_kept),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
