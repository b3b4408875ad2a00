#include "apps/mote/picture.h"

#include <float.h>
#include <math.h>
#include <string.h>

#include "apps/mote/terminal.h"
#include "core/vec.h"

enum { COLUMNS = CMD_PICTURE_COLUMNS, ROWS = CMD_PICTURE_ROWS };

// The camera looks down a little, from the front and the right, with z up: an orthonormal frame to a
// few digits.
static const mote_vec3 right = {0.90f, 0.436f, 0.0f};
static const mote_vec3 up = {-0.15f, 0.31f, 0.94f};
static const mote_vec3 towards = {0.41f, -0.846f, 0.344f};
static const mote_vec3 light = {0.3f, -0.6f, 0.75f};

static const float cell_height = 2.0f; // a character is about twice as high as wide

void cmd_picture_begin(cmd_picture *picture, const mote_box *box)
{
    memset(picture->cells, ' ', sizeof picture->cells);
    for (int row = 0; row < ROWS; row++)
        for (int column = 0; column < COLUMNS; column++) picture->depth[row][column] = -INFINITY;
    const mote_vec3 half = mote_vec_scale(mote_vec_sub(box->max, box->min), 0.5f);
    picture->center = mote_vec_add(box->min, half);
    float width = fabsf(right.x) * half.x + fabsf(right.y) * half.y + fabsf(right.z) * half.z;
    float height = fabsf(up.x) * half.x + fabsf(up.y) * half.y + fabsf(up.z) * half.z;
    picture->scale =
        fminf(COLUMNS / (2 * width + FLT_MIN), cell_height * ROWS / (2 * height + FLT_MIN));
}

// Column, row and depth of a point, in cells.
static mote_vec3 project(const cmd_picture *picture, mote_vec3 point)
{
    mote_vec3 p = mote_vec_scale(mote_vec_sub(point, picture->center), picture->scale);
    return (mote_vec3){COLUMNS / 2.0f + mote_vec_dot(p, right),
                       ROWS / 2.0f - mote_vec_dot(p, up) / cell_height, mote_vec_dot(p, towards)};
}

static void plot(cmd_picture *picture, int column, int row, float depth, char character)
{
    if (column < 0 || column >= COLUMNS || row < 0 || row >= ROWS) return;
    if (depth <= picture->depth[row][column]) return;
    picture->depth[row][column] = depth;
    picture->cells[row][column] = character;
}

// Twice the signed area of a, b, and (x, y).
static float side(mote_vec3 a, mote_vec3 b, float x, float y)
{
    return (b.x - a.x) * (y - a.y) - (b.y - a.y) * (x - a.x);
}

// Plots the cells whose middle lies in the triangle.
static void fill(cmd_picture *picture, const mote_vec3 t[3], char character)
{
    float area = side(t[0], t[1], t[2].x, t[2].y);
    if (area == 0) return;
    float top = fmaxf(0, fminf(t[0].y, fminf(t[1].y, t[2].y)));
    float bottom = fminf(ROWS - 1, fmaxf(t[0].y, fmaxf(t[1].y, t[2].y)));
    float left = fmaxf(0, fminf(t[0].x, fminf(t[1].x, t[2].x)));
    float end = fminf(COLUMNS - 1, fmaxf(t[0].x, fmaxf(t[1].x, t[2].x)));
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

void cmd_picture_triangle(cmd_picture *picture, const mote_vec3 corners[3], const char *shades,
                          bool marked)
{
    mote_vec3 normal =
        mote_vec_cross(mote_vec_sub(corners[1], corners[0]), mote_vec_sub(corners[2], corners[0]));
    float length = mote_vec_length(normal);
    float lit = length > 0 ? fmaxf(0, mote_vec_dot(normal, light) / length) : 0;
    size_t lightest = strlen(shades) - 1;
    size_t shade = (size_t)(lit * (float)(lightest + 1));
    char character = marked ? CMD_PICTURE_MARK : shades[shade < lightest ? shade : lightest];
    mote_vec3 t[3];
    for (int i = 0; i < 3; i++) {
        t[i] = project(picture, corners[i]);
        if (marked) t[i].z += 1; // a face that meets another is half hidden by it
    }
    fill(picture, t, character);
    // Triangles smaller than a cell may hold no middle of one.
    for (int i = 0; i < 3; i++)
        plot(picture, (int)floorf(t[i].x), (int)floorf(t[i].y), t[i].z, character);
}

static int row_length(const cmd_picture *picture, int row)
{
    int length = COLUMNS;
    while (length > 0 && picture->cells[row][length - 1] == ' ') length--;
    return length;
}

void cmd_picture_print(const cmd_picture *picture, FILE *to)
{
    int first = 0, last = ROWS - 1;
    while (first < last && row_length(picture, first) == 0) first++;
    while (last > first && row_length(picture, last) == 0) last--;
    for (int row = first; row <= last; row++) {
        fputs("  ", to);
        for (int column = 0; column < row_length(picture, row); column++) {
            char character = picture->cells[row][column];
            if (character == CMD_PICTURE_MARK)
                fprintf(to, "%s%c%s", cmd_style_code(to, CMD_STYLE_RED), character,
                        cmd_style_code(to, CMD_STYLE_PLAIN));
            else
                fputc(character, to);
        }
        fputc('\n', to);
    }
}
