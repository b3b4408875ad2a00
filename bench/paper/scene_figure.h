// Frames of scenes as figures of a page: with what collides in red, or with the particles of a
// method.

#ifndef MOTE_PAPER_SCENE_FIGURE_H
#define MOTE_PAPER_SCENE_FIGURE_H

#include "bench/method_contender.h"
#include "bench/paper/page.h"

typedef struct paper_scene_figure {
    const char *scene;
    uint32_t frame;
    // Where it is seen from; z is up. All zero chooses the direction from which most of the faces
    // that meet are seen, and where there are none most of the bodies.
    mote_vec3 from;
    const char *file, *caption;
} paper_scene_figure;

// What collides is found by hybrid.
void paper_page_scene(paper_page *page, const paper_scene_figure *figure);

// The same with another motion, method or part of the scene.
typedef struct paper_scene_view {
    // In place of the scene's own motion (scene_def). Null for none.
    const struct scene_tracks *tracks;
    // Whose detections are shown in red. Null for hybrid.
    const bench_method_settings *method;
    // Half the side of the box around the first contact that is shown. 0: everything is shown.
    float around_contact;
} paper_scene_view;

void paper_page_scene_with(paper_page *page, const paper_scene_figure *figure,
                           const paper_scene_view *view);

typedef struct paper_particle_figure {
    const char *scene;
    uint32_t first_frame, frame; // the first that the method sees, and the one that is drawn
    mote_vec3 from;              // as that of a scene
    const bench_method_settings *method;
    const char *file, *caption;
} paper_particle_figure;

// Particles of the first body are red, those of the others blue, as in Senin et al. 2003; those
// behind a body shine through it faintly. Faces that the method found to meet are red.
void paper_page_particles(paper_page *page, const paper_particle_figure *figure);

#endif
