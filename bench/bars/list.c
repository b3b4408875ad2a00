// The figures that mote promises, one per row.

#include <mote/mesh.h>
#include <string.h>

#include "bench/bars/bars.h"

// ---------------------------------------------------------------------------------------------
// Runs

// Two blobs held in a regime of contact, positions in mesh order.
#define BLOBS(contact, triangles, frame_count, ...)                                                \
    {                                                                                              \
        .scene = "blobs-" contact, .detail = (triangles), .frames = (frame_count),                 \
        .order = BENCH_ORDER_MESH, __VA_ARGS__                                                     \
    }

static const bars_run disjoint = BLOBS("disjoint", 70000, 30, .rivals = BARS_REFIT);
static const bars_run light = BLOBS("light", 70000, 30, .rivals = BARS_REFIT | BARS_SMITH);
static const bars_run medium = BLOBS("medium", 70000, 30, .rivals = BARS_REFIT);
static const bars_run heavy = BLOBS("heavy", 70000, 12, .rivals = BARS_REFIT | BARS_SMITH);
static const bars_run distance =
    BLOBS("disjoint", 70000, 30, .question = BENCH_ASK_DISTANCE, .rivals = BARS_COLD);
static const bars_run disjoint_1m = BLOBS("disjoint", 1000000, 12, .rivals = 0);
static const bars_run light_1m = BLOBS("light", 1000000, 12, .rivals = 0);
static const bars_run threads_1m =
    BLOBS("light", 1000000, 12, .repeats = 9, .wall = true, .rivals = BARS_TWO_THREADS);
static const bars_run light_10k = BLOBS("light", 10000, 100, .rivals = 0);
static const bars_run light_1300k = BLOBS("light", 1300000, 10, .rivals = 0);

// In the order in which the scene makes the vertices, and in a random one.
static const bars_run caller_disjoint = {"blobs-disjoint", .detail = 70000, .frames = 30};
static const bars_run caller_light = {"blobs-light", .detail = 70000, .frames = 30};
static const bars_run caller_light_1m = {"blobs-light", .detail = 1000000, .frames = 12};
static const bars_run shuffled_light = {"blobs-light", .detail = 70000, .frames = 30,
                                        .order = BENCH_ORDER_SHUFFLED};
static const bars_run shuffled_light_1m = {"blobs-light", .detail = 1000000, .frames = 12,
                                           .order = BENCH_ORDER_SHUFFLED};

static const bars_run thousand = {"spheres-1000", .frames = 30};
static const bars_run ten_thousand = {"spheres-10000", .frames = 10};

static const bars_run blobs = {"blobs", .detail = 70000, .frames = 100};
static const bars_run teapot = {"teapot-sphere", .frames = 0};
static const bars_run letters = {"letters-ww", .frames = 0};
static const bars_run spheres = {"deforming-spheres-100", .frames = 100};
static const bars_run caller_distance = {"blobs-disjoint", .detail = 70000, .frames = 30,
                                         .question = BENCH_ASK_DISTANCE};

const bars_run bars_slowest_runs[] = {
    {"blobs-heavy", 70000, 12, .order = BENCH_ORDER_MESH, .rivals = BARS_REFIT | BARS_SMITH},
    {"blobs-heavy", 10000, 30, .rivals = BARS_REFIT},
    {"teapot-sphere", .rivals = BARS_REFIT},
    {"letters-ww", .rivals = BARS_REFIT},
    {"tori", .rivals = BARS_REFIT},
    {"cloth-ball", .rivals = BARS_REFIT},
    {"shrine-bust", .rivals = BARS_REFIT},
    {"twins", .frames = 20, .rivals = BARS_REFIT},
    {"stack", .rivals = BARS_REFIT},
    {"deforming-spheres-100", .frames = 100, .rivals = BARS_REFIT},
};
const size_t bars_slowest_run_count = sizeof bars_slowest_runs / sizeof *bars_slowest_runs;

// As the bars of bodies on demand play it.
static const bars_run skinned = {"skinned-million", .frames = 40, .deformers = true};

// Steps, from the frame that `frames` tells. No workloads of a detect.
static const bars_run steps[] = {
    {"blobs-disjoint", .detail = 70000, .frames = 3, .order = BENCH_ORDER_MESH},
    {"cloth-wound", .frames = 60},
    {"cloth-wound", .frames = 88},
};

// ---------------------------------------------------------------------------------------------
// Bars

#define STEP(how, number) .measure = (how), .step = &steps[number]
#define ROW(how, text, value, of, ...)                                                             \
    {                                                                                              \
        .name = (text), .bound = (how), .wanted = (value), .unit = (of), __VA_ARGS__               \
    }
#define AT_MOST(text, value, of, ...) ROW(BARS_AT_MOST, text, value, of, __VA_ARGS__)
#define AT_LEAST(text, value, of, ...) ROW(BARS_AT_LEAST, text, value, of, __VA_ARGS__)
#define TELL(text, of, ...) ROW(BARS_JUST_TOLD, text, 0, of, __VA_ARGS__)

