#include "check/between.h"

#include <float.h>
#include <mote/motion.h>
#include <stdlib.h>
#include <string.h>

#include "check/pierce.h"
#include "core/result.h"
#include "core/vec.h"

void check_between_release(check_between *between)
{
    mote_array_release(&between->met_faces, &mote_libc_allocator);
    mote_array_release(&between->met_parts, &mote_libc_allocator);
    mote_array_release(&between->faces, &mote_libc_allocator);
    mote_array_release(&between->crossings, &mote_libc_allocator);
    mote_array_release(&between->start, &mote_libc_allocator);
    mote_array_release(&between->last, &mote_libc_allocator);
}

static mote_result fail_memory(void)
{
    return mote_fail_memory(sizeof(mote_check_crossing), "crossings");
}

// One sweep: from a frame to the next, or over one of several intervals between them.
typedef struct sweep_job {
    check_between *between;
    const mote_vec3 *from; // start positions of all parts
    double first, length;  // start and duration, in frames
    bool at_frame;         // it starts exactly at a frame
} sweep_job;

// ---------------------------------------------------------------------------------------------
// Does it pass to the other side?

// Rounding errors of the determinant below, as a multiple of epsilon times the sum of the absolute
// values of its products; 16 would do.
static const double rounding = 64 * DBL_EPSILON;

// The sign of the volume of four points; 0 where rounding could have made it.
static int side_of(const mote_dvec3 p[4])
{
    mote_dvec3 a = mote_dvec_sub(p[1], p[0]), b = mote_dvec_sub(p[2], p[0]);
    mote_dvec3 c = mote_dvec_sub(p[3], p[0]);
    double volume = mote_dvec_dot(a, mote_dvec_cross(b, c));
    double size = 0;
    for (int i = 0; i < 4; i++) {
        double length = mote_dvec_length(p[i]);
        if (length > size) size = length;
    }
    double bound =
        rounding * size *
        (mote_dvec_length(b) * mote_dvec_length(c) + mote_dvec_length(a) * mote_dvec_length(c) +
         mote_dvec_length(a) * mote_dvec_length(b));
    if (!(fabs(volume) > bound)) return 0;
    return volume > 0 ? 1 : -1;
}

typedef struct moving_points {
    mote_vec3 from[4], to[4];
} moving_points;

static mote_dvec3 moved(mote_vec3 from, mote_vec3 to, double time)
{
    mote_dvec3 start = mote_vec_widen(from);
    return mote_dvec_add(start, mote_dvec_scale(mote_dvec_sub(mote_vec_widen(to), start), time));
}

static void move_points(const moving_points *points, double time, mote_dvec3 out[4])
{
    for (int i = 0; i < 4; i++) out[i] = moved(points->from[i], points->to[i], time);
}

// A point closer to a border than this share of a face or an edge lies on the border.
static const double border = 1e-6;

static bool is_inside_face(const mote_dvec3 p[4])
{
    mote_dvec3 normal = mote_dvec_cross(mote_dvec_sub(p[2], p[1]), mote_dvec_sub(p[3], p[1]));
    double least = border * mote_dvec_dot(normal, normal);
    for (int i = 0; i < 3; i++) {
        mote_dvec3 x = mote_dvec_sub(p[1 + i], p[0]), y = mote_dvec_sub(p[1 + (i + 1) % 3], p[0]);
        if (!(mote_dvec_dot(mote_dvec_cross(x, y), normal) > least)) return false;
    }
    return true;
}

static bool is_inside_edges(const mote_dvec3 p[4])
{
    mote_dvec3 x = mote_dvec_sub(p[1], p[0]), y = mote_dvec_sub(p[3], p[2]);
    mote_dvec3 normal = mote_dvec_cross(x, y), between = mote_dvec_sub(p[2], p[0]);
    double size = mote_dvec_dot(normal, normal);
    double s = mote_dvec_dot(mote_dvec_cross(between, y), normal) / size;
    double t = mote_dvec_dot(mote_dvec_cross(between, x), normal) / size;
    return s > border && s < 1 - border && t > border && t < 1 - border;
}

// Does the vertex pass through the inside of the face, or one edge through that of the other?
static bool passes(const moving_points *points, mote_swept_kind kind, double impact)
{
    mote_dvec3 start[4], met[4], end[4];
    move_points(points, 0, start);
    move_points(points, impact, met);
    move_points(points, 1, end);
    int before = side_of(start);
    return before && side_of(end) == -before &&
           (kind == MOTE_SWEPT_EDGES ? is_inside_edges(met) : is_inside_face(met));
}

