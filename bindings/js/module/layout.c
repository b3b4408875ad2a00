// Checks the offsets that src/layout.ts assumes, in bytes of a 32-bit machine.

#include "bindings/js/module/check.h"
#include "bindings/js/module/module.h"

#ifdef __wasm32__

#define AT(type, field, offset) _Static_assert(offsetof(type, field) == (offset), #type "." #field)
#define SIZE(type, size) _Static_assert(sizeof(type) == (size), #type)

AT(mote_method_info, name, 4);
AT(mote_method_info, summary, 8);
AT(mote_method_info, abilities, 12);

AT(mote_world_option, name, 0);
AT(mote_world_option, summary, 4);
AT(mote_world_option, kind, 8);
AT(mote_world_option, min, 16);
AT(mote_world_option, max, 24);
AT(mote_world_option, default_value, 32);
AT(mote_world_option, choices, 40);

AT(js_entry, name, 0);
AT(js_entry, summary, 4);
AT(js_entry, group, 8);
AT(js_entry, frame_count, 12);

AT(js_mesh, positions, 4);
AT(js_mesh, vertex_count, 8);
AT(js_mesh, triangles, 12);
AT(js_mesh, triangle_count, 16);
AT(js_mesh, closed, 20);
AT(js_mesh, box, 24);

AT(js_part, name, 0);
AT(js_part, vertex_count, 4);
AT(js_part, triangle_count, 8);
AT(js_part, deforms, 12);

AT(js_clip, name, 0);
AT(js_clip, start, 8);
AT(js_clip, end, 16);

SIZE(mote_transform, 48);

AT(mote_report, frame, 0);
AT(mote_report, pairs, 8);
AT(mote_report, pair_count, 12);
AT(mote_report, face_pairs, 16);
AT(mote_report, face_pair_count, 20);
AT(mote_report, contact_of, 24);
AT(mote_report, contacts, 28);
AT(mote_report, contact_count, 32);
AT(mote_report, segments, 36);
AT(mote_report, segment_count, 40);
AT(mote_report, estimates, 44);
AT(mote_report, estimate_count, 48);
AT(mote_report, invalid, 52);
AT(mote_report, invalid_count, 56);
AT(mote_report, cut_short, 60);
AT(mote_report, reproducible, 61);
AT(mote_report, hash, 64);
AT(mote_report, stats, 72);
AT(mote_report, unexamined, 224);
AT(mote_report, unexamined_count, 228);
AT(mote_report, unsearched, 232);
AT(mote_report, unsearched_count, 236);

AT(mote_stats, update_seconds, 0);
AT(mote_stats, total_seconds, 32);
AT(mote_stats, moved_vertices, 40);
AT(mote_stats, certified_pairs, 136);
AT(mote_stats, bytes, 144);

AT(mote_pair_report, a, 0);
AT(mote_pair_report, b, 8);
AT(mote_pair_report, state, 16);
AT(mote_pair_report, relation, 20);
AT(mote_pair_report, face_pair_count, 24);
AT(mote_pair_report, first_face_pair, 32);
AT(mote_pair_report, first_contact, 36);
AT(mote_pair_report, contact_count, 40);
AT(mote_pair_report, cut_short, 44);
AT(mote_pair_report, contacts_cut_short, 45);
SIZE(mote_pair_report, 48);

SIZE(mote_face_pair, 8);

AT(mote_contact, point, 0);
AT(mote_contact, normal, 12);
AT(mote_contact, depth, 24);
AT(mote_contact, depth_kind, 28);
AT(mote_contact, time, 32);
AT(mote_contact, pair, 36);
AT(mote_contact, face_pair_count, 40);
AT(mote_contact, first_segment, 44);
AT(mote_contact, segment_count, 48);
SIZE(mote_contact, 52);

SIZE(mote_segment, 24);

AT(mote_pair_estimate, a, 0);
AT(mote_pair_estimate, b, 8);
AT(mote_pair_estimate, verdict, 16);
AT(mote_pair_estimate, probable, 20);
AT(mote_pair_estimate, distance, 24);
AT(mote_pair_estimate, on_a, 28);
AT(mote_pair_estimate, on_b, 40);
AT(mote_pair_estimate, face_a, 52);
AT(mote_pair_estimate, face_b, 56);
SIZE(mote_pair_estimate, 60);

AT(mote_unexamined_pair, a, 0);
AT(mote_unexamined_pair, b, 8);
AT(mote_unexamined_pair, begun, 16);
SIZE(mote_unexamined_pair, 20);

SIZE(mote_body_id, 8);

