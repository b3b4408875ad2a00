// What the options of 'mote check' do.

#define _DEFAULT_SOURCE // getrusage
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>

#include "check/pierce.h"
#include "check/rules.h"
#include "samples/arm.h"
#include "samples/glb.h"
#include "support/check_play.h"
#include "support/run.h"

// Runs it and expects a word in the report.
static void reports(int code, const char *arguments, const char *word)
{
    char line[4096], room[4096];
    snprintf(line, sizeof line, "%s --json report.json", arguments);
    int got = play_run(line);
    if (got != code) fail_msg("%s: exit code %d, not %d", arguments, got, code);
    char *report = play_slurp(play_path(room, "report.json"));
    if (!strstr(report, word)) fail_msg("%s: no %s in %.3000s", arguments, word, report);
    free(report);
}

// Three boxes in a row: a meets b, b meets c; each is a node of its own. b has two materials.
static void write_row(const char *name)
{
    sample_glb glb = sample_glb_create();
    sample_glb_item(&glb, SAMPLE_GLB_MATERIALS, "{\"name\":\"silk\"}");
    sample_glb_item(&glb, SAMPLE_GLB_MATERIALS, "{\"name\":\"wool\"}");
    for (int i = 0; i < 3; i++) {
        test_mesh box =
            play_box((mote_dvec3){0.9 * i, 0.03 * i, 0.02 * i}, (mote_dvec3){0.5, 0.5, 0.5}, 2);
        uint32_t positions = sample_glb_floats(&glb, &box.positions[0].x, box.vertex_count, 3);
        uint32_t half = box.triangle_count / 2 * 3;
        uint32_t first = sample_glb_words(&glb, box.triangles, half, 1);
        uint32_t second = sample_glb_words(&glb, box.triangles + half, half, 1);
        sample_glb_item(&glb, SAMPLE_GLB_MESHES,
                        "{\"name\":\"m%d\",\"primitives\":["
                        "{\"attributes\":{\"POSITION\":%u},\"indices\":%u,\"material\":0},"
                        "{\"attributes\":{\"POSITION\":%u},\"indices\":%u,\"material\":%d}]}",
                        i, positions, first, positions, second, i == 1);
        sample_glb_item(&glb, SAMPLE_GLB_NODES, "{\"name\":\"box %c\",\"mesh\":%d}", 'a' + i, i);
        test_mesh_release(&box);
    }
    char room[4096];
    assert_int_equal(sample_glb_write(&glb, "[0,1,2]", play_path(room, name)), MOTE_OK);
    sample_glb_release(&glb);
}

static void parts_are_what_is_asked_for(void **state)
{
    (void)state;
    write_row("row.glb");
    reports(1, "row.glb", "\"findings\":2,");
    reports(1, "row.glb", "{\"name\":\"box b\",\"vertices\":26,\"triangles\":48,\"closed\":true}");
    reports(1, "row.glb --parts mesh", "{\"name\":\"m1\",\"vertices\":26,");
    // One part of two materials meets the other: their common border does not count.
    reports(1, "row.glb --parts material", "\"name\":\"wool\"");
    reports(1, "row.glb --parts component", "\"name\":\"box a/1\"");
    reports(1, "row.glb --parts file", "\"name\":\"row\",\"vertices\":78,\"triangles\":144");
    reports(0, "row.glb --parts file --no-self", "\"findings\":0,");
    reports(1, "row.glb row.glb --parts node --only 'row/box a:row/box a 2'", "\"findings\":1,");
    reports(1, "row.glb --weld none", "{\"name\":\"box b\",\"vertices\":54,");
    reports(1, "row.glb --weld 0.001", "{\"name\":\"box b\",\"vertices\":26,");
}

static void formats_of_others_are_refused_by_name(void **state)
{
    (void)state;
    static const char usd[] = "does not read USD; export glTF";
    static const struct {
        const char *name, *message;
    } cases[] = {{"a.abc", "does not read Alembic; export glTF"},
                 {"a.USD", usd},
                 {"a.usda", usd},
                 {"a.usdc", usd},
                 {"a.usdz", usd},
                 {"a.zae", "does not read zipped Collada; unpack it and check the .dae file"}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char room[4096];
        FILE *file = fopen(play_path(room, cases[i].name), "w");
        assert_non_null(file);
        fclose(file);
        assert_int_equal(play_run(cases[i].name), 2);
        char *message = play_slurp(play_path(room, "err.txt"));
        assert_non_null(strstr(message, cases[i].message));
        free(message);
    }
}

