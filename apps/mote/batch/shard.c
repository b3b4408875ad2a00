#define _POSIX_C_SOURCE 200809L
#include "apps/mote/batch/shard.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "check/found_bytes.h"
#include "core/result.h"

static const char magic[12] = "mote shard\n";

enum { FOOT_SIZE = 16 };

// ---------------------------------------------------------------------------------------------
// Writing

static void put_number(FILE *to, uint32_t number)
{
    fwrite(&number, sizeof number, 1, to);
}

static void put_long(FILE *to, uint64_t number)
{
    fwrite(&number, sizeof number, 1, to);
}

static void put_bytes(FILE *to, const void *bytes, size_t size)
{
    put_number(to, (uint32_t)size);
    fwrite(bytes, 1, size, to);
}

void cmd_batch_put_head(FILE *to, const cmd_batch_plan *plan, uint32_t shard)
{
    const cmd_batch_shard *of = &plan->shards[shard];
    fwrite(magic, sizeof magic, 1, to);
    put_number(to, CMD_BATCH_SHARD_FORMAT);
    put_number(to, CHECK_FOUND_VERSION);
    put_bytes(to, mote_version(), strlen(mote_version()));
    put_number(to, of->count);
    for (uint32_t i = 0; i < of->count; i++) {
        const cmd_batch_check *check = &plan->checks.items[of->pieces[i].check];
        put_long(to, cmd_batch_check_key(&plan->checks, check));
        put_number(to, of->pieces[i].first);
        put_number(to, of->pieces[i].count);
    }
}

void cmd_batch_put_frame(FILE *to, const unsigned char *bytes, size_t size)
{
    put_number(to, CMD_BATCH_FRAME);
    put_bytes(to, bytes, size);
}

void cmd_batch_put_failure(FILE *to, mote_result result, const char *message)
{
    put_number(to, CMD_BATCH_FAILURE);
    put_number(to, (uint32_t)result);
    put_bytes(to, message, strlen(message));
}

void cmd_batch_put_crash(FILE *to, const char *message)
{
    put_number(to, CMD_BATCH_CRASH);
    put_bytes(to, message, strlen(message));
}

void cmd_batch_put_end(FILE *to)
{
    put_number(to, CMD_BATCH_END);
}

mote_result cmd_batch_put_foot(FILE *to)
{
    uint64_t hash;
    if (fseeko(to, 0, SEEK_END))
        return mote_fail(MOTE_ERROR_IO, "a shard cannot be written: %s", strerror(errno));
    uint64_t size = (uint64_t)ftello(to);
    mote_result result = cmd_batch_hash_stream(to, size, &hash);
    put_long(to, size);
    put_long(to, hash);
    return result;
}

// ---------------------------------------------------------------------------------------------
// Reading

// The unread rest of the bytes.
typedef struct cursor {
    const unsigned char *at, *end;
    bool short_of; // the data ended too early
} cursor;

static void take(cursor *c, void *out, size_t size)
{
    memset(out, 0, size);
    if ((size_t)(c->end - c->at) < size) {
        c->short_of = true;
        return;
    }
    memcpy(out, c->at, size);
    c->at += size;
}

static uint32_t take_number(cursor *c)
{
    uint32_t number;
    take(c, &number, sizeof number);
    return number;
}

static void skip(cursor *c, size_t size)
{
    if ((size_t)(c->end - c->at) < size)
        c->short_of = true;
    else
        c->at += size;
}

static mote_result fail_shard(uint32_t shard, const char *what)
{
    return mote_fail(MOTE_ERROR_DATA, "shard %u: %s", shard + 1, what);
}

// Reads the versions before the checksum, because another format version may have a different
// checksum.
static mote_result read_versions(cursor *c, uint32_t shard)
{
    char text[sizeof magic], version[64] = "";
    take(c, text, sizeof text);
    if (c->short_of || memcmp(text, magic, sizeof magic) != 0)
        return fail_shard(shard, "is not a shard of mote");
    uint32_t format = take_number(c), found = take_number(c), length = take_number(c);
    if (length < sizeof version) take(c, version, length);
    if (c->short_of || length >= sizeof version) return fail_shard(shard, "is damaged");
    if (format == CMD_BATCH_SHARD_FORMAT && found == CHECK_FOUND_VERSION &&
        strcmp(version, mote_version()) == 0)
        return MOTE_OK;
    return mote_fail(MOTE_ERROR_DATA,
                     "shard %u: was written by mote %s, and this is mote %s: run it again",
                     shard + 1, version, mote_version());
}

