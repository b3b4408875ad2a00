#include "check/report/view_picture.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "check/report/painting.h"
#include "core/box.h"
#include "core/result.h"
#include "core/vec.h"
#include "scenes/render/renderer.h"

enum { WIDTH = 640, HEIGHT = 480 };

// The scene and the camera. Coordinates have z up, as in the renderer.
typedef struct picture {
    const check_view *view;
    bool z_up;
    uint32_t inner, outer; // one part inside the other without contact; else MOTE_NONE
    mote_box focus;        // where the parts meet
    mote_vec3 middle;
    float reach; // half of the frame's side
    mote_box frame;
    mote_vec3 from;
    bool cut; // geometry in front of the focus is cut away
} picture;

// The purpose of a drawing.
typedef enum drawing_kind {
    DRAW_PICTURE,
    DRAW_PROBE,     // small; the faces that meet have one color per part
    DRAW_PROBE_BARE // only these faces
} drawing_kind;

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
// Focus and frame of the picture

static float longest_side(const mote_box *box)
{
    mote_vec3 size = mote_vec_sub(box->max, box->min);
    return fmaxf(size.x, fmaxf(size.y, size.z));
}

static bool is_empty(const mote_box *box)
{
    return box->min.x > box->max.x || box->min.y > box->max.y || box->min.z > box->max.z;
}

static bool contains(const mote_box *outer, const mote_box *inner)
{
    return outer->min.x <= inner->min.x && outer->min.y <= inner->min.y &&
           outer->min.z <= inner->min.z && inner->max.x <= outer->max.x &&
           inner->max.y <= outer->max.y && inner->max.z <= outer->max.z;
}

// The box of the triangles of a part, or of all parts for MOTE_NONE. With red_only, only red
// triangles count.
static mote_box box_of(const picture *p, uint32_t number, bool red_only)
{
    mote_box box = mote_box_empty();
    for (uint32_t i = 0; i < p->view->part_count; i++) {
        const check_view_part *part = &p->view->parts[i];
        if (number != MOTE_NONE && part->part != number) continue;
        for (uint32_t k = 0; k < part->triangle_count; k++) {
            mote_vec3 corners[3];
            if (red_only && !is_red(p, part, k)) continue;
            if (!get_corners(p, part, k, corners)) continue;
            for (int c = 0; c < 3; c++) mote_box_add_point(&box, corners[c]);
        }
    }
    return box;
}

// Extends the focus by the adjacent red triangles of a part, within the box of the other part's
// red, because a wall may be one huge triangle. Returns whether the focus has grown.
static bool grow_focus(picture *p, const check_view_part *part, const mote_box *other)
{
    const float gap = 0.25f;
    bool grown = false;
    for (uint32_t k = 0; k < part->triangle_count; k++) {
        mote_vec3 corners[3];
        if (!part->marked[k] || !get_corners(p, part, k, corners)) continue;
        mote_box box = mote_box_of_triangle(corners);
        box = mote_box_intersection(&box, other);
        float margin = gap * fmaxf(longest_side(&p->focus), longest_side(&box));
        mote_box near = mote_box_widened(&p->focus, margin);
        if (is_empty(&box) || !mote_boxes_overlap(&near, &box)) continue;
        grown |= !contains(&p->focus, &box);
        mote_box_add_box(&p->focus, &box);
    }
    return grown;
}

// Finds the box where the two parts meet: starts at the worst point and grows over red triangles.
static void find_focus(picture *p)
{
    enum { MAX_ROUNDS = 16 };
    const check_view *view = p->view;
    mote_box red_a = box_of(p, view->a, true), red_b = box_of(p, view->b, true);
    mote_vec3 point = upright(p, view->point);
    p->focus = (mote_box){point, point};
    bool grown = p->inner == MOTE_NONE && mote_vec_finite(point);
    bool any = false;
    for (int round = 0; round < MAX_ROUNDS && grown; round++) {
        grown = false;
        for (uint32_t i = 0; i < view->part_count; i++) {
            const check_view_part *part = &view->parts[i];
            if (part->part == view->a) grown |= grow_focus(p, part, &red_b);
            if (part->part == view->b && view->a != view->b) grown |= grow_focus(p, part, &red_a);
        }
        any |= grown;
    }
    if (!any) p->focus = box_of(p, MOTE_NONE, true);
}

