// An open surface that meets a closed body: whatever its winding and whichever body comes first,
// the normal points the way out, and the depth is how far that is.

#include <math.h>

#include "core/transform.h"
#include "core/vec.h"
#include "support/compare_reports.h"
#include "support/run.h"
#include "support/stage.h"

enum { BALL, BOX, CAPSULE, BODIES };
enum { PLANE, WAVES, BORDER_INSIDE, BUMP, KINDS };
enum { VARIANTS = 4 }; // the winding of the cloth, and which body comes first

static const char *const body_names[BODIES] = {"ball", "box", "capsule"};
static const char *const kind_names[KINDS] = {"plane", "waves", "border inside", "bump"};

static io_model closed_model(int body)
{
    io_model model = made_model(body == BOX ? "box" : "icosphere-2");
    for (uint32_t v = 0; body == CAPSULE && v < model.vertex_count; v++)
        model.positions[v].z += model.positions[v].z < 0 ? -1.0f : 1.0f;
    return model;
}

static void turn_faces_over(io_model *model)
{
    for (uint32_t i = 0; i < model->triangle_count; i++) {
        uint32_t *t = model->triangles + 3 * (size_t)i, swap = t[1];
        t[1] = t[2];
        t[2] = swap;
    }
}

// A world with a closed body and a cloth.
typedef struct pair {
    stage s;
    uint32_t closed, cloth;
} pair;

static void pair_begin(pair *p, int body, int variant)
{
    mote_world_def def = mote_default_world_def();
    stage_begin(&p->s, &def);
    bool cloth_first = variant & 1;
    if (!cloth_first) p->closed = stage_add_model(&p->s, closed_model(body), false);
    io_model cloth = made_model("cloth-200");
    if (variant & 2) turn_faces_over(&cloth);
    p->cloth = stage_add_model(&p->s, cloth, false);
    if (cloth_first) p->closed = stage_add_model(&p->s, closed_model(body), false);
}

// What is the same in all variants.
typedef struct crossing {
    int kind;
    placement body;
    mote_transform cloth; // from its own plane of x and y to the world
    mote_vec3 outward;    // known
    float height;         // of the plane of the cloth, along its z
    float border;         // BORDER_INSIDE: the greatest x of the cloth
    float bump, width;    // BUMP: how far down it reaches, and how wide it is
    float phase;          // WAVES
} crossing;

static mote_vec3 cloth_point(const crossing *c, mote_vec3 rest)
{
    mote_vec3 p = {3 * rest.x, 3 * rest.y, c->height};
    if (c->kind == BORDER_INSIDE) p.x = c->border + 3 * (rest.x - 1);
    if (c->kind == WAVES) p.z += 0.05f * sinf(2 * p.x + c->phase) * cosf(3 * p.y);
    float r2 = (p.x * p.x + p.y * p.y) / (c->width * c->width);
    if (c->kind == BUMP) p.z -= c->bump * expf(-r2);
    return mote_transform_point(&c->cloth, p);
}

// The rest of the cloth is a square around the origin whose sides are 2.
static void place_cloth(pair *p, const crossing *c, mote_vec3 move)
{
    const io_model *model = &p->s.models[p->cloth];
    mote_vec3 *out = p->s.positions[p->cloth];
    for (uint32_t v = 0; v < model->vertex_count; v++)
        out[v] = mote_vec_add(cloth_point(c, model->positions[v]), move);
    mote_positions positions = {.data = out, .count = model->vertex_count};
    assert_int_equal(mote_body_set_positions(p->s.world, p->s.ids[p->cloth], &positions), MOTE_OK);
}

// How far the closed body reaches in a direction.
static float reach_of_body(const pair *p, mote_vec3 direction)
{
    float most = -INFINITY;
    for (uint32_t v = 0; v < p->s.models[p->closed].vertex_count; v++)
        most = fmaxf(most, mote_vec_dot(p->s.positions[p->closed][v], direction));
    return most;
}

