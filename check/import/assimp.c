// Reads formats other than glTF and meshes with libassimp: FBX, Collada, Blender, 3DS and others.
//
// libassimp 5.2 supports only linear keys. Its FBX importer gives most morph targets a weight of 1
// at rest, whatever the file says, so weights at rest are set to 0.

#define _POSIX_C_SOURCE 200809L
#include <assimp/commonMetaData.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "assets/influences.h"
#include "check/import/assimp_collada_file.h"
#include "check/import/assimp_files.h"
#include "check/import/assimp_library.h"
#include "check/import/assimp_log.h"
#include "check/import/import.h"
#include "check/import/unread_motion.h"
#include "core/result.h"
#include "io/name.h"

typedef struct assimp_reader {
    const char *path;
    check_assimp_library library;
    const struct aiScene *scene;
    asset_file *asset;
    MOTE_ARRAY(const struct aiNode *) nodes; // parents before children
    uint32_t *by_name;                       // node numbers, sorted by name
    asset_surface *surfaces;                 // one per mesh, without its node
    bool *read;                              // one per mesh
} assimp_reader;

static mote_result fail_memory(const assimp_reader *r)
{
    return mote_fail_memory(0, r->path);
}

static mote_result add_name(assimp_reader *r, const struct aiString *name, const char *kind,
                            uint32_t number, uint32_t *out)
{
    char text[64];
    if (name->length > 0 && name->length < sizeof name->data)
        return asset_add_name(r->asset, name->data, name->length, out);
    int length = snprintf(text, sizeof text, "%s %u", kind, number);
    return asset_add_name(r->asset, text, (size_t)length, out);
}

static mote_vec3 vector_of(struct aiVector3D v)
{
    return (mote_vec3){v.x, v.y, v.z};
}

// libassimp's matrices are written row by row.
static mote_transform transform_of(const struct aiMatrix4x4 *m)
{
    return (mote_transform){
        {m->a1, m->b1, m->c1}, {m->a2, m->b2, m->c2}, {m->a3, m->b3, m->c3}, {m->a4, m->b4, m->c4}};
}

// ---------------------------------------------------------------------------------------------
// Nodes

static const struct aiNode *node_at(const assimp_reader *r, size_t i)
{
    return r->nodes.data[i];
}

static mote_result add_node(assimp_reader *r, const struct aiNode *node, uint32_t parent)
{
    struct aiVector3D scale, translation;
    struct aiQuaternion rotation;
    r->library.decompose(&node->mTransformation, &scale, &rotation, &translation);
    asset_node out;
    memset(&out, 0, sizeof out); // clears the padding, which is sent too
    out.parent = parent;
    out.has_matrix = true;
    out.matrix = transform_of(&node->mTransformation);
    out.translation = vector_of(translation);
    out.scale = vector_of(scale);
    const float quaternion[4] = {rotation.x, rotation.y, rotation.z, rotation.w};
    memcpy(out.rotation, quaternion, sizeof quaternion);
    mote_result result =
        add_name(r, &node->mName, "node", (uint32_t)r->asset->nodes.count, &out.name);
    asset_span span;
    if (!result && (!asset_add(&r->asset->nodes, &out, 1, &span) ||
                    !mote_array_push(&r->nodes, &mote_libc_allocator, node)))
        result = fail_memory(r);
    return result;
}

// Adds the nodes in breadth-first order.
static mote_result add_nodes(assimp_reader *r)
{
    if (!r->scene->mRootNode) return MOTE_OK;
    mote_result result = add_node(r, r->scene->mRootNode, MOTE_NONE);
    for (size_t i = 0; i < r->nodes.count && !result; i++) {
        const struct aiNode *node = node_at(r, i);
        for (unsigned k = 0; k < node->mNumChildren && !result; k++)
            result = add_node(r, node->mChildren[k], (uint32_t)i);
    }
    return result;
}

// The reader used by the comparison function; qsort passes no context.
static const assimp_reader *sorting;

