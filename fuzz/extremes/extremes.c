#include "fuzz/extremes/extremes.h"

#include <float.h>
#include <math.h>
#include <string.h>

void extremes_count(extremes *e, const char *function)
{
    if (!e->calls) return;
    e->calls->total++;
    uint32_t hash = 2166136261u;
    for (const char *c = function; *c; c++) hash = (hash ^ (uint32_t)*c) * 16777619u;
    for (uint32_t at = hash % EXTREMES_MAX_FUNCTIONS;; at = (at + 1) % EXTREMES_MAX_FUNCTIONS) {
        if (!e->calls->names[at]) e->calls->names[at] = function;
        if (strcmp(e->calls->names[at], function) == 0) return;
    }
}

// ---------------------------------------------------------------------------------------------
// Numbers

static uint8_t next_byte(extremes *e)
{
    if (e->size == 0) return 0;
    e->size--;
    return *e->data++;
}

uint32_t extremes_below(extremes *e, uint32_t end)
{
    return next_byte(e) % end;
}

bool extremes_bool(extremes *e)
{
    return next_byte(e) & 1;
}

// What cases are made of: ordinary numbers with few others among them, all finite numbers, all
// numbers.
enum { KIND_MILD, KIND_FINITE, KIND_ALL, KIND_COUNT };

float extremes_float(extremes *e)
{
    static const float finite[] = {0,        FLT_TRUE_MIN, 1,     1e19f,  1e38f, FLT_MAX,
                                   -FLT_MAX, -1,           1e-3f, -1e38f, -1e19f};
    static const float endless[] = {INFINITY, -INFINITY, NAN};
    enum { FINITE = sizeof finite / sizeof *finite, ENDLESS = sizeof endless / sizeof *endless };
    uint32_t byte = next_byte(e);
    if (e->kinds == KIND_MILD && byte >= FINITE) return (float)byte / 64 - 2;
    if (e->kinds == KIND_ALL && byte % 16 < ENDLESS) return endless[byte % 16];
    return finite[byte % FINITE];
}

double extremes_double(extremes *e)
{
    static const double finite[] = {5e-324, 1e-200, 1e154, -1e154, 1e300, DBL_MAX, -DBL_MAX};
    enum { FINITE = sizeof finite / sizeof *finite };
    if (e->kinds != KIND_MILD && extremes_below(e, 3) == 0)
        return finite[extremes_below(e, FINITE)];
    return (double)extremes_float(e);
}

mote_vec3 extremes_vec(extremes *e)
{
    float x = extremes_float(e), y = extremes_float(e);
    return (mote_vec3){x, y, extremes_float(e)};
}

mote_dvec3 extremes_dvec(extremes *e)
{
    double x = extremes_double(e), y = extremes_double(e);
    return (mote_dvec3){x, y, extremes_double(e)};
}

mote_box extremes_box(extremes *e)
{
    mote_vec3 min = extremes_vec(e);
    return (mote_box){min, extremes_vec(e)};
}

mote_transform extremes_transform(extremes *e)
{
    mote_transform m = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}, extremes_vec(e)};
    if (extremes_bool(e)) return m;
    m.cx = extremes_vec(e);
    m.cy = extremes_vec(e);
    m.cz = extremes_vec(e);
    return m;
}

mote_rotation extremes_rotation(extremes *e)
{
    mote_rotation q = {1, 0, 0, 0};
    if (extremes_bool(e)) return q;
    q.w = extremes_double(e);
    q.x = extremes_double(e);
    q.y = extremes_double(e);
    q.z = extremes_double(e);
    return q;
}

// ---------------------------------------------------------------------------------------------

void extremes_run(const uint8_t *data, size_t size, extreme_calls *calls)
{
    typedef void subject(extremes * e);
    static subject *const subjects[] = {
        extremes_of_geometry,  extremes_of_geometry, extremes_of_meshes,
        extremes_of_deformers, extremes_of_worlds,   extremes_of_worlds,
        extremes_of_worlds,    extremes_of_dynamics, extremes_of_recordings};
    extremes e = {.data = data, .size = size, .calls = calls};
    e.kinds = extremes_below(&e, KIND_COUNT);
    subjects[extremes_below(&e, sizeof subjects / sizeof *subjects)](&e);
}
