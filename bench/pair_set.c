#include "bench/pair_set.h"

#include <stdlib.h>

bool bench_pair_set_add(bench_pair_set *set, bench_found_pair pair)
{
    if (set->count == set->capacity) {
        size_t capacity = set->capacity ? 2 * set->capacity : 1024;
        bench_found_pair *pairs = realloc(set->pairs, capacity * sizeof *pairs);
        if (!pairs) return false;
        set->pairs = pairs;
        set->capacity = capacity;
    }
    set->pairs[set->count++] = pair;
    return true;
}

void bench_pair_set_release(bench_pair_set *set)
{
    free(set->pairs);
    *set = (bench_pair_set){0};
}

static int compare_u64(uint64_t x, uint64_t y)
{
    return (x > y) - (x < y);
}

static int compare_pairs(const void *left, const void *right)
{
    const bench_found_pair *x = left, *y = right;
    int bodies =
        compare_u64((uint64_t)x->body_a << 32 | x->body_b, (uint64_t)y->body_a << 32 | y->body_b);
    if (bodies) return bodies;
    return compare_u64((uint64_t)x->face_a << 32 | x->face_b,
                       (uint64_t)y->face_a << 32 | y->face_b);
}

static bench_found_pair lower_first(bench_found_pair p)
{
    bool turned = p.body_a > p.body_b || (p.body_a == p.body_b && p.face_a > p.face_b);
    return turned ? (bench_found_pair){p.body_b, p.body_a, p.face_b, p.face_a} : p;
}

void bench_pair_set_normalize(bench_pair_set *set)
{
    if (set->count == 0) return;
    for (size_t i = 0; i < set->count; i++) set->pairs[i] = lower_first(set->pairs[i]);
    qsort(set->pairs, set->count, sizeof *set->pairs, compare_pairs);
    size_t kept = 1;
    for (size_t i = 1; i < set->count; i++)
        if (compare_pairs(&set->pairs[kept - 1], &set->pairs[i]))
            set->pairs[kept++] = set->pairs[i];
    set->count = kept;
}

bench_pair_difference bench_pair_set_compare(const bench_pair_set *reference,
                                             const bench_pair_set *other)
{
    bench_pair_difference difference = {0};
    size_t i = 0, j = 0;
    while (i < reference->count && j < other->count) {
        int order = compare_pairs(&reference->pairs[i], &other->pairs[j]);
        difference.missed += order < 0;
        difference.added += order > 0;
        i += order <= 0;
        j += order >= 0;
    }
    difference.missed += reference->count - i;
    difference.added += other->count - j;
    return difference;
}

static size_t end_of_bodies(const bench_pair_set *set, size_t first)
{
    const bench_found_pair *p = set->pairs;
    size_t end = first + 1;
    while (end < set->count && p[end].body_a == p[first].body_a && p[end].body_b == p[first].body_b)
        end++;
    return end;
}

bench_pair_difference bench_pair_set_compare_bodies(const bench_pair_set *reference,
                                                    const bench_pair_set *other)
{
    bench_pair_difference difference = {0};
    size_t i = 0, j = 0;
    while (i < reference->count || j < other->count) {
        bench_found_pair x = {UINT32_MAX, UINT32_MAX, 0, 0}, y = x;
        if (i < reference->count) x = reference->pairs[i];
        if (j < other->count) y = other->pairs[j];
        x.face_a = x.face_b = y.face_a = y.face_b = 0;
        int order = compare_pairs(&x, &y);
        difference.missed += order < 0;
        difference.added += order > 0;
        if (order <= 0) i = end_of_bodies(reference, i);
        if (order >= 0) j = end_of_bodies(other, j);
    }
    return difference;
}

size_t bench_pair_set_face_count(const bench_pair_set *set)
{
    // Each face as a pair with itself: the set of those has one for each face.
    bench_pair_set faces = {0};
    bool ok = true;
    for (size_t i = 0; i < set->count && ok; i++) {
        bench_found_pair p = set->pairs[i];
        ok = bench_pair_set_add(&faces,
                                (bench_found_pair){p.body_a, p.body_a, p.face_a, p.face_a}) &&
             bench_pair_set_add(&faces, (bench_found_pair){p.body_b, p.body_b, p.face_b, p.face_b});
    }
    bench_pair_set_normalize(&faces);
    size_t count = ok ? faces.count : SIZE_MAX;
    bench_pair_set_release(&faces);
    return count;
}
