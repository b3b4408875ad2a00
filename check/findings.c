#include "check/findings.h"

#include <string.h>

#include "core/box.h"
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
    mote_array_release(&finder->regions, &mote_libc_allocator);
    mote_array_release(&finder->labels, &mote_libc_allocator);
    mote_array_release(&finder->region_of, &mote_libc_allocator);
    mote_array_release(&finder->swapped, &mote_libc_allocator);
    mote_array_release(&finder->contact_of, &mote_libc_allocator);
    mote_array_release(&finder->contact_region, &mote_libc_allocator);
    mote_array_release(&finder->kept, &mote_libc_allocator);
    mote_array_release(&finder->places, &mote_libc_allocator);
    check_grouping_release(&finder->grouping);
    check_region_work_release(&finder->region_work);
    mote_array_release(&finder->invalid, &mote_libc_allocator);
}

// Work data to make a finding from a pair of bodies.
typedef struct pair_job {
    check_finder *finder;
    const mote_report *report;
    const mote_pair_report *pair;
    uint32_t a, b; // parts
    uint32_t clip, frame;
    const uint32_t *triangles_a, *triangles_b;
} pair_job;

static mote_result fail_memory(void)
{
    return mote_fail_memory(sizeof(mote_check_finding), "findings");
}

// ---------------------------------------------------------------------------------------------
// Face pairs that count

// Do the faces share a vertex across the border of their parts?
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

static bool has_known(const check_finder *finder)
{
    return finder->known && finder->known->list.count > 0;
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
    known = known ||
            (has_known(finder) && check_known_has_faces(finder->known, finder->animation,
                                                        finder->clip, finder->frame, a, b, faces));
    finder->baseline_met |= known;
    return !known;
}

// Appends the face pairs that count, with the contact of each as an index among the contacts of the
// two bodies. Sets the number of face pairs of each contact.
static mote_result keep_face_pairs(pair_job *job, uint32_t *kept)
{
    check_finder *finder = job->finder;
    const mote_pair_report *pair = job->pair;
    bool neighbors = may_be_neighbors(job);
    finder->contact_of.count = 0;
    mote_face_pair *to =
        mote_array_room(&finder->face_pairs, &mote_libc_allocator, pair->face_pair_count);
    uint32_t *contact_of =
        mote_array_room(&finder->contact_of, &mote_libc_allocator, pair->face_pair_count);
    if (!to || !contact_of) return fail_memory();
    size_t count = 0;
    for (uint32_t i = 0; i < pair->face_pair_count; i++) {
        mote_face_pair faces = job->report->face_pairs[pair->first_face_pair + i];
        if (neighbors && are_neighbors(job, faces)) continue;
        if (finder->baseline && check_baseline_has(finder->baseline, job->a, job->b, faces)) {
            finder->baseline_face_pairs++;
            finder->baseline_met = true;
            continue;
        }
        uint32_t contact = job->report->contact_of[pair->first_face_pair + i];
        if (contact != MOTE_NONE) kept[contact -= pair->first_contact]++; // MOTE_NONE: time ran out
        contact_of[count] = contact;
        to[count++] = faces;
    }
    finder->face_pairs.count += count;
    return MOTE_OK;
}

// Appends the contacts that have a face pair, with the region of each.
static mote_result keep_contacts(const pair_job *job, const uint32_t *kept,
                                 const mote_check_finding *finding, const uint32_t *region_of)
{
    check_finder *finder = job->finder;
    finder->contact_region.count = 0;
    uint32_t *place =
        mote_array_room(&finder->kept, &mote_libc_allocator, (size_t)job->pair->contact_count * 2);
    if (!place) return fail_memory();
    place += job->pair->contact_count; // the first half is `kept`
    for (uint32_t i = 0; i < job->pair->contact_count; i++) {
        if (!kept[i]) continue;
        mote_contact contact = job->report->contacts[job->pair->first_contact + i];
        contact.face_pair_count = kept[i];
        place[i] = (uint32_t)finder->contact_region.count;
        if (!mote_array_push(&finder->contacts, &mote_libc_allocator, contact) ||
            !mote_array_push(&finder->contact_region, &mote_libc_allocator, 0))
            return fail_memory();
    }
    for (uint32_t i = 0; i < finding->face_pair_count; i++)
        if (finder->contact_of.data[i] != MOTE_NONE)
            finder->contact_region.data[place[finder->contact_of.data[i]]] = region_of[i];
    return MOTE_OK;
}

