// Section 4: particles and bodies "can be implemented either in a single thread or in two separate
// threads. Additional performance improvement can be achieved on multiprocessor systems in the
// second case."
//
// What the thread of the caller spends in a query, in processor time of that thread alone, so that
// the load of the machine does not matter. Between two queries the caller has other work to do, for
// which it sleeps here; that is when the thread of the particles moves them. What both threads
// spend together is shown too.

#define _POSIX_C_SOURCE 200809L
#include <mote/papers.h>
#include <stdlib.h>
#include <time.h>

#include "bench/paper/senin/senin.h"
#include "core/result.h"

enum { PARTICLES = 48, FRAMES = 100, QUICK_FRAMES = 10, LETTER = 0, OURS, WAYS };

typedef struct thread_times {
    double caller, all; // seconds of all queries: of the caller's thread, and of both
} thread_times;

static void do_other_work(void)
{
    const struct timespec millisecond = {.tv_nsec = 1000000};
    nanosleep(&millisecond, NULL);
}

static mote_result play(bench_stage *stage, mote_world *world, const mote_body_id ids[2],
                        thread_times *out)
{
    mote_result result = MOTE_OK;
    double all = bench_clock_now(BENCH_CLOCK_CPU);
    for (uint32_t frame = 0; frame < stage->frame_count && !result; frame++) {
        bench_stage_show(stage, frame);
        double start = bench_clock_now(BENCH_CLOCK_THREAD);
        for (int i = 0; i < 2 && !result; i++) {
            const bench_stage_body *body = &stage->bodies[i];
            mote_positions at = {.data = stage->positions + body->first, .count = body->count};
            result = mote_body_set_positions(world, ids[i], &at);
        }
        if (!result) result = mote_world_detect(world);
        out->caller += bench_clock_now(BENCH_CLOCK_THREAD) - start;
        do_other_work();
    }
    out->all = bench_clock_now(BENCH_CLOCK_CPU) - all;
    return result;
}

static mote_result time_queries(bench_stage *stage, int way, bool own_thread, uint64_t seed,
                                thread_times *out)
{
    bench_method_settings s =
        way == LETTER ? paper_senin_literal(PARTICLES) : paper_senin_improved(PARTICLES);
    mote_senin_options options = mote_world_def_get_senin(&s.world);
    options.own_thread = own_thread;
    options.while_apart = true;
    mote_world_def_set_senin(&s.world, &options);
    s.world.seed = seed;
    mote_world *world;
    mote_body_id ids[2];
    *out = (thread_times){0, 0};
    mote_result result = mote_world_create(&s.world, &world);
    for (int i = 0; i < 2 && !result; i++) {
        mote_body_def body = mote_default_body_def();
        body.mesh = stage->bodies[i].mesh;
        result = mote_body_create(world, &body, &ids[i]);
    }
    if (!result) result = play(stage, world, ids, out);
    mote_world_destroy(world);
    return result;
}

// Per way: seconds of the caller with one thread and with two, then those of both threads.
enum { VALUES = 4 * WAYS };

static mote_result fly(const void *context, uint64_t seed, double *values)
{
    const paper_run *run = context;
    bench_stage stage;
    bench_stage_def def = bench_default_stage_def();
    def.scene.name = "senin-w";
    def.scene.seed = seed;
    def.first_frame = PAPER_SENIN_ACTIVE_FIRST;
    def.frame_count = run->quick ? QUICK_FRAMES : FRAMES;
    def.mesh_flags = mote_default_mesh_def().flags;
    mote_result result = bench_stage_open(&def, &stage);
    if (result) return result;
    for (int i = 0; i < 2 * WAYS && !result; i++) {
        thread_times times;
        result = time_queries(&stage, i / 2, i % 2, seed, &times);
        values[i] = times.caller;
        values[2 * WAYS + i] = times.all;
    }
    bench_stage_close(&stage);
    return result;
}

void paper_senin_own_thread(paper_page *page, const paper_run *run)
{
    paper_begin(run, "a thread for particles");
    double values[VALUES * PAPER_SEEDS];
    uint32_t n = paper_seed_count(run);
    if (!paper_page_check(page, paper_over_seeds(run, n, fly, run, values, VALUES))) return;
    const double *caller = values, *all = values + (size_t)2 * WAYS * n;
    paper_page_judge_with(
        page,
        &(paper_claim_def){
            .section = "4",
            .claim = "particles in a thread of their own, beside the motion of the bodies, improve "
                     "the performance on several processors",
            .rule = paper_less_than("the time that the caller's thread spends in a query with a "
                                    "thread for particles, divided by that without one,",
                                    1, "times"),
            .letter = paper_ratio(caller + n, caller, n),
            .ours = paper_ratio(caller + (size_t)3 * n, caller + (size_t)2 * n, n),
            .seeds = n,
            .processor_time = true,
            .settle = "more flights on a free machine"},
        "%d particles on each W, 1 ms between queries; both threads together spend %.2f times as "
        "much by the paper's rules",
        PARTICLES, paper_ratio(all + n, all, n).value);
}
