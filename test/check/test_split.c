// A mesh that is cut into pieces, as exporters cut it by material, has the collisions of the whole:
// vertices at the borders of the pieces are one wherever they have the same position, bones,
// weights and morph targets.

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/random.h"
#include "io/json.h"
#include "samples/glb.h"
#include "support/check_play.h"
#include "support/run.h"

enum { ROWS = 14, COLUMNS = 18, BONES = 4, FRAMES = 5, PIECES = 3 };
enum { VERTICES = (ROWS + 1) * COLUMNS, FACES = ROWS * COLUMNS * 2 };

// A head: a closed tube around y that is drawn in where bones bend it, with its vertices numbered
// ring by ring.
typedef struct head {
    mote_vec3 positions[VERTICES];
    mote_vec3 deltas[VERTICES];
    uint32_t faces[FACES * 3];
    float weights[VERTICES][BONES];
    uint32_t piece_of[FACES];
} head;

static void make_head(mote_random *random, head *out)
{
    for (uint32_t row = 0; row <= ROWS; row++) {
        for (uint32_t column = 0; column < COLUMNS; column++) {
            uint32_t v = row * COLUMNS + column;
            double angle = column * 2 * 3.141592653589793 / COLUMNS, height = (double)row / ROWS;
            double radius = 0.3 + 0.15 * sin(6 * height) + 0.02 * (double)mote_random_unit(random);
            out->positions[v] = (mote_vec3){(float)(radius * cos(angle)), (float)(2 * height),
                                            (float)(radius * sin(angle))};
            out->deltas[v] = (mote_vec3){row % 3 ? 0.0f : (float)(-1.3 * radius * cos(angle)), 0,
                                         row % 3 ? 0.0f : (float)(-1.1 * radius * sin(angle))};
            double sum = 0, at = height * (BONES - 1);
            for (int b = 0; b < BONES; b++) {
                double w = fmax(0, 1.3 - fabs(at - b));
                out->weights[v][b] = (float)w;
                sum += w;
            }
            for (int b = 0; b < BONES; b++)
                out->weights[v][b] = (float)((double)out->weights[v][b] / sum);
        }
    }
    uint32_t face = 0;
    for (uint32_t row = 0; row < ROWS; row++) {
        for (uint32_t column = 0; column < COLUMNS; column++) {
            uint32_t a = row * COLUMNS + column, b = row * COLUMNS + (column + 1) % COLUMNS;
            const uint32_t two[6] = {a, a + COLUMNS, b, b, a + COLUMNS, b + COLUMNS};
            memcpy(&out->faces[(size_t)face * 3], two, sizeof two);
            for (int k = 0; k < 2; k++)
                out->piece_of[face + (uint32_t)k] = mote_random_below(random, PIECES);
            face += 2;
        }
    }
}

// ---------------------------------------------------------------------------------------------
// Files

// How a piece writes its influences: slot i of a vertex holds bone (i + turn), and the skin lists
// joints from `turn` on.
typedef struct piece_writer {
    sample_glb *glb;
    const head *h;
    uint32_t piece, piece_count;
    uint32_t slot_turn, joint_turn;
    bool morph;
} piece_writer;

// The vertices and faces of a piece. `face_of` gets which face of the whole each of its faces is.
static uint32_t list_piece(const piece_writer *w, uint32_t *vertices, uint32_t *faces,
                           uint32_t *face_of, uint32_t *face_count)
{
    uint32_t own[VERTICES], count = 0;
    memset(own, 0xff, sizeof own);
    *face_count = 0;
    for (uint32_t i = 0; i < FACES; i++) {
        if (w->piece_count > 1 && w->h->piece_of[i] != w->piece) continue;
        for (uint32_t k = 0; k < 3; k++) {
            uint32_t v = w->h->faces[i * 3 + k];
            if (own[v] == MOTE_NONE) {
                own[v] = count;
                vertices[count++] = v;
            }
            faces[*face_count * 3 + k] = own[v];
        }
        face_of[(*face_count)++] = i;
    }
    return count;
}

