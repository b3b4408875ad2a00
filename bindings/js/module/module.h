// What the WebAssembly module exports: mote, its scenes and its readers behind a small flat API of handles,
// pointers and numbers, for src/*.ts and nobody else.
//
// Everything that can fail returns a mote_result; mote_js_message says what was wrong. Handles are pointers.
// Bodies are named by their index, which is that of reports. Arrays that are handed out are owned by the
// module and stay where they are until the next call with the same handle, unless it says otherwise; but
// memory may grow in any call, and then JavaScript's views of it are void.
//
// The module builds natively too, for tests and sanitizers.

#ifndef MOTE_JS_MODULE_H
#define MOTE_JS_MODULE_H

#include <mote/mote.h>

#ifdef __wasm__
#define MOTE_JS(name) __attribute__((export_name(#name)))
#else
#define MOTE_JS(name)
#endif

// ---------------------------------------------------------------------------------------------
// Memory, messages, lists

// For what JavaScript hands over, such as names and files; null for no memory.
MOTE_JS(allocate) void *mote_js_allocate(size_t size);
MOTE_JS(release) void mote_js_release(void *pointer);

MOTE_JS(version) const char *mote_js_version(void);
MOTE_JS(message) const char *mote_js_message(void);
MOTE_JS(result_name) const char *mote_js_result_name(mote_result result);

// A list of what is built in, one by one; null past the last.
MOTE_JS(method_at) const mote_method_info *mote_js_method_at(uint32_t index);

typedef struct mote_js_entry {
    const char *name, *summary, *group;
    uint32_t frame_count;
} mote_js_entry;

// Valid until the next call of either. Group and frames are those of scenes.
MOTE_JS(scene_at) const mote_js_entry *mote_js_scene_at(uint32_t index);
MOTE_JS(model_at) const mote_js_entry *mote_js_model_at(uint32_t index);

// ---------------------------------------------------------------------------------------------
// Meshes: counted, so that bodies keep theirs whatever JavaScript lets go of

// Read by JavaScript; arrays are those of the mesh and stay for its life.
typedef struct mote_js_mesh {
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
} mote_js_mesh;

// `weld` makes vertices in the same place one.
MOTE_JS(mesh_create)
mote_result mote_js_mesh_create(const mote_vec3 *positions, uint32_t vertex_count,
                                const uint32_t *triangles, uint32_t triangle_count, bool weld,
                                mote_js_mesh **out);

// An OBJ, PLY, STL or OFF file, told by its name or else by its first bytes, and welded.
MOTE_JS(mesh_read)
mote_result mote_js_mesh_read(const void *bytes, size_t size, const char *name, mote_js_mesh **out);

// A built-in model.
MOTE_JS(mesh_of_model) mote_result mote_js_mesh_of_model(const char *name, mote_js_mesh **out);

// Of a mesh that others own and that outlives it.
mote_result mote_js_mesh_of(const mote_mesh *mesh, mote_js_mesh **out);

// For deformers that bound: one tree a mesh, which stays for its life.
mote_result mote_js_mesh_nodes(mote_js_mesh *mesh, const mote_nodes **out);

void mote_js_mesh_hold(mote_js_mesh *mesh);
MOTE_JS(mesh_release) void mote_js_mesh_release(mote_js_mesh *mesh);

// ---------------------------------------------------------------------------------------------
// Scenes

typedef struct mote_js_scene mote_js_scene;

// `seed` is a whole number.
MOTE_JS(scene_open)
mote_result mote_js_scene_open(const char *name, double seed, float speed, uint32_t detail,
                               mote_js_scene **out);
MOTE_JS(scene_close) void mote_js_scene_close(mote_js_scene *scene);

MOTE_JS(scene_body_count) uint32_t mote_js_scene_body_count(const mote_js_scene *scene);
MOTE_JS(scene_frame_count) uint32_t mote_js_scene_frame_count(const mote_js_scene *scene);

// Of a body that there is not: null and false.
MOTE_JS(scene_body_name)
const char *mote_js_scene_body_name(const mote_js_scene *scene, uint32_t body);
MOTE_JS(scene_is_rigid) bool mote_js_scene_is_rigid(const mote_js_scene *scene, uint32_t body);
MOTE_JS(scene_has_deformer)
bool mote_js_scene_has_deformer(const mote_js_scene *scene, uint32_t body);

