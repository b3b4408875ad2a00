// Section 4.3: two hands among flying bodies. The people are a script here, which goes by what is
// detected: the grasping hand takes hold of a body when the method reports that they touch. Bodies
// bounce by the normals of their faces.

#include <math.h>
#include <stdio.h>

#include "bench/paper/scene_figure.h"
#include "bench/paper/smith/smith.h"
#include "bench/paper/smith/throws.h"
#include "core/vec.h"
#include "scenes/motion.h"
#include "scenes/trig.h"

enum { GRASPING, PUSHING, VENUS, SHUTTLE, SPHERE, BODIES };
enum { CLOSING = 12, CARRYING = 70, OPENING = 12, RESTING = 25 };
enum { CYCLES = 800, CYCLES_PER_SEED = 200, CYCLES_QUICK = 50 };

#define ROOM 3.4
#define SIDE 12.0 // bodies reach 2.6 from their centers

typedef struct script {
    uint32_t target;
    uint32_t since; // cycle of the grasp; 0 while the hand seeks
    mote_dvec3 held;
    uint32_t grasped_at, pushed_at; // the first cycles of each kind; 0 for none
} script;

// ---------------------------------------------------------------------------------------------
// The script

static bool touch(const mote_report *report, uint32_t a, uint32_t b)
{
    for (size_t i = 0; i < report->pair_count; i++) {
        const mote_pair_report *pair = &report->pairs[i];
        if (pair->relation == MOTE_RELATION_TOUCH && pair->a.index == a && pair->b.index == b)
            return true;
    }
    return false;
}

static mote_dvec3 step_to(mote_dvec3 from, mote_dvec3 to, double most)
{
    mote_dvec3 way = mote_dvec_sub(to, from);
    double length = mote_dvec_length(way);
    return length > most ? mote_dvec_scale(way, most / length) : way;
}

static void move_held(paper_mover *mover, mote_dvec3 step)
{
    mover->rigid.velocity = step;
    mover->rigid.center = mote_dvec_add(mover->rigid.center, step);
}

// Where the wrist is when the palm is in the middle of a body.
static mote_dvec3 palm_goal(const paper_mover *body)
{
    return mote_dvec_sub(body->rigid.center, (mote_dvec3){0.0, 0.85, -0.08});
}

static void seek(script *s, const paper_motion_cycle *at)
{
    paper_mover *hand = &at->movers[GRASPING], *body = &at->movers[s->target];
    if (!touch(at->report, GRASPING, s->target)) {
        move_held(hand, step_to(hand->rigid.center, palm_goal(body), 0.16));
        return;
    }
    s->since = at->cycle;
    if (!s->grasped_at) s->grasped_at = at->cycle;
    s->held = mote_dvec_sub(body->rigid.center, hand->rigid.center);
    body->is_held = true;
    body->rigid.velocity = body->rigid.angular_velocity = (mote_dvec3){0, 0, 0};
    move_held(hand, (mote_dvec3){0, 0, 0});
}

static void let_go(paper_mover *body, uint32_t cycle)
{
    body->is_held = false;
    body->rigid.velocity = (mote_dvec3){0.03 * scene_cos_turns(cycle / 97.0),
                                        0.03 * scene_sin_turns(cycle / 97.0), -0.03};
    body->rigid.angular_velocity = (mote_dvec3){0.006, 0.012, 0.012};
}

static void carry(script *s, const paper_motion_cycle *at)
{
    paper_mover *hand = &at->movers[GRASPING], *body = &at->movers[s->target];
    uint32_t past = at->cycle - s->since, opens = CLOSING + CARRYING, leaves = opens + OPENING;
    hand->parameter = scene_ease(past, 0.0, CLOSING) - scene_ease(past, opens, leaves);
    mote_dvec3 around = {2.2 * scene_cos_turns(s->since / 300.0),
                         2.0 * scene_sin_turns(s->since / 300.0), 1.6};
    mote_dvec3 step = {0, 0, 0};
    if (past <= CLOSING) { // reaches around the body, which waits
        step = step_to(hand->rigid.center, palm_goal(body), 0.1);
        s->held = mote_dvec_sub(s->held, step);
    }
    if (past > CLOSING && past < opens) step = step_to(hand->rigid.center, around, 0.05);
    if (past >= leaves) step = (mote_dvec3){0.0, -0.02, 0.09};
    move_held(hand, step);
    if (past < opens) {
        body->rigid.velocity = past > CLOSING ? step : (mote_dvec3){0, 0, 0};
        body->rigid.center = mote_dvec_add(hand->rigid.center, s->held);
    } else if (past == opens) {
        let_go(body, at->cycle);
    }
    if (past < leaves + RESTING) return;
    s->target = s->target == SPHERE ? VENUS : s->target + 1;
    s->since = 0;
}

