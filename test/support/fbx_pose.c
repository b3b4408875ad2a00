// Where the vertices of a scene are: the formulas of Autodesk's documentation, as products of
// matrices.

#include <math.h>
#include <string.h>

#include "support/fbx_scene.h"

// For column vectors.
typedef struct matrix {
    double m[4][4];
} matrix;

static const matrix identity = {{{1, 0, 0, 0}, {0, 1, 0, 0}, {0, 0, 1, 0}, {0, 0, 0, 1}}};

static matrix times(matrix a, matrix b)
{
    matrix c = {{{0}}};
    for (int i = 0; i < 4; i++)
        for (int j = 0; j < 4; j++)
            for (int k = 0; k < 4; k++) c.m[i][j] += a.m[i][k] * b.m[k][j];
    return c;
}

static matrix product(int count, const matrix *all)
{
    matrix c = identity;
    for (int i = 0; i < count; i++) c = times(c, all[i]);
    return c;
}

static matrix translation(const double t[3], double sign)
{
    matrix c = identity;
    for (int i = 0; i < 3; i++) c.m[i][3] = sign * t[i];
    return c;
}

static matrix scaling(const double s[3])
{
    matrix c = identity;
    for (int i = 0; i < 3; i++) c.m[i][i] = s[i];
    return c;
}

static matrix about(int axis, double degrees)
{
    matrix c = identity;
    double angle = degrees * acos(-1) / 180;
    int i = (axis + 1) % 3, j = (axis + 2) % 3;
    c.m[i][i] = c.m[j][j] = cos(angle);
    c.m[j][i] = sin(angle);
    c.m[i][j] = -sin(angle);
    return c;
}

static matrix rotation(const double r[3], int order)
{
    static const char *const orders[6] = {"XYZ", "XZY", "YZX", "YXZ", "ZXY", "ZYX"};
    matrix c = identity;
    for (int i = 0; i < 3; i++) {
        int axis = orders[order][i] - 'X';
        c = times(about(axis, r[axis]), c);
    }
    return c;
}

// Of a rotation.
static matrix transposed(matrix a)
{
    matrix c = identity;
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++) c.m[i][j] = a.m[j][i];
    return c;
}

static matrix linear(matrix a)
{
    for (int i = 0; i < 3; i++) a.m[i][3] = 0;
    return a;
}

// ---------------------------------------------------------------------------------------------
// Curves

static double hermite(const test_fbx_key *key, const test_fbx_key *next, double t)
{
    double length = (double)(next->ticks - key->ticks) / TEST_FBX_TICKS, u = 1 - t;
    return (double)key->value * (1 + 2 * t) * u * u + (double)key->leaving * length * t * u * u +
           (double)next->value * t * t * (3 - 2 * t) - (double)key->arriving * length * t * t * u;
}

// A Bezier curve in time and value, walked in small steps.
static double weighted(const test_fbx_key *key, const test_fbx_key *next, double t)
{
    double length = (double)(next->ticks - key->ticks) / TEST_FBX_TICKS;
    double a = key->leaving_reach / 9999.0, b = 1 - key->arriving_reach / 9999.0;
    double from = (double)key->value, to = (double)next->value;
    double p = from + (double)key->leaving * length * a;
    double q = to - (double)key->arriving * length * (1 - b);
    double u = t;
    for (int i = 0; i < 200; i++) { // Newton's method, held in [0, 1]
        double v = 1 - u;
        double x = 3 * v * v * u * a + 3 * v * u * u * b + u * u * u - t;
        double slope = 3 * v * v * a + 6 * v * u * (b - a) + 3 * u * u * (1 - b);
        double step = slope > 1e-9 ? x / slope : x;
        u = fmin(fmax(u - 0.7 * step, 0), 1);
    }
    double v = 1 - u;
    return v * v * v * from + 3 * v * v * u * p + 3 * v * u * u * q + u * u * u * to;
}

static double value_at(const test_fbx_curve *curve, double time, double otherwise)
{
    int64_t ticks = llround(time * TEST_FBX_TICKS);
    if (curve->count == 0) return otherwise;
    int at = -1;
    while (at + 1 < curve->count && curve->keys[at + 1].ticks <= ticks) at++;
    if (at < 0) return (double)curve->keys[0].value;
    const test_fbx_key *key = &curve->keys[at], *next = key + 1;
    if (at + 1 == curve->count || key->ticks == ticks) return (double)key->value;
    double t = (double)(ticks - key->ticks) / (double)(next->ticks - key->ticks);
    switch (key->kind) {
    case TEST_FBX_CONSTANT: return (double)key->value;
    case TEST_FBX_CONSTANT_NEXT: return (double)next->value;
    case TEST_FBX_STRAIGHT:
        return (double)key->value + t * ((double)next->value - (double)key->value);
    case TEST_FBX_USER: return hermite(key, next, t);
    case TEST_FBX_WEIGHTED: break;
    }
    return weighted(key, next, t);
}

// ---------------------------------------------------------------------------------------------
// Nodes

typedef struct placed {
    matrix global, rotation, own_scale;
} placed;