// The caller releases it; bodies of one model share it.
MOTE_JS(scene_mesh)
mote_result mote_js_scene_mesh(mote_js_scene *scene, uint32_t body, mote_js_mesh **out);

MOTE_JS(scene_transform)
mote_result mote_js_scene_transform(const mote_js_scene *scene, uint32_t body, uint32_t frame,
                                    mote_transform *out);

// In world space; each body has an array of its own, which stays for the life of the scene.
MOTE_JS(scene_positions)
mote_result mote_js_scene_positions(mote_js_scene *scene, uint32_t body, uint32_t frame,
                                    const mote_vec3 **out);

// The same into an array of the caller.
mote_result mote_js_scene_write_positions(const mote_js_scene *scene, uint32_t body, uint32_t frame,
                                          uint32_t vertex_count, mote_vec3 *out);

// A deformer of its own for a body of the world with that mesh; see mote_scene_deformer, and below
// mote_scene_pose.
mote_result mote_js_scene_deformer(const mote_js_scene *scene, uint32_t body, mote_js_mesh *mesh,
                                   mote_deformer **out);
mote_result mote_js_scene_pose(const mote_js_scene *scene, uint32_t body, uint32_t frame,
                               mote_deformer *deformer);

// ---------------------------------------------------------------------------------------------
// Options of a world

// The defaults; release with mote_js_release.
MOTE_JS(options_create) mote_result mote_js_options_create(mote_world_def **out);
MOTE_JS(options_method)
mote_result mote_js_options_method(mote_world_def *options, const char *name);

// The papers' own rules in place of the better defaults, for all methods that have both.
MOTE_JS(options_literal) void mote_js_options_literal(mote_world_def *options);

// By the name of the field, such as "tolerance" or "smith.level"; enumerators and booleans are numbers.
MOTE_JS(options_set)
mote_result mote_js_options_set(mote_world_def *options, const char *name, double value);

// 0 for a name that there is not.
MOTE_JS(options_get)
double mote_js_options_get(const mote_world_def *options, const char *name);

// The options there are, one by one; null past the last.
MOTE_JS(option_at) const mote_world_option *mote_js_option_at(uint32_t index);

// Whether an option makes a difference to the method of these.
MOTE_JS(option_concerns)
bool mote_js_option_concerns(const mote_world_option *option, const mote_world_def *options);

// ---------------------------------------------------------------------------------------------
// Worlds

typedef struct mote_js_world mote_js_world;

MOTE_JS(world_create)
mote_result mote_js_world_create(const mote_world_def *options, mote_js_world **out);
MOTE_JS(world_destroy) void mote_js_world_destroy(mote_js_world *world);

MOTE_JS(world_add)
mote_result mote_js_world_add(mote_js_world *world, mote_js_mesh *mesh, bool self_collision,
                              bool self_shared_vertex, uint32_t *body);
MOTE_JS(world_remove) mote_result mote_js_world_remove(mote_js_world *world, uint32_t body);

// The first body whose index is not below `from`; MOTE_NONE behind the last.
MOTE_JS(world_next_body)
uint32_t mote_js_world_next_body(const mote_js_world *world, uint32_t from);

// Different for each body that has that index, one after the other; 0 for none.
MOTE_JS(world_generation)
uint32_t mote_js_world_generation(const mote_js_world *world, uint32_t body);

// What it was made of, for the life of the body.
MOTE_JS(world_mesh)
mote_result mote_js_world_mesh(mote_js_world *world, uint32_t body, const mote_js_mesh **out);

// The array from which the body takes its positions: at first the rest shape. It stays for the life of
// the body, and must stay unchanged from mote_js_world_set_positions to the last query of the frame.
MOTE_JS(world_positions)
mote_result mote_js_world_positions(mote_js_world *world, uint32_t body, mote_vec3 **out);
MOTE_JS(world_set_positions)
mote_result mote_js_world_set_positions(mote_js_world *world, uint32_t body);