// The pushing hand swings through the room on a path of its own.
static void push_around(paper_mover *hand, uint32_t cycle)
{
    mote_dvec3 goal = {2.6 * scene_sin_turns(cycle / 210.0),
                       1.8 * scene_cos_turns(cycle / 150.0) - 1.0,
                       1.2 * scene_sin_turns(cycle / 130.0)};
    move_held(hand, step_to(hand->rigid.center, goal, 0.1));
    hand->parameter = 0.3 + 0.3 * scene_sin_turns(cycle / 45.0);
}

static void steer(void *context, const paper_motion_cycle *at)
{
    script *s = context;
    if (s->since == 0)
        seek(s, at);
    else
        carry(s, at);
    for (uint32_t body = VENUS; body < BODIES && !s->pushed_at; body++) {
        if (touch(at->report, PUSHING, body)) s->pushed_at = at->cycle;
    }
    push_around(&at->movers[PUSHING], at->cycle);
}

// ---------------------------------------------------------------------------------------------
// Runs

static paper_mover set_out(mote_random *random, uint32_t body)
{
    static const mote_dvec3 places[BODIES] = {
        {-3.0, -3.0, 3.0}, {0.0, 1.0, 0.0}, {-2.5, 0.5, -1.0}, {2.0, -2.0, 0.0}, {2.2, 2.2, 1.0}};
    paper_mover mover = {.rigid = mote_default_rigid(), .is_held = body <= PUSHING};
    mover.rigid.center = places[body];
    if (mover.is_held) return mover;
    mover.rigid.velocity = mote_dvec_scale(paper_random_direction(random), 0.035);
    mover.rigid.rotation = paper_random_rotation(random);
    mover.rigid.angular_velocity = mote_dvec_scale(paper_random_direction(random), 0.015);
    return mover;
}

static mote_result play(uint64_t seed, uint32_t cycles, script *s, paper_motion *out)
{
    paper_mover movers[BODIES];
    mote_random random = mote_random_stream(seed, 62, 0);
    for (uint32_t i = 0; i < BODIES; i++) movers[i] = set_out(&random, i);
    bench_method_settings driver = paper_smith_letter(SIDE);
    *s = (script){.target = VENUS};
    return paper_motion_run(&(paper_motion_def){.scene = "smith-interactive",
                                                .driver = &driver,
                                                .response = MOTE_RESPONSE_REFLECT,
                                                .half = ROOM,
                                                .max_cycles = cycles,
                                                .movers = movers,
                                                .steer = steer,
                                                .context = s},
                            out);
}

typedef struct sessions {
    uint32_t seeds;
    double mean[PAPER_SMITH_RIVAL][PAPER_SMITH_SEEDS];
    double idle[PAPER_SMITH_RIVAL][PAPER_SMITH_SEEDS], busy[PAPER_SMITH_RIVAL][PAPER_SMITH_SEEDS];
} sessions;

static void snapshot(paper_page *page, const paper_motion *motion, uint32_t cycle, mote_vec3 from,
                     const char *file, const char *caption)
{
    bench_method_settings letter = paper_smith_letter(SIDE);
    paper_page_scene_with(
        page,
        &(paper_scene_figure){.scene = "smith-interactive",
                              .frame = cycle,
                              .from = from,
                              .file = file,
                              .caption = caption},
        &(paper_scene_view){.tracks = &motion->tracks, .method = &letter, .around_contact = 1.1f});
}

static void show(paper_page *page, const paper_motion *motion, const script *s,
                 const paper_timed *timed)
{
    static const char *const names[] = {"smith, ours", "smith, letter", "hybrid"};
    snapshot(page, motion, s->grasped_at + CLOSING < motion->cycles ? s->grasped_at + CLOSING : 0,
             (mote_vec3){-1, 0.9f, 0.5f}, "interactive",
             "Figure 11, first snapshot: a hand has grasped a body. Red: faces found by smith to "
             "the letter.");
    snapshot(page, motion, s->pushed_at, (mote_vec3){-0.9f, -0.6f, 0.5f}, "interactive-push",
             "Figure 11, second snapshot: the other hand touches a body, which bounces off. Red: "
             "faces found by smith to the letter.");
    const paper_cycle_series series[] = {{timed, PAPER_SMITH_LETTER, "smith, letter"},
                                         {timed, PAPER_SMITH_OURS, "smith, ours"},
                                         {timed, PAPER_HYBRID, "hybrid"}};
    paper_smith_plot_cycles(page, "figure-12", "Hands, bust, shuttle and a sphere that deforms",
                            series, 3);
    paper_page_table(page, "method | mean | with contact | without | most | cycles with contact");
    for (uint32_t m = 0; m < PAPER_SMITH_RIVAL; m++) {
        paper_timed_figures f = paper_timed_summary(timed, m);
        paper_page_row(page, "%s | %.4f ms | %s | %s | %.4f ms | %u of %u", names[m], 1e3 * f.mean,
                       paper_smith_cell(paper_smith_mean(timed, m, true)),
                       paper_smith_cell(paper_smith_mean(timed, m, false)), 1e3 * f.most,
                       f.frames_in_contact, timed->measured.frame_count);
    }
}

