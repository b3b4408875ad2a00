// A frame of a scene with the particles of a method, which has seen all frames before it.

#ifndef MOTE_PAPER_PARTICLE_FIGURE_H
#define MOTE_PAPER_PARTICLE_FIGURE_H

#include "bench/method_contender.h"
#include "bench/paper/page.h"

typedef struct paper_particle_figure {
    const char *scene;
    uint32_t first_frame, frame; // the first that the method sees, and the one that is drawn
    mote_vec3 from;              // where it is seen from; z is up
    const bench_method_settings *method;
    const char *file, *caption;
} paper_particle_figure;

// Particles of the first body are red, those of the others blue, as in Senin et al. 2003. They are seen
// through the bodies.
void paper_page_particles(paper_page *page, const paper_particle_figure *figure);

#endif
