// Planted truth: skinned assets whose regions, frames, depths, clips and bones are known. Pegs dip
// into a slab of the same mesh and slide in it; each dip must be one episode, with the bones and
// the depth that were planted.

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/random.h"
#include "io/json.h"
#include "samples/arm.h"
#include "samples/glb.h"
#include "support/check_play.h"
#include "support/run.h"

enum { MAX_PEGS = 5, MAX_CLIPS = 2, MAX_DIPS = 3, FPS = 10, PEG_VERTICES = 5, PEG_TRIANGLES = 6 };

// Down from `above` to `depth` below the slab and up again, in frames.
typedef struct dip {
    uint32_t from, lowest, to; // frames; above at from and to
    float depth;
} dip;

typedef struct planted {
    uint32_t peg_count, clip_count;
    uint32_t order[MAX_PEGS]; // of the pegs in the file
    float width[MAX_PEGS];
    float prong
        [MAX_PEGS]; // how far a second peg of the same bone is from the first, along x; 0: there is none
    float sunk[MAX_PEGS]; // depth in the rest pose and where it does not dip; 0: above the slab
    float slide[MAX_CLIPS][MAX_PEGS]; // along x, over the whole clip
    dip dips[MAX_CLIPS][MAX_PEGS][MAX_DIPS];
    uint32_t dip_counts[MAX_CLIPS][MAX_PEGS];
} planted;

static const float above = 0.31f;
static const double spacing = 3;

static planted plant(mote_random *random)
{
    planted p = {.peg_count = 2 + mote_random_below(random, MAX_PEGS - 1),
                 .clip_count = 1 + mote_random_below(random, MAX_CLIPS)};
    for (uint32_t i = 0; i < p.peg_count; i++) {
        p.width[i] = 0.2f + 0.3f * mote_random_unit(random);
        p.order[i] = i;
    }
    for (uint32_t c = 0; c < p.clip_count; c++) {
        for (uint32_t i = 0; i < p.peg_count; i++) {
            uint32_t frame = 1 + mote_random_below(random, 5);
            p.slide[c][i] = 2 * mote_random_unit(random) - 1;
            p.dip_counts[c][i] = mote_random_below(random, MAX_DIPS + 1);
            for (uint32_t k = 0; k < p.dip_counts[c][i]; k++) {
                dip *d = &p.dips[c][i][k];
                d->from = frame;
                d->lowest = frame + 2 + mote_random_below(random, 4);
                d->to = d->lowest + 2 + mote_random_below(random, 4);
                d->depth = 0.05f + 0.6f * mote_random_unit(random);
                frame = d->to + 1 + mote_random_below(random, 3);
            }
        }
    }
    return p;
}

static double rest_height(const planted *p, uint32_t peg)
{
    return p->sunk[peg] > 0 ? -(double)p->sunk[peg] : (double)above;
}

// The height of a peg's tip over the slab in a frame.
static double height(const planted *p, uint32_t clip, uint32_t peg, uint32_t frame)
{
    double base = rest_height(p, peg);
    for (uint32_t i = 0; i < p->dip_counts[clip][peg]; i++) {
        const dip *d = &p->dips[clip][peg][i];
        if (frame < d->from || frame > d->to) continue;
        bool falls = frame <= d->lowest;
        double share = falls ? (double)(frame - d->from) / (d->lowest - d->from)
                             : (double)(d->to - frame) / (d->to - d->lowest);
        return base - share * (base + (double)d->depth);
    }
    return base;
}

// ---------------------------------------------------------------------------------------------
// The file

enum { CELLS = 9, FRAMES = 50 };

typedef struct blocks {
    float positions[(6 * (CELLS + 1) * (CELLS + 1) + 2 * MAX_PEGS * PEG_VERTICES) * 3];
    uint16_t joints[(6 * (CELLS + 1) * (CELLS + 1) + 2 * MAX_PEGS * PEG_VERTICES) * 4];
    float weights[(6 * (CELLS + 1) * (CELLS + 1) + 2 * MAX_PEGS * PEG_VERTICES) * 4];
    uint32_t corners[(12 * CELLS * CELLS + 2 * MAX_PEGS * PEG_TRIANGLES) * 3];
    uint32_t vertex_count, corner_count;
} blocks;

