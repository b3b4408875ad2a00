#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/hash.h"
#include "core/transform.h"
#include "io/allocate.h"
#include "scenes/scenes.h"
#include "support/run.h"
#include "support/sweep.h"

static scene_instance *open_scene(const char *name, uint32_t detail)
{
    scene_def def = scene_default_def();
    def.name = name;
    def.detail = detail;
    scene_instance *scene;
    if (scene_open(&def, &scene) != MOTE_OK) fail_msg("%s: %s", name, mote_last_message());
    return scene;
}

// The name without "-N", and a detail that keeps the test quick.
static scene_instance *open_listed(const scene_info *info)
{
    char name[48];
    snprintf(name, sizeof name, "%s", info->name);
    char *number = strstr(name, "-N");
    if (number) *number = '\0';
    static const char *const large[] = {"blobs",       "character", "cloth-on",
                                        "cloth-wound", "crowd",     "skinned"};
    uint32_t detail = 0;
    for (size_t i = 0; i < sizeof large / sizeof *large; i++)
        if (strncmp(name, large[i], strlen(large[i])) == 0) detail = 2000;
    return open_scene(name, detail);
}

// Freed by the caller.
static mote_vec3 *positions_of(const scene_instance *scene, uint32_t body, uint32_t frame)
{
    mote_vec3 *positions = malloc(scene_model(scene, body)->vertex_count * sizeof *positions);
    assert_non_null(positions);
    scene_positions(scene, body, frame, positions);
    return positions;
}

static uint64_t hash_frame(const scene_instance *scene, uint32_t frame)
{
    uint64_t hash = MOTE_HASH_START;
    for (uint32_t body = 0; body < scene_body_count(scene); body++) {
        const io_model *model = scene_model(scene, body);
        mote_vec3 *positions = positions_of(scene, body, frame);
        hash = mote_hash_bytes(hash, positions, model->vertex_count * sizeof *positions);
        hash = mote_hash_bytes(hash, model->triangles, (size_t)model->triangle_count * 12);
        free(positions);
    }
    return hash;
}

// ---------------------------------------------------------------------------------------------
// Every scene

static void frames_have_the_same_bits_in_any_order(void **state)
{
    (void)state;
    size_t count;
    const scene_info *list = scene_list(&count);
    for (size_t i = 0; i < count; i++) {
        scene_instance *forth = open_listed(&list[i]), *back = open_listed(&list[i]);
        enum { FRAMES = 5 };
        uint64_t hashes[FRAMES];
        uint32_t last = scene_frame_count(forth) - 1;
        for (uint32_t f = 0; f < FRAMES; f++)
            hashes[f] = hash_frame(forth, f * last / (FRAMES - 1));
        for (uint32_t f = FRAMES; f-- > 0;) {
            assert_true(hash_frame(back, f * last / (FRAMES - 1)) == hashes[f]);
        }
        scene_close(forth);
        scene_close(back);
    }
}

static void rigid_bodies_are_their_rest_shape_transformed(void **state)
{
    (void)state;
    size_t count, rigid = 0;
    const scene_info *list = scene_list(&count);
    for (size_t i = 0; i < count; i++) {
        scene_instance *scene = open_listed(&list[i]);
        for (uint32_t body = 0; body < scene_body_count(scene); body++) {
            if (!scene_is_rigid(scene, body)) continue;
            rigid++;
            const io_model *model = scene_model(scene, body);
            mote_transform transform = scene_transform(scene, body, 37);
            mote_vec3 *positions = positions_of(scene, body, 37);
            for (uint32_t v = 0; v < model->vertex_count; v++) {
                mote_vec3 expected = mote_transform_point(&transform, model->positions[v]);
                assert_memory_equal(&positions[v], &expected, sizeof expected);
            }
            free(positions);
        }
        scene_close(scene);
    }
    assert_true(rigid > 20);
}

