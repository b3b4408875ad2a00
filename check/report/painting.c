#include "check/report/painting.h"

#include <stdlib.h>
#include <string.h>

#include "core/result.h"
#include "core/vec.h"
#include "io/io.h"

const uint8_t check_found_color[3] = {230, 25, 35};

// Distinct colors without red, which marks collisions.
static const uint8_t palette[][3] = {{150, 180, 215}, {170, 205, 160}, {225, 205, 150},
                                     {190, 170, 210}, {150, 205, 205}, {200, 200, 200}};

enum { PALETTE = sizeof palette / sizeof palette[0] };

const uint8_t *check_part_color(uint32_t part)
{
    return palette[part % PALETTE];
}

// Marks the faces of a part that meet others.
static void mark(const mote_check_frame *frame, uint32_t part, bool *meets)
{
    for (uint32_t i = 0; i < frame->finding_count; i++) {
        const mote_check_finding *f = &frame->findings[i];
        for (uint32_t k = 0; k < f->face_pair_count; k++) {
            if (f->a == part) meets[f->face_pairs[k].face_a] = true;
            if (f->b == part) meets[f->face_pairs[k].face_b] = true;
        }
    }
}

// Replaces positions that are not finite, which cannot be written. Such parts are reported as
// invalid.
static mote_vec3 writable(mote_vec3 p)
{
    return mote_vec_finite(p) ? p : (mote_vec3){0, 0, 0};
}

static void put_vertex(io_model *model, mote_vec3 position, const uint8_t color[3])
{
    memcpy(&model->colors[(size_t)model->vertex_count * 3], color, 3);
    model->positions[model->vertex_count++] = writable(position);
}

// Faces that meet get their own vertices, so that the red ends at their edges.
static void put_part(io_model *model, const asset_part *part, uint32_t number, const bool *meets)
{
    mote_mesh_view mesh;
    mote_mesh_get_view(part->mesh, &mesh);
    uint32_t first = model->vertex_count;
    for (uint32_t i = 0; i < part->vertex_count; i++)
        put_vertex(model, part->positions[i], check_part_color(number));
    for (uint32_t i = 0; i < part->triangle_count; i++) {
        const uint32_t *corners = &mesh.triangles[(size_t)i * 3];
        uint32_t *to = &model->triangles[(size_t)model->triangle_count++ * 3];
        for (int k = 0; k < 3; k++) {
            to[k] = meets[i] ? model->vertex_count : first + corners[k];
            if (meets[i]) put_vertex(model, part->positions[corners[k]], check_found_color);
        }
    }
}

// Allocates a model for all parts, and three more vertices for each of the `marked` faces.
static mote_result create_model(const check_animation *animation, uint64_t marked, io_model *out)
{
    uint64_t vertices = marked * 3, triangles = 0;
    for (uint32_t i = 0; i < animation->part_count; i++) {
        vertices += animation->parts[i]->vertex_count;
        triangles += animation->parts[i]->triangle_count;
    }
    if (vertices > INT32_MAX || triangles > INT32_MAX)
        return mote_fail(MOTE_ERROR_LIMIT, "too many triangles for a picture");
    mote_result result = io_model_create((uint32_t)vertices, (uint32_t)triangles, out);
    if (result) return result;
    out->vertex_count = out->triangle_count = 0; // put_part counts them again
    out->colors = malloc((size_t)vertices * 3 + 1);
    if (out->colors) return MOTE_OK;
    io_model_release(out);
    return mote_fail_memory((size_t)vertices * 3, "a picture");
}

static mote_result paint(const check_animation *animation, const mote_check_frame *frame,
                         io_model *out)
{
    uint64_t face_pairs = 0, faces = 0;
    for (uint32_t i = 0; i < frame->finding_count; i++)
        face_pairs += frame->findings[i].face_pair_count;
    for (uint32_t i = 0; i < animation->part_count; i++)
        faces += animation->parts[i]->triangle_count;
    bool *meets = malloc((size_t)faces + 1);
    if (!meets) return mote_fail_memory((size_t)faces, "a picture");
    mote_result result =
        create_model(animation, face_pairs * 2 < faces ? face_pairs * 2 : faces, out);
    for (uint32_t i = 0; i < animation->part_count && !result; i++) {
        memset(meets, 0, animation->parts[i]->triangle_count);
        mark(frame, i, meets);
        put_part(out, animation->parts[i], i, meets);
    }
    free(meets);
    return result;
}

mote_result check_paint_frame(const check_animation *animation, const mote_check_frame *frame,
                              const char *path)
{
    io_model model;
    mote_result result = paint(animation, frame, &model);
    if (result) return result;
    result = io_write(path, &model);
    io_model_release(&model);
    return result;
}