// The points of the impact, out of four, that belong to part a, as a bit mask.
static unsigned points_of_a(mote_swept_kind kind)
{
    switch (kind) {
    case MOTE_SWEPT_VERTEX_FACE: return 1;
    case MOTE_SWEPT_FACE_VERTEX: return 14;
    case MOTE_SWEPT_EDGES: break;
    }
    return 3;
}

// The index of the first vertex of a part in the list of all vertices.
static size_t first_vertex(const check_animation *animation, uint32_t part)
{
    size_t first = 0;
    for (uint32_t i = 0; i < part; i++) first += animation->parts[i]->vertex_count;
    return first;
}

// The positions of two parts at both ends of the sweep.
typedef struct part_ends {
    const mote_vec3 *from_a, *to_a, *from_b, *to_b;
} part_ends;

static moving_points points_of(const part_ends *ends, const mote_swept_impact *impact)
{
    moving_points points;
    unsigned of_a = points_of_a(impact->kind);
    for (int i = 0; i < 4; i++) {
        bool a = of_a >> i & 1;
        points.from[i] = (a ? ends->from_a : ends->from_b)[impact->vertices[i]];
        points.to[i] = (a ? ends->to_a : ends->to_b)[impact->vertices[i]];
    }
    return points;
}

// ---------------------------------------------------------------------------------------------
// From the report of a sweep

static double middle_of(mote_impact_time time)
{
    return time.low + (time.high - time.low) / 2;
}

static double frame_of(const sweep_job *job, double time)
{
    return job->first + job->length * time;
}

static part_ends ends_of(const sweep_job *job, uint32_t a, uint32_t b)
{
    const check_animation *animation = job->between->animation;
    return (part_ends){.from_a = job->from + first_vertex(animation, a),
                       .to_a = animation->parts[a]->positions,
                       .from_b = job->from + first_vertex(animation, b),
                       .to_b = animation->parts[b]->positions};
}

static void move_face(const mote_vec3 *from, const mote_vec3 *to, const uint32_t corners[3],
                      double time, mote_vec3 out[3])
{
    for (int i = 0; i < 3; i++)
        out[i] = mote_dvec_narrow(moved(from[corners[i]], to[corners[i]], time));
}

// Do two faces that first met during the sweep cross at this time?
static bool pierces_at(const sweep_job *job, const part_ends *ends, size_t first_faces, double time)
{
    const check_between *between = job->between;
    mote_mesh_view a, b;
    for (size_t i = first_faces; i < between->met_faces.count; i++) {
        const check_met_faces *met = &between->met_faces.data[i];
        mote_vec3 x[3], y[3];
        if (met->at > frame_of(job, time) || (job->at_frame && met->at == job->first)) continue;
        mote_mesh_get_view(between->animation->parts[met->a]->mesh, &a);
        mote_mesh_get_view(between->animation->parts[met->b]->mesh, &b);
        move_face(ends->from_a, ends->to_a, &a.triangles[(size_t)met->face_a * 3], time, x);
        move_face(ends->from_b, ends->to_b, &b.triangles[(size_t)met->face_b * 3], time, y);
        if (check_faces_pierce(x, y)) return true;
    }
    return false;
}

// A pair of parts in the report of a sweep, with the index of its first entry in met_faces.
typedef struct pair_job {
    const sweep_job *sweep;
    const mote_sweep_report *report;
    const mote_swept_pair *pair;
    uint32_t a, b;
    size_t first_faces;
} pair_job;

static mote_result list_faces(const pair_job *job)
{
    check_between *between = job->sweep->between;
    for (uint32_t i = 0; i < job->pair->face_pair_count; i++) {
        const mote_swept_faces *faces = &job->report->face_pairs[job->pair->first_face_pair + i];
        if (!check_finder_counts(between->finder, job->a, job->b,
                                 (mote_face_pair){faces->face_a, faces->face_b}))
            continue;
        check_met_faces met = {job->a, job->b, faces->face_a, faces->face_b,
                               frame_of(job->sweep, middle_of(faces->time))};
        if (faces->at_start) met.at = job->sweep->first;
        if (!mote_array_push(&between->met_faces, &mote_libc_allocator, met)) return fail_memory();
    }
    return MOTE_OK;
}

