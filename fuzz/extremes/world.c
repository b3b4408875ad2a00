#include "fuzz/extremes/world.h"

#include <math.h>
#include <mote/options.h>
#include <mote/origin.h>
#include <mote/papers.h>
#include <string.h>

static mote_method random_method(extremes *e)
{
    if (extremes_bool(e)) return MOTE_METHOD_HYBRID;
    return CALL(e, mote_method_at)(extremes_below(e, MOTE_METHOD_CLOSEST_FEATURE + 1))->method;
}

// The options of the papers as structs, and one by name.
static void set_options(extremes *e, mote_world_def *def)
{
    if (extremes_bool(e)) CALL(e, mote_world_def_set_literal)(def);
    mote_smith_options smith = CALL(e, mote_world_def_get_smith)(def);
    mote_senin_options senin = CALL(e, mote_world_def_get_senin)(def);
    mote_lbg_options lbg = CALL(e, mote_world_def_get_lbg)(def);
    switch (extremes_below(e, 8)) {
    case 0: smith = CALL(e, mote_default_smith_options)(); break;
    case 1: smith = CALL(e, mote_literal_smith_options)(); break;
    case 2: senin = CALL(e, mote_default_senin_options)(); break;
    case 3: senin = CALL(e, mote_literal_senin_options)(); break;
    case 4: lbg = CALL(e, mote_default_lbg_options)(); break;
    case 5: lbg = CALL(e, mote_literal_lbg_options)(); break;
    default: break;
    }
    if (extremes_bool(e)) senin.reach = extremes_float(e);
    if (extremes_bool(e)) senin.tolerance = extremes_float(e);
    if (extremes_bool(e)) senin.neighborhood = extremes_float(e);
    if (extremes_bool(e)) lbg.acceptable = extremes_float(e);
    // Each level of an octree has four times as many cells in a face, and faces are as large as the
    // root here.
    if (extremes_bool(e)) smith.world_side = fabsf(extremes_float(e));
    smith.level = extremes_below(e, 4);
    smith.stored_level = extremes_below(e, 4);
    senin.own_thread = false; // what it finds depends on time
    CALL(e, mote_world_def_set_smith)(def, &smith);
    CALL(e, mote_world_def_set_senin)(def, &senin);
    CALL(e, mote_world_def_set_lbg)(def, &lbg);
    const mote_world_option *option = CALL(e, mote_world_option_at)(extremes_below(e, 64));
    if (!option || strstr(option->name, "own_thread") || strstr(option->name, "level")) return;
    double value;
    option = CALL(e, mote_world_option_find)(option->name);
    CALL(e, mote_world_option_concerns)(option, def->method);
    CALL(e, mote_world_option_get)(def, option->name, &value);
    if (option->kind == MOTE_WORLD_OPTION_NUMBER)
        CALL(e, mote_world_option_set)(def, option->name, extremes_double(e));
}

static mote_world_def random_def(extremes *e)
{
    mote_world_def def = CALL(e, mote_default_world_def)();
    def.method = random_method(e);
    set_options(e, &def);
    def.tolerance = extremes_bool(e) ? 0 : extremes_float(e);
    def.detect = extremes_below(e, 4) ? MOTE_DETECT_ALL : (mote_detect)extremes_below(e, 3);
    def.contacts = def.detect == MOTE_DETECT_ALL && extremes_below(e, 4);
    def.manifold_points = def.contacts ? extremes_below(e, 5) : 0;
    def.containment = extremes_bool(e);
    def.certify = !extremes_below(e, 4);
    def.candidate_budget = extremes_below(e, 8) ? 0 : 1 + extremes_below(e, 64);
    def.worker_count = extremes_below(e, 16) ? 1 : 2;
    if (extremes_bool(e)) def.origin = extremes_dvec(e);
    return def;
}

static void add_body(extremes *e, extreme_world *w)
{
    uint32_t i = w->body_count;
    extreme_mesh_create(e, &w->meshes[i]);
    mote_body_def def = CALL(e, mote_default_body_def)();
    def.mesh = w->meshes[i].mesh;
    def.self_collision = extremes_bool(e);
    def.self_shared_vertex = extremes_bool(e);
    def.self_shared_edge = extremes_bool(e);
    w->has_deformer[i] = false;
    if (def.mesh && CALL(e, mote_body_create)(w->world, &def, &w->bodies[i]) == MOTE_OK)
        w->body_count++;
    else
        extreme_mesh_destroy(e, &w->meshes[i]);
}

void extreme_world_create(extremes *e, extreme_world *out)
{
    mote_world_def def = random_def(e);
    out->body_count = 0;
    if (CALL(e, mote_world_create)(&def, &out->world) != MOTE_OK) {
        // The bytes that are left make a world with the default options.
        CALL(e, mote_last_message)();
        def = mote_default_world_def();
        if (CALL(e, mote_world_create)(&def, &out->world) != MOTE_OK) return;
    }
    for (uint32_t i = 0; i < EXTREMES_MAX_BODIES; i++) add_body(e, out);
}

void extreme_world_destroy(extremes *e, extreme_world *w)
{
    CALL(e, mote_world_destroy)(w->world);
    for (uint32_t i = 0; i < w->body_count; i++) {
        if (w->has_deformer[i]) extreme_deformer_destroy(e, &w->deformers[i]);
        extreme_mesh_destroy(e, &w->meshes[i]);
    }
}

static void deform(extremes *e, extreme_world *w, uint32_t i)
{
    if (!w->has_deformer[i])
        extreme_deformer_create(e, &w->meshes[i], &w->deformers[i]);
    else
        extreme_deformer_change(e, &w->deformers[i]);
    w->has_deformer[i] = true;
    CALL(e, mote_body_set_deformer)(w->world, w->bodies[i], w->deformers[i].deformer);
}

void extreme_body_move(extremes *e, extreme_world *w, uint32_t i)
{
    mote_body_id body = w->bodies[i];
    switch (extremes_below(e, 5)) {
    case 0: deform(e, w, i); break;
    case 1:
    case 2: {
        mote_positions positions = extreme_positions(e, &w->meshes[i]);
        CALL(e, mote_body_set_positions)(w->world, body, &positions);
        break;
    }
    default: break; // the shape that it had, or the rest shape
    }
    mote_transform at = extremes_transform(e);
    mote_transform_double far = {extremes_dvec(e), extremes_dvec(e), extremes_dvec(e),
                                 extremes_dvec(e)};
    switch (extremes_below(e, 4)) {
    case 0: CALL(e, mote_body_set_transform)(w->world, body, &at); break;
    case 1: CALL(e, mote_body_set_transform)(w->world, body, NULL); break;
    case 2: CALL(e, mote_body_set_transform_double)(w->world, body, &far); break;
    default: break;
    }
    mote_box bounds = extremes_box(e);
    if (!extremes_below(e, 8)) CALL(e, mote_body_set_bounds)(w->world, body, &bounds);
}