// ---------------------------------------------------------------------------------------------
// Regions

static mote_result group_faces(pair_job *job, mote_check_finding *finding)
{
    check_finder *finder = job->finder;
    uint32_t count = finding->face_pair_count;
    uint32_t *region_of = mote_array_room(&finder->region_of, &mote_libc_allocator, count);
    bool *swapped = mote_array_room(&finder->swapped, &mote_libc_allocator, count);
    if (!region_of || !swapped) return fail_memory();
    const check_group_faces faces = {.triangles_a = job->triangles_a,
                                     .triangles_b = job->triangles_b,
                                     .self = job->a == job->b,
                                     .pairs =
                                         finder->face_pairs.data + finder->face_pairs.count - count,
                                     .count = count};
    return check_group(&finder->grouping, &faces, region_of, swapped, &finding->region_count);
}

// Measures the regions of the face pairs and contacts appended last.
static mote_result measure_regions(pair_job *job, const mote_check_finding *finding)
{
    check_finder *finder = job->finder;
    uint32_t pairs = finding->face_pair_count, contacts = finding->contact_count;
    mote_check_region *regions =
        mote_array_room(&finder->regions, &mote_libc_allocator, finding->region_count);
    finder->labels.count = 0;
    check_region_labels *labels =
        mote_array_room(&finder->labels, &mote_libc_allocator, finding->region_count);
    if (!regions || !labels) return fail_memory();
    const check_region_input input = {
        .a = finder->animation->parts[job->a],
        .b = finder->animation->parts[job->b],
        .triangles_a = job->triangles_a,
        .triangles_b = job->triangles_b,
        .pairs = finder->face_pairs.data + finder->face_pairs.count - pairs,
        .region_of = finder->region_of.data + finder->region_of.count,
        .swapped = finder->swapped.data + finder->swapped.count,
        .pair_count = pairs,
        .region_count = finding->region_count,
        .contacts = finder->contacts.data + finder->contacts.count - contacts,
        .contact_region = finder->contact_region.data,
        .contact_count = contacts,
        .segments = job->report->segments,
        .tolerant = finder->tolerant};
    return check_regions_measure(&finder->region_work, &input, regions, labels);
}

// Counts the face pairs that also meet in the rest pose, in the regions measured last.
static void count_rest(const pair_job *job, const mote_check_finding *finding)
{
    const check_finder *finder = job->finder;
    mote_check_region *regions = finder->regions.data + finder->regions.count;
    const uint32_t *region_of = finder->region_of.data + finder->region_of.count;
    const mote_face_pair *pairs =
        finder->face_pairs.data + finder->face_pairs.count - finding->face_pair_count;
    if (!finder->rest || check_baseline_get_size(finder->rest).known == 0) return;
    for (uint32_t i = 0; i < finding->face_pair_count; i++)
        regions[region_of[i]].rest_face_pair_count +=
            check_baseline_has(finder->rest, job->a, job->b, pairs[i]);
}

// Computes the places of the regions measured last.
static mote_result find_places(pair_job *job, const mote_check_finding *finding)
{
    check_finder *finder = job->finder;
    const mote_face_pair *pairs =
        finder->face_pairs.data + finder->face_pairs.count - finding->face_pair_count;
    const uint32_t *region_of = finder->region_of.data + finder->region_of.count;
    const bool *swapped = finder->swapped.data + finder->swapped.count;
    if (!has_known(finder)) return MOTE_OK;
    finder->places.count = 0;
    check_place *places =
        mote_array_room(&finder->places, &mote_libc_allocator, finding->region_count);
    if (!places) return fail_memory();
    for (uint32_t i = 0; i < finding->region_count; i++) places[i] = check_place_empty();
    for (uint32_t i = 0; i < finding->face_pair_count; i++)
        check_place_add_faces(&places[region_of[i]], finder->animation->parts[job->a],
                              finder->animation->parts[job->b], pairs[i], swapped[i]);
    return MOTE_OK;
}