static void positions_are_finite_for_ever(void **state)
{
    (void)state;
    size_t count;
    const scene_info *list = scene_list(&count);
    static const uint32_t frames[] = {0, 61, 1000, 10000000};
    for (size_t i = 0; i < count * 4; i++) {
        scene_instance *scene = open_listed(&list[i / 4]);
        for (uint32_t body = 0; body < scene_body_count(scene); body++) {
            mote_vec3 *positions = positions_of(scene, body, frames[i % 4]);
            uint32_t vertex_count = scene_model(scene, body)->vertex_count;
            for (uint32_t v = 0; v < vertex_count; v++) assert_true(mote_vec_finite(positions[v]));
            free(positions);
            assert_true(strlen(scene_body_name(scene, body)) > 0);
        }
        scene_close(scene);
    }
}

// A scene may be added, but none may change: recordings and tables name them.
static const struct known_frame {
    const char *name;
    uint32_t detail, frame;
    uint64_t hash;
} known_frames[] = {
    {"teapot-sphere", 0, 0, 0x76ace047f2a230dfu},
    {"teapot-sphere", 0, 95, 0x6dd1e4573c6971ffu},
    {"letters-tt", 0, 0, 0xf26b84be6f896aa1u},
    {"letters-tt", 0, 95, 0x0f00867983157b79u},
    {"letters-mv", 0, 0, 0xac1d8cb6bef67e17u},
    {"letters-mv", 0, 95, 0xaffb51c6ed3afa9bu},
    {"letters-ww", 0, 0, 0xbd8af01bd333b6e9u},
    {"letters-ww", 0, 95, 0xd4ca75854d3d356eu},
    {"tori", 0, 0, 0x2de036629c60c044u},
    {"tori", 0, 95, 0x72a83c2bb9d630f8u},
    {"shrine-bust", 0, 0, 0x86c9c75c932263e4u},
    {"shrine-bust", 0, 95, 0x78106c8f921ae6b1u},
    {"hand-chair", 0, 0, 0xf691ca8dc33edc2cu},
    {"hand-chair", 0, 95, 0x4df0cecf4478dc35u},
    {"spheres", 0, 0, 0x3044e1c0fab5c692u},
    {"spheres", 0, 95, 0xebb09e31ee731e55u},
    {"deforming-spheres", 0, 0, 0xb50260c3e3f61e70u},
    {"deforming-spheres", 0, 95, 0x17d0cd8318c31f79u},
    {"shuttles", 0, 0, 0x977d3884d2da4087u},
    {"shuttles", 0, 95, 0x9cd7b64b2e6c6785u},
    {"blobs", 2000, 0, 0xee5dc74ba2df5963u},
    {"blobs", 2000, 95, 0xfaed5df721601943u},
    {"blobs-disjoint", 2000, 0, 0xee5dc74ba2df5963u},
    {"blobs-disjoint", 2000, 95, 0xc9206c65d37677dcu},
    {"blobs-light", 2000, 0, 0xc1e7a7702ca347edu},
    {"blobs-light", 2000, 95, 0x446a4e82d506eed5u},
    {"blobs-medium", 2000, 0, 0xd99bbcf492242ea8u},
    {"blobs-medium", 2000, 95, 0x1bab37240a8c5e3eu},
    {"blobs-heavy", 2000, 0, 0x78229c8267a16232u},
    {"blobs-heavy", 2000, 95, 0xfaed5df721601943u},
    {"cloth-ball", 0, 0, 0xf7667349e84c96e8u},
    {"cloth-ball", 0, 95, 0x5fbe50ba69654e92u},
    {"self-fold", 0, 0, 0x15c2d4ac7d6b2b3du},
    {"self-fold", 0, 95, 0xc9524ab8126d4ecfu},
    {"stack", 0, 0, 0x22657519def4d501u},
    {"stack", 0, 95, 0xf32e76f6fb055975u},
    {"twins", 0, 0, 0x13ed71d21a48f51au},
    {"twins", 0, 95, 0x6cf12074550fbdc1u},
    {"far-away", 0, 0, 0xa11e12fcc185a68fu},
    {"far-away", 0, 95, 0xe4d34f041e4ef883u},
    {"senin-t", 0, 0, 0x7280ef15e1b314adu},
    {"senin-t", 0, 599, 0xf530a17736fb0292u},
    {"senin-mv", 0, 0, 0x266d7da907339345u},
    {"senin-mv", 0, 599, 0x6359459aa51b061bu},
    {"senin-w", 0, 0, 0xe6be2602da52b0a1u},
    {"senin-w", 0, 1200, 0x9b157539486df307u},
    {"lbg-teapot-sphere", 0, 0, 0x033e421425954523u},
    {"lbg-teapot-sphere", 0, 95, 0xf950374073a725f0u},
    {"lbg-many", 0, 0, 0x0b8cbfb97edacc3au},
    {"lbg-many", 0, 95, 0x937c6bab3bd38c20u},
    {"lbg-bad-start", 0, 0, 0xbd11b74c1cc37895u},
    {"lbg-bad-start", 0, 95, 0xfeb16757d4c78a0fu},
    {"lbg-expand", 0, 0, 0xd0d01ab7e0eaac75u},
    {"lbg-expand", 0, 95, 0x40667d0d8cbf047au},
    {"smith-spheres", 0, 0, 0x8e0396293e14c414u},
    {"smith-spheres", 0, 71, 0xa1e9392f0d9c8730u},
    {"smith-shuttles", 0, 0, 0xc7509c507e03b37fu},
    {"smith-shuttles", 0, 149, 0xa2af64fe584f0130u},
    {"smith-convex", 0, 0, 0xe0a6ef95641c0de6u},
    {"smith-convex", 0, 95, 0xfa959ec608938e0bu},
    {"smith-bouncing-15", 0, 0, 0xba159887c3d3faf7u},
    {"smith-bouncing-15", 0, 999, 0x1737afc89b8997e9u},
    {"smith-bouncing-15-48", 0, 0, 0x9e8cf13bc8247526u},
    {"smith-bouncing-15-48", 0, 95, 0xdc64acbf06ba7751u},
    {"smith-venus-shuttle", 0, 0, 0x4998f73de63df31cu},
    {"smith-venus-shuttle", 0, 33, 0xadecf09ee09ceae6u},
    {"smith-interactive", 0, 95, 0x29085c540f91bd28u},
    {"smith-interactive", 0, 799, 0x7dcf2368bff9a3cbu},
    {"smith-shrine", 0, 0, 0xdf05dc0974b935beu},
    {"smith-shrine", 0, 95, 0x6bbb3e41f6b0a2cdu},
    {"character-garment", 2000, 0, 0x021b5d0a8f8d17afu},
    {"character-garment", 2000, 95, 0x4a9ccf65a6a335b5u},
    {"cloth-on-sphere", 2000, 0, 0x069d9c6a64a148fau},
    {"cloth-on-sphere", 2000, 95, 0xd311e0b1f392157au},
    {"crowd-10", 2000, 0, 0xc176e96d7e7309aeu},
    {"crowd-10", 2000, 95, 0x11c9ba53faebf852u},
    {"skinned-million", 2000, 0, 0x06225aaf90385f74u},
    {"skinned-million", 2000, 95, 0x51f567c43e40be07u},
    {"cloth-wound", 2000, 0, 0x7577ecd5ff8d6146u},
    {"cloth-wound", 2000, 95, 0xabc79f637000b0bfu},
    {"bullet-wall", 0, 0, 0x9f252237d5e1f297u},
    {"bullet-wall", 0, 95, 0x90dc6b6383db158au},
    {"bullet-cloth", 0, 0, 0x174f0c826201a20cu},
    {"bullet-cloth", 0, 95, 0x83568bea58316fe4u},
    {"crossing-cloths", 0, 0, 0xee07a3bbe0f74e0du},
    {"crossing-cloths", 0, 95, 0xa50aeea62e4f5eecu},
    {"twisting-rod", 0, 0, 0xd5d4cdc787fdcb1au},
    {"twisting-rod", 0, 95, 0xf02d7a5855e9b511u},
    {"gears", 0, 0, 0x5c68f50ec06faec6u},
    {"gears", 0, 95, 0x7b7dd535bbc27f67u},
    {"resting-stacks", 0, 0, 0x7c732c8669f98950u},
    {"resting-stacks", 0, 95, 0x3d7023541da9aa6cu},
    {"spike-crack", 0, 0, 0x47c0cb665c9ede53u},
    {"spike-crack", 0, 95, 0x9e0aa0cf8347d987u},
    {"sliding-wedge", 0, 0, 0xfb8b75c6633a59cbu},
    {"sliding-wedge", 0, 95, 0xa34068f9c7f4ee6du},
    {"cliff-edges", 0, 0, 0xd9614b008ca7b188u},
    {"cliff-edges", 0, 95, 0xcce8665f09e2f38fu},
};