// Nearly along the axes of another, so that a cloth enters through one side of a box or capsule.
static mote_transform tilted_a_little(const mote_transform *axes, mote_random *random)
{
    mote_vec3 x = mote_vec_add(axes->cx, mote_vec_scale(mote_random_direction(random), 0.3f));
    x = mote_vec_scale(x, 1 / mote_vec_length(x));
    mote_vec3 z = mote_vec_cross(x, axes->cy);
    z = mote_vec_scale(z, 1 / mote_vec_length(z));
    return (mote_transform){x, mote_vec_cross(z, x), z, {0, 0, 0}};
}

static crossing random_crossing(size_t number, pair *p, mote_random *random)
{
    crossing c = {.kind = (int)(number % KINDS), .cloth = random_turn(random)};
    c.body = placed(mote_random_between(random, 0.5f, 1), random_turn(random));
    c.width = mote_random_between(random, 0.8f, 2);
    c.phase = mote_random_between(random, 0, 6);
    stage_place(&p->s, p->closed, c.body);
    if (c.kind == BORDER_INSIDE) c.cloth = tilted_a_little(&c.body.turn_and_move, random);
    mote_vec3 up = c.cloth.cz;
    float reach = reach_of_body(p, up); // the bodies are symmetric: as far as down
    float side = mote_random_between(random, 0, 1) < 0.5f ? -1.0f : 1.0f;
    c.height = side * reach * mote_random_between(random, 0.2f, 0.95f);
    c.outward = mote_vec_scale(up, side);
    if (c.kind == BORDER_INSIDE) {
        c.height *= 0.7f;
        c.border = reach_of_body(p, c.cloth.cx) * mote_random_between(random, -0.7f, 0.5f);
        c.outward = mote_vec_scale(c.cloth.cx, -1);
    }
    if (c.kind == BUMP) {
        c.height = reach + mote_random_between(random, 0.01f, 0.1f);
        c.bump = c.height - reach + reach * mote_random_between(random, 0.05f, 0.4f);
        c.outward = up;
    }
    return c;
}

static bool touches_when_moved(pair *p, const crossing *c, mote_vec3 direction, float by)
{
    place_cloth(p, c, mote_vec_scale(direction, by));
    mote_report report = detected(p->s.world);
    return report.pair_count > 0 && report.pairs[0].relation == MOTE_RELATION_TOUCH;
}

// The shortest way that parts them, searched in steps.
static float plain_exit(pair *p, const crossing *c, mote_vec3 direction, float step)
{
    float by = 0;
    for (float at = step; at < 12; at += step) {
        if (touches_when_moved(p, c, direction, at)) by = at;
    }
    return by;
}

typedef struct answer {
    size_t contacts;
    mote_vec3 outward;
    float depth;
} answer;

// What each variant must fulfill.
static answer check_variant(pair *p, const crossing *c, int variant, const char *name)
{
    stage_place(&p->s, p->closed, c->body);
    place_cloth(p, c, (mote_vec3){0, 0, 0});
    mote_report report = detected(p->s.world);
    answer a = {.contacts = report.contact_count};
    for (size_t i = 0; i < report.contact_count; i++) {
        const mote_contact *contact = &report.contacts[i];
        assert_int_equal(contact->depth_kind, MOTE_DEPTH_ESTIMATE);
        assert_true(contact->depth >= 0 && isfinite(contact->depth));
        a.outward = mote_vec_scale(contact->normal, variant & 1 ? -1 : 1);
        a.depth = contact->depth;
        if (!(mote_vec_dot(a.outward, c->outward) > 0))
            fail_msg("%s, variant %d: points the wrong way (%g %g %g), depth %g", name, variant,
                     (double)a.outward.x, (double)a.outward.y, (double)a.outward.z,
                     (double)a.depth);
    }
    return a;
}

