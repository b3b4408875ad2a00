// Eight floats at a time by compiler vector types.
//
// A file named *_simd.c is compiled once for the baseline and, on x86-64, once more with AVX2; it
// names its functions with MOTE_KERNEL(name), which gives each compilation its own symbol. A caller
// declares both with MOTE_DECLARE_KERNEL and picks one at run time with MOTE_PICK_KERNEL. Both give
// the same bits: contraction is off and no kernel adds in an order that depends on the width.

#ifndef MOTE_CORE_SIMD_H
#define MOTE_CORE_SIMD_H

#include <math.h>
#include <stdatomic.h>
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

// The build defines MOTE_AVX2_PASS in the second compilation of kernels. __AVX2__ is no substitute:
// the caller's flags may enable AVX2 for the baseline as well.
#ifdef MOTE_AVX2_PASS
#define MOTE_KERNEL_SUFFIX _avx2
#else
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

// 0: not detected yet, 1: no AVX2, 2: AVX2.
extern _Atomic int mote_cpu_avx2;

// Detects AVX2 and stores the result in mote_cpu_avx2. The environment variable MOTE_NO_AVX2=1
// disables AVX2, for tests.
bool mote_cpu_look_for_avx2(void);

static inline bool mote_cpu_has_avx2(void)
{
    int known = atomic_load_explicit(&mote_cpu_avx2, memory_order_relaxed);
    return known ? known == 2 : mote_cpu_look_for_avx2();
}

typedef float mote_f32x8 __attribute__((vector_size(32)));
typedef int32_t mote_i32x8 __attribute__((vector_size(32)));
typedef uint8_t mote_u8x8 __attribute__((vector_size(8)));
typedef uint16_t mote_u16x8 __attribute__((vector_size(16)));
typedef float mote_f32x2 __attribute__((vector_size(8)));
typedef float mote_f32x4 __attribute__((vector_size(16)));
typedef int32_t mote_i32x4 __attribute__((vector_size(16)));
typedef double mote_f64x2 __attribute__((vector_size(16)));
typedef int64_t mote_i64x2 __attribute__((vector_size(16)));
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

// Lanes of the mask must be all ones or all zeros, as in results of comparisons.
static inline mote_f32x8 mote_f32x8_select(mote_i32x8 mask, mote_f32x8 yes, mote_f32x8 no)
{
#if defined(__AVX2__)
    return (mote_f32x8)_mm256_blendv_ps((__m256)no, (__m256)yes, (__m256)mask);
#else
    return (mote_f32x8)(((mote_i32x8)yes & mask) | ((mote_i32x8)no & ~mask));
#endif
}

// The minimum in each lane; the second operand if either is NaN, as in SSE.
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

// The maximum in each lane; the second operand if either is NaN.
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

// a >= b, lane by lane. For WebAssembly, clang-14 turns comparisons of eight floats into
// sixteen-bit masks, and expands these lane by lane for use as float masks. Comparisons of four
// floats compile well.
static inline mote_i32x8 mote_f32x8_at_least(mote_f32x8 a, mote_f32x8 b)
{
#if defined(__wasm_simd128__)
    union {
        mote_f32x8 f;
        v128_t half[2];
        mote_i32x8 mask;
    } x = {a}, y = {b};
    x.half[0] = wasm_f32x4_ge(x.half[0], y.half[0]);
    x.half[1] = wasm_f32x4_ge(x.half[1], y.half[1]);
    return x.mask;
#else
    return a >= b;
#endif
}