static bool is_known(const pair_job *job, const mote_check_region *region, uint32_t number)
{
    const check_finder *finder = job->finder;
    if (!has_known(finder)) return false;
    const check_known_region wanted = {.a = job->a,
                                       .b = job->b,
                                       .clip = job->clip,
                                       .severity = region->severity,
                                       .has_depth = region->depth_kind != MOTE_DEPTH_NONE,
                                       .depth = region->depth,
                                       .place = finder->places.data[number]};
    return check_known_has(finder->known, finder->animation, job->frame, &wanted);
}

// Decides which of the regions measured last are kept. Writes their new numbers, or MOTE_NONE, to
// `kept`.
static void number_kept(pair_job *job, mote_check_finding *finding, uint32_t *kept)
{
    check_finder *finder = job->finder;
    mote_check_region *regions = finder->regions.data + finder->regions.count;
    const check_allow_place place = {finder->animation, job->a, job->b, job->clip, job->frame};
    uint32_t count = 0;
    for (uint32_t i = 0; i < finding->region_count; i++) {
        bool allowed = finder->allow &&
                       check_allow_has(finder->allow, &place, &regions[i], &finder->labels.data[i]);
        bool known = !allowed && is_known(job, &regions[i], i);
        kept[i] = allowed || known ? MOTE_NONE : count;
        if (allowed) {
            finder->allowed_face_pairs += regions[i].face_pair_count;
        } else if (known) {
            finder->baseline_face_pairs += regions[i].face_pair_count;
            finder->baseline_met = true;
        } else {
            regions[count++] = regions[i];
        }
    }
    finding->region_count = count;
}

// Removes allowed and known regions from the arrays.
static mote_result leave_out(pair_job *job, mote_check_finding *finding)
{
    check_finder *finder = job->finder;
    if ((!finder->allow || finder->allow->count == 0) && !has_known(finder)) return MOTE_OK;
    mote_result result = find_places(job, finding);
    if (result) return result;
    finder->kept.count = 0;
    uint32_t *kept = mote_array_room(&finder->kept, &mote_libc_allocator, finding->region_count);
    if (!kept) return fail_memory();
    number_kept(job, finding, kept);
    finder->face_pairs.count -= finding->face_pair_count;
    finder->contacts.count -= finding->contact_count;
    mote_face_pair *pairs = finder->face_pairs.data + finder->face_pairs.count;
    mote_contact *contacts = finder->contacts.data + finder->contacts.count;
    uint32_t *region_of = finder->region_of.data + finder->region_of.count;
    bool *swapped = finder->swapped.data + finder->swapped.count;
    uint32_t pair_count = 0, contact_count = 0;
    for (uint32_t i = 0; i < finding->face_pair_count; i++) {
        if (kept[region_of[i]] == MOTE_NONE) continue;
        pairs[pair_count] = pairs[i];
        swapped[pair_count] = swapped[i];
        region_of[pair_count++] = kept[region_of[i]];
    }
    for (uint32_t i = 0; i < finding->contact_count; i++)
        if (kept[finder->contact_region.data[i]] != MOTE_NONE)
            contacts[contact_count++] = contacts[i];
    finder->face_pairs.count += finding->face_pair_count = pair_count;
    finder->contacts.count += finding->contact_count = contact_count;
    return MOTE_OK;
}

static mote_vec3 middle_of(const asset_part *part)
{
    mote_box box = mote_box_empty();
    for (uint32_t i = 0; i < part->vertex_count; i++) mote_box_add_point(&box, part->positions[i]);
    return mote_dvec_narrow(mote_box_center(&box));
}

static bool is_inside(mote_relation relation)
{
    return relation == MOTE_RELATION_A_IN_B || relation == MOTE_RELATION_B_IN_A;
}

