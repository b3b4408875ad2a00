#define _DEFAULT_SOURCE // MAP_ANONYMOUS, POSIX
#include "apps/mote/batch/work.h"

#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>
#ifdef __linux__
#include <sys/prctl.h>
#endif

#include "apps/mote/batch/opened.h"
#include "apps/mote/batch/shard.h"
#include "check/found_bytes.h"
#include "check/pieces.h"
#include "core/result.h"

static mote_result enter(const cmd_batch_checks *checks)
{
    if (chdir(checks->folder) == 0) return MOTE_OK;
    return mote_fail(MOTE_ERROR_IO, "%s: cannot be entered: %s", checks->folder, strerror(errno));
}

static mote_result fail_changed(uint32_t check)
{
    return mote_fail(
        MOTE_ERROR_STATE,
        "check %u: its files are not those that were planned with: start the batch, or "
        "plan it, again",
        check + 1);
}

// ---------------------------------------------------------------------------------------------
// Measuring

mote_result cmd_batch_measure(const char *folder, uint32_t number)
{
    char path[CMD_BATCH_PATH];
    cmd_batch_checks checks = {0};
    cmd_batch_opened opened;
    mote_result result = cmd_batch_path(path, folder, "work/checks.txt");
    if (!result) result = cmd_batch_read_checks(path, &checks);
    if (!result) result = enter(&checks);
    if (!result && number >= checks.count)
        result = mote_fail(MOTE_ERROR_ARGUMENT, "there are checks 1 to %u", checks.count);
    if (!result) {
        cmd_batch_check *check = &checks.items[number];
        if (cmd_batch_open(check, &opened)) {
            check->failure = strdup(mote_last_message());
            if (!check->failure) result = mote_fail_memory(1, "a message");
        } else {
            mote_check_info info;
            mote_check_get_info(opened.check, &info);
            check->frames = info.wanted_count;
            check->cost = check_cost(opened.check);
            if (check->cost < check->frames) check->cost = check->frames;
            check->content = opened.content;
        }
        cmd_batch_close(&opened);
        if (!result) result = cmd_batch_write_measure(folder, number, check);
    }
    cmd_batch_checks_release(&checks);
    return result;
}

// ---------------------------------------------------------------------------------------------
// Reports of a check

typedef struct reports {
    cmd_batch_file files[MOTE_CHECK_FORMAT_COUNT];
    bool failed; // writing failed
} reports;

typedef struct report_sink {
    reports *all;
    FILE *to;
} report_sink;

static bool write_report(void *context, const char *bytes, size_t size)
{
    const report_sink *sink = context;
    if (fwrite(bytes, 1, size, sink->to) == size) return true;
    sink->all->failed = true;
    return false;
}

static const char *extension_of(mote_check_format format)
{
    switch (format) {
    case MOTE_CHECK_FORMAT_JUNIT: return "junit.xml";
    case MOTE_CHECK_FORMAT_GITHUB: return "github.txt";
    default: return mote_check_format_name(format);
    }
}

static mote_result report_path(const char *folder, uint32_t number, mote_check_format format,
                               char out[CMD_BATCH_PATH])
{
    return cmd_batch_path(out, folder, "clips/%05u.%s", number + 1, extension_of(format));
}

static mote_result open_reports(mote_check *check, const char *folder, uint32_t number,
                                uint32_t formats, reports *out,
                                report_sink sinks[MOTE_CHECK_FORMAT_COUNT])
{
    char path[CMD_BATCH_PATH];
    mote_result result = MOTE_OK;
    for (int i = 0; i < MOTE_CHECK_FORMAT_COUNT && !result; i++) {
        if (!(formats & 1u << i)) continue;
        result = report_path(folder, number, (mote_check_format)i, path);
        if (!result) result = cmd_batch_file_open(&out->files[i], path);
        if (result) break;
        sinks[i] = (report_sink){out, out->files[i].file};
        mote_check_report_def def = cmd_check_report((mote_check_format)i);
        def.sink = (mote_check_sink){
            .write = write_report, .context = &sinks[i], .name = out->files[i].path};
        result = mote_check_add_report(check, &def);
    }
    return result;
}

