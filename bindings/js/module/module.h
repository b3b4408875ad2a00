// The exports of the WebAssembly modules: mote and its readers as a flat API of handles, pointers
// and numbers, for src/*.ts only. The module of the package adds check.h; the module with scenes,
// for the live page and the tests, adds the built-in scenes and models.
//
// Functions that can fail return a mote_result; js_message describes the error. Handles are
// pointers. Bodies are identified by their index, as in reports. Returned arrays are owned by the
// module and are valid until the next call with the same handle, unless stated otherwise. Memory
// may grow in any call, which invalidates JavaScript's views.
//
// The module is also built natively, for tests and sanitizers.

#ifndef MOTE_JS_MODULE_H
#define MOTE_JS_MODULE_H

#include <mote/mote.h>

#ifdef __wasm__
#define JS_EXPORT(name) __attribute__((export_name(#name)))
#else
#define JS_EXPORT(name)
#endif

typedef struct js_world js_world;

// ---------------------------------------------------------------------------------------------
// Memory, messages, lists

// Memory for data from JavaScript, such as names and files; null if there is none.
JS_EXPORT(allocate) void *js_allocate(size_t size);
JS_EXPORT(release) void js_release(void *pointer);

JS_EXPORT(version) const char *js_version(void);
JS_EXPORT(message) const char *js_message(void);
JS_EXPORT(result_name) const char *js_result_name(mote_result result);

// The number of workers of worlds and players that are created from now on; 1 at first, and always
// in the modules without threads (threads/threads.h).
JS_EXPORT(set_worker_count) void js_set_worker_count(uint32_t worker_count);
uint32_t js_worker_count(void);

// Lists the methods, with what they can do with this number of workers; null for an index past the
// last. Valid until the next call.
JS_EXPORT(method_at) const mote_method_info *js_method_at(uint32_t index);

// ---------------------------------------------------------------------------------------------
// Meshes: reference-counted, because bodies keep theirs after JavaScript has released them

// Read by JavaScript (src/layout.ts). The arrays live as long as the mesh.
typedef struct js_mesh {
    const mote_mesh *mesh;
    const mote_vec3 *positions; // at rest
    uint32_t vertex_count;
    const uint32_t *triangles;
    uint32_t triangle_count;
    uint32_t closed;
    mote_box box;
    uint32_t holders;
    mote_mesh *owned;  // equals `mesh`, or null if a player owns it
    mote_nodes *nodes; // created on first use
} js_mesh;

// `weld` merges vertices with equal positions.
JS_EXPORT(mesh_create)
mote_result js_mesh_create(const mote_vec3 *positions, uint32_t vertex_count,
                           const uint32_t *triangles, uint32_t triangle_count, bool weld,
                           js_mesh **out);

// Reads an OBJ, PLY, STL or OFF file, recognized by its name or its first bytes, and welds it.
JS_EXPORT(mesh_read)
mote_result js_mesh_read(const void *bytes, size_t size, const char *name, js_mesh **out);

// Wraps a mesh that belongs to someone else and lives longer.
mote_result js_mesh_of(const mote_mesh *mesh, js_mesh **out);

// The nodes for deformers that bound, one tree per mesh, which lives as long as the mesh.
mote_result js_mesh_nodes(js_mesh *mesh, const mote_nodes **out);

void js_mesh_hold(js_mesh *mesh);
JS_EXPORT(mesh_release) void js_mesh_release(js_mesh *mesh);

// ---------------------------------------------------------------------------------------------
// Scenes and models: only in the module with scenes

typedef struct js_entry {
    const char *name, *summary, *group;
    uint32_t frame_count;
} js_entry;

// List the scenes and models; null for an index past the last. Valid until the next call of either.
// Models have no group and no frames.
JS_EXPORT(scene_at) const js_entry *js_scene_at(uint32_t index);
JS_EXPORT(model_at) const js_entry *js_model_at(uint32_t index);

// A built-in model.
JS_EXPORT(mesh_of_model) mote_result js_mesh_of_model(const char *name, js_mesh **out);

typedef struct js_scene js_scene;