static void write_primitive(const piece_writer *w, char *text, size_t size, uint32_t *face_of,
                            uint32_t *face_count)
{
    static uint32_t vertices[VERTICES], faces[FACES * 3];
    static uint16_t joints[VERTICES * BONES];
    static float weights[VERTICES * BONES];
    static mote_vec3 positions[VERTICES], deltas[VERTICES];
    uint32_t count = list_piece(w, vertices, faces, face_of, face_count);
    for (uint32_t i = 0; i < count; i++) {
        positions[i] = w->h->positions[vertices[i]];
        deltas[i] = w->h->deltas[vertices[i]];
        for (uint32_t slot = 0; slot < BONES; slot++) {
            uint32_t bone = (slot + w->slot_turn) % BONES;
            joints[i * BONES + slot] = (uint16_t)((bone + BONES - w->joint_turn) % BONES);
            weights[i * BONES + slot] = w->h->weights[vertices[i]][bone];
        }
    }
    uint32_t position = sample_glb_floats(w->glb, &positions[0].x, count, 3);
    uint32_t delta = sample_glb_floats(w->glb, &deltas[0].x, count, 3);
    uint32_t joint = sample_glb_shorts(w->glb, joints, count, BONES);
    uint32_t weight = sample_glb_floats(w->glb, weights, count, BONES);
    uint32_t corner = sample_glb_words(w->glb, faces, *face_count * 3, 1);
    uint32_t material =
        sample_glb_item(w->glb, SAMPLE_GLB_MATERIALS, "{\"name\":\"m%u\"}", w->piece);
    char targets[64] = "";
    if (w->morph) snprintf(targets, sizeof targets, ",\"targets\":[{\"POSITION\":%u}]", delta);
    snprintf(text, size,
             "{\"attributes\":{\"POSITION\":%u,\"JOINTS_0\":%u,\"WEIGHTS_0\":%u},\"indices\":%u,"
             "\"material\":%u%s}",
             position, joint, weight, corner, material, targets);
}

// Bones on a line, each with its own inverse bind matrix, in the order that begins with `turn`.
static uint32_t write_skin(sample_glb *glb, uint32_t turn)
{
    float binds[BONES * 16] = {0};
    for (uint32_t i = 0; i < BONES; i++) {
        float *m = &binds[(size_t)i * 16];
        m[0] = m[5] = m[10] = m[15] = 1;
        m[13] = -2.0f * (float)((i + turn) % BONES) / (BONES - 1);
    }
    uint32_t matrices = sample_glb_floats(glb, binds, BONES, 16);
    return sample_glb_item(glb, SAMPLE_GLB_SKINS,
                           "{\"joints\":[%u,%u,%u,%u],\"inverseBindMatrices\":%u}", turn % BONES,
                           (turn + 1) % BONES, (turn + 2) % BONES, (turn + 3) % BONES, matrices);
}

// Bone 2 bends far over, and with `morph` the rings are drawn through the axis.
static void write_motion(sample_glb *glb, uint32_t mesh_node, uint32_t mesh_count, bool morph)
{
    const float times[2] = {0, 1};
    const float turns[8] = {0, 0, 0, 1, 0, 0, 0.92f, 0.39f}, amounts[2] = {0, 1};
    uint32_t input = sample_glb_floats(glb, times, 2, 1);
    uint32_t turn = sample_glb_floats(glb, turns, 2, 4);
    uint32_t amount = sample_glb_floats(glb, amounts, 2, 1);
    char channels[1024] = "{\"sampler\":0,\"target\":{\"node\":1,\"path\":\"rotation\"}}";
    for (uint32_t i = 0; i < mesh_count && morph; i++)
        snprintf(channels + strlen(channels), sizeof channels - strlen(channels),
                 ",{\"sampler\":1,\"target\":{\"node\":%u,\"path\":\"weights\"}}", mesh_node + i);
    sample_glb_item(glb, SAMPLE_GLB_ANIMATIONS,
                    "{\"samplers\":[{\"input\":%u,\"output\":%u},{\"input\":%u,\"output\":%u}],"
                    "\"channels\":[%s]}",
                    input, turn, input, amount, channels);
}

static void write_bones(sample_glb *glb)
{
    for (uint32_t i = 0; i < BONES; i++)
        sample_glb_item(
            glb, SAMPLE_GLB_NODES, "{\"translation\":[0,%.9g,0]%s%s%s}",
            i ? (double)(2.0f / (BONES - 1)) : 0.0, i + 1 < BONES ? ",\"children\":[" : "",
            i + 1 < BONES ? (const char *[]){"1", "2", "3"}[i] : "", i + 1 < BONES ? "]" : "");
}

// `face_of` gets the face of the whole for each face of the file, in the order of the file.
static void write_file(const head *h, uint32_t pieces, bool nodes, bool morph, uint32_t *face_of,
                       const char *name)
{
    sample_glb glb = sample_glb_create();
    char text[4096] = "", roots[64] = "[0";
    uint32_t done = 0;
    write_bones(&glb);
    for (uint32_t i = 0; i < pieces; i++) {
        // Pieces of one mesh share a skin; pieces on nodes of their own have skins of their own.
        piece_writer w = {&glb, h, i, pieces, i, nodes ? i : 0, morph};
        uint32_t count;
        if (!nodes && i) strcat(text, ",");
        write_primitive(&w, nodes ? text : text + strlen(text), 1024, face_of + done, &count);
        done += count;
        if (!nodes && i + 1 < pieces) continue;
        uint32_t mesh = sample_glb_item(&glb, SAMPLE_GLB_MESHES, "{\"primitives\":[%s]}", text);
        uint32_t skin = write_skin(&glb, nodes ? i : 0);
        uint32_t node =
            sample_glb_item(&glb, SAMPLE_GLB_NODES, "{\"mesh\":%u,\"skin\":%u}", mesh, skin);
        snprintf(roots + strlen(roots), sizeof roots - strlen(roots), ",%u", node);
    }
    write_motion(&glb, BONES, nodes ? pieces : 1, morph);
    strcat(roots, "]");
    char room[4096];
    assert_int_equal(sample_glb_write(&glb, roots, play_path(room, name)), MOTE_OK);
    sample_glb_release(&glb);
}