static bool measure(paper_page *page, const paper_run *run, uint32_t seed, sessions *out)
{
    script s;
    paper_motion motion;
    paper_timed timed;
    uint32_t cycles = run->quick ? CYCLES_QUICK : seed == 0 ? CYCLES : CYCLES_PER_SEED;
    if (!paper_page_check(page, play(paper_seed(run, seed), cycles, &s, &motion))) return false;
    paper_timed_def def = paper_smith_timed(run, "smith-interactive", &motion.tracks, SIDE);
    def.repeats = 1;
    bool done = paper_page_check(page, paper_timed_run(&def, &timed));
    if (done) {
        if (seed == 0) show(page, &motion, &s, &timed);
        for (uint32_t m = 0; m < PAPER_SMITH_RIVAL; m++) {
            out->mean[m][seed] = 1e3 * paper_timed_summary(&timed, m).mean;
            out->idle[m][seed] = paper_smith_mean(&timed, m, false);
            out->busy[m][seed] = paper_smith_mean(&timed, m, true);
        }
        paper_timed_release(&timed);
    }
    paper_motion_release(&motion);
    return done;
}

static void judge(paper_page *page, const sessions *s, double scale)
{
    double scaled[2][PAPER_SMITH_SEEDS];
    for (uint32_t m = 0; m < 2; m++) {
        for (uint32_t i = 0; i < s->seeds; i++) scaled[m][i] = scale * s->mean[m][i];
    }
    paper_claim_def def = {.section = "4.3, fig. 12",
                           .claim = "11.5 ms per cycle on average",
                           .reading = "on this machine",
                           .rule = paper_at_most("the mean cycle", 11.5, "ms"),
                           .letter = paper_mean(s->mean[PAPER_SMITH_LETTER], s->seeds),
                           .ours = paper_mean(s->mean[PAPER_SMITH_OURS], s->seeds),
                           .seeds = s->seeds,
                           .processor_time = true};
    paper_page_judge(page, &def);
    def.reading = "on the paper's machine: spheres of 3968 faces take 70 ms there";
    def.letter = paper_mean(scaled[PAPER_SMITH_LETTER], s->seeds);
    def.ours = paper_mean(scaled[PAPER_SMITH_OURS], s->seeds);
    paper_page_judge_with(page, &def,
                          "one millisecond here is taken as %.0f there; the motion of the people's "
                          "hands is not published, and our script may hold bodies more firmly",
                          scale);
    paper_page_judge_with(
        page,
        &(paper_claim_def){
            .section = "4.3",
            .claim = "cycles without a collision take negligible time",
            .rule = paper_at_most("a cycle without contact, compared with one with contact,",
                                  PAPER_NEGLIGIBLE, "times as long"),
            .letter = paper_smith_ratio(s->idle[PAPER_SMITH_LETTER], s->busy[PAPER_SMITH_LETTER],
                                        s->seeds),
            .ours =
                paper_smith_ratio(s->idle[PAPER_SMITH_OURS], s->busy[PAPER_SMITH_OURS], s->seeds),
            .settle = "more cycles with contact",
            .seeds = s->seeds,
            .processor_time = true},
        "paper: rarely more than 5 ms without, 11.5 ms on average");
}

void paper_smith_interactive(paper_page *page, const paper_run *run, const paper_spheres *spheres)
{
    paper_begin(run, "figures 11 and 12");
    static sessions s; // too large for a stack
    s = (sessions){.seeds = paper_seed_count(run)};
    paper_page_heading(page, "Figures 11 and 12: the interactive scene");
    for (uint32_t seed = 0; seed < s.seeds; seed++) {
        if (!measure(page, run, seed, &s)) return;
    }
    judge(page, &s, spheres->scale);
}
