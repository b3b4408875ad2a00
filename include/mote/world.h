#include <mote/base.h>