// Null takes it away.
MOTE_JS(world_set_transform)
mote_result mote_js_world_set_transform(mote_js_world *world, uint32_t body,
                                        const mote_transform *transform);

// From here on a deformer of the scene's body forms the body, which keeps no positions: detection evaluates
// only the vertices that it needs. Its positions cannot be given any more.
MOTE_JS(world_put_on_demand)
mote_result mote_js_world_put_on_demand(mote_js_world *world, uint32_t body,
                                        const mote_js_scene *scene, uint32_t scene_body);

// Of a body on demand one byte a vertex, for its life: 0 no detect has evaluated it, 1 an earlier one has,
// 2 the last one has. Null for other bodies.
MOTE_JS(world_touched)
mote_result mote_js_world_touched(mote_js_world *world, uint32_t body, const uint8_t **out);

// The body is now as that of the scene in a frame: posed if it is on demand, transformed if it is rigid, else
// by its positions.
MOTE_JS(world_show)
mote_result mote_js_world_show(mote_js_world *world, uint32_t body, const mote_js_scene *scene,
                               uint32_t scene_body, uint32_t frame);

// Positions as detection sees them, in an array of the body that stays for its life.
MOTE_JS(world_present)
mote_result mote_js_world_present(mote_js_world *world, uint32_t body, const mote_vec3 **out);

MOTE_JS(world_ignore_pair)
mote_result mote_js_world_ignore_pair(mote_js_world *world, uint32_t a, uint32_t b, bool ignore);

MOTE_JS(world_detect) mote_result mote_js_world_detect(mote_js_world *world);

// Valid until the next detect.
MOTE_JS(world_report)
mote_result mote_js_world_report(mote_js_world *world, const mote_report **out);

// One byte a face: 1 where the last report has it in a face pair. mote_js_world_mark writes those of all
// bodies; the arrays stay for the life of the bodies.
MOTE_JS(world_mark) mote_result mote_js_world_mark(mote_js_world *world);
MOTE_JS(world_marks)
mote_result mote_js_world_marks(mote_js_world *world, uint32_t body, const uint8_t **out);

typedef struct mote_js_drawn_box {
    uint32_t kind; // mote_draw_kind
    mote_box box;
} mote_js_drawn_box;

typedef struct mote_js_drawn_point {
    uint32_t kind; // mote_draw_kind
    uint32_t body;
    uint32_t id; // of a particle
    mote_vec3 at;
} mote_js_drawn_point;

typedef struct mote_js_drawn_vector {
    uint32_t kind; // mote_draw_kind
    uint32_t body;
    mote_vec3 at, v;
} mote_js_drawn_vector;

typedef struct mote_js_drawing {
    const mote_js_drawn_box *boxes;
    uint32_t box_count;
    const mote_segment *segments;
    uint32_t segment_count;
    const mote_js_drawn_point *points;
    uint32_t point_count;
    const mote_js_drawn_vector *vectors;
    uint32_t vector_count;
} mote_js_drawing;

MOTE_JS(world_draw)
mote_result mote_js_world_draw(mote_js_world *world, const mote_js_drawing **out);

// The area of each vertex, MOTE_NONE where it has none, as the last mote_js_world_draw saw it, in an array of
// the body that stays for its life; null where the method cuts no areas.
MOTE_JS(world_areas)
mote_result mote_js_world_areas(mote_js_world *world, uint32_t body, const uint32_t **out);

MOTE_JS(world_distance)
mote_result mote_js_world_distance(mote_js_world *world, uint32_t a, uint32_t b, float limit,
                                   mote_distance *out);

// `ray` is an origin and a direction.
MOTE_JS(world_ray)
mote_result mote_js_world_ray(mote_js_world *world, const mote_vec3 ray[2], float t_max,
                              mote_surface_point *out);

// ---------------------------------------------------------------------------------------------
// Pulling a patch of a surface

typedef struct mote_js_pull mote_js_pull;

