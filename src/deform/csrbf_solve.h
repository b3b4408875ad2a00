// The linear system of a space mapping: which displacement each control must add at its center for all
// controls together to take each start to its end.

#ifndef MOTE_DEFORM_CSRBF_SOLVE_H
#define MOTE_DEFORM_CSRBF_SOLVE_H

#include <mote/deform.h>

// out[i] belongs to starts[i]. Starts and ends are finite, the radius above 0. MOTE_ERROR_DATA names
// controls that coincide or that make the system singular; MOTE_ERROR_MEMORY.
mote_result mote_csrbf_solve(const mote_csrbf_def *def, const mote_allocator *allocator,
                             mote_dvec3 *out);

#endif
