// Reports of two worlds with the same bodies.

#ifndef MOTE_TEST_COMPARE_REPORTS_H
#define MOTE_TEST_COMPARE_REPORTS_H

#include <mote/world.h>

// Null where pairs, faces and invalid bodies are the same; else what differs first.
const char *reports_differ(const mote_report *a, const mote_report *b);

// The report of a detect that must succeed.
mote_report detected(mote_world *world);

#endif
