#include "bench/paper/recalled.h"

mote_result mote_recalled(const mote_recalled_def *def, mote_recall_score *out)
{
    mote_method_settings exact;
    mote_method_settings_make("hybrid", 1, &exact);
    mote_contender subject = mote_method_contender(def->subject);
    mote_contender hybrid = mote_method_contender(&exact);
    mote_recall_def recall = {.scene = mote_default_scene_def(),
                              .speed = def->speed,
                              .frame_count = def->frames,
                              .subject = &subject,
                              .hybrid = &hybrid};
    recall.scene.name = def->scene;
    recall.scene.seed = def->seed;
    mote_recall_facts facts;
    *out = (mote_recall_score){0};
    mote_result result = mote_recall_play(&recall, out, &facts);
    if (result) mote_recall_score_release(out);
    return result;
}
