// Contacts: the regions of a report's face pairs, as a response needs them.

#ifndef MOTE_WORLD_CONTACTS_H
#define MOTE_WORLD_CONTACTS_H

#include "world/regions.h"
#include "world/submerged.h"

// What making contacts needs besides the report's arrays; kept from frame to frame.
typedef struct mote_contact_work {
    mote_regions regions;
    mote_submerged a, b;
    mote_u32_array undirected; // contacts whose faces say nothing about a direction
} mote_contact_work;

void mote_contact_work_release(mote_contact_work *work, const mote_allocator *allocator);

#endif