static void scenes_never_change(void **state)
{
    (void)state;
    size_t wrong = 0;
    for (size_t i = 0; i < sizeof known_frames / sizeof *known_frames; i++) {
        const struct known_frame *known = &known_frames[i];
        scene_instance *scene = open_scene(known->name, known->detail);
        uint64_t hash = hash_frame(scene, known->frame);
        if (hash != known->hash) {
            wrong++;
            print_message("    {\"%s\", %u, %u, 0x%016llxu},\n", known->name, known->detail,
                          known->frame, (unsigned long long)hash);
        }
        scene_close(scene);
    }
    assert_int_equal(wrong, 0);
}

// ---------------------------------------------------------------------------------------------
// Parameters

static void speed_scales_time(void **state)
{
    (void)state;
    scene_def def = scene_default_def();
    def.name = "letters-mv";
    def.speed = 2.0f;
    scene_instance *fast, *own = open_scene("letters-mv", 0);
    assert_int_equal(scene_open(&def, &fast), MOTE_OK);
    assert_true(hash_frame(fast, 30) == hash_frame(own, 60));
    assert_true(hash_frame(fast, 30) != hash_frame(own, 30));
    scene_close(fast);
    scene_close(own);
}

static void seeds_give_other_crowds(void **state)
{
    (void)state;
    scene_def def = scene_default_def();
    def.name = "spheres-4";
    uint64_t hashes[3];
    for (uint64_t seed = 0; seed < 3; seed++) {
        def.seed = seed;
        scene_instance *scene;
        assert_int_equal(scene_open(&def, &scene), MOTE_OK);
        assert_int_equal(scene_body_count(scene), 4);
        hashes[seed] = hash_frame(scene, 0);
        scene_close(scene);
    }
    assert_true(hashes[0] != hashes[1] && hashes[1] != hashes[2] && hashes[0] != hashes[2]);
}

