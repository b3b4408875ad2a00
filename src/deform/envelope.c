#include "deform/envelope.h"

#include <math.h>

bool mote_envelope_create(mote_envelope *e, const uint32_t *row_first, uint32_t count,
                          const mote_allocator *allocator)
{
    *e = (mote_envelope){.count = count};
    uint32_t bands = mote_envelope_bands(e);
    e->first = mote_allocate(allocator, bands, sizeof *e->first);
    e->start = mote_allocate_zeroed(allocator, (size_t)bands + 1, sizeof *e->start);
    if (!e->first || !e->start) {
        mote_envelope_release(e, allocator);
        return false;
    }
    for (uint32_t band = 0; band < bands; band++) {
        uint32_t row = band * MOTE_ENVELOPE_BAND, first = row;
        for (uint32_t i = row; i < row + MOTE_ENVELOPE_BAND && i < count; i++)
            first = row_first[i] < first ? row_first[i] : first;
        e->first[band] = first - first % MOTE_ENVELOPE_BAND;
        size_t width = (size_t)row + MOTE_ENVELOPE_BAND - e->first[band];
        e->start[band + 1] = e->start[band] + width * MOTE_ENVELOPE_BAND;
    }
    e->values = mote_allocate_zeroed(allocator, e->start[bands], sizeof *e->values);
    if (!e->values) {
        mote_envelope_release(e, allocator);
        return false;
    }
    e->value_count = e->start[bands];
    return true;
}

void mote_envelope_release(mote_envelope *e, const mote_allocator *allocator)
{
    uint32_t bands = mote_envelope_bands(e);
    mote_release(allocator, e->values, e->value_count, sizeof *e->values);
    mote_release(allocator, e->start, (size_t)bands + 1, sizeof *e->start);
    mote_release(allocator, e->first, bands, sizeof *e->first);
    *e = (mote_envelope){.count = 0};
}

// Factors the columns before the diagonal block of a band, each with the finished row of that
// column.
static void factor_before(mote_envelope *e, uint32_t band)
{
    uint32_t row = band * MOTE_ENVELOPE_BAND, first = e->first[band];
    size_t width = (size_t)row + MOTE_ENVELOPE_BAND - first;
    for (uint32_t j = first; j < row; j++) {
        uint32_t other = e->first[j / MOTE_ENVELOPE_BAND], from = first > other ? first : other;
        double products[MOTE_ENVELOPE_BAND], pivot = *mote_envelope_at(e, j, j);
        MOTE_PICK_KERNEL(mote_band_products)
        (mote_envelope_at(e, row, from), width, mote_envelope_at(e, j, from), j - from, products);
        for (uint32_t i = 0; i < MOTE_ENVELOPE_BAND; i++) {
            double *a = mote_envelope_at(e, row + i, j);
            *a = (*a - products[i]) / pivot;
        }
    }
}

static double product(const double *a, const double *b, uint32_t count)
{
    double sum = 0;
    for (uint32_t k = 0; k < count; k++) sum += a[k] * b[k];
    return sum;
}

// Factors the diagonal block of a band. Returns the row that fails, or e->count.
static uint32_t factor_diagonal(mote_envelope *e, uint32_t band, double least)
{
    uint32_t row = band * MOTE_ENVELOPE_BAND, first = e->first[band];
    for (uint32_t i = row; i < row + MOTE_ENVELOPE_BAND && i < e->count; i++) {
        for (uint32_t j = row; j <= i; j++) {
            double *a = mote_envelope_at(e, i, j);
            *a -= product(mote_envelope_at(e, i, first), mote_envelope_at(e, j, first), j - first);
            if (j < i) {
                *a /= *mote_envelope_at(e, j, j);
            } else {
                if (!(*a > least)) return i;
                *a = sqrt(*a);
            }
        }
    }
    return e->count;
}

uint32_t mote_envelope_factor(mote_envelope *e, double least)
{
    for (uint32_t band = 0; band < mote_envelope_bands(e); band++) {
        factor_before(e, band);
        uint32_t failed = factor_diagonal(e, band, least);
        if (failed < e->count) return failed;
    }
    return e->count;
}

void mote_envelope_solve(const mote_envelope *e, double *x)
{
    for (uint32_t i = 0; i < e->count; i++) {
        uint32_t first = e->first[i / MOTE_ENVELOPE_BAND];
        x[i] = (x[i] - product(mote_envelope_at(e, i, first), x + first, i - first)) /
               *mote_envelope_at(e, i, i);
    }
    for (uint32_t i = e->count; i-- > 0;) {
        uint32_t first = e->first[i / MOTE_ENVELOPE_BAND];
        const double *row = mote_envelope_at(e, i, first);
        x[i] /= row[i - first];
        for (uint32_t j = first; j < i; j++) x[j] -= row[j - first] * x[i];
    }
}