static void add_vertex(blocks *b, double x, double y, double z, uint32_t joint)
{
    uint32_t v = b->vertex_count++;
    b->positions[v * 3] = (float)x;
    b->positions[v * 3 + 1] = (float)y;
    b->positions[v * 3 + 2] = (float)z;
    b->joints[v * 4] = (uint16_t)joint;
    b->weights[v * 4] = 1;
}

static void add_slab(blocks *b, uint32_t joint)
{
    test_mesh box = play_box((mote_dvec3){0.013, -2, 0.017}, (mote_dvec3){4, 2, 9}, CELLS);
    for (uint32_t i = 0; i < box.vertex_count; i++)
        add_vertex(b, (double)box.positions[i].x, (double)box.positions[i].y,
                   (double)box.positions[i].z, joint);
    for (uint32_t i = 0; i < box.triangle_count * 3; i++)
        b->corners[b->corner_count++] = box.triangles[i];
    test_mesh_release(&box);
}

// A pyramid upside down, with its tip on the slab in the rest pose of its joint at height 0.
static void add_peg(blocks *b, uint32_t peg, double x, double width, uint32_t joint)
{
    static const uint32_t faces[PEG_TRIANGLES * 3] = {0, 1, 2, 0, 2, 3, 0, 3, 4,
                                                      0, 4, 1, 1, 3, 2, 1, 4, 3};
    double z = (peg - (MAX_PEGS - 1) * 0.5) * spacing;
    uint32_t first = b->vertex_count;
    add_vertex(b, x, 0, z, joint);
    add_vertex(b, x - width, 1, z - width, joint);
    add_vertex(b, x + width, 1, z - width, joint);
    add_vertex(b, x + width, 1, z + width, joint);
    add_vertex(b, x - width, 1, z + width, joint);
    for (int i = 0; i < PEG_TRIANGLES * 3; i++) b->corners[b->corner_count++] = first + faces[i];
}

static void add_clip(sample_glb *glb, const planted *p, uint32_t clip)
{
    char samplers[2048] = "", channels[2048] = "";
    float times[FRAMES], places[FRAMES * 3];
    for (uint32_t i = 0; i < FRAMES; i++) times[i] = (float)i / FPS;
    uint32_t input = sample_glb_floats(glb, times, FRAMES, 1);
    for (uint32_t i = 0; i < p->peg_count; i++) {
        uint32_t peg = p->order[i];
        for (uint32_t k = 0; k < FRAMES; k++) {
            places[k * 3] = p->slide[clip][peg] * (float)k / FRAMES;
            places[k * 3 + 1] = (float)height(p, clip, peg, k);
            places[k * 3 + 2] = 0;
        }
        uint32_t output = sample_glb_floats(glb, places, FRAMES, 3);
        size_t used = strlen(samplers), more = strlen(channels);
        snprintf(samplers + used, sizeof samplers - used, "%s{\"input\":%u,\"output\":%u}",
                 i ? "," : "", input, output);
        snprintf(channels + more, sizeof channels - more,
                 "%s{\"sampler\":%u,\"target\":{\"node\":%u,\"path\":\"translation\"}}",
                 i ? "," : "", i, i + 1);
    }
    sample_glb_item(glb, SAMPLE_GLB_ANIMATIONS,
                    "{\"name\":\"clip%u\",\"samplers\":[%s],\"channels\":[%s]}", clip, samplers,
                    channels);
}

