// mote demo: runs a method on a scene and prints the collisions of each frame.

#include <float.h>
#include <math.h>
#include <mote/mote.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "apps/mote/terminal.h"
#include "apps/mote/verb.h"
#include "core/box.h"
#include "core/result.h"
#include "core/vec.h"
#include "scenes/scenes.h"

// Command line options.
static struct {
    const char *method;
} given;

typedef struct frame_record {
    uint32_t face_pairs;
    float seconds;
} frame_record;

// A run of a scene.
typedef struct show {
    scene_instance *scene;
    mote_world *world;
    uint32_t body_count, frame_count;
    mote_mesh **meshes; // one per body
    mote_vec3 **positions;
    mote_body_id *bodies;
    frame_record *frames;
} show;

static void close_show(show *s)
{
    mote_world_destroy(s->world);
    for (uint32_t i = 0; i < s->body_count && s->meshes && s->positions; i++) {
        mote_mesh_destroy(s->meshes[i]);
        free(s->positions[i]);
    }
    free(s->meshes);
    free(s->positions);
    free(s->bodies);
    free(s->frames);
    scene_close(s->scene);
}

static mote_result add_body(show *s, uint32_t i)
{
    const io_model *model = scene_model(s->scene, i);
    mote_mesh_def mesh = mote_default_mesh_def();
    mesh.positions = (mote_positions){.data = model->positions, .count = model->vertex_count};
    mesh.indices = model->triangles;
    mesh.index_count = (size_t)model->triangle_count * 3;
    mote_result result = mote_mesh_create(&mesh, &s->meshes[i]);
    if (result) return result;
    s->positions[i] = malloc(model->vertex_count * sizeof(mote_vec3));
    if (!s->positions[i])
        return mote_fail_memory(model->vertex_count * sizeof(mote_vec3), "positions");
    mote_body_def body = mote_default_body_def();
    body.mesh = s->meshes[i];
    return mote_body_create(s->world, &body, &s->bodies[i]);
}

static mote_result open_show(const char *scene, const char *method_name, show *s)
{
    const mote_method_info *method;
    mote_result result = cmd_method_by_name(method_name, &method);
    scene_def def = scene_default_def();
    def.name = scene;
    if (!result) result = scene_open(&def, &s->scene);
    if (result) return result;
    mote_world_def world_def = mote_default_world_def();
    world_def.method = method->method;
    result = mote_world_create(&world_def, &s->world);
    if (result) return result;
    s->body_count = scene_body_count(s->scene);
    s->frame_count = scene_frame_count(s->scene);
    s->meshes = calloc(s->body_count, sizeof *s->meshes);
    s->positions = calloc(s->body_count, sizeof *s->positions);
    s->bodies = calloc(s->body_count, sizeof *s->bodies);
    s->frames = calloc(s->frame_count, sizeof *s->frames);
    if (!s->meshes || !s->positions || !s->bodies || !s->frames)
        return mote_fail_memory(s->frame_count * sizeof *s->frames, "the frames");
    for (uint32_t i = 0; i < s->body_count && !result; i++) result = add_body(s, i);
    return result;
}

static mote_result play_frame(show *s, uint32_t frame)
{
    for (uint32_t i = 0; i < s->body_count; i++) {
        scene_positions(s->scene, i, frame, s->positions[i]);
        mote_positions positions = {.data = s->positions[i],
                                    .count = scene_model(s->scene, i)->vertex_count};
        mote_result result = mote_body_set_positions(s->world, s->bodies[i], &positions);
        if (result) return result;
    }
    mote_report report;
    mote_result result = mote_world_detect(s->world);
    if (!result) result = mote_world_report(s->world, &report);
    if (result) return result;
    s->frames[frame] =
        (frame_record){(uint32_t)report.face_pair_count, (float)report.stats.total_seconds};
    return MOTE_OK;
}

static mote_result play(show *s)
{
    cmd_progress progress = cmd_progress_begin("detecting", s->frame_count);
    mote_result result = MOTE_OK;
    for (uint32_t frame = 0; frame < s->frame_count && !result; frame++) {
        result = play_frame(s, frame);
        cmd_progress_step(&progress);
    }
    cmd_progress_end(&progress);
    return result;
}

static uint32_t worst_frame(const show *s)
{
    uint32_t worst = 0;
    for (uint32_t i = 1; i < s->frame_count; i++)
        if (s->frames[i].face_pairs > s->frames[worst].face_pairs) worst = i;
    return worst;
}

