#include "apps/mote/check/extract.h"

#include <mote/geometry.h>
#include <string.h>

#include "apps/mote/check/pierce.h"
#include "core/result.h"

// One pair of bodies on its way to a finding.
typedef struct pair_job {
    check_extractor *e;
    const mote_report *report;
    const mote_pair_report *pair;
    uint32_t a, b; // parts
    const uint32_t *triangles_a, *triangles_b;
} pair_job;

static mote_allocator libc_allocator(void)
{
    return mote_allocator_or_default((mote_allocator){0});
}

check_extractor check_extractor_create(void)
{
    return (check_extractor){.findings = mote_untyped_of(sizeof(check_finding)),
                             .face_pairs = mote_untyped_of(sizeof(mote_face_pair)),
                             .contacts = mote_untyped_of(sizeof(mote_contact)),
                             .kept = mote_untyped_of(sizeof(uint32_t)),
                             .invalid = mote_untyped_of(sizeof(uint32_t))};
}

void check_extractor_release(check_extractor *e)
{
    mote_allocator allocator = libc_allocator();
    mote_untyped_release(&e->findings, &allocator);
    mote_untyped_release(&e->face_pairs, &allocator);
    mote_untyped_release(&e->contacts, &allocator);
    mote_untyped_release(&e->kept, &allocator);
    mote_untyped_release(&e->invalid, &allocator);
}

static mote_result fail_memory(void)
{
    return mote_fail_memory(sizeof(check_finding), "what a frame found");
}

// ---------------------------------------------------------------------------------------------
// Which face pairs count

// Do the faces have a vertex in common, across the border of their parts?
static bool are_neighbors(const pair_job *job, mote_face_pair faces)
{
    const check_animation *animation = job->e->animation;
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
    const check_animation *animation = job->e->animation;
    return job->a != job->b && animation->source_of[job->a] == animation->source_of[job->b] &&
           animation->parts[job->a]->shared && animation->parts[job->b]->shared;
}

// Appends the face pairs that count and tells for each contact how many of them it has.
static mote_result keep_face_pairs(pair_job *job, uint32_t *kept)
{
    check_extractor *e = job->e;
    mote_allocator allocator = libc_allocator();
    const mote_pair_report *pair = job->pair;
    bool neighbors = may_be_neighbors(job);
    mote_face_pair *to = mote_untyped_room(&e->face_pairs, &allocator, pair->face_pair_count);
    if (!to) return fail_memory();
    size_t count = 0;
    for (uint32_t i = 0; i < pair->face_pair_count; i++) {
        mote_face_pair faces = job->report->face_pairs[pair->first_face_pair + i];
        if (neighbors && are_neighbors(job, faces)) continue;
        if (e->baseline && check_baseline_has(e->baseline, job->a, job->b, faces)) {
            e->baseline_face_pairs++;
            continue;
        }
        to[count++] = faces;
        uint32_t contact = job->report->contact_of[pair->first_face_pair + i];
        kept[contact - pair->first_contact]++;
    }
    e->face_pairs.count += count;
    return MOTE_OK;
}