static inline mote_f32x8 mote_f32x8_sqrt(mote_f32x8 a)
{
#if defined(__AVX2__)
    return (mote_f32x8)_mm256_sqrt_ps((__m256)a);
#elif defined(__SSE2__)
    union {
        mote_f32x8 v;
        __m128 half[2];
    } x = {a};
    x.half[0] = _mm_sqrt_ps(x.half[0]);
    x.half[1] = _mm_sqrt_ps(x.half[1]);
    return x.v;
#elif defined(__wasm_simd128__)
    union {
        mote_f32x8 v;
        v128_t half[2];
    } x = {a};
    x.half[0] = wasm_f32x4_sqrt(x.half[0]);
    x.half[1] = wasm_f32x4_sqrt(x.half[1]);
    return x.v;
#else
    for (int i = 0; i < 8; i++) a[i] = sqrtf(a[i]);
    return a;
#endif
}

static inline mote_f32x8 mote_f32x8_abs(mote_f32x8 a)
{
    return (mote_f32x8)((mote_i32x8)a & 0x7fffffff);
}

// Bit i is set if lane i of the mask is set.
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

// Loads a packed position as x, y, z, 0. Reads no further than z.
static inline mote_f32x4 mote_f32x4_load3(const float *from)
{
#if defined(__SSE2__)
    __m128 xy = _mm_castsi128_ps(_mm_loadl_epi64((const __m128i *)(const void *)from));
    return (mote_f32x4)_mm_movelh_ps(xy, _mm_load_ss(from + 2));
#elif defined(__wasm_simd128__)
    return (mote_f32x4)wasm_v128_load32_lane(from + 2, wasm_v128_load64_zero(from), 2);
#else
    return (mote_f32x4){from[0], from[1], from[2], 0};
#endif
}

// Loads a position in one load. The float after z must be readable; it goes into the last lane.
static inline mote_f32x4 mote_f32x4_load3_padded(const float *from)
{
    mote_f32x4 v;
    memcpy(&v, from, sizeof v);
    return v;
}

static inline mote_f32x4 mote_f32x4_min(mote_f32x4 a, mote_f32x4 b)
{
#if defined(__SSE2__)
    return (mote_f32x4)_mm_min_ps((__m128)a, (__m128)b);
#elif defined(__wasm_simd128__)
    return (mote_f32x4)wasm_f32x4_pmin((v128_t)b, (v128_t)a);
#else
    for (int i = 0; i < 4; i++) a[i] = a[i] < b[i] ? a[i] : b[i];
    return a;
#endif
}

static inline mote_f32x4 mote_f32x4_max(mote_f32x4 a, mote_f32x4 b)
{
#if defined(__SSE2__)
    return (mote_f32x4)_mm_max_ps((__m128)a, (__m128)b);
#elif defined(__wasm_simd128__)
    return (mote_f32x4)wasm_f32x4_pmax((v128_t)b, (v128_t)a);
#else
    for (int i = 0; i < 4; i++) a[i] = a[i] > b[i] ? a[i] : b[i];
    return a;
#endif
}

// Selects lanes of two vectors of the same type by constant indices, which count the lanes of `a`
// and then the lanes of `b`. The number in the name is the lane count of the operands; the number
// after TO is the lane count of the result, if different. gcc before version 12 has only a shuffle
// that keeps the lane count.
#if defined(__clang__) || __GNUC__ >= 12
#define MOTE_SHUFFLE4(a, b, ...) __builtin_shufflevector(a, b, __VA_ARGS__)
#define MOTE_SHUFFLE8(a, b, ...) __builtin_shufflevector(a, b, __VA_ARGS__)
#define MOTE_SHUFFLE4_TO_8(a, b, ...) __builtin_shufflevector(a, b, __VA_ARGS__)
#define MOTE_SHUFFLE8_TO_4(a, b, ...) __builtin_shufflevector(a, b, __VA_ARGS__)
#define MOTE_SHUFFLE4_TO_2(a, b, ...) __builtin_shufflevector(a, b, __VA_ARGS__)
#else
#define MOTE_SHUFFLE4(a, b, ...) __builtin_shuffle(a, b, (mote_i32x4){__VA_ARGS__})
#define MOTE_SHUFFLE8(a, b, ...) __builtin_shuffle(a, b, (mote_i32x8){__VA_ARGS__})
#define MOTE_SHUFFLE4_TO_8(a, b, i, j, k, l, m, n, o, p)                                           \
    mote_f32x8_join(MOTE_SHUFFLE4(a, b, i, j, k, l), MOTE_SHUFFLE4(a, b, m, n, o, p))
