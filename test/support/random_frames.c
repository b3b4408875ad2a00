#include "support/random_frames.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/vec.h"
#include "support/run.h"

static const float pi = 3.14159265f;

static bool chance(mote_random *random, uint32_t one_in)
{
    return mote_random_below(random, one_in) == 0;
}

static mote_vec3 random_point(mote_random *random, float reach)
{
    float x = mote_random_between(random, -reach, reach);
    float y = mote_random_between(random, -reach, reach);
    return (mote_vec3){x, y, mote_random_between(random, -reach, reach)};
}

// ---------------------------------------------------------------------------------------------
// Rest shapes

typedef struct model {
    mote_vec3 *positions;
    uint32_t *triangles;
    uint32_t vertex_count, triangle_count;
} model;

static model empty_model(uint32_t vertices, uint32_t triangles)
{
    model m = {calloc(vertices, sizeof(mote_vec3)), calloc(3 * (size_t)triangles, sizeof(uint32_t)),
               0, 0};
    assert_true(m.positions && m.triangles);
    return m;
}

static void add_triangle(model *m, uint32_t a, uint32_t b, uint32_t c)
{
    uint32_t *t = m->triangles + 3 * (size_t)m->triangle_count++;
    t[0] = a;
    t[1] = b;
    t[2] = c;
}

// Two triangles a cell of a grid of columns x rows vertices; `wrap` joins the last column to the
// first.
static void add_grid(model *m, uint32_t columns, uint32_t rows, bool wrap)
{
    for (uint32_t j = 0; j + 1 < rows; j++) {
        for (uint32_t i = 0; i + (wrap ? 0 : 1) < columns; i++) {
            uint32_t p = j * columns + i, q = j * columns + (i + 1) % columns;
            add_triangle(m, p, q, p + columns);
            add_triangle(m, q, q + columns, p + columns);
        }
    }
}

static model make_sphere(uint32_t faces)
{
    uint32_t columns = 3 + (uint32_t)sqrtf((float)faces), rows = 2 + faces / (2 * columns);
    model m = empty_model(columns * rows, 2 * columns * rows);
    for (uint32_t v = 0; v < columns * rows; v++) {
        uint32_t column = v % columns, row = v / columns;
        float u = 2 * pi * (float)column / (float)columns;
        float w = pi * (float)row / (float)(rows - 1); // the poles are degenerate rows
        m.positions[m.vertex_count++] = (mote_vec3){sinf(w) * cosf(u), sinf(w) * sinf(u), cosf(w)};
    }
    add_grid(&m, columns, rows, true);
    return m;
}

static model make_sheet(uint32_t faces)
{
    uint32_t side = 2 + (uint32_t)sqrtf((float)faces / 2);
    model m = empty_model(side * side, 2 * side * side);
    uint32_t middle = side / 2;
    for (uint32_t v = 0; v < side * side; v++) {
        uint32_t column = v % side, row = v / side;
        m.positions[m.vertex_count++] =
            (mote_vec3){(float)column - (float)middle, (float)row - 1, 0};
    }
    add_grid(&m, side, side, false);
    return m;
}

// Each triangle has corners of its own, or now and then one of an earlier triangle.
static model make_soup(mote_random *random, uint32_t faces, float size)
{
    model m = empty_model(3 * faces, faces);
    for (uint32_t i = 0; i < faces; i++) {
        mote_vec3 center = random_point(random, 1);
        uint32_t corner[3];
        for (int k = 0; k < 3; k++) {
            corner[k] = m.vertex_count;
            if (m.vertex_count > 3 && chance(random, 6)) {
                corner[k] = mote_random_below(random, m.vertex_count);
            } else {
                m.positions[m.vertex_count++] = mote_vec_add(center, random_point(random, size));
            }
        }
        add_triangle(&m, corner[0], corner[1], corner[2]);
    }
    return m;
}

static void make_degenerate(mote_random *random, model *m)
{
    for (uint32_t i = 0; i < m->triangle_count; i++) {
        const uint32_t *t = m->triangles + 3 * (size_t)i;
        mote_vec3 *p = m->positions;
        uint32_t how = mote_random_below(random, 4);
        if (how == 0) p[t[1]] = p[t[0]];
        if (how == 1) p[t[1]] = p[t[2]] = p[t[0]];
        if (how == 2)
            p[t[2]] = mote_vec_add(p[t[0]], mote_vec_scale(mote_vec_sub(p[t[1]], p[t[0]]), 0.5f));
    }
}

static void scale_model(model *m, float by)
{
    for (uint32_t v = 0; v < m->vertex_count; v++)
        m->positions[v] = mote_vec_scale(m->positions[v], by);
}

