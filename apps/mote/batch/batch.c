// mote batch: runs many checks as one job.

#define _XOPEN_SOURCE 700 // realpath, POSIX
#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "apps/mote/batch/whole.h"
#include "apps/mote/batch/work.h"
#include "apps/mote/interrupt.h"
#include "apps/mote/output.h"
#include "apps/mote/verb.h"
#include "check/report/writer.h"
#include "core/result.h"

static struct {
    const char *out, *plan, *run, *merge;
    uint64_t jobs, shards, shard, measure, finish;
    cmd_texts reports;
    bool require_filter;
} given;

// ---------------------------------------------------------------------------------------------
// Arguments

static bool is_available(mote_check_format format)
{
    const check_writer_kind *kind = check_writer_kind_of(format);
    return !kind->available || kind->available() == MOTE_OK;
}

static mote_result read_formats(uint32_t *out)
{
    *out = 0;
    for (uint32_t i = 0; i < given.reports.count; i++) {
        int format = 0;
        while (format < MOTE_CHECK_FORMAT_COUNT &&
               strcmp(mote_check_format_name((mote_check_format)format), given.reports.items[i]) !=
                   0)
            format++;
        if (format == MOTE_CHECK_FORMAT_COUNT)
            return mote_fail(MOTE_ERROR_ARGUMENT,
                             "option '--report': '%s' is not json, html, junit, sarif, csv, github "
                             "or sqlite",
                             given.reports.items[i]);
        const check_writer_kind *kind = check_writer_kind_of((mote_check_format)format);
        mote_result result = kind->available ? kind->available() : MOTE_OK;
        if (result) return result;
        *out |= 1u << format;
    }
    if (given.reports.count == 0)
        *out = 1u << (is_available(MOTE_CHECK_FORMAT_HTML) ? MOTE_CHECK_FORMAT_HTML
                                                           : MOTE_CHECK_FORMAT_JSON);
    return MOTE_OK;
}

static mote_result check_options(int arguments)
{
    int modes = (given.plan != NULL) + (given.run != NULL) + (given.merge != NULL);
    int works = (given.shard > 0) + (given.measure > 0) + (given.finish > 0);
    bool needs_manifest = !given.run && !given.merge;
    if (modes > 1)
        return mote_fail(MOTE_ERROR_ARGUMENT,
                         "only one of the options '--plan', '--run' and '--merge' can be given");
    if (needs_manifest && arguments == 0)
        return mote_fail(MOTE_ERROR_ARGUMENT, "missing argument: MANIFEST");
    if (!needs_manifest && arguments > 0)
        return mote_fail(MOTE_ERROR_ARGUMENT, "option '--%s': takes no manifest",
                         given.run ? "run" : "merge");
    if (!needs_manifest && given.require_filter)
        return mote_fail(MOTE_ERROR_ARGUMENT,
                         "option '--require-filter': only with a manifest; the plan has it for "
                         "'--%s'",
                         given.run ? "run" : "merge");
    if (given.plan && given.shards == 0)
        return mote_fail(MOTE_ERROR_ARGUMENT, "option '--plan': needs '--shards'");
    if (given.run ? works != 1 : works > 0)
        return mote_fail(MOTE_ERROR_ARGUMENT, "option '--run': needs '--shard', and '--shard' "
                                              "needs '--run'");
    return MOTE_OK;
}

// Makes the folder's path absolute, so that processes find it from any current folder.
static mote_result find_folder(const char *path, bool create, char out[CMD_BATCH_PATH])
{
    mote_result result = create ? cmd_make_folder(path) : MOTE_OK;
    if (result) return result;
    char *whole = realpath(path, NULL);
    if (!whole) return mote_fail(MOTE_ERROR_IO, "%s: cannot be read: %s", path, strerror(errno));
    int length = snprintf(out, CMD_BATCH_PATH, "%s", whole);
    free(whole);
    if (length >= CMD_BATCH_PATH)
        return mote_fail(MOTE_ERROR_ARGUMENT, "the path of the batch's folder is too long");
    return create ? cmd_batch_make_folders(out) : MOTE_OK;
}

