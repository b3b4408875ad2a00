// Reading files that strangers made: glTF by a reader of our own, everything else by libassimp. Both
// run in a child process with limits of memory and time, which whatever the file does to it cannot
// harm the parent.

#ifndef MOTE_IMPORT_H
#define MOTE_IMPORT_H

#include "assets/asset.h"

typedef struct mote_import_limits {
    double seconds;
    uint64_t bytes; // of the child's memory, and of what it sends back
} mote_import_limits;

// A minute, 2 GiB.
mote_import_limits mote_default_import_limits(void);

// Fails with a message that names the file, and as far as is known the place in it.
mote_result mote_import(const char *path, const mote_import_limits *limits, mote_asset *out);

// A reader: fills `out` or fails.
typedef mote_result mote_asset_reader(const char *path, mote_asset *out);

mote_asset_reader mote_read_gltf;      // with its buffers beside it
mote_asset_reader mote_read_by_assimp; // refuses where the program was built without libassimp

// Runs a reader in a child. mote_import chooses the reader by the file's extension.
mote_result mote_import_in_child(const char *path, mote_asset_reader *reader,
                                 const mote_import_limits *limits, mote_asset *out);

#endif
