// Results: each pair of bodies has a home, the rank that owns the first piece of the body with the
// lower number. Ranks that test parts of a pair send the face pairs to the home. The home joins
// them, knows whether the bodies were together in the previous frame, and sends the pair to the
// ranks that report it. If homes change because pieces were created or destroyed, the old homes
// send their memory to the new homes, so a pair continues on any rank.

#include <string.h>

#include "core/hash.h"
#include "core/result.h"
#include "core/sort.h"
#include "mpi/world.h"

// Header of a record to a home, where `state` is not known yet, and from a home. Face pairs follow.
typedef struct record_header {
    uint32_t a, b;
    uint32_t state, relation;
    uint64_t count;
} record_header;

#define swap_arrays(a, b)                                                                          \
    do {                                                                                           \
        __typeof__(a) swapped = (a);                                                               \
        (a) = (b);                                                                                 \
        (b) = swapped;                                                                             \
    } while (0)

void mpi_results_release(mpi_results *results, const mote_allocator *allocator)
{
    mote_array_release(&results->places, allocator);
    mote_array_release(&results->sorting, allocator);
    mote_array_release(&results->before, allocator);
    mote_array_release(&results->now, allocator);
    mote_array_release(&results->keys, allocator);
    mote_array_release(&results->scratch, allocator);
    mote_array_release(&results->pairs, allocator);
    mote_array_release(&results->next_pairs, allocator);
    mote_array_release(&results->face_pairs, allocator);
    mote_array_release(&results->next_face_pairs, allocator);
    mote_array_release(&results->invalid, allocator);
    mote_array_release(&results->next_invalid, allocator);
    mote_array_release(&results->receivers, allocator);
}

// ---------------------------------------------------------------------------------------------
// Records to the home

// The rank of the first piece of a body; -1 if the body has no pieces.
static int first_owner(const mpi_table *table, uint32_t body)
{
    size_t place = mpi_table_find_body(table, body);
    if (place == table->by_body.count || table->by_body.data[place] >> 32 != body) return -1;
    return table->entries.data[(uint32_t)table->by_body.data[place]].rank;
}

static int home_of(const mote_mpi_world *world, uint64_t key)
{
    int home = first_owner(&world->table, (uint32_t)(key >> 32));
    if (home < 0) home = first_owner(&world->table, (uint32_t)key);
    return home < 0 ? 0 : home;
}

bool mpi_record_begin(mote_mpi_world *world, uint32_t body_a, uint32_t body_b,
                      mote_relation relation, mpi_record *out)
{
    bool is_swapped = body_b < body_a;
    record_header header = {.a = is_swapped ? body_b : body_a,
                            .b = is_swapped ? body_a : body_b,
                            .relation = (uint32_t)relation};
    int home = home_of(world, (uint64_t)header.a << 32 | header.b);
    mpi_bytes *to = &world->results_exchange.out[home];
    *out = (mpi_record){.to = to, .at = to->count, .is_swapped = is_swapped};
    return mpi_bytes_push_value(to, &world->allocator, header);
}

bool mpi_record_push(mote_mpi_world *world, mpi_record *record, uint32_t face_a, uint32_t face_b)
{
    mote_face_pair pair =
        record->is_swapped ? (mote_face_pair){face_b, face_a} : (mote_face_pair){face_a, face_b};
    return mpi_bytes_push_value(record->to, &world->allocator, pair);
}

void mpi_record_end(mpi_record *record)
{
    unsigned char *at = record->to->data + record->at;
    uint64_t count =
        (record->to->count - record->at - sizeof(record_header)) / sizeof(mote_face_pair);
    if (count)
        memcpy(at + offsetof(record_header, count), &count, sizeof count);
    else
        record->to->count = record->at;
}

// ---------------------------------------------------------------------------------------------
// Received records

static bool place_precedes(const void *p, const void *q)
{
    return ((const mpi_record_place *)p)->key < ((const mpi_record_place *)q)->key;
}

static record_header header_at(const unsigned char *at)
{
    record_header header;
    memcpy(&header, at, sizeof header);
    return header;
}

// Lists the received records of all ranks, sorted by bodies.
static bool list_records(mote_mpi_world *world)
{
    const mpi_exchange *x = &world->results_exchange;
    mpi_results *results = &world->results;
    results->places.count = results->sorting.count = 0;
    for (int rank = 0; rank < world->rank_count; rank++) {
        const unsigned char *at = x->in.data + x->in_first[rank];
        const unsigned char *end = at + x->counts[world->rank_count + rank];
        while (at < end) {
            record_header header = header_at(at);
            mpi_record_place place = {(uint64_t)header.a << 32 | header.b, at};
            if (!mote_array_push(&results->places, &world->allocator, place)) return false;
            at += sizeof header + header.count * sizeof(mote_face_pair);
        }
    }
    size_t count = results->places.count;
    mpi_record_place *scratch = mote_array_room(&results->sorting, &world->allocator, count);
    if (!scratch) return false;
    mote_sort_elements(results->places.data, count, sizeof *scratch, scratch, place_precedes);
    return true;
}

