// Eight floats at a time by compiler vector types.
//
// A file named *_simd.c is compiled once for the baseline and, on x86-64, once more with AVX2; it
// names its functions with MOTE_KERNEL(name), which gives each compilation its own symbol. A caller
// declares both with MOTE_DECLARE_KERNEL and picks one at run time with MOTE_PICK_KERNEL. Both give
// the same bits: contraction is off and no kernel adds in an order that depends on the width.

#ifndef MOTE_CORE_SIMD_H
#define MOTE_CORE_SIMD_H

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#if defined(__AVX2__)
#include <immintrin.h>
#elif defined(__SSE2__)
#include <emmintrin.h>
#elif defined(__wasm_simd128__)
#include <wasm_simd128.h>
#endif

#define MOTE_JOIN_(a, b) a##b
#define MOTE_JOIN(a, b) MOTE_JOIN_(a, b)

#ifndef MOTE_KERNEL_SUFFIX
#define MOTE_KERNEL_SUFFIX _base
#endif
#define MOTE_KERNEL(name) MOTE_JOIN(name, MOTE_KERNEL_SUFFIX)

#ifdef MOTE_HAVE_AVX2_KERNELS
#define MOTE_DECLARE_KERNEL(result, name, parameters)                                              \
    result name##_base parameters;                                                                 \
    result name##_avx2 parameters
#define MOTE_PICK_KERNEL(name) (mote_cpu_has_avx2() ? name##_avx2 : name##_base)
#else
#define MOTE_DECLARE_KERNEL(result, name, parameters) result name##_base parameters
#define MOTE_PICK_KERNEL(name) (name##_base)
#endif

// Cheap: the answer is kept. The environment variable MOTE_NO_AVX2=1 says no, for tests.
bool mote_cpu_has_avx2(void);

typedef float mote_f32x8 __attribute__((vector_size(32)));
typedef int32_t mote_i32x8 __attribute__((vector_size(32)));
typedef double mote_f64x4 __attribute__((vector_size(32)));
typedef int64_t mote_i64x4 __attribute__((vector_size(32)));

static inline mote_f32x8 mote_f32x8_splat(float x)
{
    return (mote_f32x8){x, x, x, x, x, x, x, x};
}

static inline mote_f32x8 mote_f32x8_load(const float *from) // any alignment
{
    mote_f32x8 v;
    memcpy(&v, from, sizeof v);
    return v;
}

static inline void mote_f32x8_store(float *to, mote_f32x8 v)
{
    memcpy(to, &v, sizeof v);
}

// mask lanes are all ones or all zeros, as comparisons give them
static inline mote_f32x8 mote_f32x8_select(mote_i32x8 mask, mote_f32x8 yes, mote_f32x8 no)
{
#if defined(__AVX2__)
    return (mote_f32x8)_mm256_blendv_ps((__m256)no, (__m256)yes, (__m256)mask);
#else
    return (mote_f32x8)(((mote_i32x8)yes & mask) | ((mote_i32x8)no & ~mask));
#endif
}

// The smaller of each lane; the second operand where either is NaN, as SSE has it.
static inline mote_f32x8 mote_f32x8_min(mote_f32x8 a, mote_f32x8 b)
{
#if defined(__AVX2__)
    return (mote_f32x8)_mm256_min_ps((__m256)a, (__m256)b);
#elif defined(__SSE2__)
    union {
        mote_f32x8 v;
        __m128 half[2];
    } x = {a}, y = {b};
    x.half[0] = _mm_min_ps(x.half[0], y.half[0]);
    x.half[1] = _mm_min_ps(x.half[1], y.half[1]);
    return x.v;
#elif defined(__wasm_simd128__)
    union {
        mote_f32x8 v;
        v128_t half[2];
    } x = {a}, y = {b};
    x.half[0] = wasm_f32x4_pmin(y.half[0], x.half[0]);
    x.half[1] = wasm_f32x4_pmin(y.half[1], x.half[1]);
    return x.v;
#else
    return mote_f32x8_select(a < b, a, b);
#endif
}

// The larger of each lane; the second operand where either is NaN.
static inline mote_f32x8 mote_f32x8_max(mote_f32x8 a, mote_f32x8 b)
{
#if defined(__AVX2__)
    return (mote_f32x8)_mm256_max_ps((__m256)a, (__m256)b);
#elif defined(__SSE2__)
    union {
        mote_f32x8 v;
        __m128 half[2];
    } x = {a}, y = {b};
    x.half[0] = _mm_max_ps(x.half[0], y.half[0]);
    x.half[1] = _mm_max_ps(x.half[1], y.half[1]);
    return x.v;
#elif defined(__wasm_simd128__)
    union {
        mote_f32x8 v;
        v128_t half[2];
    } x = {a}, y = {b};
    x.half[0] = wasm_f32x4_pmax(y.half[0], x.half[0]);
    x.half[1] = wasm_f32x4_pmax(y.half[1], x.half[1]);
    return x.v;
#else
    return mote_f32x8_select(a > b, a, b);
#endif
}

static inline mote_f32x8 mote_f32x8_abs(mote_f32x8 a)
{
    return (mote_f32x8)((mote_i32x8)a & 0x7fffffff);
}

// Bit i is set where lane i of the mask is.
static inline uint32_t mote_i32x8_bits(mote_i32x8 mask)
{
#if defined(__AVX2__)
    return (uint32_t)_mm256_movemask_ps((__m256)mask);
#elif defined(__SSE2__)
    union {
        mote_i32x8 v;
        __m128 half[2];
    } x = {mask};
    return (uint32_t)_mm_movemask_ps(x.half[0]) | (uint32_t)_mm_movemask_ps(x.half[1]) << 4;
#elif defined(__wasm_simd128__)
    union {
        mote_i32x8 v;
        v128_t half[2];
    } x = {mask};
    return (uint32_t)wasm_i32x4_bitmask(x.half[0]) | (uint32_t)wasm_i32x4_bitmask(x.half[1]) << 4;
#else
    uint32_t bits = 0;
    for (int i = 0; i < 8; i++) bits |= (uint32_t)(mask[i] & 1) << i;
    return bits;
#endif
}

#endif
