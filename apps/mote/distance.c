// mote distance: computes the distance of two meshes, once or in every frame.

#include <math.h>
#include <mote/world.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "apps/mote/output.h"
#include "apps/mote/remarks.h"
#include "apps/mote/terminal.h"
#include "apps/mote/verb.h"
#include "bench/plot.h"
#include "check/animation/animation.h"
#include "core/result.h"

// Command line options.
static struct {
    bool over_time, require_filter;
    const char *clip, *svg;
    float fps;
    cmd_range frames;
} given = {.frames = CMD_ALL_FRAMES};

typedef struct gauge {
    check_animation *animation;
    check_remarks remarks;
    mote_world *world;
    mote_body_id bodies[2];
} gauge;

static void close_gauge(gauge *g)
{
    mote_world_destroy(g->world);
    check_animation_close(g->animation);
    check_remarks_release(&g->remarks);
}

static mote_result open_gauge(cmd_arguments arguments, gauge *g)
{
    check_animation_def def = check_default_animation_def();
    def.inputs = (const char *const *)arguments.items;
    def.input_count = (uint32_t)arguments.count;
    def.split = arguments.count > 1 ? ASSET_SPLIT_FILE : ASSET_SPLIT_NODE;
    def.clip = given.clip;
    def.fps = (double)given.fps;
    def.remarks = &g->remarks;
    def.limits.require_filter = given.require_filter;
    mote_result result = check_animation_open(&def, &g->animation);
    if (result) return result;
    if (g->animation->part_count != 2)
        return mote_fail(MOTE_ERROR_ARGUMENT,
                         "expected two parts to measure between, but there %s %u",
                         g->animation->part_count == 1 ? "is" : "are", g->animation->part_count);
    mote_world_def world = mote_default_world_def();
    result = mote_world_create(&world, &g->world);
    for (int i = 0; i < 2 && !result; i++) {
        mote_body_def body = mote_default_body_def();
        body.mesh = g->animation->parts[i]->mesh;
        result = mote_body_create(g->world, &body, &g->bodies[i]);
    }
    return result;
}

static mote_result measure(gauge *g, uint32_t clip, uint32_t frame, mote_distance *out)
{
    mote_result result = check_animation_pose(g->animation, clip, frame, NULL);
    for (int i = 0; i < 2 && !result; i++) {
        const asset_part *part = g->animation->parts[i];
        mote_positions positions = {.data = part->positions, .count = part->vertex_count};
        result = mote_body_set_positions(g->world, g->bodies[i], &positions);
    }
    return result ? result
                  : mote_world_distance(g->world, g->bodies[0], g->bodies[1], INFINITY, out);
}

static void print_distance(const gauge *g, const mote_distance *d)
{
    printf("  distance     %g\n", (double)d->distance);
    for (int i = 0; i < 2; i++) {
        mote_vec3 p = i ? d->on_b : d->on_a;
        printf("  on %-9.9s face %u, at %g %g %g\n", g->animation->parts[i]->name,
               i ? d->face_b : d->face_a, (double)p.x, (double)p.y, (double)p.z);
    }
}

// The points of a curve over the frames, and marks at frames with contact.
typedef struct curve {
    double *frames, *values, *touching_frames, *zeros;
    bench_plot_series series[2];
    bench_plot plot;
} curve;

static mote_result make_curve(const float *values, uint32_t first, uint32_t count, curve *out)
{
    double *numbers = calloc(4 * (size_t)count, sizeof *numbers);
    if (!numbers) return mote_fail_memory(4 * count * sizeof *numbers, "the points of a curve");
    *out =
        (curve){numbers, numbers + count, numbers + 2 * (size_t)count, numbers + 3 * (size_t)count,
                .plot = {.x_title = "frame", .y_title = "distance"}};
    uint32_t touching = 0;
    for (uint32_t i = 0; i < count; i++) {
        out->frames[i] = first + i;
        out->values[i] = (double)values[i];
        out->plot.y_high = fmax(out->plot.y_high, out->values[i]);
        if (!(values[i] > 0)) out->touching_frames[touching++] = out->frames[i];
    }
    out->series[0] =
        (bench_plot_series){"distance", out->frames, out->values, count, BENCH_PLOT_LINE};
    out->series[1] = (bench_plot_series){"touching", out->touching_frames, out->zeros, touching,
                                         BENCH_PLOT_MARKS};
    out->plot.series_count = touching ? 2 : 1;
    return MOTE_OK;
}

