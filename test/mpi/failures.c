// Whatever goes wrong on one rank, all ranks return the same result, none waits for ever, and
// nothing leaks: first each failure alone, then random programs of collective calls with failures
// at random. Communicators and requests are counted by functions that stand before those of MPI.

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "scenes/scenes.h"
#include "support/failing_allocator.h"
#include "support/run.h"
#include "test/mpi/cut.h"

enum { BODIES = 4, STREAM = 22 };

// ---------------------------------------------------------------------------------------------
// What MPI holds

static long live_comms, live_requests;

int MPI_Comm_dup(MPI_Comm comm, MPI_Comm *out)
{
    live_comms++;
    return PMPI_Comm_dup(comm, out);
}

int MPI_Comm_free(MPI_Comm *comm)
{
    live_comms--;
    return PMPI_Comm_free(comm);
}

int MPI_Isend(const void *data, int count, MPI_Datatype type, int to, int tag, MPI_Comm comm,
              MPI_Request *request)
{
    live_requests++;
    return PMPI_Isend(data, count, type, to, tag, comm, request);
}

int MPI_Irecv(void *data, int count, MPI_Datatype type, int from, int tag, MPI_Comm comm,
              MPI_Request *request)
{
    live_requests++;
    return PMPI_Irecv(data, count, type, from, tag, comm, request);
}

int MPI_Waitall(int count, MPI_Request requests[], MPI_Status *statuses)
{
    live_requests -= count;
    return PMPI_Waitall(count, requests, statuses);
}

// ---------------------------------------------------------------------------------------------
// A small world of spheres, dealt out at random

typedef struct stage {
    int rank, count;
    failing_allocator memory;
    mote_mesh *mesh;
    io_model model;
    mote_mpi_world *world;
    cut_body bodies[BODIES];
    mote_vec3 *now;
    mote_random random; // the same on all ranks
} stage;

// All ranks have the same result.
static mote_result agreed(mote_result result, const char *what)
{
    int mine[2] = {(int)result, -(int)result}, all[2];
    MPI_Allreduce(mine, all, 2, MPI_INT, MPI_MAX, MPI_COMM_WORLD);
    EXPECT(all[0] == -all[1], "%s: %d here, %d elsewhere", what, (int)result, all[0]);
    return result;
}

static bool is_chosen(stage *s)
{
    return mote_random_below(&s->random, (uint32_t)s->count) == (uint32_t)s->rank;
}

static void move(stage *s, uint32_t body, float x)
{
    for (uint32_t i = 0; i < s->model.vertex_count; i++) {
        s->now[i] = s->model.positions[i];
        s->now[i].x += x;
    }
    cut_body_move(&s->bodies[body], s->world, s->rank, s->now);
}

static mote_result open_world(stage *s)
{
    mote_mpi_world_def def = mote_mpi_default_world_def();
    def.report_to = MOTE_MPI_REPORT_ALL;
    def.allocator = failing_allocator_hook(&s->memory);
    return mote_mpi_world_create(MPI_COMM_WORLD, &def, &s->world);
}

static void open_stage(stage *s, uint64_t number)
{
    *s = (stage){.random = mote_random_stream(STREAM, number, 0)};
    MPI_Comm_rank(MPI_COMM_WORLD, &s->rank);
    MPI_Comm_size(MPI_COMM_WORLD, &s->count);
    EXPECT(scene_model_make("sphere-400", &s->model) == MOTE_OK, "model");
    mote_mesh_def def = mote_default_mesh_def();
    def.positions = (mote_positions){.data = s->model.positions, .count = s->model.vertex_count};
    def.indices = s->model.triangles;
    def.index_count = 3 * (size_t)s->model.triangle_count;
    EXPECT(mote_mesh_create(&def, &s->mesh) == MOTE_OK, "mesh");
    s->now = calloc(s->model.vertex_count, sizeof *s->now);
    EXPECT(s->now && open_world(s) == MOTE_OK, "world");
    for (uint32_t i = 0; i < BODIES; i++) {
        mote_body_def body = mote_default_body_def();
        body.self_collision = i % 2;
        cut_body_make(&s->bodies[i], i, s->mesh, &body, 1 + mote_random_below(&s->random, 3),
                      s->count, &s->random);
        cut_body_add(&s->bodies[i], s->world, s->rank);
        move(s, i, 0.7f * (float)i);
    }
}

