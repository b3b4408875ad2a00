/// @file mpi.h
/// libmote_mpi: one world over the processes of an MPI communicator. Every rank adds the bodies that it owns, or its
/// part of the triangles of a large body, and sets their positions; a collective detect finds what touches, wherever it is.
/// Pairs, face pairs and the hash of the report are those of one process, for any number of ranks and any distribution.
/// docs/cluster.md says what travels and what it costs.
///
/// Some calls are collective: all ranks of the communicator must make them, in the same order. The
/// others are local. Failures of collective calls are collective too: whatever goes wrong on one
/// rank (no memory, a wrong argument, another collective call than the others make), all ranks
/// return the same result, and the world stays usable. There are two exceptions: a null world and
/// MPI_COMM_NULL name no ranks to agree with, and fail at once; and where MPI itself loses a
/// process, what happens is up to MPI.
///
/// One thread at a time may use a world. MPI must be initialized with at least MPI_THREAD_FUNNELED
/// if the program has threads, and the thread that calls is the one that calls MPI.

#ifndef MOTE_MPI_H
#define MOTE_MPI_H

#include <mpi.h>

#include <mote/world.h>

#ifdef __cplusplus
#define MOTE_MPI_API extern "C"
#else
#define MOTE_MPI_API extern
#endif

/// One world over the ranks of a communicator.
typedef struct mote_mpi_world mote_mpi_world;

/// Which ranks get what.
typedef enum mote_mpi_report_to {
    MOTE_MPI_REPORT_OWN = 0, ///< every rank: the pairs of the bodies of which it owns something
    MOTE_MPI_REPORT_ROOT,    ///< rank 0 all pairs, the others as above
    MOTE_MPI_REPORT_ALL      ///< every rank all pairs
} mote_mpi_report_to;

/// A plain value. All ranks must give the same, except worker_count and allocator.
typedef struct mote_mpi_world_def {
    uint32_t cookie;    ///< set by mote_mpi_default_world_def
    mote_method method; ///< exact, for any mesh that deforms: HYBRID (default), NAIVE, REFIT, SMITH
    float tolerance;    ///< as in mote_world_def
    mote_mpi_report_to report_to; ///< default MOTE_MPI_REPORT_OWN
    /// Ranks with little work take part of the work of others. Default true. The report does not
    /// depend on it.
    bool share_work;
    uint32_t worker_count;    ///< threads of this rank, as in mote_world_def; default 1
    mote_allocator allocator; ///< all zero: malloc and free
} mote_mpi_world_def;

/// A def with its cookie and the defaults that the fields name.
MOTE_MPI_API mote_mpi_world_def mote_mpi_default_world_def(void);

/// Collective over `comm`, which is duplicated. `*out` is null after a failure. MOTE_ERROR_ARGUMENT
/// if the defs of the ranks differ, MOTE_ERROR_STATE before MPI_Init, MOTE_ERROR_IO if MPI fails,
/// here and in all collective calls.
MOTE_MPI_API mote_result mote_mpi_world_create(MPI_Comm comm, const mote_mpi_world_def *def,
                                               mote_mpi_world **out);

/// Collective. Destroys the world and its pieces, before MPI_Finalize. Null is allowed, and local.
/// MOTE_ERROR_STATE, with the world unchanged, if other ranks make another call.
MOTE_MPI_API mote_result mote_mpi_world_destroy(mote_mpi_world *world);

// ---------------------------------------------------------------------------------------------
// Pieces: all calls are local

/// A body, or a part of one, that this rank owns. All zero identifies none.
typedef struct mote_mpi_piece_id {
    uint32_t index;      ///< the lowest free one of this rank
    uint32_t generation; ///< 0 for no piece
} mote_mpi_piece_id;

/// What the arrays hold is copied.
typedef struct mote_mpi_piece_def {
    uint32_t cookie; ///< set by mote_mpi_default_piece_def
    /// The number of the body in all of the world, below 2^32 - 1. It is the body: a piece that is
    /// destroyed on one rank and created on another before the next detect is a body that was
    /// handed over, and its pairs go on. Reports are sorted by it, and their hash is that of a
    /// world in which bodies have these indices.
    uint32_t body;
    const mote_mesh *mesh; ///< of this piece, with CLUSTERS; must outlive the piece
    /// The piece is not the whole body: other pieces, on this or other ranks, may have the same
    /// number. They must agree in category, mask and the self flags, and have different faces.
    /// Default false.
    bool is_part;
    /// The numbers of the triangles in the whole body, one per triangle of the mesh; null:
    /// first_face, first_face + 1, ...
    const uint32_t *faces;
    uint32_t first_face;
    /// Vertices of the mesh that other pieces of the body have too, each with a number that all of
    /// these pieces give it. Faces of different pieces are neighbors if they have such a vertex in
    /// common, and are treated as neighbors of one mesh are (mote_body_def). Only needed for
    /// self-collision.
    const uint32_t *border_vertices;
    const uint32_t *border_numbers;
    size_t border_count;
    uint64_t category;       ///< this and what follows: as in mote_body_def
    uint64_t mask;           ///< categories it collides with
    bool self_collision;     ///< the body with itself
    bool self_shared_vertex; ///< with self_collision
    bool self_shared_edge;   ///< with self_collision
} mote_mpi_piece_def;