static int compare_by_name(const void *x, const void *y)
{
    const uint32_t *a = x, *b = y;
    int order = strcmp(node_at(sorting, *a)->mName.data, node_at(sorting, *b)->mName.data);
    return order ? order : (*a > *b) - (*a < *b);
}

static mote_result sort_nodes(assimp_reader *r)
{
    r->by_name = malloc((r->nodes.count + 1) * sizeof *r->by_name);
    if (!r->by_name) return fail_memory(r);
    for (uint32_t i = 0; i < r->nodes.count; i++) r->by_name[i] = i;
    sorting = r;
    qsort(r->by_name, r->nodes.count, sizeof *r->by_name, compare_by_name);
    return MOTE_OK;
}

// The first node with this name, or MOTE_NONE.
static uint32_t find_node(const assimp_reader *r, const char *name)
{
    size_t low = 0, high = r->nodes.count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (strcmp(node_at(r, r->by_name[middle])->mName.data, name) < 0)
            low = middle + 1;
        else
            high = middle;
    }
    bool found = low < r->nodes.count && strcmp(node_at(r, r->by_name[low])->mName.data, name) == 0;
    return found ? r->by_name[low] : MOTE_NONE;
}

// ---------------------------------------------------------------------------------------------
// Meshes

static mote_result add_positions(assimp_reader *r, const struct aiMesh *mesh,
                                 asset_surface *surface)
{
    mote_vec3 *to = mote_array_room(&r->asset->positions, &mote_libc_allocator, mesh->mNumVertices);
    if (!to && mesh->mNumVertices) return fail_memory(r);
    for (unsigned i = 0; i < mesh->mNumVertices; i++) to[i] = vector_of(mesh->mVertices[i]);
    surface->positions = (asset_span){r->asset->positions.count, mesh->mNumVertices};
    r->asset->positions.count += mesh->mNumVertices;
    return MOTE_OK;
}

// Points and lines have no faces.
static mote_result add_triangles(assimp_reader *r, const struct aiMesh *mesh,
                                 asset_surface *surface)
{
    asset_span span;
    surface->triangles.first = r->asset->corners.count;
    for (unsigned i = 0; i < mesh->mNumFaces; i++) {
        if (mesh->mFaces[i].mNumIndices != 3) continue;
        if (!asset_add(&r->asset->corners, mesh->mFaces[i].mIndices, 3, &span))
            return fail_memory(r);
        surface->triangles.count += 3;
    }
    return MOTE_OK;
}

static mote_result add_bones(assimp_reader *r, const struct aiMesh *mesh, asset_surface *surface)
{
    asset_influences influences;
    mote_result result = asset_influences_create(mesh->mNumVertices, &influences);
    surface->bones.first = r->asset->bones.count;
    for (unsigned i = 0; i < mesh->mNumBones && !result; i++) {
        const struct aiBone *bone = mesh->mBones[i];
        asset_bone out = {find_node(r, bone->mName.data), transform_of(&bone->mOffsetMatrix)};
        asset_span span;
        if (out.node == MOTE_NONE)
            result = mote_fail(MOTE_ERROR_DATA, "%s: there is no node for the bone '%.64s'",
                               r->path, bone->mName.data);
        else if (!asset_add(&r->asset->bones, &out, 1, &span))
            result = fail_memory(r);
        surface->bones.count++;
        for (unsigned k = 0; k < bone->mNumWeights && !result; k++)
            if (bone->mWeights[k].mVertexId < mesh->mNumVertices)
                result = asset_influences_add(&influences, bone->mWeights[k].mVertexId, i,
                                              bone->mWeights[k].mWeight);
    }
    if (!result) result = asset_influences_finish(&influences, r->asset, surface);
    asset_influences_release(&influences);
    return result;
}

