// What JavaScript does with bindings/js, natively: open a scene, fill a world with it, detect.

#ifndef MOTE_TEST_JS_WORLD_H
#define MOTE_TEST_JS_WORLD_H

#include "bindings/js/module/module.h"

// Options of a body without self-collision, which collides with all others.
extern const js_body_options js_plain_body;

// A small form of a built-in scene.
js_scene *js_open_scene(const char *name);

js_world *js_create_world(const char *method);

// Adds all bodies, whose indices are then those of the scene; the world alone keeps their meshes.
void js_fill(js_world *world, js_scene *scene);

// Shows a frame of the scene and detects.
const mote_report *js_detect(js_world *world, const js_scene *scene, uint32_t frame);

#endif
