#define _GNU_SOURCE // O_PATH, syscall and POSIX
#include "io/file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#ifdef __linux__
#include <sys/syscall.h>
#ifdef SYS_openat2
#include <linux/openat2.h>
#endif
#endif

#include "core/result.h"
#include "io/name.h"

enum { MAX_LINKS = 40, MAX_DEPTH = 64, MAX_PATH = 4096, FIRST_ROOM = 1 << 16 };

#ifdef O_NOCTTY
static const int reading = O_RDONLY | O_NONBLOCK | O_CLOEXEC | O_NOCTTY;
#else
static const int reading = O_RDONLY | O_NONBLOCK | O_CLOEXEC;
#endif

// Folders are only traversed, so they need not be readable.
#ifdef O_PATH
static const int passing = O_PATH | O_DIRECTORY | O_CLOEXEC;
#else
static const int passing = O_RDONLY | O_DIRECTORY | O_CLOEXEC;
#endif

// ---------------------------------------------------------------------------------------------
// Messages

static mote_result fail_errno(const char *path, int reason)
{
    char room[IO_SHORT_NAME];
    return mote_fail(MOTE_ERROR_IO, "%s: cannot be read: %s", io_short_name(path, room),
                     strerror(reason));
}

static const char *kind_of(mode_t mode)
{
    if (S_ISFIFO(mode)) return "a FIFO";
    if (S_ISCHR(mode) || S_ISBLK(mode)) return "a device";
    return "a socket";
}

static mote_result fail_kind(const char *path, mode_t mode)
{
    char room[IO_SHORT_NAME];
    if (S_ISDIR(mode)) return fail_errno(path, EISDIR);
    return mote_fail(MOTE_ERROR_REFUSED, "%s: is %s, not a regular file", io_short_name(path, room),
                     kind_of(mode));
}

// Fails with a message about the file `name` that the file `path` names.
static mote_result fail_beside(const char *path, const char *name, int reason)
{
    char room[IO_SHORT_NAME], short_name[IO_SHORT_NAME];
    const char *file = io_short_name(path, room), *other = io_short_name(name, short_name);
    if (reason == EXDEV)
        return mote_fail(MOTE_ERROR_REFUSED,
                         "%s: '%s' is neither embedded nor a file in the same folder; "
                         "--allow-outside reads it all the same",
                         file, other);
    return mote_fail(MOTE_ERROR_IO, "%s: '%s' cannot be read: %s", file, other, strerror(reason));
}

// ---------------------------------------------------------------------------------------------
// Opening

static _Thread_local io_file_watcher *watching;
static _Thread_local void *watching_context;

void io_file_watch(io_file_watcher *watcher, void *context)
{
    watching = watcher;
    watching_context = context;
}

// Accepts the descriptor of a regular file; closes the descriptor of any other file and fails.
static mote_result accept_regular(int descriptor, const char *path, int *out)
{
    struct stat status;
    mote_result result = MOTE_OK;
    if (fstat(descriptor, &status))
        result = fail_errno(path, errno);
    else if (!S_ISREG(status.st_mode))
        result = fail_kind(path, status.st_mode);
    if (result)
        close(descriptor);
    else
        *out = descriptor;
    if (!result && watching) watching(watching_context, path, descriptor);
    return result;
}

// Opening a device may have side effects, so the type is checked before opening. The check of the
// open file decides.
mote_result io_file_open(const char *path, int *out)
{
    struct stat status;
    *out = -1;
    if (stat(path, &status)) return fail_errno(path, errno);
    if (!S_ISREG(status.st_mode)) return fail_kind(path, status.st_mode);
    int descriptor = open(path, reading);
    if (descriptor < 0) return fail_errno(path, errno);
    return accept_regular(descriptor, path, out);
}

// ---------------------------------------------------------------------------------------------
// Opening beneath a folder

// A walk to a file: the entered folders, and the rest of the name.
typedef struct walk {
    int folders[MAX_DEPTH]; // the first is the root, which the walk may not leave
    int depth, links;
    char left[MAX_PATH];
} walk;

