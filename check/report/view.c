#include "check/report/view.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/result.h"
#include "core/timer.h"
#include "core/vec.h"

enum { MAX_TRIANGLES = 12000 };

static const mote_check_finding *find_pair(const mote_check_frame *frame, uint32_t a, uint32_t b)
{
    for (uint32_t i = 0; i < frame->finding_count; i++)
        if (frame->findings[i].a == a && frame->findings[i].b == b) return &frame->findings[i];
    return NULL;
}

static mote_vec3 corner(const asset_part *part, const uint32_t *triangles, uint32_t face, int i)
{
    return part->positions[triangles[(size_t)face * 3 + (size_t)i]];
}

static float squared_distance(mote_vec3 a, mote_vec3 b)
{
    mote_vec3 d = mote_vec_sub(a, b);
    return mote_vec_dot(d, d);
}

// The squared distance of the nearest corner. Infinite if no corner is a number.
static float face_distance(const asset_part *part, const uint32_t *triangles, uint32_t face,
                           mote_vec3 point)
{
    float least = INFINITY;
    for (int i = 0; i < 3; i++)
        least = fminf(least, squared_distance(corner(part, triangles, face, i), point));
    return least;
}

static int compare_floats(const void *x, const void *y)
{
    float a = *(const float *)x, b = *(const float *)y;
    return (a > b) - (a < b);
}

// The squared distance within which there are about MAX_TRIANGLES.
static mote_result find_reach(const check_animation *animation, mote_vec3 point, float *reach)
{
    size_t count = 0, at = 0;
    for (uint32_t i = 0; i < animation->part_count; i++)
        count += animation->parts[i]->triangle_count;
    *reach = INFINITY;
    if (count <= MAX_TRIANGLES) return MOTE_OK;
    float *distances = malloc(count * sizeof *distances);
    if (!distances) return mote_fail_memory(count * sizeof *distances, "a view");
    for (uint32_t i = 0; i < animation->part_count; i++) {
        mote_mesh_view mesh;
        mote_mesh_get_view(animation->parts[i]->mesh, &mesh);
        for (uint32_t k = 0; k < animation->parts[i]->triangle_count; k++)
            distances[at++] = face_distance(animation->parts[i], mesh.triangles, k, point);
    }
    qsort(distances, count, sizeof *distances, compare_floats);
    *reach = distances[MAX_TRIANGLES - 1];
    free(distances);
    return MOTE_OK;
}

static bool is_same_place(mote_vec3 a, mote_vec3 b)
{
    return a.x == b.x && a.y == b.y && a.z == b.z;
}

// Marks the faces of the regions whose worst point is `point`, or of all regions if there is none.
static void mark_faces(const mote_check_finding *finding, mote_vec3 point, uint32_t part,
                       bool *meets)
{
    bool any = false;
    for (uint32_t i = 0; i < finding->region_count; i++)
        any |= is_same_place(finding->regions[i].point, point);
    for (uint32_t i = 0; i < finding->face_pair_count; i++) {
        if (any && !is_same_place(finding->regions[finding->region_of[i]].point, point)) continue;
        if (finding->a == part) meets[finding->face_pairs[i].face_a] = true;
        if (finding->b == part) meets[finding->face_pairs[i].face_b] = true;
    }
}

static bool make_room(const asset_part *part, check_view_part *out)
{
    size_t triangles = part->triangle_count;
    out->positions = malloc((size_t)part->vertex_count * sizeof *out->positions + 1);
    out->triangles = malloc(triangles * 3 * sizeof *out->triangles + 1);
    out->faces = malloc(triangles * sizeof *out->faces + 1);
    out->marked = malloc(triangles * sizeof *out->marked + 1);
    return out->positions && out->triangles && out->faces && out->marked;
}

static void add_triangle(const asset_part *part, const uint32_t *corners, uint32_t face,
                         bool marked, uint32_t *own, check_view_part *out)
{
    for (int i = 0; i < 3; i++) {
        uint32_t vertex = corners[i];
        if (own[vertex] == MOTE_NONE) {
            own[vertex] = out->vertex_count;
            out->positions[out->vertex_count++] = part->positions[vertex];
        }
        out->triangles[(size_t)out->triangle_count * 3 + (size_t)i] = own[vertex];
    }
    out->faces[out->triangle_count] = face;
    out->marked[out->triangle_count++] = marked;
}

static mote_result take_part(const check_animation *animation, uint32_t number,
                             const mote_check_finding *finding, mote_vec3 point, float reach,
                             check_view_part *out)
{
    const asset_part *part = animation->parts[number];
    mote_mesh_view mesh;
    mote_mesh_get_view(part->mesh, &mesh);
    bool *meets = calloc(part->triangle_count, sizeof *meets);
    uint32_t *own = malloc((size_t)part->vertex_count * sizeof *own + 1);
    *out = (check_view_part){.part = number};
    bool room = make_room(part, out);
    if (meets && own && room) {
        memset(own, 0xff, (size_t)part->vertex_count * sizeof *own);
        mark_faces(finding, point, number, meets);
        for (uint32_t i = 0; i < part->triangle_count; i++)
            if (face_distance(part, mesh.triangles, i, point) <= reach)
                add_triangle(part, &mesh.triangles[(size_t)i * 3], i, meets[i], own, out);
    } else {
        room = false;
    }
    free(meets);
    free(own);
    return room ? MOTE_OK : mote_fail_memory(part->triangle_count, "a view");
}

static void release_part(check_view_part *part)
{
    free(part->positions);
    free(part->triangles);
    free(part->faces);
    free(part->marked);
}