AT(mote_body_face, body, 0);
AT(mote_body_face, face, 8);
SIZE(mote_body_face, 12);

AT(js_body_options, self, 0);
AT(js_body_options, category, 4);
AT(js_body_options, mask, 8);
SIZE(js_body_options, 12);

AT(js_drawing, boxes, 0);
AT(js_drawing, box_count, 4);
AT(js_drawing, segments, 8);
AT(js_drawing, segment_count, 12);
AT(js_drawing, points, 16);
AT(js_drawing, point_count, 20);
AT(js_drawing, vectors, 24);
AT(js_drawing, vector_count, 28);
SIZE(js_drawn_box, 28);
SIZE(js_drawn_point, 24);
SIZE(js_drawn_vector, 32);

AT(mote_distance, distance, 0);
AT(mote_distance, on_a, 4);
AT(mote_distance, on_b, 16);
AT(mote_distance, face_a, 28);
AT(mote_distance, face_b, 32);
AT(mote_distance, worth, 36);
AT(mote_distance, triangle_pairs, 40);
SIZE(mote_distance, 48);

AT(mote_surface_point, body, 0);
AT(mote_surface_point, face, 8);
AT(mote_surface_point, point, 12);
AT(mote_surface_point, distance, 24);
SIZE(mote_surface_point, 28);

AT(mote_signed_distance, distance, 0);
AT(mote_signed_distance, gradient, 4);
AT(mote_signed_distance, closest, 16);
AT(mote_signed_distance, face, 28);
AT(mote_signed_distance, winding, 32);
SIZE(mote_signed_distance, 36);

AT(mote_ray, origin, 0);
AT(mote_ray, direction, 12);
AT(mote_ray, t_max, 24);
SIZE(mote_ray, 28);

AT(mote_features, pairs, 0);
AT(mote_features, pair_count, 4);
AT(mote_features, features, 8);
AT(mote_features, feature_count, 12);

AT(mote_feature_body_pair, a, 0);
AT(mote_feature_body_pair, b, 8);
AT(mote_feature_body_pair, first, 16);
AT(mote_feature_body_pair, vertex_face_count, 20);
AT(mote_feature_body_pair, face_vertex_count, 24);
AT(mote_feature_body_pair, edge_edge_count, 28);
SIZE(mote_feature_body_pair, 32);

AT(mote_near_pair, feature_a, 0);
AT(mote_near_pair, feature_b, 4);
AT(mote_near_pair, vertices, 8);
AT(mote_near_pair, weights, 24);
AT(mote_near_pair, support, 40);
AT(mote_near_pair, distance, 44);
AT(mote_near_pair, on_a, 48);
AT(mote_near_pair, on_b, 60);
SIZE(mote_near_pair, 72);

AT(mote_manifolds, manifolds, 0);
AT(mote_manifolds, manifold_count, 4);
AT(mote_manifolds, contact_count, 8);
AT(mote_manifolds, points, 12);
AT(mote_manifolds, point_count, 16);

AT(mote_manifold, id, 0);
AT(mote_manifold, state, 8);
AT(mote_manifold, a, 12);
AT(mote_manifold, b, 20);
AT(mote_manifold, first_point, 28);
AT(mote_manifold, point_count, 32);
SIZE(mote_manifold, 40);

AT(mote_manifold_point, id, 0);
AT(mote_manifold_point, state, 8);
AT(mote_manifold_point, depth, 12);
AT(mote_manifold_point, a, 16);
AT(mote_manifold_point, b, 52);
AT(mote_manifold_point, data, 88);
SIZE(mote_manifold_point, 104);

AT(mote_manifold_side, point, 0);
AT(mote_manifold_side, face, 12);
AT(mote_manifold_side, feature, 16);
AT(mote_manifold_side, corner, 20);
AT(mote_manifold_side, weights, 24);
SIZE(mote_manifold_side, 36);

SIZE(mote_transform_double, 96);

AT(mote_played_frame, frame, 0);
AT(mote_played_frame, finished, 8);
AT(mote_played_frame, recorded_hash, 16);
AT(mote_played_frame, hash, 24);
AT(mote_played_frame, face_pairs, 40);
AT(mote_played_frame, compared, 48);
AT(mote_played_frame, equal, 49);
SIZE(mote_played_frame, 56);