static void detail_is_the_number_of_triangles(void **state)
{
    (void)state;
    static const char *const names[] = {
        "spheres-2", "deforming-spheres-2", "tori", "self-fold", "twins", "blobs"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        scene_instance *scene = open_scene(names[i], 8000);
        double triangles = scene_model(scene, 0)->triangle_count;
        assert_true(fabs(triangles - 8000.0) < 400.0);
        scene_close(scene);
    }
}

static void bad_definitions_are_refused(void **state)
{
    (void)state;
    scene_instance *scene;
    scene_def def = scene_default_def();
    def.name = "spheres-0";
    assert_int_equal(scene_open(&def, &scene), MOTE_ERROR_LIMIT);
    assert_null(scene);
    def.name = "smith-shuttles-16";
    assert_int_equal(scene_open(&def, &scene), MOTE_ERROR_LIMIT);
    assert_non_null(strstr(mote_last_message(), "from 2 to 15 bodies"));
    def.name = "smith-spheres-5";
    assert_int_equal(scene_open(&def, &scene), MOTE_ERROR_LIMIT);
    def.name = "no-such-scene";
    assert_int_equal(scene_open(&def, &scene), MOTE_ERROR_ARGUMENT);
    assert_non_null(strstr(mote_last_message(), "far-away"));
    assert_non_null(strstr(mote_last_message(), "cliff-edges")); // the last of the list
    def.name = "twins";
    def.speed = NAN;
    assert_int_equal(scene_open(&def, &scene), MOTE_ERROR_ARGUMENT);
    def.speed = 1.0f;
    def.detail = UINT32_MAX;
    assert_int_equal(scene_open(&def, &scene), MOTE_ERROR_LIMIT);
    def.name = NULL;
    assert_int_equal(scene_open(&def, &scene), MOTE_ERROR_ARGUMENT);
    scene_close(NULL);
}

static size_t allocations_left;

static void *reallocate_until_none_is_left(void *block, size_t bytes)
{
    if (allocations_left == 0) return NULL;
    allocations_left--;
    return realloc(block, bytes);
}

