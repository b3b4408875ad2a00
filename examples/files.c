// Reading files with libmote_check: two OBJ files become parts, the parts become meshes of the
// library, and the check says where they pass through each other. It reads glTF, FBX, PLY, STL and
// OFF in the same way. Without arguments the program writes two small files first.
#include <mote/check.h>
#include <stdio.h>
#include <stdlib.h>

static void must(mote_result result)
{
    if (result == MOTE_OK) return;
    fprintf(stderr, "%s: %s\n", mote_result_name(result), mote_last_message());
    exit(1);
}

// A tetrahedron, moved along x.
static void write_obj(const char *path, double x)
{
    FILE *file = fopen(path, "w");
    if (!file) exit(1);
    fprintf(file, "v %g 0 0\nv %g 0 0\nv %g 1 0\nv %g 0 1\n", x, x + 1, x, x);
    fprintf(file, "f 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n");
    if (fclose(file) != 0) exit(1);
}

// Positions and triangles of a part, after vertices at the same place were merged.
static void make_mesh_of(const mote_check *check, uint32_t number)
{
    mote_check_part_info part;
    must(mote_check_get_part(check, number, &part));
    mote_mesh_def def = mote_default_mesh_def();
    def.positions = (mote_positions){.data = part.positions, .count = part.vertex_count};
    def.indices = part.triangles;
    def.index_count = 3 * (size_t)part.triangle_count;
    mote_mesh *mesh;
    must(mote_mesh_create(&def, &mesh));
    mote_mesh_info info;
    mote_mesh_get_info(mesh, &info);
    printf("part %s: %u triangles, %s, volume %.3f\n", part.name, info.triangle_count,
           info.closed ? "closed" : "open", info.volume);
    mote_mesh_destroy(mesh);
}

int main(int argc, char **argv)
{
    const char *const written[2] = {"a.obj", "b.obj"};
    if (argc < 2) {
        write_obj(written[0], 0);
        write_obj(written[1], 0.25);
    }
    mote_check_def def = mote_check_default_def();
    def.inputs = argc < 2 ? written : (const char *const *)argv + 1;
    def.input_count = argc < 2 ? 2 : (uint32_t)argc - 1;
    mote_check *check;
    must(mote_check_open(&def, &check));
    must(mote_check_run(check, NULL));

    mote_check_info info;
    mote_check_get_info(check, &info);
    for (uint32_t i = 0; i < info.part_count; i++) make_mesh_of(check, i);
    mote_check_outcome outcome;
    mote_check_get_outcome(check, &outcome);
    for (size_t i = 0; i < outcome.episode_count; i++) {
        char name[64];
        mote_check_name_episode(check, &outcome.episodes[i], name, sizeof name);
        printf("%s: frames %u to %u, %s, depth %.3f\n", name, outcome.episodes[i].first,
               outcome.episodes[i].last, mote_check_severity_name(outcome.episodes[i].severity),
               (double)outcome.episodes[i].depth);
    }
    if (!outcome.complete) printf("not all was checked\n");
    printf("verdict: %s\n", mote_check_verdict_name(outcome.verdict));
    mote_check_close(check);
    return 0;
}
