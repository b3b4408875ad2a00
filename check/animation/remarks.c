#define _POSIX_C_SOURCE 200809L
#include "check/animation/remarks.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/result.h"

enum { MAX_TEXT = 1024 };

const char *mote_check_verdict_name(mote_check_verdict verdict)
{
    switch (verdict) {
    case MOTE_CHECK_VERDICT_CLEAN: return "clean";
    case MOTE_CHECK_VERDICT_PASSED: return "passed";
    case MOTE_CHECK_VERDICT_FINDINGS: return "findings";
    case MOTE_CHECK_VERDICT_INCOMPLETE: return "incomplete";
    }
    return "unknown";
}

const char *mote_check_remark_name(mote_check_remark_kind kind)
{
    static const char *const names[] = {
        [MOTE_CHECK_REMARK_ERROR] = "error",       [MOTE_CHECK_REMARK_CANCELED] = "canceled",
        [MOTE_CHECK_REMARK_BUDGET] = "budget",     [MOTE_CHECK_REMARK_CROWDED] = "crowded",
        [MOTE_CHECK_REMARK_INVALID] = "invalid",   [MOTE_CHECK_REMARK_FILES] = "files",
        [MOTE_CHECK_REMARK_CLIP] = "clip",         [MOTE_CHECK_REMARK_CONTENT] = "content",
        [MOTE_CHECK_REMARK_BASELINE] = "baseline", [MOTE_CHECK_REMARK_OUTPUT] = "output",
        [MOTE_CHECK_REMARK_REQUEST] = "request",   [MOTE_CHECK_REMARK_DEPTH] = "depth",
        [MOTE_CHECK_REMARK_MOTION] = "motion",     [MOTE_CHECK_REMARK_SANDBOX] = "sandbox"};
    return (size_t)kind < sizeof names / sizeof names[0] ? names[kind] : NULL;
}

void check_remarks_release(check_remarks *remarks)
{
    for (size_t i = 0; i < remarks->list.count; i++) free((char *)remarks->list.data[i].text);
    mote_array_release(&remarks->list, &mote_libc_allocator);
}

mote_result check_remarks_add(check_remarks *remarks, const mote_check_remark *remark)
{
    mote_check_remark added = *remark;
    added.incomplete &= !(remarks->accepted >> remark->kind & 1);
    size_t length = strlen(remark->text), room = length * MOTE_ESCAPED + 8;
    char *text = malloc(room);
    if (text) mote_escape_text(remark->text, length, text, room);
    added.text = text;
    if (text && mote_array_push(&remarks->list, &mote_libc_allocator, added)) return MOTE_OK;
    free(text);
    return mote_fail_memory(length, "a remark");
}

mote_result check_remarks_tell(check_remarks *remarks, mote_check_remark_kind kind, bool incomplete,
                               uint64_t count, const char *format, ...)
{
    if (count == 0) return MOTE_OK;
    char text[MAX_TEXT];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    return check_remarks_add(remarks, &(mote_check_remark){kind, incomplete, count, text});
}

bool check_remarks_say_incomplete(const check_remarks *remarks)
{
    for (size_t i = 0; i < remarks->list.count; i++)
        if (remarks->list.data[i].incomplete) return true;
    return false;
}

uint64_t check_count_unfiltered(const mote_check_remark *remarks, size_t count)
{
    uint64_t files = 0;
    for (size_t i = 0; i < count; i++)
        if (remarks[i].kind == MOTE_CHECK_REMARK_SANDBOX) files += remarks[i].count;
    return files;
}
