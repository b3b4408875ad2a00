#include "apps/mote/nearest.h"

#include <string.h>

enum { LONGEST = 63 };

static size_t least(size_t a, size_t b)
{
    return a < b ? a : b;
}

// Levenshtein's distance of the first LONGEST characters, row by row.
static size_t edit_distance(const char *a, const char *b)
{
    size_t rows = least(strlen(a), LONGEST), columns = least(strlen(b), LONGEST);
    size_t row[LONGEST + 1];
    for (size_t k = 0; k <= columns; k++) row[k] = k;
    for (size_t i = 1; i <= rows; i++) {
        size_t diagonal = row[0];
        row[0] = i;
        for (size_t k = 1; k <= columns; k++) {
            size_t above = row[k];
            size_t change = diagonal + (a[i - 1] != b[k - 1]);
            row[k] = least(change, least(above, row[k - 1]) + 1);
            diagonal = above;
        }
    }
    return row[columns];
}

const char *cmd_nearest(const char *given, const char *const *names, size_t count)
{
    const char *best = names[0];
    for (size_t i = 1; i < count; i++)
        if (edit_distance(given, names[i]) < edit_distance(given, best)) best = names[i];
    return best;
}
