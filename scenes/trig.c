#include "scenes/trig.h"

#include <math.h>

#define TWO_PI 6.283185307179586

// Taylor polynomials, accurate to the last one or two digits of a double within an eighth of a
// turn.
static double sin_near_zero(double x)
{
    double s = x * x;
    double p = -1.0 / 1307674368000.0;
    p = p * s + 1.0 / 6227020800.0;
    p = p * s - 1.0 / 39916800.0;
    p = p * s + 1.0 / 362880.0;
    p = p * s - 1.0 / 5040.0;
    p = p * s + 1.0 / 120.0;
    p = p * s - 1.0 / 6.0;
    return x + x * s * p;
}

static double cos_near_zero(double x)
{
    double s = x * x;
    double p = 1.0 / 20922789888000.0;
    p = p * s - 1.0 / 87178291200.0;
    p = p * s + 1.0 / 479001600.0;
    p = p * s - 1.0 / 3628800.0;
    p = p * s + 1.0 / 40320.0;
    p = p * s - 1.0 / 720.0;
    p = p * s + 1.0 / 24.0;
    p = p * s - 0.5;
    return 1.0 + s * p;
}

double scene_sin_turns(double turns)
{
    double quarter = floor(4.0 * turns + 0.5);
    double x = (turns - 0.25 * quarter) * TWO_PI;
    switch ((int)(quarter - 4.0 * floor(0.25 * quarter))) {
    case 0: return sin_near_zero(x);
    case 1: return cos_near_zero(x);
    case 2: return -sin_near_zero(x);
    default: return -cos_near_zero(x);
    }
}

double scene_cos_turns(double turns)
{
    return scene_sin_turns(turns + 0.25);
}
