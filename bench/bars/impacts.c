// Bars of the kernels of continuous collision: candidates of a mesh in batches, and impacts one by
// one.

#include <math.h>
#include <mote/geometry.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bench/bars/bars.h"
#include "bench/times.h"
#include "core/random.h"
#include "scenes/scenes.h"

// ---------------------------------------------------------------------------------------------
// A scene between two frames: all bodies as one mesh

typedef struct step {
    mote_vec3 *start, *end;
    uint32_t (*faces)[3];
    uint32_t (*edges)[2];
    size_t vertex_count, face_count, edge_count;
} step;

static void release_step(step *s)
{
    free(s->start);
    free(s->end);
    free(s->faces);
    free(s->edges);
}

static int compare_edges(const void *a, const void *b)
{
    const uint32_t *p = a, *q = b;
    if (p[0] != q[0]) return p[0] < q[0] ? -1 : 1;
    return p[1] < q[1] ? -1 : p[1] > q[1];
}

static void find_edges(step *s)
{
    size_t count = 0;
    for (size_t i = 0; i < 3 * s->face_count; i++) {
        uint32_t a = s->faces[i / 3][i % 3], b = s->faces[i / 3][(i + 1) % 3];
        s->edges[i][0] = a < b ? a : b;
        s->edges[i][1] = a < b ? b : a;
    }
    qsort(s->edges, 3 * s->face_count, sizeof *s->edges, compare_edges);
    for (size_t i = 0; i < 3 * s->face_count; i++) {
        if (count && compare_edges(s->edges[i], s->edges[count - 1]) == 0) continue;
        memcpy(s->edges[count++], s->edges[i], sizeof *s->edges);
    }
    s->edge_count = count;
}

static void copy_bodies(const scene_instance *scene, uint32_t frame, step *s)
{
    size_t vertices = 0, faces = 0;
    for (uint32_t b = 0; b < scene_body_count(scene); b++) {
        const io_model *model = scene_model(scene, b);
        scene_positions(scene, b, frame, s->start + vertices);
        scene_positions(scene, b, frame + 1, s->end + vertices);
        for (size_t i = 0; i < 3 * (size_t)model->triangle_count; i++)
            s->faces[faces + i / 3][i % 3] = model->triangles[i] + (uint32_t)vertices;
        vertices += model->vertex_count;
        faces += model->triangle_count;
    }
}

static bool make_step(const char *name, uint32_t detail, uint32_t frame, step *s)
{
    scene_instance *scene;
    scene_def def = scene_default_def();
    def.name = name;
    def.detail = detail;
    *s = (step){0};
    if (scene_open(&def, &scene)) return false;
    for (uint32_t b = 0; b < scene_body_count(scene); b++) {
        s->vertex_count += scene_model(scene, b)->vertex_count;
        s->face_count += scene_model(scene, b)->triangle_count;
    }
    s->start = malloc(s->vertex_count * sizeof *s->start);
    s->end = malloc(s->vertex_count * sizeof *s->end);
    s->faces = malloc(s->face_count * sizeof *s->faces);
    s->edges = malloc(3 * s->face_count * sizeof *s->edges);
    bool made = s->start && s->end && s->faces && s->edges;
    if (made) {
        copy_bodies(scene, frame, s);
        find_edges(s);
    } else {
        release_step(s);
    }
    scene_close(scene);
    return made;
}

// ---------------------------------------------------------------------------------------------
// Candidates: pairs whose boxes over the step overlap and that share no vertex

typedef struct swept {
    float low[3], high[3];
    uint32_t v[3], count;
} swept;

enum { MAX_CANDIDATES = 2000000 };

typedef struct candidates {
    bool edges;
    mote_index_quad *quads;
    mote_impact_hit *hits;
    size_t count, hit_count;
} candidates;

static swept swept_of(const step *s, const uint32_t *v, uint32_t count)
{
    swept b = {.count = count};
    for (uint32_t i = 0; i < 2 * count; i++) {
        const float *p = &(i % 2 ? s->end : s->start)[v[i / 2]].x;
        b.v[i / 2] = v[i / 2];
        for (int k = 0; k < 3; k++) {
            if (i == 0 || p[k] < b.low[k]) b.low[k] = p[k];
            if (i == 0 || p[k] > b.high[k]) b.high[k] = p[k];
        }
    }
    return b;
}

