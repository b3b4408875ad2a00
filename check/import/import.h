// Reading files of other programs: glTF by a reader of our own, everything else by libassimp. Both run in a
// child process with limits of memory and time, so that a broken or malicious file cannot harm the parent.

#ifndef MOTE_CHECK_IMPORT_H
#define MOTE_CHECK_IMPORT_H

#include "assets/asset.h"

typedef struct check_import_limits {
    double seconds;
    uint64_t bytes; // of the child's memory, and of what it sends back
} check_import_limits;

// A minute, 2 GiB.
check_import_limits check_default_import_limits(void);

// Fails with a message that names the file and, where known, the position in it.
mote_result check_import(const char *path, const check_import_limits *limits, asset_file *out);

// A reader: fills `out` or fails.
typedef mote_result check_asset_reader(const char *path, asset_file *out);

check_asset_reader check_read_gltf; // with its buffers beside it
#ifdef MOTE_ASSIMP_MAJOR
check_asset_reader check_read_by_assimp;
#endif

// Runs a reader in a child. check_import chooses the reader by the file's extension.
mote_result check_import_in_child(const char *path, check_asset_reader *reader,
                                  const check_import_limits *limits, asset_file *out);

#endif
