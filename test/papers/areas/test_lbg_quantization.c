// LBG quantization against a second implementation of steps 1 to 10 and Eqs. 1 to 9 of
// Saenghaengtham and Kanongchaiyos 2006, in double and without any of the arrangements that make
// the first one fast.

#include <math.h>
#include <mote/papers.h>
#include <string.h>

#include "core/random.h"
#include "core/vec.h"
#include "mesh/mesh.h"
#include "support/meshes.h"
#include "support/run.h"

enum { MAX_VECTORS = 72, MAX_CODES = 24, DIMENSIONS = 6, MAX_STEPS = 600 };

typedef struct reference {
    const mote_areas_def *def;
    uint32_t count; // vectors
    double vectors[MAX_VECTORS][DIMENSIONS];
    double codes[MAX_CODES][DIMENSIONS];
    uint32_t code_count;
    uint32_t cell[MAX_VECTORS];
    double squared[MAX_VECTORS];
    double distortions[MAX_STEPS]; // of all iterations
    uint32_t step_count;
    bool is_doubtful; // a decision hung on rounding
} reference;

// Step 1.
static void make_vectors(reference *r)
{
    const mote_areas_def *def = r->def;
    double low[3] = {HUGE_VAL, HUGE_VAL, HUGE_VAL}, high[3] = {-HUGE_VAL, -HUGE_VAL, -HUGE_VAL};
    for (uint32_t v = 0; v < r->count; v++) {
        const double p[3] = {(double)def->positions[v].x, (double)def->positions[v].y,
                             (double)def->positions[v].z};
        const double n[3] = {(double)def->normals[v].x, (double)def->normals[v].y,
                             (double)def->normals[v].z};
        for (int k = 0; k < 3; k++) {
            low[k] = fmin(low[k], p[k]);
            high[k] = fmax(high[k], p[k]);
            r->vectors[v][k] = p[k] * (double)def->position_weight;
            r->vectors[v][3 + k] = n[k] * (double)def->normal_weight;
        }
    }
    if (def->form == MOTE_AREAS_LITERAL) return;
    // From the center of the box, in units of half its longest side.
    double half = fmax(high[0] - low[0], fmax(high[1] - low[1], high[2] - low[2])) / 2;
    for (uint32_t v = 0; v < r->count; v++)
        for (int k = 0; k < 3; k++)
            r->vectors[v][k] =
                (r->vectors[v][k] - (double)def->position_weight * (low[k] + high[k]) / 2) / half;
}

static double distance_to(const reference *r, uint32_t vector, const double code[DIMENSIONS])
{
    double sum = 0;
    for (int k = 0; k < DIMENSIONS; k++)
        sum += (r->vectors[vector][k] - code[k]) * (r->vectors[vector][k] - code[k]);
    return sum;
}

// Eqs. 5 and 6; returns Eq. 8.
static double classify(reference *r)
{
    double sum = 0;
    for (uint32_t v = 0; v < r->count; v++) {
        double second = HUGE_VAL;
        r->squared[v] = HUGE_VAL;
        for (uint32_t c = 0; c < r->code_count; c++) {
            double d = distance_to(r, v, r->codes[c]);
            if (d < r->squared[v]) {
                second = r->squared[v];
                r->squared[v] = d;
                r->cell[v] = c;
            } else if (d < second) {
                second = d;
            }
        }
        r->is_doubtful |= second - r->squared[v] < 1e-5 * second;
        sum += r->squared[v];
    }
    return sum / (r->count * (double)DIMENSIONS);
}

// The vector that is farthest from its code, of one cell or of all (MOTE_NONE).
static uint32_t worst_vector(reference *r, uint32_t cell)
{
    uint32_t worst = MOTE_NONE;
    double second = -1, most = -1;
    for (uint32_t v = 0; v < r->count; v++) {
        if (cell != MOTE_NONE && r->cell[v] != cell) continue;
        if (r->squared[v] > most) {
            second = most;
            most = r->squared[v];
            worst = v;
        } else {
            second = fmax(second, r->squared[v]);
        }
    }
    r->is_doubtful |= most - second < 1e-5 * most;
    return worst;
}

// Eq. 7. An empty cell keeps its code in the literal form, and gets the worst vector in the other.
static void recompute(reference *r)
{
    for (uint32_t c = 0; c < r->code_count; c++) {
        double sum[DIMENSIONS] = {0};
        uint32_t size = 0;
        for (uint32_t v = 0; v < r->count; v++) {
            if (r->cell[v] != c) continue;
            size++;
            for (int k = 0; k < DIMENSIONS; k++) sum[k] += r->vectors[v][k];
        }
        if (size) {
            for (int k = 0; k < DIMENSIONS; k++) r->codes[c][k] = sum[k] / size;
        } else if (r->def->form == MOTE_AREAS_CONNECTED) {
            uint32_t worst = worst_vector(r, MOTE_NONE);
            memcpy(r->codes[c], r->vectors[worst], sizeof r->codes[c]);
            r->squared[worst] = 0;
        }
    }
}

