#include "world/turns.h"

#include "core/result.h"
#include "core/sort.h"
#include "core/timer.h"
#include "world/world.h"

// A pair is small if it has at most this many pairs of faces, as many as two clusters have.
enum { SMALL_PAIR = 128 * 128 };

// The mark of a pair: its class in the low bits, and one of these states.
enum { WAITING = 0, EXAMINED = 4, DROPPED = 8, CLASS_BITS = 3 };

// Shares of a time budget. The search for pairs may take a fourth of what the update leaves. If the
// update leaves nothing, the rest still gets a twentieth of the budget, so every frame makes
// progress.
static const double search_share = 0.25, least_share = 0.05;
// Seconds per face pair, before they have been measured on this machine.
static const double report_guess = 60e-9, contact_guess = 3e-6;

void mote_turns_release(mote_turns *turns, const mote_allocator *allocator)
{
    mote_array_release(&turns->keys, allocator);
    mote_array_release(&turns->marks, allocator);
    mote_array_release(&turns->order, allocator);
    mote_array_release(&turns->scratch, allocator);
    mote_array_release(&turns->rank, allocator);
    mote_array_release(&turns->sorted, allocator);
}

// ---------------------------------------------------------------------------------------------
// Time

bool mote_turns_are_limited(const mote_world *world)
{
    return world->def.time_budget > 0 || world->def.candidate_budget > 0;
}

void mote_turns_begin(mote_world *world, double start)
{
    mote_turns *turns = &world->turns;
    double budget = world->def.time_budget;
    turns->deadline = budget > 0 ? start + budget : 0;
    turns->search_start = turns->update_seconds = 0;
    turns->keys.count = 0;
    if (turns->seconds_per_hit == 0) turns->seconds_per_hit = report_guess;
    if (turns->seconds_per_contact_pair == 0) turns->seconds_per_contact_pair = contact_guess;
}

// Called after the update, which no budget limits.
static void keep_some_time(mote_world *world)
{
    double end = mote_seconds() + least_share * world->def.time_budget;
    if (world->turns.deadline < end) world->turns.deadline = end;
}

bool mote_turns_lack_time(const mote_world *world, double seconds)
{
    double deadline = world->turns.deadline;
    return deadline > 0 && mote_seconds() + seconds >= deadline;
}

double mote_turns_seconds_per_hit(const mote_world *world)
{
    bool contacts = world->def.contacts && world->def.detect == MOTE_DETECT_ALL;
    const mote_turns *turns = &world->turns;
    return turns->seconds_per_hit + (contacts ? turns->seconds_per_contact_pair : 0);
}

// Raise the estimate immediately; lower it gradually.
void mote_turns_learn(double *seconds_per_pair, double seconds, size_t pairs)
{
    enum { ENOUGH_PAIRS = 1000 };
    if (pairs < ENOUGH_PAIRS) return;
    double measured = seconds / (double)pairs;
    *seconds_per_pair =
        measured > *seconds_per_pair ? measured : 0.9 * *seconds_per_pair + 0.1 * measured;
}

bool mote_turns_search(mote_world *world)
{
    mote_turns *turns = &world->turns;
    if (turns->deadline == 0) return mote_broad_phase(world);
    if (!mote_broad_phase_begin(world)) return false;
    keep_some_time(world);
    double now = turns->search_start = mote_seconds();
    return mote_broad_phase_until(world, now + search_share * (turns->deadline - now),
                                  turns->first_body);
}

// ---------------------------------------------------------------------------------------------
// Classes

// Progress of a class.
typedef struct visit {
    size_t start;       // index of the first pair
    size_t visited;     // pairs of all classes visited since `start`
    mote_turn resume;   // where to resume in the next pair
    uint32_t candidate; // candidate of the next pair if it was begun in this frame, else MOTE_NONE
    mote_turn skipped;  // part of the first pair that was left for the end
    uint32_t first;     // candidate of the first pair, if a part was left
    bool finished;
} visit;

typedef struct run {
    mote_world *world;
    mote_frame *frame;
    visit visits[MOTE_TURN_CLASSES];
    uint64_t pot;     // candidates that may still be tested, if they are limited
    uint64_t reserve; // part of the pot that the present class must not use
    double deadline;  // deadline of the present class, or 0
} run;

static size_t first_not_before(const mote_u64_array *keys, uint64_t key)
{
    size_t low = 0, high = keys->count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (keys->data[middle] < key) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low;
}

static bool is_small(const mote_world *world, uint64_t key)
{
    uint64_t a = mote_world_body_at(world, (uint32_t)(key >> 32))->shape.mesh->triangle_count;
    uint64_t b = mote_world_body_at(world, (uint32_t)key)->shape.mesh->triangle_count;
    return a * b <= SMALL_PAIR;
}