static void write_asset(const planted *p, const char *name)
{
    char room[4096], joints[256] = "0", roots[256] = "0";
    blocks *b = calloc(1, sizeof *b);
    assert_non_null(b);
    sample_glb glb = sample_glb_create();
    add_slab(b, 0);
    sample_glb_item(&glb, SAMPLE_GLB_NODES, "{\"name\":\"Slab\"}");
    for (uint32_t i = 0; i < p->peg_count; i++) {
        double width = (double)p->width[p->order[i]], apart = (double)p->prong[p->order[i]];
        add_peg(b, p->order[i], 0, width, i + 1);
        if (apart > 0) add_peg(b, p->order[i], apart, width, i + 1);
        sample_glb_item(&glb, SAMPLE_GLB_NODES, "{\"name\":\"Peg%u\",\"translation\":[0,%g,0]}",
                        p->order[i], rest_height(p, p->order[i]));
        snprintf(joints + strlen(joints), 8, ",%u", i + 1);
        snprintf(roots + strlen(roots), 8, ",%u", i + 1);
    }
    uint32_t positions = sample_glb_floats(&glb, b->positions, b->vertex_count, 3);
    uint32_t joint_at = sample_glb_shorts(&glb, b->joints, b->vertex_count, 4);
    uint32_t weights = sample_glb_floats(&glb, b->weights, b->vertex_count, 4);
    uint32_t corners = sample_glb_words(&glb, b->corners, b->corner_count, 1);
    free(b);
    sample_glb_item(&glb, SAMPLE_GLB_MESHES,
                    "{\"primitives\":[{\"attributes\":{\"POSITION\":%u,\"JOINTS_0\":%u,"
                    "\"WEIGHTS_0\":%u},\"indices\":%u}]}",
                    positions, joint_at, weights, corners);
    sample_glb_item(&glb, SAMPLE_GLB_SKINS, "{\"joints\":[%s]}", joints);
    uint32_t node =
        sample_glb_item(&glb, SAMPLE_GLB_NODES, "{\"name\":\"body\",\"mesh\":0,\"skin\":0}");
    for (uint32_t c = 0; c < p->clip_count; c++) add_clip(&glb, p, c);
    char all[300];
    snprintf(all, sizeof all, "[%s,%u]", roots, node);
    assert_int_equal(sample_glb_write(&glb, all, play_path(room, name)), MOTE_OK);
    sample_glb_release(&glb);
}

// ---------------------------------------------------------------------------------------------
// What must be found

// The frames of a dip in which the tip is below the slab, and the greatest depth.
static double find_truth(const planted *p, uint32_t clip, uint32_t peg, uint32_t number,
                         uint32_t *first, uint32_t *last)
{
    const dip *d = &p->dips[clip][peg][number];
    double deepest = 0;
    *first = MOTE_NONE;
    for (uint32_t k = d->from; k <= d->to; k++) {
        double depth = -height(p, clip, peg, k);
        if (!(depth > 0)) continue;
        if (*first == MOTE_NONE) *first = k;
        *last = k;
        deepest = fmax(deepest, depth);
    }
    return deepest;
}

// How many episodes there are of this region in exactly these frames.
static uint32_t count_matching(const io_json *json, const char *region, uint32_t clip,
                               uint32_t first, uint32_t last, double depth)
{
    uint32_t count = 0;
    const io_json_node *e = io_json_first(json, io_json_member(json, &json->nodes[0], "episodes"));
    for (; e; e = io_json_next(json, e))
        count += io_json_is(io_json_member(json, e, "region"), region) &&
                 io_json_number(json, e, "clip") == clip &&
                 io_json_number(json, e, "first") == first &&
                 io_json_number(json, e, "last") == last &&
                 fabs(io_json_number(json, e, "depth") - depth) <= 0.03 * depth;
    return count;
}

static uint32_t count_episodes(const io_json *json)
{
    uint32_t count = 0;
    const io_json_node *e = io_json_first(json, io_json_member(json, &json->nodes[0], "episodes"));
    for (; e; e = io_json_next(json, e)) count++;
    return count;
}

