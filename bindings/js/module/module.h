// What the WebAssembly module exports: mote, its scenes and its readers behind a small flat API of handles,
// pointers and numbers, for src/*.ts and nobody else.
//
// Everything that can fail returns a mote_result; js_message says what was wrong. Handles are pointers.
// Bodies are named by their index, which is that of reports. Arrays that are handed out are owned by the
// module and stay where they are until the next call with the same handle, unless it says otherwise; but
// memory may grow in any call, and then JavaScript's views of it are void.
//
// The module builds natively too, for tests and sanitizers.

#ifndef MOTE_JS_MODULE_H
#define MOTE_JS_MODULE_H

#include <mote/mote.h>

#ifdef __wasm__
#define JS_EXPORT(name) __attribute__((export_name(#name)))
#else
#define JS_EXPORT(name)
#endif

// ---------------------------------------------------------------------------------------------
// Memory, messages, lists

// For what JavaScript hands over, such as names and files; null for no memory.
JS_EXPORT(allocate) void *js_allocate(size_t size);
JS_EXPORT(release) void js_release(void *pointer);

JS_EXPORT(version) const char *js_version(void);
JS_EXPORT(message) const char *js_message(void);
JS_EXPORT(result_name) const char *js_result_name(mote_result result);

// A list of what is built in, one by one; null past the last.
JS_EXPORT(method_at) const mote_method_info *js_method_at(uint32_t index);

typedef struct js_entry {
    const char *name, *summary, *group;
    uint32_t frame_count;
} js_entry;

// Valid until the next call of either. Group and frames are those of scenes.
JS_EXPORT(scene_at) const js_entry *js_scene_at(uint32_t index);
JS_EXPORT(model_at) const js_entry *js_model_at(uint32_t index);

// ---------------------------------------------------------------------------------------------
// Meshes: counted, so that bodies keep theirs whatever JavaScript lets go of

// Read by JavaScript; arrays are those of the mesh and stay for its life.
typedef struct js_mesh {
    const mote_mesh *mesh;
    const mote_vec3 *positions; // at rest
    uint32_t vertex_count;
    const uint32_t *triangles;
    uint32_t triangle_count;
    uint32_t closed;
    mote_box box;
    uint32_t holders;
    mote_mesh *owned;  // the same, or null where it is a player's
    mote_nodes *nodes; // null until they are asked for
} js_mesh;

// `weld` makes vertices in the same place one.
JS_EXPORT(mesh_create)
mote_result js_mesh_create(const mote_vec3 *positions, uint32_t vertex_count,
                           const uint32_t *triangles, uint32_t triangle_count, bool weld,
                           js_mesh **out);

// An OBJ, PLY, STL or OFF file, told by its name or else by its first bytes, and welded.
JS_EXPORT(mesh_read)
mote_result js_mesh_read(const void *bytes, size_t size, const char *name, js_mesh **out);

// A built-in model.
JS_EXPORT(mesh_of_model) mote_result js_mesh_of_model(const char *name, js_mesh **out);

// Of a mesh that others own and that outlives it.
mote_result js_mesh_of(const mote_mesh *mesh, js_mesh **out);

// For deformers that bound: one tree a mesh, which stays for its life.
mote_result js_mesh_nodes(js_mesh *mesh, const mote_nodes **out);

void js_mesh_hold(js_mesh *mesh);
JS_EXPORT(mesh_release) void js_mesh_release(js_mesh *mesh);

// ---------------------------------------------------------------------------------------------
// Scenes

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

// The caller releases it; bodies of one model share it.
JS_EXPORT(scene_mesh)
mote_result js_scene_mesh(js_scene *scene, uint32_t body, js_mesh **out);

JS_EXPORT(scene_transform)
mote_result js_scene_transform(const js_scene *scene, uint32_t body, uint32_t frame,
                               mote_transform *out);

// In world space; each body has an array of its own, which stays for the life of the scene.
JS_EXPORT(scene_positions)
mote_result js_scene_positions(js_scene *scene, uint32_t body, uint32_t frame,
                               const mote_vec3 **out);

// The same into an array of the caller.
mote_result js_scene_write_positions(const js_scene *scene, uint32_t body, uint32_t frame,
                                     uint32_t vertex_count, mote_vec3 *out);

