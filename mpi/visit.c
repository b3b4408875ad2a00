// Visits: each visit has a world in which the library tests the clusters of a part, as meshes made
// of these clusters. A mesh is kept as long as the clusters stay the same or become fewer.

#include <string.h>

#include "core/result.h"
#include "core/sort.h"
#include "mpi/world.h"

enum { KEEP_VISIT = 8 }; // frames without use

// ---------------------------------------------------------------------------------------------
// Patches

static void release_patch(mpi_visit *visit, mpi_patch *patch, const mote_allocator *allocator)
{
    if (patch->body.generation) (void)mote_body_destroy(visit->world, patch->body);
    patch->body = (mote_body_id){0};
    mote_mesh_destroy(patch->mesh);
    patch->mesh = NULL;
    mote_array_release(&patch->clusters, allocator);
    mote_array_release(&patch->vertex_first, allocator);
    mote_array_release(&patch->vertex_of, allocator);
    mote_array_release(&patch->triangles, allocator);
    mote_array_release(&patch->faces, allocator);
    mote_array_release(&patch->cluster_of, allocator);
    mote_array_release(&patch->is_present, allocator);
    mote_array_release(&patch->now, allocator);
}

// The received cluster at an index of the list; null if it is no longer known.
static mpi_visitor_cluster *cluster_at(const mote_mpi_world *world, const mpi_visit *visit,
                                       uint32_t patch_number, size_t place)
{
    const mpi_patch *patch = &visit->patches[patch_number];
    bool is_of_b = visit->is_joined ? place >= patch->from_a : patch_number == 1;
    const mpi_visitor *visitor = mpi_visitor_of(world, is_of_b ? visit->b : visit->a);
    return visitor ? visitor->clusters[patch->clusters.data[place]] : NULL;
}

// Marks the received clusters as present; false if the patch lacks one of them.
static bool mark_present(mpi_patch *patch, const uint32_t *clusters, uint32_t count)
{
    size_t at = 0;
    for (uint32_t i = 0; i < count; i++) {
        while (at < patch->clusters.count && patch->clusters.data[at] < clusters[i])
            patch->is_present.data[at++] = false;
        if (at == patch->clusters.count || patch->clusters.data[at] != clusters[i]) return false;
        patch->is_present.data[at++] = true;
    }
    while (at < patch->clusters.count) patch->is_present.data[at++] = false;
    return true;
}

// Does a joined patch have exactly these clusters?
static bool has_same_clusters(const mpi_patch *patch, const mpi_side *sides, uint32_t side_count)
{
    size_t at = 0;
    if (patch->from_a != sides[0].count) return false;
    for (uint32_t s = 0; s < side_count; s++) {
        if (patch->clusters.count - at < sides[s].count) return false;
        size_t bytes = sides[s].count * sizeof(uint32_t);
        if (memcmp(patch->clusters.data + at, sides[s].clusters, bytes) != 0) return false;
        at += sides[s].count;
    }
    return at == patch->clusters.count;
}

// Lists the received clusters of a new patch.
static bool list_clusters(const mote_mpi_world *world, mpi_patch *patch, const mpi_side *sides,
                          uint32_t side_count)
{
    patch->clusters.count = patch->is_present.count = 0;
    patch->from_a = sides[0].count;
    for (uint32_t s = 0; s < side_count; s++) {
        for (uint32_t i = 0; i < sides[s].count; i++) {
            if (!mote_array_push(&patch->clusters, &world->allocator, sides[s].clusters[i]) ||
                !mote_array_push(&patch->is_present, &world->allocator, true))
                return false;
        }
    }
    return true;
}

// ---------------------------------------------------------------------------------------------
// Vertices of patches

// In a patch that collides with itself, vertices of different clusters that are the same vertex of
// the body are merged. The key of a vertex: the kind of its number (border number, or vertex of
// piece a or b), the number, 30 bits for its index.
static bool collect_vertex_keys(mote_mpi_world *world, const mpi_visit *visit, mote_u64_array *keys)
{
    const mpi_patch *patch = &visit->patches[0];
    keys->count = 0;
    for (size_t i = 0; i < patch->clusters.count; i++) {
        const mpi_visitor_cluster *c = cluster_at(world, visit, 0, i);
        uint64_t *to = mote_array_room(keys, &world->allocator, c->vertex_count);
        if (!to) return false;
        for (uint32_t k = 0; k < c->vertex_count; k++) {
            uint64_t space = c->is_border[k] ? 2u : i >= patch->from_a ? 1u : 0u;
            to[k] = (space << 32 | c->vertices[k]) << 30 | (keys->count + k);
        }
        keys->count += c->vertex_count;
    }
    return true;
}

