#include "core/simd.h"

#include <stdlib.h>

#ifdef MOTE_HAVE_AVX2_KERNELS

static bool detect_avx2(void)
{
    const char *no = getenv("MOTE_NO_AVX2");
    if (no && no[0] == '1') return false;
    __builtin_cpu_init();
    return __builtin_cpu_supports("avx2");
}

bool mote_cpu_has_avx2(void)
{
    // 0 unknown, 1 no, 2 yes. Threads that race here find the same answer.
    static _Atomic int known;
    int state = known;
    if (state == 0) known = state = detect_avx2() ? 2 : 1;
    return state == 2;
}

#else

bool mote_cpu_has_avx2(void)
{
    return false;
}

#endif
