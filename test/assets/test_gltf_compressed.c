// What compressed glTF files may ask of the decoders. These here are none: they count their calls,
// and check that they are asked only for what the real ones take for granted.

#include <mote/base.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "assets/gltf.h"
#include "support/run.h"

static uint32_t meshopt_calls, open_meshes;
static bool is_damaged;

static bool read_meshopt(const asset_meshopt_view *view, void *out)
{
    meshopt_calls++;
    assert_true(view->stride > 0 && view->stride <= 256);
    if (view->mode == ASSET_MESHOPT_ATTRIBUTES)
        assert_int_equal(view->stride % 4, 0);
    else
        assert_true(view->stride == 2 || view->stride == 4);
    if (view->mode == ASSET_MESHOPT_TRIANGLES) assert_int_equal(view->count % 3, 0);
    memset(out, 0, view->count * view->stride);
    return !is_damaged;
}

// Four vertices and two triangles, whatever the bytes are.
static asset_draco_mesh *open_draco(const void *bytes, size_t size, uint32_t *vertex_count,
                                    uint32_t *triangle_count, char message[ASSET_DRACO_MESSAGE])
{
    (void)bytes;
    assert_true(size > 0);
    if (is_damaged) snprintf(message, ASSET_DRACO_MESSAGE, "broken on purpose");
    if (is_damaged) return NULL;
    open_meshes++;
    *vertex_count = 4;
    *triangle_count = 2;
    return (asset_draco_mesh *)(void *)&open_meshes;
}

static bool read_draco_triangles(const asset_draco_mesh *mesh, uint32_t *out)
{
    static const uint32_t corners[6] = {0, 1, 2, 0, 2, 3};
    (void)mesh;
    memcpy(out, corners, sizeof corners);
    return true;
}

static bool read_draco_attribute(const asset_draco_mesh *mesh, uint32_t id, uint32_t component_type,
                                 uint32_t width, void *out)
{
    static const float square[12] = {0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0};
    (void)mesh;
    if (id != 7 || component_type != 5126 || width != 3) return false;
    memcpy(out, square, sizeof square);
    return true;
}

static void close_draco(asset_draco_mesh *mesh)
{
    assert_non_null(mesh);
    open_meshes--;
}

static const asset_decoders decoders = {ASSET_DECODERS_VERSION, read_meshopt,         open_draco,
                                        read_draco_triangles,   read_draco_attribute, close_draco};

static mote_result read_text(const char *text, const asset_decoders *with, asset_file *out)
{
    asset_gltf_def def = asset_default_gltf_def();
    def.bytes = text;
    def.size = strlen(text);
    def.name = "case";
    def.decoders = with;
    *out = (asset_file){0};
    return asset_gltf_read(&def, out);
}

// `with` null: without decoders.
static void refuses(const char *text, const asset_decoders *with, const char *words)
{
    asset_file asset;
    mote_result result = read_text(text, with, &asset);
    asset_release(&asset);
    if (!result || !strstr(mote_last_message(), words))
        fail_msg("%s: %s, not '%s'", text, result ? mote_last_message() : "is read", words);
    assert_int_equal(open_meshes, 0);
}

#define HEAD                                                                                       \
    "{\"asset\":{\"version\":\"2.0\"},\"nodes\":[{\"mesh\":0}],"                                   \
    "\"buffers\":[{\"byteLength\":12,\"uri\":\"data:;base64,AAAAAAAAAAAAAAAA\"}],"

// ---------------------------------------------------------------------------------------------
// EXT_meshopt_compression

// A mesh of three vertices in a view that is compressed.
static const char *meshopt_text(const char *extension, const char *length)
{
    static char text[2048];
    snprintf(text, sizeof text,
             HEAD "\"bufferViews\":[{\"buffer\":0,\"byteLength\":%s,\"extensions\":{"
                  "\"EXT_meshopt_compression\":{%s}}}],"
                  "\"accessors\":[{\"bufferView\":0,\"componentType\":5126,\"count\":3,"
                  "\"type\":\"VEC3\"},{\"bufferView\":0,\"componentType\":5126,\"count\":3,"
                  "\"type\":\"VEC3\"}],\"meshes\":[{\"primitives\":[{\"attributes\":{"
                  "\"POSITION\":0},\"targets\":[{\"POSITION\":1}]}]}]}",
             length, extension);
    return text;
}

