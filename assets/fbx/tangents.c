// The slopes of cubic curves at their keys. A slope is stored, derived from neighboring keys, or
// derived from tension, continuity and bias (Kochanek and Bartels, "Interpolating Splines with
// Local Tension, Continuity, and Bias Control", 1984). The rules were found by comparison with the
// output of Autodesk's FBX SDK for files with known keys.

#include <math.h>

#include "assets/fbx/fbx.h"

enum {
    TANGENT_AUTO = 0x100,
    TANGENT_TCB = 0x200,
    TANGENT_USER = 0x400,
    TANGENT_KINDS = 0x700,
    CLAMP = 0x1000, // zero slope if a neighbor has the same value
    TIME_INDEPENDENT =
        0x2000,          // the slope from the key before to the key after, not the mean of two
    PROGRESSIVE = 0x6000 // limited so that the curve stays in the range of its keys
};

// A key with the slopes to its neighbors. At an end of the curve both are the slope to the only
// neighbor.
typedef struct corner {
    const asset_key *key;
    const asset_fbx_tangent *tangent;
    bool first, last;
    double before, after; // slopes to the neighbors
    double across;        // from the previous key to the next
} corner;

static corner corner_at(const asset_key *keys, const asset_fbx_tangent *tangents, size_t count,
                        size_t at)
{
    corner c = {
        .key = &keys[at], .tangent = &tangents[at], .first = at == 0, .last = at + 1 == count};
    const asset_key *before = c.first ? c.key : c.key - 1, *after = c.last ? c.key : c.key + 1;
    if (!c.first) c.before = (c.key->value - before->value) / (c.key->time - before->time);
    if (!c.last) c.after = (after->value - c.key->value) / (after->time - c.key->time);
    if (c.first) c.before = c.after;
    if (c.last) c.after = c.before;
    c.across =
        c.first || c.last ? c.after : (after->value - before->value) / (after->time - before->time);
    return c;
}

static double limited(const corner *c)
{
    if (c->first || c->last || !(c->before * c->after > 0)) return 0;
    double most = 3 * fmin(fabs(c->before), fabs(c->after));
    return fabs(c->across) <= most ? c->across : copysign(most, c->across);
}

static bool is_flat(const corner *c)
{
    static const double same = 1e-6;
    const asset_key *key = c->key;
    return (!c->first && fabs(key->value - key[-1].value) < same) ||
           (!c->last && fabs(key[1].value - key->value) < same);
}

// `bias` in percent moves the slope towards that of the neighbor on its own side, or away from it.
static double automatic(const corner *c, bool leaving, double bias)
{
    int64_t flags = c->tangent->flags;
    if ((flags & PROGRESSIVE) == PROGRESSIVE) return limited(c);
    if (c->first || c->last) return c->after;
    if (flags & CLAMP && is_flat(c)) return 0;
    double mean = (c->before + c->after) / 2;
    if (bias == 0) return flags & TIME_INDEPENDENT ? c->across : mean;
    bool to_after = leaving == (bias > 0);
    return mean + fabs(bias) / 100 * ((to_after ? c->after : c->before) - mean);
}

static double by_tension(const corner *c, bool leaving)
{
    double tension = 1 - c->tangent->numbers[0];
    double continuity = leaving ? c->tangent->numbers[1] : -c->tangent->numbers[1];
    double bias = c->tangent->numbers[2];
    if (c->first) return tension * (1 - continuity) * (1 - bias) * c->after;
    if (c->last) return tension * (1 + continuity) * (1 + bias) * c->before;
    return tension *
           ((1 + continuity) * (1 + bias) * c->before + (1 - continuity) * (1 - bias) * c->after) /
           2;
}

// `stored` is the slope or the bias in the file.
static double slope(const corner *c, bool leaving, double stored)
{
    switch (c->tangent->flags & TANGENT_KINDS) {
    case TANGENT_USER: return stored;
    case TANGENT_AUTO: return automatic(c, leaving, stored);
    case TANGENT_TCB: return by_tension(c, leaving);
    default: return 0;
    }
}

// The slope before a key follows the rule of the key if a cubic curve starts there, else the rule
// of the previous key.
static const asset_fbx_tangent *rule_before(const asset_key *keys,
                                            const asset_fbx_tangent *tangents, size_t at)
{
    return keys[at].kind == ASSET_KEY_CUBIC ? &tangents[at] : &tangents[at - 1];
}

// Does a slope derived from neighbors have a bias that the previous key stores as a slope?
static bool is_biased(const asset_fbx_tangent *key, const asset_fbx_tangent *rule)
{
    bool is_automatic =
        (rule->flags & TANGENT_KINDS) == TANGENT_AUTO && (rule->flags & PROGRESSIVE) != PROGRESSIVE;
    return is_automatic && (key->flags & TANGENT_KINDS) != TANGENT_AUTO && key->numbers[1] != 0;
}

bool asset_fbx_solve_tangents(asset_key *keys, const asset_fbx_tangent *tangents, size_t count)
{
    for (size_t i = 0; i + 1 < count; i++) {
        if (keys[i].kind != ASSET_KEY_CUBIC) continue;
        corner here = corner_at(keys, tangents, count, i);
        corner next = corner_at(keys, tangents, count, i + 1);
        next.tangent = rule_before(keys, tangents, i + 1);
        if (is_biased(&tangents[i], next.tangent)) return false;
        keys[i].leaving = slope(&here, true, tangents[i].numbers[0]);
        keys[i].arriving = slope(&next, false, tangents[i].numbers[1]);
    }
    return true;
}
