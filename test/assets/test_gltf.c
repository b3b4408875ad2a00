// glTF from memory: whole, cut off, changed, and made to ask for too much.

#include "assets/gltf.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "assets/rig.h"
#include "core/random.h"
#include "samples/arm.h"
#include "support/run.h"

static asset_gltf_def text_def(const char *text)
{
    asset_gltf_def def = asset_default_gltf_def();
    def.bytes = text;
    def.size = strlen(text);
    def.name = "case.gltf";
    return def;
}

static void refuses(const asset_gltf_def *def, mote_result wanted, const char *words)
{
    asset_file asset = {0};
    mote_result result = asset_gltf_read(def, &asset);
    asset_release(&asset);
    if (result != wanted || !strstr(mote_last_message(), def->name) ||
        !strstr(mote_last_message(), words))
        fail_msg("result %d: %s", result, result ? mote_last_message() : "");
}

static void refuses_text(const char *text, const char *words)
{
    asset_gltf_def def = text_def(text);
    refuses(&def, MOTE_ERROR_DATA, words);
}

// One triangle; %s stands for the members of its buffer.
static const char triangle[] =
    "{\"asset\":{\"version\":\"2.0\"},\"nodes\":[{\"name\":\"leaf\",\"mesh\":0}],"
    "\"meshes\":[{\"primitives\":[{\"attributes\":{\"POSITION\":0}}]}],"
    "\"accessors\":[{\"bufferView\":0,\"componentType\":5126,\"type\":\"VEC3\",\"count\":3}],"
    "\"bufferViews\":[{\"buffer\":0,\"byteLength\":36}],\"buffers\":[{\"byteLength\":36,%s}]}";

static const unsigned char triangle_bytes[36] = {[14] = 0x80, 0x3f, [30] = 0x80, 0x3f};

static mote_result read_triangle_bytes(void *context, const char *path, const char *name,
                                       unsigned char **out, size_t *size)
{
    (void)context;
    assert_string_equal(path, "case.gltf");
    assert_string_equal(name, "a b.bin");
    *size = sizeof triangle_bytes;
    *out = malloc(*size);
    assert_non_null(*out);
    memcpy(*out, triangle_bytes, *size);
    return MOTE_OK;
}

static void expect_triangle(const asset_gltf_def *def)
{
    asset_file asset = {0};
    if (asset_gltf_read(def, &asset)) fail_msg("%s", mote_last_message());
    assert_int_equal(asset.positions.count, 3);
    assert_memory_equal(asset.positions.data, triangle_bytes, sizeof triangle_bytes);
    asset_release(&asset);
}

static void buffers_within_and_beside_the_file(void **state)
{
    (void)state;
    char text[1024];
    snprintf(text, sizeof text, triangle,
             "\"uri\":\"data:application/octet-stream;base64,"
             "AAAAAAAAAAAAAAAAAACAPwAAAAAAAAAAAAAAAAAAgD8AAAAA\"");
    asset_gltf_def def = text_def(text);
    expect_triangle(&def);
    snprintf(text, sizeof text, triangle, "\"uri\":\"a%20b.bin\"");
    def = text_def(text);
    refuses(&def, MOTE_ERROR_REFUSED, "'a b.bin' is another file: a GLB or embedded buffers");
    def.beside.read = read_triangle_bytes;
    expect_triangle(&def);
}

// ---------------------------------------------------------------------------------------------

