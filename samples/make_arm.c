// mote_make_arm FILE.glb [DETAIL]: writes the sample asset.

#include <stdio.h>
#include <stdlib.h>

#include "samples/arm.h"

int main(int argc, char **argv)
{
    unsigned long detail = argc > 2 ? strtoul(argv[2], NULL, 10) : 1;
    if (argc < 2 || detail < 1 || detail > 100) {
        fprintf(stderr, "usage: mote_make_arm FILE.glb [DETAIL from 1 to 100]\n");
        return 2;
    }
    if (sample_write_arm(argv[1], (uint32_t)detail)) {
        fprintf(stderr, "mote_make_arm: %s\n", mote_last_message());
        return 2;
    }
    return 0;
}
