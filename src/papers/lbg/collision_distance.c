// Collision distance: after the particles are relaxed, the areas whose particles are closest are
// checked. Saenghaengtham and Kanongchaiyos 2006, "Collision distance", Eqs. 13 and 14.
//
// Decisions where the paper is silent:
// - mu = avg d(v_i, v_j), Eq. 13, does not say which vertices are meant. The mean over all pairs is about as large as the
//   body, so that everything is always close (MOTE_LBG_ALL_PAIRS, over at most 1024 vertices). The mean over the vertices that
//   share an edge is the mean edge length, the default: particles cannot come closer than about that.
// - mu of the present shape is mu at rest times the growth of the edges at the start vertices of the particles.
// - Of two bodies the larger mu counts.
//
// The paper checks the areas of the closest pair of particles if their distance is below mu. That
// misses much: close areas need not intersect, and mu shrinks as the mesh becomes finer. By default
// the closest few pairs are checked, and with the option `pursue` two probes start from each pair;
// the particles themselves do not move. Each probe jumps to the sample of its area that is nearest
// to the other probe, and then both go in turn to the vertex of their area that is nearest to the
// other. In the end faces can only intersect if the distance of the probes is at most the sum of
// the longest edges around them. That limit replaces mu where it is larger.

#include <math.h>
#include <string.h>

#include "papers/lbg/lbg.h"
#include "papers/particle/neighborhood.h"

// ---------------------------------------------------------------------------------------------
// Eq. 13

enum { MAX_VERTICES = 1024 };

static double distance_of(mote_vec3 a, mote_vec3 b)
{
    return mote_dvec_length(mote_dvec_sub(mote_vec_widen(a), mote_vec_widen(b)));
}

static float mean_of_all_pairs(const mote_mesh *mesh)
{
    const mote_clusters *clusters = mesh->clusters; // of the vertices in use
    uint32_t used = clusters->vertex_count;
    uint32_t count = used < MAX_VERTICES ? used : MAX_VERTICES;
    double sum = 0;
    for (uint64_t i = 0; i < count; i++) {
        mote_vec3 a = mesh->positions[clusters->vertex_of[i * used / count]];
        for (uint64_t k = 0; k < i; k++)
            sum += distance_of(a, mesh->positions[clusters->vertex_of[k * used / count]]);
    }
    double pairs = 0.5 * (double)count * ((double)count - 1);
    return pairs > 0 ? (float)(sum / pairs) : 0.0f;
}

float mote_lbg_rest_distance(const mote_mesh *mesh, mote_lbg_distance kind)
{
    return kind == MOTE_LBG_ALL_PAIRS ? mean_of_all_pairs(mesh) : mesh->mean_edge_length;
}

float mote_lbg_present_distance(const mote_lbg_body *body)
{
    const mote_mesh *mesh = body->shape->mesh;
    double rest = 0, present = 0;
    for (uint32_t i = 0; i < body->count; i++) {
        uint32_t start = body->particles[i].start;
        uint32_t face = mesh->vertex_faces.items[mesh->vertex_faces.first[start]];
        mote_vec3 before[3], now[3];
        mote_mesh_corners(mesh, face, before);
        mote_shape_face_points(body->shape, face, now);
        for (int k = 0; k < 3; k++) {
            rest += distance_of(before[k], before[(k + 1) % 3]);
            present += distance_of(now[k], now[(k + 1) % 3]);
        }
    }
    return rest > 0 ? (float)((double)body->rest_distance * (present / rest)) : 0.0f;
}

// ---------------------------------------------------------------------------------------------
// The closest pairs

typedef struct particle_pair {
    float squared;
    uint32_t a, b; // particles
} particle_pair;

static void insert(particle_pair *pairs, uint32_t *count, uint32_t max, particle_pair pair)
{
    uint32_t at = *count;
    while (at > 0 && pair.squared < pairs[at - 1].squared) at--;
    if (at == max) return;
    if (*count < max) ++*count;
    memmove(pairs + at + 1, pairs + at, (*count - 1 - at) * sizeof *pairs);
    pairs[at] = pair;
}

// Sorted by distance; of equal ones the pair with the lower numbers comes first.
static uint32_t find_closest(const mote_lbg_body *a, const mote_lbg_body *b, uint32_t max,
                             particle_pair *pairs)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < a->count; i++) {
        for (uint32_t k = 0; k < b->count; k++) {
            float squared = mote_lbg_squared_distance(a->at[i], b->at[k]);
            if (!isfinite(squared)) continue;
            insert(pairs, &count, max, (particle_pair){squared, i, k});
        }
    }
    return count;
}