// `seed` is a whole number.
JS_EXPORT(scene_open)
mote_result js_scene_open(const char *name, double seed, float speed, uint32_t detail,
                          js_scene **out);
JS_EXPORT(scene_close) void js_scene_close(js_scene *scene);

JS_EXPORT(scene_body_count) uint32_t js_scene_body_count(const js_scene *scene);
JS_EXPORT(scene_frame_count) uint32_t js_scene_frame_count(const js_scene *scene);

JS_EXPORT(scene_is_y_up) bool js_scene_is_y_up(const js_scene *scene);

// Null and false if `body` is out of range.
JS_EXPORT(scene_body_name)
const char *js_scene_body_name(const js_scene *scene, uint32_t body);
JS_EXPORT(scene_self_collides)
bool js_scene_self_collides(const js_scene *scene, uint32_t body);
JS_EXPORT(scene_is_rigid) bool js_scene_is_rigid(const js_scene *scene, uint32_t body);
JS_EXPORT(scene_has_deformer)
bool js_scene_has_deformer(const js_scene *scene, uint32_t body);

// The caller releases the mesh; bodies of one model share it.
JS_EXPORT(scene_mesh)
mote_result js_scene_mesh(js_scene *scene, uint32_t body, js_mesh **out);

JS_EXPORT(scene_transform)
mote_result js_scene_transform(const js_scene *scene, uint32_t body, uint32_t frame,
                               mote_transform *out);

// Positions in the world. Each body has its own array, which lives as long as the scene.
JS_EXPORT(scene_positions)
mote_result js_scene_positions(js_scene *scene, uint32_t body, uint32_t frame,
                               const mote_vec3 **out);

// Puts the body on demand: the deformer of the scene's body defines its shape, and detection
// evaluates only the vertices that it needs. Its positions can no longer be set.
JS_EXPORT(world_put_on_demand)
mote_result js_world_put_on_demand(js_world *world, uint32_t body, const js_scene *scene,
                                   uint32_t scene_body);

// Moves the body to a frame of the scene: sets the pose if it is on demand, the transform if it is
// rigid, and the positions otherwise.
JS_EXPORT(world_show)
mote_result js_world_show(js_world *world, uint32_t body, const js_scene *scene,
                          uint32_t scene_body, uint32_t frame);

// ---------------------------------------------------------------------------------------------
// Options of a world

// Creates a def with the defaults; release it with js_release.
JS_EXPORT(options_create) mote_result js_options_create(mote_world_def **out);
JS_EXPORT(options_method)
mote_result js_options_method(mote_world_def *options, const char *name);

// Sets the options of all methods to the values of the papers: mote_world_def_set_literal.
JS_EXPORT(options_literal) void js_options_literal(mote_world_def *options);

// By name, such as "tolerance" or "smith.level"; a choice is its index, a boolean 0 or 1.
JS_EXPORT(options_set)
mote_result js_options_set(mote_world_def *options, const char *name, double value);

// 0 for an unknown name.
JS_EXPORT(options_get)
double js_options_get(const mote_world_def *options, const char *name);

// Lists the options; null for an index past the last.
JS_EXPORT(option_at) const mote_world_option *js_option_at(uint32_t index);

// Whether the method with this index (js_method_at) reads the option.
JS_EXPORT(option_concerns)
bool js_option_concerns(const mote_world_option *option, uint32_t method_index);

// ---------------------------------------------------------------------------------------------
// Worlds

JS_EXPORT(world_create)
mote_result js_world_create(const mote_world_def *options, js_world **out);
JS_EXPORT(world_destroy) void js_world_destroy(js_world *world);

// See mote_body_def.
enum { JS_SELF_COLLISION = 1, JS_SELF_SHARED_VERTEX = 2, JS_SELF_SHARED_EDGE = 4 };

typedef struct js_body_options {
    uint32_t self; // JS_SELF_*
    uint32_t category, mask;
} js_body_options;

JS_EXPORT(world_add)
mote_result js_world_add(js_world *world, js_mesh *mesh, const js_body_options *options,
                         uint32_t *body);
