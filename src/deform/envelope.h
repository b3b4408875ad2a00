// Cholesky's factorization of a symmetric positive definite matrix whose rows begin with zeros: only
// what lies between the first non-zero of a row and the diagonal is kept and worked on. Dense matrices
// are the case where all rows begin at 0. George, Liu, "Computer solution of large sparse positive
// definite systems", 1981, chapter 4.

#ifndef MOTE_DEFORM_ENVELOPE_H
#define MOTE_DEFORM_ENVELOPE_H

#include "core/memory.h"
#include "core/simd.h"

// Rows go in bands of four that begin at the same column, so that each row before them is read once
// for the four.
enum { MOTE_ENVELOPE_BAND = 4 };

typedef struct mote_envelope {
    uint32_t count;  // rows
    uint32_t *first; // for each band: the column where its rows begin, a multiple of the band
    size_t *start;   // for each band + 1: where its rows lie in `values`
    double *values;  // rows of a band one after the other, each from `first` to the band's end
    size_t value_count;
} mote_envelope;

static inline uint32_t mote_envelope_bands(const mote_envelope *e)
{
    return (e->count + MOTE_ENVELOPE_BAND - 1) / MOTE_ENVELOPE_BAND;
}

// The element at `column` of a row, which may be anything from its band's first column to the last of
// the band.
static inline double *mote_envelope_at(const mote_envelope *e, uint32_t row, uint32_t column)
{
    uint32_t band = row / MOTE_ENVELOPE_BAND, first = e->first[band];
    size_t width = (size_t)(band + 1) * MOTE_ENVELOPE_BAND - first;
    return e->values + e->start[band] + (row % MOTE_ENVELOPE_BAND) * width + (column - first);
}

// `row_first[i]` is the first column that is not zero in row i, at most i. All elements are 0 initially;
// false for no memory, with nothing to release.
bool mote_envelope_create(mote_envelope *e, const uint32_t *row_first, uint32_t count,
                          const mote_allocator *allocator);
void mote_envelope_release(mote_envelope *e, const mote_allocator *allocator);

// Replaces the matrix by its factor. A row whose pivot is not above `least` stops it and is returned;
// `count` on success.
uint32_t mote_envelope_factor(mote_envelope *e, double least);

// Replaces x, the right hand side, by the solution.
void mote_envelope_solve(const mote_envelope *e, double *x);

// out[i] = row i . other, from column `from` to `to` - 1, for the four rows of a band at `rows`, `stride`
// doubles apart.
MOTE_DECLARE_KERNEL(void, mote_band_products,
                    (const double *rows, size_t stride, const double *other, uint32_t count,
                     double out[MOTE_ENVELOPE_BAND]));

#endif