// ---------------------------------------------------------------------------------------------
// What is found, in the faces of the whole

static bool found[FRAMES + 1][FACES][FACES];

// Parts of a report by --parts material or node hold the faces of one piece; `first` is where they
// begin in face_of.
static uint32_t read_report(const uint32_t *face_of, const uint32_t *first)
{
    char room[4096];
    char *text = play_slurp(play_path(room, "report.json"));
    io_json json;
    uint32_t pairs = 0;
    memset(found, 0, sizeof found);
    assert_int_equal(io_json_parse(text, strlen(text), &json), MOTE_OK);
    const io_json_node *frame =
        io_json_first(&json, io_json_member(&json, &json.nodes[0], "frames"));
    for (; frame; frame = io_json_next(&json, frame)) {
        uint32_t number = (uint32_t)io_json_number(&json, frame, "frame");
        const io_json_node *pair = io_json_first(&json, io_json_member(&json, frame, "pairs"));
        for (; pair; pair = io_json_next(&json, pair)) {
            uint32_t a = (uint32_t)io_json_number(&json, pair, "a");
            uint32_t b = (uint32_t)io_json_number(&json, pair, "b");
            const io_json_node *faces = io_json_first(&json, io_json_member(&json, pair, "faces"));
            for (; faces; faces = io_json_next(&json, faces), pairs++) {
                const io_json_node *one = io_json_first(&json, faces);
                uint32_t x = face_of[first[a] + (uint32_t)one->number];
                uint32_t y = face_of[first[b] + (uint32_t)io_json_next(&json, one)->number];
                found[number][x < y ? x : y][x < y ? y : x] = true;
            }
        }
    }
    io_json_release(&json);
    free(text);
    return pairs;
}

static void run(const char *arguments)
{
    char line[256];
    snprintf(line, sizeof line, "%s --self --fps %d --json report.json", arguments, FRAMES);
    int code = play_run(line);
    if (code != 1) fail_msg("%s: exit code %d", arguments, code);
}

static void count_faces(const head *h, uint32_t first[PIECES])
{
    uint32_t counts[PIECES] = {0};
    for (uint32_t i = 0; i < FACES; i++) counts[h->piece_of[i]]++;
    first[0] = 0;
    for (uint32_t i = 1; i < PIECES; i++) first[i] = first[i - 1] + counts[i - 1];
}

static void expect_same(const char *what, uint32_t pairs, uint32_t wanted,
                        bool (*truth)[FACES][FACES])
{
    for (uint32_t f = 0; f <= FRAMES; f++)
        for (uint32_t i = 0; i < FACES; i++)
            for (uint32_t k = i; k < FACES; k++)
                if (found[f][i][k] != truth[f][i][k])
                    fail_msg("%s: frame %u, faces %u and %u: %s", what, f, i, k,
                             found[f][i][k] ? "found, but not in the whole" : "not found");
    if (pairs != wanted) fail_msg("%s: %u pairs, not %u", what, pairs, wanted);
}

static void pieces_have_the_collisions_of_the_whole(void **state)
{
    (void)state;
    static head h;
    static uint32_t face_of[FACES];
    bool(*truth)[FACES][FACES] = malloc(sizeof found);
    assert_non_null(truth);
    for (uint32_t round = 0; round < test_count(1, 3, 20); round++) {
        mote_random random = mote_random_stream(16, round, 0);
        const uint32_t whole[1] = {0};
        uint32_t first[PIECES];
        bool morph = round % 2 == 0;
        make_head(&random, &h);
        count_faces(&h, first);
        write_file(&h, 1, false, morph, face_of, "whole.glb");
        run("whole.glb --parts file");
        uint32_t wanted = read_report(face_of, whole);
        assert_true(wanted > 50);
        memcpy(truth, found, sizeof found);
        for (int nodes = 0; nodes < 2; nodes++) {
            if (nodes && morph) continue; // the weights of targets are those of a node
            write_file(&h, PIECES, nodes, morph, face_of, "pieces.glb");
            run("pieces.glb --parts file");
            expect_same("one part", read_report(face_of, whole), wanted, truth);
            run("pieces.glb --parts material");
            expect_same("materials", read_report(face_of, first), wanted, truth);
            if (!nodes) continue;
            run("pieces.glb");
            expect_same("nodes", read_report(face_of, first), wanted, truth);
        }
    }
    free(truth);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(pieces_have_the_collisions_of_the_whole),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