// Takes hold of a body in a point of the world; what is nearer to it than `radius`, in the units of the
// body's own frame, follows. MOTE_ERROR_STATE for bodies on demand and of players, MOTE_ERROR_REFUSED by methods
// for rigid bodies, MOTE_ERROR_ARGUMENT for a radius that is not above 0 and finite, MOTE_ERROR_DATA for a
// point that is not finite and a transform that has no inverse.
MOTE_JS(pull_create)
mote_result mote_js_pull_create(mote_js_world *world, uint32_t body, const mote_vec3 *point,
                                float radius, mote_js_pull **out);

// The grasped point is now there. `world` is that of the body; MOTE_ERROR_STALE if it has gone.
MOTE_JS(pull_move)
mote_result mote_js_pull_move(const mote_js_pull *pull, mote_js_world *world,
                              const mote_vec3 *point);

// The body keeps its shape; body and world may be gone. Null is allowed.
MOTE_JS(pull_release) void mote_js_pull_release(mote_js_pull *pull);

// ---------------------------------------------------------------------------------------------
// Dynamics

// See mote_dynamics_def; all in doubles, as JavaScript has them.
typedef struct mote_js_dynamics_options {
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
} mote_js_dynamics_options;

// What of a mote_js_rigid is given.
enum {
    MOTE_JS_GIVEN_POSITION = 1,
    MOTE_JS_GIVEN_ROTATION = 2,
    MOTE_JS_GIVEN_VELOCITY = 4,
    MOTE_JS_GIVEN_SPIN = 8,
    MOTE_JS_GIVEN_MASS = 16,
    MOTE_JS_GIVEN_DENSITY = 32
};

// Where a body is and how it moves.
typedef struct mote_js_rigid {
    mote_dvec3 position;         // of the origin of its own frame
    double x, y, z, w;           // rotation from that frame to the world
    mote_dvec3 velocity;         // of the centre of mass
    mote_dvec3 angular_velocity; // about axes of the world
    double mass;                 // infinite: nothing moves it
    double density;
    uint32_t given; // MOTE_JS_GIVEN_*
} mote_js_rigid;

typedef struct mote_js_dynamics mote_js_dynamics;

MOTE_JS(dynamics_defaults) void mote_js_dynamics_defaults(mote_js_dynamics_options *out);
MOTE_JS(dynamics_create)
mote_result mote_js_dynamics_create(mote_js_world *world, const mote_js_dynamics_options *options,
                                    mote_js_dynamics **out);

// Bodies stay where they are; the world may be gone. Null is allowed.
MOTE_JS(dynamics_destroy) void mote_js_dynamics_destroy(mote_js_dynamics *dynamics);

// From where it is, at rest, with density 1, but for what is given; a mass that is given comes before a
// density. What encloses no volume is as heavy as the box around it.
MOTE_JS(dynamics_add)
mote_result mote_js_dynamics_add(mote_js_dynamics *dynamics, uint32_t body,
                                 const mote_js_rigid *rigid);
MOTE_JS(dynamics_remove)
mote_result mote_js_dynamics_remove(mote_js_dynamics *dynamics, uint32_t body);

// All but the density.
MOTE_JS(dynamics_get)
mote_result mote_js_dynamics_get(const mote_js_dynamics *dynamics, uint32_t body,
                                 mote_js_rigid *out);

// Changes what is given, but for the density.
MOTE_JS(dynamics_set)
mote_result mote_js_dynamics_set(mote_js_dynamics *dynamics, uint32_t body,
                                 const mote_js_rigid *rigid);

// Its shape is now that of mote_js_world_positions.
MOTE_JS(dynamics_set_shape)
mote_result mote_js_dynamics_set_shape(mote_js_dynamics *dynamics, uint32_t body);

MOTE_JS(dynamics_hold)
mote_result mote_js_dynamics_hold(mote_js_dynamics *dynamics, uint32_t body);

// Position and rotation alone.
MOTE_JS(dynamics_move_held)
mote_result mote_js_dynamics_move_held(mote_js_dynamics *dynamics, uint32_t body,
                                       const mote_js_rigid *rigid);
MOTE_JS(dynamics_release)
mote_result mote_js_dynamics_release(mote_js_dynamics *dynamics, uint32_t body);
MOTE_JS(dynamics_is_held)
mote_result mote_js_dynamics_is_held(const mote_js_dynamics *dynamics, uint32_t body,
                                     uint32_t *out);

