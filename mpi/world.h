// The internals of a world over an MPI communicator. A detect has these stages (detect.c):
//
//     gather      boxes of all pieces, on all ranks                      table.c
//     pairs       pieces whose boxes overlap are paired; one owner of    tasks.c
//                 each pair, the manager, gets the boxes of the
//                 clusters in question and pairs them
//     share       ranks with little work get work of other ranks         share.c
//     travel      owners send the clusters that may meet to the ranks    travel.c, visitors.c
//                 that test them; meanwhile ranks test their own pieces  local.c
//     visits      the library tests meshes of the received clusters      visit.c
//     results     face pairs go to the home of their pair of bodies,     results.c
//                 which joins them and sends them to the owners
//
// Every stage ends in an exchange (exchange.c), which begins with an agreement that no rank has
// failed, so a failure on one rank ends the call on all ranks.

#ifndef MPI_WORLD_H
#define MPI_WORLD_H

#include <mote/mpi.h>

#include "core/array.h"
#include "core/box_tree.h"
#include "mpi/exchange.h"

enum {
    MPI_CLUSTER_TRIANGLES = 128,
    MPI_KEEP_FRAMES = 64 // frames for which a rank keeps the triangles of a received cluster
};

typedef MOTE_ARRAY(mote_box) mpi_box_array;

// ---------------------------------------------------------------------------------------------
// Pieces

// The triangles of a piece in runs of MPI_CLUSTER_TRIANGLES that are compact in the rest shape.
typedef struct mpi_clusters {
    uint32_t count, triangle_count;
    uint32_t *order;         // triangle_count: triangles by cluster
    uint32_t *vertex_first;  // count + 1
    mote_u32_array vertices; // used by the triangles of each cluster, each once per cluster
} mpi_clusters;

mote_result mpi_clusters_build(const mote_mesh *mesh, const mote_allocator *allocator,
                               mpi_clusters *out);
void mpi_clusters_release(mpi_clusters *clusters, const mote_allocator *allocator);
uint32_t mpi_cluster_end(const mpi_clusters *clusters, uint32_t cluster); // past its last triangle

// The frame in which each cluster was last sent to a rank; 0 for never.
typedef struct mpi_sent {
    int rank;
    uint32_t *frames;
} mpi_sent;

// The data of a piece, beside its box, that all ranks have. Sent as raw bytes.
typedef struct mpi_entry {
    int32_t rank;
    uint32_t body;
    uint32_t flags; // mpi_piece_flags
    uint32_t cluster_count;
    uint64_t category, mask;
} mpi_entry;

enum mpi_piece_flags {
    MPI_PIECE_PART = 1 << 0,
    MPI_PIECE_SELF = 1 << 1,
    MPI_PIECE_SHARED_VERTEX = 1 << 2,
    MPI_PIECE_SHARED_EDGE = 1 << 3
};

typedef struct mpi_piece {
    bool is_live;
    uint32_t generation;
    uint32_t index; // in world->pieces
    mpi_entry entry;
    const mote_mesh *mesh;
    mote_mesh_view view;
    uint32_t vertex_count;
    uint32_t *faces; // null: first_face, ...
    uint32_t first_face;
    uint64_t *border; // vertex << 32 | number, ascending
    size_t border_count;
    mpi_clusters clusters;
    mote_vec3 *copy;      // copy of positions that are not packed floats
    const mote_vec3 *now; // the copy, the caller's array or the rest shape
    bool is_moved;        // moved since the last detect
    bool is_self_given;   // in this frame, visits test it against itself instead of self_world
    uint32_t table_index; // index of the entry, after a gather
    bool is_box_known, are_boxes_known;
    mote_box box;           // NaN if a position is not finite
    mote_box *boxes;        // of clusters, if known
    mote_body_id body;      // in world->local
    mote_world *self_world; // the piece alone, if it collides with itself
    mote_body_id self_body;
    MOTE_ARRAY(mpi_sent) sent;
} mpi_piece;

void mpi_piece_release(mote_mpi_world *world, mpi_piece *piece);

// Computes the box of all vertices that triangles use.
void mpi_piece_find_box(mpi_piece *piece);
// Computes the boxes of the clusters; false for no memory.
bool mpi_piece_find_boxes(mpi_piece *piece, const mote_allocator *allocator);

// The border number of a vertex, which all pieces of the body share, or MOTE_NONE.
uint32_t mpi_piece_border_number(const mpi_piece *piece, uint32_t vertex);

static inline uint32_t mpi_piece_face(const mpi_piece *piece, uint32_t triangle)
{
    return piece->faces ? piece->faces[triangle] : piece->first_face + triangle;
}

// ---------------------------------------------------------------------------------------------
// The table of all pieces of all ranks, the same on all

typedef struct mpi_table {
    MOTE_ARRAY(mpi_entry) entries; // by rank
    mpi_box_array boxes;           // at the current positions
    MOTE_ARRAY(bool) is_valid;     // all positions of the body are finite
    mote_u64_array by_body;        // body << 32 | entry, ascending
    mote_u32_array invalid;        // bodies, ascending
    uint32_t own_first, own_end;   // entries of this rank
    mote_u32_array own;            // the pieces of these entries
} mpi_table;