#define MOTE_SHUFFLE8_TO_4(a, b, i, j, k, l)                                                       \
    mote_f32x8_low(MOTE_SHUFFLE8(a, b, i, j, k, l, i, j, k, l))
#define MOTE_SHUFFLE4_TO_2(a, b, i, j) mote_f32x4_low(MOTE_SHUFFLE4(a, b, i, j, i, j))

static inline mote_f32x8 mote_f32x8_join(mote_f32x4 low, mote_f32x4 high)
{
    mote_f32x8 joined;
    memcpy(&joined, &low, sizeof low);
    memcpy((char *)&joined + sizeof low, &high, sizeof high);
    return joined;
}

static inline mote_f32x4 mote_f32x8_low(mote_f32x8 v)
{
    mote_f32x4 low;
    memcpy(&low, &v, sizeof low);
    return low;
}

static inline mote_f32x2 mote_f32x4_low(mote_f32x4 v)
{
    mote_f32x2 low;
    memcpy(&low, &v, sizeof low);
    return low;
}
#endif

// Transposes the first three lanes of eight vectors into three vectors of eight.
static inline void mote_f32x4_transpose8(const mote_f32x4 in[8], float out[3][8])
{
    for (int half = 0; half < 8; half += 4) {
        mote_f32x4 a = in[half], b = in[half + 1], c = in[half + 2], d = in[half + 3];
        mote_f32x4 ab_low = MOTE_SHUFFLE4(a, b, 0, 4, 1, 5);
        mote_f32x4 ab_high = MOTE_SHUFFLE4(a, b, 2, 6, 3, 7);
        mote_f32x4 cd_low = MOTE_SHUFFLE4(c, d, 0, 4, 1, 5);
        mote_f32x4 cd_high = MOTE_SHUFFLE4(c, d, 2, 6, 3, 7);
        mote_f32x4 x = MOTE_SHUFFLE4(ab_low, cd_low, 0, 1, 4, 5);
        mote_f32x4 y = MOTE_SHUFFLE4(ab_low, cd_low, 2, 3, 6, 7);
        mote_f32x4 z = MOTE_SHUFFLE4(ab_high, cd_high, 0, 1, 4, 5);
        memcpy(&out[0][half], &x, sizeof x);
        memcpy(&out[1][half], &y, sizeof y);
        memcpy(&out[2][half], &z, sizeof z);
    }
}

// Same as mote_f32x4_transpose8, with the result in registers.
static inline void mote_f32x4_columns8(const mote_f32x4 in[8], mote_f32x8 out[3])
{
    mote_f32x4 x[2], y[2], z[2];
    for (int half = 0; half < 2; half++) {
        const mote_f32x4 *v = in + 4 * half;
        mote_f32x4 ab = MOTE_SHUFFLE4(v[0], v[1], 0, 4, 1, 5);
        mote_f32x4 cd = MOTE_SHUFFLE4(v[2], v[3], 0, 4, 1, 5);
        x[half] = MOTE_SHUFFLE4(ab, cd, 0, 1, 4, 5);
        y[half] = MOTE_SHUFFLE4(ab, cd, 2, 3, 6, 7);
        z[half] = MOTE_SHUFFLE4(MOTE_SHUFFLE4(v[0], v[1], 2, 6, 3, 7),
                                MOTE_SHUFFLE4(v[2], v[3], 2, 6, 3, 7), 0, 1, 4, 5);
    }
    out[0] = MOTE_SHUFFLE4_TO_8(x[0], x[1], 0, 1, 2, 3, 4, 5, 6, 7);
    out[1] = MOTE_SHUFFLE4_TO_8(y[0], y[1], 0, 1, 2, 3, 4, 5, 6, 7);
    out[2] = MOTE_SHUFFLE4_TO_8(z[0], z[1], 0, 1, 2, 3, 4, 5, 6, 7);
}

