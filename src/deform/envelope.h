// Cholesky factorization of a symmetric positive definite matrix whose rows begin with zeros. Only
// the elements between the first non-zero of a row and the diagonal are stored. In a dense matrix,
// all rows begin at column 0. George, Liu, "Computer solution of large sparse positive definite
// systems", 1981, chapter 4.

#ifndef MOTE_DEFORM_ENVELOPE_H
#define MOTE_DEFORM_ENVELOPE_H

#include "core/memory.h"
#include "core/simd.h"

// Rows are grouped into bands of four that begin at the same column, so that each earlier row is
// read once per band.
enum { MOTE_ENVELOPE_BAND = 4 };

typedef struct mote_envelope {
    uint32_t count;  // rows
    uint32_t *first; // per band: first column of the rows, a multiple of MOTE_ENVELOPE_BAND
    size_t *start;   // per band + 1: index of the rows in `values`
    double *values;  // rows of a band in order, each from `first` to the band's end
    size_t value_count;
} mote_envelope;

static inline uint32_t mote_envelope_bands(const mote_envelope *e)
{
    return (e->count + MOTE_ENVELOPE_BAND - 1) / MOTE_ENVELOPE_BAND;
}

// The element at `column` of a row. `column` is between the first and the last column of the band.
static inline double *mote_envelope_at(const mote_envelope *e, uint32_t row, uint32_t column)
{
    uint32_t band = row / MOTE_ENVELOPE_BAND, first = e->first[band];
    size_t width = (size_t)(band + 1) * MOTE_ENVELOPE_BAND - first;
    return e->values + e->start[band] + (row % MOTE_ENVELOPE_BAND) * width + (column - first);
}

// `row_first[i]` is the first non-zero column of row i, at most i. All elements are initially 0.
// Returns false for no memory, with nothing to release.
bool mote_envelope_create(mote_envelope *e, const uint32_t *row_first, uint32_t count,
                          const mote_allocator *allocator);
void mote_envelope_release(mote_envelope *e, const mote_allocator *allocator);

// Replaces the matrix by its factor. Stops at a row whose pivot is not above `least` and returns
// that row; returns `count` on success.
uint32_t mote_envelope_factor(mote_envelope *e, double least);

// Replaces x, the right hand side, by the solution.
void mote_envelope_solve(const mote_envelope *e, double *x);

// out[i] = row i . other, from column `from` to `to` - 1, for the four rows of a band at `rows`,
// `stride` doubles apart.
MOTE_DECLARE_KERNEL(void, mote_band_products,
                    (const double *rows, size_t stride, const double *other, uint32_t count,
                     double out[MOTE_ENVELOPE_BAND]));

#endif