void mpi_table_release(mpi_table *table, const mote_allocator *allocator);

// The index of a body's first entry in by_body. The entries of a body are consecutive.
size_t mpi_table_find_body(const mpi_table *table, uint32_t body);

// ---------------------------------------------------------------------------------------------
// Tasks: a manager's pairs of pieces whose boxes overlap, or a piece with itself

// Two clusters whose boxes overlap.
typedef struct mpi_link {
    uint32_t a, b;
} mpi_link;

typedef struct mpi_task {
    uint32_t a, b; // entries, a <= b
    size_t first_link, link_count;
    bool is_local; // tested in the worlds of whole pieces (local.c), not in a visit
    uint32_t part_count;
} mpi_task;

// A range of a task's links that one rank tests in a visit.
typedef struct mpi_part {
    uint32_t task;
    uint32_t number; // among the parts of the task
    int executor;
    size_t first_link, link_count;
} mpi_part;

typedef struct mpi_tasks {
    MOTE_ARRAY(mpi_task) tasks;
    MOTE_ARRAY(mpi_link) links;
    MOTE_ARRAY(mpi_part) parts;
    mote_u64_array cross; // entry of this rank << 32 | entry of another one that may meet it
    mote_u64_array own;   // pairs of entries of this rank
    mote_box_tree tree;   // over entries, then over the clusters of a piece
    mote_u64_array order, scratch;
    mote_u32_array found;
    mote_u32_array clusters_a, clusters_b;
    mpi_box_array boxes_a, boxes_b;
    MOTE_ARRAY(uint64_t) loads; // links of each rank
} mpi_tasks;

void mpi_tasks_release(mpi_tasks *tasks, const mote_allocator *allocator);

// ---------------------------------------------------------------------------------------------
// Visitors: clusters that this rank tests in visits, including clusters of its own pieces

typedef struct mpi_visitor_cluster {
    uint32_t frame; // in which it was last received
    uint32_t vertex_count, triangle_count;
    uint16_t *corners;  // 3 * triangle_count, indices into `vertices`
    uint32_t *faces;    // triangle_count, numbers in the whole body
    uint32_t *vertices; // vertex_count: of the piece, or border numbers
    uint8_t *is_border; // vertex_count
    mote_vec3 *now;     // vertex_count
    size_t bytes;       // size of the block that holds the struct and the arrays
} mpi_visitor_cluster;

typedef struct mpi_visitor {
    uint32_t cluster_count;
    mpi_visitor_cluster **clusters;
} mpi_visitor;

typedef struct mpi_visitors {
    MOTE_ARRAY(mpi_visitor) all;
    mote_u32_array of_entry; // visitor of each entry of the table, or MOTE_NONE
} mpi_visitors;

void mpi_visitors_release(mpi_visitors *visitors, const mote_allocator *allocator);

// Messages with clusters are records of 32-bit words. A cluster record is followed by the positions
// and, if has_topology, by the corners (two per word, padded), faces, vertices and is_border flags
// of the vertices (four per word, padded).
typedef struct mpi_cluster_record {
    uint32_t kind; // MPI_RECORD_CLUSTER
    uint32_t entry, cluster;
    uint32_t vertex_count, triangle_count;
    uint32_t has_topology;
} mpi_cluster_record;

// Clusters to test, whose records came earlier in the message. The cluster numbers follow.
typedef struct mpi_side_record {
    uint32_t kind; // MPI_RECORD_SIDE
    uint32_t a, b, number, side, count;
} mpi_side_record;

enum { MPI_RECORD_CLUSTER = 1, MPI_RECORD_SIDE };

// A received side of a part: the clusters to test.
typedef struct mpi_side {
    uint32_t a, b; // entries of the task
    uint32_t number;
    uint32_t side; // 0 for a, 1 for b
    uint32_t count;
    const uint32_t *clusters; // ascending
} mpi_side;

typedef MOTE_ARRAY(mpi_side) mpi_side_array;

// ---------------------------------------------------------------------------------------------
// Visits: a part in a world of its own

// A mesh of clusters.
typedef struct mpi_patch {
    mote_u32_array clusters;     // ascending; of entry a and then, in a patch of two pieces, of b
    uint32_t from_a;             // number of clusters of entry a
    mote_u32_array vertex_first; // first index in vertex_of of each cluster; one more than clusters
    mote_u32_array vertex_of;    // vertex of the mesh, for the vertices of all clusters in order
    mote_u32_array triangles;
    mote_u32_array faces;        // numbers in the whole body
    mote_u32_array cluster_of;   // per triangle: index into `clusters`
    MOTE_ARRAY(bool) is_present; // per cluster: received in this frame
    mote_vec3_array now;
    mote_mesh *mesh;
    mote_body_id body;
} mpi_patch;

typedef struct mpi_visit {
    uint32_t a, b, number;
    uint32_t frame; // of the last use
    bool is_joined; // one patch of both sides, which collides with itself
    mpi_patch patches[2];
    mote_world *world;
} mpi_visit;