// Reads, makes a rig and moves it: whatever the bytes are, that ends well or with a message.
static bool survives(const unsigned char *bytes, size_t size)
{
    asset_gltf_def def = asset_default_gltf_def();
    def.bytes = bytes;
    def.size = size;
    def.name = "arm.glb";
    def.max_bytes = 64 << 20;
    asset_file asset = {0};
    asset_rig *rig = NULL;
    asset_rig_def rig_def = asset_default_rig_def();
    rig_def.name = def.name;
    rig_def.bounds = true;
    mote_result result = asset_gltf_read(&def, &asset);
    if (result)
        asset_release(&asset);
    else
        result = asset_rig_create(&asset, &rig_def, &rig);
    if (result && !strstr(mote_last_message(), "arm.glb")) fail_msg("%s", mote_last_message());
    for (uint32_t i = 0; !result && i < 3; i++) {
        const asset_clip *clip = rig->asset.clips.count ? rig->asset.clips.data : NULL;
        result = asset_rig_pose(rig, clip, clip ? clip->start + i * (clip->end - clip->start) : 0);
        for (uint32_t k = 0; !result && k < rig->part_count; k++)
            result =
                mote_deformer_evaluate_all(rig->rig_parts[k].chain, NULL, rig->parts[k].positions);
    }
    asset_rig_destroy(rig);
    return result == MOTE_OK;
}

static void a_file_cut_off_anywhere(void **state)
{
    (void)state;
    unsigned char *bytes;
    size_t size, step = 4 * 97 / test_count(1, 4, 97 * 4);
    assert_int_equal(sample_make_arm(1, &bytes, &size), MOTE_OK);
    assert_true(survives(bytes, size));
    for (size_t cut = 0; cut < size; cut += step) {
        unsigned char *exact = malloc(cut + 1); // so that sanitizers see a byte too far
        assert_non_null(exact);
        memcpy(exact, bytes, cut);
        if (survives(exact, cut)) fail_msg("read %zu of %zu bytes", cut, size);
        free(exact);
    }
    free(bytes);
}

static void a_file_with_changed_bytes(void **state)
{
    (void)state;
    unsigned char *bytes;
    size_t size, read = 0, cases = test_count(60, 200, 20000);
    assert_int_equal(sample_make_arm(1, &bytes, &size), MOTE_OK);
    mote_random random = mote_random_stream(8, 1, 5);
    for (size_t i = 0; i < cases; i++) {
        // Half of the changes hit the JSON in front.
        uint32_t limit = i % 2 && size > 4096 ? 4096 : (uint32_t)size;
        uint32_t at = mote_random_below(&random, limit);
        unsigned char old = bytes[at];
        bytes[at] = (unsigned char)mote_random_below(&random, 256);
        read += survives(bytes, size);
        bytes[at] = old;
    }
    assert_in_range(read, 1, cases - 1);
    free(bytes);
}

// ---------------------------------------------------------------------------------------------
// Small files that ask for much

typedef struct writer {
    char *text;
    size_t length;
} writer;

static void put(writer *w, const char *text, size_t times)
{
    size_t length = strlen(text);
    w->text = realloc(w->text, w->length + times * length + 1);
    assert_non_null(w->text);
    for (size_t i = 0; i < times; i++, w->length += length)
        memcpy(w->text + w->length, text, length + 1);
}

static void refuses_written(writer *w, const char *words)
{
    asset_gltf_def def = text_def(w->text);
    def.max_bytes = 1 << 20;
    refuses(&def, MOTE_ERROR_DATA, words);
    free(w->text);
}

static const char zeros[] =
    "\"accessors\":[{\"componentType\":5126,\"type\":\"VEC3\",\"count\":300}]"
    ",\"asset\":{\"version\":\"2.0\"}}";

static void one_accessor_of_many_primitives(void **state)
{
    (void)state;
    writer w = {0};
    put(&w, "{\"nodes\":[{\"mesh\":0}],\"meshes\":[{\"primitives\":[", 1);
    put(&w, "{\"attributes\":{\"POSITION\":0}},", 400);
    put(&w, "{\"attributes\":{\"POSITION\":0}}]}],", 1);
    put(&w, zeros, 1);
    refuses_written(&w, "more than the 1 MB that a file may take");
}

static void one_mesh_on_many_nodes(void **state)
{
    (void)state;
    writer w = {0};
    put(&w, "{\"nodes\":[{\"mesh\":0}", 1);
    put(&w, ",{\"mesh\":0}", 500);
    put(&w, "],\"meshes\":[{\"primitives\":[{\"attributes\":{\"POSITION\":0}}", 1);
    put(&w, ",{\"attributes\":{\"POSITION\":0}}", 60);
    put(&w, "]}],", 1);
    put(&w, zeros, 1);
    refuses_written(&w, "more than the 1 MB that a file may take");
}

