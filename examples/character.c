// A skinned character on demand. Only its bones are given to mote, as for a character that is
// skinned on the GPU; mote evaluates the vertices near the ball that flies past the arm, and no
// others.
#include <math.h>
#include <mote/mote.h>
#include <stdio.h>
#include <stdlib.h>

enum { RINGS = 1600, SIDES = 64, VERTICES = RINGS * SIDES, TRIANGLES = 2 * (RINGS - 1) * SIDES };

static void must(mote_result result)
{
    if (result == MOTE_OK) return;
    fprintf(stderr, "%s: %s\n", mote_result_name(result), mote_last_message());
    exit(1);
}

// A tube around the x axis from -1 to 1; at the elbow, x = 0, the weights change from bone 0 to
// bone 1.
static mote_mesh *make_arm(uint16_t *bones, float *weights)
{
    static mote_vec3 positions[VERTICES];
    static uint32_t triangles[3 * TRIANGLES];
    uint32_t count = 0;
    for (uint32_t i = 0; i < VERTICES; i++) {
        uint32_t side = i % SIDES, ring = i / SIDES;
        double angle = 6.283185307179586 * side / SIDES, x = 2.0 * ring / (RINGS - 1) - 1;
        positions[i] = (mote_vec3){(float)x, (float)(0.1 * cos(angle)), (float)(0.1 * sin(angle))};
        bones[2 * i] = 0, bones[2 * i + 1] = 1;
        weights[2 * i + 1] = fminf(fmaxf(0.5f + 5 * (float)x, 0), 1);
        weights[2 * i] = 1 - weights[2 * i + 1];
        if (i + SIDES >= VERTICES) continue;
        uint32_t next = i % SIDES == SIDES - 1 ? i + 1 - SIDES : i + 1;
        const uint32_t corners[6] = {i, next, next + SIDES, i, next + SIDES, i + SIDES};
        for (int k = 0; k < 6; k++) triangles[count++] = corners[k];
    }
    mote_mesh_def def = mote_default_mesh_def();
    def.positions = (mote_positions){.data = positions, .count = VERTICES};
    def.indices = triangles;
    def.index_count = count;
    mote_mesh *mesh;
    must(mote_mesh_create(&def, &mesh));
    return mesh;
}

// An octahedron of radius 0.12 for a ball.
static mote_mesh *make_ball(void)
{
    static const mote_vec3 corners[6] = {{0.12f, 0, 0},  {-0.12f, 0, 0}, {0, 0.12f, 0},
                                         {0, -0.12f, 0}, {0, 0, 0.12f},  {0, 0, -0.12f}};
    static const uint32_t faces[24] = {0, 2, 4, 2, 1, 4, 1, 3, 4, 3, 0, 4,
                                       2, 0, 5, 1, 2, 5, 3, 1, 5, 0, 3, 5};
    mote_mesh_def def = mote_default_mesh_def();
    def.positions = (mote_positions){.data = corners, .count = 6};
    def.indices = faces;
    def.index_count = 24;
    mote_mesh *mesh;
    must(mote_mesh_create(&def, &mesh));
    return mesh;
}

int main(void)
{
    static uint16_t influences[2 * VERTICES];
    static float weights[2 * VERTICES];
    mote_mesh *arm = make_arm(influences, weights), *ball = make_ball();

    mote_nodes_def nodes_def = mote_default_nodes_def(); // once per mesh
    nodes_def.mesh = arm;
    mote_nodes *nodes;
    must(mote_nodes_create(&nodes_def, &nodes));
    mote_skin_def skin_def = mote_default_skin_def(); // once per character
    skin_def.mesh = arm;
    skin_def.nodes = nodes;
    skin_def.bone_count = 2;
    skin_def.influences_per_vertex = 2;
    skin_def.bones = influences;
    skin_def.weights = weights;
    skin_def.influence_count = 2 * VERTICES;
    mote_deformer *skin;
    must(mote_skin_create(&skin_def, &skin));

    mote_world_def def = mote_default_world_def();
    def.detect = MOTE_DETECT_FIRST; // is there a contact, and where: this evaluates least
    def.contacts = false;
    mote_world *world;
    must(mote_world_create(&def, &world));
    mote_body_def body = mote_default_body_def();
    mote_body_id character, target;
    body.mesh = arm;
    must(mote_body_create(world, &body, &character));
    body.mesh = ball;
    must(mote_body_create(world, &body, &target));

    for (int frame = 0; frame < 6; frame++) {
        float turn = 0.2f * (float)frame, c = cosf(turn), s = sinf(turn);
        const mote_transform rest = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}, {0, 0, 0}};
        const mote_transform bones[2] = {rest, {{c, s, 0}, {-s, c, 0}, {0, 0, 1}, {0, 0, 0}}};
        must(mote_skin_set_bones(skin, bones, 2));            // every frame
        must(mote_body_set_deformer(world, character, skin)); // marks it as moved; costs nothing
        mote_transform place = rest;
        place.t = (mote_vec3){0.5f, 0.5f, 0};
        must(mote_body_set_transform(world, target, &place));
        must(mote_world_detect(world));
        mote_report report;
        must(mote_world_report(world, &report));
        printf("frame %d: %s, %llu of %d vertices evaluated\n", frame,
               report.face_pair_count > 0 ? "touching" : "apart",
               (unsigned long long)report.stats.evaluated_vertices, VERTICES);
    }
    mote_world_destroy(world);
    mote_deformer_destroy(skin);
    mote_nodes_destroy(nodes);
    mote_mesh_destroy(ball);
    mote_mesh_destroy(arm);
    return 0;
}
