#include "bench/paper/recalled.h"

mote_result paper_recalled(const paper_recalled_def *def, recall_score *out)
{
    bench_method_settings exact;
    bench_method_settings_make("hybrid", 1, &exact);
    bench_contender subject = bench_method_contender(def->subject);
    bench_contender hybrid = bench_method_contender(&exact);
    recall_def recall = {.scene = scene_default_def(),
                         .speed = def->speed,
                         .frame_count = def->frames,
                         .subject = &subject,
                         .hybrid = &hybrid};
    recall.scene.name = def->scene;
    recall.scene.seed = def->seed;
    recall_facts facts;
    *out = (recall_score){0};
    mote_result result = recall_play(&recall, out, &facts);
    if (result) recall_score_release(out);
    return result;
}
