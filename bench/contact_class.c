#include "bench/contact_class.h"

static const struct {
    const char *name;
    double least, most; // share of all faces
} classes[MOTE_CLASS_COUNT] = {
    [MOTE_CLASS_DISJOINT] = {"disjoint", 0.0, 0.0},  [MOTE_CLASS_LIGHT] = {"light", 0.0005, 0.001},
    [MOTE_CLASS_MEDIUM] = {"medium", 0.008, 0.0125}, [MOTE_CLASS_HEAVY] = {"heavy", 0.08, 0.12},
    [MOTE_CLASS_BETWEEN] = {"between", 0.0, 1.0},
};

mote_contact_class mote_classify(size_t faces_in_contact, size_t faces)
{
    double share = faces ? (double)faces_in_contact / (double)faces : 0.0;
    int which = MOTE_CLASS_DISJOINT;
    while (share < classes[which].least || share > classes[which].most) which++;
    return (mote_contact_class)which;
}

const char *mote_class_name(mote_contact_class which)
{
    return classes[which].name;
}