// libassimp stores target positions, not displacements.
static mote_result add_targets(assimp_reader *r, const struct aiMesh *mesh, asset_surface *surface)
{
    surface->deltas.first = r->asset->deltas.count;
    for (unsigned i = 0; i < mesh->mNumAnimMeshes; i++) {
        const struct aiAnimMesh *target = mesh->mAnimMeshes[i];
        bool moves = target->mVertices && target->mNumVertices == mesh->mNumVertices;
        mote_vec3 *to =
            mote_array_room(&r->asset->deltas, &mote_libc_allocator, mesh->mNumVertices);
        if (!to) return fail_memory(r);
        for (unsigned k = 0; k < mesh->mNumVertices; k++) {
            struct aiVector3D from = mesh->mVertices[k];
            struct aiVector3D end = moves ? target->mVertices[k] : from;
            to[k] = (mote_vec3){end.x - from.x, end.y - from.y, end.z - from.z};
        }
        r->asset->deltas.count += mesh->mNumVertices;
        surface->deltas.count += mesh->mNumVertices;
        surface->targets++;
    }
    return MOTE_OK;
}

// libassimp splits a mesh by its materials. The pieces have the same name.
static uint32_t number_of_mesh(const assimp_reader *r, unsigned number)
{
    const struct aiString *name = &r->scene->mMeshes[number]->mName;
    for (unsigned i = 0; i < number && name->length > 0; i++)
        if (strcmp(r->scene->mMeshes[i]->mName.data, name->data) == 0) return i;
    return number;
}

static mote_result name_material(assimp_reader *r, const struct aiMesh *mesh,
                                 asset_surface *surface)
{
    struct aiString name = {0};
    surface->material = mesh->mMaterialIndex;
    if (mesh->mMaterialIndex < r->scene->mNumMaterials) {
        const struct aiMaterial *material = r->scene->mMaterials[mesh->mMaterialIndex];
        for (unsigned i = 0; i < material->mNumProperties; i++) {
            const struct aiMaterialProperty *p = material->mProperties[i];
            bool text = strcmp(p->mKey.data, "?mat.name") == 0 && p->mType == aiPTI_String;
            if (!text || p->mDataLength < 5) continue;
            name.length = p->mDataLength - 5; // four bytes for the length, the text, a zero
            if (name.length >= sizeof name.data) name.length = 0;
            memcpy(name.data, p->mData + 4, name.length);
        }
    }
    return add_name(r, &name, "material", mesh->mMaterialIndex, &surface->material_name);
}

static mote_result read_mesh(assimp_reader *r, unsigned number)
{
    if (r->read[number]) return MOTE_OK;
    const struct aiMesh *mesh = r->scene->mMeshes[number];
    asset_surface *surface = &r->surfaces[number];
    surface->mesh = number_of_mesh(r, number);
    mote_result result = add_name(r, &mesh->mName, "mesh", number, &surface->mesh_name);
    if (!result) result = name_material(r, mesh, surface);
    if (!result) result = add_positions(r, mesh, surface);
    if (!result) result = add_triangles(r, mesh, surface);
    if (!result && mesh->mNumBones) result = add_bones(r, mesh, surface);
    if (!result) result = add_targets(r, mesh, surface);
    r->read[number] = true;
    return result;
}

static bool has_extension(const char *path, const char *extension)
{
    const char *dot = strrchr(path, '.');
    return dot && strcasecmp(dot, extension) == 0;
}

// A node gets the weights of its mesh with the most morph targets.
static mote_result add_weights(assimp_reader *r, const struct aiMesh *mesh, uint32_t node)
{
    asset_node *to = &r->asset->nodes.data[node];
    if (mesh->mNumAnimMeshes <= to->weights.count) return MOTE_OK;
    float *weights =
        mote_array_room(&r->asset->numbers, &mote_libc_allocator, mesh->mNumAnimMeshes);
    if (!weights) return fail_memory(r);
    bool fbx = has_extension(r->path, ".fbx");
    for (unsigned i = 0; i < mesh->mNumAnimMeshes; i++)
        weights[i] = fbx ? 0 : mesh->mAnimMeshes[i]->mWeight;
    to->weights = (asset_span){r->asset->numbers.count, mesh->mNumAnimMeshes};
    r->asset->numbers.count += mesh->mNumAnimMeshes;
    return MOTE_OK;
}

