#include "check/findings.h"

#include <mote/geometry.h>
#include <string.h>

#include "check/pierce.h"
#include "core/result.h"

const char *mote_check_severity_name(mote_check_severity severity)
{
    switch (severity) {
    case MOTE_CHECK_CLEAN: return "clean";
    case MOTE_CHECK_NEAR: return "near";
    case MOTE_CHECK_TOUCH: return "touch";
    case MOTE_CHECK_PENETRATE: return "penetrate";
    }
    return "unknown";
}

void check_finder_release(check_finder *finder)
{
    mote_array_release(&finder->findings, &mote_libc_allocator);
    mote_array_release(&finder->face_pairs, &mote_libc_allocator);
    mote_array_release(&finder->contacts, &mote_libc_allocator);
    mote_array_release(&finder->kept, &mote_libc_allocator);
    mote_array_release(&finder->invalid, &mote_libc_allocator);
}

// One pair of bodies on its way to a finding.
typedef struct pair_job {
    check_finder *finder;
    const mote_report *report;
    const mote_pair_report *pair;
    uint32_t a, b; // parts
    const uint32_t *triangles_a, *triangles_b;
} pair_job;

static mote_result fail_memory(void)
{
    return mote_fail_memory(sizeof(mote_check_finding), "findings");
}

// ---------------------------------------------------------------------------------------------
// Which face pairs count

// Do the faces have a vertex in common, across the border of their parts?
static bool are_neighbors(const pair_job *job, mote_face_pair faces)
{
    const check_animation *animation = job->finder->animation;
    const uint32_t *shared_a = animation->parts[job->a]->shared;
    const uint32_t *shared_b = animation->parts[job->b]->shared;
    const uint32_t *a = &job->triangles_a[(size_t)faces.face_a * 3];
    const uint32_t *b = &job->triangles_b[(size_t)faces.face_b * 3];
    for (int i = 0; i < 3; i++)
        for (int k = 0; k < 3; k++)
            if (shared_a[a[i]] == shared_b[b[k]] && shared_a[a[i]] != MOTE_NONE) return true;
    return false;
}

static bool may_be_neighbors(const pair_job *job)
{
    const check_animation *animation = job->finder->animation;
    return job->a != job->b && animation->source_of[job->a] == animation->source_of[job->b] &&
           animation->parts[job->a]->shared && animation->parts[job->b]->shared;
}

bool check_finder_counts(check_finder *finder, uint32_t a, uint32_t b, mote_face_pair faces)
{
    mote_mesh_view view_a, view_b;
    mote_mesh_get_view(finder->animation->parts[a]->mesh, &view_a);
    mote_mesh_get_view(finder->animation->parts[b]->mesh, &view_b);
    const pair_job job = {.finder = finder,
                          .a = a,
                          .b = b,
                          .triangles_a = view_a.triangles,
                          .triangles_b = view_b.triangles};
    if (may_be_neighbors(&job) && are_neighbors(&job, faces)) return false;
    bool known = finder->baseline && check_baseline_has(finder->baseline, a, b, faces);
    finder->baseline_met |= known;
    return !known;
}

// Appends the face pairs that count and sets for each contact how many of them it has.
static mote_result keep_face_pairs(pair_job *job, uint32_t *kept)
{
    check_finder *finder = job->finder;
    const mote_pair_report *pair = job->pair;
    bool neighbors = may_be_neighbors(job);
    mote_face_pair *to =
        mote_array_room(&finder->face_pairs, &mote_libc_allocator, pair->face_pair_count);
    if (!to) return fail_memory();
    size_t count = 0;
    for (uint32_t i = 0; i < pair->face_pair_count; i++) {
        mote_face_pair faces = job->report->face_pairs[pair->first_face_pair + i];
        if (neighbors && are_neighbors(job, faces)) continue;
        if (finder->baseline && check_baseline_has(finder->baseline, job->a, job->b, faces)) {
            finder->baseline_face_pairs++;
            finder->baseline_met = true;
            continue;
        }
        to[count++] = faces;
        uint32_t contact = job->report->contact_of[pair->first_face_pair + i];
        kept[contact - pair->first_contact]++;
    }
    finder->face_pairs.count += count;
    return MOTE_OK;
}

