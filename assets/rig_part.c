#include "assets/rig_part.h"

#include <stdlib.h>
#include <string.h>

#include "core/result.h"
#include "core/vec.h"

enum { MAX_MOVERS = 65536 };

static mote_result fail_memory(size_t bytes)
{
    return mote_fail_memory(bytes, "a part");
}

static const asset_surface *surface_at(const asset_file *asset, uint32_t surface)
{
    return asset->surfaces.data + surface;
}

// ---------------------------------------------------------------------------------------------
// The maker

static uint32_t *create_empty(size_t count)
{
    uint32_t *list = malloc((count + 1) * sizeof *list);
    if (list) memset(list, 0xff, (count + 1) * sizeof *list);
    return list;
}

mote_result asset_rig_part_maker_create(const asset_file *asset, const asset_node_poses *rest,
                                        bool bounds, asset_rig_part_maker *out)
{
    *out = (asset_rig_part_maker){.asset = asset,
                                  .rest = rest,
                                  .bounds = bounds,
                                  .mover_of_bone = create_empty(asset->bones.count),
                                  .mover_of_node = create_empty(asset->nodes.count),
                                  .first_target = create_empty(asset->nodes.count)};
    if (out->mover_of_bone && out->mover_of_node && out->first_target) return MOTE_OK;
    asset_rig_part_maker_release(out);
    return fail_memory((asset->bones.count + 2 * asset->nodes.count) * sizeof(uint32_t));
}

void asset_rig_part_maker_release(asset_rig_part_maker *maker)
{
    free(maker->mover_of_bone);
    free(maker->mover_of_node);
    free(maker->first_target);
    *maker = (asset_rig_part_maker){0};
}

// ---------------------------------------------------------------------------------------------
// Movers

static uint32_t find_mover(asset_rig_part *r, uint32_t *slot, uint32_t node, uint32_t bone)
{
    if (*slot == MOTE_NONE && r->mover_count < MAX_MOVERS) {
        *slot = r->mover_count;
        r->movers[r->mover_count++] = (asset_mover){node, bone};
    }
    return *slot == MOTE_NONE ? 0 : *slot;
}

static uint32_t mover_of_bone(asset_rig_part *r, const asset_rig_part_maker *maker, uint64_t bone)
{
    const asset_bone *bones = r->asset->bones.data;
    return find_mover(r, &maker->mover_of_bone[bone], bones[bone].node, (uint32_t)bone);
}

// Fills the skin's arrays, `influences` entries per vertex.
static void fill_influences(asset_rig_part *r, const asset_rig_part_maker *maker,
                            const asset_rig_vertex_ref *vertices, uint32_t count,
                            uint32_t influences, uint16_t *bones, float *weights)
{
    const asset_file *asset = r->asset;
    for (uint32_t i = 0; i < count; i++, bones += influences, weights += influences) {
        const asset_surface *s = surface_at(asset, vertices[i].surface);
        memset(bones, 0, influences * sizeof *bones);
        memset(weights, 0, influences * sizeof *weights);
        if (s->influences == 0) {
            bones[0] = (uint16_t)find_mover(r, &maker->mover_of_node[s->node], s->node, MOTE_NONE);
            weights[0] = 1;
        }
        uint64_t first = s->influence_bones.first + (uint64_t)vertices[i].vertex * s->influences;
        for (uint32_t k = 0; k < s->influences; k++) {
            weights[k] = asset->influence_weights.data[first + k];
            uint64_t bone = s->bones.first + asset->influence_bones.data[first + k];
            if (weights[k] > 0) bones[k] = (uint16_t)mover_of_bone(r, maker, bone);
        }
    }
}

static mote_result create_skin(asset_rig_part *r, uint32_t vertex_count, uint32_t influences,
                               const uint16_t *bones, const float *weights)
{
    if (r->mover_count >= MAX_MOVERS)
        return mote_fail(MOTE_ERROR_LIMIT, "a part depends on %d bones or more", MAX_MOVERS);
    if (r->mover_count < 2) return MOTE_OK; // the chain's transform moves the part
    mote_skin_def def = mote_default_skin_def();
    def.mesh = r->mesh;
    def.nodes = r->nodes;
    def.bone_count = r->mover_count;
    def.influences_per_vertex = influences;
    def.bones = bones;
    def.weights = weights;
    def.influence_count = (size_t)vertex_count * influences;
    return mote_skin_create(&def, &r->skin);
}

