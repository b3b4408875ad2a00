// Roots are never approximated. A root is rational, a surd of a quadratic, or one of the roots of a
// cubic. The sign of a quadratic at a root of a cubic follows from the position of that root
// between the roots of the quadratic. By Budan and Fourier, the number of roots of a cubic beyond a
// point, if all are real, is the number of sign changes of its derivatives at the point. The sign
// of a polynomial at a surd is the sign of P + S sqrt(D).

#include <math.h>

#include "geometry/algebraic.h"

typedef mote_integer_store store;

// ---------------------------------------------------------------------------------------------
// Arithmetic

static mote_integer times(store *s, mote_integer a, mote_integer b)
{
    return mote_integer_multiply(s, a, b);
}

static mote_integer small_times(store *s, int64_t factor, mote_integer a)
{
    return mote_integer_multiply(s, mote_integer_small(s, factor), a);
}

static mote_integer minus(store *s, mote_integer a, mote_integer b)
{
    return mote_integer_subtract(s, a, b);
}

static mote_integer plus(store *s, mote_integer a, mote_integer b)
{
    return mote_integer_add(s, a, b);
}

// The sign of left - right * 2^shift, or 0 if both are too close. `left` and `right` are between
// 1/8 and 1, with relative errors below 2^-49.
static int compare_roughly(double left, double right, int shift)
{
    if (shift > 4 || shift < -4) return shift > 0 ? -1 : 1;
    right = ldexp(right, shift);
    return (left > right * (1 + 0x1p-40)) - (left * (1 + 0x1p-40) < right);
}

// Compares p^2 and q^2 d, both not 0, by leading digits only. Returns 0 if too close.
static int compare_squares_roughly(mote_integer p, mote_integer q, mote_integer d)
{
    int of_p, of_q, of_d;
    double left = mote_integer_fraction(p, &of_p), right = mote_integer_fraction(q, &of_q);
    left *= left;
    right *= right * mote_integer_fraction(d, &of_d);
    return compare_roughly(left, right, 2 * of_q + of_d - 2 * of_p);
}

// Compares |a b| and |c d|, both not 0, by leading digits only. Returns 0 if too close.
static int compare_products_roughly(mote_integer a, mote_integer b, mote_integer c, mote_integer d)
{
    int of_a, of_b, of_c, of_d;
    double left = mote_integer_fraction(a, &of_a) * mote_integer_fraction(b, &of_b);
    double right = mote_integer_fraction(c, &of_c) * mote_integer_fraction(d, &of_d);
    return compare_roughly(fabs(left), fabs(right), of_c + of_d - of_a - of_b);
}

// The sign of a b + c d. Compares exact products, because adding them would take half as many words
// again.
static int sign_of_products(store *s, mote_integer a, mote_integer b, mote_integer c,
                            mote_integer d)
{
    int left = a.sign * b.sign, right = c.sign * d.sign;
    if (left == 0 || right == 0 || left == right) return left ? left : right;
    uint32_t used = s->used;
    int compared = compare_products_roughly(a, b, c, d);
    if (compared == 0) compared = mote_integer_compare_sizes(times(s, a, b), times(s, c, d));
    s->used = used;
    return compared > 0 ? left : compared < 0 ? right : 0;
}

// The sign of p + q * sqrt(d), d >= 0.
static int sign_with_root(store *s, mote_integer p, mote_integer q, mote_integer d)
{
    int sign_q = d.sign ? q.sign : 0;
    if (sign_q == 0 || p.sign == sign_q) return p.sign;
    if (p.sign == 0) return sign_q;
    uint32_t used = s->used;
    int compared = compare_squares_roughly(p, q, d);
    if (compared == 0)
        compared = mote_integer_compare_sizes(times(s, p, p), times(s, times(s, q, q), d));
    s->used = used;
    return compared > 0 ? p.sign : compared < 0 ? sign_q : 0;
}

static mote_integer discriminant(store *s, const mote_polynomial *g)
{
    uint32_t used = s->used;
    mote_integer product = small_times(s, 4, times(s, g->c[0], g->c[2]));
    return mote_integer_keep(s, used, minus(s, times(s, g->c[1], g->c[1]), product));
}

