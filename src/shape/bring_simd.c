#include "shape/bring.h"

static inline void bring(const char *data, size_t stride, const uint32_t *order, uint32_t first,
                         uint32_t end, uint32_t ahead, float *out)
{
    if (first == end) return;
    // Each store writes one float too many, which the next vertex overwrites; the last must not.
    for (uint32_t v = first; v + 1 < end; v++) {
        if (ahead && v + ahead < end) __builtin_prefetch(data + order[v + ahead] * stride);
        mote_f32x4 p = mote_f32x4_load3((const float *)(const void *)(data + order[v] * stride));
        memcpy(out + 3 * (size_t)v, &p, sizeof p);
    }
    memcpy(out + 3 * (size_t)(end - 1), data + order[end - 1] * stride, 3 * sizeof(float));
}

void MOTE_KERNEL(mote_bring_vertices)(const char *data, size_t stride, const uint32_t *order,
                                      uint32_t first, uint32_t end, bool prefetch, float *out)
{
    if (prefetch) {
        bring(data, stride, order, first, end, 96, out);
    } else {
        bring(data, stride, order, first, end, 0, out);
    }
}