// The triangles are there once, but every node has them checked.
static void one_triangle_list_on_many_nodes(void **state)
{
    (void)state;
    writer w = {0};
    put(&w, "{\"nodes\":[{\"mesh\":0}", 1);
    put(&w, ",{\"mesh\":0}", 1200);
    put(&w, "],\"meshes\":[{\"primitives\":[{\"attributes\":{\"POSITION\":0}}]}],", 1);
    put(&w, zeros, 1);
    refuses_written(&w, "more than the 1 MB that a file may take");
}

static void many_morph_targets_of_nothing(void **state)
{
    (void)state;
    writer w = {0};
    put(&w, "{\"nodes\":[{\"mesh\":0}],\"meshes\":[{\"primitives\":[", 1);
    put(&w, "{\"attributes\":{\"POSITION\":0},\"targets\":[{}", 1);
    put(&w, ",{}", 400);
    put(&w, "]}]}],", 1);
    put(&w, zeros, 1);
    refuses_written(&w, "more than the 1 MB that a file may take");
}

static void objects_that_are_huge(void **state)
{
    (void)state;
    writer w = {0};
    put(&w, "{\"extras\":{\"a\":0", 1);
    put(&w, ",\"a\":0", 5000);
    put(&w, "},\"asset\":{\"version\":\"2.0\"},\"nodes\":[{}]}", 1);
    asset_gltf_def def = text_def(w.text);
    asset_file asset = {0};
    assert_int_equal(asset_gltf_read(&def, &asset), MOTE_OK); // nobody looks into extras
    asset_release(&asset);
    memcpy(w.text, "{\"extrus\"", 9);
    refuses_written(&w, "JSON byte 10: an object has more than 4096 members");
}

static void files_that_are_something_else(void **state)
{
    (void)state;
    refuses_text("", "is empty");
    refuses_text("v 0 0 0\n", "is neither glTF nor GLB");
    refuses_text("{", "JSON, byte 1");
    refuses_text("{\"asset\":{\"version\":\"1.0\"}}", "not glTF 2.0");
    refuses_text("{\"asset\":{\"version\":\"2.0\"}}", "holds nothing");
}

// A part of a part's vertices more than once, and morph targets on top: counted before they are
// made.
static void rigs_of_limited_size(void **state)
{
    (void)state;
    unsigned char *bytes;
    asset_gltf_def def = asset_default_gltf_def();
    asset_rig_def rig_def = asset_default_rig_def();
    def.name = rig_def.name = "arm.glb";
    assert_int_equal(sample_make_arm(1, &bytes, &def.size), MOTE_OK);
    def.bytes = bytes;
    for (int i = 0; i < 2; i++) {
        rig_def.max_pieces = i ? 1000 : 1 << 20;
        rig_def.max_parts = i ? 100 : 1;
        asset_file asset = {0};
        asset_rig *rig;
        assert_int_equal(asset_gltf_read(&def, &asset), MOTE_OK);
        assert_int_equal(asset_rig_create(&asset, &rig_def, &rig), MOTE_ERROR_LIMIT);
        assert_null(rig);
        assert_non_null(strstr(mote_last_message(), i ? "arm.glb: has more than 1000 vertices"
                                                      : "arm.glb: has 2 parts, more than 1"));
    }
    free(bytes);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(buffers_within_and_beside_the_file),
        cmocka_unit_test(a_file_cut_off_anywhere),
        cmocka_unit_test(a_file_with_changed_bytes),
        cmocka_unit_test(one_accessor_of_many_primitives),
        cmocka_unit_test(one_mesh_on_many_nodes),
        cmocka_unit_test(one_triangle_list_on_many_nodes),
        cmocka_unit_test(many_morph_targets_of_nothing),
        cmocka_unit_test(objects_that_are_huge),
        cmocka_unit_test(files_that_are_something_else),
        cmocka_unit_test(rigs_of_limited_size),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