// Takes the pairs from the broad phase and classifies them.
static bool mark_pairs(mote_world *world)
{
    mote_turns *turns = &world->turns;
    mote_u64_array swap = turns->keys;
    turns->keys = world->pair_keys;
    world->pair_keys = swap;
    world->pair_keys.count = 0;
    size_t count = turns->keys.count, next = 0;
    turns->marks.count = 0;
    uint8_t *marks = mote_array_room(&turns->marks, &world->allocator, count);
    if (!marks) return false;
    const mote_body_pair_array *before = &world->report.before;
    for (size_t i = 0; i < count; i++) {
        uint64_t key = turns->keys.data[i];
        while (next < before->count && mote_body_pair_key(&before->data[next]) < key) next++;
        bool likely = next < before->count && mote_body_pair_key(&before->data[next]) == key;
        marks[i] = (uint8_t)(likely                 ? MOTE_TURN_LIKELY
                             : is_small(world, key) ? MOTE_TURN_SMALL
                                                    : MOTE_TURN_LARGE);
    }
    turns->marks.count = count;
    return true;
}

static void begin_visits(run *r)
{
    const mote_turns *turns = &r->world->turns;
    for (int c = 0; c < MOTE_TURN_CLASSES; c++) {
        const mote_turn_cursor *cursor = &turns->cursors[c];
        size_t start = first_not_before(&turns->keys, cursor->key);
        if (start == turns->keys.count) start = 0;
        r->visits[c] = (visit){.start = start, .candidate = MOTE_NONE, .first = MOTE_NONE};
        if (turns->keys.count && turns->keys.data[start] == cursor->key &&
            (turns->marks.data[start] & CLASS_BITS) == c)
            r->visits[c].resume = r->visits[c].skipped = cursor->turn;
    }
}

// ---------------------------------------------------------------------------------------------
// One pair

// Lets the method do a part of the work on a candidate.
static mote_result look(run *r, uint32_t number, mote_turn begin, mote_turn end)
{
    mote_world *world = r->world;
    mote_candidate *candidate = &world->candidates.data[number];
    candidate->begin = candidate->stopped = begin;
    candidate->end = end;
    candidate->complete = true;
    for (size_t i = 0; i < world->sinks.count; i++) world->sinks.data[i].first_candidate = number;
    return world->method->pairs(r->frame, candidate, 1);
}

// Makes the candidate of the next pair. Sets *number to MOTE_NONE, which is no failure, if there is
// nothing to examine.
static mote_result make(run *r, size_t position, uint32_t *number)
{
    mote_world *world = r->world;
    mote_turns *turns = &world->turns;
    mote_candidate candidate;
    bool made;
    *number = MOTE_NONE;
    mote_result result =
        mote_candidate_make(world, r->frame, turns->keys.data[position], &candidate, &made);
    if (result != MOTE_OK) return result;
    turns->marks.data[position] |= made ? EXAMINED : DROPPED;
    if (!made) return MOTE_OK;
    *number = (uint32_t)world->candidates.count;
    uint64_t place = (uint64_t)position << 32 | *number;
    if (!mote_array_push(&world->candidates, &world->allocator, candidate) ||
        !mote_array_push(&turns->order, &world->allocator, place))
        return mote_fail_memory(sizeof candidate, "candidate pairs");
    return MOTE_OK;
}

static void go_on(visit *v)
{
    v->visited++;
    v->resume = (mote_turn){0};
    v->candidate = MOTE_NONE;
}

static const mote_turn whole = {UINT64_MAX, UINT64_MAX};

static bool is_whole(mote_turn skipped)
{
    return skipped.at == 0 && skipped.skip == 0;
}

// Examines the next pair, from the position at which the class stopped in it. A pair on which the
// method cannot do partial work is not examined again in this frame: the class advances.
static mote_result look_at_next(run *r, visit *v, size_t position)
{
    mote_result result = MOTE_OK;
    if (v->candidate == MOTE_NONE) {
        result = make(r, position, &v->candidate);
        if (result == MOTE_OK && v->candidate == MOTE_NONE) go_on(v);
        if (result != MOTE_OK || v->candidate == MOTE_NONE) return result;
    }
    mote_turn begin = v->resume;
    result = look(r, v->candidate, begin, whole);
    if (result != MOTE_OK) return result;
    mote_candidate *candidate = &r->world->candidates.data[v->candidate];
    if (!candidate->complete && mote_turn_is_before(begin, candidate->stopped)) {
        v->resume = candidate->stopped;
        return MOTE_OK;
    }
    if (v->visited == 0 && !is_whole(v->skipped)) {
        v->first = v->candidate;
        candidate->complete = false;
    }
    go_on(v);
    return MOTE_OK;
}