// ---------------------------------------------------------------------------------------------
// Modes

static mote_result run_one(void)
{
    char folder[CMD_BATCH_PATH];
    mote_result result = find_folder(given.run, false, folder);
    if (result) return result;
    if (given.measure) return cmd_batch_measure(folder, (uint32_t)given.measure - 1);
    if (given.finish) return cmd_batch_finish(folder, (uint32_t)given.finish - 1);
    return cmd_batch_run_shard(folder, (uint32_t)given.shard - 1);
}

static mote_result read_checks(const char *manifest, cmd_batch_checks *out)
{
    uint32_t formats;
    mote_result result = read_formats(&formats);
    if (!result) result = cmd_batch_read_manifest(manifest, given.require_filter, out);
    if (!result) out->formats = formats;
    return result;
}

static mote_result write_commands(const cmd_batch_plan *plan, const char *folder)
{
    char path[CMD_BATCH_PATH], program[CMD_BATCH_PATH];
    cmd_batch_file file;
    ssize_t length = readlink("/proc/self/exe", program, sizeof program - 1);
    program[length > 0 ? length : 0] = '\0';
    mote_result result = cmd_batch_path(path, folder, "commands");
    if (!result) result = cmd_batch_file_open(&file, path);
    if (result) return result;
    for (uint32_t i = 0; i < plan->shard_count; i++) {
        cmd_word_write(file.file, length > 0 ? program : "mote");
        fputs(" batch --run ", file.file);
        cmd_word_write(file.file, folder);
        fprintf(file.file, " --shard %u\n", i + 1);
    }
    result = cmd_batch_file_close(&file, MOTE_OK);
    if (result) return result;
    printf("%u check%s in %u shard%s; run each line of\n  %s\nand then\n  mote batch --merge ",
           plan->checks.count, plan->checks.count == 1 ? "" : "s", plan->shard_count,
           plan->shard_count == 1 ? "" : "s", path);
    cmd_word_write(stdout, folder);
    fputc('\n', stdout);
    return MOTE_OK;
}

static mote_result run_batch(cmd_batch_team *team, const char *manifest, int *exit_code)
{
    char *folder = team->folder;
    cmd_batch_checks checks = {0};
    cmd_batch_plan plan = {0};
    mote_result result = manifest ? read_checks(manifest, &checks) : MOTE_OK;
    const char *path = given.merge ? given.merge : given.plan ? given.plan : given.out;
    if (!result) result = find_folder(path, !given.merge, folder);
    if (!result) result = cmd_batch_lock(folder);
    if (!result && given.merge) result = cmd_batch_read_plan(folder, MOTE_NONE, &plan);
    if (!result && manifest)
        result = cmd_batch_make_plan(team, &checks, (uint32_t)given.shards, &plan);
    if (!result && given.plan) result = write_commands(&plan, folder);
    if (!result && !given.plan && manifest) result = cmd_batch_run_shards(team, &plan);
    if (!result && !given.plan) result = cmd_batch_merge(team, &plan, exit_code);
    cmd_batch_plan_release(&plan);
    cmd_batch_checks_release(&checks);
    return result;
}

static mote_result run(cmd_arguments arguments, int *exit_code)
{
    signal(SIGPIPE, SIG_IGN); // report closed pipes as write errors
    signal(SIGXFSZ, SIG_IGN); // report the file size limit as a write error
    signal(SIGCHLD, SIG_DFL); // waitpid returns no status while SIGCHLD is ignored
    mote_result result = check_options(arguments.count);
    if (result) return result;
    if (given.run) return run_one();
    cmd_interrupt_catch();
    long processors = sysconf(_SC_NPROCESSORS_ONLN);
    cmd_batch_team team = {.jobs = given.jobs ? (uint32_t)given.jobs : (uint32_t)processors};
    result = cmd_batch_team_begin(&team);
    if (result) return result;
    char message[512];
    if (team.rank > 0)
        result = cmd_batch_team_serve(&team);
    else
        result = run_batch(&team, arguments.count ? arguments.items[0] : NULL, exit_code);
    if (result) snprintf(message, sizeof message, "%s", mote_last_message());
    cmd_batch_team_end(&team);
    if (result && cmd_interrupt_name()) {
        fprintf(stderr, "mote batch: %s\n", message);
        cmd_interrupt_end();
    }
    return result ? mote_fail(result, "%s", message) : MOTE_OK;
}

