// Restricts the child process that reads a file: it may compute, use memory within its limits, and
// communicate with its parent.

#ifndef MOTE_CHECK_SANDBOX_H
#define MOTE_CHECK_SANDBOX_H

#include <mote/base.h>

// Sanitizers reserve terabytes of addresses, and open files and start a symbolizer for their
// reports. In sanitizer builds the child has neither an address limit nor a filter.
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define CHECK_SANITIZED 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer) ||                         \
    __has_feature(memory_sanitizer)
#define CHECK_SANITIZED 1
#endif
#endif
#ifndef CHECK_SANITIZED
#define CHECK_SANITIZED 0
#endif

// The reason for a missing filter, for messages.
#if CHECK_SANITIZED
#define CHECK_NO_FILTER "builds with a sanitizer have none"
#else
#define CHECK_NO_FILTER "this system does not allow one (seccomp)"
#endif

// Closes all other descriptors and renumbers these as 3, 4, ... in this order. Redirects standard
// input, output and error to /dev/null, except standard error if a sanitizer needs it. False if the
// system refuses.
bool check_sandbox_keep(int *descriptors, int count);

// Afterwards the process cannot open files, create sockets, processes or threads, run programs, map
// code, or send signals to other processes. A harmless call outside of the allowed ones fails with
// EPERM. A call that no reader makes ends the process with SIGSYS. Returns false if the system has
// no system call filter (anything but Linux on x86-64 and AArch64) or does not allow one. Limits
// and the parent's checks of opened files still apply.
bool check_sandbox_lock(void);

#endif