// Prints one character per frame, darker if more faces meet.
static void print_strip(const show *s)
{
    static const char shades[] = ":-=+*#%@";
    enum { PER_LINE = 60, DARKEST = sizeof shades - 2 };
    uint32_t most = s->frames[worst_frame(s)].face_pairs;
    for (uint32_t i = 0; i < s->frame_count; i++) {
        uint32_t count = s->frames[i].face_pairs;
        if (i % PER_LINE == 0) printf("  %5u  ", i);
        putchar(count ? shades[(uint64_t)(count - 1) * DARKEST / most] : '.');
        if (i % PER_LINE == PER_LINE - 1 || i == s->frame_count - 1) putchar('\n');
    }
    printf("\n  one character per frame: '.' nothing touches, ':' to '@' the more faces meet\n\n");
}

static void print_heading(const show *s, const char *scene)
{
    const char *bold = cmd_style_code(stdout, CMD_STYLE_BOLD);
    printf("%s%s%s by the method %s%s%s\n", bold, scene, cmd_style_code(stdout, CMD_STYLE_PLAIN),
           bold, given.method, cmd_style_code(stdout, CMD_STYLE_PLAIN));
    for (uint32_t i = 0; i < s->body_count; i++)
        printf("  %-12s %u triangles%s\n", scene_body_name(s->scene, i),
               scene_model(s->scene, i)->triangle_count,
               scene_is_rigid(s->scene, i) ? "" : ", deforming");
    printf("\n");
}

static int compare_floats(const void *a, const void *b)
{
    float x = *(const float *)a, y = *(const float *)b;
    return (x > y) - (x < y);
}

static void print_times(const show *s)
{
    float *seconds = malloc(s->frame_count * sizeof *seconds);
    if (!seconds) return; // the summary prints no time
    for (uint32_t i = 0; i < s->frame_count; i++) seconds[i] = s->frames[i].seconds;
    qsort(seconds, s->frame_count, sizeof *seconds, compare_floats);
    printf("  time         %.2f ms per frame (median), %.2f ms the slowest\n",
           1e3 * (double)seconds[s->frame_count / 2], 1e3 * (double)seconds[s->frame_count - 1]);
    free(seconds);
}

// ---------------------------------------------------------------------------------------------
// Draws triangles as shaded characters, with the nearest in front

enum { PICTURE_COLUMNS = 68, PICTURE_ROWS = 24, MARK = 'X' };

typedef struct char_picture {
    mote_vec3 center; // center of the picture
    float scale;      // columns per unit
    float depth[PICTURE_ROWS][PICTURE_COLUMNS];
    char cells[PICTURE_ROWS][PICTURE_COLUMNS];
} char_picture;

// The camera looks slightly down from the front right, with z up. The axes are orthonormal to a few
// digits.
static const mote_vec3 right = {0.90f, 0.436f, 0.0f};
static const mote_vec3 up = {-0.15f, 0.31f, 0.94f};
static const mote_vec3 towards = {0.41f, -0.846f, 0.344f};
static const mote_vec3 light = {0.3f, -0.6f, 0.75f};

static const float cell_height = 2.0f; // height of a character in widths

// Creates an empty picture with room for the whole box.
static void picture_begin(char_picture *picture, const mote_box *box)
{
    memset(picture->cells, ' ', sizeof picture->cells);
    for (int row = 0; row < PICTURE_ROWS; row++)
        for (int column = 0; column < PICTURE_COLUMNS; column++)
            picture->depth[row][column] = -INFINITY;
    const mote_vec3 half = mote_vec_scale(mote_vec_sub(box->max, box->min), 0.5f);
    picture->center = mote_vec_add(box->min, half);
    float width = fabsf(right.x) * half.x + fabsf(right.y) * half.y + fabsf(right.z) * half.z;
    float height = fabsf(up.x) * half.x + fabsf(up.y) * half.y + fabsf(up.z) * half.z;
    picture->scale = fminf(PICTURE_COLUMNS / (2 * width + FLT_MIN),
                           cell_height * PICTURE_ROWS / (2 * height + FLT_MIN));
}

// Projects a point to column, row and depth, in cells.
static mote_vec3 project(const char_picture *picture, mote_vec3 point)
{
    mote_vec3 p = mote_vec_scale(mote_vec_sub(point, picture->center), picture->scale);
    return (mote_vec3){PICTURE_COLUMNS / 2.0f + mote_vec_dot(p, right),
                       PICTURE_ROWS / 2.0f - mote_vec_dot(p, up) / cell_height,
                       mote_vec_dot(p, towards)};
}

static void plot(char_picture *picture, int column, int row, float depth, char character)
{
    if (column < 0 || column >= PICTURE_COLUMNS || row < 0 || row >= PICTURE_ROWS) return;
    if (depth <= picture->depth[row][column]) return;
    picture->depth[row][column] = depth;
    picture->cells[row][column] = character;
}

// Twice the signed area of a, b, and (x, y).
static float side(mote_vec3 a, mote_vec3 b, float x, float y)
{
    return (b.x - a.x) * (y - a.y) - (b.y - a.y) * (x - a.x);
}

