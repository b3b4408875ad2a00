// FBX from memory: scenes with every feature, against the formulas of Autodesk's documentation;
// files that are cut off, changed, refused.

#include "assets/fbx/fbx.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "assets/curve.h"
#include "assets/rig.h"
#include "core/random.h"
#include "support/fbx_scene.h"
#include "support/run.h"

static const test_fbx_form forms[] = {{.version = 7400},
                                      {.binary = true, .version = 7400},
                                      {.binary = true, .version = 7400, .deflated = true},
                                      {.binary = true, .version = 7500},
                                      {.version = 7700}};

static mote_result read_bytes(const void *bytes, size_t size, asset_file *out)
{
    asset_fbx_def def = asset_default_fbx_def();
    def.bytes = bytes;
    def.size = size;
    def.name = "case.fbx";
    def.max_bytes = 64 << 20;
    return asset_fbx_read(&def, out);
}

// ---------------------------------------------------------------------------------------------
// Poses

static asset_rig *rig_of(const test_fbx_writer *file)
{
    asset_file asset = {0};
    asset_rig *rig;
    asset_rig_def def = asset_default_rig_def();
    def.name = "case.fbx";
    def.weld = MOTE_WELD_NONE;
    if (read_bytes(file->bytes, file->size, &asset)) fail_msg("%s", mote_last_message());
    if (asset_rig_create(&asset, &def, &rig)) fail_msg("%s", mote_last_message());
    return rig;
}

// Meshes are in the order of the models.
static void expect_pose(const asset_rig *rig, const test_fbx_scene *s, int stack, double time)
{
    double wanted[TEST_FBX_MODELS][TEST_FBX_VERTICES][3], size = 0;
    test_fbx_pose(s, stack, time, wanted);
    for (int i = 0; i < TEST_FBX_MODELS; i++)
        for (int v = 0; v < TEST_FBX_VERTICES; v++)
            for (int k = 0; k < 3; k++) size = fmax(size, fabs(wanted[i][v][k]));
    uint32_t surface = 0;
    for (int i = 0; i < TEST_FBX_MODELS; i++) {
        if (!s->models[i].mesh) continue;
        assert_int_equal(rig->asset.surfaces.data[surface].positions.count, TEST_FBX_VERTICES);
        for (uint32_t v = 0; v < TEST_FBX_VERTICES; v++) {
            mote_vec3 p = asset_rig_vertex(&rig->asset, &rig->poses, surface, v);
            double off = fmax(
                fabs((double)p.x - wanted[i][v][0]),
                fmax(fabs((double)p.y - wanted[i][v][1]), fabs((double)p.z - wanted[i][v][2])));
            if (!(off <= 1e-6 * size))
                fail_msg("features %x, stack %d, %g s: vertex %u of node %d is off by %g of %g",
                         s->features, stack, time, v, i, off, size);
        }
        surface++;
    }
    assert_int_equal(surface, rig->asset.surfaces.count);
}

static void expect_scene(uint64_t seed, uint32_t features, test_fbx_form form)
{
    test_fbx_scene scene = test_fbx_random_scene(seed, features);
    test_fbx_writer file;
    test_fbx_write_scene(&scene, form, &file);
    asset_rig *rig = rig_of(&file);
    assert_int_equal(rig->asset.clips.count, scene.stack_count);
    assert_int_equal(asset_rig_pose(rig, NULL, 0), MOTE_OK);
    expect_pose(rig, &scene, -1, 0);
    for (int i = 0; i < scene.stack_count; i++) {
        const asset_clip *clip = &rig->asset.clips.data[i];
        for (int k = -1; k <= 25; k++) {
            double time = clip->start + k * (clip->end - clip->start) / 24; // on keys and between
            assert_int_equal(asset_rig_pose(rig, clip, time), MOTE_OK);
            expect_pose(rig, &scene, i, time);
        }
    }
    asset_rig_destroy(rig);
    free(file.bytes);
}

