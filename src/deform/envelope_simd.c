#include "deform/envelope.h"

// Always four at a time, so that sums round the same for any register width.
static inline mote_f64x4 load(const double *from)
{
    mote_f64x4 v;
    memcpy(&v, from, sizeof v);
    return v;
}

void MOTE_KERNEL(mote_band_products)(const double *rows, size_t stride, const double *other,
                                     uint32_t count, double out[MOTE_ENVELOPE_BAND])
{
    mote_f64x4 sums[MOTE_ENVELOPE_BAND] = {{0}};
    uint32_t k = 0;
    for (; k + 4 <= count; k += 4) {
        mote_f64x4 b = load(other + k);
        for (int i = 0; i < MOTE_ENVELOPE_BAND; i++) sums[i] += load(rows + i * stride + k) * b;
    }
    for (int i = 0; i < MOTE_ENVELOPE_BAND; i++) {
        double sum = (sums[i][0] + sums[i][1]) + (sums[i][2] + sums[i][3]);
        for (uint32_t rest = k; rest < count; rest++) sum += rows[i * stride + rest] * other[rest];
        out[i] = sum;
    }
}
