#include "papers/senin/snapshot.h"

#include "core/float_env.h"

// Sites that are copied for each particle, and neighbors of each site on the mean. About three rings of vertices: as far
// as a particle goes between two frames that are not far from each other.
enum { SITES_A_PARTICLE = 40, NEAR_A_SITE = 12 };

// ---------------------------------------------------------------------------------------------
// A patch as terrain

static mote_vec3 locate(const mote_terrain *terrain, mote_site site)
{
    return ((const mote_patch *)terrain)->at[site.corners[0]];
}

// A particle stays at the border of its patch.
static void neighbors(const mote_terrain *terrain, mote_site site, const mote_site_visitor *visitor)
{
    const mote_patch *patch = (const mote_patch *)terrain;
    uint32_t n = site.corners[0];
    if (n >= patch->expanded) return;
    for (uint32_t i = patch->first_near[n]; i < patch->first_near[n + 1]; i++) {
        uint32_t near = patch->near[i];
        visitor->visit(visitor->context, mote_site_of_vertex(near), patch->at[near]);
    }
}

// ---------------------------------------------------------------------------------------------
// Copying

typedef struct copying {
    mote_patch *patch;
    uint32_t most, most_near;
    uint32_t near_count;
    uint32_t *places; // a hash table of sites; MOTE_NONE where free
    uint32_t place_count;
} copying;

// The number of a site, taken in if there is room; else MOTE_NONE.
static uint32_t number_of(copying *c, mote_site site, mote_vec3 at)
{
    mote_patch *patch = c->patch;
    uint32_t hash = site.corners[0] * 0x9e3779b1u ^ site.corners[1] * 0x85ebca6bu ^
                    site.corners[2] * 0xc2b2ae35u;
    uint32_t place = (hash >> 8) & (c->place_count - 1);
    for (; c->places[place] != MOTE_NONE; place = (place + 1) & (c->place_count - 1))
        if (mote_sites_equal(patch->sites[c->places[place]], site)) return c->places[place];
    if (patch->count == c->most) return MOTE_NONE;
    c->places[place] = patch->count;
    patch->sites[patch->count] = site;
    patch->at[patch->count] = at;
    return patch->count++;
}

static void note_neighbor(void *context, mote_site site, mote_vec3 at)
{
    copying *c = context;
    if (c->near_count == c->most_near) return;
    uint32_t number = number_of(c, site, at);
    if (number != MOTE_NONE) c->patch->near[c->near_count++] = number;
}

static bool make_room(mote_arena *arena, copying *c, uint32_t particles)
{
    mote_patch *patch = c->patch;
    c->most = SITES_A_PARTICLE * particles;
    c->most_near = NEAR_A_SITE * c->most;
    c->place_count = 1;
    while (c->place_count < 2 * c->most) c->place_count *= 2;
    patch->sites = mote_arena_take(arena, c->most, sizeof *patch->sites);
    patch->at = mote_arena_take(arena, c->most, sizeof *patch->at);
    patch->first_near = mote_arena_take(arena, (size_t)c->most + 1, sizeof *patch->first_near);
    patch->near = mote_arena_take(arena, c->most_near, sizeof *patch->near);
    c->places = mote_arena_take(arena, c->place_count, sizeof *c->places);
    if (!patch->sites || !patch->at || !patch->first_near || !patch->near || !c->places)
        return false;
    memset(c->places, 0xff, c->place_count * sizeof *c->places);
    return true;
}

// The crowd's sites come first, then ring by ring what is around them. `crowd` gets its places in the patch.
static bool copy_patch(mote_arena *arena, mote_patch *patch, const mote_terrain *terrain,
                       const mote_crowd *from, mote_crowd *crowd)
{
    *patch = (mote_patch){.terrain = {locate, neighbors}};
    copying c = {.patch = patch};
    crowd->count = from->count;
    crowd->sites = mote_arena_take(arena, from->count, sizeof *crowd->sites);
    crowd->at = mote_arena_take(arena, from->count, sizeof *crowd->at);
    if (!crowd->sites || !crowd->at || !make_room(arena, &c, from->count)) return false;
    for (uint32_t i = 0; i < from->count; i++) {
        crowd->sites[i] = mote_site_of_vertex(number_of(&c, from->sites[i], from->at[i]));
        crowd->at[i] = from->at[i];
    }
    patch->first_near[0] = 0;
    while (patch->expanded < patch->count && patch->count < c.most && c.near_count < c.most_near) {
        terrain->neighbors(terrain, patch->sites[patch->expanded],
                           &(mote_site_visitor){note_neighbor, &c});
        patch->first_near[++patch->expanded] = c.near_count;
    }
    return true;
}

uint32_t mote_snapshot_add(mote_snapshot *snapshot, const mote_interaction *interaction,
                           const mote_patience *patience)
{
    mote_snapshot_pair *pair = &snapshot->pairs[snapshot->count];
    pair->interaction = *interaction;
    pair->interaction.cache = NULL;
    pair->interaction.force_evaluations = pair->interaction.hops = 0;
    pair->patience = *patience;
    for (int body = 0; body < 2; body++) {
        pair->interaction.nearest[body] = NULL;
        pair->interaction.terrains[body] = &pair->patches[body].terrain;
        if (!copy_patch(&snapshot->arena, &pair->patches[body], interaction->terrains[body],
                        &interaction->crowds[body], &pair->interaction.crowds[body]))
            return MOTE_NONE;
    }
    return snapshot->count++;
}

// ---------------------------------------------------------------------------------------------
// Beside the caller

static void go_on(void *argument, const _Atomic bool *stop)
{
    mote_snapshot *snapshot = argument;
    mote_float_env env = mote_float_env_enter();
    for (uint32_t i = 0; i < snapshot->count && !atomic_load(stop); i++) {
        mote_patience patience = snapshot->pairs[i].patience;
        patience.stop = stop;
        mote_relax(&snapshot->pairs[i].interaction, &patience);
    }
    mote_float_env_leave(env);
}

bool mote_snapshot_stop(mote_snapshot *snapshot, const mote_allocator *allocator)
{
    if (!snapshot->companion) {
        snapshot->arena = mote_arena_create(*allocator);
        snapshot->companion = mote_companion_create(allocator);
        return snapshot->companion != NULL;
    }
    mote_companion_stop(snapshot->companion);
    return true;
}

bool mote_snapshot_begin(mote_snapshot *snapshot, uint64_t frame, uint32_t most)
{
    mote_arena_reset(&snapshot->arena);
    snapshot->count = 0;
    snapshot->pairs = mote_arena_take(&snapshot->arena, most, sizeof *snapshot->pairs);
    snapshot->frame = snapshot->pairs ? frame : 0;
    return snapshot->pairs != NULL;
}

void mote_snapshot_start(mote_snapshot *snapshot)
{
    mote_companion_start(snapshot->companion, go_on, snapshot);
}

void mote_snapshot_read(const mote_snapshot *snapshot, uint32_t copy, int body, mote_site *out)
{
    const mote_snapshot_pair *pair = &snapshot->pairs[copy];
    const mote_crowd *crowd = &pair->interaction.crowds[body];
    for (uint32_t i = 0; i < crowd->count; i++)
        out[i] = pair->patches[body].sites[crowd->sites[i].corners[0]];
}

void mote_snapshot_release(mote_snapshot *snapshot, const mote_allocator *allocator)
{
    if (!snapshot->companion) return;
    mote_companion_destroy(snapshot->companion, allocator);
    mote_arena_release(&snapshot->arena);
}