static void expect_truth(const planted *p, const char *report, uint64_t seed)
{
    io_json json;
    uint32_t expected = 0;
    assert_int_equal(io_json_parse(report, strlen(report), &json), MOTE_OK);
    for (uint32_t c = 0; c < p->clip_count; c++) {
        for (uint32_t i = 0; i < p->peg_count; i++) {
            for (uint32_t k = 0; k < p->dip_counts[c][i]; k++, expected++) {
                char region[32];
                uint32_t first, last = 0;
                double depth = find_truth(p, c, i, k, &first, &last);
                snprintf(region, sizeof region, "Peg%u x Slab", i);
                if (count_matching(&json, region, c, first, last, depth) != 1)
                    fail_msg("case %llu: no single episode %s, clip %u, frames %u to %u, depth %g "
                             "in %s",
                             (unsigned long long)seed, region, c, first, last, depth,
                             strstr(report, "\"episodes\""));
            }
        }
    }
    assert_int_equal(count_episodes(&json), expected);
    io_json_release(&json);
}

static char *check(const char *arguments)
{
    char room[4096], line[256];
    snprintf(line, sizeof line, "asset.glb --fps %d --json report.json --no-faces %s", FPS,
             arguments);
    int code = play_run(line);
    assert_true(code == 0 || code == 1);
    return play_slurp(play_path(room, "report.json"));
}

static void planted_regions_are_one_episode_each(void **state)
{
    (void)state;
    size_t count = test_count(6, 30, 300);
    for (uint64_t seed = 1; seed <= count; seed++) {
        mote_random random = mote_random_stream(seed, 0, 0);
        planted p = plant(&random);
        write_asset(&p, "asset.glb");
        char *report = check("--threads 1"), *other = check("--threads 3");
        expect_truth(&p, report, seed);
        assert_string_equal(report, other); // the same bytes
        free(report);
        free(other);
        // In another order in the file.
        for (uint32_t i = 0; i < p.peg_count; i++) p.order[i] = p.peg_count - 1 - i;
        write_asset(&p, "asset.glb");
        report = check("");
        expect_truth(&p, report, seed);
        free(report);
    }
}

// Two pegs of one bone are one place if the gap between them is small for a limb of that size,
// however small the regions are.
static void one_place_is_one_episode(void **state)
{
    (void)state;
    static const struct {
        float apart;
        uint32_t episodes;
    } cases[] = {{0.5f, 1}, {3, 2}};
    for (int i = 0; i < 2; i++) {
        planted p = {.peg_count = 1, .clip_count = 1, .width = {0.2f}, .prong = {cases[i].apart}};
        io_json json;
        p.dip_counts[0][0] = 1;
        p.dips[0][0][0] = (dip){2, 6, 10, 0.05f};
        write_asset(&p, "asset.glb");
        char *report = check("");
        assert_int_equal(io_json_parse(report, strlen(report), &json), MOTE_OK);
        assert_int_equal(count_episodes(&json), cases[i].episodes);
        io_json_release(&json);
        free(report);
    }
}

static void expect_word(const char *name, const char *word)
{
    char room[4096];
    char *text = play_slurp(play_path(room, name));
    if (!strstr(text, word)) fail_msg("no '%s' in %.3000s", word, text);
    free(text);
}

// Peg0 dips twice, Peg1 once.
static planted two_pegs(void)
{
    planted p = {.peg_count = 2, .clip_count = 1, .order = {0, 1}, .width = {0.3f, 0.3f}};
    p.dip_counts[0][0] = 2;
    p.dip_counts[0][1] = 1;
    p.dips[0][0][0] = (dip){2, 6, 10, 0.2f};
    p.dips[0][0][1] = (dip){20, 24, 28, 0.4f};
    p.dips[0][1][0] = (dip){10, 20, 30, 0.1f};
    return p;
}

