#include "papers/lbg/area_check.h"

#include <math.h>
#include <string.h>

#include "core/vec.h"

// Two particles, or probes, and the squared distance between them.
typedef struct particle_pair {
    float squared;
    uint32_t a, b; // numbers of particles
} particle_pair;

static float squared_distance(mote_vec3 a, mote_vec3 b)
{
    mote_vec3 off = mote_vec_sub(a, b);
    return mote_vec_dot(off, off);
}

// ---------------------------------------------------------------------------------------------
// The closest pairs

static void insert(particle_pair *pairs, uint32_t *count, uint32_t most, particle_pair pair)
{
    uint32_t at = *count;
    while (at > 0 && pair.squared < pairs[at - 1].squared) at--;
    if (at == most) return;
    if (*count < most) ++*count;
    memmove(pairs + at + 1, pairs + at, (*count - 1 - at) * sizeof *pairs);
    pairs[at] = pair;
}

// Closest first; of equal ones those with the lower particles.
static uint32_t find_closest(const mote_lbg_body *a, const mote_lbg_body *b, uint32_t most,
                             particle_pair *pairs)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < a->count; i++) {
        for (uint32_t k = 0; k < b->count; k++) {
            float squared = squared_distance(a->at[i], b->at[k]);
            if (!isfinite(squared)) continue;
            insert(pairs, &count, most, (particle_pair){squared, i, k});
        }
    }
    return count;
}

// ---------------------------------------------------------------------------------------------
// Probes

typedef struct probe {
    const mote_lbg_body *body;
    const mote_lbg_particle *particle; // where it set out
    uint32_t vertex;
    mote_vec3 at;
} probe;

static probe probe_of(const mote_lbg_body *body, uint32_t particle)
{
    return (probe){body, &body->particles[particle], body->particles[particle].vertex,
                   body->at[particle]};
}

static void move_if_nearer(probe *p, uint32_t vertex, mote_vec3 target, float *squared)
{
    mote_vec3 at = mote_shape_point(p->body->shape, vertex);
    float nearer = squared_distance(at, target);
    if (!(nearer < *squared)) return;
    *squared = nearer;
    p->vertex = vertex;
    p->at = at;
}

// To the nearest lookout.
static void leap(probe *p, mote_vec3 target, float *squared)
{
    for (uint32_t i = 0; i < p->particle->lookout_count; i++)
        move_if_nearer(p, p->particle->lookouts[i], target, squared);
}

// To the neighbor that is nearest to the target, as often as one is nearer. Returns the hops.
static uint32_t descend(probe *p, mote_vec3 target, float *squared)
{
    const mote_lists *neighbors = &p->body->shape->mesh->vertex_neighbors;
    for (uint32_t hops = 0;; hops++) {
        uint32_t from = p->vertex;
        for (uint32_t i = neighbors->first[from]; i < neighbors->first[from + 1]; i++) {
            uint32_t next = neighbors->items[i];
            if (p->body->view.area_of[next] == p->particle->area)
                move_if_nearer(p, next, target, squared);
        }
        if (p->vertex == from) return hops;
    }
}

// In turn, until neither comes closer.
static uint32_t pursue(probe *a, probe *b, float *squared)
{
    uint32_t hops = 0, last;
    leap(a, b->at, squared);
    leap(b, a->at, squared);
    do {
        last = descend(a, b->at, squared) + descend(b, a->at, squared);
        hops += last;
    } while (last);
    return hops;
}

// ---------------------------------------------------------------------------------------------
// The areas of a pair

static void gather(mote_neighborhood *n, const probe *p, mote_vec3 target, uint32_t faces,
                   const mote_box *region)
{
    const mote_lists *members = &p->body->view.vertices;
    uint32_t first = members->first[p->particle->area], end = members->first[p->particle->area + 1];
    const mote_reach reach = {.faces = faces,
                              .radius = INFINITY,
                              .target = target,
                              .area_of = p->body->view.area_of,
                              .area = p->particle->area,
                              .region = region};
    if (faces)
        mote_neighborhood_gather(n, p->body->shape, p->vertex, &reach);
    else
        mote_neighborhood_gather_all(n, p->body->shape, members->items + first, end - first,
                                     region);
}

// True if nothing more is to be looked for.
static bool check_pair(mote_precise_check *check, const probe *a, const probe *b)
{
    uint32_t faces = check->frame->settings->lbg.faces;
    const mote_box *region = &check->candidate->region;
    gather(&check->a, a, b->at, faces, region);
    gather(&check->b, b, a->at, faces, region);
    return mote_precise_check_run(check);
}

// As far apart as vertices of faces that meet can be, where faces are as large as around the probes.
static float longest_reach(const probe *a, const probe *b)
{
    return mote_face_size(a->body->shape, a->vertex) + mote_face_size(b->body->shape, b->vertex);
}

static uint32_t first_face(const probe *p)
{
    const mote_lists *faces = &p->body->shape->mesh->vertex_faces;
    return faces->items[faces->first[p->vertex]];
}

static void note_distance(mote_pair_estimate *estimate, const probe *a, const probe *b,
                          float distance)
{
    if (!(distance < estimate->distance)) return;
    estimate->distance = distance;
    estimate->on_a = a->at;
    estimate->on_b = b->at;
    estimate->face_a = first_face(a);
    estimate->face_b = first_face(b);
}

static bool look_at_pair(mote_precise_check *check, const particle_pair *pair, float mu)
{
    probe a = probe_of(check->candidate->state_a, pair->a);
    probe b = probe_of(check->candidate->state_b, pair->b);
    float squared = pair->squared, limit = mu;
    if (check->frame->settings->lbg.pursue) {
        check->sink->hops += pursue(&a, &b, &squared);
        limit = fmaxf(mu, longest_reach(&a, &b));
    }
    float distance = sqrtf(squared);
    note_distance(&check->candidate->estimate, &a, &b, distance);
    return distance < limit && check_pair(check, &a, &b);
}

void mote_lbg_check_areas(mote_precise_check *check, mote_frame *frame, mote_sink *sink,
                          mote_candidate *candidate, uint32_t number)
{
    const mote_lbg_body *a = candidate->state_a, *b = candidate->state_b;
    particle_pair pairs[MOTE_LBG_MOST_PAIRS];
    uint32_t count = find_closest(a, b, frame->settings->lbg.closest_pairs, pairs);
    float mu = fmaxf(a->distance, b->distance);
    candidate->estimate.probable = count && sqrtf(pairs[0].squared) < mu;
    mote_precise_check_begin(check, frame, sink, candidate, number);
    for (uint32_t i = 0; i < count; i++) {
        if (look_at_pair(check, &pairs[i], mu)) break;
    }
    mote_precise_check_end(check);
}