static void a_view_is_decoded_once(void **state)
{
    (void)state;
    asset_file asset;
    meshopt_calls = 0;
    const char *text = meshopt_text("\"buffer\":0,\"byteLength\":12,\"byteStride\":12,\"count\":3,"
                                    "\"mode\":\"ATTRIBUTES\",\"filter\":\"EXPONENTIAL\"",
                                    "36");
    assert_int_equal(read_text(text, &decoders, &asset), MOTE_OK);
    assert_int_equal(asset.positions.count, 3);
    assert_int_equal(asset.deltas.count, 3);
    assert_int_equal(meshopt_calls, 1);
    asset_release(&asset);
    refuses(text, NULL,
            "bufferViews 0 is compressed by EXT_meshopt_compression; decoding needs "
            "meshoptimizer (Debian: libmeshoptimizer-dev)");
    is_damaged = true;
    refuses(text, &decoders,
            "bufferViews 0: what EXT_meshopt_compression has compressed is damaged");
    is_damaged = false;
}

static void views_that_no_decoder_could_read_are_refused(void **state)
{
    (void)state;
    static const struct {
        const char *extension, *length, *words;
    } cases[] = {
        {"\"byteLength\":12,\"byteStride\":12,\"count\":3,\"mode\":\"ATTRIBUTES\"", "36",
         "exceeds its buffer"},
        {"\"buffer\":1,\"byteLength\":12,\"byteStride\":12,\"count\":3,\"mode\":\"ATTRIBUTES\"",
         "36", "'buffer' is not a whole number below 1"},
        {"\"buffer\":0,\"byteLength\":13,\"byteStride\":12,\"count\":3,\"mode\":\"ATTRIBUTES\"",
         "36", "exceeds its buffer"},
        {"\"buffer\":0,\"byteOffset\":4294967290,\"byteLength\":12,\"byteStride\":12,\"count\":3,"
         "\"mode\":\"ATTRIBUTES\"",
         "36", "exceeds its buffer"},
        {"\"buffer\":0,\"byteLength\":12,\"byteStride\":12,\"count\":3", "36", "unknown mode"},
        {"\"buffer\":0,\"byteLength\":12,\"byteStride\":12,\"count\":3,\"mode\":\"CLUSTERS\"", "36",
         "unknown mode"},
        {"\"buffer\":0,\"byteLength\":12,\"byteStride\":12,\"count\":3,\"mode\":\"ATTRIBUTES\","
         "\"filter\":\"COLOR\"",
         "36", "unknown mode or filter"},
        {"\"buffer\":0,\"byteLength\":12,\"count\":3,\"mode\":\"ATTRIBUTES\"", "36", "stride"},
        {"\"buffer\":0,\"byteLength\":12,\"byteStride\":6,\"count\":6,\"mode\":\"ATTRIBUTES\"",
         "36", "stride"},
        {"\"buffer\":0,\"byteLength\":12,\"byteStride\":260,\"count\":2,\"mode\":\"ATTRIBUTES\"",
         "520", "stride"},
        {"\"buffer\":0,\"byteLength\":12,\"byteStride\":12,\"count\":3,\"mode\":\"ATTRIBUTES\","
         "\"filter\":\"OCTAHEDRAL\"",
         "36", "stride"},
        {"\"buffer\":0,\"byteLength\":12,\"byteStride\":4,\"count\":9,\"mode\":\"ATTRIBUTES\","
         "\"filter\":\"QUATERNION\"",
         "36", "stride"},
        {"\"buffer\":0,\"byteLength\":12,\"byteStride\":12,\"count\":3,\"mode\":\"TRIANGLES\"",
         "36", "stride"},
        {"\"buffer\":0,\"byteLength\":12,\"byteStride\":4,\"count\":9,\"mode\":\"INDICES\","
         "\"filter\":\"EXPONENTIAL\"",
         "36", "stride"},
        {"\"buffer\":0,\"byteLength\":12,\"byteStride\":4,\"count\":10,\"mode\":\"TRIANGLES\"",
         "40", "count"},
        {"\"buffer\":0,\"byteLength\":12,\"byteStride\":12,\"count\":4,\"mode\":\"ATTRIBUTES\"",
         "36", "another length"},
        {"\"buffer\":0,\"byteLength\":12,\"byteStride\":12,\"mode\":\"ATTRIBUTES\"", "36",
         "another length"},
        {"\"buffer\":0,\"byteLength\":12,\"byteStride\":256,\"count\":16777215,"
         "\"mode\":\"ATTRIBUTES\"",
         "4294967040", "12 bytes are too few to be 4294967040"},
    };
    meshopt_calls = 0;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
        refuses(meshopt_text(cases[i].extension, cases[i].length), &decoders, cases[i].words);
    assert_int_equal(meshopt_calls, 0);
}

