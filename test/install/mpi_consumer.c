// Two triangles that cross, on two ranks: what a user of libmote_mpi writes.

#include <mote/mpi.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    int rank;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    const float xyz[2][9] = {{0, 0, 0, 2, 0, 0, 0, 2, 0}, {0.5f, 0.5f, -1, 0.5f, 0.5f, 1, 3, 3, 0}};
    mote_mesh_def mesh_def = mote_default_mesh_def();
    mesh_def.positions = (mote_positions){.data = xyz[rank % 2], .count = 3};
    mote_mesh *mesh;
    mote_mpi_world_def def = mote_mpi_default_world_def();
    mote_mpi_world *world;
    mote_mpi_piece_def piece = mote_mpi_default_piece_def();
    mote_mpi_piece_id id;
    int is_well = mote_mesh_create(&mesh_def, &mesh) == MOTE_OK &&
                  mote_mpi_world_create(MPI_COMM_WORLD, &def, &world) == MOTE_OK;
    piece.body = (uint32_t)rank;
    piece.mesh = is_well ? mesh : NULL;
    mote_mpi_report report = {0};
    is_well = is_well && mote_mpi_piece_create(world, &piece, &id) == MOTE_OK &&
              mote_mpi_world_detect(world) == MOTE_OK &&
              mote_mpi_world_report(world, &report) == MOTE_OK && report.pair_count == 1 &&
              mote_mpi_world_destroy(world) == MOTE_OK;
    if (!is_well) fprintf(stderr, "rank %d: %s\n", rank, mote_last_message());
    mote_mesh_destroy(mesh);
    MPI_Finalize();
    return is_well ? 0 : 1;
}
