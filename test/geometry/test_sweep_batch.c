#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/random.h"
#include "support/run.h"
#include "support/sweep_cases.h"
#include "support/triangle_cases.h"

// Cases of one kind of primitives as arrays of vertices, in a random order, in float and in double.
typedef struct crowd {
    bool edges;
    size_t count;
    sweep_case *cases;
    mote_dvec3 *start, *end;
    mote_vec3 *start_single, *end_single;
    mote_index_quad *quads;
    mote_impact_hit *hits, *expected;
} crowd;

static void *allocate(size_t count, size_t size)
{
    void *memory = calloc(count, size);
    assert_non_null(memory);
    return memory;
}

static void allocate_crowd(crowd *c, size_t count, bool edges)
{
    c->edges = edges;
    c->count = count;
    c->cases = allocate(count, sizeof *c->cases);
    c->start = allocate(4 * count, sizeof *c->start);
    c->end = allocate(4 * count, sizeof *c->end);
    c->start_single = allocate(4 * count, sizeof *c->start_single);
    c->end_single = allocate(4 * count, sizeof *c->end_single);
    c->quads = allocate(count, sizeof *c->quads);
    c->hits = allocate(count, sizeof *c->hits);
    c->expected = allocate(count, sizeof *c->expected);
}

static void release_crowd(crowd *c)
{
    free(c->cases);
    free(c->start);
    free(c->end);
    free(c->start_single);
    free(c->end_single);
    free(c->quads);
    free(c->hits);
    free(c->expected);
}

// Vertex v of case i is at 4 (i * odd) + v modulo the number of vertices, so neighbors in the batch
// are none in memory.
static void make_crowd(crowd *c, size_t count, bool edges, bool round, uint64_t seed)
{
    allocate_crowd(c, count, edges);
    for (size_t i = 0; i < count; i++) {
        sweep_case one = sweep_case_make(seed + i);
        one.edges = edges;
        if (round) sweep_case_round(&one);
        c->cases[i] = one;
        size_t at = i * 7919 % count;
        memcpy(c->start + 4 * at, one.start, sizeof one.start);
        memcpy(c->end + 4 * at, one.end, sizeof one.end);
        sweep_case_narrow(&one, c->start_single + 4 * at, c->end_single + 4 * at);
        for (uint32_t k = 0; k < 4; k++) c->quads[i].v[k] = (uint32_t)(4 * at) + k;
    }
}

static size_t ask_batch(const crowd *c, bool single, double until, bool earliest,
                        mote_impact_batch_stats *stats)
{
    const mote_impact_batch batch = {c->start_single, c->end_single, c->start_single, c->end_single,
                                     c->quads,        c->count,      until,           earliest};
    const mote_impact_batch_double wide = {c->start, c->end,   c->start, c->end,
                                           c->quads, c->count, until,    earliest};
    if (c->edges)
        return single ? mote_edges_impact_batch(&batch, c->hits, stats)
                      : mote_edges_impact_batch_double(&wide, c->hits, stats);
    return single ? mote_vertex_face_impact_batch(&batch, c->hits, stats)
                  : mote_vertex_face_impact_batch_double(&wide, c->hits, stats);
}

// One by one.
static size_t ask_each(const crowd *c, double until)
{
    size_t count = 0;
    for (size_t i = 0; i < c->count; i++) {
        mote_impact_time time;
        if (sweep_case_ask(&c->cases[i], &time) && time.low <= until)
            c->expected[count++] = (mote_impact_hit){(uint32_t)i, time};
    }
    return count;
}

static void compare(const crowd *c, size_t found, size_t expected)
{
    assert_int_equal(found, expected);
    for (size_t i = 0; i < found; i++) {
        assert_int_equal(c->hits[i].index, c->expected[i].index);
        assert_memory_equal(&c->hits[i].time, &c->expected[i].time, sizeof c->hits[i].time);
    }
}

static void a_batch_answers_as_single_calls_do_in_every_float_mode(void **state)
{
    (void)state;
    for (uint64_t seed = 0; seed < test_count(4, 40, 1000); seed++) {
        crowd c;
        bool single = seed % 4 < 2;
        make_crowd(&c, 1 + 997 * (size_t)(seed % 5 > 0), seed % 2, single, 1000 * seed);
        size_t expected = ask_each(&c, 1);
        mote_impact_batch_stats stats = {0};
        set_float_mode((unsigned)(seed % FLOAT_MODES));
        size_t found = ask_batch(&c, single, 1, false, &stats);
        set_float_mode(0);
        compare(&c, found, expected);
        assert_int_equal(stats.candidates, c.count);
        assert_int_equal(stats.hits, found);
        assert_true(stats.filtered <= stats.candidates && stats.bracketed <= stats.filtered);
        assert_true(stats.exact <= stats.bracketed && stats.hits <= stats.bracketed);
        release_crowd(&c);
    }
}