JS_EXPORT(world_remove) mote_result js_world_remove(js_world *world, uint32_t body);

// The first body with an index of at least `from`; MOTE_NONE if there is none.
JS_EXPORT(world_next_body)
uint32_t js_world_next_body(const js_world *world, uint32_t from);

// Distinguishes successive bodies with the same index; 0 if there is no body.
JS_EXPORT(world_generation)
uint32_t js_world_generation(const js_world *world, uint32_t body);

// The mesh of the body, valid as long as the body.
JS_EXPORT(world_mesh)
mote_result js_world_mesh(js_world *world, uint32_t body, const js_mesh **out);

// The array of the body's positions, initially the rest shape. It lives as long as the body, and
// must not change from js_world_set_positions to the last query of the frame.
JS_EXPORT(world_positions)
mote_result js_world_positions(js_world *world, uint32_t body, mote_vec3 **out);
JS_EXPORT(world_set_positions)
mote_result js_world_set_positions(js_world *world, uint32_t body);

// A null transform is the identity.
JS_EXPORT(world_set_transform)
mote_result js_world_set_transform(js_world *world, uint32_t body, const mote_transform *transform);

// One byte per vertex of a body on demand, valid as long as the body: 0 if it was never evaluated,
// 1 if by an earlier detect, 2 if by the last one. Null for other bodies.
JS_EXPORT(world_touched)
mote_result js_world_touched(js_world *world, uint32_t body, const uint8_t **out);

// Positions as detection sees them, in an array that lives as long as the body.
JS_EXPORT(world_present)
mote_result js_world_present(js_world *world, uint32_t body, const mote_vec3 **out);

// Gives the body another mesh (mote_body_set_mesh). `new_face_of` has one entry per face of the old
// mesh, or is null. All arrays of the body end.
JS_EXPORT(world_set_mesh)
mote_result js_world_set_mesh(js_world *world, uint32_t body, js_mesh *mesh,
                              const uint32_t *new_face_of, uint32_t count);

// ---------------------------------------------------------------------------------------------
// Far from the origin: mote/origin.h

JS_EXPORT(world_set_origin)
mote_result js_world_set_origin(js_world *world, const mote_dvec3 *origin);
JS_EXPORT(world_get_origin) mote_result js_world_get_origin(const js_world *world, mote_dvec3 *out);
JS_EXPORT(world_set_global_transform)
mote_result js_world_set_global_transform(js_world *world, uint32_t body,
                                          const mote_transform_double *transform);

// The array of the body's positions in the caller's space, in double, and what uses its contents;
// as js_world_positions.
JS_EXPORT(world_global_positions)
mote_result js_world_global_positions(js_world *world, uint32_t body, mote_dvec3 **out);
JS_EXPORT(world_set_global_positions)
mote_result js_world_set_global_positions(js_world *world, uint32_t body);

// ---------------------------------------------------------------------------------------------
// Motions and sweeps: mote/motion.h

// What js_world_set_motion sets of the start; shifted by JS_MOTION_END, of the end.
enum { JS_MOTION_POSITIONS = 1, JS_MOTION_TRANSFORM = 2, JS_MOTION_END = 2 };

// The array of the body's positions at the start (0) or at the end (1) of a step, initially the
// rest shape. It lives as long as the body, and must not change from js_world_set_motion to the
// last query of the sweep.
JS_EXPORT(world_motion)
mote_result js_world_motion(js_world *world, uint32_t body, uint32_t end, mote_vec3 **out);

// No parts: the body rests. `transforms` are of the start and of the end.
JS_EXPORT(world_set_motion)
mote_result js_world_set_motion(js_world *world, uint32_t body, uint32_t parts,
                                const mote_transform transforms[2]);

// Positions at a time of the motion, in the array of js_world_present.
JS_EXPORT(world_positions_at)
mote_result js_world_positions_at(js_world *world, uint32_t body, double time,
                                  const mote_vec3 **out);

