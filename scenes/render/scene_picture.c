#include "scenes/render/scene_picture.h"

#include <stdlib.h>
#include <string.h>

#include "core/box.h"
#include "core/result.h"

const scene_color scene_color_of_contact = {0.86f, 0.08f, 0.10f};

mote_result scene_frame_box(const scene_instance *scene, uint32_t frame, mote_box *out)
{
    *out = mote_box_empty();
    for (uint32_t i = 0; i < scene_body_count(scene); i++) {
        const io_model *model = scene_model(scene, i);
        mote_vec3 *positions = malloc(model->vertex_count * sizeof *positions);
        if (!positions) return mote_fail_memory(model->vertex_count * sizeof *positions, "a body");
        scene_positions(scene, i, frame, positions);
        for (uint32_t v = 0; v < model->vertex_count; v++) mote_box_add_point(out, positions[v]);
        free(positions);
    }
    return MOTE_OK;
}

// Marks the faces of a body that are in the report.
static void mark_faces(const mote_report *report, uint32_t body, uint8_t *marks)
{
    for (size_t i = 0; i < report->pair_count; i++) {
        const mote_pair_report *pair = &report->pairs[i];
        const mote_face_pair *faces = report->face_pairs + pair->first_face_pair;
        for (uint32_t k = 0; k < pair->face_pair_count; k++) {
            if (pair->a.index == body) marks[faces[k].face_a] = 1;
            if (pair->b.index == body) marks[faces[k].face_b] = 1;
        }
    }
}

// Bodies of many small faces have no outlines, which would cover the body.
static float outline_of(const io_model *model)
{
    return model->triangle_count <= 3000 ? 0.22f : model->triangle_count <= 12000 ? 0.1f : 0;
}

static void draw_faces(scene_renderer *renderer, const io_model *model, const mote_vec3 *positions,
                       scene_color color, const uint8_t *marks)
{
    for (uint32_t f = 0; f < model->triangle_count; f++) {
        mote_vec3 corners[3];
        for (int k = 0; k < 3; k++) corners[k] = positions[model->triangles[3 * (size_t)f + k]];
        scene_render_triangle(renderer, corners, NULL, marks[f] ? scene_color_of_contact : color,
                              outline_of(model));
    }
}

mote_result scene_draw(scene_renderer *renderer, const scene_instance *scene, uint32_t frame,
                       const mote_report *report)
{
    mote_result result = MOTE_OK;
    for (uint32_t i = 0; i < scene_body_count(scene) && !result; i++) {
        const io_model *model = scene_model(scene, i);
        mote_vec3 *positions = malloc(model->vertex_count * sizeof *positions);
        uint8_t *marks = calloc(model->triangle_count, 1);
        if (positions && marks) {
            scene_positions(scene, i, frame, positions);
            if (report) mark_faces(report, i, marks);
            draw_faces(renderer, model, positions, scene_color_of(i), marks);
        } else {
            result = mote_fail_memory(model->vertex_count * sizeof *positions, "a body");
        }
        free(positions);
        free(marks);
    }
    return result;
}
