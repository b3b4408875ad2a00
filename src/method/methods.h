// The methods there are: one line each, here and in registry.c.

#ifndef MOTE_METHOD_METHODS_H
#define MOTE_METHOD_METHODS_H

#include "method/method.h"

extern const mote_method_api mote_method_hybrid;
extern const mote_method_api mote_method_lbg;
extern const mote_method_api mote_method_naive;
extern const mote_method_api mote_method_refit;
extern const mote_method_api mote_method_senin;
extern const mote_method_api mote_method_smith;
extern const mote_method_api mote_method_separating_plane;
extern const mote_method_api mote_method_octree_update;
extern const mote_method_api mote_method_closest_feature;
extern const mote_method_api mote_method_paired;

#endif