// Finds the next impact that counts, starting at index i. Skips faces that already meet in the
// previous frame.
static uint32_t next_impact(const pair_job *job, uint32_t i)
{
    for (; i < job->pair->impact_count; i++) {
        const mote_swept_impact *impact = &job->report->impacts[job->pair->first_impact + i];
        if (job->sweep->at_frame && impact->time.high == 0) continue;
        if (check_finder_counts(job->sweep->between->finder, job->a, job->b,
                                (mote_face_pair){impact->face_a, impact->face_b}))
            break;
    }
    return i;
}

// Checks each impact, and the times between impacts, because parts may be inside each other from
// one impact to the next.
static bool parts_cross(const pair_job *job, uint32_t first)
{
    enum { MAX_MOMENTS = 16 };
    const part_ends ends = ends_of(job->sweep, job->a, job->b);
    double before = 0;
    int moments = 0;
    for (uint32_t i = first; i < job->pair->impact_count; i = next_impact(job, i + 1)) {
        const mote_swept_impact *impact = &job->report->impacts[job->pair->first_impact + i];
        double time = middle_of(impact->time);
        moving_points points = points_of(&ends, impact);
        if (passes(&points, impact->kind, time)) return true;
        if (i > first && impact->time.low > before && moments++ < MAX_MOMENTS &&
            pierces_at(job->sweep, &ends, job->first_faces, before + (time - before) / 2))
            return true;
        before = impact->time.high;
    }
    return false;
}

static mote_result list_parts(const pair_job *job)
{
    uint32_t first = next_impact(job, 0);
    if (first == job->pair->impact_count) return MOTE_OK;
    size_t at = (size_t)job->pair->first_impact + first;
    check_met_parts met = {.a = job->a,
                           .b = job->b,
                           .at = frame_of(job->sweep, middle_of(job->report->impacts[at].time)),
                           .point = job->report->contacts[at].point,
                           .severity =
                               parts_cross(job, first) ? MOTE_CHECK_PENETRATE : MOTE_CHECK_TOUCH};
    return mote_array_push(&job->sweep->between->met_parts, &mote_libc_allocator, met)
               ? MOTE_OK
               : fail_memory();
}

static mote_result list_all(const sweep_job *job, const mote_sweep_report *report)
{
    const check_finder *finder = job->between->finder;
    mote_result result = MOTE_OK;
    for (size_t i = 0; i < report->pair_count && !result; i++) {
        const mote_swept_pair *pair = &report->pairs[i];
        uint32_t a = finder->part_of_body[pair->a.index], b = finder->part_of_body[pair->b.index];
        if (!check_rules_allow(finder->rules, finder->animation->parts[a]->name,
                               finder->animation->parts[b]->name))
            continue;
        const pair_job one = {.sweep = job,
                              .report = report,
                              .pair = pair,
                              .a = a,
                              .b = b,
                              .first_faces = job->between->met_faces.count};
        result = list_faces(&one);
        if (!result) result = list_parts(&one);
    }
    return result;
}

// ---------------------------------------------------------------------------------------------
// Sweeping

static mote_positions positions_of(const mote_vec3 *data, uint32_t count)
{
    return (mote_positions){.data = data, .count = count, .persistent = true};
}

// Sets the motions from `from` to the current positions. The shapes of bodies have the positions of
// the frame, so a part may rest only if the sweep covers the whole step.
static mote_result set_motions(const sweep_job *job)
{
    const check_finder *finder = job->between->finder;
    const mote_vec3 *from = job->from;
    mote_result result = MOTE_OK;
    for (uint32_t i = 0; i < finder->animation->part_count && !result; i++) {
        const asset_part *part = finder->animation->parts[i];
        bool rests = job->length == 1 &&
                     memcmp(from, part->positions, part->vertex_count * sizeof *from) == 0;
        mote_motion motion = mote_default_motion();
        motion.start.positions = positions_of(from, part->vertex_count);
        motion.end.positions = positions_of(part->positions, part->vertex_count);
        result =
            mote_body_set_motion(finder->world, job->between->bodies[i], rests ? NULL : &motion);
        from += part->vertex_count;
    }
    return result;
}

static mote_result sweep(const sweep_job *job, double left)
{
    mote_world *world = job->between->finder->world;
    mote_sweep_def def = mote_default_sweep_def();
    def.face_pairs = true;
    def.contacts = true;
    mote_sweep_report report;
    mote_result result = set_motions(job);
    if (!result) result = mote_world_set_time_budget(world, left);
    if (!result) result = mote_world_sweep(world, &def);
    if (!result) result = mote_world_sweep_report(world, &report);
    if (result) return result;
    job->between->cut_short |= report.cut_short;
    return list_all(job, &report);
}

