// Your allocator, your threads, your log: the program counts what mote allocates and runs its work
// on threads of its own. The result does not depend on how many there are, and after the first
// frames nothing is allocated any more.
#define _POSIX_C_SOURCE 200809L
#include <mote/mote.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>

static void must(mote_result result)
{
    if (result == MOTE_OK) return;
    fprintf(stderr, "%s: %s\n", mote_result_name(result), mote_last_message());
    exit(1);
}

static atomic_size_t calls, live_bytes; // workers allocate too

static void *allocate(void *context, size_t size, size_t alignment)
{
    (void)context;
    atomic_fetch_add(&calls, 1);
    atomic_fetch_add(&live_bytes, size);
    return aligned_alloc(alignment, (size + alignment - 1) / alignment * alignment);
}

static void release(void *context, void *pointer, size_t size)
{
    (void)context;
    atomic_fetch_sub(&live_bytes, size);
    free(pointer);
}

// One run: blocks are handed out by a counter. A real program would keep its threads instead of
// starting them each time.
typedef struct job {
    mote_task *task;
    void *argument;
    uint32_t block_count;
    atomic_uint next_block, next_worker;
} job;

static void *work(void *argument)
{
    job *j = argument;
    uint32_t worker = atomic_fetch_add(&j->next_worker, 1), block;
    while ((block = atomic_fetch_add(&j->next_block, 1)) < j->block_count)
        j->task(j->argument, block, worker);
    return NULL;
}

static void run(void *context, mote_task *task, void *argument, uint32_t block_count)
{
    uint32_t thread_count = *(const uint32_t *)context - 1; // the calling thread works too
    job j = {.task = task, .argument = argument, .block_count = block_count};
    pthread_t threads[MOTE_MAX_WORKERS];
    uint32_t started = 0;
    while (started < thread_count && pthread_create(&threads[started], NULL, work, &j) == 0)
        started++;
    work(&j);
    while (started > 0) pthread_join(threads[--started], NULL);
}

static void write_log(void *context, mote_log_level level, const char *message)
{
    (void)context;
    if (level == MOTE_LOG_WARNING) printf("warning: %s\n", message);
}

static uint64_t play(uint32_t worker_count)
{
    enum { VERTICES = 600 };
    static mote_vec3 soup[VERTICES];
    for (int i = 0; i < VERTICES; i++)
        soup[i] = (mote_vec3){(float)(i * 37 % 101), (float)(i * 53 % 103), (float)(i * 71 % 107)};
    const mote_allocator allocator = {allocate, release, NULL};
    mote_mesh_def mesh_def = mote_default_mesh_def();
    mesh_def.positions = (mote_positions){.data = soup, .count = VERTICES};
    mesh_def.allocator = allocator;
    mote_mesh *mesh;
    must(mote_mesh_create(&mesh_def, &mesh));
    mote_world_def def = mote_default_world_def();
    def.allocator = allocator;
    def.tasks = (mote_tasks){run, worker_count, &worker_count};
    def.log = (mote_log){write_log, NULL};
    mote_world *world;
    must(mote_world_create(&def, &world));
    mote_body_def body = mote_default_body_def();
    body.mesh = mesh;
    mote_body_id ids[2];
    for (int i = 0; i < 2; i++) must(mote_body_create(world, &body, &ids[i]));

    size_t calls_before = 0;
    mote_report report = {0};
    for (int frame = 0; frame < 20; frame++) {
        if (frame == 10) calls_before = atomic_load(&calls);
        const mote_transform place = {
            {1, 0, 0}, {0, 1, 0}, {0, 0, 1}, {0.5f + (float)(frame % 5), 0, 0}};
        must(mote_body_set_transform(world, ids[1], &place));
        must(mote_world_detect(world));
        must(mote_world_report(world, &report));
    }
    printf("%u workers: %zu face pairs\n", worker_count, report.face_pair_count);
    if (worker_count == 1) // how several workers share the work differs from run to run
        printf("%zu allocations in the last ten frames\n", atomic_load(&calls) - calls_before);
    uint64_t hash = report.hash;
    mote_world_destroy(world);
    mote_mesh_destroy(mesh);
    return hash;
}

int main(void)
{
    uint64_t one = play(1), four = play(4);
    printf("hashes are %s, %zu bytes are still in use\n", one == four ? "equal" : "DIFFERENT",
           atomic_load(&live_bytes));
    return 0;
}
