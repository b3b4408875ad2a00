// Writes and reads meshes, new meshes of bodies, and new origins.

#include <mote/origin.h>

#include "core/result.h"
#include "world/recording.h"

// ---------------------------------------------------------------------------------------------
// Writing meshes

static mote_known_mesh identity_of(const mote_mesh *mesh)
{
    mote_known_mesh identity = {.vertex_count = mesh->vertex_count,
                                .triangle_count = mesh->triangle_count,
                                .flags = mesh->flags};
    uint64_t hash = mote_hash_bytes(MOTE_HASH_START, mesh->positions,
                                    mesh->vertex_count * sizeof *mesh->positions);
    identity.hash = mote_hash_bytes(hash, mesh->triangles,
                                    3 * (size_t)mesh->triangle_count * sizeof *mesh->triangles);
    return identity;
}

static bool same_mesh(const mote_known_mesh *a, const mote_known_mesh *b)
{
    return a->hash == b->hash && a->vertex_count == b->vertex_count &&
           a->triangle_count == b->triangle_count && a->flags == b->flags;
}

static void write_mesh(mote_world *world, const mote_mesh *mesh)
{
    mote_chunk_writer *out = &world->recorder->out;
    mote_chunk_begin(out, MOTE_CHUNK_MESH);
    mote_put_u32(out, mesh->flags);
    mote_put_u32(out, mesh->vertex_count);
    mote_put_u32(out, mesh->triangle_count);
    mote_put_floats(out, (const float *)mesh->positions, 3 * (size_t)mesh->vertex_count);
    mote_put_indices(out, mesh->triangles, 3 * (size_t)mesh->triangle_count);
    mote_chunk_end(out);
}

uint32_t mote_recorder_number_of_mesh(mote_world *world, const mote_mesh *mesh)
{
    mote_chunk_writer *out = &world->recorder->out;
    mote_recorder *recorder = world->recorder;
    mote_known_mesh identity = identity_of(mesh);
    const mote_known_mesh *known = recorder->meshes.data;
    uint32_t count = (uint32_t)recorder->meshes.count;
    for (uint32_t i = 0; i < count; i++) {
        if (same_mesh(&known[i], &identity)) return i;
    }
    write_mesh(world, mesh);
    if (!mote_array_push(&recorder->meshes, recorder->out.allocator, identity))
        mote_chunk_out_of_memory(out);
    return count;
}

// ---------------------------------------------------------------------------------------------
// Reading meshes

static mote_result copy_numbers(mote_player *player, mote_cursor *cursor, uint32_t vertices,
                                uint32_t triangles, mote_vec3 **positions, uint32_t **indices)
{
    size_t corners = 3 * (size_t)triangles;
    *positions = mote_allocate(&player->allocator, vertices, sizeof **positions);
    *indices = mote_allocate(&player->allocator, corners, sizeof **indices);
    if (!*positions || !*indices)
        return mote_fail_memory(vertices * sizeof **positions + corners * sizeof **indices,
                                "a mesh of a recording");
    mote_cursor_floats(cursor, (float *)*positions, 3 * (size_t)vertices);
    for (size_t i = 0; i < corners; i++) (*indices)[i] = mote_cursor_u32(cursor);
    return MOTE_OK;
}

static mote_result build_mesh(mote_player *player, const mote_mesh_def *def, size_t byte)
{
    mote_mesh *mesh;
    mote_result result = mote_mesh_create(def, &mesh);
    if (result != MOTE_OK) return mote_blame_recording(result, byte, "a mesh");
    if (mote_array_push(&player->meshes, &player->allocator, mesh)) return MOTE_OK;
    mote_mesh_destroy(mesh);
    return mote_fail_memory(sizeof mesh, "a mesh of a recording");
}

mote_result mote_player_take_mesh(mote_player *player, mote_cursor *cursor)
{
    size_t start = cursor->at;
    mote_mesh_def def = mote_default_mesh_def();
    def.flags = mote_cursor_u32(cursor);
    uint32_t vertices = mote_cursor_u32(cursor), triangles = mote_cursor_u32(cursor);
    if (cursor->end - cursor->at != 12 * ((uint64_t)vertices + triangles))
        return mote_fail_at(
            start, "the mesh has %u vertices and %u triangles, which does not match its length",
            vertices, triangles);
    mote_vec3 *positions = NULL;
    uint32_t *indices = NULL;
    mote_result result = copy_numbers(player, cursor, vertices, triangles, &positions, &indices);
    if (result == MOTE_OK) {
        def.positions = (mote_positions){.data = positions, .count = vertices};
        def.indices = indices;
        def.index_count = 3 * (size_t)triangles;
        def.allocator = player->allocator;
        result = build_mesh(player, &def, start);
    }
    mote_release(&player->allocator, positions, vertices, sizeof *positions);
    mote_release(&player->allocator, indices, 3 * (size_t)triangles, sizeof *indices);
    return result;
}

mote_result mote_player_check_triangles(const mote_player *player, const mote_cursor *cursor,
                                        uint64_t triangles)
{
    if (triangles <= player->recording->size) return MOTE_OK;
    return mote_fail(MOTE_ERROR_LIMIT,
                     "recording, byte %zu: the bodies have more triangles than the recording has "
                     "bytes",
                     cursor->at);
}

