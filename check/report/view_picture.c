#include "check/report/view_picture.h"

#include <math.h>
#include <stdlib.h>

#include "check/report/painting.h"
#include "core/box.h"
#include "core/result.h"
#include "core/vec.h"
#include "scenes/render/renderer.h"

enum { WIDTH = 640, HEIGHT = 480 };

// What is drawn, and from where. With z up, as the renderer has it.
typedef struct picture {
    const check_view *view;
    bool z_up;
    uint32_t inner, outer; // parts, where one lies inside the other untouched; else MOTE_NONE
    mote_vec3 middle;
    float reach; // half of the frame's side
    mote_box frame;
    mote_vec3 from;
} picture;

static const scene_color background = {0.137f, 0.153f, 0.180f};

static scene_color color_of(const uint8_t bytes[3])
{
    return (scene_color){(float)bytes[0] / 255, (float)bytes[1] / 255, (float)bytes[2] / 255};
}

static mote_vec3 upright(const picture *p, mote_vec3 v)
{
    return p->z_up ? v : (mote_vec3){v.x, -v.z, v.y};
}

static mote_vec3 as_given(const picture *p, mote_vec3 v)
{
    return p->z_up ? v : (mote_vec3){v.x, v.z, -v.y};
}

static bool get_corners(const picture *p, const check_view_part *part, uint32_t triangle,
                        mote_vec3 out[3])
{
    for (size_t i = 0; i < 3; i++) {
        out[i] = upright(p, part->positions[part->triangles[(size_t)triangle * 3 + i]]);
        if (!mote_vec_finite(out[i])) return false;
    }
    return true;
}

static bool is_red(const picture *p, const check_view_part *part, uint32_t triangle)
{
    return part->marked[triangle] || part->part == p->inner;
}

// ---------------------------------------------------------------------------------------------
// Where to look

static mote_box box_of(const picture *p, bool red_only)
{
    mote_box box = mote_box_empty();
    for (uint32_t i = 0; i < p->view->part_count; i++) {
        const check_view_part *part = &p->view->parts[i];
        for (uint32_t k = 0; k < part->triangle_count; k++) {
            mote_vec3 corners[3];
            if (red_only && !is_red(p, part, k)) continue;
            if (!get_corners(p, part, k, corners)) continue;
            for (int c = 0; c < 3; c++) mote_box_add_point(&box, corners[c]);
        }
    }
    return box;
}

static float longest_side(const mote_box *box)
{
    mote_vec3 size = mote_vec_sub(box->max, box->min);
    return fmaxf(size.x, fmaxf(size.y, size.z));
}

// A cube around what is red, with some of what is around it.
static void find_frame(picture *p)
{
    const float surroundings = 1.8f, least_share = 0.25f;
    mote_box all = box_of(p, false), red = box_of(p, true);
    if (red.min.x > red.max.x) red = all; // nothing is red: all that is left was not a number
    if (all.min.x > all.max.x) red = all = (mote_box){{0, 0, 0}, {1, 1, 1}};
    float side = fmaxf(longest_side(&red) * surroundings, longest_side(&all) * least_share);
    float half = 0.5f * fminf(side, longest_side(&all));
    p->reach = half;
    p->middle = mote_vec_scale(mote_vec_add(red.min, red.max), 0.5f);
    p->frame = (mote_box){mote_vec_sub(p->middle, (mote_vec3){half, half, half}),
                          mote_vec_add(p->middle, (mote_vec3){half, half, half})};
}

// ---------------------------------------------------------------------------------------------
// Drawing

// The near half of a part that hides another is cut away.
static bool is_cut_away(const picture *p, const check_view_part *part, const mote_vec3 corners[3])
{
    if (part->part != p->outer) return false;
    for (int i = 0; i < 3; i++)
        if (mote_vec_dot(mote_vec_sub(corners[i], p->middle), p->from) > 0) return true;
    return false;
}

static void draw(const picture *p, scene_renderer *renderer, float edge)
{
    scene_color red = color_of(check_found_color);
    for (uint32_t i = 0; i < p->view->part_count; i++) {
        const check_view_part *part = &p->view->parts[i];
        scene_color color = color_of(check_part_color(part->part));
        for (uint32_t k = 0; k < part->triangle_count; k++) {
            mote_vec3 corners[3];
            if (!get_corners(p, part, k, corners) || is_cut_away(p, part, corners)) continue;
            scene_render_triangle(renderer, corners, NULL, is_red(p, part, k) ? red : color, edge);
        }
    }
}