// A deformer of its own for a body of the world with that mesh; see scene_deformer, and below
// scene_pose.
mote_result js_scene_deformer(const js_scene *scene, uint32_t body, js_mesh *mesh,
                              mote_deformer **out);
mote_result js_scene_pose(const js_scene *scene, uint32_t body, uint32_t frame,
                          mote_deformer *deformer);

// ---------------------------------------------------------------------------------------------
// Options of a world

// The defaults; release with js_release.
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

typedef struct js_world js_world;

JS_EXPORT(world_create)
mote_result js_world_create(const mote_world_def *options, js_world **out);
JS_EXPORT(world_destroy) void js_world_destroy(js_world *world);

JS_EXPORT(world_add)
mote_result js_world_add(js_world *world, js_mesh *mesh, bool self_collision,
                         bool self_shared_vertex, uint32_t *body);
JS_EXPORT(world_remove) mote_result js_world_remove(js_world *world, uint32_t body);

// The first body whose index is not below `from`; MOTE_NONE behind the last.
JS_EXPORT(world_next_body)
uint32_t js_world_next_body(const js_world *world, uint32_t from);

// Different for each body that has that index, one after the other; 0 for none.
JS_EXPORT(world_generation)
uint32_t js_world_generation(const js_world *world, uint32_t body);

// What it was made of, for the life of the body.
JS_EXPORT(world_mesh)
mote_result js_world_mesh(js_world *world, uint32_t body, const js_mesh **out);

// The array from which the body takes its positions: at first the rest shape. It stays for the life of
// the body, and must stay unchanged from js_world_set_positions to the last query of the frame.
JS_EXPORT(world_positions)
mote_result js_world_positions(js_world *world, uint32_t body, mote_vec3 **out);
JS_EXPORT(world_set_positions)
mote_result js_world_set_positions(js_world *world, uint32_t body);

// Null takes it away.
JS_EXPORT(world_set_transform)
mote_result js_world_set_transform(js_world *world, uint32_t body, const mote_transform *transform);

// From here on a deformer of the scene's body forms the body, which keeps no positions: detection evaluates
// only the vertices that it needs. Its positions cannot be given any more.
JS_EXPORT(world_put_on_demand)
mote_result js_world_put_on_demand(js_world *world, uint32_t body, const js_scene *scene,
                                   uint32_t scene_body);

// Of a body on demand one byte a vertex, for its life: 0 no detect has evaluated it, 1 an earlier one has,
// 2 the last one has. Null for other bodies.
JS_EXPORT(world_touched)
mote_result js_world_touched(js_world *world, uint32_t body, const uint8_t **out);

// The body is now as that of the scene in a frame: posed if it is on demand, transformed if it is rigid, else
// by its positions.
JS_EXPORT(world_show)
mote_result js_world_show(js_world *world, uint32_t body, const js_scene *scene,
                          uint32_t scene_body, uint32_t frame);

// Positions as detection sees them, in an array of the body that stays for its life.
JS_EXPORT(world_present)
mote_result js_world_present(js_world *world, uint32_t body, const mote_vec3 **out);

JS_EXPORT(world_ignore_pair)
mote_result js_world_ignore_pair(js_world *world, uint32_t a, uint32_t b, bool ignore);

JS_EXPORT(world_detect) mote_result js_world_detect(js_world *world);

// Valid until the next detect.
JS_EXPORT(world_report)
mote_result js_world_report(js_world *world, const mote_report **out);

// One byte a face: 1 where the last report has it in a face pair. js_world_mark writes those of all
// bodies; the arrays stay for the life of the bodies.
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

JS_EXPORT(world_draw)
mote_result js_world_draw(js_world *world, const js_drawing **out);

// The area of each vertex, MOTE_NONE where it has none, as the last js_world_draw saw it, in an array of
// the body that stays for its life; null where the method cuts no areas.
JS_EXPORT(world_areas)
mote_result js_world_areas(js_world *world, uint32_t body, const uint32_t **out);

JS_EXPORT(world_distance)
mote_result js_world_distance(js_world *world, uint32_t a, uint32_t b, float limit,
                              mote_distance *out);

