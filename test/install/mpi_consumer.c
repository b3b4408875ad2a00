// Two triangles that cross, on two ranks: what a user of libmote_mpi writes.

#include <mote/mpi.h>
#include <stdio.h>

static int failures; // of this rank

// Failures of collective calls are collective, so that all ranks get here.
static void expect(mote_result result)
{
    if (result == MOTE_OK) return;
    fprintf(stderr, "%s: %s\n", mote_result_name(result), mote_last_message());
    failures++;
}

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    int rank;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    const float xyz[2][9] = {{0, 0, 0, 2, 0, 0, 0, 2, 0}, {0.5f, 0.5f, -1, 0.5f, 0.5f, 1, 3, 3, 0}};
    const mote_positions positions = {.data = xyz[rank % 2], .count = 3};
    mote_mesh_def mesh_def = mote_default_mesh_def();
    mesh_def.positions = positions;
    mote_mesh *mesh;
    expect(mote_mesh_create(&mesh_def, &mesh));

    mote_mpi_world_def def = mote_mpi_default_world_def();
    mote_mpi_world *world;
    expect(mote_mpi_world_create(MPI_COMM_WORLD, &def, &world)); // collective

    mote_mpi_piece_def piece = mote_mpi_default_piece_def(); // local, on the rank that owns it
    piece.body = (uint32_t)rank; // a number of its own in all of the world
    piece.mesh = mesh;
    mote_mpi_piece_id id;
    expect(mote_mpi_piece_create(world, &piece, &id));

    expect(mote_mpi_piece_set_positions(world, id, &positions)); // local, every frame
    expect(mote_mpi_world_detect(world));                        // collective
    mote_mpi_report report = {0};
    expect(mote_mpi_world_report(world, &report)); // local: the pairs of this rank's bodies
    if (report.pair_count != 1) failures++;
    mote_distance apart = {0};
    expect(mote_mpi_world_distance(world, 0, 1, 10, &apart)); // collective
    if (apart.distance != 0) failures++;
    expect(mote_mpi_piece_destroy(world, id));
    expect(mote_mpi_world_destroy(world));
    mote_mesh_destroy(mesh);
    MPI_Finalize();
    return failures ? 1 : 0;
}
