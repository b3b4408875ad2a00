// Section 3.5: "Tracking separation between models can be done efficiently, by tracking the
// distance between particles, as long as we assume that the number of particles is at least equal
// to the number of convex parts of the model. In practice the number of particles should be twice
// as much".
//
// Two letters approach each other from far away, turning slowly. In each frame the distance of the
// closest particles is held against the exact distance of the two surfaces.

#include <math.h>
#include <mote/dynamics.h>
#include <mote/papers.h>
#include <stdio.h>

#include "bench/paper/senin/senin.h"
#include "core/random.h"
#include "core/transform.h"
#include "core/vec.h"

enum { PAIRS = 3, FRAMES = 120, QUICK_FRAMES = 40, MAX_SEEDS = 1000 };

// Two T are those that are off most, and judged: they have more seeds.
static const struct {
    const char *title, *models[2];
    uint32_t seeds;
} pairs[PAIRS] = {{"T and T", {"letter-t", "letter-t"}, MAX_SEEDS},
                  {"M and V", {"letter-m", "letter-v"}, 200},
                  {"W and W", {"letter-w", "letter-w"}, 200}};

enum { PARTS_LETTER, TWICE_LETTER, UNLIMITED_LETTER, PARTS_OURS, TWICE_OURS, SETTINGS };

// Distances in sizes of the larger model: of each bin the upper end.
enum { BINS = 6, WITHIN_REACH = 4 };
static const double bin_ends[BINS] = {0.1, 0.25, 0.5, 1, 2, 4};
static const char *const bin_titles[BINS] = {"up to .1", ".1 to .25", ".25 to .5",
                                             ".5 to 1",  "1 to 2",    "2 to 4"};

// ---------------------------------------------------------------------------------------------
// Two letters in several worlds

typedef struct approach {
    io_model models[2];
    mote_mesh *meshes[2];
    double size;                      // of the larger model: the longest side of its box
    uint32_t parts;                   // convex ones, of the model that has more
    mote_world *worlds[SETTINGS + 1]; // the last is exact
    mote_body_id ids[SETTINGS + 1][2];
} approach;

static bench_method_settings settings_of(int setting, uint32_t parts)
{
    bool twice = setting != PARTS_LETTER && setting != PARTS_OURS;
    uint32_t particles = twice ? 2 * parts : parts;
    bool is_letter = setting <= UNLIMITED_LETTER;
    bench_method_settings s =
        is_letter ? paper_senin_literal(particles) : paper_senin_improved(particles);
    mote_senin_options options = mote_world_def_get_senin(&s.world);
    options.while_apart = true;
    if (setting == UNLIMITED_LETTER) options.reach_part = 100;
    mote_world_def_set_senin(&s.world, &options);
    return s;
}

static mote_result open_model(approach *a, int i, const char *name)
{
    uint32_t parts, particles;
    mote_result result = scene_model_make(name, &a->models[i]);
    if (!result)
        result = io_model_make_mesh(&a->models[i], mote_default_mesh_def().flags, &a->meshes[i]);
    if (result) return result;
    mote_mesh_info info;
    mote_mesh_get_info(a->meshes[i], &info);
    mote_vec3 sides = mote_vec_sub(info.box.max, info.box.min);
    a->size = fmax(a->size, (double)fmaxf(sides.x, fmaxf(sides.y, sides.z)));
    mote_convex_parts_def def = mote_default_convex_parts_def();
    def.mesh = a->meshes[i];
    result = mote_count_by_convex_parts(&def, &parts, &particles);
    if (!result && parts > a->parts) a->parts = parts;
    return result;
}

static mote_result open_world(approach *a, int w, uint64_t seed)
{
    mote_world_def def = mote_default_world_def();
    if (w < SETTINGS) def = settings_of(w, a->parts).world;
    def.seed = seed;
    mote_result result = mote_world_create(&def, &a->worlds[w]);
    for (int i = 0; i < 2 && !result; i++) {
        mote_body_def body = mote_default_body_def();
        body.mesh = a->meshes[i];
        result = mote_body_create(a->worlds[w], &body, &a->ids[w][i]);
    }
    return result;
}

static void close_worlds(approach *a)
{
    for (int w = 0; w <= SETTINGS; w++) mote_world_destroy(a->worlds[w]);
    for (int w = 0; w <= SETTINGS; w++) a->worlds[w] = NULL;
}

static void close_approach(approach *a)
{
    close_worlds(a);
    for (int i = 0; i < 2; i++) {
        mote_mesh_destroy(a->meshes[i]);
        io_model_release(&a->models[i]);
    }
}

static mote_result open_approach(int pair, approach *out)
{
    *out = (approach){.size = 0};
    mote_result result = MOTE_OK;
    for (int i = 0; i < 2 && !result; i++) result = open_model(out, i, pairs[pair].models[i]);
    if (result) close_approach(out);
    return result;
}

