#define _DEFAULT_SOURCE // st_mtim, realpath, POSIX
#include "apps/mote/watch.h"

#include <dirent.h>
#include <errno.h>
#include <limits.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#ifdef __linux__
#include <sys/prctl.h>
#endif

#include "apps/mote/interrupt.h"
#include "apps/mote/terminal.h"
#include "apps/mote/verb.h"
#include "core/array.h"
#include "core/hash.h"
#include "core/result.h"
#include "core/timer.h"

static const double seconds_between_looks = 0.2;
// A file is written in several steps. Programs rarely pause for this long in between.
static const double quiet_seconds = 0.4;

enum { MAX_OUTCOME = 120 };

// Distinguishes two states of a file. All zero if the file does not exist.
typedef struct signature {
    uint64_t device, number, size;
    int64_t seconds, nanoseconds; // time of the last change
    uint64_t names;               // of a folder: a sum over its meshes
} signature;

typedef struct watched {
    char *path; // from malloc
    signature state;
    size_t order; // reading order
} watched;

typedef MOTE_ARRAY(watched) watched_array;

// ---------------------------------------------------------------------------------------------
// States of files

static bool is_mesh_name(const char *name)
{
    static const char *const extensions[] = {".obj", ".ply", ".stl", ".off"};
    const char *dot = strrchr(name, '.');
    for (size_t i = 0; i < sizeof extensions / sizeof extensions[0] && dot; i++)
        if (strcasecmp(dot, extensions[i]) == 0) return true;
    return false;
}

// Ignores files that are not meshes, such as the reports of the check itself.
static signature folder_signature(const char *path)
{
    signature s = {.device = 1};
    DIR *folder = opendir(path);
    if (!folder) return (signature){0};
    for (const struct dirent *entry; (entry = readdir(folder));)
        if (is_mesh_name(entry->d_name))
            s.names += mote_hash_bytes(MOTE_HASH_START, entry->d_name, strlen(entry->d_name));
    closedir(folder);
    return s;
}

static signature look(const char *path)
{
    struct stat status;
    if (stat(path, &status)) return (signature){0};
    if (S_ISDIR(status.st_mode)) return folder_signature(path);
    return (signature){.device = (uint64_t)status.st_dev,
                       .number = (uint64_t)status.st_ino,
                       .size = (uint64_t)status.st_size,
                       .seconds = status.st_mtim.tv_sec,
                       .nanoseconds = status.st_mtim.tv_nsec};
}

static bool is_same(const signature *a, const signature *b)
{
    return memcmp(a, b, sizeof *a) == 0; // the structure has no padding
}

static int compare_paths(const void *x, const void *y)
{
    const watched *a = x, *b = y;
    int order = strcmp(a->path, b->path);
    return order ? order : (a->order > b->order) - (a->order < b->order);
}

static void release(watched_array *files)
{
    for (size_t i = 0; i < files->count; i++) free(files->data[i].path);
    mote_array_release(files, &mote_libc_allocator);
    *files = (watched_array){0};
}

// ---------------------------------------------------------------------------------------------
// In the child: messages to the parent

static int to_parent = -1;

typedef struct message_head {
    uint32_t is_outcome; // an outcome; otherwise a path
    uint32_t length;     // length of the text that follows
    signature state;
} message_head;

static void send(const void *bytes, size_t size)
{
    const char *at = bytes;
    while (size > 0) {
        ssize_t sent = write(to_parent, at, size);
        if (sent < 0 && errno == EINTR) continue;
        if (sent <= 0) return; // the parent has exited, so the watch has ended
        at += sent;
        size -= (size_t)sent;
    }
}

static void send_text(bool is_outcome, const char *text, const signature *state)
{
    message_head head;
    memset(&head, 0, sizeof head);
    head.is_outcome = is_outcome;
    head.length = (uint32_t)strlen(text);
    if (state) head.state = *state;
    send(&head, sizeof head);
    send(text, head.length);
}

void cmd_watch_file(const char *path)
{
    char folder[PATH_MAX];
    if (to_parent < 0 || strlen(path) >= sizeof folder) return;
    if (strchr(path, '%') && access(path, F_OK)) { // numbered files
        const char *slash = strrchr(path, '/');
        snprintf(folder, sizeof folder, "%.*s", slash ? (int)(slash - path) + 1 : 1,
                 slash ? path : ".");
        path = folder;
    }
    signature state = look(path);
    send_text(false, path, &state);
}

