#define _DEFAULT_SOURCE // mkdtemp and POSIX
#include "support/check_play.h"

#include <math.h>
#include <mote/geometry.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "core/box.h"
#include "core/vec.h"
#include "io/json.h"
#include "support/run.h"

mote_dvec3 play_rest(const play *p, uint32_t part, uint32_t vertex)
{
    return mote_vec_widen(p->parts[part].positions[vertex]);
}

void play_release(play *p)
{
    for (uint32_t i = 0; i < p->part_count; i++) test_mesh_release(&p->parts[i]);
}

// ---------------------------------------------------------------------------------------------
// Meshes

// The point of a cube's side: `axis` is its normal, u and v run from -1 to 1.
static mote_vec3 box_point(mote_dvec3 place, mote_dvec3 half, int axis, double sign, double u,
                           double v)
{
    double c[3];
    c[axis] = sign;
    c[(axis + 1) % 3] = sign > 0 ? u : v;
    c[(axis + 2) % 3] = sign > 0 ? v : u;
    return (mote_vec3){(float)(place.x + half.x * c[0]), (float)(place.y + half.y * c[1]),
                       (float)(place.z + half.z * c[2])};
}

// The sides do not share vertices: the weld has something to do.
test_mesh play_box(mote_dvec3 place, mote_dvec3 half, uint32_t cells)
{
    uint32_t row = cells + 1;
    test_mesh mesh = {.positions = malloc((size_t)6 * row * row * sizeof(mote_vec3)),
                      .triangles = malloc((size_t)36 * cells * cells * sizeof(uint32_t))};
    assert_non_null(mesh.positions);
    assert_non_null(mesh.triangles);
    for (int side = 0; side < 6; side++) {
        uint32_t first = mesh.vertex_count;
        for (uint32_t v = 0; v < row; v++)
            for (uint32_t u = 0; u < row; u++)
                mesh.positions[mesh.vertex_count++] =
                    box_point(place, half, side / 2, side % 2 ? 1 : -1, 2.0 * u / cells - 1,
                              2.0 * v / cells - 1);
        for (uint32_t i = 0; i < cells * cells; i++) {
            uint32_t corner = first + i / cells * row + i % cells;
            const uint32_t two[6] = {corner,           corner + 1,   corner + row,
                                     corner + row + 1, corner + row, corner + 1};
            memcpy(&mesh.triangles[(size_t)mesh.triangle_count * 3], two, sizeof two);
            mesh.triangle_count += 2;
        }
    }
    return mesh;
}

// ---------------------------------------------------------------------------------------------
// The truth

typedef struct stage_frame {
    mote_vec3 *positions[PLAY_PARTS];
} stage_frame;

static void place_parts(const play *p, double time, stage_frame *frame)
{
    for (uint32_t i = 0; i < p->part_count; i++)
        for (uint32_t v = 0; v < p->parts[i].vertex_count; v++)
            frame->positions[i][v] = mote_dvec_narrow(p->motion(p, i, v, time));
}

static void corners_of(const play *p, const stage_frame *frame, uint32_t part, uint32_t face,
                       mote_vec3 out[3])
{
    for (int k = 0; k < 3; k++)
        out[k] = frame->positions[part][p->parts[part].triangles[(size_t)face * 3 + (size_t)k]];
}

static mote_box *boxes_of(const play *p, const stage_frame *frame, uint32_t part)
{
    mote_box *boxes = malloc(p->parts[part].triangle_count * sizeof *boxes);
    assert_non_null(boxes);
    for (uint32_t i = 0; i < p->parts[part].triangle_count; i++) {
        mote_vec3 corners[3];
        corners_of(p, frame, part, i, corners);
        boxes[i] = mote_box_of_triangle(corners);
    }
    return boxes;
}

// By their places at rest, as the exact weld sees it.
static bool share_vertex(const test_mesh *mesh, uint32_t a, uint32_t b)
{
    for (int i = 0; i < 3; i++)
        for (int k = 0; k < 3; k++) {
            mote_vec3 p = mesh->positions[mesh->triangles[(size_t)a * 3 + (size_t)i]];
            mote_vec3 q = mesh->positions[mesh->triangles[(size_t)b * 3 + (size_t)k]];
            if (p.x == q.x && p.y == q.y && p.z == q.z) return true;
        }
    return false;
}