// A vector of the floats in one register: 8 with AVX2, else 4. GCC splits vectors wider than a
// register through memory, so a kernel with much arithmetic is faster with a loop over these.
#if defined(__AVX2__)
#define MOTE_F32N_LANES 8
#else
#define MOTE_F32N_LANES 4
#endif

typedef float mote_f32n __attribute__((vector_size(4 * MOTE_F32N_LANES)));
typedef int32_t mote_i32n __attribute__((vector_size(4 * MOTE_F32N_LANES)));

static inline mote_f32n mote_f32n_load(const float *from) // any alignment
{
    mote_f32n v;
    memcpy(&v, from, sizeof v);
    return v;
}

static inline mote_f32n mote_f32n_splat(float x)
{
    return x - (mote_f32n){0}; // equals x, including -0
}

static inline mote_f32n mote_f32n_abs(mote_f32n a)
{
    return (mote_f32n)((mote_i32n)a & 0x7fffffff);
}

static inline mote_f32n mote_f32n_select(mote_i32n mask, mote_f32n yes, mote_f32n no)
{
#if defined(__AVX2__)
    return (mote_f32n)_mm256_blendv_ps((__m256)no, (__m256)yes, (__m256)mask);
#else
    return (mote_f32n)(((mote_i32n)yes & mask) | ((mote_i32n)no & ~mask));
#endif
}

// The minimum and the maximum in each lane; the second operand if either is NaN, as in
// mote_f32x8_min.
static inline mote_f32n mote_f32n_min(mote_f32n a, mote_f32n b)
{
#if defined(__AVX2__)
    return (mote_f32n)_mm256_min_ps((__m256)a, (__m256)b);
#elif defined(__SSE2__)
    return (mote_f32n)_mm_min_ps((__m128)a, (__m128)b);
#elif defined(__wasm_simd128__)
    return (mote_f32n)wasm_f32x4_pmin((v128_t)b, (v128_t)a);
#else
    return mote_f32n_select(a < b, a, b);
#endif
}

static inline mote_f32n mote_f32n_max(mote_f32n a, mote_f32n b)
{
#if defined(__AVX2__)
    return (mote_f32n)_mm256_max_ps((__m256)a, (__m256)b);
#elif defined(__SSE2__)
    return (mote_f32n)_mm_max_ps((__m128)a, (__m128)b);
#elif defined(__wasm_simd128__)
    return (mote_f32n)wasm_f32x4_pmax((v128_t)b, (v128_t)a);
#else
    return mote_f32n_select(a > b, a, b);
#endif
}

static inline mote_f32n mote_f32n_sqrt(mote_f32n a)
{
#if defined(__AVX2__)
    return (mote_f32n)_mm256_sqrt_ps((__m256)a);
#elif defined(__SSE2__)
    return (mote_f32n)_mm_sqrt_ps((__m128)a);
#elif defined(__wasm_simd128__)
    return (mote_f32n)wasm_f32x4_sqrt((v128_t)a);
#else
    for (int i = 0; i < MOTE_F32N_LANES; i++) a[i] = sqrtf(a[i]);
    return a;
#endif
}

static inline uint32_t mote_i32n_bits(mote_i32n mask)
{
#if defined(__AVX2__)
    return (uint32_t)_mm256_movemask_ps((__m256)mask);
#elif defined(__SSE2__)
    return (uint32_t)_mm_movemask_ps((__m128)mask);
#elif defined(__wasm_simd128__)
    return (uint32_t)wasm_i32x4_bitmask((v128_t)mask);
#else
    uint32_t bits = 0;
    for (int i = 0; i < MOTE_F32N_LANES; i++) bits |= (uint32_t)(mask[i] & 1) << i;
    return bits;
#endif
}

#endif