// Eqs. 3 and 4, or the mean and its farthest member.
static void split(reference *r, uint32_t cell, uint32_t new_cell)
{
    double epsilon = (double)r->def->epsilon;
    memcpy(r->codes[new_cell], r->codes[cell], sizeof r->codes[cell]);
    if (r->def->form == MOTE_AREAS_LITERAL) {
        for (int k = 0; k < DIMENSIONS; k++) {
            r->codes[new_cell][k] *= 1 - epsilon;
            r->codes[cell][k] *= 1 + epsilon;
        }
        return;
    }
    uint32_t farthest = worst_vector(r, cell);
    if (farthest != MOTE_NONE)
        memcpy(r->codes[new_cell], r->vectors[farthest], sizeof r->codes[new_cell]);
}

// Splits all cells, or the missing number of those with the largest distortion.
static void split_cells(reference *r)
{
    uint32_t missing = r->def->count - r->code_count, cells = r->code_count, made = 0;
    double distortion[MAX_CODES] = {0};
    for (uint32_t v = 0; v < r->count; v++) distortion[r->cell[v]] += r->squared[v];
    for (uint32_t c = 0; c < cells; c++) {
        uint32_t worse = 0;
        for (uint32_t other = 0; other < cells; other++) {
            worse += distortion[other] > distortion[c];
            r->is_doubtful |= missing < cells && other != c &&
                              fabs(distortion[other] - distortion[c]) <= 1e-5 * distortion[c];
        }
        if (worse < missing) split(r, c, cells + made++);
    }
    r->code_count += made;
}

// Steps 7 and 8 with Eq. 9, then step 10.
static void run_round(reference *r)
{
    double before = 0;
    for (uint32_t i = 0; i < r->def->iteration_limit; i++) {
        double now = classify(r), gain = before - now, least = (double)r->def->epsilon * before;
        assert_true(r->step_count < MAX_STEPS);
        r->distortions[r->step_count++] = now;
        recompute(r);
        r->is_doubtful |= i > 0 && fabs(gain - least) < 1e-4 * before;
        if (i > 0 && gain <= least) break;
        before = now;
    }
    classify(r);
}

static void run_reference(reference *r)
{
    make_vectors(r);
    r->code_count = 1;
    recompute(r);                                  // Eq. 1
    r->distortions[r->step_count++] = classify(r); // Eq. 2
    while (r->code_count < r->def->count) {
        split_cells(r);
        run_round(r);
    }
}

// ---------------------------------------------------------------------------------------------

typedef struct trial {
    test_mesh source;
    mote_mesh *mesh;
    mote_vec3 positions[MAX_VECTORS], normals[MAX_VECTORS];
    mote_areas_def def;
} trial;

// Vertices in four clouds away from the origin, so that Eqs. 3 and 4 split something.
static void trial_begin(trial *t, uint64_t number, mote_areas_form form)
{
    mote_random random = mote_random_stream(71, number, form);
    t->source = test_mesh_torus(8, 9, 2, 1);
    mote_mesh_def mesh_def = test_mesh_def(&t->source);
    t->mesh = test_mesh_create(&mesh_def);
    assert_int_equal(t->mesh->vertex_count, MAX_VECTORS);
    for (uint32_t v = 0; v < MAX_VECTORS; v++) {
        mote_vec3 cloud = {3 + 2 * (float)(v % 2), 1, 2 + 3 * (float)(v / 2 % 2)};
        t->positions[v] = mote_vec_add(cloud, mote_random_direction(&random));
        t->normals[v] = mote_random_direction(&random);
    }
    t->def = form == MOTE_AREAS_LITERAL ? mote_literal_areas_def() : mote_default_areas_def();
    t->def.mesh = t->mesh;
    t->def.positions = t->positions;
    t->def.normals = t->normals;
    t->def.count = 2 + mote_random_below(&random, MAX_CODES - 1);
    if (number % 3 == 1) t->def.epsilon = 0.05f;
    if (number % 4 == 2) t->def.iteration_limit = 1 + mote_random_below(&random, 4);
    if (number % 5 == 3) t->def.normal_weight = 0.6f;
}

static void trial_end(trial *t)
{
    mote_mesh_destroy(t->mesh);
    test_mesh_release(&t->source);
}

static void expect_equal_steps(const mote_areas_view *view, const reference *r)
{
    assert_int_equal(view->step_count, r->step_count);
    for (uint32_t i = 0; i < r->step_count; i++)
        assert_true(fabs(view->steps[i].distortion - r->distortions[i]) <
                    1e-4 * (1e-3 + r->distortions[i]));
}