// Takes the triangles near the worst point of the episode in the frame that was checked last.
static mote_result take_parts(const check_animation *animation, const mote_check_finding *finding,
                              check_view *view)
{
    float reach;
    view->parts = calloc(animation->part_count, sizeof *view->parts);
    if (!view->parts)
        return mote_fail_memory(animation->part_count * sizeof *view->parts, "a view");
    mote_result result = find_reach(animation, view->point, &reach);
    view->whole = reach == INFINITY;
    for (uint32_t i = 0; i < animation->part_count && !result; i++) {
        check_view_part *part = &view->parts[view->part_count];
        result = take_part(animation, i, finding, view->point, reach, part);
        if (result || part->triangle_count == 0)
            release_part(part);
        else
            view->part_count++;
    }
    return result;
}

// The number of the frame in the artist's tool.
static int64_t shown_number(const check_checker *checker, const mote_check_frame *frame)
{
    return frame->number + (int64_t)checker->def.animation->clips[frame->clip].frame_offset;
}

// Sets `taken` to false if the deadline ended the frame before the finding was computed again.
static mote_result take_view(check_checker *checker, const mote_check_episode *episode,
                             double deadline, check_view *out, bool *taken)
{
    mote_check_frame frame;
    mote_result result =
        check_checker_look(checker, episode->clip, episode->worst_frame, deadline, &frame);
    if (result) return result;
    const mote_check_finding *finding = find_pair(&frame, episode->a, episode->b);
    bool out_of_time = deadline > 0 && frame.cut_short;
    *taken = !out_of_time;
    if (!finding && !out_of_time)
        return mote_fail(MOTE_ERROR_STATE,
                         "frame %" PRId64 " differs from when it was checked first",
                         shown_number(checker, &frame));
    if (out_of_time) return MOTE_OK;
    *out = (check_view){.clip = frame.clip,
                        .frame = frame.number,
                        .time = frame.time,
                        .a = episode->a,
                        .b = episode->b,
                        .point = episode->point};
    return take_parts(checker->def.animation, finding, out);
}

// Converts the crossing to a finding.
static mote_result make_finding(const mote_check_crossing *crossing, mote_check_finding *out)
{
    mote_face_pair *pairs = malloc((size_t)crossing->face_pair_count * sizeof *pairs + 1);
    if (!pairs) return mote_fail_memory(crossing->face_pair_count * sizeof *pairs, "a view");
    for (uint32_t i = 0; i < crossing->face_pair_count; i++)
        pairs[i] = (mote_face_pair){crossing->faces[i].face_a, crossing->faces[i].face_b};
    *out = (mote_check_finding){.a = crossing->a,
                                .b = crossing->b,
                                .face_pairs = pairs,
                                .face_pair_count = crossing->face_pair_count};
    return MOTE_OK;
}

// Takes a view at the time of a crossing that no frame shows.
static mote_result take_moment(check_checker *checker, const mote_check_frame *frame,
                               const mote_check_crossing *crossing, check_view *out)
{
    mote_check_finding finding = {0};
    mote_result result = make_finding(crossing, &finding);
    if (result) return result;
    *out = (check_view){.clip = frame->clip,
                        .frame = frame->number,
                        .time = crossing->time,
                        .a = crossing->a,
                        .b = crossing->b,
                        .point = crossing->point};
    result = check_checker_pose_moment(checker, frame, crossing->at);
    if (!result) result = take_parts(checker->def.animation, &finding, out);
    if (!result) result = check_checker_pose_moment(checker, frame, frame->number);
    free((void *)finding.face_pairs);
    return result;
}

static mote_result take_hidden_view(check_checker *checker, const mote_check_episode *episode,
                                    double deadline, check_view *out, bool *taken)
{
    mote_check_frame frame;
    mote_result result =
        check_checker_look_before(checker, episode->clip, episode->worst_frame, deadline, &frame);
    if (result) return result;
    *taken = !(deadline > 0 && frame.cut_short);
    if (!*taken) return MOTE_OK;
    for (uint32_t i = 0; i < frame.crossing_count; i++)
        if (frame.crossings[i].a == episode->a && frame.crossings[i].b == episode->b)
            return take_moment(checker, &frame, &frame.crossings[i], out);
    return mote_fail(MOTE_ERROR_STATE,
                     "the way to frame %" PRId64 " differs from when it was checked first",
                     shown_number(checker, &frame));
}

mote_result check_views_create(check_checker *checker, const check_episodes *all, double deadline,
                               check_view **out, size_t *count)
{
    const mote_check_episode *episodes = all->list.data;
    *out = NULL;
    if (*count > all->list.count) *count = all->list.count;
    check_view *views = calloc(*count + 1, sizeof *views);
    if (!views) return mote_fail_memory(*count * sizeof *views, "the views");
    mote_result result = MOTE_OK;
    size_t made = 0;
    for (bool taken = true; made < *count && taken && !result; made += taken && !result) {
        taken = !(deadline > 0 && mote_seconds() >= deadline);
        if (taken)
            result = (episodes[made].hidden ? take_hidden_view : take_view)(
                checker, &episodes[made], deadline, &views[made], &taken);
    }
    if (result) {
        check_views_release(views, *count);
        *count = 0;
        return result;
    }
    *count = made;
    *out = views;
    return MOTE_OK;
}

void check_views_release(check_view *views, size_t count)
{
    for (size_t i = 0; i < count && views; i++) {
        for (uint32_t k = 0; k < views[i].part_count; k++) release_part(&views[i].parts[k]);
        free(views[i].parts);
    }
    free(views);
}