static mote_result read_foot(const cmd_batch_found *found, uint32_t shard)
{
    uint64_t foot[2];
    if (found->size < FOOT_SIZE) return fail_shard(shard, "is damaged");
    size_t size = found->size - FOOT_SIZE;
    memcpy(foot, found->bytes + size, sizeof foot);
    if (foot[0] != size || foot[1] != cmd_batch_hash(found->bytes, size))
        return fail_shard(shard, "is damaged");
    return MOTE_OK;
}

static mote_result read_pieces(cursor *c, const cmd_batch_plan *plan, uint32_t shard)
{
    const cmd_batch_shard *of = &plan->shards[shard];
    bool same = take_number(c) == of->count;
    for (uint32_t i = 0; i < of->count && same; i++) {
        uint64_t key;
        take(c, &key, sizeof key);
        same = key == cmd_batch_check_key(&plan->checks, &plan->checks.items[of->pieces[i].check]);
        same &= take_number(c) == of->pieces[i].first;
        same &= take_number(c) == of->pieces[i].count;
    }
    return same && !c->short_of ? MOTE_OK : fail_shard(shard, "is of another plan: run it again");
}

static mote_result find_records(cursor *c, uint32_t piece_count, cmd_batch_found *out,
                                uint32_t shard)
{
    out->pieces = calloc((size_t)piece_count + 1, sizeof *out->pieces);
    if (!out->pieces) return mote_fail_memory(piece_count, "a shard");
    for (uint32_t i = 0; i < piece_count; i++) {
        out->pieces[i] = c->at;
        for (uint32_t kind; (kind = take_number(c)) != CMD_BATCH_END;) {
            if (kind == CMD_BATCH_FAILURE) take_number(c);
            if (kind > CMD_BATCH_CRASH || c->short_of) return fail_shard(shard, "is damaged");
            skip(c, take_number(c));
        }
    }
    return c->short_of || c->at != c->end ? fail_shard(shard, "is damaged") : MOTE_OK;
}

static mote_result map_file(const char *path, uint32_t shard, cmd_batch_found *out)
{
    struct stat status;
    int descriptor = open(path, O_RDONLY | O_CLOEXEC);
    if (descriptor < 0 && errno == ENOENT) return fail_shard(shard, "is missing");
    if (descriptor < 0 || fstat(descriptor, &status)) {
        int reason = errno;
        if (descriptor >= 0) close(descriptor);
        return mote_fail(MOTE_ERROR_IO, "shard %u: cannot be read: %s", shard + 1,
                         strerror(reason));
    }
    out->size = (size_t)status.st_size;
    void *bytes = out->size ? mmap(NULL, out->size, PROT_READ, MAP_PRIVATE, descriptor, 0) : NULL;
    close(descriptor);
    if (!bytes) return fail_shard(shard, "is damaged");
    if (bytes == MAP_FAILED) return mote_fail_memory(out->size, "a shard");
    out->bytes = bytes;
    return MOTE_OK;
}

mote_result cmd_batch_open_found(const char *folder, const cmd_batch_plan *plan, uint32_t shard,
                                 cmd_batch_found *out)
{
    char path[CMD_BATCH_PATH];
    *out = (cmd_batch_found){0};
    mote_result result = cmd_batch_path(path, folder, "work/shards/%05u.found", shard + 1);
    if (!result) result = map_file(path, shard, out);
    if (result) return result;
    cursor c = {.at = out->bytes,
                .end = out->bytes + (out->size > FOOT_SIZE ? out->size - FOOT_SIZE : 0)};
    result = read_versions(&c, shard);
    if (!result) result = read_foot(out, shard);
    if (!result) result = read_pieces(&c, plan, shard);
    if (!result) result = find_records(&c, plan->shards[shard].count, out, shard);
    if (result) cmd_batch_close_found(out);
    return result;
}

void cmd_batch_close_found(cmd_batch_found *found)
{
    if (found->bytes) munmap(found->bytes, found->size);
    free(found->pieces);
    *found = (cmd_batch_found){0};
}

cmd_batch_record cmd_batch_next_record(const unsigned char **at, const unsigned char **bytes,
                                       size_t *size, mote_result *result)
{
    uint32_t kind, code = 0, length;
    memcpy(&kind, *at, sizeof kind);
    if (kind == CMD_BATCH_END) return CMD_BATCH_END;
    *at += sizeof kind;
    if (kind == CMD_BATCH_FAILURE) {
        memcpy(&code, *at, sizeof code);
        *at += sizeof code;
    }
    memcpy(&length, *at, sizeof length);
    *at += sizeof length;
    *bytes = *at;
    *size = length;
    *result = (mote_result)code;
    *at += length;
    return (cmd_batch_record)kind;
}