static int compare_swept(const void *a, const void *b)
{
    const swept *p = a, *q = b;
    return p->low[0] < q->low[0] ? -1 : p->low[0] > q->low[0];
}

static bool are_near(const swept *a, const swept *b)
{
    if (a->low[1] > b->high[1] || b->low[1] > a->high[1]) return false;
    if (a->low[2] > b->high[2] || b->low[2] > a->high[2]) return false;
    for (uint32_t i = 0; i < a->count; i++)
        for (uint32_t j = 0; j < b->count; j++)
            if (a->v[i] == b->v[j]) return false;
    return true;
}

static void sweep_along_x(const swept *boxes, size_t count, candidates *out)
{
    for (size_t i = 0; i < count; i++) {
        for (size_t j = i + 1; j < count && boxes[j].low[0] <= boxes[i].high[0]; j++) {
            const swept *a = &boxes[i], *b = &boxes[j];
            if (a->count > b->count) { // the vertex first
                a = &boxes[j];
                b = &boxes[i];
            }
            if (!out->edges && (a->count != 1 || b->count != 3)) continue;
            if (!are_near(a, b)) continue;
            mote_index_quad quad = {{a->v[0], a->v[1], b->v[0], b->v[1]}};
            if (!out->edges) quad = (mote_index_quad){{a->v[0], b->v[0], b->v[1], b->v[2]}};
            out->quads[out->count++] = quad;
            if (out->count == MAX_CANDIDATES) return;
        }
    }
}

static bool find_candidates(const step *s, bool edges, candidates *out)
{
    size_t count = edges ? s->edge_count : s->vertex_count + s->face_count, made = 0;
    swept *boxes = malloc(count * sizeof *boxes);
    *out = (candidates){.edges = edges,
                        .quads = malloc(MAX_CANDIDATES * sizeof *out->quads),
                        .hits = malloc(MAX_CANDIDATES * sizeof *out->hits)};
    if (boxes && out->quads && out->hits) {
        for (size_t i = 0; edges && i < s->edge_count; i++)
            boxes[made++] = swept_of(s, s->edges[i], 2);
        for (uint32_t i = 0; !edges && i < s->vertex_count; i++) boxes[made++] = swept_of(s, &i, 1);
        for (size_t i = 0; !edges && i < s->face_count; i++)
            boxes[made++] = swept_of(s, s->faces[i], 3);
        qsort(boxes, made, sizeof *boxes, compare_swept);
        sweep_along_x(boxes, made, out);
    }
    free(boxes);
    return out->count > 0;
}

static void release_candidates(candidates *c)
{
    free(c->quads);
    free(c->hits);
}

static void ask_batch(const step *s, candidates *c)
{
    const mote_impact_batch batch = {s->start, s->end,   s->start, s->end,
                                     c->quads, c->count, 1,        false};
    c->hit_count = c->edges ? mote_edges_impact_batch(&batch, c->hits, NULL)
                            : mote_vertex_face_impact_batch(&batch, c->hits, NULL);
}

// The greatest of several scenes, nanoseconds per candidate, all impacts and their times included.
bars_bar_outcome bars_bar_candidates(bars_suite *bars, const bars_bar *bar, double *out)
{
    static const struct {
        const char *scene;
        uint32_t detail, frame;
    } steps[] = {{"cloth-wound", 90000, 60}, {"cloth-ball", 90000, 60}, {"blobs-heavy", 50000, 3}};
    *out = 0;
    for (size_t i = 0; i < sizeof steps / sizeof *steps; i++) {
        step s;
        candidates c;
        if (!make_step(steps[i].scene, steps[i].detail, steps[i].frame, &s)) return BARS_BAR_FAILED;
        bool found = find_candidates(&s, bar->flag, &c);
        double least = 1e9;
        for (uint32_t k = 0; k < bars_fewer(bars, 9) && found; k++) {
            double start = bench_clock_now(bars->clock);
            ask_batch(&s, &c);
            double seconds = bench_clock_now(bars->clock) - start;
            bench_keep_least(&least, &seconds, 1);
        }
        double each = least / (double)c.count * 1e9;
        if (found)
            printf("    %-20s %9zu candidates %7zu impacts %6.1f ns each\n", steps[i].scene,
                   c.count, c.hit_count, each);
        if (found && each > *out) *out = each;
        release_candidates(&c);
        release_step(&s);
        if (!found) return BARS_BAR_FAILED;
    }
    return BARS_BAR_MEASURED;
}

