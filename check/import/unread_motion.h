// Motion that libassimp 5.2 leaves in a file without a word: vertex frames of games, and animations of formats of which it reads the
// rest pose alone.

#ifndef MOTE_CHECK_UNREAD_MOTION_H
#define MOTE_CHECK_UNREAD_MOTION_H

#include "assets/asset.h"

// Whether it is known what the importer leaves out. `importer` is libassimp's name for it (aiImporterDesc.mName), or null.
bool check_knows_importer(const char *importer);

// Adds a remark (ASSET_REMARK_OMISSION) if the file has, or may have, motion that this importer does not read. Of an importer that is
// not known, animations in the asset say that it reads some.
mote_result check_remark_unread_motion(asset_file *asset, const char *importer,
                                       const unsigned char *bytes, size_t size);

#endif
