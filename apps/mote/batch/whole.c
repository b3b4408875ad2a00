#define _POSIX_C_SOURCE 200809L
#include "apps/mote/batch/whole.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "apps/mote/batch/report.h"
#include "apps/mote/batch/shard.h"
#include "apps/mote/batch/work.h"
#include "core/result.h"

mote_result cmd_batch_lock(const char *folder)
{
    char path[CMD_BATCH_PATH];
    mote_result result = cmd_batch_path(path, folder, "work/lock");
    if (result) return result;
    // The lock is held until the process ends in any way. Child processes do not inherit it.
    int descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0666);
    struct flock lock = {.l_type = F_WRLCK, .l_whence = SEEK_SET};
    if (descriptor >= 0 && fcntl(descriptor, F_SETLK, &lock) == 0) return MOTE_OK;
    int reason = errno;
    if (descriptor < 0 && reason == ENOENT)
        return mote_fail(MOTE_ERROR_IO, "%s: is not the folder of a batch", folder);
    if (descriptor < 0)
        return mote_fail(MOTE_ERROR_IO, "%s: cannot be written: %s", path, strerror(reason));
    struct flock holder = {.l_type = F_WRLCK, .l_whence = SEEK_SET};
    (void)fcntl(descriptor, F_GETLK, &holder);
    close(descriptor);
    if (reason == EACCES || reason == EAGAIN)
        return mote_fail(MOTE_ERROR_STATE, "%s: another mote batch is at work there (process %d)",
                         folder, (int)holder.l_pid);
    return mote_fail(MOTE_ERROR_IO, "%s: cannot be locked: %s", path, strerror(reason));
}

// ---------------------------------------------------------------------------------------------
// The plan

// Restarts processes that were killed from outside, a few times, because planning requires all
// measures.
static mote_result run_measures(cmd_batch_team *team, cmd_batch_task *tasks, uint32_t count)
{
    enum { TRIES = 4 };
    mote_result result = MOTE_OK;
    for (int i = 0; i < TRIES && count > 0 && !result; i++) {
        result = cmd_batch_team_run(team, "reading", tasks, count);
        uint32_t left = 0; // killed tasks, moved to the front
        for (uint32_t k = 0; k < count && !result; k++) {
            if (!tasks[k].killed) continue;
            cmd_batch_task again = {.kind = tasks[k].kind, .number = tasks[k].number};
            if (i == TRIES - 1)
                return mote_fail(MOTE_ERROR_STATE, "check %u: %s", tasks[k].number + 1,
                                 tasks[k].message);
            tasks[k] = tasks[left];
            tasks[left++] = again;
        }
        count = left;
    }
    return result;
}

static mote_result measure_all(cmd_batch_team *team, cmd_batch_checks *checks)
{
    cmd_batch_task *tasks = calloc((size_t)checks->count + 1, sizeof *tasks);
    if (!tasks) return mote_fail_memory(checks->count * sizeof *tasks, "the tasks");
    for (uint32_t i = 0; i < checks->count; i++)
        tasks[i] = (cmd_batch_task){.kind = CMD_BATCH_TASK_MEASURE, .number = i};
    mote_result result = run_measures(team, tasks, checks->count);
    for (uint32_t i = 0; i < checks->count && !result; i++) {
        cmd_batch_check *check = &checks->items[tasks[i].number];
        if (tasks[i].done) {
            result = cmd_batch_read_measure(team->folder, tasks[i].number, check);
        } else if (tasks[i].crashed) {
            check->failure = strdup(tasks[i].message);
            if (!check->failure) result = mote_fail_memory(1, "a message");
        } else {
            result =
                mote_fail(MOTE_ERROR_IO, "check %u: %s", tasks[i].number + 1, tasks[i].message);
        }
    }
    free(tasks);
    return result;
}

static bool have_same_checks(const cmd_batch_checks *a, const cmd_batch_checks *b)
{
    bool same = a->count == b->count;
    for (uint32_t i = 0; i < a->count && same; i++) {
        const char *x = a->items[i].failure, *y = b->items[i].failure;
        same = cmd_batch_check_key(a, &a->items[i]) == cmd_batch_check_key(b, &b->items[i]) &&
               a->items[i].cost == b->items[i].cost && !x == !y && (!x || strcmp(x, y) == 0);
    }
    return same;
}

static bool have_same_words(const cmd_batch_checks *a, const cmd_batch_checks *b)
{
    bool same = a->count == b->count && a->formats == b->formats;
    for (uint32_t i = 0; i < a->count && same; i++) {
        const cmd_words *x = &a->items[i].words, *y = &b->items[i].words;
        same = x->count == y->count;
        for (uint32_t k = 0; k < x->count && same; k++)
            same = strcmp(x->items[k].text, y->items[k].text) == 0;
    }
    return same;
}

