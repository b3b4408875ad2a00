// Any 18 floats are two triangles: all ways to ask whether they meet must give one answer.

#include <math.h>
#include <mote/geometry.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void require(bool holds)
{
    if (!holds) abort();
}

static void check_orders(const mote_vec3 a[3], const mote_vec3 b[3], bool meet)
{
    for (int i = 0; i < 3; i++) {
        mote_vec3 turned[3] = {a[i], a[(i + 1) % 3], a[(i + 2) % 3]};
        mote_vec3 mirrored[3] = {b[i], b[(i + 2) % 3], b[(i + 1) % 3]};
        require(mote_triangles_intersect(turned, b) == meet);
        require(mote_triangles_intersect(b, turned) == meet);
        require(mote_triangles_intersect(a, mirrored) == meet);
        require(mote_triangles_intersect(mirrored, turned) == meet);
    }
}

static void check_batch(const mote_vec3 a[3], const mote_vec3 b[3], bool meet)
{
    uint8_t hit = 2;
    require(mote_triangles_intersect_one_many(a, b, 1, &hit, NULL) == meet && hit == meet);
    mote_batch_stats stats = {0};
    const mote_index_pair pair = {0, 0};
    require(mote_triangles_intersect_pairs(b, a, &pair, 1, &hit, &stats) == meet && hit == meet);
    require(stats.pairs == 1 && stats.exact_pairs <= 1);
}

static void check_overlap(const mote_vec3 a[3], const mote_vec3 b[3], bool meet)
{
    mote_overlap overlap;
    require(mote_triangles_intersection(a, b, &overlap) == meet);
    require((overlap.kind != MOTE_OVERLAP_NONE) == meet && overlap.count <= 6);
    for (uint32_t i = 0; i < overlap.count; i++)
        require(isfinite(overlap.points[i].x) && isfinite(overlap.points[i].y) &&
                isfinite(overlap.points[i].z));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    mote_vec3 corners[6];
    if (size < sizeof corners) return 0;
    memcpy(corners, data, sizeof corners);
    const mote_vec3 *a = corners, *b = corners + 3;
    bool meet = mote_triangles_intersect(a, b);
    check_orders(a, b, meet);
    check_batch(a, b, meet);
    check_overlap(a, b, meet);
    return 0;
}
