// mote_make_body FILE.glb [TRIANGLES [FRAMES]]: writes a large skinned body, to measure 'mote
// check' with.

#include <stdio.h>
#include <stdlib.h>

#include "samples/body.h"

int main(int argc, char **argv)
{
    unsigned long triangles = argc > 2 ? strtoul(argv[2], NULL, 10) : 450000;
    unsigned long frames = argc > 3 ? strtoul(argv[3], NULL, 10) : 1000;
    if (argc < 2 || triangles < 200 || triangles > 10000000 || frames < 2 || frames > 100000) {
        fprintf(stderr, "usage: mote_make_body FILE.glb [TRIANGLES from 200 [FRAMES from 2]]\n");
        return 2;
    }
    if (sample_write_body(argv[1], (uint32_t)triangles, (uint32_t)frames)) {
        fprintf(stderr, "mote_make_body: %s\n", mote_last_message());
        return 2;
    }
    return 0;
}
