// Every public function, with the numbers at which arithmetic ends. The sanitizer builds are where
// this counts.

#define _POSIX_C_SOURCE 200809L
#include <dirent.h>
#include <stdio.h>
#include <string.h>

#include "core/random.h"
#include "fuzz/extremes/extremes.h"
#include "support/run.h"

#if defined(__has_feature)
#if __has_feature(address_sanitizer)
#define WITH_SANITIZERS
#endif
#elif defined(__SANITIZE_ADDRESS__)
#define WITH_SANITIZERS
#endif

enum { CASE_BYTES = 2048, MOST_CALLS = 1000000 };

// What the cases do not call, by the beginnings of names.
static const char *const excused[] = {
    "mote_check_", // test/check/test_extreme_checks.c
    "mote_mpi_",   // needs ranks, and passes its numbers on to mote_world_: test/mpi
};

static void run_case(uint64_t number, extreme_calls *calls)
{
    uint8_t bytes[CASE_BYTES];
    mote_random random = mote_random_stream(number, 0, 0);
    for (int i = 0; i < CASE_BYTES; i++) bytes[i] = (uint8_t)mote_random_below(&random, 256);
    extremes_run(bytes, sizeof bytes, calls);
}

static bool is_excused(const char *name)
{
    for (size_t i = 0; i < sizeof excused / sizeof *excused; i++)
        if (strncmp(name, excused[i], strlen(excused[i])) == 0) return true;
    return false;
}

static bool is_called(const extreme_calls *calls, const char *name)
{
    for (uint32_t i = 0; i < EXTREMES_MAX_FUNCTIONS; i++)
        if (calls->names[i] && strcmp(calls->names[i], name) == 0) return true;
    return false;
}

// The functions that a header declares are the names before the first parenthesis behind MOTE_API
// and its kin. Returns how many of them were called.
static size_t check_header(const char *text, const extreme_calls *calls)
{
    size_t count = 0;
    for (const char *at = text; (at = strstr(at, "\nMOTE_")); at++) {
        const char *macro = at + 1, *end = macro + strspn(macro, "ABCDEFGHIJKLMNOPQRSTUVWXYZ_");
        const char *open = strchr(macro, '(');
        if (strncmp(end - 4, "_API", 4) != 0 || *end != ' ' || !open) continue;
        const char *first = open;
        while (first[-1] != ' ' && first[-1] != '*') first--;
        char name[128];
        snprintf(name, sizeof name, "%.*s", (int)(open - first), first);
        if (is_excused(name)) continue;
        if (!is_called(calls, name)) fail_msg("no case calls %s", name);
        count++;
    }
    return count;
}

static size_t check_header_file(const char *name, const extreme_calls *calls)
{
    static char text[1 << 20];
    char path[4096];
    snprintf(path, sizeof path, "%s/%s", MOTE_HEADERS, name);
    FILE *file = fopen(path, "rb");
    assert_non_null(file);
    size_t size = fread(text, 1, sizeof text - 1, file);
    fclose(file);
    assert_true(size > 0 && size < sizeof text - 1);
    text[size] = 0;
    return check_header(text, calls);
}

static void no_number_crashes_a_function_and_each_is_called(void **state)
{
    (void)state;
    extreme_calls calls = {.total = 0};
#ifdef WITH_SANITIZERS // whatever the run: 10 s, and no other build finds as much
    size_t least = MOST_CALLS;
#else
    size_t least = test_count(100000, 100000, MOST_CALLS); // fewer may miss a rare function
#endif
    for (uint64_t number = 0; calls.total < least; number++) run_case(number, &calls);
    print_message("%zu calls\n", calls.total);
    size_t count = 0;
    DIR *folder = opendir(MOTE_HEADERS);
    assert_non_null(folder);
    for (struct dirent *entry = readdir(folder); entry; entry = readdir(folder)) {
        size_t length = strlen(entry->d_name);
        if (length > 2 && strcmp(entry->d_name + length - 2, ".h") == 0)
            count += check_header_file(entry->d_name, &calls);
    }
    closedir(folder);
    assert_true(count > 150);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(no_number_crashes_a_function_and_each_is_called),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
