// Section 7: "the PM-octree [Samet, 1990] might be useful" to find the right level of subdivision. An experiment apart from
// the method: one octree over the faces in the overlap regions, with three rules by which a cell is not divided:
//
//   level 6  the paper's: all cells are divided down to level 6
//   PM1      of each object, the cell contains one face, or two with a common edge, or the faces around one vertex
//   PM3      of each object, the cell contains at most one vertex
//
// All three use the same code otherwise, and must find the same face pairs.

#include <math.h>
#include <mote/geometry.h>
#include <stdlib.h>
#include <string.h>

#include "bench/paper/smith/smith.h"
#include "bench/paper/smith/throws.h"
#include "core/array.h"
#include "core/box.h"
#include "core/result.h"

typedef enum rule { LEVEL_6, PM1, PM3, RULES } rule;
static const char *const rule_names[RULES] = {"level 6", "PM1", "PM3"};

enum { MAX_PM_LEVEL = 12, PAPER_LEVEL = 6 };

typedef struct face {
    uint32_t object, vertices[3];
    mote_vec3 corners[3];
    mote_box box;
} face;

typedef struct octree {
    rule rule;
    MOTE_ARRAY(face) faces; // those in overlap regions, object by object
    mote_u32_array stack;   // numbers of faces, cell by cell
    mote_u64_array pairs;   // face pairs of all smallest cells
    uint64_t cells, tests;  // divided or not, and faces compared with them
    uint64_t pair_tests, hits;
    bool failed; // no memory
} octree;

static void release(octree *tree)
{
    mote_array_release(&tree->faces, &mote_libc_allocator);
    mote_array_release(&tree->stack, &mote_libc_allocator);
    mote_array_release(&tree->pairs, &mote_libc_allocator);
}

// ---------------------------------------------------------------------------------------------
// Faces in overlap regions

static mote_box box_of_body(const bench_stage *stage, uint32_t body)
{
    const bench_stage_body *b = &stage->bodies[body];
    mote_box box = mote_box_empty();
    for (uint32_t i = 0; i < b->count; i++)
        mote_box_add_point(&box, stage->positions[b->first + i]);
    return box;
}

static bool is_in_a_region(const mote_box *boxes, uint32_t count, const face *f)
{
    for (uint32_t i = 0; i < count; i++) {
        if (i == f->object || !mote_boxes_overlap(&boxes[i], &boxes[f->object])) continue;
        mote_box region = mote_box_intersection(&boxes[i], &boxes[f->object]);
        if (mote_boxes_overlap(&region, &f->box) && mote_triangle_box(f->corners, &region))
            return true;
    }
    return false;
}

static void list_faces(octree *tree, const bench_stage *stage)
{
    mote_box boxes[PAPER_MAX_MOVERS];
    for (uint32_t i = 0; i < stage->body_count; i++) boxes[i] = box_of_body(stage, i);
    for (uint32_t i = 0; i < stage->body_count; i++) {
        const bench_stage_body *body = &stage->bodies[i];
        for (uint32_t k = 0; k < body->model->triangle_count; k++) {
            face f = {.object = i};
            for (int c = 0; c < 3; c++) {
                f.vertices[c] = body->model->triangles[3 * (size_t)k + c];
                f.corners[c] = stage->positions[body->first + f.vertices[c]];
            }
            f.box = mote_box_of_triangle(f.corners);
            if (is_in_a_region(boxes, stage->body_count, &f) &&
                !mote_array_push(&tree->faces, &mote_libc_allocator, f))
                tree->failed = true;
        }
    }
}

// ---------------------------------------------------------------------------------------------
// When a cell is not divided

static bool contains(const mote_box *box, mote_vec3 p)
{
    return p.x >= box->min.x && p.x <= box->max.x && p.y >= box->min.y && p.y <= box->max.y &&
           p.z >= box->min.z && p.z <= box->max.z;
}