static mote_result join_vertices(mote_mpi_world *world, mpi_visit *visit, uint32_t *vertex_count)
{
    mpi_patch *patch = &visit->patches[0];
    mote_u64_array *keys = &world->tasks.order;
    if (!collect_vertex_keys(world, visit, keys)) return mpi_no_memory("a mesh of clusters");
    if (keys->count >> 30)
        return mote_fail(MOTE_ERROR_LIMIT,
                         "libmote_mpi: clusters with %zu vertices for one rank, expected less than "
                         "2^30",
                         keys->count);
    world->tasks.scratch.count = 0;
    uint64_t *scratch = mote_array_room(&world->tasks.scratch, &world->allocator, keys->count);
    patch->vertex_of.count = 0;
    uint32_t *vertex_of = mote_array_room(&patch->vertex_of, &world->allocator, keys->count);
    if (!scratch || !vertex_of) return mpi_no_memory("a mesh of clusters");
    mote_sort_keys(keys->data, keys->count, scratch);
    uint32_t count = 0;
    for (size_t i = 0; i < keys->count; i++) {
        if (i && keys->data[i] >> 30 != keys->data[i - 1] >> 30) count++;
        vertex_of[keys->data[i] & ((1u << 30) - 1)] = count;
    }
    patch->vertex_of.count = keys->count;
    *vertex_count = count + 1;
    return MOTE_OK;
}

// Shared vertices need not be merged if the patches are of different bodies.
static mote_result number_vertices(mote_mpi_world *world, mpi_patch *patch, uint32_t *vertex_count)
{
    uint32_t count = patch->vertex_first.data[patch->clusters.count];
    patch->vertex_of.count = 0;
    uint32_t *to = mote_array_room(&patch->vertex_of, &world->allocator, count);
    if (!to) return mpi_no_memory("a mesh of clusters");
    for (uint32_t i = 0; i < count; i++) to[i] = i;
    patch->vertex_of.count = *vertex_count = count;
    return MOTE_OK;
}

static bool find_vertex_first(mote_mpi_world *world, mpi_visit *visit, uint32_t number)
{
    mpi_patch *patch = &visit->patches[number];
    uint32_t total = 0;
    patch->vertex_first.count = 0;
    for (size_t i = 0; i < patch->clusters.count; i++) {
        if (!mote_array_push(&patch->vertex_first, &world->allocator, total)) return false;
        total += cluster_at(world, visit, number, i)->vertex_count;
    }
    return mote_array_push(&patch->vertex_first, &world->allocator, total);
}

static bool list_triangles(mote_mpi_world *world, mpi_visit *visit, uint32_t number)
{
    mpi_patch *patch = &visit->patches[number];
    const mote_allocator *allocator = &world->allocator;
    patch->triangles.count = patch->faces.count = patch->cluster_of.count = 0;
    for (size_t i = 0; i < patch->clusters.count; i++) {
        const mpi_visitor_cluster *c = cluster_at(world, visit, number, i);
        const uint32_t *vertex_of = patch->vertex_of.data + patch->vertex_first.data[i];
        uint32_t *to = mote_array_room(&patch->triangles, allocator, 3 * (size_t)c->triangle_count);
        if (!to) return false;
        for (uint32_t k = 0; k < 3 * c->triangle_count; k++) to[k] = vertex_of[c->corners[k]];
        patch->triangles.count += 3 * (size_t)c->triangle_count;
        for (uint32_t k = 0; k < c->triangle_count; k++) {
            if (!mote_array_push(&patch->faces, allocator, c->faces[k]) ||
                !mote_array_push(&patch->cluster_of, allocator, (uint32_t)i))
                return false;
        }
    }
    return true;
}

