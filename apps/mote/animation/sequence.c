// Files of meshes as a source: one file, or a numbered file for each frame. Each group of files is a
// part, or as many as its first mesh has components.
//
// Exact weld: vertices are one if they are in the same place in the first and in the last frame. So
// lips that are closed in the first stay two.

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "apps/mote/animation/files.h"
#include "apps/mote/animation/source.h"
#include "assets/subset.h"
#include "assets/weld.h"
#include "core/result.h"
#include "io/io.h"
#include "io/name.h"

// What a part takes from a file.
typedef struct piece {
    uint32_t group;
    uint32_t *vertices; // of the file, for each vertex of the part
} piece;

typedef struct sequence {
    check_source source;
    check_file_groups groups;
    io_model *first; // of each group: what every file must look like
    piece *pieces;   // of each part
    uint32_t posed;  // the frame that the parts are in
} sequence;

static mote_result check_like_first(const io_model *model, const io_model *first, const char *path)
{
    char room[IO_SHORT_NAME];
    bool same = model->vertex_count == first->vertex_count &&
                model->triangle_count == first->triangle_count &&
                memcmp(model->triangles, first->triangles,
                       (size_t)first->triangle_count * 3 * sizeof(uint32_t)) == 0;
    if (same) return MOTE_OK;
    return mote_fail(MOTE_ERROR_DATA, "%s: has other triangles than the first file of the sequence",
                     io_short_name(path, room));
}

static mote_result pose_group(sequence *s, uint32_t group, uint32_t frame)
{
    const check_file_group *files = &s->groups.items[group];
    uint32_t at = frame < files->count ? frame : files->count - 1;
    io_model model;
    mote_result result = io_read(files->paths[at], &model);
    if (result) return result;
    result = check_like_first(&model, &s->first[group], files->paths[at]);
    for (uint32_t i = 0; i < s->source.part_count && !result; i++) {
        if (s->pieces[i].group != group) continue;
        asset_part *part = &s->source.parts[i];
        for (uint32_t v = 0; v < part->vertex_count; v++)
            part->positions[v] = model.positions[s->pieces[i].vertices[v]];
        part->moved = true;
    }
    io_model_release(&model);
    return result;
}

// Files that are not there for this frame keep their parts where they are.
static mote_result pose(check_source *source, uint32_t frame, const mote_tasks *tasks)
{
    (void)tasks;
    sequence *s = (sequence *)source;
    if (frame == CHECK_REST_FRAME) frame = 0;
    for (uint32_t i = 0; i < source->part_count; i++) source->parts[i].moved = false;
    mote_result result = MOTE_OK;
    for (uint32_t i = 0; i < s->groups.count && !result; i++) {
        uint32_t last = s->groups.items[i].count - 1;
        uint32_t before = s->posed < last ? s->posed : last;
        if (before != (frame < last ? frame : last)) result = pose_group(s, i, frame);
    }
    s->posed = frame;
    return result;
}

static void close_sequence(check_source *source)
{
    sequence *s = (sequence *)source;
    for (uint32_t i = 0; i < s->groups.count && s->first; i++) io_model_release(&s->first[i]);
    for (uint32_t i = 0; i < source->part_count && s->pieces; i++) free(s->pieces[i].vertices);
    free(s->first);
    free(s->pieces);
    check_file_groups_release(&s->groups);
    free(s);
}

static const check_source_kind kind = {pose, close_sequence};

// Equal in the first and the last frame.
static mote_result number_exactly(const io_model *first, const io_model *last, uint32_t *number,
                                  uint32_t *number_count)
{
    float *keys = malloc((size_t)first->vertex_count * 6 * sizeof *keys + 1);
    if (!keys) return mote_fail_memory((size_t)first->vertex_count * 24, "the weld");
    for (uint32_t i = 0; i < first->vertex_count; i++) {
        asset_copy_as_key(&first->positions[i].x, 3, &keys[(size_t)i * 6]);
        asset_copy_as_key(&last->positions[i].x, 3, &keys[(size_t)i * 6 + 3]);
    }
    mote_result result =
        asset_number_equal(keys, 6 * sizeof *keys, first->vertex_count, number, number_count);
    free(keys);
    return result;
}