// ---------------------------------------------------------------------------------------------
// At the home

static bool add_receiver(mote_mpi_world *world, int rank)
{
    mpi_results *results = &world->results;
    for (size_t i = 0; i < results->receivers.count; i++) {
        if (results->receivers.data[i] == rank) return true;
    }
    return mote_array_push(&results->receivers, &world->allocator, rank);
}

static bool add_owners(mote_mpi_world *world, uint32_t body)
{
    const mpi_table *table = &world->table;
    size_t i = mpi_table_find_body(table, body);
    for (; i < table->by_body.count && table->by_body.data[i] >> 32 == body; i++) {
        if (!add_receiver(world, table->entries.data[(uint32_t)table->by_body.data[i]].rank))
            return false;
    }
    return true;
}

static bool list_receivers(mote_mpi_world *world, uint64_t key)
{
    world->results.receivers.count = 0;
    if (world->def.report_to == MOTE_MPI_REPORT_ALL) {
        for (int i = 0; i < world->rank_count; i++) {
            if (!mote_array_push(&world->results.receivers, &world->allocator, i)) return false;
        }
        return true;
    }
    if (world->def.report_to == MOTE_MPI_REPORT_ROOT && !add_receiver(world, 0)) return false;
    return add_owners(world, (uint32_t)(key >> 32)) && add_owners(world, (uint32_t)key);
}

// Sends a pair with the face pairs in results.keys.
static bool send_pair(mote_mpi_world *world, uint64_t key, mote_pair_state state,
                      mote_relation relation, size_t count)
{
    mpi_results *results = &world->results;
    if (!list_receivers(world, key)) return false;
    record_header header = {.a = (uint32_t)(key >> 32),
                            .b = (uint32_t)key,
                            .state = (uint32_t)state,
                            .relation = (uint32_t)relation,
                            .count = count};
    for (size_t r = 0; r < results->receivers.count; r++) {
        mpi_bytes *to = &world->results_exchange.out[results->receivers.data[r]];
        if (!mpi_bytes_push_value(to, &world->allocator, header)) return false;
        for (size_t i = 0; i < count; i++) {
            uint64_t faces = results->keys.data[i];
            mote_face_pair pair = {(uint32_t)(faces >> 32), (uint32_t)faces};
            if (!mpi_bytes_push_value(to, &world->allocator, pair)) return false;
        }
    }
    return true;
}

// Joins the records `first` to `end` - 1 of one pair into results.keys, each face pair once.
static bool join_faces(mote_mpi_world *world, size_t first, size_t end, mote_relation *relation)
{
    mpi_results *results = &world->results;
    mote_u64_array *keys = &results->keys;
    keys->count = results->scratch.count = 0;
    *relation = MOTE_RELATION_NEAR;
    for (size_t i = first; i < end; i++) {
        const unsigned char *at = results->places.data[i].at;
        record_header header = header_at(at);
        if (header.relation == MOTE_RELATION_TOUCH) *relation = MOTE_RELATION_TOUCH;
        uint64_t *to = mote_array_room(keys, &world->allocator, header.count);
        if (!to) return false;
        for (uint64_t k = 0; k < header.count; k++) {
            mote_face_pair pair;
            memcpy(&pair, at + sizeof header + k * sizeof pair, sizeof pair);
            to[k] = (uint64_t)pair.face_a << 32 | pair.face_b;
        }
        keys->count += header.count;
    }
    uint64_t *scratch = mote_array_room(&results->scratch, &world->allocator, keys->count);
    if (!scratch) return false;
    mote_sort_keys(keys->data, keys->count, scratch);
    size_t kept = 0;
    for (size_t i = 0; i < keys->count; i++) {
        if (kept == 0 || keys->data[i] != keys->data[kept - 1]) keys->data[kept++] = keys->data[i];
    }
    keys->count = kept;
    return true;
}

// Merges the received pairs with the pairs of the previous frame, and sends all.
static bool send_pairs(mote_mpi_world *world)
{
    mpi_results *results = &world->results;
    const mote_u64_array *before = &results->before;
    size_t next = 0, count = results->places.count;
    results->now.count = 0;
    for (size_t first = 0, end; first < count; first = end) {
        uint64_t key = results->places.data[first].key;
        for (end = first; end < count && results->places.data[end].key == key;) end++;
        for (; next < before->count && before->data[next] < key; next++) {
            if (!send_pair(world, before->data[next], MOTE_PAIR_END, MOTE_RELATION_APART, 0))
                return false;
        }
        bool was = next < before->count && before->data[next] == key;
        if (was) next++;
        mote_relation relation;
        mote_pair_state state = was ? MOTE_PAIR_PERSIST : MOTE_PAIR_BEGIN;
        if (!join_faces(world, first, end, &relation) ||
            !send_pair(world, key, state, relation, results->keys.count) ||
            !mote_array_push(&results->now, &world->allocator, key))
            return false;
    }
    for (; next < before->count; next++) {
        if (!send_pair(world, before->data[next], MOTE_PAIR_END, MOTE_RELATION_APART, 0))
            return false;
    }
    return true;
}