static void forget_movers(const asset_rig_part_maker *maker, const asset_rig_vertex_ref *vertices,
                          uint32_t count)
{
    const uint16_t *bones = maker->asset->influence_bones.data;
    for (uint32_t i = 0; i < count; i++) {
        const asset_surface *s = surface_at(maker->asset, vertices[i].surface);
        uint64_t first = s->influence_bones.first + (uint64_t)vertices[i].vertex * s->influences;
        maker->mover_of_node[s->node] = MOTE_NONE;
        for (uint32_t k = 0; k < s->influences; k++)
            maker->mover_of_bone[s->bones.first + bones[first + k]] = MOTE_NONE;
    }
}

// Copies the movers that are used.
static void keep_movers(asset_rig_part *r)
{
    asset_mover *kept = realloc(r->movers, (size_t)r->mover_count * sizeof *kept + 1);
    if (kept) r->movers = kept;
}

static mote_result bound_movers(asset_rig_part *r, uint32_t vertex_count, uint32_t influences,
                                const uint16_t *bones, const float *weights)
{
    mote_mesh_view mesh;
    mote_mesh_get_view(r->mesh, &mesh);
    const asset_bound_vertices vertices = {mesh.positions, vertex_count, bones, weights,
                                           influences};
    return asset_rig_bounds_add_movers(&r->bounds, r->mover_count, &vertices);
}

// A part that one node moves as a whole has no named bones.
static mote_result label_bones(asset_rig_part *r, const asset_subset *subset, uint32_t influences,
                               const uint16_t *bones, const float *weights)
{
    if (r->mover_count == 0 || (r->mover_count == 1 && r->movers[0].bone == MOTE_NONE))
        return MOTE_OK;
    const char **names = malloc((size_t)r->mover_count * sizeof *names);
    if (!names) return fail_memory(r->mover_count * sizeof *names);
    for (uint32_t i = 0; i < r->mover_count; i++)
        names[i] = asset_text(r->asset, r->asset->nodes.data[r->movers[i].node].name);
    const asset_part_weights w = {bones, weights, influences, r->mover_count};
    mote_result result = asset_labels_add_bones(&r->labels, subset, &w, names);
    free(names);
    return result;
}

static mote_result find_movers(asset_rig_part *r, const asset_rig_part_maker *maker,
                               const asset_rig_vertex_ref *vertices, const asset_subset *subset)
{
    uint32_t influences = 1, count = subset->vertex_count;
    for (uint32_t i = 0; i < count; i++) {
        uint32_t own = surface_at(r->asset, vertices[i].surface)->influences;
        if (own > influences) influences = own;
    }
    size_t room = (size_t)count * influences + 1;
    size_t movers = r->asset->bones.count + r->asset->nodes.count + 1;
    uint16_t *bones = malloc(room * sizeof *bones);
    float *weights = malloc(room * sizeof *weights);
    r->movers = calloc(movers < MAX_MOVERS ? movers : MAX_MOVERS, sizeof *r->movers);
    mote_result result = MOTE_OK;
    if (!bones || !weights || !r->movers) result = fail_memory(room * sizeof *weights);
    if (!result) {
        fill_influences(r, maker, vertices, count, influences, bones, weights);
        forget_movers(maker, vertices, count);
        result = create_skin(r, count, influences, bones, weights);
    }
    if (!result) result = label_bones(r, subset, influences, bones, weights);
    if (!result) result = bound_movers(r, count, influences, bones, weights);
    free(bones);
    free(weights);
    if (!result) keep_movers(r);
    return result;
}

// ---------------------------------------------------------------------------------------------
// Morph targets

// Surfaces on the same node share its weights per target.
static mote_result list_targets(asset_rig_part *r, const asset_rig_part_maker *maker,
                                const asset_rig_vertex_ref *vertices, uint32_t count)
{
    const asset_node *nodes = r->asset->nodes.data;
    bool made = true;
    for (uint32_t i = 0; i < count && made; i++) {
        const asset_surface *s = surface_at(r->asset, vertices[i].surface);
        if (s->targets == 0 || maker->first_target[s->node] != MOTE_NONE) continue;
        maker->first_target[s->node] = (uint32_t)r->weight_at.count;
        for (uint32_t k = 0; k < s->targets && made; k++) {
            uint64_t at = nodes[s->node].weights.first + k;
            made = mote_array_push(&r->weight_at, &mote_libc_allocator, at);
        }
    }
    r->target_count = (uint32_t)r->weight_at.count;
    return made ? MOTE_OK : fail_memory(r->weight_at.count * sizeof *r->weight_at.data);
}