// The solid angle of a triangle as seen from a point (Van Oosterom and Strackee 1983).
static double solid_angle(const mote_vec3 t[3], mote_dvec3 from)
{
    mote_dvec3 a = mote_dvec_sub(mote_vec_widen(t[0]), from);
    mote_dvec3 b = mote_dvec_sub(mote_vec_widen(t[1]), from);
    mote_dvec3 c = mote_dvec_sub(mote_vec_widen(t[2]), from);
    double la = mote_dvec_length(a), lb = mote_dvec_length(b), lc = mote_dvec_length(c);
    return 2 * atan2(mote_dvec_dot(a, mote_dvec_cross(b, c)),
                     la * lb * lc + mote_dvec_dot(a, b) * lc + mote_dvec_dot(a, c) * lb +
                         mote_dvec_dot(b, c) * la);
}

// Is the first vertex of one closed part inside the other? Seen from inside, a surface is all
// around.
static bool is_inside(const play *p, const stage_frame *frame, uint32_t inner, uint32_t outer)
{
    double sum = 0;
    for (uint32_t i = 0; i < p->parts[outer].triangle_count; i++) {
        mote_vec3 t[3];
        corners_of(p, frame, outer, i, t);
        sum += solid_angle(t, mote_vec_widen(frame->positions[inner][0]));
    }
    return fabs(sum) > 6;
}

// What must be said of a pair of parts: "a b:fa,fb fa,fb ...\n", or "inside" for the faces; nothing when
// they are apart.
static void tell_pair(const play *p, const stage_frame *frame, uint32_t a, uint32_t b, FILE *to)
{
    bool any = false;
    mote_box *boxes = boxes_of(p, frame, b);
    for (uint32_t i = 0; i < p->parts[a].triangle_count; i++) {
        mote_vec3 x[3], y[3];
        corners_of(p, frame, a, i, x);
        mote_box box = mote_box_of_triangle(x);
        for (uint32_t k = a == b ? i + 1 : 0; k < p->parts[b].triangle_count; k++) {
            if (!mote_boxes_overlap(&box, &boxes[k])) continue;
            corners_of(p, frame, b, k, y);
            if (!mote_triangles_intersect(x, y)) continue;
            if (a == b && share_vertex(&p->parts[a], i, k)) continue;
            if (!any) fprintf(to, "%u %u:", a, b);
            fprintf(to, "%u,%u ", i, k);
            any = true;
        }
    }
    free(boxes);
    if (!any && a != b && (is_inside(p, frame, a, b) || is_inside(p, frame, b, a)))
        fprintf(to, "%u %u:inside\n", a, b);
    if (any) fputc('\n', to);
}

static uint32_t frame_count(const play *p)
{
    return (uint32_t)ceil((p->end - p->start) * p->fps - 1e-6) + 1;
}

static void tell_truth(const play *p, FILE *to, uint32_t *bad)
{
    stage_frame frame;
    for (uint32_t i = 0; i < p->part_count; i++) {
        frame.positions[i] = malloc(p->parts[i].vertex_count * sizeof(mote_vec3));
        assert_non_null(frame.positions[i]);
    }
    uint32_t frames = frame_count(p);
    *bad = 0;
    for (uint32_t i = 0; i < frames; i++) {
        place_parts(p, i + 1 == frames ? p->end : p->start + i / p->fps, &frame);
        fprintf(to, "frame %u\n", i);
        long before = ftell(to);
        for (uint32_t a = 0; a < p->part_count; a++)
            for (uint32_t b = p->self ? a : a + 1; b < p->part_count; b++)
                tell_pair(p, &frame, a, b, to);
        *bad += ftell(to) > before;
    }
    for (uint32_t i = 0; i < p->part_count; i++) free(frame.positions[i]);
}

// ---------------------------------------------------------------------------------------------
// The command

static char folder[64];

static void remove_folder(void)
{
    char line[128];
    snprintf(line, sizeof line, "rm -rf '%s'", folder);
    if (folder[0] && system(line) != 0) folder[0] = '\0';
}

static void make_folder(void)
{
    if (folder[0]) return;
    snprintf(folder, sizeof folder, "/tmp/mote-check-XXXXXX");
    assert_non_null(mkdtemp(folder));
    atexit(remove_folder);
}

const char *play_path(char room[4096], const char *name)
{
    make_folder();
    snprintf(room, 4096, "%s/%s", folder, name);
    return room;
}

int play_run_verb(const char *verb, const char *arguments)
{
    const char *command = getenv("MOTE_COMMAND");
    if (!command) skip();
    make_folder();
    char line[16384];
    snprintf(line, sizeof line, "cd '%s' && '%s' %s %s >out.txt 2>err.txt", folder, command, verb,
             arguments);
    int status = system(line);
    return WIFEXITED(status) && WEXITSTATUS(status) < 126 ? WEXITSTATUS(status) : -1;
}