// `ray` is an origin and a direction.
JS_EXPORT(world_ray)
mote_result js_world_ray(js_world *world, const mote_vec3 ray[2], float t_max,
                         mote_surface_point *out);

// ---------------------------------------------------------------------------------------------
// Pulling a patch of a surface

typedef struct js_pull js_pull;

// Takes hold of a body in a point of the world; what is nearer to it than `radius`, in the units of the
// body's own frame, follows. MOTE_ERROR_STATE for bodies on demand and of players, MOTE_ERROR_REFUSED by methods
// for rigid bodies, MOTE_ERROR_ARGUMENT for a radius that is not above 0 and finite, MOTE_ERROR_DATA for a
// point that is not finite and a transform that has no inverse.
JS_EXPORT(pull_create)
mote_result js_pull_create(js_world *world, uint32_t body, const mote_vec3 *point, float radius,
                           js_pull **out);

// The grasped point is now there. `world` is that of the body; MOTE_ERROR_STALE if it has gone.
JS_EXPORT(pull_move)
mote_result js_pull_move(const js_pull *pull, js_world *world, const mote_vec3 *point);

// The body keeps its shape; body and world may be gone. Null is allowed.
JS_EXPORT(pull_release) void js_pull_release(js_pull *pull);

// ---------------------------------------------------------------------------------------------
// Dynamics

// See mote_dynamics_def; all in doubles, as JavaScript has them.
typedef struct js_dynamics_options {
    double response; // mote_response
    double restitution;
    mote_dvec3 gravity;
    double has_walls; // booleans are 0 or not, here and below
    mote_dvec3 walls_min, walls_max;
    double wall_restitution;
    double push_apart;
    double surface_velocity;
    double look_ahead;
    double passes;
} js_dynamics_options;

// What of a js_rigid is given.
enum {
    JS_GIVEN_POSITION = 1,
    JS_GIVEN_ROTATION = 2,
    JS_GIVEN_VELOCITY = 4,
    JS_GIVEN_SPIN = 8,
    JS_GIVEN_MASS = 16,
    JS_GIVEN_DENSITY = 32
};

// Where a body is and how it moves.
typedef struct js_rigid {
    mote_dvec3 position;         // of the origin of its own frame
    double x, y, z, w;           // rotation from that frame to the world
    mote_dvec3 velocity;         // of the center of mass
    mote_dvec3 angular_velocity; // about axes of the world
    double mass;                 // infinite: nothing moves it
    double density;
    uint32_t given; // MOTE_JS_GIVEN_*
} js_rigid;

typedef struct js_dynamics js_dynamics;

JS_EXPORT(dynamics_defaults) void js_dynamics_defaults(js_dynamics_options *out);
JS_EXPORT(dynamics_create)
mote_result js_dynamics_create(js_world *world, const js_dynamics_options *options,
                               js_dynamics **out);

// Bodies stay where they are; the world may be gone. Null is allowed.
JS_EXPORT(dynamics_destroy) void js_dynamics_destroy(js_dynamics *dynamics);

// From where it is, at rest, with density 1, but for what is given; a mass that is given comes before a
// density. What encloses no volume is as heavy as the box around it.
JS_EXPORT(dynamics_add)
mote_result js_dynamics_add(js_dynamics *dynamics, uint32_t body, const js_rigid *rigid);
JS_EXPORT(dynamics_remove)
mote_result js_dynamics_remove(js_dynamics *dynamics, uint32_t body);

// All but the density.
JS_EXPORT(dynamics_get)
mote_result js_dynamics_get(const js_dynamics *dynamics, uint32_t body, js_rigid *out);

// Changes what is given, but for the density.
JS_EXPORT(dynamics_set)
mote_result js_dynamics_set(js_dynamics *dynamics, uint32_t body, const js_rigid *rigid);

// Its shape is now that of js_world_positions.
JS_EXPORT(dynamics_set_shape)
mote_result js_dynamics_set_shape(js_dynamics *dynamics, uint32_t body);

JS_EXPORT(dynamics_hold)
mote_result js_dynamics_hold(js_dynamics *dynamics, uint32_t body);