static mote_result weld(const sequence *s, uint32_t group, const check_animation_def *def,
                        uint32_t *number, uint32_t *number_count)
{
    const io_model *first = &s->first[group];
    const check_file_group *files = &s->groups.items[group];
    for (uint32_t i = 0; i < first->vertex_count; i++) number[i] = i;
    *number_count = first->vertex_count;
    if (def->weld == MOTE_WELD_NONE) return MOTE_OK;
    if (def->weld == MOTE_WELD_TOLERANCE)
        return asset_number_near(first->positions, first->vertex_count, def->weld_tolerance, number,
                                 number_count);
    if (files->count == 1) return number_exactly(first, first, number, number_count);
    io_model last;
    mote_result result = io_read(files->paths[files->count - 1], &last);
    if (result) return result;
    result = check_like_first(&last, first, files->paths[files->count - 1]);
    if (!result) result = number_exactly(first, &last, number, number_count);
    io_model_release(&last);
    return result;
}

static mote_result add_part(sequence *s, uint32_t group, asset_subset *subset, uint32_t number,
                            bool alone)
{
    const io_model *model = &s->first[group];
    char name[256];
    snprintf(name, sizeof name, alone ? "%.200s" : "%.200s/%u", s->groups.items[group].name,
             number + 1);
    mote_vec3 *positions = malloc((size_t)subset->vertex_count * sizeof *positions + 1);
    if (!positions) return mote_fail_memory(subset->vertex_count * sizeof *positions, "positions");
    for (uint32_t v = 0; v < subset->vertex_count; v++)
        positions[v] = model->positions[subset->vertices[v]];
    uint32_t at = s->source.part_count;
    mote_result result = asset_part_create(name, positions, subset->vertex_count, subset->triangles,
                                           subset->triangle_count, &s->source.parts[at]);
    free(positions);
    if (result) return result;
    s->pieces[at] = (piece){group, subset->vertices};
    subset->vertices = NULL; // handed over
    s->source.part_count++;
    return MOTE_OK;
}

static mote_result add_parts(sequence *s, uint32_t group, const asset_whole *whole)
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
        result = add_part(s, group, &subsets[i], i, whole->part_count == 1);
    asset_subsets_release(subsets, whole->part_count);
    return result;
}

static mote_result cut_group(sequence *s, uint32_t group, const check_animation_def *def)
{
    const io_model *model = &s->first[group];
    char room[IO_SHORT_NAME];
    if (model->triangle_count == 0)
        return mote_fail(MOTE_ERROR_DATA, "%s: has no triangles",
                         io_short_name(s->groups.items[group].paths[0], room));
    size_t count = (size_t)model->vertex_count + model->triangle_count;
    uint32_t *number = malloc(count * sizeof *number);
    if (!number) return mote_fail_memory(count * sizeof *number, "the weld");
    uint32_t *part_of = number + model->vertex_count;
    memset(part_of, 0, (size_t)model->triangle_count * sizeof *part_of);
    asset_whole whole = {.triangles = model->triangles,
                         .triangle_count = model->triangle_count,
                         .number = number,
                         .vertex_count = model->vertex_count,
                         .part_of = part_of,
                         .part_count = 1};
    mote_result result = weld(s, group, def, number, &whole.number_count);
    if (!result && def->split == ASSET_SPLIT_COMPONENT)
        result = asset_number_components(&whole, part_of, &whole.part_count);
    if (!result) result = add_parts(s, group, &whole);
    free(number);
    return result;
}

static mote_result open_files(sequence *s, const char *path, const check_animation_def *def)
{
    mote_result result = check_find_files(path, &s->groups);
    if (result) return result;
    s->first = calloc(s->groups.count, sizeof *s->first);
    if (!s->first) return mote_fail_memory(s->groups.count * sizeof *s->first, "the files");
    for (uint32_t i = 0; i < s->groups.count && !result; i++) {
        result = io_read(s->groups.items[i].paths[0], &s->first[i]);
        if (!result) result = cut_group(s, i, def);
        if (!result && s->groups.items[i].count > s->source.frame_count)
            s->source.frame_count = s->groups.items[i].count;
    }
    return result;
}

mote_result check_open_sequence_source(const char *path, const check_animation_def *def,
                                       check_source **out)
{
    sequence *s = calloc(1, sizeof *s);
    if (!s) return mote_fail_memory(sizeof *s, "a sequence");
    s->source.kind = &kind;
    mote_result result = open_files(s, path, def);
    if (result) {
        check_source_close(&s->source);
        return result;
    }
    s->source.animated = s->source.frame_count > 1;
    s->source.end = (s->source.frame_count - 1) / def->fps;
    *out = &s->source;
    return MOTE_OK;
}