// Collects the vertices that a target moves, with their displacements.
static mote_result fill_target(const asset_rig_part *r, const asset_rig_part_maker *maker,
                               const asset_rig_vertex_ref *vertices, uint32_t count,
                               uint32_t target, mote_morph_target *out)
{
    uint32_t *moved = malloc((size_t)count * sizeof *moved + 1);
    mote_vec3 *deltas = malloc((size_t)count * sizeof *deltas + 1);
    *out = (mote_morph_target){moved, deltas, 0};
    if (!moved || !deltas) return fail_memory(count * sizeof *deltas);
    const mote_vec3 *all = r->asset->deltas.data;
    for (uint32_t i = 0; i < count; i++) {
        const asset_surface *s = surface_at(r->asset, vertices[i].surface);
        uint32_t first = maker->first_target[s->node];
        if (s->targets == 0 || target < first || target - first >= s->targets) continue;
        mote_vec3 delta =
            all[s->deltas.first + (target - first) * s->positions.count + vertices[i].vertex];
        if (delta.x == 0 && delta.y == 0 && delta.z == 0) continue;
        moved[out->count] = i;
        deltas[out->count++] = delta;
    }
    return MOTE_OK;
}

static mote_result create_morph(asset_rig_part *r, const asset_rig_part_maker *maker,
                                const asset_rig_vertex_ref *vertices, uint32_t count)
{
    mote_morph_target *targets = calloc((size_t)r->target_count + 1, sizeof *targets);
    if (!targets) return fail_memory(r->target_count * sizeof *targets);
    mote_result result = MOTE_OK;
    for (uint32_t i = 0; i < r->target_count && !result; i++)
        result = fill_target(r, maker, vertices, count, i, &targets[i]);
    mote_morph_def def = mote_default_morph_def();
    def.mesh = r->mesh;
    def.nodes = r->nodes;
    def.targets = targets;
    def.target_count = r->target_count;
    if (!result) result = mote_morph_create(&def, &r->morph);
    for (uint32_t i = 0; i < r->target_count && !result; i++)
        asset_rig_bounds_add_deltas(&r->bounds, i, targets[i].deltas, targets[i].count);
    for (uint32_t i = 0; i < r->target_count; i++) {
        free((void *)targets[i].vertices);
        free((void *)targets[i].deltas);
    }
    free(targets);
    return result;
}

static mote_result find_targets(asset_rig_part *r, const asset_rig_part_maker *maker,
                                const asset_rig_vertex_ref *vertices, uint32_t count)
{
    mote_result result = list_targets(r, maker, vertices, count);
    if (!result) result = asset_rig_bounds_create(r->target_count, &r->bounds);
    if (!result && r->target_count) result = create_morph(r, maker, vertices, count);
    for (uint32_t i = 0; i < count; i++)
        maker->first_target[surface_at(r->asset, vertices[i].surface)->node] = MOTE_NONE;
    return result;
}

// ---------------------------------------------------------------------------------------------
// Making and moving

static mote_result create_nodes(asset_rig_part *r)
{
    mote_nodes_def def = mote_default_nodes_def();
    def.mesh = r->mesh;
    return mote_nodes_create(&def, &r->nodes);
}

static mote_result create_mesh(asset_rig_part *r, const asset_rig_part_maker *maker,
                               const asset_rig_vertex_ref *vertices, const asset_subset *subset)
{
    mote_vec3 *positions = malloc((size_t)subset->vertex_count * sizeof *positions + 1);
    if (!positions) return fail_memory(subset->vertex_count * sizeof *positions);
    const mote_vec3 *all = r->asset->positions.data;
    for (uint32_t i = 0; i < subset->vertex_count; i++)
        positions[i] =
            all[surface_at(r->asset, vertices[i].surface)->positions.first + vertices[i].vertex];
    mote_mesh_def def = mote_default_mesh_def();
    def.positions = (mote_positions){.data = positions, .count = subset->vertex_count};
    def.indices = subset->triangles;
    def.index_count = (size_t)subset->triangle_count * 3;
    if (!maker->bounds) def.flags = 0;
    mote_result result = mote_mesh_create(&def, &r->mesh);
    free(positions);
    return result || !maker->bounds ? result : create_nodes(r);
}

