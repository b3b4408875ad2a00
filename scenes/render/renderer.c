#include "scenes/render/renderer.h"

#include <math.h>
#include <stdlib.h>

#include "core/result.h"
#include "core/vec.h"

// Samples per pixel along each side: nine shades between two colors are enough for smooth edges.
enum { SAMPLES = 3 };

struct scene_renderer {
    uint32_t width, height; // in samples
    float *depth;           // larger is nearer
    scene_color *colors;
    mote_vec3 right, up, towards; // the eye
    mote_vec3 center;
    float scale; // samples per unit
};

scene_color scene_color_of(uint32_t number)
{
    // The colors of Okabe and Ito, repeated in other shades.
    static const scene_color colors[] = {
        {0.34f, 0.71f, 0.91f}, {0.90f, 0.62f, 0.00f}, {0.00f, 0.62f, 0.45f}, {0.80f, 0.47f, 0.65f},
        {0.94f, 0.89f, 0.26f}, {0.00f, 0.45f, 0.70f}, {0.84f, 0.37f, 0.00f}, {0.60f, 0.60f, 0.60f}};
    enum { COUNT = sizeof colors / sizeof *colors };
    scene_color c = colors[number % COUNT];
    float shade = 1 - 0.22f * (float)(number / COUNT % 4);
    return (scene_color){c.r * shade, c.g * shade, c.b * shade};
}

mote_result scene_renderer_create(uint32_t width, uint32_t height, scene_color background,
                                  scene_renderer **out)
{
    *out = NULL;
    scene_image image; // checks the limits
    mote_result result = scene_image_create(width, height, &image);
    if (result != MOTE_OK) return result;
    scene_image_release(&image);
    scene_renderer *r = calloc(1, sizeof *r);
    size_t count = (size_t)width * height * SAMPLES * SAMPLES;
    if (r) {
        *r = (scene_renderer){.width = width * SAMPLES, .height = height * SAMPLES};
        r->depth = malloc(count * sizeof *r->depth);
        r->colors = malloc(count * sizeof *r->colors);
    }
    if (!r || !r->depth || !r->colors) {
        scene_renderer_destroy(r);
        return mote_fail_memory(count * sizeof(scene_color), "a picture");
    }
    for (size_t i = 0; i < count; i++) {
        r->depth[i] = -INFINITY;
        r->colors[i] = background;
    }
    *out = r;
    return MOTE_OK;
}

void scene_renderer_destroy(scene_renderer *renderer)
{
    if (!renderer) return;
    free(renderer->depth);
    free(renderer->colors);
    free(renderer);
}

// ---------------------------------------------------------------------------------------------
// The eye

static mote_vec3 unit(mote_vec3 v)
{
    float length = mote_vec_length(v);
    return length > 0 ? mote_vec_scale(v, 1 / length) : v;
}

// Half of the box's extent along a direction.
static float half_extent(const mote_box *box, mote_vec3 along)
{
    mote_vec3 half = mote_vec_scale(mote_vec_sub(box->max, box->min), 0.5f);
    return fabsf(along.x) * half.x + fabsf(along.y) * half.y + fabsf(along.z) * half.z;
}

void scene_renderer_look(scene_renderer *renderer, const mote_box *box, mote_vec3 from)
{
    bool from_above = fabsf(unit(from).z) > 0.999f;
    mote_vec3 up = from_above ? (mote_vec3){0, 1, 0} : (mote_vec3){0, 0, 1};
    scene_renderer_look_with_up(renderer, box, from, up);
}

void scene_renderer_look_with_up(scene_renderer *r, const mote_box *box, mote_vec3 from,
                                 mote_vec3 up)
{
    const float margin = 1.06f;
    r->towards = unit(from);
    r->right = unit(mote_vec_cross(up, r->towards));
    r->up = mote_vec_cross(r->towards, r->right);
    r->center = mote_vec_scale(mote_vec_add(box->min, box->max), 0.5f);
    float wide = margin * half_extent(box, r->right), high = margin * half_extent(box, r->up);
    float scale = fminf(0.5f * (float)r->width / fmaxf(wide, 1e-30f),
                        0.5f * (float)r->height / fmaxf(high, 1e-30f));
    r->scale = scale;
}

// Column, row and nearness, in samples.
static mote_vec3 project(const scene_renderer *r, mote_vec3 p)
{
    mote_vec3 d = mote_vec_scale(mote_vec_sub(p, r->center), r->scale);
    return (mote_vec3){0.5f * (float)r->width + mote_vec_dot(d, r->right),
                       0.5f * (float)r->height - mote_vec_dot(d, r->up),
                       mote_vec_dot(d, r->towards)};
}

// ---------------------------------------------------------------------------------------------
// Light

