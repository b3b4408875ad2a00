#include "support/exact_oracle.h"

#include <gmp.h>
#include <limits.h>
#include <math.h>

// value * 2^-scale as an integer; `scale` must not exceed the exponent of the value's lowest bit.
static void to_integer(mpz_t out, float value, int scale)
{
    int exponent;
    float fraction = frexpf(value, &exponent);
    mpz_set_si(out, (long)ldexpf(fraction, 24));
    int shift = exponent - 24 - scale;
    if (shift >= 0) {
        mpz_mul_2exp(out, out, (mp_bitcnt_t)shift);
    } else {
        mpz_tdiv_q_2exp(out, out, (mp_bitcnt_t)-shift);
    }
}

static void arrow_integers(mpz_t out[3], const mote_arrow *arrow)
{
    const float to[3] = {arrow->to.x, arrow->to.y, arrow->to.z};
    const float from[3] = {arrow->from.x, arrow->from.y, arrow->from.z};
    mpz_t start;
    mpz_init(start);
    for (int k = 0; k < 3; k++) {
        mpz_init(out[k]);
        to_integer(out[k], to[k], -149);
        to_integer(start, from[k], -149);
        mpz_sub(out[k], out[k], start);
    }
    mpz_clear(start);
}

static void clear_vector(mpz_t v[3])
{
    for (int k = 0; k < 3; k++) mpz_clear(v[k]);
}

static void minor(mpz_t out, mpz_t u[3], mpz_t v[3], int axis)
{
    int next = (axis + 1) % 3, last = (axis + 2) % 3;
    mpz_mul(out, u[next], v[last]);
    mpz_submul(out, u[last], v[next]);
}

int oracle_sign_det3(const mote_arrow *u, const mote_arrow *v, const mote_arrow *w)
{
    mpz_t p[3], q[3], r[3], part, sum;
    arrow_integers(p, u);
    arrow_integers(q, v);
    arrow_integers(r, w);
    mpz_inits(part, sum, NULL);
    for (int axis = 0; axis < 3; axis++) {
        minor(part, p, q, axis);
        mpz_addmul(sum, part, r[axis]);
    }
    int sign = mpz_sgn(sum);
    mpz_clears(part, sum, NULL);
    clear_vector(p);
    clear_vector(q);
    clear_vector(r);
    return sign;
}

int oracle_sign_cross(const mote_arrow *u, const mote_arrow *v, int axis)
{
    mpz_t p[3], q[3], value;
    arrow_integers(p, u);
    arrow_integers(q, v);
    mpz_init(value);
    minor(value, p, q, axis);
    int sign = mpz_sgn(value);
    mpz_clear(value);
    clear_vector(p);
    clear_vector(q);
    return sign;
}

int oracle_sign_dot(const mote_arrow *u, const mote_arrow *v)
{
    mpz_t p[3], q[3], sum;
    arrow_integers(p, u);
    arrow_integers(q, v);
    mpz_init(sum);
    for (int axis = 0; axis < 3; axis++) mpz_addmul(sum, p[axis], q[axis]);
    int sign = mpz_sgn(sum);
    mpz_clear(sum);
    clear_vector(p);
    clear_vector(q);
    return sign;
}

// ---------------------------------------------------------------------------------------------
// Simplex, first phase. Row i < 5 holds an equation, row 5 the sum of the equations whose basic
// variable is still artificial; column 6 is the right-hand side. All entries are over one common
// denominator, the last pivot (Edmonds' integer pivoting), so that every division is exact.

enum { EQUATIONS = 5, VARIABLES = 6, RIGHT = VARIABLES, COST = EQUATIONS };

typedef struct tableau {
    mpz_t at[EQUATIONS + 1][VARIABLES + 1];
    mpz_t denominator, pivot, factor, left, right;
    int basis[EQUATIONS]; // variable of each row; artificial ones are VARIABLES and above
} tableau;