static mote_result create_chain(asset_rig_part *r)
{
    mote_deformer *deformers[2];
    mote_chain_def def = mote_default_chain_def();
    def.mesh = r->mesh;
    def.nodes = r->nodes;
    def.deformers = deformers;
    if (r->morph) deformers[def.deformer_count++] = r->morph;
    if (r->skin) deformers[def.deformer_count++] = r->skin;
    return mote_chain_create(&def, &r->chain);
}

static mote_result create_part(asset_rig_part *r, const asset_node_poses *rest, const char *name,
                               const asset_subset *subset, asset_part *part)
{
    mote_vec3 *positions = malloc((size_t)subset->vertex_count * sizeof *positions + 1);
    if (!positions) return fail_memory(subset->vertex_count * sizeof *positions);
    mote_result result = asset_rig_part_pose(r, rest);
    if (!result) result = mote_deformer_evaluate_all(r->chain, NULL, positions);
    if (!result)
        result = asset_part_create(name, positions, subset->vertex_count, subset->triangles,
                                   subset->triangle_count, part);
    free(positions);
    return result;
}

mote_result asset_rig_part_create(const asset_rig_part_maker *maker, const char *name,
                                  const asset_rig_vertex_ref *vertices, const asset_subset *subset,
                                  asset_rig_part *out, asset_part *part)
{
    *out = (asset_rig_part){.asset = maker->asset};
    mote_result result = create_mesh(out, maker, vertices, subset);
    if (!result) result = find_targets(out, maker, vertices, subset->vertex_count);
    if (!result) result = find_movers(out, maker, vertices, subset);
    if (!result) result = asset_rig_numbers_create(out, &out->now);
    if (!result) result = asset_rig_numbers_create(out, &out->before);
    if (!result) result = create_chain(out);
    if (!result) result = create_part(out, maker->rest, name, subset, part);
    if (result) {
        asset_rig_part_release(out);
        return result;
    }
    part->labels = out->labels;
    out->labels = (asset_labels){0};
    return MOTE_OK;
}

void asset_rig_part_release(asset_rig_part *r)
{
    mote_deformer_destroy(r->chain);
    mote_deformer_destroy(r->morph);
    mote_deformer_destroy(r->skin);
    mote_nodes_destroy(r->nodes);
    mote_mesh_destroy(r->mesh);
    free(r->movers);
    mote_array_release(&r->weight_at, &mote_libc_allocator);
    asset_rig_numbers_release(&r->now);
    asset_rig_numbers_release(&r->before);
    asset_rig_bounds_release(&r->bounds);
    asset_labels_release(&r->labels);
    *r = (asset_rig_part){0};
}

static mote_affine mover_affine(const asset_file *asset, const asset_node_poses *poses,
                                asset_mover mover)
{
    if (mover.bone == MOTE_NONE) return poses->global[mover.node];
    const asset_bone *bone = asset->bones.data + mover.bone;
    mote_affine bind = mote_affine_of(&bone->inverse_bind);
    return mote_affine_product(&poses->global[mover.node], &bind);
}

static bool same_vector(mote_vec3 a, mote_vec3 b)
{
    return a.x == b.x && a.y == b.y && a.z == b.z;
}

static bool same_transform(const mote_transform *a, const mote_transform *b)
{
    return same_vector(a->cx, b->cx) && same_vector(a->cy, b->cy) && same_vector(a->cz, b->cz) &&
           same_vector(a->t, b->t);
}

// Writes the numbers of the pose to `before`. Returns whether they differ from those of the last
// pose.
static bool take_pose(asset_rig_part *r, const asset_node_poses *poses)
{
    bool changed = !r->posed;
    for (uint32_t i = 0; i < r->mover_count; i++) {
        mote_affine affine = mover_affine(r->asset, poses, r->movers[i]);
        r->before.bones[i] = mote_affine_round(&affine);
        changed |= !same_transform(&r->before.bones[i], &r->now.bones[i]);
    }
    const uint64_t *weight_at = r->weight_at.data;
    for (uint32_t i = 0; i < r->target_count; i++) {
        r->before.weights[i] = (float)poses->weights[weight_at[i]];
        changed |= r->before.weights[i] != r->now.weights[i];
    }
    return changed;
}

