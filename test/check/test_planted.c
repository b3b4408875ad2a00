// 'mote check' finds exactly what was planted, in files of every kind.

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "assets/rig_part.h"
#include "check/import/import.h"
#include "core/vec.h"
#include "io/io.h"
#include "samples/arm.h"
#include "samples/glb.h"
#include "scenes/trig.h"
#include "support/check_play.h"
#include "support/run.h"

// Two boxes that are apart at rest: part 0 stays, part 1 moves.
static play two_boxes(const char *name, play_motion *motion)
{
    play p = {.name = name, .part_count = 2, .motion = motion, .end = 1, .fps = 10};
    p.parts[0] = play_box((mote_dvec3){0, 0, 0}, (mote_dvec3){0.5, 0.52, 0.47}, 3);
    p.parts[1] = play_box((mote_dvec3){0.013, 0.021, 0.034}, (mote_dvec3){0.31, 0.27, 0.29}, 4);
    return p;
}

// ---------------------------------------------------------------------------------------------
// GLB files

static uint32_t add_mesh(sample_glb *glb, const test_mesh *mesh, const char *more)
{
    uint32_t positions = sample_glb_floats(glb, &mesh->positions[0].x, mesh->vertex_count, 3);
    uint32_t corners = sample_glb_words(glb, mesh->triangles, mesh->triangle_count * 3, 1);
    return sample_glb_item(glb, SAMPLE_GLB_MESHES,
                           "{\"primitives\":[{\"attributes\":{\"POSITION\":%u%s},\"indices\":%u}]}",
                           positions, more, corners);
}

// A sampler and a channel, as text for an animation with one of each.
static void add_clip(sample_glb *glb, uint32_t node, const char *path, const char *interpolation,
                     const float *times, uint32_t keys, const float *values, uint32_t value_count,
                     uint32_t width)
{
    uint32_t input = sample_glb_floats(glb, times, keys, 1);
    uint32_t output = sample_glb_floats(glb, values, value_count, width);
    sample_glb_item(glb, SAMPLE_GLB_ANIMATIONS,
                    "{\"name\":\"clip\",\"samplers\":[{\"input\":%u,\"output\":%u,"
                    "\"interpolation\":\"%s\"}],\"channels\":[{\"sampler\":0,\"target\":"
                    "{\"node\":%u,\"path\":\"%s\"}}]}",
                    input, output, interpolation, node, path);
}

static void finish_glb(sample_glb *glb, const char *roots, const char *name)
{
    char room[4096];
    assert_int_equal(sample_glb_write(glb, roots, play_path(room, name)), MOTE_OK);
    sample_glb_release(glb);
}

// Two nodes of one mesh each; node 1 has the clip.
static void expect_moving_node(play p, const char *extra, const char *path,
                               const char *interpolation, const float *times, uint32_t keys,
                               const float *values, uint32_t value_count, uint32_t width)
{
    sample_glb glb = sample_glb_create();
    for (uint32_t i = 0; i < 2; i++)
        sample_glb_item(&glb, SAMPLE_GLB_NODES, "{\"name\":\"part %u\",\"mesh\":%u%s}", i,
                        add_mesh(&glb, &p.parts[i], ""), i ? extra : "");
    add_clip(&glb, 1, path, interpolation, times, keys, values, value_count, width);
    finish_glb(&glb, "[0,1]", "case.glb");
    play_expect(&p, "case.glb");
    play_release(&p);
}

static double mix(double a, double b, double t)
{
    return a * (1 - t) + b * t;
}

static const float three_times[3] = {0, 0.4f, 1};

static mote_dvec3 slide(const play *p, uint32_t part, uint32_t vertex, double time)
{
    mote_dvec3 rest = play_rest(p, part, vertex);
    if (part == 1)
        rest.x += time < (double)0.4f ? mix(2, 0.61, time / (double)0.4f)
                                      : mix(0.61, -3, (time - (double)0.4f) / (1 - (double)0.4f));
    return rest;
}

static void a_node_that_slides(void **state)
{
    (void)state;
    static const float places[9] = {2, 0, 0, 0.61f, 0, 0, -3, 0, 0};
    expect_moving_node(two_boxes("slide", slide), "", "translation", "LINEAR", three_times, 3,
                       places, 3, 3);
}

