// Evaluating parts. Sources with rigs are posed without evaluating a vertex: until a part is evaluated, only its box is known
// (asset_part.bounds). The parts of other sources are evaluated by their pose.

#ifndef MOTE_CHECK_EVALUATION_H
#define MOTE_CHECK_EVALUATION_H

#include "check/animation/source.h"

// Does posing leave the part to be evaluated?
bool check_is_evaluated_later(const check_animation *animation, uint32_t part);

// The positions in the last pose, unless they are known already. `tasks` lends threads; null means the calling one.
mote_result check_evaluate_part(check_animation *animation, uint32_t part, const mote_tasks *tasks);
mote_result check_evaluate_all(check_animation *animation, const mote_tasks *tasks);

// The positions in the pose before the last, of a part that is evaluated later.
mote_result check_evaluate_before(check_animation *animation, uint32_t part,
                                  const mote_tasks *tasks, mote_vec3 *out);

// A pose of all parts that are evaluated later, to evaluate them when the animation is elsewhere. All zero is an empty one.
typedef struct check_saved_pose {
    asset_rig_numbers *parts; // empty for other parts
    uint32_t count;
} check_saved_pose;

mote_result check_saved_pose_create(const check_animation *animation, check_saved_pose *out);
void check_saved_pose_release(check_saved_pose *saved);

// Takes the last pose of the parts that are not evaluated.
void check_save_pose(const check_animation *animation, check_saved_pose *to);

// The positions of a part in that pose.
mote_result check_evaluate_saved(check_animation *animation, const check_saved_pose *saved,
                                 uint32_t part, const mote_tasks *tasks, mote_vec3 *out);

#endif