static void want_of_memory_is_reported(void **state)
{
    (void)state;
    static const char *const names[] = {"senin-mv",         "lbg-expand",   "smith-bouncing-15-48",
                                        "smith-shuttles",   "smith-shrine", "crowd-4",
                                        "character-garment"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        scene_def def = scene_default_def();
        def.name = names[i];
        def.detail = 1000;
        scene_instance *scene = NULL;
        size_t allowed = 0;
        for (; !scene; allowed++) {
            io_reallocate = reallocate_until_none_is_left;
            allocations_left = allowed;
            mote_result result = scene_open(&def, &scene);
            io_reallocate = realloc;
            assert_true(result == MOTE_OK || result == MOTE_ERROR_MEMORY);
            assert_true((result == MOTE_OK) == (scene != NULL));
        }
        assert_true(allowed > 3);
        scene_close(scene);
    }
}

// ---------------------------------------------------------------------------------------------
// What single scenes promise

static sweep_counts contacts_of(const scene_instance *scene, uint32_t frame)
{
    mote_vec3 *a = positions_of(scene, 0, frame), *b = positions_of(scene, 1, frame);
    sweep_counts counts = sweep_contacts(scene_model(scene, 0), a, scene_model(scene, 1), b);
    free(a);
    free(b);
    return counts;
}

static double share_of_faces(const scene_instance *scene, uint32_t frame)
{
    double all = (double)scene_model(scene, 0)->triangle_count +
                 (double)scene_model(scene, 1)->triangle_count;
    return (double)contacts_of(scene, frame).faces / all;
}

static void check_regime(const char *name, uint32_t detail, double low, double high)
{
    scene_instance *scene = open_scene(name, detail);
    uint32_t step = (uint32_t)test_count(60, 33, 1);
    for (uint32_t frame = 0; frame < scene_frame_count(scene); frame += step) {
        double share = share_of_faces(scene, frame);
        if (share < low || share > high) {
            fail_msg("%s of %u triangles, frame %u: %.4f %% of the faces are in a pair", name,
                     detail, frame, 100.0 * share);
        }
    }
    scene_close(scene);
}

static void blobs_stay_in_their_regime(void **state)
{
    (void)state;
    check_regime("blobs-disjoint", 20000, 0.0, 0.0);
    check_regime("blobs-light", 20000, 0.0005, 0.001);
    check_regime("blobs-light", 70000, 0.0005, 0.001);
    check_regime("blobs-medium", 20000, 0.009, 0.012);
    check_regime("blobs-heavy", 10000, 0.08, 0.12);
    check_regime("blobs-heavy", 30000, 0.08, 0.12);
}

static void blobs_pass_through_all_regimes(void **state)
{
    (void)state;
    scene_instance *scene = open_scene("blobs", 20000);
    assert_true(share_of_faces(scene, 0) == 0.0);
    double light = share_of_faces(scene, 45), medium = share_of_faces(scene, 70);
    double heavy = share_of_faces(scene, 100);
    assert_true(light >= 0.0005 && light <= 0.001);
    assert_true(medium >= 0.009 && medium <= 0.012);
    assert_true(heavy >= 0.08 && heavy <= 0.12);
    assert_true(share_of_faces(scene, 199) == 0.0);
    scene_close(scene);
}

static void two_body_scenes_meet_and_part(void **state)
{
    (void)state;
    static const char *const names[] = {"teapot-sphere", "letters-tt",  "letters-mv", "letters-ww",
                                        "tori",          "shrine-bust", "hand-chair", "cloth-ball"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        scene_instance *scene = open_scene(names[i], 0);
        size_t touching = 0, apart = 0;
        for (uint32_t frame = 0; frame < scene_frame_count(scene); frame += 20) {
            size_t pairs = contacts_of(scene, frame).pairs;
            touching += pairs > 0;
            apart += pairs == 0;
        }
        assert_true(touching >= 2 && apart >= 2);
        scene_close(scene);
    }
}

static void stacks_touch_exactly(void **state)
{
    (void)state;
    scene_instance *scene = open_scene("stack", 0);
    for (uint32_t body = 0; body < scene_body_count(scene); body++) {
        mote_vec3 *positions = positions_of(scene, body, 77);
        for (int v = 0; v < 8; v++) {
            assert_true(positions[v].x * 64.0f == floorf(positions[v].x * 64.0f));
            assert_true(fabsf(positions[v].y) == 0.5f);
            assert_true(positions[v].z + 0.5f == floorf(positions[v].z + 0.5f));
        }
        free(positions);
    }
    assert_true(contacts_of(scene, 77).pairs > 0);
    scene_close(scene);
}

