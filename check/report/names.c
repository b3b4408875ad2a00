#include "check/report/names.h"

const char *check_relation_name(mote_relation relation)
{
    switch (relation) {
    case MOTE_RELATION_TOUCH: return "meet";
    case MOTE_RELATION_NEAR: return "near";
    case MOTE_RELATION_A_IN_B: return "a in b";
    case MOTE_RELATION_B_IN_A: return "b in a";
    case MOTE_RELATION_APART: break;
    }
    return "apart";
}
