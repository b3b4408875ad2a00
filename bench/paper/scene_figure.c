#include "bench/paper/scene_figure.h"

#include "bench/method_contender.h"
#include "bench/paper/runs.h"
#include "scenes/render/scene_picture.h"
#include "scenes/trig.h"

enum { WIDTH = 640, HEIGHT = 420 };

// `from` as the figure has it, with z up, whatever axis points up in the scene.
static void look(scene_renderer *renderer, const scene_instance *scene, const mote_box *box,
                 mote_vec3 from)
{
    if (scene_up_axis(scene) == SCENE_UP_Z) {
        scene_renderer_look(renderer, box, from);
    } else {
        const mote_vec3 turned = {from.x, from.z, -from.y}, up = {0, 1, 0};
        scene_renderer_look_with_up(renderer, box, turned, up);
    }
}

// ---------------------------------------------------------------------------------------------
// Where to look from

// What a view is worth: how much of the picture bodies fill, and above all how many faces that meet
// are seen.
static double worth_of(const scene_image *image)
{
    double worth = 0;
    for (size_t i = 0; i < (size_t)image->width * image->height; i++) {
        const uint8_t *p = image->pixels + 3 * i;
        bool is_empty = p[0] == 255 && p[1] == 255 && p[2] == 255;
        bool is_contact = p[0] > 3 * p[1] && p[0] > 3 * p[2];
        worth += is_contact ? 100 : is_empty ? 0 : 1;
    }
    return worth;
}

// Draws what a figure shows, seen from a direction, in a picture of this width.
typedef mote_result draw_view(const void *context, mote_vec3 from, uint32_t width,
                              scene_image *out);

// Of views from all around, from below and from above, the best, unless a direction is given.
static mote_result choose_view(draw_view *draw, const void *context, mote_vec3 *from)
{
    enum { AROUND = 16, HEIGHTS = 4, SMALL = 160 };
    static const float heights[HEIGHTS] = {-0.9f, -0.3f, 0.3f, 0.9f};
    double most = -1;
    if (from->x != 0 || from->y != 0 || from->z != 0) return MOTE_OK;
    for (int i = 0; i < AROUND * HEIGHTS; i++) {
        int around = i / HEIGHTS;
        double turns = (double)around / AROUND;
        const mote_vec3 view = {(float)scene_sin_turns(turns),
                                (float)-scene_sin_turns(turns + 0.25), heights[i % HEIGHTS]};
        scene_image image;
        mote_result result = draw(context, view, SMALL, &image);
        if (result) return result;
        double worth = worth_of(&image);
        scene_image_release(&image);
        if (worth > most) *from = view;
        most = worth > most ? worth : most;
    }
    return MOTE_OK;
}

// ---------------------------------------------------------------------------------------------
// What collides

static mote_box box_around(mote_vec3 p, float half)
{
    return (mote_box){{p.x - half, p.y - half, p.z - half}, {p.x + half, p.y + half, p.z + half}};
}

typedef struct scene_to_draw {
    const scene_instance *scene;
    uint32_t frame;
    mote_box box;
    const mote_report *report;
} scene_to_draw;

static mote_result draw_scene(const void *context, mote_vec3 from, uint32_t width, scene_image *out)
{
    const scene_to_draw *d = context;
    scene_renderer *renderer;
    mote_result result =
        scene_renderer_create(width, width * HEIGHT / WIDTH, (scene_color){1, 1, 1}, &renderer);
    if (result) return result;
    look(renderer, d->scene, &d->box, from);
    result = scene_draw(renderer, d->scene, d->frame, d->report);
    if (!result) result = scene_renderer_finish(renderer, out);
    scene_renderer_destroy(renderer);
    return result;
}

static mote_result draw(const paper_scene_figure *figure, const paper_scene_view *view,
                        const scene_instance *scene, const mote_report *report, scene_image *out)
{
    scene_to_draw d = {.scene = scene, .frame = figure->frame, .report = report};
    mote_vec3 from = figure->from;
    mote_result result = scene_frame_box(scene, figure->frame, &d.box);
    if (result) return result;
    if (view->around_contact > 0 && report->contact_count)
        d.box = box_around(report->contacts[0].point, view->around_contact);
    result = choose_view(draw_scene, &d, &from);
    return result ? result : draw_scene(&d, from, WIDTH, out);
}

