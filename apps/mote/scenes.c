// mote scenes: the built-in models and scenes.

#include "scenes/scenes.h"

#include <stdio.h>
#include <string.h>

#include "apps/mote/terminal.h"
#include "apps/mote/verb.h"

static void print_heading(const char *text)
{
    printf("%s%s%s\n", mote_style_code(stdout, MOTE_STYLE_GREEN), text,
           mote_style_code(stdout, MOTE_STYLE_PLAIN));
}

static void print_group(const char *group, bool first)
{
    char text[80];
    snprintf(text, sizeof text, "%sscenes: %s%s", first ? "" : "\n", group,
             first ? ", with their frames" : "");
    print_heading(text);
}

static int run(mote_arguments arguments)
{
    (void)arguments;
    size_t count;
    const mote_scene_info *scenes = mote_scene_list(&count);
    for (size_t i = 0; i < count; i++) {
        if (i == 0 || strcmp(scenes[i].group, scenes[i - 1].group) != 0)
            print_group(scenes[i].group, i == 0);
        char head[64];
        snprintf(head, sizeof head, "%-20s%4u", scenes[i].name, scenes[i].frame_count);
        mote_print_entry(stdout, MOTE_STYLE_BOLD, head, 26, scenes[i].summary);
    }
    const mote_model_info *models = mote_model_list(&count);
    print_heading("\nmodels");
    for (size_t i = 0; i < count; i++)
        mote_print_entry(stdout, MOTE_STYLE_BOLD, models[i].name, 26, models[i].summary);
    printf("\nWhere a name ends in N, a number may stand there.\n");
    return MOTE_EXIT_FINE;
}

const mote_verb mote_verb_scenes = {
    .name = "scenes",
    .summary = "list the built-in scenes and models",
    .arguments = "",
    .about = "Lists the scenes, with the frames that show what each is about, and the models that "
             "they are made of. All are made by code: the same name and seed give the same bits.",
    .examples = "  mote scenes\n",
    .run = run,
};
