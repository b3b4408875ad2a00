// Reports that are lists of episodes, for programs that collect results of many tools: JUnit XML and SARIF for test and code
// hosts, CSV for spreadsheets, annotations for GitHub. They are written at the end.

#ifndef MOTE_CHECK_LISTS_H
#define MOTE_CHECK_LISTS_H

#include "check/report/writer.h"

extern const check_writer_kind check_junit_writer, check_sarif_writer, check_csv_writer,
    check_github_writer;

enum { CHECK_EPISODE_TITLE = 640, CHECK_EPISODE_TEXT = 1024 };

// Who meets: "arm and sleeve", "body with itself".
void check_episode_title(const check_report_head *head, const mote_check_episode *episode,
                         char out[CHECK_EPISODE_TITLE]);

// One sentence without its period: when, how bad, how deep, where.
void check_episode_text(const check_report_head *head, const mote_check_episode *episode,
                        char out[CHECK_EPISODE_TEXT]);

// A frame as reports number it.
int64_t check_shown_frame(const check_report_head *head, uint32_t clip, uint32_t frame);

// The input that the first part of an episode comes from; null for parts in memory.
const char *check_episode_input(const check_report_head *head, const mote_check_episode *episode);

#endif
