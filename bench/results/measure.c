#include <stdio.h>
#include <string.h>

#include "bench/peer.h"
#include "bench/results/results.h"

enum { USUAL_REPEATS = 5, QUICK_FRAMES = 4, QUICK_DETAIL = 500 };

const bench_result_scene bench_result_scenes[] = {
    {.title = "blobs, 2 x 70k", .file = "blobs", .scene = "blobs", .detail = 70000, .frames = 200},
    {.title = "letters-ww", .file = "letters-ww", .scene = "letters-ww"},
    {.title = "teapot-sphere", .file = "teapot-sphere", .scene = "teapot-sphere"},
    {.title = "tori", .file = "tori", .scene = "tori"},
    {.title = "deforming-spheres-100",
     .file = "deforming-spheres-100",
     .scene = "deforming-spheres-100",
     .frames = 100},
    {.title = "blobs-light, 2 x 70k",
     .file = "blobs-light",
     .scene = "blobs-light",
     .detail = 70000,
     .frames = 30},
    {.title = "blobs-medium, 2 x 70k",
     .file = "blobs-medium",
     .scene = "blobs-medium",
     .detail = 70000,
     .frames = 30},
    {.title = "blobs-heavy, 2 x 70k",
     .file = "blobs-heavy",
     .scene = "blobs-heavy",
     .detail = 70000,
     .frames = 12,
     .repeats = 3},
    {.title = "blobs-light, 2 x 1M",
     .file = "blobs-light-1m",
     .scene = "blobs-light",
     .detail = 1000000,
     .frames = 4,
     .repeats = 2},
    {.title = "cloth-wound, with itself",
     .file = "cloth-wound",
     .scene = "cloth-wound",
     .first_frame = 60,
     .frames = 12,
     .repeats = 2,
     .left_out = "cgal"},
    {.title = "distance, blobs, 2 x 70k",
     .file = "distance",
     .scene = "blobs-disjoint",
     .detail = 70000,
     .frames = 30,
     .question = BENCH_ASK_DISTANCE},
};
const size_t bench_result_scene_count = sizeof bench_result_scenes / sizeof *bench_result_scenes;

static bench_stage_def stage_of(const bench_result_scene *scene, bool quick)
{
    bench_stage_def def = bench_default_stage_def();
    def.scene.name = scene->scene;
    def.scene.detail = quick ? QUICK_DETAIL : scene->detail;
    def.first_frame = scene->first_frame;
    def.frame_count = quick ? QUICK_FRAMES : scene->frames;
    return def;
}

static uint32_t repeats_of(const bench_result_scene *scene, bool quick)
{
    if (quick) return 1;
    return scene->repeats ? scene->repeats : USUAL_REPEATS;
}

static void read_version(const bench_peer_report *report, char out[32])
{
    const io_json_node *version = io_json_member(&report->json, report->peer, "version");
    char text[256];
    if (!version || (size_t)(version->end - version->text) >= sizeof text) return;
    text[io_json_unescape(version, text)] = 0;
    snprintf(out, 32, "%.31s", text);
}

static void read_beside(const bench_peer_report *report, bench_beside *out)
{
    bench_contact_class all = BENCH_CLASS_COUNT, contact = BENCH_CLASS_CONTACT;
    const io_json *json = &report->json;
    *out = (bench_beside){.peer = bench_peer_summary(report, report->peer, all).median,
                          .mote = bench_peer_summary(report, report->mote, all).median,
                          .peer_contact = bench_peer_summary(report, report->peer, contact).median,
                          .mote_contact = bench_peer_summary(report, report->mote, contact).median,
                          .differs = io_json_number(json, report->peer, "missed") +
                                         io_json_number(json, report->peer, "added") >
                                     0};
}

// A peer that fails says why on the standard error; the page has no times of it.
static void ask_peer(const bench_result_scene *scene, size_t index, bench_results *results,
                     bench_result *out)
{
    const char *name = bench_peer_name(index);
    bool answers = scene->question == BENCH_ASK_PAIRS || bench_peer_answers_distance(name);
    bool left_out = scene->left_out && strcmp(scene->left_out, name) == 0;
    if (!answers || left_out || !bench_peer_is_built(name)) return;
    bench_stage_def def = stage_of(scene, results->quick);
    bench_protocol protocol = {.repeats = repeats_of(scene, results->quick),
                               .question = scene->question,
                               .clock = results->clock};
    bench_peer_report report;
    if (bench_peer_run(name, &def, &protocol, &report)) {
        fprintf(stderr, "%s: %s\n", name, mote_last_message());
        return;
    }
    read_version(&report, results->versions[index]);
    read_beside(&report, &out->beside[index]);
    bench_peer_report_release(&report);
}

mote_result bench_result_measure(const bench_result_scene *scene, bench_results *results,
                                 bench_result *out)
{
    *out = (bench_result){.scene = scene};
    bench_stage_def def = stage_of(scene, results->quick);
    def.mesh_flags |= MOTE_MESH_ADJACENCY; // for contacts
    bench_stage stage;
    mote_result result = bench_stage_open(&def, &stage);
    if (result) return result;
    out->body_count = stage.body_count;
    out->frame_count = stage.frame_count;
    out->triangle_count = stage.triangle_count;
    if (scene->question == BENCH_ASK_PAIRS) {
        result =
            bench_breakdown_measure(&stage, repeats_of(scene, results->quick), &out->breakdown);
        out->has_breakdown = !result;
    }
    bench_stage_close(&stage);
    for (uint32_t i = 0; i < out->frame_count && out->has_breakdown; i++)
        out->contact_frames += out->breakdown.in_contact[i];
    for (size_t i = 0; i < BENCH_MAX_PEERS && bench_peer_name(i) && !result; i++)
        ask_peer(scene, i, results, out);
    return result;
}
