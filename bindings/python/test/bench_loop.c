// bench_loop FILE REPEATS: the loop of bench.py in C. FILE holds, in 32 bits each, the number of bodies, frames, vertices and
// triangles; the triangles that all bodies share; then the positions of each body in all frames. Every frame sets the positions
// of all bodies, detects and reads the report. Prints the seconds of each pass over all frames, one per line.

#include <mote/world.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum { MAX_BODIES = 8 };

typedef struct input {
    uint32_t bodies, frames, vertices, triangles;
    uint32_t *indices;
    mote_vec3 *positions;
} input;

static void must(bool ok, const char *message)
{
    if (ok) return;
    fprintf(stderr, "bench_loop: %s\n", message);
    exit(1);
}

static void check(mote_result result)
{
    must(result == MOTE_OK, mote_last_message());
}

static input read_input(const char *path)
{
    FILE *file = fopen(path, "rb");
    must(file != NULL, "cannot open the file");
    uint32_t head[4];
    must(fread(head, sizeof head, 1, file) == 1 && head[0] <= MAX_BODIES, "bad file");
    input in = {head[0], head[1], head[2], head[3], NULL, NULL};
    size_t index_count = (size_t)in.triangles * 3;
    size_t position_count = (size_t)in.bodies * in.frames * in.vertices;
    in.indices = malloc(index_count * sizeof *in.indices);
    in.positions = malloc(position_count * sizeof *in.positions);
    must(in.indices && in.positions, "out of memory");
    must(fread(in.indices, sizeof *in.indices, index_count, file) == index_count &&
             fread(in.positions, sizeof *in.positions, position_count, file) == position_count,
         "the file is too short");
    fclose(file);
    return in;
}

static double now(void)
{
    struct timespec time;
    timespec_get(&time, TIME_UTC);
    return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

static uint64_t pass(const input *in, mote_world *world, const mote_body_id *bodies)
{
    uint64_t face_pairs = 0;
    for (uint32_t frame = 0; frame < in->frames; frame++) {
        for (uint32_t body = 0; body < in->bodies; body++) {
            size_t first = ((size_t)body * in->frames + frame) * in->vertices;
            mote_positions positions = {.data = &in->positions[first], .count = in->vertices};
            check(mote_body_set_positions(world, bodies[body], &positions));
        }
        check(mote_world_detect(world));
        mote_report report;
        check(mote_world_report(world, &report));
        face_pairs += report.face_pair_count;
    }
    return face_pairs;
}

int main(int argc, char **argv)
{
    must(argc == 3, "expected FILE REPEATS");
    input in = read_input(argv[1]);
    mote_mesh_def def = mote_default_mesh_def();
    def.positions = (mote_positions){.data = in.positions, .count = in.vertices};
    def.indices = in.indices;
    def.index_count = (size_t)in.triangles * 3;
    mote_mesh *mesh;
    check(mote_mesh_create(&def, &mesh));
    mote_world_def world_def = mote_default_world_def();
    mote_world *world;
    check(mote_world_create(&world_def, &world));
    mote_body_id bodies[MAX_BODIES];
    for (uint32_t i = 0; i < in.bodies; i++) {
        mote_body_def body = mote_default_body_def();
        body.mesh = mesh;
        check(mote_body_create(world, &body, &bodies[i]));
    }
    int repeats = atoi(argv[2]);
    for (int i = 0; i <= repeats; i++) {
        double started = now();
        uint64_t face_pairs = pass(&in, world, bodies);
        if (i > 0)
            printf("%.9f %llu\n", now() - started,
                   (unsigned long long)face_pairs); // the first warms up
    }
    mote_world_destroy(world);
    mote_mesh_destroy(mesh);
    free(in.indices);
    free(in.positions);
    return 0;
}