static void each_feature_alone_is_posed_by_the_formula(void **state)
{
    (void)state;
    size_t seeds = test_count(1, 4, 100);
    for (uint32_t feature = 1; feature < TEST_FBX_ALL; feature <<= 1)
        for (uint64_t seed = 0; seed < seeds; seed++) {
            test_fbx_form form = forms[seed % (sizeof forms / sizeof *forms)];
            expect_scene(seed, feature, form);
            expect_scene(seed, feature | TEST_FBX_LINEAR, form);
        }
}

static void features_combined_are_posed_by_the_formula(void **state)
{
    (void)state;
    size_t count = test_count(10, 60, 3000);
    mote_random random = mote_random_stream(16, 0, 0);
    for (uint64_t seed = 0; seed < count; seed++)
        expect_scene(seed, seed % 4 ? mote_random_below(&random, TEST_FBX_ALL + 1) : TEST_FBX_ALL,
                     forms[seed % (sizeof forms / sizeof *forms)]);
}

// ---------------------------------------------------------------------------------------------
// Curves, as Autodesk's SDK evaluates them (measured by FBX2glTF)

typedef struct curve_case {
    uint32_t flags;
    float numbers[3]; // of every key
    double slopes[8]; // leaving and arriving, of four segments
} curve_case;

static void slopes_at_keys_are_those_of_the_sdk(void **state)
{
    (void)state;
    static const double frames[5] = {0, 6, 9, 18, 24}, values[5] = {0, 1, 4, 4.5, 9};
    static const curve_case cases[] = {
        {0x8, {3, 4}, {0}},
        {0x408, {3, 4}, {3, 4, 3, 4, 3, 4, 3, 4}},
        {0x108, {0}, {5, 17.5, 17.5, 15.8333, 15.8333, 12.0833, 12.0833, 22.5}},
        {0x2108, {0}, {5, 13.3333, 13.3333, 8.75, 8.75, 10, 10, 22.5}},
        {0x6108, {7, 9}, {0, 13.3333, 13.3333, 5, 5, 5, 5, 0}},
        {0x208, {0.3f, 0.2f, 0.1f}, {2.52, 12.88, 9.87, 9.87, 14.28, 9.02, 6.44, 13.86}},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        asset_key keys[5] = {{0}};
        asset_fbx_tangent tangents[5];
        for (int k = 0; k < 5; k++) {
            keys[k].time = frames[k] / 30;
            keys[k].value = values[k];
            keys[k].kind = ASSET_KEY_CUBIC;
            tangents[k].flags = cases[i].flags;
            for (int n = 0; n < 3; n++) tangents[k].numbers[n] = (double)cases[i].numbers[n];
        }
        assert_true(asset_fbx_solve_tangents(keys, tangents, 5));
        for (int k = 0; k < 4; k++) {
            assert_true(fabs(keys[k].leaving - cases[i].slopes[2 * k]) < 0.006);
            assert_true(fabs(keys[k].arriving - cases[i].slopes[2 * k + 1]) < 0.006);
        }
    }
}

static void a_curve_goes_on_as_it_says(void **state)
{
    (void)state;
    asset_key keys[3] = {{.time = 5 / 30.0, .value = 0, .kind = ASSET_KEY_LINEAR},
                         {.time = 8 / 30.0, .value = 5, .kind = ASSET_KEY_LINEAR},
                         {.time = 10 / 30.0, .value = 2, .kind = ASSET_KEY_LINEAR}};
    asset_file asset = {.keys = {keys, 3, 3}};
    static const double frames[5] = {0, 3, 10, 13, 30};
    static const double wanted[5][5] = {{0, 0, 2, 2, 2},
                                        {2, 5, 2, 5, 0},
                                        {2, 10 / 3.0, 2, 10 / 3.0, 2},
                                        {-2, 3, 2, 7, 10},
                                        {-25 / 3.0, -10 / 3.0, 2, -2.5, -28}};
    for (uint32_t how = ASSET_EXTRAPOLATE_CONSTANT; how <= ASSET_EXTRAPOLATE_SLOPE; how++) {
        asset_curve curve = {.before = how, .after = how, .keys = {0, 3}};
        for (int i = 0; i < 5; i++) {
            double value = asset_curve_sample(&asset, &curve, frames[i] / 30);
            if (!(fabs(value - wanted[how][i]) < 1e-6))
                fail_msg("extrapolation %u, frame %g: %g", how, frames[i], value);
        }
    }
}

