// 'mote check' leaves nothing out silently: whatever was not checked is told in the summary, in the
// JSON, in the page and by the exit code.

#define _DEFAULT_SOURCE // mkdir
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "io/json.h"
#include "samples/arm.h"
#include "samples/glb.h"
#include "support/check_play.h"
#include "support/run.h"

// ---------------------------------------------------------------------------------------------
// What a run must tell

// The sum of the counts of remarks of a kind; `incomplete` only those that make the check
// incomplete.
static double count_remarks(const io_json *json, const char *kind, bool incomplete)
{
    double count = 0;
    const io_json_node *remark =
        io_json_first(json, io_json_member(json, &json->nodes[0], "remarks"));
    for (; remark; remark = io_json_next(json, remark)) {
        const io_json_node *says = io_json_member(json, remark, "incomplete");
        if (io_json_is(io_json_member(json, remark, "kind"), kind) &&
            (strncmp(says->text, "true", 4) == 0) == incomplete)
            count += io_json_number(json, remark, "count");
    }
    return count;
}

typedef struct expected {
    int code;
    const char *verdict;
    const char *kind; // of a remark
    bool incomplete;  // what it says
    uint32_t count;
} expected;

static void expect_json(const char *arguments, const char *text, size_t size, const expected *e)
{
    io_json json;
    assert_int_equal(io_json_parse(text, size, &json), MOTE_OK);
    const io_json_node *summary = io_json_member(&json, &json.nodes[0], "summary");
    if (!io_json_is(io_json_member(&json, summary, "verdict"), e->verdict))
        fail_msg("%s: not %s: %.*s", arguments, e->verdict, (int)(summary->end - summary->text),
                 summary->text);
    if (e->kind) {
        double count = count_remarks(&json, e->kind, e->incomplete);
        if (count != e->count)
            fail_msg("%s: %s is told %g times, not %u: %.3000s", arguments, e->kind, count,
                     e->count, text);
    }
    const io_json_node *remark =
        io_json_first(&json, io_json_member(&json, &json.nodes[0], "remarks"));
    bool incomplete = false;
    for (; remark; remark = io_json_next(&json, remark))
        incomplete |= strncmp(io_json_member(&json, remark, "incomplete")->text, "true", 4) == 0;
    bool complete = strncmp(io_json_member(&json, summary, "complete")->text, "true", 4) == 0;
    assert_int_equal(complete, !incomplete);
    io_json_release(&json);
}

// The data of the page is the report without faces.
static void expect_page(const char *arguments, const expected *e)
{
    static const char begin[] = "<script type=\"application/json\" id=\"report\">";
    char room[4096];
    char *page = play_slurp(play_path(room, "report.html"));
    const char *data = strstr(page, begin);
    assert_non_null(data);
    data += sizeof begin - 1;
    const char *end = strstr(data, "</script>");
    assert_non_null(end);
    expect_json(arguments, data, (size_t)(end - data), e);
    free(page);
}

static bool has_page(void)
{
    static int known = -1;
    if (known < 0) known = play_run("stack --frames 0 --html none.html") != 2;
    return known;
}

// Runs a check and expects the exit code, the verdict and a remark in each of its outputs. Pages
// with pictures take long: the first has to do.
static void expect(const char *arguments, int code, const char *verdict, const char *kind,
                   bool incomplete, uint32_t count)
{
    const expected e = {code, verdict, kind, incomplete, count};
    char line[4096], room[4096];
    static bool drawn;
    bool pictures = strcmp(verdict, "findings") == 0, page = has_page() && !(pictures && drawn);
    drawn |= pictures;
    snprintf(line, sizeof line, "%s --json report.json %s", arguments,
             page ? "--html report.html" : "");
    int got = play_run(line);
    char *text = play_slurp(play_path(room, "out.txt"));
    if (got != code)
        fail_msg("%s: exit code %d, not %d: %s%s", arguments, got, code, text,
                 play_slurp(play_path(room, "err.txt")));
    const char *word = strcmp(verdict, "findings") == 0 ? "\nFOUND: " : NULL;
    char room_for_word[32];
    if (!word) {
        snprintf(room_for_word, sizeof room_for_word, "\n%s: ", verdict);
        word = room_for_word;
    }
    if (!strstr(text, word)) fail_msg("%s: no '%s' in %s", arguments, word, text);
    if (incomplete && count && !strstr(text, "\n  incomplete  "))
        fail_msg("%s: no reason in %s", arguments, text);
    free(text);
    char *report = play_slurp(play_path(room, "report.json"));
    expect_json(arguments, report, strlen(report), &e);
    free(report);
    if (page) expect_page(arguments, &e);
}

