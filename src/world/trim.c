// Trimming: scratch memory is released, and results shrink to their size. The next frame allocates
// what it needs.

#include "world/recording.h"
#include "world/view/view.h"
#include "world/world.h"

static void trim_report(mote_report_data *report, const mote_allocator *allocator)
{
    mote_array_shrink(&report->pairs, allocator);
    mote_array_shrink(&report->face_pairs, allocator);
    mote_array_shrink(&report->contact_of, allocator);
    mote_array_shrink(&report->contacts, allocator);
    mote_array_shrink(&report->segments, allocator);
    mote_array_shrink(&report->estimates, allocator);
    mote_array_shrink(&report->invalid, allocator);
    mote_array_shrink(&report->unexamined, allocator);
    mote_array_shrink(&report->unsearched, allocator);
    mote_array_shrink(&report->before, allocator);
    mote_array_release(&report->keys, allocator);
    mote_array_release(&report->scratch, allocator);
    mote_array_release(&report->now, allocator);
    mote_array_release(&report->merged, allocator);
}

static void trim_method(const mote_method_api *method, void *state, const mote_allocator *allocator)
{
    if (method && method->world_state_is_scratch) method->drop_world(state, allocator);
}

// Keeps the candidates and hints of the last frame, which drawing shows.
static void trim_frame(mote_world *world)
{
    const mote_allocator *allocator = &world->allocator;
    for (uint32_t i = 0; i < world->sinks.count; i++)
        mote_array_release(&world->sinks.data[i].hits, allocator);
    mote_box_tree_release(&world->tree, allocator);
    mote_array_release(&world->tree_bodies, allocator);
    mote_array_release(&world->broad_boxes, allocator);
    mote_array_release(&world->found, allocator);
    mote_array_release(&world->key_scratch, allocator);
    mote_array_shrink(&world->pair_keys, allocator);
    mote_array_shrink(&world->candidates, allocator);
    mote_contact_work_release(&world->contact_work, allocator);
    trim_report(&world->report, allocator);
    mote_manifold_work_trim(&world->manifolds, allocator);
    mote_turns_release(&world->turns, allocator); // keeps the cursors for the next frame
    mote_array_shrink(&world->certifier.candidates, allocator);
    mote_array_release(&world->certifier.numbers, allocator);
    mote_array_release(&world->certifier.hits_before, allocator);
    trim_method(world->method, world->method_state, allocator);
    trim_method(world->certifier.engine, world->certifier.engine_state, allocator);
    // The states of pairs influence the results of particles, so trimming must not drop them early.
    if (!world->method->pair_state_bytes) mote_hints_trim(&world->hints, allocator, world->frame);
}

static void trim_queries(mote_world *world)
{
    const mote_allocator *allocator = &world->allocator;
    for (uint32_t i = 0; i < world->bodies.count; i++) {
        mote_cluster_tree_release(&mote_world_body_at(world, i)->clusters, allocator);
        mote_face_tree_release(&mote_world_body_at(world, i)->faces, allocator);
        mote_body_features_release(world, mote_world_body_at(world, i));
    }
    mote_view_destroy(world->view, allocator);
    world->view = NULL;
    mote_feature_search_release(world);
    mote_search_destroy(world->search, allocator);
    world->search = NULL;
    mote_array_release(&world->query_keys, allocator);
    mote_array_release(&world->query_faces, allocator);
}

mote_result mote_world_trim(mote_world *world)
{
    mote_result result = mote_world_enter(world, __func__);
    if (result != MOTE_OK) return result;
    trim_frame(world);
    trim_queries(world);
    mote_sweeper_trim(world);
    mote_array_shrink(&world->ignored, &world->allocator);
    mote_recorder_trim(world);
    mote_world_leave(world);
    return MOTE_OK;
}