// The binary form has the type of an extrapolation as a character, the text form as a string.
static void extrapolation_is_read_from_both_forms(void **state)
{
    (void)state;
    static const char letters[] = "CRMAK"; // in the order of asset_extrapolation
    for (size_t f = 0; f < sizeof forms / sizeof *forms; f++)
        for (uint32_t how = 0; how < 25; how++) {
            uint32_t before = how / 5, after = how % 5;
            test_fbx_scene scene = test_fbx_random_scene(3, TEST_FBX_LINEAR);
            for (int model = 0; model < TEST_FBX_MODELS; model++)
                for (int i = 0; i < 9; i++) {
                    scene.curves[0][model][i].before = letters[before];
                    scene.curves[0][model][i].after = letters[after];
                }
            test_fbx_writer file;
            asset_file asset = {0};
            test_fbx_write_scene(&scene, forms[f], &file);
            if (read_bytes(file.bytes, file.size, &asset)) fail_msg("%s", mote_last_message());
            uint32_t moving = 0;
            for (size_t i = 0; i < asset.curves.count; i++) {
                const asset_curve *curve = &asset.curves.data[i];
                if (curve->keys.count < 2) continue; // of a component without a curve
                moving++;
                if (curve->before != before || curve->after != after)
                    fail_msg("form %zu: %c %c is read as %u %u", f, letters[before], letters[after],
                             curve->before, curve->after);
            }
            assert_true(moving > 0);
            // Curves that go on make the clip as long as its stack, which takes a second.
            if (before || after) assert_true(asset.clips.data[0].end >= 1.0);
            assert_int_equal(asset.remarks.count, 0);
            asset_release(&asset);
            free(file.bytes);
        }
}

// ---------------------------------------------------------------------------------------------
// Polygons

// A star of five spikes has an area that every triangulation adds up to.
static void polygons_are_covered_once(void **state)
{
    (void)state;
    mote_dvec3 points[10];
    uint32_t corners[24], room[10];
    double wanted = 0, sum = 0;
    for (int i = 0; i < 10; i++) {
        double angle = i * 0.62831853071795865, radius = i % 2 ? 0.3 : 1;
        points[i] = (mote_dvec3){radius * cos(angle), 2 * radius * cos(angle), radius * sin(angle)};
    }
    for (int i = 0; i < 10; i++) wanted += mote_dvec_cross(points[i], points[(i + 1) % 10]).y / 2;
    asset_fbx_triangulate(points, 10, corners, room);
    for (int i = 0; i < 8; i++) {
        const mote_dvec3 *a = &points[corners[3 * i]];
        mote_dvec3 area = mote_dvec_cross(mote_dvec_sub(points[corners[3 * i + 1]], *a),
                                          mote_dvec_sub(points[corners[3 * i + 2]], *a));
        assert_true(area.y * wanted > 0);
        sum += area.y / 2;
    }
    assert_true(fabs(sum - wanted) < 1e-12);
    // A quad with a dent: the other diagonal.
    mote_dvec3 dart[4] = {{0, 0, 0}, {2, -1, 0}, {0.5, 0, 0}, {2, 1, 0}};
    asset_fbx_triangulate(dart, 4, corners, room);
    assert_int_equal(corners[0], 0);
    mote_dvec3 turned[4] = {dart[1], dart[2], dart[3], dart[0]};
    asset_fbx_triangulate(turned, 4, corners, room);
    assert_int_equal(corners[0], 1);
}

// ---------------------------------------------------------------------------------------------
// Broken files