static mote_dvec3 jump(const play *p, uint32_t part, uint32_t vertex, double time)
{
    mote_dvec3 rest = play_rest(p, part, vertex);
    if (part == 1) rest.x += time < (double)0.4f ? 2 : time < 1 ? 0.61 : -3;
    return rest;
}

static void a_node_that_jumps_by_step_keys(void **state)
{
    (void)state;
    static const float places[9] = {2, 0, 0, 0.61f, 0, 0, -3, 0, 0};
    expect_moving_node(two_boxes("jump", jump), "", "translation", "STEP", three_times, 3, places,
                       3, 3);
}

// Hermite's polynomial, written another way than the command's.
static double hermite(double a, double out, double in, double b, double length, double t)
{
    double c1 = length * out, c2 = 3 * (b - a) - length * (2 * out + in);
    double c3 = 2 * (a - b) + length * (out + in);
    return a + t * (c1 + t * (c2 + t * c3));
}

static mote_dvec3 swing_by(const play *p, uint32_t part, uint32_t vertex, double time)
{
    mote_dvec3 rest = play_rest(p, part, vertex);
    if (part == 1) rest.x += hermite(1.2, -6, 5, 1.3, 1, time);
    return rest;
}

static void a_node_on_a_cubic_spline(void **state)
{
    (void)state;
    static const float times[2] = {0, 1};
    // Incoming tangent, value, outgoing tangent.
    static const float keys[18] = {9, 9, 9, 1.2f, 0, 0, -6, 0, 0, 5, 0, 0, 1.3f, 0, 0, 7, 7, 7};
    expect_moving_node(two_boxes("spline", swing_by), "", "translation", "CUBICSPLINE", times, 2,
                       keys, 6, 3);
}

// Turned about z, then carried to x = 0.9.
static mote_dvec3 turned(mote_dvec3 p, double turns)
{
    double c = scene_cos_turns(turns), s = scene_sin_turns(turns);
    return (mote_dvec3){c * p.x - s * p.y, s * p.x + c * p.y, p.z};
}

static mote_dvec3 revolve(const play *p, uint32_t part, uint32_t vertex, double time)
{
    mote_dvec3 rest = play_rest(p, part, vertex);
    if (part == 0) return rest;
    mote_dvec3 q = turned(rest, time * 0.3);
    q.x += (double)0.83f;
    return q;
}

static void a_node_that_turns(void **state)
{
    (void)state;
    static const float times[2] = {0, 1};
    const float keys[8] = {
        0, 0, 0, 1, 0, 0, (float)scene_sin_turns(0.15), (float)scene_cos_turns(0.15)};
    play p = two_boxes("turn", revolve);
    expect_moving_node(p, ",\"translation\":[0.83,0,0]", "rotation", "LINEAR", times, 2, keys, 2,
                       4);
}

static mote_dvec3 grow(const play *p, uint32_t part, uint32_t vertex, double time)
{
    mote_dvec3 rest = play_rest(p, part, vertex);
    if (part == 0) return rest;
    mote_dvec3 q = {rest.x * mix(0.5, 2.3, time), rest.y * mix(0.5, 1, time), rest.z};
    q.x += (double)0.91f;
    return q;
}

static void a_node_that_grows(void **state)
{
    (void)state;
    static const float times[2] = {0, 1};
    static const float keys[6] = {0.5f, 0.5f, 1, 2.3f, 1, 1};
    expect_moving_node(two_boxes("grow", grow), ",\"translation\":[0.91,0,0]", "scale", "LINEAR",
                       times, 2, keys, 2, 3);
}

// A parent with a matrix, a child that slides: matrix * translation.
static mote_dvec3 slide_in_matrix(const play *p, uint32_t part, uint32_t vertex, double time)
{
    mote_dvec3 rest = play_rest(p, part, vertex);
    if (part == 0) return rest;
    rest.x += mix(2, -2.2, time);
    return (mote_dvec3){0.1 + 0.7 * rest.x, 1.1 * rest.z, -0.9 * rest.y};
}

