// Prints what mote answers to a few thousand questions, as a digest a line. The same program is
// built natively and for WebAssembly; both must print the same.

#include <inttypes.h>
#include <mote/mote.h>
#include <stdio.h>
#include <string.h>

// A generator of its own, with Knuth's MMIX constants: this program sees the public headers alone.
static uint32_t next_bits(void)
{
    static uint64_t state = 1;
    state = state * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t)(state >> 33);
}

// Small integers, so that many triangles touch, share corners, lie in one plane or have no area.
static void make_triangle(mote_vec3 t[3])
{
    for (int i = 0; i < 3; i++) {
        t[i].x = (float)(next_bits() % 9);
        t[i].y = (float)(next_bits() % 9);
        t[i].z = (float)(next_bits() % 9);
    }
}

// FNV-1a over the bytes, low byte first.
static uint32_t fold(uint32_t digest, uint32_t value)
{
    for (int i = 0; i < 4; i++) digest = (digest ^ (value >> 8 * i & 255)) * 16777619u;
    return digest;
}

static void smoke_triangles(void)
{
    uint32_t hits = 0, digest = 2166136261u;
    for (uint32_t i = 0; i < 20000; i++) {
        mote_vec3 a[3], b[3];
        make_triangle(a);
        make_triangle(b);
        bool hit = mote_triangles_intersect(a, b);
        hits += hit;
        digest = fold(digest, hit ? i : 0);
    }
    printf("triangles_intersect: %" PRIu32 " hits, digest %08" PRIx32 "\n", hits, digest);
}

// Single and batched distances, and the batched intersections, which take the vector kernels.
static void smoke_batches(void)
{
    enum { COUNT = 512 };
    static mote_vec3 a[COUNT * 3], b[COUNT * 3];
    static mote_index_pair pairs[COUNT];
    static uint8_t hits[COUNT];
    static float distances[COUNT];
    for (uint32_t i = 0; i < COUNT; i++) {
        make_triangle(&a[3 * i]);
        make_triangle(&b[3 * i]);
        pairs[i] = (mote_index_pair){i, COUNT - 1 - i};
    }
    mote_batch_stats stats = {0};
    size_t hit_count = mote_triangles_intersect_pairs(a, b, pairs, COUNT, hits, &stats);
    size_t nearest = mote_triangles_distance_pairs(a, b, pairs, COUNT, distances);
    uint32_t digest = 2166136261u;
    for (uint32_t i = 0; i < COUNT; i++) {
        uint32_t batched, single;
        float distance =
            mote_triangles_distance(&a[3 * pairs[i].a], &b[3 * pairs[i].b], NULL, NULL);
        memcpy(&batched, &distances[i], sizeof batched);
        memcpy(&single, &distance, sizeof single);
        digest = fold(fold(fold(digest, hits[i]), batched), single);
    }
    printf("batches: %zu hits, nearest %zu, digest %08" PRIx32 "\n", hit_count, nearest, digest);
}

static void smoke_mesh(void)
{
    const float corners[] = {0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1};
    const uint16_t faces[] = {0, 2, 1, 0, 1, 3, 0, 3, 2, 1, 2, 3};
    mote_mesh_def def = mote_default_mesh_def();
    def.positions = (mote_positions){.data = corners, .count = 4};
    def.indices = faces;
    def.index_count = 12;
    def.index_type = MOTE_U16;
    mote_mesh *mesh;
    mote_result result = mote_mesh_create(&def, &mesh);
    printf("mesh_create: %s\n", mote_result_name(result));
    mote_mesh_info info;
    mote_mesh_get_info(mesh, &info);
    printf("mesh: %" PRIu32 " triangles, closed %d, volume %.17g\n", info.triangle_count,
           info.closed, info.volume);
    printf("mesh_contains: %d %d\n", mote_mesh_contains(mesh, (mote_vec3){0.1f, 0.1f, 0.1f}),
           mote_mesh_contains(mesh, (mote_vec3){1, 1, 1}));
    mote_mesh_destroy(mesh);
    def.index_count = 11;
    result = mote_mesh_create(&def, &mesh);
    printf("bad mesh: %s: %s\n", mote_result_name(result), mote_last_message());
}

int main(void)
{
    printf("mote %s\n", mote_version());
    smoke_triangles();
    smoke_batches();
    smoke_mesh();
    return 0;
}