static bool has_hit(const mote_world *world, uint32_t number)
{
    for (size_t s = 0; s < world->sinks.count; s++) {
        const mote_sink *sink = &world->sinks.data[s];
        for (size_t i = 0; i < sink->hits.count; i++)
            if (sink->hits.data[i].candidate == number) return true;
    }
    return false;
}

// Examines the remaining part of the first pair.
static mote_result look_at_rest(run *r, visit *v)
{
    bool enough = r->frame->detect == MOTE_DETECT_FIRST && has_hit(r->world, v->first);
    mote_candidate *candidate = &r->world->candidates.data[v->first];
    mote_turn begin = v->resume;
    if (enough) {
        candidate->complete = true;
    } else {
        mote_result result = look(r, v->first, begin, v->skipped);
        if (result != MOTE_OK) return result;
    }
    v->resume = candidate->stopped;
    v->finished = candidate->complete || !mote_turn_is_before(begin, candidate->stopped);
    return MOTE_OK;
}

// ---------------------------------------------------------------------------------------------
// One class

static bool is_over(const run *r)
{
    mote_budget *budget = r->frame->budget;
    return mote_budget_is_over(budget, &r->frame->sinks[0]) ||
           (budget->counts_candidates && (uint64_t)budget->candidates_left <= r->reserve) ||
           (r->deadline > 0 && mote_seconds() >= r->deadline);
}

static mote_result visit_class(run *r, int class)
{
    const mote_turns *turns = &r->world->turns;
    visit *v = &r->visits[class];
    size_t count = turns->keys.count;
    mote_result result = MOTE_OK;
    while (result == MOTE_OK && v->visited < count) {
        size_t position = (v->start + v->visited) % count;
        bool is_mine = (turns->marks.data[position] & CLASS_BITS) == class;
        if (is_mine && is_over(r)) return MOTE_OK;
        if (is_mine) {
            result = look_at_next(r, v, position);
        } else {
            go_on(v);
        }
    }
    if (v->first == MOTE_NONE) v->finished = v->visited == count;
    while (result == MOTE_OK && !v->finished && !is_over(r)) result = look_at_rest(r, v);
    return result;
}

// Opens the share of the budget that a class may use at first; what it leaves goes to the other
// classes. A method that cannot resume within a pair is not stopped within a pair, unless the whole
// budget is used up.
static void open_share(run *r, int class, bool first_round)
{
    mote_budget *budget = r->frame->budget;
    uint64_t frame = r->frame->number, share = r->pot;
    double deadline = r->world->turns.deadline;
    if (first_round && class != MOTE_TURN_LARGE) {
        // The class gets an odd candidate in every second frame, or every second pair of frames.
        share = share / 2 + (share & 1 & frame >> class);
        double now = mote_seconds();
        if (deadline > 0) deadline = now + 0.5 * (deadline - now);
    }
    bool resumes = r->world->method->resumes_pairs;
    r->deadline = deadline;
    r->reserve = resumes ? 0 : r->pot - share;
    budget->deadline = resumes ? deadline : r->world->turns.deadline;
    budget->candidates_left = (int64_t)((share + r->reserve) & INT64_MAX);
    budget->exhausted = false;
}

static mote_result visit_classes(run *r)
{
    mote_budget *budget = r->frame->budget;
    mote_result result = MOTE_OK;
    for (int i = 0; result == MOTE_OK && i < 2 * MOTE_TURN_CLASSES; i++) {
        int class = i % MOTE_TURN_CLASSES;
        if (r->visits[class].finished) continue;
        open_share(r, class, i < MOTE_TURN_CLASSES);
        uint64_t before = (uint64_t)budget->candidates_left;
        result = visit_class(r, class);
        r->pot -= before - (uint64_t)budget->candidates_left;
    }
    budget->deadline = r->world->turns.deadline;
    budget->candidates_left = (int64_t)(r->pot & INT64_MAX);
    budget->exhausted = false;
    return result;
}

// ---------------------------------------------------------------------------------------------
// Cursors

// Returns the distance of a pair's lower body from the start of the search.
static uint32_t distance(const mote_turns *turns, uint64_t key)
{
    return (uint32_t)(key >> 32) - turns->first_body;
}

// Moves the cursor of a class. If the search did not find all pairs, a class that has reached their
// end continues with the bodies that the search did not reach.
static void move_cursor(mote_world *world, int class, const visit *v)
{
    mote_turns *turns = &world->turns;
    mote_turn_cursor *cursor = &turns->cursors[class];
    size_t count = turns->keys.count;
    bool at_rest = v->visited == count && !v->finished;
    uint64_t key =
        v->visited == count ? cursor->key : turns->keys.data[(v->start + v->visited) % count];
    if (at_rest) key = turns->keys.data[v->start];
    bool around = v->visited == count || distance(turns, key) < distance(turns, cursor->key);
    if (world->report.unsearched.count && around && class != MOTE_TURN_LIKELY) {
        *cursor = (mote_turn_cursor){.key = (uint64_t)turns->next_body << 32};
    } else if (v->finished) {
        *cursor = (mote_turn_cursor){.key = key};
    } else {
        *cursor = (mote_turn_cursor){key, v->resume};
    }
}

