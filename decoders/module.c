#include "decoders/decoders.h"

__attribute__((visibility("default"))) asset_decoders_getter mote_decoders;

const asset_decoders *mote_decoders(void)
{
    static const asset_decoders decoders = {
        .version = ASSET_DECODERS_VERSION,
#ifdef MOTE_MESHOPT
        .read_meshopt = decoders_read_meshopt,
#endif
#ifdef MOTE_DRACO
        .open_draco = decoders_open_draco,
        .read_draco_triangles = decoders_read_draco_triangles,
        .read_draco_attribute = decoders_read_draco_attribute,
        .close_draco = decoders_close_draco,
#endif
    };
    return &decoders;
}
