#define _GNU_SOURCE // memfd_create, POSIX
#include "apps/mote/batch/tasks.h"

#include <errno.h>
#include <signal.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "apps/mote/batch/work.h"
#include "apps/mote/interrupt.h"
#include "apps/mote/terminal.h"
#include "core/result.h"

// A message between ranks. Rank 0 sends a task with the folder as its text. The other rank returns
// its outcome.
typedef struct message {
    int32_t kind; // a cmd_batch_task_kind or a value below
    uint32_t number;
    uint8_t done, killed, crashed;
    char text[4096]; // sent up to its terminating zero
} message;

enum {
    HOME = -1,        // from rank 0: stop the current task and end
    INTERRUPTED = -2, // to rank 0: the rank received a signal and has stopped its task
    GONE = -3         // to rank 0: the last message of the rank
};

_Static_assert(sizeof(message) <= CMD_BATCH_MPI_MESSAGE, "a message fits");

// A process on this machine.
typedef struct worker {
    pid_t process; // 0: none
    int words;     // descriptor of its standard error
    uint32_t task;
} worker;

static void pause_briefly(void)
{
    nanosleep(&(const struct timespec){.tv_nsec = 1000000}, NULL);
}

// ---------------------------------------------------------------------------------------------
// Processes

static _Noreturn void become_task(const char *folder, cmd_batch_task_kind kind, uint32_t number,
                                  int words, pid_t parent)
{
    static const char *const names[] = {"--measure", "--shard", "--finish"};
    char digits[16];
    snprintf(digits, sizeof digits, "%u", number + 1);
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != parent) _exit(2); // the parent died before prctl
    dup2(words, STDERR_FILENO);
    signal(SIGINT, SIG_DFL);
    signal(SIGTERM, SIG_DFL);
    signal(SIGHUP, SIG_DFL);
    char program[] = "mote", verb[] = "batch", option[] = "--run", what[16], where[4096];
    snprintf(what, sizeof what, "%s", names[kind]);
    snprintf(where, sizeof where, "%s", folder);
    char *const arguments[] = {program, verb, option, where, what, digits, NULL};
    execv("/proc/self/exe", arguments);
    static const char failed[] = "mote batch: this program cannot be started again\n";
    (void)!write(STDERR_FILENO, failed, sizeof failed - 1);
    _exit(2);
}

static mote_result start(const char *folder, cmd_batch_task_kind kind, uint32_t number, worker *w)
{
    w->words = memfd_create("mote-batch", MFD_CLOEXEC);
    if (w->words < 0)
        return mote_fail(MOTE_ERROR_IO, "a process cannot be created: %s", strerror(errno));
    fflush(NULL);
    pid_t parent = getpid();
    w->process = fork();
    if (w->process == 0) become_task(folder, kind, number, w->words, parent);
    if (w->process > 0) return MOTE_OK;
    int reason = errno;
    close(w->words);
    w->process = 0;
    return mote_fail(MOTE_ERROR_IO, "a process cannot be created: %s", strerror(reason));
}

// Reads the last line that the process has written, without the prefix "mote batch: ".
static void read_words(int words, char *out, size_t size)
{
    static const char head[] = "mote batch: ";
    char text[4096];
    off_t end = lseek(words, 0, SEEK_END);
    off_t from = end > (off_t)sizeof text - 1 ? end - ((off_t)sizeof text - 1) : 0;
    ssize_t got = pread(words, text, sizeof text - 1, from);
    text[got > 0 ? got : 0] = '\0';
    size_t length = strlen(text);
    while (length > 0 && text[length - 1] == '\n') text[--length] = '\0';
    const char *line = strrchr(text, '\n');
    line = line ? line + 1 : text;
    if (strncmp(line, head, sizeof head - 1) == 0) line += sizeof head - 1;
    snprintf(out, size, "%s", line);
}

// Returns whether the process has ended, and if so sets its outcome in `task`.
static bool poll_worker(worker *w, cmd_batch_task *task)
{
    int status = 0;
    if (w->process == 0) return false;
    pid_t ended = waitpid(w->process, &status, WNOHANG);
    if (ended == 0 || (ended < 0 && errno == EINTR)) return false;
    task->done = ended > 0 && WIFEXITED(status) && WEXITSTATUS(status) == 0;
    if (ended < 0) {
        snprintf(task->message, sizeof task->message, "how its process ended is not known: %s",
                 strerror(errno));
    } else if (WIFSIGNALED(status)) {
        task->crashed = cmd_batch_is_crash(status);
        task->killed = !task->crashed;
        snprintf(task->message, sizeof task->message, "its process was ended by signal %d (%s)",
                 WTERMSIG(status), strsignal(WTERMSIG(status)));
    } else if (!task->done) {
        read_words(w->words, task->message, sizeof task->message);
        if (!task->message[0])
            snprintf(task->message, sizeof task->message, "its process ended with exit code %d",
                     WEXITSTATUS(status));
    }
    close(w->words);
    w->process = 0;
    return true;
}