// ---------------------------------------------------------------------------------------------
// Motion

typedef struct course {
    mote_dvec3 along; // from the first letter to the second
    mote_rotation rotations[2];
    mote_dvec3 axes[2]; // about which they turn
    double touching;    // distance of the centers at which a plane between the letters touches both
} course;

static mote_rotation turned(mote_dvec3 axis, double angle)
{
    double half = sin(0.5 * angle);
    return (mote_rotation){cos(0.5 * angle), half * axis.x, half * axis.y, half * axis.z};
}

static mote_rotation product(mote_rotation p, mote_rotation q)
{
    return (mote_rotation){p.w * q.w - p.x * q.x - p.y * q.y - p.z * q.z,
                           p.w * q.x + p.x * q.w + p.y * q.z - p.z * q.y,
                           p.w * q.y - p.x * q.z + p.y * q.w + p.z * q.x,
                           p.w * q.z + p.x * q.y - p.y * q.x + p.z * q.w};
}

// How far a model reaches in a direction.
static double extent(const io_model *model, mote_rotation rotation, mote_dvec3 along)
{
    double most = 0;
    const mote_placement at = {.rotation = rotation};
    mote_transform transform = mote_placement_transform(&at);
    for (uint32_t i = 0; i < model->vertex_count; i++) {
        mote_vec3 p = mote_transform_point(&transform, model->positions[i]);
        double reach = mote_dvec_dot(mote_vec_widen(p), along);
        if (reach > most) most = reach; // gcc 12 for AArch64 fails on fmax here
    }
    return most;
}

static course random_course(const approach *a, uint64_t seed)
{
    mote_random random = mote_random_stream(seed, 0, 0);
    course c = {.along = mote_vec_widen(mote_random_direction(&random))};
    for (int i = 0; i < 2; i++) {
        mote_dvec3 axis = mote_vec_widen(mote_random_direction(&random));
        c.rotations[i] = turned(axis, 6.28318530717958648 * (double)mote_random_unit(&random));
        c.axes[i] = mote_vec_widen(mote_random_direction(&random));
    }
    c.touching = extent(&a->models[0], c.rotations[0], c.along) +
                 extent(&a->models[1], c.rotations[1], mote_dvec_scale(c.along, -1));
    return c;
}

// The gap shrinks by the same factor in each frame, from 4 sizes to a fiftieth of a size.
static mote_result place(const approach *a, const course *c, uint32_t frame, uint32_t frames, int w)
{
    double gap = 4 * pow(0.005, (double)frame / frames) * a->size;
    mote_result result = MOTE_OK;
    for (int i = 0; i < 2 && !result; i++) {
        const mote_placement at = {.origin = mote_dvec_scale(c->along, i ? c->touching + gap : 0),
                                   .rotation =
                                       product(turned(c->axes[i], 0.01 * frame), c->rotations[i])};
        mote_transform transform = mote_placement_transform(&at);
        result = mote_body_set_transform(a->worlds[w], a->ids[w][i], &transform);
    }
    return result;
}

// ---------------------------------------------------------------------------------------------
// Errors

typedef struct error_sums {
    double sums[SETTINGS][BINS];
    uint32_t counts[BINS];
} error_sums;

static int bin_of(double distance)
{
    int bin = 0;
    while (bin < BINS && distance > bin_ends[bin]) bin++;
    return bin;
}

static mote_result exact_distance(const approach *a, double *out)
{
    mote_distance found;
    mote_result result = mote_world_distance(a->worlds[SETTINGS], a->ids[SETTINGS][0],
                                             a->ids[SETTINGS][1], (float)INFINITY, &found);
    if (!result) *out = (double)found.distance;
    return result;
}

static mote_result track_frame(const approach *a, const course *c, uint32_t frame, uint32_t frames,
                               error_sums *e)
{
    double exact = 0;
    mote_result result = place(a, c, frame, frames, SETTINGS);
    if (!result) result = exact_distance(a, &exact);
    int bin = bin_of(exact / a->size);
    bool counts = exact > 0 && bin < BINS;
    if (counts) e->counts[bin]++;
    for (int w = 0; w < SETTINGS && !result; w++) {
        mote_report report;
        result = place(a, c, frame, frames, w);
        if (!result) result = mote_world_detect(a->worlds[w]);
        if (!result) result = mote_world_report(a->worlds[w], &report);
        if (!result && counts)
            e->sums[w][bin] += ((double)report.estimates[0].distance - exact) / a->size;
    }
    return result;
}

typedef struct trial {
    approach *a;
    uint32_t frames;
} trial;