// Inserts the target of a symbolic link before the rest of the name.
static bool follow_link(walk *w, const char *name)
{
    char target[MAX_PATH];
    ssize_t length = readlinkat(w->folders[w->depth - 1], name, target, sizeof target);
    if (length < 0) return false;
    size_t rest = strlen(w->left);
    errno = ELOOP;
    if (++w->links > MAX_LINKS) return false;
    errno = ENAMETOOLONG;
    if ((size_t)length + rest + 2 > sizeof w->left) return false;
    errno = EXDEV;
    if (target[0] == '/') return false;
    memmove(w->left + length + 1, w->left, rest + 1);
    memcpy(w->left, target, (size_t)length);
    w->left[length] = '/';
    return true;
}

static bool enter_folder(walk *w, const char *name)
{
    if (strcmp(name, ".") == 0) return true;
    if (strcmp(name, "..") == 0) {
        errno = EXDEV;
        if (w->depth == 1) return false;
        close(w->folders[--w->depth]);
        return true;
    }
    errno = ENAMETOOLONG;
    if (w->depth == MAX_DEPTH) return false;
    int folder = openat(w->folders[w->depth - 1], name, passing | O_NOFOLLOW);
    if (folder >= 0) {
        w->folders[w->depth++] = folder;
        return true;
    }
    int reason = errno;
    if (follow_link(w, name)) return true;
    if (errno == EINVAL) errno = reason; // not a link
    return false;
}

// Takes the next component of the rest of the name. `last` is set if no other follows.
static bool next_component(walk *w, char *name, bool *last)
{
    char *at = w->left + strspn(w->left, "/");
    size_t length = strcspn(at, "/");
    size_t after = length + strspn(at + length, "/");
    memcpy(name, at, length);
    name[length] = '\0';
    *last = at[after] == '\0';
    memmove(w->left, at + after, strlen(at + after) + 1);
    return length > 0;
}

// Opens the last component of the path; -1 with errno EXDEV if the path leaves the root. Each step
// opens one component in a folder that is already open, without following links.
static int walk_to(walk *w)
{
    char name[MAX_PATH];
    bool last;
    while (next_component(w, name, &last)) {
        if (!last || strcmp(name, ".") == 0 || strcmp(name, "..") == 0) {
            if (!enter_folder(w, name)) return -1;
            continue;
        }
        struct stat status;
        int folder = w->folders[w->depth - 1];
        if (fstatat(folder, name, &status, AT_SYMLINK_NOFOLLOW)) return -1;
        if (!S_ISLNK(status.st_mode)) return openat(folder, name, reading | O_NOFOLLOW);
        w->left[0] = '\0';
        if (!follow_link(w, name)) return -1;
        w->left[strlen(w->left) - 1] = '\0'; // drop the trailing slash
    }
    errno = EISDIR;
    return -1;
}

static int open_by_walking(int folder, const char *name)
{
    walk w = {.folders = {folder}, .depth = 1};
    errno = ENAMETOOLONG;
    if (strlen(name) >= sizeof w.left) return -1;
    memcpy(w.left, name, strlen(name) + 1);
    errno = EXDEV;
    int descriptor = name[0] == '/' ? -1 : walk_to(&w);
    int reason = errno;
    while (w.depth > 1) close(w.folders[--w.depth]);
    errno = reason;
    return descriptor;
}

#ifdef SYS_openat2
// Returns -1 with errno EXDEV if the name leaves the folder, and with ENOSYS if the kernel is older
// than 5.6.
static int open_by_kernel(int folder, const char *name)
{
    struct open_how how = {.flags = (unsigned)(O_PATH | O_CLOEXEC),
                           .resolve = RESOLVE_BENEATH | RESOLVE_NO_MAGICLINKS};
    int place = (int)syscall(SYS_openat2, folder, name, &how, sizeof how);
    if (place < 0) return -1;
    // O_PATH has no effect on a device.
    struct stat status;
    bool regular = fstat(place, &status) == 0 && S_ISREG(status.st_mode);
    close(place);
    how.flags = (unsigned)(regular ? reading : O_PATH | O_CLOEXEC);
    return (int)syscall(SYS_openat2, folder, name, &how, sizeof how);
}
#endif

