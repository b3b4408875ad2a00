// A cloth that folds over itself: all vertices move in every frame, and the report lists the faces
// of the cloth that meet other faces of the cloth.
#include <mote/mote.h>
#include <stdio.h>
#include <stdlib.h>

enum { SIDE = 41, VERTICES = SIDE * SIDE, TRIANGLES = 2 * (SIDE - 1) * (SIDE - 1), FRAMES = 11 };

static void must(mote_result result)
{
    if (result == MOTE_OK) return;
    fprintf(stderr, "%s: %s\n", mote_result_name(result), mote_last_message());
    exit(1);
}

// The right half, x > 0, is laid over the left half. It is bent, so that in the end its edge goes
// through.
static void pose(float t, mote_vec3 out[VERTICES])
{
    for (int i = 0; i < VERTICES; i++) {
        int column = i % SIDE, row = i / SIDE;
        float x = 0.05f * (float)column - 1, y = 0.05f * (float)row - 1;
        float height = x * (2 * t * (1 - t) + 1.5f * t * (0.7f - x));
        out[i] = x > 0 ? (mote_vec3){x * (1 - 1.9f * t), y, height} : (mote_vec3){x, y, 0};
    }
}

static void make_triangles(uint32_t out[3 * TRIANGLES])
{
    for (uint32_t row = 0; row + 1 < SIDE; row++) {
        for (uint32_t column = 0; column + 1 < SIDE; column++) {
            uint32_t p = row * SIDE + column, q = p + SIDE;
            const uint32_t corners[6] = {p, p + 1, q + 1, p, q + 1, q};
            for (int k = 0; k < 6; k++) *out++ = corners[k];
        }
    }
}

int main(void)
{
    static mote_vec3 positions[VERTICES];
    static uint32_t triangles[3 * TRIANGLES];
    pose(0, positions);
    make_triangles(triangles);
    mote_mesh_def mesh_def = mote_default_mesh_def();
    mesh_def.positions = (mote_positions){.data = positions, .count = VERTICES};
    mesh_def.indices = triangles;
    mesh_def.index_count = 3 * TRIANGLES;
    mote_mesh *mesh;
    must(mote_mesh_create(&mesh_def, &mesh));

    mote_world_def def = mote_default_world_def();
    mote_world *world;
    must(mote_world_create(&def, &world));
    mote_body_def body = mote_default_body_def();
    body.mesh = mesh;
    body.self_collision = true;
    mote_body_id cloth;
    must(mote_body_create(world, &body, &cloth));

    for (int frame = 0; frame < FRAMES; frame++) {
        pose((float)frame / (FRAMES - 1), positions);
        must(mote_body_set_positions(world, cloth,
                                     &(mote_positions){.data = positions, .count = VERTICES}));
        must(mote_world_detect(world));
        mote_report report;
        must(mote_world_report(world, &report));
        printf("frame %2d: %zu face pairs, contacts: %zu", frame, report.face_pair_count,
               report.contact_count);
        if (report.contact_count > 0)
            printf(", the first at x = %.2f", (double)report.contacts[0].point.x);
        printf("\n");
    }
    mote_world_destroy(world);
    mote_mesh_destroy(mesh);
    return 0;
}
