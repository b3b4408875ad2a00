#include <mote/dynamics.h>
#include <mote/mesh.h>
#include <mote/papers.h>

#include "fuzz/extremes/mesh.h"

static void call_areas(extremes *e, const extreme_mesh *m)
{
    bool literal = extremes_bool(e);
    mote_areas_def def =
        literal ? CALL(e, mote_literal_areas_def)() : CALL(e, mote_default_areas_def)();
    def.mesh = m->mesh;
    def.count = 1 + extremes_below(e, 12);
    def.positions = m->points;
    if (extremes_bool(e)) {
        def.position_weight = extremes_float(e);
        def.normal_weight = extremes_float(e);
        def.epsilon = extremes_float(e);
    }
    def.iteration_limit = 4;
    const mote_area_factor factor = {&m->points[0].x, 3, extremes_float(e)};
    def.factors = &factor;
    def.factor_count = extremes_below(e, 2);
    mote_areas *areas = NULL;
    mote_areas_view view;
    if (CALL(e, mote_areas_create)(&def, &areas) == MOTE_OK)
        CALL(e, mote_areas_get_view)(areas, &view);
    CALL(e, mote_areas_destroy)(areas);
}

static void call_counts(extremes *e, const extreme_mesh *m)
{
    uint32_t count, parts;
    CALL(e, mote_count_by_kissing)(extremes_below(e, 256));
    CALL(e, mote_count_by_shadows)(extremes_float(e), extremes_float(e), &count);
    mote_convex_parts_def convex = CALL(e, mote_default_convex_parts_def)();
    convex.mesh = m->mesh;
    convex.sample_count = 1 + extremes_below(e, 16);
    if (extremes_bool(e)) convex.depth = extremes_float(e);
    CALL(e, mote_count_by_convex_parts)(&convex, &parts, &count);
    mote_part_spheres_def spheres = CALL(e, mote_default_part_spheres_def)();
    spheres.mesh = m->mesh;
    if (extremes_bool(e)) spheres.turn = extremes_float(e);
    spheres.other_radius = extremes_float(e);
    mote_part_sphere out[8];
    CALL(e, mote_find_part_spheres)(&spheres, out, 8, &count);
}

void extremes_of_meshes(extremes *e)
{
    static _Thread_local extreme_mesh m;
    extreme_mesh_create(e, &m);
    if (!m.mesh) return;
    mote_mesh_info info;
    mote_mesh_view view;
    mote_findings findings;
    CALL(e, mote_mesh_get_info)(m.mesh, &info);
    CALL(e, mote_mesh_get_view)(m.mesh, &view);
    CALL(e, mote_mesh_get_findings)(m.mesh, &findings);
    for (int i = 0; i < 8; i++) CALL(e, mote_mesh_contains)(m.mesh, extremes_vec(e));
    mote_mass mass;
    CALL(e, mote_mass_of_mesh)(m.mesh, NULL, extremes_double(e), &mass);
    mote_positions positions = extreme_positions(e, &m);
    CALL(e, mote_mass_of_mesh)(m.mesh, &positions, extremes_double(e), &mass);
    call_areas(e, &m);
    call_counts(e, &m);
    extreme_mesh_destroy(e, &m);
}