// See mote_sweep_def.
enum {
    JS_SWEEP_FACE_PAIRS = 1,
    JS_SWEEP_CONTACTS = 2,
    JS_SWEEP_VERTEX_STEPS = 4,
    JS_SWEEP_VERIFY = 8
};

JS_EXPORT(world_sweep)
mote_result js_world_sweep(js_world *world, uint32_t find, uint32_t parts, float separation);

// Valid until the next sweep.
JS_EXPORT(world_sweep_report)
mote_result js_world_sweep_report(js_world *world, const mote_sweep_report **out);

// A double per vertex.
JS_EXPORT(world_safe_steps)
mote_result js_world_safe_steps(js_world *world, uint32_t body, double *out);

// ---------------------------------------------------------------------------------------------
// What worlds find

JS_EXPORT(world_ignore_pair)
mote_result js_world_ignore_pair(js_world *world, uint32_t a, uint32_t b, bool ignore);

// Promises that the body is within a box, until it is moved; null withdraws the promise.
JS_EXPORT(world_set_bounds)
mote_result js_world_set_bounds(js_world *world, uint32_t body, const mote_box *bounds);

JS_EXPORT(world_detect) mote_result js_world_detect(js_world *world);
JS_EXPORT(world_set_time_budget)
mote_result js_world_set_time_budget(js_world *world, double seconds);

// Gives back memory that the next frame does not need; reports must be read again.
JS_EXPORT(world_trim) mote_result js_world_trim(js_world *world);

// Valid until the next detect.
JS_EXPORT(world_report)
mote_result js_world_report(js_world *world, const mote_report **out);

// Valid until the next detect; the `data` of points may be written.
JS_EXPORT(world_manifolds)
mote_result js_world_manifolds(js_world *world, const mote_manifolds **out);

// One byte per face: 1 if it is in a face pair of the last report. js_world_mark updates all
// bodies; the arrays live as long as the bodies.
JS_EXPORT(world_mark) mote_result js_world_mark(js_world *world);
JS_EXPORT(world_marks)
mote_result js_world_marks(js_world *world, uint32_t body, const uint8_t **out);

typedef struct js_drawn_box {
    uint32_t kind; // mote_draw_kind
    mote_box box;
} js_drawn_box;

typedef struct js_drawn_point {
    uint32_t kind; // mote_draw_kind
    uint32_t body;
    uint32_t id; // of a particle
    mote_vec3 at;
} js_drawn_point;

typedef struct js_drawn_vector {
    uint32_t kind; // mote_draw_kind
    uint32_t body;
    mote_vec3 at, v;
} js_drawn_vector;

typedef struct js_drawing {
    const js_drawn_box *boxes;
    uint32_t box_count;
    const mote_segment *segments;
    uint32_t segment_count;
    const js_drawn_point *points;
    uint32_t point_count;
    const js_drawn_vector *vectors;
    uint32_t vector_count;
} js_drawing;

// Of the method at the last detect, or of the last sweep.
JS_EXPORT(world_draw)
mote_result js_world_draw(js_world *world, const js_drawing **out);
JS_EXPORT(world_draw_sweep)
mote_result js_world_draw_sweep(js_world *world, const js_drawing **out);

// The area of each vertex at the last js_world_draw, or MOTE_NONE, in an array that lives as long
// as the body; null if the method has no areas.
JS_EXPORT(world_areas)
mote_result js_world_areas(js_world *world, uint32_t body, const uint32_t **out);

JS_EXPORT(world_distance)
mote_result js_world_distance(js_world *world, uint32_t a, uint32_t b, float limit,
                              mote_distance *out);

// `ray` is an origin and a direction.
JS_EXPORT(world_ray)
mote_result js_world_ray(js_world *world, const mote_vec3 ray[2], float t_max,
                         mote_surface_point *out);

// The face is MOTE_NONE beyond the limit.
JS_EXPORT(world_closest_point)
mote_result js_world_closest_point(js_world *world, uint32_t body, const mote_vec3 *point,
                                   float limit, mote_surface_point *out);

