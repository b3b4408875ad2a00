// Shares the work: ranks with many pairs of clusters give some to ranks with few. All ranks know
// the count of each rank and compute the same plan.

#include "core/sort.h"
#include "core/timer.h"
#include "mpi/world.h"

enum {
    MIN_SHARED_LINKS = 64,  // fewer are not worth a message
    MAX_EXCESS_PERCENT = 10 // over the mean; below, the work counts as balanced
};

static bool add_part(mote_mpi_world *world, uint32_t task_number, int executor, size_t first,
                     size_t count)
{
    mpi_task *task = &world->tasks.tasks.data[task_number];
    mpi_part part = {.task = task_number,
                     .number = task->part_count++,
                     .executor = executor,
                     .first_link = first,
                     .link_count = count};
    task->is_local = false;
    return mote_array_push(&world->tasks.parts, &world->allocator, part);
}

// Sorts tasks by descending number of links into tasks.order.
static bool order_tasks(mote_mpi_world *world)
{
    mpi_tasks *tasks = &world->tasks;
    size_t count = tasks->tasks.count;
    tasks->order.count = tasks->scratch.count = 0;
    uint64_t *order = mote_array_room(&tasks->order, &world->allocator, count);
    uint64_t *scratch = mote_array_room(&tasks->scratch, &world->allocator, count);
    if (!order || !scratch) return false;
    for (size_t i = 0; i < count; i++) {
        uint64_t links = tasks->tasks.data[i].link_count;
        order[i] = (UINT32_MAX - (links < UINT32_MAX ? links : UINT32_MAX)) << 32 | i;
    }
    mote_sort_keys(order, count, scratch);
    tasks->order.count = count;
    return true;
}

// The position of this rank in its tasks while it gives links away.
typedef struct giving {
    size_t next;  // in tasks.order
    size_t given; // links of that task already given
} giving;

// Gives `amount` links to another rank.
static bool give(mote_mpi_world *world, giving *g, int executor, uint64_t amount)
{
    mpi_tasks *tasks = &world->tasks;
    while (amount >= MIN_SHARED_LINKS && g->next < tasks->order.count) {
        uint32_t number = (uint32_t)tasks->order.data[g->next];
        const mpi_task *task = &tasks->tasks.data[number];
        size_t left = task->link_count - g->given;
        size_t taken = left < amount + amount / 8 ? left : (size_t)amount;
        if (!add_part(world, number, executor, task->first_link + g->given, taken)) return false;
        amount -= taken < amount ? taken : amount;
        g->given += taken;
        if (g->given == tasks->tasks.data[number].link_count) *g = (giving){.next = g->next + 1};
    }
    return true;
}

// Matches surpluses with deficits in the order of ranks.
static bool give_surplus(mote_mpi_world *world, giving *g)
{
    const uint64_t *loads = world->tasks.loads.data;
    uint64_t total = 0;
    for (int i = 0; i < world->rank_count; i++) total += loads[i];
    uint64_t mean = total / (uint64_t)world->rank_count;
    uint64_t limit = mean + mean * MAX_EXCESS_PERCENT / 100 + MIN_SHARED_LINKS;
    int taker = 0;
    uint64_t taken = 0; // by the current rank so far
    bool done = true;
    for (int giver = 0; giver < world->rank_count && done; giver++) {
        if (loads[giver] <= limit) continue;
        for (uint64_t surplus = loads[giver] - mean; surplus && taker < world->rank_count;) {
            uint64_t room = loads[taker] + taken < mean ? mean - loads[taker] - taken : 0;
            uint64_t amount = surplus < room ? surplus : room;
            if (giver == world->rank && amount && done) done = give(world, g, taker, amount);
            surplus -= amount;
            taken += amount;
            if (amount == room) {
                taker++;
                taken = 0;
            }
        }
    }
    return done;
}

// Keeps the rest of the partly given task, and all other tasks that need a visit, on this rank.
static bool keep_rest(mote_mpi_world *world, const giving *g)
{
    mpi_tasks *tasks = &world->tasks;
    for (uint32_t i = 0; i < tasks->tasks.count; i++) {
        const mpi_task *task = &tasks->tasks.data[i];
        bool is_cut =
            g->given && g->next < tasks->order.count && i == (uint32_t)tasks->order.data[g->next];
        size_t given = is_cut ? g->given : 0;
        if (task->is_local || (task->part_count && !is_cut)) continue;
        if (!add_part(world, i, world->rank, task->first_link + given, task->link_count - given))
            return false;
    }
    return true;
}

static mote_result gather_loads(mote_mpi_world *world, mote_result status)
{
    mpi_tasks *tasks = &world->tasks;
    size_t n = (size_t)world->rank_count;
    tasks->loads.count = 0;
    if (!mote_array_reserve(&tasks->loads, &world->allocator, n))
        status = mpi_no_memory("the loads of ranks");
    status = mpi_agree(world->comm, status, NULL);
    if (status) return status;
    uint64_t own = tasks->links.count;
    world->stats.control_bytes += (n - 1) * sizeof own;
    return mpi_check(
        MPI_Allgather(&own, 1, MPI_UINT64_T, tasks->loads.data, 1, MPI_UINT64_T, world->comm),
        "MPI_Allgather");
}

mote_result mpi_share(mote_mpi_world *world, mote_result status)
{
    bool is_shared = world->rank_count > 1 && world->def.share_work;
    double start = mote_seconds();
    if (is_shared) status = gather_loads(world, status);
    world->wait_seconds += mote_seconds() - start;
    if (status) return status;
    giving g = {0};
    bool done = true;
    if (is_shared) done = order_tasks(world) && give_surplus(world, &g);
    done = done && keep_rest(world, &g);
    return done ? MOTE_OK : mpi_no_memory("parts of tasks");
}
