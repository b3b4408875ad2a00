// Baselines by region: what is planted in the same place, in the same frames and as deep is left
// out; what grows, appears elsewhere or in other frames is reported. The faces do not matter, and
// neither does the order of parts.

#define _DEFAULT_SOURCE // POSIX
#include <math.h>
#include <mote/check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "samples/arm.h"
#include "support/check_play.h"
#include "support/run.h"

enum { FRAMES = 40 };

// A peg above a block. It dips into the block from frame `first` to frame `last`.
typedef struct dip {
    uint32_t first, last;
    double x;              // where
    double depth;          // how deep
    double width;          // half that of the peg while it dips; 0.3 at rest
    uint32_t cells;        // of the block
    bool reversed;         // the peg is the first part
    uint32_t second_first; // a second dip, at x = 2.5, for 3 frames; 0: none
    bool inside;           // the peg lies inside the block, as a small box
    bool leaps; // the peg leaps through the block on the way to the first frame, unseen in frames
} dip;

static const dip usual = {
    .first = 10, .last = 19, .x = -2, .depth = 0.25, .width = 0.3, .cells = 24};

typedef struct stage {
    test_mesh meshes[2]; // block, peg
    mote_vec3 *positions[2];
    mote_check_part parts[2];
} stage;

// At rest the peg is at (0, 0, 5); it is 2 high, and the block reaches up to z = 1.
static mote_vec3 move(const dip *d, uint32_t frame, mote_vec3 p)
{
    bool dips = frame >= d->first && frame <= d->last;
    if (d->leaps && frame < d->first) return (mote_vec3){p.x + (float)d->x, p.y, p.z};
    bool again = d->second_first && frame >= d->second_first && frame < d->second_first + 3;
    if (!dips && !again) return p;
    float size = (float)(d->width / 0.3);
    if (d->leaps) return (mote_vec3){p.x + (float)d->x, p.y, p.z - 10};
    if (d->inside) return (mote_vec3){p.x * .5F, p.y * .5F, (p.z - 5) * .5F};
    return (mote_vec3){p.x * size + (float)(again ? 2.5 : d->x), p.y * size,
                       p.z - 3 - (float)d->depth};
}

static stage make_stage(const dip *d)
{
    stage s = {.meshes = {play_box((mote_dvec3){0, 0, 0}, (mote_dvec3){4, 2, 1}, d->cells),
                          play_box((mote_dvec3){0, 0, 5}, (mote_dvec3){.3, .3, 1}, 6)}};
    for (int i = 0; i < 2; i++) {
        uint32_t count = s.meshes[i].vertex_count;
        s.positions[i] = malloc((size_t)count * FRAMES * sizeof *s.positions[i]);
        assert_non_null(s.positions[i]);
        for (uint32_t f = 0; f < FRAMES; f++)
            for (uint32_t v = 0; v < count; v++)
                s.positions[i][(size_t)f * count + v] =
                    i ? move(d, f, s.meshes[1].positions[v]) : s.meshes[0].positions[v];
        s.parts[d->reversed ? 1 - i : i] =
            (mote_check_part){.name = i ? "peg" : "block",
                              .triangles = s.meshes[i].triangles,
                              .triangle_count = s.meshes[i].triangle_count,
                              .vertex_count = count,
                              .positions = s.positions[i]};
    }
    return s;
}

static void release_stage(stage *s)
{
    for (int i = 0; i < 2; i++) {
        test_mesh_release(&s->meshes[i]);
        free(s->positions[i]);
    }
}

static bool write_to_file(void *context, const char *bytes, size_t size)
{
    return fwrite(bytes, 1, size, context) == size;
}

// What a check amounts to.
typedef struct outcome {
    uint32_t bad_frames, first, last; // of the worst episode
    size_t episodes;
    uint64_t left_out; // face pairs
} outcome;

// Checks a dip. With `write`, writes a baseline of regions there; with `read`, leaves out what is
// in one.
static outcome check_dip(const dip *d, const char *write, const char *read)
{
    char room[4096], other[4096];
    stage s = make_stage(d);
    mote_check_def def = mote_check_default_def();
    def.parts = s.parts;
    def.part_count = 2;
    def.frame_count = FRAMES;
    def.between = d->leaps;
    if (read) def.baseline = play_path(room, read);
    mote_check *check;
    if (mote_check_open(&def, &check)) fail_msg("%s", mote_last_message());
    FILE *file = write ? fopen(play_path(other, write), "w") : NULL;
    const mote_check_sink sink = {.write = write_to_file, .context = file};
    if (file) assert_int_equal(mote_check_add_region_baseline(check, &sink), MOTE_OK);
    assert_int_equal(mote_check_run(check, NULL), MOTE_OK);
    if (file) assert_int_equal(fclose(file), 0);
    mote_check_outcome got;
    mote_check_get_outcome(check, &got);
    outcome out = {.bad_frames = got.total.frames[MOTE_CHECK_PENETRATE],
                   .episodes = got.episode_count,
                   .left_out = got.total.baseline_face_pairs};
    if (got.episode_count) out.first = got.episodes[0].first, out.last = got.episodes[0].last;
    mote_check_close(check);
    release_stage(&s);
    return out;
}