static mote_result keep_contacts(const pair_job *job, const uint32_t *kept)
{
    check_extractor *e = job->e;
    mote_allocator allocator = libc_allocator();
    for (uint32_t i = 0; i < job->pair->contact_count; i++) {
        if (!kept[i]) continue;
        mote_contact contact = job->report->contacts[job->pair->first_contact + i];
        contact.face_pair_count = kept[i];
        if (!mote_untyped_push(&e->contacts, &allocator, &contact)) return fail_memory();
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

static check_severity severity_of_faces(const pair_job *job, const check_finding *finding)
{
    check_severity worst = CHECK_SEVERITY_NEAR;
    for (uint32_t i = 0; i < finding->face_pair_count; i++) {
        mote_vec3 a[3], b[3];
        get_corners(job->e->animation->parts[job->a], job->triangles_a,
                    finding->face_pairs[i].face_a, a);
        get_corners(job->e->animation->parts[job->b], job->triangles_b,
                    finding->face_pairs[i].face_b, b);
        if (check_faces_pierce(a, b)) return CHECK_SEVERITY_PENETRATE;
        if (worst == CHECK_SEVERITY_NEAR && (!job->e->tolerant || mote_triangles_intersect(a, b)))
            worst = CHECK_SEVERITY_TOUCH;
    }
    return worst;
}

// Where a part meets itself the crossing often ends at neighboring faces, and what lies inside is not
// bounded by it: no depth is known.
static void forget_own_depths(check_finding *finding, mote_contact *contacts)
{
    for (uint32_t i = 0; i < finding->contact_count; i++)
        if (contacts[i].depth_kind == MOTE_DEPTH_ESTIMATE)
            contacts[i].depth = 0, contacts[i].depth_kind = MOTE_DEPTH_NONE;
}

static void find_depth(check_finding *finding)
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
static bool is_deep(const pair_job *job, const check_finding *finding)
{
    static const float rounding = 1e-6f;
    mote_mesh_info info;
    mote_mesh_get_info(job->e->animation->parts[job->a]->mesh, &info);
    return finding->depth_kind == MOTE_DEPTH_ESTIMATE &&
           finding->depth > rounding * info.mean_edge_length;
}

static void judge(const pair_job *job, check_finding *finding)
{
    find_depth(finding);
    if (finding->relation == MOTE_RELATION_A_IN_B || finding->relation == MOTE_RELATION_B_IN_A) {
        finding->severity = CHECK_SEVERITY_PENETRATE;
        return;
    }
    finding->severity = finding->relation == MOTE_RELATION_NEAR ? CHECK_SEVERITY_NEAR
                                                                : severity_of_faces(job, finding);
    if (finding->severity == CHECK_SEVERITY_TOUCH && is_deep(job, finding))
        finding->severity = CHECK_SEVERITY_PENETRATE;
    if (finding->severity == CHECK_SEVERITY_NEAR) finding->relation = MOTE_RELATION_NEAR;
}

// ---------------------------------------------------------------------------------------------

static mote_result extract_faces(pair_job *job, check_finding *finding)
{
    check_extractor *e = job->e;
    mote_allocator allocator = libc_allocator();
    uint32_t *kept = mote_untyped_room(&e->kept, &allocator, job->pair->contact_count);
    if (!kept) return fail_memory();
    memset(kept, 0, job->pair->contact_count * sizeof *kept);
    size_t first_face_pair = e->face_pairs.count, first_contact = e->contacts.count;
    mote_result result = keep_face_pairs(job, kept);
    if (!result) result = keep_contacts(job, kept);
    finding->face_pair_count = (uint32_t)(e->face_pairs.count - first_face_pair);
    finding->contact_count = (uint32_t)(e->contacts.count - first_contact);
    return result;
}

// An inner part that the baseline knows to be inside does not count.
static bool is_known_inside(const pair_job *job)
{
    const check_extractor *e = job->e;
    return e->baseline &&
           check_baseline_has(e->baseline, job->a, job->b, (mote_face_pair){MOTE_NONE, MOTE_NONE});
}

static mote_result extract_pair(check_extractor *e, const mote_report *report,
                                const mote_pair_report *pair)
{
    pair_job job = {.e = e,
                    .report = report,
                    .pair = pair,
                    .a = e->part_of_body[pair->a.index],
                    .b = e->part_of_body[pair->b.index]};
    const asset_part *a = e->animation->parts[job.a], *b = e->animation->parts[job.b];
    if (!check_rules_allow(e->rules, a->name, b->name))
        // From the next frame on the world does not look at them any more.
        return job.a == job.b ? MOTE_OK : mote_world_ignore_pair(e->world, pair->a, pair->b, true);
    mote_mesh_view view_a, view_b;
    mote_mesh_get_view(a->mesh, &view_a);
    mote_mesh_get_view(b->mesh, &view_b);
    job.triangles_a = view_a.triangles;
    job.triangles_b = view_b.triangles;
    check_finding finding = {
        .a = job.a, .b = job.b, .relation = pair->relation, .cut_short = pair->cut_short};
    bool inside = pair->relation == MOTE_RELATION_A_IN_B || pair->relation == MOTE_RELATION_B_IN_A;
    if (inside && is_known_inside(&job)) return MOTE_OK;
    mote_result result = extract_faces(&job, &finding);
    if (result || (!inside && finding.face_pair_count == 0)) return result;
    mote_allocator allocator = libc_allocator();
    return mote_untyped_push(&e->findings, &allocator, &finding) ? MOTE_OK : fail_memory();
}

// The arrays have stopped growing: now findings may point into them.
static void settle(check_extractor *e)
{
    const mote_face_pair *face_pairs = e->face_pairs.data;
    mote_contact *contacts = e->contacts.data;
    check_finding *findings = e->findings.data;
    for (size_t i = 0; i < e->findings.count; i++) {
        mote_mesh_view a, b;
        mote_mesh_get_view(e->animation->parts[findings[i].a]->mesh, &a);
        mote_mesh_get_view(e->animation->parts[findings[i].b]->mesh, &b);
        findings[i].face_pairs = face_pairs;
        findings[i].contacts = contacts;
        if (findings[i].a == findings[i].b) forget_own_depths(&findings[i], contacts);
        face_pairs += findings[i].face_pair_count;
        contacts += findings[i].contact_count;
        pair_job job = {.e = e,
                        .a = findings[i].a,
                        .b = findings[i].b,
                        .triangles_a = a.triangles,
                        .triangles_b = b.triangles};
        judge(&job, &findings[i]);
    }
}

static mote_result list_invalid(check_extractor *e, const mote_report *report)
{
    mote_allocator allocator = libc_allocator();
    for (size_t i = 0; i < report->invalid_count; i++)
        if (!mote_untyped_push(&e->invalid, &allocator, &e->part_of_body[report->invalid[i].index]))
            return fail_memory();
    return MOTE_OK;
}

mote_result check_extract(check_extractor *e, const mote_report *report, check_frame *out)
{
    e->findings.count = e->face_pairs.count = e->contacts.count = e->invalid.count = 0;
    mote_result result = list_invalid(e, report);
    for (size_t i = 0; i < report->pair_count && !result; i++)
        if (report->pairs[i].state != MOTE_PAIR_END)
            result = extract_pair(e, report, &report->pairs[i]);
    if (result) return result;
    settle(e);
    out->findings = e->findings.data;
    out->finding_count = (uint32_t)e->findings.count;
    out->invalid = e->invalid.data;
    out->invalid_count = (uint32_t)e->invalid.count;
    out->cut_short = report->cut_short;
    return MOTE_OK;
}
