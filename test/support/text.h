// What was written, looked at as text.

#ifndef MOTE_TEST_TEXT_H
#define MOTE_TEST_TEXT_H

#include <string.h>

// The number of occurrences of a part in a text; they may overlap.
static inline size_t text_count(const char *text, const char *part)
{
    size_t count = 0;
    for (; (text = strstr(text, part)); text++) count++;
    return count;
}

#endif
