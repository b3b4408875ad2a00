// Fields of CSV files as in RFC 4180.

#ifndef MOTE_CHECK_CSV_H
#define MOTE_CHECK_CSV_H

#include <stdio.h>

// Writes a quoted text, or nothing for null. Prefixes a text that a spreadsheet would evaluate as a
// formula with an apostrophe.
void check_csv_text(FILE *to, const char *text);

// Writes a comma and a number. Omits the number if it is infinite or NaN.
void check_csv_number(FILE *to, float number);

#endif