// Sets a cube around the focus with some context: a quarter of the scene if both parts are large,
// or the whole small part if one part is small in a large scene.
static void find_frame(picture *p)
{
    const float surroundings = 1.8f, least_share = 0.25f, least_focus = 3, least_part = 1.5f;
    mote_box all = box_of(p, MOTE_NONE, false);
    mote_box a = box_of(p, p->view->a, false), b = box_of(p, p->view->b, false);
    find_focus(p);
    if (is_empty(&p->focus)) p->focus = all; // no red triangle is finite
    if (is_empty(&all)) p->focus = all = a = b = (mote_box){{0, 0, 0}, {1, 1, 1}};
    float focus = longest_side(&p->focus), part = fminf(longest_side(&a), longest_side(&b));
    float context =
        fminf(longest_side(&all) * least_share, fmaxf(focus * least_focus, part * least_part));
    float half = 0.5f * fminf(fmaxf(focus * surroundings, context), longest_side(&all));
    p->reach = half;
    p->middle = mote_vec_scale(mote_vec_add(p->focus.min, p->focus.max), 0.5f);
    p->frame = (mote_box){mote_vec_sub(p->middle, (mote_vec3){half, half, half}),
                          mote_vec_add(p->middle, (mote_vec3){half, half, half})};
}

// ---------------------------------------------------------------------------------------------
// Drawing

// The distance from the middle of the cutting plane in front of the focus.
static float cut_distance(const picture *p)
{
    const float margin = 0.1f;
    mote_vec3 half = mote_vec_scale(mote_vec_sub(p->focus.max, p->focus.min), 0.5f);
    float length = sqrtf(mote_vec_dot(p->from, p->from));
    return (fabsf(p->from.x) * half.x + fabsf(p->from.y) * half.y + fabsf(p->from.z) * half.z) /
               length +
           margin * p->reach;
}

// The near half of the outer part is cut away.
static bool is_cut_away(const picture *p, const check_view_part *part, const mote_vec3 corners[3])
{
    if (part->part != p->outer) return false;
    for (int i = 0; i < 3; i++)
        if (mote_vec_dot(mote_vec_sub(corners[i], p->middle), p->from) > 0) return true;
    return false;
}

// Clips a triangle by the plane of the cut. Returns the number of corners: 0, 3 or 4.
static int clip_triangle(const picture *p, float distance, const mote_vec3 corners[3],
                         mote_vec3 out[4])
{
    float length = sqrtf(mote_vec_dot(p->from, p->from)), heights[3];
    int count = 0;
    for (int i = 0; i < 3; i++)
        heights[i] = mote_vec_dot(mote_vec_sub(corners[i], p->middle), p->from) / length - distance;
    for (int i = 0; i < 3; i++) {
        int next = (i + 1) % 3;
        if (heights[i] <= 0) out[count++] = corners[i];
        if ((heights[i] <= 0) == (heights[next] <= 0)) continue;
        float share = heights[i] / (heights[i] - heights[next]);
        out[count++] = mote_vec_add(corners[i],
                                    mote_vec_scale(mote_vec_sub(corners[next], corners[i]), share));
    }
    return count;
}

static void draw_triangle(const picture *p, scene_renderer *renderer, const mote_vec3 corners[3],
                          scene_color color, float edge)
{
    mote_vec3 rest[4];
    int count = p->cut ? clip_triangle(p, cut_distance(p), corners, rest) : 3;
    if (!p->cut) memcpy(rest, corners, 3 * sizeof *rest);
    for (int i = 2; i < count; i++) {
        const mote_vec3 triangle[3] = {rest[0], rest[i - 1], rest[i]};
        scene_render_triangle(renderer, triangle, NULL, color, edge);
    }
}

static scene_color color_for(const picture *p, const check_view_part *part, bool red,
                             drawing_kind kind)
{
    if (kind == DRAW_PICTURE)
        return color_of(red ? check_found_color : check_part_color(part->part));
    if (!red) return (scene_color){0.5f, 0.5f, 0.5f};
    bool second = part->part == p->view->b && p->view->a != p->view->b && p->inner == MOTE_NONE;
    return second ? (scene_color){0, 1, 0} : (scene_color){1, 0, 0};
}

static void draw(const picture *p, scene_renderer *renderer, drawing_kind kind)
{
    for (uint32_t i = 0; i < p->view->part_count; i++) {
        const check_view_part *part = &p->view->parts[i];
        for (uint32_t k = 0; k < part->triangle_count; k++) {
            mote_vec3 corners[3];
            bool red = is_red(p, part, k);
            if (kind == DRAW_PROBE_BARE && !red) continue;
            if (!get_corners(p, part, k, corners) || is_cut_away(p, part, corners)) continue;
            draw_triangle(p, renderer, corners, color_for(p, part, red, kind),
                          kind == DRAW_PICTURE ? 0.2f : 0);
        }
    }
}

// Draws the outlines of red triangles over everything, so that hidden ones are visible.
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

// Draws the picture with the current settings.
static mote_result shoot(const picture *p, uint32_t width, uint32_t height, drawing_kind kind,
                         scene_image *out)
{
    scene_renderer *renderer;
    mote_result result = scene_renderer_create(width, height, background, &renderer);
    if (result) return result;
    scene_renderer_look(renderer, &p->frame, p->from);
    draw(p, renderer, kind);
    if (kind == DRAW_PICTURE) draw_outlines(p, renderer);
    result = scene_renderer_finish(renderer, out);
    scene_renderer_destroy(renderer);
    return result;
}