// Runs a check with its reports and saves its result. Returns failures of the batch's own work; a
// failure of the check is stored in the result. After the run, `broken` returns whether a failure
// of the check was one of the work.
static mote_result run_with_reports(const char *folder, const cmd_batch_checks *checks,
                                    uint32_t number, cmd_batch_opened *opened, const bool *broken)
{
    reports files = {0};
    report_sink sinks[MOTE_CHECK_FORMAT_COUNT];
    cmd_batch_result found = {0};
    mote_result result =
        open_reports(opened->check, folder, number, checks->formats, &files, sinks);
    if (!result) result = mote_check_run(opened->check, NULL);
    mote_check_outcome outcome;
    mote_check_get_outcome(opened->check, &outcome);
    if (result && outcome.error && !files.failed && !*broken && result != MOTE_ERROR_MEMORY)
        result = check_report_failure(opened->check); // a failure of the check is in the result
    if (!result)
        result = cmd_batch_result_of(opened->check, &opened->request.def, checks->formats, &found);
    for (int i = 0; i < MOTE_CHECK_FORMAT_COUNT; i++)
        result = cmd_batch_file_close(&files.files[i], result);
    if (!result)
        result = cmd_batch_write_result(
            folder, number, cmd_batch_check_key(checks, &checks->items[number]), &found);
    cmd_batch_result_release(&found);
    return result;
}

bool cmd_batch_is_finished(const char *folder, const cmd_batch_plan *plan, uint32_t number,
                           cmd_batch_result *out)
{
    char path[CMD_BATCH_PATH];
    const cmd_batch_check *check = &plan->checks.items[number];
    if (cmd_batch_read_result(folder, number, cmd_batch_check_key(&plan->checks, check), out))
        return false;
    bool whole = true;
    for (int i = 0; i < MOTE_CHECK_FORMAT_COUNT && whole; i++)
        if (out->formats & 1u << i)
            whole =
                !report_path(folder, number, (mote_check_format)i, path) && access(path, R_OK) == 0;
    if (!whole) cmd_batch_result_release(out);
    return whole;
}

// ---------------------------------------------------------------------------------------------
// A shard

// A piece that is being written to the file of a shard.
typedef struct piece_writer {
    FILE *to;
    check_bytes bytes;
} piece_writer;

static mote_result write_found(void *context, const check_found *found)
{
    piece_writer *w = context;
    w->bytes.count = 0;
    mote_result result = check_found_pack(found, &w->bytes);
    if (!result && w->bytes.count > UINT32_MAX)
        result = mote_fail(MOTE_ERROR_LIMIT,
                           "what is found in a frame takes %zu bytes, and a "
                           "shard holds at most 4294967295 per frame",
                           (size_t)w->bytes.count);
    if (!result) cmd_batch_put_frame(w->to, w->bytes.data, w->bytes.count);
    return result;
}

// Writes the results of a piece's frames, or the failure. If the piece is the whole check, also
// makes its reports.
static mote_result run_piece(const char *folder, const cmd_batch_plan *plan,
                             const cmd_batch_piece *piece, FILE *to)
{
    const cmd_batch_check *check = &plan->checks.items[piece->check];
    cmd_batch_opened opened;
    piece_writer writer = {.to = to};
    mote_result result = cmd_batch_open(check, &opened); // opening succeeded during measuring
    if (!result && opened.content != check->content) result = fail_changed(piece->check);
    if (result) {
        cmd_batch_close(&opened);
        return result;
    }
    mote_result own = MOTE_OK; // result of the check
    const bool broken = false;
    char message[512] = "";
    if (piece->count == check->frames) {
        mote_check_outcome outcome;
        check_record(opened.check, write_found, &writer);
        result = run_with_reports(folder, &plan->checks, piece->check, &opened, &broken);
        mote_check_get_outcome(opened.check, &outcome);
        if (!result && outcome.error) own = MOTE_ERROR_DATA;
        if (own) snprintf(message, sizeof message, "%s", outcome.error);
    } else {
        own = check_look_at_piece(opened.check, piece->first, piece->count, write_found, &writer);
        if (own == MOTE_ERROR_MEMORY) result = own;
        if (own) snprintf(message, sizeof message, "%s", mote_last_message());
    }
    if (own) cmd_batch_put_failure(to, own, message);
    cmd_batch_put_end(to);
    if (!result && (fflush(to) || ferror(to)))
        result = mote_fail(MOTE_ERROR_IO, "a shard cannot be written: %s", strerror(errno));
    mote_array_release(&writer.bytes, &mote_libc_allocator);
    cmd_batch_close(&opened);
    return result;
}

bool cmd_batch_is_crash(int status)
{
    static const int signals[] = {SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGABRT, SIGSYS, SIGTRAP};
    for (size_t i = 0; i < sizeof signals / sizeof signals[0] && WIFSIGNALED(status); i++)
        if (WTERMSIG(status) == signals[i]) return true;
    return false;
}

enum { WORDS = 1024 }; // size of a message

// Runs a piece in a child process. `words` receives the message of a failure.
static _Noreturn void become_piece(const char *folder, const cmd_batch_plan *plan,
                                   const cmd_batch_piece *piece, FILE *to, char words[WORDS],
                                   pid_t parent)
{
#ifdef __linux__
    prctl(PR_SET_PDEATHSIG, SIGKILL);
#endif
    if (getppid() != parent) _exit(2); // the parent died before prctl
    mote_result result = run_piece(folder, plan, piece, to);
    if (result) snprintf(words, WORDS, "%s", mote_last_message());
    _exit(result ? 2 : 0);
}