static void later_impacts_are_left_out(void **state)
{
    (void)state;
    for (uint64_t seed = 0; seed < test_count(4, 40, 1000); seed++) {
        crowd c;
        bool single = seed % 4 < 2;
        make_crowd(&c, 1000, seed % 2, single, 1000 * seed + 500);
        size_t all = ask_each(&c, 1);
        mote_random random = mote_random_stream(seed, 5, 0);
        for (int i = 0; i < 12; i++) {
            double until = (double)mote_random_unit(&random);
            if (i % 4 == 1) until = until * until * until * until * until;
            if (i % 4 == 2) until = c.expected[mote_random_below(&random, (uint32_t)all)].time.low;
            if (i % 4 == 3) until = i == 3 ? 0 : i == 7 ? -1 : nextafter(1, 0);
            size_t expected = ask_each(&c, until);
            compare(&c, ask_batch(&c, single, until, false, NULL), expected);
            all = ask_each(&c, 1);
        }
        release_crowd(&c);
    }
}

static void the_earliest_impacts_are_found(void **state)
{
    (void)state;
    for (uint64_t seed = 0; seed < test_count(4, 40, 1000); seed++) {
        crowd c;
        bool single = seed % 4 < 2;
        make_crowd(&c, 500, seed % 2, single, 3 * seed);
        double first = 2;
        size_t all = ask_each(&c, 1), wanted = 0;
        for (size_t i = 0; i < all; i++) first = fmin(first, c.expected[i].time.low);
        all = ask_each(&c, first);
        size_t found = ask_batch(&c, single, 1, true, NULL);
        for (size_t i = 0; i < found; i++) {
            if (i > 0) assert_true(c.hits[i].time.low <= c.hits[i - 1].time.low);
            if (c.hits[i].time.low > first) continue;
            assert_int_equal(c.hits[i].index, c.expected[wanted].index);
            wanted++;
        }
        assert_int_equal(wanted, all);
        release_crowd(&c);
    }
}

static void an_empty_batch_has_no_impacts(void **state)
{
    (void)state;
    mote_impact_batch batch = {.until = 1};
    mote_impact_batch_double wide = {.until = 1};
    assert_int_equal(mote_vertex_face_impact_batch(&batch, NULL, NULL), 0);
    assert_int_equal(mote_edges_impact_batch(&batch, NULL, NULL), 0);
    assert_int_equal(mote_vertex_face_impact_batch_double(&wide, NULL, NULL), 0);
    assert_int_equal(mote_edges_impact_batch_double(&wide, NULL, NULL), 0);
}

static void what_is_not_finite_is_no_impact(void **state)
{
    (void)state;
    for (int i = 0; i < 48; i++) {
        mote_vec3 points[2][4] = {{{0}}};
        const mote_index_quad quad = {{0, 1, 2, 3}};
        mote_impact_hit hit;
        mote_impact_batch batch = {.start_a = points[0],
                                   .end_a = points[1],
                                   .start_b = points[0],
                                   .end_b = points[1],
                                   .quads = &quad,
                                   .count = 1,
                                   .until = 1};
        assert_int_equal(mote_edges_impact_batch(&batch, &hit, NULL), 1);
        assert_int_equal(mote_vertex_face_impact_batch(&batch, &hit, NULL), 1);
        (&points[i / 24][i % 24 / 6].x)[i % 3] = i % 2 ? (float)INFINITY : (float)NAN;
        assert_int_equal(mote_edges_impact_batch(&batch, &hit, NULL), 0);
        assert_int_equal(mote_vertex_face_impact_batch(&batch, &hit, NULL), 0);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_batch_answers_as_single_calls_do_in_every_float_mode),
        cmocka_unit_test(later_impacts_are_left_out),
        cmocka_unit_test(the_earliest_impacts_are_found),
        cmocka_unit_test(an_empty_batch_has_no_impacts),
        cmocka_unit_test(what_is_not_finite_is_no_impact),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