// Fills the current positions. A cluster that was not received shrinks to a vertex of a received
// cluster, so it meets only faces that this vertex meets; its face pairs are not reported.
static void fill_positions(const mote_mpi_world *world, mpi_visit *visit, uint32_t number)
{
    mpi_patch *patch = &visit->patches[number];
    bool are_all_present = true;
    mote_vec3 somewhere = {0, 0, 0};
    for (size_t i = 0; i < patch->clusters.count; i++) {
        are_all_present &= patch->is_present.data[i];
        if (patch->is_present.data[i]) somewhere = cluster_at(world, visit, number, i)->now[0];
    }
    for (size_t i = 0; !are_all_present && i < patch->now.count; i++)
        patch->now.data[i] = somewhere;
    for (size_t i = 0; i < patch->clusters.count; i++) {
        if (!patch->is_present.data[i]) continue;
        const mpi_visitor_cluster *c = cluster_at(world, visit, number, i);
        const uint32_t *vertex_of = patch->vertex_of.data + patch->vertex_first.data[i];
        for (uint32_t k = 0; k < c->vertex_count; k++) patch->now.data[vertex_of[k]] = c->now[k];
    }
}

// ---------------------------------------------------------------------------------------------
// Making patches

static mote_result make_mesh(const mote_mpi_world *world, mpi_patch *patch)
{
    mote_mesh_def def = mote_default_mesh_def();
    def.positions = (mote_positions){.data = patch->now.data, .count = patch->now.count};
    def.indices = patch->triangles.data;
    def.index_count = patch->triangles.count;
    def.flags = MOTE_MESH_CLUSTERS;
    def.allocator = world->allocator;
    return mote_mesh_create(&def, &patch->mesh);
}

static mote_result make_body(const mote_mpi_world *world, mpi_visit *visit, mpi_patch *patch)
{
    mote_body_def def = mote_default_body_def();
    uint32_t flags = world->table.entries.data[visit->a].flags;
    def.mesh = patch->mesh;
    def.self_collision = visit->is_joined;
    def.self_shared_vertex = flags & MPI_PIECE_SHARED_VERTEX;
    def.self_shared_edge = flags & MPI_PIECE_SHARED_EDGE;
    return mote_body_create(visit->world, &def, &patch->body);
}

static mote_result rebuild_patch(mote_mpi_world *world, mpi_visit *visit, uint32_t number,
                                 const mpi_side *sides, uint32_t side_count)
{
    mpi_patch *patch = &visit->patches[number];
    if (patch->body.generation) (void)mote_body_destroy(visit->world, patch->body);
    patch->body = (mote_body_id){0};
    mote_mesh_destroy(patch->mesh);
    patch->mesh = NULL;
    if (!list_clusters(world, patch, sides, side_count) || !find_vertex_first(world, visit, number))
        return mpi_no_memory("a mesh of clusters");
    uint32_t vertex_count = 0;
    mote_result result = visit->is_joined ? join_vertices(world, visit, &vertex_count)
                                          : number_vertices(world, patch, &vertex_count);
    if (result) return result;
    patch->now.count = 0;
    if (!mote_array_reserve(&patch->now, &world->allocator, vertex_count) ||
        !list_triangles(world, visit, number))
        return mpi_no_memory("a mesh of clusters");
    patch->now.count = vertex_count;
    fill_positions(world, visit, number);
    result = make_mesh(world, patch);
    return result ? result : make_body(world, visit, patch);
}

// Updates a patch to the received clusters. Only a detect keeps clusters in the patch that were not
// received.
static mote_result update_patch(mote_mpi_world *world, mpi_visit *visit, uint32_t number,
                                const mpi_side *sides, uint32_t side_count, bool is_exact)
{
    mpi_patch *patch = &visit->patches[number];
    bool is_kept = false;
    if (patch->body.generation) {
        bool must_be_same = is_exact || visit->is_joined;
        is_kept = must_be_same ? has_same_clusters(patch, sides, side_count)
                               : patch->clusters.count <= 2 * (size_t)sides[0].count &&
                                     mark_present(patch, sides[0].clusters, sides[0].count);
    }
    if (is_kept)
        fill_positions(world, visit, number);
    else {
        mote_result result = rebuild_patch(world, visit, number, sides, side_count);
        if (result) return result;
    }
    mote_positions positions = {
        .data = patch->now.data, .count = patch->now.count, .persistent = true};
    return mote_body_set_positions(visit->world, patch->body, &positions);
}

// ---------------------------------------------------------------------------------------------
// Visits

static void release_visit(mpi_visit *visit, const mote_allocator *allocator)
{
    release_patch(visit, &visit->patches[0], allocator);
    release_patch(visit, &visit->patches[1], allocator);
    mote_world_destroy(visit->world);
    mote_release(allocator, visit, 1, sizeof *visit);
}