static mote_result copy_positions(const check_animation *animation, mote_vec3_array *to)
{
    to->count = 0;
    for (uint32_t i = 0; i < animation->part_count; i++) {
        const asset_part *part = animation->parts[i];
        mote_vec3 *room = mote_array_room(to, &mote_libc_allocator, part->vertex_count);
        if (!room) return fail_memory();
        memcpy(room, part->positions, part->vertex_count * sizeof *room);
        to->count += part->vertex_count;
    }
    return MOTE_OK;
}

// Moves parts without curves along straight lines to `share` of the way from `before` to the frame.
// Without substeps, moves all parts.
static void pose_straight(check_between *between, const mote_vec3 *before, double share)
{
    const check_animation *animation = between->animation;
    const mote_vec3 *last = between->last.data;
    for (uint32_t i = 0; i < animation->part_count; i++) {
        const asset_part *part = animation->parts[i];
        bool straight = !between->substeps || !check_animation_has_curves(animation, i);
        for (uint32_t v = 0; v < part->vertex_count && straight; v++) {
            part->positions[v] = mote_dvec_narrow(moved(before[v], last[v], share));
            if (share >= 1) part->positions[v] = last[v];
        }
        before += part->vertex_count;
        last += part->vertex_count;
    }
}

static mote_result pose(check_between *between, const mote_check_frame *frame,
                        const mote_vec3 *before, double share)
{
    mote_result result = MOTE_OK;
    if (between->substeps)
        result = check_animation_pose_between(between->animation, frame->clip, frame->number - 1,
                                              share, between->tasks);
    pose_straight(between, before, share);
    return result;
}

mote_result check_between_pose(check_between *between, const mote_check_frame *frame,
                               const mote_vec3 *before, double at)
{
    return pose(between, frame, before, at - (frame->number - 1.0));
}

static mote_result sweep_pieces(check_between *between, const mote_check_frame *frame,
                                const mote_vec3 *before, double left)
{
    check_animation *animation = between->animation;
    uint32_t count = between->substeps + 1, from = frame->number - 1;
    if (!mote_array_reserve(&between->start, &mote_libc_allocator, between->last.count + 1))
        return fail_memory();
    mote_result result = MOTE_OK;
    memcpy(between->start.data, before, between->last.count * sizeof *before);
    for (uint32_t i = 0; i < count && !result; i++) {
        double share = (i + 1.0) / count;
        sweep_job job = {.between = between,
                         .from = between->start.data,
                         .first = from + (double)i / count,
                         .length = 1.0 / count,
                         .at_frame = i == 0};
        result = pose(between, frame, before, share);
        if (!result) result = sweep(&job, left);
        if (!result) result = copy_positions(animation, &between->start);
    }
    return result;
}

// ---------------------------------------------------------------------------------------------
// Crossings

static int compare_u32(uint32_t x, uint32_t y)
{
    return (x > y) - (x < y);
}

static int compare_faces(const void *x, const void *y)
{
    const check_met_faces *p = x, *q = y;
    int order = compare_u32(p->a, q->a);
    if (!order) order = compare_u32(p->b, q->b);
    if (!order) order = compare_u32(p->face_a, q->face_a);
    if (!order) order = compare_u32(p->face_b, q->face_b);
    return order ? order : (p->at > q->at) - (p->at < q->at);
}

static bool are_same_parts(const check_met_faces *x, const check_met_faces *y)
{
    return x->a == y->a && x->b == y->b;
}

static bool are_same_faces(const check_met_faces *x, const check_met_faces *y)
{
    return are_same_parts(x, y) && x->face_a == y->face_a && x->face_b == y->face_b;
}

// Keeps the first time of each pair of faces. Drops pairs that already meet in the previous frame
// or meet only in this one.
static void keep_first_times(check_between *between, uint32_t frame)
{
    check_met_faces *faces = between->met_faces.data;
    size_t kept = 0, count = between->met_faces.count;
    if (count > 1) qsort(faces, count, sizeof *faces, compare_faces);
    for (size_t i = 0, next; i < count; i = next) {
        for (next = i + 1; next < count && are_same_faces(&faces[i], &faces[next]);) next++;
        if (faces[i].at > frame - 1.0 && faces[i].at < frame) faces[kept++] = faces[i];
    }
    between->met_faces.count = kept;
}

