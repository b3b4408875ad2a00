// LABELS threads

// What all exact methods are held to: the face pairs of the naive one, whatever the bodies do.

#include <stdlib.h>
#include <string.h>

#include "support/compare_reports.h"
#include "support/random_frames.h"
#include "support/run.h"

// ---------------------------------------------------------------------------------------------
// The methods under test

enum { MOST_VARIANTS = 8, STEPS = 4 };

typedef struct variant {
    mote_world_def def;
    mote_world *world;
    mote_body_id ids[RANDOM_BODIES];
} variant;

typedef struct field {
    variant naive;
    variant others[MOST_VARIANTS];
    uint32_t count;
} field;

static mote_world_def plain_def(void)
{
    mote_world_def def = mote_default_world_def();
    def.contacts = false;
    return def;
}

static mote_smith_options smith_options(uint64_t number)
{
    const uint32_t levels[] = {4, 0, 1, 3, 7};
    return (mote_smith_options){.level = levels[number % 5],
                                .root_is_region = number / 5 & 1,
                                .skip_boxes = number / 5 & 2,
                                .face_box = number / 5 & 4,
                                .bintree = number / 5 & 8};
}

static void add_variant(field *f, const mote_world_def *def)
{
    assert_true(f->count < MOST_VARIANTS);
    f->others[f->count++].def = *def;
}

// All exact methods, and of smith besides the default one choice of options by number.
static void choose_variants(field *f, mote_world_def def, uint64_t number)
{
    const uint32_t workers[] = {1, 2, 3, 8};
    f->count = 0;
    f->naive.def = def;
    f->naive.def.method = MOTE_METHOD_NAIVE;
    for (size_t i = 0; mote_method_at(i); i++) {
        const mote_method_info *info = mote_method_at(i);
        if (info->method == MOTE_METHOD_NAIVE || !(info->abilities & MOTE_ABILITY_EXACT)) continue;
        def.method = info->method;
        def.worker_count = workers[number % 4];
        def.smith = mote_default_world_def().smith;
        if (number % 8) def.smith.level = 3; // the faces of small worlds are large for level 6
        add_variant(f, &def);
        if (info->method != MOTE_METHOD_SMITH) continue;
        def.smith = smith_options(number);
        add_variant(f, &def);
    }
}

static void open_variant(variant *v, const random_frames *frames)
{
    assert_int_equal(mote_world_create(&v->def, &v->world), MOTE_OK);
    random_frames_populate(frames, v->world, v->ids);
}

static void open_field(field *f, const random_frames *frames)
{
    open_variant(&f->naive, frames);
    for (uint32_t i = 0; i < f->count; i++) open_variant(&f->others[i], frames);
}

static void close_field(field *f)
{
    mote_world_destroy(f->naive.world);
    for (uint32_t i = 0; i < f->count; i++) mote_world_destroy(f->others[i].world);
}

static mote_report step(variant *v, const random_frames *frames)
{
    random_frames_show(frames, v->world, v->ids);
    return detected(v->world);
}

static void fail_naming_the_case(const variant *v, const random_frames *frames, size_t index,
                                 const char *what)
{
    const mote_smith_options *s = &v->def.smith;
    fail_msg("world %zu (kind %d) step %u, method %d (level %u%s%s%s%s): naive has other %s", index,
             (int)frames->kind, frames->step, (int)v->def.method, s->level,
             s->root_is_region ? " region" : "", s->skip_boxes ? " skip" : "",
             s->face_box ? " box" : "", s->bintree ? " bintree" : "", what);
}

typedef struct totals {
    size_t frames, touching, face_pairs;
} totals;

static void compare_world(uint64_t stream, size_t index, bool with_tolerance, uint32_t faces,
                          totals *sum)
{
    random_frames frames;
    random_frames_begin(&frames, stream, index, faces);
    mote_world_def def = plain_def();
    if (with_tolerance) def.tolerance = frames.tolerance;
    field f;
    choose_variants(&f, def, index / RANDOM_KINDS);
    open_field(&f, &frames);
    for (int i = 0; i < STEPS; i++) {
        mote_report expected = step(&f.naive, &frames);
        for (uint32_t k = 0; k < f.count; k++) {
            mote_report report = step(&f.others[k], &frames);
            const char *what = reports_differ(&expected, &report);
            if (what) fail_naming_the_case(&f.others[k], &frames, index, what);
        }
        sum->frames++;
        sum->touching += expected.face_pair_count > 0;
        sum->face_pairs += expected.face_pair_count;
        random_frames_next(&frames);
    }
    close_field(&f);
    random_frames_end(&frames);
}

// ---------------------------------------------------------------------------------------------

static void all_find_the_pairs_of_the_naive_method(void **state)
{
    (void)state;
    totals sum = {0};
    size_t worlds = test_count(2 * RANDOM_KINDS, 20 * RANDOM_KINDS, 420 * RANDOM_KINDS);
    for (size_t i = 0; i < worlds; i++) compare_world(1, i, false, 60, &sum);
    print_message("%zu frames, %zu with face pairs, %zu face pairs\n", sum.frames, sum.touching,
                  sum.face_pairs);
    assert_true(sum.touching > sum.frames / 2);
}

static void all_find_the_near_pairs_of_the_naive_method(void **state)
{
    (void)state;
    totals sum = {0};
    size_t worlds = test_count(1 * RANDOM_KINDS, 8 * RANDOM_KINDS, 100 * RANDOM_KINDS);
    for (size_t i = 0; i < worlds; i++) compare_world(2, i, true, 25, &sum);
    assert_true(sum.touching > sum.frames / 2);
}

static void large_bodies_are_no_different(void **state)
{
    (void)state;
    totals sum = {0};
    size_t worlds = test_count(1, 2, 5 * RANDOM_KINDS);
    for (size_t i = 0; i < worlds; i++) compare_world(3, i, false, 2000, &sum);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(all_find_the_pairs_of_the_naive_method),
        cmocka_unit_test(all_find_the_near_pairs_of_the_naive_method),
        cmocka_unit_test(large_bodies_are_no_different),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
