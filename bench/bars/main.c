// mote_bars: measures every figure that mote promises and prints each with what was wanted. It
// gates nothing: the exit code is 0 however it ends.

#include <stdio.h>
#include <string.h>

#include "bench/bars/bars.h"
#include "bench/table.h"

static void print_usage(FILE *to)
{
    fprintf(to, "usage: mote_bars [--only TEXT] [--quick] [--cpu] [--list] [--peers]\n\n"
                "  --only TEXT  only bars whose name contains TEXT\n"
                "  --quick      a third of the frames and repeats\n"
                "  --cpu        processor time instead of wall-clock time, for busy machines\n"
                "  --list       only list the names and the promised values\n"
                "  --peers      ignored here; ./run builds the other libraries if it is given\n");
}

static void print_value(double value, const char *unit)
{
    int digits = value < 0.0995 ? 4 : value < 9.995 ? 2 : 1;
    printf(" %7.*f %-10s", digits, value, unit);
}

// At least 1 when the bar is met.
static double margin_of(const bars_bar *bar, double value)
{
    return bar->bound == BARS_AT_MOST ? bar->wanted / value : value / bar->wanted;
}

static void print_bar(const bars_bar *bar, bars_bar_outcome outcome, double value)
{
    printf("%-40s", bar->name);
    if (outcome == BARS_BAR_NOT_BUILT) {
        printf(" not built\n");
    } else if (outcome == BARS_BAR_FAILED) {
        printf(" FAILED\n");
    } else {
        print_value(value, bar->unit);
        if (bar->bound == BARS_JUST_TOLD) {
            printf("\n");
        } else if (bar->bound == BARS_AT_MOST && value <= 0.0) {
            printf(" <= %-5g   inf pass\n", bar->wanted);
        } else {
            double margin = margin_of(bar, value);
            printf(" %s %-5g %5.2f %s\n", bar->bound == BARS_AT_MOST ? "<=" : ">=", bar->wanted,
                   margin, margin >= 1.0 ? "pass" : "SHORT");
        }
    }
    fflush(stdout);
}

static void print_wanted(const bars_bar *bar)
{
    static const char *const bounds[] = {
        [BARS_AT_MOST] = "<=", [BARS_AT_LEAST] = ">=", [BARS_JUST_TOLD] = "any"};
    printf("%-40s %-10s %3s", bar->name, bar->unit, bounds[bar->bound]);
    if (bar->bound != BARS_JUST_TOLD) printf(" %g", bar->wanted);
    printf("\n");
}

static void run_bars(bars_suite *bars, const char *only, bool list)
{
    bench_table_print_machine(stdout);
    printf("\n%-40s %7s %-10s %-8s %5s\n", "", "is", "", "wanted", "ratio");
    for (size_t i = 0; i < bars_bar_count; i++) {
        const bars_bar *bar = &bars_bar_list[i];
        if (!strstr(bar->name, only)) continue;
        if (list) {
            print_wanted(bar);
            continue;
        }
        double value = 0.0;
        bars_bar_outcome outcome = bar->measure(bars, bar, &value);
        print_bar(bar, outcome, value);
    }
}

int main(int argc, char **argv)
{
    static bars_suite bars;
    const char *only = "";
    bool list = false;
    for (int i = 1; i < argc; i++) {
        if (strcmp(argv[i], "--only") == 0 && i + 1 < argc) {
            only = argv[++i];
        } else if (strcmp(argv[i], "--quick") == 0) {
            bars.quick = true;
        } else if (strcmp(argv[i], "--cpu") == 0) {
            bars.clock = BENCH_CLOCK_CPU;
        } else if (strcmp(argv[i], "--list") == 0) {
            list = true;
        } else if (strcmp(argv[i], "--peers") != 0) {
            print_usage(strcmp(argv[i], "--help") == 0 ? stdout : stderr);
            return strcmp(argv[i], "--help") == 0 ? 0 : 2;
        }
    }
    run_bars(&bars, only, list);
    bars_release(&bars);
    return 0;
}