// Replaces the output of the piece since `start` by a crash record.
static mote_result put_crash(FILE *to, off_t start, int status)
{
    char message[128];
    snprintf(message, sizeof message, "the process that checked it was ended by signal %d (%s)",
             WTERMSIG(status), strsignal(WTERMSIG(status)));
    if (ftruncate(fileno(to), start) || fseeko(to, start, SEEK_SET))
        return mote_fail(MOTE_ERROR_IO, "a shard cannot be written: %s", strerror(errno));
    cmd_batch_put_crash(to, message);
    cmd_batch_put_end(to);
    return MOTE_OK;
}

// Runs a piece in a separate process. `words` is shared with it.
static mote_result run_piece_apart(const char *folder, const cmd_batch_plan *plan,
                                   const cmd_batch_piece *piece, FILE *to, char words[WORDS])
{
    fflush(to);
    off_t start = ftello(to);
    words[0] = '\0';
    pid_t parent = getpid(), child = fork(), ended;
    if (child < 0)
        return mote_fail(MOTE_ERROR_IO, "a process cannot be created: %s", strerror(errno));
    if (child == 0) become_piece(folder, plan, piece, to, words, parent);
    int status = 0;
    do ended = waitpid(child, &status, 0);
    while (ended < 0 && errno == EINTR);
    if (ended < 0)
        return mote_fail(MOTE_ERROR_IO, "check %u: how its process ended is not known: %s",
                         piece->check + 1, strerror(errno));
    if (cmd_batch_is_crash(status)) return put_crash(to, start, status);
    if (WIFSIGNALED(status))
        return mote_fail(MOTE_ERROR_STATE, "check %u: its process was ended by signal %d (%s)",
                         piece->check + 1, WTERMSIG(status), strsignal(WTERMSIG(status)));
    if (status) return mote_fail(MOTE_ERROR_IO, "%s", words[0] ? words : "a process failed");
    fseeko(to, 0, SEEK_END);
    return MOTE_OK;
}

// Removes results of the shard's checks. A result made after a crash would otherwise hide that the
// shard has been run again.
static mote_result remove_results(const char *folder, const cmd_batch_shard *shard)
{
    mote_result result = MOTE_OK;
    for (uint32_t i = 0; i < shard->count && !result; i++)
        result = cmd_batch_remove_result(folder, shard->pieces[i].check);
    return result;
}