// ---------------------------------------------------------------------------------------------
// One by one

static int compare_doubles(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return x < y ? -1 : x > y;
}

typedef struct query {
    bool edges;
    mote_dvec3 start[4], end[4];
} query;

// Microseconds of a call, the least of a few.
static double time_query(const bars_suite *bars, const query *q)
{
    enum { REPEATS = 5, CALLS = 4 };
    double least = 1e9;
    for (int i = 0; i < REPEATS; i++) {
        double start = bench_clock_now(bars->clock);
        for (int k = 0; k < CALLS; k++) {
            mote_impact_time time;
            if (q->edges)
                mote_edges_impact_double(q->start, q->end, &time);
            else
                mote_vertex_face_impact_double(q->start, q->end, &time);
        }
        double seconds = (bench_clock_now(bars->clock) - start) / CALLS;
        bench_keep_least(&least, &seconds, 1);
    }
    return least * 1e6;
}

static mote_dvec3 widen(mote_vec3 v)
{
    return (mote_dvec3){(double)v.x, (double)v.y, (double)v.z};
}

// The median of the impacts of a cloth.
bars_bar_outcome bars_bar_impact(bars_suite *bars, const bars_bar *bar, double *out)
{
    enum { COUNT = 1000 };
    double times[COUNT];
    size_t count = 0;
    step s;
    candidates c;
    if (!make_step("cloth-wound", 90000, 60, &s)) return BARS_BAR_FAILED;
    if (find_candidates(&s, bar->flag, &c)) ask_batch(&s, &c);
    for (size_t i = 0; i < c.hit_count && count < COUNT; i++) {
        query q = {.edges = bar->flag};
        for (int k = 0; k < 4; k++) {
            uint32_t v = c.quads[c.hits[i].index].v[k];
            q.start[k] = widen(s.start[v]);
            q.end[k] = widen(s.end[v]);
        }
        times[count++] = time_query(bars, &q);
    }
    release_candidates(&c);
    release_step(&s);
    if (count == 0) return BARS_BAR_FAILED;
    qsort(times, count, sizeof *times, compare_doubles);
    *out = times[count / 2];
    return BARS_BAR_MEASURED;
}

// Coordinates of a range of exponents: all points in a plane or on a line, or nothing moves, or
// points coincide.
static query degenerate_query(mote_random *random, uint32_t exponents, bool single)
{
    query q = {.edges = mote_random_below(random, 2)};
    uint32_t kind = mote_random_below(random, 4);
    for (int i = 0; i < 24; i++) {
        double *x = &(i < 12 ? q.start : q.end)[i % 12 / 3].x + i % 3;
        int shift = exponents > 16 ? (int)mote_random_below(random, exponents) : 0;
        double value = (double)mote_random_below(random, exponents > 16 ? 1u << 23 : 64) -
                       (exponents > 16 ? 0x1p22 : 32);
        *x = ldexp(value, shift - (int)exponents / 2);
        if (single) *x = (double)(float)*x;
        if (i % 3 == 2 && kind == 0) *x = 0;
        if (i % 3 != 0 && kind == 1) *x = 0;
    }
    if (kind == 2) memcpy(q.end, q.start, sizeof q.end);
    if (kind == 3) {
        q.start[3] = q.start[0];
        q.end[2] = q.end[1];
    }
    return q;
}

// The time below which 99 of 100 stay. The flag is the number of binary places that exponents span.
bars_bar_outcome bars_bar_degenerate_impact(bars_suite *bars, const bars_bar *bar, double *out)
{
    enum { COUNT = 1000 };
    double times[COUNT];
    uint32_t count = bars_fewer(bars, COUNT);
    for (uint32_t i = 0; i < count; i++) {
        mote_random random = mote_random_stream(i, 11, bar->flag);
        query q = degenerate_query(&random, bar->flag, bar->flag < 300);
        times[i] = time_query(bars, &q);
    }
    qsort(times, count, sizeof *times, compare_doubles);
    *out = times[count * 99 / 100];
    return BARS_BAR_MEASURED;
}