static void expect_word(const char *name, const char *word)
{
    char room[4096];
    char *text = play_slurp(play_path(room, name));
    if (!strstr(text, word)) fail_msg("no '%s' in %.3000s", word, text);
    free(text);
}

// ---------------------------------------------------------------------------------------------
// Planted files

static void write_text(const char *name, const char *text)
{
    char room[4096];
    FILE *file = fopen(play_path(room, name), "w");
    assert_non_null(file);
    assert_true(fputs(text, file) >= 0);
    assert_int_equal(fclose(file), 0);
}

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

// A clip in which a node slides along x in one second.
static void add_slide(sample_glb *glb, const char *name, uint32_t node, float from, float to)
{
    const float times[2] = {0, 1}, places[6] = {from, 0, 0, to, 0, 0};
    uint32_t input = sample_glb_floats(glb, times, 2, 1);
    uint32_t output = sample_glb_floats(glb, places, 2, 3);
    sample_glb_item(glb, SAMPLE_GLB_ANIMATIONS,
                    "{\"name\":\"%s\",\"samplers\":[{\"input\":%u,\"output\":%u}],\"channels\":"
                    "[{\"sampler\":0,\"target\":{\"node\":%u,\"path\":\"translation\"}}]}",
                    name, input, output, node);
}

static void finish(sample_glb *glb, const char *roots, const char *name)
{
    char room[4096];
    assert_int_equal(sample_glb_write(glb, roots, play_path(room, name)), MOTE_OK);
    sample_glb_release(glb);
}

// With more members at the top of the file.
static void finish_with(sample_glb *glb, const char *roots, const char *more, const char *name)
{
    char text[1024];
    snprintf(text, sizeof text, "%s}],%s,\"extras\":[{\"nodes\":[]", roots, more);
    finish(glb, text, name);
}

// Two boxes that are 3 apart; the second has the clips idle, bump and, unless null, another one.
static void write_clips(const char *name, const char *third)
{
    sample_glb glb = sample_glb_create();
    uint32_t mesh = add_box(&glb);
    sample_glb_item(&glb, SAMPLE_GLB_NODES, "{\"name\":\"still\",\"mesh\":%u}", mesh);
    sample_glb_item(&glb, SAMPLE_GLB_NODES,
                    "{\"name\":\"moving\",\"mesh\":%u,\"translation\":[3,0,0]}", mesh);
    add_slide(&glb, "idle", 1, 3, 4);
    add_slide(&glb, "bump", 1, 3, 0.61f);
    if (third) add_slide(&glb, third, 1, 4, 3);
    finish(&glb, "[0,1]", name);
}

// One box far away with a clip.
static void write_other(const char *name, const char *clip)
{
    sample_glb glb = sample_glb_create();
    sample_glb_item(&glb, SAMPLE_GLB_NODES,
                    "{\"name\":\"other\",\"mesh\":%u,\"translation\":[20,0,0]}", add_box(&glb));
    if (clip) add_slide(&glb, clip, 0, 20, 21);
    if (!clip) add_slide(&glb, "nothing", 0, 20, 21);
    finish(&glb, "[0]", name);
}

// ---------------------------------------------------------------------------------------------
// Clips

