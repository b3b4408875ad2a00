// Writing JSON. Write errors stay in the stream: ask ferror at the end.

#ifndef MOTE_BENCH_JSON_WRITE_H
#define MOTE_BENCH_JSON_WRITE_H

#include <stdio.h>

// A string with its quotes. Control characters are left out.
void bench_json_write_text(FILE *to, const char *text);

// "key": with a space behind it.
void bench_json_write_key(FILE *to, const char *key);

// A number with so many digits; null if it is not finite.
void bench_json_write_number(FILE *to, double number, int digits);

// "machine": {...}, where and how this was measured.
void bench_json_write_machine(FILE *to);

#endif