AT(js_dynamics_options, response, 0);
AT(js_dynamics_options, restitution, 8);
AT(js_dynamics_options, gravity, 16);
AT(js_dynamics_options, has_walls, 40);
AT(js_dynamics_options, walls_min, 48);
AT(js_dynamics_options, walls_max, 72);
AT(js_dynamics_options, wall_restitution, 96);
AT(js_dynamics_options, push_apart, 104);
AT(js_dynamics_options, surface_velocity, 112);
AT(js_dynamics_options, look_ahead, 120);
AT(js_dynamics_options, passes, 128);
SIZE(js_dynamics_options, 136);

AT(js_rigid, position, 0);
AT(js_rigid, x, 24);
AT(js_rigid, w, 48);
AT(js_rigid, velocity, 56);
AT(js_rigid, angular_velocity, 80);
AT(js_rigid, mass, 104);
AT(js_rigid, density, 112);
AT(js_rigid, given, 120);
SIZE(js_rigid, 128);

AT(mote_dynamics_report, steps, 0);
AT(mote_dynamics_report, time, 8);
AT(mote_dynamics_report, momenta.kinetic_energy, 16);
AT(mote_dynamics_report, momenta.momentum, 24);
AT(mote_dynamics_report, momenta.angular_momentum, 48);
AT(mote_dynamics_report, potential_energy, 72);
AT(mote_dynamics_report, shape_energy, 80);
AT(mote_dynamics_report, impact_energy, 88);
AT(mote_dynamics_report, largest_impulse, 96);
AT(mote_dynamics_report, longest_way, 104);
AT(mote_dynamics_report, contacts, 112);
AT(mote_dynamics_report, impacts, 116);
AT(mote_dynamics_report, wall_impacts, 120);
AT(mote_dynamics_report, stopped, 124);
AT(mote_dynamics_report, last_stopped, 128);
SIZE(mote_dynamics_report, 136);

AT(mote_sweep_report, sweep, 0);
AT(mote_sweep_report, pairs, 8);
AT(mote_sweep_report, pair_count, 12);
AT(mote_sweep_report, impacts, 16);
AT(mote_sweep_report, impact_count, 20);
AT(mote_sweep_report, contacts, 24);
AT(mote_sweep_report, face_pairs, 28);
AT(mote_sweep_report, face_pair_count, 32);
AT(mote_sweep_report, safe_step, 40);
AT(mote_sweep_report, body_steps, 48);
AT(mote_sweep_report, body_step_count, 52);
AT(mote_sweep_report, verified_step, 56);
AT(mote_sweep_report, start_is_free, 64);
AT(mote_sweep_report, invalid, 68);
AT(mote_sweep_report, invalid_count, 72);
AT(mote_sweep_report, cut_short, 76);
AT(mote_sweep_report, hash, 80);
AT(mote_sweep_report, stats, 88);

AT(mote_sweep_stats, update_seconds, 0);
AT(mote_sweep_stats, total_seconds, 40);
AT(mote_sweep_stats, moved_vertices, 48);
AT(mote_sweep_stats, exact_calls, 88);
AT(mote_sweep_stats, bounded_nodes, 104);
AT(mote_sweep_stats, bytes, 112);

AT(mote_swept_pair, a, 0);
AT(mote_swept_pair, b, 8);
AT(mote_swept_pair, first, 16);
AT(mote_swept_pair, first_impact, 32);
AT(mote_swept_pair, impact_count, 36);
AT(mote_swept_pair, first_face_pair, 40);
AT(mote_swept_pair, face_pair_count, 44);
AT(mote_swept_pair, meets_at_start, 48);
AT(mote_swept_pair, cut_short, 49);
SIZE(mote_swept_pair, 56);

AT(mote_swept_impact, kind, 0);
AT(mote_swept_impact, pair, 4);
AT(mote_swept_impact, vertices, 8);
AT(mote_swept_impact, face_a, 24);
AT(mote_swept_impact, face_b, 28);
AT(mote_swept_impact, time, 32);
SIZE(mote_swept_impact, 48);

AT(mote_swept_contact, time, 0);
AT(mote_swept_contact, point, 8);
AT(mote_swept_contact, normal, 20);
SIZE(mote_swept_contact, 32);

AT(mote_swept_faces, face_a, 0);
AT(mote_swept_faces, face_b, 4);
AT(mote_swept_faces, at_start, 8);
AT(mote_swept_faces, time, 16);
SIZE(mote_swept_faces, 32);

AT(mote_body_step, body, 0);
AT(mote_body_step, safe_step, 8);
SIZE(mote_body_step, 16);

AT(js_check_options, view_count, 128);
SIZE(js_check_options, 136);

AT(js_check_result, json, 0);
AT(js_check_result, json_size, 4);
AT(js_check_result, failed, 8);

#endif