static void close_stage(stage *s)
{
    s->memory.fail_at = 0;
    EXPECT(agreed(mote_mpi_world_destroy(s->world), "destroy") == MOTE_OK, "destroy");
    for (uint32_t i = 0; i < BODIES; i++) cut_body_release(&s->bodies[i]);
    EXPECT(s->memory.live == 0, "%zu blocks leak", (size_t)s->memory.live);
    EXPECT(live_comms == 0 && live_requests == 0, "%ld communicators, %ld requests", live_comms,
           live_requests);
    mote_mesh_destroy(s->mesh);
    io_model_release(&s->model);
    free(s->now);
}

static mote_result detect(stage *s)
{
    return agreed(mote_mpi_world_detect(s->world), "detect");
}

static mote_mpi_report report_of(const stage *s)
{
    mote_mpi_report report;
    EXPECT(mote_mpi_world_report(s->world, &report) == MOTE_OK, "report");
    return report;
}

// Three neighbors touch in a row of four spheres.
static void expect_row(stage *s)
{
    for (uint32_t i = 0; i < BODIES; i++) move(s, i, 1.5f * (float)i);
    EXPECT(detect(s) == MOTE_OK, "after a failure");
    mote_mpi_report report = report_of(s);
    size_t together = 0;
    for (size_t i = 0; i < report.pair_count; i++)
        together +=
            report.pairs[i].state != MOTE_PAIR_END && report.pairs[i].a != report.pairs[i].b;
    EXPECT(together == BODIES - 1 && report.invalid_count == 0, "%zu pairs", together);
}

// ---------------------------------------------------------------------------------------------
// Failures; each is followed by a detect that succeeds

// Fails a later allocation of one rank; false if it was not reached.
static bool fail_memory(stage *s, uint32_t later)
{
    bool is_here = is_chosen(s);
    s->memory.fail_at = is_here ? s->memory.calls + 1 + later : 0;
    mote_result result = detect(s);
    s->memory.fail_at = 0;
    EXPECT(result == MOTE_OK || result == MOTE_ERROR_MEMORY, "%d", (int)result);
    return result == MOTE_ERROR_MEMORY;
}

static void fail_nan(stage *s)
{
    uint32_t body = mote_random_below(&s->random, BODIES);
    cut_piece *p = &s->bodies[body].pieces[0];
    float wrong = mote_random_below(&s->random, 2) ? NAN : INFINITY;
    if (p->owner == s->rank) p->now[0].y = wrong;
    mote_positions given = {.data = p->now, .count = p->vertex_count};
    if (p->owner == s->rank)
        EXPECT(mote_mpi_piece_set_positions(s->world, p->id, &given) == MOTE_OK, "set");
    EXPECT(detect(s) == MOTE_OK, "a NaN leaves a body out");
    mote_mpi_report report = report_of(s);
    EXPECT(report.invalid_count == 1 && report.invalid[0] == body, "body %u", body);
    for (size_t i = 0; i < report.pair_count; i++)
        EXPECT(report.pairs[i].state == MOTE_PAIR_END ||
                   (report.pairs[i].a != body && report.pairs[i].b != body),
               "body %u", body);
    mote_distance d;
    mote_result result = mote_mpi_world_distance(s->world, body, (body + 1) % BODIES, 1e9f, &d);
    EXPECT(agreed(result, "distance") == MOTE_ERROR_DATA, "body %u", body);
    move(s, body, 0);
}

static void fail_other_call(stage *s)
{
    mote_distance d;
    uint32_t kind = mote_random_below(&s->random, 3);
    mote_result result;
    if (!is_chosen(s))
        result = mote_mpi_world_detect(s->world);
    else if (kind)
        result = mote_mpi_world_distance(s->world, 0, 1, 1, &d);
    else
        result = mote_mpi_world_destroy(s->world);
    EXPECT(s->count == 1 || agreed(result, "other call") == MOTE_ERROR_STATE, "%d", (int)result);
}

static void fail_argument(stage *s)
{
    mote_distance d;
    uint32_t kind = mote_random_below(&s->random, 4);
    bool is_wrong = is_chosen(s);
    float limit = is_wrong && kind == 0 ? NAN : is_wrong && kind == 1 ? 2.0f : 1.0f;
    uint32_t b = is_wrong && kind == 2 ? 0 : 1;
    mote_result result =
        mote_mpi_world_distance(s->world, 0, b, limit, is_wrong && kind == 3 ? NULL : &d);
    EXPECT(agreed(result, "argument") == MOTE_ERROR_ARGUMENT, "kind %u: %d", kind, (int)result);
}

