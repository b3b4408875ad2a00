// Files as bytes.

#ifndef MOTE_IMPORT_FILE_H
#define MOTE_IMPORT_FILE_H

#include "assets/uri.h"

// All bytes of a file, from malloc; also of one whose size is not known before. Fails with its name.
mote_result check_file_read(const char *path, unsigned char **out, size_t *size);

asset_beside_reader check_file_read_beside;

#endif
