#include "support/sweep_oracle.h"

#include <gmp.h>
#include <limits.h>
#include <math.h>
#include <stdlib.h>

// ---------------------------------------------------------------------------------------------
// Numbers that live until the end of a query

enum { POOL = 1 << 20, MAX_DEGREE = 8, MAX_ROOTS = 8, MAX_CHAIN = MAX_DEGREE + 2 };

static mpz_t *pool;
static size_t used, ready;

static mpz_ptr number(void)
{
    if (!pool) pool = malloc(POOL * sizeof *pool);
    if (!pool || used == POOL) abort();
    if (used == ready) mpz_init(pool[ready++]);
    mpz_set_ui(pool[used], 0);
    return pool[used++];
}

// ---------------------------------------------------------------------------------------------
// Polynomials in time, without leading zeros; degree -1 is zero

typedef struct poly {
    int degree;
    mpz_ptr c[MAX_DEGREE + 1];
} poly;

static poly trim(poly p)
{
    while (p.degree >= 0 && mpz_sgn(p.c[p.degree]) == 0) p.degree--;
    return p;
}

static poly combine(poly a, poly b, int sign)
{
    poly out = {.degree = a.degree > b.degree ? a.degree : b.degree};
    for (int i = 0; i <= out.degree; i++) {
        out.c[i] = number();
        if (i <= a.degree) mpz_set(out.c[i], a.c[i]);
        if (i <= b.degree && sign > 0) mpz_add(out.c[i], out.c[i], b.c[i]);
        if (i <= b.degree && sign < 0) mpz_sub(out.c[i], out.c[i], b.c[i]);
    }
    return trim(out);
}

static poly plus(poly a, poly b)
{
    return combine(a, b, 1);
}

static poly minus(poly a, poly b)
{
    return combine(a, b, -1);
}

static poly times(poly a, poly b)
{
    if (a.degree < 0 || b.degree < 0) return (poly){.degree = -1};
    poly out = {.degree = a.degree + b.degree};
    for (int i = 0; i <= out.degree; i++) out.c[i] = number();
    for (int i = 0; i <= a.degree; i++) {
        for (int j = 0; j <= b.degree; j++) mpz_addmul(out.c[i + j], a.c[i], b.c[j]);
    }
    return out;
}

static poly derivative(poly p)
{
    poly out = {.degree = p.degree > 0 ? p.degree - 1 : -1};
    for (int i = 0; i <= out.degree; i++) {
        out.c[i] = number();
        mpz_mul_ui(out.c[i], p.c[i + 1], (unsigned long)i + 1);
    }
    return out;
}

// Divided by the greatest common divisor of the coefficients, if they are so long that it pays.
static poly primitive(poly p)
{
    enum { SHORT_WORDS = 30 };
    if (mpz_size(p.c[p.degree]) < SHORT_WORDS) return p;
    mpz_ptr content = number();
    for (int i = 0; i <= p.degree; i++) mpz_gcd(content, content, p.c[i]);
    poly out = {.degree = p.degree};
    for (int i = 0; i <= p.degree; i++) {
        out.c[i] = number();
        mpz_divexact(out.c[i], p.c[i], content);
    }
    return out;
}

// a - q b times a positive number.
static poly remainder_of(poly a, poly b)
{
    mpz_ptr lead = number();
    while (a.degree >= b.degree) {
        mpz_abs(lead, b.c[b.degree]);
        poly next = {.degree = a.degree};
        for (int i = 0; i <= a.degree; i++) {
            next.c[i] = number();
            mpz_mul(next.c[i], a.c[i], lead);
        }
        for (int i = 0; i <= b.degree; i++) {
            mpz_ptr at = next.c[a.degree - b.degree + i];
            if (mpz_sgn(b.c[b.degree]) > 0)
                mpz_submul(at, a.c[a.degree], b.c[i]);
            else
                mpz_addmul(at, a.c[a.degree], b.c[i]);
        }
        a = trim(next);
        if (a.degree >= 0) a = primitive(a);
    }
    return a;
}

static poly greatest_common_divisor(poly a, poly b)
{
    while (b.degree >= 0) {
        poly r = remainder_of(a, b);
        a = b;
        b = r;
    }
    return a;
}

// a / b, which leaves no remainder, times some number.
static poly quotient(poly a, poly b)
{
    poly out = {.degree = a.degree - b.degree};
    for (int i = 0; i <= out.degree; i++) out.c[i] = number();
    for (int k = out.degree; k >= 0; k--) {
        // Everything is multiplied by the leading coefficient of b, so that divisions are exact.
        for (int i = 0; i <= out.degree; i++) mpz_mul(out.c[i], out.c[i], b.c[b.degree]);
        poly next = {.degree = b.degree + k - 1};
        mpz_set(out.c[k], a.degree >= b.degree + k ? a.c[b.degree + k] : number());
        for (int i = 0; i <= next.degree; i++) {
            next.c[i] = number();
            if (i <= a.degree) mpz_mul(next.c[i], a.c[i], b.c[b.degree]);
            if (i >= k) mpz_submul(next.c[i], out.c[k], b.c[i - k]);
        }
        a = trim(next);
    }
    return trim(out);
}