static placed place(const test_fbx_scene *s, int number, int stack, double time,
                    const placed *parent)
{
    const test_fbx_model *m = &s->models[number];
    double v[9];
    for (int c = 0; c < 9; c++) {
        const double *rest = c < 3 ? m->translation : c < 6 ? m->rotation : m->scaling;
        v[c] = stack < 0 ? rest[c % 3] : value_at(&s->curves[stack][number][c], time, rest[c % 3]);
    }
    bool active = m->active;
    static const double zeros[3] = {0};
    matrix r =
        times(times(rotation(active ? m->pre : zeros, 0), rotation(v + 3, active ? m->order : 0)),
              transposed(rotation(active ? m->post : zeros, 0)));
    matrix scale = scaling(v + 6);
    matrix local = product(
        9, (matrix[]){translation(v, 1), translation(m->rotation_offset, 1),
                      translation(m->rotation_pivot, 1), r, translation(m->rotation_pivot, -1),
                      translation(m->scaling_offset, 1), translation(m->scaling_pivot, 1), scale,
                      translation(m->scaling_pivot, -1)});
    // What the parent's linear part is besides its rotation.
    matrix parent_scale = times(transposed(parent->rotation), linear(parent->global));
    matrix inverse = identity; // of the parent's own scaling
    for (int i = 0; i < 3; i++) inverse.m[i][i] = 1 / parent->own_scale.m[i][i];
    matrix global = m->inherit == 0
                        ? product(4, (matrix[]){parent->rotation, r, parent_scale, scale})
                    : m->inherit == 1
                        ? product(4, (matrix[]){parent->rotation, parent_scale, r, scale})
                        : product(5, (matrix[]){parent->rotation, r, parent_scale, inverse, scale});
    double at[3] = {local.m[0][3], local.m[1][3], local.m[2][3]};
    matrix moved = times(parent->global, translation(at, 1));
    for (int i = 0; i < 3; i++) global.m[i][3] = moved.m[i][3];
    return (placed){global, times(parent->rotation, r), scale};
}

static void apply(matrix a, const double p[3], double out[3])
{
    double q[3] = {p[0], p[1], p[2]};
    for (int i = 0; i < 3; i++)
        out[i] = a.m[i][0] * q[0] + a.m[i][1] * q[1] + a.m[i][2] * q[2] + a.m[i][3];
}

// ---------------------------------------------------------------------------------------------
// Deformers

static double percent_at(const test_fbx_scene *s, int channel, int stack, double time)
{
    return stack < 0 ? s->percent[channel]
                     : value_at(&s->percent_curves[stack][channel], time, s->percent[channel]);
}

static void blend(const test_fbx_scene *s, int stack, double time, int vertex, double p[3])
{
    double a = percent_at(s, 0, stack, time) / s->full[0], b = percent_at(s, 1, stack, time);
    double low = 0, high = b / s->full[2];
    if (s->features & TEST_FBX_BETWEEN) {
        high = fmax(0, (b - s->full[1]) / (s->full[2] - s->full[1]));
        low = b <= s->full[1] ? b / s->full[1] : 1 - high;
    }
    for (int k = 0; k < 3; k++)
        p[k] += a * s->deltas[0][vertex][k] + low * s->deltas[1][vertex][k] +
                high * s->deltas[2][vertex][k];
}

static void skin(const test_fbx_scene *s, const placed *nodes, matrix geometric, int vertex,
                 double p[3])
{
    double sum[3] = {0}, total = 0, q[3];
    for (int b = 0; b < TEST_FBX_MODELS - 1; b++) {
        matrix bind;
        for (int i = 0; i < 4; i++)
            for (int j = 0; j < 4; j++) bind.m[i][j] = s->binds[b][4 * j + i];
        apply(product(3, (matrix[]){nodes[b].global, bind, geometric}), p, q);
        for (int k = 0; k < 3; k++) sum[k] += s->weights[vertex][b] * q[k];
        total += s->weights[vertex][b];
    }
    if (total == 0) apply(times(nodes[TEST_FBX_MODELS - 1].global, geometric), p, p);
    for (int k = 0; k < 3 && total > 0; k++) p[k] = sum[k] / total;
}

void test_fbx_pose(const test_fbx_scene *s, int stack, double time,
                   double out[TEST_FBX_MODELS][TEST_FBX_VERTICES][3])
{
    placed nodes[TEST_FBX_MODELS], root = {identity, identity, identity};
    for (int i = 0; i < TEST_FBX_MODELS; i++)
        nodes[i] =
            place(s, i, stack, time, s->models[i].parent < 0 ? &root : &nodes[s->models[i].parent]);
    for (int i = 0; i < TEST_FBX_MODELS; i++) {
        const test_fbx_model *m = &s->models[i];
        bool last = i == TEST_FBX_MODELS - 1;
        matrix geometric = product(3, (matrix[]){translation(m->geometric_translation, 1),
                                                 rotation(m->geometric_rotation, 0),
                                                 scaling(m->geometric_scaling)});
        for (int v = 0; v < TEST_FBX_VERTICES; v++) {
            double p[3];
            memcpy(p, m->vertices[v], sizeof p);
            if (last && s->features & TEST_FBX_SHAPES) blend(s, stack, time, v, p);
            if (last && s->features & TEST_FBX_SKIN)
                skin(s, nodes, geometric, v, p);
            else
                apply(times(nodes[i].global, geometric), p, p);
            for (int k = 0; k < 3; k++) out[i][v][k] = s->signs[k] * p[s->axes[k]] * s->unit / 100;
        }
    }
}