static void every_clip_is_checked(void **state)
{
    (void)state;
    write_clips("clips.glb", "idle");
    expect("clips.glb --fps 10", 1, "findings", NULL, false, 0);
    expect_word("report.json",
                "{\"name\":\"idle\",\"start\":0,\"end\":1,\"frames\":11,\"first_frame\":0,"
                "\"last_frame\":10,\"frame_offset\":0}");
    expect_word("report.json", "{\"name\":\"idle 2\",");
    expect_word("report.json", "\"frames_wanted\":33,\"frames_checked\":33,");
    expect_word("report.json", "{\"clip\":1,\"frame\":9,\"time\":0.9,");
    expect_word("out.txt", "  2 of 3 clips clean\n");
    // One of them by name, by number; the others are told.
    expect("clips.glb --clip idle", 0, "clean", "request", false, 2 + 2);
    expect("clips.glb --clip 1", 1, "findings", "request", false, 2 + 2);
    expect("clips.glb --clip 'idle 2' --frames 3:5", 0, "clean", "request", false, 2 + 2 + 28);
    expect("clips.glb --static", 0, "clean", "request", false, 3 + 2);
    assert_int_equal(play_run("clips.glb --frames 3:5"), 2);
    expect_word("err.txt", "'--clip'");
    assert_int_equal(play_run("clips.glb --clip 3"), 2);
    expect_word("err.txt", "the clips are: idle, bump, idle 2");
}

static void a_clip_that_a_file_lacks_is_told(void **state)
{
    (void)state;
    write_clips("clips.glb", NULL);
    write_other("walk.glb", "walk");
    write_other("idle.glb", "idle");
    write_text("floor.obj", "v 9 9 9\nv 10 9 9\nv 9 9 10\nf 1 2 3\n");
    expect("clips.glb walk.glb --clip idle", 2, "incomplete", "clip", true, 1);
    expect_word("out.txt", "walk.glb lacks 1 of 1 clips");
    expect("clips.glb walk.glb --clip idle --accept clip", 0, "clean", "clip", false, 1);
    expect("clips.glb idle.glb --clip idle", 0, "clean", "clip", true, 0);
    // What has no clips has no clip to lack.
    expect("clips.glb floor.obj --clip idle", 0, "clean", "clip", true, 0);
    // Without --clip each name is a clip: idle.glb lacks bump, clips.glb lacks walk.
    expect("clips.glb idle.glb --parts node", 1, "findings", "clip", true, 1);
    expect_word("out.txt", " face pairs, incomplete\n");
    expect("clips.glb walk.glb", 2, "incomplete", "clip", true, 1 + 2);
    // One clip each: they play together.
    expect("walk.glb idle.glb --ignore '*'", 0, "clean", "clip", true, 0);
    assert_int_equal(play_run("clips.glb walk.glb --clip jump"), 2);
}

// ---------------------------------------------------------------------------------------------
// Instances and what else a file may hold

