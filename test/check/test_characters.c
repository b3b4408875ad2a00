// Real characters: the regions that a person sees in pictures of the frames, each of which must be
// an episode of its own. Runs where the environment variable MOTE_REAL_FILES names a folder with
// the files, which are not part of mote.

#define _DEFAULT_SOURCE // POSIX
#include <mote/check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "support/run.h"

// From which frame to which the faces of this place are red, in pictures from several sides, and
// the two bones or parts that meet there; a part of the name is enough.
typedef struct label {
    const char *place;
    uint32_t clip, first, last;
    const char *bones[2];
} label;

static const label cesium_man[] = {
    {"the right armpit", 0, 0, 59, {"arm_joint_R", "torso_joint"}},
    {"the left armpit", 0, 0, 59, {"arm_joint_L__4_", "torso_joint"}},
    {"the left hand on the hip", 0, 14, 17, {"arm_joint_L__2_", "torso_joint_1"}},
    {"the hollow of the left knee", 0, 5, 15, {"leg_joint_L_1", "leg_joint_L_2"}},
    {"the hollow of the right knee", 0, 35, 44, {"leg_joint_R_1", "leg_joint_R_2"}},
    {"the collar, first step", 0, 0, 4, {"neck_joint_1", "torso_joint_3"}},
    {"the collar, second step", 0, 43, 59, {"neck_joint_1", "torso_joint_3"}},
    {"the right groin", 0, 42, 46, {"leg_joint_R_1", "torso_joint_1"}},
    {"behind the right shoulder", 0, 12, 33, {"torso_joint_3", "torso_joint_3"}},
};

// Clips: 0 is the survey, 1 the walk, 2 the run.
static const label fox[] = {
    {"the nape, head to the left", 0, 32, 42, {"Head", "Neck"}},
    {"the right flank, first step", 1, 0, 8, {"RightLeg02", "Spine01"}},
    {"the right flank, next step", 1, 19, 22, {"RightLeg02", "Spine01"}},
    {"the left flank", 1, 11, 17, {"LeftLeg02", "Spine01"}},
    {"the right wrist", 1, 4, 8, {"RightForeArm", "RightHand"}},
    {"the left wrist", 1, 14, 18, {"LeftForeArm", "LeftHand"}},
    {"behind the left elbow", 1, 13, 15, {"LeftUpperArm", "Spine02"}},
    {"the chest, right", 1, 9, 11, {"RightUpperArm", "Neck"}},
    {"the chest, left, first step", 1, 0, 0, {"LeftUpperArm", "Neck"}},
    {"the chest, left, next step", 1, 21, 22, {"LeftUpperArm", "Neck"}},
    {"the right wrist, first leap", 2, 0, 2, {"RightForeArm", "RightHand"}},
    {"the right wrist, next leap", 2, 27, 35, {"RightForeArm", "RightHand"}},
    {"the left wrist, first leap", 2, 0, 7, {"LeftForeArm", "LeftHand"}},
    {"the left wrist, next leap", 2, 31, 35, {"LeftForeArm", "LeftHand"}},
    {"the left leg at the neck", 2, 8, 17, {"LeftUpperArm", "Neck"}},
    {"the right leg under the chest", 2, 16, 28, {"RightUpperArm", "Spine02"}},
    {"the left leg under the chest", 2, 27, 35, {"LeftUpperArm", "Spine02"}},
    {"the left hind leg in the belly", 2, 23, 35, {"LeftLeg02", "Spine01"}},
    {"the right hind leg in the belly", 2, 28, 35, {"RightLeg02", "Spine01"}},
};

// With 10 frames a second, between which legs move far.
static const label slow_fox[] = {
    {"the right leg under the chest", 2, 6, 9, {"RightUpperArm", "Spine02"}},
    {"the right hind leg in the belly", 2, 10, 12, {"RightLeg02", "Spine01"}},
    {"the left hind leg in the belly", 2, 8, 12, {"LeftLeg02", "Spine01"}},
    {"the left wrist, next leap", 2, 11, 12, {"LeftForeArm", "LeftHand"}},
};