// Of one object: the vertex in the cell; MOTE_NONE for none. False if there are two.
static bool find_vertex(const octree *tree, const mote_box *cell, size_t first, size_t end,
                        uint32_t *vertex)
{
    *vertex = MOTE_NONE;
    for (size_t i = first; i < end; i++) {
        const face *f = &tree->faces.data[tree->stack.data[i]];
        for (int c = 0; c < 3; c++) {
            if (f->vertices[c] == *vertex || !contains(cell, f->corners[c])) continue;
            if (*vertex != MOTE_NONE) return false;
            *vertex = f->vertices[c];
        }
    }
    return true;
}

static uint32_t common_vertices(const face *f, const face *g)
{
    uint32_t count = 0;
    for (int i = 0; i < 3; i++) {
        for (int k = 0; k < 3; k++) count += f->vertices[i] == g->vertices[k];
    }
    return count;
}

static bool has_vertex(const face *f, uint32_t vertex)
{
    return f->vertices[0] == vertex || f->vertices[1] == vertex || f->vertices[2] == vertex;
}

static bool is_simple(const octree *tree, const mote_box *cell, size_t first, size_t end)
{
    uint32_t vertex;
    if (!find_vertex(tree, cell, first, end, &vertex)) return false;
    if (tree->rule == PM3) return true;
    const uint32_t *list = tree->stack.data;
    const face *faces = tree->faces.data;
    if (vertex == MOTE_NONE)
        return end - first == 1 ||
               (end - first == 2 &&
                common_vertices(&faces[list[first]], &faces[list[first + 1]]) == 2);
    for (size_t i = first; i < end; i++) {
        if (!has_vertex(&faces[list[i]], vertex)) return false;
    }
    return true;
}

static size_t end_of_object(const octree *tree, size_t first, size_t end)
{
    uint32_t object = tree->faces.data[tree->stack.data[first]].object;
    size_t i = first + 1;
    while (i < end && tree->faces.data[tree->stack.data[i]].object == object) i++;
    return i;
}

static bool is_leaf(const octree *tree, const mote_box *cell, size_t first, uint32_t level)
{
    if (tree->rule == LEVEL_6) return level == PAPER_LEVEL;
    if (level == MAX_PM_LEVEL) return true;
    size_t end = tree->stack.count;
    for (size_t i = first; i < end;) {
        size_t next = end_of_object(tree, i, end);
        if (!is_simple(tree, cell, i, next)) return false;
        i = next;
    }
    return true;
}

// ---------------------------------------------------------------------------------------------
// Division

static void pair_faces(octree *tree, size_t first)
{
    size_t end = tree->stack.count;
    const uint32_t *list = tree->stack.data;
    for (size_t i = first; i < end; i++) {
        const face *f = &tree->faces.data[list[i]];
        for (size_t k = end_of_object(tree, i, end); k < end; k++) {
            if (!mote_boxes_overlap(&f->box, &tree->faces.data[list[k]].box)) continue;
            uint64_t key = (uint64_t)list[i] << 32 | list[k];
            if (!mote_array_push(&tree->pairs, &mote_libc_allocator, key)) tree->failed = true;
        }
    }
}

static mote_box child_of(const mote_box *cell, int child)
{
    mote_vec3 mid = {0.5f * (cell->min.x + cell->max.x), 0.5f * (cell->min.y + cell->max.y),
                     0.5f * (cell->min.z + cell->max.z)};
    return (mote_box){{child & 1 ? mid.x : cell->min.x, child & 2 ? mid.y : cell->min.y,
                       child & 4 ? mid.z : cell->min.z},
                      {child & 1 ? cell->max.x : mid.x, child & 2 ? cell->max.y : mid.y,
                       child & 4 ? cell->max.z : mid.z}};
}