static void a_child_of_a_node_with_a_matrix(void **state)
{
    (void)state;
    static const float times[2] = {0, 1};
    static const float places[6] = {2, 0, 0, -2.2f, 0, 0};
    play p = two_boxes("matrix", slide_in_matrix);
    sample_glb glb = sample_glb_create();
    sample_glb_item(&glb, SAMPLE_GLB_NODES, "{\"mesh\":%u}", add_mesh(&glb, &p.parts[0], ""));
    sample_glb_item(&glb, SAMPLE_GLB_NODES, "{\"name\":\"child\",\"mesh\":%u}",
                    add_mesh(&glb, &p.parts[1], ""));
    sample_glb_item(&glb, SAMPLE_GLB_NODES,
                    "{\"children\":[1],\"matrix\":[0.7,0,0,0, 0,0,-0.9,0, 0,1.1,0,0, 0.1,0,0,1]}");
    add_clip(&glb, 1, "translation", "LINEAR", times, 2, places, 2, 3);
    finish_glb(&glb, "[2,0]", "case.glb");
    play_expect(&p, "case.glb");
    play_release(&p);
}

// ---------------------------------------------------------------------------------------------
// Morph targets

static mote_dvec3 swelling(const play *p, uint32_t part, uint32_t vertex)
{
    (void)p;
    double a = 0.05 * (vertex % 7), b = 0.04 * (vertex % 5);
    return part == 1 ? (mote_dvec3){-0.7 - a, b, 0.02} : (mote_dvec3){0, 0, 0};
}

static mote_dvec3 swell(const play *p, uint32_t part, uint32_t vertex, double weight)
{
    mote_dvec3 rest = play_rest(p, part, vertex), to = swelling(p, part, vertex);
    if (part == 1) rest.x += (double)1.37f;
    return mote_dvec_add(
        rest, mote_dvec_scale(mote_vec_widen(mote_dvec_narrow(to)), part == 1 ? weight : 0));
}

static mote_dvec3 swell_linear(const play *p, uint32_t part, uint32_t vertex, double time)
{
    return swell(p, part, vertex, time < 0.5 ? 2 * time : 2 - 2 * time);
}

static mote_dvec3 swell_cubic(const play *p, uint32_t part, uint32_t vertex, double time)
{
    return swell(p, part, vertex, hermite(0, 0, -4, 0.4, 1, time));
}

static void expect_morph(play p, const char *interpolation, const float *times, uint32_t keys,
                         const float *weights, uint32_t weight_count)
{
    sample_glb glb = sample_glb_create();
    sample_glb_item(&glb, SAMPLE_GLB_NODES, "{\"mesh\":%u}", add_mesh(&glb, &p.parts[0], ""));
    const test_mesh *mesh = &p.parts[1];
    mote_vec3 *deltas = malloc(mesh->vertex_count * sizeof *deltas);
    assert_non_null(deltas);
    for (uint32_t i = 0; i < mesh->vertex_count; i++)
        deltas[i] = mote_dvec_narrow(swelling(&p, 1, i));
    uint32_t positions = sample_glb_floats(&glb, &mesh->positions[0].x, mesh->vertex_count, 3);
    uint32_t target = sample_glb_floats(&glb, &deltas[0].x, mesh->vertex_count, 3);
    uint32_t corners = sample_glb_words(&glb, mesh->triangles, mesh->triangle_count * 3, 1);
    sample_glb_item(&glb, SAMPLE_GLB_MESHES,
                    "{\"primitives\":[{\"attributes\":{\"POSITION\":%u},\"indices\":%u,"
                    "\"targets\":[{\"POSITION\":%u}]}]}",
                    positions, corners, target);
    sample_glb_item(&glb, SAMPLE_GLB_NODES, "{\"mesh\":1,\"translation\":[1.37,0,0]}");
    add_clip(&glb, 1, "weights", interpolation, times, keys, weights, weight_count, 1);
    free(deltas);
    finish_glb(&glb, "[0,1]", "case.glb");
    play_expect(&p, "case.glb --weld none");
    play_release(&p);
}

static void a_morph_target(void **state)
{
    (void)state;
    static const float times[3] = {0, 0.5f, 1}, weights[3] = {0, 1, 0};
    expect_morph(two_boxes("morph", swell_linear), "LINEAR", times, 3, weights, 3);
}

static void morph_weights_on_a_cubic_spline(void **state)
{
    (void)state;
    static const float times[2] = {0, 1}, keys[6] = {5, 0, 0, -4, 0.4f, 5};
    expect_morph(two_boxes("cubic weights", swell_cubic), "CUBICSPLINE", times, 2, keys, 6);
}