static mote_result keep_contacts(const pair_job *job, const uint32_t *kept)
{
    check_finder *finder = job->finder;
    for (uint32_t i = 0; i < job->pair->contact_count; i++) {
        if (!kept[i]) continue;
        mote_contact contact = job->report->contacts[job->pair->first_contact + i];
        contact.face_pair_count = kept[i];
        if (!mote_array_push(&finder->contacts, &mote_libc_allocator, contact))
            return fail_memory();
    }
    return MOTE_OK;
}

// ---------------------------------------------------------------------------------------------
// How bad it is

static void get_corners(const asset_part *part, const uint32_t *triangles, uint32_t face,
                        mote_vec3 out[3])
{
    for (int i = 0; i < 3; i++) out[i] = part->positions[triangles[(size_t)face * 3 + (size_t)i]];
}

static mote_check_severity severity_of_faces(const pair_job *job, const mote_check_finding *finding)
{
    mote_check_severity worst = MOTE_CHECK_NEAR;
    for (uint32_t i = 0; i < finding->face_pair_count; i++) {
        mote_vec3 a[3], b[3];
        get_corners(job->finder->animation->parts[job->a], job->triangles_a,
                    finding->face_pairs[i].face_a, a);
        get_corners(job->finder->animation->parts[job->b], job->triangles_b,
                    finding->face_pairs[i].face_b, b);
        if (check_faces_pierce(a, b)) return MOTE_CHECK_PENETRATE;
        if (worst == MOTE_CHECK_NEAR && (!job->finder->tolerant || mote_triangles_intersect(a, b)))
            worst = MOTE_CHECK_TOUCH;
    }
    return worst;
}

// Where a part meets itself the crossing often ends at neighboring faces, and what lies inside is not
// bounded by it: no depth is known.
static void forget_own_depths(mote_check_finding *finding, mote_contact *contacts)
{
    for (uint32_t i = 0; i < finding->contact_count; i++)
        if (contacts[i].depth_kind == MOTE_DEPTH_ESTIMATE)
            contacts[i].depth = 0, contacts[i].depth_kind = MOTE_DEPTH_NONE;
}

static void find_depth(mote_check_finding *finding)
{
    for (uint32_t i = 0; i < finding->contact_count; i++) {
        const mote_contact *contact = &finding->contacts[i];
        if (contact->depth_kind == MOTE_DEPTH_NONE) continue;
        bool first = finding->depth_kind == MOTE_DEPTH_NONE;
        if (!first && contact->depth <= finding->depth) continue;
        finding->depth = contact->depth;
        finding->depth_kind = contact->depth_kind;
    }
}

// Solid parts can be inside each other without two faces that cross: boxes with sides in one plane.
static bool is_deep(const pair_job *job, const mote_check_finding *finding)
{
    static const float rounding = 1e-6f;
    mote_mesh_info info;
    mote_mesh_get_info(job->finder->animation->parts[job->a]->mesh, &info);
    return finding->depth_kind == MOTE_DEPTH_ESTIMATE &&
           finding->depth > rounding * info.mean_edge_length;
}

static void judge(const pair_job *job, mote_check_finding *finding)
{
    find_depth(finding);
    if (finding->relation == MOTE_RELATION_A_IN_B || finding->relation == MOTE_RELATION_B_IN_A) {
        finding->severity = MOTE_CHECK_PENETRATE;
        return;
    }
    finding->severity =
        finding->relation == MOTE_RELATION_NEAR ? MOTE_CHECK_NEAR : severity_of_faces(job, finding);
    if (finding->severity == MOTE_CHECK_TOUCH && is_deep(job, finding))
        finding->severity = MOTE_CHECK_PENETRATE;
    if (finding->severity == MOTE_CHECK_NEAR) finding->relation = MOTE_RELATION_NEAR;
}

// ---------------------------------------------------------------------------------------------

static mote_result extract_faces(pair_job *job, mote_check_finding *finding)
{
    check_finder *finder = job->finder;
    uint32_t *kept = mote_array_room(&finder->kept, &mote_libc_allocator, job->pair->contact_count);
    if (!kept) return fail_memory();
    memset(kept, 0, job->pair->contact_count * sizeof *kept);
    size_t first_face_pair = finder->face_pairs.count, first_contact = finder->contacts.count;
    mote_result result = keep_face_pairs(job, kept);
    if (!result) result = keep_contacts(job, kept);
    finding->face_pair_count = (uint32_t)(finder->face_pairs.count - first_face_pair);
    finding->contact_count = (uint32_t)(finder->contacts.count - first_contact);
    return result;
}