// ---------------------------------------------------------------------------------------------
// KHR_draco_mesh_compression

static const char *draco_text(const char *extension, uint32_t vertices, uint32_t corners)
{
    static char text[2048];
    snprintf(text, sizeof text,
             HEAD "\"bufferViews\":[{\"buffer\":0,\"byteLength\":12}],"
                  "\"accessors\":[{\"componentType\":5126,\"count\":%u,\"type\":\"VEC3\"},"
                  "{\"componentType\":5123,\"count\":%u,\"type\":\"SCALAR\"}],"
                  "\"meshes\":[{\"primitives\":[{\"attributes\":{\"POSITION\":0},\"indices\":1,"
                  "\"extensions\":{\"KHR_draco_mesh_compression\":{%s}}}]}]}",
             vertices, corners, extension);
    return text;
}

static const char sound[] = "\"bufferView\":0,\"attributes\":{\"POSITION\":7,\"NORMAL\":9}";

static size_t count_omissions(const asset_file *asset)
{
    size_t count = 0;
    for (size_t i = 0; i < asset->remarks.count; i++)
        count += asset->remarks.data[i].kind == ASSET_REMARK_OMISSION;
    return count;
}

// What is decoded counts; where the accessors contradict it, that is told.
static void a_primitive_is_what_is_decoded(void **state)
{
    (void)state;
    static const uint32_t counts[][3] = {{4, 6, 0}, {5, 6, 1}, {4, 9, 1}, {4, 3, 1}};
    for (size_t i = 0; i < sizeof counts / sizeof counts[0]; i++) {
        asset_file asset;
        const char *text = draco_text(sound, counts[i][0], counts[i][1]);
        assert_int_equal(read_text(text, &decoders, &asset), MOTE_OK);
        assert_int_equal(asset.positions.count, 4);
        assert_int_equal(asset.corners.count, 6);
        assert_true(asset.positions.data[2].x == 1 && asset.positions.data[2].y == 1);
        assert_int_equal(count_omissions(&asset), counts[i][2]);
        assert_int_equal(open_meshes, 0);
        asset_release(&asset);
    }
}

static void primitives_that_cannot_be_decoded_are_refused(void **state)
{
    (void)state;
    refuses(draco_text(sound, 4, 6), NULL,
            "mesh 0 is compressed by KHR_draco_mesh_compression; decoding needs Draco (Debian: "
            "libdraco-dev, g++), but this build is without it");
    refuses(draco_text("\"attributes\":{\"POSITION\":7}", 4, 6), &decoders, "has no bufferView");
    refuses(draco_text("\"bufferView\":1,\"attributes\":{\"POSITION\":7}", 4, 6), &decoders,
            "'bufferView' is not a whole number below 1");
    refuses(draco_text("\"bufferView\":0", 4, 6), &decoders, "has no attributes");
    refuses(draco_text("\"bufferView\":0,\"attributes\":[7]", 4, 6), &decoders,
            "has no attributes");
    refuses(draco_text("\"bufferView\":0,\"attributes\":{\"POSITION\":-1}", 4, 6), &decoders,
            "an attribute that does not exist");
    refuses(draco_text("\"bufferView\":0,\"attributes\":{\"POSITION\":8}", 4, 6), &decoders,
            "has no such attribute 8 of 3 numbers");
    is_damaged = true;
    refuses(draco_text(sound, 4, 6), &decoders, "cannot be decoded: broken on purpose");
    is_damaged = false;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_view_is_decoded_once),
        cmocka_unit_test(views_that_no_decoder_could_read_are_refused),
        cmocka_unit_test(a_primitive_is_what_is_decoded),
        cmocka_unit_test(primitives_that_cannot_be_decoded_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
