// Union-find: disjoint sets of indices. The lowest member represents its set, independently of the
// order of the joins.

#ifndef MOTE_CORE_UNION_FIND_H
#define MOTE_CORE_UNION_FIND_H

#include <mote/base.h>

static inline void mote_union_start(uint32_t *parent, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++) parent[i] = i;
}

// Halves the path on its way (Tarjan and van Leeuwen 1984).
static inline uint32_t mote_union_find(uint32_t *parent, uint32_t i)
{
    while (parent[i] != i) {
        parent[i] = parent[parent[i]];
        i = parent[i];
    }
    return i;
}

static inline void mote_union_join(uint32_t *parent, uint32_t a, uint32_t b)
{
    a = mote_union_find(parent, a);
    b = mote_union_find(parent, b);
    if (a < b)
        parent[b] = a;
    else
        parent[a] = b;
}

#endif
