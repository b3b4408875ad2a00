// Evaluating parts. Sources with rigs are posed without evaluating a vertex: until a part is
// evaluated, only its box is known (asset_part.bounds). The parts of other sources are evaluated by
// their pose.

#ifndef MOTE_CHECK_EVALUATION_H
#define MOTE_CHECK_EVALUATION_H

#include "check/animation/source.h"

// Does posing leave the part unevaluated?
bool check_is_evaluated_later(const check_animation *animation, uint32_t part);

// Computes the positions of the part in the last pose unless they are already known. `tasks` lends
// threads; null means the calling one.
mote_result check_evaluate_part(check_animation *animation, uint32_t part, const mote_tasks *tasks);
mote_result check_evaluate_all(check_animation *animation, const mote_tasks *tasks);

// Computes the positions in the previous pose of a part that is evaluated later.
mote_result check_evaluate_before(check_animation *animation, uint32_t part,
                                  const mote_tasks *tasks, mote_vec3 *out);

// A pose of all parts that are evaluated later. Allows evaluating them after the animation has
// moved on. Zero-initialized means empty.
typedef struct check_saved_pose {
    asset_rig_numbers *parts; // empty for parts that are not evaluated later
    uint32_t count;
} check_saved_pose;

mote_result check_saved_pose_create(const check_animation *animation, check_saved_pose *out);
void check_saved_pose_release(check_saved_pose *saved);

// Saves the last pose of the parts that are not evaluated yet.
void check_save_pose(const check_animation *animation, check_saved_pose *to);

// Computes the positions of a part in the saved pose.
mote_result check_evaluate_saved(check_animation *animation, const check_saved_pose *saved,
                                 uint32_t part, const mote_tasks *tasks, mote_vec3 *out);

#endif
