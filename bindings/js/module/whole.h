// Numbers of JavaScript that are to be whole: asked before they are converted, which traps in WebAssembly where
// they do not fit.

#ifndef MOTE_JS_WHOLE_H
#define MOTE_JS_WHOLE_H

#include <math.h>
#include <stdbool.h>

static inline bool mote_js_is_whole(double value, double least, double most)
{
    return value >= least && value <= most && value == floor(value);
}

#endif