// Whatever the bytes are, reading and posing ends well or with a message that names the file.
static bool survives(const unsigned char *bytes, size_t size)
{
    asset_file asset = {0};
    asset_rig *rig = NULL;
    asset_rig_def def = asset_default_rig_def();
    def.name = "case.fbx";
    mote_result result = read_bytes(bytes, size, &asset);
    if (result)
        asset_release(&asset);
    else
        result = asset_rig_create(&asset, &def, &rig);
    if (result && !strstr(mote_last_message(), "case.fbx")) fail_msg("%s", mote_last_message());
    for (size_t i = 0; !result && i < rig->asset.clips.count; i++)
        asset_rig_pose(rig, &rig->asset.clips.data[i], rig->asset.clips.data[i].end);
    asset_rig_destroy(rig);
    return result == MOTE_OK;
}

static void a_file_cut_off_anywhere(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof forms / sizeof *forms; i++) {
        test_fbx_scene scene = test_fbx_random_scene(i, TEST_FBX_ALL);
        test_fbx_writer file;
        test_fbx_write_scene(&scene, forms[i], &file);
        size_t step = file.size / test_count(40, 400, 4000) + 1, read = 0, tried = 0;
        for (size_t size = 0; size < file.size; size += step, tried++) {
            unsigned char *part = malloc(size + 1); // of its exact size, for the address sanitizer
            assert_non_null(part);
            memcpy(part, file.bytes, size);
            read += survives(part, size);
            free(part);
        }
        // What follows the last record is not needed.
        assert_true(read * 20 < tried);
        free(file.bytes);
    }
}

static void a_file_with_changed_bytes(void **state)
{
    (void)state;
    size_t count = test_count(100, 1500, 100000);
    mote_random random = mote_random_stream(7, 0, 0);
    for (size_t i = 0; i < count; i++) {
        test_fbx_scene scene = test_fbx_random_scene(i % 7, TEST_FBX_ALL);
        test_fbx_writer file;
        test_fbx_write_scene(&scene, forms[i % (sizeof forms / sizeof *forms)], &file);
        for (uint32_t k = 1 + mote_random_below(&random, 4); k > 0; k--)
            file.bytes[mote_random_below(&random, (uint32_t)file.size)] =
                (unsigned char)mote_random_u32(&random);
        survives(file.bytes, file.size);
        free(file.bytes);
    }
}

// ---------------------------------------------------------------------------------------------
// Refusals, by changes of a text file

// The file of a scene with `from` replaced by `to`, everywhere.
static char *changed_text(uint32_t features, const char *from, const char *to, size_t *size)
{
    test_fbx_scene scene = test_fbx_random_scene(3, features);
    test_fbx_writer file;
    test_fbx_write_scene(&scene, forms[0], &file);
    size_t room = file.size * 2 + 100000;
    char *out = malloc(room);
    assert_non_null(out);
    *size = 0;
    bool found = false;
    for (size_t i = 0; i < file.size;) {
        bool here = file.size - i >= strlen(from) && !memcmp(file.bytes + i, from, strlen(from));
        found |= here;
        const char *bytes = here ? to : (const char *)file.bytes + i;
        size_t count = here ? strlen(to) : 1;
        assert_true(*size + count < room);
        memcpy(out + *size, bytes, count);
        *size += count;
        i += here ? strlen(from) : 1;
    }
    assert_true(found);
    free(file.bytes);
    return out;
}

