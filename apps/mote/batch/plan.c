#define _POSIX_C_SOURCE 200809L
#include "apps/mote/batch/plan.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "apps/mote/output.h"
#include "core/result.h"

// Opening a check takes about as long as ten of its frames, so a short check is split only if it
// costs more than a shard.
enum { FRAMES_PER_SHARD = 48, SHORT_CHECK = 2 * FRAMES_PER_SHARD, SHARDS_PER_PROCESS = 64 };

void cmd_batch_plan_release(cmd_batch_plan *plan)
{
    for (uint32_t i = 0; i < plan->shard_count; i++) {
        free(plan->shards[i].pieces);
        free(plan->shards[i].failure);
    }
    free(plan->shards);
    cmd_batch_checks_release(&plan->checks);
    *plan = (cmd_batch_plan){0};
}

mote_result cmd_batch_make_folders(const char *folder)
{
    static const char *const names[] = {"clips", "work/measures", "work/shards", "work/results"};
    char path[CMD_BATCH_PATH];
    mote_result result = MOTE_OK;
    for (size_t i = 0; i < sizeof names / sizeof names[0] && !result; i++) {
        result = cmd_batch_path(path, folder, "%s", names[i]);
        if (!result) result = cmd_make_folder(path);
    }
    return result;
}

// ---------------------------------------------------------------------------------------------
// Cutting

static uint64_t frame_cost(const cmd_batch_check *check)
{
    uint64_t cost = check->frames ? check->cost / check->frames : 0;
    return cost ? cost : 1;
}

static bool stays_whole(const cmd_batch_check *check, uint64_t shard_cost)
{
    return check->cost <= (check->frames <= SHORT_CHECK ? shard_cost : shard_cost / 4);
}

// The number of frames, over all checks, after which a shard may end.
static uint64_t cut_at(const cmd_batch_checks *checks, uint64_t cost, uint64_t shard_cost)
{
    uint64_t before = 0, frames_before = 0;
    for (uint32_t i = 0; i < checks->count; i++) {
        const cmd_batch_check *check = &checks->items[i];
        if (before + check->cost > cost) {
            uint64_t inside = cost - before, frames = inside / frame_cost(check);
            if (frames > check->frames) frames = check->frames;
            if (stays_whole(check, shard_cost))
                frames = inside * 2 < check->cost ? 0 : check->frames;
            return frames_before + frames;
        }
        before += check->cost;
        frames_before += check->frames;
    }
    return frames_before;
}

static mote_result add_piece(cmd_batch_shard *shard, const cmd_batch_checks *checks,
                             cmd_batch_piece piece)
{
    cmd_batch_piece *pieces = realloc(shard->pieces, (shard->count + 1) * sizeof *pieces);
    if (!pieces) return mote_fail_memory(sizeof *pieces, "a plan");
    shard->pieces = pieces;
    pieces[shard->count++] = piece;
    const cmd_batch_check *check = &checks->items[piece.check];
    shard->cost += frame_cost(check) * piece.count;
    return MOTE_OK;
}

// Fills a shard with the frames from `first` up to `end`, counted over all checks.
static mote_result fill_shard(cmd_batch_shard *shard, const cmd_batch_checks *checks,
                              uint64_t first, uint64_t end)
{
    uint64_t before = 0;
    mote_result result = MOTE_OK;
    for (uint32_t i = 0; i < checks->count && !result; i++) {
        uint64_t after = before + checks->items[i].frames;
        uint64_t from = first > before ? first : before, to = end < after ? end : after;
        if (from < to)
            result =
                add_piece(shard, checks,
                          (cmd_batch_piece){i, (uint32_t)(from - before), (uint32_t)(to - from)});
        before = after;
    }
    return result;
}