// ---------------------------------------------------------------------------------------------
// Skins

// Weight of the second bone, which turns about z through the origin.
static double bend_weight(mote_dvec3 rest)
{
    return (double)(float)fmin(fmax(0.5 + rest.x * 0.4, 0), 1);
}

static mote_dvec3 bend(const play *p, uint32_t part, uint32_t vertex, double turns)
{
    mote_dvec3 rest = play_rest(p, part, vertex);
    double w = bend_weight(rest), first = (double)(float)(1 - w);
    mote_dvec3 q = turned(rest, turns);
    return mote_dvec_scale(mote_dvec_add(mote_dvec_scale(rest, first), mote_dvec_scale(q, w)),
                           1 / (first + w));
}

static mote_dvec3 bend_down(const play *p, uint32_t part, uint32_t vertex, double time)
{
    return part == 1 ? play_rest(p, part, vertex) : bend(p, part, vertex, -0.25 * time);
}

// Joints of 16 bits, weights of floats; bone 0 stays.
static void add_skinned(sample_glb *glb, const test_mesh *mesh, const char *name)
{
    uint16_t *joints = calloc((size_t)mesh->vertex_count * 4, sizeof *joints);
    float *weights = calloc((size_t)mesh->vertex_count * 4, sizeof *weights);
    assert_non_null(joints);
    assert_non_null(weights);
    for (size_t i = 0; i < mesh->vertex_count; i++) {
        double w = bend_weight(mote_vec_widen(mesh->positions[i]));
        joints[4 * i + 1] = 1;
        weights[4 * i] = (float)(1 - w);
        weights[4 * i + 1] = (float)w;
    }
    char more[128];
    snprintf(more, sizeof more, ",\"JOINTS_0\":%u,\"WEIGHTS_0\":%u",
             sample_glb_shorts(glb, joints, mesh->vertex_count, 4),
             sample_glb_floats(glb, weights, mesh->vertex_count, 4));
    sample_glb_item(glb, SAMPLE_GLB_NODES,
                    "{\"name\":\"%s\",\"mesh\":%u,\"skin\":0,\"translation\":[9,9,9]}", name,
                    add_mesh(glb, mesh, more));
    free(joints);
    free(weights);
}

static void add_bend_clip(sample_glb *glb, double turns)
{
    static const float times[2] = {0, 1};
    const float keys[8] = {
        0, 0, 0, 1, 0, 0, (float)scene_sin_turns(turns / 2), (float)scene_cos_turns(turns / 2)};
    add_clip(glb, 1, "rotation", "LINEAR", times, 2, keys, 2, 4);
    sample_glb_item(glb, SAMPLE_GLB_SKINS, "{\"joints\":[0,1]}");
}

static void a_skin(void **state)
{
    (void)state;
    play p = {.name = "skin", .part_count = 2, .motion = bend_down, .end = 1, .fps = 10};
    p.parts[0] = play_box((mote_dvec3){0, 0, 0}, (mote_dvec3){2, 0.21, 0.23}, 7);
    p.parts[1] = play_box((mote_dvec3){0.93, -1.31, 0.02}, (mote_dvec3){0.55, 0.53, 0.57}, 4);
    sample_glb glb = sample_glb_create();
    sample_glb_item(&glb, SAMPLE_GLB_NODES, "{\"name\":\"root\",\"children\":[1]}");
    sample_glb_item(&glb, SAMPLE_GLB_NODES, "{\"name\":\"tip\"}");
    add_skinned(&glb, &p.parts[0], "bar");
    sample_glb_item(&glb, SAMPLE_GLB_NODES, "{\"name\":\"block\",\"mesh\":%u}",
                    add_mesh(&glb, &p.parts[1], ""));
    add_bend_clip(&glb, -0.25);
    finish_glb(&glb, "[0,2,3]", "case.glb");
    play_expect(&p, "case.glb");
    play_release(&p);
}

// Folded by nearly half a turn, one half of the bar goes into the other.
static mote_dvec3 fold(const play *p, uint32_t part, uint32_t vertex, double time)
{
    return bend(p, part, vertex, 0.49 * time);
}