static scene_color lit(const scene_renderer *r, scene_color color, mote_vec3 normal)
{
    // A lamp over the left shoulder, and the sky.
    mote_vec3 lamp =
        mote_vec_add(mote_vec_scale(r->towards, 0.75f),
                     mote_vec_add(mote_vec_scale(r->up, 0.55f), mote_vec_scale(r->right, -0.37f)));
    if (mote_vec_dot(normal, r->towards) < 0) normal = mote_vec_scale(normal, -1);
    float straight = fmaxf(0, mote_vec_dot(normal, lamp));
    float sky = 0.5f + 0.5f * mote_vec_dot(normal, r->up);
    float light = 0.38f + 0.17f * sky + 0.52f * straight;
    return (scene_color){fminf(1, color.r * light), fminf(1, color.g * light),
                         fminf(1, color.b * light)};
}

static void plot(scene_renderer *r, uint32_t x, uint32_t y, float depth, scene_color color)
{
    size_t at = (size_t)y * r->width + x;
    if (depth < r->depth[at]) return;
    r->depth[at] = depth;
    r->colors[at] = color;
}

// The samples from the first at or after `low` to the last before `high`, inside the picture.
typedef struct span {
    uint32_t first, end;
} span;

static span samples_between(float low, float high, uint32_t most)
{
    if (!(high > 0) || !(low < (float)most)) return (span){0, 0};
    return (span){low > 0 ? (uint32_t)low : 0, high < (float)most ? (uint32_t)high + 1 : most};
}

// ---------------------------------------------------------------------------------------------
// Shapes

static float cross2(mote_vec3 a, mote_vec3 b, float x, float y)
{
    return (b.x - a.x) * (y - a.y) - (b.y - a.y) * (x - a.x);
}

static mote_vec3 flat_normal(const mote_vec3 c[3])
{
    return unit(mote_vec_cross(mote_vec_sub(c[1], c[0]), mote_vec_sub(c[2], c[0])));
}

static mote_vec3 mix3(const mote_vec3 v[3], const float w[3])
{
    return mote_vec_add(mote_vec_scale(v[0], w[0]),
                        mote_vec_add(mote_vec_scale(v[1], w[1]), mote_vec_scale(v[2], w[2])));
}

// Distance to the nearest side of the triangle, in samples.
static float inset(const float weights[3], const float heights[3])
{
    return fminf(weights[0] * heights[0], fminf(weights[1] * heights[1], weights[2] * heights[2]));
}

static scene_color darker(scene_color c, float by)
{
    return (scene_color){c.r * (1 - by), c.g * (1 - by), c.b * (1 - by)};
}

static float side_length(mote_vec3 a, mote_vec3 b)
{
    return sqrtf((a.x - b.x) * (a.x - b.x) + (a.y - b.y) * (a.y - b.y)) + 1e-6f;
}

void scene_render_triangle(scene_renderer *r, const mote_vec3 corners[3], const mote_vec3 *normals,
                           scene_color color, float edge)
{
    mote_vec3 t[3], flat = flat_normal(corners);
    for (int k = 0; k < 3; k++) t[k] = project(r, corners[k]);
    float area = cross2(t[0], t[1], t[2].x, t[2].y);
    if (!(fabsf(area) > 1e-12f)) return;
    float heights[3];
    for (int k = 0; k < 3; k++)
        heights[k] = fabsf(area) / side_length(t[(k + 1) % 3], t[(k + 2) % 3]);
    scene_color plain = lit(r, color, flat);
    span rows = samples_between(fminf(t[0].y, fminf(t[1].y, t[2].y)),
                                fmaxf(t[0].y, fmaxf(t[1].y, t[2].y)), r->height);
    span columns = samples_between(fminf(t[0].x, fminf(t[1].x, t[2].x)),
                                   fmaxf(t[0].x, fmaxf(t[1].x, t[2].x)), r->width);
    for (uint32_t y = rows.first; y < rows.end; y++) {
        for (uint32_t x = columns.first; x < columns.end; x++) {
            float px = (float)x + 0.5f, py = (float)y + 0.5f;
            float w[3] = {cross2(t[1], t[2], px, py) / area, cross2(t[2], t[0], px, py) / area, 0};
            w[2] = 1 - w[0] - w[1];
            if (w[0] < 0 || w[1] < 0 || w[2] < 0) continue;
            scene_color c = normals ? lit(r, color, unit(mix3(normals, w))) : plain;
            if (edge > 0 && inset(w, heights) < 0.5f * SAMPLES) c = darker(c, edge);
            plot(r, x, y, mix3(t, w).z, c);
        }
    }
}