void cmd_watch_outcome(const char *text)
{
    if (to_parent >= 0) send_text(true, text, NULL);
}

// ---------------------------------------------------------------------------------------------
// In the parent: one run

typedef struct watch {
    const cmd_watch_def *def;
    watched_array files; // sorted by path
    int status;          // of the last run, from waitpid
    char outcome[MAX_OUTCOME], before[MAX_OUTCOME];
} watch;

static bool receive(int from, void *to, size_t size, pid_t child, bool *passed_on)
{
    char *at = to;
    while (size > 0) {
        ssize_t got = read(from, at, size);
        // The child is in its own process group, so signals of the terminal reach only the parent.
        if (got < 0 && errno == EINTR && cmd_interrupt_number() && !*passed_on) {
            kill(child, cmd_interrupt_number());
            *passed_on = true;
        }
        if (got < 0 && errno == EINTR) continue;
        if (got <= 0) return false;
        at += got;
        size -= (size_t)got;
    }
    return true;
}

static bool receive_message(watch *w, int from, pid_t child, bool *passed_on, watched_array *read)
{
    message_head head;
    char text[PATH_MAX];
    if (!receive(from, &head, sizeof head, child, passed_on) || head.length >= sizeof text ||
        !receive(from, text, head.length, child, passed_on))
        return false;
    text[head.length] = '\0';
    if (head.is_outcome) {
        snprintf(w->outcome, sizeof w->outcome, "%.*s", MAX_OUTCOME - 1, text);
        return true;
    }
    watched file = {strdup(text), head.state, read->count};
    if (file.path && mote_array_push(read, &mote_libc_allocator, file)) return true;
    free(file.path);
    return false;
}

static bool is_output(const cmd_watch_def *def, const char *path)
{
    char own[PATH_MAX], other[PATH_MAX];
    if (!realpath(path, own)) return false;
    for (int i = 0; i < def->output_count; i++)
        if (def->outputs[i] && realpath(def->outputs[i], other) && strcmp(own, other) == 0)
            return true;
    return false;
}

// Keeps each file that was read once, in its state when it was first read.
static void keep_files(watch *w, watched_array *read)
{
    size_t count = 0;
    if (read->count) qsort(read->data, read->count, sizeof *read->data, compare_paths);
    for (size_t i = 0; i < read->count; i++) {
        bool again = count > 0 && strcmp(read->data[count - 1].path, read->data[i].path) == 0;
        if (again || is_output(w->def, read->data[i].path))
            free(read->data[i].path);
        else
            read->data[count++] = read->data[i];
    }
    read->count = count;
    release(&w->files);
    w->files = *read;
}

// Keeps the files of the last run too, because a failed run may not have read all of them.
static void keep_old_files(watch *w, watched_array *read)
{
    for (size_t i = 0; i < w->files.count; i++) {
        watched old = {strdup(w->files.data[i].path), look(w->files.data[i].path), read->count};
        if (!old.path || !mote_array_push(read, &mote_libc_allocator, old)) free(old.path);
    }
}

static pid_t start_child(int ends[2])
{
    fflush(NULL); // otherwise the child would write the buffers again
    if (pipe(ends)) return -1;
    pid_t child = fork();
    if (child < 0) {
        close(ends[0]);
        close(ends[1]);
    }
    if (child != 0) return child;
    setpgid(0, 0);
#ifdef __linux__
    prctl(PR_SET_PDEATHSIG, SIGTERM, 0, 0, 0);
#endif
    close(ends[0]);
    to_parent = ends[1];
    return 0;
}

// Returns true in the child.
static bool run_once(watch *w)
{
    int ends[2];
    bool passed_on = false;
    watched_array read = {0};
    pid_t child = start_child(ends);
    if (child == 0) return true;
    if (child < 0) {
        fprintf(stderr, "mote %s: cannot create a process: %s\n", w->def->verb, strerror(errno));
        w->status = CMD_EXIT_ERROR << 8;
        return false;
    }
    setpgid(child, child);
    close(ends[1]);
    if (w->outcome[0]) snprintf(w->before, sizeof w->before, "%s", w->outcome);
    w->outcome[0] = '\0';
    while (receive_message(w, ends[0], child, &passed_on, &read)) continue;
    close(ends[0]);
    while (waitpid(child, &w->status, 0) < 0 && errno == EINTR)
        if (cmd_interrupt_number() && !passed_on) passed_on = !kill(child, cmd_interrupt_number());
    if (!WIFEXITED(w->status) || WEXITSTATUS(w->status) == CMD_EXIT_ERROR) keep_old_files(w, &read);
    keep_files(w, &read);
    return false;
}

