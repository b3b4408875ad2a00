// The page of 'mote check --html': its data, what it loads, and what happens where it cannot be
// written. What the page does in a browser is tested by ./run test-page.

#define _DEFAULT_SOURCE // POSIX
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "check/report/html_report.h"
#include "check/report/page.h"
#include "io/json.h"
#include "samples/arm.h"
#include "samples/glb.h"
#include "support/check_play.h"
#include "support/run.h"
#include "support/text.h"

static void need_page(void)
{
    const char *page;
    size_t size;
    if (!check_page_get(&page, &size)) skip();
}

static void write_arm(void)
{
    char room[4096];
    assert_int_equal(sample_write_arm(play_path(room, "arm.glb"), 1), MOTE_OK);
}

static char *slurp(const char *name)
{
    char room[4096];
    return play_slurp(play_path(room, name));
}

static void runs(int code, const char *arguments)
{
    int got = play_run(arguments);
    if (got != code)
        fail_msg("%s: exit code %d, not %d: %s", arguments, got, code, slurp("err.txt"));
}

// The text of a script element of the page; the caller frees it.
static char *script_of(const char *page, const char *id)
{
    char head[128];
    snprintf(head, sizeof head, "<script type=\"application/json\" id=\"%s\">\n", id);
    const char *start = strstr(page, head);
    assert_non_null(start);
    start += strlen(head);
    const char *end = strstr(start, "</script>");
    assert_non_null(end);
    char *text = calloc((size_t)(end - start) + 1, 1);
    assert_non_null(text);
    memcpy(text, start, (size_t)(end - start));
    return text;
}

static void without_the_page_it_says_how_to_get_it(void **state)
{
    (void)state;
    const char *page;
    size_t size;
    if (check_page_get(&page, &size)) skip();
    write_arm();
    runs(2, "arm.glb --html report.html");
    char *message = slurp("err.txt");
    assert_non_null(strstr(message, "tools/build_page.sh"));
    free(message);
}

// Removes all members that begin like this from a report; their lists have lists of numbers and
// names only.
static void drop_lists(char *json, const char *start)
{
    for (char *at = json; (at = strstr(at, start));) {
        char *end = at + strlen(start);
        for (int depth = 1; depth > 0; end++) depth += (*end == '[') - (*end == ']');
        memmove(at, end, strlen(end) + 1);
    }
}

static void the_page_holds_the_report(void **state)
{
    (void)state;
    need_page();
    write_arm();
    char line[256];
    snprintf(line, sizeof line,
             "arm.glb --html report.html --no-faces --views %u --json report.json",
             mote_check_default_report_def(MOTE_CHECK_FORMAT_HTML).view_count);
    runs(1, line);
    char *page = slurp("report.html"), *json = slurp("report.json");
    char *data = script_of(page, "report");
    drop_lists(json, ",\"regions\":[");
    drop_lists(json, ",\"contacts\":[");
    assert_string_equal(data, json);
    free(page);
    free(json);
    free(data);
}

// The page has its views whatever the JSON was asked for.
static void the_json_has_the_views_that_were_asked_for(void **state)
{
    (void)state;
    need_page();
    write_arm();
    runs(1, "arm.glb --frames 88:92 --json alone.json --views 1");
    runs(1, "arm.glb --frames 88:92 --json - --views 1 --html report.html");
    char *alone = slurp("alone.json"), *beside = slurp("out.txt");
    assert_string_equal(alone, beside);
    free(alone);
    free(beside);
}

// What does not fit is left out, and the page says how much.
static void the_page_stays_as_small_as_asked(void **state)
{
    (void)state;
    need_page();
    write_arm();
    runs(1, "arm.glb --html whole.html --page-size 0");
    runs(1, "arm.glb --html small.html --page-size 1.5");
    char *whole = slurp("whole.html"), *small = slurp("small.html");
    assert_true(strlen(small) < 1500000);
    assert_true(strlen(whole) > 1500000);
    assert_non_null(
        strstr(whole, "\"omitted\":{\"pairs\":0,\"frames\":0,\"episodes\":0,\"views\":0}"));
    assert_null(strstr(small, "\"omitted\":{\"pairs\":0,\"frames\":0,\"episodes\":0,\"views\":0}"));
    free(whole);
    free(small);
}

static void each_view_has_a_picture(void **state)
{
    (void)state;
    need_page();
    write_arm();
    runs(1, "arm.glb --html report.html");
    char *page = slurp("report.html");
    char *text = script_of(page, "drawing");
    io_json json;
    assert_int_equal(io_json_parse(text, strlen(text), &json), MOTE_OK);
    const io_json_node *pictures = io_json_member(&json, &json.nodes[0], "pictures");
    size_t count = 0;
    for (const io_json_node *p = io_json_first(&json, pictures); p;
         p = io_json_next(&json, p), count++) {
        const io_json_node *png = io_json_member(&json, p, "png");
        assert_non_null(png);
        assert_memory_equal(png->text, "iVBORw0KGgo", 11); // how PNG files begin, in base64
        assert_int_equal((png->end - png->text) % 4, 0);
        assert_true(io_json_number(&json, p, "reach") > 0);
    }
    assert_int_equal(count, 3); // the planted piercings
    io_json_release(&json);
    free(text);
    free(page);
}

