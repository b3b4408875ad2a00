#include <stdio.h>
#include <string.h>

#include "apps/mote/man.h"
#include "apps/mote/terminal.h"
#include "apps/mote/verb.h"
#include "core/result.h"

static const cmd_verb *const verbs[] = {
    &cmd_verb_check,  &cmd_verb_batch,  &cmd_verb_distance, &cmd_verb_demo,    &cmd_verb_info,
    &cmd_verb_scenes, &cmd_verb_export, &cmd_verb_draw,     &cmd_verb_methods, &cmd_verb_bench,
    &cmd_verb_recall, &cmd_verb_paper,  &cmd_verb_record,   &cmd_verb_replay,
};

enum { VERB_COUNT = sizeof verbs / sizeof verbs[0] };

static void print_help(FILE *to)
{
    fprintf(to, "mote %s: collision detection for meshes that deform\n\n", mote_version());
    fprintf(to, "usage: mote VERB [ARGUMENTS] [OPTIONS]\n\n");
    for (int i = 0; i < VERB_COUNT; i++)
        cmd_print_entry(to, CMD_STYLE_BOLD, verbs[i]->name, 12, verbs[i]->summary);
    fprintf(to, "\n'mote VERB --help' describes a verb, 'mote --version' prints the version,\n"
                "'mote --man' prints the manual page.\n");
}

static void print_verb_help(const cmd_verb *verb)
{
    printf("usage: mote %s%s%s [OPTIONS]\n\n", verb->name, verb->arguments[0] ? " " : "",
           verb->arguments);
    cmd_print_paragraph(stdout, verb->about);
    printf("\noptions:\n");
    cmd_options_print(verb->options, stdout);
    printf("\nexamples:\n%s", verb->examples);
}

static int refuse_usage(const cmd_verb *verb, const char *problem)
{
    char shown[1024];
    mote_escape_text(problem, strlen(problem), shown, sizeof shown);
    fprintf(stderr, "mote %s: %s\nusage: mote %s%s%s [OPTIONS]  (more: mote %s --help)\n",
            verb->name, shown, verb->name, verb->arguments[0] ? " " : "", verb->arguments,
            verb->name);
    return CMD_EXIT_ERROR;
}

// The length of the first name in the usage, such as "SCENE" in "SCENE [OTHER]" or "SCENE...", for
// messages about missing arguments.
static int name_length(const char *arguments)
{
    return (int)strcspn(arguments, " .");
}

static int run_verb(const cmd_verb *verb, int argc, char **argv)
{
    cmd_arguments arguments;
    char problem[128];
    if (cmd_options_parse(verb->options, argc, argv, &arguments))
        return refuse_usage(verb, mote_last_message());
    if (arguments.help) {
        print_verb_help(verb);
        return CMD_EXIT_FINE;
    }
    if (arguments.count < verb->min_arguments) {
        snprintf(problem, sizeof problem, "missing argument: %.*s", name_length(verb->arguments),
                 verb->arguments);
        return refuse_usage(verb, problem);
    }
    if (arguments.count > verb->max_arguments) {
        snprintf(problem, sizeof problem, "unexpected argument: '%.64s'",
                 arguments.items[verb->max_arguments]);
        return refuse_usage(verb, problem);
    }
    int code = CMD_EXIT_FINE;
    if (verb->run(arguments, &code)) {
        fprintf(stderr, "mote %s: %s\n", verb->name, mote_last_message());
        code = CMD_EXIT_ERROR;
    }
    // A full disk or a closed pipe is an error.
    if (fflush(stdout) || ferror(stdout)) {
        fprintf(stderr, "mote %s: standard output: cannot be written\n", verb->name);
        return CMD_EXIT_ERROR;
    }
    return code;
}

static int refuse_unknown(const char *name)
{
    const char *names[VERB_COUNT];
    char shown[64];
    mote_escape_text(name, strlen(name), shown, sizeof shown);
    for (int i = 0; i < VERB_COUNT; i++) names[i] = verbs[i]->name;
    fprintf(stderr, "mote: unknown %s '%s'; did you mean '%s'?  ('mote --help' lists all)\n",
            name[0] == '-' ? "option" : "verb", shown,
            name[0] == '-' ? "--help" : cmd_nearest(name, names, VERB_COUNT));
    return CMD_EXIT_ERROR;
}

int main(int argc, char **argv)
{
    if (argc < 2) {
        print_help(stderr);
        return CMD_EXIT_ERROR;
    }
    if (strcmp(argv[1], "--help") == 0 || strcmp(argv[1], "-h") == 0) {
        print_help(stdout);
        return CMD_EXIT_FINE;
    }
    if (strcmp(argv[1], "--version") == 0) {
        printf("mote %s\n", mote_version());
        return CMD_EXIT_FINE;
    }
    if (strcmp(argv[1], "--man") == 0) {
        cmd_print_man(stdout, verbs, VERB_COUNT);
        return CMD_EXIT_FINE;
    }
    for (int i = 0; i < VERB_COUNT; i++)
        if (strcmp(argv[1], verbs[i]->name) == 0) return run_verb(verbs[i], argc - 2, argv + 2);
    return refuse_unknown(argv[1]);
}
