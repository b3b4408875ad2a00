#include "bench/paper/lbg/lbg.h"

#include <stdio.h>

mote_method_settings mote_lbg_literal(uint32_t particles)
{
    mote_method_settings settings;
    mote_method_settings_make("lbg", 1, &settings);
    settings.world.lbg = mote_literal_lbg_options();
    settings.world.lbg.particles = particles;
    snprintf(settings.name, sizeof settings.name, "lbg, literal");
    return settings;
}

mote_method_settings mote_lbg_improved(uint32_t particles)
{
    mote_method_settings settings;
    mote_method_settings_make("lbg", 1, &settings);
    settings.world.lbg.particles = particles;
    return settings;
}

static void run_lbg(mote_page *page, const mote_paper_run *run)
{
    mote_page_text(page,
                   "Saenghaengtham, Kanongchaiyos: *Using LBG quantization for particle-based "
                   "collision detection "
                   "algorithm*, Journal of Zhejiang University SCIENCE A 7, 2006. The paper's "
                   "machine: a Pentium 4 "
                   "at 2.8 GHz. Here one thread, processor time. \"Literal\" is the method by the "
                   "rules of the "
                   "paper, `lbg` with areas that are repaired and what else this library adds "
                   "([lbg](../methods/lbg.md)); `hybrid` and `paired` are ours. Whatever particles "
                   "find is confirmed "
                   "by an exact test.");
    mote_lbg_teapot(page, run);
    mote_lbg_areas(page, run);
    mote_lbg_dispersion(page, run);
    mote_lbg_growth(page, run);
}

const mote_paper mote_paper_lbg = {
    .name = "lbg",
    .title = "Saenghaengtham and Kanongchaiyos 2006, reproduced",
    .run = run_lbg,
};
