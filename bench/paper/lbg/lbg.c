#include "bench/paper/lbg/lbg.h"

#include <mote/papers.h>
#include <stdio.h>

static bench_method_settings settings_of(mote_lbg_options options, uint32_t particles)
{
    bench_method_settings settings;
    bench_method_settings_make("lbg", 1, &settings);
    options.particles = particles;
    mote_world_def_set_lbg(&settings.world, &options);
    return settings;
}

bench_method_settings paper_lbg_literal(uint32_t particles)
{
    bench_method_settings settings = settings_of(mote_literal_lbg_options(), particles);
    snprintf(settings.name, sizeof settings.name, "lbg, literal");
    return settings;
}

bench_method_settings paper_lbg_improved(uint32_t particles)
{
    return settings_of(mote_default_lbg_options(), particles);
}

static void run_lbg(paper_page *page, const paper_run *run)
{
    paper_page_text(
        page, "Saenghaengtham, Kanongchaiyos: *Using LBG quantization for particle-based "
              "collision detection algorithm*, Journal of Zhejiang University SCIENCE A 7, 2006. "
              "The paper's machine: a Pentium 4 at 2.8 GHz. Here one thread, processor time. "
              "\"Literal\" is the method by the rules of the paper, `lbg` the one with repaired "
              "areas and the other additions of this library ([lbg](../methods/lbg.md)); `hybrid` "
              "and `paired` are ours. An exact test confirms everything that particles find.");
    paper_lbg_teapot(page, run);
    paper_lbg_areas(page, run);
    paper_lbg_dispersion(page, run);
    paper_lbg_growth(page, run);
}

const paper_entry paper_lbg = {
    .name = "lbg",
    .title = "Saenghaengtham and Kanongchaiyos 2006, reproduced",
    .short_title = "Saenghaengtham and Kanongchaiyos 2006",
    .about = "One particle per area of a surface that LBG quantization has divided.",
    .not_repeated = "see the page.",
    .run = run_lbg,
};
