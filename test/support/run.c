#include "support/run.h"

#include <stdlib.h>
#include <string.h>

size_t test_count(size_t quick, size_t ordinary, size_t long_run)
{
    const char *run = getenv("MOTE_TEST_RUN");
    if (run && strcmp(run, "quick") == 0) return quick;
    if (run && strcmp(run, "long") == 0) return long_run;
    return ordinary;
}