// Four instances in a row, 0.9 apart, turned and scaled, on a node that slides; or the same as
// nodes.
static void write_row(const char *name, bool instances, const char *members)
{
    static const float places[12] = {0, 0, 0, 0.9f, 0.1f, 0, 1.8f, 0, 0.1f, 2.7f, 0, 0};
    static const float turns[16] = {0, 0, 0, 1, 0, 0, 0.6f, 0.8f, 0, 0.6f, 0, 0.8f, 0, 0, 0, 1};
    static const float sizes[12] = {1, 1, 1, 1, 0.9f, 1, 1.1f, 1, 1, 1, 1, 0.7f};
    sample_glb glb = sample_glb_create();
    uint32_t mesh = add_box(&glb);
    if (instances) {
        uint32_t t = sample_glb_floats(&glb, places, 4, 3),
                 r = sample_glb_floats(&glb, turns, 4, 4);
        sample_glb_item(&glb, SAMPLE_GLB_NODES,
                        "{\"name\":\"row\",\"mesh\":%u,\"extensions\":{\"EXT_mesh_gpu_instancing\":"
                        "{\"attributes\":{\"TRANSLATION\":%u,\"ROTATION\":%u,\"SCALE\":%u}}}}",
                        mesh, t, r, sample_glb_floats(&glb, sizes, 4, 3));
    } else {
        sample_glb_item(&glb, SAMPLE_GLB_NODES, "{\"name\":\"row\",\"children\":[1,2,3,4]}");
        for (int i = 0; i < 4; i++)
            sample_glb_item(&glb, SAMPLE_GLB_NODES,
                            "{\"name\":\"row[%d]\",\"mesh\":%u,\"translation\":[%.9g,%.9g,%.9g],"
                            "\"rotation\":[%.9g,%.9g,%.9g,%.9g],\"scale\":[%.9g,%.9g,%.9g]}",
                            i, mesh, (double)places[i * 3], (double)places[i * 3 + 1],
                            (double)places[i * 3 + 2], (double)turns[i * 4],
                            (double)turns[i * 4 + 1], (double)turns[i * 4 + 2],
                            (double)turns[i * 4 + 3], (double)sizes[i * 3],
                            (double)sizes[i * 3 + 1], (double)sizes[i * 3 + 2]);
    }
    add_slide(&glb, "slide", 0, 0, 5);
    finish_with(&glb, "[0]", members, name);
}

static char *report_of(const char *arguments)
{
    char line[256], room[4096];
    snprintf(line, sizeof line, "%s --fps 4 --json report.json", arguments);
    assert_int_equal(play_run(line), 1);
    return play_slurp(play_path(room, "report.json"));
}

static void instances_are_parts(void **state)
{
    (void)state;
    write_row("row.glb", false, "\"extras\":0");
    char *nodes = report_of("row.glb");
    write_row("row.glb", true,
              "\"extensionsUsed\":[\"EXT_mesh_gpu_instancing\"],"
              "\"extensionsRequired\":[\"EXT_mesh_gpu_instancing\"]");
    char *required = report_of("row.glb");
    write_row("row.glb", true, "\"extensionsUsed\":[\"EXT_mesh_gpu_instancing\"]");
    char *optional = report_of("row.glb");
    expect("row.glb", 1, "findings", "content", true, 0);
    expect_word("report.json", "\"name\":\"row[3]\"");
    expect_word("report.json", "\"face_pairs\":");
    assert_string_equal(optional, nodes);
    assert_string_equal(required, nodes);
    free(nodes);
    free(optional);
    free(required);
}

// A box with something more on its node, and members at the top of the file.
static void expect_content(const char *node_more, const char *root_more, const char *roots,
                           int code, const char *verdict, bool incomplete, uint32_t count)
{
    sample_glb glb = sample_glb_create();
    uint32_t mesh = add_box(&glb);
    for (int i = 0; i < 3; i++)
        sample_glb_item(&glb, SAMPLE_GLB_NODES, "{\"mesh\":%u,\"translation\":[%d,0,0]%s}", mesh,
                        5 * i, i == 0 ? node_more : "");
    finish_with(&glb, roots, root_more, "content.glb");
    expect("content.glb", code, verdict, "content", incomplete, count);
}