static void round_model(model *m, float grid)
{
    for (uint32_t v = 0; v < m->vertex_count; v++) {
        mote_vec3 *p = &m->positions[v];
        *p = (mote_vec3){roundf(p->x * grid) / grid, roundf(p->y * grid) / grid,
                         roundf(p->z * grid) / grid};
    }
}

static model make_model(random_frames *f, uint32_t body, uint32_t faces)
{
    mote_random *random = &f->random;
    model m;
    switch (f->kind) {
    case RANDOM_STACKS: return make_sheet(faces);
    case RANDOM_DEGENERATE:
        m = make_soup(random, faces, 0.3f);
        make_degenerate(random, &m);
        return m;
    case RANDOM_FEW_MANY:
        if (body % 2) return make_sphere(3 * faces);
        m = make_soup(random, 2, 1);
        scale_model(&m, 2);
        return m;
    case RANDOM_POINTS:
        m = make_soup(random, 1 + faces / 8, 0.3f);
        if (body) scale_model(&m, 0);
        return m;
    case RANDOM_SOUPS: return make_soup(random, faces, 0.4f);
    case RANDOM_INTEGERS:
        m = make_soup(random, faces, 1);
        scale_model(&m, 1.5f);
        round_model(&m, 1);
        return m;
    case RANDOM_SINGLES: return make_soup(random, 1, 1);
    case RANDOM_GRAZING:
        m = make_sphere(faces);
        round_model(&m, 8);
        return m;
    default: return make_sphere(faces);
    }
}

// ---------------------------------------------------------------------------------------------
// Bodies

static void choose_layout(random_body *body, mote_random *random)
{
    mote_mesh_view view;
    mote_mesh_get_view(body->mesh, &view);
    body->def.positions_in_mesh_order = chance(random, 3);
    mote_scalar type = chance(random, 4) ? MOTE_DOUBLE : MOTE_FLOAT;
    size_t scalar = type == MOTE_DOUBLE ? sizeof(double) : sizeof(float);
    size_t stride = chance(random, 3) ? (3 + mote_random_below(random, 5)) * scalar : 3 * scalar;
    size_t count = body->def.positions_in_mesh_order ? view.mesh_order_count : body->vertex_count;
    body->buffer = calloc(count, stride);
    assert_non_null(body->buffer);
    bool tell_stride = stride > 3 * scalar || chance(random, 2);
    body->layout = (mote_positions){.data = body->buffer,
                                    .count = count,
                                    .stride = tell_stride ? stride : 0,
                                    .type = type,
                                    .persistent = true};
}

static void begin_body(random_frames *f, uint32_t number, uint32_t faces)
{
    random_body *body = &f->bodies[number];
    model m = make_model(f, number, faces);
    mote_mesh_def def = mote_default_mesh_def();
    def.positions = (mote_positions){.data = m.positions, .count = m.vertex_count};
    def.indices = m.triangles;
    def.index_count = 3 * (size_t)m.triangle_count;
    assert_int_equal(mote_mesh_create(&def, &body->mesh), MOTE_OK);
    free(m.triangles);
    body->vertex_count = m.vertex_count;
    body->rest = m.positions;
    body->now = calloc(m.vertex_count, sizeof *body->now);
    assert_non_null(body->now);
    body->def = mote_default_body_def();
    body->def.mesh = body->mesh;
    body->def.self_collision = chance(&f->random, 2);
    body->def.self_shared_vertex = chance(&f->random, 2);
    body->def.self_shared_edge = body->def.self_shared_vertex != chance(&f->random, 3);
    body->has_transform = f->kind != RANDOM_IDENTICAL && chance(&f->random, 3);
    choose_layout(body, &f->random);
}

void random_frames_begin(random_frames *f, uint64_t stream, uint64_t index, uint32_t faces)
{
    *f = (random_frames){.random = mote_random_stream(stream, index, 0)};
    f->kind = (random_kind)(index % RANDOM_KINDS);
    mote_random *random = &f->random;
    f->body_count = 1 + mote_random_below(random, RANDOM_BODIES);
    if (f->kind == RANDOM_FEW_MANY && f->body_count < 2) f->body_count = 2;
    f->scale = 1;
    if (f->kind == RANDOM_SCALES) f->scale = powf(10, mote_random_between(random, -25, 12));
    if (f->kind == RANDOM_FAR) f->origin = mote_vec_scale(mote_random_direction(random), 1e6f);
    f->tolerance = f->scale * mote_random_between(random, 0.001f, 0.2f);
    uint32_t share = 1 + faces / f->body_count, size = 1 + mote_random_below(random, 2 * share);
    for (uint32_t i = 0; i < f->body_count; i++) {
        begin_body(f, i, size);
        if (f->kind != RANDOM_IDENTICAL) size = 1 + mote_random_below(random, 2 * share);
    }
    random_frames_next(f);
}

