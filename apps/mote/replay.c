// mote replay: plays a recording and compares its reports with the recorded ones.

#include <inttypes.h>
#include <mote/recording.h>
#include <stdio.h>

#include "apps/mote/terminal.h"
#include "apps/mote/verb.h"
#include "core/result.h"

// Command line options.
static struct {
    cmd_range frames;
    const char *method;
    uint64_t threads;
} given = {.frames = {0, UINT32_MAX}};

// Totals over the frames played so far.
typedef struct tally {
    uint64_t played, compared, equal, unfinished;
    uint64_t face_pairs;
    uint64_t colliding; // number of frames
    double seconds;
} tally;

static void print_heading(const char *path, const mote_recording_info *info, const char *method)
{
    const char *bold = cmd_style_code(stdout, CMD_STYLE_BOLD);
    const char *plain = cmd_style_code(stdout, CMD_STYLE_PLAIN);
    printf("%s%.60s%s\n", bold, path, plain);
    printf("  frames       %" PRIu64 "%s\n", info->frame_count,
           info->complete ? "" : ", not closed by the program that recorded it");
    printf("  method       %s\n", method);
}

static void print_difference(const mote_played_frame *frame)
{
    printf("  %sframe %-6" PRIu64 "%s hash %016" PRIx64 ", recorded %016" PRIx64 "\n",
           cmd_style_code(stdout, CMD_STYLE_RED), frame->frame,
           cmd_style_code(stdout, CMD_STYLE_PLAIN), frame->hash, frame->recorded_hash);
    printf("               %" PRIu64 " face pairs, recorded %" PRIu64 "\n", frame->face_pairs,
           frame->recorded_face_pairs);
}

static mote_result count_frame(mote_player *player, const mote_played_frame *frame, tally *sum)
{
    mote_report report;
    mote_result result = mote_world_report(mote_player_world(player), &report);
    if (result) return result;
    sum->played++;
    sum->compared += frame->compared;
    sum->equal += frame->equal;
    sum->unfinished += !frame->finished;
    sum->face_pairs += frame->face_pairs;
    sum->colliding += frame->face_pairs > 0;
    sum->seconds += report.stats.total_seconds;
    if (!frame->finished)
        printf("  frame %-6" PRIu64 " the recording ends within it; now %" PRIu64 " face pairs\n",
               frame->frame, frame->face_pairs);
    if (frame->compared && !frame->equal) print_difference(frame);
    return MOTE_OK;
}

// Plays all frames from the first, because each contains only changes. Damage after the last
// complete frame makes one more step fail.
static mote_result play(mote_player *player, const mote_recording_info *info, tally *sum)
{
    uint64_t end = info->frame_count;
    bool to_the_end = given.frames.last >= end;
    if (!to_the_end) end = (uint64_t)given.frames.last + 1;
    cmd_progress progress = cmd_progress_begin("replaying", end);
    mote_played_frame frame;
    mote_result result = MOTE_OK;
    for (uint64_t i = 0; i < end && !result; i++) {
        result = mote_player_step(player, &frame);
        if (!result && i >= given.frames.first) result = count_frame(player, &frame, sum);
        cmd_progress_step(&progress);
    }
    cmd_progress_end(&progress);
    if (result || !to_the_end) return result;
    result = mote_player_step(player, &frame);
    return result == MOTE_ERROR_STATE ? MOTE_OK : result;
}

static void print_summary(const tally *sum)
{
    printf("  played       %" PRIu64 " %s, bodies collide in %" PRIu64 "\n", sum->played,
           sum->played == 1 ? "frame" : "frames", sum->colliding);
    printf("  face pairs   %" PRIu64 "\n", sum->face_pairs);
    if (sum->played)
        printf("  time         %.2f ms per frame (mean)\n",
               1e3 * sum->seconds / (double)sum->played);
    printf("  hashes       %" PRIu64 " of %" PRIu64 " compared are equal", sum->equal,
           sum->compared);
    if (sum->played > sum->compared)
        printf("; %" PRIu64 " cannot be compared", sum->played - sum->compared);
    printf("\n");
}

static mote_result choose_def(const mote_recording_info *info, mote_world_def *def,
                              const char **method_name)
{
    const mote_method_info *method = NULL;
    *def = info->def;
    if (given.method) {
        mote_result result = cmd_method_by_name(given.method, &method);
        if (result) return result;
        def->method = method->method;
    }
    for (size_t i = 0; mote_method_at(i); i++) {
        if (mote_method_at(i)->method == def->method) *method_name = mote_method_at(i)->name;
    }
    def->worker_count = (uint32_t)given.threads;
    return MOTE_OK;
}

static mote_result replay(const char *path, const mote_recording *recording, tally *sum)
{
    mote_recording_info info;
    mote_recording_get_info(recording, &info);
    mote_world_def def;
    const char *method = "";
    mote_player *player = NULL;
    mote_result result = choose_def(&info, &def, &method);
    if (!result && info.frame_count && given.frames.first >= info.frame_count)
        result = mote_fail(MOTE_ERROR_ARGUMENT,
                           "option '--frames': %u:%u, but there are only %" PRIu64 " frames",
                           given.frames.first, given.frames.last, info.frame_count);
    if (!result) result = mote_player_create(recording, &def, &player);
    if (!result) {
        print_heading(path, &info, method);
        result = play(player, &info, sum);
        print_summary(sum);
    }
    mote_player_destroy(player);
    return result;
}

static mote_result run(cmd_arguments arguments, int *exit_code)
{
    const char *path = arguments.items[0];
    mote_recording *recording;
    tally sum = {0};
    mote_result result = mote_recording_open_file(path, NULL, &recording);
    if (!result) result = replay(path, recording, &sum);
    mote_recording_close(recording);
    if (sum.equal != sum.compared) *exit_code = CMD_EXIT_FOUND;
    return result;
}

static const cmd_option options[] = {
    {.name = "method",
     .kind = CMD_OPTION_TEXT,
     .to = &given.method,
     .value = "NAME",
     .help = "detect by this method instead of the recorded one; 'mote methods' lists them"},
    CMD_OPTION_THREADS(&given.threads),
    {.name = "frames",
     .kind = CMD_OPTION_RANGE,
     .to = &given.frames,
     .value = "A:B",
     .help = "first and last frame to report, or one frame; the ones before are played too"},
};

const cmd_verb cmd_verb_replay = {
    .name = "replay",
    .summary = "play a recording and compare the reports with the recorded ones",
    .arguments = "FILE",
    .min_arguments = 1,
    .max_arguments = 1,
    .about = "Plays a file of mote_world_record_to_file or 'mote record' and compares the hash of "
             "each frame's report with the recorded one. The exit code is 0 if all are equal, 1 if "
             "one differs, 2 if the recording is damaged or cannot be played.",
    .examples = "  mote replay bug.moterec\n"
                "  mote replay bug.moterec --method naive --frames 40:60\n",
    .options = {options, sizeof options / sizeof options[0]},
    .run = run,
};
