// Pairs of features for a solver: a sheet falls on a pyramid. Each step lists the vertex-face and
// edge-edge pairs that are near, of one body with itself, and projects positions (XPBD with rigid
// contacts) so that they stay a thickness apart.
#include <math.h>
#include <mote/mote.h>
#include <stdio.h>
#include <stdlib.h>

enum { FIXED = 5, SIDE = 12, VERTICES = FIXED + SIDE * SIDE, INDICES = 18 + 6 * 11 * 11 };
static const float thickness = 0.05f, spacing = 0.25f, gravity = -0.0004f; // per step, squared

static mote_vec3 now[VERTICES] = {{-1, -1, -1}, {1, -1, -1}, {1, 1, -1}, {-1, 1, -1}, {0, 0, 0}};
static mote_vec3 before[VERTICES]; // in the step before; the pyramid comes first
static uint32_t faces[INDICES] = {0, 2, 1, 0, 3, 2, 0, 1, 4, 1, 2, 4, 2, 3, 4, 3, 0, 4};

static void must(mote_result result)
{
    if (result == MOTE_OK) return;
    fprintf(stderr, "%s: %s\n", mote_result_name(result), mote_last_message());
    exit(1);
}

static void make_sheet(void)
{
    uint32_t *t = faces + 18;
    for (uint32_t i = 0; i < SIDE * SIDE; i++) {
        const uint32_t row = i / SIDE, column = i % SIDE;
        const float middle = (SIDE - 1) / 2.0f, x = (float)column - middle, y = (float)row - middle;
        now[FIXED + i] = (mote_vec3){spacing * x, spacing * y, 0.3f};
        if (row == SIDE - 1 || column == SIDE - 1) continue;
        const uint32_t cell[6] = {0, 1, SIDE, 1, SIDE + 1, SIDE};
        for (int k = 0; k < 6; k++) *t++ = FIXED + i + cell[k];
    }
    for (int i = 0; i < VERTICES; i++) before[i] = now[i];
}

static mote_vec3 minus(mote_vec3 a, mote_vec3 b)
{
    return (mote_vec3){a.x - b.x, a.y - b.y, a.z - b.z};
}

static void move(mote_vec3 *p, mote_vec3 v, float by)
{
    *p = (mote_vec3){p->x + v.x * by, p->y + v.y * by, p->z + v.z * by};
}

static void keep_length(uint32_t i, uint32_t k)
{
    mote_vec3 d = minus(now[k], now[i]);
    float length = sqrtf(d.x * d.x + d.y * d.y + d.z * d.z);
    move(&now[i], d, 0.5f * (1 - spacing / length));
    move(&now[k], d, -0.5f * (1 - spacing / length));
}

// The first `count_a` of the four vertices are those of a. Vertices of the pyramid have an infinite
// mass, others the mass 1.
static void keep_apart(const mote_near_pair *f, uint32_t count_a)
{
    const mote_vec3 d = minus(f->on_b, f->on_a);
    float apart = f->distance, share = 0, by[4];
    for (uint32_t i = 0; i < 4; i++) {
        mote_vec3 moved = minus(now[f->vertices[i]], before[f->vertices[i]]);
        by[i] = i < count_a ? -f->weights[i] : f->weights[i];
        apart += by[i] * (moved.x * d.x + moved.y * d.y + moved.z * d.z) / f->distance;
        if (f->vertices[i] < FIXED) by[i] = 0;
        share += by[i] * by[i];
    }
    float way = share > 0 ? fmaxf(thickness - apart, 0) / (share * f->distance) : 0;
    for (uint32_t i = 0; i < 4; i++) move(&now[f->vertices[i]], d, by[i] * way);
}

static void step(const mote_features *near)
{
    for (int i = FIXED; i < VERTICES; i++) {
        mote_vec3 p = now[i];
        move(&now[i], minus(p, before[i]), 0.98f); // with some drag
        now[i].z += gravity;
        before[i] = p;
    }
    for (int sweep = 0; sweep < 30; sweep++) {
        for (uint32_t i = 0; i < SIDE * SIDE; i++) {
            if (i % SIDE < SIDE - 1) keep_length(FIXED + i, FIXED + i + 1);
            if (i / SIDE < SIDE - 1) keep_length(FIXED + i, FIXED + i + SIDE);
        }
        for (size_t i = 0; i < near->feature_count; i++) // of one body with itself, by kind
            keep_apart(&near->features[i], i < near->pairs->vertex_face_count ? 1 : 2);
    }
}

int main(void)
{
    make_sheet();
    mote_mesh_def mesh_def = mote_default_mesh_def();
    mesh_def.positions = (mote_positions){.data = now, .count = VERTICES};
    mesh_def.indices = faces;
    mesh_def.index_count = INDICES;
    mote_world_def world_def = mote_default_world_def();
    mote_body_def body = mote_default_body_def();
    mote_mesh *mesh;
    must(mote_mesh_create(&mesh_def, &mesh));
    mote_world *world;
    must(mote_world_create(&world_def, &world));
    mote_body_id id;
    body.mesh = mesh;
    body.self_collision = true;
    must(mote_body_create(world, &body, &id));
    mote_features_def def = mote_default_features_def();
    def.distance = 3 * thickness; // farther than anything moves in a step
    for (int frame = 0; frame <= 120; frame++) {
        mote_features near;
        must(mote_body_set_positions(world, id, &mesh_def.positions));
        must(mote_world_features(world, &def, &near));
        float low = INFINITY;
        for (size_t i = 0; i < near.feature_count; i++) low = fminf(low, near.features[i].distance);
        if (frame > 0 && frame % 30 == 0)
            printf("step %d: %zu pairs, %.2f apart\n", frame, near.feature_count, (double)low);
        step(&near);
    }
    mote_world_destroy(world);
    mote_mesh_destroy(mesh);
    return 0;
}