static void limits_are_what_is_asked_for(void **state)
{
    (void)state;
    write_row("row.glb");
    reports(1, "row.glb --max-pairs 1000000", "\"crowded_frames\":0,");
    reports(2, "row.glb --max-pairs 1 --fail-on 'depth>9' --unknown-depth pass",
            "\"crowded_frames\":1,");
    assert_int_equal(play_run("row.glb --max-pairs 0"), 2);
    assert_int_equal(play_run("row.glb --read-time 0"), 2);
    assert_int_equal(play_run("row.glb --memory 0.5"), 2);
    assert_int_equal(play_run("row.glb --memory 4096 --read-time 5"), 1);
}

// A closed box in two materials: its halves share their border and nothing else.
static void the_border_of_two_parts_is_no_finding(void **state)
{
    (void)state;
    sample_glb glb = sample_glb_create();
    test_mesh box = play_box((mote_dvec3){0, 0, 0}, (mote_dvec3){0.5, 0.5, 0.5}, 2);
    uint32_t at = sample_glb_floats(&glb, &box.positions[0].x, box.vertex_count, 3);
    uint32_t half = box.triangle_count / 2 * 3;
    sample_glb_words(&glb, box.triangles, half, 1);
    sample_glb_words(&glb, box.triangles + half, half, 1);
    sample_glb_item(&glb, SAMPLE_GLB_MATERIALS, "{\"name\":\"silk\"}");
    sample_glb_item(&glb, SAMPLE_GLB_MESHES,
                    "{\"primitives\":[{\"attributes\":{\"POSITION\":%u},\"indices\":%u},"
                    "{\"attributes\":{\"POSITION\":%u},\"indices\":%u,\"material\":0}]}",
                    at, at + 1, at, at + 2);
    sample_glb_item(&glb, SAMPLE_GLB_NODES, "{\"mesh\":0}");
    test_mesh_release(&box);
    char room[4096];
    assert_int_equal(sample_glb_write(&glb, "[0]", play_path(room, "one.glb")), MOTE_OK);
    sample_glb_release(&glb);
    reports(0, "one.glb --parts material --fail-on touch", "\"findings\":0,");
    reports(1, "one.glb --parts material --fail-on touch --weld none", "\"findings\":1,");
}

static void pairs_are_left_out_by_name(void **state)
{
    (void)state;
    write_row("row.glb");
    reports(1, "row.glb --ignore 'box a:box b'", "\"findings\":1,");
    reports(0, "row.glb --ignore 'box b'", "\"findings\":0,");
    reports(0, "row.glb --ignore '*:*'", "\"findings\":0,");
    reports(1, "row.glb --only 'box ?:*c'", "\"findings\":1,");
    reports(0, "row.glb --only 'box a:box c'", "\"findings\":0,");
    reports(1, "row.glb --only 'box a' --ignore 'box c'", "\"findings\":1,");
    assert_int_equal(play_run("row.glb --ignore 'bocks a:box b'"), 2);
}