void mpi_visits_release(mpi_visit_array *visits, const mote_allocator *allocator)
{
    for (size_t i = 0; i < visits->count; i++) release_visit(visits->data[i], allocator);
    mote_array_release(visits, allocator);
}

static int compare_visits(uint32_t a1, uint32_t b1, uint32_t n1, const mpi_side *side)
{
    if (a1 != side->a) return a1 < side->a ? -1 : 1;
    if (b1 != side->b) return b1 < side->b ? -1 : 1;
    return n1 == side->number ? 0 : n1 < side->number ? -1 : 1;
}

static bool precedes(const void *p, const void *q)
{
    const mpi_side *x = p, *y = q;
    int order = compare_visits(x->a, x->b, x->number, y);
    return order < 0 || (order == 0 && x->side < y->side);
}

static mote_result make_visit(mote_mpi_world *world, const mpi_side *side, mpi_visit **out)
{
    mpi_visit *visit = mote_allocate_zeroed(&world->allocator, 1, sizeof *visit);
    *out = NULL;
    if (!visit) return mpi_no_memory("a visit");
    visit->a = side->a;
    visit->b = side->b;
    visit->number = side->number;
    const mpi_entry *entries = world->table.entries.data;
    visit->is_joined = entries[side->a].body == entries[side->b].body;
    mote_world_def def = mpi_inner_world_def(world);
    mote_result result = mote_world_create(&def, &visit->world);
    if (result)
        mote_release(&world->allocator, visit, 1, sizeof *visit);
    else
        *out = visit;
    return result;
}

// Finds the visit of a part; creates it if necessary.
static mote_result find_visit(mote_mpi_world *world, const mpi_side *side, mpi_visit **out)
{
    mpi_visit_array *visits = &world->visits;
    size_t low = 0, high = visits->count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        const mpi_visit *v = visits->data[middle];
        if (compare_visits(v->a, v->b, v->number, side) < 0)
            low = middle + 1;
        else
            high = middle;
    }
    if (low < visits->count) {
        *out = visits->data[low];
        if (compare_visits((*out)->a, (*out)->b, (*out)->number, side) == 0) return MOTE_OK;
    }
    if (!mote_array_reserve(visits, &world->allocator, visits->count + 1))
        return mpi_no_memory("a visit");
    mote_result result = make_visit(world, side, out);
    if (result || !*out) return result;
    memmove(visits->data + low + 1, visits->data + low,
            (visits->count - low) * sizeof *visits->data);
    visits->data[low] = *out;
    visits->count++;
    return MOTE_OK;
}

static void drop_old_visits(mote_mpi_world *world)
{
    size_t kept = 0;
    for (size_t i = 0; i < world->visits.count; i++) {
        mpi_visit *visit = world->visits.data[i];
        if (world->call - visit->frame > KEEP_VISIT)
            release_visit(visit, &world->allocator);
        else
            world->visits.data[kept++] = visit;
    }
    world->visits.count = kept;
}

// Sorts the received sides by part.
static mote_result sort_sides(mote_mpi_world *world)
{
    mpi_side_array *sides = &world->sides;
    mpi_side *scratch = mote_array_room(sides, &world->allocator, sides->count);
    if (!scratch) return mpi_no_memory("visits");
    mote_sort_elements(sides->data, sides->count, sizeof *sides->data, scratch, precedes);
    return MOTE_OK;
}

// Updates the visit of the part whose sides start at `first`. `*end` is the first side after them.
static mote_result prepare_visit(mote_mpi_world *world, size_t first, bool is_exact, size_t *end,
                                 mpi_visit **out)
{
    const mpi_side *side = &world->sides.data[first];
    uint32_t count = side->a == side->b ? 1 : 2;
    *end = first + count;
    mote_result result = find_visit(world, side, out);
    if (result || !*out) return result;
    (*out)->frame = world->call;
    world->stats.tasks++;
    if ((*out)->is_joined) return update_patch(world, *out, 0, side, count, is_exact);
    result = update_patch(world, *out, 0, side, 1, is_exact);
    return result ? result : update_patch(world, *out, 1, side + 1, 1, is_exact);
}

// ---------------------------------------------------------------------------------------------
// Detect