// The faces that share a point with the ball or box, in an array that is valid until the next query
// of the world.
JS_EXPORT(world_overlap_sphere)
mote_result js_world_overlap_sphere(js_world *world, const mote_vec3 *center, float radius,
                                    const mote_body_face **out, size_t *count);
JS_EXPORT(world_overlap_box)
mote_result js_world_overlap_box(js_world *world, const mote_box *box, const mote_body_face **out,
                                 size_t *count);

// Vertex-face and edge-edge pairs at most `distance` apart. Valid until the next call.
JS_EXPORT(world_features)
mote_result js_world_features(js_world *world, float distance, bool shared_vertex,
                              const mote_features **out);

// ---------------------------------------------------------------------------------------------
// Views: mote/view.h. The view of a frozen world is identified by the world. A mask has 32 bits; all of them are all
// categories.

JS_EXPORT(world_freeze) mote_result js_world_freeze(js_world *world, uint32_t mask);
JS_EXPORT(world_thaw) mote_result js_world_thaw(js_world *world);

JS_EXPORT(view_closest_points)
mote_result js_view_closest_points(const js_world *world, uint32_t mask, const mote_vec3 *points,
                                   uint32_t count, float limit, mote_surface_point *out);
JS_EXPORT(view_windings)
mote_result js_view_windings(js_world *world, uint32_t body, const mote_vec3 *points,
                             uint32_t count, int32_t *out);
JS_EXPORT(view_signed_distances)
mote_result js_view_signed_distances(js_world *world, uint32_t body, const mote_vec3 *points,
                                     uint32_t count, mote_signed_distance *out);
JS_EXPORT(view_rays)
mote_result js_view_rays(const js_world *world, uint32_t mask, const mote_ray *rays, uint32_t count,
                         mote_surface_point *out);

// One byte per ray.
JS_EXPORT(view_rays_blocked)
mote_result js_view_rays_blocked(const js_world *world, uint32_t mask, const mote_ray *rays,
                                 uint32_t count, bool *out);

// `first` has count + 1 entries. MOTE_ERROR_LIMIT if `capacity` is less than first[count].
JS_EXPORT(view_rays_all)
mote_result js_view_rays_all(const js_world *world, uint32_t mask, const mote_ray *rays,
                             uint32_t count, size_t *first, mote_surface_point *out,
                             uint32_t capacity);

// ---------------------------------------------------------------------------------------------
// Deformers: reference-counted like meshes, because bodies keep theirs

typedef struct js_deformer js_deformer;

// A linear skin of the mesh, all bones at the identity: for each vertex `influences` bones and as
// many weights.
JS_EXPORT(deformer_skin)
mote_result js_deformer_skin(js_mesh *mesh, uint32_t bone_count, uint32_t influences,
                             const uint16_t *bones, const float *weights, js_deformer **out);

// Morph targets of the mesh, all weights 0. Target i has counts[i] vertices and displacements,
// which follow those of the target before it.
JS_EXPORT(deformer_morph)
mote_result js_deformer_morph(js_mesh *mesh, uint32_t target_count, const uint32_t *counts,
                              const uint32_t *vertices, const mote_vec3 *deltas, js_deformer **out);

JS_EXPORT(deformer_release) void js_deformer_release(js_deformer *deformer);

// Change the parameters. Bodies that use the deformer must be given their deformers again before
// the next query.
JS_EXPORT(deformer_set_bones)
mote_result js_deformer_set_bones(js_deformer *deformer, const mote_transform *bones,
                                  uint32_t bone_count);
JS_EXPORT(deformer_set_weights)
mote_result js_deformer_set_weights(js_deformer *deformer, const float *weights,
                                    uint32_t weight_count);

// Puts the body on demand: the deformers define its shape, one after the other, and detection
// evaluates only the vertices that it needs. No deformers: the body has the rest shape and can be
// given positions again.
JS_EXPORT(world_set_deformers)
mote_result js_world_set_deformers(js_world *world, uint32_t body, js_deformer *const *deformers,
                                   uint32_t count);

// ---------------------------------------------------------------------------------------------
// Pulling a patch of a surface

typedef struct js_pull js_pull;

