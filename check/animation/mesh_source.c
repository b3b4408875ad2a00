// Meshes as a source: a file, a numbered file for each frame, or positions in memory. Each group of
// files, and each mesh in memory, becomes one part, or one part per connected component of its
// first frame.
//
// The exact weld merges vertices that have the same position in the first and in the last frame.
// Vertices of lips that are closed only in the first frame therefore stay separate.

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "assets/subset.h"
#include "assets/weld.h"
#include "check/animation/files.h"
#include "check/animation/source.h"
#include "core/result.h"
#include "io/io.h"
#include "io/name.h"

// The share of a mesh that becomes one part.
typedef struct piece {
    uint32_t group;
    uint32_t *vertices; // mesh vertex of each part vertex
} piece;

// A mesh in successive frames.
typedef struct group {
    char name[256];
    uint32_t frame_count;
    uint32_t posed; // current frame of its parts
    io_model first; // topology that every frame must have
} group;

typedef struct mesh_source mesh_source;

// Reads the positions of a group in a frame, as many as the first frame has.
typedef mote_result position_reader(mesh_source *s, uint32_t group, uint32_t frame, mote_vec3 *out);

struct mesh_source {
    check_source source;
    group *groups;
    uint32_t group_count;
    piece *pieces;        // one per part
    mote_vec3 *positions; // for the largest group
    position_reader *read;
    check_file_groups files;    // one per group; for files
    const int *opened;          // while opening: read instead of the only file
    check_import_limits limits; // for files
    check_animation_def memory; // for meshes in memory
};

// ---------------------------------------------------------------------------------------------
// Frames

static mote_result read_model(const mesh_source *s, const char *path, io_model *out)
{
    if (s->opened) return io_read_opened(*s->opened, path, out);
    check_announce_file(&s->limits, path);
    return s->files.listed ? io_read_listed(path, s->limits.allow_outside, out)
                           : io_read(path, out);
}

static mote_result read_file(mesh_source *s, uint32_t number, uint32_t frame, mote_vec3 *out)
{
    const io_model *first = &s->groups[number].first;
    const char *path = s->files.items[number].paths[frame];
    io_model model;
    char room[IO_SHORT_NAME];
    mote_result result = read_model(s, path, &model);
    if (result) return result;
    bool same = model.vertex_count == first->vertex_count &&
                model.triangle_count == first->triangle_count &&
                memcmp(model.triangles, first->triangles,
                       (size_t)first->triangle_count * 3 * sizeof(uint32_t)) == 0;
    if (same)
        memcpy(out, model.positions, model.vertex_count * sizeof *out);
    else
        result = mote_fail(MOTE_ERROR_DATA,
                           "%s: its triangles differ from those of the first file of the sequence",
                           io_short_name(path, room));
    io_model_release(&model);
    return result;
}

static mote_result read_memory(mesh_source *s, uint32_t number, uint32_t frame, mote_vec3 *out)
{
    const mote_check_part *part = &s->memory.parts[number];
    size_t count = part->vertex_count;
    if (!part->positions)
        return s->memory.get_positions(s->memory.get_positions_context, number, frame, out);
    memcpy(out, &part->positions[frame * count], count * sizeof *out);
    return MOTE_OK;
}

static mote_result pose_group(mesh_source *s, uint32_t number, uint32_t frame)
{
    mote_result result = s->read(s, number, frame, s->positions);
    for (uint32_t i = 0; i < s->source.part_count && !result; i++) {
        if (s->pieces[i].group != number) continue;
        asset_part *part = &s->source.parts[i];
        for (uint32_t v = 0; v < part->vertex_count; v++)
            part->positions[v] = s->positions[s->pieces[i].vertices[v]];
        part->version++;
    }
    return result;
}