// Sorted by (a, b, number).
typedef MOTE_ARRAY(mpi_visit *) mpi_visit_array;

void mpi_visits_release(mpi_visit_array *visits, const mote_allocator *allocator);

// ---------------------------------------------------------------------------------------------
// Results

// The position of a received record.
typedef struct mpi_record_place {
    uint64_t key; // body a << 32 | body b
    const unsigned char *at;
} mpi_record_place;

typedef struct mpi_results {
    MOTE_ARRAY(mpi_record_place) places, sorting;
    mote_u64_array before, now; // pairs of this home that are together, in both frames
    mote_u64_array keys, scratch;
    MOTE_ARRAY(mote_mpi_pair) pairs, next_pairs;
    MOTE_ARRAY(mote_face_pair) face_pairs, next_face_pairs;
    mote_u32_array invalid, next_invalid;
    MOTE_ARRAY(int) receivers;
} mpi_results;

void mpi_results_release(mpi_results *results, const mote_allocator *allocator);

// ---------------------------------------------------------------------------------------------

struct mote_mpi_world {
    mote_allocator allocator;
    mote_mpi_world_def def;
    MPI_Comm comm;
    int rank, rank_count;
    MOTE_ARRAY(mpi_piece *) pieces; // null for an index that was never used
    bool are_pieces_changed;        // since the last successful gather
    // Homes changed since the pairs' memory was last moved; the same on all ranks.
    bool are_homes_changed;
    mpi_table table;
    mpi_tasks tasks;
    mpi_exchange exchange, results_exchange;
    mpi_visitors visitors;
    mpi_side_array sides;
    mpi_visit_array visits;
    mote_world *local;                 // each piece of this rank is a body
    mote_u64_array ignored, to_ignore; // pairs of bodies in `local`: index << 32 | index
    mote_u32_array piece_of;           // the piece of each body index in `local`
    mpi_results results;
    uint32_t call;  // number of collective calls that gathered, the same on all ranks; from 1
    uint64_t frame; // number of successful detects
    bool has_report, is_whole;
    uint64_t hash;
    mote_mpi_stats stats, report_stats;
    double wait_seconds; // of the current call
};

static inline bool mpi_is_own(const mote_mpi_world *world, uint32_t entry)
{
    return entry >= world->table.own_first && entry < world->table.own_end;
}

static inline mpi_piece *mpi_own_piece(const mote_mpi_world *world, uint32_t entry)
{
    return world->pieces.data[world->table.own.data[entry - world->table.own_first]];
}

// The stages of a detect that communicate. `status` is the result of this rank before the stage; a
// failure becomes the result of all ranks at the next agreement. Ranks may return different
// results.
mote_result mpi_gather(mote_mpi_world *world);
mote_result mpi_find_tasks(mote_mpi_world *world, mote_result status);
mote_result mpi_share(mote_mpi_world *world, mote_result status);
mote_result mpi_send_orders(mote_mpi_world *world, mote_result status);
mote_result mpi_travel_begin(mote_mpi_world *world, mote_result status);
mote_result mpi_travel_end(mote_mpi_world *world);
mote_result mpi_join_results(mote_mpi_world *world, mote_result status);

// Local stages.
mote_result mpi_local_detect(mote_mpi_world *world);
mote_result mpi_visits_detect(mote_mpi_world *world);
mote_result mpi_visits_distance(mote_mpi_world *world, float limit, uint32_t body_a,
                                mote_distance *best);

// Pairs of bodies of world->local as keys.
static inline uint64_t mpi_local_key(const mpi_piece *p, const mpi_piece *q)
{
    uint32_t a = p->body.index, b = q->body.index;
    return a < b ? (uint64_t)a << 32 | b : (uint64_t)b << 32 | a;
}

// Called after a failure: the ranks' caches of each other's data may be inconsistent, so every rank
// clears them.
void mpi_forget(mote_mpi_world *world);
void mpi_forget_entries(mote_mpi_world *world);

// Reads the clusters that mpi_travel_begin of all ranks has sent.
mote_result mpi_receive_clusters(mote_mpi_world *world);
mpi_visitor *mpi_visitor_of(const mote_mpi_world *world, uint32_t entry);

// Appends the clusters of a piece whose boxes are near `box`, and these boxes.
mote_result mpi_clip_clusters(mote_mpi_world *world, uint32_t entry, const mote_box *box,
                              mote_u32_array *clusters, mpi_box_array *boxes);

// A result on its way to the home of its two bodies.
typedef struct mpi_record {
    mpi_bytes *to;
    size_t at;
    bool is_swapped; // the bodies were given in descending order
} mpi_record;

// Begins a result; false for no memory. mpi_record_end removes a result without face pairs.
bool mpi_record_begin(mote_mpi_world *world, uint32_t body_a, uint32_t body_b,
                      mote_relation relation, mpi_record *out);
bool mpi_record_push(mote_mpi_world *world, mpi_record *record, uint32_t face_a, uint32_t face_b);
void mpi_record_end(mpi_record *record);

// The definition of the worlds that this rank creates.
mote_world_def mpi_inner_world_def(const mote_mpi_world *world);

mote_result mpi_no_memory(const char *what);

#endif