static void expect_clean(dip d)
{
    outcome got = check_dip(&d, NULL, "usual.txt");
    assert_int_equal(got.episodes, 0);
    assert_true(got.left_out > 0 || d.inside);
}

static void expect_found(dip d, uint32_t first, uint32_t last)
{
    outcome got = check_dip(&d, NULL, "usual.txt");
    assert_int_equal(got.episodes, 1);
    assert_int_equal(got.first, first);
    assert_int_equal(got.last, last);
}

static int write_usual(void **state)
{
    (void)state;
    outcome got = check_dip(&usual, "usual.txt", NULL);
    assert_int_equal(got.episodes, 1);
    assert_int_equal(got.first, 10);
    assert_int_equal(got.last, 19);
    return 0;
}

// ---------------------------------------------------------------------------------------------

static void a_known_region_is_left_out_whatever_its_faces(void **state)
{
    (void)state;
    expect_clean(usual);
    dip finer = usual, reversed = usual, moved = usual;
    finer.cells = 41;
    expect_clean(finer);
    reversed.reversed = true;
    expect_clean(reversed);
    moved.x += 0.05; // less than the margin
    expect_clean(moved);
}

static void a_region_elsewhere_is_reported(void **state)
{
    (void)state;
    dip d = usual;
    d.x = 1;
    expect_found(d, 10, 19);
    d.x = usual.x + 0.8;
    expect_found(d, 10, 19);
}

static void a_known_region_and_a_new_one_are_told_apart(void **state)
{
    (void)state;
    dip d = usual;
    d.second_first = 30;
    expect_found(d, 30, 32);
}

static void other_frames_are_reported(void **state)
{
    (void)state;
    dip d = usual;
    d.first = 8, d.last = 21; // the margin
    expect_clean(d);
    d.first = 7, d.last = 19;
    expect_found(d, 7, 7);
    d.first = 10, d.last = 24;
    expect_found(d, 22, 24);
    d.first = 30, d.last = 34;
    expect_found(d, 30, 34);
}

static void a_region_that_grows_is_reported(void **state)
{
    (void)state;
    dip d = usual;
    d.depth = usual.depth * 1.05;
    expect_clean(d);
    d.depth = usual.depth * 1.3;
    expect_found(d, 10, 19);
    d = usual;
    d.depth = usual.depth * 0.5;
    expect_clean(d);
    d = usual;
    d.width = 0.9;
    expect_found(d, 10, 19);
}

// A part inside another has no faces that meet; the frames decide.
static void a_part_inside_another_is_known_in_its_frames(void **state)
{
    (void)state;
    dip d = usual;
    d.inside = true;
    outcome got = check_dip(&d, "inside.txt", NULL);
    assert_int_equal(got.episodes, 1);
    got = check_dip(&d, NULL, "inside.txt");
    assert_int_equal(got.episodes, 0);
    d.last = 30;
    got = check_dip(&d, NULL, "inside.txt");
    assert_int_equal(got.episodes, 1);
    assert_int_equal(got.first, 22);
    got = check_dip(&d, NULL, "usual.txt");
    assert_int_equal(got.episodes, 1);
    assert_int_equal(got.bad_frames, 21);
}

// Neither of the two frames shows it.
static void what_happens_between_frames_is_known_too(void **state)
{
    (void)state;
    dip d = usual;
    d.leaps = true;
    d.last = FRAMES;
    outcome got = check_dip(&d, "leap.txt", NULL);
    assert_int_equal(got.episodes, 1);
    assert_int_equal(got.first, 10);
    got = check_dip(&d, NULL, "leap.txt");
    assert_int_equal(got.episodes, 0);
    d.first = 20;
    got = check_dip(&d, NULL, "leap.txt");
    assert_int_equal(got.episodes, 1);
    assert_int_equal(got.first, 20);
}

// ---------------------------------------------------------------------------------------------
// The command

static void write_text(const char *name, const char *text)
{
    char room[4096];
    FILE *file = fopen(play_path(room, name), "w");
    assert_non_null(file);
    assert_true(fputs(text, file) >= 0);
    assert_int_equal(fclose(file), 0);
}

static void expect_word(const char *name, const char *word)
{
    char room[4096];
    char *text = play_slurp(play_path(room, name));
    if (!strstr(text, word)) fail_msg("no '%s' in %.3000s", word, text);
    free(text);
}

