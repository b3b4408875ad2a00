// What the cost of a query depends on (sections 3.3, 3.5, 5 and 6): particles, speed, start
// positions, caching, vector instructions; and what memory holds (2). Costs are counted in
// evaluations of forces where that is what a claim is about, and in processor time where
// instructions are.

#include <math.h>
#include <mote/papers.h>
#include <stdio.h>

#include "bench/paper/senin/flight.h"
#include "bench/paper/senin/senin.h"

enum { LETTER, OURS, WAYS }; // the paper's rules, and ours

static bench_method_settings settings_of(int way, uint32_t particles, uint64_t seed)
{
    bench_method_settings s =
        way == LETTER ? paper_senin_literal(particles) : paper_senin_improved(particles);
    s.world.seed = seed;
    return s;
}

static void set_options(bench_method_settings *settings, const mote_senin_options *options)
{
    mote_world_def_set_senin(&settings->world, options);
}

// The two W while they bounce.
static paper_flight_def two_w(uint64_t seed, uint32_t frames, const bench_method_settings *settings,
                              uint32_t count)
{
    return (paper_flight_def){.scene = "senin-w",
                              .seed = seed,
                              .first_frame = PAPER_SENIN_ACTIVE_FIRST,
                              .frame_count = frames,
                              .settings = settings,
                              .count = count};
}

// Long enough for the letters to meet.
static uint32_t frames_of(bool quick)
{
    return quick ? 10 : 250;
}

// ---------------------------------------------------------------------------------------------
// Particles: O(n^2)

enum { COUNTS = 6, MANY = 2 }; // growth is measured from counts[MANY] on
static const uint32_t counts[COUNTS] = {3, 6, 12, 24, 48, 96};

enum { QUERY, STEP, LENGTHS }; // a whole query, and one step of it

// Of one seed: the power of n, then per way and count evaluations and milliseconds of a query.
enum { POWERS = WAYS * LENGTHS, GROWTH_VALUES = POWERS + 2 * WAYS * COUNTS };

static int growth_at(int way, int count, bool of_time)
{
    return POWERS + (way * COUNTS + count) * 2 + of_time;
}

static mote_result grow(const void *context, uint64_t seed, double *values)
{
    const paper_run *run = context;
    bench_method_settings settings[WAYS * LENGTHS * COUNTS];
    paper_flight_cost costs[WAYS * LENGTHS * COUNTS];
    for (int i = 0; i < WAYS * LENGTHS * COUNTS; i++) {
        settings[i] = settings_of(i / COUNTS % WAYS, counts[i % COUNTS], seed);
        mote_senin_options options = mote_world_def_get_senin(&settings[i].world);
        if (i / COUNTS / WAYS == STEP) options.max_steps = 1;
        set_options(&settings[i], &options);
    }
    paper_flight_def def = two_w(seed, frames_of(run->quick), settings, WAYS * LENGTHS * COUNTS);
    mote_result result = paper_fly_costs(&def, costs);
    for (int group = 0; group < POWERS && !result; group++) {
        double x[COUNTS], y[COUNTS];
        for (int i = 0; i < COUNTS; i++) {
            const paper_flight_cost *cost = &costs[group * COUNTS + i];
            x[i] = counts[i];
            y[i] = cost->evaluations;
            if (group >= WAYS) continue; // one step
            values[growth_at(group, i, false)] = cost->evaluations;
            values[growth_at(group, i, true)] = 1e3 * cost->seconds;
        }
        values[group] = paper_power(x + MANY, y + MANY, COUNTS - MANY);
    }
    return result;
}