// Sets the highest severity of all meetings of the two parts, and the point of the first one.
static void add_place(const check_between *between, mote_check_crossing *crossing)
{
    double first = (double)INFINITY;
    for (size_t i = 0; i < between->met_parts.count; i++) {
        const check_met_parts *met = &between->met_parts.data[i];
        if (met->a != crossing->a || met->b != crossing->b) continue;
        if (met->severity > crossing->severity) crossing->severity = met->severity;
        if (met->at >= first) continue;
        first = met->at;
        crossing->point = met->point;
    }
}

static mote_result make_crossing(check_between *between, const mote_check_frame *frame,
                                 size_t first, size_t end)
{
    const check_met_faces *met = between->met_faces.data;
    const check_animation *animation = between->animation;
    mote_check_crossing crossing = {.a = met[first].a,
                                    .b = met[first].b,
                                    .severity = MOTE_CHECK_TOUCH,
                                    .at = frame->number,
                                    .face_pair_count = (uint32_t)(end - first)};
    for (size_t i = first; i < end; i++) {
        mote_check_crossing_faces faces = {met[i].face_a, met[i].face_b, met[i].at};
        if (!mote_array_push(&between->faces, &mote_libc_allocator, faces)) return fail_memory();
        if (met[i].at < crossing.at) crossing.at = met[i].at;
    }
    double before = check_animation_time(animation, frame->clip, frame->number - 1);
    crossing.time = before + (frame->time - before) * (crossing.at - (frame->number - 1.0));
    add_place(between, &crossing);
    return mote_array_push(&between->crossings, &mote_libc_allocator, crossing) ? MOTE_OK
                                                                                : fail_memory();
}

static mote_result make_crossings(check_between *between, const mote_check_frame *frame)
{
    mote_result result = MOTE_OK;
    keep_first_times(between, frame->number);
    const check_met_faces *met = between->met_faces.data;
    size_t count = between->met_faces.count;
    for (size_t i = 0, next; i < count && !result; i = next) {
        for (next = i + 1; next < count && are_same_parts(&met[i], &met[next]);) next++;
        result = make_crossing(between, frame, i, next);
    }
    return result;
}

mote_result check_between_look(check_between *between, const mote_check_frame *frame,
                               const mote_vec3 *before, double left)
{
    between->met_faces.count = between->met_parts.count = 0;
    between->faces.count = between->crossings.count = 0;
    between->cut_short = false;
    sweep_job whole = {.between = between,
                       .from = before,
                       .first = frame->number - 1.0,
                       .length = 1,
                       .at_frame = true};
    mote_result result = copy_positions(between->animation, &between->last);
    if (!result)
        result =
            between->substeps ? sweep_pieces(between, frame, before, left) : sweep(&whole, left);
    return result ? result : make_crossings(between, frame);
}

bool check_keys_have(const mote_u64_array *keys, uint32_t a, uint32_t b)
{
    uint64_t wanted = check_pair_key(a, b);
    size_t low = 0, high = keys->count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (keys->data[middle] < wanted)
            low = middle + 1;
        else
            high = middle;
    }
    return low < keys->count && keys->data[low] == wanted;
}

bool check_frame_has(const mote_check_frame *frame, uint32_t a, uint32_t b)
{
    uint64_t wanted = check_pair_key(a, b);
    size_t low = 0, high = frame->finding_count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        const mote_check_finding *finding = &frame->findings[middle];
        if (check_pair_key(finding->a, finding->b) < wanted)
            low = middle + 1;
        else
            high = middle;
    }
    return low < frame->finding_count &&
           check_pair_key(frame->findings[low].a, frame->findings[low].b) == wanted;
}

void check_between_report(check_between *between, const mote_u64_array *known,
                          mote_check_frame *frame)
{
    const mote_check_crossing_faces *faces = between->faces.data;
    for (size_t i = 0; i < between->crossings.count; i++) {
        mote_check_crossing *crossing = &between->crossings.data[i];
        crossing->faces = faces;
        faces += crossing->face_pair_count;
        crossing->hidden = !check_keys_have(known, crossing->a, crossing->b) &&
                           !check_frame_has(frame, crossing->a, crossing->b);
    }
    frame->crossings = between->crossings.data;
    frame->crossing_count = (uint32_t)between->crossings.count;
    frame->cut_short |= between->cut_short;
}
