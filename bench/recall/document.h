// Scores as JSON; docs/recall.md lists the keys.

#ifndef MOTE_RECALL_DOCUMENT_H
#define MOTE_RECALL_DOCUMENT_H

#include <stdio.h>

#include "bench/recall/plan.h"

// Writes a plan that has been played. Write errors stay in the stream: ask ferror.
mote_result recall_write_document(FILE *to, const recall_plan *plan);

#endif