// Detects; the report is the world's.
MOTE_JS(dynamics_step) mote_result mote_js_dynamics_step(mote_js_dynamics *dynamics, double time);

// The two halves of a step, for who detects in between; the second answers the world's last report.
MOTE_JS(dynamics_advance)
mote_result mote_js_dynamics_advance(mote_js_dynamics *dynamics, double time);
MOTE_JS(dynamics_react)
mote_result mote_js_dynamics_react(mote_js_dynamics *dynamics, double time);

MOTE_JS(dynamics_report)
mote_result mote_js_dynamics_report(const mote_js_dynamics *dynamics, mote_dynamics_report *out);

// ---------------------------------------------------------------------------------------------
// Assets: GLB and glTF files with nodes, skins, morph targets and clips. Counted, as meshes are: bodies on
// demand keep theirs.

typedef struct mote_js_asset mote_js_asset;

// Cut into parts by nodes. `name` stands for the file in messages.
MOTE_JS(asset_open)
mote_result mote_js_asset_open(const void *bytes, size_t size, const char *name,
                               mote_js_asset **out);
MOTE_JS(asset_release) void mote_js_asset_release(mote_js_asset *asset);

typedef struct mote_js_part {
    const char *name; // none twice
    uint32_t vertex_count, triangle_count;
    uint32_t deforms; // by a skin or morph targets, not only by its node
} mote_js_part;

typedef struct mote_js_clip {
    const char *name;
    double start, end; // seconds
} mote_js_clip;

// One by one; null past the last. They stay for the life of the asset.
MOTE_JS(asset_part_at)
const mote_js_part *mote_js_asset_part_at(const mote_js_asset *asset, uint32_t part);
MOTE_JS(asset_clip_at)
const mote_js_clip *mote_js_asset_clip_at(const mote_js_asset *asset, uint32_t clip);

// A part in the rest pose; the caller releases it.
MOTE_JS(asset_mesh)
mote_result mote_js_asset_mesh(const mote_js_asset *asset, uint32_t part, mote_js_mesh **out);

// Where all parts are from now on; MOTE_NONE is no clip but the rest pose, which they are in at first. Bodies
// on demand of all worlds have this one pose: each must be told by mote_js_world_show_part before the next
// query.
MOTE_JS(asset_pose)
mote_result mote_js_asset_pose(mote_js_asset *asset, uint32_t clip, double time);

// A body of a part, in the rest pose; on demand: where the asset is posed.
MOTE_JS(world_add_part)
mote_result mote_js_world_add_part(mote_js_world *world, mote_js_asset *asset, uint32_t part,
                                   bool on_demand, bool self_collision, uint32_t *body);

// The body, one of the part, is now where the asset is posed.
MOTE_JS(world_show_part)
mote_result mote_js_world_show_part(mote_js_world *world, uint32_t body, const mote_js_asset *asset,
                                    uint32_t part);

// ---------------------------------------------------------------------------------------------
// Recordings

// Records into memory from here on.
MOTE_JS(world_record) mote_result mote_js_world_record(mote_js_world *world);

// The bytes are valid until the next recording of the world.
MOTE_JS(world_record_stop)
mote_result mote_js_world_record_stop(mote_js_world *world, const void **data, size_t *size);

typedef struct mote_js_player mote_js_player;

// Takes over the bytes, which come from mote_js_allocate, also when it fails. `method` may be null: the
// recorded one.
MOTE_JS(player_create)
mote_result mote_js_player_create(void *data, size_t size, const char *method,
                                  mote_js_player **out);
MOTE_JS(player_destroy) void mote_js_player_destroy(mote_js_player *player);
MOTE_JS(player_frame_count) uint32_t mote_js_player_frame_count(const mote_js_player *player);
MOTE_JS(player_step)
mote_result mote_js_player_step(mote_js_player *player, mote_played_frame *out);

// The world that is played into, for the life of the player. It has the bodies of the last step, to be seen
// and asked about; what would change them answers MOTE_ERROR_STATE, detecting too.
MOTE_JS(player_world) mote_js_world *mote_js_player_world(mote_js_player *player);

#endif
