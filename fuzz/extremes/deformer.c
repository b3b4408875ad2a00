#include "fuzz/extremes/deformer.h"

static void shift_vertices(void *context, const uint32_t *vertices, size_t count, mote_vec3 *out)
{
    (void)vertices;
    const mote_vec3 *by = context;
    for (size_t i = 0; i < count; i++) {
        out[i].x += by->x;
        out[i].y += by->y;
        out[i].z += by->z;
    }
}

static void shift_box(void *context, const mote_node *node, mote_box *box)
{
    (void)node;
    const mote_vec3 *by = context;
    box->min.x += by->x, box->max.x += by->x;
    box->min.y += by->y, box->max.y += by->y;
    box->min.z += by->z, box->max.z += by->z;
}

static mote_deformer *make_custom(extremes *e, extreme_deformer *d)
{
    mote_custom_def def = CALL(e, mote_default_custom_def)();
    def.mesh = d->mesh->mesh;
    def.nodes = d->nodes;
    def.evaluate = shift_vertices;
    def.bound = d->nodes && extremes_bool(e) ? shift_box : NULL;
    d->shift = extremes_vec(e);
    def.context = &d->shift;
    mote_deformer *out;
    CALL(e, mote_custom_create)(&def, &out);
    return out;
}

static mote_deformer *make_csrbf(extremes *e, extreme_deformer *d)
{
    mote_csrbf_def def = CALL(e, mote_default_csrbf_def)();
    def.mesh = d->mesh->mesh;
    def.nodes = d->nodes;
    def.control_count = 1 + extremes_below(e, EXTREMES_MAX_CONTROLS);
    for (uint32_t i = 0; i < def.control_count; i++) {
        d->starts[i] = extremes_vec(e);
        d->ends[i] = extremes_vec(e);
    }
    def.starts = d->starts;
    def.ends = d->ends;
    def.support_radius = extremes_float(e);
    def.wendland = (mote_wendland)extremes_below(e, MOTE_WENDLAND_C4 + 1);
    mote_deformer *out;
    CALL(e, mote_csrbf_create)(&def, &out);
    return out;
}

static mote_deformer *make_skin(extremes *e, extreme_deformer *d)
{
    mote_skin_def def = CALL(e, mote_default_skin_def)();
    uint16_t bones[2 * EXTREMES_MAX_VERTICES];
    float weights[2 * EXTREMES_MAX_VERTICES], few[3];
    mote_transform bind[EXTREMES_MAX_BONES];
    for (int i = 0; i < 3; i++) few[i] = extremes_float(e);
    for (int i = 0; i < EXTREMES_MAX_BONES; i++) bind[i] = extremes_transform(e);
    for (uint32_t i = 0; i < 2 * d->mesh->vertex_count; i++) {
        bones[i] = (uint16_t)(i % EXTREMES_MAX_BONES);
        weights[i] = i % 2 ? 1 : few[i / 2 % 3];
    }
    def.mesh = d->mesh->mesh;
    def.nodes = d->nodes;
    def.blend = (mote_skin_blend)extremes_below(e, MOTE_SKIN_DUAL_QUATERNION + 1);
    def.bone_count = EXTREMES_MAX_BONES;
    def.bind = extremes_bool(e) ? bind : NULL;
    def.influences_per_vertex = 2;
    def.bones = bones;
    def.weights = weights;
    def.influence_count = 2 * (size_t)d->mesh->vertex_count;
    mote_deformer *out;
    CALL(e, mote_skin_create)(&def, &out);
    return out;
}

static mote_deformer *make_morph(extremes *e, extreme_deformer *d)
{
    mote_morph_def def = CALL(e, mote_default_morph_def)();
    const uint32_t vertices[3] = {0, 1, 2};
    const mote_vec3 deltas[3] = {extremes_vec(e), extremes_vec(e), extremes_vec(e)};
    const mote_morph_target targets[2] = {{vertices, deltas, 3}, {vertices + 1, deltas, 2}};
    def.mesh = d->mesh->mesh;
    def.nodes = d->nodes;
    def.targets = targets;
    def.target_count = 2;
    mote_deformer *out;
    CALL(e, mote_morph_create)(&def, &out);
    return out;
}

typedef mote_deformer *make_deformer(extremes *e, extreme_deformer *d);

static mote_deformer *make_simple(extremes *e, extreme_deformer *d)
{
    static make_deformer *const kinds[] = {make_custom, make_csrbf, make_skin, make_morph};
    return kinds[extremes_below(e, 4)](e, d);
}

static mote_deformer *make_chain(extremes *e, extreme_deformer *d)
{
    for (int i = 0; i < 2; i++) d->links[i] = make_simple(e, d);
    mote_chain_def def = CALL(e, mote_default_chain_def)();
    def.mesh = d->mesh->mesh;
    def.nodes = d->nodes;
    def.deformers = d->links;
    def.deformer_count = !d->links[0] ? 0 : d->links[1] ? 2 : 1;
    mote_deformer *out;
    CALL(e, mote_chain_create)(&def, &out);
    return out;
}

void extreme_deformer_create(extremes *e, const extreme_mesh *mesh, extreme_deformer *out)
{
    *out = (extreme_deformer){.mesh = mesh};
    mote_nodes_def def = CALL(e, mote_default_nodes_def)();
    def.mesh = mesh->mesh;
    if (extremes_below(e, 4)) CALL(e, mote_nodes_create)(&def, &out->nodes);
    out->deformer = extremes_below(e, 3) ? make_simple(e, out) : make_chain(e, out);
    extreme_deformer_change(e, out);
}

void extreme_deformer_destroy(extremes *e, extreme_deformer *d)
{
    CALL(e, mote_deformer_destroy)(d->deformer);
    for (int i = 0; i < 2; i++) CALL(e, mote_deformer_destroy)(d->links[i]);
    CALL(e, mote_nodes_destroy)(d->nodes);
}

static void set_parameters(extremes *e, mote_deformer *deformer)
{
    if (!deformer) return;
    const float weights[2] = {extremes_float(e), extremes_float(e)};
    mote_transform bones[EXTREMES_MAX_BONES];
    for (int i = 0; i < EXTREMES_MAX_BONES; i++) bones[i] = extremes_transform(e);
    CALL(e, mote_csrbf_set_blend)(deformer, weights[0]); // all but one kind refuse each of these
    CALL(e, mote_skin_set_bones)(deformer, bones, EXTREMES_MAX_BONES);
    CALL(e, mote_morph_set_weights)(deformer, weights, 2);
    CALL(e, mote_chain_set_transform)(deformer, &bones[0]);
}

void extreme_deformer_change(extremes *e, extreme_deformer *d)
{
    set_parameters(e, d->deformer);
    for (int i = 0; i < 2; i++) set_parameters(e, d->links[i]);
}
