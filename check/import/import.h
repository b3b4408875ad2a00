// Reads files of other programs: glTF and FBX by the readers in assets/, other formats by
// libassimp. All readers run in a child process with limits of memory and time, so a broken or
// malicious file cannot harm the parent. The child opens no files: the parent sends it the
// descriptors (broker.h), and a sandbox restricts it (sandbox.h).

#ifndef MOTE_CHECK_IMPORT_H
#define MOTE_CHECK_IMPORT_H

#include "assets/asset.h"
#include "assets/uri.h"

typedef struct check_import_limits {
    double seconds;
    uint64_t bytes;      // limit of the child's memory and of its reply
    bool allow_outside;  // files named by the input may lie outside of its folder
    bool require_filter; // fail if the system allows no system call filter (sandbox.h)
    // Called periodically; reading fails when it returns true. May be null.
    bool (*is_canceled)(void *context);
    void *is_canceled_context;
    // Called with the path before a file is opened. May be null.
    void (*on_read)(void *context, const char *path);
    void *on_read_context;
} check_import_limits;

static inline void check_announce_file(const check_import_limits *limits, const char *path)
{
    if (limits->on_read) limits->on_read(limits->on_read_context, path);
}

bool check_is_canceled(const check_import_limits *limits);

// 60 seconds, 2 GiB, no files outside of the folder, no callbacks.
check_import_limits check_default_import_limits(void);

// Fails with a message that names the file and, if known, the position in it. If `opened` is not
// null, reads from that descriptor and leaves it open. `path` determines the format.
mote_result check_import(const char *path, const int *opened, const check_import_limits *limits,
                         asset_file *out);

// A file in memory, and access to the files that it names.
typedef struct check_input {
    const char *path; // for messages
    const unsigned char *bytes;
    size_t size;
    asset_beside beside;
} check_input;

// Fills `out` or fails. Opens no files itself.
typedef mote_result check_asset_reader(const check_input *input, asset_file *out);

typedef struct check_importer {
    // Loads the libraries that the reader needs while files can still be opened. May be null.
    // `path` is for messages.
    mote_result (*prepare)(const char *path);
    check_asset_reader *read;
} check_importer;

check_asset_reader check_read_gltf, check_read_fbx;

// Loads the module with the decoders for compressed glTF (assets/decoders.h). Returns null if there
// is none, with the reason in `why_not`; files that need a decoder are then refused when they are
// read.
const struct asset_decoders *check_load_decoders(const char **why_not);
mote_result check_prepare_gltf(const char *path);
#ifdef MOTE_ASSIMP_MAJOR
mote_result check_prepare_assimp(const char *path);
check_asset_reader check_read_by_assimp;
#endif

// WebAssembly builds have neither processes nor a file system. There check_import reads glTF from
// these files, inside the module, which is itself a sandbox (memory_files.c). The array must
// outlive all reads.
typedef struct check_memory_file {
    const char *name;
    const unsigned char *bytes;
    size_t size;
} check_memory_file;

void check_set_memory_files(const check_memory_file *files, size_t count);

// Runs a reader in a child process. If it ran without a system call filter, the asset gets an
// ASSET_REMARK_UNFILTERED. check_import opens the file and chooses the importer by its extension.
mote_result check_import_in_child(const char *path, const check_importer *importer,
                                  const check_import_limits *limits, asset_file *out);
// The same for an open file.
mote_result check_read_in_child(const char *path, int file, const check_importer *importer,
                                const check_import_limits *limits, asset_file *out);

#endif