/// A def with its cookie and the defaults that the fields name.
MOTE_MPI_API mote_mpi_piece_def mote_mpi_default_piece_def(void);

/// The piece starts in the rest shape of its mesh. Whether its number goes with the pieces of other
/// ranks is found by the next collective call.
MOTE_MPI_API mote_result mote_mpi_piece_create(mote_mpi_world *world, const mote_mpi_piece_def *def,
                                               mote_mpi_piece_id *out);
MOTE_MPI_API mote_result mote_mpi_piece_destroy(mote_mpi_world *world, mote_mpi_piece_id piece);

/// Sets the positions of the piece's vertices, in the order of its mesh's caller. Packed floats are
/// not copied: the array must stay valid and unchanged until positions are set again or the piece
/// is destroyed. Doubles and strided arrays are copied and rounded. A vertex that pieces share must
/// have the same position in all of them.
MOTE_MPI_API mote_result mote_mpi_piece_set_positions(mote_mpi_world *world,
                                                      mote_mpi_piece_id piece,
                                                      const mote_positions *positions);

// ---------------------------------------------------------------------------------------------
// Detect and report

/// Collective. Finds which bodies touch. After a failure the last report stays. Fails with
/// MOTE_ERROR_ARGUMENT if pieces of one body disagree, or two whole bodies have one number.
MOTE_MPI_API mote_result mote_mpi_world_detect(mote_mpi_world *world);

/// Two bodies that are together, or were in the frame before.
typedef struct mote_mpi_pair {
    uint32_t a, b;            ///< numbers of bodies, a <= b; equal for a body with itself
    mote_pair_state state;    ///< as in mote_pair_report
    mote_relation relation;   ///< as in mote_pair_report
    uint64_t face_pair_count; ///< of the pair
    uint64_t first_face_pair; ///< in mote_mpi_report.face_pairs
} mote_mpi_pair;

/// What the last collective call cost on this rank. Bytes are those sent to other ranks.
typedef struct mote_mpi_stats {
    double seconds;          ///< from the beginning to the end of the call
    double work_seconds;     ///< of these not spent waiting for other ranks
    double tested_seconds;   ///< of these, in the search for face pairs
    uint64_t box_bytes;      ///< boxes of pieces and clusters
    uint64_t position_bytes; ///< positions of clusters
    /// Triangles of clusters, sent when they travel to a rank for the first time or after 64
    /// frames.
    uint64_t topology_bytes;
    uint64_t result_bytes;  ///< pairs and face pairs
    uint64_t control_bytes; ///< counts, states, lists of clusters
    uint64_t vertices;      ///< owned
    uint64_t clusters;      ///< owned
    uint64_t sent_clusters; ///< owned and sent to another rank; each counted once per rank
    uint64_t cluster_pairs; ///< with overlapping boxes that this rank was given to test
    uint64_t tasks;         ///< pairs of pieces that this rank tested for others or with others
} mote_mpi_stats;

/// The result of a frame on this rank. The arrays belong to the world and are valid until its next
/// detect.
typedef struct mote_mpi_report {
    uint64_t frame;             ///< detects so far that succeeded
    const mote_mpi_pair *pairs; ///< sorted by (a, b)
    size_t pair_count;
    const mote_face_pair *face_pairs; ///< by numbers of the whole bodies; sorted within each pair
    size_t face_pair_count;
    const uint32_t
        *invalid; ///< bodies left out because a position is NaN or infinite, ascending; all of them
    size_t invalid_count;
    bool is_whole; ///< this rank has all pairs
    /// Of all pairs and faces: mote_report.hash of one process. With MOTE_MPI_REPORT_OWN it is that
    /// of this rank's pairs.
    uint64_t hash;
    mote_mpi_stats stats;
} mote_mpi_report;

/// Local. MOTE_ERROR_STATE before the first detect that succeeded.
MOTE_MPI_API mote_result mote_mpi_world_report(const mote_mpi_world *world, mote_mpi_report *out);

/// Collective: the distance of two bodies, wherever their pieces are, on the positions that were
/// set last. All ranks give the same arguments and get the same answer; faces are numbers of the
/// whole bodies. MOTE_ERROR_STALE if no rank has a piece of a body; otherwise it fails as
/// mote_world_distance does.
MOTE_MPI_API mote_result mote_mpi_world_distance(mote_mpi_world *world, uint32_t a, uint32_t b,
                                                 float limit, mote_distance *out);

#endif
