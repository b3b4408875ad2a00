#include "check/report/lists.h"

#include <stdarg.h>
#include <string.h>

#include "io/number.h"

void check_episode_title(const check_report_head *head, const mote_check_episode *episode,
                         char out[CHECK_EPISODE_TITLE])
{
    const char *a = head->animation->parts[episode->a]->name;
    const char *b = head->animation->parts[episode->b]->name;
    if (episode->a == episode->b)
        snprintf(out, CHECK_EPISODE_TITLE, "%.256s with itself", a);
    else
        snprintf(out, CHECK_EPISODE_TITLE, "%.256s and %.256s", a, b);
}

__attribute__((format(printf, 2, 3))) static void append(char out[CHECK_EPISODE_TEXT],
                                                         const char *format, ...)
{
    size_t used = strlen(out);
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(out + used, CHECK_EPISODE_TEXT - used, format, arguments);
    va_end(arguments);
}

static void append_number(char out[CHECK_EPISODE_TEXT], const char *before, float number)
{
    char digits[IO_NUMBER_SIZE + 1];
    digits[io_number_write(number, digits)] = '\0';
    append(out, "%s%s", before, digits);
}

static const char *verb_of(const mote_check_episode *episode)
{
    if (episode->hidden) return "cross between frames";
    if (episode->severity == MOTE_CHECK_NEAR) return "are near each other";
    return episode->severity == MOTE_CHECK_TOUCH ? "touch" : "penetrate";
}

void check_episode_text(const check_report_head *head, const mote_check_episode *episode,
                        char out[CHECK_EPISODE_TEXT])
{
    const check_animation *animation = head->animation;
    const char *clip = animation->clips[episode->clip].name;
    out[0] = '\0';
    append(out, "%s", verb_of(episode));
    append(out, episode->first == episode->last ? " in frame %u" : " in frames %u to %u",
           episode->first, episode->last);
    if (clip) append(out, " of clip '%.256s'", clip);
    if (episode->first != episode->last) append(out, ", worst in frame %u", episode->worst_frame);
    append(out, ": %u face pair%s", episode->face_pair_count,
           episode->face_pair_count == 1 ? "" : "s");
    if (episode->depth_kind == MOTE_DEPTH_ESTIMATE) append_number(out, ", depth ", episode->depth);
    append_number(out, ", at (", episode->point.x);
    append_number(out, ", ", episode->point.y);
    append_number(out, ", ", episode->point.z);
    append(out, ")");
}

bool check_episode_fails(const mote_check_def *def, const mote_check_episode *episode)
{
    if (episode->severity < def->fail_on) return false;
    if (def->fail_on < MOTE_CHECK_PENETRATE || def->fail_depth <= 0) return true;
    if (episode->depth_kind != MOTE_DEPTH_ESTIMATE) return !def->pass_unknown_depth;
    return episode->depth > def->fail_depth;
}

const char *check_episode_input(const check_report_head *head, const mote_check_episode *episode)
{
    uint32_t source = head->animation->source_of[episode->a];
    return source < head->def->input_count ? head->def->inputs[source] : NULL;
}
