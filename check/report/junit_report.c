// The report as JUnit XML: a test suite per clip, and a test case per pair of parts that meet in
// it. The case fails if one of its episodes makes the check fail. An additional case per file
// reports whether everything was checked.

#include <stdlib.h>
#include <string.h>

#include "check/report/lists.h"
#include "core/result.h"

// Writes the text of an attribute or an element. Characters that XML cannot contain, or that are
// unreadable, become C escapes.
static void put_text(FILE *to, const char *text)
{
    for (size_t left = strlen(text), length; left > 0; text += length, left -= length) {
        uint32_t code;
        length = mote_utf8_read(text, left, &code);
        if (length == 0)
            fprintf(to, "\\x%02x", (unsigned char)*text);
        else if (mote_is_unprintable(code) || code == 0xfffe || code == 0xffff)
            fprintf(to, "\\u%04x", code);
        else if (strchr("&<>\"'", (int)code) && code < 128)
            fprintf(to, "&#%u;", code);
        else
            fwrite(text, 1, length, to);
        if (length == 0) length = 1;
    }
}

static void put_attribute(FILE *to, const char *name, const char *text)
{
    fprintf(to, " %s=\"", name);
    put_text(to, text);
    fputc('"', to);
}

// ---------------------------------------------------------------------------------------------
// Episodes by clip and parts

static int compare(uint32_t x, uint32_t y)
{
    return (x > y) - (x < y);
}

static int compare_cases(const mote_check_episode *x, const mote_check_episode *y)
{
    int order = compare(x->clip, y->clip);
    if (!order) order = compare(x->a, y->a);
    if (!order) order = compare(x->b, y->b);
    if (order || x->a != x->b) return order;
    order = compare(x->bone_a, y->bone_a); // self-collisions: separate cases by bones
    return order ? order : compare(x->bone_b, y->bone_b);
}

static int compare_episodes(const void *x, const void *y)
{
    const mote_check_episode *const *a = x, *const *b = y;
    int order = compare_cases(*a, *b);
    return order ? order : (*a > *b) - (*a < *b); // worst first
}

// Pointers to all episodes in the order of the report, from malloc.
static const mote_check_episode **sort(const mote_check_outcome *outcome)
{
    const mote_check_episode **sorted = malloc((outcome->episode_count + 1) * sizeof(void *));
    if (!sorted) return NULL;
    for (size_t i = 0; i < outcome->episode_count; i++) sorted[i] = &outcome->episodes[i];
    if (outcome->episode_count > 1)
        qsort(sorted, outcome->episode_count, sizeof(void *), compare_episodes);
    return sorted;
}

// Successive episodes of the same two parts in a clip.
typedef struct test_case {
    const mote_check_episode *const *episodes;
    size_t count;
} test_case;

static test_case case_at(const mote_check_episode *const *sorted, size_t at, size_t end)
{
    size_t last = at + 1;
    while (last < end && compare_cases(sorted[at], sorted[last]) == 0) last++;
    return (test_case){sorted + at, last - at};
}

static bool case_fails(const test_case *c)
{
    for (size_t i = 0; i < c->count; i++)
        if (c->episodes[i]->fails) return true;
    return false;
}

// ---------------------------------------------------------------------------------------------

// Names the suite after the clip, or after the first input if the clip has no name.
static const char *suite_name(const check_writer *w, uint32_t clip)
{
    const char *name = w->head.animation->clips[clip].name;
    if (name) return name;
    return w->head.def->input_count ? w->head.def->inputs[0] : "animation";
}

