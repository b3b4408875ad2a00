// poses FILE: plays the first clip of a file as 'mote check' does and prints what the WebAssembly module must find
// again (bindings/js/test/asset.test.mjs):
//
//     part NAME VERTICES TRIANGLES
//     clip NAME START END          or nothing where there is none; then, of each frame, the rest pose first:
//     TIME HASH_OF_POSITIONS HASH_OF_REPORT FACE_PAIRS
//
// Names end with a tab.

#include <inttypes.h>
#include <mote/world.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check/animation/animation.h"

static void must(mote_result result)
{
    if (result == MOTE_OK) return;
    fprintf(stderr, "poses: %s\n", mote_last_message());
    exit(1);
}

// FNV-1a over words in place of bytes: JavaScript has it at hand.
static uint32_t fold(uint32_t hash, const asset_part *part)
{
    for (size_t i = 0; i < (size_t)part->vertex_count * 3; i++) {
        uint32_t word;
        memcpy(&word, &part->positions[i / 3].x + i % 3, sizeof word);
        hash = (hash ^ word) * 16777619u;
    }
    return hash;
}

static mote_world *fill_world(const check_animation *animation, mote_body_id *bodies)
{
    mote_world_def def = mote_default_world_def();
    mote_world *world;
    must(mote_world_create(&def, &world));
    for (uint32_t i = 0; i < animation->part_count; i++) {
        mote_body_def body_def = mote_default_body_def();
        body_def.mesh = animation->parts[i]->mesh;
        must(mote_body_create(world, &body_def, &bodies[i]));
    }
    return world;
}

static void print_frame(check_animation *animation, uint32_t clip, uint32_t frame,
                        mote_world *world, const mote_body_id *bodies)
{
    uint32_t hash = 0;
    must(check_animation_pose(animation, clip, frame, NULL));
    for (uint32_t i = 0; i < animation->part_count; i++) {
        const asset_part *part = animation->parts[i];
        mote_positions positions = {.data = part->positions, .count = part->vertex_count};
        must(mote_body_set_positions(world, bodies[i], &positions));
        hash = fold(hash, part);
    }
    mote_report report;
    must(mote_world_detect(world));
    must(mote_world_report(world, &report));
    printf("%.17g %08" PRIx32 " %016" PRIx64 " %zu\n", check_animation_time(animation, clip, frame),
           hash, report.hash, report.face_pair_count);
}

int main(int argc, char **argv)
{
    if (argc != 2) {
        fprintf(stderr, "usage: poses FILE\n");
        return 2;
    }
    check_animation_def def = check_default_animation_def();
    def.inputs = (const char *const *)(argv + 1);
    def.input_count = 1;
    check_animation *animation;
    must(check_animation_open(&def, &animation));
    for (uint32_t i = 0; i < animation->part_count; i++)
        printf("part %s\t%u %u\n", animation->parts[i]->name, animation->parts[i]->vertex_count,
               animation->parts[i]->triangle_count);
    const check_clip *clip = &animation->clips[0];
    if (clip->name) printf("clip %s\t%.17g %.17g\n", clip->name, clip->start, clip->end);
    mote_body_id *bodies = calloc(animation->part_count, sizeof *bodies);
    if (!bodies) return 1;
    mote_world *world = fill_world(animation, bodies);
    print_frame(animation, CHECK_REST_CLIP, 0, world, bodies);
    for (uint32_t i = 0; i < clip->frame_count && clip->name; i++)
        print_frame(animation, 0, i, world, bodies);
    mote_world_destroy(world);
    free(bodies);
    check_animation_close(animation);
    return 0;
}
