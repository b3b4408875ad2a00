#define _GNU_SOURCE // close_range, syscall, POSIX
#include "check/import/sandbox.h"

#include <fcntl.h>
#include <stddef.h>
#include <unistd.h>

enum { FIRST_KEPT = 3, MAX_KEPT = 8, MAX_DESCRIPTORS = 65536 };

// ---------------------------------------------------------------------------------------------
// Descriptors

static void close_from(int first)
{
#ifdef CLOSE_RANGE_UNSHARE
    if (close_range((unsigned)first, ~0U, 0) == 0) return;
#endif
    long count = sysconf(_SC_OPEN_MAX);
    if (count < 0 || count > MAX_DESCRIPTORS) count = MAX_DESCRIPTORS;
    for (int i = first; i < count; i++) close(i);
}

bool check_sandbox_keep(int *descriptors, int count)
{
    int away[MAX_KEPT];
    for (int i = 0; i < count; i++) {
        away[i] = fcntl(descriptors[i], F_DUPFD, FIRST_KEPT + MAX_KEPT);
        if (away[i] < 0) return false;
    }
    int nowhere = open("/dev/null", O_RDWR);
    for (int i = 0; i < (CHECK_SANITIZED ? 2 : 3) && nowhere >= 0; i++)
        if (dup2(nowhere, i) < 0) return false;
    for (int i = 0; i < count; i++) {
        descriptors[i] = FIRST_KEPT + i;
        if (dup2(away[i], descriptors[i]) < 0) return false;
    }
    close_from(FIRST_KEPT + count);
    return nowhere >= 0;
}

// ---------------------------------------------------------------------------------------------
// System calls

#if defined(__linux__) && !CHECK_SANITIZED && (defined(__x86_64__) || defined(__aarch64__))

#include <errno.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/syscall.h>

#ifdef __x86_64__
static const uint32_t architecture = AUDIT_ARCH_X86_64;
#else
static const uint32_t architecture = AUDIT_ARCH_AARCH64;
#endif

// Needed for computing, memory, signals within the process and the two connections to the parent.
static const uint32_t allowed[] = {
    SYS_read,           SYS_write,           SYS_recvmsg,     SYS_lseek,
    SYS_fstat,          SYS_close,           SYS_brk,         SYS_munmap,
    SYS_mremap,         SYS_madvise,         SYS_futex,       SYS_rt_sigaction,
    SYS_rt_sigprocmask, SYS_rt_sigreturn,    SYS_sigaltstack, SYS_clock_gettime,
    SYS_gettimeofday,   SYS_getrandom,       SYS_getpid,      SYS_gettid,
    SYS_sched_yield,    SYS_restart_syscall, SYS_exit,        SYS_exit_group,
#ifdef SYS_time
    SYS_time,
#endif
};

// No reader makes these calls: a file has taken over the process.
static const uint32_t fatal[] = {
    SYS_execve,
    SYS_execveat,
    SYS_clone,
    SYS_clone3,
    SYS_ptrace,
    SYS_kill,
    SYS_tkill,
    SYS_socket,
    SYS_socketpair,
    SYS_connect,
    SYS_bind,
    SYS_listen,
    SYS_accept,
    SYS_accept4,
    SYS_sendto,
    SYS_sendmsg,
    SYS_sendmmsg,
    SYS_mount,
    SYS_unshare,
    SYS_setns,
    SYS_bpf,
    SYS_perf_event_open,
    SYS_io_uring_setup,
    SYS_process_vm_readv,
    SYS_process_vm_writev,
    SYS_init_module,
    SYS_finit_module,
    SYS_keyctl,
    SYS_userfaultfd,
#ifdef SYS_fork
    SYS_fork,
    SYS_vfork,
#endif
};

enum {
    ALLOWED_COUNT = sizeof allowed / sizeof allowed[0],
    FATAL_COUNT = sizeof fatal / sizeof fatal[0],
    MAX_INSTRUCTIONS = 32 + 2 * (ALLOWED_COUNT + FATAL_COUNT)
};

typedef struct program {
    struct sock_filter code[MAX_INSTRUCTIONS];
    unsigned short count;
} program;

static void add(program *p, uint32_t code, uint32_t operand, unsigned char skip_if,
                unsigned char skip_else)
{
    p->code[p->count++] = (struct sock_filter){(uint16_t)code, skip_if, skip_else, operand};
}

static void load(program *p, size_t offset)
{
    add(p, BPF_LD | BPF_W | BPF_ABS, (uint32_t)offset, 0, 0);
}

static void answer(program *p, uint32_t action)
{
    add(p, BPF_RET | BPF_K, action, 0, 0);
}

static void answer_if_call(program *p, uint32_t number, uint32_t action)
{
    add(p, BPF_JMP | BPF_JEQ | BPF_K, number, 0, 1);
    answer(p, action);
}

// The offset of the low 32 bits of an argument.
static size_t argument(int number)
{
    const uint16_t one = 1;
    bool little = *(const unsigned char *)&one == 1;
    return offsetof(struct seccomp_data, args) + (size_t)number * 8 + (little ? 0 : 4);
}

static void refuse_code(program *p, uint32_t number)
{
    add(p, BPF_JMP | BPF_JEQ | BPF_K, number, 0, 4);
    load(p, argument(2));
    add(p, BPF_JMP | BPF_JSET | BPF_K, PROT_EXEC, 0, 1);
    answer(p, SECCOMP_RET_ERRNO | EPERM);
    answer(p, SECCOMP_RET_ALLOW);
}

// abort and raise send signals to the own process.
static void allow_own_signals(program *p)
{
    add(p, BPF_JMP | BPF_JEQ | BPF_K, SYS_tgkill, 0, 4);
    load(p, argument(0));
    add(p, BPF_JMP | BPF_JEQ | BPF_K, (uint32_t)getpid(), 0, 1);
    answer(p, SECCOMP_RET_ALLOW);
    answer(p, SECCOMP_RET_KILL_PROCESS);
}

static void build(program *p)
{
    p->count = 0;
    load(p, offsetof(struct seccomp_data, arch));
    add(p, BPF_JMP | BPF_JEQ | BPF_K, architecture, 1, 0);
    answer(p, SECCOMP_RET_KILL_PROCESS);
    load(p, offsetof(struct seccomp_data, nr));
#ifdef __x86_64__
    const uint32_t first_of_x32 = 0x40000000; // x32 numbers for the same calls
    add(p, BPF_JMP | BPF_JGE | BPF_K, first_of_x32, 0, 1);
    answer(p, SECCOMP_RET_KILL_PROCESS);
#endif
    for (size_t i = 0; i < ALLOWED_COUNT; i++) answer_if_call(p, allowed[i], SECCOMP_RET_ALLOW);
    refuse_code(p, SYS_mmap);
    refuse_code(p, SYS_mprotect);
    allow_own_signals(p);
    for (size_t i = 0; i < FATAL_COUNT; i++) answer_if_call(p, fatal[i], SECCOMP_RET_KILL_PROCESS);
    answer(p, SECCOMP_RET_ERRNO | EPERM);
}

bool check_sandbox_lock(void)
{
    program p;
    build(&p);
    const struct sock_fprog filter = {p.count, p.code};
    return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 &&
           prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &filter, 0, 0) == 0;
}

#else

bool check_sandbox_lock(void)
{
    return false;
}

#endif
