// Cuts a piece into clusters: sorts triangles along a space-filling curve through the rest shape
// and cuts them into runs.

#include "core/box.h"
#include "core/morton.h"
#include "core/sort.h"
#include "mpi/world.h"

uint32_t mpi_cluster_end(const mpi_clusters *clusters, uint32_t cluster)
{
    uint64_t end = ((uint64_t)cluster + 1) * MPI_CLUSTER_TRIANGLES;
    return end < clusters->triangle_count ? (uint32_t)end : clusters->triangle_count;
}

static mote_box triangle_box(const mote_mesh_view *view, uint32_t triangle)
{
    const uint32_t *t = view->triangles + 3 * (size_t)triangle;
    mote_vec3 corners[3] = {view->positions[t[0]], view->positions[t[1]], view->positions[t[2]]};
    return mote_box_of_triangle(corners);
}

static bool order_triangles(const mote_mesh_view *view, const mote_box *all,
                            const mote_allocator *allocator, mpi_clusters *out)
{
    size_t count = out->triangle_count;
    uint64_t *keys = mote_allocate(allocator, count, sizeof *keys);
    uint64_t *scratch = mote_allocate(allocator, count, sizeof *scratch);
    if (keys && scratch) {
        for (uint32_t i = 0; i < count; i++) {
            mote_box box = triangle_box(view, i);
            keys[i] = (uint64_t)mote_morton_code(&box, all) << 32 | i;
        }
        mote_sort_keys(keys, count, scratch);
        for (size_t i = 0; i < count; i++) out->order[i] = (uint32_t)keys[i];
    }
    bool done = keys && scratch;
    mote_release(allocator, keys, count, sizeof *keys);
    mote_release(allocator, scratch, count, sizeof *scratch);
    return done;
}

// Lists the vertices of each cluster, in the order of their first use.
static bool list_vertices(const mote_mesh_view *view, uint32_t vertex_count,
                          const mote_allocator *allocator, mpi_clusters *out)
{
    uint32_t *last = mote_allocate_zeroed(allocator, vertex_count, sizeof *last); // cluster + 1
    bool done = last != NULL;
    for (uint32_t c = 0; c < out->count && done; c++) {
        out->vertex_first[c] = (uint32_t)out->vertices.count;
        for (uint32_t s = c * MPI_CLUSTER_TRIANGLES; s < mpi_cluster_end(out, c) && done; s++) {
            const uint32_t *t = view->triangles + 3 * (size_t)out->order[s];
            for (int k = 0; k < 3 && done; k++) {
                if (last[t[k]] == c + 1) continue;
                last[t[k]] = c + 1;
                done = mote_array_push(&out->vertices, allocator, t[k]);
            }
        }
    }
    out->vertex_first[out->count] = (uint32_t)out->vertices.count;
    mote_release(allocator, last, vertex_count, sizeof *last);
    return done;
}

mote_result mpi_clusters_build(const mote_mesh *mesh, const mote_allocator *allocator,
                               mpi_clusters *out)
{
    mote_mesh_info info;
    mote_mesh_view view;
    mote_mesh_get_info(mesh, &info);
    mote_mesh_get_view(mesh, &view);
    *out = (mpi_clusters){.triangle_count = info.triangle_count,
                          .count = (info.triangle_count + MPI_CLUSTER_TRIANGLES - 1) /
                                   MPI_CLUSTER_TRIANGLES};
    out->order = mote_allocate(allocator, info.triangle_count, sizeof *out->order);
    out->vertex_first =
        mote_allocate_zeroed(allocator, (size_t)out->count + 1, sizeof *out->vertex_first);
    bool done = out->order && out->vertex_first &&
                order_triangles(&view, &info.box, allocator, out) &&
                list_vertices(&view, info.vertex_count, allocator, out);
    if (done) {
        mote_array_shrink(&out->vertices, allocator);
        return MOTE_OK;
    }
    mpi_clusters_release(out, allocator);
    return mpi_no_memory("the clusters of a piece");
}

void mpi_clusters_release(mpi_clusters *clusters, const mote_allocator *allocator)
{
    mote_release(allocator, clusters->order, clusters->triangle_count, sizeof *clusters->order);
    mote_release(allocator, clusters->vertex_first, (size_t)clusters->count + 1,
                 sizeof *clusters->vertex_first);
    mote_array_release(&clusters->vertices, allocator);
    *clusters = (mpi_clusters){0};
}
