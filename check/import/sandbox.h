// What the child process that reads a file may still do: compute, use the memory that its limits allow, and talk to its parent.

#ifndef MOTE_CHECK_SANDBOX_H
#define MOTE_CHECK_SANDBOX_H

#include <mote/base.h>

// Sanitizers reserve terabytes of addresses, and to report what they find they open files and start a symbolizer: in their
// builds the child has neither a limit of addresses nor a filter.
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

// Why a process has no filter, for messages.
#if CHECK_SANITIZED
#define CHECK_NO_FILTER "builds with a sanitizer have none"
#else
#define CHECK_NO_FILTER "this system does not allow one (seccomp)"
#endif

// Closes all descriptors but these, which get the numbers 3, 4, ... in this order. Standard input and output, and
// standard error too unless a sanitizer needs it, lead nowhere. False if the system refuses.
bool check_sandbox_keep(int *descriptors, int count);

// From here on the process opens no file, creates no socket, process or thread, runs no other program, maps no code, and
// sends signals to nobody but itself. A harmless call that is not needed fails with EPERM; one that a reader never
// makes ends the process with SIGSYS. False where the system has no filter for system calls (anything but Linux on x86-64
// and AArch64) or does not allow one: limits, and the parent's checks of what may be opened, hold all the same.
bool check_sandbox_lock(void);

#endif
