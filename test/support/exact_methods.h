// The methods that all must answer alike.

#ifndef MOTE_TEST_EXACT_METHODS_H
#define MOTE_TEST_EXACT_METHODS_H

#include <mote/method.h>

// The i-th method that is exact for any mesh that deforms in any way, `hybrid` first; null past the
// last.
const mote_method_info *exact_method(size_t i);

#endif