static mote_result add_surfaces(assimp_reader *r)
{
    r->surfaces = calloc((size_t)r->scene->mNumMeshes + 1, sizeof *r->surfaces);
    r->read = calloc((size_t)r->scene->mNumMeshes + 1, sizeof *r->read);
    if (!r->surfaces || !r->read) return fail_memory(r);
    mote_result result = MOTE_OK;
    for (uint32_t i = 0; i < r->nodes.count && !result; i++) {
        const struct aiNode *node = node_at(r, i);
        for (unsigned k = 0; k < node->mNumMeshes && !result; k++) {
            unsigned mesh = node->mMeshes[k];
            if (mesh >= r->scene->mNumMeshes) continue;
            result = read_mesh(r, mesh);
            if (!result) result = add_weights(r, r->scene->mMeshes[mesh], i);
            if (result) break;
            asset_surface surface = r->surfaces[mesh];
            surface.node = i;
            asset_span span;
            if (!asset_add(&r->asset->surfaces, &surface, 1, &span)) result = fail_memory(r);
        }
    }
    return result;
}

// ---------------------------------------------------------------------------------------------
// Clips

typedef struct clip_reader {
    assimp_reader *r;
    const struct aiAnimation *animation;
    double ticks; // per second
    asset_clip clip;
} clip_reader;

// Allocates the keys of a track: times and values.
static mote_result begin_track(clip_reader *c, uint32_t node, asset_track_path path, uint32_t width,
                               unsigned keys, double **times, float **values, asset_track *track)
{
    asset_file *asset = c->r->asset;
    *times = mote_array_room(&asset->times, &mote_libc_allocator, keys);
    *values = mote_array_room(&asset->numbers, &mote_libc_allocator, (size_t)keys * width);
    if (!*times || !*values) return fail_memory(c->r);
    memset(track, 0, sizeof *track);
    track->node = node;
    track->path = path;
    track->width = width;
    track->times = (asset_span){asset->times.count, keys};
    track->first_value = asset->numbers.count;
    return MOTE_OK;
}

static mote_result end_track(clip_reader *c, const asset_track *track)
{
    asset_file *asset = c->r->asset;
    asset->times.count += track->times.count;
    asset->numbers.count += track->times.count * track->width;
    asset_span span;
    if (!asset_add(&asset->tracks, track, 1, &span)) return fail_memory(c->r);
    c->clip.tracks.count++;
    return MOTE_OK;
}

static mote_result add_vector_keys(clip_reader *c, uint32_t node, asset_track_path path,
                                   const struct aiVectorKey *keys, unsigned count)
{
    double *times;
    float *values;
    asset_track track;
    if (count == 0) return MOTE_OK;
    mote_result result = begin_track(c, node, path, 3, count, &times, &values, &track);
    if (result) return result;
    for (unsigned i = 0; i < count; i++) {
        times[i] = keys[i].mTime / c->ticks;
        values[3 * i] = keys[i].mValue.x;
        values[3 * i + 1] = keys[i].mValue.y;
        values[3 * i + 2] = keys[i].mValue.z;
    }
    return end_track(c, &track);
}

static mote_result add_rotation_keys(clip_reader *c, uint32_t node, const struct aiQuatKey *keys,
                                     unsigned count)
{
    double *times;
    float *values;
    asset_track track;
    if (count == 0) return MOTE_OK;
    mote_result result =
        begin_track(c, node, ASSET_PATH_ROTATION, 4, count, &times, &values, &track);
    if (result) return result;
    for (unsigned i = 0; i < count; i++) {
        times[i] = keys[i].mTime / c->ticks;
        values[4 * i] = keys[i].mValue.x;
        values[4 * i + 1] = keys[i].mValue.y;
        values[4 * i + 2] = keys[i].mValue.z;
        values[4 * i + 3] = keys[i].mValue.w;
    }
    return end_track(c, &track);
}