static void content_that_is_not_read_is_told(void **state)
{
    (void)state;
    expect_content("", "\"extras\":0", "[0,1,2]", 0, "clean", true, 0);
    // Nodes that the scene does not show.
    expect_content("", "\"extras\":0", "[0]", 2, "incomplete", true, 2);
    // Extensions of what holds or moves triangles, of what looks, and at the top.
    expect_content(",\"extensions\":{\"VENDOR_bend\":{}}", "\"extensionsUsed\":[\"VENDOR_bend\"]",
                   "[0,1,2]", 2, "incomplete", true, 1);
    expect_word("out.txt", "VENDOR_bend");
    expect_content(",\"extensions\":{\"KHR_lights_punctual\":{}}",
                   "\"extensionsUsed\":[\"KHR_lights_punctual\"]", "[0,1,2]", 0, "clean", true, 0);
    expect_content("", "\"extensionsUsed\":[\"VENDOR_story\"],\"extensions\":{\"VENDOR_story\":{}}",
                   "[0,1,2]", 0, "clean", true, 0);
    // A channel that moves something by a pointer.
    sample_glb glb = sample_glb_create();
    sample_glb_item(&glb, SAMPLE_GLB_NODES, "{\"mesh\":%u}", add_box(&glb));
    static const char *const pointers[] = {"/meshes/0/weights", "/materials/0/alphaCutoff"};
    const float times[2] = {0, 1};
    uint32_t input = sample_glb_floats(&glb, times, 2, 1);
    for (int i = 0; i < 2; i++)
        sample_glb_item(
            &glb, SAMPLE_GLB_ANIMATIONS,
            "{\"samplers\":[{\"input\":%u,\"output\":%u}],\"channels\":[{\"sampler\":0,"
            "\"target\":{\"path\":\"pointer\",\"extensions\":{\"KHR_animation_pointer\":"
            "{\"pointer\":\"%s\"}}}}]}",
            input, input, pointers[i]);
    finish(&glb, "[0]", "pointer.glb");
    expect("pointer.glb", 2, "incomplete", "content", true, 1);
    expect("pointer.glb --accept content", 0, "clean", "content", false, 1);
}

// A box and the lines of its edges.
static void points_and_lines_are_noted(void **state)
{
    (void)state;
    sample_glb glb = sample_glb_create();
    add_box(&glb);
    sample_glb_item(&glb, SAMPLE_GLB_MESHES,
                    "{\"primitives\":[{\"attributes\":{\"POSITION\":0},\"indices\":1},"
                    "{\"attributes\":{\"POSITION\":0},\"indices\":1,\"mode\":1},"
                    "{\"attributes\":{\"POSITION\":0},\"mode\":0}]}");
    sample_glb_item(&glb, SAMPLE_GLB_NODES, "{\"mesh\":1}");
    finish(&glb, "[0]", "lines.glb");
    expect("lines.glb", 0, "clean", "content", false, 2);
}

// Twelve bones for each vertex.
static void weights_that_are_left_out_are_told(void **state)
{
    (void)state;
    sample_glb glb = sample_glb_create();
    test_mesh box = play_box((mote_dvec3){0, 0, 0}, (mote_dvec3){0.5, 0.5, 0.5}, 2);
    uint32_t positions = sample_glb_floats(&glb, &box.positions[0].x, box.vertex_count, 3);
    uint32_t corners = sample_glb_words(&glb, box.triangles, box.triangle_count * 3, 1);
    uint16_t *joints = calloc((size_t)box.vertex_count * 12, sizeof *joints);
    float *weights = malloc((size_t)box.vertex_count * 12 * sizeof *weights);
    assert_non_null(joints);
    assert_non_null(weights);
    uint32_t sets[6];
    for (uint32_t set = 0; set < 3; set++) {
        for (uint32_t i = 0; i < box.vertex_count * 4; i++) {
            joints[i] = (uint16_t)(set * 4 + i % 4);
            weights[i] = 1 / 12.0f;
        }
        sets[2 * set] = sample_glb_shorts(&glb, joints, box.vertex_count, 4);
        sets[2 * set + 1] = sample_glb_floats(&glb, weights, box.vertex_count, 4);
    }
    sample_glb_item(&glb, SAMPLE_GLB_MESHES,
                    "{\"primitives\":[{\"attributes\":{\"POSITION\":%u,\"JOINTS_0\":%u,"
                    "\"WEIGHTS_0\":%u,\"JOINTS_1\":%u,\"WEIGHTS_1\":%u,\"JOINTS_2\":%u,"
                    "\"WEIGHTS_2\":%u},\"indices\":%u}]}",
                    positions, sets[0], sets[1], sets[2], sets[3], sets[4], sets[5], corners);
    sample_glb_item(&glb, SAMPLE_GLB_NODES, "{\"mesh\":0,\"skin\":0}");
    for (int i = 0; i < 12; i++) sample_glb_item(&glb, SAMPLE_GLB_NODES, "{}");
    sample_glb_item(&glb, SAMPLE_GLB_SKINS, "{\"joints\":[1,2,3,4,5,6,7,8,9,10,11,12]}");
    finish(&glb, "[0,1,2,3,4,5,6,7,8,9,10,11,12]", "bones.glb");
    expect("bones.glb", 2, "incomplete", "content", true, 4 * box.vertex_count);
    free(joints);
    free(weights);
    test_mesh_release(&box);
}