static void patterns(void **state)
{
    (void)state;
    static const struct {
        const char *pattern, *name;
        bool fits;
    } cases[] = {{"arm", "arm", true},
                 {"arm", "arms", false},
                 {"arm", "ar", false},
                 {"*", "", true},
                 {"*", "arm", true},
                 {"a*m", "am", true},
                 {"a*m", "aXmYm", true},
                 {"a*m", "aXmY", false},
                 {"a?m", "abm", true},
                 {"a?m", "am", false},
                 {"\\*", "*", true},
                 {"\\*", "x", false},
                 {"*left*", "l_left", true},
                 {"a\\:b", "a:b", true},
                 {"", "", true},
                 {"", "a", false},
                 {"**a**", "bab", true},
                 {"?*", "", false}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
        if (check_pattern_matches(cases[i].pattern, strlen(cases[i].pattern), cases[i].name) !=
            cases[i].fits)
            fail_msg("%s against %s", cases[i].pattern, cases[i].name);
}

// With these parts, is the rule about the pair of x and y?
static bool rule_holds(const char *rule, const char *const *names, size_t count, const char *x,
                       const char *y)
{
    check_rules rules = {.only = {0}};
    if (check_rule_list_create(&rule, 1, names, count, &rules.ignore))
        fail_msg("%s: %s", rule, mote_last_message());
    bool allowed = check_rules_allow(&rules, x, y);
    assert_int_equal(check_rules_allow(&rules, y, x), allowed);
    check_rules_release(&rules);
    return !allowed;
}

static void colons_in_names(void **state)
{
    (void)state;
    static const char *const names[] = {"p:arm", "p:leg", "q", "a", "b", "a:b"};
    assert_true(rule_holds("a\\:b:q", names, 6, "a:b", "q"));
    assert_false(rule_holds("a\\:b:q", names, 6, "a", "q"));
    assert_true(rule_holds("p:arm:p:leg", names, 6, "p:arm", "p:leg"));
    assert_false(rule_holds("p:arm:p:leg", names, 6, "p:arm", "q"));
    assert_true(rule_holds("p:arm", names, 6, "p:arm", "q"));
    assert_true(rule_holds("p:*:q", names, 6, "p:leg", "q"));
    assert_true(rule_holds("q:p:arm", names, 6, "p:arm", "q"));
    // As A:B comes before the name that has a colon.
    assert_true(rule_holds("a:b", names, 6, "a", "b"));
    assert_false(rule_holds("a:b", names, 6, "a:b", "q"));
    assert_true(rule_holds("a\\:b", names, 6, "a:b", "q"));
    static const char *const bad[] = {"*:*:*", "a:b:a:b:b", "p:hand", ":", "p"};
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        check_rule_list list;
        assert_int_equal(check_rule_list_create(&bad[i], 1, names, 6, &list), MOTE_ERROR_ARGUMENT);
        free(list.items);
    }
}

static void known_face_pairs_do_not_count(void **state)
{
    (void)state;
    char room[4096];
    assert_int_equal(sample_write_arm(play_path(room, "arm.glb"), 1), MOTE_OK);
    reports(1, "arm.glb --frames 0:60 --write-baseline base.txt", "\"frames_penetrate\":8,");
    reports(0, "arm.glb --frames 0:60 --baseline base.txt", "\"frames_penetrate\":0,");
    reports(1, "arm.glb --baseline base.txt", "\"frames_penetrate\":23,");
    // A second file adds nothing to what the first has.
    reports(0, "arm.glb --frames 0:60 --baseline base.txt --write-baseline empty.txt", "");
    char *empty = play_slurp(play_path(room, "empty.txt"));
    assert_string_equal(empty, "mote baseline 1\npart 2880 arm\npart 4160 sleeve\n");
    free(empty);
    write_row("row.glb");
    assert_int_equal(play_run("row.glb --baseline base.txt"), 1);
    reports(0, "row.glb --baseline rest", "\"baseline_face_pairs\":");
    assert_int_equal(play_run("row.glb --baseline row.glb"), 2);
    assert_int_equal(play_run("arm.glb --baseline missing.txt"), 2);
}

static void what_fails_is_chosen(void **state)
{
    (void)state;
    char room[4096];
    assert_int_equal(sample_write_arm(play_path(room, "arm.glb"), 1), MOTE_OK);
    reports(0, "stack --frames 0:2", "\"frames_touch\":3,");
    reports(1, "stack --frames 0:2 --fail-on touch", "\"frames_touch\":3,");
    reports(0, "teapot-sphere --frames 36:37 --tolerance 0.2", "\"frames_near\":2,");
    reports(1, "teapot-sphere --frames 36:37 --tolerance 0.2 --fail-on near", "\"frames_near\":2,");
    reports(1, "arm.glb --frames 15:16 --fail-on 'depth>0'", "\"frames_penetrate\":2,");
    reports(0, "arm.glb --frames 15:16 --fail-on 'depth>100'", "\"frames_penetrate\":2,");
    assert_int_equal(play_run("stack --fail-on 'depth>x'"), 2);
    assert_int_equal(play_run("stack --fail-on never"), 2);
}

