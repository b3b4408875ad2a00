// dump_poses FILE [FPS [SECONDS...]]: where the vertices of a file are, as mote check poses them,
// for comparison with other programs. Prints JSON: parts with their triangles; then the rest pose
// and every frame of every clip, or the given times of it, with three numbers per vertex. Node
// transforms, skins and morph targets go the way that mote check takes; vertices are not welded.

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "check/animation/animation.h"
#include "check/import/import.h"

static int fail(const char *path)
{
    fprintf(stderr, "dump_poses: %s: %s\n", path, mote_last_message());
    return 1;
}

static void print_string(const char *text)
{
    putchar('"');
    for (; *text; text++) {
        if (*text == '"' || *text == '\\') putchar('\\');
        putchar(*text);
    }
    putchar('"');
}

static void print_parts(const asset_rig *rig)
{
    printf("{\"parts\":[");
    for (uint32_t i = 0; i < rig->part_count; i++) {
        mote_mesh_view view;
        mote_mesh_get_view(rig->parts[i].mesh, &view);
        printf("%s{\"name\":", i ? "," : "");
        print_string(rig->parts[i].name);
        printf(",\"triangles\":[");
        for (size_t k = 0; k < (size_t)rig->parts[i].triangle_count * 3; k++)
            printf("%s%u", k ? "," : "", view.triangles[k]);
        printf("]}");
    }
    printf("]");
}

static bool print_pose(asset_rig *rig, const asset_clip *clip, double time)
{
    if (asset_rig_pose(rig, clip, time)) return false;
    printf("{\"time\":%.17g,\"parts\":[", time);
    for (uint32_t i = 0; i < rig->part_count; i++) {
        asset_part *part = &rig->parts[i];
        if (mote_deformer_evaluate_all(rig->rig_parts[i].chain, NULL, part->positions))
            return false;
        printf("%s[", i ? "," : "");
        for (uint32_t k = 0; k < part->vertex_count; k++)
            printf("%s%.9g,%.9g,%.9g", k ? "," : "", (double)part->positions[k].x,
                   (double)part->positions[k].y, (double)part->positions[k].z);
        printf("]");
    }
    printf("]}");
    return true;
}

typedef struct request {
    double fps;
    const char *const *times; // null: every frame
    int time_count;
} request;

static bool print_clip(asset_rig *rig, const asset_clip *clip, const request *wanted)
{
    uint32_t count;
    if (check_count_frames(clip->start, clip->end, wanted->fps, &count)) return false;
    if (wanted->time_count) count = (uint32_t)wanted->time_count;
    printf("{\"name\":");
    print_string(asset_text(&rig->asset, clip->name));
    printf(",\"start\":%.17g,\"end\":%.17g,\"frames\":[", clip->start, clip->end);
    for (uint32_t i = 0; i < count; i++) {
        double time = wanted->time_count
                          ? strtod(wanted->times[i], NULL)
                          : check_frame_time(clip->start, clip->end, wanted->fps, i, count);
        if (i) printf(",");
        if (!print_pose(rig, clip, time)) return false;
    }
    printf("]}");
    return true;
}

static bool print_rig(asset_rig *rig, const request *wanted)
{
    print_parts(rig);
    printf(",\"rest\":");
    if (!print_pose(rig, NULL, 0)) return false;
    printf(",\"clips\":[");
    for (size_t i = 0; i < rig->asset.clips.count; i++) {
        if (i) printf(",");
        if (!print_clip(rig, &rig->asset.clips.data[i], wanted)) return false;
    }
    printf("]}\n");
    return true;
}

int main(int count, char **arguments)
{
    if (count < 2) {
        fprintf(stderr, "usage: dump_poses FILE [FPS [SECONDS...]]\n");
        return 2;
    }
    check_import_limits limits = check_default_import_limits();
    asset_file asset;
    asset_rig *rig;
    asset_rig_def def = asset_default_rig_def();
    def.name = arguments[1];
    def.weld = MOTE_WELD_NONE;
    if (check_import(arguments[1], NULL, &limits, &asset)) return fail(arguments[1]);
    if (asset_rig_create(&asset, &def, &rig)) return fail(arguments[1]);
    request wanted = {.fps = count > 2 ? strtod(arguments[2], NULL) : 30};
    if (count > 3) wanted.times = (const char *const *)arguments + 3;
    if (count > 3) wanted.time_count = count - 3;
    bool printed = print_rig(rig, &wanted);
    asset_rig_destroy(rig);
    return printed ? 0 : fail(arguments[1]);
}