static void show_growth(paper_page *page, const double *values, uint32_t seeds)
{
    double x[COUNTS], y[WAYS][COUNTS];
    paper_page_heading(page, "Cost over the number of particles");
    paper_page_text(
        page,
        "Two W of 11920 faces in the active interval, over %u flights. Times are processor time.",
        seeds);
    paper_page_table(page, "particles on each W | letter: force evaluations per query | time | "
                           "ours: evaluations | time");
    for (int i = 0; i < COUNTS; i++) {
        double mean[WAYS][2];
        for (int way = 0; way < WAYS; way++)
            for (int k = 0; k < 2; k++)
                mean[way][k] =
                    paper_mean(values + (size_t)growth_at(way, i, k) * seeds, seeds).value;
        paper_page_row(page, "%u | %.0f | %.4f ms | %.0f | %.4f ms", counts[i], mean[LETTER][0],
                       mean[LETTER][1], mean[OURS][0], mean[OURS][1]);
        x[i] = counts[i];
        for (int way = 0; way < WAYS; way++) y[way][i] = mean[way][1];
    }
    const bench_plot_series series[] = {{"letter", x, y[LETTER], COUNTS, BENCH_PLOT_LINE},
                                        {"ours", x, y[OURS], COUNTS, BENCH_PLOT_LINE}};
    paper_page_plot(page, "particles",
                    &(bench_plot){.title = "Time over the number of particles, two W",
                                  .note = "letter: the paper's rules; ours: this library's",
                                  .x_title = "particles on each body (logarithmic)",
                                  .y_title = "milliseconds per query (logarithmic)",
                                  .logarithmic_x = true,
                                  .logarithmic_y = true,
                                  .series = series,
                                  .series_count = 2});
}

static void write_growth(paper_page *page, const paper_run *run)
{
    paper_begin(run, "cost over particles");
    double values[GROWTH_VALUES * PAPER_SEEDS];
    uint32_t seeds = paper_seed_count(run);
    if (!paper_page_check(page, paper_over_seeds(run, seeds, grow, run, values, GROWTH_VALUES)))
        return;
    show_growth(page, values, seeds);
    static const char *const readings[LENGTHS] = {
        "a whole query, from 12 to 96 particles, with the steps that it needs",
        "one step of a query, from 12 to 96 particles"};
    for (int length = 0; length < LENGTHS; length++) {
        const double *powers = values + (size_t)length * WAYS * seeds;
        paper_page_judge(
            page, &(paper_claim_def){.section = "3.5",
                                     .claim = "a query is O(n^2) in the number of particles n",
                                     .reading = readings[length],
                                     .rule = paper_order("the number of force evaluations", 2),
                                     .letter = paper_mean(powers, seeds),
                                     .ours = paper_mean(powers + seeds, seeds),
                                     .seeds = seeds,
                                     .settle = paper_senin_settle(run)});
    }
}

// ---------------------------------------------------------------------------------------------
// Speed, and the query before

enum { SLOW, NORMAL, FAST, SPEEDS };
static const double speeds[SPEEDS] = {0.25, 1, 4};

// Per way and speed evaluations of forces per query; then per way those of new starts at the normal
// speed.
enum { SPEED_VALUES = WAYS * (SPEEDS + 1) };

static mote_result fly_at_speeds(const void *context, uint64_t seed, double *values)
{
    const paper_run *run = context;
    mote_result result = MOTE_OK;
    for (int speed = 0; speed < SPEEDS && !result; speed++) {
        bench_method_settings settings[2 * WAYS];
        paper_flight_cost costs[2 * WAYS];
        for (int i = 0; i < 2 * WAYS; i++) {
            settings[i] = settings_of(i % WAYS, 3, seed);
            mote_senin_options options = mote_world_def_get_senin(&settings[i].world);
            options.cold_start = i >= WAYS;
            set_options(&settings[i], &options);
        }
        paper_flight_def def = {.scene = "senin-t",
                                .seed = seed,
                                .speed = speeds[speed],
                                .frame_count = run->quick ? 40 : 0,
                                .settings = settings,
                                .count = speed == NORMAL ? 2 * WAYS : WAYS};
        result = paper_fly_costs(&def, costs);
        for (int way = 0; way < WAYS && !result; way++) {
            values[way * SPEEDS + speed] = costs[way].evaluations;
            if (speed == NORMAL) values[WAYS * SPEEDS + way] = costs[WAYS + way].evaluations;
        }
    }
    return result;
}