static play folded_bar(const char *first_bone, const char *second_bone)
{
    play p = {.name = "self", .part_count = 1, .motion = fold, .self = true, .end = 1, .fps = 10};
    p.parts[0] = play_box((mote_dvec3){0.01, 0.16, 0.02}, (mote_dvec3){2, 0.21, 0.23}, 7);
    sample_glb glb = sample_glb_create();
    sample_glb_item(&glb, SAMPLE_GLB_NODES, "{\"name\":\"%s\",\"children\":[1]}", first_bone);
    sample_glb_item(&glb, SAMPLE_GLB_NODES, "{\"name\":\"%s\"}", second_bone);
    add_skinned(&glb, &p.parts[0], "bar");
    add_bend_clip(&glb, 0.49);
    finish_glb(&glb, "[0,2]", "case.glb");
    return p;
}

static void a_single_mesh_that_pierces_itself(void **state)
{
    (void)state;
    play p = folded_bar("root", "tip");
    play_expect(&p, "case.glb");
    play_release(&p);
}

static void expect_in_summary(const char *wanted)
{
    char room[4096];
    assert_int_equal(play_run("case.glb"), 1);
    char *summary = play_slurp(play_path(room, "out.txt"));
    if (!strstr(summary, wanted)) fail_msg("'%s' is not in:\n%s", wanted, summary);
    free(summary);
}

static void long_names_of_bones_are_not_cut_in_the_summary(void **state)
{
    (void)state;
    play p = folded_bar("root", "tip");
    expect_in_summary("root x tip   ");
    play_release(&p);
    p = folded_bar("Skeleton_left_upper_arm", "Skeleton_left_lower_arm");
    expect_in_summary("bar with itself");
    expect_in_summary("\n             Skeleton_left_lower_arm x Skeleton_left_upper_arm\n");
    play_release(&p);
}

// ---------------------------------------------------------------------------------------------
// Files of meshes

static void write_model(const play *p, uint32_t part, double time, const char *name)
{
    const test_mesh *mesh = &p->parts[part];
    io_model model;
    char room[4096];
    assert_int_equal(io_model_create(mesh->vertex_count, mesh->triangle_count, &model), MOTE_OK);
    memcpy(model.triangles, mesh->triangles, (size_t)mesh->triangle_count * 3 * sizeof(uint32_t));
    for (uint32_t v = 0; v < mesh->vertex_count; v++)
        model.positions[v] = mote_dvec_narrow(p->motion(p, part, v, time));
    assert_int_equal(io_write(play_path(room, name), &model), MOTE_OK);
    io_model_release(&model);
}

static void expect_sequence(const char *extension, const char *arguments)
{
    play p = two_boxes(extension, slide);
    for (uint32_t i = 0; i <= 10; i++) {
        for (uint32_t part = 0; part < 2; part++) {
            char name[64];
            snprintf(name, sizeof name, "%s%u_%03u.%s", part ? "mover" : "block", part, i,
                     extension);
            write_model(&p, part, i / p.fps, name);
        }
    }
    play_expect(&p, arguments);
    play_release(&p);
}

static void numbered_obj_files(void **state)
{
    (void)state;
    expect_sequence("obj", "block0_%03d.obj mover1_%03d.obj");
}

static void numbered_ply_files(void **state)
{
    (void)state;
    expect_sequence("ply", "block0_000.ply mover1_%03d.ply");
}

static void numbered_stl_files(void **state)
{
    (void)state;
    expect_sequence("stl", "block0_%03d.stl mover1_%03d.stl");
}

static void numbered_off_files(void **state)
{
    (void)state;
    expect_sequence("off", "block0_000.off mover1_%03d.off");
}

// A GLB file that moves and a PLY file that does not.
static void several_files_of_different_kinds(void **state)
{
    (void)state;
    static const float places[9] = {2, 0, 0, 0.61f, 0, 0, -3, 0, 0};
    play p = two_boxes("several", slide);
    write_model(&p, 0, 0, "block.ply");
    sample_glb glb = sample_glb_create();
    sample_glb_item(&glb, SAMPLE_GLB_NODES, "{\"mesh\":%u}", add_mesh(&glb, &p.parts[1], ""));
    add_clip(&glb, 0, "translation", "LINEAR", three_times, 3, places, 3, 3);
    finish_glb(&glb, "[0]", "mover.glb");
    play_expect(&p, "block.ply mover.glb");
    play_release(&p);
}

// ---------------------------------------------------------------------------------------------
// Collada, by libassimp

