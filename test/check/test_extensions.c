// Extensions of glTF that hide nodes, and that move them by pointers.

#define _POSIX_C_SOURCE 200809L // check_play.h
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "samples/glb.h"
#include "support/check_play.h"
#include "support/run.h"

static uint32_t add_box(sample_glb *glb)
{
    test_mesh box = play_box((mote_dvec3){0, 0, 0}, (mote_dvec3){0.5, 0.52, 0.47}, 2);
    uint32_t positions = sample_glb_floats(glb, &box.positions[0].x, box.vertex_count, 3);
    uint32_t corners = sample_glb_words(glb, box.triangles, box.triangle_count * 3, 1);
    test_mesh_release(&box);
    return sample_glb_item(glb, SAMPLE_GLB_MESHES,
                           "{\"primitives\":[{\"attributes\":{\"POSITION\":%u},\"indices\":%u}]}",
                           positions, corners);
}

// Box "a" at 0; node "group" at 0.6 with box "b" on its child. The case adds to the group, and to
// the channels of a clip in which the group stays where it is.
static void write_pair(const char *group, const char *channels)
{
    static const float times[2] = {0, 1}, places[6] = {0.6f, 0, 0, 0.6f, 0, 0};
    sample_glb glb = sample_glb_create();
    uint32_t mesh = add_box(&glb);
    sample_glb_item(&glb, SAMPLE_GLB_NODES, "{\"name\":\"a\",\"mesh\":%u}", mesh);
    sample_glb_item(&glb, SAMPLE_GLB_NODES,
                    "{\"name\":\"group\",\"translation\":[0.6,0,0],\"children\":[2]%s}", group);
    sample_glb_item(&glb, SAMPLE_GLB_NODES, "{\"name\":\"b\",\"mesh\":%u}", mesh);
    uint32_t input = sample_glb_floats(&glb, times, 2, 1);
    uint32_t output = sample_glb_floats(&glb, places, 2, 3);
    sample_glb_item(&glb, SAMPLE_GLB_ANIMATIONS,
                    "{\"name\":\"c\",\"samplers\":[{\"input\":%u,\"output\":%u}],\"channels\":"
                    "[{\"sampler\":0,\"target\":{\"node\":1,\"path\":\"translation\"}}%s]}",
                    input, output, channels);
    char room[4096];
    assert_int_equal(sample_glb_write(&glb, "[0,1]", play_path(room, "pair.glb")), MOTE_OK);
    sample_glb_release(&glb);
}

// The summary breaks lines: blanks of any number and kind are one.
static void join_lines(char *text)
{
    char *to = text;
    for (const char *at = text; *at; at++) {
        bool blank = *at == ' ' || *at == '\n';
        if (!blank || (to > text && to[-1] != ' ')) *to++ = *at;
        if (blank && to > text) to[-1] = to[-1] == '\n' ? ' ' : to[-1];
    }
    *to = '\0';
}

static void expect(const char *arguments, int code, const char *words)
{
    char room[4096];
    int got = play_run(arguments);
    char *text = play_slurp(play_path(room, "out.txt"));
    if (got != code)
        fail_msg("exit code %d, not %d: %s%s", got, code, text,
                 play_slurp(play_path(room, "err.txt")));
    join_lines(text);
    if (!strstr(text, words)) fail_msg("no '%s' in %s", words, text);
    free(text);
}

static const char hidden[] = ",\"extensions\":{\"KHR_node_visibility\":{\"visible\":false}}";
static const char shown[] = ",\"extensions\":{\"KHR_node_visibility\":{\"visible\":true}}";
static const char blinking[] =
    ",{\"sampler\":0,\"target\":{\"path\":\"pointer\",\"extensions\":{\"KHR_animation_pointer\":"
    "{\"pointer\":\"/nodes/1/extensions/KHR_node_visibility/visible\"}}}}";

static void hidden_nodes_are_left_out_and_told(void **state)
{
    (void)state;
    write_pair("", "");
    expect("pair.glb", 1, "FOUND");
    write_pair(shown, "");
    expect("pair.glb", 1, "FOUND");
    // With all that hangs on it.
    write_pair(hidden, "");
    expect("pair.glb", 2, "1 node with a mesh is hidden (KHR_node_visibility) and was not checked");
    expect("pair.glb --accept content", 0, "clean");
}

static void nodes_that_blink_are_checked_in_all_frames_and_noted(void **state)
{
    (void)state;
    static const char words[] = "1 node with a mesh is shown and hidden by an animation "
                                "(KHR_node_visibility) and was checked as visible in all frames";
    write_pair(hidden, blinking);
    expect("pair.glb --fps 4", 1, words);
    expect("pair.glb --fps 4", 1, "FOUND: 5 of 5 frames");
    write_pair("", blinking);
    expect("pair.glb --fps 4", 1, words);
    // A note: nothing was left out.
    expect("pair.glb --fps 4 --ignore a:b", 0, words);
}

// All of the report of pair.glb.
static char *report_of_pair(void)
{
    char room[4096];
    int code = play_run("pair.glb --fps 5 --json report.json");
    if (code != 1) fail_msg("exit code %d: %s", code, play_slurp(play_path(room, "err.txt")));
    return play_slurp(play_path(room, "report.json"));
}

// A channel as glTF has it, and the same by a pointer.
static void pointers_to_nodes_move_them(void **state)
{
    (void)state;
    write_pair("", ",{\"sampler\":0,\"target\":{\"node\":0,\"path\":\"translation\"}}");
    char *by_name = report_of_pair();
    write_pair("", ",{\"sampler\":0,\"target\":{\"path\":\"pointer\",\"extensions\":{"
                   "\"KHR_animation_pointer\":{\"pointer\":\"/nodes/0/translation\"}}}}");
    char *by_pointer = report_of_pair();
    assert_string_equal(by_pointer, by_name);
    write_pair("", "");
    char *without = report_of_pair();
    assert_string_not_equal(without, by_name);
    free(by_name);
    free(by_pointer);
    free(without);
}

static void pointers_to_what_is_not_known_are_told(void **state)
{
    (void)state;
    static const char *const pointers[] = {
        "/nodes/9/translation",    "/nodes//translation",   "/nodes/2",
        "/nodes/2/translation/0",  "/nodes/2x/translation", "/nodes/99999999999999999999/scale",
        "/nodes/2/extensions/X/y", "/meshes/0/weights",     ""};
    for (size_t i = 0; i < sizeof pointers / sizeof pointers[0]; i++) {
        char channel[256];
        snprintf(channel, sizeof channel,
                 ",{\"sampler\":0,\"target\":{\"path\":\"pointer\",\"extensions\":{"
                 "\"KHR_animation_pointer\":{\"pointer\":\"%s\"}}}}",
                 pointers[i]);
        write_pair("", channel);
        expect("pair.glb --ignore a:b", 2, "1 channel of animations moves what mote does not know");
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(hidden_nodes_are_left_out_and_told),
        cmocka_unit_test(nodes_that_blink_are_checked_in_all_frames_and_noted),
        cmocka_unit_test(pointers_to_nodes_move_them),
        cmocka_unit_test(pointers_to_what_is_not_known_are_told),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