// Moves all cursors. The next search begins at the lower body of the first pair at which the
// classes small and large resume.
static void move_cursors(mote_world *world, const visit *visits)
{
    mote_turns *turns = &world->turns;
    if (turns->keys.count == 0) return;
    for (int c = 0; c < MOTE_TURN_CLASSES; c++) move_cursor(world, c, &visits[c]);
    uint64_t small = turns->cursors[MOTE_TURN_SMALL].key;
    uint64_t large = turns->cursors[MOTE_TURN_LARGE].key;
    bool small_first = distance(turns, small) < distance(turns, large);
    turns->first_body = (uint32_t)((small_first ? small : large) >> 32);
}

// ---------------------------------------------------------------------------------------------
// Candidates, sorted

static void number_hits(mote_world *world, const uint32_t *rank)
{
    for (size_t s = 0; s < world->sinks.count; s++) {
        mote_sink *sink = &world->sinks.data[s];
        sink->first_candidate = 0;
        for (size_t i = 0; i < sink->hits.count; i++)
            sink->hits.data[i].candidate = rank[sink->hits.data[i].candidate];
    }
}

// Sorts the candidates by key, and makes pair_keys parallel to them.
static mote_result sort_candidates(mote_world *world)
{
    mote_turns *turns = &world->turns;
    const mote_allocator *allocator = &world->allocator;
    size_t count = world->candidates.count;
    turns->scratch.count = turns->rank.count = turns->sorted.count = 0;
    uint64_t *scratch = mote_array_room(&turns->scratch, allocator, count);
    uint32_t *rank = mote_array_room(&turns->rank, allocator, count);
    mote_candidate *sorted = mote_array_room(&turns->sorted, allocator, count);
    uint64_t *keys = mote_array_room(&world->pair_keys, allocator, count);
    if (!scratch || !rank || !sorted || !keys)
        return mote_fail_memory(count * sizeof *sorted, "candidate pairs");
    mote_sort_keys(turns->order.data, count, scratch);
    for (size_t i = 0; i < count; i++) {
        uint32_t number = (uint32_t)turns->order.data[i];
        sorted[i] = world->candidates.data[number];
        keys[i] = turns->keys.data[turns->order.data[i] >> 32];
        rank[number] = (uint32_t)i;
    }
    number_hits(world, rank);
    mote_candidate_array swap = world->candidates;
    world->candidates = turns->sorted;
    turns->sorted = swap;
    world->candidates.count = world->pair_keys.count = count;
    return MOTE_OK;
}

// ---------------------------------------------------------------------------------------------
// The frame

mote_result mote_turns_run(mote_world *world, mote_frame *frame)
{
    mote_turns *turns = &world->turns;
    run r = {.world = world, .frame = frame, .pot = world->def.candidate_budget};
    world->candidates.count = turns->order.count = 0;
    mote_result result = mote_candidates_check_count(world->pair_keys.count);
    if (result != MOTE_OK) return result;
    if (!mark_pairs(world)) return mote_fail_memory(turns->keys.count, "marks of pairs");
    begin_visits(&r);
    result = visit_classes(&r);
    if (result != MOTE_OK) return result;
    move_cursors(world, r.visits);
    return sort_candidates(world);
}

// ---------------------------------------------------------------------------------------------
// Unexamined pairs

static bool push_unexamined(mote_world *world, uint64_t key, bool begun)
{
    mote_unexamined_pair pair = {.a = mote_world_id_of(world, (uint32_t)(key >> 32)),
                                 .b = mote_world_id_of(world, (uint32_t)key),
                                 .begun = begun};
    return mote_array_push(&world->report.unexamined, &world->allocator, pair);
}

bool mote_turns_list_unexamined(mote_world *world)
{
    const mote_turns *turns = &world->turns;
    const mote_candidate *candidates = world->candidates.data;
    size_t next = 0;
    bool pushed = true;
    for (size_t i = 0; pushed && i < turns->keys.count; i++) {
        uint8_t mark = turns->marks.data[i];
        if (mark & DROPPED) continue;
        bool begun = mark & EXAMINED;
        if (begun && candidates[next++].complete) continue;
        pushed = push_unexamined(world, turns->keys.data[i], begun);
    }
    // Methods that examine all pairs together have a candidate for each pair.
    for (size_t i = 0; pushed && turns->keys.count == 0 && i < world->candidates.count; i++) {
        if (!candidates[i].complete)
            pushed = push_unexamined(world, world->pair_keys.data[i], true);
    }
    if (world->report.unexamined.count || world->report.unsearched.count)
        world->report.cut_short = true;
    return pushed;
}
