#include "bench/paper/senin/senin.h"

#include <math.h>
#include <mote/papers.h>
#include <stdio.h>

static bench_method_settings settings_of(mote_senin_options options, uint32_t particles)
{
    bench_method_settings settings;
    bench_method_settings_make("senin", 1, &settings);
    options.particles = particles;
    mote_world_def_set_senin(&settings.world, &options);
    return settings;
}

bench_method_settings paper_senin_literal(uint32_t particles)
{
    bench_method_settings settings = settings_of(mote_literal_senin_options(), particles);
    snprintf(settings.name, sizeof settings.name, "senin, literal");
    return settings;
}

bench_method_settings paper_senin_improved(uint32_t particles)
{
    return settings_of(mote_default_senin_options(), particles);
}

void paper_senin_text(paper_estimate estimate, char *out, size_t size)
{
    if (isnan(estimate.value))
        snprintf(out, size, "undefined");
    else if (isinf(estimate.low)) // too few seeds
        snprintf(out, size, "%.3f (no interval)", estimate.value);
    else
        snprintf(out, size, "%.3f (%.3f to %.3f)", estimate.value, estimate.low, estimate.high);
}

const char *paper_senin_settle(const paper_run *run)
{
    return run->quick ? "the full run" : NULL;
}

static void run_senin(paper_page *page, const paper_run *run)
{
    paper_page_text(
        page, "Senin, Kojekine, Savchenko, Hagiwara: *Particle-based Collision Detection*, "
              "Eurographics 2003. The paper's machine was a Pentium 4 at 2.53 GHz. Times measured "
              "here are processor time of one thread. \"Letter\" is the method `senin` by the "
              "paper's rules to the letter. \"Ours\" is the same method with the additions of this "
              "library ([senin](../methods/senin.md)). `hybrid` and `paired` are other methods of "
              "this library. An exact test confirms everything that particles find. The paper does "
              "not print its speeds and control vectors. The scenes `senin-t`, `senin-mv` and "
              "`senin-w` have its letters and its numbers of polygons, control vectors and "
              "queries. Each seed gives another flight.");
    paper_senin_closed_loop(page, run);
    paper_senin_queries(page, run);
    paper_senin_separation(page, run);
    paper_senin_dependence(page, run);
    paper_senin_own_thread(page, run);
    paper_senin_equilibrium(page, run);
    paper_senin_response(page, run);
    paper_senin_accuracy(page, run);
}

const paper_entry paper_senin = {
    .name = "senin",
    .title = "Senin, Kojekine, Savchenko and Hagiwara 2003, reproduced",
    .short_title = "Senin et al. 2003",
    .about =
        "Particles on the surfaces of two bodies attract the particles of the other body and repel "
        "those of their own body. The bodies are closest where the particles come to rest.",
    .not_repeated = NULL,
    .run = run_senin,
};