static tableau *shared_tableau(void)
{
    static tableau t;
    static bool ready;
    if (ready) return &t;
    for (int i = 0; i <= EQUATIONS; i++)
        for (int j = 0; j <= VARIABLES; j++) mpz_init2(t.at[i][j], 2048);
    mpz_inits(t.denominator, t.pivot, t.factor, t.left, t.right, NULL);
    ready = true;
    return &t;
}

static int lowest_bit(float value)
{
    int exponent;
    frexpf(value, &exponent);
    return value == 0 ? INT_MAX : exponent - 24 > -149 ? exponent - 24 : -149;
}

static void start_tableau(tableau *t, float points[6][3])
{
    int scale = INT_MAX;
    for (int j = 0; j < 6; j++)
        for (int k = 0; k < 3; k++)
            if (lowest_bit(points[j][k]) < scale) scale = lowest_bit(points[j][k]);
    if (scale == INT_MAX) scale = 0;
    for (int k = 0; k < 3; k++) {
        to_integer(t->factor, points[0][k], scale);
        for (int j = 0; j < 6; j++) {
            to_integer(t->at[k][j], points[j][k], scale);
            mpz_sub(t->at[k][j], t->at[k][j], t->factor);
            if (j >= 3) mpz_neg(t->at[k][j], t->at[k][j]);
        }
        mpz_set_si(t->at[k][RIGHT], 0);
    }
    for (int j = 0; j <= VARIABLES; j++) {
        mpz_set_si(t->at[3][j], j < 3 || j == RIGHT);
        mpz_set_si(t->at[4][j], j >= 3);
        mpz_set_si(t->at[COST][j], 0);
        for (int i = 0; i < EQUATIONS; i++) mpz_add(t->at[COST][j], t->at[COST][j], t->at[i][j]);
    }
    for (int i = 0; i < EQUATIONS; i++) t->basis[i] = VARIABLES + i;
    mpz_set_si(t->denominator, 1);
}

static int entering_column(const tableau *t)
{
    for (int j = 0; j < VARIABLES; j++) {
        bool basic = false;
        for (int i = 0; i < EQUATIONS; i++) basic |= t->basis[i] == j;
        if (!basic && mpz_sgn(t->at[COST][j]) > 0) return j;
    }
    return -1;
}

// The row of least right-hand side over entry, among positive entries; ties go to the lowest
// variable.
static int leaving_row(tableau *t, int column)
{
    int best = -1;
    for (int i = 0; i < EQUATIONS; i++) {
        if (mpz_sgn(t->at[i][column]) <= 0) continue;
        int order = -1;
        if (best >= 0) {
            mpz_mul(t->left, t->at[i][RIGHT], t->at[best][column]);
            mpz_mul(t->right, t->at[best][RIGHT], t->at[i][column]);
            order = mpz_cmp(t->left, t->right);
        }
        if (order < 0 || (order == 0 && t->basis[i] < t->basis[best])) best = i;
    }
    return best;
}

static void pivot(tableau *t, int row, int column)
{
    mpz_set(t->pivot, t->at[row][column]);
    for (int i = 0; i <= EQUATIONS; i++) {
        if (i == row) continue;
        mpz_set(t->factor, t->at[i][column]);
        for (int j = 0; j <= VARIABLES; j++) {
            mpz_mul(t->left, t->at[i][j], t->pivot);
            mpz_submul(t->left, t->factor, t->at[row][j]);
            mpz_divexact(t->at[i][j], t->left, t->denominator);
        }
    }
    mpz_swap(t->denominator, t->pivot);
    t->basis[row] = column;
}

bool oracle_triangles_intersect(const mote_vec3 a[3], const mote_vec3 b[3])
{
    float points[6][3];
    for (int j = 0; j < 6; j++) {
        mote_vec3 p = j < 3 ? a[j] : b[j - 3];
        points[j][0] = p.x;
        points[j][1] = p.y;
        points[j][2] = p.z;
    }
    tableau *t = shared_tableau();
    start_tableau(t, points);
    while (mpz_sgn(t->at[COST][RIGHT]) > 0) {
        int column = entering_column(t);
        if (column < 0) return false;
        pivot(t, leaving_row(t, column), column);
    }
    return true;
}
