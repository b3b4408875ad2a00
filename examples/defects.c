// A broken mesh: a box with a hole, a triangle turned the wrong way, a duplicate, a degenerate
// triangle and a vertex that nothing uses. It is accepted all the same, and its defects are listed.
#include <mote/mote.h>
#include <stdio.h>
#include <stdlib.h>

static void must(mote_result result)
{
    if (result == MOTE_OK) return;
    fprintf(stderr, "%s: %s\n", mote_result_name(result), mote_last_message());
    exit(1);
}

static const mote_vec3 corners[9] = {{-1, -1, -1}, {1, -1, -1}, {1, 1, -1},
                                     {-1, 1, -1},  {-1, -1, 1}, {1, -1, 1},
                                     {1, 1, 1},    {-1, 1, 1},  {5, 5, 5}};
static const uint32_t faces[39] = {0, 2, 1, 0, 3, 2, 4, 5, 6, 4, 6, 7, 0, 1,
                                   5, 0, 5, 4, 1, 2, 6, 1, 6, 5, 2, 3, 7, // as it should be
                                   2, 6, 7,                               // turned
                                   0, 2, 1,                               // again
                                   3, 3, 4,                               // no area
                                   3, 0, 4}; // its neighbor is missing: a hole

static void print_list(const char *what, const uint32_t *list, uint32_t count)
{
    printf("%s: %u", what, count);
    for (uint32_t i = 0; i < count; i++) printf("%s %u", i == 0 ? ", number" : ",", list[i]);
    printf("\n");
}

static void print_edges(const char *what, const uint32_t *list, uint32_t count)
{
    printf("%s: %u", what, count);
    for (uint32_t i = 0; i < count; i++) // an edge is 3 * triangle + corner
        printf("%s %u-%u", i == 0 ? ", vertices" : ",", faces[list[i]],
               faces[list[i] / 3 * 3 + (list[i] + 1) % 3]);
    printf("\n");
}

int main(void)
{
    mote_mesh_def def = mote_default_mesh_def();
    def.positions = (mote_positions){.data = corners, .count = 9};
    def.indices = faces;
    def.index_count = 39;
    mote_mesh *mesh;
    must(mote_mesh_create(&def, &mesh));
    mote_mesh_info info;
    mote_mesh_get_info(mesh, &info);
    printf("%u triangles, %s\n", info.triangle_count, info.closed ? "closed" : "not closed");
    mote_findings found;
    mote_mesh_get_findings(mesh, &found);
    print_list("duplicate triangles", found.duplicate_triangles, found.duplicate_count);
    print_list("degenerate triangles", found.degenerate_triangles, found.degenerate_count);
    print_list("isolated vertices", found.isolated_vertices, found.isolated_count);
    print_edges("border edges", found.border_edges, found.border_count);
    print_edges("edges of more than two triangles", found.nonmanifold_edges,
                found.nonmanifold_count);
    print_edges("edges between triangles of opposite orientation", found.flipped_edges,
                found.flipped_count);
    mote_mesh_destroy(mesh);

    // What cannot be given a meaning is refused, with a message that names the element.
    const uint32_t wrong[3] = {0, 1, 9};
    def.indices = wrong;
    def.index_count = 3;
    if (mote_mesh_create(&def, &mesh) != MOTE_OK) printf("%s\n", mote_last_message());
    return 0;
}