static int open_beneath(int folder, const char *name)
{
#ifdef SYS_openat2
    int descriptor = open_by_kernel(folder, name);
    // Some containers forbid the call with EPERM.
    if (descriptor >= 0 || (errno != ENOSYS && errno != EPERM)) return descriptor;
#endif
    return open_by_walking(folder, name);
}

// The folder of a path with its final slash, allocated with malloc.
static char *folder_of(const char *path, size_t room)
{
    const char *slash = strrchr(path, '/');
    size_t length = slash ? (size_t)(slash - path) + 1 : 2;
    char *folder = malloc(length + room + 1);
    if (!folder) return NULL;
    memcpy(folder, slash ? path : "./", length);
    folder[length] = '\0';
    return folder;
}

// Returns -1 with errno, which is EXDEV if `name` leaves the folder of `path`.
static int open_inside(const char *path, const char *name)
{
    char *folder = folder_of(path, 0);
    errno = ENOMEM;
    if (!folder) return -1;
    int root = open(folder, passing);
    free(folder);
    if (root < 0) return -1;
    int descriptor = open_beneath(root, name);
    int reason = errno;
    close(root);
    errno = reason;
    return descriptor;
}

static mote_result open_outside(const char *path, const char *name, int *out)
{
    if (name[0] == '/') return io_file_open(name, out);
    char *whole = folder_of(path, strlen(name));
    if (!whole) return mote_fail_memory(strlen(path) + strlen(name), "a path");
    memcpy(whole + strlen(whole), name, strlen(name) + 1);
    mote_result result = io_file_open(whole, out);
    free(whole);
    return result;
}

mote_result io_file_open_beside(const char *path, const char *name, bool allow_outside, int *out)
{
    *out = -1;
    if (allow_outside) return open_outside(path, name, out);
    int descriptor = open_inside(path, name);
    if (descriptor < 0) return fail_beside(path, name, errno);
    return accept_regular(descriptor, name, out);
}

mote_result io_file_open_listed(const char *path, bool allow_outside, int *out)
{
    const char *slash = strrchr(path, '/');
    char room[IO_SHORT_NAME];
    *out = -1;
    if (allow_outside) return io_file_open(path, out);
    int descriptor = open_inside(path, slash ? slash + 1 : path);
    if (descriptor >= 0) return accept_regular(descriptor, path, out);
    if (errno != EXDEV) return fail_errno(path, errno);
    return mote_fail(MOTE_ERROR_REFUSED,
                     "%s: is a symbolic link that leaves its folder; --allow-outside reads it all "
                     "the same",
                     io_short_name(path, room));
}

// ---------------------------------------------------------------------------------------------
// Reading

// One byte more than the reported file size, because only a read of 0 bytes shows the end.
static size_t first_room(int descriptor)
{
    struct stat status;
    bool known = fstat(descriptor, &status) == 0 && status.st_size > 0 &&
                 (uintmax_t)status.st_size < SIZE_MAX;
    return known ? (size_t)status.st_size + 1 : FIRST_ROOM;
}

mote_result io_file_read(int descriptor, const char *path, unsigned char **out, size_t *size)
{
    char short_name[IO_SHORT_NAME];
    size_t room = first_room(descriptor);
    mote_result result = MOTE_OK;
    *out = NULL;
    *size = 0;
    for (;;) {
        if (*size == room || !*out) {
            if (*out) room *= 2;
            unsigned char *grown = realloc(*out, room);
            if (!grown) result = mote_fail_memory(room, io_short_name(path, short_name));
            if (grown) *out = grown;
        }
        if (result) break;
        ssize_t got = read(descriptor, *out + *size, room - *size);
        if (got == 0) return MOTE_OK;
        if (got > 0) *size += (size_t)got;
        if (got < 0 && errno != EINTR) result = fail_errno(path, errno);
    }
    free(*out);
    *out = NULL;
    return result;
}
