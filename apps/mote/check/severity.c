#include "apps/mote/check/finding.h"

const char *check_severity_name(check_severity severity)
{
    switch (severity) {
    case CHECK_SEVERITY_NONE: return "clean";
    case CHECK_SEVERITY_NEAR: return "near";
    case CHECK_SEVERITY_TOUCH: return "touch";
    case CHECK_SEVERITY_PENETRATE: return "penetrate";
    }
    return "unknown";
}
