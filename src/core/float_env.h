// Saves the caller's floating point mode and sets the default mode while exact code runs.
//
// Error bounds and expansion arithmetic hold for rounding to nearest with denormals kept. Audio and
// game code often sets flush-to-zero; reading and comparing the control word costs a few cycles.

#ifndef MOTE_CORE_FLOAT_ENV_H
#define MOTE_CORE_FLOAT_ENV_H

#include <float.h>
#include <stdint.h>

// Exact arithmetic needs IEEE floats that are evaluated as written. cmake/warnings.cmake disables
// fast math that CMAKE_C_FLAGS may enable; other build systems fail here.
#if defined(__FAST_MATH__) || (defined(__FINITE_MATH_ONLY__) && __FINITE_MATH_ONLY__)
#error                                                                                             \
    "mote must not be compiled with -ffast-math or -ffinite-math-only: exact tests would give wrong answers"
#endif
#if FLT_EVAL_METHOD != 0
#error "mote needs floats without excess precision: on 32-bit x86 compile with -msse2 -mfpmath=sse"
#endif

// Compilers assume that arithmetic does not depend on the mode and may move it past the change of
// mode. A result in a register must be settled before mote_float_env_leave.
#define MOTE_FLOAT_SETTLE(result) __asm__ volatile("" : "+m"(result) : : "memory")

#if defined(__SSE2__)

#include <xmmintrin.h>

typedef uint32_t mote_float_env;

// Flush-to-zero (15), rounding mode (14, 13) and denormals-are-zero (6).
#define MOTE_FLOAT_ENV_BITS 0xe040u

static inline mote_float_env mote_float_env_enter(void)
{
    mote_float_env before = _mm_getcsr();
    if (before & MOTE_FLOAT_ENV_BITS) _mm_setcsr(before & ~MOTE_FLOAT_ENV_BITS);
    return before;
}

static inline void mote_float_env_leave(mote_float_env before)
{
    if (before & MOTE_FLOAT_ENV_BITS) _mm_setcsr(before);
}

#elif defined(__aarch64__)

typedef uint64_t mote_float_env;

// Flush-to-zero (24) and rounding mode (23, 22) of FPCR.
#define MOTE_FLOAT_ENV_BITS 0x1c00000u

static inline mote_float_env mote_float_env_enter(void)
{
    mote_float_env before;
    __asm__ volatile("mrs %0, fpcr" : "=r"(before)::"memory");
    if (before & MOTE_FLOAT_ENV_BITS)
        __asm__ volatile("msr fpcr, %0" ::"r"(before & ~(uint64_t)MOTE_FLOAT_ENV_BITS) : "memory");
    return before;
}

static inline void mote_float_env_leave(mote_float_env before)
{
    if (before & MOTE_FLOAT_ENV_BITS) __asm__ volatile("msr fpcr, %0" ::"r"(before) : "memory");
}

#else // WebAssembly has only the default mode

typedef uint32_t mote_float_env;

static inline mote_float_env mote_float_env_enter(void)
{
    return 0;
}

static inline void mote_float_env_leave(mote_float_env before)
{
    (void)before;
}

#endif

#endif