static void what_was_written_leaves_out_everything(void **state)
{
    (void)state;
    static const char *const options[] = {"", "--self", "--between", "--tolerance 2cm",
                                          "--first-frame 1001 --threads 2"};
    char room[4096], arguments[256];
    assert_int_equal(sample_write_arm(play_path(room, "arm.glb"), 1), MOTE_OK);
    for (size_t i = 0; i < sizeof options / sizeof options[0]; i++) {
        snprintf(arguments, sizeof arguments,
                 "arm.glb %s --write-baseline known.txt --baseline-by regions", options[i]);
        assert_int_equal(play_run(arguments), 1);
        snprintf(arguments, sizeof arguments, "arm.glb %s --baseline known.txt", options[i]);
        assert_int_equal(play_run(arguments), 0);
        expect_word("out.txt", "nothing meets");
    }
    expect_word("known.txt", "region 0 1 1080 1102 penetrate 0.247");
    expect_word("known.txt", "# forearm x upper arm\n");
    assert_int_equal(play_run("arm.glb --baseline known.txt"), 1); // these are other frames
    expect_word("out.txt", "FOUND: 31 of 121 frames");
    expect_word("out.txt", "matches nothing: none of its 3 regions\n");
}

static void the_bytes_do_not_depend_on_threads(void **state)
{
    (void)state;
    char room[4096];
    assert_int_equal(sample_write_arm(play_path(room, "arm.glb"), 1), MOTE_OK);
    assert_int_equal(play_run("arm.glb --self --write-baseline one.txt --baseline-by regions"), 1);
    assert_int_equal(
        play_run("arm.glb --self --threads 3 --write-baseline three.txt --baseline-by regions"), 1);
    char *one = play_slurp(play_path(room, "one.txt"));
    char *three = play_slurp(play_path(room, "three.txt"));
    assert_string_equal(one, three);
    free(one);
    free(three);
}

#define HEAD "mote baseline 2\nmargin 0 0\npart arm\npart sleeve\nclip bend\n"

static void wrong_files_are_refused_with_their_line(void **state)
{
    (void)state;
    static const struct {
        const char *text, *message;
    } wrong[] = {
        {"mote baseline 3\n", "line 1: not a baseline of mote"},
        {"mote baseline 2\nmargin -1 0.1\n", "wrong.txt:2: expected a margin"},
        {"mote baseline 2\nmargin 1\n", "wrong.txt:2: a share is missing"},
        {"mote baseline 2\npart\n", "wrong.txt:2: expected the name of a part"},
        {"mote baseline 2\npart arm\nregion 0 0 1 2 touch -\n", "wrong.txt:3: expected a clip"},
        {HEAD "region 0 2 1 2 touch -", "wrong.txt:6: expected two parts below 2"},
        {HEAD "region 0 1 3 2 touch -", "wrong.txt:6: expected a first frame"},
        {HEAD "region 0 1 1 2 awful -", "wrong.txt:6: expected near, touch or penetrate"},
        {HEAD "region 0 1 1 2 touch x", "wrong.txt:6: "},
        {HEAD "region 0 1 1 2 touch - 1 1 1 0 0 0  0 0 0 1 1 1", "wrong.txt:6: expected a box"},
        {HEAD "region 0 1 1 2 touch - 0 0 0 1 1 1  0 0 0 1 1", "wrong.txt:6: "},
        {HEAD "region 0 1 1 2 touch - 0 0 0 1 1 1  0 0 0 1 1 1 7", "wrong.txt:6: expected the end"},
        {HEAD "inside 0 1 1 2 touch", "wrong.txt:6: expected the end"},
        {HEAD "\nplace 0 1", "wrong.txt:7: expected margin, part, clip, region or inside"},
    };
    char room[4096];
    assert_int_equal(sample_write_arm(play_path(room, "arm.glb"), 1), MOTE_OK);
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        write_text("wrong.txt", wrong[i].text);
        assert_int_equal(play_run("arm.glb --frames 0:1 --baseline wrong.txt"), 2);
        expect_word("err.txt", wrong[i].message);
    }
    // Other parts and clips are no mistake.
    write_text("other.txt", HEAD "part leg\ninside 0 2 1 2\nclip walk\ninside 0 1 1 2\n");
    assert_int_equal(play_run("arm.glb --baseline other.txt"), 1);
    expect_word("out.txt", "meets, and 2 are of parts or clips that");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_known_region_is_left_out_whatever_its_faces),
        cmocka_unit_test(a_region_elsewhere_is_reported),
        cmocka_unit_test(a_known_region_and_a_new_one_are_told_apart),
        cmocka_unit_test(other_frames_are_reported),
        cmocka_unit_test(a_region_that_grows_is_reported),
        cmocka_unit_test(a_part_inside_another_is_known_in_its_frames),
        cmocka_unit_test(what_happens_between_frames_is_known_too),
        cmocka_unit_test(what_was_written_leaves_out_everything),
        cmocka_unit_test(the_bytes_do_not_depend_on_threads),
        cmocka_unit_test(wrong_files_are_refused_with_their_line),
    };
    return cmocka_run_group_tests(tests, write_usual, NULL);
}