static void stop_workers(worker *workers, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++)
        if (workers[i].process > 0) kill(workers[i].process, SIGTERM);
    for (uint32_t i = 0; i < count; i++) {
        if (workers[i].process <= 0) continue;
        while (waitpid(workers[i].process, NULL, 0) < 0 && errno == EINTR) continue;
        close(workers[i].words);
        workers[i].process = 0;
    }
}

// ---------------------------------------------------------------------------------------------
// The team

static mote_result fail_mpi(int code)
{
    return mote_fail(MOTE_ERROR_IO, "MPI: error %d", code);
}

mote_result cmd_batch_team_begin(cmd_batch_team *team)
{
    team->size = 1;
    team->rank = 0;
    if (!cmd_batch_is_under_mpi()) return MOTE_OK;
    mote_result result = cmd_batch_load_mpi(&team->mpi);
    if (result) return result;
    int code = team->mpi->begin(&team->rank, &team->size);
    if (code) team->mpi = NULL;
    return code ? fail_mpi(code) : MOTE_OK;
}

static int send_message(const cmd_batch_team *team, int to, const message *m)
{
    return team->mpi->send(to, m, (int)(offsetof(message, text) + strlen(m->text) + 1));
}

// Tells the other ranks to end and waits for their last messages.
static void send_home(cmd_batch_team *team)
{
    const message home = {.kind = HOME};
    int code = 0;
    for (int i = 1; i < team->size && !code; i++) code = send_message(team, i, &home);
    while (!code && team->gone < team->size - 1) {
        message m;
        int from = -1;
        code = team->mpi->receive(&from, &m, sizeof m);
        if (from < 0)
            pause_briefly();
        else if (m.kind == GONE)
            team->gone++;
    }
}

void cmd_batch_team_end(cmd_batch_team *team)
{
    if (!team->mpi) return;
    const message gone = {.kind = GONE};
    if (team->rank == 0)
        send_home(team);
    else
        (void)send_message(team, 0, &gone);
    team->mpi->end();
    team->mpi = NULL;
}

// A run of tasks, on rank 0.
typedef struct run {
    cmd_batch_team *team;
    cmd_batch_task *tasks;
    uint32_t count, next, ended;
    worker *workers;
    uint32_t *rank_tasks; // task of each other rank; MOTE_NONE: idle
    cmd_progress progress;
} run;

static void end_task(run *r, uint32_t task)
{
    r->ended++;
    uint64_t cost = r->tasks[task].cost;
    r->progress.done += cost > 0 ? cost - 1 : 0;
    cmd_progress_step(&r->progress);
}

static mote_result hand_out(run *r)
{
    mote_result result = MOTE_OK;
    for (int i = 1; i < r->team->size && r->next < r->count && !result; i++) {
        if (r->rank_tasks[i] != MOTE_NONE) continue;
        const cmd_batch_task *task = &r->tasks[r->next];
        message m = {.kind = (int32_t)task->kind, .number = task->number};
        snprintf(m.text, sizeof m.text, "%s", r->team->folder);
        int code = send_message(r->team, i, &m);
        if (code) return fail_mpi(code);
        r->rank_tasks[i] = r->next++;
    }
    for (uint32_t i = 0; i < r->team->jobs && r->next < r->count && !result; i++) {
        worker *w = &r->workers[i];
        if (w->process) continue;
        result = start(r->team->folder, r->tasks[r->next].kind, r->tasks[r->next].number, w);
        w->task = r->next;
        if (!result) r->next++;
    }
    return result;
}

static mote_result fail_interrupted(void)
{
    return mote_fail(MOTE_ERROR_STATE, "interrupted; the same command goes on with it");
}

