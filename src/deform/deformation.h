// Deformers as shapes see them.

#ifndef MOTE_DEFORM_DEFORMATION_H
#define MOTE_DEFORM_DEFORMATION_H

#include <mote/deform.h>

#include "shape/deformation.h"

// Refers to the deformer, which must outlive its use.
mote_deformation mote_deformer_deformation(const mote_deformer *deformer);

const mote_mesh *mote_deformer_mesh(const mote_deformer *deformer);

#endif