static void check_same(const answer *a, const answer *b)
{
    assert_int_equal(a->contacts, b->contacts);
    assert_true(mote_vec_length(mote_vec_sub(a->outward, b->outward)) < 1e-3f);
    assert_true(fabsf(a->depth - b->depth) < 1e-4f + 1e-3f * a->depth);
}

typedef struct tally {
    size_t contacts, single, parted;
    float least, most; // depth over the way that parts them
} tally;

// Moving the cloth by the depth parts the two, and moving it back by as much does not.
static void judge_depth(pair *p, const crossing *c, const answer *a, tally *t)
{
    mote_vec3 back = mote_vec_scale(a->outward, -1);
    float room = 0.02f * a->depth + 1e-3f;
    t->single++;
    t->parted += !touches_when_moved(p, c, a->outward, a->depth + room);
    if (c->kind != BUMP && c->kind != PLANE) return;
    assert_false(touches_when_moved(p, c, a->outward, a->depth + room));
    assert_true(touches_when_moved(p, c, back, a->depth + room)); // the shorter way
    if (c->kind != PLANE) return;
    float known = reach_of_body(p, c->outward) - fabsf(c->height);
    assert_true(fabsf(a->depth - known) < 1e-3f);
    assert_true(mote_vec_dot(a->outward, c->outward) > 0.999f);
}

static void compare_with_plain_exit(pair *p, const crossing *c, const answer *a, tally *t)
{
    const float step = 0.02f, height_of_waves = 0.1f;
    float exit = plain_exit(p, c, a->outward, step);
    t->least = fminf(t->least, (a->depth + step) / (exit + step));
    t->most = fmaxf(t->most, a->depth / (exit + step + height_of_waves));
}

// With the border inside, the depth is that of the cloth alone: the body may reach further ahead.
static void check_tally(const tally *t, int kind)
{
    bool closed_curve = kind != BORDER_INSIDE;
    assert_true(t->single > 0 && t->least > (closed_curve ? 0.8f : 0.4f));
    assert_true(t->most < (closed_curve ? 1.6f : 2.5f));
    assert_true(t->parted >= (closed_curve ? t->single : t->single / 2));
}

static void cases_of_body(int body)
{
    pair pairs[VARIANTS];
    tally tallies[KINDS];
    for (int k = 0; k < KINDS; k++) tallies[k] = (tally){.least = INFINITY};
    for (int v = 0; v < VARIANTS; v++) pair_begin(&pairs[v], body, v);
    for (size_t i = 0; i < test_count(40, 400, 10000 / BODIES + 1); i++) {
        mote_random random = mote_random_stream(21, i, (uint64_t)body);
        crossing c = random_crossing(i, &pairs[0], &random);
        answer a = check_variant(&pairs[0], &c, 0, kind_names[c.kind]);
        for (int v = 1; v < VARIANTS; v++) {
            answer b = check_variant(&pairs[v], &c, v, kind_names[c.kind]);
            if (a.contacts == 1) check_same(&a, &b);
        }
        tally *t = &tallies[c.kind];
        t->contacts += a.contacts;
        if (a.contacts == 1) judge_depth(&pairs[0], &c, &a, t);
        if (a.contacts == 1 && i % 40 < KINDS) compare_with_plain_exit(&pairs[0], &c, &a, t);
    }
    for (int k = 0; k < KINDS; k++) {
        check_tally(&tallies[k], k);
        print_message(
            "%s, %s: %zu contacts; %zu of %zu parted by the depth; it is at least %.2f of "
            "the way out and at most %.2f of that and the height of waves\n",
            body_names[body], kind_names[k], tallies[k].contacts, tallies[k].parted,
            tallies[k].single, (double)tallies[k].least, (double)tallies[k].most);
    }
    for (int v = 0; v < VARIANTS; v++) stage_end(&pairs[v].s);
}

static void a_cloth_leaves_a_closed_body_the_way_its_normal_points(void **state)
{
    (void)state;
    for (int body = 0; body < BODIES; body++) cases_of_body(body);
}