int play_run(const char *arguments)
{
    return play_run_verb("check", arguments);
}

char *play_slurp(const char *path)
{
    FILE *file = fopen(path, "rb");
    assert_non_null(file);
    assert_int_equal(fseek(file, 0, SEEK_END), 0);
    long size = ftell(file);
    rewind(file);
    char *text = malloc((size_t)size + 1);
    assert_non_null(text);
    assert_int_equal(fread(text, 1, (size_t)size, file), size);
    text[size] = '\0';
    fclose(file);
    return text;
}

// The report in the words of tell_truth.
static void tell_report(const char *text, uint32_t frames, FILE *to)
{
    io_json json;
    assert_int_equal(io_json_parse(text, strlen(text), &json), MOTE_OK);
    const io_json_node *root = &json.nodes[0];
    assert_true(io_json_is(io_json_member(&json, root, "schema"), "mote-check"));
    const io_json_node *frame = io_json_first(&json, io_json_member(&json, root, "frames"));
    for (uint32_t i = 0; i < frames; i++) {
        fprintf(to, "frame %u\n", i);
        if (!frame || (uint32_t)io_json_number(&json, frame, "frame") != i) continue;
        const io_json_node *pair = io_json_first(&json, io_json_member(&json, frame, "pairs"));
        for (; pair; pair = io_json_next(&json, pair)) {
            fprintf(to, "%.0f %.0f:", io_json_number(&json, pair, "a"),
                    io_json_number(&json, pair, "b"));
            const io_json_node *relation = io_json_member(&json, pair, "relation");
            if (io_json_is(relation, "a in b") || io_json_is(relation, "b in a"))
                fprintf(to, "inside");
            const io_json_node *faces = io_json_first(&json, io_json_member(&json, pair, "faces"));
            for (; faces; faces = io_json_next(&json, faces)) {
                const io_json_node *first = io_json_first(&json, faces);
                fprintf(to, "%.0f,%.0f ", first->number, io_json_next(&json, first)->number);
            }
            fputc('\n', to);
        }
        frame = io_json_next(&json, frame);
    }
    assert_null(frame);
    io_json_release(&json);
}

// Trying every face against every face would take half a minute.
static bool is_large(const play *p)
{
    return (double)p->parts[0].triangle_count * p->parts[1].triangle_count * frame_count(p) > 1e8;
}

static void expect_same_reports(const play *p, const char *arguments, const char *wanted)
{
    static const char *const ways[] = {"--method refit", "--method smith", "--method naive",
                                       "--threads 2", "--threads 3 --method refit"};
    for (size_t i = 0; i < sizeof ways / sizeof ways[0]; i++) {
        if (is_large(p) && strstr(ways[i], "naive")) continue; // the truth was found that way too
        char line[8192], room[4096];
        snprintf(line, sizeof line, "%s --json report.json %s", arguments, ways[i]);
        assert_int_equal(play_run(line), 1);
        char *got = play_slurp(play_path(room, "report.json"));
        if (strcmp(got, wanted) != 0) fail_msg("%s: %s gives another report", p->name, ways[i]);
        free(got);
    }
}

void play_expect(const play *p, const char *arguments)
{
    char line[4096], room[4096];
    snprintf(line, sizeof line, "%s --fps %.9g --json report.json", arguments, p->fps);
    int code = play_run(line);
    if (code != 1)
        fail_msg("%s: exit code %d, not 1: %s", p->name, code,
                 play_slurp(play_path(room, "err.txt")));
    char *report = play_slurp(play_path(room, "report.json"));
    FILE *truth = fopen(play_path(room, "truth.txt"), "w+");
    FILE *told = fopen(play_path(room, "told.txt"), "w+");
    assert_non_null(truth);
    assert_non_null(told);
    uint32_t bad;
    tell_truth(p, truth, &bad);
    tell_report(report, frame_count(p), told);
    fclose(truth);
    fclose(told);
    char *expected = play_slurp(play_path(room, "truth.txt"));
    char *got = play_slurp(play_path(room, "told.txt"));
    if (strcmp(expected, got) != 0)
        fail_msg("%s: finds other faces:\n%.2000s\ninstead of\n%.2000s", p->name, got, expected);
    if (bad == 0 || bad == frame_count(p)) fail_msg("%s: %u frames are bad", p->name, bad);
    snprintf(line, sizeof line, "%s --fps %.9g", arguments, p->fps);
    expect_same_reports(p, line, report);
    free(expected);
    free(got);
    free(report);
}
