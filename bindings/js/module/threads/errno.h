// <errno.h> of wasi-libc declares errno as thread-local, but the library itself, compiled without
// threads, has one for all of them; the linker refuses what does not agree. Only the owner of the
// module reads errno.
#pragma GCC system_header
#define _Thread_local
#include_next <errno.h>
#undef _Thread_local
