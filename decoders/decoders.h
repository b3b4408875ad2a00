// The module libmote_decoders: implements asset_decoders with the libraries of this build.

#ifndef MOTE_DECODERS_H
#define MOTE_DECODERS_H

#include "assets/decoders.h"

#ifdef __cplusplus
extern "C" {
#endif

bool decoders_read_meshopt(const asset_meshopt_view *view, void *out);

asset_draco_mesh *decoders_open_draco(const void *bytes, size_t size, uint32_t *vertex_count,
                                      uint32_t *triangle_count, char message[ASSET_DRACO_MESSAGE]);
bool decoders_read_draco_triangles(const asset_draco_mesh *mesh, uint32_t *out);
bool decoders_read_draco_attribute(const asset_draco_mesh *mesh, uint32_t id,
                                   uint32_t component_type, uint32_t width, void *out);
void decoders_close_draco(asset_draco_mesh *mesh);

#ifdef __cplusplus
}
#endif

#endif
