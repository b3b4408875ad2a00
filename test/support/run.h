// The amount of work of a test, and cmocka with the headers that it needs.

#ifndef MOTE_TEST_RUN_H
#define MOTE_TEST_RUN_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

// One of three counts by the environment variable MOTE_TEST_RUN: "quick" (sanitizer builds), unset
// or "ordinary" (./run test), "long" (./run test --long, the counts that the project promises).
size_t test_count(size_t quick, size_t ordinary, size_t long_run);

#endif