// ---------------------------------------------------------------------------------------------
// Folders, baselines, outputs

static void make_folder(const char *name)
{
    char room[4096];
    assert_int_equal(mkdir(play_path(room, name), 0777), 0);
}

static void files_of_a_folder_that_are_not_read_are_told(void **state)
{
    (void)state;
    static const char mesh[] = "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n";
    make_folder("folder");
    write_text("folder/walk_1.obj", mesh);
    write_text("folder/walk_2.obj", mesh);
    expect("folder", 0, "clean", "files", true, 0);
    write_text("folder/walk.mtl", "newmtl skin\n");
    write_text("folder/read me.txt", "two files\n");
    expect("folder", 0, "clean", "files", false, 2);
    write_clips("folder/body.glb", NULL);
    write_text("folder/cloth.fbx", "");
    expect("folder", 2, "incomplete", "files", true, 2);
    expect_word("out.txt", "body.glb, cloth.fbx");
    expect("folder --accept files", 0, "clean", "files", false, 4);
    make_folder("folder/more");
    make_folder("folder/pictures");
    write_text("folder/more/hat.obj", mesh);
    write_text("folder/pictures/skin.png", "");
    expect("folder", 2, "incomplete", "files", true, 3);
    // A pattern says which files are meant.
    expect("folder/walk_%d.obj", 0, "clean", "files", true, 0);
    assert_int_equal(play_run("folder/pictures"), 2);
}

static void a_baseline_that_matches_nothing_is_told(void **state)
{
    (void)state;
    write_clips("clips.glb", NULL);
    assert_int_equal(play_run("clips.glb --write-baseline known.txt"), 1);
    expect("clips.glb --baseline known.txt", 0, "clean", "baseline", true, 0);
    write_text("stale.txt",
               "mote baseline 1\npart 48 still\npart 48 moving\npair 0 1\n0 47\n1 46\n");
    expect("clips.glb --baseline stale.txt", 1, "findings", "baseline", true, 2);
    write_text("wrong.txt", "mote baseline 1\npart 7 leg\npart 9 arm\npair 0 1\n0 1\n");
    expect("clips.glb --clip idle --baseline wrong.txt", 0, "clean", "baseline", false, 1);
    write_other("other.glb", NULL);
    expect("other.glb --baseline wrong.txt", 2, "incomplete", "baseline", true, 1);
    expect_word("out.txt", "wrong.txt matches nothing");
    expect("other.glb --baseline wrong.txt --accept baseline", 0, "clean", "baseline", false, 1);
    write_text("empty.txt", "mote baseline 1\n");
    expect("other.glb --baseline empty.txt", 0, "clean", "baseline", true, 0);
}

static void old_files_among_the_new_ones_are_told(void **state)
{
    (void)state;
    write_clips("clips.glb", NULL);
    expect("clips.glb --clip bump --fps 10 --out bad", 1, "findings", "output", true, 0);
    expect_word("bad/frame_00010.ply", "ply");
    // The same once more replaces them.
    expect("clips.glb --clip bump --fps 10 --out bad", 1, "findings", "output", true, 0);
    expect("clips.glb --clip bump --fps 10 --frames 10 --out bad", 1, "findings", "output", true,
           1);
    expect("clips.glb --clip idle --fps 10 --out bad", 2, "incomplete", "output", true, 2);
    expect("clips.glb --clip idle --out bad --accept output", 0, "clean", "output", false, 2);
    write_text("bad/notes.txt", "");
    write_text("bad/frame_.ply", "");
    expect("clips.glb --clip idle --out bad", 2, "incomplete", "output", true, 2);
    expect("clips.glb --fps 10 --out several", 1, "findings", "output", true, 0);
    expect_word("several/clip_01_frame_00010.ply", "ply");
}