static void allowed_regions_and_thresholds_decide(void **state)
{
    (void)state;
    planted p = two_pegs();
    write_asset(&p, "asset.glb");
    free(check(""));
    assert_int_equal(play_run("asset.glb --fps 10"), 1);
    assert_int_equal(play_run("asset.glb --fps 10 --allow 'Peg* x Slab'"), 0);
    expect_word("out.txt", "in allowed regions and not reported");
    assert_int_equal(play_run("asset.glb --fps 10 --allow 'bone=Peg0' --allow 'Slab x Peg1'"), 0);
    assert_int_equal(play_run("asset.glb --fps 10 --allow Peg1"), 1);
    assert_int_equal(play_run("asset.glb --fps 10 --allow Peg1 --allow 'Peg0, frames=0:15' "
                              "--allow 'Peg0, frames=16:40, depth<0.41'"),
                     0);
    assert_int_equal(play_run("asset.glb --fps 10 --allow Peg1 --allow 'Peg0, frames=0:15'"), 1);
    assert_int_equal(play_run("asset.glb --fps 10 --allow 'Peg*, depth<0.3'"), 1);
    assert_int_equal(play_run("asset.glb --fps 10 --allow 'part=body'"), 0);
    assert_int_equal(play_run("asset.glb --fps 10 --allow Peg7"), 2);
    expect_word("err.txt", "nothing is called 'Peg7'");
    assert_int_equal(play_run("asset.glb --fps 10 --fail-on 'depth>0.41'"), 0);
    assert_int_equal(play_run("asset.glb --fps 10 --fail-on 'depth>0.39'"), 1);
    assert_int_equal(play_run("asset.glb --fps 10 --min-frames 30"), 0);
    assert_int_equal(play_run("asset.glb --fps 10 --min-faces 1000"), 0);
    assert_int_equal(play_run("asset.glb --fps 10 --min-area 1000"), 0);
    assert_int_equal(play_run("asset.glb --fps 10 --min-frames 3 --min-faces 2"), 1);
}

// ---------------------------------------------------------------------------------------------
// The rest pose

static const io_json_node *find_region(const io_json *json, const char *region)
{
    const io_json_node *e = io_json_first(json, io_json_member(json, &json->nodes[0], "episodes"));
    while (e && !io_json_is(io_json_member(json, e, "region"), region)) e = io_json_next(json, e);
    return e;
}

static bool is_at_rest(const io_json *json, const char *region)
{
    const io_json_node *episode = find_region(json, region);
    assert_non_null(episode);
    const io_json_node *rest = io_json_member(json, episode, "rest");
    assert_true(rest && rest->kind == IO_JSON_WORD);
    return rest->text[0] == 't';
}

static double sum_of(const io_json *json, const char *key)
{
    return io_json_number(json, io_json_member(json, &json->nodes[0], "summary"), key);
}

static const char offer[] = "--baseline rest takes them away";

// Peg0 stays in the slab, Peg1 only dips into it, Peg2 is in it, slides and sinks deeper.
static planted sunk_pegs(void)
{
    planted p = {.peg_count = 3, .clip_count = 1, .order = {0, 1, 2}, .width = {0.3f, 0.3f, 0.3f}};
    p.sunk[0] = p.sunk[2] = 0.2f;
    p.slide[0][2] = 0.9f;
    p.dip_counts[0][1] = p.dip_counts[0][2] = 1;
    p.dips[0][1][0] = (dip){2, 6, 10, 0.4f};
    p.dips[0][2][0] = (dip){20, 24, 28, 0.6f};
    return p;
}

static void what_meets_in_the_rest_pose_is_recognized(void **state)
{
    (void)state;
    planted p = sunk_pegs();
    io_json before, after;
    char text[128];
    write_asset(&p, "asset.glb");
    char *report = check("--threads 2"), *other = check("--baseline rest");
    assert_int_equal(io_json_parse(report, strlen(report), &before), MOTE_OK);
    assert_int_equal(io_json_parse(other, strlen(other), &after), MOTE_OK);
    assert_int_equal(count_episodes(&before), 3);
    assert_true(is_at_rest(&before, "Peg0 x Slab"));
    assert_false(is_at_rest(&before, "Peg1 x Slab"));
    assert_false(is_at_rest(&before, "Peg2 x Slab"));
    // What is offered is what the baseline takes away.
    double all = sum_of(&before, "face_pairs"), rest = sum_of(&before, "rest_face_pairs");
    assert_true(rest > 0 && rest < all);
    assert_true(sum_of(&after, "baseline_face_pairs") == rest);
    assert_true(sum_of(&after, "face_pairs") == all - rest);
    assert_true(sum_of(&after, "rest_face_pairs") == 0);
    assert_null(find_region(&after, "Peg0 x Slab"));
    assert_non_null(find_region(&after, "Peg2 x Slab"));
    snprintf(text, sizeof text, "1 of 3 episodes and %.0f of %.0f face pairs", rest, all);
    assert_non_null(strstr(report, text));
    assert_non_null(strstr(report, offer));
    assert_null(strstr(other, offer));
    io_json_release(&before);
    io_json_release(&after);
    free(report);
    free(other);
}