static mote_result tell_deformers(asset_rig_part *r, const asset_rig_numbers *numbers)
{
    mote_result result = MOTE_OK;
    if (r->morph) result = mote_morph_set_weights(r->morph, numbers->weights, r->target_count);
    if (!result && r->skin) result = mote_skin_set_bones(r->skin, numbers->bones, r->mover_count);
    if (!result && !r->skin) result = mote_chain_set_transform(r->chain, &numbers->bones[0]);
    return result;
}

mote_result asset_rig_part_pose(asset_rig_part *r, const asset_node_poses *poses)
{
    r->changed = take_pose(r, poses);
    if (!r->changed) return MOTE_OK;
    asset_rig_numbers next = r->before;
    r->before = r->now;
    r->now = next;
    mote_result result = tell_deformers(r, &r->now);
    r->posed = !result;
    return result;
}

mote_result asset_rig_part_evaluate_at(asset_rig_part *r, const asset_rig_numbers *numbers,
                                       const mote_tasks *tasks, mote_vec3 *out)
{
    mote_result result = tell_deformers(r, numbers);
    if (!result) result = mote_deformer_evaluate_all(r->chain, tasks, out);
    if (!r->posed) return result; // there is no last pose, and the next pose sets everything
    mote_result back = tell_deformers(r, &r->now);
    return result ? result : back;
}

bool asset_rig_part_bound(const asset_rig_part *r, mote_box *out)
{
    return asset_rig_bounds_find(&r->bounds, r->now.bones, r->now.weights, out);
}

mote_result asset_rig_numbers_create(const asset_rig_part *r, asset_rig_numbers *out)
{
    *out = (asset_rig_numbers){calloc((size_t)r->mover_count + 1, sizeof *out->bones),
                               calloc((size_t)r->target_count + 1, sizeof *out->weights)};
    if (out->bones && out->weights) return MOTE_OK;
    asset_rig_numbers_release(out);
    return fail_memory(((size_t)r->mover_count + 1) * sizeof *out->bones);
}

void asset_rig_numbers_release(asset_rig_numbers *numbers)
{
    free(numbers->bones);
    free(numbers->weights);
    *numbers = (asset_rig_numbers){0};
}

void asset_rig_part_save(const asset_rig_part *r, asset_rig_numbers *to)
{
    memcpy(to->bones, r->now.bones, r->mover_count * sizeof *to->bones);
    memcpy(to->weights, r->now.weights, r->target_count * sizeof *to->weights);
}

bool asset_rig_part_deforms(const asset_rig_part *r)
{
    return r->skin || r->morph;
}

// ---------------------------------------------------------------------------------------------

mote_vec3 asset_rig_vertex(const asset_file *asset, const asset_node_poses *poses, uint32_t surface,
                           uint32_t vertex)
{
    const asset_surface *s = surface_at(asset, surface);
    const asset_node *node = asset->nodes.data + s->node;
    const mote_vec3 *deltas = asset->deltas.data;
    mote_dvec3 p = mote_vec_widen(asset->positions.data[s->positions.first + vertex]);
    for (uint32_t k = 0; k < s->targets; k++)
        p = mote_dvec_add(
            p, mote_dvec_scale(
                   mote_vec_widen(deltas[s->deltas.first + k * s->positions.count + vertex]),
                   poses->weights[node->weights.first + k]));
    if (s->influences == 0) return mote_dvec_narrow(mote_affine_point(&poses->global[s->node], p));
    mote_dvec3 sum = {0, 0, 0};
    double weights = 0;
    uint64_t first = s->influence_bones.first + (uint64_t)vertex * s->influences;
    for (uint32_t k = 0; k < s->influences; k++) {
        uint64_t bone = s->bones.first + asset->influence_bones.data[first + k];
        double weight = (double)asset->influence_weights.data[first + k];
        asset_mover mover = {asset->bones.data[bone].node, (uint32_t)bone};
        mote_affine affine = mover_affine(asset, poses, mover);
        sum = mote_dvec_add(sum, mote_dvec_scale(mote_affine_point(&affine, p), weight));
        weights += weight;
    }
    return mote_dvec_narrow(mote_dvec_scale(sum, 1 / weights));
}