static mote_result add_node_channel(clip_reader *c, const struct aiNodeAnim *channel)
{
    uint32_t node = find_node(c->r, channel->mNodeName.data);
    if (node == MOTE_NONE) return MOTE_OK;
    mote_result result = add_vector_keys(c, node, ASSET_PATH_TRANSLATION, channel->mPositionKeys,
                                         channel->mNumPositionKeys);
    if (!result)
        result = add_rotation_keys(c, node, channel->mRotationKeys, channel->mNumRotationKeys);
    if (!result)
        result = add_vector_keys(c, node, ASSET_PATH_SCALE, channel->mScalingKeys,
                                 channel->mNumScalingKeys);
    return result;
}

// Finds the node of a morph channel, by the name of the node or of a mesh on it. Some importers
// append a star and a number.
static uint32_t find_morphed_node(const assimp_reader *r, const char *name)
{
    char plain[sizeof((struct aiString *)0)->data];
    snprintf(plain, sizeof plain, "%.*s", (int)strcspn(name, "*"), name);
    uint32_t node = find_node(r, plain);
    const asset_surface *surfaces = r->asset->surfaces.data;
    for (size_t i = 0; i < r->asset->surfaces.count && node == MOTE_NONE; i++)
        if (strcmp(asset_text(r->asset, surfaces[i].mesh_name), plain) == 0)
            node = surfaces[i].node;
    return node;
}

static mote_result add_morph_channel(clip_reader *c, const struct aiMeshMorphAnim *channel)
{
    uint32_t node = find_morphed_node(c->r, channel->mName.data);
    if (node == MOTE_NONE || channel->mNumKeys == 0) return MOTE_OK;
    const asset_node *nodes = c->r->asset->nodes.data;
    uint32_t width = (uint32_t)nodes[node].weights.count;
    double *times;
    float *values;
    asset_track track;
    if (width == 0) return MOTE_OK;
    mote_result result =
        begin_track(c, node, ASSET_PATH_WEIGHTS, width, channel->mNumKeys, &times, &values, &track);
    if (result) return result;
    memset(values, 0, (size_t)channel->mNumKeys * width * sizeof *values);
    for (unsigned i = 0; i < channel->mNumKeys; i++) {
        const struct aiMeshMorphKey *key = &channel->mKeys[i];
        times[i] = key->mTime / c->ticks;
        for (unsigned k = 0; k < key->mNumValuesAndWeights; k++)
            if (key->mValues[k] < width)
                values[(size_t)i * width + key->mValues[k]] = (float)key->mWeights[k];
    }
    return end_track(c, &track);
}

static mote_result add_clip(assimp_reader *r, unsigned number)
{
    static const double usual_ticks = 25; // used if the file does not say
    clip_reader c = {.r = r, .animation = r->scene->mAnimations[number]};
    const struct aiAnimation *animation = c.animation;
    c.ticks = animation->mTicksPerSecond > 0 ? animation->mTicksPerSecond : usual_ticks;
    memset(&c.clip, 0, sizeof c.clip);
    c.clip.tracks.first = r->asset->tracks.count;
    mote_result result = add_name(r, &animation->mName, "clip", number, &c.clip.name);
    for (unsigned i = 0; i < animation->mNumChannels && !result; i++)
        result = add_node_channel(&c, animation->mChannels[i]);
    for (unsigned i = 0; i < animation->mNumMorphMeshChannels && !result; i++)
        result = add_morph_channel(&c, animation->mMorphMeshChannels[i]);
    if (result) return result;
    asset_time_clip(r->asset, &c.clip);
    asset_span span;
    return asset_add(&r->asset->clips, &c.clip, 1, &span) ? MOTE_OK : fail_memory(r);
}

// ---------------------------------------------------------------------------------------------

static mote_result read_scene(assimp_reader *r)
{
    mote_result result = add_nodes(r);
    if (!result) result = sort_nodes(r);
    if (!result) result = add_surfaces(r);
    for (unsigned i = 0; i < r->scene->mNumAnimations && !result; i++) result = add_clip(r, i);
    return result;
}