// What is red and hidden is seen by its outline.
static void draw_outlines(const picture *p, scene_renderer *renderer)
{
    const scene_color bright = {1.0f, 0.35f, 0.32f};
    for (uint32_t i = 0; i < p->view->part_count; i++) {
        const check_view_part *part = &p->view->parts[i];
        for (uint32_t k = 0; k < part->triangle_count; k++) {
            mote_vec3 c[3];
            if (!part->marked[k] || !get_corners(p, part, k, c)) continue;
            for (int side = 0; side < 3; side++)
                scene_render_line(renderer, c[side], c[(side + 1) % 3], 0.8f, bright, true);
        }
    }
}

// How much is seen of what is red, and how brightly.
static size_t measure_red(const scene_image *image)
{
    size_t sum = 0, pixels = (size_t)image->width * image->height;
    for (size_t i = 0; i < pixels; i++) {
        const uint8_t *c = &image->pixels[i * 3];
        if (c[0] > 3 * c[1] && c[0] > 3 * c[2]) sum += c[0];
    }
    return sum;
}

// Draws the picture with the present settings and stores the result.
static mote_result shoot(const picture *p, uint32_t width, uint32_t height, bool fine,
                         scene_image *out)
{
    scene_renderer *renderer;
    mote_result result = scene_renderer_create(width, height, background, &renderer);
    if (result) return result;
    scene_renderer_look(renderer, &p->frame, p->from);
    draw(p, renderer, fine ? 0.2f : 0);
    if (fine) draw_outlines(p, renderer);
    result = scene_renderer_finish(renderer, out);
    scene_renderer_destroy(renderer);
    return result;
}

// All around from above, then from below; the first is the one that a photographer would take.
static mote_result find_direction(picture *p)
{
    static const mote_vec3 directions[] = {
        {0.7f, -0.7f, 0.45f},  {0, -1, 0.45f},        {-0.7f, -0.7f, 0.45f},  {1, 0, 0.45f},
        {-1, 0, 0.45f},        {0.7f, 0.7f, 0.45f},   {0, 1, 0.45f},          {-0.7f, 0.7f, 0.45f},
        {0, -0.1f, 1},         {0.7f, -0.7f, -0.45f}, {-0.7f, -0.7f, -0.45f}, {0.7f, 0.7f, -0.45f},
        {-0.7f, 0.7f, -0.45f}, {0, -0.1f, -1}};
    mote_vec3 best = directions[0];
    size_t most = 0;
    for (size_t i = 0; i < sizeof directions / sizeof directions[0]; i++) {
        scene_image image;
        p->from = directions[i];
        mote_result result = shoot(p, 80, 60, false, &image);
        if (result) return result;
        size_t red = measure_red(&image);
        scene_image_release(&image);
        if (red <= most) continue;
        most = red;
        best = directions[i];
    }
    p->from = best;
    return MOTE_OK;
}

mote_result check_view_picture_make(const check_view *view, const mote_check_episode *episode,
                                    bool z_up, check_view_picture *out)
{
    picture p = {.view = view, .z_up = z_up, .inner = MOTE_NONE, .outer = MOTE_NONE};
    bool a_in_b = episode->relation == MOTE_RELATION_A_IN_B;
    if (episode->face_pair_count == 0) {
        p.inner = a_in_b ? episode->a : episode->b;
        p.outer = a_in_b ? episode->b : episode->a;
    }
    *out = (check_view_picture){0};
    find_frame(&p);
    mote_result result = find_direction(&p);
    scene_image image;
    if (!result) result = shoot(&p, WIDTH, HEIGHT, true, &image);
    if (result) return result;
    *out = (check_view_picture){
        .middle = as_given(&p, p.middle), .reach = p.reach, .from = as_given(&p, p.from)};
    out->png = scene_png_encode(&image, &out->png_size);
    scene_image_release(&image);
    return out->png ? MOTE_OK : mote_fail_memory(out->png_size, "a picture");
}

void check_view_picture_release(check_view_picture *made)
{
    free(made->png);
    *made = (check_view_picture){0};
}
