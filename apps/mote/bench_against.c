#include "apps/mote/bench_against.h"

#include <stdio.h>
#include <string.h>

#include "apps/mote/output.h"
#include "apps/mote/terminal.h"
#include "bench/against/report.h"
#include "bench/bars/bars.h"
#include "bench/table.h"
#include "core/result.h"

typedef struct session {
    const cmd_against *given;
    bench_module modules[BENCH_BUILDS];
    io_json_writer json; // without a stream if not requested
    bool differs;
} session;

// ---------------------------------------------------------------------------------------------
// One scene

static const char *method_name(mote_method method)
{
    const mote_method_info *info;
    for (size_t i = 0; (info = mote_method_at(i)); i++)
        if (info->method == method) return info->name;
    return "";
}

static void step(void *progress)
{
    cmd_progress_step(progress);
}

static mote_result report(session *s, const bench_comparison_subject *subject,
                          const bench_comparison *comparison)
{
    if (bench_comparison_differing_frames(comparison)) s->differs = true;
    mote_result result = bench_comparison_print(stdout, subject, comparison);
    if (!result && s->json.to) result = bench_comparison_write_json(&s->json, subject, comparison);
    return result;
}

static mote_result compare(session *s, const char *scene, const bench_stage *stage,
                           bench_comparison_def def)
{
    cmd_progress progress = cmd_progress_begin("comparing", def.rounds + (uint64_t)1);
    for (int i = 0; i < BENCH_BUILDS; i++) def.runners[i] = s->modules[i].runner;
    def.progress = step;
    def.context = &progress;
    bench_comparison comparison;
    mote_result result = bench_compare(stage, &def, &comparison);
    cmd_progress_end(&progress);
    if (result) return result;
    bench_comparison_subject subject = {.scene = scene, .stage = stage, .def = &def};
    result = report(s, &subject, &comparison);
    bench_comparison_release(&comparison);
    return result;
}

// Runs the scene named in `def`, in the caller's order or the mesh's own order.
static mote_result run_scene(session *s, bench_stage_def def, bool distance, bool deformers)
{
    const cmd_against *given = s->given;
    bool mesh_order = def.order == BENCH_ORDER_MESH;
    if (mesh_order) def.order = BENCH_ORDER_CALLER; // each build orders meshes in its own way
    def.mesh_flags = 0;                             // each build makes its own meshes
    bench_stage stage;
    mote_result result = bench_stage_open(&def, &stage);
    if (result) return result;
    for (uint32_t i = 0; i < given->setting_count && !result; i++) {
        const mote_world_def *world = &given->settings[i].world;
        bench_comparison_def comparison = {.method = method_name(world->method),
                                           .worker_count = world->worker_count,
                                           .contacts = given->contacts,
                                           .distance = distance,
                                           .mesh_order = mesh_order,
                                           .deformers = deformers,
                                           .rounds = given->rounds,
                                           .clock = given->clock};
        result = compare(s, def.scene.name, &stage, comparison);
    }
    bench_stage_close(&stage);
    return result;
}

// ---------------------------------------------------------------------------------------------
// All scenes

static bool is_wanted(const char *scene, cmd_arguments scenes)
{
    for (int i = 0; i < scenes.count; i++)
        if (strcmp(scene, scenes.items[i]) == 0) return true;
    return scenes.count == 0;
}

static mote_result run_bars(session *s, cmd_arguments scenes)
{
    mote_result result = MOTE_OK;
    const bars_run *run;
    for (size_t i = 0; (run = bars_workload_at(i)) && !result; i++) {
        if (!is_wanted(run->scene, scenes)) continue;
        bench_stage_def def = s->given->stage;
        def.scene.name = run->scene;
        def.scene.detail = run->detail;
        def.frame_count = run->frames;
        def.order = run->order;
        result = run_scene(s, def, run->question == BENCH_ASK_DISTANCE, run->deformers);
    }
    return result;
}

static mote_result run_scenes(session *s, cmd_arguments scenes)
{
    const cmd_against *given = s->given;
    mote_result result = MOTE_OK;
    for (int i = 0; i < scenes.count && !result; i++) {
        bench_stage_def def = given->stage;
        def.scene.name = scenes.items[i];
        result = run_scene(s, def, given->distance, given->deformers);
    }
    return result;
}

static mote_result run_all(session *s, cmd_arguments scenes)
{
    bench_table_print_machine(stdout);
    bench_comparison_print_head(stdout, s->modules, s->given->rounds, s->given->clock);
    if (s->json.to) bench_comparison_begin_json(&s->json, s->modules);
    mote_result result = s->given->bars ? run_bars(s, scenes) : run_scenes(s, scenes);
    if (s->json.to) bench_comparison_end_json(&s->json);
    return result;
}

mote_result cmd_bench_against(const cmd_against *against, cmd_arguments scenes, int *exit_code)
{
    session s = {.given = against};
    cmd_output json = {.path = against->json};
    mote_result result = bench_module_load(NULL, &s.modules[BENCH_NEW]);
    if (!result) result = bench_module_load(against->build, &s.modules[BENCH_OLD]);
    if (!result) result = cmd_output_open(&json);
    s.json.to = json.file;
    if (!result) result = run_all(&s, scenes);
    result = cmd_output_close(&json, result);
    for (int i = 0; i < BENCH_BUILDS; i++) bench_module_unload(&s.modules[i]);
    if (s.differs) *exit_code = CMD_EXIT_FOUND;
    return result;
}