static void nothing_is_loaded(void **state)
{
    (void)state;
    need_page();
    write_arm();
    runs(1, "arm.glb --frames 88:92 --html report.html");
    char *page = slurp("report.html");
    static const char *const loads[] = {"src=\"http", "src=http", "href=\"http", "href=http",
                                        "url(http",   "@import",  "src=\"//",    "href=\"//"};
    for (size_t i = 0; i < sizeof loads / sizeof loads[0]; i++)
        if (strstr(page, loads[i])) fail_msg("the page has %s", loads[i]);
    assert_non_null(strstr(page, "default-src 'none'"));
    assert_int_equal(text_count(page, CHECK_PAGE_MARK), 0);
    free(page);
}

static void no_name_ends_the_script_element(void **state)
{
    (void)state;
    need_page();
    write_arm();
    sample_glb glb = sample_glb_create();
    static const char *const names[] = {"</script><img src=x onerror=alert(1)>", "<!--<script>"};
    for (int i = 0; i < 2; i++) {
        test_mesh box = play_box((mote_dvec3){0.7 * i, 0.1 * i, 0}, (mote_dvec3){0.5, 0.5, 0.5}, 1);
        uint32_t at = sample_glb_floats(&glb, &box.positions[0].x, box.vertex_count, 3);
        sample_glb_words(&glb, box.triangles, (size_t)box.triangle_count * 3, 1);
        sample_glb_item(&glb, SAMPLE_GLB_MESHES,
                        "{\"primitives\":[{\"attributes\":{\"POSITION\":%u},\"indices\":%u}]}", at,
                        at + 1);
        sample_glb_item(&glb, SAMPLE_GLB_NODES, "{\"name\":\"%s\",\"mesh\":%d}", names[i], i);
        test_mesh_release(&box);
    }
    char room[4096];
    assert_int_equal(sample_glb_write(&glb, "[0,1]", play_path(room, "names.glb")), MOTE_OK);
    sample_glb_release(&glb);
    runs(1, "arm.glb --frames 88:92 --html plain.html");
    runs(1, "names.glb --html names.html");
    char *plain = slurp("plain.html"), *page = slurp("names.html");
    assert_int_equal(text_count(page, "</script"), text_count(plain, "</script"));
    assert_int_equal(text_count(page, "<!--"), text_count(plain, "<!--"));
    assert_int_equal(text_count(page, "<img src=x"), 0);
    char *data = script_of(page, "report");
    assert_non_null(strstr(data, "\\u003c/script>\\u003cimg src=x onerror"));
    free(data);
    free(plain);
    free(page);
}

static void a_full_disk_costs_the_page_alone(void **state)
{
    (void)state;
    need_page();
    if (access("/dev/full", W_OK) != 0) skip();
    write_arm();
    runs(1, "arm.glb --frames 88:92 --json alone.json --write-baseline alone.txt");
    runs(2,
         "arm.glb --frames 88:92 --json beside.json --write-baseline beside.txt --html /dev/full");
    char *message = slurp("err.txt"), *summary = slurp("out.txt");
    assert_non_null(strstr(message, "/dev/full: cannot be written"));
    assert_non_null(strstr(summary, "FOUND: 5 of 5 frames"));
    char *alone = slurp("alone.json"), *beside = slurp("beside.json");
    assert_string_equal(alone, beside);
    char *baseline = slurp("alone.txt"), *other = slurp("beside.txt");
    assert_string_equal(baseline, other);
    free(message);
    free(summary);
    free(alone);
    free(beside);
    free(baseline);
    free(other);
}

static void a_full_disk_for_the_json_leaves_the_page(void **state)
{
    (void)state;
    need_page();
    if (access("/dev/full", W_OK) != 0) skip();
    write_arm();
    runs(2, "arm.glb --frames 88:92 --json /dev/full --html report.html");
    char *page = slurp("report.html");
    assert_non_null(strstr(page, "/dev/full: cannot be written")); // and why there may be no more
    assert_non_null(strstr(page, "</html>"));
    free(page);
}

// Told at once, before anything is checked or written over.
static void a_path_that_cannot_be_written_is_told_at_once(void **state)
{
    (void)state;
    need_page();
    write_arm();
    runs(1, "arm.glb --json kept.json --frames 90");
    char *before = slurp("kept.json");
    runs(2, "arm.glb --json kept.json --html no/such/folder/report.html");
    char *message = slurp("err.txt"), *after = slurp("kept.json");
    assert_non_null(strstr(message, "no/such/folder/report.html: cannot be written: No such file"));
    assert_string_equal(before, after);
    runs(2, "arm.glb --html .");
    free(before);
    free(after);
    free(message);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(without_the_page_it_says_how_to_get_it),
        cmocka_unit_test(the_page_holds_the_report),
        cmocka_unit_test(the_json_has_the_views_that_were_asked_for),
        cmocka_unit_test(the_page_stays_as_small_as_asked),
        cmocka_unit_test(each_view_has_a_picture),
        cmocka_unit_test(nothing_is_loaded),
        cmocka_unit_test(no_name_ends_the_script_element),
        cmocka_unit_test(a_full_disk_costs_the_page_alone),
        cmocka_unit_test(a_full_disk_for_the_json_leaves_the_page),
        cmocka_unit_test(a_path_that_cannot_be_written_is_told_at_once),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