// ---------------------------------------------------------------------------------------------

static const cmd_option options[] = {
    {.name = "out",
     .kind = CMD_OPTION_TEXT,
     .to = &given.out,
     .value = "DIR",
     .standard = "mote-batch",
     .help = "where the report goes, and what is done so far: the same command goes on with it"},
    {.name = "jobs",
     .kind = CMD_OPTION_COUNT,
     .to = &given.jobs,
     .value = "N",
     .standard = "1",
     .max = 1024,
     .help = "processes at a time; 0 is one per processor. Under MPI, those of rank 0"},
    {.name = "report",
     .kind = CMD_OPTION_TEXTS,
     .to = &given.reports,
     .value = "FORMAT",
     .help = "a report that each check gets in DIR/clips: html (the default), json, junit, sarif, "
             "csv, github or sqlite; may be repeated"},
    CMD_OPTION_REQUIRE_FILTER(&given.require_filter),
    {.name = "plan",
     .kind = CMD_OPTION_TEXT,
     .to = &given.plan,
     .value = "DIR",
     .help = "check nothing: cut the batch into shards and write the command of each to "
             "DIR/commands"},
    {.name = "shards",
     .kind = CMD_OPTION_COUNT,
     .to = &given.shards,
     .value = "N",
     .standard = "0",
     .max = 100000,
     .help = "into how many shards to cut; 0 is as many as are good for the processes"},
    {.name = "run",
     .kind = CMD_OPTION_TEXT,
     .to = &given.run,
     .value = "DIR",
     .help = "run a shard of the plan in DIR, if it is not done"},
    {.name = "shard",
     .kind = CMD_OPTION_COUNT,
     .to = &given.shard,
     .value = "K",
     .standard = "0",
     .max = 100000,
     .help = "with --run: which one, from 1"},
    {.name = "measure",
     .kind = CMD_OPTION_COUNT,
     .to = &given.measure,
     .value = "K",
     .standard = "0",
     .max = UINT32_MAX,
     .help = "with --run, which a batch does itself: measure a check"},
    {.name = "finish",
     .kind = CMD_OPTION_COUNT,
     .to = &given.finish,
     .value = "K",
     .standard = "0",
     .max = UINT32_MAX,
     .help = "with --run, which a batch does itself: make the reports of a check"},
    {.name = "merge",
     .kind = CMD_OPTION_TEXT,
     .to = &given.merge,
     .value = "DIR",
     .help = "make the report of the plan in DIR; names shards that are missing or damaged"},
};

const cmd_verb cmd_verb_batch = {
    .name = "batch",
    .summary = "many checks as one job, on one machine or many",
    .arguments = "MANIFEST",
    .min_arguments = 0,
    .max_arguments = 1,
    .about =
        "Runs many checks as one job and makes one report of them: index.html with a row per "
        "check, batch.json, batch.csv, episodes.csv and batch.sqlite. A manifest has the arguments "
        "of 'mote check' on each line; an input with *, ? or [ is a check for each file that "
        "matches. Lines 'defaults: OPTIONS' before the first check are for all; # begins a "
        "comment. A check that fails is in the report with its message, and the others go on. A "
        "batch that was interrupted goes on where it was. '--plan' cuts it into shards for GNU "
        "parallel, Slurm or a render farm, and '--merge' makes the report of them; under mpirun, "
        "all ranks work. The report is the same in any case. The exit code is 0 if nothing was "
        "found, 1 if something was found, 2 if a check failed or is not complete.",
    .examples = "  mote batch night.txt --jobs 0 --out night\n"
                "  mote batch night.txt --plan night --shards 64\n"
                "  mote batch --merge night\n"
                "  mpirun -n 32 mote batch night.txt --out night\n",
    .options = {options, sizeof options / sizeof options[0]},
    .run = run,
};
