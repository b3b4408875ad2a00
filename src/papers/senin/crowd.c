#include "papers/senin/crowd.h"

static bool is_taken(const mote_crowd *crowd, uint32_t vertex)
{
    for (uint32_t i = 0; i < crowd->count; i++)
        if (crowd->sites[i].corners[0] == vertex) return true;
    return false;
}

void mote_crowd_scatter(mote_crowd *crowd, uint32_t count, const mote_shape *shape,
                        mote_random *random)
{
    const mote_clusters *clusters = shape->clusters;
    crowd->count = 0;
    while (crowd->count < count) {
        uint32_t place = mote_random_below(random, clusters->vertex_count);
        while (is_taken(crowd, clusters->vertex_of[place]))
            place = place + 1 < clusters->vertex_count ? place + 1 : 0;
        crowd->sites[crowd->count++] = mote_site_of_vertex(clusters->vertex_of[place]);
    }
}

void mote_crowd_locate(mote_crowd *crowd, const mote_terrain *terrain)
{
    for (uint32_t i = 0; i < crowd->count; i++)
        crowd->at[i] = terrain->locate(terrain, crowd->sites[i]);
}