// A group with fewer frames stays in its last frame.
static mote_result pose(check_source *source, uint32_t clip, uint32_t frame)
{
    mesh_source *s = (mesh_source *)source;
    if (clip == CHECK_REST_CLIP) frame = 0;
    mote_result result = MOTE_OK;
    for (uint32_t i = 0; i < s->group_count && !result; i++) {
        uint32_t last = s->groups[i].frame_count - 1, now = frame < last ? frame : last;
        if (s->groups[i].posed == now) continue;
        result = pose_group(s, i, now);
        if (!result) s->groups[i].posed = now;
    }
    return result;
}

static void close_meshes(check_source *source)
{
    mesh_source *s = (mesh_source *)source;
    for (uint32_t i = 0; i < s->group_count; i++) io_model_release(&s->groups[i].first);
    for (uint32_t i = 0; i < source->part_count && s->pieces; i++) free(s->pieces[i].vertices);
    free(s->groups);
    free(s->pieces);
    free(s->positions);
    check_file_groups_release(&s->files);
    free(s);
}

static const check_source_kind kind = {pose, NULL, close_meshes};

// ---------------------------------------------------------------------------------------------
// Parts

// Numbers the vertices so that vertices with equal positions in the first and the last frame get
// the same number.
static mote_result number_exactly(const mote_vec3 *first, const mote_vec3 *last, uint32_t count,
                                  uint32_t *number, uint32_t *number_count)
{
    float *keys = malloc((size_t)count * 6 * sizeof *keys + 1);
    if (!keys) return mote_fail_memory((size_t)count * 24, "the weld");
    for (uint32_t i = 0; i < count; i++) {
        asset_copy_as_key(&first[i].x, 3, &keys[(size_t)i * 6]);
        asset_copy_as_key(&last[i].x, 3, &keys[(size_t)i * 6 + 3]);
    }
    mote_result result = asset_number_equal(keys, 6 * sizeof *keys, count, number, number_count);
    free(keys);
    return result;
}

static mote_result weld(mesh_source *s, uint32_t number, const check_animation_def *def,
                        uint32_t *numbers, uint32_t *number_count)
{
    const io_model *first = &s->groups[number].first;
    uint32_t count = first->vertex_count, frames = s->groups[number].frame_count;
    for (uint32_t i = 0; i < count; i++) numbers[i] = i;
    *number_count = count;
    if (def->weld == MOTE_WELD_NONE) return MOTE_OK;
    if (def->weld == MOTE_WELD_TOLERANCE)
        return asset_number_near(first->positions, count, def->weld_tolerance, numbers,
                                 number_count);
    if (frames == 1)
        return number_exactly(first->positions, first->positions, count, numbers, number_count);
    mote_result result = s->read(s, number, frames - 1, s->positions);
    return result ? result
                  : number_exactly(first->positions, s->positions, count, numbers, number_count);
}

static mote_result add_part(mesh_source *s, uint32_t number, asset_subset *subset,
                            uint32_t component, bool alone)
{
    const io_model *model = &s->groups[number].first;
    char name[256];
    snprintf(name, sizeof name, alone ? "%.200s" : "%.200s/%u", s->groups[number].name,
             component + 1);
    mote_vec3 *positions = malloc((size_t)subset->vertex_count * sizeof *positions + 1);
    if (!positions) return mote_fail_memory(subset->vertex_count * sizeof *positions, "positions");
    for (uint32_t v = 0; v < subset->vertex_count; v++)
        positions[v] = model->positions[subset->vertices[v]];
    uint32_t at = s->source.part_count;
    mote_result result = asset_part_create(name, positions, subset->vertex_count, subset->triangles,
                                           subset->triangle_count, &s->source.parts[at]);
    free(positions);
    if (result) return result;
    s->pieces[at] = (piece){number, subset->vertices};
    subset->vertices = NULL; // ownership moved to the piece
    s->source.part_count++;
    return MOTE_OK;
}