static const struct {
    uint32_t features;
    const char *from, *to, *words;
} refusals[] = {
    {0, "FBXVersion: 7400", "FBXVersion: 6100", "is FBX 6.1"},
    {0, "FBXVersion: 7400", "FBXVersion: 9000", "is FBX 9000, which is unknown"},
    {0, "\"RotationActive\", \"bool\", \"\", \"\",1",
     "\"RotationActive\", \"bool\", \"\", \"\",1\nP: \"RotationOrder\", \"enum\", \"\", \"\",7",
     "node 'rig:node0' has the unknown RotationOrder 7"},
    {0, "\"InheritType\", \"enum\", \"\", \"\",1", "\"InheritType\", \"enum\", \"\", \"\",5",
     "has the unknown InheritType 5"},
    {0, "\"UpAxis\", \"int\", \"\", \"\",1", "\"UpAxis\", \"int\", \"\", \"\",0",
     "axes are the same"},
    {0, "\"UpAxis\", \"int\", \"\", \"\",1", "\"UpAxis\", \"int\", \"\", \"\",3",
     "its UpAxis is 3"},
    {0, "\"UnitScaleFactor\", \"double\", \"\", \"A\",1",
     "\"UnitScaleFactor\", \"double\", \"\", \"A\",0", "its UnitScaleFactor is 0"},
    {0, "\"Geometry::\", \"Mesh\"", "\"Geometry::\", \"NurbsSurface\"",
     "is a surface of the kind NurbsSurface"},
    {TEST_FBX_SKIN, "\"Linear\"", "\"DualQuaternion\"", "is of the kind DualQuaternion"},
    {TEST_FBX_SKIN, "\"Deformer::skin\", \"Skin\"", "\"Deformer::skin\", \"VertexCacheDeformer\"",
     "a deformer of the kind VertexCacheDeformer"},
    {TEST_FBX_SKIN, "Transform: *16", "Transformed: *16", "a cluster without a Transform matrix"},
    {TEST_FBX_SKIN, "TransformLink: *16", "Mode: \"Additive\"\nTransformLink: *16",
     "clusters of the mode Additive"},
    {TEST_FBX_SHAPES, "Indexes: *7", "Indices: *7", "another number of vertices than of indices"},
    {TEST_FBX_LINEAR, "\"Lcl Translation\"\n", "\"RotationPivot\"\n",
     "has a pivot or an offset that is animated"},
    {TEST_FBX_LINEAR, "\"RotationActive\", \"bool\", \"\", \"\",1",
     "\"RotationActive\", \"bool\", \"\", \"\",1\nP: \"RotationMaxY\", \"bool\", \"\", \"\",1\n"
     "P: \"RotationMax\", \"Vector3D\", \"\", \"\",0,-500,0",
     "node 'rig:node0' is beyond its own limits"},
    {TEST_FBX_LINEAR, "P: \"Lcl Rotation\", \"Lcl Rotation\", \"\", \"A\",",
     "P: \"RotationActive\", \"bool\", \"\", \"\",1\nP: \"RotationMaxX\", \"bool\", \"\", \"\",1\n"
     "P: \"RotationMax\", \"Vector3D\", \"\", \"\",-300,0,0\nP: \"Lcl Rotation\", \"\", \"\", "
     "\"\",-300,0,0\n"
     "P: \"Unknown\", \"\", \"\", \"A\",",
     "has curves beyond its own limits"},
    {TEST_FBX_LINEAR, "KeyVer: 4009", "Post-Extrapolation: {\nType: \"R\"\nRepetition: 3\n}",
     "repeats a limited number of times"},
    {TEST_FBX_LINEAR, "KeyVer: 4009", "Post-Extrapolation: {\nType: \"X\"\nRepetition: -1\n}",
     "has a curve with an unknown extrapolation"},
    {TEST_FBX_LINEAR, "KeyVer: 4009", "Post-Extrapolation: {\nType: 82\nRepetition: -1\n}",
     "has a curve with an unknown extrapolation"},
    {0, "C: \"OO\",1001,1000", "C: \"OO\",1001,1002\nC: \"OO\",1001,1003", "has two parents"},
    {TEST_FBX_LINEAR | TEST_FBX_STACKS, "C: \"OO\",4000,3000",
     "C: \"OO\",4000,3000\nC: \"OO\",4001,3000",
     "clip 'take 0': 'base' is an animation layer that is added to others"},
    {0, "Model: 1001", "Model: 1000", "two objects have the id 1000"},
};

