#include "bench/recall/sweep.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/result.h"

static const struct {
    const char *name, *title;
    const char *wanted; // of a value
    bool whole;
    double least, most;
} axes[RECALL_AXIS_COUNT] = {
    [RECALL_AXIS_PARTICLES] = {"particles", "particles", "a whole number from 0 to 65536", true,
                               0.0, 65536.0},
    [RECALL_AXIS_SPEED] = {"speed", "speed, radii per frame", "a number above 0, at most 10", false,
                           1e-6, 10.0},
    [RECALL_AXIS_DETAIL] = {"detail", "triangles per body", "a whole number from 1 to 268435456",
                            true, 1.0, 268435456.0},
};

const char *recall_axis_name(recall_axis_kind kind)
{
    return axes[kind].name;
}

const char *recall_axis_title(recall_axis_kind kind)
{
    return axes[kind].title;
}

static bool read_value(const char *text, recall_axis_kind kind, double *out)
{
    char *end;
    *out = strtod(text, &end);
    if (end == text || *end || !(*out >= axes[kind].least && *out <= axes[kind].most)) return false;
    return !axes[kind].whole || *out == floor(*out);
}

static bool has_value(const recall_axis *axis, double value)
{
    for (uint32_t i = 0; i < axis->count; i++)
        if (axis->values[i] == value) return true;
    return false;
}

static void insert(recall_axis *axis, double value)
{
    uint32_t at = axis->count++;
    for (; at > 0 && axis->values[at - 1] > value; at--) axis->values[at] = axis->values[at - 1];
    axis->values[at] = value;
}

mote_result recall_axis_parse_values(const char *what, const char *list, recall_axis_kind kind,
                                     recall_axis *out)
{
    *out = (recall_axis){.kind = kind};
    while (list) {
        char item[32];
        const char *comma = strchr(list, ',');
        size_t length = comma ? (size_t)(comma - list) : strlen(list);
        snprintf(item, sizeof item, "%.*s", (int)(length < 31 ? length : 31), list);
        double value;
        if (!read_value(item, kind, &value))
            return mote_fail(MOTE_ERROR_ARGUMENT, "%s: '%s' is not %s", what, item,
                             axes[kind].wanted);
        if (has_value(out, value))
            return mote_fail(MOTE_ERROR_ARGUMENT, "%s: '%s' is given twice", what, item);
        if (out->count == RECALL_MAX_VALUES)
            return mote_fail(MOTE_ERROR_LIMIT, "%s: too many values: '%s' follows %d others", what,
                             item, RECALL_MAX_VALUES);
        insert(out, value);
        list = comma ? comma + 1 : NULL;
    }
    return MOTE_OK;
}

mote_result recall_axis_parse(const char *text, recall_axis *out)
{
    const char *equals = strchr(text, '=');
    size_t length = equals ? (size_t)(equals - text) : strlen(text);
    for (int kind = 0; kind < RECALL_AXIS_COUNT; kind++) {
        if (strlen(axes[kind].name) != length || strncmp(axes[kind].name, text, length) != 0)
            continue;
        char what[32];
        snprintf(what, sizeof what, "sweep over %s", axes[kind].name);
        return recall_axis_parse_values(what, equals ? equals + 1 : "", (recall_axis_kind)kind,
                                        out);
    }
    return mote_fail(MOTE_ERROR_ARGUMENT,
                     "sweep '%.40s': unknown axis '%.*s'; expected particles, speed or detail",
                     text, (int)(length < 32 ? length : 32), text);
}