static mote_result add_parts(mesh_source *s, uint32_t number, const asset_whole *whole)
{
    uint32_t room = s->source.part_count + whole->part_count;
    asset_part *parts = realloc(s->source.parts, room * sizeof *parts);
    if (parts) s->source.parts = parts;
    piece *pieces = realloc(s->pieces, room * sizeof *pieces);
    if (pieces) s->pieces = pieces;
    if (!parts || !pieces) return mote_fail_memory(room * sizeof *parts, "the parts");
    asset_subset *subsets;
    mote_result result = asset_subsets_create(whole, &subsets);
    for (uint32_t i = 0; i < whole->part_count && !result; i++)
        result = add_part(s, number, &subsets[i], i, whole->part_count == 1);
    asset_subsets_release(subsets, whole->part_count);
    return result;
}

static mote_result cut_group(mesh_source *s, uint32_t number, const check_animation_def *def)
{
    const io_model *model = &s->groups[number].first;
    size_t count = (size_t)model->vertex_count + model->triangle_count;
    uint32_t *numbers = malloc(count * sizeof *numbers);
    if (!numbers) return mote_fail_memory(count * sizeof *numbers, "the weld");
    uint32_t *part_of = numbers + model->vertex_count;
    memset(part_of, 0, (size_t)model->triangle_count * sizeof *part_of);
    asset_whole whole = {.triangles = model->triangles,
                         .triangle_count = model->triangle_count,
                         .number = numbers,
                         .vertex_count = model->vertex_count,
                         .part_of = part_of,
                         .part_count = 1};
    mote_result result = weld(s, number, def, numbers, &whole.number_count);
    if (!result && def->split == ASSET_SPLIT_COMPONENT)
        result = asset_number_components(&whole, part_of, &whole.part_count);
    if (!result) result = add_parts(s, number, &whole);
    free(numbers);
    return result;
}

static mote_result cut_groups(mesh_source *s, const check_animation_def *def)
{
    uint32_t most = 0, frame_count = 1;
    for (uint32_t i = 0; i < s->group_count; i++) {
        if (s->groups[i].first.vertex_count > most) most = s->groups[i].first.vertex_count;
        if (s->groups[i].frame_count > frame_count) frame_count = s->groups[i].frame_count;
    }
    s->positions = malloc((size_t)most * sizeof *s->positions + 1);
    if (!s->positions) return mote_fail_memory((size_t)most * sizeof *s->positions, "positions");
    mote_result result = MOTE_OK;
    for (uint32_t i = 0; i < s->group_count && !result; i++) result = cut_group(s, i, def);
    return result ? result : check_source_set_length(&s->source, (frame_count - 1) / def->fps);
}

// ---------------------------------------------------------------------------------------------
// Opening

static mote_result create_groups(mesh_source *s, uint32_t count)
{
    s->groups = calloc(count, sizeof *s->groups);
    return s->groups ? MOTE_OK : mote_fail_memory(count * sizeof *s->groups, "the meshes");
}

static mote_result tell_unread(const check_file_groups *files, const char *path,
                               check_remarks *remarks)
{
    char room[IO_SHORT_NAME];
    if (!remarks) return MOTE_OK;
    mote_result result = check_remarks_tell(
        remarks, MOTE_CHECK_REMARK_FILES, true, files->unread_count,
        "%s: %" PRIu64 " file%s not OBJ, PLY, STL or OFF and %s not read: %s",
        io_short_name(path, room), files->unread_count, files->unread_count == 1 ? " is" : "s are",
        files->unread_count == 1 ? "was" : "were", files->unread ? files->unread : "");
    return result
               ? result
               : check_remarks_tell(remarks, MOTE_CHECK_REMARK_FILES, false, files->companion_count,
                                    "%s: %" PRIu64 " file%s no model%s: textures, materials, "
                                    "texts or hidden files",
                                    io_short_name(path, room), files->companion_count,
                                    files->companion_count == 1 ? " is" : "s are",
                                    files->companion_count == 1 ? "" : "s");
}

static mote_result tell_skipped(const io_model *model, const char *path, check_remarks *remarks)
{
    char room[IO_SHORT_NAME];
    if (!remarks) return MOTE_OK;
    return check_remarks_tell(remarks, MOTE_CHECK_REMARK_CONTENT, true, model->skipped_count,
                              "%s:%u: the first of %u statement%s that mote does not know",
                              io_short_name(path, room), model->skipped_line, model->skipped_count,
                              model->skipped_count == 1 ? "" : "s");
}

