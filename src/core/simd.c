#include "core/simd.h"

#include <stdlib.h>

_Atomic int mote_cpu_avx2;

static bool detect_avx2(void)
{
#ifdef MOTE_HAVE_AVX2_KERNELS
    const char *no = getenv("MOTE_NO_AVX2");
    if (no && no[0] == '1') return false;
    __builtin_cpu_init();
    return __builtin_cpu_supports("avx2");
#else
    return false;
#endif
}

// A race is harmless: all threads compute the same value.
bool mote_cpu_look_for_avx2(void)
{
    bool has = detect_avx2();
    atomic_store_explicit(&mote_cpu_avx2, has ? 2 : 1, memory_order_relaxed);
    return has;
}