mote_polynomial mote_polynomial_negated(mote_polynomial p)
{
    for (int i = 0; i <= p.degree; i++) p.c[i] = mote_integer_negative(p.c[i]);
    return p;
}

static int sign_changes(const mote_polynomial *p)
{
    int changes = 0, last = 0;
    for (int i = 0; i <= p->degree; i++) {
        if (p->c[i].sign && last && p->c[i].sign != last) changes++;
        if (p->c[i].sign) last = p->c[i].sign;
    }
    return changes;
}

bool mote_polynomial_vanishes(const mote_polynomial *p)
{
    for (int i = 0; i <= p->degree; i++) {
        if (p->c[i].sign) return false;
    }
    return true;
}

// Removes leading zero coefficients.
static mote_polynomial trimmed(mote_polynomial p)
{
    while (p.degree > 0 && p.c[p.degree].sign == 0) p.degree--;
    return p;
}

// ---------------------------------------------------------------------------------------------
// Signs at places

// Horner's rule, with powers of `under` in place of divisions. The last step has the longest
// numbers, so only its sign is computed.
static int sign_at_fraction(store *s, mote_integer over, mote_integer under,
                            const mote_polynomial *p)
{
    if (p->degree == 0) return p->c[0].sign;
    uint32_t used = s->used;
    mote_integer value = p->c[p->degree], power = under, last = p->c[0];
    for (int i = p->degree - 1; i > 0; i--) {
        uint32_t before = s->used;
        value = plus(s, times(s, value, over), times(s, p->c[i], power));
        value = mote_integer_keep(s, before, value);
        if (i > 1) power = times(s, power, under);
    }
    if (p->degree > 1) last = times(s, last, power);
    int sign = sign_of_products(s, value, over, last, under);
    s->used = used;
    return sign;
}

// The remainder l0 + l1 x of a polynomial divided by a quadratic q with q2 > 0, times a power of
// q2.
static void reduce(store *s, const mote_polynomial *p, const mote_polynomial *q, mote_integer *l0,
                   mote_integer *l1)
{
    const mote_integer *a = p->c, *b = q->c;
    *l0 = a[0];
    *l1 = p->degree > 0 ? a[1] : (mote_integer){0};
    if (p->degree == 2) {
        *l0 = mote_integer_cross(s, a[0], b[2], a[2], b[0]);
        *l1 = mote_integer_cross(s, a[1], b[2], a[2], b[1]);
    }
    if (p->degree == 3) { // x^2 = -(b1 x + b0) / b2 and x^3 = ((b1^2 - b0 b2) x + b0 b1) / b2^2
        uint32_t used = s->used;
        mote_integer sum =
            minus(s, times(s, a[0], times(s, b[2], b[2])), times(s, a[2], times(s, b[0], b[2])));
        *l0 = mote_integer_keep(s, used, plus(s, sum, times(s, a[3], times(s, b[0], b[1]))));
        used = s->used;
        sum = minus(s, times(s, a[1], times(s, b[2], b[2])), times(s, a[2], times(s, b[1], b[2])));
        mote_integer last = times(s, a[3], mote_integer_cross(s, b[1], b[1], b[0], b[2]));
        *l1 = mote_integer_keep(s, used, plus(s, sum, last));
    }
}

static int sign_at_surd(store *s, const mote_place *at, const mote_polynomial *p)
{
    uint32_t used = s->used;
    mote_integer l0, l1;
    reduce(s, p, &at->of, &l0, &l1);
    // 2 c2 (l0 + l1 x)
    uint32_t before = s->used;
    mote_integer whole =
        minus(s, small_times(s, 2, times(s, at->of.c[2], l0)), times(s, at->of.c[1], l1));
    whole = mote_integer_keep(s, before, whole);
    if (at->side < 0) l1 = mote_integer_negative(l1);
    int sign = sign_with_root(s, whole, l1, at->discriminant);
    s->used = used;
    return sign;
}

static mote_polynomial derivative(store *s, const mote_polynomial *p)
{
    mote_polynomial d = {.degree = p->degree - 1};
    for (int i = 0; i < p->degree; i++) d.c[i] = small_times(s, i + 1, p->c[i + 1]);
    return d;
}

