// A frame of a scene as a figure of a page, with what collides in red.

#ifndef MOTE_PAPER_SCENE_FIGURE_H
#define MOTE_PAPER_SCENE_FIGURE_H

#include "bench/paper/page.h"

typedef struct mote_scene_figure {
    const char *scene;
    uint32_t frame;
    mote_vec3 from; // where it is seen from; z is up
    const char *file, *caption;
} mote_scene_figure;

void mote_page_scene(mote_page *page, const mote_scene_figure *figure);

#endif