// Of one pose: the legs and the abdomen, where they are stuck into the body.
static const label spider[] = {
    {"the first leg, right", 0, 0, 0, {"Bein1Re", "OK"}},
    {"the second leg, right", 0, 0, 0, {"Bein2Re", "OK"}},
    {"the third leg, right", 0, 0, 0, {"Bein3Re", "OK"}},
    {"the fourth leg, right", 0, 0, 0, {"Bein4Re", "OK"}},
    {"the first leg, left", 0, 0, 0, {"Bein1Li", "OK"}},
    {"the second leg, left", 0, 0, 0, {"Bein2Li", "OK"}},
    {"the third leg, left", 0, 0, 0, {"Bein3Li", "OK"}},
    {"the fourth leg, left", 0, 0, 0, {"Bein4Li", "OK"}},
    {"the abdomen", 0, 0, 0, {"HLeib01", "OK"}},
};

// A chain that curls up: its end folds over, and then bites the side of the chain.
static const label huesitos[] = {
    {"the fold of the branch", 0, 7, 28, {"Bone.004", "Bone.006"}},
    {"the end in the head", 0, 22, 26, {"Bone.006", "Bone.008"}},
};

static bool is_about(const label *l, const char *name)
{
    const char *cross = strstr(name, " x ");
    if (!cross) return false;
    char first[256];
    snprintf(first, sizeof first, "%.*s", (int)(cross - name), name);
    const char *second = cross + 3;
    return (strstr(first, l->bones[0]) && strstr(second, l->bones[1])) ||
           (strstr(first, l->bones[1]) && strstr(second, l->bones[0]));
}

static uint32_t count_episodes(const mote_check *check, const label *l)
{
    mote_check_outcome outcome;
    mote_check_get_outcome(check, &outcome);
    uint32_t count = 0;
    for (size_t i = 0; i < outcome.episode_count; i++) {
        const mote_check_episode *e = &outcome.episodes[i];
        char name[256];
        mote_check_name_episode(check, e, name, sizeof name);
        count += e->clip == l->clip && e->first == l->first && e->last == l->last &&
                 e->frame_count == l->last - l->first + 1 && is_about(l, name);
    }
    return count;
}

static void expect_labels(const char *file, double fps, const label *labels, size_t count)
{
    char path[4096];
    const char *folder = getenv("MOTE_REAL_FILES");
    snprintf(path, sizeof path, "%s/%s", folder ? folder : "", file);
    if (!folder || access(path, R_OK) != 0) skip();
    mote_check_def def = mote_check_default_def();
    def.inputs = (const char *const[]){path};
    def.input_count = 1;
    def.fps = fps;
    mote_check *check;
    if (mote_check_open(&def, &check)) fail_msg("%s", mote_last_message());
    assert_int_equal(mote_check_run(check, NULL), MOTE_OK);
    for (size_t i = 0; i < count; i++)
        if (count_episodes(check, &labels[i]) != 1)
            fail_msg("%s: %u episodes are %s, frames %u to %u", file,
                     count_episodes(check, &labels[i]), labels[i].place, labels[i].first,
                     labels[i].last);
    mote_check_close(check);
}

static void a_man_who_walks(void **state)
{
    (void)state;
    expect_labels("CesiumMan.glb", 30, cesium_man, sizeof cesium_man / sizeof cesium_man[0]);
}

static void a_fox_that_looks_around_walks_and_runs(void **state)
{
    (void)state;
    expect_labels("Fox.glb", 30, fox, sizeof fox / sizeof fox[0]);
    expect_labels("Fox.glb", 10, slow_fox, sizeof slow_fox / sizeof slow_fox[0]);
}

static void a_spider_of_many_parts(void **state)
{
    (void)state;
    expect_labels("spider.fbx", 30, spider, sizeof spider / sizeof spider[0]);
}

static void a_chain_that_curls_up(void **state)
{
    (void)state;
    expect_labels("huesitos.fbx", 30, huesitos, sizeof huesitos / sizeof huesitos[0]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_man_who_walks),
        cmocka_unit_test(a_fox_that_looks_around_walks_and_runs),
        cmocka_unit_test(a_spider_of_many_parts),
        cmocka_unit_test(a_chain_that_curls_up),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
