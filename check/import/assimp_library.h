// libassimp, loaded on demand in the child process that reads a file, because loading takes a
// while.

#ifndef MOTE_CHECK_ASSIMP_LIBRARY_H
#define MOTE_CHECK_ASSIMP_LIBRARY_H

#include <assimp/cimport.h>
#include <assimp/postprocess.h>
#include <assimp/scene.h>
#include <mote/base.h>

typedef struct check_assimp_library {
    const struct aiScene *(*import_file)(const char *path, unsigned flags, struct aiFileIO *files);
    const char *(*error)(void);
    void (*attach_log)(const struct aiLogStream *stream);
    void (*decompose)(const struct aiMatrix4x4 *matrix, struct aiVector3D *scale,
                      struct aiQuaternion *rotation, struct aiVector3D *translation);
} check_assimp_library;

// Fails with a message that names the library and its package. `path` is the file to read.
mote_result check_assimp_load(const char *path, check_assimp_library *out);

#endif