// Plots the cells whose centers are inside the triangle.
static void fill(char_picture *picture, const mote_vec3 t[3], char character)
{
    float area = side(t[0], t[1], t[2].x, t[2].y);
    if (area == 0) return;
    float top = fmaxf(0, fminf(t[0].y, fminf(t[1].y, t[2].y)));
    float bottom = fminf(PICTURE_ROWS - 1, fmaxf(t[0].y, fmaxf(t[1].y, t[2].y)));
    float left = fmaxf(0, fminf(t[0].x, fminf(t[1].x, t[2].x)));
    float end = fminf(PICTURE_COLUMNS - 1, fmaxf(t[0].x, fmaxf(t[1].x, t[2].x)));
    for (int row = (int)top; row <= (int)bottom; row++) {
        for (int column = (int)left; column <= (int)end; column++) {
            float x = (float)column + 0.5f, y = (float)row + 0.5f;
            float a = side(t[1], t[2], x, y) / area, b = side(t[2], t[0], x, y) / area;
            float c = 1 - a - b;
            if (a < 0 || b < 0 || c < 0) continue;
            plot(picture, column, row, a * t[0].z + b * t[1].z + c * t[2].z, character);
        }
    }
}

// `shades` is ordered from dark to light.
static void picture_triangle(char_picture *picture, const mote_vec3 corners[3], const char *shades,
                             bool marked)
{
    mote_vec3 normal =
        mote_vec_cross(mote_vec_sub(corners[1], corners[0]), mote_vec_sub(corners[2], corners[0]));
    float length = mote_vec_length(normal);
    float lit = length > 0 ? fmaxf(0, mote_vec_dot(normal, light) / length) : 0;
    size_t lightest = strlen(shades) - 1;
    size_t shade = (size_t)(lit * (float)(lightest + 1));
    char character = marked ? (char)MARK : shades[shade < lightest ? shade : lightest];
    mote_vec3 t[3];
    for (int i = 0; i < 3; i++) {
        t[i] = project(picture, corners[i]);
        if (marked) t[i].z += 1; // a face that meets another is partly hidden by it
    }
    fill(picture, t, character);
    // A triangle smaller than a cell may contain no center of a cell.
    for (int i = 0; i < 3; i++)
        plot(picture, (int)floorf(t[i].x), (int)floorf(t[i].y), t[i].z, character);
}

static int row_length(const char_picture *picture, int row)
{
    int length = PICTURE_COLUMNS;
    while (length > 0 && picture->cells[row][length - 1] == ' ') length--;
    return length;
}

// Prints marks in red on a terminal. Omits empty rows at the top and the bottom.
static void picture_print(const char_picture *picture, FILE *to)
{
    int first = 0, last = PICTURE_ROWS - 1;
    while (first < last && row_length(picture, first) == 0) first++;
    while (last > first && row_length(picture, last) == 0) last--;
    for (int row = first; row <= last; row++) {
        fputs("  ", to);
        for (int column = 0; column < row_length(picture, row); column++) {
            char character = picture->cells[row][column];
            if (character == MARK)
                fprintf(to, "%s%c%s", cmd_style_code(to, CMD_STYLE_RED), character,
                        cmd_style_code(to, CMD_STYLE_PLAIN));
            else
                fputc(character, to);
        }
        fputc('\n', to);
    }
}

static void mark_faces(const mote_report *report, mote_body_id body, bool *meets)
{
    for (size_t i = 0; i < report->pair_count; i++) {
        const mote_pair_report *pair = &report->pairs[i];
        for (uint32_t k = 0; k < pair->face_pair_count; k++) {
            const mote_face_pair *faces = &report->face_pairs[pair->first_face_pair + k];
            if (pair->a.index == body.index) meets[faces->face_a] = true;
            if (pair->b.index == body.index) meets[faces->face_b] = true;
        }
    }
}

// Draws the bodies of the last played frame, with X on the faces that meet.
static mote_result print_picture(const show *s, const mote_report *report)
{
    static const char *const shades[] = {".:-=+*", "',ioO0"};
    char_picture shown;
    mote_box box = mote_box_empty();
    for (uint32_t i = 0; i < s->body_count; i++)
        for (uint32_t v = 0; v < scene_model(s->scene, i)->vertex_count; v++)
            mote_box_add_point(&box, s->positions[i][v]);
    picture_begin(&shown, &box);
    for (uint32_t i = 0; i < s->body_count; i++) {
        const io_model *model = scene_model(s->scene, i);
        bool *meets = calloc(model->triangle_count, sizeof *meets);
        if (!meets) return mote_fail_memory(model->triangle_count, "the picture");
        mark_faces(report, s->bodies[i], meets);
        for (uint32_t face = 0; face < model->triangle_count; face++) {
            const uint32_t *v = &model->triangles[3 * face];
            const mote_vec3 corners[3] = {s->positions[i][v[0]], s->positions[i][v[1]],
                                          s->positions[i][v[2]]};
            picture_triangle(&shown, corners, shades[i % 2], meets[face]);
        }
        free(meets);
    }
    picture_print(&shown, stdout);
    return MOTE_OK;
}

