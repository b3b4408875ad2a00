// The list of methods: one line each, in the order in which mote_method_at lists them, the default
// first.

#ifndef MOTE_METHOD_METHODS_H
#define MOTE_METHOD_METHODS_H

#include "method/method.h"

// clang-format off
#define MOTE_METHODS(METHOD) \
    METHOD(hybrid)           \
    METHOD(naive)            \
    METHOD(refit)            \
    METHOD(smith)            \
    METHOD(senin)            \
    METHOD(lbg)              \
    METHOD(separating_plane) \
    METHOD(octree_update)    \
    METHOD(closest_feature)  \
    METHOD(paired)
// clang-format on

// Each folder of a method defines its mote_method_NAME.
#define MOTE_DECLARE_METHOD(name) extern const mote_method_api mote_method_##name;
MOTE_METHODS(MOTE_DECLARE_METHOD)

// The sweeps of hybrid and naive, which find impacts over a step.
extern const struct mote_sweep_api mote_hybrid_sweep, mote_naive_sweep;

#endif
