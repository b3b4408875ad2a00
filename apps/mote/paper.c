// mote paper: runs the experiments of a paper and writes a page with the results.

#include "bench/paper/overview.h"

#include <stdio.h>
#include <string.h>

#include "apps/mote/output.h"
#include "apps/mote/verb.h"
#include "bench/times.h"
#include "core/result.h"

// Command line options.
static struct {
    const char *out;
    bool quick;
    uint64_t seed_set;
} given;

static void tell(const void *context, const char *what)
{
    fprintf(stderr, "%s: %s\n", (const char *)context, what);
}

static mote_result write_paper(const paper_entry *paper)
{
    paper_run run = paper_run_of(given.seed_set, given.quick);
    run.progress = tell;
    run.context = paper->name;
    double start = bench_clock_now(BENCH_CLOCK_WALL);
    mote_result result = paper_write(paper, given.out, &run);
    if (!result)
        printf("wrote %s/%s.md in %.0f s\n", given.out, paper->name,
               bench_clock_now(BENCH_CLOCK_WALL) - start);
    return result;
}

static mote_result fail_unknown(const char *name)
{
    char list[256] = "";
    for (size_t i = 0; paper_at(i); i++)
        snprintf(list + strlen(list), sizeof list - strlen(list), "%s, ", paper_at(i)->name);
    return mote_fail(MOTE_ERROR_ARGUMENT, "unknown paper '%.64s'; expected %sor all", name, list);
}

static mote_result write_papers(const char *name)
{
    bool all = strcmp(name, "all") == 0, found = all, written;
    for (size_t i = 0; paper_at(i); i++) found |= strcmp(name, paper_at(i)->name) == 0;
    if (!found) return fail_unknown(name);
    mote_result result = cmd_make_folder(given.out);
    for (size_t i = 0; paper_at(i) && !result; i++)
        if (all || strcmp(name, paper_at(i)->name) == 0) result = write_paper(paper_at(i));
    if (!result) result = paper_overview_write(given.out, &written);
    if (!result && written) printf("wrote %s/README.md\n", given.out);
    return result;
}

static mote_result run(cmd_arguments arguments, int *exit_code)
{
    (void)exit_code;
    return write_papers(arguments.count ? arguments.items[0] : "all");
}

static const cmd_option options[] = {
    {.name = "out",
     .kind = CMD_OPTION_TEXT,
     .to = &given.out,
     .value = "DIR",
     .standard = "papers",
     .help = "output directory; created if it does not exist"},
    {.name = "quick",
     .kind = CMD_OPTION_FLAG,
     .to = &given.quick,
     .help = "use small counts: rough figures within a minute"},
    {.name = "seeds",
     .kind = CMD_OPTION_COUNT,
     .to = &given.seed_set,
     .value = "SET",
     .standard = "0",
     .max = 1000000,
     .help = "seed set: 0, 1, 2 and so on, no two of which have a seed in common"},
};

const cmd_verb cmd_verb_paper = {
    .name = "paper",
    .summary = "run the experiments of the papers and write pages about them",
    .arguments = "[NAME]",
    .min_arguments = 0,
    .max_arguments = 1,
    .about =
        "Repeats the experiments of a paper and writes a page with tables, plots and pictures: the "
        "paper's results, the results measured here, and a verdict on each of its claims, by the "
        "paper's rules to the letter and by this library's settings. NAME.json beside a page has "
        "the "
        "verdicts for scripts. NAME is senin, lbg, smith, sulaiman or all, the default.",
    .examples = "  mote paper sulaiman --out pages\n"
                "  mote paper all --quick --out pages\n",
    .options = {options, sizeof options / sizeof *options},
    .run = run,
};