// Removes the report of other checks or files. Also removes the old plan, without which an old
// report cannot be completed.
static void remove_report(const char *folder)
{
    static const char *const names[] = {"work/plan.txt", "index.html",   "batch.json",
                                        "batch.csv",     "episodes.csv", "batch.sqlite"};
    char path[CMD_BATCH_PATH];
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
        if (!cmd_batch_path(path, folder, "%s", names[i])) unlink(path);
}

// Recognizes files of a batch without a number. The folder may contain other files.
static bool is_named(const char *name)
{
    static const char *const names[] = {"index.html",   "batch.json", "batch.csv",  "episodes.csv",
                                        "batch.sqlite", "commands",   "checks.txt", "plan.txt"};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
        if (strcmp(name, names[i]) == 0) return true;
    return false;
}

// Recognizes files of a check or a shard.
static bool is_numbered(const char *name)
{
    enum { MIN_DIGITS = 5 };
    return strspn(name, "0123456789") >= MIN_DIGITS;
}

static void remove_unfinished(const char *folder)
{
    static const struct {
        const char *name;
        bool (*is_own)(const char *name);
    } folders[] = {{".", is_named},
                   {"work", is_named},
                   {"clips", is_numbered},
                   {"work/measures", is_numbered},
                   {"work/shards", is_numbered},
                   {"work/results", is_numbered}};
    char path[CMD_BATCH_PATH];
    for (size_t i = 0; i < sizeof folders / sizeof folders[0]; i++)
        if (!cmd_batch_path(path, folder, "%s", folders[i].name))
            cmd_batch_remove_unfinished(path, folders[i].is_own);
}

mote_result cmd_batch_make_plan(cmd_batch_team *team, cmd_batch_checks *checks, uint32_t shards,
                                cmd_batch_plan *out)
{
    const char *folder = team->folder;
    char path[CMD_BATCH_PATH];
    cmd_batch_plan old;
    bool has_old = cmd_batch_read_plan(folder, MOTE_NONE, &old) == MOTE_OK;
    *out = (cmd_batch_plan){.checks = *checks};
    *checks = (cmd_batch_checks){0};
    remove_unfinished(folder);
    // Must happen before the list of checks is replaced. Otherwise the old plan and report would
    // appear to belong to the new list.
    if (!has_old || !have_same_words(&old.checks, &out->checks)) remove_report(folder);
    mote_result result = cmd_batch_path(path, folder, "work/checks.txt");
    if (!result) result = cmd_batch_write_checks(&out->checks, path);
    if (!result) result = measure_all(team, &out->checks);
    if (!result && has_old && have_same_checks(&old.checks, &out->checks) &&
        (shards == 0 || shards == old.shard_count)) {
        out->shards = old.shards;
        out->shard_count = old.shard_count;
        old.shards = NULL;
        old.shard_count = 0;
    } else if (!result) {
        remove_report(folder);
        uint32_t processes = (uint32_t)(team->size - 1) + team->jobs;
        if (shards == 0) shards = cmd_batch_shards_for(&out->checks, processes);
        result = cmd_batch_cut(out, shards);
        if (!result) result = cmd_batch_write_plan(out, folder);
    }
    cmd_batch_plan_release(&old);
    if (result) cmd_batch_plan_release(out);
    return result;
}

// ---------------------------------------------------------------------------------------------
// Shards

// Describes what is wrong with a shard, in memory from malloc. Null if it is valid.
static mote_result find_problem(const cmd_batch_plan *plan, const char *folder, uint32_t shard,
                                char **out)
{
    cmd_batch_found found;
    char text[CMD_BATCH_MESSAGE + 32];
    const char *failure = plan->shards[shard].failure;
    *out = NULL;
    if (cmd_batch_open_found(folder, plan, shard, &found) == MOTE_OK) {
        cmd_batch_close_found(&found);
        return MOTE_OK;
    }
    if (failure) snprintf(text, sizeof text, "shard %u: %s", shard + 1, failure);
    *out = strdup(failure ? text : mote_last_message());
    return *out ? MOTE_OK : mote_fail_memory(1, "a message");
}

mote_result cmd_batch_run_shards(cmd_batch_team *team, cmd_batch_plan *plan)
{
    cmd_batch_task *tasks = calloc((size_t)plan->shard_count + 1, sizeof *tasks);
    if (!tasks) return mote_fail_memory(plan->shard_count * sizeof *tasks, "the tasks");
    uint32_t count = 0;
    mote_result result = MOTE_OK;
    for (uint32_t i = 0; i < plan->shard_count && !result; i++) {
        char *problem;
        result = find_problem(plan, team->folder, i, &problem);
        if (problem)
            tasks[count++] = (cmd_batch_task){
                .kind = CMD_BATCH_TASK_SHARD, .number = i, .cost = plan->shards[i].cost};
        free(problem);
    }
    if (!result) result = cmd_batch_team_run(team, "checking", tasks, count);
    for (uint32_t i = 0; i < count && !result; i++) {
        char **failure = &plan->shards[tasks[i].number].failure;
        if (!tasks[i].done && !(*failure = strdup(tasks[i].message)))
            result = mote_fail_memory(1, "a message");
    }
    free(tasks);
    return result;
}