mote_result mote_player_make_room(mote_player *player, uint32_t index)
{
    const mote_shape *shape = &mote_world_body_at(player->world, index)->shape;
    mote_played_body *body = &player->bodies.data[index];
    mote_release(&player->allocator, body->positions, body->vertex_count, sizeof(mote_vec3));
    body->vertex_count =
        shape->in_mesh_order ? shape->clusters->vertex_count : shape->mesh->vertex_count;
    body->positions =
        mote_allocate_zeroed(&player->allocator, body->vertex_count, sizeof(mote_vec3));
    if (body->positions) return MOTE_OK;
    return mote_fail_memory(body->vertex_count * sizeof(mote_vec3), "positions");
}

// ---------------------------------------------------------------------------------------------
// New meshes of bodies

// A body that is not in a frame yet is created with its new mesh.
void mote_recorder_put_remesh(mote_world *world, mote_body_id body, const uint32_t *new_face_of,
                              size_t count)
{
    mote_recorder *recorder = world->recorder;
    mote_chunk_writer *out = &recorder->out;
    if (body.index >= recorder->places.count ||
        recorder->places.data[body.index].generation != body.generation)
        return;
    uint32_t mesh =
        mote_recorder_number_of_mesh(world, mote_world_body_at(world, body.index)->shape.mesh);
    recorder->places.data[body.index].mesh = mesh;
    mote_chunk_begin(out, MOTE_CHUNK_REMESH);
    mote_put_u32(out, body.index);
    mote_put_u32(out, mesh);
    mote_put_u32(out, new_face_of != NULL);
    if (new_face_of) mote_put_indices(out, new_face_of, count);
    mote_chunk_end(out);
}

// Reads the map into player->map. The world checks its range.
static const uint32_t *read_map(mote_player *player, mote_cursor *cursor, uint32_t count)
{
    player->map.count = 0;
    uint32_t *map = mote_array_room(&player->map, &player->allocator, count);
    for (uint32_t i = 0; map && i < count; i++) map[i] = mote_cursor_u32(cursor);
    return map;
}

static mote_result change_mesh(mote_player *player, mote_cursor *cursor, uint32_t index,
                               const mote_mesh *mesh, bool has_map)
{
    size_t start = cursor->at;
    uint32_t before = mote_world_body_at(player->world, index)->shape.mesh->triangle_count;
    uint64_t triangles = player->triangles - before + mesh->triangle_count;
    mote_result result = mote_player_check_triangles(player, cursor, triangles);
    if (result != MOTE_OK) return result;
    if (has_map && !mote_cursor_holds(cursor, before, 4))
        return mote_fail_at(start, "the map of the faces of body %u ends too early", index);
    const uint32_t *map = has_map ? read_map(player, cursor, before) : NULL;
    if (has_map && !map) return mote_fail_memory(before * sizeof *map, "a map of faces");
    result = mote_body_set_mesh(player->world, mote_world_id_of(player->world, index), mesh, map,
                                before);
    if (result != MOTE_OK) return mote_blame_recording(result, start, "a new mesh");
    player->triangles = triangles;
    return mote_player_make_room(player, index);
}

mote_result mote_player_take_remesh(mote_player *player, mote_cursor *cursor)
{
    size_t start = cursor->at;
    uint32_t index = mote_cursor_u32(cursor), mesh = mote_cursor_u32(cursor);
    uint32_t has_map = mote_cursor_u32(cursor);
    if (cursor->overrun) return mote_fail_at(cursor->at, "the new mesh ends too early");
    if (index >= player->bodies.count || !player->bodies.data[index].positions)
        return mote_fail_at(start, "there is no body %u to give a mesh", index);
    if (mesh >= player->meshes.count) return mote_fail_at(start, "there is no mesh %u", mesh);
    if (has_map > 1) return mote_fail_at(start, "%u is not a boolean", has_map);
    mote_result result =
        change_mesh(player, cursor, index, player->meshes.data[mesh], has_map == 1);
    return result == MOTE_OK ? mote_cursor_finish(cursor, "the new mesh") : result;
}

// ---------------------------------------------------------------------------------------------
// Origins

void mote_recorder_put_origin(mote_world *world)
{
    mote_chunk_writer *out = &world->recorder->out;
    mote_chunk_begin(out, MOTE_CHUNK_ORIGIN);
    mote_put_double(out, world->def.origin.x);
    mote_put_double(out, world->def.origin.y);
    mote_put_double(out, world->def.origin.z);
    mote_chunk_end(out);
}

// Bodies are played in floats, which are relative to the origin.
mote_result mote_player_take_origin(mote_player *player, mote_cursor *cursor)
{
    size_t start = cursor->at;
    mote_dvec3 origin;
    origin.x = mote_cursor_double(cursor);
    origin.y = mote_cursor_double(cursor);
    origin.z = mote_cursor_double(cursor);
    mote_result result = mote_cursor_finish(cursor, "the origin");
    if (result != MOTE_OK) return result;
    result = mote_world_set_origin(player->world, origin);
    return result == MOTE_OK ? MOTE_OK : mote_blame_recording(result, start, "the origin");
}
