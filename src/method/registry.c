#include "method/methods.h"

static const mote_method_api *const methods[] = {
    &mote_method_hybrid,
    &mote_method_naive,
    &mote_method_refit,
    &mote_method_smith,
    &mote_method_senin,
    &mote_method_lbg,
    &mote_method_separating_plane,
    &mote_method_octree_update,
    &mote_method_closest_feature,
    &mote_method_paired,
};

enum { METHOD_COUNT = sizeof methods / sizeof *methods };

const mote_method_api *mote_method_find(mote_method method)
{
    for (size_t i = 0; i < METHOD_COUNT; i++) {
        if (methods[i]->info.method == method) return methods[i];
    }
    return NULL;
}

const mote_method_info *mote_method_at(size_t index)
{
    return index < METHOD_COUNT ? &methods[index]->info : NULL;
}