// ---------------------------------------------------------------------------------------------
// Points in time: over / 2^shift

typedef struct dyadic {
    mpz_ptr over;
    unsigned long shift;
} dyadic;

static dyadic dyadic_of(double value)
{
    int exponent;
    dyadic d = {number(), 0};
    mpz_set_d(d.over, ldexp(frexp(value, &exponent), 53));
    if (exponent >= 53)
        mpz_mul_2exp(d.over, d.over, (unsigned long)(exponent - 53));
    else
        d.shift = (unsigned long)(53 - exponent);
    return d;
}

static dyadic middle(dyadic a, dyadic b)
{
    dyadic m = {number(), (a.shift > b.shift ? a.shift : b.shift) + 1};
    mpz_ptr other = number();
    mpz_mul_2exp(m.over, a.over, m.shift - 1 - a.shift);
    mpz_mul_2exp(other, b.over, m.shift - 1 - b.shift);
    mpz_add(m.over, m.over, other);
    return m;
}

static int sign_of(poly p, dyadic at)
{
    mpz_ptr value = number(), term = number();
    for (int i = p.degree; i >= 0; i--) {
        mpz_mul(value, value, at.over);
        mpz_mul_2exp(term, p.c[i], at.shift * (unsigned long)(p.degree - i));
        mpz_add(value, value, term);
    }
    return mpz_sgn(value);
}

// ---------------------------------------------------------------------------------------------
// Roots

typedef struct chain {
    poly p[MAX_CHAIN];
    int count;
} chain;

static chain sturm(poly p)
{
    chain s = {.count = 0};
    poly next = derivative(p);
    s.p[s.count++] = p;
    while (next.degree >= 0) {
        s.p[s.count++] = next;
        poly r = remainder_of(s.p[s.count - 2], s.p[s.count - 1]);
        next = minus((poly){.degree = -1}, r);
    }
    return s;
}

static int changes(const chain *s, dyadic at)
{
    int count = 0, last = 0;
    for (int i = 0; i < s->count; i++) {
        int sign = sign_of(s->p[i], at);
        if (sign && last && sign != last) count++;
        if (sign) last = sign;
    }
    return count;
}

// The number of different roots with low < root <= high.
static int roots_within(const chain *s, dyadic low, dyadic high)
{
    return changes(s, low) - changes(s, high);
}

// The root at `high`, or else the only one with low < t <= high, of a polynomial without multiple
// roots.
typedef struct root {
    poly of;
    chain sturm;
    dyadic low, high;
} root;

typedef struct roots {
    root at[MAX_ROOTS];
    int count;
} roots;

static void isolate(poly p, const chain *s, dyadic low, dyadic high, roots *out)
{
    int count = roots_within(s, low, high);
    if (count == 0) return;
    if (count == 1) {
        out->at[out->count++] = (root){p, *s, low, high};
        return;
    }
    dyadic m = middle(low, high);
    isolate(p, s, low, m, out);
    isolate(p, s, m, high, out);
}

// Those in [0, 1].
static roots find_roots(poly p)
{
    roots out = {.count = 0};
    if (p.degree < 1) return out;
    p = primitive(p);
    chain s = sturm(p); // ends in the greatest common divisor of p and its derivative
    poly common = s.p[s.count - 1];
    if (common.degree > 0) {
        p = primitive(quotient(p, common));
        s = sturm(p);
    }
    dyadic zero = dyadic_of(0);
    if (sign_of(p, zero) == 0) out.at[out.count++] = (root){p, s, dyadic_of(-1), zero};
    isolate(p, &s, zero, dyadic_of(1), &out);
    return out;
}

// Halves the interval, or finds the root itself.
static void refine(root *r)
{
    dyadic m = middle(r->low, r->high);
    int sign = sign_of(r->of, m);
    if (sign == 0 || sign == sign_of(r->of, r->high))
        r->high = m;
    else
        r->low = m;
}