// The faces of the cell are the top of the stack, from `first` on.
static void divide(octree *tree, const mote_box *cell, size_t first, uint32_t level)
{
    size_t end = tree->stack.count;
    tree->cells++;
    if (end == first || end_of_object(tree, first, end) == end || tree->failed) return;
    if (is_leaf(tree, cell, first, level)) {
        pair_faces(tree, first);
        return;
    }
    for (int child = 0; child < 8; child++) {
        mote_box inner = child_of(cell, child);
        for (size_t i = first; i < end; i++) {
            uint32_t number = tree->stack.data[i];
            const face *f = &tree->faces.data[number];
            if (!mote_boxes_overlap(&f->box, &inner)) continue;
            tree->tests++;
            if (mote_triangle_box(f->corners, &inner) &&
                !mote_array_push(&tree->stack, &mote_libc_allocator, number))
                tree->failed = true;
        }
        divide(tree, &inner, end, level + 1);
        tree->stack.count = end;
    }
}

static int compare_keys(const void *x, const void *y)
{
    uint64_t a = *(const uint64_t *)x, b = *(const uint64_t *)y;
    return (a > b) - (a < b);
}

// Each pair once.
static void test_pairs(octree *tree)
{
    uint64_t *keys = tree->pairs.data;
    qsort(keys, tree->pairs.count, sizeof *keys, compare_keys);
    for (size_t i = 0; i < tree->pairs.count; i++) {
        if (i && keys[i] == keys[i - 1]) continue;
        tree->pair_tests++;
        tree->hits += mote_triangles_intersect(tree->faces.data[keys[i] >> 32].corners,
                                               tree->faces.data[(uint32_t)keys[i]].corners);
    }
}

static void search(octree *tree, const bench_stage *stage, double side)
{
    float half = (float)(0.5 * side);
    mote_box world = {{-half, -half, -half}, {half, half, half}};
    tree->faces.count = tree->stack.count = tree->pairs.count = 0;
    tree->cells = tree->tests = tree->pair_tests = tree->hits = 0;
    list_faces(tree, stage);
    for (uint32_t i = 0; i < tree->faces.count; i++) {
        if (!mote_array_push(&tree->stack, &mote_libc_allocator, i)) tree->failed = true;
    }
    divide(tree, &world, 0, 0);
    if (tree->pairs.count) test_pairs(tree);
}

// ---------------------------------------------------------------------------------------------
// The experiment

enum { SPHERES, SHUTTLES, SCENES, REPEATS = 5 };
static const char *const scene_names[SCENES] = {"smith-bouncing-15-960", "smith-shuttles-15"};

typedef struct pm_times {
    uint32_t seeds;
    double ms[SCENES][RULES][PAPER_SMITH_SEEDS];
    // Faces compared with cells or with each other; NaN where no boxes overlap.
    double work[SCENES][RULES][PAPER_SMITH_SEEDS];
    double cells[SCENES][RULES], tests[SCENES][RULES], pairs[SCENES][RULES]; // means
} pm_times;

static mote_result measure_rule(const bench_stage *stage, double side, octree *tree, double *ms)
{
    *ms = (double)INFINITY;
    for (int i = 0; i < REPEATS; i++) {
        double start = bench_clock_now(BENCH_CLOCK_CPU);
        search(tree, stage, side);
        *ms = fmin(*ms, 1e3 * (bench_clock_now(BENCH_CLOCK_CPU) - start));
    }
    return tree->failed ? mote_fail(MOTE_ERROR_MEMORY, "no memory for an octree") : MOTE_OK;
}

static mote_result measure_rules(const bench_stage *stage, double side, int scene, uint32_t seed,
                                 pm_times *out)
{
    mote_result result = MOTE_OK;
    uint64_t hits = 0;
    for (int r = 0; r < RULES && !result; r++) {
        octree tree = {.rule = (rule)r};
        result = measure_rule(stage, side, &tree, &out->ms[scene][r][seed]);
        double work = (double)(tree.tests + tree.pair_tests);
        out->work[scene][r][seed] = work > 0 ? work : (double)NAN;
        out->cells[scene][r] += (double)tree.cells / out->seeds;
        out->tests[scene][r] += (double)tree.tests / out->seeds;
        out->pairs[scene][r] += (double)tree.pair_tests / out->seeds;
        if (!result && r && tree.hits != hits)
            result = mote_fail(MOTE_ERROR_STATE, "octrees by %s and level 6 find different pairs",
                               rule_names[r]);
        hits = tree.hits;
        release(&tree);
    }
    return result;
}