// ---------------------------------------------------------------------------------------------
// What 'mote info' lists

static void expect_info(const char *name, const char *const *words, size_t count)
{
    char line[9000], room[4096];
    const char *command = getenv("MOTE_COMMAND");
    if (!command) skip();
    snprintf(line, sizeof line, "cd '%s' && '%s' info '%s' >out.txt", play_path(room, ""), command,
             name);
    assert_int_equal(system(line), 0);
    for (size_t i = 0; i < count; i++) expect_word("out.txt", words[i]);
}

static void info_lists_what_a_check_would_read(void **state)
{
    (void)state;
    static const char *const clips[] = {"  nodes        2\n",
                                        "  meshes       1\n",
                                        "  parts        2\n",
                                        "    moving ",
                                        "48 triangles, 26 vertices, closed\n",
                                        "  clips        3\n",
                                        "    idle 2                           0 to 1 s, 31 frames"};
    static const char *const row[] = {"  instances    4\n",
                                      "  extension    EXT_mesh_gpu_instancing\n", "    row[2] "};
    static const char *const bones[] = {"  skins        1, with 12 bones\n", "not read",
                                        "vertex follows 8 bones at most"};
    static const char *const scene[] = {"  parts        20\n"};
    write_clips("clips.glb", "idle");
    expect_info("clips.glb", clips, sizeof clips / sizeof clips[0]);
    write_row("row.glb", true, "\"extensionsUsed\":[\"EXT_mesh_gpu_instancing\"]");
    expect_info("row.glb", row, sizeof row / sizeof row[0]);
    expect_info("bones.glb", bones, sizeof bones / sizeof bones[0]);
    expect_info("stack", scene, 1);
}

// Names of nodes that have none: of the mesh, or of the node's number.
static void nodes_without_names_have_usable_ones(void **state)
{
    (void)state;
    sample_glb glb = sample_glb_create();
    uint32_t box = add_box(&glb);
    uint32_t named = sample_glb_item(&glb, SAMPLE_GLB_MESHES,
                                     "{\"name\":\"mixamorig:Head\",\"primitives\":[{"
                                     "\"attributes\":{\"POSITION\":0},\"indices\":1}]}");
    sample_glb_item(&glb, SAMPLE_GLB_NODES, "{\"mesh\":%u}", box);
    sample_glb_item(&glb, SAMPLE_GLB_NODES, "{\"mesh\":%u,\"translation\":[0.7,0.1,0.2]}", named);
    sample_glb_item(&glb, SAMPLE_GLB_NODES, "{\"name\":\"\",\"mesh\":%u,\"translation\":[9,0,0]}",
                    named);
    finish(&glb, "[0,1,2]", "names.glb");
    expect("names.glb", 1, "findings", NULL, false, 0);
    expect_word("report.json", "\"name\":\"node 0\"");
    expect_word("report.json", "\"name\":\"mixamorig:Head\"");
    expect_word("report.json", "\"name\":\"mixamorig:Head 2\"");
    expect("names.glb --ignore 'mixamorig:Head'", 0, "clean", "request", false, 2 + 3);
    expect("names.glb --ignore 'node 0:mixamorig:Head'", 0, "clean", "request", false, 1 + 3);
    expect("names.glb --only 'mixamorig:Head:mixamorig:Head 2'", 0, "clean", "request", false,
           2 + 3);
}

// ---------------------------------------------------------------------------------------------
// Requests, limits, depths