// Receives the outcomes from other ranks.
static mote_result hear(run *r, bool *heard)
{
    message m;
    int from = -1, code = 0;
    if (!r->team->mpi) return MOTE_OK;
    while (!(code = r->team->mpi->receive(&from, &m, sizeof m)) && from > 0) {
        if (m.kind == INTERRUPTED) return fail_interrupted();
        if (m.kind == GONE) {
            r->team->gone++;
            return mote_fail(MOTE_ERROR_IO, "MPI: rank %d has ended", from);
        }
        uint32_t task = r->rank_tasks[from];
        r->rank_tasks[from] = MOTE_NONE;
        *heard = true;
        if (task == MOTE_NONE) continue;
        r->tasks[task].done = m.done;
        r->tasks[task].killed = m.killed;
        r->tasks[task].crashed = m.crashed;
        snprintf(r->tasks[task].message, CMD_BATCH_MESSAGE, "%.500s", m.text);
        end_task(r, task);
    }
    return code ? fail_mpi(code) : MOTE_OK;
}

static mote_result run_all(run *r)
{
    mote_result result = MOTE_OK;
    while (r->ended < r->count && !result) {
        bool heard = false;
        if (cmd_interrupt_name()) return fail_interrupted();
        result = hand_out(r);
        if (!result) result = hear(r, &heard);
        for (uint32_t i = 0; i < r->team->jobs; i++) {
            if (!poll_worker(&r->workers[i], &r->tasks[r->workers[i].task])) continue;
            end_task(r, r->workers[i].task);
            heard = true;
        }
        if (!heard && !result) pause_briefly();
    }
    return result;
}

mote_result cmd_batch_team_run(cmd_batch_team *team, const char *what, cmd_batch_task *tasks,
                               uint32_t count)
{
    uint64_t cost = 0;
    for (uint32_t i = 0; i < count; i++) cost += tasks[i].cost ? tasks[i].cost : 1;
    if (count == 0) return MOTE_OK;
    run r = {.team = team, .tasks = tasks, .count = count};
    r.workers = calloc(team->jobs, sizeof *r.workers);
    r.rank_tasks = calloc((size_t)team->size, sizeof *r.rank_tasks);
    mote_result result = r.workers && r.rank_tasks
                             ? MOTE_OK
                             : mote_fail_memory(team->jobs * sizeof *r.workers, "the processes");
    if (!result) {
        for (int i = 0; i < team->size; i++) r.rank_tasks[i] = MOTE_NONE;
        r.progress = cmd_progress_begin(what, cost);
        result = run_all(&r);
        cmd_progress_end(&r.progress);
        stop_workers(r.workers, team->jobs);
    }
    free(r.workers);
    free(r.rank_tasks);
    return result;
}

// The current task, on a rank other than 0.
typedef struct service {
    cmd_batch_team *team;
    worker worker;
    cmd_batch_task task;
    bool interrupted;
} service;

static int answer(const service *s)
{
    const cmd_batch_task *task = &s->task;
    message m = {.kind = (int32_t)task->kind,
                 .number = task->number,
                 .done = task->done,
                 .killed = task->killed,
                 .crashed = task->crashed};
    snprintf(m.text, sizeof m.text, "%s", task->message);
    return send_message(s->team, 0, &m);
}

static int start_asked(service *s, const message *asked)
{
    cmd_batch_task *task = &s->task;
    *task = (cmd_batch_task){.kind = (cmd_batch_task_kind)asked->kind, .number = asked->number};
    if (start(asked->text, task->kind, task->number, &s->worker) == MOTE_OK) return 0;
    snprintf(task->message, sizeof task->message, "%s", mote_last_message());
    return answer(s);
}

// Reports an interrupt to rank 0, which decides when to end. Tasks received later are not started.
static int tell_interrupt(service *s)
{
    const message m = {.kind = INTERRUPTED};
    s->interrupted = true;
    stop_workers(&s->worker, 1);
    return send_message(s->team, 0, &m);
}

mote_result cmd_batch_team_serve(cmd_batch_team *team)
{
    service s = {.team = team};
    int code = 0;
    while (!code) {
        message asked;
        int from = -1;
        code = team->mpi->receive(&from, &asked, sizeof asked);
        if (!code && from >= 0 && asked.kind == HOME) break;
        if (!code && !s.interrupted && cmd_interrupt_name()) code = tell_interrupt(&s);
        if (!code && from >= 0 && !s.interrupted) code = start_asked(&s, &asked);
        if (!code && poll_worker(&s.worker, &s.task)) code = answer(&s);
        if (!code && from < 0) pause_briefly();
    }
    stop_workers(&s.worker, 1);
    return code ? fail_mpi(code) : MOTE_OK;
}
