#include "bench/peer.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bench/document.h"
#include "bench/method_contender.h"
#include "core/result.h"

mote_result mote_peer_fail(const char *message)
{
    return mote_fail(MOTE_ERROR_REFUSED, "%s", message);
}

typedef struct request {
    mote_stage_def stage;
    uint32_t repeats;
    mote_question question;
    mote_clock clock;
} request;

static mote_result read_request(int argc, char **argv, bool answers_distance, request *out)
{
    *out = (request){.stage = mote_default_stage_def(), .repeats = 3};
    if (argc < 2 || argc > 8)
        return mote_fail(MOTE_ERROR_ARGUMENT, "usage: SCENE [DETAIL [FIRST_FRAME [FRAMES [REPEATS "
                                              "[pairs|distance [wall|cpu]]]]]]");
    uint32_t numbers[4] = {0};
    for (int i = 2; i < argc && i < 6; i++) {
        char *end;
        numbers[i - 2] = (uint32_t)strtoul(argv[i], &end, 10);
        if (*end) return mote_fail(MOTE_ERROR_ARGUMENT, "'%s' is no number", argv[i]);
    }
    out->stage.scene.name = argv[1];
    out->stage.scene.detail = numbers[0];
    out->stage.first_frame = numbers[1];
    out->stage.frame_count = numbers[2];
    if (numbers[3]) out->repeats = numbers[3];
    if (argc >= 7 && strcmp(argv[6], "distance") == 0) out->question = MOTE_ASK_DISTANCE;
    if (argc == 8 && strcmp(argv[7], "cpu") == 0) out->clock = MOTE_CLOCK_CPU;
    if (out->question == MOTE_ASK_DISTANCE && !answers_distance)
        return mote_fail(MOTE_ERROR_REFUSED, "this peer does not answer distances");
    return MOTE_OK;
}

static mote_result measure(const request *asked, const mote_contender *peer)
{
    mote_method_settings hybrid;
    mote_method_settings_make("hybrid", 1, &hybrid);
    mote_contender contenders[] = {mote_method_contender(&hybrid), *peer};
    mote_protocol protocol = {
        .repeats = asked->repeats, .question = asked->question, .clock = asked->clock};
    mote_stage stage;
    mote_result result = mote_stage_open(&asked->stage, &stage);
    if (result) return result;
    mote_measurement measurement;
    result = mote_measure(&stage, contenders, 2, &protocol, &measurement);
    if (!result) {
        mote_document document = mote_document_begin(stdout);
        mote_document_begin_run(&document, &stage, asked->stage.scene.name, asked->question,
                                &measurement);
        mote_document_end_run(&document);
        mote_document_end(&document);
        mote_measurement_release(&measurement);
        if (fflush(stdout) || ferror(stdout))
            result = mote_fail(MOTE_ERROR_IO, "could not write the output");
    }
    mote_stage_close(&stage);
    return result;
}

int mote_peer_main(int argc, char **argv, const mote_contender *peer, bool answers_distance)
{
    request asked;
    mote_result result = read_request(argc, argv, answers_distance, &asked);
    if (!result) result = measure(&asked, peer);
    if (result) fprintf(stderr, "mote_peer_%s: %s\n", peer->name, mote_last_message());
    return result ? 2 : 0;
}