// Adds a region for a part inside another when no faces meet.
static mote_result add_inner_region(const pair_job *job, mote_check_finding *finding)
{
    uint32_t inner = finding->relation == MOTE_RELATION_A_IN_B ? job->a : job->b;
    const mote_check_region region = {.severity = MOTE_CHECK_PENETRATE,
                                      .bone_a = MOTE_NONE,
                                      .bone_b = MOTE_NONE,
                                      .point = middle_of(job->finder->animation->parts[inner])};
    finding->region_count = 1;
    return mote_array_push(&job->finder->regions, &mote_libc_allocator, region) ? MOTE_OK
                                                                                : fail_memory();
}

// ---------------------------------------------------------------------------------------------
// Severity

static void find_depth(mote_check_finding *finding)
{
    for (uint32_t i = 0; i < finding->region_count; i++) {
        const mote_check_region *region = &finding->regions[i];
        if (region->depth_kind == MOTE_DEPTH_NONE) continue;
        bool first = finding->depth_kind == MOTE_DEPTH_NONE;
        if (!first && region->depth <= finding->depth) continue;
        finding->depth = region->depth;
        finding->depth_kind = region->depth_kind;
    }
}

static void judge(mote_check_finding *finding)
{
    find_depth(finding);
    finding->severity = MOTE_CHECK_NEAR;
    for (uint32_t i = 0; i < finding->region_count; i++)
        if (finding->regions[i].severity > finding->severity)
            finding->severity = finding->regions[i].severity;
    if (is_inside(finding->relation)) finding->severity = MOTE_CHECK_PENETRATE;
    if (finding->severity == MOTE_CHECK_NEAR) finding->relation = MOTE_RELATION_NEAR;
}

// ---------------------------------------------------------------------------------------------

static mote_result extract_faces(pair_job *job, mote_check_finding *finding)
{
    check_finder *finder = job->finder;
    finder->kept.count = 0;
    uint32_t *kept =
        mote_array_room(&finder->kept, &mote_libc_allocator, (size_t)job->pair->contact_count * 2);
    if (!kept) return fail_memory();
    memset(kept, 0, job->pair->contact_count * sizeof *kept);
    size_t first_face_pair = finder->face_pairs.count, first_contact = finder->contacts.count;
    mote_result result = keep_face_pairs(job, kept);
    finding->face_pair_count = (uint32_t)(finder->face_pairs.count - first_face_pair);
    if (result || finding->face_pair_count == 0) return result;
    result = group_faces(job, finding);
    if (!result)
        result =
            keep_contacts(job, kept, finding, finder->region_of.data + finder->region_of.count);
    finding->contact_count = (uint32_t)(finder->contacts.count - first_contact);
    if (!result) result = measure_regions(job, finding);
    if (!result) count_rest(job, finding);
    if (!result) result = leave_out(job, finding);
    finder->region_of.count += finding->face_pair_count;
    finder->swapped.count += finding->face_pair_count;
    finder->regions.count += finding->region_count;
    return result;
}

// Does the baseline of faces contain that one part is inside the other?
static bool is_known_inside(const pair_job *job)
{
    const check_finder *finder = job->finder;
    return finder->baseline && check_baseline_has(finder->baseline, job->a, job->b,
                                                  (mote_face_pair){MOTE_NONE, MOTE_NONE});
}

// Does the baseline of regions contain it in this frame?
static bool is_known_inner(const pair_job *job)
{
    check_finder *finder = job->finder;
    const check_known_region inner = {.a = job->a,
                                      .b = job->b,
                                      .clip = job->clip,
                                      .severity = MOTE_CHECK_PENETRATE,
                                      .place = check_place_empty()};
    bool known =
        has_known(finder) && check_known_has(finder->known, finder->animation, job->frame, &inner);
    finder->baseline_met |= known;
    return known;
}

