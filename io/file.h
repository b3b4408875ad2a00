// Reading untrusted input files. Only regular files are opened, and opening never blocks: FIFOs,
// devices, sockets and folders are refused at once. A file that another file names must be in that
// file's folder or below it.

#ifndef MOTE_IO_FILE_H
#define MOTE_IO_FILE_H

#include <mote/base.h>

// Opens a file for reading; the caller closes the descriptor.
mote_result io_file_open(const char *path, int *out);

// As io_file_open, for the file `name` that the file `path` names, relative to the folder of
// `path`. A name that leaves the folder, by an absolute path, by .. or by a symbolic link, is
// refused with MOTE_ERROR_REFUSED unless `allow_outside` is set. The checked file is the opened
// file, even if other processes change the folder meanwhile.
mote_result io_file_open_beside(const char *path, const char *name, bool allow_outside, int *out);

// As io_file_open, for a file that was found in a folder: a symbolic link may not leave the folder
// unless `allow_outside` is set.
mote_result io_file_open_listed(const char *path, bool allow_outside, int *out);

// Sets a watcher that is called with each file that one of these functions opens on the calling
// thread, to record the inputs of a result. The watcher may read the file with pread. `path` is the
// function's argument; for io_file_open_beside it is `name`. Null removes the watcher.
typedef void io_file_watcher(void *context, const char *path, int descriptor);
void io_file_watch(io_file_watcher *watcher, void *context);

// Reads all bytes from the descriptor's position to the end into memory from malloc. `path` is for
// messages.
mote_result io_file_read(int descriptor, const char *path, unsigned char **out, size_t *size);

#endif
