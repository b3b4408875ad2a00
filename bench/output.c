#define _POSIX_C_SOURCE 200809L
#include "bench/output.h"

#include <errno.h>
#include <string.h>
#include <time.h>

#include "core/result.h"

void bench_today(char out[16])
{
    time_t now = time(NULL);
    struct tm day;
    out[0] = 0;
    if (gmtime_r(&now, &day)) strftime(out, 16, "%Y-%m-%d", &day);
}

mote_result bench_close_file(FILE *file, const char *path)
{
    bool written = file && !ferror(file);
    if (file) written = fclose(file) == 0 && written;
    return written ? MOTE_OK
                   : mote_fail(MOTE_ERROR_IO, "%s: cannot be written: %s", path, strerror(errno));
}
