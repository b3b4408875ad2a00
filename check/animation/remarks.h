// Remarks: which parts of the input were not checked, and why.

#ifndef MOTE_CHECK_REMARKS_H
#define MOTE_CHECK_REMARKS_H

#include <mote/check.h>

#include "core/array.h"

// Owns the texts. Zero-initialized means empty.
typedef struct check_remarks {
    MOTE_ARRAY(mote_check_remark) list;
    uint32_t accepted; // bits of remark kinds that do not make a check incomplete
} check_remarks;

void check_remarks_release(check_remarks *remarks);

// Appends a remark with a copy of its text.
mote_result check_remarks_add(check_remarks *remarks, const mote_check_remark *remark);

// Appends a remark with a formatted text, unless `count` is 0.
__attribute__((format(printf, 5, 6))) mote_result
check_remarks_tell(check_remarks *remarks, mote_check_remark_kind kind, bool incomplete,
                   uint64_t count, const char *format, ...);

// Does a remark say that some of the input was not checked?
bool check_remarks_say_incomplete(const check_remarks *remarks);

// How many files were read without a filter of system calls.
uint64_t check_count_unfiltered(const mote_check_remark *remarks, size_t count);

#endif
