// In place of assimp.c where the headers of libassimp were not there.

#include "check/import/import.h"
#include "core/result.h"
#include "io/name.h"

mote_result check_read_by_assimp(const char *path, asset_file *out)
{
    (void)out;
    char room[IO_SHORT_NAME];
    return mote_fail(MOTE_ERROR_REFUSED,
                     "%s: this mote was built without libassimp (Debian: libassimp-dev) and reads "
                     "only glTF, OBJ, PLY, STL and OFF",
                     io_short_name(path, room));
}
