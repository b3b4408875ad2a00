#include "bench/peer.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bench/document.h"
#include "bench/method_contender.h"
#include "core/result.h"

mote_result bench_peer_fail(const char *message)
{
    return mote_fail(MOTE_ERROR_REFUSED, "%s", message);
}

typedef struct request {
    bench_stage_def stage;
    uint32_t repeats;
    bench_question question;
    bench_clock clock;
} request;

static mote_result read_request(int argc, char **argv, bool answers_distance, request *out)
{
    *out = (request){.stage = bench_default_stage_def(), .repeats = 3};
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
    if (argc >= 7 && strcmp(argv[6], "distance") == 0) out->question = BENCH_ASK_DISTANCE;
    if (argc == 8 && strcmp(argv[7], "cpu") == 0) out->clock = BENCH_CLOCK_CPU;
    if (out->question == BENCH_ASK_DISTANCE && !answers_distance)
        return mote_fail(MOTE_ERROR_REFUSED, "this peer does not answer distances");
    return MOTE_OK;
}

static mote_result measure(const request *asked, const bench_contender *peer)
{
    bench_method_settings hybrid;
    bench_method_settings_make("hybrid", 1, &hybrid);
    bench_contender contenders[] = {bench_method_contender(&hybrid), *peer};
    bench_protocol protocol = {
        .repeats = asked->repeats, .question = asked->question, .clock = asked->clock};
    bench_stage stage;
    mote_result result = bench_stage_open(&asked->stage, &stage);
    if (result) return result;
    bench_measurement measurement;
    result = bench_measure(&stage, contenders, 2, &protocol, &measurement);
    if (!result) {
        bench_document document = bench_document_begin(stdout);
        bench_document_begin_run(&document, &stage, asked->stage.scene.name, asked->question,
                                 &measurement);
        bench_document_end_run(&document);
        bench_document_end(&document);
        bench_measurement_release(&measurement);
        if (fflush(stdout) || ferror(stdout))
            result = mote_fail(MOTE_ERROR_IO, "could not write the output");
    }
    bench_stage_close(&stage);
    return result;
}

int bench_peer_main(int argc, char **argv, const bench_contender *peer, bool answers_distance)
{
    request asked;
    mote_result result = read_request(argc, argv, answers_distance, &asked);
    if (!result) result = measure(&asked, peer);
    if (result) fprintf(stderr, "mote_peer_%s: %s\n", peer->name, mote_last_message());
    return result ? 2 : 0;
}