// The sign of p over the whole interval; 0 if it is not known. Since 0 <= t <= 1 there, p changes
// by at most its width times the sum of i |c_i|.
static int sign_around(const root *r, poly p)
{
    mpz_ptr value = number(), slope = number(), width = number(), term = number();
    unsigned long shift = r->high.shift;
    for (int i = p.degree; i >= 0; i--) {
        mpz_mul(value, value, r->high.over);
        mpz_mul_2exp(term, p.c[i], shift * (unsigned long)(p.degree - i));
        mpz_add(value, value, term);
        mpz_abs(term, p.c[i]);
        mpz_addmul_ui(slope, term, (unsigned long)i);
    }
    // Everything times 2^(shift degree + the shift of low)
    mpz_mul_2exp(width, r->high.over, r->low.shift);
    mpz_mul_2exp(term, r->low.over, shift);
    mpz_sub(width, width, term);
    mpz_mul(slope, slope, width);
    mpz_mul_2exp(slope, slope, shift * (unsigned long)p.degree);
    mpz_mul_2exp(value, value, shift + r->low.shift);
    return mpz_cmpabs(value, slope) > 0 ? mpz_sgn(value) : 0;
}

static bool shares_root(const root *r, poly p)
{
    poly common = greatest_common_divisor(r->of, p);
    if (common.degree < 1) return false;
    chain s = sturm(primitive(common));
    return roots_within(&s, r->low, r->high) > 0;
}

static int sign_at(root *r, poly p)
{
    enum { PATIENCE = 60 };
    if (p.degree < 1) return p.degree < 0 ? 0 : mpz_sgn(p.c[0]);
    if (p.degree >= r->of.degree && remainder_of(p, r->of).degree < 0) return 0;
    for (int i = 0;; i++) {
        if (sign_of(r->of, r->high) == 0) return sign_of(p, r->high);
        int sign = sign_around(r, p);
        if (sign) return sign;
        if (i == PATIENCE && shares_root(r, p)) return 0;
        refine(r);
    }
}

// ---------------------------------------------------------------------------------------------
// Vectors

typedef struct vec {
    poly c[3];
} vec;

static vec difference(vec a, vec b)
{
    return (vec){{minus(a.c[0], b.c[0]), minus(a.c[1], b.c[1]), minus(a.c[2], b.c[2])}};
}

static poly dot(vec a, vec b)
{
    return plus(plus(times(a.c[0], b.c[0]), times(a.c[1], b.c[1])), times(a.c[2], b.c[2]));
}

static vec cross(vec a, vec b)
{
    vec out;
    for (int k = 0; k < 3; k++) {
        int n = (k + 1) % 3, l = (k + 2) % 3;
        out.c[k] = minus(times(a.c[n], b.c[l]), times(a.c[l], b.c[n]));
    }
    return out;
}

static bool is_zero(root *r, vec v)
{
    return sign_at(r, v.c[0]) == 0 && sign_at(r, v.c[1]) == 0 && sign_at(r, v.c[2]) == 0;
}

// ---------------------------------------------------------------------------------------------
// The primitives at a time at which they lie in one plane

static bool on_segment(root *r, vec p, vec a, vec b)
{
    return is_zero(r, cross(difference(b, a), difference(p, a))) &&
           sign_at(r, dot(difference(p, a), difference(p, b))) <= 0;
}

static bool in_triangle(root *r, const vec p[4])
{
    vec normal = cross(difference(p[2], p[1]), difference(p[3], p[1]));
    if (is_zero(r, normal))
        return on_segment(r, p[0], p[1], p[2]) || on_segment(r, p[0], p[2], p[3]) ||
               on_segment(r, p[0], p[3], p[1]);
    if (sign_at(r, dot(normal, difference(p[0], p[1])))) return false;
    for (int i = 0; i < 3; i++) {
        vec a = p[1 + i], b = p[1 + (i + 1) % 3];
        if (sign_at(r, dot(cross(difference(b, a), difference(p[0], a)), normal)) < 0) return false;
    }
    return true;
}

static bool segments_cross(root *r, const vec p[4])
{
    vec u = difference(p[1], p[0]), v = difference(p[3], p[2]), w = difference(p[2], p[0]);
    vec normal = cross(u, v);
    if (is_zero(r, normal))
        return on_segment(r, p[0], p[2], p[3]) || on_segment(r, p[1], p[2], p[3]) ||
               on_segment(r, p[2], p[0], p[1]) || on_segment(r, p[3], p[0], p[1]);
    if (sign_at(r, dot(normal, w))) return false;
    poly whole = dot(normal, normal);
    poly s = dot(cross(w, v), normal), t = dot(cross(w, u), normal);
    return sign_at(r, s) >= 0 && sign_at(r, minus(whole, s)) >= 0 && sign_at(r, t) >= 0 &&
           sign_at(r, minus(whole, t)) >= 0;
}

// ---------------------------------------------------------------------------------------------
// The query

typedef struct verdict {
    bool edges;
    const vec *p;
    const mote_impact_time *claimed; // null if only the answer matters
    bool meet, too_early, in_time;
} verdict;

