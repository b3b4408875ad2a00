// Space mapping by radial basis functions from the inside.

#ifndef MOTE_DEFORM_CSRBF_H
#define MOTE_DEFORM_CSRBF_H

#include "core/box.h"
#include "deform/csrbf_kernel.h"
#include "deform/deformer.h"

typedef struct mote_csrbf {
    mote_deformer base;
    uint32_t control_count;
    mote_csrbf_field field;
} mote_csrbf;

mote_result mote_csrbf_bound(const mote_deformer *self, uint32_t node, mote_node_bound *bound);

#endif
