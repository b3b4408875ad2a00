// An open right hand, palm down, fingers along +y: a cage of a palm with four fingers and a thumb,
// rounded once. 960 faces, one closed surface.

#include "scenes/models/cage.h"
#include "scenes/models/makers.h"

enum { FACES = 960, COLUMNS = 9, ROWS = 6 };

// One layer of cells, from the wrist to the finger tips. Columns: two for the thumb, then four
// fingers with the webs between them.
static const char plan[] = "..#######"
                           "#########"
                           "..#######"
                           "..#.#.#.#"
                           "..#.#.#.#"
                           "..#.#.#.#";

typedef struct finger {
    double left, right; // at the knuckle
    double tip_left, tip_right;
    double length;
} finger;

static const finger fingers[4] = {{-0.46, -0.23, -0.60, -0.46, 0.92},
                                  {-0.20, 0.03, -0.20, -0.05, 1.05},
                                  {0.06, 0.29, 0.17, 0.31, 0.98},
                                  {0.32, 0.53, 0.52, 0.65, 0.74}};

// Rows 0 to 3 are the palm, rows 3 to 6 the fingers; columns 2 + 2 f and 3 + 2 f are the sides of
// finger f.
static mote_dvec3 finger_place(const finger *f, int right, int j)
{
    static const double palm[4] = {0.0, 0.42, 0.76, 1.05};
    static const double narrow[4] = {0.70, 0.90, 1.0, 1.0};
    double root = right ? f->right : f->left, tip = right ? f->tip_right : f->tip_left;
    if (j <= 3)
        return (mote_dvec3){root * narrow[j], palm[j] + 0.06 * (j == 3 ? f->length : 0.0), 0.0};
    double t = (j - 3) / 3.0;
    return (mote_dvec3){root + t * (tip - root), palm[3] + 0.06 * f->length + t * f->length, 0.0};
}

static mote_dvec3 thumb_place(int i, int j)
{
    static const mote_dvec3 low[2] = {{-1.06, 0.74, 0.0}, {-0.80, 0.50, 0.0}};
    static const mote_dvec3 high[2] = {{-0.96, 0.90, 0.0}, {-0.68, 0.76, 0.0}};
    return j <= 1 ? low[i] : high[i];
}

static mote_dvec3 place(int i, int j, int k)
{
    mote_dvec3 p = i < 2 ? thumb_place(i, j) : finger_place(&fingers[(i - 2) / 2], (i - 2) % 2, j);
    double thickness = i < 2 ? 0.11 : j <= 2 ? 0.17 : j == 3 ? 0.14 : 0.115;
    // Fingers and thumb curl a little, away from the back of the hand.
    double curl = (j > 3 ? 0.035 * (j - 3) * (j - 3) : 0.0) + (i < 2 ? 0.06 * (2 - i) : 0.0);
    p.z = (k ? thickness : -thickness) - curl;
    return p;
}

mote_result scene_make_hand(uint32_t unused, io_model *out)
{
    (void)unused;
    scene_sculpture sculpture = {0};
    scene_cage cage = scene_cage_of_cells(plan, COLUMNS, ROWS, 1, place);
    scene_cage_subdivide(&cage);
    scene_cage_cast(&cage, &sculpture);
    scene_sculpture_split_to(&sculpture, FACES);
    return scene_sculpture_finish(&sculpture, out);
}
