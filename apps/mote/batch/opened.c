#define _POSIX_C_SOURCE 200809L
#include "apps/mote/batch/opened.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "check/animation/files.h"
#include "core/hash.h"
#include "core/result.h"
#include "io/file.h"
#include "io/io.h"

// Chains the hashes of names and contents, so exchanging the contents of two files changes the
// result. The order is deterministic: the child process that reads an input has one thread and
// requests files one by one.
static void add_file(void *context, const char *path, int descriptor)
{
    uint64_t *content = context, hash = MOTE_HASH_START;
    unsigned char bytes[1 << 16];
    off_t at = 0;
    for (ssize_t got; (got = pread(descriptor, bytes, sizeof bytes, at)) > 0; at += got)
        hash = mote_hash_bytes(hash, bytes, (size_t)got);
    *content = mote_hash_bytes(*content, path, strlen(path) + 1);
    *content = mote_hash_u64(*content, mote_hash_u64(hash, (uint64_t)at));
}

// Adds numbered files, which the check opens later, frame by frame.
static mote_result add_numbered_files(const char *input, uint64_t *content)
{
    struct stat status;
    check_file_groups groups;
    bool exists = stat(input, &status) == 0;
    bool many = exists ? S_ISDIR(status.st_mode) : check_is_file_pattern(input);
    if (!many) return MOTE_OK;
    mote_result result = check_find_files(input, &groups);
    if (result) return result;
    for (uint32_t i = 0; i < groups.count; i++) {
        *content = mote_hash_u64(*content, i);
        for (uint32_t k = 0; k < groups.items[i].count; k++) {
            const char *path = groups.items[i].paths[k];
            int descriptor;
            if (io_file_open(path, &descriptor)) continue; // the check reports the error
            add_file(content, path, descriptor);
            close(descriptor);
        }
    }
    check_file_groups_release(&groups);
    return MOTE_OK;
}

mote_result cmd_batch_open(const cmd_batch_check *check, cmd_batch_opened *out)
{
    *out = (cmd_batch_opened){.content = MOTE_HASH_START};
    mote_result result = cmd_batch_parse(check, &out->arguments, &out->words);
    if (result) return result;
    io_file_watch(add_file, &out->content);
    result = cmd_check_open(out->arguments, &out->request, &out->check);
    io_file_watch(NULL, NULL);
    for (int i = 0; i < out->arguments.count && !result; i++)
        result = add_numbered_files(out->arguments.items[i], &out->content);
    if (!result && out->request.def.time_budget > 0)
        result = mote_fail(MOTE_ERROR_ARGUMENT, "%s: the key 'budget' is not for a batch",
                           out->request.config.path);
    return result;
}

void cmd_batch_close(cmd_batch_opened *opened)
{
    mote_check_close(opened->check);
    cmd_check_request_release(&opened->request);
    free(opened->words);
    *opened = (cmd_batch_opened){0};
}