static void show_speeds(paper_page *page, const double *values, uint32_t seeds)
{
    paper_page_heading(page, "Cost over speed");
    paper_page_text(page,
                    "Force evaluations per query, for two T with 3 particles on each, over %u "
                    "whole flights: at a quarter of the speed, at the speed of the scene, at four "
                    "times the speed, and with new random particles in each query.",
                    seeds);
    paper_page_table(page, "rules | x 1/4 | x 1 | x 4 | x 1, new particles");
    for (int way = 0; way < WAYS; way++) {
        double mean[SPEEDS + 1];
        for (int i = 0; i <= SPEEDS; i++) {
            int kind = i < SPEEDS ? way * SPEEDS + i : WAYS * SPEEDS + way;
            mean[i] = paper_mean(values + (size_t)kind * seeds, seeds).value;
        }
        paper_page_row(page, "%s | %.0f | %.0f | %.0f | %.0f", way == LETTER ? "letter" : "ours",
                       mean[0], mean[1], mean[2], mean[3]);
    }
}

static void write_speeds(paper_page *page, const paper_run *run)
{
    paper_begin(run, "cost over speed");
    double values[SPEED_VALUES * PAPER_SEEDS];
    uint32_t n = paper_seed_count(run);
    if (!paper_page_check(page, paper_over_seeds(run, n, fly_at_speeds, run, values, SPEED_VALUES)))
        return;
    show_speeds(page, values, n);
    const double *letter = values, *ours = values + (size_t)SPEEDS * n;
    const double *fresh = values + (size_t)WAYS * SPEEDS * n;
    paper_claim_def claim = {
        .section = "3.5, 5",
        .claim = "the next query is very fast if the positions change slowly",
        .reading = "slow against fast",
        .rule = paper_less_than("the number of force evaluations per query at a quarter of the "
                                "speed, divided by that at four times the speed,",
                                1, "times"),
        .letter = paper_ratio(letter + (size_t)SLOW * n, letter + (size_t)FAST * n, n),
        .ours = paper_ratio(ours + (size_t)SLOW * n, ours + (size_t)FAST * n, n),
        .seeds = n,
        .settle = paper_senin_settle(run)};
    paper_page_judge(page, &claim);
    claim.reading = "the next query against a first one";
    claim.rule = paper_at_least("the number of force evaluations of a query with new random "
                                "particles, divided by that of the next query,",
                                PAPER_MUCH, "times");
    claim.letter = paper_ratio(fresh, letter + (size_t)NORMAL * n, n);
    claim.ours = paper_ratio(fresh + n, ours + (size_t)NORMAL * n, n);
    paper_page_judge(page, &claim);
}

// ---------------------------------------------------------------------------------------------
// Start positions

enum { STARTS = 10 };

// Sums over the later queries, and the first one.
typedef struct start_costs {
    double first[WAYS * STARTS], later[WAYS * STARTS];
} start_costs;

static mote_result keep_cost(void *context, const paper_flight_moment *moment)
{
    start_costs *costs = context;
    double *of = moment->frame ? costs->later : costs->first;
    of[moment->setting] += (double)moment->report->stats.force_evaluations;
    return MOTE_OK;
}

static double spread(const double *values)
{
    double mean = 0, squares = 0;
    for (int i = 0; i < STARTS; i++) mean += values[i] / STARTS;
    for (int i = 0; i < STARTS; i++) squares += (values[i] - mean) * (values[i] - mean);
    return sqrt(squares / (STARTS - 1));
}