// The number of roots beyond `at` of a cubic whose roots are all real.
static int roots_beyond(store *s, const mote_polynomial *cubic, const mote_place *at)
{
    uint32_t used = s->used;
    mote_polynomial first = derivative(s, cubic), second = derivative(s, &first);
    int signs[4] = {mote_sign_at(s, at, cubic), mote_sign_at(s, at, &first),
                    mote_sign_at(s, at, &second), 1};
    int changes = 0, last = 0;
    for (int i = 0; i < 4; i++) {
        if (signs[i] && last && signs[i] != last) changes++;
        if (signs[i]) last = signs[i];
    }
    s->used = used;
    return changes;
}

// The sign of root - x, for a root of a cubic and a positive fraction or surd.
static int compare_cubic_root(store *s, const mote_place *root, const mote_place *x)
{
    int here = mote_sign_at(s, x, &root->of);
    if (root->count == 1) return -here;
    int beyond = roots_beyond(s, &root->of, x);
    if (here == 0 && beyond == 3 - root->index) return 0;
    return beyond >= 4 - root->index ? 1 : -1;
}

static bool is_positive(store *s, const mote_place *at)
{
    const mote_polynomial x = {.c = {{0}, mote_integer_small(s, 1)}, .degree = 1};
    return mote_sign_at(s, at, &x) > 0;
}

// The sign of a quadratic with two different real roots and q2 > 0 at a root of a cubic.
static int sign_between_roots(store *s, const mote_place *root, const mote_polynomial *q,
                              mote_integer d)
{
    mote_place low = {.kind = MOTE_AT_SURD, .of = *q, .discriminant = d, .side = -1}, high = low;
    high.side = 1;
    int above_low = is_positive(s, &low) ? compare_cubic_root(s, root, &low) : 1;
    if (above_low <= 0) return above_low < 0 ? 1 : 0;
    return is_positive(s, &high) ? compare_cubic_root(s, root, &high) : 1;
}

// `p` is linear or quadratic and has coefficients of both signs.
static int sign_at_cubic_root(store *s, const mote_place *root, const mote_polynomial *p)
{
    mote_polynomial q = trimmed(*p);
    int leading = q.c[q.degree].sign, sign;
    uint32_t used = s->used;
    if (leading < 0) q = mote_polynomial_negated(q);
    if (q.degree == 1) {
        mote_place x = {
            .kind = MOTE_AT_FRACTION, .over = mote_integer_negative(q.c[0]), .under = q.c[1]};
        sign = compare_cubic_root(s, root, &x);
    } else {
        mote_integer d = discriminant(s, &q);
        if (d.sign > 0) {
            sign = sign_between_roots(s, root, &q, d);
        } else if (d.sign < 0 || q.c[1].sign >= 0) {
            sign = 1;
        } else {
            mote_place x = {.kind = MOTE_AT_FRACTION,
                            .over = mote_integer_negative(q.c[1]),
                            .under = small_times(s, 2, q.c[2])};
            sign = compare_cubic_root(s, root, &x) ? 1 : 0;
        }
    }
    s->used = used;
    return sign * leading;
}

// The sign of a quadratic over the grid interval of a place; 0 if the sign changes or is not known.
// A quadratic c0 + c1 x + c2 x^2 at x = t / s is c0 s^2 + c1 s t + c2 t^2, divided by a square.
// Between two points it is bounded by its values at both and the mixed value c0 s s' + c1 (s t' + t
// s') / 2 + c2 t t'.
static int sign_around(store *s, const mote_place *at, const mote_polynomial *p)
{
    uint32_t used = s->used;
    int64_t whole = (int64_t)1 << at->grid_bits;
    const int64_t over[2] = {at->low, at->high}, under[2] = {whole - at->low, whole - at->high};
    int signs[3];
    for (int i = 0; i < 3; i++) {
        mote_integer s0 = mote_integer_small(s, under[i / 2]),
                     t0 = mote_integer_small(s, over[i / 2]);
        mote_integer s1 = mote_integer_small(s, under[(i + 1) / 2]);
        mote_integer t1 = mote_integer_small(s, over[(i + 1) / 2]);
        mote_integer mixed = plus(s, times(s, s0, t1), times(s, t0, s1));
        mote_integer ends =
            plus(s, times(s, p->c[0], times(s, s0, s1)), times(s, p->c[2], times(s, t0, t1)));
        signs[i] = plus(s, small_times(s, 2, ends), times(s, p->c[1], mixed)).sign;
        s->used = used;
        if (signs[i] != signs[0]) return 0;
    }
    return signs[0];
}