// Position and rotation alone.
JS_EXPORT(dynamics_move_held)
mote_result js_dynamics_move_held(js_dynamics *dynamics, uint32_t body, const js_rigid *rigid);
JS_EXPORT(dynamics_release)
mote_result js_dynamics_release(js_dynamics *dynamics, uint32_t body);
JS_EXPORT(dynamics_is_held)
mote_result js_dynamics_is_held(const js_dynamics *dynamics, uint32_t body, uint32_t *out);

// Detects; the report is the world's.
JS_EXPORT(dynamics_step) mote_result js_dynamics_step(js_dynamics *dynamics, double time);

// The two halves of a step, for who detects in between; the second answers the world's last report.
JS_EXPORT(dynamics_advance)
mote_result js_dynamics_advance(js_dynamics *dynamics, double time);
JS_EXPORT(dynamics_react)
mote_result js_dynamics_react(js_dynamics *dynamics, double time);

JS_EXPORT(dynamics_report)
mote_result js_dynamics_report(const js_dynamics *dynamics, mote_dynamics_report *out);

// ---------------------------------------------------------------------------------------------
// Assets: GLB and glTF files with nodes, skins, morph targets and clips. Counted, as meshes are: bodies on
// demand keep theirs.

typedef struct js_asset js_asset;

// Cut into parts by nodes. `name` stands for the file in messages.
JS_EXPORT(asset_open)
mote_result js_asset_open(const void *bytes, size_t size, const char *name, js_asset **out);
JS_EXPORT(asset_release) void js_asset_release(js_asset *asset);

typedef struct js_part {
    const char *name; // none twice
    uint32_t vertex_count, triangle_count;
    uint32_t deforms; // by a skin or morph targets, not only by its node
} js_part;

typedef struct js_clip {
    const char *name;
    double start, end; // seconds
} js_clip;

// One by one; null past the last. They stay for the life of the asset.
JS_EXPORT(asset_part_at)
const js_part *js_asset_part_at(const js_asset *asset, uint32_t part);
JS_EXPORT(asset_clip_at)
const js_clip *js_asset_clip_at(const js_asset *asset, uint32_t clip);

// A part in the rest pose; the caller releases it.
JS_EXPORT(asset_mesh)
mote_result js_asset_mesh(const js_asset *asset, uint32_t part, js_mesh **out);

// Where all parts are from now on; MOTE_NONE is no clip but the rest pose, which they are in at first. Bodies
// on demand of all worlds have this one pose: each must be told by js_world_show_part before the next
// query.
JS_EXPORT(asset_pose)
mote_result js_asset_pose(js_asset *asset, uint32_t clip, double time);

// A body of a part, in the rest pose; on demand: where the asset is posed.
JS_EXPORT(world_add_part)
mote_result js_world_add_part(js_world *world, js_asset *asset, uint32_t part, bool on_demand,
                              bool self_collision, uint32_t *body);

// The body, one of the part, is now where the asset is posed.
JS_EXPORT(world_show_part)
mote_result js_world_show_part(js_world *world, uint32_t body, const js_asset *asset,
                               uint32_t part);

// ---------------------------------------------------------------------------------------------
// Recordings

// Records into memory from here on.
JS_EXPORT(world_record) mote_result js_world_record(js_world *world);

// The bytes are valid until the next recording of the world.
JS_EXPORT(world_record_stop)
mote_result js_world_record_stop(js_world *world, const void **data, size_t *size);

typedef struct js_player js_player;

// Takes over the bytes, which come from js_allocate, also when it fails. `method` may be null: the
// recorded one.
JS_EXPORT(player_create)
mote_result js_player_create(void *data, size_t size, const char *method, js_player **out);
JS_EXPORT(player_destroy) void js_player_destroy(js_player *player);
JS_EXPORT(player_frame_count) uint32_t js_player_frame_count(const js_player *player);
JS_EXPORT(player_step)
mote_result js_player_step(js_player *player, mote_played_frame *out);

// The world that is played into, for the life of the player. It has the bodies of the last step, to be seen
// and asked about; what would change them answers MOTE_ERROR_STATE, detecting too.
JS_EXPORT(player_world) js_world *js_player_world(js_player *player);

#endif