// An inner part that the baseline knows to be inside does not count.
static bool is_known_inside(const pair_job *job)
{
    const check_finder *finder = job->finder;
    return finder->baseline && check_baseline_has(finder->baseline, job->a, job->b,
                                                  (mote_face_pair){MOTE_NONE, MOTE_NONE});
}

static mote_result extract_pair(check_finder *finder, const mote_report *report,
                                const mote_pair_report *pair)
{
    pair_job job = {.finder = finder,
                    .report = report,
                    .pair = pair,
                    .a = finder->part_of_body[pair->a.index],
                    .b = finder->part_of_body[pair->b.index]};
    const asset_part *a = finder->animation->parts[job.a], *b = finder->animation->parts[job.b];
    if (!check_rules_allow(finder->rules, a->name, b->name))
        // From the next frame on the world does not look at them any more.
        return job.a == job.b ? MOTE_OK
                              : mote_world_ignore_pair(finder->world, pair->a, pair->b, true);
    mote_mesh_view view_a, view_b;
    mote_mesh_get_view(a->mesh, &view_a);
    mote_mesh_get_view(b->mesh, &view_b);
    job.triangles_a = view_a.triangles;
    job.triangles_b = view_b.triangles;
    mote_check_finding finding = {
        .a = job.a, .b = job.b, .relation = pair->relation, .cut_short = pair->cut_short};
    bool inside = pair->relation == MOTE_RELATION_A_IN_B || pair->relation == MOTE_RELATION_B_IN_A;
    if (inside && is_known_inside(&job)) {
        finder->baseline_met = true;
        return MOTE_OK;
    }
    mote_result result = extract_faces(&job, &finding);
    if (result || (!inside && finding.face_pair_count == 0)) return result;
    return mote_array_push(&finder->findings, &mote_libc_allocator, finding) ? MOTE_OK
                                                                             : fail_memory();
}

// The arrays have stopped growing: now findings may point into them.
static void settle(check_finder *finder)
{
    const mote_face_pair *face_pairs = finder->face_pairs.data;
    mote_contact *contacts = finder->contacts.data;
    mote_check_finding *findings = finder->findings.data;
    for (size_t i = 0; i < finder->findings.count; i++) {
        mote_mesh_view a, b;
        mote_mesh_get_view(finder->animation->parts[findings[i].a]->mesh, &a);
        mote_mesh_get_view(finder->animation->parts[findings[i].b]->mesh, &b);
        findings[i].face_pairs = face_pairs;
        findings[i].contacts = contacts;
        if (findings[i].a == findings[i].b) forget_own_depths(&findings[i], contacts);
        face_pairs += findings[i].face_pair_count;
        contacts += findings[i].contact_count;
        pair_job job = {.finder = finder,
                        .a = findings[i].a,
                        .b = findings[i].b,
                        .triangles_a = a.triangles,
                        .triangles_b = b.triangles};
        judge(&job, &findings[i]);
    }
}

static mote_result list_invalid(check_finder *finder, const mote_report *report)
{
    for (size_t i = 0; i < report->invalid_count; i++)
        if (!mote_array_push(&finder->invalid, &mote_libc_allocator,
                             finder->part_of_body[report->invalid[i].index]))
            return fail_memory();
    return MOTE_OK;
}

mote_result check_find(check_finder *finder, const mote_report *report, mote_check_frame *out)
{
    finder->findings.count = finder->face_pairs.count = finder->contacts.count =
        finder->invalid.count = 0;
    finder->baseline_face_pairs = 0;
    mote_result result = list_invalid(finder, report);
    for (size_t i = 0; i < report->pair_count && !result; i++)
        if (report->pairs[i].state != MOTE_PAIR_END)
            result = extract_pair(finder, report, &report->pairs[i]);
    if (result) return result;
    settle(finder);
    out->findings = finder->findings.data;
    out->finding_count = (uint32_t)finder->findings.count;
    out->invalid = finder->invalid.data;
    out->invalid_count = (uint32_t)finder->invalid.count;
    out->cut_short = report->cut_short;
    return MOTE_OK;
}