mote_result cmd_batch_cut(cmd_batch_plan *plan, uint32_t wanted)
{
    const cmd_batch_checks *checks = &plan->checks;
    uint64_t cost = 0, first = 0;
    for (uint32_t i = 0; i < checks->count; i++) cost += checks->items[i].cost;
    plan->shards = calloc((size_t)wanted + 1, sizeof *plan->shards);
    if (!plan->shards) return mote_fail_memory(wanted * sizeof *plan->shards, "a plan");
    mote_result result = MOTE_OK;
    for (uint32_t i = 1; i <= wanted && !result; i++) {
        // cost * i / wanted without overflow
        uint64_t upto = cost / wanted * i + cost % wanted * i / wanted;
        uint64_t end = cut_at(checks, upto, cost / wanted);
        if (end <= first) continue;
        result = fill_shard(&plan->shards[plan->shard_count++], checks, first, end);
        first = end;
    }
    return result;
}

uint32_t cmd_batch_shards_for(const cmd_batch_checks *checks, uint32_t processes)
{
    uint64_t frames = 0, most = (uint64_t)processes * SHARDS_PER_PROCESS;
    for (uint32_t i = 0; i < checks->count; i++) frames += checks->items[i].frames;
    uint64_t count = frames / FRAMES_PER_SHARD + 1;
    return (uint32_t)(count < most ? count : most);
}

// ---------------------------------------------------------------------------------------------
// Files

static void put_measure(FILE *to, const cmd_batch_check *check)
{
    if (check->failure) {
        fputs("failed ", to);
        cmd_word_write(to, check->failure);
        fputc('\n', to);
    } else {
        fprintf(to, "measured %u %" PRIu64 " %016" PRIx64 "\n", check->frames, check->cost,
                check->content);
    }
}

static mote_result read_measure(const cmd_words *words, cmd_batch_check *check)
{
    const char *what = words->count > 1 ? words->items[0].text : "";
    if (strcmp(what, "failed") == 0 && words->count == 2) {
        check->failure = strdup(words->items[1].text);
        return check->failure ? MOTE_OK : mote_fail_memory(1, "a message");
    }
    if (strcmp(what, "measured") != 0 || words->count != 4)
        return mote_fail(MOTE_ERROR_DATA, "a measure was expected");
    check->frames = (uint32_t)strtoul(words->items[1].text, NULL, 10);
    check->cost = strtoull(words->items[2].text, NULL, 10);
    check->content = strtoull(words->items[3].text, NULL, 16);
    if (check->frames == 0 || check->cost < check->frames)
        return mote_fail(MOTE_ERROR_DATA, "a measure is damaged");
    return MOTE_OK;
}

mote_result cmd_batch_write_measure(const char *folder, uint32_t number,
                                    const cmd_batch_check *check)
{
    char path[CMD_BATCH_PATH];
    cmd_batch_file file;
    mote_result result = cmd_batch_path(path, folder, "work/measures/%05u.txt", number + 1);
    if (!result) result = cmd_batch_file_open(&file, path);
    if (result) return result;
    put_measure(file.file, check);
    return cmd_batch_text_close(&file, MOTE_OK);
}

static mote_result take_measure(void *context, const cmd_words *words)
{
    return read_measure(words, context);
}

mote_result cmd_batch_read_measure(const char *folder, uint32_t number, cmd_batch_check *check)
{
    char path[CMD_BATCH_PATH];
    mote_result result = cmd_batch_path(path, folder, "work/measures/%05u.txt", number + 1);
    return result ? result : cmd_batch_read_lines(path, take_measure, check);
}

static mote_result write_shard(const cmd_batch_shard *shard, const char *folder, uint32_t number)
{
    char path[CMD_BATCH_PATH];
    cmd_batch_file file;
    mote_result result = cmd_batch_path(path, folder, "work/shards/%05u.txt", number + 1);
    if (!result) result = cmd_batch_file_open(&file, path);
    if (result) return result;
    for (uint32_t i = 0; i < shard->count; i++)
        fprintf(file.file, "piece %u %u %u\n", shard->pieces[i].check + 1, shard->pieces[i].first,
                shard->pieces[i].count);
    return cmd_batch_text_close(&file, MOTE_OK);
}

