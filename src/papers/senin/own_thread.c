// Particles that move in a thread of their own while the caller moves the bodies.
//
// Senin et al. 2003, section 4: "The particles interactions and bodies' movements can be
// implemented either in a single thread or in two separate threads". The caller may change
// positions and destroy meshes as soon as a detect has returned. So at the end of a detect the
// surface around each particle is copied, with its adjacency, and the thread works on the copies
// only. The next detect stops the thread and takes over the sites of its particles.

#include <string.h>

#include "core/float_env.h"
#include "papers/senin/senin.h"

// Sites that are copied per particle, and the mean number of neighbors per site. That is about
// three rings of vertices: as far as a particle moves between two frames if the bodies move slowly.
enum { SITES_PER_PARTICLE = 40, NEIGHBORS_PER_SITE = 12 };

// The sites around the particles of one body. Within a patch, site number n is {n, MOTE_NONE,
// MOTE_NONE}.
typedef struct patch {
    mote_senin_surface surface; // must be the first member
    mote_site *sites;           // on the body
    mote_vec3 *at;
    uint32_t count;
    uint32_t expanded;        // the first `expanded` sites have lists of neighbors
    uint32_t *first_neighbor; // `expanded` + 1, in `neighbors`
    uint32_t *neighbors;
} patch;

// The copy of one pair of bodies.
struct mote_senin_copy {
    patch patches[2];
    mote_interaction interaction;
    mote_senin_limits limits;
};

// ---------------------------------------------------------------------------------------------
// A patch as a surface

static mote_vec3 locate(const mote_senin_surface *surface, mote_site site)
{
    return ((const patch *)surface)->at[site.corners[0]];
}

// A particle stops at the border of its patch.
static void visit_neighbors(const mote_senin_surface *surface, mote_site site,
                            const mote_site_visitor *visitor)
{
    const patch *p = (const patch *)surface;
    uint32_t n = site.corners[0];
    if (n >= p->expanded) return;
    for (uint32_t i = p->first_neighbor[n]; i < p->first_neighbor[n + 1]; i++) {
        uint32_t neighbor = p->neighbors[i];
        visitor->visit(visitor->context, mote_site_of_vertex(neighbor), p->at[neighbor]);
    }
}

// ---------------------------------------------------------------------------------------------
// Copying

typedef struct copying {
    patch *p;
    uint32_t max_sites, max_neighbors;
    uint32_t neighbor_count;
    uint32_t *slots; // a hash table of sites; MOTE_NONE if free
    uint32_t slot_count;
} copying;

// The number of a site, which is added if it is new. MOTE_NONE if there is no room.
static uint32_t add_site(copying *c, mote_site site, mote_vec3 at)
{
    patch *p = c->p;
    uint32_t hash = site.corners[0] * 0x9e3779b1u ^ site.corners[1] * 0x85ebca6bu ^
                    site.corners[2] * 0xc2b2ae35u;
    uint32_t slot = (hash >> 8) & (c->slot_count - 1);
    for (; c->slots[slot] != MOTE_NONE; slot = (slot + 1) & (c->slot_count - 1))
        if (mote_sites_equal(p->sites[c->slots[slot]], site)) return c->slots[slot];
    if (p->count == c->max_sites) return MOTE_NONE;
    c->slots[slot] = p->count;
    p->sites[p->count] = site;
    p->at[p->count] = at;
    return p->count++;
}

static void add_neighbor(void *context, mote_site site, mote_vec3 at)
{
    copying *c = context;
    if (c->neighbor_count == c->max_neighbors) return;
    uint32_t number = add_site(c, site, at);
    if (number != MOTE_NONE) c->p->neighbors[c->neighbor_count++] = number;
}

static bool make_room(mote_arena *arena, copying *c, uint32_t particles)
{
    patch *p = c->p;
    c->max_sites = SITES_PER_PARTICLE * particles;
    c->max_neighbors = NEIGHBORS_PER_SITE * c->max_sites;
    c->slot_count = 1;
    while (c->slot_count < 2 * c->max_sites) c->slot_count *= 2;
    p->sites = mote_arena_take(arena, c->max_sites, sizeof *p->sites);
    p->at = mote_arena_take(arena, c->max_sites, sizeof *p->at);
    p->first_neighbor = mote_arena_take(arena, (size_t)c->max_sites + 1, sizeof *p->first_neighbor);
    p->neighbors = mote_arena_take(arena, c->max_neighbors, sizeof *p->neighbors);
    c->slots = mote_arena_take(arena, c->slot_count, sizeof *c->slots);
    if (!p->sites || !p->at || !p->first_neighbor || !p->neighbors || !c->slots) return false;
    memset(c->slots, 0xff, c->slot_count * sizeof *c->slots);
    return true;
}