// Plays the worst frame again and draws it.
static mote_result print_worst(show *s)
{
    uint32_t frame = worst_frame(s);
    mote_result result = play_frame(s, frame);
    mote_report report;
    if (!result) result = mote_world_report(s->world, &report);
    if (result) return result;
    printf("  worst frame  %u, with %zu pairs of faces (%c):\n\n", frame, report.face_pair_count,
           MARK);
    return print_picture(s, &report);
}

// Compares the last reports of two shows, pair by pair.
static bool same_face_pairs(const show *a, const show *b)
{
    mote_report x, y;
    if (mote_world_report(a->world, &x) || mote_world_report(b->world, &y)) return false;
    return x.face_pair_count == y.face_pair_count &&
           (x.face_pair_count == 0 ||
            memcmp(x.face_pairs, y.face_pairs, x.face_pair_count * sizeof *x.face_pairs) == 0);
}

// Is the scene too large to test all pairs of faces? That would take a minute or more.
static bool too_large_to_check(const show *s)
{
    double faces = 0;
    for (uint32_t i = 0; i < s->body_count; i++) faces += scene_model(s->scene, i)->triangle_count;
    return faces * faces > 1e9;
}

// Compares some frames with the method naive, which tests all pairs of faces.
static mote_result print_check(show *s, const char *scene)
{
    enum { CHECKED = 8 };
    show oracle = {0};
    float fast = 0, slow = 0;
    bool same = true;
    mote_result result = open_show(scene, "naive", &oracle);
    cmd_progress progress = cmd_progress_begin("checking", CHECKED);
    for (uint32_t i = 0; i < CHECKED && !result; i++) {
        uint32_t frame = i ? i * s->frame_count / CHECKED : worst_frame(s);
        result = play_frame(s, frame);
        if (!result) result = play_frame(&oracle, frame);
        if (result) break;
        same &= same_face_pairs(s, &oracle);
        fast += s->frames[frame].seconds;
        slow += oracle.frames[frame].seconds;
        cmd_progress_step(&progress);
    }
    cmd_progress_end(&progress);
    close_show(&oracle);
    if (result) return result;
    printf("  check        naive finds %s on %d frames, %.0f times slower\n",
           same ? "the same pairs" : "OTHER PAIRS", CHECKED,
           fast > 0 ? (double)(slow / fast) : 0.0);
    return same ? MOTE_OK
                : mote_fail(MOTE_ERROR_DATA, "the methods %s and naive disagree", given.method);
}

static mote_result print_summary(show *s, const char *scene)
{
    uint32_t colliding = 0, begins = 0;
    uint64_t face_pairs = 0;
    for (uint32_t i = 0; i < s->frame_count; i++) {
        bool touches = s->frames[i].face_pairs > 0;
        colliding += touches;
        begins += touches && (i == 0 || s->frames[i - 1].face_pairs == 0);
        face_pairs += s->frames[i].face_pairs;
    }
    printf("  collisions   in %u of %u frames, starting %u %s\n", colliding, s->frame_count, begins,
           begins == 1 ? "time" : "times");
    printf("  face pairs   %llu in total, each decided exactly\n", (unsigned long long)face_pairs);
    print_times(s);
    mote_result result = MOTE_OK;
    if (strcmp(given.method, "naive") != 0 && !too_large_to_check(s))
        result = print_check(s, scene);
    return colliding && !result ? print_worst(s) : result;
}

static mote_result run(cmd_arguments arguments, int *exit_code)
{
    (void)exit_code;
    const char *scene = arguments.count ? arguments.items[0] : "teapot-sphere";
    show s = {0};
    mote_result result = open_show(scene, given.method, &s);
    if (!result) {
        print_heading(&s, scene);
        result = play(&s);
    }
    if (!result) {
        print_strip(&s);
        result = print_summary(&s, scene);
    }
    close_show(&s);
    return result;
}

static const cmd_option options[] = {
    CMD_OPTION_METHOD(&given.method),
};

const cmd_verb cmd_verb_demo = {
    .name = "demo",
    .summary = "run a scene and print what collides when",
    .arguments = "[SCENE]",
    .max_arguments = 1,
    .about =
        "Runs all frames of a scene (default: teapot-sphere) and prints a strip of frames, how "
        "often the bodies collide, and a picture of the worst frame. A few frames are verified by "
        "testing every face against every face.",
    .examples = "  mote demo\n"
                "  mote demo tori --method refit\n",
    .options = {options, sizeof options / sizeof options[0]},
    .run = run,
};
