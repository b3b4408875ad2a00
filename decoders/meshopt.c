#include <meshoptimizer.h>

#include "decoders/decoders.h"

static void apply_filter(const asset_meshopt_view *view, void *out)
{
    switch (view->filter) {
    case ASSET_MESHOPT_NONE: break;
    case ASSET_MESHOPT_OCTAHEDRAL: meshopt_decodeFilterOct(out, view->count, view->stride); break;
    case ASSET_MESHOPT_QUATERNION: meshopt_decodeFilterQuat(out, view->count, view->stride); break;
    case ASSET_MESHOPT_EXPONENTIAL: meshopt_decodeFilterExp(out, view->count, view->stride); break;
    }
}

bool decoders_read_meshopt(const asset_meshopt_view *view, void *out)
{
    int failed = 1;
    switch (view->mode) {
    case ASSET_MESHOPT_ATTRIBUTES:
        failed =
            meshopt_decodeVertexBuffer(out, view->count, view->stride, view->bytes, view->size);
        break;
    case ASSET_MESHOPT_TRIANGLES:
        failed = meshopt_decodeIndexBuffer(out, view->count, view->stride, view->bytes, view->size);
        break;
    case ASSET_MESHOPT_INDICES:
        failed =
            meshopt_decodeIndexSequence(out, view->count, view->stride, view->bytes, view->size);
        break;
    }
    if (!failed) apply_filter(view, out);
    return !failed;
}