static mote_result open_files(mesh_source *s, const char *path, check_remarks *remarks)
{
    mote_result result = check_find_files(path, &s->files);
    if (!result) result = tell_unread(&s->files, path, remarks);
    if (!result) result = create_groups(s, s->files.count);
    for (uint32_t i = 0; i < s->files.count && !result; i++) {
        const check_file_group *files = &s->files.items[i];
        char room[IO_SHORT_NAME];
        snprintf(s->groups[i].name, sizeof s->groups[i].name, "%.200s", files->name);
        s->groups[i].frame_count = files->count;
        result = read_model(s, files->paths[0], &s->groups[i].first);
        if (result) break;
        s->group_count++;
        if (s->groups[i].first.triangle_count == 0)
            result = mote_fail(MOTE_ERROR_DATA, "%s: has no triangles",
                               io_short_name(files->paths[0], room));
        if (!result) result = tell_skipped(&s->groups[i].first, files->paths[0], remarks);
    }
    return result;
}

static mote_result check_triangles(const mote_check_part *part, const char *name)
{
    if (!part->triangles || part->triangle_count == 0)
        return mote_fail(MOTE_ERROR_ARGUMENT, "part '%.64s': has no triangles", name);
    for (size_t i = 0; i < (size_t)part->triangle_count * 3; i++)
        if (part->triangles[i] >= part->vertex_count)
            return mote_fail(MOTE_ERROR_DATA,
                             "part '%.64s': triangle %zu has vertex %u, but there are %u vertices",
                             name, i / 3, part->triangles[i], part->vertex_count);
    return MOTE_OK;
}

static mote_result open_part(mesh_source *s, uint32_t number)
{
    const mote_check_part *part = &s->memory.parts[number];
    group *g = &s->groups[number];
    if (part->name)
        snprintf(g->name, sizeof g->name, "%.200s", part->name);
    else
        snprintf(g->name, sizeof g->name, "part %u", number + 1);
    g->frame_count = s->memory.frame_count;
    if (!part->positions && !s->memory.get_positions)
        return mote_fail(MOTE_ERROR_ARGUMENT,
                         "part '%.64s': positions is null, and so is get_positions", g->name);
    mote_result result = check_triangles(part, g->name);
    if (!result) result = io_model_create(part->vertex_count, part->triangle_count, &g->first);
    if (result) return result;
    s->group_count++;
    memcpy(g->first.triangles, part->triangles,
           (size_t)part->triangle_count * 3 * sizeof *part->triangles);
    return read_memory(s, number, 0, g->first.positions);
}

static mote_result open_parts(mesh_source *s, const check_animation_def *def)
{
    s->memory = *def;
    mote_result result = create_groups(s, def->part_count);
    for (uint32_t i = 0; i < def->part_count && !result; i++) result = open_part(s, i);
    return result;
}

// Opens meshes from a path, or from memory if the path is null.
static mote_result open_source(const char *path, const check_animation_def *def, check_source **out)
{
    mesh_source *s = calloc(1, sizeof *s);
    if (!s) return mote_fail_memory(sizeof *s, "a source");
    s->source.kind = &kind;
    s->read = path ? read_file : read_memory;
    s->limits = def->limits;
    s->opened = def->opened;
    mote_result result = path ? open_files(s, path, def->remarks) : open_parts(s, def);
    if (!result) result = cut_groups(s, def);
    s->opened = NULL;
    if (result)
        check_source_close(&s->source);
    else
        *out = &s->source;
    return result;
}

mote_result check_open_file_source(const char *path, const check_animation_def *def,
                                   check_source **out)
{
    return open_source(path, def, out);
}

mote_result check_open_memory_source(const check_animation_def *def, check_source **out)
{
    return open_source(NULL, def, out);
}
