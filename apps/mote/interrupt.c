#define _POSIX_C_SOURCE 200809L
#include "apps/mote/interrupt.h"

#include <signal.h>
#include <stddef.h>
#include <stdio.h>

#include "apps/mote/output.h"

static const struct {
    int number;
    const char *name;
} signals[] = {{SIGINT, "SIGINT"}, {SIGTERM, "SIGTERM"}, {SIGHUP, "SIGHUP"}};

enum { SIGNAL_COUNT = sizeof signals / sizeof signals[0] };

static volatile sig_atomic_t caught;

static void end_by(int number)
{
    sigset_t set;
    signal(number, SIG_DFL);
    sigemptyset(&set);
    sigaddset(&set, number);
    raise(number);
    sigprocmask(SIG_UNBLOCK, &set, NULL);
}

static void catch_signal(int number)
{
    if (caught) {
        cmd_output_remove_unfinished();
        end_by(number);
    }
    caught = number;
}

// Without SA_RESTART, so that blocking calls return.
void cmd_interrupt_catch(void)
{
    for (int i = 0; i < SIGNAL_COUNT; i++) {
        struct sigaction old, action = {.sa_handler = catch_signal};
        sigemptyset(&action.sa_mask);
        if (sigaction(signals[i].number, NULL, &old) == 0 && old.sa_handler != SIG_IGN)
            sigaction(signals[i].number, &action, NULL);
    }
}

int cmd_interrupt_number(void)
{
    return caught;
}

const char *cmd_interrupt_name(void)
{
    for (int i = 0; i < SIGNAL_COUNT; i++)
        if (signals[i].number == caught) return signals[i].name;
    return NULL;
}

void cmd_interrupt_end(void)
{
    if (!caught) return;
    fflush(NULL);
    end_by(caught);
}
