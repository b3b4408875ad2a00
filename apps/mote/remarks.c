#include "apps/mote/remarks.h"

#include <stdio.h>

#include "apps/mote/terminal.h"

void cmd_print_remarks(const check_remarks *remarks)
{
    for (size_t i = 0; i < remarks->list.count; i++) {
        const mote_check_remark *remark = &remarks->list.data[i];
        if (remark->kind == MOTE_CHECK_REMARK_CLIP || remark->kind == MOTE_CHECK_REMARK_REQUEST)
            continue;
        cmd_print_entry(stdout, remark->incomplete ? CMD_STYLE_RED : CMD_STYLE_YELLOW,
                        remark->incomplete ? "not read" : "note", 13, remark->text);
    }
}