mote_result cmd_batch_write_plan(const cmd_batch_plan *plan, const char *folder)
{
    char path[CMD_BATCH_PATH];
    cmd_batch_file file;
    mote_result result = MOTE_OK;
    for (uint32_t i = 0; i < plan->shard_count && !result; i++)
        result = write_shard(&plan->shards[i], folder, i);
    if (!result) result = cmd_batch_path(path, folder, "work/plan.txt");
    if (!result) result = cmd_batch_file_open(&file, path);
    if (result) return result;
    fprintf(file.file, "shards %u\n", plan->shard_count);
    for (uint32_t i = 0; i < plan->checks.count; i++)
        put_measure(file.file, &plan->checks.items[i]);
    return cmd_batch_text_close(&file, MOTE_OK);
}

typedef struct plan_reader {
    cmd_batch_plan *out;
    uint32_t next; // the next check
} plan_reader;

static mote_result read_plan_line(void *context, const cmd_words *words)
{
    plan_reader *r = context;
    if (words->count == 2 && strcmp(words->items[0].text, "shards") == 0) {
        r->out->shard_count = (uint32_t)strtoul(words->items[1].text, NULL, 10);
        return MOTE_OK;
    }
    if (r->next >= r->out->checks.count)
        return mote_fail(MOTE_ERROR_DATA, "the plan has more checks than the batch");
    return read_measure(words, &r->out->checks.items[r->next++]);
}

typedef struct shard_reader {
    const cmd_batch_checks *checks;
    cmd_batch_shard *shard;
} shard_reader;

static mote_result read_piece(void *context, const cmd_words *words)
{
    const shard_reader *r = context;
    if (words->count != 4 || strcmp(words->items[0].text, "piece") != 0)
        return mote_fail(MOTE_ERROR_DATA, "a piece of a shard was expected");
    cmd_batch_piece piece = {(uint32_t)strtoul(words->items[1].text, NULL, 10) - 1,
                             (uint32_t)strtoul(words->items[2].text, NULL, 10),
                             (uint32_t)strtoul(words->items[3].text, NULL, 10)};
    if (piece.check >= r->checks->count || piece.count == 0 ||
        piece.first >= r->checks->items[piece.check].frames ||
        piece.count > r->checks->items[piece.check].frames - piece.first)
        return mote_fail(MOTE_ERROR_DATA, "a piece of a shard is of no check of the batch");
    return add_piece(r->shard, r->checks, piece);
}

static mote_result read_shards(const char *folder, uint32_t only, cmd_batch_plan *out)
{
    char path[CMD_BATCH_PATH];
    out->shards = calloc((size_t)out->shard_count + 1, sizeof *out->shards);
    mote_result result = out->shards ? MOTE_OK : mote_fail_memory(out->shard_count, "a plan");
    for (uint32_t i = 0; i < out->shard_count && !result; i++) {
        if (only != MOTE_NONE && only != i) continue;
        shard_reader r = {&out->checks, &out->shards[i]};
        result = cmd_batch_path(path, folder, "work/shards/%05u.txt", i + 1);
        if (!result) result = cmd_batch_read_lines(path, read_piece, &r);
    }
    return result;
}

mote_result cmd_batch_read_plan(const char *folder, uint32_t shard, cmd_batch_plan *out)
{
    char path[CMD_BATCH_PATH];
    *out = (cmd_batch_plan){0};
    plan_reader r = {.out = out};
    mote_result result = cmd_batch_path(path, folder, "work/checks.txt");
    if (!result) result = cmd_batch_read_checks(path, &out->checks);
    if (!result) result = cmd_batch_path(path, folder, "work/plan.txt");
    if (!result) result = cmd_batch_read_lines(path, read_plan_line, &r);
    if (!result && r.next != out->checks.count)
        result = mote_fail(MOTE_ERROR_DATA, "%s: is the plan of another batch", path);
    uint32_t shard_count = out->shard_count;
    out->shard_count = 0;
    if (!result) {
        out->shard_count = shard_count;
        result = read_shards(folder, shard, out);
    }
    if (!result && shard != MOTE_NONE && shard >= out->shard_count)
        result =
            mote_fail(MOTE_ERROR_ARGUMENT, "option '--shard': %u, but there are shards 1 to %u",
                      shard + 1, out->shard_count);
    if (result && !out->shards) out->shard_count = 0;
    if (result) cmd_batch_plan_release(out);
    return result;
}
