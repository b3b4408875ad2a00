// mote scenes: lists the built-in models and scenes.

#include "scenes/scenes.h"

#include <stdio.h>
#include <string.h>

#include "apps/mote/terminal.h"
#include "apps/mote/verb.h"

static void print_heading(const char *text)
{
    printf("%s%s%s\n", cmd_style_code(stdout, CMD_STYLE_GREEN), text,
           cmd_style_code(stdout, CMD_STYLE_PLAIN));
}

static void print_group(const char *group, bool first)
{
    char text[80];
    snprintf(text, sizeof text, "%sscenes: %s%s", first ? "" : "\n", group,
             first ? ", with their frames" : "");
    print_heading(text);
}

static mote_result run(cmd_arguments arguments, int *exit_code)
{
    (void)arguments;
    (void)exit_code;
    size_t count;
    const scene_info *scenes = scene_list(&count);
    for (size_t i = 0; i < count; i++) {
        if (i == 0 || strcmp(scenes[i].group, scenes[i - 1].group) != 0)
            print_group(scenes[i].group, i == 0);
        char head[64];
        snprintf(head, sizeof head, "%-20s%4u", scenes[i].name, scenes[i].frame_count);
        cmd_print_entry(stdout, CMD_STYLE_BOLD, head, 26, scenes[i].summary);
    }
    const scene_model_info *models = scene_model_list(&count);
    print_heading("\nmodels");
    for (size_t i = 0; i < count; i++)
        cmd_print_entry(stdout, CMD_STYLE_BOLD, models[i].name, 26, models[i].summary);
    printf("\nIn a name that ends in N, replace N by a number.\n");
    return MOTE_OK;
}

const cmd_verb cmd_verb_scenes = {
    .name = "scenes",
    .summary = "list the built-in scenes and models",
    .arguments = "",
    .about =
        "Lists the scenes with their numbers of frames, and the models that they are made of. All "
        "are made by code: the same name and seed give the same bits.",
    .examples = "  mote scenes\n",
    .run = run,
};