// Grabs a body at a point of the world. Vertices closer than `radius`, in units of the body's
// frame, follow the point. MOTE_ERROR_STATE for bodies on demand and of players; MOTE_ERROR_REFUSED
// if the method accepts only rigid bodies; MOTE_ERROR_ARGUMENT for a radius that is not finite and
// above 0; MOTE_ERROR_DATA for a point that is not finite or a transform without an inverse.
JS_EXPORT(pull_create)
mote_result js_pull_create(js_world *world, uint32_t body, const mote_vec3 *point, float radius,
                           js_pull **out);

// Moves the grabbed point. `world` is that of the body; MOTE_ERROR_STALE if the body was removed or
// has another mesh.
JS_EXPORT(pull_move)
mote_result js_pull_move(const js_pull *pull, js_world *world, const mote_vec3 *point);

// The body keeps its shape. Body and world may have been destroyed. Null is allowed.
JS_EXPORT(pull_release) void js_pull_release(js_pull *pull);

// ---------------------------------------------------------------------------------------------
// Dynamics

// See mote_dynamics_def. All numbers are doubles, as in JavaScript.
typedef struct js_dynamics_options {
    double response; // mote_response
    double restitution;
    mote_dvec3 gravity;
    double has_walls; // a boolean, as are surface_velocity and look_ahead
    mote_dvec3 walls_min, walls_max;
    double wall_restitution;
    double push_apart;
    double surface_velocity;
    double look_ahead;
    double passes;
} js_dynamics_options;

// Which fields of a js_rigid are set.
enum {
    JS_GIVEN_POSITION = 1,
    JS_GIVEN_ROTATION = 2,
    JS_GIVEN_VELOCITY = 4,
    JS_GIVEN_SPIN = 8,
    JS_GIVEN_MASS = 16,
    JS_GIVEN_DENSITY = 32
};

// Placement and motion of a body.
typedef struct js_rigid {
    mote_dvec3 position;         // of the origin of its own frame
    double x, y, z, w;           // rotation from that frame to the world
    mote_dvec3 velocity;         // of the center of mass
    mote_dvec3 angular_velocity; // about axes of the world
    double mass;                 // may be infinite
    double density;
    uint32_t given; // JS_GIVEN_*
} js_rigid;

typedef struct js_dynamics js_dynamics;

JS_EXPORT(dynamics_defaults) void js_dynamics_defaults(js_dynamics_options *out);
JS_EXPORT(dynamics_create)
mote_result js_dynamics_create(js_world *world, const js_dynamics_options *options,
                               js_dynamics **out);

// Bodies stay where they are. The world may have been destroyed. Null is allowed.
JS_EXPORT(dynamics_destroy) void js_dynamics_destroy(js_dynamics *dynamics);

// Adds a body. Fields that are not given default to its present placement, at rest, with density 1.
// A mass takes precedence over a density. A shape without volume gets the mass of its bounding box.
JS_EXPORT(dynamics_add)
mote_result js_dynamics_add(js_dynamics *dynamics, uint32_t body, const js_rigid *rigid);
JS_EXPORT(dynamics_remove)
mote_result js_dynamics_remove(js_dynamics *dynamics, uint32_t body);

// Sets all fields except the density.
JS_EXPORT(dynamics_get)
mote_result js_dynamics_get(const js_dynamics *dynamics, uint32_t body, js_rigid *out);

// Changes the given fields; the density is ignored.
JS_EXPORT(dynamics_set)
mote_result js_dynamics_set(js_dynamics *dynamics, uint32_t body, const js_rigid *rigid);

// The shape of the body is now that of js_world_positions.
JS_EXPORT(dynamics_set_shape)
mote_result js_dynamics_set_shape(js_dynamics *dynamics, uint32_t body);

JS_EXPORT(dynamics_hold)
mote_result js_dynamics_hold(js_dynamics *dynamics, uint32_t body);

