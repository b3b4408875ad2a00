// Areas by LBG quantization, in color.

#include <mote/mesh.h>
#include <mote/papers.h>
#include <stdio.h>

#include "bench/paper/lbg/lbg.h"
#include "scenes/render/renderer.h"

enum { WIDTH = 640, HEIGHT = 420 };

static mote_result make_mesh(const io_model *model, mote_mesh **out)
{
    mote_mesh_def def = mote_default_mesh_def();
    def.positions = (mote_positions){.data = model->positions, .count = model->vertex_count};
    def.indices = model->triangles;
    def.index_count = 3 * (size_t)model->triangle_count;
    def.weld = MOTE_WELD_EXACT;
    return mote_mesh_create(&def, out);
}

// A face has the area of its first corner.
static mote_result draw_areas(const mote_mesh *mesh, const mote_areas *areas, scene_image *out)
{
    mote_mesh_info info;
    mote_mesh_view view;
    mote_areas_view found;
    scene_renderer *renderer;
    mote_mesh_get_info(mesh, &info);
    mote_mesh_get_view(mesh, &view);
    mote_areas_get_view(areas, &found);
    mote_result result = scene_renderer_create(WIDTH, HEIGHT, (scene_color){1, 1, 1}, &renderer);
    if (result) return result;
    scene_renderer_look(renderer, &info.box, (mote_vec3){0.5f, -1, 0.45f});
    for (uint32_t f = 0; f < info.triangle_count; f++) {
        const uint32_t *t = view.triangles + 3 * (size_t)f;
        mote_vec3 corners[3] = {view.positions[t[0]], view.positions[t[1]], view.positions[t[2]]};
        scene_render_triangle(renderer, corners, NULL, scene_color_of(found.area_of[t[0]]), 0.08f);
    }
    result = scene_renderer_finish(renderer, out);
    scene_renderer_destroy(renderer);
    return result;
}

typedef struct cut {
    uint32_t fragments, empty;
} cut;

static bool show_areas(paper_page *page, const mote_mesh *mesh, mote_areas_def def,
                       const char *file, const char *form, cut *out)
{
    mote_areas *areas;
    mote_areas_view view;
    scene_image image;
    char caption[128];
    def.mesh = mesh;
    def.count = 12;
    if (!paper_page_check(page, mote_areas_create(&def, &areas))) return false;
    mote_areas_get_view(areas, &view);
    *out = (cut){view.fragment_count, view.empty_count};
    snprintf(caption, sizeof caption,
             "Twelve areas of a teapot, %s: %u connected pieces, %u empty.", form,
             view.fragment_count, view.empty_count);
    bool drawn = paper_page_check(page, draw_areas(mesh, areas, &image));
    if (drawn) {
        paper_page_picture(page, file, &image, caption);
        scene_image_release(&image);
    }
    mote_areas_destroy(areas);
    return drawn;
}

void paper_lbg_areas(paper_page *page, const paper_run *run)
{
    paper_begin(run, "areas");
    io_model teapot;
    mote_mesh *mesh = NULL;
    cut literal, repaired;
    if (!paper_page_check(page, scene_model_make("teapot", &teapot))) return;
    paper_page_heading(page, "Areas");
    if (paper_page_check(page, make_mesh(&teapot, &mesh)) &&
        show_areas(page, mesh, mote_literal_areas_def(), "areas-literal", "literal", &literal) &&
        show_areas(page, mesh, mote_default_areas_def(), "areas", "repaired", &repaired))
        paper_page_claim(
            page,
            &(paper_claim){"surface partitioning",
                           "LBG quantization of position and normal cuts a surface "
                           "into N areas",
                           "12 areas of the teapot are 12 connected pieces, none empty",
                           literal.fragments == 12 && literal.empty == 0 ? PAPER_CLAIM_HOLDS
                                                                         : PAPER_CLAIM_PARTLY},
            "literal: %u pieces, %u empty; repaired: %u pieces, %u empty", literal.fragments,
            literal.empty, repaired.fragments, repaired.empty);
    mote_mesh_destroy(mesh);
    io_model_release(&teapot);
}