// t - value
static poly since(double value)
{
    dyadic d = dyadic_of(value);
    poly p = {.degree = 1, .c = {number(), number()}};
    mpz_neg(p.c[0], d.over);
    mpz_set_ui(p.c[1], 1);
    mpz_mul_2exp(p.c[1], p.c[1], d.shift);
    return p;
}

static void judge(verdict *v, root *r)
{
    bool in_time = v->claimed && sign_at(r, since(v->claimed->high)) <= 0;
    if (v->claimed && !in_time) return; // the claim holds whatever happens later
    if (!(v->edges ? segments_cross(r, v->p) : in_triangle(r, v->p))) return;
    v->meet = true;
    if (!v->claimed) return;
    v->too_early |= sign_at(r, since(v->claimed->low)) < 0;
    v->in_time = true;
}

static void judge_roots(verdict *v, poly p)
{
    roots all = find_roots(p);
    for (int i = 0; i < all.count; i++) judge(v, &all.at[i]);
}

static void judge_end(verdict *v, double time)
{
    root at = {.of = since(time), .low = dyadic_of(time - 1), .high = dyadic_of(time)};
    at.sturm = sturm(at.of);
    judge(v, &at);
}

// Always in one plane: the answer changes only where some sign does.
static void judge_flat(verdict *v)
{
    judge_end(v, 0);
    judge_end(v, 1);
    for (int i = 0; i < 4; i++) {
        for (int j = 0; j < 4; j++) {
            for (int k = j + 1; k < 4; k++) {
                if (i == j || i == k) continue;
                vec a = difference(v->p[j], v->p[i]), b = difference(v->p[k], v->p[i]);
                judge_roots(v, dot(a, b));
                if (i > j) continue; // the area of these three points had its turn
                vec area = cross(a, b);
                for (int axis = 0; axis < 3; axis++) judge_roots(v, area.c[axis]);
            }
        }
    }
}

// All coordinates times one power of two that makes them integers.
static void scale(const sweep_case *query, vec p[4])
{
    int least = INT_MAX, exponent;
    for (int i = 0; i < 24; i++) {
        const mote_dvec3 *points = i < 12 ? query->start : query->end;
        double value = (&points[i % 12 / 3].x)[i % 3];
        frexp(value, &exponent);
        if (value != 0 && exponent < least) least = exponent;
    }
    for (int i = 0; i < 12; i++) {
        poly c = {.degree = 1, .c = {number(), number()}};
        for (int t = 0; t < 2; t++) {
            const mote_dvec3 *points = t ? query->end : query->start;
            double fraction = frexp((&points[i / 3].x)[i % 3], &exponent);
            mpz_set_d(c.c[t], ldexp(fraction, 53));
            if (fraction != 0) mpz_mul_2exp(c.c[t], c.c[t], (unsigned long)(exponent - least));
        }
        mpz_sub(c.c[1], c.c[1], c.c[0]);
        p[i / 3].c[i % 3] = trim(c);
    }
}

// Numbers as short as possible: powers of two that all have in common are left out, which changes
// no sign.
static void shorten(vec p[4])
{
    unsigned long common = ULONG_MAX;
    for (int i = 0; i < 12; i++) {
        const poly *c = &p[i / 3].c[i % 3];
        for (int k = 0; k <= c->degree; k++) {
            if (mpz_sgn(c->c[k]) == 0) continue;
            unsigned long zeros = mpz_scan1(c->c[k], 0);
            if (zeros < common) common = zeros;
        }
    }
    for (int i = 0; i < 12 && common < ULONG_MAX; i++) {
        poly *c = &p[i / 3].c[i % 3];
        for (int k = 0; k <= c->degree; k++) mpz_tdiv_q_2exp(c->c[k], c->c[k], common);
    }
}

static verdict judge_all(bool edges, const vec p[4], const mote_impact_time *claimed)
{
    verdict v = {.edges = edges, .p = p, .claimed = claimed};
    poly f =
        edges ? dot(cross(difference(p[1], p[0]), difference(p[3], p[2])), difference(p[2], p[0]))
              : dot(cross(difference(p[2], p[1]), difference(p[3], p[1])), difference(p[0], p[1]));
    if (f.degree < 0)
        judge_flat(&v);
    else
        judge_roots(&v, f);
    return v;
}

bool sweep_oracle(const sweep_case *query, const mote_impact_time *claimed, bool *holds)
{
    vec p[4];
    used = 0;
    scale(query, p);
    shorten(p);
    verdict v = judge_all(query->edges, p, claimed);
    if (holds) *holds = v.meet && !v.too_early && v.in_time;
    if (claimed && !v.meet) return judge_all(query->edges, p, NULL).meet;
    return v.meet;
}