static mote_result write_svg(const bench_plot *plot)
{
    cmd_output svg = {.path = given.svg};
    mote_result result = cmd_output_open(&svg);
    if (svg.file) bench_plot_write_svg(plot, svg.file);
    return cmd_output_close(&svg, result);
}

static mote_result tell(const gauge *g, const float *values, uint32_t first, uint32_t count)
{
    uint32_t least = 0, touching = 0;
    for (uint32_t i = 0; i < count; i++) {
        if (values[i] < values[least]) least = i;
        touching += !(values[i] > 0);
    }
    char title[256];
    snprintf(title, sizeof title, "distance of %.100s and %.100s", g->animation->parts[0]->name,
             g->animation->parts[1]->name);
    curve c;
    mote_result result = make_curve(values, first, count, &c);
    if (result) return result;
    c.plot.title = title;
    c.plot.series = c.series;
    printf("%s\n\n", title);
    bench_plot_print(&c.plot, stdout);
    printf("\n  closest      %g in frame %u (%.3f s)\n", (double)values[least], first + least,
           check_animation_time(g->animation, 0, first + least));
    printf("  touching     in %u of %u frames\n", touching, count);
    if (given.svg) result = write_svg(&c.plot);
    free(c.frames);
    return result;
}

static mote_result measure_all(gauge *g)
{
    cmd_range frames;
    if (g->animation->clip_count > 1)
        return mote_fail(MOTE_ERROR_ARGUMENT,
                         "option '--over-time' needs '--clip', because there are %u clips; "
                         "'mote info' lists them",
                         g->animation->clip_count);
    mote_result result =
        cmd_choose_frames(given.frames, g->animation->clips[0].frame_count, &frames);
    if (result) return result;
    uint32_t first = frames.first, count = frames.last - frames.first + 1;
    float *values = malloc((size_t)count * sizeof *values);
    if (!values) return mote_fail_memory(count * sizeof *values, "the distances");
    cmd_progress progress = cmd_progress_begin("measuring", count);
    for (uint32_t i = 0; i < count && !result; i++) {
        mote_distance distance;
        result = measure(g, 0, first + i, &distance);
        if (!result) values[i] = distance.distance;
        cmd_progress_step(&progress);
    }
    cmd_progress_end(&progress);
    if (!result) result = tell(g, values, first, count);
    free(values);
    return result;
}

static mote_result run(cmd_arguments arguments, int *exit_code)
{
    (void)exit_code;
    gauge g = {0};
    mote_distance distance;
    mote_result result = open_gauge(arguments, &g);
    if (!result && given.over_time) result = measure_all(&g);
    if (!result && !given.over_time) {
        result = measure(&g, CHECK_REST_CLIP, 0, &distance);
        if (!result) print_distance(&g, &distance);
    }
    if (!result) cmd_print_remarks(&g.remarks);
    close_gauge(&g);
    return result;
}

static const cmd_option options[] = {
    {.name = "over-time",
     .kind = CMD_OPTION_FLAG,
     .to = &given.over_time,
     .help = "measure every frame and plot the distances, instead of measuring the rest pose"},
    {.name = "svg",
     .kind = CMD_OPTION_TEXT,
     .to = &given.svg,
     .value = "FILE",
     .help = "write the plot of --over-time as SVG"},
    CMD_OPTION_FRAMES(&given.frames),
    CMD_OPTION_FPS(&given.fps),
    CMD_OPTION_CLIP(&given.clip),
    CMD_OPTION_REQUIRE_FILTER(&given.require_filter),
};

const cmd_verb cmd_verb_distance = {
    .name = "distance",
    .summary = "measure the distance between two meshes, once or over time",
    .arguments = "A [B]",
    .min_arguments = 1,
    .max_arguments = 2,
    .about =
        "Measures the least distance between the surfaces of two inputs, or of the two parts of "
        "one. It is 0 if and only if they meet. The inputs are those of 'mote check'.",
    .examples = "  mote distance bunny.obj teapot.obj\n"
                "  mote distance teapot-sphere --over-time --svg distance.svg\n",
    .options = {options, sizeof options / sizeof options[0]},
    .run = run,
};