#define FLOORS(run) .measure = bars_bar_floors, .runs = {&(run)}
#define MORE_FLOORS(run, than) .measure = bars_bar_more_floors, .runs = {&(run), &(than)}
#define MESH(which) .measure = bars_bar_mesh_bytes, .flag = (which)
#define AGAINST(name, run) .measure = bars_bar_speedup, .rival = (name), .runs = {&(run)}
#define MEMORY(run) .measure = bars_bar_bytes, .runs = {&(run)}
#define PEERS(run, frames) .measure = bars_bar_best_peer, .runs = {&(run)}, .class = (frames)

const bars_bar bars_bar_list[] = {
    // Geometry, meshes, files
    AT_MOST("exact path, light contact, 2 x 70k", 0.1, "%", .measure = bars_bar_exact_share,
            .runs = {&light}),
    AT_MOST("mesh of 2M triangles, all flags", 4, "s", .measure = bars_bar_mesh_seconds),
    AT_MOST("mesh without flags", 18, "B/triangle", MESH(0)),
    AT_MOST("mesh: adjacency", 42, "B/triangle", MESH(MOTE_MESH_ADJACENCY)),
    AT_MOST("mesh: normals", 18, "B/triangle", MESH(MOTE_MESH_NORMALS)),
    AT_MOST("mesh: clusters", 26, "B/triangle", MESH(MOTE_MESH_CLUSTERS)),
    AT_MOST("reading binary PLY, 1M triangles", 0.5, "s", .measure = bars_bar_ply_seconds),

    // Multiples of the floor
    AT_MOST("disjoint, 2 x 70k", 2.5, "floors", FLOORS(disjoint)),
    AT_MOST("disjoint, 2 x 1M", 2.5, "floors", FLOORS(disjoint_1m)),
    AT_MOST("light, 2 x 70k", 8, "floors", FLOORS(light)),
    AT_MOST("light, 2 x 1M", 4, "floors", FLOORS(light_1m)),
    AT_MOST("caller's order, disjoint, 2 x 70k: more", 8, "floors",
            MORE_FLOORS(caller_disjoint, disjoint)),
    AT_MOST("caller's order, light, 2 x 70k: more", 8, "floors", MORE_FLOORS(caller_light, light)),
    AT_MOST("caller's order, light, 2 x 1M: more", 8, "floors",
            MORE_FLOORS(caller_light_1m, light_1m)),
    TELL("shuffled, light, 2 x 70k: more", "floors", MORE_FLOORS(shuffled_light, light)),
    TELL("shuffled, light, 2 x 1M: more", "floors", MORE_FLOORS(shuffled_light_1m, light_1m)),

    // Against the other methods
    AT_LEAST("refit / hybrid, disjoint", 15, "x", AGAINST("refit", disjoint)),
    AT_LEAST("refit / hybrid, light", 5, "x", AGAINST("refit", light)),
    AT_LEAST("refit / hybrid, medium", 1.8, "x", AGAINST("refit", medium)),
    AT_MOST("hybrid / refit, worst scene", 1.1, "x", .measure = bars_bar_slowest, .rival = "refit"),
    AT_LEAST("smith / hybrid, light", 10, "x", AGAINST("smith", light)),
    AT_LEAST("smith / hybrid, heavy", 5, "x", AGAINST("smith", heavy)),

    // Threads, scale, memory
    AT_LEAST("two threads, light, 2 x 1M", 1.4, "x", .measure = bars_bar_two_threads,
             .runs = {&threads_1m}),
    AT_MOST("per triangle, 10k to 1.3M, over floor's", 1, "x",
            .measure = bars_bar_growth_per_triangle, .runs = {&light_10k, &light_1300k}),
    AT_MOST("per body, 1,000 to 10,000 spheres", 1.5, "x", .measure = bars_bar_growth_per_body,
            .runs = {&thousand, &ten_thousand}),
    AT_MOST("memory, light, 2 x 70k", 64, "B/triangle", MEMORY(light)),
    AT_MOST("memory, light, 2 x 70k, caller's order", 64, "B/triangle", MEMORY(caller_light)),
    AT_MOST("memory, heavy, 2 x 70k", 64, "B/triangle", MEMORY(heavy)),

    // Distance
    AT_MOST("first distance, 2 x 70k", 120, "floors", .measure = bars_bar_first_distance,
            .runs = {&distance}),
    AT_LEAST("first / next distance, 2 x 70k", 5, "x", .measure = bars_bar_next_distance,
             .runs = {&distance}),

    // Deformers, bodies on demand
    AT_MOST("skin: four bones", 6, "ns/vertex", .measure = bars_bar_skin_vertex),
    TELL("skin: memcpy of the same", "ns/vertex", .measure = bars_bar_copy_vertex),
    AT_MOST("on demand: evaluated, 1.1M skinned", 0.5, "%", .measure = bars_bar_evaluated_share),
    AT_LEAST("on demand: skin all / on demand", 3, "x", .measure = bars_bar_on_demand),
    AT_MOST("on demand: evaluated in a step", 0.5, "%", .measure = bars_bar_step_evaluated_share),
    AT_LEAST("on demand: step, skin all / on demand", 2, "x", .measure = bars_bar_step_on_demand),

    // Budgets: 2,000 random scenes; an allowance is a tenth of the budget, or 1 ms
    AT_MOST("budget: greatest overrun", 1, "allowances", .measure = bars_bar_budget_overrun),
    AT_LEAST("budget: pairs reported with a tenth of it", 100, "%",
             .measure = bars_bar_budget_turns),

    // Kernels of continuous collision
    AT_MOST("impacts: vertex-face, 50k to 100k", 40, "ns", .measure = bars_bar_candidates,
            .flag = 0),
    AT_MOST("impacts: edge-edge, 50k to 100k", 40, "ns", .measure = bars_bar_candidates, .flag = 1),
    AT_MOST("impacts: vertex-face, median of one", 1, "us", .measure = bars_bar_impact, .flag = 0),
    AT_MOST("impacts: edge-edge, median of one", 1, "us", .measure = bars_bar_impact, .flag = 1),
    AT_MOST("impacts: degenerate, 99 %, 16 bits", 20, "us", .measure = bars_bar_degenerate_impact,
            .flag = 16),
    AT_MOST("impacts: degenerate, 99 %, all floats", 100, "us",
            .measure = bars_bar_degenerate_impact, .flag = 250),
    AT_MOST("impacts: degenerate, 99 %, all doubles", 2000, "us",
            .measure = bars_bar_degenerate_impact, .flag = 2000),

    // Whole steps
    AT_MOST("step: disjoint, over a detect, 2 x 70k", 2.2, "x", STEP(bars_bar_step_disjoint, 0)),
    AT_MOST("step: wound cloth with itself, all", 45, "ns", STEP(bars_bar_step_candidate, 1)),
    TELL("step: few candidates, all", "ns", STEP(bars_bar_step_candidate, 2)),
    AT_MOST("step: wound cloth, earliest over all", 0.5, "x", STEP(bars_bar_step_candidate, 1),
            .flag = 1),
    AT_LEAST("step: two threads, wound cloth", 1.7, "x", STEP(bars_bar_step_threads, 1)),

    // Points and rays in batches
    AT_MOST("signed distance of a point, 70k", 2, "us", .measure = bars_bar_query, .flag = 0),
    AT_MOST("winding number of a point, 70k", 2, "us", .measure = bars_bar_query, .flag = 1),
    AT_MOST("signed distance, 70k to 1M", 2, "x", .measure = bars_bar_query_growth, .flag = 0),
    AT_MOST("winding number, 70k to 1M", 2, "x", .measure = bars_bar_query_growth, .flag = 1),
    AT_LEAST("closest points: one by one / batch", 3, "x", .measure = bars_bar_query_batch,
             .flag = 2),
    AT_LEAST("rays: one by one / batch", 3, "x", .measure = bars_bar_query_batch, .flag = 3),

    // Features, with the same tolerance
    AT_MOST("features / face pairs, light, 2 x 70k", 2, "x", .measure = bars_bar_features,
            .runs = {&caller_light}),

    // Other libraries, positions in the caller's order
    AT_LEAST("peer / hybrid, blobs, 2 x 70k", 15, "x", PEERS(blobs, BENCH_CLASS_COUNT)),
    AT_LEAST("peer / hybrid, teapot-sphere", 15, "x", PEERS(teapot, BENCH_CLASS_COUNT)),
    AT_LEAST("peer / hybrid, letters-ww", 15, "x", PEERS(letters, BENCH_CLASS_COUNT)),
    AT_LEAST("peer / hybrid, light, 2 x 70k", 5, "x", PEERS(caller_light, BENCH_CLASS_LIGHT)),
    AT_LEAST("peer / hybrid, deforming-spheres-100", 10, "x", PEERS(spheres, BENCH_CLASS_COUNT)),
    AT_LEAST("fcl / hybrid, distance, 2 x 70k", 10, "x", PEERS(caller_distance, BENCH_CLASS_COUNT)),
};

const size_t bars_bar_count = sizeof bars_bar_list / sizeof *bars_bar_list;

// ---------------------------------------------------------------------------------------------
// Workloads

// All runs one by one, some of them more than once.
static const bars_run *run_at(size_t index)
{
    if (index < 2 * bars_bar_count) return bars_bar_list[index / 2].runs[index % 2];
    index -= 2 * bars_bar_count;
    if (index < bars_slowest_run_count) return &bars_slowest_runs[index];
    return &skinned;
}

static bool is_same_workload(const bars_run *a, const bars_run *b)
{
    return strcmp(a->scene, b->scene) == 0 && a->detail == b->detail && a->frames == b->frames &&
           a->order == b->order && a->question == b->question && a->deformers == b->deformers;
}

const bars_run *bars_workload_at(size_t index)
{
    size_t run_count = 2 * bars_bar_count + bars_slowest_run_count + 1;
    for (size_t i = 0; i < run_count; i++) {
        const bars_run *run = run_at(i);
        bool is_new = run != NULL;
        for (size_t k = 0; k < i && is_new; k++)
            is_new = !run_at(k) || !is_same_workload(run_at(k), run);
        if (is_new && index-- == 0) return run;
    }
    return NULL;
}