static void write_collada_source(FILE *to, const char *id, const float *numbers, size_t count,
                                 unsigned width, const char *parameters)
{
    fprintf(to, "<source id=\"%s\"><float_array id=\"%s-a\" count=\"%zu\">", id, id, count * width);
    for (size_t i = 0; i < count * width; i++) fprintf(to, "%.9g ", (double)numbers[i]);
    fprintf(to,
            "</float_array><technique_common><accessor source=\"#%s-a\" count=\"%zu\" "
            "stride=\"%u\">%s</accessor></technique_common></source>\n",
            id, count, width, parameters);
}

static void write_collada_mesh(FILE *to, const test_mesh *mesh, uint32_t part)
{
    char id[32];
    snprintf(id, sizeof id, "p%u", part);
    fprintf(to, "<geometry id=\"g%u\" name=\"g%u\"><mesh>", part, part);
    write_collada_source(to, id, &mesh->positions[0].x, mesh->vertex_count, 3,
                         "<param name=\"X\" type=\"float\"/><param name=\"Y\" type=\"float\"/>"
                         "<param name=\"Z\" type=\"float\"/>");
    fprintf(to,
            "<vertices id=\"v%u\"><input semantic=\"POSITION\" source=\"#%s\"/></vertices>"
            "<triangles count=\"%u\"><input semantic=\"VERTEX\" source=\"#v%u\" offset=\"0\"/><p>",
            part, id, mesh->triangle_count, part);
    for (size_t i = 0; i < (size_t)mesh->triangle_count * 3; i++)
        fprintf(to, "%u ", mesh->triangles[i]);
    fprintf(to, "</p></triangles></mesh></geometry>\n");
}

static void write_collada(const play *p, const char *name)
{
    static const float times[2] = {0, 1};
    static const float places[6] = {2, 0, 0, -2.2f, 0, 0};
    char room[4096];
    FILE *to = fopen(play_path(room, name), "w");
    assert_non_null(to);
    fprintf(to, "<?xml version=\"1.0\"?><COLLADA xmlns=\"http://www.collada.org/2005/11/"
                "COLLADASchema\" version=\"1.4.1\"><asset><up_axis>Y_UP</up_axis></asset>\n"
                "<library_geometries>");
    for (uint32_t i = 0; i < 2; i++) write_collada_mesh(to, &p->parts[i], i);
    fprintf(to, "</library_geometries><library_animations><animation id=\"a\" name=\"slide\">");
    write_collada_source(to, "in", times, 2, 1, "<param name=\"TIME\" type=\"float\"/>");
    write_collada_source(to, "out", places, 2, 3,
                         "<param name=\"X\" type=\"float\"/><param name=\"Y\" type=\"float\"/>"
                         "<param name=\"Z\" type=\"float\"/>");
    fprintf(to, "<sampler id=\"s\"><input semantic=\"INPUT\" source=\"#in\"/><input "
                "semantic=\"OUTPUT\" source=\"#out\"/></sampler><channel source=\"#s\" "
                "target=\"n1/move\"/></animation></library_animations><library_visual_scenes>"
                "<visual_scene id=\"scene\"><node id=\"n0\" name=\"block\"><instance_geometry "
                "url=\"#g0\"/></node><node id=\"n1\" name=\"mover\"><translate sid=\"move\">2 0 0"
                "</translate><instance_geometry url=\"#g1\"/></node></visual_scene>"
                "</library_visual_scenes><scene><instance_visual_scene url=\"#scene\"/></scene>"
                "</COLLADA>\n");
    assert_int_equal(fclose(to), 0);
}

static mote_dvec3 slide_evenly(const play *p, uint32_t part, uint32_t vertex, double time)
{
    mote_dvec3 rest = play_rest(p, part, vertex);
    if (part == 1) rest.x += mix(2, -2.2, time);
    return rest;
}

static void a_collada_file(void **state)
{
    (void)state;
    play p = two_boxes("collada", slide_evenly);
    write_collada(&p, "case.dae");
    char room[4096];
    int code = play_run("case.dae");
    char *message = play_slurp(play_path(room, "err.txt"));
    bool missing = code == 2 && strstr(message, "libassimp");
    free(message);
    if (!missing) play_expect(&p, "case.dae");
    play_release(&p);
    if (missing) skip();
}

