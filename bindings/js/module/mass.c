// The mass of a body. A surface that encloses no volume has the mass of its bounding box, so that
// sheets and open scans can bounce too.

#include <math.h>
#include <stdlib.h>

#include "bindings/js/module/world.h"
#include "core/result.h"
#include "core/vec.h"

static mote_box box_of(const js_mesh *mesh, const mote_vec3 *positions)
{
    const float far = HUGE_VALF;
    mote_box box = {{far, far, far}, {-far, -far, -far}};
    for (size_t i = 0; i < 3 * (size_t)mesh->triangle_count; i++) {
        mote_vec3 p = positions[mesh->triangles[i]];
        box.min = (mote_vec3){fminf(box.min.x, p.x), fminf(box.min.y, p.y), fminf(box.min.z, p.z)};
        box.max = (mote_vec3){fmaxf(box.max.x, p.x), fmaxf(box.max.y, p.y), fmaxf(box.max.z, p.z)};
    }
    return box;
}

static mote_result mass_of_box(const mote_box *box, mote_mass *out)
{
    const double min_side = 1e-3; // relative to the longest
    mote_dvec3 min = mote_vec_widen(box->min), max = mote_vec_widen(box->max);
    mote_dvec3 side = mote_dvec_sub(max, min);
    double longest = fmax(side.x, fmax(side.y, side.z));
    if (!(longest > 0 && longest < HUGE_VAL))
        return mote_fail(MOTE_ERROR_DATA, "mass: the shape is a single point or not finite");
    double min_length = min_side * longest;
    side =
        (mote_dvec3){fmax(side.x, min_length), fmax(side.y, min_length), fmax(side.z, min_length)};
    double mass = side.x * side.y * side.z;
    double xx = side.x * side.x, yy = side.y * side.y, zz = side.z * side.z;
    *out = (mote_mass){.mass = mass,
                       .center = mote_dvec_scale(mote_dvec_add(min, max), 0.5),
                       .inertia = {.xx = mass * (yy + zz) / 12,
                                   .yy = mass * (xx + zz) / 12,
                                   .zz = mass * (xx + yy) / 12}};
    return MOTE_OK;
}

static mote_result mass_of_shape(const js_mesh *mesh, const mote_vec3 *shape, js_mass *out)
{
    mote_positions positions = {.data = shape, .count = mesh->vertex_count};
    mote_result result = mote_mass_of_mesh(mesh->mesh, &positions, 1, &out->mass);
    out->is_solid = result == MOTE_OK;
    if (result != MOTE_ERROR_DATA) return result;
    mote_box box = box_of(mesh, shape);
    return mass_of_box(&box, &out->mass);
}

mote_result js_body_mass(const js_body *body, js_mass *out)
{
    const js_mesh *mesh = body->mesh;
    mote_deformer *deformer = js_body_deformer(body);
    if (!deformer)
        return mass_of_shape(mesh, body->positions ? body->positions : mesh->positions, out);
    size_t size = mesh->vertex_count * sizeof(mote_vec3);
    mote_vec3 *shape = malloc(size);
    if (!shape) return mote_fail_memory(size, "the shape of a body");
    mote_result result = mote_deformer_evaluate_all(deformer, NULL, shape);
    if (!result) result = mass_of_shape(mesh, shape, out);
    free(shape);
    return result;
}

mote_mass js_scale_mass(const mote_mass *mass, double to)
{
    mote_mass out = *mass;
    out.mass = to;
    if (!isfinite(to)) return out; // the inertia of an infinite mass is not used
    double s = to / mass->mass;
    const mote_inertia *i = &mass->inertia;
    out.inertia = (mote_inertia){i->xx * s, i->yy * s, i->zz * s, i->xy * s, i->xz * s, i->yz * s};
    return out;
}
