#include "apps/mote/check/finding.h"

const char *mote_severity_name(mote_severity severity)
{
    switch (severity) {
    case MOTE_SEVERITY_NONE: return "clean";
    case MOTE_SEVERITY_NEAR: return "near";
    case MOTE_SEVERITY_TOUCH: return "touch";
    case MOTE_SEVERITY_PENETRATE: return "penetrate";
    }
    return "unknown";
}
