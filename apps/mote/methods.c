// mote methods: lists the detection methods and their capabilities.

#include <stdio.h>
#include <string.h>

#include "apps/mote/terminal.h"
#include "apps/mote/verb.h"
#include "core/result.h"

enum { MAX_METHODS = 32 };

mote_result cmd_method_by_name(const char *name, const mote_method_info **out)
{
    const char *names[MAX_METHODS];
    size_t count = 0;
    const mote_method_info *info;
    for (size_t i = 0; (info = mote_method_at(i)) && count < MAX_METHODS; i++) {
        *out = info;
        if (strcmp(info->name, name) == 0) return MOTE_OK;
        names[count++] = info->name;
    }
    *out = NULL;
    return mote_fail(MOTE_ERROR_ARGUMENT, "unknown method '%.64s'; did you mean '%s'?", name,
                     cmd_nearest(name, names, count));
}

static void append_abilities(uint32_t abilities, char *text, size_t size)
{
    static const struct {
        mote_ability ability;
        const char *name;
    } known[] = {
        {MOTE_ABILITY_EXACT, "exact"},         {MOTE_ABILITY_FACE_PAIRS, "face pairs"},
        {MOTE_ABILITY_DEFORMING, "deforming"}, {MOTE_ABILITY_CONCAVE, "any shape"},
        {MOTE_ABILITY_SELF, "self-collision"}, {MOTE_ABILITY_TOLERANCE, "tolerance"},
        {MOTE_ABILITY_THREADS, "threads"},
    };
    const char *separator = " [";
    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++) {
        if (!(abilities & known[i].ability)) continue;
        size_t used = strlen(text);
        snprintf(text + used, size - used, "%s%s", separator, known[i].name);
        separator = ", ";
    }
    size_t used = strlen(text);
    snprintf(text + used, size - used, "%s", separator[0] == ',' ? "]" : "");
}

static mote_result run(cmd_arguments arguments, int *exit_code)
{
    (void)arguments;
    (void)exit_code;
    const mote_method_info *info;
    for (size_t i = 0; (info = mote_method_at(i)); i++) {
        char text[512];
        snprintf(text, sizeof text, "%s", info->summary);
        append_abilities(info->abilities, text, sizeof text);
        cmd_print_entry(stdout, CMD_STYLE_BOLD, info->name, 12, text);
    }
    return MOTE_OK;
}

const cmd_verb cmd_verb_methods = {
    .name = "methods",
    .summary = "list the detection methods and what each can do",
    .arguments = "",
    .about = "Lists the methods, the default first, and in brackets what each can do.",
    .examples = "  mote methods\n",
    .run = run,
};
