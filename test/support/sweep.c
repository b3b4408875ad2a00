#include "support/sweep.h"

#include <mote/geometry.h>
#include <stdlib.h>

#include "core/box.h"
#include "support/run.h"

typedef struct face {
    mote_box box;
    mote_vec3 corners[3];
    bool hit;
} face;

static int compare_lows(const void *p, const void *q)
{
    float a = ((const face *)p)->box.min.z, b = ((const face *)q)->box.min.z;
    return a < b ? -1 : a > b;
}

static face *sorted_faces(const io_model *model, const mote_vec3 *positions, float *tallest)
{
    face *faces = malloc(model->triangle_count * sizeof *faces);
    assert_non_null(faces);
    *tallest = 0.0f;
    for (uint32_t t = 0; t < model->triangle_count; t++) {
        for (int c = 0; c < 3; c++) faces[t].corners[c] = positions[model->triangles[3 * t + c]];
        faces[t].box = mote_box_of_triangle(faces[t].corners);
        faces[t].hit = false;
        *tallest = fmaxf(*tallest, faces[t].box.max.z - faces[t].box.min.z);
    }
    qsort(faces, model->triangle_count, sizeof *faces, compare_lows);
    return faces;
}

static size_t count_hits(const face *faces, size_t count)
{
    size_t hits = 0;
    for (size_t i = 0; i < count; i++) hits += faces[i].hit;
    return hits;
}

sweep_counts sweep_contacts(const io_model *model_a, const mote_vec3 *a, const io_model *model_b,
                            const mote_vec3 *b)
{
    sweep_counts out = {0};
    float tallest_a, tallest_b;
    face *faces_a = sorted_faces(model_a, a, &tallest_a);
    face *faces_b = sorted_faces(model_b, b, &tallest_b);
    size_t first = 0;
    for (size_t i = 0; i < model_a->triangle_count; i++) {
        face *fa = &faces_a[i];
        while (first < model_b->triangle_count &&
               faces_b[first].box.min.z < fa->box.min.z - 1.001f * tallest_b) {
            first++;
        }
        for (size_t j = first; j < model_b->triangle_count; j++) {
            face *fb = &faces_b[j];
            if (fb->box.min.z > fa->box.max.z) break;
            if (!mote_boxes_overlap(&fa->box, &fb->box)) continue;
            if (!mote_triangles_intersect(fa->corners, fb->corners)) continue;
            out.pairs++;
            fa->hit = fb->hit = true;
        }
    }
    out.faces =
        count_hits(faces_a, model_a->triangle_count) + count_hits(faces_b, model_b->triangle_count);
    free(faces_a);
    free(faces_b);
    return out;
}