// ---------------------------------------------------------------------------------------------
// The example

// What samples/arm.h says of it, and nothing else.
static void the_example_has_what_it_says(void **state)
{
    (void)state;
    char room[4096];
    assert_int_equal(sample_write_arm(play_path(room, "arm.glb"), 1), MOTE_OK);
    assert_int_equal(play_run("arm.glb --json arm.json"), 1);
    char *report = play_slurp(play_path(room, "arm.json"));
    assert_non_null(strstr(report, "\"first\":79,\"last\":101"));
    assert_non_null(strstr(report, "\"first\":13,\"last\":17"));
    assert_non_null(strstr(report, "\"first\":45,\"last\":47"));
    assert_non_null(strstr(report, "\"frames_checked\":121,\"frames_near\":0,\"frames_touch\":0,"
                                   "\"frames_penetrate\":31,"));
    free(report);
}

// The example as its own importer sees it, moved vertex by vertex in double.
static struct {
    asset_file asset;
    asset_node_poses poses;
    double time;
} arm;

static mote_dvec3 move_arm(const play *p, uint32_t part, uint32_t vertex, double time)
{
    (void)p;
    if (time != arm.time) asset_node_poses_pose(&arm.poses, arm.asset.clips.data, time);
    arm.time = time;
    return mote_vec_widen(asset_rig_vertex(&arm.asset, &arm.poses, part, vertex));
}

static test_mesh mesh_of_surface(uint32_t number)
{
    const asset_surface *s = (asset_surface *)arm.asset.surfaces.data + number;
    test_mesh mesh = {.vertex_count = (uint32_t)s->positions.count,
                      .triangle_count = (uint32_t)s->triangles.count / 3};
    mesh.positions = malloc(mesh.vertex_count * sizeof(mote_vec3));
    mesh.triangles = malloc(s->triangles.count * sizeof(uint32_t));
    assert_non_null(mesh.positions);
    assert_non_null(mesh.triangles);
    memcpy(mesh.positions, (mote_vec3 *)arm.asset.positions.data + s->positions.first,
           mesh.vertex_count * sizeof(mote_vec3));
    memcpy(mesh.triangles, (uint32_t *)arm.asset.corners.data + s->triangles.first,
           s->triangles.count * sizeof(uint32_t));
    return mesh;
}

static void the_example_face_by_face(void **state)
{
    (void)state;
    if (test_count(0, 1, 1) == 0) skip();
    char room[4096];
    check_import_limits limits = check_default_import_limits();
    assert_int_equal(sample_write_arm(play_path(room, "arm.glb"), 1), MOTE_OK);
    assert_int_equal(check_import(room, NULL, &limits, &arm.asset), MOTE_OK);
    assert_int_equal(asset_node_poses_create(&arm.asset, &arm.poses), MOTE_OK);
    arm.time = -1;
    play p = {.name = "arm", .part_count = 2, .motion = move_arm, .end = 4, .fps = 30};
    for (uint32_t i = 0; i < 2; i++) p.parts[i] = mesh_of_surface(i);
    play_expect(&p, "arm.glb");
    play_release(&p);
    asset_node_poses_release(&arm.poses);
    asset_release(&arm.asset);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_node_that_slides),
        cmocka_unit_test(a_node_that_jumps_by_step_keys),
        cmocka_unit_test(a_node_on_a_cubic_spline),
        cmocka_unit_test(a_node_that_turns),
        cmocka_unit_test(a_node_that_grows),
        cmocka_unit_test(a_child_of_a_node_with_a_matrix),
        cmocka_unit_test(a_morph_target),
        cmocka_unit_test(morph_weights_on_a_cubic_spline),
        cmocka_unit_test(a_skin),
        cmocka_unit_test(a_single_mesh_that_pierces_itself),
        cmocka_unit_test(long_names_of_bones_are_not_cut_in_the_summary),
        cmocka_unit_test(numbered_obj_files),
        cmocka_unit_test(numbered_ply_files),
        cmocka_unit_test(numbered_stl_files),
        cmocka_unit_test(numbered_off_files),
        cmocka_unit_test(several_files_of_different_kinds),
        cmocka_unit_test(a_collada_file),
        cmocka_unit_test(the_example_has_what_it_says),
        cmocka_unit_test(the_example_face_by_face),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