static void twins_are_one(void **state)
{
    (void)state;
    scene_instance *scene = open_scene("twins", 0);
    mote_vec3 *a = positions_of(scene, 0, 50), *b = positions_of(scene, 1, 50);
    assert_memory_equal(a, b, scene_model(scene, 0)->vertex_count * sizeof *a);
    free(a);
    free(b);
    scene_close(scene);
}

// Pairs of faces of the strip that share no vertex.
static size_t count_self_pairs(const scene_instance *scene, uint32_t frame)
{
    mote_vec3 *positions = positions_of(scene, 0, frame);
    const io_model *model = scene_model(scene, 0);
    io_model half = *model;
    half.triangle_count = model->triangle_count / 4;
    io_model far_half = half;
    far_half.triangles =
        model->triangles + (size_t)(model->triangle_count - half.triangle_count) * 3;
    size_t pairs = sweep_contacts(&half, positions, &far_half, positions).pairs;
    free(positions);
    return pairs;
}

static void the_strip_folds_through_itself(void **state)
{
    (void)state;
    scene_instance *scene = open_scene("self-fold", 0);
    assert_int_equal(count_self_pairs(scene, 0), 0);
    assert_true(count_self_pairs(scene, 100) > 0);
    scene_close(scene);
}

static void three_scenes_are_about_self_collision(void **state)
{
    (void)state;
    size_t count;
    const scene_info *infos = scene_list(&count);
    for (size_t i = 0; i < count; i++) {
        scene_instance *scene = open_listed(&infos[i]);
        const char *name = infos[i].name;
        bool is_one = strcmp(name, "self-fold") == 0 || strcmp(name, "cloth-wound") == 0 ||
                      strcmp(name, "twisting-rod") == 0;
        for (uint32_t body = 0; body < scene_body_count(scene); body++)
            assert_int_equal(scene_self_collides(scene, body), is_one);
        scene_close(scene);
    }
}

// Letters stand on their feet: their models lie in the plane of x and y.
static void y_is_up_for_letters_and_z_for_all_others(void **state)
{
    (void)state;
    static const char *const y_up[] = {"letters-tt", "letters-mv", "letters-ww",
                                       "senin-t",    "senin-mv",   "senin-w"};
    for (size_t i = 0; i < sizeof y_up / sizeof *y_up; i++) {
        scene_instance *scene = open_scene(y_up[i], 0);
        assert_int_equal(scene_up_axis(scene), SCENE_UP_Y);
        scene_close(scene);
    }
    static const char *const z_up[] = {"teapot-sphere", "cloth-ball", "stack", "smith-shrine"};
    for (size_t i = 0; i < sizeof z_up / sizeof *z_up; i++) {
        scene_instance *scene = open_scene(z_up[i], 0);
        assert_int_equal(scene_up_axis(scene), SCENE_UP_Z);
        scene_close(scene);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(frames_have_the_same_bits_in_any_order),
        cmocka_unit_test(rigid_bodies_are_their_rest_shape_transformed),
        cmocka_unit_test(positions_are_finite_for_ever),
        cmocka_unit_test(scenes_never_change),
        cmocka_unit_test(speed_scales_time),
        cmocka_unit_test(seeds_give_other_crowds),
        cmocka_unit_test(detail_is_the_number_of_triangles),
        cmocka_unit_test(bad_definitions_are_refused),
        cmocka_unit_test(want_of_memory_is_reported),
        cmocka_unit_test(blobs_stay_in_their_regime),
        cmocka_unit_test(blobs_pass_through_all_regimes),
        cmocka_unit_test(two_body_scenes_meet_and_part),
        cmocka_unit_test(stacks_touch_exactly),
        cmocka_unit_test(twins_are_one),
        cmocka_unit_test(the_strip_folds_through_itself),
        cmocka_unit_test(three_scenes_are_about_self_collision),
        cmocka_unit_test(y_is_up_for_letters_and_z_for_all_others),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