static void fail_stale_body(stage *s)
{
    mote_distance d;
    mote_result result = mote_mpi_world_distance(s->world, 0, 77, 1, &d);
    EXPECT(agreed(result, "stale") == MOTE_ERROR_STALE, "%d", (int)result);
}

// One rank adds a whole body whose number others have.
static void fail_twice(stage *s)
{
    mote_mpi_piece_def def = mote_mpi_default_piece_def();
    mote_mpi_piece_id id = {0};
    def.body = mote_random_below(&s->random, BODIES);
    def.mesh = s->mesh;
    if (is_chosen(s)) EXPECT(mote_mpi_piece_create(s->world, &def, &id) == MOTE_OK, "create");
    EXPECT(detect(s) == MOTE_ERROR_ARGUMENT, "body %u twice", def.body);
    if (id.generation) EXPECT(mote_mpi_piece_destroy(s->world, id) == MOTE_OK, "destroy");
}

// Creating fails on one rank: by memory, by a missing def, by a def of its own.
static void fail_create(stage *s)
{
    mote_mpi_world_def def = mote_mpi_default_world_def();
    def.allocator = failing_allocator_hook(&s->memory);
    uint32_t kind = mote_random_below(&s->random, 3);
    bool is_wrong = is_chosen(s);
    if (is_wrong && kind == 0) s->memory.fail_at = s->memory.calls + 1;
    if (is_wrong && kind == 1) def.tolerance = 1;
    mote_mpi_world *world;
    mote_result result =
        mote_mpi_world_create(MPI_COMM_WORLD, is_wrong && kind == 2 ? NULL : &def, &world);
    s->memory.fail_at = 0;
    bool is_alone = s->count == 1 && kind == 1;
    EXPECT(agreed(result, "create") == (is_alone    ? MOTE_OK
                                        : kind == 0 ? MOTE_ERROR_MEMORY
                                                    : MOTE_ERROR_ARGUMENT),
           "kind %u: %d", kind, (int)result);
    if (is_alone) EXPECT(mote_mpi_world_destroy(world) == MOTE_OK, "destroy");
    EXPECT(is_alone || world == NULL, "kind %u", kind);
}

// ---------------------------------------------------------------------------------------------

// Fails every allocation of a detect in turn, on a rank of its own each time.
static void every_allocation_may_fail(void)
{
    stage s;
    open_stage(&s, 0);
    size_t failures = 0, most = test_count(40, 60, 100000);
    for (uint32_t later = 0; later < most; later++) {
        for (uint32_t i = 0; i < BODIES; i++) move(&s, i, 0.3f * (float)((later + i) % 7));
        failures += fail_memory(&s, later);
        if (later % 20 == 0) expect_row(&s);
    }
    EXPECT(failures > 10, "%zu failures", failures);
    close_stage(&s);
}

static void run_program(uint64_t number)
{
    stage s;
    open_stage(&s, number);
    uint32_t length = 2 + mote_random_below(&s.random, 5);
    for (uint32_t i = 0; i < length; i++) {
        switch (mote_random_below(&s.random, 10)) {
        case 0: fail_nan(&s); break;
        case 1: fail_other_call(&s); break;
        case 2: fail_argument(&s); break;
        case 3: fail_stale_body(&s); break;
        case 4: fail_twice(&s); break;
        case 5: fail_create(&s); break;
        case 6: (void)fail_memory(&s, mote_random_below(&s.random, 200)); break;
        case 7:
            for (uint32_t k = 0; k < BODIES; k++)
                cut_body_deal(&s.bodies[k], s.world, s.rank, s.count, &s.random);
            expect_row(&s);
            break;
        default: expect_row(&s);
        }
    }
    expect_row(&s);
    close_stage(&s);
}

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    int rank;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    every_allocation_may_fail();
    size_t programs = test_count(20, 60, 1000);
    for (size_t i = 1; i <= programs; i++) run_program(i);
    if (rank == 0) printf("%zu programs\n", programs);
    MPI_Finalize();
    return 0;
}
