// The report as CSV (RFC 4180): a header row, then a row per episode, the worst first.

#include <inttypes.h>
#include <math.h>

#include "check/region_names.h"
#include "check/report/csv.h"
#include "check/report/lists.h"
#include "check/report/names.h"

static void put_row(FILE *to, const check_report_head *head, const mote_check_episode *episode)
{
    const check_animation *animation = head->animation;
    char region[CHECK_EPISODE_TITLE];
    fprintf(to, "%s,%s,", mote_check_severity_name(episode->severity),
            episode->fails ? "true" : "false");
    check_csv_text(to, check_episode_input(head, episode));
    fputc(',', to);
    check_csv_text(to, animation->clips[episode->clip].name);
    fprintf(to, ",%" PRId64 ",%" PRId64 ",%" PRId64,
            check_shown_frame(head, episode->clip, episode->first),
            check_shown_frame(head, episode->clip, episode->last),
            check_shown_frame(head, episode->clip, episode->worst_frame));
    check_csv_number(to,
                     (float)check_animation_time(animation, episode->clip, episode->worst_frame));
    fputc(',', to);
    check_csv_text(to, animation->parts[episode->a]->name);
    fputc(',', to);
    check_csv_text(to, animation->parts[episode->b]->name);
    fputc(',', to);
    check_name_episode(animation, episode, region, sizeof region);
    check_csv_text(to, region);
    fprintf(to, ",%s,%u", check_relation_name(episode->relation), episode->face_pair_count);
    check_csv_number(to, episode->depth_kind == MOTE_DEPTH_NONE ? NAN : episode->depth);
    check_csv_number(to, episode->point.x);
    check_csv_number(to, episode->point.y);
    check_csv_number(to, episode->point.z);
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