// Uses only position and rotation.
JS_EXPORT(dynamics_move_held)
mote_result js_dynamics_move_held(js_dynamics *dynamics, uint32_t body, const js_rigid *rigid);
JS_EXPORT(dynamics_release)
mote_result js_dynamics_release(js_dynamics *dynamics, uint32_t body);
JS_EXPORT(dynamics_is_held)
mote_result js_dynamics_is_held(const js_dynamics *dynamics, uint32_t body, uint32_t *out);

// Advances, detects and reacts; the report is that of the world.
JS_EXPORT(dynamics_step) mote_result js_dynamics_step(js_dynamics *dynamics, double time);

// The two halves of a step, for callers that detect in between. The second responds to the last
// report of the world.
JS_EXPORT(dynamics_advance)
mote_result js_dynamics_advance(js_dynamics *dynamics, double time);
JS_EXPORT(dynamics_react)
mote_result js_dynamics_react(js_dynamics *dynamics, double time);

JS_EXPORT(dynamics_report)
mote_result js_dynamics_report(const js_dynamics *dynamics, mote_dynamics_report *out);

// ---------------------------------------------------------------------------------------------
// Assets: GLB and glTF files with nodes, skins, morph targets and clips. Reference-counted like meshes, because bodies
// on demand keep theirs.

typedef struct js_asset js_asset;

// One part per node. `name` is that of the file in messages.
JS_EXPORT(asset_open)
mote_result js_asset_open(const void *bytes, size_t size, const char *name, js_asset **out);
JS_EXPORT(asset_release) void js_asset_release(js_asset *asset);

typedef struct js_part {
    const char *name; // unique
    uint32_t vertex_count, triangle_count;
    uint32_t deforms; // has a skin or morph targets
} js_part;

typedef struct js_clip {
    const char *name;
    double start, end; // seconds
} js_clip;

// List parts and clips; null for an index past the last. Valid as long as the asset.
JS_EXPORT(asset_part_at)
const js_part *js_asset_part_at(const js_asset *asset, uint32_t part);
JS_EXPORT(asset_clip_at)
const js_clip *js_asset_clip_at(const js_asset *asset, uint32_t clip);

// The mesh of a part in the rest pose; the caller releases it.
JS_EXPORT(asset_mesh)
mote_result js_asset_mesh(const js_asset *asset, uint32_t part, js_mesh **out);

// Sets the pose of all parts; the clip MOTE_NONE is the rest pose, which is the initial one. Bodies
// on demand in all worlds share the pose: js_world_show_part must be called for each of them before
// the next query.
JS_EXPORT(asset_pose)
mote_result js_asset_pose(js_asset *asset, uint32_t clip, double time);

// Adds a body for a part: in the rest pose, or on demand in the pose of the asset.
JS_EXPORT(world_add_part)
mote_result js_world_add_part(js_world *world, js_asset *asset, uint32_t part, bool on_demand,
                              const js_body_options *options, uint32_t *body);

// Moves a body of the part to the pose of the asset.
JS_EXPORT(world_show_part)
mote_result js_world_show_part(js_world *world, uint32_t body, const js_asset *asset,
                               uint32_t part);

// ---------------------------------------------------------------------------------------------
// Recordings

// Starts a recording in memory.
JS_EXPORT(world_record) mote_result js_world_record(js_world *world);

// The bytes are valid until the next recording of the world.
JS_EXPORT(world_record_stop)
mote_result js_world_record_stop(js_world *world, const void **data, size_t *size);

typedef struct js_player js_player;

// Takes ownership of the bytes, which come from js_allocate, even if it fails. A null `method` is
// the recorded one.
JS_EXPORT(player_create)
mote_result js_player_create(void *data, size_t size, const char *method, js_player **out);
JS_EXPORT(player_destroy) void js_player_destroy(js_player *player);
JS_EXPORT(player_frame_count) uint32_t js_player_frame_count(const js_player *player);
JS_EXPORT(player_step)
mote_result js_player_step(js_player *player, mote_played_frame *out);

// The world of the player, valid as long as the player. It has the bodies of the last step.
// Functions that would change it, including js_world_detect, fail with MOTE_ERROR_STATE.
JS_EXPORT(player_world) js_world *js_player_world(js_player *player);

#endif