// The last cycle of a motion.
static bool measure(paper_page *page, const paper_motion *motion, double side, int scene,
                    uint32_t seed, pm_times *out)
{
    bench_stage stage;
    bench_stage_def def = bench_default_stage_def();
    def.scene.name = scene_names[scene];
    def.scene.tracks = &motion->tracks;
    def.first_frame = motion->cycles - 1;
    def.frame_count = 1;
    if (!paper_page_check(page, bench_stage_open(&def, &stage))) return false;
    bench_stage_show(&stage, 0);
    bool done = paper_page_check(page, measure_rules(&stage, side, scene, seed, out));
    bench_stage_close(&stage);
    return done;
}

static bool measure_seed(paper_page *page, const paper_run *run, const paper_flights *flights,
                         uint32_t seed, pm_times *out)
{
    paper_motion bouncing;
    if (!paper_page_check(
            page, paper_smith_bounce(scene_names[SPHERES], paper_seed(run, seed), 60, &bouncing)))
        return false;
    double side = 2 * paper_half_of_balls(15);
    bool done = measure(page, &bouncing, side, SPHERES, seed, out) &&
                measure(page, &flights->motions[seed], PAPER_SHUTTLES_SIDE, SHUTTLES, seed, out);
    paper_motion_release(&bouncing);
    return done;
}

// "Might be useful": on the better of the two scenes.
static void judge(paper_page *page, const pm_times *p, int r)
{
    paper_estimate time[SCENES], work[SCENES];
    for (int s = 0; s < SCENES; s++) {
        time[s] = paper_ratio(p->ms[s][r], p->ms[s][LEVEL_6], p->seeds);
        work[s] = paper_smith_ratio(p->work[s][r], p->work[s][LEVEL_6], p->seeds);
    }
    paper_page_judge_with(
        page,
        &(paper_claim_def){
            .section = "7",
            .claim = "the PM-octree might be useful for the right level of subdivision",
            .reading = r == PM1 ? "Samet's PM1" : "Samet's PM3",
            .rule = paper_less_than("the number of comparisons of faces with cells and with each "
                                    "other, relative to level 6, on the better of two scenes,",
                                    1, "times as much"),
            .letter = paper_least(work, SCENES),
            .settle = "more flights",
            .seeds = p->seeds},
        "the time is %.2f times as long", paper_least(time, SCENES).value);
}

static void write(paper_page *page, const pm_times *p)
{
    paper_page_heading(page, "PM-octrees");
    paper_page_text(
        page,
        "This octree is separate from the method. All rules use the same code, with exact tests. A "
        "cell with faces of two objects is divided down to level 6; or, by PM1, until it contains "
        "of each object only one face, two faces with a common edge, or the faces around one "
        "vertex; or, by PM3, until it contains at most one vertex of each object. PM1 and PM3 "
        "divide at most %d times. The table shows the last cycle of bouncing spheres of 960 faces, "
        "and of shuttles, as means of %u seeds.",
        MAX_PM_LEVEL, p->seeds);
    paper_page_table(page, "scene | rule | time | cells | faces compared with cells | face pairs");
    for (int s = 0; s < SCENES; s++) {
        for (int r = 0; r < RULES; r++)
            paper_page_row(page, "%s | %s | %.3f ms | %.0f | %.0f | %.0f",
                           s == SPHERES ? "spheres" : "shuttles", rule_names[r],
                           paper_mean(p->ms[s][r], p->seeds).value, p->cells[s][r], p->tests[s][r],
                           p->pairs[s][r]);
    }
    for (int r = PM1; r < RULES; r++) judge(page, p, r);
}

void paper_smith_pm_octree(paper_page *page, const paper_run *run, const paper_flights *flights)
{
    paper_begin(run, "PM-octrees");
    static pm_times p; // too large for a stack
    p = (pm_times){.seeds = flights->seeds};
    for (uint32_t seed = 0; seed < p.seeds; seed++) {
        if (!measure_seed(page, run, flights, seed, &p)) return;
    }
    write(page, &p);
}
