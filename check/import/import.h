// Reading files that strangers made: glTF by a reader of our own, everything else by libassimp. Both
// run in a child process with limits of memory and time, which whatever the file does to it cannot
// harm the parent.

#ifndef MOTE_IMPORT_H
#define MOTE_IMPORT_H

#include "assets/asset.h"

typedef struct check_import_limits {
    double seconds;
    uint64_t bytes; // of the child's memory, and of what it sends back
} check_import_limits;

// A minute, 2 GiB.
check_import_limits check_default_import_limits(void);

// Fails with a message that names the file, and as far as is known the place in it.
mote_result check_import(const char *path, const check_import_limits *limits, asset_file *out);

// A reader: fills `out` or fails.
typedef mote_result check_asset_reader(const char *path, asset_file *out);

check_asset_reader check_read_gltf;      // with its buffers beside it
check_asset_reader check_read_by_assimp; // refuses where the program was built without libassimp

// Runs a reader in a child. check_import chooses the reader by the file's extension.
mote_result check_import_in_child(const char *path, check_asset_reader *reader,
                                  const check_import_limits *limits, asset_file *out);

#endif