// Sends the memory of pairs to their current homes.
static mote_result move_memory(mote_mpi_world *world, mote_result status)
{
    mpi_exchange *x = &world->exchange; // the other exchange has results in transit
    mpi_results *results = &world->results;
    mpi_exchange_clear(world, x);
    for (size_t i = 0; i < results->before.count && !status; i++) {
        uint64_t key = results->before.data[i];
        if (!mpi_bytes_push_value(&x->out[home_of(world, key)], &world->allocator, key))
            status = mpi_no_memory("pairs of the frame before");
    }
    mote_result result = mpi_exchange_run(world, x, status, &world->stats.control_bytes);
    size_t count = x->in.count / sizeof(uint64_t);
    results->now.count = results->scratch.count = 0;
    if (!result && !(mote_array_reserve(&results->now, &world->allocator, count) &&
                     mote_array_reserve(&results->scratch, &world->allocator, count)))
        result = mpi_no_memory("pairs of the frame before");
    result = mpi_agree(world->comm, result, NULL);
    if (result) return result;
    if (count) memcpy(results->now.data, x->in.data, count * sizeof(uint64_t));
    results->now.count = count;
    mote_sort_keys(results->now.data, count, results->scratch.data);
    swap_arrays(results->before, results->now);
    world->are_homes_changed = false;
    return MOTE_OK;
}

// ---------------------------------------------------------------------------------------------
// The report of this rank

static bool read_pairs(mote_mpi_world *world)
{
    mpi_results *results = &world->results;
    const mote_allocator *allocator = &world->allocator;
    results->next_pairs.count = results->next_face_pairs.count = results->next_invalid.count = 0;
    for (size_t i = 0; i < results->places.count; i++) {
        const unsigned char *at = results->places.data[i].at;
        record_header header = header_at(at);
        mote_mpi_pair pair = {.a = header.a,
                              .b = header.b,
                              .state = (mote_pair_state)header.state,
                              .relation = (mote_relation)header.relation,
                              .face_pair_count = header.count,
                              .first_face_pair = results->next_face_pairs.count};
        mote_face_pair *to = mote_array_room(&results->next_face_pairs, allocator, header.count);
        if (!to || !mote_array_push(&results->next_pairs, allocator, pair)) return false;
        if (header.count) memcpy(to, at + sizeof header, header.count * sizeof *to);
        results->next_face_pairs.count += header.count;
    }
    for (size_t i = 0; i < world->table.invalid.count; i++) {
        if (!mote_array_push(&results->next_invalid, allocator, world->table.invalid.data[i]))
            return false;
    }
    return true;
}

// Computes the same hash as a world of one process.
static uint64_t hash_report(const mpi_results *results)
{
    uint64_t hash = MOTE_HASH_START;
    for (size_t i = 0; i < results->next_pairs.count; i++) {
        const mote_mpi_pair *pair = &results->next_pairs.data[i];
        hash = mote_hash_u64(hash, (uint64_t)pair->a << 32 | pair->b);
        hash = mote_hash_u64(hash, (uint64_t)pair->state << 32 | (uint64_t)pair->relation);
        hash = mote_hash_u64(hash, pair->face_pair_count);
    }
    return mote_hash_bytes(hash, results->next_face_pairs.data,
                           results->next_face_pairs.count * sizeof(mote_face_pair));
}

static void commit(mote_mpi_world *world, uint64_t hash, uint64_t own_hash)
{
    mpi_results *results = &world->results;
    swap_arrays(results->before, results->now);
    swap_arrays(results->pairs, results->next_pairs);
    swap_arrays(results->face_pairs, results->next_face_pairs);
    swap_arrays(results->invalid, results->next_invalid);
    world->is_whole = world->rank_count == 1 || world->def.report_to == MOTE_MPI_REPORT_ALL ||
                      (world->def.report_to == MOTE_MPI_REPORT_ROOT && world->rank == 0);
    world->hash = world->def.report_to == MOTE_MPI_REPORT_OWN ? own_hash : hash;
    world->frame++;
    world->has_report = true;
}

mote_result mpi_join_results(mote_mpi_world *world, mote_result status)
{
    mpi_exchange *x = &world->results_exchange;
    uint64_t *sent = &world->stats.result_bytes;
    if (world->are_homes_changed) status = move_memory(world, status);
    mote_result result = mpi_exchange_run(world, x, status, sent);
    mpi_exchange_clear(world, x);
    if (!result && !(list_records(world) && send_pairs(world)))
        result = mpi_no_memory("the report of this frame");
    result = mpi_exchange_run(world, x, result, sent);
    if (!result && !(list_records(world) && read_pairs(world)))
        result = mpi_no_memory("the report of this frame");
    uint64_t own_hash = result ? 0 : hash_report(&world->results);
    // Share the hash of rank 0, the only rank that always has the whole report.
    uint64_t hash = world->rank == 0 ? own_hash : 0;
    result = mpi_agree(world->comm, result, &hash);
    if (!result) commit(world, hash, own_hash);
    return result;
}