void random_frames_end(random_frames *f)
{
    for (uint32_t i = 0; i < f->body_count; i++) {
        mote_mesh_destroy(f->bodies[i].mesh);
        free(f->bodies[i].rest);
        free(f->bodies[i].now);
        free(f->bodies[i].buffer);
    }
}

// ---------------------------------------------------------------------------------------------
// Motion

typedef struct motion {
    mote_vec3 place;
    mote_vec3 wave; // how the surface swings
    float swing, phase, grid;
} motion;

static motion random_motion(random_frames *f)
{
    mote_random *random = &f->random;
    motion m = {.place = random_point(random, 0.9f),
                .wave = random_point(random, 5),
                .swing = mote_random_between(random, 0, 0.3f),
                .phase = mote_random_between(random, 0, 6)};
    if (f->kind == RANDOM_GRAZING) { // two apart along an axis is just touching
        m = (motion){.grid = 8};
        float *axis = (float *[]){&m.place.x, &m.place.y, &m.place.z}[mote_random_below(random, 3)];
        *axis = (float)mote_random_below(random, 5) - 2 + (chance(random, 3) ? 0.125f : 0);
    }
    if (f->kind == RANDOM_STACKS)
        m = (motion){.place = {(float)mote_random_below(random, 4),
                               0.5f * (float)mote_random_below(random, 5),
                               (float)mote_random_below(random, 2)}};
    if (f->kind == RANDOM_IDENTICAL && !chance(random, 4)) m = (motion){0};
    if (f->kind == RANDOM_INTEGERS) m.grid = 1;
    if (f->kind == RANDOM_POINTS && chance(random, 2)) m = (motion){.grid = 0};
    return m;
}

static mote_vec3 moved(const motion *m, mote_vec3 p)
{
    float swing = m->swing * sinf(mote_vec_dot(m->wave, p) + m->phase);
    p = mote_vec_add(mote_vec_add(p, m->place), mote_vec_scale(p, swing));
    if (m->grid > 0)
        p = (mote_vec3){roundf(p.x * m->grid) / m->grid, roundf(p.y * m->grid) / m->grid,
                        roundf(p.z * m->grid) / m->grid};
    return p;
}

static void write_buffer(random_body *body)
{
    mote_mesh_view view;
    mote_mesh_get_view(body->mesh, &view);
    size_t scalar = body->layout.type == MOTE_DOUBLE ? sizeof(double) : sizeof(float);
    size_t stride = body->layout.stride ? body->layout.stride : 3 * scalar;
    for (size_t i = 0; i < body->layout.count; i++) {
        mote_vec3 p = body->now[body->def.positions_in_mesh_order ? view.mesh_order[i] : i];
        mote_dvec3 d = mote_vec_widen(p);
        char *to = (char *)body->buffer + i * stride;
        memcpy(to, body->layout.type == MOTE_DOUBLE ? (void *)&d : (void *)&p, 3 * scalar);
    }
}

static mote_transform random_transform(mote_random *random, float most)
{
    float angle = mote_random_between(random, -most, most), c = cosf(angle), s = sinf(angle);
    return (mote_transform){{c, s, 0}, {-s, c, 0}, {0, 0, 1}, random_point(random, 0.2f)};
}

// Identical bodies move as one, so that they stay on top of each other.
void random_frames_next(random_frames *f)
{
    motion common = random_motion(f);
    for (uint32_t i = 0; i < f->body_count; i++) {
        random_body *body = &f->bodies[i];
        motion own = f->kind == RANDOM_IDENTICAL ? common : random_motion(f);
        body->moved = f->step == 0 || !chance(&f->random, 8);
        if (!body->moved) continue;
        for (uint32_t v = 0; v < body->vertex_count; v++) {
            mote_vec3 p = moved(&own, body->rest[v]);
            body->now[v] = mote_vec_add(f->origin, mote_vec_scale(p, f->scale));
        }
        if (body->has_transform) {
            body->transform = random_transform(&f->random, f->kind == RANDOM_FAR ? 0 : 3);
            body->transform.t = mote_vec_scale(body->transform.t, f->scale);
        }
        write_buffer(body);
    }
    f->step++;
}

void random_frames_populate(const random_frames *f, mote_world *world, mote_body_id *ids)
{
    for (uint32_t i = 0; i < f->body_count; i++)
        assert_int_equal(mote_body_create(world, &f->bodies[i].def, &ids[i]), MOTE_OK);
}

void random_frames_show(const random_frames *f, mote_world *world, const mote_body_id *ids)
{
    for (uint32_t i = 0; i < f->body_count; i++) {
        const random_body *body = &f->bodies[i];
        if (!body->moved) continue;
        assert_int_equal(mote_body_set_positions(world, ids[i], &body->layout), MOTE_OK);
        if (body->has_transform)
            assert_int_equal(mote_body_set_transform(world, ids[i], &body->transform), MOTE_OK);
    }
}
