// A space shuttle, nose along +x, z up: cross sections from the engine bell to the nose, whose
// wings and fin are drawn out of the hull. Concave between hull, wings and fin, and at the hollow
// tail. 528 faces, one closed surface.

#include "scenes/models/makers.h"
#include "scenes/models/sculpture.h"

enum { AROUND = 24, STATIONS = 11 };

typedef struct station {
    double x;
    double half_width, top, belly; // of the hull
    double half_span;              // to the wing tips; half_width where there is no wing
    double fin;                    // height of the fin; top where there is none
} station;

static const station stations[STATIONS] = {
    {-2.14, 0.26, 0.32, -0.18, 0.26, 0.32}, {-1.95, 0.42, 0.44, -0.30, 1.22, 1.30},
    {-1.62, 0.44, 0.46, -0.32, 1.30, 1.22}, {-1.20, 0.44, 0.46, -0.32, 1.05, 0.80},
    {-0.80, 0.44, 0.46, -0.32, 0.80, 0.50}, {-0.30, 0.44, 0.46, -0.32, 0.64, 0.46},
    {0.45, 0.44, 0.46, -0.32, 0.50, 0.46},  {0.98, 0.42, 0.45, -0.31, 0.43, 0.45},
    {1.38, 0.35, 0.34, -0.29, 0.35, 0.34},  {1.74, 0.25, 0.10, -0.25, 0.25, 0.10},
    {1.96, 0.12, -0.04, -0.20, 0.12, -0.04}};

typedef struct section_point {
    double y, z;
} section_point;

// The right half of a section, from the wing tip over the top (point 6) and, with negative numbers,
// from the wing tip under the belly to its middle (point -6).
static section_point right_half(const station *s, int i)
{
    double height = s->top - s->belly, wing = s->belly + 0.10 * height;
    double w = s->half_width;
    switch (i) {
    case 0: return (section_point){s->half_span, wing};
    case 1: return (section_point){w, wing + 0.12 * height};
    case 2: return (section_point){w, s->belly + 0.50 * height};
    case 3: return (section_point){0.90 * w, s->belly + 0.75 * height};
    case 4: return (section_point){0.58 * w, s->belly + 0.94 * height};
    case 5: return (section_point){0.14 * w, s->top - 0.01 * height};
    case 6: return (section_point){0.0, s->fin};
    case -1: return (section_point){0.5 * (s->half_span + w), wing - 0.07 * height};
    default: return (section_point){0.2 * w * (6 + i), s->belly};
    }
}

static void add_section(scene_sculpture *sculpture, const station *s)
{
    for (int i = 0; i < AROUND; i++) {
        int from_tip = i < AROUND / 2 ? i : i - AROUND; // -12 to 11, the left half beyond +-6
        bool left = from_tip > 6 || from_tip < -6;
        int mirrored = from_tip > 0 ? 12 - from_tip : -12 - from_tip;
        section_point p = right_half(s, left ? mirrored : from_tip);
        scene_sculpture_vertex(sculpture, s->x, left ? -p.y : p.y, p.z);
    }
}

mote_result scene_make_shuttle(uint32_t unused, io_model *out)
{
    (void)unused;
    scene_sculpture sculpture = {0};
    scene_sculpture_vertex(&sculpture, -1.75, 0.0, 0.07);
    for (int i = 0; i < STATIONS; i++) add_section(&sculpture, &stations[i]);
    scene_sculpture_vertex(&sculpture, 2.05, 0.0, -0.12);
    scene_sculpture_stack(&sculpture, 0, STATIONS, AROUND);
    return scene_sculpture_finish(&sculpture, out);
}
