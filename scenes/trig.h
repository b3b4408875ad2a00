// Sine and cosine with the same bits on every target. libm differs between glibc, musl and
// browsers; these functions use only +, - and * in double in a fixed order.

#ifndef MOTE_SCENES_TRIG_H
#define MOTE_SCENES_TRIG_H

// Angles are in turns: 1 is the full circle, so that reducing them is exact. Error below 1e-15 for
// a reduced angle.
double scene_sin_turns(double turns);
double scene_cos_turns(double turns);

#endif