// ---------------------------------------------------------------------------------------------
// The merge

// The rows of the report, while they are being completed.
typedef struct merge {
    cmd_batch_team *team;
    const cmd_batch_plan *plan;
    char **problems; // one per shard; null: valid
    char **missing;  // one per check; null: not missing
    cmd_batch_row *rows;
    cmd_batch_task *tasks;
    uint32_t task_count;
} merge;

static mote_result find_problems(merge *m)
{
    uint32_t told = 0, bad = 0;
    enum { TOLD = 20 };
    for (uint32_t i = 0; i < m->plan->shard_count; i++) {
        mote_result result = find_problem(m->plan, m->team->folder, i, &m->problems[i]);
        if (result) return result;
        if (!m->problems[i]) continue;
        bad++;
        if (told < TOLD) fprintf(stderr, "mote batch: %s\n", m->problems[i]);
        told++;
        for (uint32_t k = 0; k < m->plan->shards[i].count; k++) {
            char **missing = &m->missing[m->plan->shards[i].pieces[k].check];
            if (!*missing) *missing = strdup(m->problems[i]);
            if (!*missing) return mote_fail_memory(1, "a message");
        }
    }
    if (bad > TOLD) fprintf(stderr, "mote batch: and %u more shards\n", bad - TOLD);
    return MOTE_OK;
}

// Reads existing results and makes the others. A check that failed before the first frame has no
// shard.
static mote_result complete_rows(merge *m)
{
    const cmd_batch_checks *checks = &m->plan->checks;
    for (uint32_t i = 0; i < checks->count; i++) {
        if (m->missing[i]) continue;
        if (checks->items[i].failure) {
            mote_result result =
                cmd_batch_result_failed(checks->items[i].failure, &m->rows[i].result);
            if (result) return result;
        } else if (!cmd_batch_is_finished(m->team->folder, m->plan, i, &m->rows[i].result)) {
            m->tasks[m->task_count++] =
                (cmd_batch_task){.kind = CMD_BATCH_TASK_FINISH, .number = i};
        }
    }
    mote_result result = cmd_batch_team_run(m->team, "reporting", m->tasks, m->task_count);
    for (uint32_t i = 0; i < m->task_count && !result; i++) {
        const cmd_batch_task *task = &m->tasks[i];
        if (task->done && cmd_batch_is_finished(m->team->folder, m->plan, task->number,
                                                &m->rows[task->number].result))
            continue;
        const char *why = task->message[0] ? task->message : "its result is damaged";
        fprintf(stderr, "mote batch: check %u: %s\n", task->number + 1, why);
        m->missing[task->number] = strdup(why);
        if (!m->missing[task->number]) result = mote_fail_memory(1, "a message");
    }
    return result;
}

static mote_result report_rows(merge *m, int *exit_code)
{
    cmd_batch_report report;
    for (uint32_t i = 0; i < m->plan->checks.count; i++) m->rows[i].missing = m->missing[i];
    mote_result result = cmd_batch_report_create(m->plan, m->rows, &report);
    if (result) return result;
    result = cmd_batch_write_report(&report, m->team->folder);
    if (!result) cmd_batch_print(&report, m->team->folder, stdout);
    *exit_code = cmd_batch_exit_code(&report);
    cmd_batch_report_release(&report);
    return result;
}

mote_result cmd_batch_merge(cmd_batch_team *team, const cmd_batch_plan *plan, int *exit_code)
{
    uint32_t count = plan->checks.count;
    merge m = {.team = team,
               .plan = plan,
               .problems = calloc((size_t)plan->shard_count + 1, sizeof(char *)),
               .missing = calloc((size_t)count + 1, sizeof(char *)),
               .rows = calloc((size_t)count + 1, sizeof(cmd_batch_row)),
               .tasks = calloc((size_t)count + 1, sizeof(cmd_batch_task))};
    mote_result result = m.problems && m.missing && m.rows && m.tasks
                             ? MOTE_OK
                             : mote_fail_memory(count * sizeof(cmd_batch_row), "the report");
    if (!result) result = find_problems(&m);
    if (!result) result = complete_rows(&m);
    if (!result) result = report_rows(&m, exit_code);
    for (uint32_t i = 0; i < plan->shard_count && m.problems; i++) free(m.problems[i]);
    for (uint32_t i = 0; i < count && m.missing; i++) free(m.missing[i]);
    for (uint32_t i = 0; i < count && m.rows; i++) cmd_batch_result_release(&m.rows[i].result);
    free(m.problems);
    free(m.missing);
    free(m.rows);
    free(m.tasks);
    return result;
}
