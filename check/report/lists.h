// Reports that list episodes for other programs: JUnit XML and SARIF for test and code hosts, CSV
// for spreadsheets, annotations for GitHub. They are written at the end.

#ifndef MOTE_CHECK_LISTS_H
#define MOTE_CHECK_LISTS_H

#include "check/report/writer.h"

extern const check_writer_kind check_junit_writer, check_sarif_writer, check_csv_writer,
    check_github_writer;

enum { CHECK_EPISODE_TITLE = 640, CHECK_EPISODE_TEXT = 1024 };

// Names the parts of an episode: "arm and sleeve", "body with itself".
void check_episode_title(const check_report_head *head, const mote_check_episode *episode,
                         char out[CHECK_EPISODE_TITLE]);

// Describes an episode in one sentence without a period: time, severity, depth, position.
void check_episode_text(const check_report_head *head, const mote_check_episode *episode,
                        char out[CHECK_EPISODE_TEXT]);

// The number of a frame in reports.
int64_t check_shown_frame(const check_report_head *head, uint32_t clip, uint32_t frame);

// The input of the first part of an episode. Null for parts in memory.
const char *check_episode_input(const check_report_head *head, const mote_check_episode *episode);

#endif