static void put_case(const check_writer *w, const test_case *c, const char *suite)
{
    FILE *to = w->stream.file;
    char title[CHECK_EPISODE_TITLE], text[CHECK_EPISODE_TEXT];
    bool fails = case_fails(c);
    check_episode_title(&w->head, c->episodes[0], title);
    check_episode_text(&w->head, c->episodes[0], text);
    fputs("    <testcase", to);
    put_attribute(to, "classname", suite);
    put_attribute(to, "name", title);
    fputs(">\n", to);
    fputs(fails ? "      <failure" : "      <system-out", to);
    if (fails) {
        put_attribute(to, "message", text);
        put_attribute(to, "type", mote_check_severity_name(c->episodes[0]->severity));
    }
    fputc('>', to);
    for (size_t i = 0; i < c->count; i++) {
        check_episode_text(&w->head, c->episodes[i], text);
        put_text(to, text);
        fputc('\n', to);
    }
    fputs(fails ? "</failure>\n    </testcase>\n" : "</system-out>\n    </testcase>\n", to);
}

// Writes the case that tells whether everything was checked, with the remarks that explain why not.
static void put_complete(const check_writer *w, const mote_check_outcome *outcome)
{
    FILE *to = w->stream.file;
    fprintf(to, "  <testsuite name=\"mote check\" tests=\"1\" failures=\"0\" errors=\"%d\">\n",
            !outcome->complete);
    fputs("    <testcase classname=\"mote check\" name=\"all of the input was checked\">\n", to);
    if (!outcome->complete)
        fputs("      <error type=\"incomplete\" message=\"not all of the input was checked\">", to);
    for (size_t i = 0; i < outcome->remark_count && !outcome->complete; i++) {
        if (!outcome->remarks[i].incomplete) continue;
        put_text(to, outcome->remarks[i].text);
        fputc('\n', to);
    }
    if (!outcome->complete) fputs("</error>\n", to);
    fputs("    </testcase>\n  </testsuite>\n", to);
}

// Writes the cases of a clip, starting at sorted[*at].
static void put_suite(const check_writer *w, const mote_check_episode *const *sorted, size_t *at,
                      size_t end, uint32_t clip)
{
    FILE *to = w->stream.file;
    uint32_t cases = 0, failures = 0;
    size_t last = *at;
    for (test_case c; last < end && sorted[last]->clip == clip; last += c.count) {
        c = case_at(sorted, last, end);
        cases++;
        failures += case_fails(&c);
    }
    const char *suite = suite_name(w, clip);
    fputs("  <testsuite", to);
    put_attribute(to, "name", suite);
    fprintf(to, " tests=\"%u\" failures=\"%u\" errors=\"0\">\n", cases, failures);
    for (test_case c; *at < last; *at += c.count) {
        c = case_at(sorted, *at, last);
        put_case(w, &c, suite);
    }
    fputs("  </testsuite>\n", to);
}

static void count_all(const mote_check_episode *const *sorted, size_t end, uint32_t *cases,
                      uint32_t *failures)
{
    size_t at = 0;
    for (test_case c; at < end; at += c.count) {
        c = case_at(sorted, at, end);
        ++*cases;
        *failures += case_fails(&c);
    }
}

static mote_result end(check_writer *w, const check_report_tail *tail)
{
    const mote_check_outcome *outcome = tail->outcome;
    FILE *to = w->stream.file;
    const mote_check_episode **sorted = sort(outcome);
    if (!sorted) return mote_fail_memory(outcome->episode_count * sizeof *sorted, "the report");
    uint32_t cases = 1, failures = 0;
    size_t at = 0;
    count_all(sorted, outcome->episode_count, &cases, &failures);
    fprintf(to,
            "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
            "<testsuites name=\"mote check\" tests=\"%u\" failures=\"%u\" errors=\"%d\">\n",
            cases, failures, !outcome->complete);
    for (uint32_t i = 0; i < w->head.animation->clip_count; i++)
        put_suite(w, sorted, &at, outcome->episode_count, i);
    put_complete(w, outcome);
    fputs("</testsuites>\n", to);
    free(sorted);
    return MOTE_OK;
}

const check_writer_kind check_junit_writer = {.size = sizeof(check_writer), .end = end};