int mote_sign_at(store *s, const mote_place *at, const mote_polynomial *p)
{
    if (at->kind == MOTE_AT_ZERO) return p->c[0].sign;
    if (at->kind == MOTE_AT_INFINITY) return p->c[p->degree].sign;
    if (at->kind == MOTE_AT_FRACTION) return sign_at_fraction(s, at->over, at->under, p);
    if (at->grid_bits && p->degree == 2) {
        int sign = sign_around(s, at, p);
        if (sign || at->low == at->high) return sign;
    }
    if (at->kind == MOTE_AT_SURD) return sign_at_surd(s, at, p);
    mote_polynomial t = trimmed(*p);
    if (sign_changes(&t) > 0) return sign_at_cubic_root(s, at, p);
    for (int i = 0; i <= t.degree; i++) { // no sign change: one sign for all x > 0
        if (t.c[i].sign) return t.c[i].sign;
    }
    return 0;
}

// ---------------------------------------------------------------------------------------------
// Positive roots, in increasing order

static void add_fraction(mote_places *out, mote_integer over, mote_integer under)
{
    if (under.sign < 0) {
        over = mote_integer_negative(over);
        under = mote_integer_negative(under);
    }
    if (over.sign > 0)
        out->at[out->count++] =
            (mote_place){.kind = MOTE_AT_FRACTION, .over = over, .under = under};
}

// g has degree 2, c[0] != 0 and c[2] > 0.
static void find_quadratic_roots(store *s, const mote_polynomial *g, mote_places *out)
{
    int changes = sign_changes(g);
    if (changes == 0) return;
    mote_integer d = discriminant(s, g);
    if (d.sign < 0) return;
    if (d.sign == 0) {
        add_fraction(out, mote_integer_negative(g->c[1]), small_times(s, 2, g->c[2]));
        return;
    }
    mote_place root = {.kind = MOTE_AT_SURD, .of = *g, .discriminant = d, .side = -1};
    if (changes == 2) out->at[out->count++] = root;
    root.side = 1;
    out->at[out->count++] = root;
}

// sum + factor * p * q * r * t. Both `sum` and the result start at `used` in the store.
static mote_integer add_product(store *s, uint32_t used, mote_integer sum, int64_t factor,
                                const mote_integer of[4])
{
    mote_integer product = times(s, times(s, of[0], of[1]), times(s, of[2], of[3]));
    return mote_integer_keep(s, used, plus(s, sum, small_times(s, factor, product)));
}

// 18 c0 c1 c2 c3 - 27 c0^2 c3^2 + c1^2 c2^2 - 4 c0 c2^3 - 4 c1^3 c3
static mote_integer cubic_discriminant(store *s, const mote_polynomial *f)
{
    const mote_integer *c = f->c;
    uint32_t used = s->used;
    mote_integer sum = {0};
    sum = add_product(s, used, sum, 18, (mote_integer[4]){c[0], c[1], c[2], c[3]});
    sum = add_product(s, used, sum, -27, (mote_integer[4]){c[0], c[3], c[0], c[3]});
    sum = add_product(s, used, sum, 1, (mote_integer[4]){c[1], c[2], c[1], c[2]});
    sum = add_product(s, used, sum, -4, (mote_integer[4]){c[0], c[2], c[2], c[2]});
    return add_product(s, used, sum, -4, (mote_integer[4]){c[1], c[1], c[1], c[3]});
}

// A cubic with a multiple root has only rational roots.
static void find_multiple_roots(store *s, const mote_polynomial *f, mote_places *out)
{
    const mote_integer *c = f->c;
    uint32_t before = s->used;
    mote_integer e = minus(s, times(s, c[2], c[2]), small_times(s, 3, times(s, c[1], c[3])));
    e = mote_integer_keep(s, before, e);
    if (e.sign == 0) {
        add_fraction(out, mote_integer_negative(c[2]), small_times(s, 3, c[3]));
        return;
    }
    before = s->used;
    mote_integer h = minus(s, small_times(s, 9, times(s, c[0], c[3])), times(s, c[1], c[2]));
    h = mote_integer_keep(s, before, h);
    before = s->used;
    mote_integer sum = plus(s, times(s, c[2], e), times(s, c[3], h));
    sum = mote_integer_keep(s, before, sum);
    add_fraction(out, h, small_times(s, 2, e));
    add_fraction(out, mote_integer_negative(sum), times(s, c[3], e));
    if (out->count < 2) return;
    mote_place first = out->at[0], second = out->at[1];
    uint32_t used = s->used;
    bool ordered =
        mote_integer_cross(s, first.over, second.under, second.over, first.under).sign <= 0;
    s->used = used;
    out->at[0] = ordered ? first : second;
    out->at[1] = ordered ? second : first;
}

