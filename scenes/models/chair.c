// A chair: four legs that taper, a seat, and a back that leans. 146 faces, one closed surface.

#include "scenes/models/cage.h"
#include "scenes/models/makers.h"

enum { FACES = 146 };

// From the floor up: legs, seat, the posts of the back, its board. The back is at the highest y.
static const char plan[] = "#.#"
                           "..."
                           "#.#"

                           "###"
                           "###"
                           "###"

                           "..."
                           "..."
                           "#.#"

                           "..."
                           "..."
                           "###";

static mote_dvec3 place(int i, int j, int k)
{
    static const double across[4] = {-0.5, -0.36, 0.36, 0.5};
    static const double height[5] = {0.0, 0.9, 1.05, 1.6, 2.1};
    static const double lean[5] = {0.0, 0.0, 0.0, 0.12, 0.24};
    double splay = k == 0 ? 1.12 : 1.0;
    return (mote_dvec3){across[i] * splay, across[j] * splay + lean[k], height[k]};
}

mote_result scene_make_chair(uint32_t unused, io_model *out)
{
    (void)unused;
    scene_sculpture sculpture = {0};
    scene_cage cage = scene_cage_of_cells(plan, 3, 3, 4, place);
    scene_cage_cast(&cage, &sculpture);
    scene_sculpture_split_to(&sculpture, FACES);
    return scene_sculpture_finish(&sculpture, out);
}
