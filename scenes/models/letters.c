// Block letters of round strokes, polygonized from their implicit form; the counts of faces are
// those of Senin's models (1380, 2968, 1764, 11920). Height 2, in the xy plane around the origin.

#include <math.h>

#include "core/vec.h"
#include "scenes/models/letters.h"
#include "scenes/models/makers.h"
#include "scenes/models/polygonize.h"

static double square(double x)
{
    return x * x;
}

static double distance_to_stroke(const scene_stroke *s, mote_dvec3 p)
{
    double dx = s->x1 - s->x0, dy = s->y1 - s->y0;
    double t = ((p.x - s->x0) * dx + (p.y - s->y0) * dy) / (dx * dx + dy * dy);
    t = fmin(fmax(t, 0.0), 1.0);
    return sqrt(square(p.x - s->x0 - t * dx) + square(p.y - s->y0 - t * dy) + square(p.z));
}

static double letter_field(const void *context, mote_dvec3 p)
{
    const scene_letter *l = context;
    double nearest = HUGE_VAL;
    for (int i = 0; i < l->stroke_count; i++) {
        nearest = fmin(nearest, distance_to_stroke(&l->strokes[i], p));
    }
    return nearest - l->radius;
}

static mote_result make_letter(const scene_letter *l, io_model *out)
{
    mote_dvec3 low = {HUGE_VAL, HUGE_VAL, 0.0}, high = {-HUGE_VAL, -HUGE_VAL, 0.0};
    for (int i = 0; i < l->stroke_count; i++) {
        const scene_stroke *s = &l->strokes[i];
        low = (mote_dvec3){fmin(low.x, fmin(s->x0, s->x1)), fmin(low.y, fmin(s->y0, s->y1)), 0.0};
        high =
            (mote_dvec3){fmax(high.x, fmax(s->x0, s->x1)), fmax(high.y, fmax(s->y0, s->y1)), 0.0};
    }
    double margin = l->radius + l->spacing;
    mote_dvec3 rim = {margin, margin, margin};
    scene_sculpture sculpture = {0};
    scene_polygonize(&sculpture, letter_field, l, mote_dvec_sub(low, rim), mote_dvec_add(high, rim),
                     l->spacing);
    scene_sculpture_split_to(&sculpture, l->faces);
    return scene_sculpture_finish(&sculpture, out);
}

static const scene_letter letters[] = {
    [SCENE_LETTER_T] = {.strokes = {{-0.6, 0.75, 0.6, 0.75}, {0.0, 0.75, 0.0, -0.75}},
                        .stroke_count = 2,
                        .radius = 0.25,
                        .spacing = 0.1655,
                        .faces = 1380},
    [SCENE_LETTER_M] = {.strokes = {{-0.8, -0.82, -0.7, 0.82},
                                    {-0.7, 0.82, 0.0, -0.4},
                                    {0.0, -0.4, 0.7, 0.82},
                                    {0.7, 0.82, 0.8, -0.82}},
                        .stroke_count = 4,
                        .radius = 0.18,
                        .spacing = 0.129,
                        .faces = 2968},
    [SCENE_LETTER_V] = {.strokes = {{-0.6, 0.8, 0.0, -0.8}, {0.0, -0.8, 0.6, 0.8}},
                        .stroke_count = 2,
                        .radius = 0.2,
                        .spacing = 0.1405,
                        .faces = 1764},
    [SCENE_LETTER_W] = {.strokes = {{-1.0, 0.82, -0.5, -0.82},
                                    {-0.5, -0.82, 0.0, 0.5},
                                    {0.0, 0.5, 0.5, -0.82},
                                    {0.5, -0.82, 1.0, 0.82}},
                        .stroke_count = 4,
                        .radius = 0.18,
                        .spacing = 0.071,
                        .faces = 11920},
};

const scene_letter *scene_letter_of(scene_letter_name name)
{
    return &letters[name];
}

mote_result scene_make_letter_t(uint32_t unused, io_model *out)
{
    (void)unused;
    return make_letter(&letters[SCENE_LETTER_T], out);
}

mote_result scene_make_letter_m(uint32_t unused, io_model *out)
{
    (void)unused;
    return make_letter(&letters[SCENE_LETTER_M], out);
}

mote_result scene_make_letter_v(uint32_t unused, io_model *out)
{
    (void)unused;
    return make_letter(&letters[SCENE_LETTER_V], out);
}

mote_result scene_make_letter_w(uint32_t unused, io_model *out)
{
    (void)unused;
    return make_letter(&letters[SCENE_LETTER_W], out);
}
