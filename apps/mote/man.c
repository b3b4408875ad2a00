#include "apps/mote/man.h"

#include <string.h>

// Escapes dots and apostrophes at the start of a line, which would be requests, and dashes, which
// would be hyphens.
static void put(FILE *to, const char *text)
{
    bool line_start = true;
    for (; *text; text++) {
        if (line_start && (*text == '.' || *text == '\'')) fputs("\\&", to);
        if (*text == '\\')
            fputs("\\e", to);
        else if (*text == '-')
            fputs("\\-", to);
        else
            fputc(*text, to);
        line_start = *text == '\n';
    }
}

static void put_option(FILE *to, const cmd_option *option)
{
    fputs(".TP\n.B ", to);
    put(to, "--");
    put(to, option->name);
    if (option->value) {
        fputs(" \\fI", to);
        put(to, option->value);
        fputs("\\fR", to);
    }
    fputc('\n', to);
    put(to, option->help);
    for (const char *const *choice = option->choices; choice && *choice; choice++) {
        fputs(choice == option->choices ? ": " : ", ", to);
        put(to, *choice);
    }
    if (option->standard && option->kind != CMD_OPTION_FLAG) {
        fputs(" (default: ", to);
        put(to, option->standard);
        fputc(')', to);
    }
    fputc('\n', to);
}

static void put_verb(FILE *to, const cmd_verb *verb)
{
    fputs(".SS mote ", to);
    put(to, verb->name);
    fputc(' ', to);
    put(to, verb->arguments);
    fputs("\n", to);
    put(to, verb->about);
    fputc('\n', to);
    for (size_t i = 0; i < verb->options.count; i++) put_option(to, &verb->options.list[i]);
    fputs(".PP\nExamples:\n.PP\n.nf\n", to);
    put(to, verb->examples);
    fputs(".fi\n", to);
}

void cmd_print_man(FILE *to, const cmd_verb *const *verbs, int count)
{
    fprintf(to, ".TH MOTE 1 \"\" \"mote %s\" \"User Commands\"\n", mote_version());
    fputs(".SH NAME\nmote \\- collision detection for meshes that deform\n", to);
    fputs(".SH SYNOPSIS\n.B mote\n\\fIVERB\\fR [\\fIARGUMENTS\\fR] [\\fIOPTIONS\\fR]\n", to);
    fputs(".SH DESCRIPTION\n", to);
    for (int i = 0; i < count; i++) {
        fputs(".TP\n.B ", to);
        put(to, verbs[i]->name);
        fputc('\n', to);
        put(to, verbs[i]->summary);
        fputc('\n', to);
    }
    fputs(".SH VERBS\n", to);
    for (int i = 0; i < count; i++) put_verb(to, verbs[i]);
    fputs(".SH EXIT STATUS\n0: success; 1: the verb found a problem of the kind that it looks for; "
          "2: the "
          "verb failed or could not finish.\n",
          to);
}
