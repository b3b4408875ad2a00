// Fields of CSV, as RFC 4180 has it.

#ifndef MOTE_CHECK_CSV_H
#define MOTE_CHECK_CSV_H

#include <stdio.h>

// A quoted text; nothing for null. One that a spreadsheet would take for a formula gets an apostrophe before it.
void check_csv_text(FILE *to, const char *text);

// A comma and a number; nothing after the comma for infinities and NaN.
void check_csv_number(FILE *to, float number);

#endif
