// Motion that libassimp 5.2 silently ignores: vertex frames of games, and animations of formats
// whose rest pose alone it reads.

#ifndef MOTE_CHECK_UNREAD_MOTION_H
#define MOTE_CHECK_UNREAD_MOTION_H

#include "assets/asset.h"

// Returns whether the omissions of an importer are known. `importer` is libassimp's name for it
// (aiImporterDesc.mName), or null.
bool check_knows_importer(const char *importer);

// Adds a remark (ASSET_REMARK_OMISSION) if the file has, or may have, motion that this importer
// does not read. For an unknown importer, adds the remark unless the asset has animations.
mote_result check_remark_unread_motion(asset_file *asset, const char *importer,
                                       const unsigned char *bytes, size_t size);

#endif
