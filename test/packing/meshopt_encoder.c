#include <meshoptimizer.h>
#include <stdlib.h>
#include <string.h>

#include "test/packing/encoders.h"

static encoded make_room(size_t size)
{
    encoded out = {malloc(size), size};
    if (!out.bytes) abort();
    return out;
}

static encoded encode_indices(const asset_meshopt_view *view, const uint32_t *data, void *decoded)
{
    bool list = view->mode == ASSET_MESHOPT_TRIANGLES;
    size_t vertices = 0;
    for (size_t i = 0; i < view->count; i++)
        if (data[i] >= vertices) vertices = data[i] + 1;
    encoded out = make_room(list ? meshopt_encodeIndexBufferBound(view->count, vertices)
                                 : meshopt_encodeIndexSequenceBound(view->count, vertices));
    out.size = list ? meshopt_encodeIndexBuffer(out.bytes, out.size, data, view->count)
                    : meshopt_encodeIndexSequence(out.bytes, out.size, data, view->count);
    // The corners of a triangle may come in another order.
    int failed =
        list ? meshopt_decodeIndexBuffer(decoded, view->count, view->stride, out.bytes, out.size)
             : meshopt_decodeIndexSequence(decoded, view->count, view->stride, out.bytes, out.size);
    if (failed || out.size == 0) abort();
    return out;
}

encoded encode_meshopt(const asset_meshopt_view *view, const void *data, void *decoded)
{
    size_t count = view->count, stride = view->stride;
    if (view->mode != ASSET_MESHOPT_ATTRIBUTES) return encode_indices(view, data, decoded);
    if (view->filter == ASSET_MESHOPT_QUATERNION)
        meshopt_encodeFilterQuat(decoded, count, stride, 12, data);
    else if (view->filter == ASSET_MESHOPT_EXPONENTIAL)
        meshopt_encodeFilterExp(decoded, count, stride, 15, data);
    else
        memcpy(decoded, data, count * stride);
    encoded out = make_room(meshopt_encodeVertexBufferBound(count, stride));
    out.size = meshopt_encodeVertexBuffer(out.bytes, out.size, decoded, count, stride);
    if (out.size == 0) abort();
    if (view->filter == ASSET_MESHOPT_QUATERNION) meshopt_decodeFilterQuat(decoded, count, stride);
    if (view->filter == ASSET_MESHOPT_EXPONENTIAL) meshopt_decodeFilterExp(decoded, count, stride);
    return out;
}