static void what_cannot_be_posed_is_refused_by_name(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof refusals / sizeof *refusals; i++) {
        asset_file asset = {0};
        size_t size;
        char *text = changed_text(refusals[i].features, refusals[i].from, refusals[i].to, &size);
        mote_result result = read_bytes(text, size, &asset);
        if (!result || !strstr(mote_last_message(), "case.fbx: ") ||
            !strstr(mote_last_message(), refusals[i].words))
            fail_msg("%s: result %d: %s", refusals[i].words, result, mote_last_message());
        asset_release(&asset);
        free(text);
    }
}

// A value of an unexpected type makes the reading incomplete. `is` takes the place of `was` in the
// text.
static void values_of_an_unexpected_type_are_reported(void **state)
{
    (void)state;
    static const struct {
        const char *was, *is, *words;
    } cases[] = {
        {"\"InheritType\", \"enum\", \"\", \"\",1", "\"InheritType\", \"enum\", \"\", \"\", \"1\"",
         "not read there; the first is in InheritType"},
        {"KeyVer: 4009", "Post-Extrapolation: {\nType: \"R\"\nRepetition: \"-1\"\n}",
         "not read there; the first is in Repetition"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        asset_file asset = {0};
        size_t size;
        char *text = changed_text(TEST_FBX_LINEAR, cases[i].was, cases[i].is, &size);
        if (read_bytes(text, size, &asset)) fail_msg("%s", mote_last_message());
        bool found = false;
        for (size_t k = 0; k < asset.remarks.count; k++)
            found |= strstr(asset_text(&asset, asset.remarks.data[k].text), cases[i].words) != NULL;
        if (!found) fail_msg("%s is not reported", cases[i].is);
        asset_release(&asset);
        free(text);
    }
}

// A blend shape that is connected twice would have twice its effect.
static void connections_that_are_there_twice_count_once(void **state)
{
    (void)state;
    asset_file once = {0}, twice = {0};
    size_t size;
    char *text =
        changed_text(TEST_FBX_SHAPES | TEST_FBX_SKIN, "Connections:", "Connections:", &size);
    assert_int_equal(read_bytes(text, size, &once), MOTE_OK);
    free(text);
    text = changed_text(TEST_FBX_SHAPES | TEST_FBX_SKIN, "C: \"OO\",7010,7000",
                        "C: \"OO\",7010,7000\nC: \"OO\",7010,7000\nC: \"OO\",7000,2004\n"
                        "C: \"OO\",7100,2004\nC: \"OO\",2004,1004\nC: \"OO\",7110,7100",
                        &size);
    assert_int_equal(read_bytes(text, size, &twice), MOTE_OK);
    free(text);
    assert_int_equal(twice.surfaces.count, once.surfaces.count);
    assert_int_equal(twice.deltas.count, once.deltas.count);
    assert_int_equal(twice.bones.count, once.bones.count);
    asset_release(&once);
    asset_release(&twice);
}

static void a_node_that_is_its_own_ancestor(void **state)
{
    (void)state;
    asset_file asset = {0};
    size_t size;
    char *text = changed_text(0, "C: \"OO\",1000,0", "C: \"OO\",1000,1001", &size);
    mote_result result = read_bytes(text, size, &asset);
    assert_int_equal(result, MOTE_ERROR_DATA);
    assert_non_null(strstr(mote_last_message(), "its own ancestor"));
    asset_release(&asset);
    free(text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_feature_alone_is_posed_by_the_formula),
        cmocka_unit_test(features_combined_are_posed_by_the_formula),
        cmocka_unit_test(slopes_at_keys_are_those_of_the_sdk),
        cmocka_unit_test(a_curve_goes_on_as_it_says),
        cmocka_unit_test(extrapolation_is_read_from_both_forms),
        cmocka_unit_test(values_of_an_unexpected_type_are_reported),
        cmocka_unit_test(polygons_are_covered_once),
        cmocka_unit_test(a_file_cut_off_anywhere),
        cmocka_unit_test(a_file_with_changed_bytes),
        cmocka_unit_test(what_cannot_be_posed_is_refused_by_name),
        cmocka_unit_test(connections_that_are_there_twice_count_once),
        cmocka_unit_test(a_node_that_is_its_own_ancestor),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