// One flight, watched by particles that start at different vertices: how much the cost of a later
// query differs between them, over how much that of the first query does.
static mote_result start_anywhere(const void *context, uint64_t seed, double *values)
{
    const paper_run *run = context;
    uint32_t frames = run->quick ? 20 : 200;
    start_costs costs = {.first = {0}};
    bench_method_settings settings[WAYS * STARTS];
    recall_score scores[WAYS * STARTS];
    for (int i = 0; i < WAYS * STARTS; i++) {
        settings[i] = settings_of(i / STARTS, 3, STARTS * seed + (uint64_t)(i % STARTS));
        mote_senin_options options = mote_world_def_get_senin(&settings[i].world);
        options.while_apart = true; // otherwise the first query is when the boxes meet
        set_options(&settings[i], &options);
    }
    paper_flight_def def = {.scene = "senin-t",
                            .seed = seed,
                            .frame_count = frames,
                            .unscored = true,
                            .settings = settings,
                            .count = WAYS * STARTS,
                            .after = keep_cost,
                            .context = &costs};
    mote_result result = paper_fly(&def, scores);
    if (result) return result;
    for (int i = 0; i < WAYS * STARTS; i++) {
        costs.later[i] /= frames - 1;
        recall_score_release(&scores[i]);
    }
    for (int way = 0; way < WAYS; way++)
        values[way] = spread(costs.later + way * STARTS) / spread(costs.first + way * STARTS);
    return MOTE_OK;
}

static void write_starts(paper_page *page, const paper_run *run)
{
    paper_begin(run, "start positions");
    double values[WAYS * PAPER_SEEDS];
    uint32_t seeds = paper_seed_count(run);
    if (!paper_page_check(page, paper_over_seeds(run, seeds, start_anywhere, run, values, WAYS)))
        return;
    paper_page_judge_with(
        page,
        &(paper_claim_def){.section = "3.3",
                           .claim = "the start positions affect the time of the first query only",
                           .rule = paper_at_most("the spread between starts of the cost of later "
                                                 "queries, divided by that of the first query,",
                                                 PAPER_NEGLIGIBLE, "times"),
                           .letter = paper_mean(values, seeds),
                           .ours = paper_mean(values + seeds, seeds),
                           .seeds = seeds,
                           .settle = paper_senin_settle(run)},
        "%d starts per flight of two T, with `while_apart` in both columns", STARTS);
}

// ---------------------------------------------------------------------------------------------
// Caching and vector instructions: two settings of one query against each other

typedef struct contest {
    const paper_run *run;
    uint32_t particles;
    uint32_t cache_steps; // of the changed settings
    bool scalar;
} contest;

// Evaluations and seconds per query: plain, then changed, each by letter and ours.
enum { CONTEST_VALUES = 2 * 2 * WAYS };

static int contest_at(bool of_time, bool changed, int way)
{
    return (of_time * 2 + changed) * WAYS + way;
}

static mote_result fly_contest(const void *context, uint64_t seed, double *values)
{
    const contest *c = context;
    bench_method_settings settings[2 * WAYS];
    paper_flight_cost costs[2 * WAYS];
    for (int i = 0; i < 2 * WAYS; i++) {
        settings[i] = settings_of(i % WAYS, c->particles, seed);
        mote_senin_options options = mote_world_def_get_senin(&settings[i].world);
        if (i >= WAYS) options.cache_steps = c->cache_steps;
        if (i >= WAYS) options.scalar_kernels = c->scalar;
        set_options(&settings[i], &options);
    }
    paper_flight_def def = two_w(seed, frames_of(c->run->quick), settings, 2 * WAYS);
    mote_result result = paper_fly_costs(&def, costs);
    for (int i = 0; i < 2 * WAYS && !result; i++) {
        values[contest_at(false, i >= WAYS, i % WAYS)] = costs[i].evaluations;
        values[contest_at(true, i >= WAYS, i % WAYS)] = costs[i].seconds;
    }
    return result;
}

// The changed settings over the plain ones.
static paper_estimate contest_ratio(const double *values, uint32_t n, bool of_time, int way)
{
    return paper_ratio(values + (size_t)contest_at(of_time, true, way) * n,
                       values + (size_t)contest_at(of_time, false, way) * n, n);
}

