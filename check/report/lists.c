#include "check/report/lists.h"

#include <inttypes.h>
#include <stdarg.h>
#include <string.h>

#include "check/region_names.h"
#include "io/number.h"

void check_episode_title(const check_report_head *head, const mote_check_episode *episode,
                         char out[CHECK_EPISODE_TITLE])
{
    const char *a = head->animation->parts[episode->a]->name;
    const char *b = head->animation->parts[episode->b]->name;
    char region[CHECK_EPISODE_TITLE];
    if (episode->a == episode->b && episode->bone_a != MOTE_NONE) {
        check_name_episode(head->animation, episode, region, sizeof region);
        snprintf(out, CHECK_EPISODE_TITLE, "%.200s: %.400s", a, region);
    } else if (episode->a == episode->b)
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
    int32_t offset = animation->clips[episode->clip].frame_offset;
    append(out,
           episode->first == episode->last ? " in frame %" PRId64
                                           : " in frames %" PRId64 " to %" PRId64,
           (int64_t)episode->first + offset, (int64_t)episode->last + offset);
    if (clip) append(out, " of clip '%.256s'", clip);
    if (episode->first != episode->last)
        append(out, ", worst in frame %" PRId64, (int64_t)episode->worst_frame + offset);
    append(out, ": %u face pair%s", episode->face_pair_count,
           episode->face_pair_count == 1 ? "" : "s");
    if (episode->depth_kind == MOTE_DEPTH_ESTIMATE)
        append_number(out, ", depth ", episode->depth);
    else if (episode->reach > 0)
        append_number(out, ", depth not known, reaching along the surface for ", episode->reach);
    append_number(out, ", at (", episode->point.x);
    append_number(out, ", ", episode->point.y);
    append_number(out, ", ", episode->point.z);
    append(out, ")");
}

int64_t check_shown_frame(const check_report_head *head, uint32_t clip, uint32_t frame)
{
    return (int64_t)frame + head->animation->clips[clip].frame_offset;
}

const char *check_episode_input(const check_report_head *head, const mote_check_episode *episode)
{
    uint32_t source = head->animation->source_of[episode->a];
    return source < head->def->input_count ? head->def->inputs[source] : NULL;
}