static void pairs_that_are_ignored_are_counted(void **state)
{
    (void)state;
    write_clips("clips.glb", NULL);
    expect("clips.glb --clip bump --self --ignore 'still:moving'", 0, "clean", "request", false,
           1 + 1);
    expect_word("out.txt", "1 of 3 pairs of parts are not checked");
    expect("clips.glb --clip bump --no-self --only still:moving", 1, "findings", "request", false,
           1);
}

static void write_crowd(const char *name, double z)
{
    enum { COUNT = 3400 };
    char room[4096];
    FILE *file = fopen(play_path(room, name), "w");
    assert_non_null(file);
    for (int i = 0; i < COUNT; i++) {
        double at = z + i * 1e-5;
        fprintf(file, "v 0 0 %g\nv 1 0 %g\nv 0 1 %g\n", at, at + 0.2, at - 0.2);
    }
    for (int i = 0; i < COUNT; i++) fprintf(file, "f %d %d %d\n", 3 * i + 1, 3 * i + 2, 3 * i + 3);
    assert_int_equal(fclose(file), 0);
}

static void a_check_that_is_cut_short_is_incomplete(void **state)
{
    (void)state;
    char room[4096];
    assert_int_equal(sample_write_arm(play_path(room, "arm.glb"), 4), MOTE_OK);
    assert_int_equal(play_run("arm.glb --fps 2000 --frames 0:500 --budget 0.01 --json report.json"),
                     2);
    expect_word("out.txt", "\nincomplete: ");
    expect_word("out.txt", "the budget of 0.01 s was used up");
    expect_word("report.json", "{\"kind\":\"budget\",\"incomplete\":true,");
    // Thousands of triangles in the same place: a limit that is not the budget.
    write_crowd("crowd.obj", 0);
    write_crowd("crowd-too.obj", 0.5e-5);
    expect("crowd.obj crowd-too.obj --no-faces --budget 600", 2, "incomplete", "crowded", true, 1);
    expect_word("out.txt", "too many faces are close to each other");
    expect_word("report.json", "\"verdict\":\"incomplete\",\"complete\":false,");
}

// Two sheets that cross have no depth.
static void unknown_depths_fail_unless_they_may_pass(void **state)
{
    (void)state;
    write_text("sheet.obj", "v -1 -1 0\nv 2 -1 0\nv 0 2 0\nf 1 2 3\n");
    write_text("other.obj", "v 0 0.1 -1\nv 0.1 0 1\nv 0.4 0.3 0.5\nf 1 2 3\n");
    expect("sheet.obj other.obj", 1, "findings", "depth", false, 1);
    expect("sheet.obj other.obj --fail-on 'depth>0.5'", 1, "findings", "depth", false, 1);
    expect_word("out.txt", "which counts as a failure");
    expect_word("out.txt", "along ");
    expect_word("out.txt", "the crossing reaches that far along the surface");
    expect_word("report.json", "\"unknown_depths\":1,");
    expect("sheet.obj other.obj --fail-on 'depth>0.5' --unknown-depth pass", 0, "passed", "depth",
           false, 1);
    expect_word("out.txt", "which does not count as a");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_clip_is_checked),
        cmocka_unit_test(a_clip_that_a_file_lacks_is_told),
        cmocka_unit_test(instances_are_parts),
        cmocka_unit_test(content_that_is_not_read_is_told),
        cmocka_unit_test(points_and_lines_are_noted),
        cmocka_unit_test(weights_that_are_left_out_are_told),
        cmocka_unit_test(files_of_a_folder_that_are_not_read_are_told),
        cmocka_unit_test(a_baseline_that_matches_nothing_is_told),
        cmocka_unit_test(old_files_among_the_new_ones_are_told),
        cmocka_unit_test(info_lists_what_a_check_would_read),
        cmocka_unit_test(nodes_without_names_have_usable_ones),
        cmocka_unit_test(pairs_that_are_ignored_are_counted),
        cmocka_unit_test(a_check_that_is_cut_short_is_incomplete),
        cmocka_unit_test(unknown_depths_fail_unless_they_may_pass),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