// Adds remarks about warnings of libassimp and about meshes without a node. libassimp continues
// after such errors.
static mote_result add_remarks(const assimp_reader *r, const check_assimp_log *log)
{
    uint32_t unused = 0, flat = 0;
    for (unsigned i = 0; i < r->scene->mNumMeshes; i++) {
        unused += !r->read[i];
        for (unsigned k = 0; k < r->scene->mMeshes[i]->mNumFaces; k++)
            flat += r->scene->mMeshes[i]->mFaces[k].mNumIndices < 3;
    }
    mote_result result =
        asset_add_remark(r->asset, ASSET_REMARK_OMISSION, unused, "%u mesh%s on no node", unused,
                         unused == 1 ? " is" : "es are");
    if (!result)
        result = asset_add_remark(r->asset, ASSET_REMARK_OMISSION, log->count,
                                  "libassimp has %u warning%s; the first is: %s", log->count,
                                  log->count == 1 ? "" : "s", log->first);
    if (!result)
        result = asset_add_remark(r->asset, ASSET_REMARK_OMISSION,
                                  (r->scene->mFlags & AI_SCENE_FLAGS_INCOMPLETE) != 0,
                                  "libassimp says that it has not read all");
    if (!result)
        result = asset_add_remark(r->asset, ASSET_REMARK_NOTE, flat,
                                  "%u points and lines have no faces", flat);
    return result;
}

// The name of the importer that libassimp chose; null if it does not say.
static const char *importer_of(const struct aiScene *scene)
{
    const struct aiMetadata *data = scene->mMetaData;
    for (unsigned i = 0; data && i < data->mNumProperties; i++)
        if (strcmp(data->mKeys[i].data, AI_METADATA_SOURCE_FORMAT) == 0 &&
            data->mValues[i].mType == AI_AISTRING)
            return ((const struct aiString *)data->mValues[i].mData)->data;
    return NULL;
}

// Loaded before the child process gives up the right to open files.
static check_assimp_library library;

mote_result check_prepare_assimp(const char *path)
{
    return check_assimp_load(path, &library);
}

// libassimp passes on C++ exceptions about memory and indices. Their texts do not help users.
static mote_result fail_import(const char *path, const char *error)
{
    char room[IO_SHORT_NAME];
    const char *name = io_short_name(path, room);
    if (strstr(error, "bad_alloc") || strstr(error, "bad_array_new_length") ||
        strstr(error, "length_error") || strstr(error, "_M_"))
        return mote_fail(MOTE_ERROR_DATA,
                         "%s: libassimp cannot read it: a size or index in it is wrong, or reading "
                         "it needs too much memory",
                         name);
    return mote_fail(MOTE_ERROR_DATA, "%s: libassimp cannot read it: %s", name,
                     error[0] ? error : "it gives no reason");
}

// Does not release the scene, because the child process ends soon.
mote_result check_read_by_assimp(const check_input *input, asset_file *out)
{
    assimp_reader r = {.path = input->path, .library = library, .asset = out};
    check_assimp_files files;
    check_assimp_log log;
    mote_result result = check_collada_file(input->path, input->bytes, input->size);
    if (result) return result;
    check_assimp_files_open(&files, input);
    check_assimp_log_open(&log, &r.library);
    r.scene = r.library.import_file(files.name, aiProcess_Triangulate, &files.io);
    result = check_assimp_files_status(&files);
    if (!result && !r.scene) result = fail_import(r.path, r.library.error());
    if (!result) result = read_scene(&r);
    if (!result) result = add_remarks(&r, &log);
    if (!result)
        result = check_remark_unread_motion(out, importer_of(r.scene), input->bytes, input->size);
    mote_array_release(&r.nodes, &mote_libc_allocator);
    free(r.by_name);
    free(r.surfaces);
    free(r.read);
    return result;
}