// ---------------------------------------------------------------------------------------------
// In the parent: between runs

static void sleep_for(double seconds)
{
    struct timespec time = {(time_t)seconds, (long)((seconds - (double)(time_t)seconds) * 1e9)};
    nanosleep(&time, NULL);
}

// Updates the states. Returns the number of changed files and lists their names.
static size_t find_changes(watch *w, const signature *old, char *names, size_t size)
{
    size_t count = 0, length = 0;
    names[0] = '\0';
    for (size_t i = 0; i < w->files.count; i++) {
        watched *file = &w->files.data[i];
        if (is_same(&old[i], &file->state)) continue;
        bool gone = file->state.device == 0;
        char shown[256];
        mote_escape_text(file->path, strlen(file->path), shown, sizeof shown);
        if (++count <= 4 && length < size)
            length += (size_t)snprintf(names + length, size - length, "%s%s%s",
                                       count > 1 ? ", " : "", shown, gone ? " (gone)" : "");
    }
    if (count > 4 && length < size)
        snprintf(names + length, size - length, " and %zu more", count - 4);
    return count;
}

static bool look_again(watch *w)
{
    bool changed = false;
    for (size_t i = 0; i < w->files.count; i++) {
        signature now = look(w->files.data[i].path);
        changed |= !is_same(&now, &w->files.data[i].state);
        w->files.data[i].state = now;
    }
    return changed;
}

// Waits until a file has changed and then stayed the same for a while. Returns false after a
// signal.
static bool wait_for_change(watch *w)
{
    double last_change = -1, pause = seconds_between_looks;
    while (!cmd_interrupt_number()) {
        double start = mote_seconds();
        if (look_again(w)) last_change = mote_seconds();
        if (last_change >= 0 && mote_seconds() - last_change >= quiet_seconds) return true;
        // Limits the load when there are thousands of files on a slow disk.
        pause = (mote_seconds() - start) * 10;
        sleep_for(pause > seconds_between_looks ? pause : seconds_between_looks);
    }
    return false;
}

static void tell_waiting(const watch *w)
{
    FILE *to = w->def->to;
    if (WIFSIGNALED(w->status))
        fprintf(to, "mote %s was ended by signal %d\n", w->def->verb, WTERMSIG(w->status));
    if (w->before[0] && w->outcome[0]) fprintf(to, "before: %s\nnow: %s\n", w->before, w->outcome);
    fprintf(to, "\nwatching %zu file%s; Ctrl-C ends\n", w->files.count,
            w->files.count == 1 ? "" : "s");
    fflush(to);
}

// Waits for the next run and prints the reason. Returns false after a signal.
static bool wait_for_reason(watch *w)
{
    char names[1200];
    tell_waiting(w);
    signature *old = malloc(w->files.count * sizeof *old + 1);
    for (size_t i = 0; i < w->files.count && old; i++) old[i] = w->files.data[i].state;
    bool changed = wait_for_change(w);
    if (changed) {
        cmd_clear_screen(w->def->to);
        bool known = old && find_changes(w, old, names, sizeof names) > 0;
        // A file with its old state may have been read while it was different.
        fprintf(w->def->to, "changed: %s\n\n", known ? names : "a file that is as before again");
        fflush(w->def->to);
    }
    free(old);
    return changed;
}

bool cmd_watch(const cmd_watch_def *def, int *exit_code)
{
    watch w = {.def = def};
    cmd_interrupt_catch();
    cmd_clear_screen(def->to);
    do {
        if (run_once(&w)) {
            release(&w.files);
            return true;
        }
    } while (!cmd_interrupt_number() && wait_for_reason(&w));
    release(&w.files);
    *exit_code = WIFEXITED(w.status) ? WEXITSTATUS(w.status) : CMD_EXIT_ERROR;
    if (WIFSIGNALED(w.status) && WTERMSIG(w.status) == cmd_interrupt_number()) cmd_interrupt_end();
    return false;
}
