#include "check/import/assimp_files.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check/import/assimp_collada_file.h"
#include "core/result.h"

// An open file in memory.
typedef struct memory_file {
    struct aiFile file; // first field: libassimp returns a pointer to it
    const unsigned char *bytes;
    unsigned char *owned; // null for the input
    size_t size, at;
} memory_file;

static size_t read_elements(struct aiFile *file, char *to, size_t size, size_t count)
{
    memory_file *m = (memory_file *)file;
    if (size == 0) return 0;
    size_t most = (m->size - m->at) / size;
    if (count > most) count = most;
    memcpy(to, m->bytes + m->at, count * size);
    m->at += count * size;
    return count;
}

static size_t write_nothing(struct aiFile *file, const char *from, size_t size, size_t count)
{
    (void)file;
    (void)from;
    (void)size;
    (void)count;
    return 0;
}

static size_t tell(struct aiFile *file)
{
    return ((memory_file *)file)->at;
}

static size_t size_of(struct aiFile *file)
{
    return ((memory_file *)file)->size;
}

// A size_t may hold a negative offset. An offset from the end counts backwards with either sign.
static enum aiReturn seek(struct aiFile *file, size_t offset, enum aiOrigin origin)
{
    memory_file *m = (memory_file *)file;
    size_t to = offset;
    if (origin == aiOrigin_CUR) to = m->at + offset;
    if (origin == aiOrigin_END) to = offset <= m->size ? m->size - offset : m->size + offset;
    if (to > m->size) return aiReturn_FAILURE;
    m->at = to;
    return aiReturn_SUCCESS;
}

static void flush_nothing(struct aiFile *file)
{
    (void)file;
}

static struct aiFile *create_file(const unsigned char *bytes, size_t size, unsigned char *owned)
{
    memory_file *m = malloc(sizeof *m);
    if (!m) {
        free(owned);
        return NULL;
    }
    *m = (memory_file){
        .file = {read_elements, write_nothing, tell, size_of, seek, flush_nothing, NULL},
        .bytes = bytes,
        .owned = owned,
        .size = size};
    return &m->file;
}

static struct aiFile *open_file(struct aiFileIO *io, const char *name, const char *mode)
{
    check_assimp_files *files = (check_assimp_files *)io;
    const check_input *input = files->input;
    if (strchr(mode, 'w') || strchr(mode, 'a')) return NULL;
    if (strcmp(name, files->name) == 0) return create_file(input->bytes, input->size, NULL);
    unsigned char *bytes;
    size_t size;
    mote_result result =
        input->beside.read(input->beside.context, input->path, name, &bytes, &size);
    if (!result) {
        result = check_collada_file(name, bytes, size);
        if (!result) return create_file(bytes, size, bytes);
        free(bytes);
    }
    // libassimp may probe for files that do not exist. Files that must not be read are failures.
    if (result != MOTE_ERROR_IO && !files->refused) {
        files->refused = result;
        snprintf(files->message, sizeof files->message, "%s", mote_last_message());
    }
    return NULL;
}

static void close_file(struct aiFileIO *io, struct aiFile *file)
{
    (void)io;
    if (file) free(((memory_file *)file)->owned);
    free(file);
}

void check_assimp_files_open(check_assimp_files *files, const check_input *input)
{
    const char *slash = strrchr(input->path, '/');
    *files = (check_assimp_files){.io = {open_file, close_file, NULL},
                                  .input = input,
                                  .name = slash ? slash + 1 : input->path};
}

mote_result check_assimp_files_status(const check_assimp_files *files)
{
    return files->refused ? mote_fail(files->refused, "%s", files->message) : MOTE_OK;
}