static void nothing_is_offered_where_it_would_not_help(void **state)
{
    (void)state;
    planted p = two_pegs();
    write_asset(&p, "asset.glb");
    char *report = check("");
    assert_non_null(strstr(report, "\"rest_face_pairs\":0,"));
    assert_null(strstr(report, "\"rest\":true"));
    assert_null(strstr(report, offer));
    free(report);
    p = sunk_pegs();
    write_asset(&p, "asset.glb");
    static const char *const arguments[] = {"--static", "--allow 'Peg*'",
                                            "--write-baseline all.txt", "--baseline all.txt"};
    for (size_t i = 0; i < sizeof arguments / sizeof arguments[0]; i++) {
        report = check(arguments[i]);
        assert_int_equal(strstr(report, offer) != NULL, i == 2);
        free(report);
    }
}

// ---------------------------------------------------------------------------------------------
// Places

// The arm goes through both walls of its sleeve, and in the crease of the elbow on both sides.
static void walls_of_a_sleeve_are_one_place(void **state)
{
    (void)state;
    char room[4096];
    assert_int_equal(sample_write_arm(play_path(room, "asset.glb"), 1), MOTE_OK);
    io_json json;
    assert_int_equal(play_run("asset.glb --json report.json --no-faces"), 1);
    char *report = play_slurp(play_path(room, "report.json"));
    assert_int_equal(io_json_parse(report, strlen(report), &json), MOTE_OK);
    assert_int_equal(count_episodes(&json), 3);
    static const struct {
        const char *region;
        uint32_t first, last;
    } expected[] = {{"forearm x upper arm", 79, 101},
                    {"upper arm x upper arm", 13, 17},
                    {"forearm x forearm", 45, 47}};
    for (size_t i = 0; i < 3; i++) {
        const io_json_node *episode = find_region(&json, expected[i].region);
        assert_non_null(episode);
        assert_true(io_json_number(&json, episode, "first") == expected[i].first);
        assert_true(io_json_number(&json, episode, "last") == expected[i].last);
    }
    io_json_release(&json);
    free(report);
}

static void frames_have_the_numbers_of_the_artist(void **state)
{
    (void)state;
    planted p = two_pegs();
    write_asset(&p, "asset.glb");
    assert_int_equal(play_run("asset.glb --fps 10 --first-frame 1001 --frames 1001:1010 --json r"),
                     1);
    expect_word("out.txt", "1006-1008");
    expect_word("out.txt", "only frames 1001 to 1010 are");
    expect_word("r", "\"first_frame\":1001,\"last_frame\":1010,\"frame_offset\":1001");
    assert_int_equal(play_run("asset.glb --fps 10 --first-frame 1001 --frames 0:3"), 2);
    expect_word("err.txt", "there are frames 1001 to 1050");
    assert_int_equal(play_run("asset.glb --fps 10 --first-frame soon"), 2);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(planted_regions_are_one_episode_each),
        cmocka_unit_test(one_place_is_one_episode),
        cmocka_unit_test(allowed_regions_and_thresholds_decide),
        cmocka_unit_test(what_meets_in_the_rest_pose_is_recognized),
        cmocka_unit_test(nothing_is_offered_where_it_would_not_help),
        cmocka_unit_test(walls_of_a_sleeve_are_one_place),
        cmocka_unit_test(frames_have_the_numbers_of_the_artist),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