// ---------------------------------------------------------------------------------------------
// Probes

typedef struct probe {
    const mote_lbg_body *body;
    const mote_lbg_particle *particle; // where it started
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
    float nearer = mote_lbg_squared_distance(at, target);
    if (!(nearer < *squared)) return;
    *squared = nearer;
    p->vertex = vertex;
    p->at = at;
}

// To the sample nearest to the target, if one is nearer.
static void jump(probe *p, mote_vec3 target, float *squared)
{
    for (uint32_t i = 0; i < p->particle->sample_count; i++)
        move_if_nearer(p, p->particle->samples[i], target, squared);
}

// Moves to the neighbor nearest to the target until none is nearer. Returns the number of hops.
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

// Moves both probes in turn until neither comes closer to the other. Returns the number of hops.
static uint32_t pursue(probe *a, probe *b, float *squared)
{
    uint32_t hops = 0, last;
    jump(a, b->at, squared);
    jump(b, a->at, squared);
    do {
        last = descend(a, b->at, squared) + descend(b, a->at, squared);
        hops += last;
    } while (last);
    return hops;
}

// ---------------------------------------------------------------------------------------------
// The check

static void gather(mote_neighborhood *n, const probe *p, mote_vec3 target, uint32_t faces,
                   const mote_box *region)
{
    const mote_lists *members = &p->body->view.vertices;
    uint32_t first = members->first[p->particle->area], end = members->first[p->particle->area + 1];
    const mote_neighborhood_limits limits = {.max_faces = faces,
                                             .radius = INFINITY,
                                             .target = target,
                                             .area_of = p->body->view.area_of,
                                             .area = p->particle->area,
                                             .region = region};
    if (faces)
        mote_neighborhood_gather(n, p->body->shape, p->vertex, &limits);
    else
        mote_neighborhood_gather_all(n, p->body->shape, members->items + first, end - first,
                                     region);
}

// True if the candidate needs no further check.
static bool check_probes(mote_precise_check *check, const probe *a, const probe *b)
{
    uint32_t faces = mote_lbg_options_of(check->frame->settings)->faces;
    const mote_box *region = &check->candidate->region;
    gather(&check->a, a, b->at, faces, region);
    gather(&check->b, b, a->at, faces, region);
    return mote_precise_check_run(check);
}

// The largest distance of two vertices whose faces intersect, if all faces are as large as those
// around the probes.
static float largest_contact_distance(const probe *a, const probe *b)
{
    return mote_face_size(a->body->shape, a->vertex) + mote_face_size(b->body->shape, b->vertex);
}

static uint32_t first_face(const probe *p)
{
    const mote_lists *faces = &p->body->shape->mesh->vertex_faces;
    return faces->items[faces->first[p->vertex]];
}

static void update_estimate(mote_pair_estimate *estimate, const probe *a, const probe *b,
                            float distance)
{
    if (!(distance < estimate->distance)) return;
    estimate->distance = distance;
    estimate->on_a = a->at;
    estimate->on_b = b->at;
    estimate->face_a = first_face(a);
    estimate->face_b = first_face(b);
}

static bool check_pair(mote_precise_check *check, const particle_pair *pair, float mu)
{
    probe a = probe_of(check->candidate->state_a, pair->a);
    probe b = probe_of(check->candidate->state_b, pair->b);
    float squared = pair->squared, limit = mu;
    if (mote_lbg_options_of(check->frame->settings)->pursue) {
        check->sink->hops += pursue(&a, &b, &squared);
        limit = fmaxf(mu, largest_contact_distance(&a, &b));
    }
    float distance = sqrtf(squared);
    update_estimate(&check->candidate->estimate, &a, &b, distance);
    return distance < limit && check_probes(check, &a, &b);
}

void mote_lbg_check_areas(mote_precise_check *check, mote_frame *frame, mote_sink *sink,
                          mote_candidate *candidate, uint32_t number)
{
    const mote_lbg_body *a = candidate->state_a, *b = candidate->state_b;
    particle_pair pairs[MOTE_LBG_MAX_PAIRS];
    uint32_t count = find_closest(a, b, mote_lbg_options_of(frame->settings)->closest_pairs, pairs);
    float mu = fmaxf(a->distance, b->distance);
    candidate->estimate.probable = count && sqrtf(pairs[0].squared) < mu;
    mote_precise_check_begin(check, frame, sink, candidate, number);
    for (uint32_t i = 0; i < count; i++) {
        if (check_pair(check, &pairs[i], mu)) break;
    }
    mote_precise_check_end(check);
}