// ---------------------------------------------------------------------------------------------
// Direction of the view

// Measures how much of the faces that meet is visible in a small picture, weighted by brightness,
// for the less visible of the two parts.
static mote_result probe(const picture *p, drawing_kind kind, size_t *seen)
{
    scene_image image;
    mote_result result = shoot(p, 80, 60, kind, &image);
    if (result) return result;
    size_t first = 0, second = 0, pixels = (size_t)image.width * image.height;
    for (size_t i = 0; i < pixels; i++) {
        const uint8_t *c = &image.pixels[i * 3];
        if (c[0] > 3 * c[1] && c[0] > 3 * c[2]) first += c[0];
        if (c[1] > 3 * c[0] && c[1] > 3 * c[2]) second += c[1];
    }
    scene_image_release(&image);
    bool two = p->view->a != p->view->b && p->inner == MOTE_NONE;
    // The sum decides between directions in which one of the parts is not visible.
    *seen = two ? (first < second ? first : second) * 16 + (first + second) / 64 : first;
    return MOTE_OK;
}

// Directions all around from above, then from below. The first one is the usual view of a product
// photo.
static const mote_vec3 directions[] = {
    {0.7f, -0.7f, 0.45f},  {0, -1, 0.45f},        {-0.7f, -0.7f, 0.45f},  {1, 0, 0.45f},
    {-1, 0, 0.45f},        {0.7f, 0.7f, 0.45f},   {0, 1, 0.45f},          {-0.7f, 0.7f, 0.45f},
    {0, -0.1f, 1},         {0.7f, -0.7f, -0.45f}, {-0.7f, -0.7f, -0.45f}, {0.7f, 0.7f, -0.45f},
    {-0.7f, 0.7f, -0.45f}, {0, -0.1f, -1}};

enum { DIRECTIONS = sizeof directions / sizeof directions[0] };

// A direction, and how much would be visible if nothing stood in front.
typedef struct candidate {
    mote_vec3 from;
    uint32_t number;
    size_t bare;
} candidate;

static int compare_candidates(const void *x, const void *y)
{
    const candidate *a = x, *b = y;
    if (a->bare != b->bare) return a->bare > b->bare ? -1 : 1;
    return (a->number > b->number) - (a->number < b->number);
}

// Lists the most promising directions first.
static mote_result list_candidates(picture *p, candidate out[DIRECTIONS])
{
    for (uint32_t i = 0; i < DIRECTIONS; i++) {
        out[i] = (candidate){.from = directions[i], .number = i};
        p->from = directions[i];
        mote_result result = probe(p, DRAW_PROBE_BARE, &out[i].bare);
        if (result) return result;
    }
    qsort(out, DIRECTIONS, sizeof *out, compare_candidates);
    return MOTE_OK;
}

// Finds the direction with the best visibility among the first candidates.
static mote_result find_best(picture *p, const candidate *candidates, int count, size_t *most)
{
    mote_vec3 best = candidates[0].from;
    *most = 0;
    for (int i = 0; i < count; i++) {
        size_t seen;
        p->from = candidates[i].from;
        mote_result result = probe(p, DRAW_PROBE, &seen);
        if (result) return result;
        if (seen <= *most) continue;
        *most = seen;
        best = candidates[i].from;
    }
    p->from = best;
    return MOTE_OK;
}

// Finds a direction with an unobstructed view. If there is none, cuts away the geometry in front.
static mote_result find_direction(picture *p)
{
    enum { FREE = 9, CUT = 4 }; // directions to try
    const size_t enough = 3;    // a third of the visible faces
    candidate candidates[DIRECTIONS];
    size_t seen = 0;
    mote_result result = list_candidates(p, candidates);
    if (!result) result = find_best(p, candidates, FREE, &seen);
    if (result || seen * enough >= candidates[0].bare) return result;
    p->cut = true;
    return find_best(p, candidates, CUT, &seen);
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
    if (!result) result = shoot(&p, WIDTH, HEIGHT, DRAW_PICTURE, &image);
    if (result) return result;
    *out = (check_view_picture){.middle = as_given(&p, p.middle),
                                .reach = p.reach,
                                .from = as_given(&p, p.from),
                                .cut = p.cut ? cut_distance(&p) : INFINITY};
    out->png = scene_png_encode(&image, &out->png_size);
    scene_image_release(&image);
    return out->png ? MOTE_OK : mote_fail_memory(out->png_size, "a picture");
}

void check_view_picture_release(check_view_picture *made)
{
    free(made->png);
    *made = (check_view_picture){0};
}