// ---------------------------------------------------------------------------------------------
// Several regions

static mote_transform at_height(float z)
{
    return moved_by((mote_vec3){0, 0, z});
}

static void check_all_point_up(const mote_report *report, uint32_t closed, size_t count)
{
    assert_int_equal(report->contact_count, count);
    for (size_t i = 0; i < count; i++) {
        const mote_contact *c = &report->contacts[i];
        assert_int_equal(c->depth_kind, MOTE_DEPTH_ESTIMATE);
        assert_true((closed ? -c->normal.z : c->normal.z) > 0.99f);
    }
}

// The upper sheet keeps the lower one from no way out, nor the other way round.
static void both_sheets_of_a_fold_leave_on_the_near_side(void **state)
{
    (void)state;
    io_model sheet = made_model("cloth-200");
    for (int first = 0; first < 2; first++) {
        stage s;
        mote_world_def def = mote_default_world_def();
        stage_begin(&s, &def);
        if (first) stage_add(&s, "icosphere-3");
        uint32_t fold =
            stage_add_model(&s, joined_models(&sheet, &sheet, (mote_vec3){0, 0, 0.3f}), false);
        if (!first) stage_add(&s, "icosphere-3");
        stage_place(&s, fold, (placement){{1.5f, 1.5f, 1}, at_height(0.25f)});
        mote_report report = detected(s.world);
        check_all_point_up(&report, first ? 0 : 1, 2);
        assert_true(fabsf(report.contacts[0].depth - 0.75f) < 0.02f);
        assert_true(fabsf(report.contacts[1].depth - 0.45f) < 0.02f);
        stage_end(&s);
    }
    io_model_release(&sheet);
}

// An upright ring is cut in two only by both circles together.
static void a_cloth_leaves_a_ring_on_the_near_side(void **state)
{
    (void)state;
    stage s;
    mote_world_def def = mote_default_world_def();
    stage_begin(&s, &def);
    uint32_t ring = stage_add(&s, "torus-1200"), cloth = stage_add(&s, "cloth-800");
    const mote_transform upright = {{0, 0, 1}, {1, 0, 0}, {0, 1, 0}, {0, 0, 0}};
    stage_place(&s, ring, placed(1, upright));
    stage_place(&s, cloth, (placement){{3, 3, 1}, at_height(0.2f)});
    mote_report report = detected(s.world);
    check_all_point_up(&report, 0, 2);
    mote_box box = {{0, 0, 0}, {0, 0, 0}};
    for (uint32_t v = 0; v < s.models[ring].vertex_count; v++)
        box.max.z = fmaxf(box.max.z, s.positions[ring][v].z);
    for (int i = 0; i < 2; i++)
        assert_true(fabsf(report.contacts[i].depth - (box.max.z - 0.2f)) < 1e-3f);
    stage_end(&s);
}

// Lying on a box, smaller or larger than its face: up, and no depth.
static void a_cloth_on_a_box_is_lifted_off(void **state)
{
    (void)state;
    for (int variant = 0; variant < VARIANTS; variant++) {
        pair p;
        pair_begin(&p, BOX, variant);
        for (int large = 0; large < 2; large++) {
            float size = large ? 0.9f : 0.3f;
            stage_place(&p.s, p.cloth, (placement){{size, size, 1}, at_height(0.5f)});
            mote_report report = detected(p.s.world);
            check_all_point_up(&report, p.closed, 1);
            assert_true(fabsf(report.contacts[0].depth) < 1e-6f);
        }
        stage_end(&p.s);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_cloth_leaves_a_closed_body_the_way_its_normal_points),
        cmocka_unit_test(both_sheets_of_a_fold_leave_on_the_near_side),
        cmocka_unit_test(a_cloth_leaves_a_ring_on_the_near_side),
        cmocka_unit_test(a_cloth_on_a_box_is_lifted_off),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
