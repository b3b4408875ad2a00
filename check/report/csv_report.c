// CSV as RFC 4180 has it: a row per episode, the worst first, below a row of names.

#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "check/region_names.h"
#include "check/report/lists.h"
#include "check/report/names.h"
#include "io/number.h"

// A spreadsheet would take a text that begins like this for a formula; names of files that nobody vouches for may.
static bool looks_like_formula(const char *text)
{
    return *text && strchr("=+-@\t\r", *text);
}

static void put_text(FILE *to, const char *text)
{
    if (!text) return;
    fputc('"', to);
    if (looks_like_formula(text)) fputc('\'', to);
    for (; *text; text++) {
        if (*text == '"') fputc('"', to);
        fputc(*text, to);
    }
    fputc('"', to);
}

static void put_number(FILE *to, float number)
{
    char digits[IO_NUMBER_SIZE];
    fputc(',', to);
    if (isfinite(number)) fwrite(digits, 1, io_number_write(number, digits), to);
}

static void put_row(FILE *to, const check_report_head *head, const mote_check_episode *episode)
{
    const check_animation *animation = head->animation;
    char region[CHECK_EPISODE_TITLE];
    fprintf(to, "%s,%s,", mote_check_severity_name(episode->severity),
            episode->fails ? "true" : "false");
    put_text(to, check_episode_input(head, episode));
    fputc(',', to);
    put_text(to, animation->clips[episode->clip].name);
    fprintf(to, ",%" PRId64 ",%" PRId64 ",%" PRId64,
            check_shown_frame(head, episode->clip, episode->first),
            check_shown_frame(head, episode->clip, episode->last),
            check_shown_frame(head, episode->clip, episode->worst_frame));
    put_number(to, (float)check_animation_time(animation, episode->clip, episode->worst_frame));
    fputc(',', to);
    put_text(to, animation->parts[episode->a]->name);
    fputc(',', to);
    put_text(to, animation->parts[episode->b]->name);
    fputc(',', to);
    check_name_episode(animation, episode, region, sizeof region);
    put_text(to, region);
    fprintf(to, ",%s,%u", check_relation_name(episode->relation), episode->face_pair_count);
    put_number(to, episode->depth_kind == MOTE_DEPTH_NONE ? NAN : episode->depth);
    put_number(to, episode->point.x);
    put_number(to, episode->point.y);
    put_number(to, episode->point.z);
    fprintf(to, ",%s\r\n", episode->hidden ? "true" : "false");
}

static mote_result end(check_writer *writer, const check_report_tail *tail)
{
    FILE *to = writer->stream.file;
    fputs("severity,fails,input,clip,first,last,worst_frame,time,part_a,part_b,region,relation,"
          "face_pairs,"
          "depth,x,y,z,hidden\r\n",
          to);
    for (size_t i = 0; i < tail->outcome->episode_count; i++)
        put_row(to, &writer->head, &tail->outcome->episodes[i]);
    return MOTE_OK;
}

const check_writer_kind check_csv_writer = {.size = sizeof(check_writer), .end = end};