static mote_result write_shard(const char *folder, const cmd_batch_plan *plan, uint32_t shard)
{
    char path[CMD_BATCH_PATH];
    cmd_batch_file file;
    const cmd_batch_shard *of = &plan->shards[shard];
    char *words = mmap(NULL, WORDS, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (words == MAP_FAILED) return mote_fail_memory(WORDS, "a message");
    mote_result result = cmd_batch_path(path, folder, "work/shards/%05u.found", shard + 1);
    if (!result) result = remove_results(folder, of);
    if (!result) result = cmd_batch_file_open(&file, path);
    if (!result) {
        cmd_batch_put_head(file.file, plan, shard);
        for (uint32_t i = 0; i < of->count && !result; i++)
            result = run_piece_apart(folder, plan, &of->pieces[i], file.file, words);
        if (!result) result = cmd_batch_put_foot(file.file);
        result = cmd_batch_file_close(&file, result);
    }
    munmap(words, WORDS);
    return result;
}

mote_result cmd_batch_run_shard(const char *folder, uint32_t shard)
{
    cmd_batch_plan plan;
    cmd_batch_found found;
    mote_result result = cmd_batch_read_plan(folder, shard, &plan);
    if (result) return result;
    if (cmd_batch_open_found(folder, &plan, shard, &found) == MOTE_OK) {
        cmd_batch_close_found(&found); // already done
        cmd_batch_plan_release(&plan);
        return MOTE_OK;
    }
    result = enter(&plan.checks);
    if (!result) result = write_shard(folder, &plan, shard);
    cmd_batch_plan_release(&plan);
    return result;
}

// ---------------------------------------------------------------------------------------------
// A check from its pieces

// Reads the pieces of a check in order and passes them to the check.
typedef struct piece_reader {
    const char *folder;
    const cmd_batch_plan *plan;
    uint32_t check;
    uint32_t shard, piece;   // the next piece
    cmd_batch_found found;   // the shard of the current piece
    const unsigned char *at; // the next record; null before the first
    check_found_room room;
    const check_animation *animation;
    bool broken; // a shard could not be read
} piece_reader;

// Goes to the next piece of the check. Returns false if there is none.
static bool find_piece(piece_reader *r)
{
    for (; r->shard < r->plan->shard_count; r->shard++, r->piece = 0)
        for (; r->piece < r->plan->shards[r->shard].count; r->piece++)
            if (r->plan->shards[r->shard].pieces[r->piece].check == r->check) return true;
    return false;
}

static mote_result next_piece(piece_reader *r)
{
    cmd_batch_close_found(&r->found);
    r->at = NULL;
    if (!find_piece(r))
        return mote_fail(MOTE_ERROR_DATA, "check %u: the shards have fewer frames than it",
                         r->check + 1);
    mote_result result = cmd_batch_open_found(r->folder, r->plan, r->shard, &r->found);
    if (!result) r->at = r->found.pieces[r->piece];
    r->piece++;
    return result;
}

static mote_result read_found(void *context, check_found *out)
{
    piece_reader *r = context;
    const unsigned char *bytes;
    size_t size;
    for (;;) {
        mote_result result = MOTE_OK, failure = MOTE_OK;
        cmd_batch_record record =
            r->at ? cmd_batch_next_record(&r->at, &bytes, &size, &failure) : CMD_BATCH_END;
        if (record == CMD_BATCH_FRAME) {
            result = check_found_unpack(bytes, size, r->animation, &r->room, out);
            r->broken |= result != MOTE_OK;
            return result;
        }
        if (record != CMD_BATCH_END)
            return mote_fail(failure ? failure : MOTE_ERROR_DATA, "%.*s", (int)size,
                             (const char *)bytes);
        result = next_piece(r);
        r->broken |= result != MOTE_OK;
        if (result) return result;
    }
}

// Finds the message of the first crash among the pieces of a check, from malloc. Null if there was
// none.
static mote_result find_crash(piece_reader *r, char **out)
{
    *out = NULL;
    for (mote_result result; find_piece(r) && !*out;) {
        const unsigned char *bytes;
        size_t size;
        mote_result failure;
        result = next_piece(r);
        if (result) return result;
        for (cmd_batch_record record;
             (record = cmd_batch_next_record(&r->at, &bytes, &size, &failure)) != CMD_BATCH_END;)
            if (record == CMD_BATCH_CRASH && !*out && !(*out = strndup((const char *)bytes, size)))
                return mote_fail_memory(size, "a message");
    }
    cmd_batch_close_found(&r->found);
    *r = (piece_reader){.folder = r->folder, .plan = r->plan, .check = r->check};
    return MOTE_OK;
}

static mote_result save_failure(const char *folder, const cmd_batch_plan *plan, uint32_t number,
                                const char *message)
{
    cmd_batch_result failed;
    mote_result result = cmd_batch_result_failed(message, &failed);
    if (!result)
        result = cmd_batch_write_result(
            folder, number, cmd_batch_check_key(&plan->checks, &plan->checks.items[number]),
            &failed);
    cmd_batch_result_release(&failed);
    return result;
}

static mote_result finish(piece_reader *r)
{
    cmd_batch_opened opened;
    const cmd_batch_check *check = &r->plan->checks.items[r->check];
    char *crash;
    mote_result result = find_crash(r, &crash);
    if (result) return result;
    if (crash) {
        result = save_failure(r->folder, r->plan, r->check, crash);
        free(crash);
        return result;
    }
    result = cmd_batch_open(check, &opened);
    if (!result && opened.content != check->content) result = fail_changed(r->check);
    if (!result) {
        r->animation = check_animation_of(opened.check);
        check_replay(opened.check, read_found, r);
        result = run_with_reports(r->folder, &r->plan->checks, r->check, &opened, &r->broken);
    }
    cmd_batch_close(&opened);
    return result;
}

mote_result cmd_batch_finish(const char *folder, uint32_t number)
{
    cmd_batch_plan plan;
    cmd_batch_result done;
    mote_result result = cmd_batch_read_plan(folder, MOTE_NONE, &plan);
    if (result) return result;
    if (number >= plan.checks.count) {
        result = mote_fail(MOTE_ERROR_ARGUMENT, "there are checks 1 to %u", plan.checks.count);
    } else if (plan.checks.items[number].failure) {
        result = save_failure(folder, &plan, number, plan.checks.items[number].failure);
    } else if (cmd_batch_is_finished(folder, &plan, number, &done)) {
        cmd_batch_result_release(&done);
    } else {
        result = enter(&plan.checks);
        piece_reader r = {.folder = folder, .plan = &plan, .check = number};
        if (!result) result = finish(&r);
        cmd_batch_close_found(&r.found);
        check_found_room_release(&r.room);
    }
    cmd_batch_plan_release(&plan);
    return result;
}