static mote_result detect_and_draw(const paper_scene_figure *figure, const paper_scene_view *view,
                                   const bench_stage *stage, scene_image *out)
{
    bench_method_settings settings;
    void *state;
    mote_report report;
    bench_method_settings_make("hybrid", 1, &settings);
    if (view->method) settings = *view->method;
    settings.world.contacts = true;
    bench_contender method = bench_method_contender(&settings);
    bench_stage_show(stage, 0);
    mote_result result = method.open(&settings, stage, BENCH_ASK_PAIRS, &state);
    if (result) return result;
    result = method.frame(state, stage);
    if (!result) result = method.report(state, &report);
    if (!result) result = draw(figure, view, stage->scene, &report, out);
    method.close(state);
    return result;
}

void paper_page_scene(paper_page *page, const paper_scene_figure *figure)
{
    paper_page_scene_with(page, figure, &(paper_scene_view){0});
}

void paper_page_scene_with(paper_page *page, const paper_scene_figure *figure,
                           const paper_scene_view *view)
{
    bench_stage_def def = bench_default_stage_def();
    bench_stage stage;
    scene_image image;
    def.scene.name = figure->scene;
    def.first_frame = figure->frame;
    def.frame_count = 1;
    def.scene.tracks = view->tracks;
    def.mesh_flags = mote_default_mesh_def().flags; // contacts need adjacency
    if (!paper_page_check(page, bench_stage_open(&def, &stage))) return;
    if (paper_page_check(page, detect_and_draw(figure, view, &stage, &image))) {
        paper_page_picture(page, figure->file, &image, figure->caption);
        scene_image_release(&image);
    }
    bench_stage_close(&stage);
}

// ---------------------------------------------------------------------------------------------
// Particles

static void draw_point(void *context, mote_draw_kind kind, mote_body_id body, uint32_t id,
                       mote_vec3 at)
{
    (void)id;
    const scene_color red = {0.9f, 0.05f, 0.05f}, blue = {0.1f, 0.15f, 0.9f};
    if (kind == MOTE_DRAW_PARTICLE)
        scene_render_ball_through(context, at, 6, body.index == 0 ? red : blue);
}

typedef struct played_to_draw {
    scene_to_draw bodies;
    mote_world *world;
} played_to_draw;

static mote_result draw_played(const played_to_draw *d, mote_vec3 from, scene_image *out)
{
    scene_renderer *renderer;
    mote_result result = scene_renderer_create(WIDTH, HEIGHT, (scene_color){1, 1, 1}, &renderer);
    if (result) return result;
    look(renderer, d->bodies.scene, &d->bodies.box, from);
    result = scene_draw(renderer, d->bodies.scene, d->bodies.frame, d->bodies.report);
    mote_debug_draw points = {.point = draw_point, .context = renderer};
    if (!result) result = mote_world_draw(d->world, &points);
    if (!result) result = scene_renderer_finish(renderer, out);
    scene_renderer_destroy(renderer);
    return result;
}

static mote_result draw_particles(const paper_particle_figure *figure, const paper_played *s,
                                  scene_image *out)
{
    mote_report report;
    played_to_draw d = {{.scene = s->stage.scene, .frame = figure->frame, .report = &report},
                        s->world};
    mote_vec3 from = figure->from;
    mote_result result = scene_frame_box(s->stage.scene, figure->frame, &d.bodies.box);
    if (!result) result = mote_world_report(s->world, &report);
    if (!result) result = choose_view(draw_scene, &d.bodies, &from);
    return result ? result : draw_played(&d, from, out);
}

static mote_result play_all(paper_played *s)
{
    mote_result result = MOTE_OK;
    for (uint32_t frame = 0; frame < s->stage.frame_count && !result; frame++)
        result = paper_played_show(s, frame);
    return result;
}

void paper_page_particles(paper_page *page, const paper_particle_figure *figure)
{
    paper_played s;
    scene_image image;
    if (!paper_page_check(page, paper_played_open(figure->scene, figure->first_frame, figure->frame,
                                                  figure->method, &s)))
        return;
    mote_result result = play_all(&s);
    if (!result) result = draw_particles(figure, &s, &image);
    if (paper_page_check(page, result)) {
        paper_page_picture(page, figure->file, &image, figure->caption);
        scene_image_release(&image);
    }
    paper_played_close(&s);
}
