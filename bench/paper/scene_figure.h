// A frame of a scene as a figure of a page, with what collides in red.

#ifndef MOTE_PAPER_SCENE_FIGURE_H
#define MOTE_PAPER_SCENE_FIGURE_H

#include "bench/paper/page.h"

typedef struct paper_scene_figure {
    const char *scene;
    uint32_t frame;
    mote_vec3 from; // where it is seen from; z is up
    const char *file, *caption;
} paper_scene_figure;

void paper_page_scene(paper_page *page, const paper_scene_figure *figure);

#endif