static void write_caching(paper_page *page, const paper_run *run)
{
    paper_begin(run, "caching");
    contest c = {.run = run, .particles = 48, .cache_steps = 8};
    double values[CONTEST_VALUES * PAPER_SEEDS];
    uint32_t n = paper_seed_count(run);
    if (!paper_page_check(page, paper_over_seeds(run, n, fly_contest, &c, values, CONTEST_VALUES)))
        return;
    paper_claim_def claim = {
        .section = "3.5",
        .claim = "caching the influence of distant particles improves the performance noticeably",
        .reading = "evaluations of forces, 48 particles on each W",
        .rule = paper_less_than(
            "the number of force evaluations per query with the cache, divided by that without it,",
            1, "times"),
        .letter = contest_ratio(values, n, false, LETTER),
        .ours = contest_ratio(values, n, false, OURS),
        .seeds = n,
        .settle = paper_senin_settle(run)};
    paper_page_judge(page, &claim);
    claim.reading = "time, 48 particles on each W";
    claim.rule = paper_less_than("the time of a query with the cache, divided by that without it,",
                                 1, "times");
    claim.letter = contest_ratio(values, n, true, LETTER);
    claim.ours = contest_ratio(values, n, true, OURS);
    claim.processor_time = true;
    paper_page_judge(page, &claim);
}

static void write_vectors(paper_page *page, const paper_run *run)
{
    paper_begin(run, "vector instructions");
    static const uint32_t particles[2] = {5, 48};
    static const char *const readings[2] = {"5 particles on each W", "48 particles on each W"};
    double values[CONTEST_VALUES * PAPER_SEEDS];
    uint32_t n = paper_seed_count(run);
    for (int i = 0; i < 2; i++) {
        contest c = {.run = run, .particles = particles[i], .scalar = true};
        if (!paper_page_check(page,
                              paper_over_seeds(run, n, fly_contest, &c, values, CONTEST_VALUES)))
            return;
        paper_page_judge(
            page,
            &(paper_claim_def){.section = "6",
                               .claim = "special hardware instructions improve the performance",
                               .reading = readings[i],
                               .rule = paper_more_than("the time of a query without vector kernels "
                                                       "for forces, divided by that with them,",
                                                       1, "times"),
                               .letter = contest_ratio(values, n, true, LETTER),
                               .ours = contest_ratio(values, n, true, OURS),
                               .seeds = n,
                               .processor_time = true,
                               .settle = "more flights on a free machine"});
    }
}

// ---------------------------------------------------------------------------------------------
// Memory

static void write_memory(paper_page *page, const paper_run *run)
{
    paper_begin(run, "memory");
    paper_timed timed;
    paper_timed_def def = paper_timed_of(run, "senin-w");
    paper_timed_add(&def, "refit");
    def.settings[def.count++] = paper_senin_literal(5);
    def.settings[def.count++] = paper_senin_improved(5);
    paper_timed_add(&def, "hybrid");
    paper_timed_add(&def, "paired");
    def.frame_count = 3;
    def.repeats = 1;
    if (!paper_page_check(page, paper_timed_run(&def, &timed))) return;
    paper_page_heading(page, "Memory");
    paper_page_text(page, "What the world holds for two letters W of 11920 faces, without the "
                          "meshes, but including a copy of all positions.");
    paper_page_table(page, "method | kB");
    for (uint32_t i = 0; i < def.count; i++)
        paper_page_row(page, "%s | %.0f", def.settings[i].name,
                       (double)timed.measured.timings[i].bytes / 1e3);
    const bench_timing *of = timed.measured.timings;
    paper_page_judge(
        page,
        &(paper_claim_def){.section = "2",
                           .claim = "hierarchies need much memory, particles little",
                           .rule = paper_at_least("the memory of a world with a tree of boxes, "
                                                  "divided by that of a world with 5 particles,",
                                                  PAPER_MUCH, "times"),
                           .letter = paper_counted((double)of[0].bytes / (double)of[1].bytes),
                           .ours = paper_counted((double)of[0].bytes / (double)of[2].bytes)});
    paper_timed_release(&timed);
}

void paper_senin_dependence(paper_page *page, const paper_run *run)
{
    write_growth(page, run);
    write_speeds(page, run);
    write_starts(page, run);
    write_caching(page, run);
    write_vectors(page, run);
    write_memory(page, run);
}