static void frames_and_poses(void **state)
{
    (void)state;
    char room[4096];
    assert_int_equal(sample_write_arm(play_path(room, "arm.glb"), 1), MOTE_OK);
    reports(1, "arm.glb --frames 15", "\"frames_checked\":1,");
    reports(0, "arm.glb --static", "\"frames_checked\":1,");
    reports(1, "arm.glb --fps 10", "\"frames_checked\":41,");
    reports(1, "arm.glb --fps 7", "\"frames_checked\":29,"); // the last key is a frame of its own
    reports(1, "arm.glb --clip bend --frames 90", "\"time\":3,");
    assert_int_equal(play_run("arm.glb --fps 0"), 2);
    assert_int_equal(play_run("arm.glb --clip wave"), 2);
}

static void a_budget_is_told(void **state)
{
    (void)state;
    char room[4096];
    assert_int_equal(sample_write_arm(play_path(room, "arm.glb"), 4), MOTE_OK);
    reports(2, "arm.glb --fps 2000 --frames 0:500 --budget 0.01", "\"cut_short\":true");
}

static void bad_frames_are_painted(void **state)
{
    (void)state;
    char room[4096];
    assert_int_equal(sample_write_arm(play_path(room, "arm.glb"), 1), MOTE_OK);
    assert_int_equal(play_run("arm.glb --frames 40:50 --out pictures"), 1);
    char *picture = play_slurp(play_path(room, "pictures/frame_00046.ply"));
    assert_non_null(strstr(picture, "property uchar red"));
    free(picture);
    FILE *clean = fopen(play_path(room, "pictures/frame_00044.ply"), "r");
    assert_null(clean);
    reports(1, "arm.glb --views 2", "\"whole\":true,\"point\":");
}

// The most memory that any run has taken so far, in bytes.
static long most_memory(void)
{
    struct rusage usage;
    assert_int_equal(getrusage(RUSAGE_CHILDREN, &usage), 0);
    return usage.ru_maxrss * 1024;
}

// Not in the quick run: sanitizers keep what is released.
static void memory_does_not_grow_with_the_frames(void **state)
{
    (void)state;
    if (test_count(0, 1, 1) == 0) skip();
    char room[4096];
    assert_int_equal(sample_write_arm(play_path(room, "long.glb"), 3), MOTE_OK);
    reports(1, "long.glb --fps 50", "\"frames_checked\":201,");
    long before = most_memory();
    reports(1, "long.glb --fps 500", "\"frames_checked\":2001,");
    assert_true(most_memory() - before < 4 << 20);
}

static void crossing_and_touching(void **state)
{
    (void)state;
    const mote_vec3 flat[3] = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}};
    const mote_vec3 through[3] = {{0.2f, 0.2f, -1}, {0.3f, 0.2f, 1}, {0.2f, 0.3f, 1}};
    const mote_vec3 standing[3] = {{0.2f, 0.2f, 0}, {0.3f, 0.2f, 1}, {0.2f, 0.3f, 1}};
    const mote_vec3 hinged[3] = {{0, 0, 0}, {1, 0, 0}, {0, 0, 1}};
    const mote_vec3 covering[3] = {{0.1f, 0.1f, 0}, {1, 0.1f, 0}, {0.1f, 1, 0}};
    const mote_vec3 facing[3] = {{0.1f, 0.1f, 0}, {0.1f, 1, 0}, {1, 0.1f, 0}};
    assert_true(check_faces_pierce(flat, through));
    assert_true(check_faces_pierce(through, flat));
    assert_false(check_faces_pierce(flat, standing));
    assert_false(check_faces_pierce(flat, hinged));
    assert_true(check_faces_pierce(flat, covering));
    assert_false(check_faces_pierce(flat, facing));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(parts_are_what_is_asked_for),
        cmocka_unit_test(limits_are_what_is_asked_for),
        cmocka_unit_test(formats_of_others_are_refused_by_name),
        cmocka_unit_test(the_border_of_two_parts_is_no_finding),
        cmocka_unit_test(pairs_are_left_out_by_name),
        cmocka_unit_test(patterns),
        cmocka_unit_test(colons_in_names),
        cmocka_unit_test(known_face_pairs_do_not_count),
        cmocka_unit_test(what_fails_is_chosen),
        cmocka_unit_test(frames_and_poses),
        cmocka_unit_test(a_budget_is_told),
        cmocka_unit_test(bad_frames_are_painted),
        cmocka_unit_test(memory_does_not_grow_with_the_frames),
        cmocka_unit_test(crossing_and_touching),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