// Depths in front are nearer than all others, and keep their order among each other.
static float nearness(float depth, bool in_front)
{
    return in_front ? depth + 1e7f : depth;
}

static void mix_in(scene_renderer *r, uint32_t x, uint32_t y, scene_color color, float part)
{
    scene_color *c = &r->colors[(size_t)y * r->width + x];
    *c = (scene_color){c->r + part * (color.r - c->r), c->g + part * (color.g - c->g),
                       c->b + part * (color.b - c->b)};
}

// The share of a ball's color that shines through objects in front.
static const float faint_part = 0.3f;

typedef enum hiding { HIDDEN, IN_FRONT, SHINES_THROUGH } hiding;

static void render_ball(scene_renderer *r, mote_vec3 center, float radius, scene_color color,
                        hiding behind)
{
    mote_vec3 c = project(r, center);
    float size = radius * SAMPLES;
    span rows = samples_between(c.y - size, c.y + size, r->height);
    span columns = samples_between(c.x - size, c.x + size, r->width);
    for (uint32_t y = rows.first; y < rows.end; y++) {
        for (uint32_t x = columns.first; x < columns.end; x++) {
            float dx = ((float)x + 0.5f - c.x) / size, dy = ((float)y + 0.5f - c.y) / size;
            float square = dx * dx + dy * dy;
            if (square > 1) continue;
            float dz = sqrtf(1 - square);
            mote_vec3 normal = mote_vec_add(
                mote_vec_scale(r->right, dx),
                mote_vec_add(mote_vec_scale(r->up, -dy), mote_vec_scale(r->towards, dz)));
            float depth = nearness(c.z + dz * size, behind == IN_FRONT);
            if (behind == SHINES_THROUGH && depth < r->depth[(size_t)y * r->width + x])
                mix_in(r, x, y, color, faint_part);
            else
                plot(r, x, y, depth, lit(r, color, normal));
        }
    }
}

void scene_render_ball(scene_renderer *renderer, mote_vec3 center, float radius, scene_color color,
                       bool in_front)
{
    render_ball(renderer, center, radius, color, in_front ? IN_FRONT : HIDDEN);
}

void scene_render_ball_through(scene_renderer *renderer, mote_vec3 center, float radius,
                               scene_color color)
{
    render_ball(renderer, center, radius, color, SHINES_THROUGH);
}

void scene_render_line(scene_renderer *r, mote_vec3 p, mote_vec3 q, float width, scene_color color,
                       bool in_front)
{
    mote_vec3 a = project(r, p), b = project(r, q);
    float half = 0.5f * width * SAMPLES;
    mote_vec3 d = {b.x - a.x, b.y - a.y, 0};
    float square = fmaxf(d.x * d.x + d.y * d.y, 1e-12f);
    span rows = samples_between(fminf(a.y, b.y) - half, fmaxf(a.y, b.y) + half, r->height);
    span columns = samples_between(fminf(a.x, b.x) - half, fmaxf(a.x, b.x) + half, r->width);
    for (uint32_t y = rows.first; y < rows.end; y++) {
        for (uint32_t x = columns.first; x < columns.end; x++) {
            float px = (float)x + 0.5f - a.x, py = (float)y + 0.5f - a.y;
            float along = fmaxf(0, fminf(1, (px * d.x + py * d.y) / square));
            float dx = px - along * d.x, dy = py - along * d.y;
            if (dx * dx + dy * dy > half * half) continue;
            plot(r, x, y, nearness(a.z + along * (b.z - a.z) + half, in_front), color);
        }
    }
}

// ---------------------------------------------------------------------------------------------

static uint8_t to_byte(float sum)
{
    return (uint8_t)(255 * sum / (SAMPLES * SAMPLES) + 0.5f);
}

mote_result scene_renderer_finish(const scene_renderer *r, scene_image *out)
{
    mote_result result = scene_image_create(r->width / SAMPLES, r->height / SAMPLES, out);
    if (result != MOTE_OK) return result;
    for (uint32_t y = 0; y < out->height; y++) {
        for (uint32_t x = 0; x < out->width; x++) {
            scene_color sum = {0, 0, 0};
            for (uint32_t s = 0; s < SAMPLES * SAMPLES; s++) {
                size_t row = (size_t)y * SAMPLES + s / SAMPLES;
                scene_color c = r->colors[row * r->width + (size_t)x * SAMPLES + s % SAMPLES];
                sum = (scene_color){sum.r + c.r, sum.g + c.g, sum.b + c.b};
            }
            uint8_t *pixel = out->pixels + 3 * ((size_t)y * out->width + x);
            pixel[0] = to_byte(sum.r);
            pixel[1] = to_byte(sum.g);
            pixel[2] = to_byte(sum.b);
        }
    }
    return MOTE_OK;
}