// The mean error of each setting in each bin, NaN where the letters were never that far apart.
static mote_result track(const void *context, uint64_t seed, double *values)
{
    const trial *t = context;
    error_sums e = {.counts = {0}};
    course c = random_course(t->a, seed);
    mote_result result = MOTE_OK;
    for (int w = 0; w <= SETTINGS && !result; w++) result = open_world(t->a, w, seed);
    for (uint32_t i = 0; i < t->frames && !result; i++)
        result = track_frame(t->a, &c, i, t->frames, &e);
    close_worlds(t->a);
    for (int w = 0; w < SETTINGS; w++)
        for (int b = 0; b < BINS; b++)
            values[w * BINS + b] = e.counts[b] ? e.sums[w][b] / e.counts[b] : (double)NAN;
    return result;
}

// ---------------------------------------------------------------------------------------------
// The page

typedef struct tracked {
    double values[SETTINGS * BINS * MAX_SEEDS];
    uint32_t seeds, parts;
} tracked;

// Over the seeds whose letters were that far apart.
static paper_estimate error_in(const tracked *t, int setting, int bin)
{
    const double *all = t->values + (size_t)(setting * BINS + bin) * t->seeds;
    double known[MAX_SEEDS];
    uint32_t count = 0;
    for (uint32_t i = 0; i < t->seeds; i++)
        if (!isnan(all[i])) known[count++] = all[i];
    return paper_mean(known, count);
}

static paper_estimate greatest_error(const tracked all[PAIRS], int setting, int bins)
{
    paper_estimate errors[PAIRS * BINS];
    uint32_t count = 0;
    for (int p = 0; p < PAIRS; p++)
        for (int b = 0; b < bins; b++) errors[count++] = error_in(&all[p], setting, b);
    return paper_greatest(errors, count);
}

static void write_table(paper_page *page, const tracked all[PAIRS])
{
    paper_page_heading(page, "Tracked distance over distance");
    paper_page_text(
        page,
        "Two letters approach each other from four sizes away and turn as they move, over %u "
        "courses of two T and %u of the other letters. The table shows the mean error of the "
        "tracked distance, which is that of the closest particles, against the exact distance of "
        "the surfaces. Rows are ranges of the exact distance. Both are in sizes of the larger "
        "letter, which is about R_eff by the paper's rules. Letter: the paper's rules; ours: this "
        "library's settings, with `while_apart`.",
        all[0].seeds, all[1].seeds);
    paper_page_table(page, "letters | distance | letter: one per convex part | two per part | two "
                           "per part, R_eff without limit | ours: one per part | two per part");
    for (int p = 0; p < PAIRS; p++) {
        for (int b = 0; b < BINS; b++) {
            char text[SETTINGS][64];
            for (int s = 0; s < SETTINGS; s++)
                paper_senin_text(error_in(&all[p], s, b), text[s], sizeof text[s]);
            paper_page_row(page, "%s, %u parts | %s | %s | %s | %s | %s | %s", pairs[p].title,
                           all[p].parts, bin_titles[b], text[0], text[1], text[2], text[3],
                           text[4]);
        }
    }
}

static void judge(paper_page *page, const paper_run *run, const tracked all[PAIRS])
{
    paper_claim_def claim = {
        .section = "3.5",
        .claim = "the separation of two models is tracked by the distance of their particles",
        .rule = paper_at_most("the mean error of the tracked distance, in sizes of the larger "
                              "letter, at the worst of all distances and letters,",
                              1 - PAPER_ACCURATE, NULL),
        .seeds = all[0].seeds,
        .settle = paper_senin_settle(run)};
    claim.reading = "one particle per convex part, within R_eff";
    claim.letter = greatest_error(all, PARTS_LETTER, WITHIN_REACH);
    claim.ours = greatest_error(all, PARTS_OURS, WITHIN_REACH);
    paper_page_judge(page, &claim);
    claim.reading = "two particles per convex part, within R_eff";
    claim.letter = greatest_error(all, TWICE_LETTER, WITHIN_REACH);
    claim.ours = greatest_error(all, TWICE_OURS, WITHIN_REACH);
    paper_page_judge(page, &claim);
    claim.reading = "two particles per convex part, up to four sizes away";
    claim.letter = greatest_error(all, TWICE_LETTER, BINS);
    claim.ours = greatest_error(all, TWICE_OURS, BINS);
    paper_page_judge(page, &claim);
}

void paper_senin_separation(paper_page *page, const paper_run *run)
{
    paper_begin(run, "tracked distance");
    static tracked all[PAIRS]; // too large for a stack
    mote_result result = MOTE_OK;
    for (int p = 0; p < PAIRS && !result; p++) {
        approach a;
        trial t = {&a, run->quick ? QUICK_FRAMES : FRAMES};
        result = open_approach(p, &a);
        if (result) break;
        all[p].seeds = run->quick ? PAPER_SEEDS_QUICK : pairs[p].seeds;
        all[p].parts = a.parts;
        result = paper_over_seeds(run, all[p].seeds, track, &t, all[p].values, SETTINGS * BINS);
        close_approach(&a);
    }
    if (!paper_page_check(page, result)) return;
    write_table(page, all);
    judge(page, run, all);
}