// Copies the sites of the particles, then the sites around them, ring by ring. `particles` are
// those of the patch.
static bool copy_patch(mote_arena *arena, patch *p, const mote_senin_surface *surface,
                       const mote_senin_particles *from, mote_senin_particles *particles)
{
    *p = (patch){.surface = {locate, visit_neighbors}};
    copying c = {.p = p};
    particles->count = from->count;
    particles->sites = mote_arena_take(arena, from->count, sizeof *particles->sites);
    particles->at = mote_arena_take(arena, from->count, sizeof *particles->at);
    if (!particles->sites || !particles->at || !make_room(arena, &c, from->count)) return false;
    for (uint32_t i = 0; i < from->count; i++) {
        particles->sites[i] = mote_site_of_vertex(add_site(&c, from->sites[i], from->at[i]));
        particles->at[i] = from->at[i];
    }
    p->first_neighbor[0] = 0;
    while (p->expanded < p->count && p->count < c.max_sites && c.neighbor_count < c.max_neighbors) {
        surface->neighbors(surface, p->sites[p->expanded], &(mote_site_visitor){add_neighbor, &c});
        p->first_neighbor[++p->expanded] = c.neighbor_count;
    }
    return true;
}

bool mote_senin_thread_begin(mote_senin_thread *thread, uint64_t frame, uint32_t count)
{
    mote_arena_reset(&thread->arena);
    thread->count = 0;
    thread->copies = mote_arena_take(&thread->arena, count, sizeof *thread->copies);
    thread->frame = thread->copies ? frame : 0;
    return thread->copies != NULL;
}

bool mote_senin_thread_add(mote_senin_thread *thread, mote_senin_worker *worker, mote_frame *frame,
                           mote_candidate *candidate)
{
    mote_senin_query q;
    mote_senin_query_begin(&q, worker, frame->settings, NULL, candidate);
    for (int body = 0; body < 2; body++)
        mote_senin_locate(&q.interaction.particles[body], q.interaction.surfaces[body]);
    mote_senin_copy *copy = &thread->copies[thread->count];
    copy->interaction = q.interaction;
    copy->interaction.cache = NULL;
    copy->limits =
        (mote_senin_limits){.min_moving = q.options->min_moving, .max_steps = q.max_steps};
    for (int body = 0; body < 2; body++) {
        copy->interaction.nearest[body] = NULL;
        copy->interaction.surfaces[body] = &copy->patches[body].surface;
        if (!copy_patch(&thread->arena, &copy->patches[body], q.interaction.surfaces[body],
                        &q.interaction.particles[body], &copy->interaction.particles[body]))
            return false;
    }
    q.pair->copy = thread->count++;
    q.pair->copy_frame = frame->number;
    return true;
}

// ---------------------------------------------------------------------------------------------
// Running

static void relax_copies(void *argument, const _Atomic bool *stop)
{
    mote_senin_thread *thread = argument;
    mote_float_env env = mote_float_env_enter();
    for (uint32_t i = 0; i < thread->count && !atomic_load(stop); i++) {
        mote_senin_limits limits = thread->copies[i].limits;
        limits.stop = stop;
        mote_senin_relax(&thread->copies[i].interaction, &limits);
    }
    mote_float_env_leave(env);
}

void mote_senin_thread_start(mote_senin_thread *thread)
{
    mote_background_thread_start(thread->thread, relax_copies, thread);
}

// Moves the particles of a pair to where the thread has brought them, and adds its work to the
// sink.
static void take_over(const mote_senin_thread *thread, uint32_t capacity, mote_senin_pair *pair,
                      mote_sink *sink)
{
    pair->relaxed = pair->copy_frame && pair->copy_frame == thread->frame;
    if (!pair->relaxed) return;
    const mote_senin_copy *copy = &thread->copies[pair->copy];
    for (int body = 0; body < 2; body++) {
        const mote_senin_particles *particles = &copy->interaction.particles[body];
        mote_site *sites = mote_senin_pair_sites(pair, capacity, body);
        for (uint32_t i = 0; i < particles->count; i++)
            sites[i] = copy->patches[body].sites[particles->sites[i].corners[0]];
    }
    sink->force_evaluations += copy->interaction.force_evaluations;
    sink->hops += copy->interaction.hops;
}

bool mote_senin_thread_stop(mote_senin_thread *thread, mote_frame *frame,
                            mote_candidate *candidates, uint32_t count)
{
    uint32_t capacity = mote_senin_capacity(mote_senin_options_of(frame->settings));
    if (!thread->thread) {
        thread->arena = mote_arena_create(*frame->allocator);
        thread->thread = mote_background_thread_create(frame->allocator);
        if (!thread->thread) return false;
    }
    mote_background_thread_stop(thread->thread);
    for (uint32_t i = 0; i < count; i++)
        take_over(thread, capacity, candidates[i].pair_state, &frame->sinks[0]);
    return true;
}

void mote_senin_thread_release(mote_senin_thread *thread, const mote_allocator *allocator)
{
    if (!thread->thread) return;
    mote_background_thread_destroy(thread->thread, allocator);
    mote_arena_release(&thread->arena);
}