// f has degree 3, c[0] != 0 and c[3] > 0.
static void find_cubic_roots(store *s, const mote_polynomial *f, mote_places *out)
{
    int changes = sign_changes(f);
    if (changes == 0) return;
    mote_place root = {.kind = MOTE_AT_CUBIC_ROOT, .of = *f, .index = 1, .count = 1};
    if (changes > 1) {
        uint32_t used = s->used;
        int d = cubic_discriminant(s, f).sign;
        s->used = used;
        if (d == 0) {
            find_multiple_roots(s, f, out);
            return;
        }
        if (d < 0 && changes == 2) return;
        root.count = d > 0 ? 3 : 1;
    }
    int first = root.count == 1 ? 1 : 4 - changes, last = root.count;
    for (root.index = first; root.index <= last; root.index++) out->at[out->count++] = root;
}

void mote_find_roots(store *s, const mote_polynomial *p, mote_places *out)
{
    mote_polynomial f = trimmed(*p);
    out->count = 0;
    int low = 0;
    while (f.c[low].sign == 0) low++;
    for (int i = 0; i + low <= f.degree; i++) f.c[i] = f.c[i + low];
    f.degree -= low;
    if (f.c[f.degree].sign < 0) f = mote_polynomial_negated(f);
    if (f.degree == 1) add_fraction(out, mote_integer_negative(f.c[0]), f.c[1]);
    if (f.degree == 2) find_quadratic_roots(s, &f, out);
    if (f.degree == 3) find_cubic_roots(s, &f, out);
}

// ---------------------------------------------------------------------------------------------
// Enclosures

// The sign of the place - k / (whole - k), 0 < k < whole.
static int compare_with_fraction(store *s, const mote_place *at, int64_t k, int64_t whole)
{
    uint32_t used = s->used;
    mote_polynomial line = {.c = {mote_integer_small(s, -k), mote_integer_small(s, whole - k)},
                            .degree = 1};
    int sign = mote_sign_at(s, at, &line);
    s->used = used;
    return sign;
}

void mote_search_grid(mote_side *side, void *context, int64_t guess, int64_t *low, int64_t *high)
{
    int64_t reach = 1; // step from the last question, on the side without a bound
    bool asked_low = false, asked_high = false;
    while (*high - *low > 1) {
        int64_t k = *low + (*high - *low) / 2;
        if (!asked_low && !asked_high)
            k = guess;
        else if (!asked_high && reach < *high - *low)
            k = *low + reach;
        else if (!asked_low && reach < *high - *low)
            k = *high - reach;
        if (k <= *low) k = *low + 1;
        if (k >= *high) k = *high - 1;
        int sign = side(context, k);
        asked_low |= sign >= 0;
        asked_high |= sign <= 0;
        if (sign >= 0) *low = k;
        if (sign <= 0) *high = k;
        if (asked_low != asked_high && reach < *high - *low) reach *= 2;
    }
}

typedef struct place_on_grid {
    store *s;
    const mote_place *at;
    int64_t whole;
} place_on_grid;

static int side_of_place(void *context, int64_t k)
{
    const place_on_grid *g = context;
    return compare_with_fraction(g->s, g->at, k, g->whole);
}

void mote_place_locate(mote_integer_store *s, mote_place *at, int bits)
{
    place_on_grid grid = {s, at, (int64_t)1 << bits};
    int64_t guess = (int64_t)(mote_place_guess(at) * (double)grid.whole);
    int64_t low = 0, high = grid.whole;
    mote_search_grid(side_of_place, &grid, guess, &low, &high);
    at->low = low;
    at->high = high;
    at->grid_bits = bits;
}