// Adds the pairs of a joined patch. Between two pieces of one body, pairs within a piece are
// skipped, because another task tests the piece against itself.
static bool push_joined(mote_mpi_world *world, const mpi_visit *visit, const mote_report *report,
                        const mote_pair_report *pair, mpi_record *record)
{
    const mpi_patch *patch = &visit->patches[0];
    for (uint64_t i = 0; i < pair->face_pair_count; i++) {
        mote_face_pair faces = report->face_pairs[pair->first_face_pair + i];
        bool is_a = patch->cluster_of.data[faces.face_a] < patch->from_a;
        bool is_b = patch->cluster_of.data[faces.face_b] < patch->from_a;
        if (visit->a != visit->b && is_a == is_b) continue;
        uint32_t p = patch->faces.data[faces.face_a], q = patch->faces.data[faces.face_b];
        if (!mpi_record_push(world, record, p < q ? p : q, p < q ? q : p)) return false;
    }
    return true;
}

static bool push_faces(mote_mpi_world *world, const mpi_visit *visit, const mote_report *report,
                       const mote_pair_report *pair, mpi_record *record)
{
    bool is_swapped = pair->a.index != visit->patches[0].body.index;
    for (uint64_t i = 0; i < pair->face_pair_count; i++) {
        mote_face_pair faces = report->face_pairs[pair->first_face_pair + i];
        uint32_t of[2] = {is_swapped ? faces.face_b : faces.face_a,
                          is_swapped ? faces.face_a : faces.face_b};
        bool are_present = true;
        for (int k = 0; k < 2; k++) {
            const mpi_patch *patch = &visit->patches[k];
            are_present &= patch->is_present.data[patch->cluster_of.data[of[k]]];
            of[k] = patch->faces.data[of[k]];
        }
        if (are_present && !mpi_record_push(world, record, of[0], of[1])) return false;
    }
    return true;
}

static mote_result push_results(mote_mpi_world *world, const mpi_visit *visit)
{
    mote_report report;
    mote_result result = mote_world_report(visit->world, &report);
    if (result) return result;
    uint32_t body_a = world->table.entries.data[visit->a].body;
    uint32_t body_b = world->table.entries.data[visit->b].body;
    for (size_t i = 0; i < report.pair_count; i++) {
        const mote_pair_report *pair = &report.pairs[i];
        if (pair->state == MOTE_PAIR_END) continue;
        mpi_record record;
        bool done = mpi_record_begin(world, body_a, body_b, pair->relation, &record) &&
                    (visit->is_joined ? push_joined(world, visit, &report, pair, &record)
                                      : push_faces(world, visit, &report, pair, &record));
        if (!done) return mpi_no_memory("face pairs");
        mpi_record_end(&record);
    }
    return MOTE_OK;
}

mote_result mpi_visits_detect(mote_mpi_world *world)
{
    drop_old_visits(world);
    mote_result result = sort_sides(world);
    for (size_t i = 0; i < world->sides.count && !result;) {
        mpi_visit *visit = NULL;
        result = prepare_visit(world, i, false, &i, &visit);
        if (!result) result = mote_world_detect(visit->world);
        if (!result) result = push_results(world, visit);
    }
    return result;
}

// ---------------------------------------------------------------------------------------------
// Distance

static bool is_nearer(const mote_distance *a, const mote_distance *b)
{
    if (a->distance != b->distance) return a->distance < b->distance;
    return a->face_a != b->face_a ? a->face_a < b->face_a : a->face_b < b->face_b;
}

mote_result mpi_visits_distance(mote_mpi_world *world, float limit, uint32_t body_a,
                                mote_distance *best)
{
    mote_result result = sort_sides(world);
    uint64_t triangle_pairs = 0;
    for (size_t i = 0; i < world->sides.count && !result;) {
        mpi_visit *visit = NULL;
        result = prepare_visit(world, i, true, &i, &visit);
        if (result || !visit) break;
        uint32_t first = world->table.entries.data[visit->a].body == body_a ? 0 : 1;
        const mpi_patch *a = &visit->patches[first], *b = &visit->patches[1 - first];
        mote_distance found;
        result = mote_world_distance(visit->world, a->body, b->body, limit, &found);
        if (result) break;
        triangle_pairs += found.triangle_pairs;
        if (found.face_a == MOTE_NONE) continue;
        found.face_a = a->faces.data[found.face_a];
        found.face_b = b->faces.data[found.face_b];
        if (is_nearer(&found, best)) *best = found;
    }
    best->triangle_pairs = triangle_pairs;
    return result;
}