static mote_result extract_pair(check_finder *finder, const mote_report *report,
                                const mote_pair_report *pair, const mote_check_frame *frame)
{
    pair_job job = {.finder = finder,
                    .report = report,
                    .pair = pair,
                    .clip = frame->clip,
                    .frame = frame->number,
                    .a = finder->part_of_body[pair->a.index],
                    .b = finder->part_of_body[pair->b.index]};
    const asset_part *a = finder->animation->parts[job.a], *b = finder->animation->parts[job.b];
    if (!check_rules_allow(finder->rules, a->name, b->name))
        // Tells the world to skip this pair from the next frame on.
        return job.a == job.b ? MOTE_OK
                              : mote_world_ignore_pair(finder->world, pair->a, pair->b, true);
    mote_mesh_view view_a, view_b;
    mote_mesh_get_view(a->mesh, &view_a);
    mote_mesh_get_view(b->mesh, &view_b);
    job.triangles_a = view_a.triangles;
    job.triangles_b = view_b.triangles;
    mote_check_finding finding = {
        .a = job.a, .b = job.b, .relation = pair->relation, .cut_short = pair->cut_short};
    bool inside = is_inside(pair->relation);
    if (inside && is_known_inside(&job)) {
        finder->baseline_met = true;
        return MOTE_OK;
    }
    mote_result result = extract_faces(&job, &finding);
    if (inside && finding.face_pair_count == 0) inside = !is_known_inner(&job);
    if (result || (!inside && finding.face_pair_count == 0)) return result;
    if (finding.region_count == 0) result = add_inner_region(&job, &finding);
    if (result) return result;
    return mote_array_push(&finder->findings, &mote_libc_allocator, finding) ? MOTE_OK
                                                                             : fail_memory();
}

// Sets the pointers of the findings, now that the arrays no longer grow.
static void settle(check_finder *finder)
{
    const mote_face_pair *face_pairs = finder->face_pairs.data;
    const mote_contact *contacts = finder->contacts.data;
    const mote_check_region *regions = finder->regions.data;
    const uint32_t *region_of = finder->region_of.data;
    const bool *swapped = finder->swapped.data;
    for (size_t i = 0; i < finder->findings.count; i++) {
        mote_check_finding *finding = &finder->findings.data[i];
        finding->face_pairs = face_pairs;
        finding->contacts = contacts;
        finding->regions = regions;
        finding->region_of = region_of;
        finding->swapped = swapped;
        face_pairs += finding->face_pair_count;
        region_of += finding->face_pair_count;
        swapped += finding->face_pair_count;
        contacts += finding->contact_count;
        regions += finding->region_count;
        judge(finding);
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

// Findings without faces or contacts still point into the arrays, so they must not be null.
static mote_result make_arrays(check_finder *finder)
{
    const mote_allocator *libc = &mote_libc_allocator;
    bool made = mote_array_reserve(&finder->face_pairs, libc, 1) &&
                mote_array_reserve(&finder->contacts, libc, 1) &&
                mote_array_reserve(&finder->regions, libc, 1) &&
                mote_array_reserve(&finder->region_of, libc, 1) &&
                mote_array_reserve(&finder->swapped, libc, 1);
    return made ? MOTE_OK : fail_memory();
}

mote_result check_find(check_finder *finder, const mote_report *report, mote_check_frame *out)
{
    finder->findings.count = finder->face_pairs.count = finder->contacts.count =
        finder->regions.count = finder->region_of.count = finder->swapped.count =
            finder->invalid.count = 0;
    finder->baseline_face_pairs = finder->allowed_face_pairs = 0;
    mote_result result = make_arrays(finder);
    if (!result) result = list_invalid(finder, report);
    for (size_t i = 0; i < report->pair_count && !result; i++)
        if (report->pairs[i].state != MOTE_PAIR_END)
            result = extract_pair(finder, report, &report->pairs[i], out);
    if (result) return result;
    settle(finder);
    out->findings = finder->findings.data;
    out->finding_count = (uint32_t)finder->findings.count;
    out->invalid = finder->invalid.data;
    out->invalid_count = (uint32_t)finder->invalid.count;
    out->cut_short = report->cut_short;
    return MOTE_OK;
}
