// A gate for a build: a piston rises into the cylinder head. The check writes a JUnit report, which
// build servers show, and the first bad frame as a PLY file; it fails if something penetrates by
// more than 0.05.
#include <mote/check.h>
#include <stdio.h>
#include <stdlib.h>

enum { FRAMES = 8 };

static void must(mote_result result)
{
    if (result == MOTE_OK) return;
    fprintf(stderr, "%s: %s\n", mote_result_name(result), mote_last_message());
    exit(2);
}

static const mote_vec3 corners[8] = {{-1, -1, -1}, {1, -1, -1}, {1, 1, -1}, {-1, 1, -1},
                                     {-1, -1, 1},  {1, -1, 1},  {1, 1, 1},  {-1, 1, 1}};
static const uint32_t faces[36] = {0, 2, 1, 0, 3, 2, 4, 5, 6, 4, 6, 7, 0, 1, 5, 0, 5, 4,
                                   1, 2, 6, 1, 6, 5, 2, 3, 7, 2, 7, 6, 3, 0, 4, 3, 4, 7};

// Part 0, the head, stays; part 1, the piston, rises.
static mote_result pose(void *context, uint32_t part, uint32_t frame, mote_vec3 *out)
{
    (void)context;
    float lift = part == 0 ? 4 : 0.3f * (float)frame;
    for (int i = 0; i < 8; i++)
        out[i] = (mote_vec3){corners[i].x, corners[i].y, corners[i].z + lift};
    return MOTE_OK;
}

static bool write_bytes(void *context, const char *bytes, size_t size)
{
    return fwrite(bytes, 1, size, context) == size;
}

static mote_result show_first(void *context, const mote_check *check, const mote_check_frame *frame)
{
    bool *shown = context;
    if (*shown || frame->finding_count == 0) return MOTE_OK;
    *shown = true;
    printf("frame %u is the first with a finding: see first.ply\n", frame->number);
    return mote_check_write_ply(check, frame, "first.ply");
}

int main(void)
{
    const mote_check_part parts[2] = {{"head", faces, 12, 8, NULL}, {"piston", faces, 12, 8, NULL}};
    mote_check_def def = mote_check_default_def();
    def.parts = parts;
    def.part_count = 2;
    def.frame_count = FRAMES;
    def.get_positions = pose;
    def.fail_depth = 0.05f;
    mote_check *check;
    must(mote_check_open(&def, &check));

    FILE *file = fopen("junit.xml", "wb");
    if (!file) return 2;
    mote_check_report_def junit = mote_check_default_report_def(MOTE_CHECK_FORMAT_JUNIT);
    junit.sink = (mote_check_sink){.write = write_bytes, .context = file, .name = "junit.xml"};
    must(mote_check_add_report(check, &junit));
    bool shown = false;
    const mote_check_callbacks callbacks = {.frame = show_first, .context = &shown};
    must(mote_check_run(check, &callbacks));
    if (fclose(file) != 0) return 2;

    mote_check_outcome outcome;
    mote_check_get_outcome(check, &outcome);
    printf("%u of %u frames are bad, verdict: %s\n", outcome.total.frames[MOTE_CHECK_PENETRATE],
           outcome.total.checked, mote_check_verdict_name(outcome.verdict));
    for (size_t i = 0; i < outcome.remark_count; i++)
        printf("%s: %s\n", mote_check_remark_name(outcome.remarks[i].kind),
               outcome.remarks[i].text);
    // A gate returns outcome.failed || !outcome.complete. Here a failure is what is expected.
    bool passed = !outcome.failed && outcome.complete;
    mote_check_close(check);
    return passed ? 1 : 0;
}