// Returns how many trials did not hang on rounding.
static size_t compare(mote_areas_form form, size_t trials)
{
    size_t compared = 0;
    for (uint64_t number = 0; number < trials; number++) {
        trial t;
        trial_begin(&t, number, form);
        reference r = {.def = &t.def, .count = MAX_VECTORS};
        run_reference(&r);
        mote_areas *areas;
        mote_areas_view view;
        assert_int_equal(mote_areas_create(&t.def, &areas), MOTE_OK);
        mote_areas_get_view(areas, &view);
        if (!r.is_doubtful) {
            compared++;
            expect_equal_steps(&view, &r);
            for (uint32_t v = 0; form == MOTE_AREAS_LITERAL && v < MAX_VECTORS; v++)
                assert_int_equal(view.area_of[v], r.cell[v]);
        }
        mote_areas_destroy(areas);
        trial_end(&t);
    }
    return compared;
}

static void the_literal_form_is_the_published_quantization(void **state)
{
    (void)state;
    size_t trials = test_count(60, 400, 4000);
    assert_true(compare(MOTE_AREAS_LITERAL, trials) > trials / 3);
}

static void the_connected_form_splits_off_the_farthest_member(void **state)
{
    (void)state;
    size_t trials = test_count(60, 400, 4000);
    assert_true(compare(MOTE_AREAS_CONNECTED, trials) > trials / 3);
}

// Step 1 gives normals the weight that they have: positions and unit normals as they are.
static void the_literal_form_weights_nothing(void **state)
{
    (void)state;
    mote_areas_def def = mote_literal_areas_def();
    assert_true(def.position_weight == 1 && def.normal_weight == 1);
    assert_int_equal(def.form, MOTE_AREAS_LITERAL);
}

// Vectors that coincide make cells that cannot be split. Their second codes move to where the
// distortion is.
static void codes_of_empty_cells_move_where_they_are_needed(void **state)
{
    (void)state;
    enum { DISTINCT = 12 };
    for (uint64_t number = 0; number < test_count(20, 60, 600); number++) {
        trial t;
        trial_begin(&t, number, MOTE_AREAS_CONNECTED);
        t.def.count = DISTINCT;
        t.def.epsilon = 0.001f;
        t.def.iteration_limit = 100;
        for (uint32_t v = 0; v < MAX_VECTORS; v++) {
            t.positions[v] = t.positions[v % DISTINCT];
            t.normals[v] = t.normals[v % DISTINCT];
        }
        mote_areas *areas;
        mote_areas_view view;
        assert_int_equal(mote_areas_create(&t.def, &areas), MOTE_OK);
        mote_areas_get_view(areas, &view);
        // As many codes as different vectors: in the end each of them has its own.
        assert_int_equal(view.steps[view.step_count - 1].code_count, DISTINCT);
        assert_true(view.steps[view.step_count - 1].distortion < 1e-9);
        mote_areas_destroy(areas);
        trial_end(&t);
    }
}

// ---------------------------------------------------------------------------------------------
// Measures of areas: a particle starts at the vertex whose vector is nearest to the mean

static void check_measures(const mote_areas_view *view, const reference *r, uint32_t area)
{
    double mean[DIMENSIONS] = {0}, distortion = 0, nearest = HUGE_VAL, of_seed = HUGE_VAL;
    for (uint32_t v = 0; v < r->count; v++)
        for (int k = 0; k < DIMENSIONS && view->area_of[v] == area; k++)
            mean[k] += r->vectors[v][k] / view->nodes[area].vertex_count;
    for (uint32_t v = 0; v < r->count; v++) {
        if (view->area_of[v] != area) continue;
        double squared = distance_to(r, v, mean);
        distortion += squared;
        nearest = fmin(nearest, squared);
        if (view->nodes[area].seed == v) of_seed = squared;
    }
    if (!view->nodes[area].vertex_count) return;
    assert_true(of_seed <= nearest + 1e-6);
    assert_true(fabs(view->nodes[area].distortion - distortion) < 1e-4 * (1e-2 + distortion));
}

static void areas_have_the_seed_and_the_distortion_of_their_vectors(void **state)
{
    (void)state;
    for (uint64_t number = 0; number < test_count(20, 100, 1000); number++) {
        for (int form = 0; form < 2; form++) {
            trial t;
            trial_begin(&t, number, form ? MOTE_AREAS_LITERAL : MOTE_AREAS_CONNECTED);
            reference r = {.def = &t.def, .count = MAX_VECTORS};
            make_vectors(&r);
            mote_areas *areas;
            mote_areas_view view;
            assert_int_equal(mote_areas_create(&t.def, &areas), MOTE_OK);
            mote_areas_get_view(areas, &view);
            for (uint32_t a = 0; a < view.area_count; a++) check_measures(&view, &r, a);
            mote_areas_destroy(areas);
            trial_end(&t);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_literal_form_is_the_published_quantization),
        cmocka_unit_test(the_connected_form_splits_off_the_farthest_member),
        cmocka_unit_test(the_literal_form_weights_nothing),
        cmocka_unit_test(codes_of_empty_cells_move_where_they_are_needed),
        cmocka_unit_test(areas_have_the_seed_and_the_distortion_of_their_vectors),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
