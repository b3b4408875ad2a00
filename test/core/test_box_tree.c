#include <math.h>
#include <stdlib.h>

#include "core/box.h"
#include "core/box_tree.h"
#include "core/random.h"
#include "support/failing_allocator.h"
#include "support/run.h"

// Small integers, so that many boxes touch exactly; some are points, some empty.
static mote_box random_box(mote_random *random)
{
    mote_box box;
    float *low = &box.min.x, *high = &box.max.x;
    for (int k = 0; k < 3; k++) {
        low[k] = (float)mote_random_below(random, 40);
        high[k] = low[k] + (float)mote_random_below(random, 4);
    }
    return mote_random_below(random, 50) == 0 ? mote_box_empty() : box;
}

// Some are infinite on some sides or on all.
static mote_box random_query(mote_random *random)
{
    mote_box box = random_box(random);
    if (mote_random_below(random, 2) == 0) return box;
    bool all = mote_random_below(random, 2) == 0;
    float *low = &box.min.x, *high = &box.max.x;
    for (int k = 0; k < 3; k++) {
        if (all || mote_random_below(random, 2) == 0) low[k] = -INFINITY;
        if (all || mote_random_below(random, 2) == 0) high[k] = INFINITY;
    }
    return box;
}

static bool share_a_point(const mote_box *a, const mote_box *b)
{
    bool is_empty = a->min.x > a->max.x || b->min.x > b->max.x;
    return !is_empty && mote_boxes_overlap(a, b);
}

static void check_query(const mote_box_tree *tree, const mote_box *boxes, uint32_t count,
                        const mote_box *query, const mote_allocator *allocator)
{
    mote_u32_array found = {0};
    assert_true(mote_box_tree_query(tree, query, allocator, &found));
    const uint32_t *leaves = found.data;
    size_t next = 0;
    for (uint32_t i = 0; i < count; i++) {
        if (!share_a_point(&boxes[i], query)) continue;
        assert_true(next < found.count);
        assert_int_equal(leaves[next++], i);
    }
    assert_int_equal(next, found.count);
    mote_array_release(&found, allocator);
}

static int compare_keys(const void *a, const void *b)
{
    uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return (x > y) - (x < y);
}

// Each pair of leaves that share a point, once.
static void check_pairs(const mote_box_tree *tree, const mote_box *boxes, uint32_t count,
                        const mote_allocator *allocator)
{
    mote_u64_array found = {0};
    for (uint32_t group = 0; group < (count + 7) / 8; group++)
        assert_true(mote_box_tree_pairs(tree, group, allocator, &found));
    if (found.count) qsort(found.data, found.count, sizeof *found.data, compare_keys);
    size_t next = 0;
    for (uint32_t i = 0; i < count; i++) {
        for (uint32_t k = i + 1; k < count; k++) {
            if (!share_a_point(&boxes[i], &boxes[k])) continue;
            assert_true(next < found.count);
            assert_true(found.data[next++] == ((uint64_t)i << 32 | k));
        }
    }
    assert_int_equal(next, found.count);
    mote_array_release(&found, allocator);
}

static void finds_what_a_loop_finds(void **state)
{
    (void)state;
    failing_allocator memory = {0};
    mote_allocator hook = failing_allocator_hook(&memory);
    mote_box_tree tree = {0};
    for (uint64_t seed = 0; seed < test_count(40, 300, 3000); seed++) {
        mote_random random = mote_random_stream(seed, 1, 0);
        uint32_t count = mote_random_below(&random, seed % 2 ? 70 : 1300);
        mote_box *boxes = malloc((count + 1) * sizeof *boxes);
        assert_true(mote_box_tree_begin(&tree, &hook, count));
        for (uint32_t i = 0; i < count; i++) {
            boxes[i] = random_box(&random);
            mote_box_tree_set(&tree, i, &boxes[i]);
        }
        mote_box_tree_finish(&tree);
        check_pairs(&tree, boxes, count, &hook);
        for (int q = 0; q < 10; q++) {
            mote_box query = random_query(&random);
            check_query(&tree, boxes, count, &query, &hook);
        }
        free(boxes);
    }
    mote_box_tree_release(&tree, &hook);
    assert_int_equal(memory.live, 0);
}

static void an_empty_tree_finds_nothing(void **state)
{
    (void)state;
    mote_allocator hook = failing_allocator_hook(&(failing_allocator){0});
    mote_box_tree tree = {0};
    assert_true(mote_box_tree_begin(&tree, &hook, 0));
    mote_box_tree_finish(&tree);
    mote_box everything = {{-1, -1, -1}, {1, 1, 1}};
    check_query(&tree, NULL, 0, &everything, &hook);
    mote_box_tree_release(&tree, &hook);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(finds_what_a_loop_finds),
        cmocka_unit_test(an_empty_tree_finds_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
