// bench_loop FILE REPEATS: the loop of bench.py in C. FILE holds, in 32 bits each, the number of
// bodies, frames, vertices and triangles; the triangles that all bodies share; then the positions
// of each body in all frames. Every frame sets the positions of all bodies, detects and reads the
// report. Prints the seconds of each pass over all frames, one per line.

#include <fcntl.h>
#include <mote/world.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

enum { MAX_BODIES = 8 };

typedef struct input {
    uint32_t bodies, frames, vertices, triangles;
    const uint32_t *indices;
    const mote_vec3 *positions;
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

// The file is mapped, as bench.py does it: both loops read the very same memory, so that what
// differs is the language.
static input map_input(const char *path)
{
    int file = open(path, O_RDONLY);
    struct stat status;
    must(file >= 0 && fstat(file, &status) == 0, "cannot open the file");
    const uint32_t *words = mmap(NULL, (size_t)status.st_size, PROT_READ, MAP_SHARED, file, 0);
    must(words != MAP_FAILED, "cannot map the file");
    close(file);
    input in = {words[0], words[1], words[2], words[3], words + 4, NULL};
    size_t index_count = (size_t)in.triangles * 3;
    size_t position_count = (size_t)in.bodies * in.frames * in.vertices;
    in.positions = (const mote_vec3 *)(in.indices + index_count);
    must(in.bodies <= MAX_BODIES &&
             (size_t)status.st_size == (4 + index_count + 3 * position_count) * 4,
         "bad file");
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
    input in = map_input(argv[1]);
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
    return 0;
}
