// Reading files of other programs: glTF and FBX by readers of our own, everything else by libassimp. All run in a
// child process with limits of memory and time, so that a broken or malicious file cannot harm the parent. The
// child opens nothing: it gets what it reads from the parent (broker.h), and may do little else (sandbox.h).

#ifndef MOTE_CHECK_IMPORT_H
#define MOTE_CHECK_IMPORT_H

#include "assets/asset.h"
#include "assets/uri.h"

typedef struct check_import_limits {
    double seconds;
    uint64_t bytes;     // of the child's memory, and of what it sends back
    bool allow_outside; // files that a file names may lie outside of its folder
    bool
        require_filter; // refuse files where the system does not allow a filter of system calls (sandbox.h)
    // Asked now and then; true ends the reading, which fails then. May be null.
    bool (*is_canceled)(void *context);
    void *is_canceled_context;
    // Called before a file is opened, with its path. May be null.
    void (*on_read)(void *context, const char *path);
    void *on_read_context;
} check_import_limits;

static inline void check_announce_file(const check_import_limits *limits, const char *path)
{
    if (limits->on_read) limits->on_read(limits->on_read_context, path);
}

bool check_is_canceled(const check_import_limits *limits);

// A minute, 2 GiB, nothing outside, never canceled.
check_import_limits check_default_import_limits(void);

// Fails with a message that names the file and, where known, the position in it. If the file is open, its descriptor is read, and
// stays open; otherwise `opened` is null. `path` gives the format.
mote_result check_import(const char *path, const int *opened, const check_import_limits *limits,
                         asset_file *out);

// A file in memory, and the way to those that it names.
typedef struct check_input {
    const char *path; // for messages
    const unsigned char *bytes;
    size_t size;
    asset_beside beside;
} check_input;

// Fills `out` or fails. Opens no files.
typedef mote_result check_asset_reader(const check_input *input, asset_file *out);

typedef struct check_importer {
    // Loads the libraries that the reader needs, as long as files can be opened; may be null. `path` is for messages.
    mote_result (*prepare)(const char *path);
    check_asset_reader *read;
} check_importer;

check_asset_reader check_read_gltf, check_read_fbx;

// Loads the module with the decoders of compressed glTF (assets/decoders.h), where there is one: without it, files that need it
// are refused when they are read. Null, and why, for messages.
const struct asset_decoders *check_load_decoders(const char **why_not);
mote_result check_prepare_gltf(const char *path);
#ifdef MOTE_ASSIMP_MAJOR
mote_result check_prepare_assimp(const char *path);
check_asset_reader check_read_by_assimp;
#endif

// Builds for WebAssembly have neither processes nor a file system: there check_import reads glTF from these files, in the
// module, which is a sandbox itself (memory_files.c). The array must exist as long as files are read.
typedef struct check_memory_file {
    const char *name;
    const unsigned char *bytes;
    size_t size;
} check_memory_file;

void check_set_memory_files(const check_memory_file *files, size_t count);

// Runs a reader in a child. An asset that was read without a filter of system calls has a remark of the kind
// ASSET_REMARK_UNFILTERED. check_import chooses the importer by the file's extension, and opens the file.
mote_result check_import_in_child(const char *path, const check_importer *importer,
                                  const check_import_limits *limits, asset_file *out);
// The same for a file that is open.
mote_result check_read_in_child(const char *path, int file, const check_importer *importer,
                                const check_import_limits *limits, asset_file *out);

#endif
